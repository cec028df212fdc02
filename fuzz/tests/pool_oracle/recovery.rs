//! Recovery: eligibility, the one worker source, the order of its failures, timing, and the clock.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::pool::observation::*;

fn timed(timing: Timing) -> PoolSetup {
    with(setup(1), |setup| setup.timing = timing)
}

fn failed(d: u64, at: usize, failure: RoleFailure) -> Said {
    say::tell_desk(d, say::role_failed(at, failure))
}

/// One idle worker that has stopped at this tick and whose successor is being prepared.
fn preparing(setup: &PoolSetup, tick: Tick) -> History {
    let mut history = History::idle(setup);
    history.says(tell::stopped(0, 0, crash(tick)), &[say::prepare(0, 0)]);
    assert!(!history.view().source_home);
    history
}

#[test]
fn eligibility_is_a_matter_of_policy_and_class() {
    let cases = [
        (Eligibility::Permanent, StopClass::Normal, true),
        (Eligibility::Permanent, StopClass::Abnormal, true),
        (Eligibility::Transient, StopClass::Normal, false),
        (Eligibility::Transient, StopClass::Abnormal, true),
        (Eligibility::Temporary, StopClass::Normal, false),
        (Eligibility::Temporary, StopClass::Abnormal, false),
    ];
    for (eligibility, class, recovers) in cases {
        for reaction in [Reaction::RetireRole, Reaction::StopPool] {
            let mut history = History::idle(&with(setup(1), |setup| {
                setup.eligibility = eligibility;
                setup.reaction = reaction;
            }));
            let prepare = [say::prepare(0, 0)];
            let expected: &[Said] = if recovers { &prepare } else { &[] };
            history.says(tell::stopped(0, 0, stop(class, 3)), expected);
            let phase = if recovers { Phase::RecoveringPreparing } else { Phase::Retired };
            assert_eq!(history.phases(), [phase]);
        }
    }
}

#[test]
fn an_immediate_recovery_creates_in_the_fold_of_the_preparation() {
    let mut history = preparing(&setup(1), 3);
    history.says(tell::prepared(0, 0, 99), &say::successor(0, 1, 0, 0, 99));
    assert_eq!(history.phases(), [Phase::Creating]);
    assert!(history.view().source_home);
    history.settle_in(0, 1, 1);
    history.says(tell::submit(1), &[say::accepted(1, 0), say::assign(1, 0, 1)]);
}

#[test]
fn roles_wait_for_the_source_and_get_it_in_declaration_order() {
    let mut history = History::idle(&setup(3));
    history.says(tell::stopped(1, 1, crash(3)), &[say::prepare(1, 0)]);
    history.says(tell::stopped(2, 2, crash(4)), &[]);
    history.says(tell::stopped(0, 0, crash(5)), &[]);
    let refused = RoleFailure::PreparationRefused {
        stop: crash(3),
        refusal: PreparationRefusal::WorkerRejected,
        reason: 7,
    };
    history.says(tell::unprepared(1, 0), &[say::prepare(0, 1), failed(0, 1, refused)]);
    let mut expected = say::successor(0, 3, 1, 0, 98);
    expected.push(say::prepare(2, 2));
    history.says(tell::prepared(0, 1, 98), &expected);
    history.says(tell::prepared(2, 2, 99), &say::successor(2, 4, 2, 2, 99));
    assert_eq!(history.phases(), [Phase::Creating, Phase::Retired, Phase::Creating]);
}

#[test]
fn a_ticket_that_fails_in_lending_passes_the_source_on() {
    let mut history = History::idle(&with(setup(3), |setup| {
        setup.sequences.recovery = colliding(600, 1);
    }));
    history.says(tell::stopped(1, 1, crash(3)), &[say::prepare(1, 0)]);
    history.says(tell::stopped(0, 0, crash(4)), &[]);
    history.says(tell::stopped(2, 2, crash(5)), &[]);
    let rejection = Unavailable::Collision { candidate: 600 };
    let failure = RoleFailure::RecoveryTicketUnavailable { stop: crash(4), rejection };
    let mut expected = say::successor(1, 3, 0, 1, 99);
    expected.extend([say::prepare(2, 1), failed(0, 0, failure)]);
    history.says(tell::prepared(1, 0, 99), &expected);
}

#[test]
fn a_ticket_that_fails_at_the_stop_is_answered_by_the_reaction() {
    let none = |reaction| {
        History::idle(&with(setup(2), |setup| {
            setup.reaction = reaction;
            setup.sequences.recovery = short(600, 1);
        }))
    };
    let failure =
        |at| RoleFailure::RecoveryTicketUnavailable { stop: at, rejection: Unavailable::Exhausted };
    let mut history = none(Reaction::RetireRole);
    history.ok(tell::stopped(0, 0, crash(1)));
    history.ok(tell::prepared(0, 0, 99));
    history.says(tell::stopped(1, 1, crash(2)), &[failed(0, 1, failure(crash(2)))]);
    assert!(history.view().source_home);

    let mut history = none(Reaction::StopPool);
    history.ok(tell::stopped(0, 0, crash(1)));
    history.ok(tell::prepared(0, 0, 99));
    history.says(tell::stopped(1, 1, crash(2)), &[failed(0, 1, failure(crash(2)))]);
    assert_eq!(history.phases(), [Phase::ResolvingCreation, Phase::Drained]);
}

#[test]
fn failures_of_a_recovery_come_in_their_order() {
    let submission = 99;
    let stop = crash(5);
    let birth = Unavailable::Exhausted;
    let timer = Unavailable::Collision { candidate: 800 };
    // Everything is wrong at first, and put right from the front.
    let mut broken = with(timed(Timing::Constant { delay: u64::MAX }), |setup| {
        setup.role_count = 2;
        setup.budget_charges_max = 0;
        setup.recovery_ordinal_max = 0;
        setup.sequences.birth = short(700, 2);
        setup.sequences.timer = short(800, 1);
        setup.sequences.timer.renewal = Some(Lease { first: 800, last: 800 });
    });
    let outcome = |setup: &PoolSetup, regressed: bool| {
        let mut history = History::idle(setup);
        let earlier = if regressed { 9 } else { 0 };
        history.ok(tell::stopped(1, 1, crash(earlier)));
        history.ok(tell::stopped(0, 0, stop));
        // The other role's preparation brings the source home and is refused.
        let (said, _) = history.tell(tell::unprepared(1, 0));
        assert_eq!(said[0], say::prepare(0, 1));
        history
    };
    let prepared = tell::prepared(0, 1, submission);
    let expect = |setup: &PoolSetup, regressed, failure| {
        outcome(setup, regressed).says(prepared, &[failed(1, 0, failure)]);
    };
    expect(&broken, true, RoleFailure::ClockRegression { stop, submission });
    expect(&broken, false, RoleFailure::BudgetExhausted { stop, submission });
    broken.budget_charges_max = 1;
    expect(&broken, false, RoleFailure::RecoveryOrdinalOverflow { stop, submission });
    broken.recovery_ordinal_max = 1;
    expect(&broken, false, RoleFailure::DeadlineOverflow { stop, submission });
    broken.timing = Timing::Constant { delay: 10 };
    let failure = RoleFailure::BirthCorrelationUnavailable { stop, submission, rejection: birth };
    expect(&broken, false, failure);
    broken.sequences.birth = endless(700);
    let mut history = outcome(&broken, false);
    history.says(prepared, &say_schedule(1, 0, 15));

    // The one timer ordinal is used by another role first: the next one collides.
    let mut history = History::idle(&with(broken, |setup| setup.budget_charges_max = 9));
    history.ok(tell::stopped(1, 1, crash(1)));
    history.ok(tell::prepared(1, 0, 98));
    history.ok(tell::stopped(0, 0, stop));
    let failure = RoleFailure::TimerCorrelationUnavailable { stop, submission, rejection: timer };
    history.says(prepared, &[failed(0, 0, failure)]);
    assert_eq!(history.phases(), [Phase::Retired, Phase::RecoveringScheduling]);
}

fn say_schedule(r: u64, g: u64, deadline: Tick) -> Vec<Said> {
    vec![say::schedule(0, r, g, deadline)]
}

#[test]
fn a_failed_recovery_charges_nothing_but_burns_its_candidates() {
    // The birth is reserved, the timer is not: the next recovery gets the next birth, and its
    // charge is the first one.
    let mut history = History::idle(&with(timed(Timing::Constant { delay: 4 }), |setup| {
        setup.role_count = 3;
        setup.budget_charges_max = 2;
        setup.sequences.timer = colliding(800, 1);
    }));
    history.ok(tell::stopped(0, 0, crash(1)));
    history.says(tell::prepared(0, 0, 99), &say_schedule(0, 0, 5));
    history.ok(tell::stopped(1, 1, crash(2)));
    let failure = RoleFailure::TimerCorrelationUnavailable {
        stop: crash(2),
        submission: 98,
        rejection: Unavailable::Collision { candidate: 800 },
    };
    history.says(tell::prepared(1, 1, 98), &[failed(0, 1, failure)]);
    history.ok(tell::stopped(2, 2, crash(3)));
    history.says(tell::prepared(2, 2, 97), &[say::schedule(2, 2, 1, 7)]);
    history.ok(tell::scheduled(2, 2, 1));
    // Births 3 and 4 went to role 0 and to the failure.
    history.says(tell::elapsed(2, 2, 1, 7), &say::successor(2, 5, 2, 2, 97));
}

#[test]
fn delays_grow_with_the_ordinal_up_to_their_cap() {
    let cases = [
        (Timing::Constant { delay: 5 }, [5, 5, 5, 5]),
        (Timing::Linear { delay: 5, max: 12 }, [5, 10, 12, 12]),
        (Timing::Doubling { delay: 5, max: 30 }, [5, 10, 20, 30]),
        (Timing::Doubling { delay: 1, max: u64::MAX - 50 }, [1, 2, 4, 8]),
        (Timing::Linear { delay: u64::MAX / 2, max: u64::MAX / 2 }, [u64::MAX / 2; 4]),
    ];
    for (timing, delays) in cases {
        let mut history = History::idle(&timed(timing));
        for (n, delay) in (0..).zip(delays) {
            history.ok(tell::stopped(0, n, crash(1)));
            history.says(tell::prepared(0, n, 99), &[say::schedule(0, n, n, 1 + delay)]);
            history.ok(tell::scheduled(0, n, n));
            history.says(tell::elapsed(0, n, n, 2), &say::successor(0, n + 1, n, n, 99));
            history.settle_in(0, n + 1, n + 1);
        }
    }
}

#[test]
fn a_doubling_that_would_overflow_meets_its_cap() {
    let mut history =
        History::idle(&with(timed(Timing::Doubling { delay: 3, max: 1 << 40 }), |setup| {
            setup.budget_charges_max = u32::MAX
        }));
    for n in 0..80 {
        history.ok(tell::stopped(0, n, crash(1)));
        let delay = 3_u64.checked_mul(1 << n.min(60)).map_or(1 << 40, |delay| delay.min(1 << 40));
        history.says(tell::prepared(0, n, 99), &[say::schedule(0, n, n, 1 + delay)]);
        history.ok(tell::scheduled(0, n, n));
        history.ok(tell::elapsed(0, n, n, 2));
        history.settle_in(0, n + 1, n + 1);
    }
}

#[test]
fn timer_and_schedule_come_in_either_order() {
    let timed = timed(Timing::Constant { delay: 4 });
    let created = say::successor(0, 1, 0, 0, 99);
    let scheduling = || {
        let mut history = preparing(&timed, 3);
        history.says(tell::prepared(0, 0, 99), &say_schedule(0, 0, 7));
        assert_eq!(history.phases(), [Phase::RecoveringScheduling]);
        history
    };
    let mut history = scheduling();
    history.says(tell::scheduled(0, 0, 0), &[]);
    assert_eq!(history.phases(), [Phase::RecoveringTimer]);
    history.refuses(tell::scheduled(0, 0, 0), FactClass::Stale, 0);
    history.says(tell::elapsed(0, 0, 0, 2), &created);
    history.refuses(tell::elapsed(0, 0, 0, 2), FactClass::Stale, 1);

    let mut history = scheduling();
    history.says(tell::elapsed(0, 0, 0, 2), &[]);
    assert_eq!(history.phases(), [Phase::RecoveringSchedulingElapsed]);
    history.refuses(tell::elapsed(0, 0, 0, 8), FactClass::Stale, 0);
    history.says(tell::scheduled(0, 0, 0), &created);

    let returned = ReturnedSchedule {
        recovery: recovery(0),
        timer: restart_timer(0, 0),
        deadline: 55,
        reason: 8,
    };
    let failure = |elapsed_at| RoleFailure::RestartScheduleRejected {
        stop: crash(3),
        submission: 99,
        birth: child(1),
        elapsed_at,
        returned,
    };
    let mut history = scheduling();
    history.says(tell::unscheduled(0, 0, 0), &[failed(0, 0, failure(None))]);
    let mut history = scheduling();
    history.says(tell::elapsed(0, 0, 0, 2), &[]);
    history.says(tell::unscheduled(0, 0, 0), &[failed(0, 0, failure(Some(2)))]);
    assert_eq!(history.phases(), [Phase::Retired]);
}

#[test]
fn an_older_stop_fails_its_own_recovery_only() {
    let mut history = History::idle(&setup(3));
    history.ok(tell::stopped(0, 0, crash(10)));
    history.ok(tell::stopped(1, 1, crash(9)));
    history.ok(tell::stopped(2, 2, crash(10)));
    let mut created = say::successor(0, 3, 0, 0, 99);
    created.push(say::prepare(1, 1));
    history.says(tell::prepared(0, 0, 99), &created);
    let failure = RoleFailure::ClockRegression { stop: crash(9), submission: 98 };
    history.says(tell::prepared(1, 1, 98), &[say::prepare(2, 2), failed(0, 1, failure)]);
    history.says(tell::prepared(2, 2, 97), &say::successor(2, 4, 2, 2, 97));
}

#[test]
fn every_stop_that_is_taken_moves_the_clock() {
    // One that is not eligible, one in a join, one told by an initialization, one on request.
    let transient = with(setup(2), |setup| setup.eligibility = Eligibility::Transient);
    let regression = RoleFailure::ClockRegression { stop: crash(4), submission: 99 };
    let check = |mut history: History, r| {
        history.says(tell::stopped(0, 0, crash(4)), &[say::prepare(0, r)]);
        history.says(tell::prepared(0, r, 99), &[failed(0, 0, regression)]);
    };
    let mut history = History::idle(&transient);
    history.says(tell::stopped(1, 1, exit(5)), &[]);
    check(history, 0);

    let mut history = History::started(&transient);
    history.settle_in(0, 0, 0);
    history.ok(tell::born(1, 1));
    let handed = say::transfer(1, Transfer::Plan { plan: plan(1) }, TransferReason::Unused);
    history.says(tell::initialization_stopped(1, 1, exit(5)), &[handed]);
    check(history, 0);

    let mut history = History::started(&transient);
    history.settle_in(0, 0, 0);
    history.ok(tell::born(1, 1));
    history.ok(tell::uninitialized(1, 1));
    history.says(tell::stopped(1, 1, exit(5)), &[]);
    check(history, 0);

    let mut history = History::started(&transient);
    history.settle_in(1, 1, 0);
    history.ok(tell::submit(1));
    history.says(tell::stopped(1, 1, exit(5)), &[]);
    history.settle_in(0, 0, 1);
    check(history, 0);
}

#[test]
fn a_second_stop_told_by_an_initialization_moves_nothing() {
    let mut history = History::started(&setup(2));
    history.settle_in(0, 0, 0);
    history.ok(tell::born(1, 1));
    history.ok(tell::stopped(1, 1, crash(1)));
    history.ok(tell::initialization_stopped(1, 1, crash(50)));
    history.says(tell::stopped(0, 0, crash(4)), &[]);
    let mut created = say::successor(1, 2, 0, 1, 99);
    created.push(say::prepare(0, 1));
    history.says(tell::prepared(1, 0, 99), &created);
    history.says(tell::prepared(0, 1, 98), &say::successor(0, 3, 1, 0, 98));
}

#[test]
fn a_stop_kept_before_the_birth_is_judged_when_it_comes_and_counts_from_the_commit() {
    let mut history = History::started(&setup(3));
    history.settle_in(1, 1, 0);
    history.settle_in(2, 2, 1);
    history.ok(tell::stopped(0, 0, crash(10)));
    // Not committed yet: an earlier tick is no regression.
    history.says(tell::stopped(1, 1, crash(4)), &[say::prepare(1, 0)]);
    let handed = say::transfer(0, Transfer::Plan { plan: plan(0) }, TransferReason::Unused);
    history.says(tell::born(0, 0), &[handed]);
    history.says(tell::stopped(2, 2, crash(9)), &[]);
    let mut expected = say::successor(1, 3, 0, 1, 97);
    expected.push(say::prepare(0, 1));
    history.says(tell::prepared(1, 0, 97), &expected);
    let mut expected = say::successor(0, 4, 1, 0, 98);
    expected.push(say::prepare(2, 2));
    history.says(tell::prepared(0, 1, 98), &expected);
    let failure = RoleFailure::ClockRegression { stop: crash(9), submission: 99 };
    history.says(tell::prepared(2, 2, 99), &[failed(0, 2, failure)]);
}

#[test]
fn a_stop_that_waited_is_charged_at_the_newest_charge() {
    // Budget 1 in a window of 10: the stop at 0 waits for the source while one at 20 is charged.
    let mut history = History::idle(&with(setup(2), |setup| setup.budget_charges_max = 1));
    history.ok(tell::submit(1));
    history.says(tell::stopped(0, 0, crash(0)), &[]);
    history.says(tell::stopped(1, 1, crash(20)), &[say::prepare(1, 0)]);
    history.says(tell::prepared(1, 0, 99), &say::successor(1, 2, 0, 1, 99));
    let returned = say::returned_assigned(0, 0, 1, AssignedReturn::WorkerStopped);
    history.says(tell::delivered(0, 0), &[returned, say::prepare(0, 1)]);
    let failure = RoleFailure::BudgetExhausted { stop: crash(0), submission: 98 };
    history.says(tell::prepared(0, 1, 98), &[failed(0, 0, failure)]);
}

#[test]
fn a_charge_stays_spent_when_the_creation_is_rejected() {
    let mut history = History::idle(&with(setup(2), |setup| setup.budget_charges_max = 1));
    history.ok(tell::stopped(0, 0, crash(1)));
    history.ok(tell::prepared(0, 0, 99));
    history.ok(tell::unborn(0, 2));
    history.ok(tell::stopped(1, 1, crash(1)));
    let failure = RoleFailure::BudgetExhausted { stop: crash(1), submission: 98 };
    history.says(tell::prepared(1, 1, 98), &[failed(1, 1, failure)]);
}
