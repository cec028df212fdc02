//! The drain: what each member still takes, the deadline, and forced retirement.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::pool::observation::*;

fn deadlined(setup: PoolSetup) -> PoolSetup {
    with(setup, |setup| setup.drain = DrainPolicy::RetireActorGraphAfter { deadline: 30 })
}

/// One role, walked through a history and shut down.
fn draining(setup: &PoolSetup, before: &[Told]) -> History {
    let mut history = History::started(setup);
    before.iter().for_each(|told| history.ok(*told));
    history.ok(Told::Shutdown);
    history
}

fn cancelled(values: Transfer) -> Said {
    say::transfer(0, values, TransferReason::Cancelled)
}

fn refused(d: u64, fact: Told) -> Said {
    say::tell_desk(d, say::rejected_fact(FactClass::Stale, fact))
}

/// The worker's own ways out: stop and settlement of its shutdown, in both orders.
#[track_caller]
fn leaves(fresh: impl Fn() -> History, settled: Phase, released: &[Said]) {
    let mut history = fresh();
    history.says(tell::shutdown_accepted(0, 0, 0), &[]);
    assert_eq!(history.phases(), [settled]);
    history.ends(tell::stopped(0, 0, exit(1)), Verdict::Stopped, released);
    let mut history = fresh();
    history.says(tell::stopped(0, 0, exit(1)), released);
    assert_eq!(history.phases(), [Phase::DrainStopped]);
    let rejected = say::tell_desk(0, say::shutdown_rejected(0, 0, 0));
    history.ends(tell::shutdown_rejected(0, 0, 0), Verdict::Stopped, &[rejected]);
    let mut history = fresh();
    history.says(tell::shutdown_rejected(0, 0, 0), &[rejected]);
    history.ends(tell::stopped(0, 0, exit(1)), Verdict::Stopped, released);
}

const STARTED: [fn() -> Told; 4] = [
    || tell::born(0, 0),
    || tell::initialized(0, 0),
    || tell::begun(0, 0, 0),
    || tell::ready(0, 0, 0),
];

fn first(steps: usize) -> Vec<Told> {
    STARTED.iter().take(steps).map(|told| told()).collect()
}

fn busy() -> Vec<Told> {
    [first(4), vec![tell::submit(1)]].concat()
}

#[test]
fn an_unresolved_creation_ends_with_its_birth() {
    let fresh = || draining(&setup(1), &[]);
    let mut history = fresh();
    let unborn = |stop| Transfer::UnbornSubmission { submission: 77, reason: 1, stop };
    history.ends(tell::unborn(0, 0), Verdict::Stopped, &[cancelled(unborn(None))]);
    let mut history = fresh();
    let KeptStop { worker, stop } = kept(0, 0, 1, crash(1));
    history.says(Told::Stopped { worker, stop }, &[]);
    assert_eq!(history.phases(), [Phase::ResolvingCreationStopKept]);
    let contradicting = Some(KeptStop { worker, stop });
    let both = say::transfer(0, unborn(contradicting), TransferReason::Contradictory);
    history.ends(tell::unborn(0, 0), Verdict::Stopped, &[both]);
    let mut history = fresh();
    history.says(tell::stopped(0, 0, crash(1)), &[]);
    let handed = cancelled(Transfer::Plan { plan: plan(0) });
    history.ends(tell::born(0, 0), Verdict::Stopped, &[handed]);
}

#[test]
fn a_birth_during_drain_starts_nothing() {
    let fresh = || {
        let mut history = draining(&setup(1), &[]);
        history.says(tell::born(0, 0), &[say::shut_down(0, 0, 0)]);
        assert_eq!(history.phases(), [Phase::DrainCreated]);
        history
    };
    let handed = cancelled(Transfer::Plan { plan: plan(0) });
    leaves(fresh, Phase::DrainCreatedSettled, &[handed]);
    let early = fresh().tell(tell::initialized(0, 0)).0;
    assert_eq!(early, [refused(0, tell::initialized(0, 0))]);
}

#[test]
fn a_kept_stop_of_another_worker_is_refused_during_drain_too() {
    let wrong = Told::Stopped { worker: Worker { evidence: 1, ..worker(0, 0) }, stop: crash(4) };
    let mut history = draining(&setup(1), &[wrong]);
    let refusal = say::tell_desk(0, say::rejected_fact(FactClass::WrongWorker, wrong));
    history.says(tell::born(0, 0), &[say::shut_down(0, 0, 0), refusal]);
    assert_eq!(history.phases(), [Phase::DrainCreated]);
}

#[test]
fn a_late_birth_without_a_shutdown_correlation_forces_retirement() {
    let setup = with(setup(2), |setup| setup.sequences.shutdown = short(900, 1));
    let mut history = History::started(&setup);
    history.settle_in(1, 1, 0);
    history.says(Told::Shutdown, &[say::shut_down(1, 1, 0)]);
    let rejection = Unavailable::Exhausted;
    let cause = ResidualCause::ShutdownCorrelationUnavailable { rejection };
    history.ends(
        tell::born(0, 0),
        Verdict::ForcedRetirement,
        &[
            Said::TransferDrainResidual { cause, members: 2 },
            residual(
                0,
                0,
                Phase::DrainCreated,
                ResidualWork::Created { plan: plan(0) },
                ResidualShutdown::NotRequested,
            ),
            residual(
                1,
                1,
                Phase::DrainIdle,
                ResidualWork::Nothing,
                ResidualShutdown::Requested { id: id(900) },
            ),
        ],
    );
    history.ends(tell::stopped(1, 1, exit(1)), Verdict::HandedBack, &[]);
    assert_eq!(history.view().mode, Mode::ForcedRetirement);
}

/// A living worker in a residual.
fn residual(
    at: usize,
    n: u64,
    phase: Phase,
    work: ResidualWork,
    shutdown: ResidualShutdown,
) -> Said {
    let held = Residual::Worker {
        child: child(n),
        evidence: evidence(n),
        recipient: Some(recipient(n)),
        work,
        shutdown,
        stop: None,
    };
    Said::ResidualMember { role: role(at), phase, held }
}

#[test]
fn an_initialization_is_consumed_once() {
    let fresh = || draining(&setup(1), &first(1));
    leaves(fresh, Phase::DrainInitializingSettled, &[]);
    let mut history = fresh();
    let values = Transfer::Activation { permit: permit(0), plan: plan(0) };
    history.says(tell::initialized(0, 0), &[cancelled(values)]);
    assert_eq!(history.phases(), [Phase::DrainIdle]);
    history.says(tell::uninitialized(0, 0), &[refused(0, tell::uninitialized(0, 0))]);
    let mut history = fresh();
    let values = Transfer::RejectedInitialization { settlement: 78, plan: plan(0), reason: 2 };
    history.says(tell::uninitialized(0, 0), &[cancelled(values)]);
    let mut history = fresh();
    let handed = cancelled(Transfer::Plan { plan: plan(0) });
    history.says(tell::initialization_stopped(0, 0, crash(1)), &[handed]);
    assert_eq!(history.phases(), [Phase::DrainStopped]);
    history.ends(tell::shutdown_accepted(0, 0, 0), Verdict::Stopped, &[]);
    let mut history = fresh();
    history.says(tell::shutdown_accepted(0, 0, 0), &[]);
    let stopped = tell::initialization_stopped(0, 0, crash(1));
    history.ends(stopped, Verdict::Stopped, &[handed]);
}

#[test]
fn a_cancelled_activation_is_consumed_step_by_step() {
    let fresh = || draining(&setup(1), &first(2));
    leaves(fresh, Phase::DrainDispatchedSettled, &[]);
    let mut history = fresh();
    history.says(tell::ready(0, 0, 0), &[refused(0, tell::ready(0, 0, 0))]);
    history.says(tell::begun(0, 0, 0), &[]);
    assert_eq!(history.phases(), [Phase::DrainActivating]);
    history.says(tell::ready(0, 0, 0), &[]);
    assert_eq!(history.phases(), [Phase::DrainIdle]);
    history.says(tell::unready(0, 0, 0), &[refused(1, tell::unready(0, 0, 0))]);
    let mut history = fresh();
    let values = Transfer::ReturnedBegin { permit: permit(0), plan: plan(0), reason: 3 };
    history.says(tell::unbegun(0, 0, 0), &[cancelled(values)]);
    let fresh = || draining(&setup(1), &first(3));
    leaves(fresh, Phase::DrainActivatingSettled, &[]);
    let rejected = cancelled(Transfer::RejectedActivation { reason: 4 });
    fresh().says(tell::unready(0, 0, 0), &[rejected]);
}

#[test]
fn an_unsettled_delivery_is_never_reunited() {
    let fresh = || draining(&setup(1), &busy());
    let half = cancelled(Transfer::RetainedHalf { assignment: assignment(0) });
    leaves(fresh, Phase::DrainDeliveringSettled, &[half]);
    let mut history = fresh();
    history.says(tell::delivered(0, 0), &[]);
    assert_eq!(history.phases(), [Phase::DrainIdle]);
    let (retained, returned) = (assignment(0), command(0, 0, 1));
    for returned in [returned, Command { origin: Origin::Foreign, ..returned }] {
        let mut history = fresh();
        let values = Transfer::RejectedDelivery { retained, returned, reason: 6 };
        history.says(tell::undelivered(0, 0, returned), &[cancelled(values)]);
        assert_eq!(history.phases(), [Phase::DrainIdle]);
    }
}

#[test]
fn a_preparation_brings_the_source_home() {
    let before = [first(4), vec![tell::stopped(0, 0, crash(1))]].concat();
    let mut history = draining(&setup(1), &before);
    let refusal = PreparationRefusal::WorkerRejected;
    let handed = cancelled(Transfer::RefusedPreparation { refusal, reason: 7 });
    history.ends(tell::unprepared(0, 0), Verdict::Stopped, &[handed]);
    assert!(history.view().source_home);
}

#[test]
fn a_restart_schedule_gives_up_its_replacement() {
    let setup = with(setup(1), |setup| setup.timing = Timing::Constant { delay: 4 });
    let before = [first(4), vec![tell::stopped(0, 0, crash(1)), tell::prepared(0, 0, 99)]].concat();
    let replacement = |elapsed_at, returned| {
        cancelled(Transfer::Replacement {
            submission: 99,
            birth: child(1),
            recovery: recovery(0),
            timer: restart_timer(0, 0),
            elapsed_at,
            returned,
        })
    };
    let mut history = draining(&setup, &before);
    history.ends(tell::scheduled(0, 0, 0), Verdict::Stopped, &[replacement(None, None)]);
    let mut history = draining(&setup, &before);
    history.says(tell::elapsed(0, 0, 0, 9), &[]);
    assert_eq!(history.phases(), [Phase::AwaitingRestartScheduleElapsed]);
    history.says(tell::elapsed(0, 0, 0, 9), &[refused(0, tell::elapsed(0, 0, 0, 9))]);
    let (recovery, timer) = (recovery(0), restart_timer(0, 0));
    let returned = Some(ReturnedSchedule { recovery, timer, deadline: 55, reason: 8 });
    history.ends(tell::unscheduled(0, 0, 0), Verdict::Stopped, &[replacement(Some(9), returned)]);
}

#[test]
fn the_deadline_is_set_and_fires() {
    let waiting = || {
        let mut history = History::idle(&deadlined(setup(1)));
        let expected = [say::shut_down(0, 0, 0), say::set_deadline(0, 30)];
        history.says(Told::Shutdown, &expected);
        history
    };
    let asked = ResidualShutdown::Requested { id: id(900) };
    let member = residual(0, 0, Phase::DrainIdle, ResidualWork::Nothing, asked);
    let forced = |cause| [Said::TransferDrainResidual { cause, members: 1 }, member];
    let fired = forced(ResidualCause::DeadlineElapsed { timer: drain_timer(0), at: 44 });

    let mut history = waiting();
    history.ends(tell::deadline_elapsed(0, 44), Verdict::ForcedRetirement, &fired);
    history.ends(tell::deadline_set(0), Verdict::HandedBack, &[]);

    let mut history = waiting();
    history.says(tell::deadline_set(0), &[]);
    history.says(tell::deadline_set(0), &[refused(0, tell::deadline_set(0))]);
    history.says(tell::deadline_unset(0), &[refused(1, tell::deadline_unset(0))]);
    history.says(tell::deadline_elapsed(1, 1), &[refused(2, tell::deadline_elapsed(1, 1))]);
    history.ends(tell::deadline_elapsed(0, 44), Verdict::ForcedRetirement, &fired);

    let mut history = waiting();
    let (timer, deadline) = (drain_timer(0), 30);
    let cause = ResidualCause::DeadlineScheduleRejected { timer, deadline, reason: 10 };
    history.ends(tell::deadline_unset(0), Verdict::ForcedRetirement, &forced(cause));
}

#[test]
fn a_deadline_fact_without_a_deadline_is_refused() {
    let mut history = History::idle(&setup(1));
    history.refuses(tell::deadline_set(0), FactClass::Stale, 0);
    history.ok(Told::Shutdown);
    history.refuses(tell::deadline_set(0), FactClass::Stale, 1);
    history.refuses(tell::deadline_unset(0), FactClass::Stale, 2);
    history.refuses(tell::deadline_elapsed(0, 1), FactClass::Stale, 3);
    // And one that names a restart timer.
    let mut history = draining(&deadlined(setup(1)), &[]);
    let wrong = Told::DeadlineElapsed { timer: restart_timer(0, 0), at: 1 };
    history.refuses(wrong, FactClass::Stale, 0);
}

#[test]
fn a_deadline_without_a_correlation_forces_retirement_after_the_customers() {
    let mut history = History::idle(&with(deadlined(setup(1)), |setup| {
        setup.timing = Timing::Constant { delay: 1 };
        setup.role_count = 2;
        setup.sequences.timer = colliding(800, 1);
    }));
    history.ok(tell::stopped(1, 1, crash(1)));
    history.ok(tell::prepared(1, 0, 99));
    history.ok(tell::submit(1));
    let rejection = Unavailable::Collision { candidate: 800 };
    let cause = ResidualCause::DeadlineCorrelationUnavailable { rejection };
    let held = Residual::AwaitingRestartSchedule {
        recovery: recovery(0),
        timer: restart_timer(1, 0),
        submission: 99,
        birth: child(2),
        elapsed_at: None,
    };
    history.ends(
        Told::Shutdown,
        Verdict::ForcedRetirement,
        &[
            say::returned_assigned(0, 0, 1, AssignedReturn::PoolShutdown),
            Said::TransferDrainResidual { cause, members: 2 },
            residual(
                0,
                0,
                Phase::DrainDelivering,
                ResidualWork::Delivering { assignment: assignment(0) },
                ResidualShutdown::NotRequested,
            ),
            Said::ResidualMember { role: role(1), phase: Phase::AwaitingRestartSchedule, held },
        ],
    );
}

#[test]
fn a_shutdown_that_cannot_be_reserved_takes_every_request_and_cancel_back() {
    let mut history = History::started(&with(setup(4), |setup| {
        setup.sequences.shutdown = short(900, 2);
        setup.activation_limit = 1;
    }));
    history.settle_in(0, 0, 0);
    history.ok(tell::born(1, 1));
    history.ok(tell::uninitialized(1, 1));
    history.ok(tell::born(2, 2));
    history.ok(tell::initialized(2, 2));
    history.ok(tell::born(3, 3));
    history.ok(tell::initialized(3, 3));
    let kept = Transfer::RejectedInitialization { settlement: 78, plan: plan(1), reason: 2 };
    let rejection = Unavailable::Exhausted;
    let cause = ResidualCause::ShutdownCorrelationUnavailable { rejection };
    let none = ResidualShutdown::NotRequested;
    history.ends(
        Told::Shutdown,
        Verdict::ForcedRetirement,
        &[
            say::transfer(1, kept, TransferReason::Cancelled),
            Said::TransferDrainResidual { cause, members: 4 },
            residual(0, 0, Phase::DrainIdle, ResidualWork::Nothing, none),
            residual(
                1,
                1,
                Phase::DrainIdle,
                ResidualWork::Nothing,
                ResidualShutdown::Requested { id: id(900) },
            ),
            residual(
                2,
                2,
                Phase::DrainDispatched,
                ResidualWork::ActivationDispatched { ticket: ticket(1) },
                none,
            ),
            residual(
                3,
                3,
                Phase::DrainHolding,
                ResidualWork::HoldingActivation { permit: permit(3), plan: plan(3) },
                none,
            ),
        ],
    );
}

#[test]
fn a_request_of_an_earlier_step_of_the_fold_is_taken_back_too() {
    // Both waiting workers get no ticket when the slot comes free by a stop: the first is asked,
    // the second cannot be, and neither can the normalization's next.
    let mut history = History::started(&with(setup(3), |setup| {
        setup.activation_limit = 1;
        setup.sequences.activation = short(500, 1);
        setup.sequences.shutdown = short(900, 1);
    }));
    for (at, n) in [(0, 0), (1, 1), (2, 2)] {
        history.ok(tell::born(at, n));
        history.ok(tell::initialized(at, n));
    }
    let unticketed = |at: usize, n| {
        let (permit, plan) = (permit(n), plan(n));
        let rejection = Unavailable::Exhausted;
        let values = Transfer::UnticketedActivation { permit, plan, rejection };
        say::transfer(at, values, TransferReason::Cancelled)
    };
    let rejection = Unavailable::Exhausted;
    let cause = ResidualCause::ShutdownCorrelationUnavailable { rejection };
    let none = ResidualShutdown::NotRequested;
    history.ends(
        tell::stopped(0, 0, crash(1)),
        Verdict::ForcedRetirement,
        &[
            // The cancel of the stop goes out; the member is drained, its begin is the host's.
            say::cancel(0, 0),
            unticketed(1, 1),
            unticketed(2, 2),
            Said::TransferDrainResidual { cause, members: 2 },
            residual(1, 1, Phase::DrainIdle, ResidualWork::Nothing, none),
            residual(2, 2, Phase::DrainIdle, ResidualWork::Nothing, none),
        ],
    );
}

#[test]
fn a_residual_shows_what_has_come() {
    let mut history = History::idle(&deadlined(setup(3)));
    history.ok(tell::stopped(2, 2, crash(1)));
    history.ok(Told::Shutdown);
    history.says(tell::shutdown_accepted(0, 0, 0), &[]);
    history.says(tell::stopped(1, 1, crash(7)), &[]);
    let cause = ResidualCause::DeadlineElapsed { timer: drain_timer(0), at: 3 };
    let stopped = Residual::Worker {
        child: child(1),
        evidence: evidence(1),
        recipient: None,
        work: ResidualWork::Nothing,
        shutdown: ResidualShutdown::Requested { id: id(901) },
        stop: Some(crash(7)),
    };
    let preparing = Residual::AwaitingWorkerPreparation { ticket: recovery(0) };
    history.ends(
        tell::deadline_elapsed(0, 3),
        Verdict::ForcedRetirement,
        &[
            Said::TransferDrainResidual { cause, members: 3 },
            residual(
                0,
                0,
                Phase::DrainIdleSettled,
                ResidualWork::Nothing,
                ResidualShutdown::Settled { id: id(900) },
            ),
            Said::ResidualMember { role: role(1), phase: Phase::DrainStopped, held: stopped },
            Said::ResidualMember {
                role: role(2),
                phase: Phase::AwaitingWorkerPreparation,
                held: preparing,
            },
        ],
    );
}

#[test]
fn a_residual_shows_an_unresolved_creation_with_its_stop() {
    let KeptStop { worker, stop } = kept(0, 0, 1, crash(2));
    let mut history = draining(&deadlined(setup(1)), &[Told::Stopped { worker, stop }]);
    let cause = ResidualCause::DeadlineElapsed { timer: drain_timer(0), at: 3 };
    let stop = Some(KeptStop { worker, stop });
    let held = Residual::ResolvingCreation { child: child(0), stop };
    let phase = Phase::ResolvingCreationStopKept;
    history.ends(
        tell::deadline_elapsed(0, 3),
        Verdict::ForcedRetirement,
        &[
            Said::TransferDrainResidual { cause, members: 1 },
            Said::ResidualMember { role: role(0), phase, held },
        ],
    );
}

#[test]
fn completions_are_always_stale_during_drain() {
    let mut history = draining(&setup(1), &[busy(), vec![tell::delivered(0, 0)]].concat());
    history.refuses(tell::completed(0, 0, 1), FactClass::Stale, 0);
    history.says(tell::shutdown_accepted(0, 0, 0), &[]);
    history.ends(tell::stopped(0, 0, exit(1)), Verdict::Stopped, &[]);
    history.ends(tell::completed(0, 0, 1), Verdict::HandedBack, &[]);
    history.ends(tell::submit(3), Verdict::HandedBack, &[]);
    history.ends(Told::Shutdown, Verdict::HandedBack, &[]);
}

#[test]
fn an_unsettled_deadline_does_not_hold_up_the_end() {
    let mut history = History::idle(&deadlined(setup(1)));
    history.ok(Told::Shutdown);
    history.says(tell::shutdown_accepted(0, 0, 0), &[]);
    history.ends(tell::stopped(0, 0, exit(1)), Verdict::Stopped, &[]);
}

#[test]
fn nothing_left_to_wait_for_draws_no_timer() {
    let mut history = History::started(&with(deadlined(setup(1)), |setup| {
        setup.sequences.timer = short(800, 1);
        setup.timing = Timing::Constant { delay: 1 };
    }));
    history.ok(tell::unborn(0, 0));
    history.ends(Told::Shutdown, Verdict::Stopped, &[]);
}
