//! Restarts: delays and their deadlines, timers and schedules in both orders, and every failure under
//! both reactions.

use crate::support::*;

const SCHEDULE: &str = "ScheduleRestart recovery1/0 timer1/0 at 9";
const BORN: [&str; 4] = [
    "CreateWorker a child2/0 Replacement(recovery1/0 e1) s2",
    "ObserveWorkerCreation child2/0",
    "ObserveWorkerStop child2/0",
    "Continue",
];

/// Role `a` stopped at tick 4 and its replacement is due five ticks later.
fn scheduling() -> Rig {
    let mut rig = setup(&["a"]).delayed(5).idle();
    rig.stop("a", Abnormal, 4).sets_up();
    rig.prepared("a").says(&[SCHEDULE, "Continue"]);
    rig
}

#[test]
fn a_delayed_restart_waits_for_its_timer() {
    let mut rig = scheduling();
    assert_eq!(rig.phase("a"), Phase::RecoveringScheduling { elapsed: false });
    assert!(rig.pool.source_is_home(), "the source is home while the timer runs");
    rig.scheduled("a").says_nothing();
    assert_eq!(rig.phase("a"), Phase::RecoveringWaitingForTimer);
    let card = rig.card("a");
    rig.timer("a", 0).says(&BORN);
    rig.rejects(Stale, facts::timer_elapsed(&card, 10));
    rig.rejects(Stale, facts::scheduled(&card));
}

#[test]
fn a_timer_before_its_schedule_is_kept_and_the_acceptance_creates() {
    let mut rig = scheduling();
    rig.timer("a", 9).says_nothing();
    assert_eq!(rig.phase("a"), Phase::RecoveringScheduling { elapsed: true });
    rig.rejects(Stale, facts::timer_elapsed(&rig.card("a"), 10));
    rig.scheduled("a").says(&BORN);
}

#[test]
fn a_rejected_schedule_fails_with_all_that_the_recovery_held() {
    let mut rig = scheduling();
    let card = rig.card("a");
    rig.reject_schedule("a").says(&[
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  RestartScheduleRejected [Abnormal 4 z4] s2 child2/0 not elapsed [ScheduleRestart \
         recovery1/0 timer1/0 at 9] x1",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), Phase::Retired);
    rig.rejects(Stale, facts::timer_elapsed(&card, 10));
}

#[test]
fn a_rejected_schedule_owns_a_timer_that_had_elapsed() {
    let mut rig = scheduling();
    rig.timer("a", 7).says_nothing();
    rig.reject_schedule("a").says(&[
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  RestartScheduleRejected [Abnormal 4 z4] s2 child2/0 elapsed [RestartTimerElapsed \
         recovery1/0 timer1/0 at 7] [ScheduleRestart recovery1/0 timer1/0 at 9] x1",
        "Continue",
    ]);
}

#[test]
fn timers_need_recovery_and_generation() {
    let mut rig = setup(&["a", "b"]).delayed(5).idle();
    for role in ["a", "b"] {
        rig.stop(role, Abnormal, 4).sets_up();
        rig.prepared(role).sets_up();
    }
    let (a, b) = (rig.card("a"), rig.card("b"));
    for crossed in [Card { timer: b.timer, ..a }, Card { recovery: b.recovery, ..a }] {
        rig.rejects(Stale, facts::timer_elapsed(&crossed, 9));
        rig.rejects(Stale, facts::scheduled(&crossed));
    }
    let mut ending = setup(&["a"]).deadline(9).idle();
    ending.shutdown().sets_up();
    let drain = ending.host.deadline.map(|request| request.timer);
    rig.rejects(Stale, facts::timer_elapsed(&Card { timer: drain, ..a }, 9));
    rig.rejects(Stale, facts::deadline_elapsed(a.timer.expect("a timer"), 9));
}

/// The delays of the recoveries of one role, each from a stop at tick 100 times its ordinal.
#[track_caller]
fn delays(timing: RestartTiming, expected: &[u64]) {
    let mut rig = setup(&["a"]).budget(1000, 0).timing(timing).idle();
    for (ordinal, delay) in (1..).zip(expected) {
        let at = 100 * ordinal;
        rig.stop("a", Abnormal, at).sets_up();
        let line =
            format!("ScheduleRestart recovery{ordinal}/0 timer{ordinal}/0 at {}", at + delay);
        rig.prepared("a").says(&[&line, "Continue"]);
        rig.until_idle("a");
    }
}

#[test]
fn delays_follow_the_recovery_ordinal_of_the_role() {
    let (delay, max) = (Ticks(3), Ticks(10));
    delays(RestartTiming::Constant { delay }, &[3, 3, 3, 3]);
    delays(RestartTiming::Linear { delay, max }, &[3, 6, 9, 10, 10]);
    delays(RestartTiming::Doubling { delay, max }, &[3, 6, 10, 10]);
    delays(RestartTiming::Doubling { delay, max: Ticks(96) }, &[3, 6, 12, 24, 48, 96, 96]);
    delays(RestartTiming::Linear { delay, max: delay }, &[3, 3]);
}

#[test]
fn each_role_counts_its_own_recoveries() {
    let timing = RestartTiming::Linear { delay: Ticks(3), max: Ticks(99) };
    let mut rig = setup(&["a", "b"]).timing(timing).idle();
    rig.stop("a", Abnormal, 0).sets_up();
    rig.prepared("a").says(&["ScheduleRestart recovery1/0 timer1/0 at 3", "Continue"]);
    rig.stop("b", Abnormal, 0).sets_up();
    rig.prepared("b").says(&["ScheduleRestart recovery2/1 timer2/1 at 3", "Continue"]);
}

#[test]
fn the_cap_itself_never_overflows() {
    let (delay, max) = (Ticks(u64::MAX / 2), Ticks(u64::MAX));
    for timing in [RestartTiming::Linear { delay, max }, RestartTiming::Doubling { delay, max }] {
        let mut rig = setup(&["a"]).timing(timing).idle();
        let deadlines = [u64::MAX / 2, u64::MAX - 1, u64::MAX];
        for (ordinal, deadline) in (1..).zip(deadlines) {
            rig.stop("a", Abnormal, 0).sets_up();
            let line =
                format!("ScheduleRestart recovery{ordinal}/0 timer{ordinal}/0 at {deadline}");
            rig.prepared("a").says(&[&line, "Continue"]);
            rig.until_idle("a");
        }
    }
}

#[test]
fn a_doubling_delay_stays_at_its_maximum_for_ever() {
    let timing = RestartTiming::Doubling { delay: Ticks(1), max: Ticks(7) };
    let mut rig = setup(&["a"]).budget(1000, 0).timing(timing).idle();
    for ordinal in 1..=140 {
        rig.stop("a", Abnormal, ordinal).sets_up();
        let delay = [1, 2, 4].get(ordinal as usize - 1).copied().unwrap_or(7);
        let line =
            format!("ScheduleRestart recovery{ordinal}/0 timer{ordinal}/0 at {}", ordinal + delay);
        rig.prepared("a").says(&[&line, "Continue"]);
        rig.until_idle("a");
    }
}

/// One way to fail: the setup, the steps before, the last step, and what the diagnostic owns.
struct Failure {
    setup: fn() -> Setup,
    before: fn(&mut Rig),
    last: fn(&mut Rig) -> Said,
    owns: &'static str,
}

fn two() -> Setup {
    setup(&["a", "b"])
}

fn stops(rig: &mut Rig) {
    rig.until_idle("a");
    rig.stop("a", Abnormal, 4).sets_up();
}

fn regresses(rig: &mut Rig) {
    rig.until_idle("a");
    rig.submit(1).sets_up();
    rig.stop("a", Abnormal, 4).says_nothing();
    rig.delivered("a").sets_up();
    rig.until_idle("a");
    rig.stop("a", Abnormal, 3).sets_up();
}

const FAILURES: [Failure; 15] = [
    Failure {
        setup: two,
        before: |_| {},
        last: |rig| rig.reject_birth("a"),
        owns: "CreationRejected s1 x1 no stop",
    },
    Failure {
        setup: two,
        before: stops,
        last: |rig| rig.refuse_preparation("a", PreparationRefusal::WorkerRejected),
        owns: "PreparationRefused [Abnormal 4 z4] WorkerRejected x1",
    },
    Failure {
        setup: two,
        before: stops,
        last: |rig| rig.refuse_preparation("a", PreparationRefusal::SourceRejected),
        owns: "PreparationRefused [Abnormal 4 z4] SourceRejected x1",
    },
    Failure {
        setup: two,
        before: stops,
        last: |rig| rig.refuse_preparation("a", PreparationRefusal::Corrupt),
        owns: "PreparationRefused [Abnormal 4 z4] Corrupt x1",
    },
    Failure {
        setup: two,
        before: stops,
        last: |rig| rig.refuse_preparation("a", PreparationRefusal::NotAttempted),
        owns: "PreparationRefused [Abnormal 4 z4] NotAttempted x1",
    },
    Failure {
        setup: || two().space(|space| space.recoveries = SequencePlan::NOTHING),
        before: |rig| rig.until_idle("a"),
        last: |rig| rig.stop("a", Abnormal, 4),
        owns: "RecoveryTicketUnavailable [Abnormal 4 z4] Exhausted",
    },
    Failure {
        setup: || two().space(|space| space.births = plan(1, 2)),
        before: stops,
        last: |rig| rig.prepared("a"),
        owns: "RecoveryDenied [Abnormal 4 z4] s3 BirthCorrelationUnavailable Exhausted",
    },
    Failure {
        setup: || {
            let renewal = Lease::new(2, 9).expect("a lease");
            two().space(|space| space.births = plan(1, 2).renewed(renewal))
        },
        before: stops,
        last: |rig| rig.prepared("a"),
        owns: "RecoveryDenied [Abnormal 4 z4] s3 BirthCorrelationUnavailable Collision(2)",
    },
    Failure {
        setup: || two().delayed(5).space(|space| space.timers = SequencePlan::NOTHING),
        before: stops,
        last: |rig| rig.prepared("a"),
        owns: "RecoveryDenied [Abnormal 4 z4] s3 TimerCorrelationUnavailable Exhausted",
    },
    Failure {
        setup: || two().interruption(Interruption::Fail),
        before: regresses,
        last: |rig| rig.prepared("a"),
        owns: "RecoveryDenied [Abnormal 3 z3] s4 ClockRegression",
    },
    Failure {
        setup: || two().budget(0, 0),
        before: stops,
        last: |rig| rig.prepared("a"),
        owns: "RecoveryDenied [Abnormal 4 z4] s3 BudgetExhausted",
    },
    Failure {
        setup: || two().space(|space| space.recovery_ordinal_max = 0),
        before: stops,
        last: |rig| rig.prepared("a"),
        owns: "RecoveryDenied [Abnormal 4 z4] s3 OrdinalOverflow",
    },
    Failure {
        setup: || two().delayed(u64::MAX - 3),
        before: stops,
        last: |rig| rig.prepared("a"),
        owns: "RecoveryDenied [Abnormal 4 z4] s3 DeadlineOverflow",
    },
    Failure {
        setup: || two().delayed(5),
        before: |rig| {
            stops(rig);
            rig.prepared("a").sets_up();
        },
        last: |rig| rig.reject_schedule("a"),
        owns: "RestartScheduleRejected [Abnormal 4 z4] s3 child3/0 not elapsed \
               [ScheduleRestart recovery1/0 timer1/0 at 9] x1",
    },
    Failure {
        setup: || two().delayed(5),
        before: |rig| {
            stops(rig);
            rig.prepared("a").sets_up();
            rig.timer("a", 8).says_nothing();
        },
        last: |rig| rig.reject_schedule("a"),
        owns: "RestartScheduleRejected [Abnormal 4 z4] s3 child3/0 elapsed \
               [RestartTimerElapsed recovery1/0 timer1/0 at 8] \
               [ScheduleRestart recovery1/0 timer1/0 at 9] x1",
    },
];

#[test]
fn every_failure_is_one_diagnostic_and_retires_the_role() {
    for Failure { setup, before, last, owns } in FAILURES {
        let mut rig = setup().start();
        rig.until_idle("b");
        before(&mut rig);
        last(&mut rig).says(&[
            "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
            &format!("  {owns}"),
            "Continue",
        ]);
        assert_eq!((rig.phase("a"), rig.phase("b")), (Phase::Retired, Phase::Idle), "{owns}");
        assert!(rig.pool.source_is_home(), "{owns}");
    }
}

#[test]
fn every_failure_stops_the_pool_where_the_reaction_says_so() {
    for Failure { setup, before, last, owns } in FAILURES {
        let mut rig = setup().stop_pool().start();
        rig.until_idle("b");
        before(&mut rig);
        last(&mut rig).says(&[
            "ShutdownWorker child2/1 b:child2/1:e2 shutdown1",
            "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
            &format!("  {owns}"),
            "Continue",
        ]);
        assert_eq!(rig.phase("a"), Phase::Drained, "{owns}");
        assert!(rig.pool.source_is_home(), "{owns}");
        rig.stop("b", Abnormal, 9).says_nothing();
        rig.shutdown_taken("b").says(&["Stopped"]);
    }
}

#[test]
fn the_last_role_to_retire_returns_the_whole_queue_once() {
    for Failure { setup, before, last, owns } in FAILURES {
        let mut rig = setup().start();
        rig.until_idle("b");
        before(&mut rig);
        last(&mut rig).sets_up();
        rig.busy("b", 11);
        for tag in [12, 13] {
            rig.submit(tag).sets_up();
        }
        let jobs: Vec<String> = rig.queue();
        let job = |at: usize| jobs[at].split(' ').next().expect("a job").to_owned();
        let said = lose_b(&mut rig);
        assert_eq!(said.len(), 2, "{owns}");
        let line = |tag, job: &str| {
            format!(
                "DeliverCustomerTerminal c{tag} ReturnedQueued {job} p{tag} NoRecoverableWorkers"
            )
        };
        assert_eq!(said, [line(12, &job(0)), line(13, &job(1))], "{owns}");
        rig.submit(14)
            .says(&["DeliverAdmission c14 Rejected r14 p14 NoRecoverableWorkers", "Continue"]);
        rig.shutdown().says(&["Stopped"]);
    }
}

/// Loses role `b` for good and answers what the waiting customers hear.
fn lose_b(rig: &mut Rig) -> Vec<String> {
    let mut heard = rig.stop("b", Abnormal, 50).lines();
    if rig.phase("b") == Phase::RecoveringPreparing {
        heard.extend(rig.refuse_preparation("b", PreparationRefusal::Corrupt).lines());
    }
    assert_eq!(rig.phase("b"), Phase::Retired);
    heard.retain(|line| line.contains("ReturnedQueued"));
    heard
}

#[test]
fn a_denied_recovery_spends_no_charge() {
    let renewal = Lease::new(3, 9).expect("a lease");
    let births = move |space: &mut CorrelationSpace| space.births = plan(2, 3).renewed(renewal);
    let mut rig = setup(&["a", "b"]).budget(1, 100).space(births).idle();
    rig.stop("a", Abnormal, 4).sets_up();
    rig.prepared("a").says(&[
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  RecoveryDenied [Abnormal 4 z4] s3 BirthCorrelationUnavailable Collision(3)",
        "Continue",
    ]);
    rig.stop("b", Abnormal, 5).sets_up();
    rig.prepared("b").says(&[
        "CreateWorker b child4/1 Replacement(recovery2/1 e3) s4",
        "ObserveWorkerCreation child4/1",
        "ObserveWorkerStop child4/1",
        "Continue",
    ]);
}

#[test]
fn a_nonce_whose_timer_fails_is_retired() {
    let renewal = Lease::new(1, 9).expect("a lease");
    let timers = move |space: &mut CorrelationSpace| space.timers = plan(1, 1).renewed(renewal);
    let mut rig = setup(&["a", "b", "c"]).delayed(5).space(timers).idle();
    rig.stop("a", Abnormal, 4).sets_up();
    rig.prepared("a").says(&["ScheduleRestart recovery1/0 timer1/0 at 9", "Continue"]);
    rig.stop("b", Abnormal, 4).sets_up();
    rig.prepared("b").says(&[
        "DeliverDiagnostic d1 diagnostic1 RoleFailed b",
        "  RecoveryDenied [Abnormal 4 z4] s5 TimerCorrelationUnavailable Collision(1)",
        "Continue",
    ]);
    rig.stop("c", Abnormal, 4).sets_up();
    rig.prepared("c").says(&["ScheduleRestart recovery3/2 timer2/2 at 9", "Continue"]);
    rig.scheduled("c").says_nothing();
    rig.timer("c", 9).says(&[
        "CreateWorker c child6/2 Replacement(recovery3/2 e3) s6",
        "ObserveWorkerCreation child6/2",
        "ObserveWorkerStop child6/2",
        "Continue",
    ]);
}

#[test]
fn the_last_ordinal_of_a_role_may_be_committed() {
    let mut rig = setup(&["a"]).space(|space| space.recovery_ordinal_max = 1).idle();
    rig.stop("a", Abnormal, 4).sets_up();
    rig.prepared("a").says(&BORN);
    rig.until_idle("a");
    rig.stop("a", Abnormal, 5).sets_up();
    rig.prepared("a").says(&[
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  RecoveryDenied [Abnormal 5 z5] s3 OrdinalOverflow",
        "Continue",
    ]);
}

#[test]
fn denials_are_looked_for_in_their_order() {
    let none = |space: &mut CorrelationSpace| {
        space.recovery_ordinal_max = 0;
        space.births = plan(1, 2);
        space.timers = SequencePlan::NOTHING;
    };
    let denial = |rig: &mut Rig| {
        let lines = rig.prepared("a").lines();
        lines[1].rsplit("] s3 ").next().expect("a denial").to_owned()
    };
    let all = || two().delayed(u64::MAX - 3);
    let mut rig = all().budget(0, 0).space(none).idle();
    rig.stop("a", Abnormal, 4).sets_up();
    assert_eq!(denial(&mut rig), "BudgetExhausted");
    let mut rig = all().space(none).idle();
    rig.stop("a", Abnormal, 4).sets_up();
    assert_eq!(denial(&mut rig), "OrdinalOverflow");
    let mut rig = all().space(|space| space.births = plan(1, 2)).idle();
    rig.stop("a", Abnormal, 4).sets_up();
    assert_eq!(denial(&mut rig), "DeadlineOverflow");
    let mut rig = two().delayed(5).space(none).space(|space| space.recovery_ordinal_max = 9).idle();
    rig.stop("a", Abnormal, 4).sets_up();
    assert_eq!(denial(&mut rig), "BirthCorrelationUnavailable Exhausted");
}
