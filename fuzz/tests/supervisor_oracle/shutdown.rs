//! Global shutdown from every phase, and every way in which its deadline ends it.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::supervisor::observation::*;

fn patient() -> SupervisorSetup {
    setup()
}

fn impatient() -> SupervisorSetup {
    with(|setup| setup.drain_deadline = Some(30))
}

const SCHEDULED: fn() -> Said = || Said::ScheduleDeadline { deadline: d(0), after: 30 };

fn drain(operation: Option<(Change, Id)>, owed: Owed) -> EntryPhase {
    let holds = Holds { owed, ..Holds::default() };
    EntryPhase::Ending { ending: Ending::Drain { operation }, holds }
}

const PAIR: Owed =
    Owed { birth: false, worker_result: false, shutdown_settlement: true, proxy_exit: true };

#[test]
fn an_empty_house_shuts_at_once() {
    for setup in [patient(), impatient()] {
        let mut history = History::operating(&setup);
        history.ends(Told::Shutdown, &[], Verdict::Stopped);
        assert_eq!(history.mode(), Mode::Stopped);
    }
}

#[test]
fn a_standing_service_is_drained_in_both_orders() {
    for empties in [false, true] {
        for exit_first in [false, true] {
            let mut history = History::with_one_up(&patient());
            if empties {
                history.ok(worker_stopped(0, ev(0), 1));
            }
            history.says(Told::Shutdown, &[shuts(0, Purpose::Ending)]);
            assert_eq!(history.phase(0), drain(None, PAIR));
            history.says(Told::Shutdown, &[]);
            let halves = [asked(0, Purpose::Ending), exited(0, 1)];
            let [first, second] = if exit_first { [halves[1], halves[0]] } else { halves };
            history.says(first, &[]);
            history.rejects(first);
            let closing = [retired(0, Cause::SupervisorShutdown, here(1))];
            history.ends(second, &closing, Verdict::Stopped);
            assert_eq!(history.view(), SupervisorView { mode: Mode::Stopped, entries: vec![] });
        }
    }
}

#[test]
fn a_refused_shutdown_waits_for_the_exit() {
    let mut history = History::with_one_up(&patient());
    history.ok(Told::Shutdown);
    history.says(
        not_asked(0, Purpose::Ending),
        &[diagnosed(0, shutdown_rejected(0, Purpose::Ending))],
    );
    history.says(worker_stopped(0, ev(0), 1), &[]);
    let closing =
        retired_with(0, Cause::SupervisorShutdown, here(2), [Some(absorbed(ev(0), 1)), None]);
    history.ends(exited(0, 2), &[closing], Verdict::Stopped);
}

#[test]
fn a_creation_under_way_is_drained_for_the_shutdown() {
    let begin = |exits: bool| {
        let mut history = History::operating(&patient());
        history.start(0);
        if exits {
            history.ok(early_exit(0, 1));
        }
        history.says(Told::Shutdown, &[shut_off(0, o(0), Change::Start, present(sub(0)))]);
        assert_eq!(history.holds(0).owed, Owed { birth: true, ..Owed::default() });
        assert_eq!(history.holds(0).exit, exits.then(|| pexit(1)));
        history
    };
    let cause = Cause::SupervisorShutdown;
    for exits in [false, true] {
        let diagnostic = diagnosed(0, creation_rejected(0, exits.then_some(1)));
        let closing = [retired(0, cause, RetiredProxy::NeverBorn), diagnostic];
        begin(exits).ends(not_born(0), &closing, Verdict::Stopped);
    }
    begin(true).ends(born(0), &[retired(0, cause, here(1))], Verdict::Stopped);
    let mut history = begin(false);
    history.says(early_exit(0, 1), &[]);
    history.rejects(early_exit(0, 2));
    history.ends(born(0), &[retired(0, cause, here(1))], Verdict::Stopped);
    let mut history = begin(false);
    history.says(born(0), &[shuts(0, Purpose::Ending)]);
    history.says(asked(0, Purpose::Ending), &[]);
    history.ends(exited(0, 1), &[retired(0, cause, here(1))], Verdict::Stopped);
}

#[test]
fn waiting_workers_go_out_and_nothing_is_authorized_any_more() {
    let mut history = History::with_one_up(&with(|setup| setup.activations = 1));
    history.bear(1);
    history.bear(2);
    history.ok(replace(0, sub(9)));
    history.says(
        Told::Shutdown,
        &[
            shuts(0, Purpose::Ending),
            shuts(1, Purpose::Ending),
            shuts(2, Purpose::Ending),
            shut_off(0, o(3), Change::Replacement, present(sub(9))),
            shut_off(2, o(2), Change::Start, present(sub(2))),
        ],
    );
    assert_eq!(history.phase(0), drain(None, PAIR));
    let owed = Owed { worker_result: true, ..PAIR };
    let holds = Holds { owed, receipt_owed: true, ..Holds::default() };
    let ending = Ending::Drain { operation: Some((Change::Start, o(1))) };
    assert_eq!(history.phase(1), EntryPhase::Ending { ending, holds });
    assert_eq!(history.phase(2), drain(None, PAIR));
    let bounce = input(1, Change::Start, o(1), sub(1));
    history.says(
        bounced(bounce),
        &[
            shut_off(1, o(1), Change::Start, InterruptedWorker::Transferred),
            diagnosed(0, input_rejected(1, bounce)),
        ],
    );
    history.says(worker_stopped(0, ev(0), 1), &[]);
}

#[test]
fn a_late_result_goes_out_in_an_interruption_and_nothing_is_published_as_done() {
    let mut outcomes = vec![ready(0)];
    outcomes.extend(failures(0));
    for outcome in outcomes {
        let mut history = History::starting_received(&patient());
        history.says(Told::Shutdown, &[shuts(0, Purpose::Ending)]);
        history.ok(asked(0, Purpose::Ending));
        history.ok(exited(0, 1));
        let worker = InterruptedWorker::Late { outcome: Outcome::Initial(outcome) };
        let closing = [
            shut_off(0, o(0), Change::Start, worker),
            retired(0, Cause::SupervisorShutdown, here(1)),
        ];
        history.ends(initial(0, o(0), outcome), &closing, Verdict::Stopped);
    }
    let outcome = replaced(0, drained(ev(0)));
    let mut history = History::replacing_received(&patient());
    history.says(Told::Shutdown, &[shuts(0, Purpose::Ending)]);
    history.rejects(replacement(0, o(1), replaced(0, drained(ev2(0)))));
    let worker = InterruptedWorker::Late { outcome: Outcome::Replacement(outcome) };
    history.says(replacement(0, o(1), outcome), &[shut_off(0, o(1), Change::Replacement, worker)]);
    history.rejects(worker_stopped(0, ev(0), 1));
    history.says(worker_stopped(0, ev2(0), 1), &[]);
    history.ok(exited(0, 1));
    let stops = [Some(absorbed(ev2(0), 1)), None];
    let closing = [retired_with(0, Cause::SupervisorShutdown, here(1), stops)];
    history.ends(asked(0, Purpose::Ending), &closing, Verdict::Stopped);
}

#[test]
fn an_unreported_outcome_ends_an_interrupted_change() {
    let untouched = Unreported::Untouched { submission: sub(9) };
    let mut history = History::replacing_received(&patient());
    history.ok(Told::Shutdown);
    history.ok(asked(0, Purpose::Ending));
    history.ok(exited(0, 1));
    let worker = InterruptedWorker::Late { outcome: Outcome::Unreported(untouched) };
    let closing = [
        shut_off(0, o(1), Change::Replacement, worker),
        retired(0, Cause::SupervisorShutdown, here(1)),
    ];
    history.ends(rest(0, o(1), untouched), &closing, Verdict::Stopped);
}

#[test]
fn an_admitted_stop_stays_a_stop() {
    let mut history = History::operating(&patient());
    history.start(0);
    history.ok(stop(0));
    history.says(Told::Shutdown, &[]);
    history.says(born(0), &[shuts(0, for_stop(0))]);
    history.says(exited(0, 1), &[]);
    let closing =
        [stop_finished(0, 0, stopped(0, 1)), retired(0, Cause::Stop, RetiredProxy::Elsewhere)];
    history.ends(asked(0, for_stop(0)), &closing, Verdict::Stopped);

    let mut history = History::starting_received(&patient());
    history.ok(stop(0));
    history.says(Told::Shutdown, &[]);
    let worker = InterruptedWorker::Late { outcome: Outcome::Initial(ready(0)) };
    history.says(initial(0, o(0), ready(0)), &[interrupted(0, o(0), 0, worker)]);
}

#[test]
fn a_stop_of_a_standing_service_restores_nothing_in_a_drain() {
    let mut history = History::with_one_up(&patient());
    history.ok(stop(0));
    history.says(Told::Shutdown, &[]);
    history.says(not_asked(0, for_stop(0)), &[diagnosed(0, shutdown_rejected(0, for_stop(0)))]);
    assert_eq!(history.holds(0).stop_reason, Some(WHY));
    history.says(worker_stopped(0, ev(0), 1), &[]);
    let stops = [Some(absorbed(ev(0), 1)), None];
    let closing = [
        stop_finished(0, 0, stop_failed(0, Some(2))),
        retired_with(0, Cause::Stop, RetiredProxy::Elsewhere, stops),
    ];
    history.ends(exited(0, 2), &closing, Verdict::Stopped);
}

#[test]
fn a_cancellation_and_a_retirement_stay_what_they_are() {
    let mut history = History::operating(&patient());
    history.start(0);
    history.ok(cancel(0, o(0)));
    history.bear(1);
    let bounce = input(1, Change::Start, o(1), sub(1));
    history.ok(bounced(bounce));
    history.says(Told::Shutdown, &[]);
    history.ok(exited(1, 1));
    history.says(asked(1, Purpose::Ending), &[retired(1, Cause::StartFailed, here(1))]);
    let closing = [
        cancelled(0, o(0), Change::Start, CancelledWorker::Returned),
        retired(0, Cause::Cancellation, RetiredProxy::NeverBorn),
        diagnosed(1, creation_rejected(0, None)),
    ];
    history.ends(not_born(0), &closing, Verdict::Stopped);
}

#[test]
fn a_dead_proxy_stays_a_proxy_exit_in_a_drain() {
    let mut history = History::starting_received(&patient());
    history.ok(exited(0, 1));
    history.says(Told::Shutdown, &[]);
    let failed = outcome_failed(0, o(0), Outcome::Initial(ready(0)));
    let closing =
        [retired(0, Cause::StableProxyExit, RetiredProxy::Elsewhere), diagnosed(1, failed)];
    history.ends(initial(0, o(0), ready(0)), &closing, Verdict::Stopped);
}

#[test]
fn commands_in_a_drain_are_answered_and_change_nothing() {
    let mut history = History::with_one_up(&patient());
    history.bear(1);
    history.ok(stop(1));
    history.ok(Told::Shutdown);
    let before = history.view();
    let submission = sub(5);
    let reason = StartRefusal::ShuttingDown;
    for n in [0, 2] {
        let answer = Reply::StartRejected { key: key(n), submission, reason };
        history.says(start(n, submission), &[reply(answer)]);
        let reason = ReplaceRefusal::ShuttingDown;
        let answer = Reply::ReplaceRejected { key: key(n), submission, reason };
        history.says(replace(n, submission), &[reply(answer)]);
        let answer = Reply::StopRejected { key: key(n), reason: StopRefusal::ShuttingDown };
        history.says(stop(n), &[reply(answer)]);
    }
    history.shows(0, Shown::Draining);
    history.shows(1, Shown::Draining);
    history.says(query(2), &[reply(Reply::Unknown { key: key(2) })]);
    for (n, operation) in [(0, o(0)), (1, o(1)), (3, o(9))] {
        let authority = own(n, operation);
        history.says(cancel(n, operation), &[reply(Reply::Draining { authority })]);
    }
    assert_eq!(history.view(), before);
}

#[test]
fn the_last_entry_shuts_the_house_whatever_the_schedule_does() {
    let mut history = History::with_one_up(&impatient());
    history.says(Told::Shutdown, &[shuts(0, Purpose::Ending), SCHEDULED()]);
    history.says(Told::Shutdown, &[]);
    history.ok(asked(0, Purpose::Ending));
    let closing = [retired(0, Cause::SupervisorShutdown, here(1))];
    history.ends(exited(0, 1), &closing, Verdict::Stopped);
    history.ends(Told::DeadlineAccepted { deadline: d(0) }, &[], Verdict::HandedBack);
}

#[test]
fn deadline_facts_are_rejected_unless_the_deadline_is_out() {
    let facts = |deadline| {
        let returned = deadline;
        [
            Told::DeadlineAccepted { deadline },
            Told::DeadlineRejected { deadline, returned, after: 30, reason: WHY },
            Told::DeadlineElapsed { deadline, at: 99 },
        ]
    };
    let mut history = History::with_one_up(&impatient());
    facts(d(0)).into_iter().for_each(|fact| history.rejects(fact));
    history.ok(Told::Shutdown);
    facts(d(1)).into_iter().for_each(|fact| history.rejects(fact));
    history.says(Told::DeadlineAccepted { deadline: d(0) }, &[]);
    history.rejects(Told::DeadlineAccepted { deadline: d(0) });
    let [_, rejected, _] = facts(d(0));
    history.rejects(rejected);

    let mut history = History::with_one_up(&patient());
    history.ok(Told::Shutdown);
    facts(d(0)).into_iter().for_each(|fact| history.rejects(fact));
}

#[test]
fn the_exact_firing_forces_even_before_the_schedule_is_settled() {
    for settled in [false, true] {
        let mut history = History::with_one_up(&impatient());
        history.ok(Told::Shutdown);
        if settled {
            history.says(Told::DeadlineAccepted { deadline: d(0) }, &[]);
        }
        history.ok(asked(0, Purpose::Ending));
        let owed = Owed { proxy_exit: true, ..Owed::default() };
        let before = history.view().entries;
        history.ends(
            Told::DeadlineElapsed { deadline: d(0), at: 99 },
            &[diagnosed(0, forced(0, owed))],
            Verdict::ForcedRetirement { force: Force::DeadlineElapsed { deadline: d(0), at: 99 } },
        );
        assert_eq!(
            history.view(),
            SupervisorView { mode: Mode::ForcedRetirement, entries: before }
        );
        history.ends(exited(0, 1), &[], Verdict::HandedBack);
        history.ends(query(0), &[], Verdict::HandedBack);
    }
}

#[test]
fn a_rejected_schedule_forces_and_returns_the_request() {
    let mut history = History::with_one_up(&impatient());
    history.start(1);
    history.ok(cancel(1, o(1)));
    history.ok(replace(0, sub(9)));
    history.ok(Told::Shutdown);
    let owed = Owed { worker_result: true, ..PAIR };
    history.ends(
        Told::DeadlineRejected { deadline: d(0), returned: d(7), after: 31, reason: WHY },
        &[
            diagnosed(0, forced(0, owed)),
            diagnosed(1, forced(1, Owed { birth: true, ..Owed::default() })),
        ],
        Verdict::ForcedRetirement {
            force: Force::ScheduleRejected { returned: d(7), after: 31, reason: WHY },
        },
    );
    assert_eq!(history.view().entries.len(), 2);
}

#[test]
fn a_deadline_that_cannot_be_had_forces_in_the_shutdown_fold() {
    let setup = with(|setup| {
        setup.drain_deadline = Some(30);
        setup.supplies.deadlines = short(500, 0);
        setup.activations = 1;
    });
    let mut history = History::with_one_up(&setup);
    history.bear(1);
    history.bear(2);
    history.start(3);
    history.ok(stop(1));
    history.ends(
        Told::Shutdown,
        &[
            shut_off(2, o(2), Change::Start, present(sub(2))),
            shut_off(3, o(3), Change::Start, present(sub(3))),
            diagnosed(0, forced(0, Owed { proxy_exit: true, ..Owed::default() })),
            diagnosed(1, forced(1, Owed { worker_result: true, ..PAIR })),
            diagnosed(2, forced(2, Owed { proxy_exit: true, ..Owed::default() })),
            diagnosed(3, forced(3, Owed { birth: true, ..Owed::default() })),
        ],
        Verdict::ForcedRetirement { force: Force::DeadlineUnavailable(Unavailable::Exhausted) },
    );
    assert_eq!(history.view().entries.len(), 4);
    let empty = History::operating(&setup);
    { empty }.ends(Told::Shutdown, &[], Verdict::Stopped);
}

/// A retirement that the very fold began asks its proxy; the drain entries' proxies are not asked.
#[test]
fn an_ending_of_the_same_fold_keeps_its_shutdown_when_the_deadline_cannot_be_had() {
    let setup = with(|setup| {
        setup.drain_deadline = Some(30);
        setup.supplies.deadlines = short(500, 0);
        setup.diagnostics_route = None;
    });
    let mut history = History::with_one_up(&setup);
    history.bear(1);
    history.bear(2);
    let bounce = input(1, Change::Start, o(1), sub(1));
    history.ends(
        bounced(bounce),
        &[
            shuts(1, Purpose::Ending),
            start_failed(1, o(1), None, Failure::InputRejected),
            transferred(input_rejected(1, bounce)),
            transferred(forced(1, PAIR)),
            transferred(forced(0, Owed { proxy_exit: true, ..Owed::default() })),
            transferred(forced(
                2,
                Owed { worker_result: true, proxy_exit: true, ..Owed::default() },
            )),
        ],
        Verdict::ForcedRetirement { force: Force::DeadlineUnavailable(Unavailable::Exhausted) },
    );
}

#[test]
fn what_is_left_shows_all_that_it_holds() {
    let mut history = History::replacing_received(&impatient());
    history.ok(cancel(0, o(1)));
    history.ok(not_asked(0, Purpose::Ending));
    let outcome = called_off(9, ev(0));
    history.ok(replacement(0, o(1), outcome));
    history.ok(worker_stopped(0, ev(0), 1));
    history.ok(Told::Shutdown);
    history.ok(Told::DeadlineElapsed { deadline: d(0), at: 99 });
    let ending = Ending::Cancelling { operation: o(1), change: Change::Replacement };
    let holds = Holds {
        owed: Owed { proxy_exit: true, ..Owed::default() },
        absorbed: [Some(absorbed(ev(0), 1)), None],
        outcome: Some(Outcome::Replacement(outcome)),
        shutdown_rejection: Some((request(0, Purpose::Ending), WHY)),
        ..Holds::default()
    };
    assert_eq!(history.phase(0), EntryPhase::Ending { ending, holds });
}
