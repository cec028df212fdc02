//! Each law is broken once, on purpose, and must be the one that says so.
//!
//! No public input can break them, so these tests write broken states directly. The sound states that
//! they start from keep every law.

use super::{LAWS, LawViolation, PoolLaw};
use crate::correlation::InstanceId;
use crate::drain_deadline::DrainDeadline;
use crate::pool::TimerCorrelation;
use crate::pool::allocation::DispatchTriple;
use crate::pool::authority::mint;
use crate::pool::drain::{DrainMember, DrainShutdown, DrainWork, Draining};
use crate::pool::machine::State;
use crate::pool::member::{
    AcceptedStop, Activation, Assignment, AssignmentJoin, AwaitingAuthorization, Creating,
    CustomerObligation, InstalledWorker, Member, Recovering, RecoveryPhase, ShutdownPair, Work,
};
use crate::pool::operating::Operating;
use crate::pool::*;
use crate::time::{Tick, Ticks};
use alloc::vec::Vec;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plain {}

#[derive(Debug)]
struct Maker;

impl WorkerFactory<Plain> for Maker {
    fn submission(&mut self, _role: &u8) -> Result<(), ()> {
        Ok(())
    }
}

impl PoolProtocol for Plain {
    type Role = u8;
    type Factory = Maker;
    type FactoryRejection = ();
    type Submission = ();
    type Source = ();
    type Recipient = ();
    type Evidence = u8;
    type InitializationAttempt = u8;
    type Permit = ();
    type Plan = ();
    type RejectedInitialization = ();
    type StopReason = ();
    type Rejection = ();
    type Request = ();
    type Payload = ();
    type CustomerRoute = ();
    type Output = ();
    type DiagnosticRoute = ();
}

const OWN: InstanceId = InstanceId(1);
const BUDGET: RestartBudgetPolicy = RestartBudgetPolicy { charges_max: 1, window: Ticks(10) };

/// Two roles, one activation slot, no backlog, one restart in ten ticks, at most one recovery a role.
fn constructed() -> FifoPool<Plain> {
    let restart = RestartPolicy { source: (), budget: BUDGET, timing: RestartTiming::Immediate };
    let reaction = FailureReaction::RetireRole;
    let definition = FifoPoolDefinition {
        initial_factory: Maker,
        roles: alloc::vec![10, 20],
        activation_limit: 1,
        recovery: RecoveryPolicy::Permanent { restart, reaction },
        backlog_capacity: 0,
        interruption: Interruption::Retry,
        actor_drain: ActorDrainPolicy::WaitForActorGraph,
        diagnostics: DiagnosticDisposition::DeliverTo { route: () },
        correlations: CorrelationSpace { recovery_ordinal_max: 1, ..CorrelationSpace::PLENTY },
    };
    FifoPool::construct(OWN, definition).expect("the definition is valid")
}

fn operating(members: Vec<Member<Plain>>) -> FifoPool<Plain> {
    FifoPool { state: State::Operating(Operating::new(members)), ..constructed() }
}

fn draining(
    members: Vec<DrainMember<Plain>>,
    deadline: DrainDeadline<TimerCorrelation>,
) -> FifoPool<Plain> {
    let state = State::Draining(Draining::new(members, deadline));
    FifoPool { state, ..constructed() }
}

/// The operating state, to be broken.
fn inside(pool: &mut FifoPool<Plain>) -> &mut Operating<Plain> {
    let State::Operating(operating) = &mut pool.state else { panic!("the pool is operating") };
    operating
}

fn child(slot: usize, ordinal: u64) -> ChildNonce {
    ChildNonce::new(OWN, slot, ordinal)
}

fn worker(slot: usize) -> InstalledWorker<Plain> {
    let incarnation = WorkerIncarnation { recipient: (), evidence: 7 };
    InstalledWorker { child: child(slot, 1), incarnation }
}

fn idle(slot: usize) -> Member<Plain> {
    Member::Ready { worker: worker(slot), work: Work::Idle }
}

fn job(ordinal: u64) -> CustomerObligation<Plain> {
    CustomerObligation { job: ordinal, admitted_at: ordinal, customer: (), payload: () }
}

fn busy(slot: usize, assignment: u64, ordinal: u64) -> Member<Plain> {
    let worker = worker(slot);
    let (retained, _) = mint(DispatchTriple { assignment, completion: assignment }, &worker);
    let join = AssignmentJoin::AwaitingDeliveryAndTerminal;
    let assignment = Assignment { obligation: job(ordinal), retained, join };
    Member::Ready { worker, work: Work::Busy(assignment) }
}

fn activating(slot: usize) -> Member<Plain> {
    let ticket = ActivationTicket::new(OWN, slot, 1);
    Member::Activating(Activation { worker: worker(slot), ticket })
}

fn waiting(slot: usize) -> Member<Plain> {
    let (permit, plan) = ((), ());
    let waiting = AwaitingAuthorization { worker: worker(slot), permit, plan };
    Member::WaitingForActivationAuthorization(waiting)
}

fn recovering(phase: RecoveryPhase<Plain>) -> Member<Plain> {
    let stop = WorkerStop { class: StopClass::Abnormal, at: Tick(3), reason: () };
    let stop = AcceptedStop { stop, regressed: false };
    Member::Recovering(Recovering { replaces: 7, stop, phase })
}

/// Exactly `law` answers for the defect, and says which law it is.
#[track_caller]
fn breaks(law: PoolLaw, pool: &FifoPool<Plain>) {
    let violation = law.check(pool).expect_err("the state breaks the law");
    assert_eq!(violation.law, law);
    assert!(pool.check().is_err(), "the complete check sees it too");
}

#[test]
fn sound_states_keep_every_law() {
    let deadline = DrainDeadline::Unlimited;
    let resolving = DrainMember::ResolvingCreation { child: child(0, 1), prior_stop: None };
    let sound = [
        constructed(),
        operating(alloc::vec![idle(0), idle(1)]),
        operating(alloc::vec![waiting_behind(), Member::Retired]),
        draining(alloc::vec![resolving, DrainMember::Drained], deadline),
        FifoPool { state: State::Stopped, ..constructed() },
    ];
    for pool in &sound {
        for law in LAWS {
            assert_eq!(law.check(pool), Ok(()), "{pool:?}");
        }
    }
}

/// A member that needs nothing but its birth.
fn waiting_behind() -> Member<Plain> {
    Member::Creating(Creating { child: child(0, 1), prior_stop: None })
}

#[test]
fn a_missing_member_breaks_the_roster() {
    breaks(PoolLaw::RosterIsDeclared, &operating(alloc::vec![idle(0)]));
}

#[test]
fn a_pool_without_roles_breaks_the_roster() {
    let mut pool = operating(Vec::new());
    pool.definition.roles.clear();
    breaks(PoolLaw::RosterIsDeclared, &pool);
}

#[test]
fn a_nonce_of_another_role_is_seen() {
    breaks(PoolLaw::NonceBelongsToItsRole, &operating(alloc::vec![idle(0), idle(0)]));
}

#[test]
fn a_member_changed_behind_its_index_is_seen() {
    let mut pool = operating(alloc::vec![idle(0), idle(1)]);
    let _taken = inside(&mut pool).roster.take(0);
    breaks(PoolLaw::IndexesAgree, &pool);
}

#[test]
fn of_many_members_the_first_that_an_index_tells_otherwise_is_named() {
    let mut pool = operating((0..70).map(idle).collect());
    for slot in [69, 66] {
        let _taken = inside(&mut pool).roster.take(slot);
    }
    let (law, position) = (PoolLaw::IndexesAgree, Some(66));
    let violation = LawViolation { law, position, found: 0, bound: 1 };
    assert_eq!(law.check(&pool), Err(violation));
}

#[test]
fn more_jobs_than_capacity_and_roles_break_the_bound() {
    let mut pool = operating(alloc::vec![Member::Retired, waiting(1)]);
    (1..=3).for_each(|ordinal| inside(&mut pool).backlog.reinsert(job(ordinal), 0));
    breaks(PoolLaw::QueueIsBounded, &pool);
}

#[test]
fn a_new_job_beyond_the_capacity_is_seen() {
    let mut pool = operating(alloc::vec![waiting_behind(), Member::Retired]);
    inside(&mut pool).backlog.append(job(1));
    breaks(PoolLaw::AdmissionRespectsCapacity, &pool);
}

#[test]
fn jobs_out_of_order_are_seen() {
    let mut pool = operating(alloc::vec![waiting_behind(), Member::Retired]);
    inside(&mut pool).backlog.append(job(2));
    inside(&mut pool).backlog.append(job(1));
    breaks(PoolLaw::QueueIsOrdered, &pool);
}

#[test]
fn jobs_that_ascend_in_one_ordinal_alone_are_seen() {
    for (job, admitted_at) in [(1, 1), (1, 2), (2, 1), (0, 2), (2, 0)] {
        let mut pool = operating(alloc::vec![waiting_behind(), Member::Retired]);
        inside(&mut pool).backlog.append(self::job(1));
        let later = CustomerObligation { job, admitted_at, ..self::job(1) };
        inside(&mut pool).backlog.append(later);
        let (law, position) = (PoolLaw::QueueIsOrdered, None);
        let violation = LawViolation { law, position, found: admitted_at, bound: 1 };
        assert_eq!(law.check(&pool), Err(violation), "{job}, {admitted_at}");
    }
}

#[test]
fn a_returned_job_behind_a_newer_one_is_seen() {
    let mut pool = operating(alloc::vec![waiting_behind(), Member::Retired]);
    inside(&mut pool).backlog.append(job(1));
    inside(&mut pool).backlog.reinsert(job(2), 0);
    breaks(PoolLaw::QueueIsOrdered, &pool);
}

#[test]
fn a_job_in_the_queue_and_with_a_worker_is_seen() {
    let mut pool = operating(alloc::vec![busy(0, 1, 5), Member::Retired]);
    inside(&mut pool).backlog.reinsert(job(5), 1);
    breaks(PoolLaw::JobIsOwnedOnce, &pool);
}

#[test]
fn a_job_with_two_workers_is_seen() {
    breaks(PoolLaw::JobIsOwnedOnce, &operating(alloc::vec![busy(0, 1, 5), busy(1, 2, 5)]));
}

#[test]
fn an_assigned_job_that_is_not_older_than_the_first_fresh_one_is_seen() {
    for first in [5, 4] {
        let mut pool = operating(alloc::vec![Member::Retired, busy(1, 1, 5)]);
        inside(&mut pool).backlog.append(job(first));
        inside(&mut pool).backlog.append(job(9));
        let (law, position) = (PoolLaw::JobIsOwnedOnce, Some(1));
        let violation = LawViolation { law, position, found: 5, bound: first };
        assert_eq!(law.check(&pool), Err(violation));
    }
}

#[test]
fn a_job_that_waits_beside_an_idle_worker_is_seen() {
    let mut pool = operating(alloc::vec![idle(0), Member::Retired]);
    inside(&mut pool).backlog.reinsert(job(1), 1);
    breaks(PoolLaw::NoIdleBesideQueue, &pool);
}

#[test]
fn a_job_that_waits_for_retired_roles_is_seen() {
    let mut pool = operating(alloc::vec![Member::Retired, Member::Retired]);
    inside(&mut pool).backlog.reinsert(job(1), 1);
    breaks(PoolLaw::NothingIsStranded, &pool);
}

#[test]
fn a_cursor_outside_the_ring_is_seen() {
    let mut pool = operating(alloc::vec![idle(0), idle(1)]);
    inside(&mut pool).cursor = 2;
    breaks(PoolLaw::CursorIsInTheRing, &pool);
}

#[test]
fn one_assignment_with_two_workers_is_seen() {
    breaks(PoolLaw::AssignmentIsUnique, &operating(alloc::vec![busy(0, 1, 5), busy(1, 1, 6)]));
}

#[test]
fn an_activation_beyond_the_limit_is_seen() {
    let pool = operating(alloc::vec![activating(0), activating(1)]);
    breaks(PoolLaw::ActivationLimitHolds, &pool);
}

#[test]
fn a_worker_that_waits_beside_a_free_slot_is_seen() {
    breaks(PoolLaw::NoSlotIsWithheld, &operating(alloc::vec![waiting(0), idle(1)]));
}

#[test]
fn a_preparation_while_the_source_is_home_is_seen() {
    let ticket = RecoveryTicket::new(OWN, 0, 1);
    let preparing = recovering(RecoveryPhase::Preparing { ticket });
    breaks(PoolLaw::SourceIsLentOnce, &operating(alloc::vec![preparing, idle(1)]));
}

#[test]
fn a_role_that_waits_while_the_source_is_home_is_seen() {
    let waiting = recovering(RecoveryPhase::WaitingForSource);
    breaks(PoolLaw::SourceIsLentOnce, &operating(alloc::vec![waiting, idle(1)]));
}

#[test]
fn a_charge_too_many_and_a_charge_back_in_time_are_seen() {
    for ticks in [[0, 10], [5, 4]] {
        let mut pool = operating(alloc::vec![idle(0), idle(1)]);
        for tick in ticks {
            inside(&mut pool).budget.charge(BUDGET, Tick(tick));
        }
        breaks(PoolLaw::BudgetHolds, &pool);
    }
}

#[test]
fn a_recovery_beyond_the_last_ordinal_is_seen() {
    let mut pool = operating(alloc::vec![idle(0), idle(1)]);
    inside(&mut pool).recoveries[1] = 2;
    breaks(PoolLaw::RecoveryOrdinalsHold, &pool);
}

#[test]
fn correlations_that_nobody_issued_are_seen() {
    let never = Member::Creating(Creating { child: child(0, 99), prior_stop: None });
    let unissued = [never, activating(0), busy(0, 1, 1)];
    for member in unissued {
        let pool = operating(alloc::vec![member, Member::Retired]);
        breaks(PoolLaw::CorrelationsWereIssued, &pool);
    }
}

#[test]
fn a_shutdown_that_nobody_issued_is_seen() {
    let open = ShutdownPair::Open { id: ShutdownId::new(OWN, 5) };
    for (pair, found) in [(open, 5), (ShutdownPair::Unreserved, u64::MAX)] {
        let stopping = Member::Stopping { worker: worker(0), pair };
        let pool = operating(alloc::vec![stopping, Member::Retired]);
        let (law, position) = (PoolLaw::CorrelationsWereIssued, Some(0));
        let violation = LawViolation { law, position, found, bound: 0 };
        assert_eq!(law.check(&pool), Err(violation));
    }
}

#[test]
fn a_draining_worker_that_nobody_asked_is_seen() {
    let (work, shutdown) = (DrainWork::Nothing, DrainShutdown::NotRequested);
    let unasked = DrainMember::Worker { worker: worker(0), work, shutdown };
    let pool = draining(alloc::vec![unasked, DrainMember::Drained], DrainDeadline::Unlimited);
    breaks(PoolLaw::DrainAsksEveryWorker, &pool);
}

#[test]
fn a_drain_that_waits_for_nothing_is_seen() {
    let members = alloc::vec![DrainMember::Drained, DrainMember::Drained];
    let pool = draining(members, DrainDeadline::Unlimited);
    breaks(PoolLaw::DrainIsUnfinished, &pool);
}

#[test]
fn a_deadline_that_no_policy_asked_for_is_seen() {
    let resolving = DrainMember::ResolvingCreation { child: child(0, 1), prior_stop: None };
    let timer = TimerCorrelation::new(OWN, TimerPurpose::DrainDeadline, 1);
    let members = alloc::vec![resolving, DrainMember::Drained];
    let pool = draining(members, DrainDeadline::Scheduled(timer));
    breaks(PoolLaw::DeadlineFollowsPolicy, &pool);
}

#[test]
fn a_forced_retirement_of_nobody_is_seen() {
    let cause = ResidualCauseKind::DeadlineElapsed;
    let forced = ForcedRetirement { roles: Vec::new(), cause };
    let pool = FifoPool { state: State::ForcedRetirement(forced), ..constructed() };
    breaks(PoolLaw::RetirementHasACause, &pool);
}

#[cfg(debug_assertions)]
#[test]
#[should_panic(expected = "a reunion is judged before it is made")]
fn a_reunion_of_halves_of_two_dispatches_is_caught() {
    let worker = worker(0);
    let dispatch = |ordinal| DispatchTriple { assignment: ordinal, completion: ordinal };
    let (retained, _) = mint(dispatch(1), &worker);
    let (_, authority) = mint(dispatch(2), &worker);
    retained.cancel(AssignmentCommand::new((), authority));
}
