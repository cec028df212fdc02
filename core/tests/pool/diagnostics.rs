//! Diagnostics: delivered under their own correlations, or handed to the host; the first that is handed
//! to the host ends the pool in its own fold.

use crate::support::phases::{base, draining, operating};
use crate::support::*;

const ASK_A: &str = "ShutdownWorker child1/0 a:child1/0:e1 shutdown1";
const ASK_B: &str = "ShutdownWorker child2/1 b:child2/1:e2 shutdown2";
const ASK_B_FIRST: &str = "ShutdownWorker child2/1 b:child2/1:e2 shutdown1";

fn without_diagnostics(space: &mut CorrelationSpace) {
    space.diagnostics = SequencePlan::NOTHING;
}

/// Both ways in which a diagnostic has no correlation: none is wanted, or none can be reserved.
fn terminal(setup: Setup) -> [Setup; 2] {
    [setup.clone().terminate(), setup.space(without_diagnostics)]
}

/// A stop of another birth: a rejected fact of class `WrongWorker`.
fn wrong_stop(rig: &Rig) -> facts::Input {
    facts::stopped(&Card { evidence: Evidence(9), ..rig.card("a") }, Abnormal, 7)
}

#[test]
fn delivered_diagnostics_are_numbered_in_causal_order_and_change_nothing() {
    let mut rig = setup(&["a"]).idle();
    for number in 1..=3 {
        let head = format!("DeliverDiagnostic d1 diagnostic{number} RejectedFact WrongWorker");
        rig.tell(wrong_stop(&rig)).says(&[
            &head,
            "  WorkerStopped a:child1/0:e9 Abnormal 7 z7",
            "Continue",
        ]);
    }
    assert_eq!(rig.phase("a"), Phase::Idle);
}

#[test]
fn a_rejected_fact_without_a_correlation_ends_the_pool_in_its_fold() {
    for setup in terminal(setup(&["a", "b"]).deadline(9)) {
        let mut rig = setup.idle();
        rig.busy("a", 1);
        rig.tell(wrong_stop(&rig)).says(&[
            "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 PoolShutdown",
            ASK_A,
            ASK_B,
            "ScheduleDrainDeadline timer1/drain in 9",
            "TransferTerminalDiagnostic RejectedFact WrongWorker",
            "  WorkerStopped a:child1/0:e9 Abnormal 7 z7",
            "Continue",
        ]);
        assert_eq!(rig.pool.mode(), PoolMode::Draining);
    }
}

#[test]
fn a_draining_pool_only_hands_its_diagnostics_over() {
    for setup in terminal(base()) {
        let mut rig = draining(
            setup,
            Phase::DrainingWorker { work: DrainWorkPhase::Nothing, settled: false },
        );
        rig.tell(wrong_stop(&rig)).says(&[
            "TransferTerminalDiagnostic RejectedFact WrongWorker",
            "  WorkerStopped a:child1/0:e9 Abnormal 7 z7",
            "Continue",
        ]);
        rig.reject_shutdown("a").says(&[
            "TransferTerminalDiagnostic WorkerShutdownRejected a",
            "  [ShutdownWorker child1/0 a:child1/0:e1 shutdown1] x1",
            "Continue",
        ]);
    }
}

#[test]
fn a_role_failure_without_a_correlation_ends_the_pool_whatever_the_reaction() {
    for setup in terminal(setup(&["a", "b"])) {
        let mut rig = setup.start();
        rig.until_idle("b");
        rig.reject_birth("a").says(&[
            ASK_B_FIRST,
            "TransferTerminalDiagnostic RoleFailed a",
            "  CreationRejected s1 x1 no stop",
            "Continue",
        ]);
        assert_eq!(rig.phase("a"), Phase::Drained);
    }
}

#[test]
fn a_failure_before_ready_without_a_correlation_ends_the_pool_with_both_halves_in() {
    for setup in terminal(base()) {
        let halves = PairPhase::Settled;
        let mut rig = operating(setup, Phase::DrainingPreReady { halves });
        rig.stop("a", Abnormal, 4).says(&[
            ASK_B,
            "TransferTerminalDiagnostic WorkerFailed a",
            "  ActivationRejected x1",
            "Continue",
        ]);
        assert_eq!(rig.phase("a"), Phase::Drained);
    }
}

#[test]
fn a_rejected_shutdown_without_a_correlation_ends_the_pool() {
    for setup in terminal(base()) {
        let halves = PairPhase::Open;
        let mut rig = operating(setup, Phase::DrainingPreReady { halves });
        rig.reject_shutdown("a").says(&[
            ASK_B,
            "TransferRejectedFact a Cancelled",
            "  Failure ActivationRejected x1",
            "TransferTerminalDiagnostic WorkerShutdownRejected a",
            "  [ShutdownWorker child1/0 a:child1/0:e1 shutdown1] x1",
            "Continue",
        ]);
        let work = DrainWorkPhase::Nothing;
        assert_eq!(rig.phase("a"), Phase::DrainingWorker { work, settled: true });
    }
}

#[test]
fn a_rejected_shutdown_that_closes_a_pair_is_followed_by_the_failure() {
    for setup in terminal(base()) {
        let halves = PairPhase::Stopped;
        let mut rig = operating(setup, Phase::DrainingPreReady { halves });
        rig.reject_shutdown("a").says(&[
            ASK_B,
            "TransferTerminalDiagnostic WorkerShutdownRejected a",
            "  [ShutdownWorker child1/0 a:child1/0:e1 shutdown1] x1",
            "TransferTerminalDiagnostic WorkerFailed a",
            "  ActivationRejected x1",
            "Continue",
        ]);
        assert_eq!(rig.phase("a"), Phase::Drained);
    }
    let halves = PairPhase::Stopped;
    let none = base().space(|space| space.recoveries = SequencePlan::NOTHING);
    let mut rig = operating(none, Phase::DrainingPreReady { halves });
    rig.reject_shutdown("a").says(&[
        "DeliverDiagnostic d1 diagnostic1 WorkerShutdownRejected a",
        "  [ShutdownWorker child1/0 a:child1/0:e1 shutdown1] x1",
        "DeliverDiagnostic d1 diagnostic2 WorkerFailed a",
        "  ActivationRejected x1",
        "DeliverDiagnostic d1 diagnostic3 RoleFailed a",
        "  RecoveryTicketUnavailable [Abnormal 4 z4] Exhausted",
        "Continue",
    ]);
}

#[test]
fn a_rejected_shutdown_that_closes_a_quarantine_ends_the_pool_without_recovery() {
    for setup in terminal(setup(&["a"])) {
        let mut rig = setup.idle();
        rig.submit(1).sets_up();
        rig.reject_delivery("a").sets_up();
        rig.stop("a", Abnormal, 4).says_nothing();
        rig.reject_shutdown("a").says(&[
            "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 PoolShutdown",
            "TransferTerminalDiagnostic WorkerShutdownRejected a",
            "  [ShutdownWorker child1/0 a:child1/0:e1 shutdown1] x1",
            "Stopped",
        ]);
    }
}

#[test]
fn a_completion_that_came_after_the_stop_ends_the_pool_after_the_customer_has_its_outcome() {
    for setup in terminal(setup(&["a", "b"])) {
        let mut rig = setup.idle();
        rig.submit(1).sets_up();
        rig.stop("a", Abnormal, 4).says_nothing();
        rig.complete("a", 5).says_nothing();
        rig.delivered("a").says(&[
            "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 WorkerStopped",
            ASK_B_FIRST,
            "TransferTerminalDiagnostic RejectedFact Stale",
            "  WorkerCompleted child1/0 o5",
            "Continue",
        ]);
        assert_eq!(rig.phase("a"), Phase::Drained, "nothing is recovered in this fold");
    }
}

#[test]
fn a_kept_stop_of_another_birth_ends_the_pool_after_the_birth_has_gone_on() {
    for setup in terminal(setup(&["a"])) {
        let mut rig = setup.start();
        rig.tell(wrong_stop(&rig)).says_nothing();
        rig.commit("a").says(&[
            "InitializeWorker child1/0 i1 plan1",
            ASK_A,
            "TransferTerminalDiagnostic RejectedFact WrongWorker",
            "  WorkerStopped a:child1/0:e9 Abnormal 7 z7",
            "Continue",
        ]);
        let work = DrainWorkPhase::Initializing;
        assert_eq!(rig.phase("a"), Phase::DrainingWorker { work, settled: false });
    }
}

#[test]
fn a_failed_ticket_without_a_correlation_ends_the_lending() {
    for setup in terminal(setup(&["a", "b", "c"])) {
        let once = |space: &mut CorrelationSpace| space.recoveries = plan(1, 1);
        let mut rig = setup.space(once).idle();
        rig.stop("c", Abnormal, 1).sets_up();
        rig.stop("a", Abnormal, 2).says_nothing();
        rig.stop("b", Abnormal, 3).says_nothing();
        rig.prepared("c").says(&[
            "CreateWorker c child4/2 Replacement(recovery1/2 e3) s4",
            "ObserveWorkerCreation child4/2",
            "ObserveWorkerStop child4/2",
            "TransferTerminalDiagnostic RoleFailed a",
            "  RecoveryTicketUnavailable [Abnormal 2 z2] Exhausted",
            "Continue",
        ]);
        assert_eq!((rig.phase("a"), rig.phase("b")), (Phase::Drained, Phase::Drained));
        assert_eq!(rig.phase("c"), Phase::ResolvingCreation { stop_kept: false });
    }
}

#[test]
fn completions_that_a_shutdown_finds_are_diagnosed_in_its_fold_under_both_dispositions() {
    let completed = |setup: Setup| {
        let mut rig = setup.idle();
        for (tag, role) in [(1, "a"), (2, "b")] {
            rig.submit(tag).sets_up();
            rig.complete(role, tag * 10).says_nothing();
        }
        rig
    };
    let common = [
        "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 PoolShutdown",
        "DeliverCustomerTerminal c2 ReturnedAssigned job2 b p2 PoolShutdown",
        ASK_A,
        ASK_B,
    ];
    let owned = ["  WorkerCompleted child1/0 o10", "  WorkerCompleted child2/1 o20"];
    let heads = ["DeliverDiagnostic d1 diagnostic1", "DeliverDiagnostic d1 diagnostic2"]
        .map(|head| format!("{head} RejectedFact Stale"));
    let mut said = common.to_vec();
    said.extend([&heads[0], owned[0], &heads[1], owned[1], "Continue"]);
    completed(setup(&["a", "b"])).shutdown().says(&said);
    for setup in terminal(setup(&["a", "b"])) {
        let head = "TransferTerminalDiagnostic RejectedFact Stale";
        let mut said = common.to_vec();
        said.extend([head, owned[0], head, owned[1], "Continue"]);
        completed(setup).shutdown().says(&said);
    }
}

#[test]
fn the_last_word_of_a_pool_follows_its_diagnostics() {
    for setup in terminal(setup(&["a"])) {
        let mut rig = setup.start();
        rig.reject_birth("a").says(&[
            "TransferTerminalDiagnostic RoleFailed a",
            "  CreationRejected s1 x1 no stop",
            "Stopped",
        ]);
    }
}

#[test]
fn a_residual_follows_the_diagnostics_of_its_fold() {
    for setup in terminal(setup(&["a", "b"])) {
        let none = |space: &mut CorrelationSpace| space.shutdowns = SequencePlan::NOTHING;
        let mut rig = setup.space(none).start();
        rig.until_idle("b");
        rig.reject_birth("a").says(&[
            "TransferTerminalDiagnostic RoleFailed a",
            "  CreationRejected s1 x1 no stop",
            "TransferDrainResidual ShutdownCorrelationUnavailable Exhausted",
            "  b Worker child2/1 w2 e2 Nothing NotRequested",
            "ForcedRetirement",
        ]);
    }
}

#[test]
fn a_colliding_diagnostic_ends_the_pool_and_the_next_one_is_delivered_again() {
    let renewal = Lease::new(1, 9).expect("a lease");
    let collides = move |space: &mut CorrelationSpace| {
        space.diagnostics = plan(1, 1).renewed(renewal);
    };
    let mut rig = setup(&["a"]).space(collides).idle();
    let owned = "  WorkerStopped a:child1/0:e9 Abnormal 7 z7";
    rig.tell(wrong_stop(&rig)).says(&[
        "DeliverDiagnostic d1 diagnostic1 RejectedFact WrongWorker",
        owned,
        "Continue",
    ]);
    rig.tell(wrong_stop(&rig)).says(&[
        ASK_A,
        "TransferTerminalDiagnostic RejectedFact WrongWorker",
        owned,
        "Continue",
    ]);
    rig.tell(wrong_stop(&rig)).says(&[
        "DeliverDiagnostic d1 diagnostic2 RejectedFact WrongWorker",
        owned,
        "Continue",
    ]);
}

#[test]
fn one_fold_may_deliver_one_diagnostic_and_hand_the_next_over() {
    let once = |space: &mut CorrelationSpace| space.diagnostics = plan(1, 1);
    let halves = PairPhase::Stopped;
    let mut rig = operating(base().space(once), Phase::DrainingPreReady { halves });
    rig.reject_shutdown("a").says(&[
        ASK_B,
        "DeliverDiagnostic d1 diagnostic1 WorkerShutdownRejected a",
        "  [ShutdownWorker child1/0 a:child1/0:e1 shutdown1] x1",
        "TransferTerminalDiagnostic WorkerFailed a",
        "  ActivationRejected x1",
        "Continue",
    ]);
}

#[test]
fn a_stop_that_is_merely_late_ends_a_pool_that_terminates() {
    let mut rig = setup(&["a"]).terminate().idle();
    rig.stop("a", Abnormal, 4).says(&["PrepareWorker recovery1/0 a source1", "Continue"]);
    rig.stop("a", Abnormal, 4).says(&[
        "TransferTerminalDiagnostic RejectedFact Stale",
        "  WorkerStopped a:child1/0:e1 Abnormal 4 z4",
        "Continue",
    ]);
    rig.prepared("a").says(&[
        "TransferRejectedFact a Cancelled",
        "  PreparedSubmission s2",
        "Stopped",
    ]);
}
