//! The scenarios that field reports about pools come down to, by their names.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::pool::observation::*;

fn retrying(setup: PoolSetup) -> PoolSetup {
    with(setup, |setup| setup.interruption = Interruption::Retry)
}

/// Prepares and settles in the successor `n` of a role after recovery `r`, up to its activation.
fn succeed(history: &mut History, at: usize, r: u64, n: u64) {
    history.ok(tell::prepared(at, r, 99));
    history.ok(tell::born(at, n));
    history.ok(tell::initialized(at, n));
    history.ok(tell::begun(at, n, n));
}

#[test]
fn f1_a_completion_hands_the_backlog_on_in_its_own_fold() {
    let mut history = History::idle(&setup(1));
    history.ok(tell::submit(1));
    history.ok(tell::submit(2));
    history.ok(tell::delivered(0, 0));
    let expected = [say::completed(0, 0, 1), say::assign(0, 1, 2)];
    history.says(tell::completed(0, 0, 1), &expected);
}

#[test]
fn f2_a_recovered_worker_takes_the_head_without_a_new_submission() {
    for (setup, head) in [(setup(2), 3), (retrying(setup(2)), 1)] {
        let mut history = History::idle(&setup);
        (1..=3).for_each(|n| history.ok(tell::submit(n)));
        history.ok(tell::delivered(0, 0));
        history.ok(tell::delivered(1, 1));
        history.ok(tell::stopped(0, 0, crash(1)));
        succeed(&mut history, 0, 0, 2);
        history.says(tell::ready(0, 2, 2), &[say::assign(2, 2, head)]);
    }
}

#[test]
fn f3_all_six_orders_end_the_job_once() {
    let facts = [tell::delivered(0, 0), tell::completed(0, 0, 1), tell::stopped(0, 0, crash(1))];
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for order in orders {
        for retries in [false, true] {
            let setup = if retries { retrying(setup(1)) } else { setup(1) };
            let mut history = History::idle(&setup);
            history.ok(tell::submit(1));
            let mut said = Vec::new();
            order.iter().for_each(|fact| said.extend(history.tell(facts[*fact]).0));
            let completes =
                order.iter().position(|fact| *fact == 1) < order.iter().position(|fact| *fact == 2);
            let stale = say::rejected_fact(FactClass::Stale, facts[1]);
            let mut expected = match (completes, retries) {
                (true, _) => vec![say::completed(0, 0, 1)],
                (false, false) => {
                    vec![say::returned_assigned(0, 0, 1, AssignedReturn::WorkerStopped)]
                }
                (false, true) => vec![],
            };
            expected.push(say::prepare(0, 0));
            if !completes {
                expected.push(say::tell_desk(0, stale));
            }
            assert_eq!(said, expected, "{order:?}");
            let queue: &[_] = if !completes && retries { &[(job(0), Some(role(0)))] } else { &[] };
            assert_eq!(history.queue(), queue);
            assert_eq!(history.phases(), [Phase::RecoveringPreparing]);
        }
    }
}

#[test]
fn f4_the_order_of_admission_survives_a_replacement() {
    for retries in [false, true] {
        let setup = if retries { retrying(setup(1)) } else { setup(1) };
        let mut history = History::idle(&with(setup, |setup| setup.backlog_capacity = 9));
        (1..=3).for_each(|n| history.ok(tell::submit(n)));
        history.ok(tell::delivered(0, 0));
        history.ok(tell::stopped(0, 0, crash(1)));
        history.ok(tell::submit(4));
        succeed(&mut history, 0, 0, 1);
        let first = if retries { 1 } else { 2 };
        history.says(tell::ready(0, 1, 1), &[say::assign(1, 1, first)]);
        for (a, n) in (1..).zip(first..4) {
            history.ok(tell::delivered(1, a));
            let completed = say::completed(u64::from(n) - 1, 0, n);
            let expected = [completed, say::assign(1, a + 1, n + 1)];
            history.says(tell::completed(1, a, n), &expected);
        }
    }
}

#[test]
fn f5_a_worker_that_dies_twice_on_one_job_keeps_the_order() {
    let mut history = History::idle(&retrying(with(setup(1), |setup| setup.backlog_capacity = 9)));
    (1..=4).for_each(|n| history.ok(tell::submit(n)));
    for n in 0..2 {
        history.ok(tell::delivered(n, n));
        history.says(tell::stopped(0, n, crash(1)), &[say::prepare(0, n)]);
        let waiting = [(job(0), Some(role(0))), (job(1), None), (job(2), None), (job(3), None)];
        assert_eq!(history.queue(), waiting);
        succeed(&mut history, 0, n, n + 1);
        history.says(tell::ready(0, n + 1, n + 1), &[say::assign(n + 1, n + 1, 1)]);
    }
    for n in 1..4 {
        let a = u64::from(n) + 1;
        history.ok(tell::delivered(2, a));
        let completed = say::completed(u64::from(n) - 1, 0, n);
        history.says(tell::completed(2, a, n), &[completed, say::assign(2, a + 1, n + 1)]);
    }
    history.ok(tell::delivered(2, 5));
    history.says(tell::completed(2, 5, 4), &[say::completed(3, 0, 4)]);
}

#[test]
fn f6_two_interrupted_jobs_wait_in_their_order_of_admission() {
    for order in [[0, 1], [1, 0]] {
        let mut history = History::idle(&retrying(setup(2)));
        history.ok(tell::submit(1));
        history.ok(tell::submit(2));
        history.ok(tell::delivered(0, 0));
        history.ok(tell::delivered(1, 1));
        order.iter().for_each(|at| history.ok(tell::stopped(*at, *at as u64, crash(1))));
        assert_eq!(history.queue(), [(job(0), Some(role(0))), (job(1), Some(role(1)))]);
    }
}

#[test]
fn f7_a_burst_while_everybody_starts_stays_within_the_limit() {
    let mut history = History::started(&with(setup(4), |setup| setup.activation_limit = 2));
    let mut begun = 0;
    for at in 0..4 {
        history.ok(tell::submit(at as u32));
        history.ok(tell::born(at, at as u64));
        let (said, _) = history.tell(tell::initialized(at, at as u64));
        begun += said.len();
    }
    assert_eq!(begun, 2);
    let waiting = Phase::WaitingForActivationAuthorization;
    let dispatched = Phase::ActivationDispatched;
    assert_eq!(history.phases(), [dispatched, dispatched, waiting, waiting]);
}

#[test]
fn f8_the_cursor_skips_who_recovers_or_is_retired() {
    let mut history = History::idle(&with(setup(3), |setup| setup.reaction = Reaction::RetireRole));
    history.ok(tell::stopped(0, 0, crash(1)));
    history.says(tell::submit(1), &[say::accepted(1, 0), say::assign(1, 0, 1)]);
    assert_eq!(history.view().cursor, 2);
    history.ok(tell::unprepared(0, 0));
    history.ok(tell::delivered(1, 0));
    history.ok(tell::completed(1, 0, 1));
    history.says(tell::submit(2), &[say::accepted(2, 1), say::assign(2, 1, 2)]);
    assert_eq!(history.view().cursor, 0);
    history.says(tell::submit(3), &[say::accepted(3, 2), say::assign(1, 2, 3)]);
    assert_eq!(history.phases()[0], Phase::Retired);
}

#[test]
fn f9_a_stop_ends_the_assignment_once_whenever_and_however_it_comes() {
    for class in [StopClass::Normal, StopClass::Abnormal] {
        for (first, second) in [
            (tell::stopped(0, 0, stop(class, 1)), tell::delivered(0, 0)),
            (tell::delivered(0, 0), tell::stopped(0, 0, stop(class, 1))),
        ] {
            let mut history = History::idle(&setup(1));
            history.ok(tell::submit(1));
            history.says(first, &[]);
            let returned = say::returned_assigned(0, 0, 1, AssignedReturn::WorkerStopped);
            history.says(second, &[returned, say::prepare(0, 0)]);
            let mut history = History::idle(&retrying(setup(1)));
            history.ok(tell::submit(1));
            history.says(first, &[]);
            history.says(second, &[say::prepare(0, 0)]);
            assert_eq!(history.queue(), [(job(0), Some(role(0)))]);
        }
    }
}

#[test]
fn f10_a_second_stop_is_one_diagnostic() {
    let mut history = History::idle(&setup(1));
    history.says(tell::stopped(0, 0, crash(1)), &[say::prepare(0, 0)]);
    history.refuses(tell::stopped(0, 0, crash(1)), FactClass::Stale, 0);
    succeed(&mut history, 0, 0, 1);
    history.says(tell::ready(0, 1, 1), &[]);
    history.refuses(tell::stopped(0, 0, crash(1)), FactClass::Stale, 1);
    history.says(tell::submit(1), &[say::accepted(1, 0), say::assign(1, 0, 1)]);
}

#[test]
fn f11_when_every_creation_is_rejected_the_queue_returns_once() {
    let failure = RoleFailure::CreationRejected { submission: 77, reason: 1, stop: None };
    let mut history = History::started(&setup(2));
    history.ok(tell::submit(1));
    history.says(tell::unborn(0, 0), &[say::tell_desk(0, say::role_failed(0, failure))]);
    let returned = say::returned_queued(0, 1, QueuedReturn::NoRecoverableWorkers);
    let expected = [returned, say::tell_desk(1, say::role_failed(1, failure))];
    history.says(tell::unborn(1, 1), &expected);
    history.says(tell::submit(2), &[say::rejected(2, AdmissionRefusal::NoRecoverableWorkers)]);

    let stopping = with(setup(2), |setup| setup.reaction = Reaction::StopPool);
    let mut history = History::started(&stopping);
    history.ok(tell::submit(1));
    let returned = say::returned_queued(0, 1, QueuedReturn::PoolShutdown);
    let expected = [returned, say::tell_desk(0, say::role_failed(0, failure))];
    history.says(tell::unborn(0, 0), &expected);
}

#[test]
fn f12_a_full_backlog_does_not_bound_lifecycle_facts() {
    let mut history = History::idle(&retrying(with(setup(2), |setup| setup.backlog_capacity = 1)));
    (1..=3).for_each(|n| history.ok(tell::submit(n)));
    history.says(tell::submit(4), &[say::rejected(4, AdmissionRefusal::BacklogFull)]);
    for at in 0..2 {
        history.ok(tell::delivered(at, at));
        history.ok(tell::stopped(at as usize, at, crash(1)));
    }
    let waiting = [(job(0), Some(role(0))), (job(1), Some(role(1))), (job(2), None)];
    assert_eq!(history.queue(), waiting);
}

#[test]
fn f13_a_shutdown_returns_each_job_once() {
    let mut history = History::idle(&setup(2));
    (1..=3).for_each(|n| history.ok(tell::submit(n)));
    history.ok(tell::completed(0, 0, 1));
    let stale = say::rejected_fact(FactClass::Stale, tell::completed(0, 0, 1));
    history.says(
        Told::Shutdown,
        &[
            say::returned_queued(2, 3, QueuedReturn::PoolShutdown),
            say::returned_assigned(0, 0, 1, AssignedReturn::PoolShutdown),
            say::returned_assigned(1, 1, 2, AssignedReturn::PoolShutdown),
            say::shut_down(0, 0, 0),
            say::shut_down(1, 1, 1),
            say::tell_desk(0, stale),
        ],
    );
}

#[test]
fn f14_a_submission_while_draining_comes_back_with_its_payload() {
    let mut history = History::idle(&setup(1));
    history.ok(Told::Shutdown);
    history.says(tell::submit(1), &[say::rejected(1, AdmissionRefusal::ShuttingDown)]);
}

#[test]
fn f15_a_completion_after_the_shutdown_is_one_stale_diagnostic() {
    let mut history = History::idle(&setup(1));
    history.ok(tell::submit(1));
    history.ok(Told::Shutdown);
    history.refuses(tell::completed(0, 0, 1), FactClass::Stale, 0);
    history.says(tell::delivered(0, 0), &[]);
    history.says(tell::shutdown_accepted(0, 0, 0), &[]);
    history.ends(tell::stopped(0, 0, exit(1)), Verdict::Stopped, &[]);
}

/// A pool with a deadline and so many idle workers, shut down.
fn deadlined(roles: u8) -> History {
    let mut history = History::idle(&with(setup(roles), |setup| {
        setup.drain = DrainPolicy::RetireActorGraphAfter { deadline: 30 };
    }));
    history.ok(Told::Shutdown);
    history
}

#[test]
fn f16_a_deadline_that_fires_before_its_settlement_forces_retirement() {
    let mut history = deadlined(1);
    let (said, verdict) = history.tell(tell::deadline_elapsed(0, 30));
    assert_eq!((said.len(), verdict), (2, Verdict::ForcedRetirement));
    assert_eq!(history.view().mode, Mode::ForcedRetirement);
}

#[test]
fn f17_a_worker_that_never_stops_is_forced_or_waited_for() {
    let mut history = History::idle(&setup(1));
    history.ok(Told::Shutdown);
    history.says(tell::shutdown_accepted(0, 0, 0), &[]);
    assert_eq!(history.phases(), [Phase::DrainIdleSettled]);
    let mut history = deadlined(1);
    history.ok(tell::deadline_set(0));
    history.ok(tell::shutdown_accepted(0, 0, 0));
    let (_, verdict) = history.tell(tell::deadline_elapsed(0, 30));
    assert_eq!(verdict, Verdict::ForcedRetirement);
}

#[test]
fn f18_the_residual_lists_exactly_who_is_unresolved() {
    for left in 1..=4_usize {
        let mut history = deadlined(4);
        for at in left..4 {
            history.ok(tell::shutdown_accepted(at, at as u64, at as u64));
            history.ok(tell::stopped(at, at as u64, exit(1)));
        }
        let (said, _) = history.tell(tell::deadline_elapsed(0, 30));
        let cause = ResidualCause::DeadlineElapsed { timer: drain_timer(0), at: 30 };
        let members = left as u8;
        assert_eq!(said[0], Said::TransferDrainResidual { cause, members });
        assert_eq!(said.len(), 1 + left);
    }
}

#[test]
fn f19_a_drain_ends_only_after_the_last_worker() {
    let mut history = History::idle(&setup(2));
    history.ok(tell::submit(1));
    history.ok(tell::delivered(0, 0));
    history.ok(Told::Shutdown);
    for at in [0, 1] {
        history.says(tell::shutdown_accepted(at, at as u64, at as u64), &[]);
    }
    history.says(tell::stopped(1, 1, exit(1)), &[]);
    history.ends(tell::stopped(0, 0, exit(1)), Verdict::Stopped, &[]);
}

/// Stops of six roles at these ticks; answers which of them were allowed to recover.
fn window(charges: u32, window: u64, ticks: &[Tick]) -> Vec<bool> {
    let mut history = History::idle(&with(setup(6), |setup| {
        setup.budget_charges_max = charges;
        setup.budget_window = window;
    }));
    (0..ticks.len())
        .map(|at| {
            let n = at as u64;
            history.ok(tell::stopped(at, n, crash(ticks[at])));
            let (said, _) = history.tell(tell::prepared(at, n, 99));
            let stop = crash(ticks[at]);
            let failure = RoleFailure::BudgetExhausted { stop, submission: 99 };
            let is_denied = matches!(
                said[0],
                Said::DeliverDiagnostic { diagnostic: Diagnostic::RoleFailed { failure: found, .. }, .. }
                    if found == failure
            );
            assert!(is_denied || matches!(said[0], Said::CreateWorker { .. }));
            !is_denied
        })
        .collect()
}

#[test]
fn w1_the_edge_of_the_window_still_counts() {
    assert_eq!(window(2, 10, &[0, 5, 10]), [true, true, false]);
}

#[test]
fn w2_one_tick_later_it_does_not() {
    assert_eq!(window(2, 10, &[0, 5, 11]), [true, true, true]);
}

#[test]
fn w3_the_window_slides() {
    assert_eq!(window(2, 10, &[0, 9, 11, 12]), [true, true, true, false]);
}

#[test]
fn w4_stops_far_enough_apart_recover_for_ever() {
    assert_eq!(window(2, 10, &[0, 9, 18, 27, 36, 45]), [true; 6]);
}

#[test]
fn w5_no_charges_deny_at_once() {
    assert_eq!(window(0, 10, &[0]), [false]);
}

#[test]
fn w6_a_window_of_no_length_counts_one_tick() {
    assert_eq!(window(2, 0, &[3, 3, 3, 4]), [true, true, false, true]);
}

#[test]
fn w7_a_denial_charges_nothing() {
    assert_eq!(window(1, 10, &[0, 5, 11]), [true, false, true]);
}
