//! Forced retirement: every cause, every phase in the residual, and what does not go out in a fold
//! that forces.

use crate::support::phases::{base, draining, every_drain_phase, operating};
use crate::support::*;

const ASK_A: &str = "ShutdownWorker child1/0 a:child1/0:e1 shutdown1";
const SCHEDULE: &str = "ScheduleDrainDeadline timer1/drain in 9";
const FIRED: &str = "TransferDrainResidual DeadlineElapsed timer1/drain at 30";
const NO_SHUTDOWN: &str = "TransferDrainResidual ShutdownCorrelationUnavailable Exhausted";
const PLAIN_A: &str = "  a Worker child1/0 w1 e1 Nothing Requested shutdown1";

fn without_shutdowns(space: &mut CorrelationSpace) {
    space.shutdowns = SequencePlan::NOTHING;
}

/// One idle role, asked to stop, with a deadline.
fn ending() -> Rig {
    let mut rig = setup(&["a"]).deadline(9).idle();
    rig.shutdown().says(&[ASK_A, SCHEDULE, "Continue"]);
    rig
}

#[test]
fn the_deadline_forces_before_and_after_its_schedule_is_settled() {
    let mut rig = ending();
    rig.deadline_fires(30).says(&[FIRED, PLAIN_A, "ForcedRetirement"]);
    let mut rig = ending();
    rig.deadline_taken().says_nothing();
    rig.deadline_fires(30).says(&[FIRED, PLAIN_A, "ForcedRetirement"]);
    let ended = rig.pool.into_ended().expect("the pool has ended");
    let forced = ForcedRetirement { roles: vec!["a"], cause: ResidualCauseKind::DeadlineElapsed };
    assert_eq!(ended.forced, Some(forced));
}

#[test]
fn a_rejected_deadline_forces_in_the_fold_that_reports_it() {
    let mut rig = ending();
    rig.reject_deadline().says(&[
        "TransferDrainResidual DeadlineScheduleRejected [ScheduleDrainDeadline timer1/drain in 9] x0",
        PLAIN_A,
        "ForcedRetirement",
    ]);
    let ended = rig.pool.into_ended().expect("the pool has ended");
    assert_eq!(ended.forced.expect("by force").cause, ResidualCauseKind::DeadlineScheduleRejected);
}

#[test]
fn a_second_settlement_of_the_deadline_is_rejected() {
    let mut rig = ending();
    rig.deadline_taken().says_nothing();
    let request = rig.host.deadline.expect("a deadline");
    rig.rejects(Stale, facts::deadline_taken(request.timer));
    rig.rejects(Stale, facts::deadline_rejected(request));
}

#[test]
fn a_deadline_fact_must_name_the_drain_timer_of_this_pool() {
    let mut restarting = operating(base(), Phase::RecoveringScheduling { elapsed: false });
    let restart = restarting.card("a").timer.expect("a timer");
    restarting.timer("a", 9).sets_up();
    let mut foreign = setup(&["a"]).instance(2).deadline(9).idle();
    foreign.shutdown().sets_up();
    let other = foreign.host.deadline.expect("a deadline");
    let mut rig = ending();
    rig.rejects(Stale, facts::deadline_taken(restart));
    rig.rejects(Stale, facts::deadline_elapsed(restart, 9));
    rig.rejects(Foreign, facts::deadline_taken(other.timer));
    rig.rejects(Foreign, facts::deadline_rejected(other));
    rig.rejects(Foreign, facts::deadline_elapsed(other.timer, 9));
}

#[test]
fn an_unsettled_deadline_does_not_hold_the_end_up() {
    let mut rig = ending();
    rig.shutdown_taken("a").says_nothing();
    rig.stop("a", Normal, 5).says(&["Stopped"]);
    let timer = rig.host.deadline.expect("a deadline").timer;
    let cause = RefusalCause::Mode(PoolMode::Stopped);
    rig.refuse(facts::deadline_taken(timer))
        .says(cause, "DrainDeadlineSettled timer1/drain Accepted");
}

/// How role `a` in drain phase `phase` stands in the residual; a drained one does not.
fn residual_of(phase: Phase) -> Option<String> {
    if let Phase::DrainingWorker { work, settled } = phase {
        return Some(worker_of(work, settled));
    }
    let (_, text) = [
        (Phase::ResolvingCreation { stop_kept: false }, "ResolvingCreation child1/0 no stop"),
        (
            Phase::ResolvingCreation { stop_kept: true },
            "ResolvingCreation child1/0 WorkerStopped a:child1/0:e1 Abnormal 4 z4",
        ),
        (Phase::DrainingStopped, "StoppedWorker child1/0 e1 [Abnormal 4 z4] shutdown1"),
        (Phase::AwaitingWorkerPreparation, "AwaitingWorkerPreparation recovery1/0"),
        (
            Phase::AwaitingRestartSchedule { elapsed: false },
            "AwaitingRestartSchedule [recovery1/0 child3/0 timer1/0 s3] not elapsed",
        ),
        (
            Phase::AwaitingRestartSchedule { elapsed: true },
            "AwaitingRestartSchedule [recovery1/0 child3/0 timer1/0 s3] elapsed \
             [RestartTimerElapsed recovery1/0 timer1/0 at 9]",
        ),
    ]
    .into_iter()
    .find(|(row, _)| *row == phase)?;
    Some(format!("  a {text}"))
}

fn worker_of(work: DrainWorkPhase, settled: bool) -> String {
    let text = match work {
        DrainWorkPhase::Nothing => "Nothing",
        DrainWorkPhase::Created => "Created plan1",
        DrainWorkPhase::Initializing => "Initializing i1",
        DrainWorkPhase::WaitingForActivation => "WaitingForActivation permit1 plan1",
        DrainWorkPhase::ActivationDispatched => "ActivationDispatched ticket2/0",
        DrainWorkPhase::Activating => "Activating ticket2/0",
        DrainWorkPhase::Delivering => "Delivering half of assignment1",
    };
    let id = if work == DrainWorkPhase::Created { 2 } else { 1 };
    let shutdown = if settled { "Settled" } else { "Requested" };
    format!("  a Worker child1/0 w1 e1 {text} {shutdown} shutdown{id}")
}

#[test]
fn the_residual_lists_every_member_that_is_not_drained_with_all_that_it_holds() {
    for phase in every_drain_phase() {
        let mut rig = draining(base().deadline(9), phase);
        let dispatched = DrainWorkPhase::ActivationDispatched;
        let work = if rig.phase("b") == (Phase::DrainingWorker { work: dispatched, settled: false })
        {
            "ActivationDispatched ticket1/1"
        } else {
            "Nothing"
        };
        let id = rig.card("b").shutdown.expect("b was asked").ordinal();
        let b = format!("  b Worker child2/1 w2 e2 {work} Requested shutdown{id}");
        let timer = rig.host.deadline.expect("a deadline").timer.generation();
        let mut expected =
            vec![format!("TransferDrainResidual DeadlineElapsed timer{timer}/drain at 30")];
        expected.extend(residual_of(phase));
        expected.extend([b, "ForcedRetirement".to_owned()]);
        assert_eq!(expected.len(), if phase == Phase::Drained { 3 } else { 4 }, "{phase:?}");
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        rig.deadline_fires(30).says(&expected);
    }
}

#[test]
fn the_residual_has_exactly_the_unresolved_members() {
    let roles = ["a", "b", "c", "d"];
    for resolved in 0..4 {
        let mut rig = setup(&roles).deadline(9).idle();
        rig.shutdown().sets_up();
        for role in &roles[..resolved] {
            rig.stop(role, Normal, 5).says_nothing();
            rig.shutdown_taken(role).says_nothing();
        }
        let mut expected = vec![FIRED.to_owned()];
        expected.extend((resolved..4).map(|at| {
            let n = at + 1;
            format!("  {} Worker child{n}/{at} w{n} e{n} Nothing Requested shutdown{n}", roles[at])
        }));
        expected.push("ForcedRetirement".to_owned());
        let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        rig.deadline_fires(30).says(&expected);
        let ended = rig.pool.into_ended().expect("the pool has ended");
        assert_eq!(ended.forced.expect("by force").roles, roles[resolved..]);
    }
}

#[test]
fn a_source_that_is_out_at_the_end_stays_lent() {
    let mut rig = draining(base().deadline(9), Phase::AwaitingWorkerPreparation);
    rig.deadline_fires(30).sets_up();
    let ended = rig.pool.into_ended().expect("the pool has ended");
    let restart = ended.definition.recovery.restart().expect("a permanent pool restarts");
    assert_eq!(restart.source, SourceCustody::Lent);
}

#[test]
fn a_missing_shutdown_forces_after_the_customers_have_their_outcomes() {
    let mut rig = setup(&["a", "b", "c"]).limit(1).deadline(9).space(without_shutdowns).start();
    rig.until_idle("a");
    rig.until("b", Phase::Activating);
    rig.busy("a", 1);
    rig.submit(2).sets_up();
    rig.shutdown().says(&[
        "DeliverCustomerTerminal c2 ReturnedQueued job2 p2 PoolShutdown",
        "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 PoolShutdown",
        NO_SHUTDOWN,
        "  a Worker child1/0 w1 e1 Nothing NotRequested",
        "  b Worker child2/1 w2 e2 Activating ticket2/1 NotRequested",
        "  c ResolvingCreation child3/2 no stop",
        "ForcedRetirement",
    ]);
    let ended = rig.pool.into_ended().expect("the pool has ended");
    let cause = ResidualCauseKind::ShutdownCorrelationUnavailable;
    assert_eq!(ended.forced, Some(ForcedRetirement { roles: vec!["a", "b", "c"], cause }));
}

#[test]
fn a_shutdown_that_fails_in_the_middle_takes_back_those_before_it() {
    let renewal = Lease::new(2, 9).expect("a lease");
    let collides = move |space: &mut CorrelationSpace| {
        space.shutdowns = plan(1, 2).renewed(renewal);
    };
    let mut rig = setup(&["a", "b", "c", "d"]).space(collides).idle();
    rig.shutdown().says(&[
        "TransferDrainResidual ShutdownCorrelationUnavailable Collision(2)",
        "  a Worker child1/0 w1 e1 Nothing NotRequested",
        "  b Worker child2/1 w2 e2 Nothing NotRequested",
        "  c Worker child3/2 w3 e3 Nothing NotRequested",
        "  d Worker child4/3 w4 e4 Nothing NotRequested",
        "ForcedRetirement",
    ]);
}

#[test]
fn a_missing_deadline_forces_and_asks_nobody() {
    let none = |space: &mut CorrelationSpace| space.timers = SequencePlan::NOTHING;
    let mut rig = setup(&["a", "b"]).deadline(9).space(none).start();
    rig.until_idle("a");
    rig.until("b", Phase::ActivationDispatched);
    rig.shutdown().says(&[
        "TransferDrainResidual DeadlineCorrelationUnavailable Exhausted",
        "  a Worker child1/0 w1 e1 Nothing NotRequested",
        "  b Worker child2/1 w2 e2 ActivationDispatched ticket2/1 NotRequested",
        "ForcedRetirement",
    ]);
    let ended = rig.pool.into_ended().expect("the pool has ended");
    let cause = ResidualCauseKind::DeadlineCorrelationUnavailable;
    assert_eq!(ended.forced, Some(ForcedRetirement { roles: vec!["a", "b"], cause }));
}

#[test]
fn a_colliding_deadline_forces_too() {
    let renewal = Lease::new(1, 9).expect("a lease");
    let timers = move |space: &mut CorrelationSpace| space.timers = plan(1, 1).renewed(renewal);
    let mut rig = setup(&["a"]).delayed(5).deadline(9).space(timers).idle();
    rig.stop("a", Abnormal, 4).sets_up();
    rig.prepared("a").sets_up();
    rig.shutdown().says(&[
        "TransferDrainResidual DeadlineCorrelationUnavailable Collision(1)",
        "  a AwaitingRestartSchedule [recovery1/0 child2/0 timer1/0 s2] not elapsed",
        "ForcedRetirement",
    ]);
}

#[test]
fn a_missing_shutdown_is_the_cause_even_if_the_deadline_is_missing_too() {
    let none = |space: &mut CorrelationSpace| {
        without_shutdowns(space);
        space.timers = SequencePlan::NOTHING;
    };
    let mut rig = setup(&["a"]).deadline(9).space(none).idle();
    rig.shutdown().says(&[
        NO_SHUTDOWN,
        "  a Worker child1/0 w1 e1 Nothing NotRequested",
        "ForcedRetirement",
    ]);
}

#[test]
fn a_worker_that_was_asked_in_an_earlier_fold_shows_how_far_it_is() {
    for (halves, shown) in [
        (PairPhase::Open, "Worker child1/0 w1 e1 Nothing Requested shutdown1"),
        (PairPhase::Settled, "Worker child1/0 w1 e1 Nothing Settled shutdown1"),
        (PairPhase::Stopped, "StoppedWorker child1/0 e1 [Abnormal 4 z4] shutdown1"),
    ] {
        let once = base().space(|space| space.shutdowns = plan(1, 1));
        let mut rig = operating(once, Phase::DrainingPreReady { halves });
        rig.shutdown().says(&[
            "TransferRejectedFact a Cancelled",
            "  Failure ActivationRejected x1",
            NO_SHUTDOWN,
            &format!("  a {shown}"),
            "  b Worker child2/1 w2 e2 Nothing NotRequested",
            "ForcedRetirement",
        ]);
    }
}

#[test]
fn a_request_of_an_earlier_step_of_the_fold_is_taken_back_too() {
    let few = |space: &mut CorrelationSpace| {
        (space.activations, space.shutdowns) = (plan(1, 1), plan(1, 1));
    };
    let mut rig = setup(&["a", "b", "c"]).limit(1).space(few).start();
    rig.until("a", Phase::Activating);
    for role in ["b", "c"] {
        rig.until(role, Phase::WaitingForActivationAuthorization);
    }
    rig.ready("a").says(&[
        "TransferRejectedFact b Cancelled",
        "  Failure TicketUnavailable permit2 plan2 Exhausted",
        "TransferRejectedFact c Cancelled",
        "  Failure TicketUnavailable permit3 plan3 Exhausted",
        NO_SHUTDOWN,
        "  a Worker child1/0 w1 e1 Nothing NotRequested",
        "  b Worker child2/1 w2 e2 Nothing NotRequested",
        "  c Worker child3/2 w3 e3 Nothing NotRequested",
        "ForcedRetirement",
    ]);
}

#[test]
fn a_cancellation_of_an_earlier_step_of_the_fold_does_go_out() {
    let none = |space: &mut CorrelationSpace| {
        without_shutdowns(space);
        space.recoveries = SequencePlan::NOTHING;
    };
    let mut rig = setup(&["a", "b", "c"]).limit(2).stop_pool().space(none).start();
    rig.until_idle("b");
    rig.until("a", Phase::Activating);
    rig.until("c", Phase::ActivationDispatched);
    rig.stop("a", Abnormal, 4).says(&[
        "CancelWorkerActivation child1/0 ticket2/0",
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  RecoveryTicketUnavailable [Abnormal 4 z4] Exhausted",
        NO_SHUTDOWN,
        "  b Worker child2/1 w2 e2 Nothing NotRequested",
        "  c Worker child3/2 w3 e3 ActivationDispatched ticket3/2 NotRequested",
        "ForcedRetirement",
    ]);
}

#[test]
fn a_birth_during_drain_whose_shutdown_is_missing_forces_in_that_fold() {
    let once = |space: &mut CorrelationSpace| space.shutdowns = plan(1, 1);
    let mut rig = setup(&["a", "b"]).space(once).start();
    rig.until_idle("b");
    rig.shutdown().says(&["ShutdownWorker child2/1 b:child2/1:e2 shutdown1", "Continue"]);
    rig.commit("a").says(&[
        NO_SHUTDOWN,
        "  a Worker child1/0 w1 e1 Created plan1 NotRequested",
        "  b Worker child2/1 w2 e2 Nothing Requested shutdown1",
        "ForcedRetirement",
    ]);
}

#[test]
fn a_kept_stop_of_another_birth_is_rejected_in_a_fold_that_forces_as_well() {
    let mut rig = setup(&["a"]).space(without_shutdowns).start();
    let other = Card { evidence: Evidence(9), ..rig.card("a") };
    rig.tell(facts::stopped(&other, Abnormal, 4)).says_nothing();
    rig.shutdown().says_nothing();
    rig.commit("a").says(&[
        "DeliverDiagnostic d1 diagnostic1 RejectedFact WrongWorker",
        "  WorkerStopped a:child1/0:e9 Abnormal 4 z4",
        NO_SHUTDOWN,
        "  a Worker child1/0 w1 e1 Created plan1 NotRequested",
        "ForcedRetirement",
    ]);
}

#[test]
fn a_contradiction_without_a_shutdown_forces_with_both_facts_at_the_host() {
    let mut twin = setup(&["a"]).idle();
    twin.submit(1).sets_up();
    let mut rig = setup(&["a"]).space(without_shutdowns).idle();
    rig.submit(1).sets_up();
    rig.complete("a", 5).says_nothing();
    rig.reject_delivery_with("a", twin.command("a")).says(&[
        "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 ContradictoryAssignmentSettlement",
        "TransferRejectedFact a Contradictory",
        "  RejectedDelivery half of assignment1 [command p1] x1 completion o5",
        NO_SHUTDOWN,
        "  a Worker child1/0 w1 e1 Nothing NotRequested",
        "ForcedRetirement",
    ]);
}

#[test]
fn the_end_by_force_keeps_nothing_but_roles_and_cause() {
    let mut rig = ending();
    rig.deadline_fires(30).sets_up();
    assert_eq!(rig.pool.mode(), PoolMode::ForcedRetirement);
    assert_eq!((rig.pool.phase(0), rig.pool.cursor(), rig.pool.queued()), (None, None, 0));
    let residual = rig.host.outbox.pop().expect("the residual is with the host");
    let OwnedOperation::TransferDrainResidual { residual, cause } = residual else {
        panic!("the last thing said is the residual")
    };
    assert_eq!((residual.members.len(), cause.kind()), (1, ResidualCauseKind::DeadlineElapsed));
}
