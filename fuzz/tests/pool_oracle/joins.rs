//! Delivery settlement, completion and stop of one assignment, in every order.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::pool::observation::*;

fn retrying(roles: u8) -> PoolSetup {
    with(setup(roles), |setup| setup.interruption = Interruption::Retry)
}

/// One worker with one job, and one that waits.
fn busy(setup: &PoolSetup) -> History {
    let mut history = History::idle(setup);
    history.says(tell::submit(1), &[say::accepted(1, 0), say::assign(0, 0, 1)]);
    history.says(tell::submit(2), &[say::accepted(2, 1)]);
    history
}

const DELIVERED: fn() -> Told = || tell::delivered(0, 0);
const COMPLETED: fn() -> Told = || tell::completed(0, 0, 1);
const STOPPED: fn() -> Told = || tell::stopped(0, 0, crash(5));

fn stale(fact: Told, d: u64) -> Said {
    say::tell_desk(d, say::rejected_fact(FactClass::Stale, fact))
}

#[test]
fn completion_before_stop_completes_in_all_orders() {
    for setup in [setup(1), retrying(1)] {
        let done = say::completed(0, 0, 1);
        let mut history = busy(&setup);
        history.says(DELIVERED(), &[]);
        history.says(COMPLETED(), &[done, say::assign(0, 1, 2)]);
        history.says(tell::delivered(0, 1), &[]);
        assert_eq!(history.phases(), [Phase::BusyAccepted]);

        let mut history = busy(&setup);
        history.says(COMPLETED(), &[]);
        assert_eq!(history.phases(), [Phase::BusyCompletionFirst]);
        history.says(DELIVERED(), &[done, say::assign(0, 1, 2)]);

        let mut history = busy(&setup);
        history.says(COMPLETED(), &[]);
        history.says(STOPPED(), &[]);
        assert_eq!(history.phases(), [Phase::BusyCompletionStop]);
        history.says(DELIVERED(), &[done, say::prepare(0, 0)]);
        assert_eq!(history.phases(), [Phase::RecoveringPreparing]);
        assert_eq!(history.queue(), [(job(1), None)]);
    }
}

#[test]
fn stop_before_completion_fails_the_job_once() {
    let returned = say::returned_assigned(0, 0, 1, AssignedReturn::WorkerStopped);
    let mut history = busy(&setup(1));
    history.says(DELIVERED(), &[]);
    history.says(STOPPED(), &[returned, say::prepare(0, 0)]);
    history.refuses(COMPLETED(), FactClass::Stale, 0);

    let mut history = busy(&setup(1));
    history.says(STOPPED(), &[]);
    assert_eq!(history.phases(), [Phase::BusyStopFirst]);
    history.says(DELIVERED(), &[returned, say::prepare(0, 0)]);
    history.refuses(COMPLETED(), FactClass::Stale, 0);

    let mut history = busy(&setup(1));
    history.says(STOPPED(), &[]);
    history.says(COMPLETED(), &[]);
    assert_eq!(history.phases(), [Phase::BusyStopCompletion]);
    history.says(DELIVERED(), &[returned, say::prepare(0, 0), stale(COMPLETED(), 0)]);
    history.refuses(COMPLETED(), FactClass::Stale, 1);
    assert_eq!(history.queue(), [(job(1), None)]);
}

#[test]
fn stop_before_completion_retries_the_job_once() {
    let waiting = [(job(0), Some(role(0))), (job(1), None)];
    let mut history = busy(&retrying(1));
    history.says(DELIVERED(), &[]);
    history.says(STOPPED(), &[say::prepare(0, 0)]);
    assert_eq!(history.queue(), waiting);

    let mut history = busy(&retrying(1));
    history.says(STOPPED(), &[]);
    history.says(DELIVERED(), &[say::prepare(0, 0)]);
    assert_eq!(history.queue(), waiting);

    let mut history = busy(&retrying(1));
    history.says(STOPPED(), &[]);
    history.says(COMPLETED(), &[]);
    history.says(DELIVERED(), &[say::prepare(0, 0), stale(COMPLETED(), 0)]);
    assert_eq!(history.queue(), waiting);
}

#[test]
fn a_retry_may_go_to_another_idle_worker_in_the_same_fold() {
    let mut history = History::idle(&retrying(2));
    history.ok(tell::submit(1));
    history.ok(DELIVERED());
    history.says(STOPPED(), &[say::assign(1, 1, 1), say::prepare(0, 0)]);
}

#[test]
fn a_rejected_delivery_that_reunites_requeues_and_quarantines() {
    for setup in [setup(1), retrying(1)] {
        let mut history = busy(&setup);
        let back = tell::undelivered(0, 0, command(0, 0, 1));
        history.says(back, &[say::shut_down(0, 0, 0)]);
        assert_eq!(history.phases(), [Phase::Stopping]);
        assert_eq!(history.queue(), [(job(0), Some(role(0))), (job(1), None)]);
        history.refuses(back, FactClass::Stale, 0);
        history.says(tell::shutdown_accepted(0, 0, 0), &[]);
        assert_eq!(history.phases(), [Phase::StoppingSettled]);
        history.says(tell::stopped(0, 0, exit(5)), &[say::prepare(0, 0)]);
    }
}

#[test]
fn a_quarantine_ends_in_either_order_and_its_stop_is_abnormal() {
    let transient = with(setup(1), |setup| setup.eligibility = Eligibility::Transient);
    let mut history = busy(&transient);
    history.says(tell::undelivered(0, 0, command(0, 0, 1)), &[say::shut_down(0, 0, 0)]);
    history.says(tell::stopped(0, 0, exit(5)), &[]);
    assert_eq!(history.phases(), [Phase::StoppingStopped]);
    let rejected = say::tell_desk(0, say::shutdown_rejected(0, 0, 0));
    history.says(tell::shutdown_rejected(0, 0, 0), &[say::prepare(0, 0), rejected]);
    assert_eq!(history.phases(), [Phase::RecoveringPreparing]);
}

#[test]
fn a_rejected_delivery_after_the_stop_requeues_and_recovers_once() {
    for setup in [setup(1), retrying(1)] {
        let mut history = busy(&setup);
        history.says(STOPPED(), &[]);
        history.says(tell::undelivered(0, 0, command(0, 0, 1)), &[say::prepare(0, 0)]);
        assert_eq!(history.queue(), [(job(0), Some(role(0))), (job(1), None)]);
    }
}

#[test]
fn a_twins_half_reunites_and_the_execution_copy_is_not_judged() {
    let mut history = busy(&setup(1));
    let returned = Command { origin: Origin::Twin, execution: 0, ..command(0, 0, 1) };
    history.says(tell::undelivered(0, 0, returned), &[say::shut_down(0, 0, 0)]);
}

#[test]
fn a_rejected_delivery_beside_a_completion_contradicts() {
    let returned = command(0, 0, 1);
    let values = Transfer::ContradictoryDelivery {
        retained: assignment(0),
        returned,
        reason: 6,
        completion: completion(0, 0, 1),
    };
    let queued = say::returned_queued(1, 2, QueuedReturn::PoolShutdown);
    let ended = say::returned_assigned(0, 0, 1, AssignedReturn::ContradictoryAssignmentSettlement);
    let handed = say::transfer(0, values, TransferReason::Contradictory);
    let mut history = busy(&setup(1));
    history.says(COMPLETED(), &[]);
    let expected = [ended, queued, say::shut_down(0, 0, 0), handed];
    history.says(tell::undelivered(0, 0, returned), &expected);
    assert_eq!(history.phases(), [Phase::DrainIdle]);

    for order in [[COMPLETED(), STOPPED()], [STOPPED(), COMPLETED()]] {
        let mut history = busy(&setup(1));
        order.into_iter().for_each(|told| history.says(told, &[]));
        let told = tell::undelivered(0, 0, returned);
        history.ends(told, Verdict::Stopped, &[ended, queued, handed]);
    }
}

#[test]
fn a_foreign_half_is_a_mismatch_in_every_row() {
    let good = command(0, 0, 1);
    let wrong_halves = [
        Command { origin: Origin::Foreign, ..good },
        Command { assignment: assignment(1), ..good },
        Command { child: child(1), ..good },
        Command { evidence: 1, ..good },
    ];
    let rows: [(&[Told], bool, bool); 5] = [
        (&[], false, false),
        (&[STOPPED()], false, true),
        (&[COMPLETED()], true, false),
        (&[COMPLETED(), STOPPED()], true, true),
        (&[STOPPED(), COMPLETED()], true, true),
    ];
    for returned in wrong_halves {
        for (arrived, has_completion, has_stop) in rows {
            let mut history = busy(&retrying(1));
            arrived.iter().for_each(|told| history.says(*told, &[]));
            let values = Transfer::MismatchedDelivery {
                retained: assignment(0),
                returned,
                reason: 6,
                completion: has_completion.then_some(completion(0, 0, 1)),
            };
            let ended =
                say::returned_assigned(0, 0, 1, AssignedReturn::ContradictoryAssignmentSettlement);
            let queued = say::returned_queued(1, 2, QueuedReturn::PoolShutdown);
            let handed = say::transfer(0, values, TransferReason::Mismatch);
            let told = tell::undelivered(0, 0, returned);
            if has_stop {
                history.ends(told, Verdict::Stopped, &[ended, queued, handed]);
            } else {
                history.says(told, &[ended, queued, say::shut_down(0, 0, 0), handed]);
            }
        }
    }
}

#[test]
fn only_the_exact_completion_is_taken() {
    let good = completion(0, 0, 1);
    for wrong in [
        Completion { origin: Origin::Foreign, ..good },
        Completion { assignment: assignment(1), ..good },
        Completion { assignment: foreign(300), ..good },
        Completion { child: child(1), ..good },
        Completion { evidence: 1, ..good },
    ] {
        let mut history = busy(&setup(1));
        history.refuses(
            Told::Completed { child: child(0), completion: wrong },
            FactClass::Stale,
            0,
        );
    }
    let mut history = busy(&setup(1));
    history.refuses(Told::Completed { child: child(1), completion: good }, FactClass::Stale, 0);
    history.refuses(Told::Completed { child: foreign(700), completion: good }, FactClass::Stale, 1);
    let twin = Completion { origin: Origin::Twin, ..good };
    history.says(Told::Completed { child: child(0), completion: twin }, &[]);
    history.refuses(COMPLETED(), FactClass::Stale, 2);
    history.says(DELIVERED(), &[say::completed(0, 0, 1), say::assign(0, 1, 2)]);
    history.refuses(COMPLETED(), FactClass::Stale, 3);
    history.refuses(DELIVERED(), FactClass::Stale, 4);
}

#[test]
fn interrupted_jobs_return_to_their_order_of_admission() {
    let mut history = History::idle(&with(retrying(2), |setup| setup.backlog_capacity = 0));
    history.ok(tell::submit(1));
    history.ok(tell::submit(2));
    history.ok(tell::delivered(0, 0));
    history.ok(tell::delivered(1, 1));
    history.says(tell::stopped(1, 1, crash(3)), &[say::prepare(1, 0)]);
    history.says(tell::stopped(0, 0, crash(3)), &[]);
    assert_eq!(history.queue(), [(job(0), Some(role(0))), (job(1), Some(role(1)))]);
    assert_eq!(history.phases(), [Phase::RecoveringSource, Phase::RecoveringPreparing]);
}

#[test]
fn a_quarantine_without_a_shutdown_correlation_closes_the_pool() {
    let mut history = History::idle(&with(setup(2), |setup| {
        setup.sequences.shutdown = colliding(900, 1);
        setup.sequences.shutdown.renewal = Some(Lease { first: 900, last: 901 });
    }));
    history.ok(tell::submit(1));
    history.ok(tell::submit(2));
    history.says(tell::undelivered(1, 1, command(1, 1, 2)), &[say::shut_down(1, 1, 0)]);
    // The second quarantine collides; the normalization draws 901 for it.
    history.says(
        tell::undelivered(0, 0, command(0, 0, 1)),
        &[
            say::returned_queued(0, 1, QueuedReturn::PoolShutdown),
            say::returned_queued(1, 2, QueuedReturn::PoolShutdown),
            say::shut_down(0, 0, 1),
        ],
    );
    assert_eq!(history.phases(), [Phase::DrainIdle, Phase::DrainIdle]);
}
