//! Cancellation in every phase, the six orders of a transferred one, replayed and foreign authorities.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::proxy::observation::{End, UnreportedWorker};
use actor_laws_fuzz::supervisor::observation::*;

fn one_slot() -> SupervisorSetup {
    with(|setup| setup.activations = 1)
}

#[track_caller]
fn answers(history: &mut History, n: u64, operation: Id, answer: Reply) {
    history.says(cancel(n, operation), &[reply(answer)]);
}

#[test]
fn a_cancel_while_the_proxy_is_created_waits_for_the_birth() {
    let begin = |exits: bool| {
        let mut history = History::operating(&setup());
        history.start(0);
        if exits {
            history.ok(early_exit(0, 1));
        }
        let authority = own(0, o(0));
        answers(&mut history, 0, o(0), Reply::Returned { authority, submission: sub(0) });
        let owed = Owed { birth: true, ..Owed::default() };
        let exit = exits.then(|| pexit(1));
        let ending = Ending::Cancelling { operation: o(0), change: Change::Start };
        let holds = Holds { owed, exit, ..Holds::default() };
        assert_eq!(history.phase(0), EntryPhase::Ending { ending, holds });
        history
    };
    let returned = cancelled(0, o(0), Change::Start, CancelledWorker::Returned);
    for exits in [false, true] {
        let mut history = begin(exits);
        history.says(
            not_born(0),
            &[
                returned,
                retired(0, Cause::Cancellation, RetiredProxy::NeverBorn),
                diagnosed(0, creation_rejected(0, exits.then_some(1))),
            ],
        );
        history.is_gone(0);
    }
    let mut history = begin(true);
    history.says(born(0), &[returned, retired(0, Cause::Cancellation, here(1))]);
    history.is_gone(0);

    let mut history = begin(false);
    history.says(born(0), &[shuts(0, Purpose::Ending)]);
    history.says(exited(0, 1), &[]);
    history.says(asked(0, Purpose::Ending), &[returned, retired(0, Cause::Cancellation, here(1))]);
}

#[test]
fn a_cancel_of_a_waiting_start_drains_the_proxy() {
    let mut history = History::operating(&one_slot());
    history.bear(0);
    history.bear(1);
    history.says(
        cancel(1, o(1)),
        &[
            shuts(1, Purpose::Ending),
            reply(Reply::Returned { authority: own(1, o(1)), submission: sub(1) }),
        ],
    );
    answers(&mut history, 1, o(1), Reply::Cancelled { authority: own(1, o(1)) });
    history.shows(1, Shown::Cancelling);
    history.says(not_asked(1, Purpose::Ending), &[]);
    let refused = (request(1, Purpose::Ending), WHY);
    assert_eq!(history.holds(1).shutdown_rejection, Some(refused));
    history.says(
        exited(1, 1),
        &[
            cancelled(1, o(1), Change::Start, CancelledWorker::Returned),
            retired(1, Cause::Cancellation, here(1)),
            diagnosed(0, shutdown_rejected(1, Purpose::Ending)),
        ],
    );
    history.is_gone(1);
}

#[test]
fn a_cancel_of_a_waiting_replacement_restores_its_base() {
    for stops in [false, true] {
        let mut history = History::with_one_up(&one_slot());
        history.bear(1);
        history.says(replace(0, sub(9)), &[replace_accepted(0, o(2))]);
        let base = Base { evidence: ev(0), ready: true };
        assert_eq!(history.phase(0), EntryPhase::ReplaceWaiting { operation: o(2), base });
        answers(&mut history, 0, o(0), Reply::Stale { authority: own(0, o(0)) });
        if stops {
            history.says(worker_stopped(0, ev(0), 1), &[unexpected(0, ev(0), 1, true)]);
        }
        let authority = own(0, o(2));
        answers(&mut history, 0, o(2), Reply::Returned { authority, submission: sub(9) });
        let last = Last::Cancelled { operation: o(2) };
        let empty = EntryPhase::Empty { previous: ev(0), why: EmptyWhy::WorkerStopped, last };
        let full = EntryPhase::Ready { evidence: ev(0), last };
        assert_eq!(history.phase(0), if stops { empty } else { full });
        answers(&mut history, 0, o(2), Reply::Cancelled { authority });
        history.ok(stop(0));
        answers(&mut history, 0, o(2), Reply::Cancelled { authority });
    }
}

#[test]
fn the_last_record_answers_until_the_next_change() {
    let mut history = History::with_one_up(&setup());
    let first = own(0, o(0));
    let ready = Shown::Ready { proxy: p(0) };
    answers(&mut history, 0, o(0), Reply::Committed { authority: first, phase: ready });
    answers(&mut history, 0, o(0), Reply::Committed { authority: first, phase: ready });
    history.ok(worker_stopped(0, ev(0), 1));
    answers(&mut history, 0, o(0), Reply::Committed { authority: first, phase: Shown::Empty });
    history.ok(replace(0, sub(9)));
    answers(&mut history, 0, o(0), Reply::Stale { authority: first });
    history.ok(bounced(input(0, Change::Replacement, o(1), sub(9))));
    let second = own(0, o(1));
    answers(&mut history, 0, o(1), Reply::Committed { authority: second, phase: Shown::Empty });
    answers(&mut history, 0, o(0), Reply::Stale { authority: first });
    history.ok(stop(0));
    let phase = Shown::Stopping;
    answers(&mut history, 0, o(1), Reply::Committed { authority: second, phase });
    answers(&mut history, 0, o(0), Reply::Stale { authority: first });
}

#[test]
fn a_cancel_during_an_ending_answers_by_its_kind() {
    let authority = own(0, o(0));
    let mut history = History::operating(&setup());
    history.start(0);
    history.ok(stop(0));
    answers(&mut history, 0, o(0), Reply::Draining { authority });
    answers(&mut history, 0, o(1), Reply::Stale { authority: own(0, o(1)) });
    history.ok(born(0));
    answers(&mut history, 0, o(0), Reply::Draining { authority });

    let mut history = History::starting_received(&setup());
    history.ok(initial(0, o(0), failures(0)[0]));
    answers(&mut history, 0, o(0), Reply::Stale { authority });

    let retiring = with(|setup| setup.unexpected_exit = ExitPolicy::Retire);
    let mut history = History::with_one_up(&retiring);
    history.ok(worker_stopped(0, ev(0), 1));
    answers(&mut history, 0, o(0), Reply::Stale { authority });

    let mut history = History::replacing(&setup());
    history.ok(exited(0, 1));
    answers(&mut history, 0, o(1), Reply::Draining { authority: own(0, o(1)) });
    answers(&mut history, 0, o(0), Reply::Stale { authority });

    let mut history = History::replacing(&setup());
    history.ok(cancel(0, o(1)));
    answers(&mut history, 0, o(1), Reply::Cancelled { authority: own(0, o(1)) });
    answers(&mut history, 0, o(0), Reply::Stale { authority });
}

/// The result of a transferred worker: what is told, and what it is called at the end.
struct Arrival {
    change: Change,
    /// The receipt comes before the result.
    received: bool,
    told: Told,
    needs_exit: bool,
    result: CancelledWorker,
    bounced: Option<Input>,
}

fn arrivals(change: Change) -> Vec<Arrival> {
    let operation = if change == Change::Start { o(0) } else { o(1) };
    let submission = if change == Change::Start { sub(0) } else { sub(9) };
    let bounce = input(0, change, operation, submission);
    let mut arrivals = vec![Arrival {
        change,
        received: false,
        told: bounced(bounce),
        needs_exit: false,
        result: CancelledWorker::InputRejected,
        bounced: Some(bounce),
    }];
    let mut add = |told, needs_exit, outcome| {
        let result = CancelledWorker::Resolved { outcome };
        let arrival = Arrival { change, received: true, told, needs_exit, result, bounced: None };
        arrivals.push(arrival);
    };
    let predecessor = (change == Change::Replacement).then(|| drained(ev(0)));
    let mut unreported = vec![Unreported::Untouched { submission }, left(operation, predecessor)];
    if change == Change::Start {
        let [refused, unborn, unavailable] = failures(0);
        for outcome in [ready(0), refused, unborn, unavailable] {
            add(initial(0, operation, outcome), false, Outcome::Initial(outcome));
            unreported.push(Unreported::Initial { outcome });
        }
    } else {
        for outcome in [
            replaced(0, drained(ev(0))),
            not_replaced(9),
            called_off(9, ev(0)),
            replacement_unborn(9, drained(ev(0))),
            replacement_failed(0, drained(ev(0))),
        ] {
            add(replacement(0, operation, outcome), false, Outcome::Replacement(outcome));
            unreported.push(Unreported::Replacement { outcome });
        }
    }
    for outcome in unreported {
        add(rest(0, operation, outcome), true, Outcome::Unreported(outcome));
    }
    arrivals
}

#[derive(Clone, Copy, PartialEq)]
enum Half {
    Worker,
    Shutdown,
    Exit,
}

const ORDERS: [[Half; 3]; 6] = [
    [Half::Worker, Half::Shutdown, Half::Exit],
    [Half::Worker, Half::Exit, Half::Shutdown],
    [Half::Shutdown, Half::Worker, Half::Exit],
    [Half::Shutdown, Half::Exit, Half::Worker],
    [Half::Exit, Half::Worker, Half::Shutdown],
    [Half::Exit, Half::Shutdown, Half::Worker],
];

/// Plays one order; what is still awaited stays silent, and the last half says everything.
fn play(arrival: &Arrival, order: [Half; 3], is_refused: bool) {
    let (mut history, operation, phase) = match arrival.change {
        Change::Start => {
            let mut history = History::operating(&setup());
            history.bear(0);
            (history, o(0), Shown::AwaitingProxyOutcome)
        }
        Change::Replacement => (History::replacing(&setup()), o(1), Shown::Replacing),
    };
    let pending = Reply::Pending { authority: own(0, operation), phase };
    history.says(cancel(0, operation), &[shuts(0, Purpose::Ending), reply(pending)]);
    if arrival.received {
        history.says(accepted(0, arrival.change, operation), &[]);
    }
    let refused = is_refused.then(|| shutdown_rejected(0, Purpose::Ending));
    let diagnostics = arrival.bounced.map(|input| input_rejected(0, input)).into_iter();
    let mut closing = vec![
        cancelled(0, operation, arrival.change, arrival.result),
        retired(0, Cause::Cancellation, here(1)),
    ];
    for (step, half) in order.into_iter().enumerate() {
        let has_exited = order[..step].contains(&Half::Exit);
        let told = match half {
            Half::Worker if arrival.needs_exit && !has_exited => {
                return history.rejects(arrival.told);
            }
            Half::Worker => arrival.told,
            Half::Shutdown if is_refused => not_asked(0, Purpose::Ending),
            Half::Shutdown => asked(0, Purpose::Ending),
            Half::Exit => exited(0, 1),
        };
        if step < 2 {
            history.says(told, &[]);
            history.rejects(told);
            answers(&mut history, 0, operation, Reply::Cancelled { authority: own(0, operation) });
        } else {
            let first = history.diagnosed;
            let raised = diagnostics.clone().chain(refused).zip(first..);
            closing.extend(raised.map(|(diagnostic, n)| diagnosed(n, diagnostic)));
            history.says(told, &closing);
        }
    }
    history.is_gone(0);
}

#[test]
fn a_transferred_cancellation_ends_alike_in_all_six_orders() {
    for change in [Change::Start, Change::Replacement] {
        for arrival in arrivals(change) {
            for order in ORDERS {
                for is_refused in [false, true] {
                    play(&arrival, order, is_refused);
                }
            }
        }
    }
}

#[test]
fn both_workers_of_a_cancelled_replacement_may_stop() {
    let mut history = History::replacing_received(&setup());
    history.ok(cancel(0, o(1)));
    history.rejects(worker_stopped(0, ev2(0), 1));
    history.says(worker_stopped(0, ev(0), 2), &[]);
    history.rejects(worker_stopped(0, ev(0), 2));
    let outcome = replaced(0, gone(ev(0)));
    history.says(replacement(0, o(1), outcome), &[]);
    assert_eq!(history.holds(0).outcome, Some(Outcome::Replacement(outcome)));
    history.rejects(worker_stopped(0, ev(0), 2));
    history.says(worker_stopped(0, ev2(0), 1), &[]);
    history.rejects(worker_stopped(0, ev2(0), 1));
    history.ok(asked(0, Purpose::Ending));
    let stops = [Some(absorbed(ev(0), 2)), Some(absorbed(ev2(0), 1))];
    let result = CancelledWorker::Resolved { outcome: Outcome::Replacement(outcome) };
    history.says(
        exited(0, 3),
        &[
            cancelled(0, o(1), Change::Replacement, result),
            retired_with(0, Cause::Cancellation, here(3), stops),
        ],
    );
}

#[test]
fn a_replaced_worker_runs_no_more_and_an_unreported_successor_never_ran() {
    for predecessor in [drained(ev(0)), gone(ev(0))] {
        let mut history = History::replacing_received(&setup());
        history.ok(cancel(0, o(1)));
        history.ok(replacement(0, o(1), replaced(0, predecessor)));
        history.rejects(worker_stopped(0, ev(0), 1));
        history.says(worker_stopped(0, ev2(0), 1), &[]);

        for unreported in [
            Unreported::Replacement { outcome: replaced(0, predecessor) },
            Unreported::Replacement { outcome: replacement_unborn(9, predecessor) },
            left(o(1), Some(predecessor)),
        ] {
            let mut history = History::replacing_received(&setup());
            history.ok(cancel(0, o(1)));
            history.ok(exited(0, 3));
            history.says(rest(0, o(1), unreported), &[]);
            history.rejects(worker_stopped(0, ev2(0), 1));
            history.rejects(worker_stopped(0, ev(0), 1));
        }
    }
}

#[test]
fn a_replacement_that_was_not_carried_out_leaves_its_worker_running() {
    for unreported in [
        Unreported::Untouched { submission: sub(9) },
        Unreported::Replacement { outcome: not_replaced(9) },
        Unreported::Replacement { outcome: called_off(9, ev(0)) },
    ] {
        let mut history = History::replacing_received(&setup());
        history.ok(cancel(0, o(1)));
        history.ok(exited(0, 3));
        history.says(rest(0, o(1), unreported), &[]);
        history.says(worker_stopped(0, ev(0), 1), &[]);
        history.rejects(worker_stopped(0, ev(0), 1));
    }
}

#[test]
fn what_is_left_of_a_change_names_that_change_and_whom_it_replaced() {
    let end = End { exit: wexit(1), shutdown: None };
    let ready_by = |evidence| StartOutcome::Ready { evidence, proof: 5000 };
    let held = |evidence| UnreportedWorker::Held { outcome: ready_by(evidence), end };
    let resolved = |evidence| UnreportedWorker::Resolved(ready_by(evidence));
    let bare = [
        Unreported::Left { leftover: Leftover::Nothing },
        Unreported::Left { leftover: Leftover::Worker(end) },
    ];

    let mut history = History::replacing_received(&setup());
    history.ok(cancel(0, o(1)));
    history.ok(exited(0, 3));
    let wrong = [
        left(o(0), Some(drained(ev(0)))),
        left(o(1), Some(drained(ev(1)))),
        left(o(1), Some(gone(ev2(0)))),
        left(o(1), None),
        left_by(o(1), Some(gone(ev(0))), held(ev(0))),
        left_by(o(1), Some(drained(ev(0))), resolved(ev(0))),
    ];
    for unreported in wrong.into_iter().chain(bare) {
        history.rejects(rest(0, o(1), unreported));
    }
    history.says(rest(0, o(1), left_by(o(1), Some(drained(ev(0))), held(ev2(0)))), &[]);

    let mut history = History::starting_received(&setup());
    history.ok(cancel(0, o(0)));
    history.ok(exited(0, 3));
    for unreported in [left(o(1), None), left(o(0), Some(gone(ev(0))))].into_iter().chain(bare) {
        history.rejects(rest(0, o(0), unreported));
    }
    history.says(rest(0, o(0), left_by(o(0), None, held(ev(0)))), &[]);
}

#[test]
fn only_the_exact_authority_counts() {
    let mut history = History::starting_received(&setup());
    let exact = own(0, o(0));
    for authority in [
        Authority { key: key(1), ..exact },
        Authority { operation: o(1), ..exact },
        Authority { operation: Id { issuer: ME + 1, ordinal: 300 }, ..exact },
        Authority { origin: Origin::Foreign, operation: Id { issuer: 99, ordinal: 300 }, ..exact },
    ] {
        let before = history.view();
        let told = Told::Cancel { authority, reply: ASKER };
        history.says(told, &[reply(Reply::Stale { authority })]);
        assert_eq!(history.view(), before);
    }
}

/// A twin of one identity that is fed alike issues the same signs.
#[test]
fn the_authority_of_a_twin_is_a_genuine_duplicate() {
    let mut history = History::starting_received(&setup());
    let authority = Authority { origin: Origin::Twin, ..own(0, o(0)) };
    let told = Told::Cancel { authority, reply: ASKER };
    let phase = Shown::AwaitingProxyOutcome;
    history.says(told, &[shuts(0, Purpose::Ending), reply(Reply::Pending { authority, phase })]);
    history.says(told, &[reply(Reply::Cancelled { authority })]);
}

#[test]
fn a_reused_key_knows_nothing_of_its_older_use() {
    let mut history = History::with_one_up(&setup());
    history.ok(stop(0));
    history.ok(asked(0, for_stop(0)));
    history.ok(exited(0, 1));
    history.says(start(0, sub(5)), &all(&[&creates(c(1), g(1)), &[start_accepted(0, o(1))]]));
    let authority = own(0, o(0));
    answers(&mut history, 0, o(0), Reply::Stale { authority });
    history.rejects(born(0));
    history.rejects(exited(0, 1));
    history.rejects(early_exit(0, 1));
    history.rejects(asked(0, for_stop(0)));
    history.rejects(worker_stopped(0, ev(0), 1));
    history.rejects(accepted(0, Change::Start, o(0)));
    let born = Told::BirthCommitted { creation: c(1), proxy: p(1) };
    let input = Input { proxy: p(1), change: Change::Start, operation: o(1), submission: sub(5) };
    history.says(born, &[Said::InstallInitial { input }]);
    assert_eq!(history.view().entries[0].generation, g(1));
}
