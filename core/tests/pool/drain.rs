//! The drain: what each member still waits for, how late facts are settled, and where it ends.

use crate::support::phases::{base, draining, operating};
use crate::support::*;

const CANCELLED: &str = "TransferRejectedFact a Cancelled";

fn worker(work: DrainWorkPhase) -> Phase {
    Phase::DrainingWorker { work, settled: false }
}

/// Role `a` in drain phase `phase`.
fn rig_in(phase: Phase) -> Rig {
    draining(base(), phase)
}

/// What `values` says of a transfer from role `a`.
#[track_caller]
fn transfers(said: Said, values: &str) {
    said.says(&[CANCELLED, &format!("  {values}"), "Continue"]);
}

#[test]
fn a_birth_that_is_rejected_during_drain_goes_to_the_host() {
    let mut rig = rig_in(Phase::ResolvingCreation { stop_kept: false });
    transfers(rig.reject_birth("a"), "UnbornSubmission s1 x1 no stop");
    assert_eq!(rig.phase("a"), Phase::Drained);
}

#[test]
fn a_rejected_birth_against_a_kept_stop_is_contradictory() {
    let mut rig = rig_in(Phase::ResolvingCreation { stop_kept: true });
    rig.reject_birth("a").says(&[
        "TransferRejectedFact a Contradictory",
        "  UnbornSubmission s1 x1 stop [WorkerStopped a:child1/0:e1 Abnormal 4 z4]",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), Phase::Drained);
}

#[test]
fn a_stop_kept_during_drain_contradicts_the_rejected_birth_whole() {
    let mut rig = rig_in(Phase::ResolvingCreation { stop_kept: false });
    let named = Card { evidence: Evidence(9), ..rig.card("a") };
    rig.tell(facts::stopped(&named, Abnormal, 4)).says_nothing();
    rig.reject_birth("a").says(&[
        "TransferRejectedFact a Contradictory",
        "  UnbornSubmission s1 x1 stop [WorkerStopped a:child1/0:e9 Abnormal 4 z4]",
        "Continue",
    ]);
}

#[test]
fn a_birth_during_drain_starts_nothing_and_is_asked_to_stop() {
    let mut rig = rig_in(Phase::ResolvingCreation { stop_kept: false });
    rig.commit("a").says(&["ShutdownWorker child1/0 a:child1/0:e1 shutdown2", "Continue"]);
    assert_eq!(rig.phase("a"), worker(DrainWorkPhase::Created));
    transfers(rig.stop("a", Normal, 5), "Plan plan1");
    assert_eq!(rig.phase("a"), Phase::DrainingStopped);
    rig.shutdown_taken("a").says_nothing();
    assert_eq!(rig.phase("a"), Phase::Drained);
}

#[test]
fn a_birth_after_its_stop_is_drained_at_once() {
    let mut rig = rig_in(Phase::ResolvingCreation { stop_kept: false });
    rig.stop("a", Normal, 5).says_nothing();
    assert_eq!(rig.phase("a"), Phase::ResolvingCreation { stop_kept: true });
    transfers(rig.commit("a"), "Plan plan1");
    assert_eq!(rig.phase("a"), Phase::Drained);
    let mut rig = rig_in(Phase::ResolvingCreation { stop_kept: true });
    transfers(rig.commit("a"), "Plan plan1");
}

#[test]
fn a_kept_stop_of_another_birth_is_rejected_when_the_birth_commits() {
    let mut rig = rig_in(Phase::ResolvingCreation { stop_kept: false });
    let other = Card { evidence: Evidence(9), ..rig.card("a") };
    rig.tell(facts::stopped(&other, Abnormal, 4)).says_nothing();
    rig.commit("a").says(&[
        "ShutdownWorker child1/0 a:child1/0:e1 shutdown2",
        "DeliverDiagnostic d1 diagnostic1 RejectedFact WrongWorker",
        "  WorkerStopped a:child1/0:e9 Abnormal 4 z4",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), worker(DrainWorkPhase::Created));
}

#[test]
fn an_initialization_that_settles_during_drain_goes_to_the_host() {
    let initializing = || rig_in(worker(DrainWorkPhase::Initializing));
    let mut rig = initializing();
    transfers(rig.initialized("a"), "Activation permit1 plan1");
    assert_eq!(rig.phase("a"), worker(DrainWorkPhase::Nothing));
    let mut rig = initializing();
    let values = "Failure InitializationRejected leftover1 plan1 x1";
    transfers(rig.reject_initialization("a"), values);
    assert_eq!(rig.phase("a"), worker(DrainWorkPhase::Nothing));
    let mut rig = initializing();
    transfers(rig.stop_initialization("a", Normal, 5), "Plan plan1");
    assert_eq!(rig.phase("a"), Phase::DrainingStopped);
    rig.rejects(Stale, facts::stopped(&rig.card("a"), Normal, 6));
}

#[test]
fn an_initialization_that_stops_a_settled_worker_drains_it() {
    let work = DrainWorkPhase::Initializing;
    let mut rig = rig_in(Phase::DrainingWorker { work, settled: true });
    transfers(rig.stop_initialization("a", Normal, 5), "Plan plan1");
    assert_eq!(rig.phase("a"), Phase::Drained);
}

#[test]
fn a_stop_leaves_an_open_initialization_to_the_host() {
    let mut rig = rig_in(worker(DrainWorkPhase::Initializing));
    rig.stop("a", Normal, 5).says_nothing();
    rig.rejects(Stale, facts::initialized(&rig.card("a"), Plan(1)));
}

#[test]
fn a_worker_that_waited_for_a_slot_gives_permit_and_plan_with_its_stop() {
    let mut rig = rig_in(worker(DrainWorkPhase::WaitingForActivation));
    transfers(rig.stop("a", Normal, 5), "Activation permit1 plan1");
}

#[test]
fn a_begin_that_settles_during_drain_is_followed_by_its_activation() {
    let mut rig = rig_in(worker(DrainWorkPhase::ActivationDispatched));
    rig.begun("a").says_nothing();
    assert_eq!(rig.phase("a"), worker(DrainWorkPhase::Activating));
    rig.ready("a").says_nothing();
    assert_eq!(rig.phase("a"), worker(DrainWorkPhase::Nothing));
    let mut rig = rig_in(worker(DrainWorkPhase::Activating));
    transfers(rig.reject_activation("a"), "Failure ActivationRejected x1");
    assert_eq!(rig.phase("a"), worker(DrainWorkPhase::Nothing));
}

#[test]
fn a_begin_that_is_rejected_during_drain_goes_to_the_host() {
    let mut rig = rig_in(worker(DrainWorkPhase::ActivationDispatched));
    let values =
        "Failure BeginRejected [BeginWorkerActivation child1/0 ticket2/0 permit1 plan1] x1";
    transfers(rig.reject_begin("a"), values);
    assert_eq!(rig.phase("a"), worker(DrainWorkPhase::Nothing));
}

#[test]
fn a_stop_releases_an_open_activation() {
    for work in [DrainWorkPhase::ActivationDispatched, DrainWorkPhase::Activating] {
        let mut rig = rig_in(worker(work));
        rig.stop("a", Normal, 5).says_nothing();
        rig.rejects(Stale, facts::begun(&rig.card("a")));
        rig.rejects(Stale, facts::ready(&rig.card("a")));
    }
}

#[test]
fn a_delivery_that_is_accepted_during_drain_is_silent() {
    let mut rig = rig_in(worker(DrainWorkPhase::Delivering));
    rig.delivered("a").says_nothing();
    rig.stop("a", Normal, 5).says_nothing();
}

#[test]
fn a_delivery_that_is_rejected_during_drain_is_never_reunited() {
    let values = "RejectedDelivery half of assignment1 [command p1] x1 no completion";
    let mut rig = rig_in(worker(DrainWorkPhase::Delivering));
    transfers(rig.reject_delivery("a"), values);
    assert_eq!(rig.phase("a"), worker(DrainWorkPhase::Nothing));
    let mut foreign = operating(base().instance(2), Phase::Busy { join: JoinPhase::Delivering });
    let mut rig = rig_in(worker(DrainWorkPhase::Delivering));
    transfers(rig.reject_delivery_with("a", foreign.command("a")), values);
}

#[test]
fn a_delivery_that_is_rejected_after_its_completion_left_is_like_any_other() {
    let completion_first = Phase::Busy { join: JoinPhase::CompletionFirst };
    let mut twin = operating(base(), Phase::Busy { join: JoinPhase::Delivering });
    let mut rig = operating(base(), completion_first);
    rig.shutdown().sets_up();
    transfers(
        rig.reject_delivery_with("a", twin.command("a")),
        "RejectedDelivery half of assignment1 [command p1] x1 no completion",
    );
}

#[test]
fn a_stop_gives_the_half_of_an_open_delivery_to_the_host() {
    let mut rig = rig_in(worker(DrainWorkPhase::Delivering));
    transfers(rig.stop("a", Normal, 5), "RetainedHalf half of assignment1");
    rig.rejects(Stale, facts::delivered(&rig.card("a")));
}

#[test]
fn a_completion_during_drain_is_stale_and_gives_the_worker_no_work() {
    for work in [DrainWorkPhase::Delivering, DrainWorkPhase::Nothing] {
        let join = JoinPhase::Delivering;
        let mut rig = operating(base(), Phase::Busy { join });
        rig.submit(2).sets_up();
        rig.submit(3).sets_up();
        if work == DrainWorkPhase::Nothing {
            rig.delivered("a").says_nothing();
        }
        rig.shutdown().sets_up();
        let command = rig.command("a");
        rig.rejects(Stale, facts::completed(&rig.card("a"), command, 5));
        assert_eq!(rig.phase("a"), worker(work));
    }
}

#[test]
fn a_preparation_that_settles_during_drain_brings_the_source_home() {
    let mut rig = rig_in(Phase::AwaitingWorkerPreparation);
    assert!(!rig.pool.source_is_home());
    transfers(rig.prepared("a"), "PreparedSubmission s3");
    assert!(rig.pool.source_is_home());
    assert_eq!(rig.phase("a"), Phase::Drained);
    let mut rig = rig_in(Phase::AwaitingWorkerPreparation);
    let refusal = PreparationRefusal::SourceRejected;
    transfers(rig.refuse_preparation("a", refusal), "RefusedPreparation SourceRejected x1");
    assert!(rig.pool.source_is_home());
}

#[test]
fn a_preparation_that_comes_home_during_drain_is_lent_to_nobody() {
    let mut rig = setup(&["a", "b"]).idle();
    rig.stop("a", Abnormal, 1).sets_up();
    rig.stop("b", Abnormal, 2).says_nothing();
    rig.shutdown().says_nothing();
    assert_eq!(rig.phase("b"), Phase::Drained);
    rig.prepared("a").says(&[CANCELLED, "  PreparedSubmission s3", "Stopped"]);
}

const PREPARED: &str = "[recovery1/0 child3/0 timer1/0 s3]";
const ELAPSED: &str = "elapsed [RestartTimerElapsed recovery1/0 timer1/0 at 9]";
const REQUEST: &str = "[ScheduleRestart recovery1/0 timer1/0 at 9]";

#[test]
fn a_schedule_that_settles_during_drain_drains_its_role_either_way() {
    let schedule = |elapsed| rig_in(Phase::AwaitingRestartSchedule { elapsed });
    for (elapsed, timer) in [(false, "not elapsed"), (true, ELAPSED)] {
        let mut rig = schedule(elapsed);
        let values = format!("Replacement {PREPARED} {timer} not returned");
        transfers(rig.scheduled("a"), &values);
        assert_eq!(rig.phase("a"), Phase::Drained);
        rig.rejects(Stale, facts::timer_elapsed(&rig.card("a"), 10));
        let mut rig = schedule(elapsed);
        let values = format!("Replacement {PREPARED} {timer} returned {REQUEST} x1");
        transfers(rig.reject_schedule("a"), &values);
    }
}

#[test]
fn a_restart_timer_during_drain_is_kept_once() {
    let mut rig = rig_in(Phase::AwaitingRestartSchedule { elapsed: false });
    rig.timer("a", 9).says_nothing();
    assert_eq!(rig.phase("a"), Phase::AwaitingRestartSchedule { elapsed: true });
    rig.rejects(Stale, facts::timer_elapsed(&rig.card("a"), 9));
}

#[test]
fn a_worker_is_drained_by_its_stop_and_the_settlement_of_its_shutdown_in_either_order() {
    let idle = || {
        let mut rig = setup(&["a"]).idle();
        rig.shutdown().sets_up();
        rig
    };
    let mut rig = idle();
    rig.stop("a", Abnormal, 5).says_nothing();
    rig.shutdown_taken("a").says(&["Stopped"]);
    let mut rig = idle();
    rig.shutdown_taken("a").says_nothing();
    rig.stop("a", Abnormal, 5).says(&["Stopped"]);
    assert_eq!(rig.pool.mode(), PoolMode::Stopped);
}

#[test]
fn a_rejected_shutdown_is_a_diagnostic_and_never_the_stop() {
    let idle = || {
        let mut rig = setup(&["a"]).idle();
        rig.shutdown().sets_up();
        rig
    };
    let rejected = [
        "DeliverDiagnostic d1 diagnostic1 WorkerShutdownRejected a",
        "  [ShutdownWorker child1/0 a:child1/0:e1 shutdown1] x1",
    ];
    let mut rig = idle();
    rig.reject_shutdown("a").says(&[rejected[0], rejected[1], "Continue"]);
    rig.rejects(Stale, facts::shutdown_taken(&rig.card("a")));
    rig.stop("a", Abnormal, 5).says(&["Stopped"]);
    let mut rig = idle();
    rig.stop("a", Abnormal, 5).says_nothing();
    rig.reject_shutdown("a").says(&[rejected[0], rejected[1], "Stopped"]);
}

#[test]
fn a_worker_that_was_asked_before_the_drain_needs_its_other_half_only() {
    for halves in [PairPhase::Settled, PairPhase::Stopped] {
        let mut rig = operating(base(), Phase::DrainingPreReady { halves });
        rig.shutdown().sets_up();
        if halves == PairPhase::Settled {
            rig.stop("a", Normal, 9).says_nothing();
        } else {
            rig.shutdown_taken("a").says_nothing();
        }
        assert_eq!(rig.phase("a"), Phase::Drained);
    }
}

#[test]
fn the_pool_ends_in_the_fold_where_the_last_member_drains() {
    let mut rig = setup(&["a", "b", "c"]).idle();
    rig.busy("a", 1);
    rig.shutdown().sets_up();
    for role in ["a", "b", "c"] {
        rig.shutdown_taken(role).says_nothing();
    }
    rig.stop("b", Normal, 5).says_nothing();
    rig.stop("c", Normal, 5).says_nothing();
    rig.stop("a", Normal, 5).says(&["Stopped"]);
}

#[test]
fn without_a_deadline_the_pool_waits_for_a_worker_that_never_stops() {
    let mut rig = setup(&["a"]).idle();
    rig.shutdown().says(&["ShutdownWorker child1/0 a:child1/0:e1 shutdown1", "Continue"]);
    rig.shutdown_taken("a").says_nothing();
    for tag in 1..50 {
        rig.submit(tag).says(&[
            &format!("DeliverAdmission c{tag} Rejected r{tag} p{tag} ShuttingDown"),
            "Continue",
        ]);
        rig.shutdown().says_nothing();
    }
    assert_eq!(
        rig.phase("a"),
        Phase::DrainingWorker { work: DrainWorkPhase::Nothing, settled: true }
    );
}

#[test]
fn a_nonce_or_ticket_that_no_declared_role_could_have_is_stale() {
    let mut larger = setup(&["a", "b", "c"]).delayed(5).idle();
    larger.stop("c", Abnormal, 1).sets_up();
    larger.prepared("c").sets_up();
    let mut rig = setup(&["a"]).idle();
    rig.shutdown().sets_up();
    let card = Card { shutdown: rig.card("a").shutdown, ..larger.card("c") };
    rig.rejects(Stale, facts::committed(&card));
    rig.rejects(Stale, facts::unborn(&card, Blueprint(8)));
    rig.rejects(Stale, facts::initialized(&card, Plan(8)));
    rig.rejects(Stale, facts::begun(&card));
    rig.rejects(Stale, facts::ready(&card));
    rig.rejects(Stale, facts::stopped(&card, Normal, 8));
    rig.rejects(Stale, facts::shutdown_taken(&card));
    rig.rejects(Stale, facts::prepared(&card, Source(8), 8));
    rig.rejects(Stale, facts::scheduled(&card));
    rig.rejects(Stale, facts::timer_elapsed(&card, 8));
}
