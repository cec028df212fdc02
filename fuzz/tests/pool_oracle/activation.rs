//! Initialization and activation: authorization, its limit, and every failure before readiness.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::pool::observation::*;

fn limited(roles: u8, limit: u8) -> PoolSetup {
    with(setup(roles), |setup| setup.activation_limit = limit)
}

/// Workers that are all initialized.
fn waiting(setup: &PoolSetup) -> History {
    let mut history = History::started(setup);
    for at in 0..usize::from(setup.role_count) {
        history.ok(tell::born(at, at as u64));
    }
    history
}

#[test]
fn authorization_runs_in_declaration_order_up_to_the_limit() {
    let mut history = waiting(&limited(4, 2));
    history.says(tell::initialized(3, 3), &[say::begin(3, 0)]);
    history.says(tell::initialized(2, 2), &[say::begin(2, 1)]);
    history.says(tell::initialized(1, 1), &[]);
    history.says(tell::initialized(0, 0), &[]);
    history.says(tell::begun(3, 3, 0), &[]);
    history.says(tell::ready(3, 3, 0), &[say::begin(0, 2)]);
    history.says(tell::begun(2, 2, 1), &[]);
    history.says(tell::unready(2, 2, 1), &[say::begin(1, 3), say::shut_down(2, 2, 0)]);
    assert_eq!(
        history.phases(),
        [
            Phase::ActivationDispatched,
            Phase::ActivationDispatched,
            Phase::DrainingPreReady,
            Phase::Idle
        ]
    );
}

#[test]
fn every_way_out_of_a_slot_frees_it_once() {
    let next = say::begin(1, 1);
    let slot = |facts: &[Told]| {
        let mut history = waiting(&limited(2, 1));
        history.ok(tell::initialized(0, 0));
        history.ok(tell::initialized(1, 1));
        for fact in facts {
            history.ok(*fact);
        }
        history
    };
    let mut history = slot(&[]);
    history.says(tell::unbegun(0, 0, 0), &[next, say::shut_down(0, 0, 0)]);
    let mut history = slot(&[]);
    history.says(tell::stopped(0, 0, crash(3)), &[next, say::cancel(0, 0)]);
    history.says(tell::begun(0, 0, 0), &[say::prepare(0, 0)]);
    let mut history = slot(&[tell::begun(0, 0, 0)]);
    history.says(tell::stopped(0, 0, crash(3)), &[next, say::cancel(0, 0), say::prepare(0, 0)]);
    let mut history = slot(&[tell::begun(0, 0, 0)]);
    history.says(tell::ready(0, 0, 0), &[next]);
    history.refuses(tell::ready(0, 0, 0), FactClass::Stale, 0);
}

#[test]
fn a_ticket_that_cannot_be_had_sends_the_worker_away_and_the_scan_goes_on() {
    let mut history = waiting(&with(limited(3, 1), |setup| {
        setup.sequences.activation = colliding(500, 1);
    }));
    history.says(tell::initialized(2, 2), &[say::begin(2, 0)]);
    history.says(tell::initialized(0, 0), &[]);
    history.says(tell::initialized(1, 1), &[]);
    // Worker 0 meets the collision, worker 1 the next fresh ticket.
    let expected = [say::begin(1, 1), say::shut_down(2, 2, 0), say::shut_down(0, 0, 1)];
    history.says(tell::unbegun(2, 2, 0), &expected);
    history.says(tell::shutdown_accepted(0, 0, 1), &[]);
    let rejection = Unavailable::Collision { candidate: 500 };
    let (permit, plan) = (permit(0), plan(0));
    let failure = WorkerFailure::TicketUnavailable { permit, plan, rejection };
    history.says(
        tell::stopped(0, 0, exit(2)),
        &[say::prepare(0, 0), say::tell_desk(0, say::worker_failed(0, failure))],
    );
}

#[test]
fn a_ticket_failure_without_a_shutdown_correlation_closes_the_pool() {
    let mut history = waiting(&with(limited(3, 3), |setup| {
        setup.sequences.activation = short(500, 1);
        setup.sequences.shutdown = colliding(900, 1);
        setup.sequences.shutdown.renewal = Some(Lease { first: 900, last: 902 });
    }));
    history.says(tell::initialized(2, 2), &[say::begin(2, 0)]);
    // Worker 0: no ticket, the first shutdown is reserved.
    history.says(tell::initialized(0, 0), &[say::shut_down(0, 0, 0)]);
    // Worker 1: no ticket, the draw collides (900); the normalization draws 901 for it, 902 for 2.
    let (permit, plan) = (permit(1), plan(1));
    let unticketed = |permit, plan| Transfer::UnticketedActivation {
        permit,
        plan,
        rejection: Unavailable::Exhausted,
    };
    let (permit_zero, plan_zero) = (super::words::permit(0), super::words::plan(0));
    history.says(
        tell::initialized(1, 1),
        &[
            say::cancel(2, 0),
            say::shut_down(1, 1, 1),
            say::shut_down(2, 2, 2),
            say::transfer(0, unticketed(permit_zero, plan_zero), TransferReason::Cancelled),
            say::transfer(1, unticketed(permit, plan), TransferReason::Cancelled),
        ],
    );
    assert_eq!(history.phases(), [Phase::DrainIdle, Phase::DrainIdle, Phase::DrainDispatched]);
}

#[test]
fn requests_of_one_fold_go_out_in_the_order_of_their_steps() {
    // The slot comes free and no ticket is left. Worker 1 is asked by the scan (900), worker 2's
    // request collides and ends the scan; the normalization asks worker 2 again (901), then 3.
    let mut history = waiting(&with(limited(4, 1), |setup| {
        setup.sequences.activation = short(500, 1);
        setup.sequences.shutdown = colliding(900, 1);
    }));
    (0..4).for_each(|at| history.ok(tell::initialized(at, at as u64)));
    let unticketed = |at: usize, n| {
        let (permit, plan) = (permit(n), plan(n));
        let rejection = Unavailable::Exhausted;
        let values = Transfer::UnticketedActivation { permit, plan, rejection };
        say::transfer(at, values, TransferReason::Cancelled)
    };
    history.says(
        tell::stopped(0, 0, crash(3)),
        &[
            say::cancel(0, 0),
            say::shut_down(1, 1, 0),
            say::shut_down(2, 2, 1),
            say::shut_down(3, 3, 2),
            unticketed(1, 1),
            unticketed(2, 2),
        ],
    );
    let holding = Phase::DrainHolding;
    let phases = [Phase::Drained, Phase::DrainIdle, Phase::DrainIdle, holding];
    assert_eq!(history.phases(), phases);
}

#[test]
fn a_stop_before_the_birth_is_kept_and_joins_the_commit() {
    let mut history = History::started(&setup(1));
    history.says(tell::stopped(0, 0, crash(4)), &[]);
    assert_eq!(history.phases(), [Phase::CreatingStopKept]);
    history.refuses(tell::stopped(0, 0, crash(5)), FactClass::Stale, 0);
    let values = Transfer::Plan { plan: plan(0) };
    history.says(
        tell::born(0, 0),
        &[say::prepare(0, 0), say::transfer(0, values, TransferReason::Unused)],
    );
    assert_eq!(history.phases(), [Phase::RecoveringPreparing]);
}

#[test]
fn a_kept_stop_of_another_worker_is_refused_at_the_commit() {
    let mut history = History::started(&setup(1));
    let wrong = Told::Stopped { worker: Worker { evidence: 1, ..worker(0, 0) }, stop: crash(4) };
    history.says(wrong, &[]);
    let refused = say::rejected_fact(FactClass::WrongWorker, wrong);
    history.says(tell::born(0, 0), &[say::initialize(0), say::tell_desk(0, refused)]);
    history.says(tell::initialized(0, 0), &[say::begin(0, 0)]);
    // The worker's own stop is still owed, and the refused one has not moved the clock.
    history.says(tell::stopped(0, 0, crash(1)), &[say::cancel(0, 0)]);
    history.says(tell::begun(0, 0, 0), &[say::prepare(0, 0)]);
    history.says(tell::prepared(0, 0, 99), &say::successor(0, 1, 0, 0, 99));
}

#[test]
fn a_rejected_birth_is_one_failure_and_never_a_recovery() {
    let mut history = History::started(&setup(2));
    let KeptStop { worker, stop } = kept(0, 0, 1, crash(4));
    history.ok(Told::Stopped { worker, stop });
    let stop = Some(KeptStop { worker, stop });
    let failure = RoleFailure::CreationRejected { submission: 77, reason: 1, stop };
    history.says(tell::unborn(0, 0), &[say::tell_desk(0, say::role_failed(0, failure))]);
    assert_eq!(history.phases(), [Phase::Retired, Phase::Creating]);
}

#[test]
fn a_stop_told_by_the_initialization_recovers_at_once() {
    let mut history = waiting(&setup(1));
    let values = Transfer::Plan { plan: plan(0) };
    history.says(
        tell::initialization_stopped(0, 0, crash(4)),
        &[say::prepare(0, 0), say::transfer(0, values, TransferReason::Unused)],
    );
}

#[test]
fn a_stop_during_initialization_waits_for_its_settlement() {
    let settlements = [
        (tell::initialized(0, 0), Transfer::Activation { permit: permit(0), plan: plan(0) }),
        (
            tell::uninitialized(0, 0),
            Transfer::RejectedInitialization { settlement: 78, plan: plan(0), reason: 2 },
        ),
        (
            tell::initialization_stopped(0, 0, crash(9)),
            Transfer::StoppedInitialization { stop: crash(9), plan: plan(0) },
        ),
    ];
    for (settlement, values) in settlements {
        let mut history = waiting(&setup(1));
        history.says(tell::stopped(0, 0, crash(4)), &[]);
        assert_eq!(history.phases(), [Phase::StoppedInitializing]);
        let handed = say::transfer(0, values, TransferReason::Unused);
        history.says(settlement, &[say::prepare(0, 0), handed]);
        assert_eq!(history.phases(), [Phase::RecoveringPreparing]);
        let failure = RoleFailure::PreparationRefused {
            stop: crash(4),
            refusal: PreparationRefusal::WorkerRejected,
            reason: 7,
        };
        let failed = say::tell_desk(0, say::role_failed(0, failure));
        history.says(tell::unprepared(0, 0), &[failed]);
    }
}

#[test]
fn a_stop_while_waiting_for_a_slot_gives_back_permit_and_plan() {
    let mut history = waiting(&limited(2, 1));
    history.ok(tell::initialized(0, 0));
    history.ok(tell::initialized(1, 1));
    let values = Transfer::Activation { permit: permit(1), plan: plan(1) };
    history.says(
        tell::stopped(1, 1, crash(4)),
        &[say::prepare(1, 0), say::transfer(1, values, TransferReason::Unused)],
    );
}

#[test]
fn a_returned_begin_after_the_stop_goes_to_the_host() {
    let mut history = waiting(&setup(1));
    history.ok(tell::initialized(0, 0));
    history.says(tell::stopped(0, 0, crash(4)), &[say::cancel(0, 0)]);
    assert_eq!(history.phases(), [Phase::StoppedDispatched]);
    let values = Transfer::ReturnedBegin { permit: permit(0), plan: plan(0), reason: 3 };
    history.says(
        tell::unbegun(0, 0, 0),
        &[say::prepare(0, 0), say::transfer(0, values, TransferReason::Unused)],
    );
}

#[test]
fn every_failure_before_readiness_takes_shutdown_and_stop_in_either_order() {
    let failures = [
        (
            vec![],
            tell::uninitialized(0, 0),
            WorkerFailure::InitializationRejected { settlement: 78, plan: plan(0), reason: 2 },
        ),
        (
            vec![tell::initialized(0, 0)],
            tell::unbegun(0, 0, 0),
            WorkerFailure::BeginRejected { permit: permit(0), plan: plan(0), reason: 3 },
        ),
        (
            vec![tell::initialized(0, 0), tell::begun(0, 0, 0)],
            tell::unready(0, 0, 0),
            WorkerFailure::ActivationRejected { reason: 4 },
        ),
    ];
    for (before, fact, failure) in failures {
        let failed = |d| say::tell_desk(d, say::worker_failed(0, failure));
        let fresh = || {
            // Transient: a stop after the request counts as abnormal, whatever it says.
            let mut history =
                waiting(&with(setup(1), |setup| setup.eligibility = Eligibility::Transient));
            before.iter().for_each(|told| history.ok(*told));
            history.says(fact, &[say::shut_down(0, 0, 0)]);
            assert_eq!(history.phases(), [Phase::DrainingPreReady]);
            history
        };
        let mut history = fresh();
        history.says(tell::shutdown_accepted(0, 0, 0), &[]);
        assert_eq!(history.phases(), [Phase::DrainingPreReadySettled]);
        history.says(tell::stopped(0, 0, exit(1)), &[say::prepare(0, 0), failed(0)]);

        let mut history = fresh();
        history.says(tell::stopped(0, 0, exit(1)), &[]);
        assert_eq!(history.phases(), [Phase::DrainingPreReadyStopped]);
        history.says(tell::shutdown_accepted(0, 0, 0), &[say::prepare(0, 0), failed(0)]);

        let mut history = fresh();
        history.says(tell::stopped(0, 0, exit(1)), &[]);
        let rejected = say::tell_desk(0, say::shutdown_rejected(0, 0, 0));
        let expected = [say::prepare(0, 0), rejected, failed(1)];
        history.says(tell::shutdown_rejected(0, 0, 0), &expected);

        let mut history = fresh();
        history.says(tell::shutdown_rejected(0, 0, 0), &[rejected]);
        assert_eq!(history.phases(), [Phase::DrainingPreReadySettled]);
        history.says(tell::stopped(0, 0, exit(1)), &[say::prepare(0, 0), failed(1)]);
    }
}

#[test]
fn a_worker_that_becomes_ready_with_work_waiting_is_busy_at_once() {
    let mut history = waiting(&setup(1));
    history.ok(tell::submit(1));
    history.ok(tell::initialized(0, 0));
    history.ok(tell::begun(0, 0, 0));
    history.says(tell::ready(0, 0, 0), &[say::assign(0, 0, 1)]);
    assert_eq!(history.phases(), [Phase::BusyDelivering]);
}
