//! Each law is broken once, on purpose, and must be the one that says so.
//!
//! No public input can break them, so these tests write broken states directly. The sound states that
//! they start from keep every law.

use super::{LAWS, LawViolation, SupervisorLaw};
use crate::correlation::InstanceId;
use crate::drain_deadline::DrainDeadline;
use crate::policy::{ActorDrainPolicy, DiagnosticDisposition};
use crate::proxy::{CreationId, ProxyProtocol, WorkerEvidence, WorkerExit, WorkerSubmission};
use crate::supervisor::DeadlineId;
use crate::supervisor::machine::{Draining, Operating, State};
use crate::supervisor::phase::{Available, Creating, Phase, StartEmitted, StartWaiting};
use crate::supervisor::table::Table;
use crate::supervisor::*;
use crate::time::{Tick, Ticks};
use alloc::boxed::Box;
use alloc::vec;

#[derive(Debug)]
enum Served {}

#[derive(Debug)]
enum Plain {}

#[derive(Clone, Debug)]
struct Life;

impl ProxyProtocol for Served {
    type Ticket = OperationId;
    type Worker = ();
    type Plan = ();
    type Incarnation = ();
    type InitializationAttempt = ();
    type Permit = ();
    type InitializationFailure = ();
    type Proof = ();
    type ActivationRejection = ();
    type Stop = ();
    type Rejection = ();
    type Sender = ();
    type Command = ();
}

impl SupervisorProtocol for Plain {
    type Key = u8;
    type Service = Served;
    type Proxy = u8;
    type ProxyStop = ();
    type CreationRejection = ();
    type Reason = ();
    type ReplyRoute = ();
    type LifecycleRoute = Life;
    type DiagnosticRoute = ();
}

impl LifecycleCapability for Life {
    type Protocol = Plain;
}

const OWN: InstanceId = InstanceId(1);

/// Two entries, one activation, with or without a deadline; every kind of correlation but deadlines has
/// been issued up to 2.
fn operating(drain: ActorDrainPolicy) -> (SupervisorDefinition<Plain>, Operating<Plain>) {
    let definition = SupervisorDefinition {
        entries: EntryCapacity::new(2).expect("two is positive"),
        activation: ActivationPolicy::new(1).expect("one is positive"),
        unexpected_exit: UnexpectedExit::KeepEmpty,
        actor_drain: drain,
        lifecycle: Life,
        diagnostics: DiagnosticDisposition::Terminate,
    };
    let mut allocators =
        super::super::allocation::Allocators::new(OWN, &SupervisorCorrelations::PLENTY);
    for _ in 0..2 {
        allocators.generation().expect("there is plenty");
        allocators.creation().expect("there is plenty");
        allocators.operation().expect("there is plenty");
        allocators.stop().expect("there is plenty");
    }
    (definition, Operating { allocators, table: Table::new() })
}

fn with(phases: impl IntoIterator<Item = Phase<Plain>>) -> DynamicSupervisor<Plain> {
    let (definition, mut operating) = operating(ActorDrainPolicy::WaitForActorGraph);
    for (ordinal, phase) in (1..).zip(phases) {
        operating.table.admit(identity(ordinal), phase);
    }
    DynamicSupervisor { definition, state: State::Operating(operating) }
}

fn draining(
    drain: ActorDrainPolicy,
    deadline: DrainDeadline<DeadlineId>,
    phases: impl IntoIterator<Item = DrainPhase<Plain>>,
) -> DynamicSupervisor<Plain> {
    let (definition, Operating { allocators, .. }) = operating(drain);
    let mut table = Table::new();
    for (ordinal, phase) in (1..).zip(phases) {
        table.admit(identity(ordinal), phase);
    }
    let state = State::Draining(Draining { allocators, table, deadline });
    DynamicSupervisor { definition, state }
}

/// The operating state, to be broken.
fn inside(supervisor: &mut DynamicSupervisor<Plain>) -> &mut Operating<Plain> {
    let State::Operating(operating) = &mut supervisor.state else { panic!("it is operating") };
    operating
}

fn generation(ordinal: u64) -> Generation {
    Generation::new(OWN, ordinal)
}

fn identity(ordinal: u64) -> EntryIdentity<u8> {
    EntryIdentity { key: ordinal as u8, generation: generation(ordinal) }
}

fn operation(ordinal: u64) -> OperationId {
    OperationId::new(OWN, ordinal)
}

fn evidence(ordinal: u64) -> WorkerEvidence {
    WorkerEvidence::of(CreationId::new(InstanceId(9), ordinal))
}

fn creating(ordinal: u64) -> Phase<Plain> {
    let creation = ProxyCreationId::new(OWN, ordinal);
    let submission = Box::new(WorkerSubmission { worker: (), plan: () });
    let operation = operation(ordinal);
    Phase::CreatingProxy(Creating { creation, operation, submission, early_exit: None })
}

fn waiting(ordinal: u64) -> Phase<Plain> {
    let submission = Box::new(WorkerSubmission { worker: (), plan: () });
    let (proxy, operation) = (ordinal as u8, operation(ordinal));
    Phase::StartWaiting(StartWaiting { proxy, operation, submission })
}

fn emitted(ordinal: u64) -> Phase<Plain> {
    let (proxy, operation) = (ordinal as u8, operation(ordinal));
    Phase::StartAwaitingReceipt(StartEmitted { proxy, operation })
}

fn ready(proxy: u8, ordinal: u64) -> Phase<Plain> {
    let service = ServiceState::Ready { evidence: evidence(ordinal) };
    let last = LastOperation::Committed(operation(ordinal));
    Phase::Available(Available { proxy, service, last })
}

/// A born proxy that owes its exit, asked to stop for the ending.
fn born() -> Born<Plain> {
    Born { shutdown: ShutdownResult::Out(ShutdownPurpose::Ending), ..Born::idle(1) }
}

fn cancelling(born: Born<Plain>) -> Phase<Plain> {
    let ends = Cancelling { operation: operation(1), kind: ChangeKind::Start };
    let custody = Custody::Born(born);
    Phase::Ending(Ending::Cancelling(Box::new(Owing { ends, custody })))
}

fn drained() -> DrainPhase<Plain> {
    let ends = ShutdownDrain { cause: ShutdownCause::Requested, interrupted: None };
    DrainPhase::Shutdown(Box::new(Owing { ends, custody: Custody::Born(born()) }))
}

const WITH_DEADLINE: ActorDrainPolicy =
    ActorDrainPolicy::RetireActorGraphAfter { deadline: Ticks(5) };

/// Exactly `law` answers for the defect, and says which law it is.
#[track_caller]
fn breaks(law: SupervisorLaw, supervisor: &DynamicSupervisor<Plain>) {
    let violation = law.check(supervisor).expect_err("the state breaks the law");
    assert_eq!(violation.law, law);
    assert!(supervisor.check().is_err(), "the complete check sees it too");
}

#[test]
fn sound_states_keep_every_law() {
    let wait = ActorDrainPolicy::WaitForActorGraph;
    let constructed = operating(wait).0;
    let states = [
        DynamicSupervisor::constructed(constructed),
        with([]),
        with([creating(1), ready(2, 2)]),
        with([emitted(1), waiting(2)]),
        with([cancelling(born()), ready(2, 2)]),
        draining(wait, DrainDeadline::Unlimited, [drained()]),
    ];
    for supervisor in states {
        assert_eq!(supervisor.check(), Ok(()));
    }
}

#[test]
fn every_law_is_listed_once_in_order() {
    assert!(LAWS.is_sorted_by(|former, latter| former < latter));
    assert_eq!(LAWS.len(), SupervisorLaw::RetirementHasACause as usize + 1);
}

#[test]
fn a_table_beyond_its_limit_is_seen() {
    breaks(SupervisorLaw::EntryLimitHolds, &with([ready(1, 1), ready(2, 2), creating(3)]));
}

#[test]
fn an_index_that_misses_an_entry_is_seen() {
    let misses: [fn(&mut Operating<Plain>); 5] = [
        |operating| operating.table.index.keys.clear(),
        |operating| operating.table.index.creations.clear(),
        |operating| operating.table.index.proxies.clear(),
        |operating| operating.table.index.waiting.clear(),
        |operating| operating.table.index.holders.clear(),
    ];
    for miss in misses {
        let mut supervisor = with([emitted(1), waiting(2), creating(3)]);
        miss(inside(&mut supervisor));
        breaks(SupervisorLaw::IndexesAgree, &supervisor);
    }
}

#[test]
fn an_index_that_names_nobody_is_seen() {
    let mut supervisor = with([ready(1, 1)]);
    inside(&mut supervisor).table.index.proxies.insert(7, generation(1));
    breaks(SupervisorLaw::IndexesAgree, &supervisor);
}

#[test]
fn a_generation_that_was_never_issued_is_seen() {
    let mut supervisor = with([]);
    inside(&mut supervisor).table.admit(identity(3), ready(1, 1));
    breaks(SupervisorLaw::GenerationsAreFresh, &supervisor);
}

#[test]
fn correlations_that_were_never_issued_are_seen() {
    let stop = StopId::new(OWN, 3);
    let ends = StopOfStart { stop, operation: operation(1), rejection: None };
    let shutdown = ShutdownResult::Out(ShutdownPurpose::Stop(stop));
    let custody = Custody::Born(Born { shutdown, ..born() });
    let stopping = Phase::Ending(Ending::StopStart(Box::new(Owing { ends, custody })));
    let foreign = Phase::StartAwaitingReceipt(StartEmitted {
        proxy: 1,
        operation: OperationId::new(InstanceId(2), 1),
    });
    for phase in [creating(3), emitted(3), stopping, foreign] {
        breaks(SupervisorLaw::CorrelationsWereIssued, &with([phase]));
    }
}

#[test]
fn a_violation_names_its_law_its_entry_and_its_evidence() {
    let (law, entry) = (SupervisorLaw::ProxyIsOfOneEntry, Some(generation(2)));
    let violation = law.check(&with([ready(1, 1), ready(1, 2)])).expect_err("two have one proxy");
    assert_eq!(violation, LawViolation { law, entry, found: 2, bound: 1 });
    let of_the_entry = alloc::format!("by the entry of {:?}", generation(2));
    let text = alloc::format!("{law:?} is broken {of_the_entry}: found 2, held against 1");
    assert_eq!(alloc::format!("{violation}"), text);

    let law = SupervisorLaw::EntryLimitHolds;
    let crowd = with([creating(1), creating(2), ready(3, 3)]);
    let violation = law.check(&crowd).expect_err("there is room for 2");
    assert_eq!(violation, LawViolation { law, entry: None, found: 3, bound: 2 });
    let text = alloc::format!("{violation}");
    assert_eq!(text, "EntryLimitHolds is broken: found 3, held against 2");
}

#[test]
fn a_proxy_of_two_entries_is_seen() {
    breaks(SupervisorLaw::ProxyIsOfOneEntry, &with([ready(1, 1), ready(1, 2)]));
}

#[test]
fn an_operation_of_two_entries_is_seen() {
    breaks(SupervisorLaw::OperationIsOfOneEntry, &with([ready(1, 1), ready(2, 1)]));
}

#[test]
fn too_many_unresolved_inputs_are_seen() {
    breaks(SupervisorLaw::ActivationLimitHolds, &with([emitted(1), emitted(2)]));
}

#[test]
fn a_slot_that_is_withheld_is_seen() {
    breaks(SupervisorLaw::NoSlotIsWithheld, &with([waiting(1)]));
}

#[test]
fn an_input_of_another_operation_is_seen() {
    let work = WorkerResult::Receipt(EmittedInput::start(operation(2)));
    breaks(SupervisorLaw::InputFitsEnding, &with([cancelling(Born { work, ..born() })]));
}

#[test]
fn an_input_that_is_owed_to_the_stop_of_an_available_service_is_seen() {
    let (stop, last) = (StopId::new(OWN, 1), LastOperation::Committed(operation(1)));
    let service = ServiceState::Ready { evidence: evidence(1) };
    let ends = StopOfAvailable { stop, last, service, rejection: None };
    let custody = Born {
        work: WorkerResult::Receipt(EmittedInput::start(operation(1))),
        shutdown: ShutdownResult::Out(ShutdownPurpose::Stop(stop)),
        ..Born::idle(1)
    };
    let ending = Ending::StopAvailable(Box::new(Owing { ends, custody }));
    breaks(SupervisorLaw::InputFitsEnding, &with([Phase::Ending(ending)]));
}

#[test]
fn a_supervisor_tells_how_many_it_retains() {
    let (none, some) = (with([]), with([creating(1), ready(2, 2)]));
    assert_eq!((none.len(), none.is_empty()), (0, true));
    assert_eq!((some.len(), some.is_empty()), (2, false));
}

#[test]
fn a_shutdown_for_another_purpose_is_seen() {
    let shutdown = ShutdownResult::Out(ShutdownPurpose::Stop(StopId::new(OWN, 1)));
    breaks(SupervisorLaw::ShutdownFitsEnding, &with([cancelling(Born { shutdown, ..born() })]));
}

#[test]
fn an_ending_that_waits_for_nothing_is_seen() {
    let exit = Some(ProxyExit { stop: (), at: Tick(1) });
    let settled = Born { shutdown: ShutdownResult::Settled, exit, ..born() };
    breaks(SupervisorLaw::EndingIsOwed, &with([cancelling(settled)]));
}

#[test]
fn a_stop_that_was_absorbed_twice_is_seen() {
    let stop = |ordinal| {
        let (evidence, exit) = (evidence(ordinal), WorkerExit { stop: (), at: Tick(1) });
        AbsorbedStop { evidence, exit }
    };
    let twice = Born { absorbed: vec![stop(1), stop(1)], ..born() };
    let thrice = Born { absorbed: vec![stop(1), stop(2), stop(3)], ..born() };
    let running = Born { absorbed: vec![stop(1)], running: Some(evidence(1)), ..born() };
    for born in [twice, thrice, running] {
        breaks(SupervisorLaw::StopsAreAbsorbedOnce, &with([cancelling(born)]));
    }
}

#[test]
fn a_proxy_that_was_never_asked_is_seen() {
    let shutdown = ShutdownResult::NotAsked;
    breaks(SupervisorLaw::EndingAsksItsProxy, &with([cancelling(Born { shutdown, ..born() })]));
}

#[test]
fn a_dead_proxy_that_was_asked_is_seen() {
    let custody = Born {
        proxy: 1,
        work: WorkerResult::Receipt(EmittedInput::start(operation(1))),
        shutdown: ShutdownResult::Settled,
        exit: Some(()),
        running: None,
        absorbed: vec![],
    };
    let dead = Ending::ProxyDied(Box::new(Owing { ends: AfterDeath, custody }));
    breaks(SupervisorLaw::EndingAsksItsProxy, &with([Phase::Ending(dead)]));
}

#[test]
fn a_drain_without_entries_is_seen() {
    let wait = ActorDrainPolicy::WaitForActorGraph;
    breaks(SupervisorLaw::DrainIsUnfinished, &draining(wait, DrainDeadline::Unlimited, []));
}

#[test]
fn a_deadline_against_the_policy_is_seen() {
    let deadline = DeadlineId::new(OWN, 1);
    let wait = ActorDrainPolicy::WaitForActorGraph;
    let defects = [
        (WITH_DEADLINE, DrainDeadline::Unlimited),
        (wait, DrainDeadline::Scheduling(deadline)),
        (wait, DrainDeadline::Scheduled(deadline)),
        // No deadline was ever issued.
        (WITH_DEADLINE, DrainDeadline::Scheduling(deadline)),
    ];
    for (policy, phase) in defects {
        breaks(SupervisorLaw::DeadlineFollowsPolicy, &draining(policy, phase, [drained()]));
    }
}

#[test]
fn a_forced_retirement_without_anyone_or_without_a_deadline_is_seen() {
    let retired = |policy, ordinals: &[u64]| {
        let entries = ordinals
            .iter()
            .map(|ordinal| UnresolvedEntry { identity: identity(*ordinal), phase: drained() })
            .collect();
        let force =
            RetirementForce::DeadlineElapsed { deadline: DeadlineId::new(OWN, 1), at: Tick(1) };
        let state = State::ForcedRetirement(ForcedRetirement { force, entries });
        DynamicSupervisor { definition: operating(policy).0, state }
    };
    assert_eq!(retired(WITH_DEADLINE, &[1]).check(), Ok(()));
    breaks(SupervisorLaw::RetirementHasACause, &retired(WITH_DEADLINE, &[]));
    breaks(SupervisorLaw::RetirementHasACause, &retired(WITH_DEADLINE, &[2, 1]));
    breaks(SupervisorLaw::RetirementHasACause, &retired(WITH_DEADLINE, &[1, 1]));
    breaks(SupervisorLaw::RetirementHasACause, &retired(ActorDrainPolicy::WaitForActorGraph, &[1]));
}
