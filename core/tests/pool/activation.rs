//! Authorization and activation: slots in declaration order under each limit, tickets that cannot be
//! reserved, begin settlements and results in every order with a stop.

use crate::support::*;

const BEGIN_A: &str = "BeginWorkerActivation child1/0 ticket1/0 permit1 plan1";
const CANCEL_A: &str = "CancelWorkerActivation child1/0 ticket1/0";
const PREPARE: &str = "PrepareWorker recovery1/0 a source1";
const ASK_A: &str = "ShutdownWorker child1/0 a:child1/0:e1 shutdown1";
const HALVES_OPEN: Phase = Phase::DrainingPreReady { halves: PairPhase::Open };
const WAITING: Phase = Phase::WaitingForActivationAuthorization;

/// Every role is being initialized.
fn initializing(setup: Setup) -> Rig {
    let mut rig = setup.start();
    for role in ["a", "b", "c"] {
        rig.commit(role).sets_up();
    }
    rig
}

#[test]
fn an_initialized_worker_is_authorized_at_once_where_a_slot_is_free() {
    let mut rig = setup(&["a"]).start();
    rig.commit("a").says(&["InitializeWorker child1/0 i1 plan1", "Continue"]);
    assert_eq!(rig.phase("a"), Phase::Initializing);
    rig.initialized("a").says(&[BEGIN_A, "Continue"]);
    assert_eq!(rig.phase("a"), Phase::ActivationDispatched);
    rig.begun("a").says_nothing();
    assert_eq!(rig.phase("a"), Phase::Activating);
    rig.ready("a").says_nothing();
    assert_eq!(rig.phase("a"), Phase::Idle);
}

#[test]
fn with_one_slot_roles_are_activated_one_by_one_in_declaration_order() {
    let mut rig = initializing(setup(&["a", "b", "c"]).limit(1));
    let first = "BeginWorkerActivation child3/2 ticket1/2 permit3 plan3";
    rig.initialized("c").says(&[first, "Continue"]);
    rig.initialized("b").says_nothing();
    rig.initialized("a").says_nothing();
    assert_eq!((rig.phase("a"), rig.phase("b")), (WAITING, WAITING));
    rig.begun("c").says_nothing();
    let second = "BeginWorkerActivation child1/0 ticket2/0 permit1 plan1";
    rig.ready("c").says(&[second, "Continue"]);
    rig.begun("a").says_nothing();
    let third = "BeginWorkerActivation child2/1 ticket3/1 permit2 plan2";
    rig.ready("a").says(&[third, "Continue"]);
}

#[test]
fn with_two_slots_the_third_role_waits() {
    let mut rig = initializing(setup(&["a", "b", "c"]).limit(2));
    rig.initialized("c")
        .says(&["BeginWorkerActivation child3/2 ticket1/2 permit3 plan3", "Continue"]);
    rig.initialized("b")
        .says(&["BeginWorkerActivation child2/1 ticket2/1 permit2 plan2", "Continue"]);
    rig.initialized("a").says_nothing();
    rig.begun("b").says_nothing();
    assert_eq!(rig.phase("a"), WAITING);
    rig.ready("b").says(&["BeginWorkerActivation child1/0 ticket3/0 permit1 plan1", "Continue"]);
}

/// Limit one: `a` occupies the slot, `b` waits for it.
fn contended(setup: Setup) -> Rig {
    let mut rig = setup.limit(1).start();
    rig.until("a", Phase::ActivationDispatched);
    rig.until("b", WAITING);
    rig
}

const BEGIN_B: &str = "BeginWorkerActivation child2/1 ticket2/1 permit2 plan2";

#[test]
fn readiness_frees_the_slot() {
    let mut rig = contended(setup(&["a", "b"]));
    rig.begun("a").says_nothing();
    rig.ready("a").says(&[BEGIN_B, "Continue"]);
}

#[test]
fn a_rejected_begin_frees_the_slot_and_asks_the_worker_to_stop() {
    let mut rig = contended(setup(&["a", "b"]));
    rig.reject_begin("a").says(&[BEGIN_B, ASK_A, "Continue"]);
    assert_eq!(rig.phase("a"), HALVES_OPEN);
}

#[test]
fn a_rejected_activation_frees_the_slot_and_asks_the_worker_to_stop() {
    let mut rig = contended(setup(&["a", "b"]));
    rig.begun("a").says_nothing();
    rig.reject_activation("a").says(&[BEGIN_B, ASK_A, "Continue"]);
    assert_eq!(rig.phase("a"), HALVES_OPEN);
}

#[test]
fn a_stop_before_the_begin_settlement_frees_the_slot_and_cancels_once() {
    let mut rig = contended(setup(&["a", "b"]));
    rig.stop("a", Normal, 4).says(&[BEGIN_B, CANCEL_A, "Continue"]);
    assert_eq!(rig.phase("a"), Phase::StoppedDispatched);
    rig.begun("a").says(&[PREPARE, "Continue"]);
    assert_eq!(rig.phase("a"), Phase::RecoveringPreparing);
}

#[test]
fn a_rejected_begin_after_the_stop_goes_to_the_host() {
    let mut rig = contended(setup(&["a", "b"]));
    rig.stop("a", Normal, 4).says(&[BEGIN_B, CANCEL_A, "Continue"]);
    rig.reject_begin("a").says(&[
        PREPARE,
        "TransferRejectedFact a Unused",
        "  Failure BeginRejected [BeginWorkerActivation child1/0 ticket1/0 permit1 plan1] x1",
        "Continue",
    ]);
}

#[test]
fn a_stop_during_activation_frees_the_slot_cancels_once_and_recovers() {
    let mut rig = contended(setup(&["a", "b"]));
    rig.begun("a").says_nothing();
    let stale = rig.card("a");
    rig.stop("a", Normal, 4).says(&[BEGIN_B, CANCEL_A, PREPARE, "Continue"]);
    rig.rejects(Stale, facts::ready(&stale));
    rig.rejects(Stale, facts::activation_rejected(&stale));
    rig.rejects(Stale, facts::begun(&stale));
}

#[test]
fn a_worker_that_stops_while_it_waits_gives_permit_and_plan_to_the_host() {
    let mut rig = contended(setup(&["a", "b"]));
    rig.stop("b", Normal, 4).says(&[
        "PrepareWorker recovery1/1 b source1",
        "TransferRejectedFact b Unused",
        "  Activation permit2 plan2",
        "Continue",
    ]);
    rig.begun("a").says_nothing();
    rig.ready("a").says_nothing();
}

#[test]
fn readiness_releases_authorization_and_fill_in_one_fold() {
    let mut rig = contended(setup(&["a", "b"]));
    rig.submit(1).sets_up();
    rig.begun("a").says_nothing();
    rig.ready("a").says(&[BEGIN_B, "DeliverAssignment child1/0 assignment1 p1", "Continue"]);
}

/// The failure of a worker before ready leaves with both halves, in either order, then it recovers:
/// a stop after the request counts as abnormal.
#[track_caller]
fn fails_before_ready(begin: impl Fn() -> Rig, failure: &str) {
    let first = "DeliverDiagnostic d1 diagnostic1 WorkerFailed a";
    let second = "DeliverDiagnostic d1 diagnostic2 WorkerFailed a";
    let rejected = [
        "DeliverDiagnostic d1 diagnostic1 WorkerShutdownRejected a",
        "  [ShutdownWorker child1/0 a:child1/0:e1 shutdown1] x1",
    ];
    let mut rig = begin();
    assert_eq!(rig.phase("a"), HALVES_OPEN);
    rig.shutdown_taken("a").says_nothing();
    assert_eq!(rig.phase("a"), Phase::DrainingPreReady { halves: PairPhase::Settled });
    rig.stop("a", Normal, 4).says(&[PREPARE, first, failure, "Continue"]);
    let mut rig = begin();
    rig.stop("a", Normal, 4).says_nothing();
    assert_eq!(rig.phase("a"), Phase::DrainingPreReady { halves: PairPhase::Stopped });
    rig.shutdown_taken("a").says(&[PREPARE, first, failure, "Continue"]);
    let mut rig = begin();
    rig.stop("a", Normal, 4).says_nothing();
    rig.reject_shutdown("a").says(&[
        PREPARE,
        rejected[0],
        rejected[1],
        second,
        failure,
        "Continue",
    ]);
    let mut rig = begin();
    rig.reject_shutdown("a").says(&[rejected[0], rejected[1], "Continue"]);
    rig.stop("a", Normal, 4).says(&[PREPARE, second, failure, "Continue"]);
}

#[test]
fn a_rejected_initialization_puts_the_worker_through_shutdown_and_stop() {
    let begin = || {
        let mut rig = setup(&["a"]).transient().start();
        rig.commit("a").sets_up();
        rig.reject_initialization("a").says(&[ASK_A, "Continue"]);
        rig
    };
    fails_before_ready(begin, "  InitializationRejected leftover1 plan1 x1");
}

#[test]
fn a_rejected_begin_puts_the_worker_through_shutdown_and_stop() {
    let begin = || {
        let mut rig = setup(&["a"]).transient().start();
        rig.until("a", Phase::ActivationDispatched);
        rig.reject_begin("a").says(&[ASK_A, "Continue"]);
        rig
    };
    fails_before_ready(
        begin,
        "  BeginRejected [BeginWorkerActivation child1/0 ticket1/0 permit1 plan1] x1",
    );
}

#[test]
fn a_rejected_activation_puts_the_worker_through_shutdown_and_stop() {
    let begin = || {
        let mut rig = setup(&["a"]).transient().start();
        rig.until("a", Phase::Activating);
        rig.reject_activation("a").says(&[ASK_A, "Continue"]);
        rig
    };
    fails_before_ready(begin, "  ActivationRejected x1");
}

#[test]
fn an_unavailable_ticket_puts_the_worker_through_shutdown_and_stop() {
    let begin = || {
        let none = |space: &mut CorrelationSpace| space.activations = SequencePlan::NOTHING;
        let mut rig = setup(&["a"]).transient().space(none).start();
        rig.commit("a").sets_up();
        rig.initialized("a").says(&[ASK_A, "Continue"]);
        rig
    };
    fails_before_ready(begin, "  TicketUnavailable permit1 plan1 Exhausted");
}

#[test]
fn a_failure_before_ready_retires_a_role_that_does_not_recover() {
    let mut rig = setup(&["a"]).temporary().start();
    rig.submit(1).sets_up();
    rig.commit("a").sets_up();
    rig.reject_initialization("a").says(&[ASK_A, "Continue"]);
    rig.shutdown_taken("a").says_nothing();
    rig.stop("a", Abnormal, 4).says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 NoRecoverableWorkers",
        "DeliverDiagnostic d1 diagnostic1 WorkerFailed a",
        "  InitializationRejected leftover1 plan1 x1",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), Phase::Retired);
}

#[test]
fn a_failing_ticket_does_not_keep_the_next_role_waiting() {
    let collides = |space: &mut CorrelationSpace| {
        space.activations = plan(2, 2).renewed(Lease::new(1, 9).expect("a lease"));
    };
    let mut rig = setup(&["a", "b", "c", "d"]).limit(1).space(collides).start();
    rig.until("d", Phase::Activating);
    for role in ["a", "b", "c"] {
        rig.until(role, WAITING);
    }
    assert_eq!(rig.card("d").ticket.map(|ticket| ticket.ordinal()), Some(2));
    rig.ready("d").says(&[
        "BeginWorkerActivation child3/2 ticket3/2 permit3 plan3",
        "ShutdownWorker child1/0 a:child1/0:e1 shutdown1",
        "ShutdownWorker child2/1 b:child2/1:e2 shutdown2",
        "Continue",
    ]);
    rig.stop("a", Abnormal, 4).says_nothing();
    rig.shutdown_taken("a").says(&[
        PREPARE,
        "DeliverDiagnostic d1 diagnostic1 WorkerFailed a",
        "  TicketUnavailable permit1 plan1 Collision(1)",
        "Continue",
    ]);
    rig.stop("b", Abnormal, 4).says_nothing();
    rig.shutdown_taken("b").says(&[
        "DeliverDiagnostic d1 diagnostic2 WorkerFailed b",
        "  TicketUnavailable permit2 plan2 Collision(2)",
        "Continue",
    ]);
}

#[test]
fn a_ticket_that_fails_leaves_the_slot_to_a_later_fold() {
    let collides = |space: &mut CorrelationSpace| {
        space.activations = plan(1, 1).renewed(Lease::new(1, 9).expect("a lease"));
    };
    let mut rig = setup(&["a", "b", "c"]).limit(2).space(collides).start();
    rig.until("a", Phase::ActivationDispatched);
    rig.commit("b").sets_up();
    rig.initialized("b").says(&["ShutdownWorker child2/1 b:child2/1:e2 shutdown1", "Continue"]);
    rig.commit("c").sets_up();
    rig.initialized("c")
        .says(&["BeginWorkerActivation child3/2 ticket2/2 permit3 plan3", "Continue"]);
}

#[test]
fn a_missing_shutdown_for_a_failed_worker_starts_the_drain_and_is_asked_anew() {
    let collides = |space: &mut CorrelationSpace| {
        space.shutdowns = plan(5, 5).renewed(Lease::new(5, 9).expect("a lease"));
    };
    let mut rig = setup(&["a", "b"]).space(collides).start();
    rig.commit("a").sets_up();
    rig.commit("b").sets_up();
    rig.reject_initialization("b")
        .says(&["ShutdownWorker child2/1 b:child2/1:e2 shutdown5", "Continue"]);
    rig.reject_initialization("a").says(&[
        "ShutdownWorker child1/0 a:child1/0:e1 shutdown6",
        "TransferRejectedFact a Cancelled",
        "  Failure InitializationRejected leftover1 plan1 x1",
        "TransferRejectedFact b Cancelled",
        "  Failure InitializationRejected leftover2 plan2 x2",
        "Continue",
    ]);
    let work = DrainWorkPhase::Nothing;
    assert_eq!(rig.phase("b"), Phase::DrainingWorker { work, settled: false });
}

#[test]
fn an_activation_fact_needs_the_ticket_of_its_own_attempt() {
    let mut rig = setup(&["a", "b"]).start();
    rig.until("a", Phase::ActivationDispatched);
    rig.until("b", Phase::Activating);
    let (a, b) = (rig.card("a"), rig.card("b"));
    let crossed = Card { ticket: b.ticket, ..a };
    rig.rejects(Stale, facts::begun(&crossed));
    rig.rejects(Stale, facts::ready(&Card { ticket: a.ticket, ..b }));
    let other = Card { evidence: Evidence(9), ..a };
    rig.rejects(WrongWorker, facts::begun(&other));
    rig.rejects(WrongWorker, facts::ready(&Card { role: "a", ..b }));
    let mut foreign = setup(&["a"]).instance(2).start();
    foreign.until("a", Phase::ActivationDispatched);
    let crossed = Card { ticket: foreign.card("a").ticket, ..a };
    rig.rejects(Foreign, facts::begun(&crossed));
}
