//! The normalization: what a shutdown makes of every operating member, of the queue and of the
//! assigned jobs, and when there is nothing left to wait for.

use crate::support::phases::{base, operating};
use crate::support::*;

const RETURNED: &str = "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 PoolShutdown";
const HALF: [&str; 2] = ["TransferRejectedFact a Cancelled", "  RetainedHalf half of assignment1"];
const STALE: [&str; 2] =
    ["DeliverDiagnostic d1 diagnostic1 RejectedFact Stale", "  WorkerCompleted child1/0 o5"];
const ASK_A: &str = "ShutdownWorker child1/0 a:child1/0:e1 shutdown1";
const ASK_B_FIRST: &str = "ShutdownWorker child2/1 b:child2/1:e2 shutdown1";
const ASK_B: &str = "ShutdownWorker child2/1 b:child2/1:e2 shutdown2";
const CANCEL_A: &str = "CancelWorkerActivation child1/0 ticket2/0";

/// Role `a` in `phase`: the shutdown says `says` and leaves `a` in `then`.
#[track_caller]
fn row(phase: Phase, says: &[&str], then: Phase) {
    let mut rig = operating(base(), phase);
    let mut says = says.to_vec();
    says.push("Continue");
    rig.shutdown().says(&says);
    assert_eq!(rig.phase("a"), then);
    assert!(rig.host.open_jobs.is_empty());
    rig.shutdown().says_nothing();
}

fn worker(work: DrainWorkPhase) -> Phase {
    Phase::DrainingWorker { work, settled: false }
}

#[test]
fn a_creation_stays_to_be_resolved_with_its_kept_stop() {
    for stop_kept in [false, true] {
        let then = Phase::ResolvingCreation { stop_kept };
        row(Phase::Creating { stop_kept }, &[ASK_B_FIRST], then);
    }
}

#[test]
fn an_initializing_worker_is_asked_to_stop() {
    row(Phase::Initializing, &[ASK_A, ASK_B], worker(DrainWorkPhase::Initializing));
}

#[test]
fn a_worker_that_waits_for_a_slot_keeps_permit_and_plan() {
    row(
        Phase::WaitingForActivationAuthorization,
        &["CancelWorkerActivation child2/1 ticket1/1", ASK_A, ASK_B],
        worker(DrainWorkPhase::WaitingForActivation),
    );
}

#[test]
fn an_activation_is_cancelled_once_in_either_phase() {
    let dispatched = worker(DrainWorkPhase::ActivationDispatched);
    row(Phase::ActivationDispatched, &[CANCEL_A, ASK_A, ASK_B], dispatched);
    row(Phase::Activating, &[CANCEL_A, ASK_A, ASK_B], worker(DrainWorkPhase::Activating));
}

#[test]
fn a_worker_that_failed_before_ready_is_not_asked_again_and_its_failure_goes_to_the_host() {
    let failure = ["TransferRejectedFact a Cancelled", "  Failure ActivationRejected x1"];
    let says = [ASK_B, failure[0], failure[1]];
    let nothing = DrainWorkPhase::Nothing;
    for (halves, then) in [
        (PairPhase::Open, worker(nothing)),
        (PairPhase::Settled, Phase::DrainingWorker { work: nothing, settled: true }),
        (PairPhase::Stopped, Phase::DrainingStopped),
    ] {
        row(Phase::DrainingPreReady { halves }, &says, then);
    }
}

#[test]
fn a_worker_that_stopped_before_ready_is_drained() {
    row(Phase::StoppedInitializing, &[ASK_B_FIRST], Phase::Drained);
    row(Phase::StoppedDispatched, &[ASK_B_FIRST], Phase::Drained);
}

#[test]
fn an_idle_worker_is_asked_to_stop() {
    row(Phase::Idle, &[ASK_A, ASK_B], worker(DrainWorkPhase::Nothing));
}

#[test]
fn a_busy_worker_without_a_stop_is_asked_to_stop() {
    let (delivering, nothing) = (DrainWorkPhase::Delivering, DrainWorkPhase::Nothing);
    let asked = [RETURNED, ASK_A, ASK_B];
    let busy = |join| Phase::Busy { join };
    row(busy(JoinPhase::Delivering), &asked, worker(delivering));
    row(busy(JoinPhase::Accepted), &asked, worker(nothing));
    row(
        busy(JoinPhase::CompletionFirst),
        &[RETURNED, ASK_A, ASK_B, STALE[0], STALE[1]],
        worker(delivering),
    );
}

#[test]
fn a_busy_worker_with_a_stop_is_drained_and_its_half_goes_to_the_host() {
    let busy = |join| Phase::Busy { join };
    let half = [RETURNED, ASK_B_FIRST, HALF[0], HALF[1]];
    row(busy(JoinPhase::StopFirst), &half, Phase::Drained);
    let stale = [&half[..], &STALE].concat();
    row(busy(JoinPhase::CompletionThenStop), &stale, Phase::Drained);
    row(busy(JoinPhase::StopThenCompletion), &stale, Phase::Drained);
}

#[test]
fn a_role_that_waits_for_the_source_is_drained() {
    row(Phase::RecoveringWaitingForSource, &[], Phase::Drained);
}

#[test]
fn a_preparation_and_a_schedule_stay_to_be_settled() {
    row(Phase::RecoveringPreparing, &[ASK_B_FIRST], Phase::AwaitingWorkerPreparation);
    for elapsed in [false, true] {
        let then = Phase::AwaitingRestartSchedule { elapsed };
        row(Phase::RecoveringScheduling { elapsed }, &[ASK_B_FIRST], then);
    }
}

#[test]
fn a_replacement_that_waits_for_its_timer_goes_to_the_host() {
    row(
        Phase::RecoveringWaitingForTimer,
        &[
            ASK_B_FIRST,
            "TransferRejectedFact a Cancelled",
            "  Replacement [recovery1/0 child3/0 timer1/0 s3] not elapsed not returned",
        ],
        Phase::Drained,
    );
    let mut rig = operating(base(), Phase::RecoveringWaitingForTimer);
    rig.shutdown().sets_up();
    rig.rejects(Stale, facts::timer_elapsed(&rig.card("a"), 9));
}

#[test]
fn a_quarantined_worker_is_not_asked_again() {
    let moved = "DeliverCustomerTerminal c1 ReturnedAssigned job1 b p1 PoolShutdown";
    let nothing = DrainWorkPhase::Nothing;
    for (halves, then) in [
        (PairPhase::Open, worker(nothing)),
        (PairPhase::Settled, Phase::DrainingWorker { work: nothing, settled: true }),
        (PairPhase::Stopped, Phase::DrainingStopped),
    ] {
        row(Phase::Stopping { halves }, &[moved, ASK_B], then);
    }
}

#[test]
fn a_retired_role_is_drained() {
    row(Phase::Retired, &[ASK_B_FIRST], Phase::Drained);
}

#[test]
fn queued_jobs_return_in_admission_order_then_assigned_ones_in_declaration_order() {
    let mut rig = setup(&["a", "b", "c"]).retry().idle();
    for (tag, role) in [(1, "a"), (2, "b"), (3, "c")] {
        rig.busy(role, tag);
    }
    rig.submit(4).sets_up();
    rig.complete("a", 9).sets_up();
    rig.submit(5).sets_up();
    rig.stop("c", Abnormal, 1).sets_up();
    rig.shutdown().says(&[
        "DeliverCustomerTerminal c3 ReturnedQueued job3 p3 PoolShutdown",
        "DeliverCustomerTerminal c5 ReturnedQueued job5 p5 PoolShutdown",
        "DeliverCustomerTerminal c4 ReturnedAssigned job4 a p4 PoolShutdown",
        "DeliverCustomerTerminal c2 ReturnedAssigned job2 b p2 PoolShutdown",
        "ShutdownWorker child1/0 a:child1/0:e1 shutdown1",
        "ShutdownWorker child2/1 b:child2/1:e2 shutdown2",
        "Continue",
    ]);
}

#[test]
fn every_count_of_queued_and_assigned_jobs_returns_whole() {
    let roles = ["a", "b", "c"];
    for assigned in 0..=3_u64 {
        for queued in 0..=if assigned == 3 { 3 } else { 0 } {
            let mut rig = setup(&roles).idle();
            for (tag, role) in (1..=assigned).zip(roles) {
                rig.busy(role, tag);
            }
            for tag in (assigned + 1)..=(assigned + queued) {
                rig.submit(tag).sets_up();
            }
            let of_queue = (assigned + 1..=assigned + queued).map(|tag| {
                format!(
                    "DeliverCustomerTerminal c{tag} ReturnedQueued job{tag} p{tag} PoolShutdown"
                )
            });
            let of_roles = (1..=assigned).zip(roles).map(|(tag, role)| {
                format!(
                    "DeliverCustomerTerminal c{tag} ReturnedAssigned job{tag} {role} p{tag} \
                     PoolShutdown"
                )
            });
            let asked = (1..).zip(roles).map(|(at, role)| {
                let child = format!("child{at}/{}", at - 1);
                format!("ShutdownWorker {child} {role}:{child}:e{at} shutdown{at}")
            });
            let expected: Vec<String> = of_queue.chain(of_roles).chain(asked).collect();
            let mut expected: Vec<&str> = expected.iter().map(String::as_str).collect();
            expected.push("Continue");
            rig.shutdown().says(&expected);
            assert!(rig.host.open_jobs.is_empty());
        }
    }
}

#[test]
fn a_shutdown_that_finds_nothing_to_wait_for_stops_the_pool_without_a_timer() {
    let none = |space: &mut CorrelationSpace| {
        (space.timers, space.shutdowns) = (SequencePlan::NOTHING, SequencePlan::NOTHING);
    };
    let mut rig = setup(&["a", "b"]).temporary().deadline(9).space(none).idle();
    rig.stop("a", Normal, 1).says_nothing();
    rig.stop("b", Normal, 1).says_nothing();
    rig.shutdown().says(&["Stopped"]);
    let mut rig = setup(&["a"]).deadline(9).space(none).start();
    rig.until("a", Phase::Initializing);
    rig.stop("a", Normal, 1).says_nothing();
    rig.shutdown().says(&["Stopped"]);
}

#[test]
fn a_queue_that_waits_for_starting_workers_returns_before_they_are_born() {
    let mut rig = setup(&["a"]).deadline(9).start();
    rig.submit(1).sets_up();
    rig.shutdown().says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 PoolShutdown",
        "ScheduleDrainDeadline timer1/drain in 9",
        "Continue",
    ]);
}

#[test]
fn a_reaction_that_stops_the_pool_takes_the_same_steps() {
    let mut rig = setup(&["a", "b", "c", "d"]).limit(1).stop_pool().deadline(9).start();
    rig.until_idle("b");
    rig.until("c", Phase::ActivationDispatched);
    rig.until("d", Phase::WaitingForActivationAuthorization);
    rig.busy("b", 1);
    rig.submit(2).sets_up();
    rig.reject_birth("a").says(&[
        "CancelWorkerActivation child3/2 ticket2/2",
        "DeliverCustomerTerminal c2 ReturnedQueued job2 p2 PoolShutdown",
        "DeliverCustomerTerminal c1 ReturnedAssigned job1 b p1 PoolShutdown",
        "ShutdownWorker child2/1 b:child2/1:e2 shutdown1",
        "ShutdownWorker child3/2 c:child3/2:e3 shutdown2",
        "ShutdownWorker child4/3 d:child4/3:e4 shutdown3",
        "ScheduleDrainDeadline timer1/drain in 9",
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  CreationRejected s1 x1 no stop",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), Phase::Drained);
}

#[test]
fn a_stop_that_completes_a_pair_in_the_fold_of_a_shutdown_leaves_its_role_drained() {
    let none = |space: &mut CorrelationSpace| space.recoveries = SequencePlan::NOTHING;
    let mut rig = setup(&["a", "b"]).stop_pool().space(none).start();
    rig.until_idle("b");
    rig.until("a", Phase::Activating);
    rig.reject_activation("a").sets_up();
    rig.shutdown_taken("a").says_nothing();
    rig.stop("a", Abnormal, 4).says(&[
        ASK_B,
        "DeliverDiagnostic d1 diagnostic1 WorkerFailed a",
        "  ActivationRejected x1",
        "DeliverDiagnostic d1 diagnostic2 RoleFailed a",
        "  RecoveryTicketUnavailable [Abnormal 4 z4] Exhausted",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), Phase::Drained);
}
