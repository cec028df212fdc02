//! Joins: delivery settlement D, completion C and worker stop S in all orders, also with a shutdown P
//! in between; ordered reinsertion; completions that match no assignment.

use crate::support::*;
use Event::{C, D, P, S};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    D,
    C,
    S,
    P,
}

const COMPLETED: &str = "DeliverCustomerTerminal c1 Completed job1 a o5";
const WORKER_STOPPED: &str = "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 WorkerStopped";
const RETURNED: &str = "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 PoolShutdown";
const RETURNED_QUEUED: &str = "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 PoolShutdown";
const PREPARE: &str = "PrepareWorker recovery1/0 a source1";
const SHUTDOWN: &str = "ShutdownWorker child1/0 a:child1/0:e1 shutdown1";
const HALF: [&str; 2] = ["TransferRejectedFact a Cancelled", "  RetainedHalf half of assignment1"];
const STALE: [&str; 2] =
    ["DeliverDiagnostic d1 diagnostic1 RejectedFact Stale", "  WorkerCompleted child1/0 o5"];
const STALE_DELIVERY: [&str; 2] = [
    "DeliverDiagnostic d1 diagnostic1 RejectedFact Stale",
    "  AssignmentSettled child1/0 assignment1 Accepted",
];
const STALE_DELIVERY_SECOND: [&str; 2] = [
    "DeliverDiagnostic d1 diagnostic2 RejectedFact Stale",
    "  AssignmentSettled child1/0 assignment1 Accepted",
];

/// The orders of `events`.
fn orders(events: &[Event]) -> Vec<Vec<Event>> {
    let mut orders = vec![Vec::new()];
    for _ in events {
        orders = orders
            .iter()
            .flat_map(|order: &Vec<Event>| {
                let rest = events.iter().filter(|event| !order.contains(event));
                rest.map(|event| [&order[..], &[*event]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    orders
}

fn input(rig: &mut Rig, event: Event) -> facts::Input {
    let card = rig.card("a");
    match event {
        D => facts::delivered(&card),
        C => facts::completed(&card, rig.command("a"), 5),
        S => facts::stopped(&card, Abnormal, 4),
        P => PoolInput::Shutdown,
    }
}

fn precedes(order: &[Event], first: Event, second: Event) -> bool {
    let place = |event| order.iter().position(|found| *found == event);
    place(first).is_some_and(|first| place(second).is_none_or(|second| first < second))
}

/// What is said to `event` after `before`, while the pool operates.
fn operating(before: &[Event], event: Event, policy: Interruption) -> Vec<&'static str> {
    let has = |event| before.contains(&event);
    let interrupted: &[&str] =
        if policy == Interruption::Fail { &[WORKER_STOPPED, PREPARE] } else { &[PREPARE] };
    match event {
        D if precedes(before, C, S) && has(S) => vec![COMPLETED, PREPARE],
        D if has(C) && !has(S) => vec![COMPLETED],
        D if has(S) && has(C) => [interrupted, &STALE].concat(),
        D if has(S) => interrupted.to_vec(),
        C if has(D) && has(S) => STALE.to_vec(),
        C if has(D) => vec![COMPLETED],
        S if has(D) && has(C) => vec![PREPARE],
        S if has(D) => interrupted.to_vec(),
        P => shutting_down(before, policy),
        D | C | S => vec![],
    }
}

/// Whether the job is still with its worker after `before`.
fn assigned(before: &[Event]) -> bool {
    !(before.contains(&D) && (before.contains(&C) || before.contains(&S)))
}

fn shutting_down(before: &[Event], policy: Interruption) -> Vec<&'static str> {
    let stopped = before.contains(&S);
    let stale: &[&str] = if before.contains(&C) { &STALE } else { &[] };
    match (assigned(before), stopped) {
        (true, true) => [&[RETURNED], &HALF[..], stale].concat(),
        (true, false) => [&[RETURNED, SHUTDOWN], stale].concat(),
        (false, true) if policy == Interruption::Retry && !precedes(before, C, S) => {
            vec![RETURNED_QUEUED]
        }
        (false, true) => vec![],
        (false, false) => vec![SHUTDOWN],
    }
}

/// What is said to `event` after `before`, once a shutdown has come; `None` once the pool has ended.
fn draining(before: &[Event], event: Event) -> Option<Vec<&'static str>> {
    let at = before.iter().position(|event| *event == P).expect("a shutdown has come");
    let operated = &before[..at];
    if operated.contains(&S) {
        return if assigned(operated) { None } else { Some(STALE.to_vec()) };
    }
    let diagnosed = before.contains(&C) && assigned(operated);
    Some(match event {
        D if before.contains(&S) && diagnosed => STALE_DELIVERY_SECOND.to_vec(),
        D if before.contains(&S) => STALE_DELIVERY.to_vec(),
        C if before.contains(&S) && before.contains(&D) && !precedes(before, D, S) => {
            STALE_SECOND.to_vec()
        }
        C => STALE.to_vec(),
        S if !before.contains(&D) => HALF.to_vec(),
        D | S | P => vec![],
    })
}

const STALE_SECOND: [&str; 2] =
    ["DeliverDiagnostic d1 diagnostic2 RejectedFact Stale", "  WorkerCompleted child1/0 o5"];

#[track_caller]
fn told(rig: &mut Rig, before: &[Event], event: Event, policy: Interruption) {
    let expected = if before.contains(&P) {
        draining(before, event)
    } else {
        Some(operating(before, event, policy))
    };
    let input = input(rig, event);
    match expected {
        Some(mut expected) => {
            let ends = event == P && before.contains(&S) && assigned(before);
            expected.push(if ends { "Stopped" } else { "Continue" });
            rig.tell(input).says(&expected);
        }
        None => {
            let cause = RefusalCause::Mode(PoolMode::Stopped);
            let text = if event == D {
                "AssignmentSettled child1/0 assignment1 Accepted"
            } else {
                "WorkerCompleted child1/0 o5"
            };
            rig.refuse(input).says(cause, text);
        }
    }
}

fn follow(order: &[Event], policy: Interruption) -> Rig {
    let mut rig = setup(&["a"]).interruption(policy).idle();
    rig.submit(1).sets_up();
    for (at, event) in order.iter().enumerate() {
        told(&mut rig, &order[..at], *event, policy);
    }
    rig
}

const POLICIES: [Interruption; 2] = [Interruption::Fail, Interruption::Retry];

#[test]
fn delivery_completion_and_stop_in_all_six_orders_end_the_job_once_and_recover_once() {
    for policy in POLICIES {
        for order in orders(&[D, C, S]) {
            let rig = follow(&order, policy);
            assert_eq!(rig.phase("a"), Phase::RecoveringPreparing, "{order:?}");
            let retried = policy == Interruption::Retry && precedes(&order, S, C);
            let queue: &[&str] = if retried { &["job1 1 a"] } else { &[] };
            assert_eq!(rig.queue(), queue, "{order:?}");
        }
    }
}

#[test]
fn a_shutdown_anywhere_in_the_join_ends_the_job_once_and_asks_the_worker_once() {
    let orders = orders(&[D, C, S, P]);
    assert_eq!(orders.len(), 24);
    for policy in POLICIES {
        for order in &orders {
            let mut rig = follow(order, policy);
            assert!(rig.host.open_jobs.is_empty(), "{order:?}");
            if precedes(order, P, S) {
                rig.shutdown_taken("a").says(&["Stopped"]);
            } else if rig.pool.mode() == PoolMode::Draining {
                rig.prepared("a").says(&[
                    "TransferRejectedFact a Cancelled",
                    "  PreparedSubmission s2",
                    "Stopped",
                ]);
            }
            assert_eq!(rig.pool.mode(), PoolMode::Stopped, "{order:?}");
        }
    }
}

#[test]
fn a_normal_stop_in_a_join_is_the_same_interruption() {
    let mut rig = setup(&["a"]).transient().idle();
    rig.busy("a", 1);
    rig.stop("a", Normal, 4).says(&[WORKER_STOPPED, "Continue"]);
    assert_eq!(rig.phase("a"), Phase::Retired);
    let mut rig = setup(&["a"]).transient().retry().idle();
    rig.busy("a", 1);
    rig.stop("a", Normal, 4).says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 NoRecoverableWorkers",
        "Continue",
    ]);
}

#[test]
fn interrupted_jobs_return_to_the_queue_in_admission_order_whoever_stops_first() {
    let roles = ["a", "b", "c"];
    for stops in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut rig = setup(&roles).retry().capacity(2).idle();
        for (tag, role) in (1..).zip(roles) {
            rig.busy(role, tag);
        }
        rig.submit(4).sets_up();
        rig.submit(5).sets_up();
        for at in stops {
            rig.stop(roles[at], Abnormal, 1).sets_up();
        }
        let queue = ["job1 1 a", "job2 2 b", "job3 3 c", "job4 4 -", "job5 5 -"];
        assert_eq!(rig.queue(), queue, "stopped in the order {stops:?}");
    }
}

#[test]
fn two_interrupted_jobs_keep_their_order_whoever_stops_first() {
    for (first, second) in [("a", "b"), ("b", "a")] {
        let mut rig = setup(&["a", "b"]).retry().capacity(0).idle();
        rig.busy("a", 1);
        rig.busy("b", 2);
        let position = usize::from(first == "b");
        let prepare = format!("PrepareWorker recovery1/{position} {first} source1");
        rig.stop(first, Abnormal, 1).says(&[&prepare, "Continue"]);
        rig.stop(second, Abnormal, 1).says_nothing();
        assert_eq!(rig.queue(), ["job1 1 a", "job2 2 b"]);
        assert_eq!(rig.phase(second), Phase::RecoveringWaitingForSource);
    }
}

#[test]
fn rejected_and_interrupted_jobs_share_one_order() {
    let mut rig = setup(&["a", "b", "c"]).retry().idle();
    rig.busy("a", 1);
    rig.submit(2).sets_up();
    rig.busy("c", 3);
    rig.submit(4).sets_up();
    rig.stop("c", Abnormal, 1).says(&["PrepareWorker recovery1/2 c source1", "Continue"]);
    rig.stop("a", Abnormal, 1).says_nothing();
    rig.reject_delivery("b").says(&["ShutdownWorker child2/1 b:child2/1:e2 shutdown1", "Continue"]);
    assert_eq!(rig.queue(), ["job1 1 a", "job2 2 b", "job3 3 c", "job4 4 -"]);
}

#[test]
fn the_prior_role_is_the_last_one() {
    let mut rig = setup(&["a", "b"]).retry().idle();
    rig.busy("a", 1);
    rig.stop("a", Abnormal, 1).sets_up();
    rig.delivered("b").says_nothing();
    rig.stop("b", Abnormal, 1).says_nothing();
    assert_eq!(rig.queue(), ["job1 1 b"]);
}

#[test]
fn a_job_that_kills_its_workers_stays_ahead_and_ends_once() {
    let mut rig = setup(&["a"]).retry().idle();
    rig.busy("a", 1);
    for tag in 2..=4 {
        rig.submit(tag).sets_up();
    }
    for at in [1, 2] {
        rig.stop("a", Abnormal, at).sets_up();
        assert_eq!(rig.queue(), ["job1 1 a", "job2 2 -", "job3 3 -", "job4 4 -"]);
        rig.until("a", Phase::Activating);
        let child = format!("child{}/0", at + 1);
        let assignment = at + 1;
        let line = format!("DeliverAssignment {child} assignment{assignment} p1");
        rig.ready("a").says(&[&line, "Continue"]);
        rig.delivered("a").says_nothing();
    }
    for tag in 1..=4 {
        let completed = format!("DeliverCustomerTerminal c{tag} Completed job{tag} a o9");
        let next = format!("DeliverAssignment child3/0 assignment{} p{}", tag + 3, tag + 1);
        let expected = [completed.as_str(), next.as_str(), "Continue"];
        let said = rig.complete("a", 9);
        if tag < 4 {
            said.says(&expected);
            rig.delivered("a").says_nothing();
        } else {
            said.says(&[expected[0], expected[2]]);
        }
    }
    assert_eq!(rig.phase("a"), Phase::Idle);
}

#[test]
fn a_second_stop_is_rejected_in_every_join() {
    let stopped = |rig: &Rig| facts::stopped(&rig.card("a"), Normal, 9);
    let mut rig = setup(&["a"]).idle();
    rig.submit(1).sets_up();
    rig.stop("a", Abnormal, 1).says_nothing();
    rig.rejects(Stale, stopped(&rig));
    rig.complete("a", 5).says_nothing();
    rig.rejects(Stale, stopped(&rig));
    let mut rig = setup(&["a"]).idle();
    rig.submit(1).sets_up();
    rig.complete("a", 5).says_nothing();
    rig.stop("a", Abnormal, 1).says_nothing();
    rig.rejects(Stale, stopped(&rig));
}

#[test]
fn a_second_acceptance_is_rejected() {
    let mut rig = setup(&["a"]).idle();
    rig.busy("a", 1);
    rig.rejects(Stale, facts::delivered(&rig.card("a")));
    let command = rig.command("a");
    rig.rejects(Stale, facts::delivery_rejected(&rig.card("a"), command));
    assert_eq!(rig.phase("a"), Phase::Busy { join: JoinPhase::Accepted });
}

#[test]
fn a_completion_is_taken_once_even_if_its_authority_was_doubled() {
    let mut rig = setup(&["a"]).idle();
    let mut twin = setup(&["a"]).idle();
    let mut third = setup(&["a"]).idle();
    for rig in [&mut rig, &mut twin, &mut third] {
        rig.submit(1).sets_up();
    }
    let card = rig.card("a");
    rig.tell(facts::completed(&card, twin.command("a"), 5)).says_nothing();
    rig.rejects(Stale, facts::completed(&card, third.command("a"), 6));
    rig.delivered("a").says(&[COMPLETED, "Continue"]);
    let command = rig.command("a");
    rig.rejects(Stale, facts::completed(&card, command, 7));
}

#[test]
fn a_completion_after_the_stop_is_kept_once() {
    let mut rig = setup(&["a"]).idle();
    let mut twin = setup(&["a"]).idle();
    for rig in [&mut rig, &mut twin] {
        rig.submit(1).sets_up();
    }
    let card = rig.card("a");
    rig.stop("a", Abnormal, 4).says_nothing();
    rig.tell(facts::completed(&card, twin.command("a"), 5)).says_nothing();
    let command = rig.command("a");
    rig.rejects(Stale, facts::completed(&card, command, 6));
}

#[test]
fn a_completion_matches_only_its_own_worker_and_assignment() {
    let mut rig = setup(&["a", "b"]).idle();
    rig.busy("a", 1);
    rig.busy("b", 2);
    let (a, b) = (rig.card("a"), rig.card("b"));
    let (of_a, of_b) = (rig.command("a"), rig.command("b"));
    rig.rejects(Stale, facts::completed(&a, of_b, 6));
    rig.rejects(Stale, facts::completed(&b, of_a, 5));
}

#[test]
fn a_completion_of_another_pool_is_stale() {
    let mut rig = setup(&["a"]).idle();
    let mut foreign = setup(&["a"]).instance(2).idle();
    for rig in [&mut rig, &mut foreign] {
        rig.submit(1).sets_up();
    }
    let (own, other) = (rig.card("a"), foreign.card("a"));
    let command = foreign.command("a");
    rig.rejects(Stale, facts::completed(&own, command, 5));
    let command = rig.command("a");
    rig.rejects(Stale, facts::completed(&other, command, 5));
}

#[test]
fn a_completion_of_an_earlier_birth_cannot_end_the_retried_job() {
    let mut rig = setup(&["a"]).retry().idle();
    rig.busy("a", 1);
    let (old, command) = (rig.card("a"), rig.command("a"));
    rig.stop("a", Abnormal, 1).sets_up();
    rig.until("a", Phase::Activating);
    rig.ready("a").says(&["DeliverAssignment child2/0 assignment2 p1", "Continue"]);
    rig.delivered("a").says_nothing();
    rig.rejects(Stale, facts::completed(&old, command, 5));
    rig.complete("a", 6).says(&["DeliverCustomerTerminal c1 Completed job1 a o6", "Continue"]);
}

#[test]
fn a_completion_without_any_assignment_is_stale() {
    let mut rig = setup(&["a"]).idle();
    rig.busy("a", 1);
    let mut twin = setup(&["a"]).idle();
    twin.submit(1).sets_up();
    rig.complete("a", 5).says(&[COMPLETED, "Continue"]);
    rig.rejects(Stale, facts::completed(&twin.card("a"), twin.command("a"), 6));
    assert_eq!(rig.phase("a"), Phase::Idle);
}
