//! Correlations: plans and their exhaustion, candidates that never come back, identities that never
//! match, and how a fact that misses is classified.

use crate::support::phases::{base, operating};
use crate::support::*;
use actor_laws::correlation::EmptyLease;

#[test]
fn a_lease_holds_at_least_one_ordinal() {
    assert_eq!(Lease::new(2, 1), Err(EmptyLease));
    assert_eq!(Lease::new(u64::MAX, 0), Err(EmptyLease));
    assert!(Lease::new(1, 1).is_ok());
    assert_eq!(Lease::new(1, u64::MAX), Ok(Lease::PLENTY));
}

/// What six submissions to a pool with this job plan are answered: the job, or `None`.
fn jobs(jobs: SequencePlan) -> Vec<Option<String>> {
    let mut rig = setup(&["a"]).space(|space| space.jobs = jobs).start();
    let answer = |tag| {
        let lines = rig.submit(tag).lines();
        let [answer, verdict] = &lines[..] else { panic!("one answer, not {lines:#?}") };
        assert_eq!(verdict, "Continue");
        let rejected =
            format!("DeliverAdmission c{tag} Rejected r{tag} p{tag} JobCorrelationUnavailable");
        let accepted = format!("DeliverAdmission c{tag} Accepted r{tag} ");
        assert!(*answer == rejected || answer.starts_with(&accepted), "{answer}");
        answer.strip_prefix(&accepted).map(str::to_owned)
    };
    (1..=6).map(answer).collect()
}

fn issued(ordinals: [Option<u64>; 6]) -> Vec<Option<String>> {
    ordinals.map(|ordinal| ordinal.map(|ordinal| format!("job{ordinal}"))).to_vec()
}

fn lease(first: u64, last: u64) -> Lease {
    Lease::new(first, last).expect("a lease")
}

#[test]
fn a_plan_issues_its_lease_then_its_renewal() {
    let renewed = plan(3, 4).renewed(lease(7, 8));
    assert_eq!(jobs(renewed), issued([Some(3), Some(4), Some(7), Some(8), None, None]));
}

#[test]
fn an_overlapping_renewal_collides_until_it_has_passed_the_mark() {
    let renewed = plan(3, 5).renewed(lease(4, 6));
    assert_eq!(jobs(renewed), issued([Some(3), Some(4), Some(5), None, None, Some(6)]));
    let renewed = plan(5, 5).renewed(lease(1, 9));
    assert_eq!(jobs(renewed), issued([Some(5), None, None, None, None, None]));
}

#[test]
fn the_last_ordinals_are_issued_and_never_wrap() {
    let last = plan(u64::MAX - 1, u64::MAX);
    let expected = issued([Some(u64::MAX - 1), Some(u64::MAX), None, None, None, None]);
    assert_eq!(jobs(last), expected);
    let expected = issued([Some(u64::MAX - 1), Some(u64::MAX), None, None, None, None]);
    assert_eq!(jobs(last.renewed(Lease::PLENTY)), expected);
}

#[test]
fn an_empty_plan_can_be_renewed() {
    assert_eq!(jobs(SequencePlan::NOTHING), issued([None; 6]));
    let renewed = SequencePlan::NOTHING.renewed(lease(2, 3));
    assert_eq!(jobs(renewed), issued([Some(2), Some(3), None, None, None, None]));
}

#[test]
fn ordinal_zero_is_an_ordinal() {
    assert_eq!(jobs(plan(0, 1)), issued([Some(0), Some(1), None, None, None, None]));
    assert_eq!(
        jobs(plan(0, 0).renewed(lease(0, 1))),
        issued([Some(0), None, Some(1), None, None, None])
    );
}

#[test]
fn a_burned_candidate_of_a_ticket_never_comes_back() {
    let collides = |space: &mut CorrelationSpace| {
        space.activations = plan(1, 2).renewed(lease(2, 9));
    };
    let mut rig = setup(&["a", "b", "c", "d"]).space(collides).start();
    for (role, ticket) in [("a", Some(1)), ("b", Some(2)), ("c", None), ("d", Some(3))] {
        rig.commit(role).sets_up();
        rig.initialized(role).sets_up();
        assert_eq!(rig.card(role).ticket.map(|ticket| ticket.ordinal()), ticket, "{role}");
    }
}

#[test]
fn a_burned_candidate_of_a_recovery_never_comes_back() {
    let collides = |space: &mut CorrelationSpace| {
        space.recoveries = plan(1, 1).renewed(lease(1, 9));
    };
    let mut rig = setup(&["a", "b", "c"]).space(collides).idle();
    rig.stop("a", Abnormal, 1).says(&["PrepareWorker recovery1/0 a source1", "Continue"]);
    rig.prepared("a").sets_up();
    rig.stop("b", Abnormal, 2).says(&[
        "DeliverDiagnostic d1 diagnostic1 RoleFailed b",
        "  RecoveryTicketUnavailable [Abnormal 2 z2] Collision(1)",
        "Continue",
    ]);
    rig.stop("c", Abnormal, 3).says(&["PrepareWorker recovery2/2 c source1", "Continue"]);
}

#[test]
fn a_burned_candidate_of_a_shutdown_never_comes_back() {
    let collides = |space: &mut CorrelationSpace| {
        space.shutdowns = plan(1, 1).renewed(lease(1, 9));
    };
    let mut rig = setup(&["a", "b"]).space(collides).start();
    rig.commit("a").sets_up();
    rig.reject_initialization("a")
        .says(&["ShutdownWorker child1/0 a:child1/0:e1 shutdown1", "Continue"]);
    rig.commit("b").sets_up();
    rig.reject_initialization("b").says(&[
        "ShutdownWorker child2/1 b:child2/1:e2 shutdown2",
        "TransferRejectedFact a Cancelled",
        "  Failure InitializationRejected leftover1 plan1 x1",
        "TransferRejectedFact b Cancelled",
        "  Failure InitializationRejected leftover2 plan2 x2",
        "Continue",
    ]);
}

#[test]
fn restart_timers_and_the_drain_deadline_share_one_sequence() {
    let mut rig = setup(&["a", "b"]).delayed(5).deadline(9).idle();
    rig.stop("a", Abnormal, 1).sets_up();
    rig.prepared("a").says(&["ScheduleRestart recovery1/0 timer1/0 at 6", "Continue"]);
    rig.shutdown().says(&[
        "ShutdownWorker child2/1 b:child2/1:e2 shutdown1",
        "ScheduleDrainDeadline timer2/drain in 9",
        "Continue",
    ]);
}

#[test]
fn a_correlation_can_be_read() {
    let mut rig = setup(&["a", "b"]).delayed(5).deadline(9).idle();
    let mut other = setup(&["a", "b"]).instance(2).idle();
    rig.busy("a", 1);
    rig.stop("b", Abnormal, 1).sets_up();
    rig.prepared("b").sets_up();
    rig.shutdown().sets_up();
    other.busy("a", 1);
    let (a, b) = (rig.card("a"), rig.card("b"));
    let (mine, theirs) = (InstanceId(1), InstanceId(2));
    assert_eq!((a.child.instance(), a.child.ordinal(), b.child.position()), (mine, 1, 1));
    let (assignment, foreign) = (a.assignment.expect("a job"), other.card("a").assignment);
    assert_eq!((assignment.instance(), assignment.ordinal()), (mine, 1));
    assert_ne!(Some(assignment), foreign, "equal ordinals of two pools do not match");
    assert_eq!(foreign.map(|foreign| foreign.instance()), Some(theirs));
    let (ticket, recovery) = (b.ticket.expect("a ticket"), b.recovery.expect("a recovery"));
    assert_eq!((ticket.ordinal(), ticket.position(), ticket.instance()), (2, 1, mine));
    assert_eq!((recovery.ordinal(), recovery.position(), recovery.instance()), (1, 1, mine));
    let (restart, drain) =
        (b.timer.expect("a timer"), rig.host.deadline.expect("a deadline").timer);
    assert_eq!((restart.timer(), restart.generation()), (TimerPurpose::Restart { position: 1 }, 1));
    assert_eq!((drain.timer(), drain.generation()), (TimerPurpose::DrainDeadline, 2));
    assert_eq!((restart.instance(), drain.instance()), (mine, mine));
    let shutdown = a.shutdown.expect("a shutdown");
    assert_eq!((shutdown.ordinal(), shutdown.instance()), (1, mine));
    assert_eq!(rig.pool.instance(), mine);
}

#[test]
fn two_pools_of_one_identity_issue_genuine_duplicates() {
    let (mut first, mut second) = (setup(&["a"]).idle(), setup(&["a"]).idle());
    for rig in [&mut first, &mut second] {
        rig.submit(1).sets_up();
    }
    let (one, other) = (first.card("a"), second.card("a"));
    assert_eq!((one.child, one.assignment), (other.child, other.assignment));
    first.tell(facts::delivered(&other)).says_nothing();
    first
        .tell(facts::completed(&other, second.command("a"), 5))
        .says(&["DeliverCustomerTerminal c1 Completed job1 a o5", "Continue"]);
}

#[test]
fn any_foreign_correlation_of_a_fact_makes_it_foreign() {
    let mut foreign = operating(base().instance(2), Phase::Stopping { halves: PairPhase::Stopped });
    foreign.shutdown_taken("a").sets_up();
    foreign.prepared("a").sets_up();
    let theirs = foreign.card("a");
    let dispatched = operating(base(), Phase::ActivationDispatched);
    let crossed = Card { ticket: theirs.ticket, ..dispatched.card("a") };
    let mut rig = dispatched;
    rig.rejects(Foreign, facts::begun(&crossed));
    rig.rejects(Foreign, facts::ready(&crossed));
    let mut rig = operating(base(), Phase::Busy { join: JoinPhase::Delivering });
    let mine = rig.card("a");
    rig.rejects(Foreign, facts::delivered(&Card { assignment: theirs.assignment, ..mine }));
    rig.rejects(Foreign, facts::delivered(&Card { child: theirs.child, ..mine }));
    let mut rig = operating(base(), Phase::RecoveringScheduling { elapsed: false });
    let mine = rig.card("a");
    for crossed in
        [Card { timer: theirs.timer, ..mine }, Card { recovery: theirs.recovery, ..mine }]
    {
        rig.rejects(Foreign, facts::scheduled(&crossed));
        rig.rejects(Foreign, facts::timer_elapsed(&crossed, 9));
    }
    let mut rig = operating(base(), Phase::Stopping { halves: PairPhase::Open });
    let mine = rig.card("a");
    rig.rejects(Foreign, facts::shutdown_taken(&Card { shutdown: theirs.shutdown, ..mine }));
    rig.rejects(Foreign, facts::shutdown_taken(&Card { child: theirs.child, ..mine }));
    let mut rig = operating(base(), Phase::RecoveringPreparing);
    let mine = rig.card("a");
    let crossed = Card { recovery: theirs.recovery, ..mine };
    rig.rejects(Foreign, facts::prepared(&crossed, Source(9), 9));
}

#[test]
fn foreign_is_looked_for_before_the_wrong_worker() {
    let mut rig = operating(base(), Phase::ActivationDispatched);
    let foreign = operating(base().instance(2), Phase::ActivationDispatched).card("a");
    let wrong = Card { evidence: Evidence(9), role: "b", ..rig.card("a") };
    rig.rejects(WrongWorker, facts::begun(&wrong));
    rig.rejects(Foreign, facts::begun(&Card { ticket: foreign.ticket, ..wrong }));
}

#[test]
fn an_earlier_correlation_of_the_same_worker_is_stale() {
    let mut rig = setup(&["a"]).idle();
    rig.busy("a", 1);
    let first = rig.card("a");
    rig.complete("a", 5).sets_up();
    rig.submit(2).sets_up();
    rig.rejects(Stale, facts::delivered(&first));
    rig.rejects(Stale, facts::ready(&first));
    rig.delivered("a").says_nothing();
}

#[test]
fn every_fact_about_an_earlier_birth_is_stale_while_its_successor_lives() {
    let mut rig = setup(&["a"]).start();
    rig.until("a", Phase::Activating);
    let old = rig.card("a");
    rig.ready("a").says_nothing();
    rig.stop("a", Abnormal, 4).sets_up();
    rig.prepared("a").sets_up();
    for phase in [Phase::Initializing, Phase::ActivationDispatched, Phase::Activating, Phase::Idle]
    {
        rig.until("a", phase);
        rig.rejects(Stale, facts::committed(&old));
        rig.rejects(Stale, facts::unborn(&old, Blueprint(9)));
        rig.rejects(Stale, facts::initialized(&old, Plan(9)));
        rig.rejects(Stale, facts::begun(&old));
        rig.rejects(Stale, facts::ready(&old));
        rig.rejects(Stale, facts::stopped(&old, Abnormal, 9));
    }
}

#[test]
fn what_a_rejection_returns_is_not_judged() {
    let mut foreign = operating(base().instance(2), Phase::ActivationDispatched);
    let request = foreign.host.begins.pop_last().expect("a begin is out").1;
    let mut rig = operating(base(), Phase::ActivationDispatched);
    rig.tell(facts::begin_rejected(&rig.card("a"), request))
        .says(&["ShutdownWorker child1/0 a:child1/0:e1 shutdown1", "Continue"]);
    let mut foreign = operating(base().instance(2), Phase::Stopping { halves: PairPhase::Open });
    let request = foreign.host.shutdowns.pop_last().expect("a shutdown is out").1;
    rig.tell(facts::shutdown_rejected(&rig.card("a"), request)).says(&[
        "DeliverDiagnostic d1 diagnostic1 WorkerShutdownRejected a",
        "  [ShutdownWorker child1/0@2 a:child1/0@2:e1 shutdown1@2] x1",
        "Continue",
    ]);
    let mut foreign = operating(base().instance(2), Phase::RecoveringScheduling { elapsed: false });
    let request = foreign.host.schedules.pop_last().expect("a schedule is out").1;
    let mut rig = operating(base(), Phase::RecoveringScheduling { elapsed: false });
    rig.tell(facts::schedule_rejected(&rig.card("a"), request)).says(&[
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  RestartScheduleRejected [Abnormal 4 z4] s3 child3/0 not elapsed [ScheduleRestart \
         recovery1/0@2 timer1/0@2 at 9] x1",
        "Continue",
    ]);
}
