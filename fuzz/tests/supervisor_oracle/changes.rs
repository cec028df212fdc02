//! Starts and replacements that nobody interrupts, row by row of the law's table.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::proxy::observation::Cause as WorkerCause;
use actor_laws_fuzz::supervisor::observation::*;

#[test]
fn a_start_runs_to_readiness() {
    let mut history = History::operating(&setup());
    history.says(start(0, sub(0)), &all(&[&creates(c(0), g(0)), &[start_accepted(0, o(0))]]));
    assert_eq!(history.phase(0), EntryPhase::CreatingProxy { operation: o(0), exit_kept: false });
    history.says(born(0), &[installs(0, o(0), sub(0))]);
    assert_eq!(history.phase(0), EntryPhase::StartAwaitingReceipt { operation: o(0) });
    history.says(accepted(0, Change::Start, o(0)), &[]);
    assert_eq!(history.phase(0), EntryPhase::StartAwaitingOutcome { operation: o(0) });
    history.says(initial(0, o(0), ready(0)), &[started(0, o(0))]);
    let last = Last::Committed { operation: o(0) };
    assert_eq!(history.phase(0), EntryPhase::Ready { evidence: ev(0), last });
    assert_eq!(history.view().entries[0].proxy, Some(p(0)));
}

#[test]
fn nothing_is_admitted_before_initialize_or_initialize_after_it() {
    let mut history = History::of(&setup());
    assert_eq!(history.mode(), Mode::Constructed);
    for told in [start(0, sub(0)), query(0), Told::Shutdown, born(0), cancel(0, o(0))] {
        history.ends(told, &[], Verdict::HandedBack);
    }
    history.says(Told::Initialize, &[]);
    assert_eq!(history.mode(), Mode::Operating);
    history.ends(Told::Initialize, &[], Verdict::HandedBack);
    history.ok(Told::Shutdown);
    for told in [start(0, sub(0)), query(0), Told::Shutdown, born(0), Told::Initialize] {
        history.ends(told, &[], Verdict::HandedBack);
    }
    assert_eq!(history.mode(), Mode::Stopped);
}

#[test]
fn a_rejected_creation_returns_the_worker() {
    let mut history = History::operating(&setup());
    history.start(0);
    history.says(
        not_born(0),
        &[
            start_failed(0, o(0), Some(sub(0)), Failure::CreationRejected),
            retired(0, Cause::StartFailed, RetiredProxy::NeverBorn),
            diagnosed(0, creation_rejected(0, None)),
        ],
    );
    history.is_gone(0);
}

#[test]
fn an_exit_before_the_birth_is_kept_once_and_contradicts_a_rejection() {
    let mut history = History::operating(&setup());
    history.start(0);
    history.says(early_exit(0, 1), &[]);
    assert_eq!(history.phase(0), EntryPhase::CreatingProxy { operation: o(0), exit_kept: true });
    history.rejects(early_exit(0, 2));
    history.says(
        not_born(0),
        &[
            start_failed(0, o(0), Some(sub(0)), Failure::CreationRejected),
            retired(0, Cause::StartFailed, RetiredProxy::NeverBorn),
            diagnosed(1, creation_rejected(0, Some(1))),
        ],
    );
    history.is_gone(0);
}

#[test]
fn a_birth_after_the_exit_is_a_proxy_death() {
    let mut history = History::operating(&setup());
    history.start(0);
    history.ok(early_exit(0, 1));
    history.says(
        born(0),
        &[
            start_failed(0, o(0), Some(sub(0)), Failure::ProxyDied),
            retired(0, Cause::StableProxyExit, RetiredProxy::Elsewhere),
            diagnosed(0, proxy_died(0, 1)),
        ],
    );
    history.is_gone(0);
}

#[test]
fn a_proxy_that_is_on_the_table_is_not_born_again() {
    let mut history = History::with_one_up(&setup());
    history.start(1);
    history.rejects(Told::BirthCommitted { creation: c(1), proxy: p(0) });
    history.says(born(1), &[installs(1, o(1), sub(1))]);
}

#[test]
fn a_rejected_input_fails_the_start() {
    let mut history = History::operating(&setup());
    history.bear(0);
    let bounce = input(0, Change::Start, o(0), sub(0));
    history.says(
        bounced(bounce),
        &[
            shuts(0, Purpose::Ending),
            start_failed(0, o(0), None, Failure::InputRejected),
            diagnosed(0, input_rejected(0, bounce)),
        ],
    );
    assert_eq!(
        history.phase(0),
        EntryPhase::Ending {
            ending: Ending::Retiring { cause: Cause::StartFailed },
            holds: Holds {
                owed: Owed { shutdown_settlement: true, proxy_exit: true, ..Owed::default() },
                ..Holds::default()
            },
        }
    );
    history.says(asked(0, Purpose::Ending), &[]);
    history.says(exited(0, 1), &[retired(0, Cause::StartFailed, here(1))]);
    history.is_gone(0);
}

#[test]
fn every_other_outcome_fails_the_start() {
    for outcome in failures(0) {
        let mut history = History::starting_received(&setup());
        history.says(
            initial(0, o(0), outcome),
            &[
                shuts(0, Purpose::Ending),
                start_failed(0, o(0), None, Failure::OutcomeFailed),
                diagnosed(0, outcome_failed(0, o(0), Outcome::Initial(outcome))),
            ],
        );
        history.shows(0, Shown::Retiring);
        history.says(exited(0, 1), &[]);
        history.says(
            not_asked(0, Purpose::Ending),
            &[
                retired(0, Cause::StartFailed, here(1)),
                diagnosed(1, shutdown_rejected(0, Purpose::Ending)),
            ],
        );
        history.is_gone(0);
    }
}

#[test]
fn an_outcome_waits_for_its_receipt() {
    let mut history = History::operating(&setup());
    history.bear(0);
    history.rejects(initial(0, o(0), ready(0)));
    history.ok(accepted(0, Change::Start, o(0)));
    history.rejects(accepted(0, Change::Start, o(0)));
    history.says(initial(0, o(0), ready(0)), &[started(0, o(0))]);
}

#[test]
fn a_replacement_from_ready_replaces() {
    let mut history = History::with_one_up(&setup());
    history.says(replace(0, sub(9)), &[replaces(0, o(1), sub(9)), replace_accepted(0, o(1))]);
    let base = Base { evidence: ev(0), ready: true };
    assert_eq!(history.phase(0), EntryPhase::ReplaceAwaitingReceipt { operation: o(1), base });
    history.says(accepted(0, Change::Replacement, o(1)), &[]);
    assert_eq!(history.phase(0), EntryPhase::ReplaceAwaitingOutcome { operation: o(1), base });
    let outcome = replaced(0, drained(ev(0)));
    let event = Lifecycle::Replaced { operation: o(1), proxy: p(0), outcome };
    history.says(replacement(0, o(1), outcome), &[life(0, event)]);
    let last = Last::Committed { operation: o(1) };
    assert_eq!(history.phase(0), EntryPhase::Ready { evidence: ev2(0), last });
    history.rejects(worker_stopped(0, ev(0), 1));
    history.says(worker_stopped(0, ev2(0), 1), &[unexpected(0, ev2(0), 1, true)]);
}

#[test]
fn a_replacement_from_empty_replaces() {
    let mut history = History::with_one_up(&setup());
    history.ok(worker_stopped(0, ev(0), 1));
    history.says(replace(0, sub(9)), &[replaces(0, o(1), sub(9)), replace_accepted(0, o(1))]);
    let base = Base { evidence: ev(0), ready: false };
    assert_eq!(history.phase(0), EntryPhase::ReplaceAwaitingReceipt { operation: o(1), base });
    history.rejects(worker_stopped(0, ev(0), 1));
    history.ok(accepted(0, Change::Replacement, o(1)));
    let outcome = replaced(0, gone(ev(0)));
    let event = Lifecycle::Replaced { operation: o(1), proxy: p(0), outcome };
    history.says(replacement(0, o(1), outcome), &[life(0, event)]);
    history.shows(0, Shown::Ready { proxy: p(0) });
}

#[test]
fn a_rejected_input_restores_the_base_of_a_replacement() {
    let bounce = input(0, Change::Replacement, o(1), sub(9));
    let lost = [
        replacement_lost(0, o(1), None, Failure::InputRejected),
        diagnosed(0, input_rejected(0, bounce)),
    ];
    let last = Last::Committed { operation: o(1) };
    let mut history = History::replacing(&setup());
    history.says(bounced(bounce), &lost);
    assert_eq!(history.phase(0), EntryPhase::Ready { evidence: ev(0), last });

    let mut history = History::replacing(&setup());
    history.says(worker_stopped(0, ev(0), 1), &[unexpected(0, ev(0), 1, true)]);
    history.says(bounced(bounce), &lost);
    let why = EmptyWhy::WorkerStopped;
    assert_eq!(history.phase(0), EntryPhase::Empty { previous: ev(0), why, last });
}

/// What a failed outcome leaves behind, for a base that was ready and for one that was empty.
#[test]
fn a_failed_replacement_leaves_what_its_outcome_says() {
    let last = Last::Committed { operation: o(1) };
    let was_ready = EntryPhase::Ready { evidence: ev(0), last };
    let empty = |previous, why| EntryPhase::Empty { previous, why, last };
    let (stopped, failed) = (EmptyWhy::WorkerStopped, EmptyWhy::ReplacementFailed);
    for (outcome, from_ready, from_empty) in [
        (not_replaced(9), was_ready, empty(ev(0), stopped)),
        (called_off(9, ev(0)), empty(ev(0), failed), empty(ev(0), stopped)),
        (replacement_unborn(9, drained(ev(0))), empty(ev(0), failed), empty(ev(0), stopped)),
        (replacement_failed(0, drained(ev(0))), empty(ev2(0), failed), empty(ev2(0), failed)),
    ] {
        for (stops, left) in [(false, from_ready), (true, from_empty)] {
            let mut history = History::replacing_received(&setup());
            let mut outcome = outcome;
            if stops {
                history.says(worker_stopped(0, ev(0), 1), &[unexpected(0, ev(0), 1, true)]);
                call_gone(&mut outcome);
            }
            history.says(
                replacement(0, o(1), outcome),
                &[
                    replacement_lost(0, o(1), None, Failure::OutcomeFailed),
                    diagnosed(0, outcome_failed(0, o(1), Outcome::Replacement(outcome))),
                ],
            );
            assert_eq!(history.phase(0), left, "after {outcome:?}, stopped before: {stops}");
        }
    }
}

/// A worker that had stopped before was not drained for its successor.
fn call_gone(outcome: &mut ReplacementOutcome) {
    if let ReplacementOutcome::Resolved { predecessor, .. } = outcome {
        predecessor.drained = None;
    }
}

#[test]
fn a_worker_cannot_succeed_itself() {
    let itself = StartOutcome::Ready { evidence: ev(0), proof: 5005 };
    let cause = WorkerCause::ReadyAfterExit { proof: 5002, exit: wexit(50) };
    let failed = StartOutcome::Unavailable { evidence: ev(0), cause };
    let outcomes = [drained(ev(0)), gone(ev(0))].into_iter().flat_map(|predecessor| {
        [itself, failed].map(|successor| ReplacementOutcome::Resolved { predecessor, successor })
    });
    for outcome in outcomes {
        let mut history = History::replacing_received(&setup());
        history.rejects(replacement(0, o(1), outcome));
        history.ok(cancel(0, o(1)));
        history.rejects(replacement(0, o(1), outcome));
        history.ok(exited(0, 3));
        history.rejects(replacement(0, o(1), outcome));
        history.rejects(rest(0, o(1), Unreported::Replacement { outcome }));
    }
}

/// Whether an outcome calls its predecessor gone or drained is not compared with what was reported.
#[test]
fn a_stop_in_an_outcome_is_not_compared_with_one_before() {
    for (stops, predecessor) in [(false, gone(ev(0))), (true, drained(ev(0)))] {
        let mut history = History::replacing_received(&setup());
        if stops {
            history.ok(worker_stopped(0, ev(0), 1));
        }
        let outcome = replaced(0, predecessor);
        let event = Lifecycle::Replaced { operation: o(1), proxy: p(0), outcome };
        history.says(replacement(0, o(1), outcome), &[life(0, event)]);
    }
}

#[test]
fn a_failed_successor_is_the_predecessor_of_the_next_replacement() {
    let mut history = History::replacing_received(&setup());
    history.ok(replacement(0, o(1), replacement_failed(0, drained(ev(0)))));
    history.ok(replace(0, sub(8)));
    history.ok(accepted(0, Change::Replacement, o(2)));
    let third = Id { issuer: p(0), ordinal: 3 };
    let successor = StartOutcome::Ready { evidence: third, proof: 5005 };
    let wrong = ReplacementOutcome::Resolved { predecessor: gone(ev(0)), successor };
    history.rejects(replacement(0, o(2), wrong));
    let outcome = ReplacementOutcome::Resolved { predecessor: gone(ev2(0)), successor };
    let event = Lifecycle::Replaced { operation: o(2), proxy: p(0), outcome };
    history.says(replacement(0, o(2), outcome), &[life(0, event)]);
}

#[test]
fn an_outcome_that_names_another_predecessor_is_rejected() {
    let mut history = History::replacing_received(&setup());
    history.rejects(replacement(0, o(1), replaced(0, drained(ev2(0)))));
    history.rejects(replacement(0, o(1), called_off(9, ev2(0))));
    history.rejects(replacement(0, o(1), replacement_failed(0, gone(ev(1)))));
    history.rejects(initial(0, o(1), ready(0)));
    history.rejects(replacement(0, o(0), replaced(0, drained(ev(0)))));
}

#[test]
fn a_worker_that_stops_by_itself_is_kept_empty_or_retires() {
    let mut history = History::with_one_up(&setup());
    history.rejects(worker_stopped(0, ev2(0), 1));
    history.says(worker_stopped(0, ev(0), 1), &[unexpected(0, ev(0), 1, true)]);
    let (why, last) = (EmptyWhy::WorkerStopped, Last::Committed { operation: o(0) });
    assert_eq!(history.phase(0), EntryPhase::Empty { previous: ev(0), why, last });
    history.rejects(worker_stopped(0, ev(0), 1));

    let retiring = with(|setup| setup.unexpected_exit = ExitPolicy::Retire);
    let mut history = History::with_one_up(&retiring);
    history.says(
        worker_stopped(0, ev(0), 1),
        &[shuts(0, Purpose::Ending), unexpected(0, ev(0), 1, false)],
    );
    history.shows(0, Shown::Retiring);
    history.rejects(worker_stopped(0, ev(0), 1));
    history.says(exited(0, 2), &[]);
    history.says(asked(0, Purpose::Ending), &[retired(0, Cause::UnexpectedWorkerExit, here(2))]);
    history.is_gone(0);
}

#[test]
fn the_exit_policy_is_not_consulted_during_a_replacement() {
    let retiring = with(|setup| setup.unexpected_exit = ExitPolicy::Retire);
    for received in [false, true] {
        let mut history = History::replacing(&retiring);
        if received {
            history.ok(accepted(0, Change::Replacement, o(1)));
        }
        history.says(worker_stopped(0, ev(0), 1), &[unexpected(0, ev(0), 1, true)]);
        history.rejects(worker_stopped(0, ev(0), 1));
        history.shows(0, Shown::Replacing);
    }
}

#[test]
fn a_command_for_a_service_that_cannot_take_it_passes_through() {
    let event =
        Lifecycle::CommandUnavailable { sender: 6001, phase: ShownPhase::Failing, command: 6002 };
    let mut history = History::with_one_up(&setup());
    history.says(unavailable_command(0), &[life(0, event)]);
    history.ok(stop(0));
    history.says(unavailable_command(0), &[life(0, event)]);
    history.ok(exited(0, 1));
    history.says(unavailable_command(0), &[life(0, event)]);
    history.rejects(unavailable_command(1));
}
