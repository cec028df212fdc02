//! The normalization: what each operating member becomes, and what it emits.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::pool::observation::*;

fn deadlined(setup: PoolSetup) -> PoolSetup {
    with(setup, |setup| setup.drain = DrainPolicy::RetireActorGraphAfter { deadline: 30 })
}

/// Walks one role through a history and shuts down.
#[track_caller]
fn shuts_down(setup: &PoolSetup, before: &[Told], phase: Phase, then: Phase, expected: &[Said]) {
    let mut history = History::started(setup);
    before.iter().for_each(|told| history.ok(*told));
    assert_eq!(history.phases(), [phase]);
    if then == Phase::Drained {
        history.ends(Told::Shutdown, Verdict::Stopped, expected);
        assert_eq!(history.phases(), []);
    } else {
        history.says(Told::Shutdown, expected);
        assert_eq!(history.phases(), [then]);
        history.says(Told::Shutdown, &[]);
        assert_eq!(history.phases(), [then]);
    }
}

#[test]
fn a_creation_is_resolved() {
    let setup = setup(1);
    shuts_down(&setup, &[], Phase::Creating, Phase::ResolvingCreation, &[]);
    let kept = [tell::stopped(0, 0, crash(1))];
    let then = Phase::ResolvingCreationStopKept;
    shuts_down(&setup, &kept, Phase::CreatingStopKept, then, &[]);
}

#[test]
fn a_worker_that_starts_is_asked_to_stop_and_its_activation_is_cancelled() {
    let setup = setup(1);
    let asked = say::shut_down(0, 0, 0);
    let mut told = vec![tell::born(0, 0)];
    shuts_down(&setup, &told, Phase::Initializing, Phase::DrainInitializing, &[asked]);
    told.push(tell::initialized(0, 0));
    let cancelled = [say::cancel(0, 0), asked];
    let phase = Phase::ActivationDispatched;
    shuts_down(&setup, &told, phase, Phase::DrainDispatched, &cancelled);
    told.push(tell::begun(0, 0, 0));
    shuts_down(&setup, &told, Phase::Activating, Phase::DrainActivating, &cancelled);
    told.push(tell::ready(0, 0, 0));
    shuts_down(&setup, &told, Phase::Idle, Phase::DrainIdle, &[asked]);
}

#[test]
fn a_worker_that_waits_for_a_slot_holds_its_permit() {
    let mut history = History::started(&with(setup(2), |setup| setup.activation_limit = 1));
    history.ok(tell::born(0, 0));
    history.ok(tell::born(1, 1));
    history.ok(tell::initialized(0, 0));
    history.ok(tell::initialized(1, 1));
    let expected = [say::cancel(0, 0), say::shut_down(0, 0, 0), say::shut_down(1, 1, 1)];
    history.says(Told::Shutdown, &expected);
    assert_eq!(history.phases(), [Phase::DrainDispatched, Phase::DrainHolding]);
    let values = Transfer::Activation { permit: permit(1), plan: plan(1) };
    let released = say::transfer(1, values, TransferReason::Cancelled);
    history.says(tell::stopped(1, 1, exit(1)), &[released]);
    history.says(tell::shutdown_accepted(1, 1, 1), &[]);
    assert_eq!(history.phases(), [Phase::DrainDispatched, Phase::Drained]);
}

#[test]
fn a_failure_kept_before_readiness_goes_to_the_host() {
    let failures = [
        (
            vec![tell::born(0, 0), tell::uninitialized(0, 0)],
            Transfer::RejectedInitialization { settlement: 78, plan: plan(0), reason: 2 },
        ),
        (
            vec![tell::born(0, 0), tell::initialized(0, 0), tell::unbegun(0, 0, 0)],
            Transfer::ReturnedBegin { permit: permit(0), plan: plan(0), reason: 3 },
        ),
        (
            vec![
                tell::born(0, 0),
                tell::initialized(0, 0),
                tell::begun(0, 0, 0),
                tell::unready(0, 0, 0),
            ],
            Transfer::RejectedActivation { reason: 4 },
        ),
    ];
    for (mut told, values) in failures {
        let handed = [say::transfer(0, values, TransferReason::Cancelled)];
        let setup = setup(1);
        shuts_down(&setup, &told, Phase::DrainingPreReady, Phase::DrainIdle, &handed);
        told.push(tell::shutdown_accepted(0, 0, 0));
        let phase = Phase::DrainingPreReadySettled;
        shuts_down(&setup, &told, phase, Phase::DrainIdleSettled, &handed);
        told.pop();
        told.push(tell::stopped(0, 0, exit(1)));
        let phase = Phase::DrainingPreReadyStopped;
        shuts_down(&setup, &told, phase, Phase::DrainStopped, &handed);
    }
}

#[test]
fn what_a_stop_left_open_belongs_to_the_host() {
    let setup = setup(1);
    let mut told = vec![tell::born(0, 0), tell::stopped(0, 0, crash(1))];
    shuts_down(&setup, &told, Phase::StoppedInitializing, Phase::Drained, &[]);
    told.insert(1, tell::initialized(0, 0));
    shuts_down(&setup, &told, Phase::StoppedDispatched, Phase::Drained, &[]);
}

/// The facts that make the only worker ready, then busy.
fn busy(facts: &[Told]) -> Vec<Told> {
    let mut told = vec![
        tell::born(0, 0),
        tell::initialized(0, 0),
        tell::begun(0, 0, 0),
        tell::ready(0, 0, 0),
        tell::submit(1),
    ];
    told.extend_from_slice(facts);
    told
}

#[test]
fn a_busy_worker_loses_its_job_to_the_customer() {
    let setup = deadlined(setup(1));
    let returned = say::returned_assigned(0, 0, 1, AssignedReturn::PoolShutdown);
    let (asked, deadline) = (say::shut_down(0, 0, 0), say::set_deadline(0, 30));
    let completed = tell::completed(0, 0, 1);
    let late = say::tell_desk(0, say::rejected_fact(FactClass::Stale, completed));
    let half = Transfer::RetainedHalf { assignment: assignment(0) };
    let half = say::transfer(0, half, TransferReason::Cancelled);
    let stopped = tell::stopped(0, 0, crash(1));

    let expected = [returned, asked, deadline];
    let (told, then) = (busy(&[]), Phase::DrainDelivering);
    shuts_down(&setup, &told, Phase::BusyDelivering, then, &expected);
    let told = busy(&[tell::delivered(0, 0)]);
    shuts_down(&setup, &told, Phase::BusyAccepted, Phase::DrainIdle, &expected);
    let told = busy(&[completed]);
    let expected = [returned, asked, deadline, late];
    shuts_down(&setup, &told, Phase::BusyCompletionFirst, then, &expected);

    let told = busy(&[stopped]);
    shuts_down(&setup, &told, Phase::BusyStopFirst, Phase::Drained, &[returned, half]);
    let expected = [returned, half, late];
    let told = busy(&[completed, stopped]);
    shuts_down(&setup, &told, Phase::BusyCompletionStop, Phase::Drained, &expected);
    let told = busy(&[stopped, completed]);
    shuts_down(&setup, &told, Phase::BusyStopCompletion, Phase::Drained, &expected);
}

#[test]
fn a_quarantined_worker_is_not_asked_twice() {
    let setup = with(deadlined(setup(1)), |setup| setup.backlog_capacity = 0);
    let queued = say::returned_queued(0, 1, QueuedReturn::PoolShutdown);
    let expected = [queued, say::set_deadline(0, 30)];
    let back = tell::undelivered(0, 0, command(0, 0, 1));
    let told = busy(&[back]);
    shuts_down(&setup, &told, Phase::Stopping, Phase::DrainIdle, &expected);
    let told = busy(&[back, tell::shutdown_accepted(0, 0, 0)]);
    shuts_down(&setup, &told, Phase::StoppingSettled, Phase::DrainIdleSettled, &expected);
    let told = busy(&[back, tell::stopped(0, 0, crash(1))]);
    shuts_down(&setup, &told, Phase::StoppingStopped, Phase::DrainStopped, &expected);
}

#[test]
fn a_recovery_keeps_only_what_the_host_has() {
    let setup = with(setup(1), |setup| setup.timing = Timing::Constant { delay: 4 });
    let mut told = busy(&[]);
    told.pop();
    told.push(tell::stopped(0, 0, crash(1)));
    let (phase, then) = (Phase::RecoveringPreparing, Phase::AwaitingWorkerPreparation);
    shuts_down(&setup, &told, phase, then, &[]);
    told.push(tell::prepared(0, 0, 99));
    let then = Phase::AwaitingRestartSchedule;
    shuts_down(&setup, &told, Phase::RecoveringScheduling, then, &[]);
    let kept = [told.clone(), vec![tell::elapsed(0, 0, 0, 9)]].concat();
    let phase = Phase::RecoveringSchedulingElapsed;
    shuts_down(&setup, &kept, phase, Phase::AwaitingRestartScheduleElapsed, &[]);
    told.push(tell::scheduled(0, 0, 0));
    let values = Transfer::Replacement {
        submission: 99,
        birth: child(1),
        recovery: recovery(0),
        timer: restart_timer(0, 0),
        elapsed_at: None,
        returned: None,
    };
    let handed = [say::transfer(0, values, TransferReason::Cancelled)];
    shuts_down(&setup, &told, Phase::RecoveringTimer, Phase::Drained, &handed);
    told.pop();
    told.push(tell::unscheduled(0, 0, 0));
    shuts_down(&setup, &told, Phase::Retired, Phase::Drained, &[]);
}

#[test]
fn a_role_that_waits_for_the_source_is_drained() {
    let mut history = History::idle(&setup(2));
    history.ok(tell::stopped(0, 0, crash(1)));
    history.ok(tell::stopped(1, 1, crash(1)));
    assert_eq!(history.phases(), [Phase::RecoveringPreparing, Phase::RecoveringSource]);
    history.says(Told::Shutdown, &[]);
    assert_eq!(history.phases(), [Phase::AwaitingWorkerPreparation, Phase::Drained]);
    // Draining lends to nobody.
    let values = Transfer::PreparedSubmission { submission: 99 };
    let handed = say::transfer(0, values, TransferReason::Cancelled);
    history.ends(tell::prepared(0, 0, 99), Verdict::Stopped, &[handed]);
    assert!(history.view().source_home);
}

#[test]
fn customers_are_answered_queue_first_then_roles_in_order() {
    let mut history = History::idle(&setup(2));
    (1..=4).for_each(|n| history.ok(tell::submit(n)));
    history.says(
        Told::Shutdown,
        &[
            say::returned_queued(2, 3, QueuedReturn::PoolShutdown),
            say::returned_queued(3, 4, QueuedReturn::PoolShutdown),
            say::returned_assigned(0, 0, 1, AssignedReturn::PoolShutdown),
            say::returned_assigned(1, 1, 2, AssignedReturn::PoolShutdown),
            say::shut_down(0, 0, 0),
            say::shut_down(1, 1, 1),
        ],
    );
}

#[test]
fn a_failure_under_stop_pool_settles_its_own_fact_and_then_shuts_down() {
    let mut history = History::started(&with(setup(2), |setup| {
        setup.reaction = Reaction::StopPool;
    }));
    history.settle_in(1, 1, 0);
    (1..=2).for_each(|n| history.ok(tell::submit(n)));
    let failure = RoleFailure::CreationRejected { submission: 77, reason: 1, stop: None };
    history.says(
        tell::unborn(0, 0),
        &[
            say::returned_queued(1, 2, QueuedReturn::PoolShutdown),
            say::returned_assigned(0, 1, 1, AssignedReturn::PoolShutdown),
            say::shut_down(1, 1, 0),
            say::tell_desk(0, say::role_failed(0, failure)),
        ],
    );
    assert_eq!(history.phases(), [Phase::Drained, Phase::DrainDelivering]);
}

#[test]
fn under_terminate_any_diagnostic_shuts_down_after_its_own_step() {
    let terminate =
        |setup: PoolSetup| with(setup, |setup| setup.diagnostics = DiagnosticPolicy::Terminate);
    // A late completion: the job is reinserted first, then returned; no recovery.
    let retry = with(terminate(setup(1)), |setup| setup.interruption = Interruption::Retry);
    let mut history = History::idle(&retry);
    history.ok(tell::submit(1));
    history.ok(tell::stopped(0, 0, crash(1)));
    history.ok(tell::completed(0, 0, 1));
    let stale = say::rejected_fact(FactClass::Stale, tell::completed(0, 0, 1));
    let queued = say::returned_queued(0, 1, QueuedReturn::PoolShutdown);
    let expected = [queued, say::terminal(stale)];
    history.ends(tell::delivered(0, 0), Verdict::Stopped, &expected);

    // A worker that failed before it was ready: its diagnostic, not the transfer.
    let mut history = History::started(&terminate(setup(1)));
    history.ok(tell::born(0, 0));
    history.ok(tell::uninitialized(0, 0));
    history.ok(tell::stopped(0, 0, crash(1)));
    let failure =
        WorkerFailure::InitializationRejected { settlement: 78, plan: plan(0), reason: 2 };
    let rejected = say::terminal(say::shutdown_rejected(0, 0, 0));
    let expected = [rejected, say::terminal(say::worker_failed(0, failure))];
    history.ends(tell::shutdown_rejected(0, 0, 0), Verdict::Stopped, &expected);

    // A refused kept stop: the birth goes on first, then the pool closes over it.
    let mut history = History::started(&terminate(setup(1)));
    let wrong = Told::Stopped { worker: Worker { evidence: 1, ..worker(0, 0) }, stop: crash(4) };
    history.ok(wrong);
    let refused = say::terminal(say::rejected_fact(FactClass::WrongWorker, wrong));
    let expected = [say::initialize(0), say::shut_down(0, 0, 0), refused];
    history.says(tell::born(0, 0), &expected);
    assert_eq!(history.phases(), [Phase::DrainInitializing]);
    // While draining a diagnostic only leaves.
    let late = tell::ready(0, 0, 0);
    let refused = say::terminal(say::rejected_fact(FactClass::Stale, late));
    history.says(late, &[refused]);
    assert_eq!(history.phases(), [Phase::DrainInitializing]);
}

#[test]
fn a_terminal_diagnostic_in_lending_ends_the_scan() {
    let mut history = History::idle(&with(setup(3), |setup| {
        setup.diagnostics = DiagnosticPolicy::Terminate;
        setup.sequences.recovery = colliding(600, 1);
    }));
    (0..3).for_each(|at| history.ok(tell::stopped(at, at as u64, crash(1))));
    let failure = RoleFailure::RecoveryTicketUnavailable {
        stop: crash(1),
        rejection: Unavailable::Collision { candidate: 600 },
    };
    let mut expected = say::successor(0, 3, 0, 0, 99);
    expected.push(say::terminal(say::role_failed(1, failure)));
    history.says(tell::prepared(0, 0, 99), &expected);
    assert_eq!(history.phases(), [Phase::ResolvingCreation, Phase::Drained, Phase::Drained]);
}

#[test]
fn a_diagnostic_without_a_correlation_closes_the_pool() {
    let mut history = History::idle(&with(setup(1), |setup| {
        setup.sequences.diagnostic = short(1000, 1);
    }));
    history.refuses(tell::ready(0, 0, 0), FactClass::Stale, 0);
    let stale = say::rejected_fact(FactClass::Stale, tell::ready(0, 0, 0));
    history.says(tell::ready(0, 0, 0), &[say::shut_down(0, 0, 0), say::terminal(stale)]);
}
