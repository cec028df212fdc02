//! Starts and replacements that nobody interrupts, row by row of the law's table.

use super::history::*;
use super::words::*;
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
        (replacement_unborn(9, gone(ev(0))), empty(ev(0), failed), empty(ev(0), stopped)),
        (replacement_failed(0, drained(ev(0))), empty(ev2(0), failed), empty(ev2(0), failed)),
        (replacement_failed(0, gone(ev(0))), empty(ev2(0), failed), empty(ev2(0), failed)),
    ] {
        for (stops, left) in [(false, from_ready), (true, from_empty)] {
            let mut history = History::replacing_received(&setup());
            if stops {
                history.says(worker_stopped(0, ev(0), 1), &[unexpected(0, ev(0), 1, true)]);
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
fn the_proxy_of_a_standing_service_dies() {
    for empties in [false, true] {
        let mut history = History::with_one_up(&setup());
        if empties {
            history.ok(worker_stopped(0, ev(0), 1));
        }
        history.says(
            exited(0, 3),
            &[
                retired(0, Cause::StableProxyExit, RetiredProxy::Elsewhere),
                diagnosed(0, proxy_died(0, 3)),
            ],
        );
        history.is_gone(0);
        history.rejects(exited(0, 3));
    }
}

#[test]
fn the_proxy_of_a_waiting_change_dies_and_the_worker_is_present() {
    let one = with(|setup| setup.activations = 1);
    let mut history = History::operating(&one);
    history.bear(0);
    history.bear(1);
    history.says(
        exited(1, 3),
        &[
            start_failed(1, o(1), Some(sub(1)), Failure::ProxyDied),
            retired(1, Cause::StableProxyExit, RetiredProxy::Elsewhere),
            diagnosed(0, proxy_died(1, 3)),
        ],
    );

    let mut history = History::with_one_up(&one);
    history.bear(1);
    history.ok(replace(0, sub(9)));
    history.says(
        exited(0, 3),
        &[
            replacement_lost(0, o(2), Some(sub(9)), Failure::ProxyDied),
            retired(0, Cause::StableProxyExit, RetiredProxy::Elsewhere),
            diagnosed(0, proxy_died(0, 3)),
        ],
    );
    history.is_gone(0);
}

#[test]
fn a_dead_proxy_of_a_start_waits_for_the_result_of_its_input() {
    for received in [false, true] {
        let mut history = History::operating(&setup());
        history.bear(0);
        if received {
            history.ok(accepted(0, Change::Start, o(0)));
        }
        history.says(
            exited(0, 3),
            &[start_failed(0, o(0), None, Failure::ProxyDied), diagnosed(0, proxy_died(0, 3))],
        );
        assert_eq!(
            history.phase(0),
            EntryPhase::Ending {
                ending: Ending::Retiring { cause: Cause::StableProxyExit },
                holds: Holds {
                    owed: Owed { worker_result: true, ..Owed::default() },
                    receipt_owed: !received,
                    ..Holds::default()
                },
            }
        );
        history.rejects(exited(0, 4));
        if !received {
            history.rejects(rest(0, o(0), Unreported::Untouched { submission: sub(0) }));
            history.says(accepted(0, Change::Start, o(0)), &[]);
        }
        history.says(cancel(0, o(0)), &[reply(Reply::Draining { authority: own(0, o(0)) })]);
        let outcome = Outcome::Initial(ready(0));
        let number = history.diagnosed;
        history.says(
            initial(0, o(0), ready(0)),
            &[
                retired(0, Cause::StableProxyExit, RetiredProxy::Elsewhere),
                diagnosed(number, outcome_failed(0, o(0), outcome)),
            ],
        );
        history.is_gone(0);
    }
}

#[test]
fn a_dead_proxy_of_a_change_takes_every_kind_of_result() {
    let bounce = input(0, Change::Replacement, o(1), sub(9));
    let mut history = History::replacing(&setup());
    history.says(
        exited(0, 3),
        &[replacement_lost(0, o(1), None, Failure::ProxyDied), diagnosed(0, proxy_died(0, 3))],
    );
    history.says(
        bounced(bounce),
        &[
            retired(0, Cause::StableProxyExit, RetiredProxy::Elsewhere),
            diagnosed(1, input_rejected(0, bounce)),
        ],
    );
    history.is_gone(0);

    let outcome = replaced(0, drained(ev(0)));
    for rest_of_it in [
        Unreported::Untouched { submission: sub(9) },
        Unreported::Replacement { outcome },
        left(o(1), Some(gone(ev(0)))),
        left(o(1), None),
    ] {
        let mut history = History::replacing_received(&setup());
        history.ok(exited(0, 3));
        history.rejects(rest(0, o(0), rest_of_it));
        history.rejects(rest(0, o(1), Unreported::Initial { outcome: ready(0) }));
        let wrong = replaced(0, drained(ev2(0)));
        history.rejects(rest(0, o(1), Unreported::Replacement { outcome: wrong }));
        history.rejects(replacement(0, o(1), wrong));
        let failed = outcome_failed(0, o(1), Outcome::Unreported(rest_of_it));
        let number = history.diagnosed;
        history.says(
            rest(0, o(1), rest_of_it),
            &[
                retired(0, Cause::StableProxyExit, RetiredProxy::Elsewhere),
                diagnosed(number, failed),
            ],
        );
        history.is_gone(0);
    }
}

/// A stop of the worker that is known to run is taken even after the exit of its proxy.
#[test]
fn a_dead_proxy_of_a_replacement_absorbs_the_stop_of_its_base() {
    let mut history = History::replacing_received(&setup());
    history.ok(exited(0, 3));
    history.says(worker_stopped(0, ev(0), 1), &[]);
    history.rejects(worker_stopped(0, ev(0), 1));
    let outcome = not_replaced(9);
    history.says(
        replacement(0, o(1), outcome),
        &[
            retired_with(
                0,
                Cause::StableProxyExit,
                RetiredProxy::Elsewhere,
                [Some(absorbed(ev(0), 1)), None],
            ),
            diagnosed(2, outcome_failed(0, o(1), Outcome::Replacement(outcome))),
        ],
    );
}

#[test]
fn unreported_is_no_outcome_while_the_proxy_lives() {
    let mut history = History::starting_received(&setup());
    let untouched = Unreported::Untouched { submission: sub(0) };
    history.rejects(rest(0, o(0), untouched));
    history.ok(stop(0));
    history.rejects(rest(0, o(0), untouched));
    history.ok(exited(0, 1));
    let outcome = Outcome::Unreported(untouched);
    history.says(
        rest(0, o(0), untouched),
        &[interrupted(0, o(0), 0, InterruptedWorker::Late { outcome })],
    );
}

#[test]
fn the_lowest_waiting_operation_goes_first() {
    let one = with(|setup| setup.activations = 1);
    let mut history = History::operating(&one);
    for n in 0..4 {
        history.start(n);
    }
    history.says(born(3), &[installs(3, o(3), sub(3))]);
    history.says(born(2), &[]);
    history.says(born(1), &[]);
    history.says(born(0), &[]);
    history.shows(0, Shown::WaitingForActivationAuthorization);
    history.says(accepted(3, Change::Start, o(3)), &[]);
    history.says(initial(3, o(3), ready(3)), &[installs(0, o(0), sub(0)), started(3, o(3))]);
    let bounce = input(0, Change::Start, o(0), sub(0));
    history.says(replace(3, sub(9)), &[replace_accepted(3, o(4))]);
    history.says(
        bounced(bounce),
        &[
            installs(1, o(1), sub(1)),
            shuts(0, Purpose::Ending),
            start_failed(0, o(0), None, Failure::InputRejected),
            diagnosed(0, input_rejected(0, bounce)),
        ],
    );
    history.ok(accepted(1, Change::Start, o(1)));
    history.says(initial(1, o(1), ready(1)), &[installs(2, o(2), sub(2)), started(1, o(1))]);
    history.ok(accepted(2, Change::Start, o(2)));
    history.says(initial(2, o(2), ready(2)), &[replaces(3, o(4), sub(9)), started(2, o(2))]);
}

/// The slot belongs to the input, not to the phase of its entry.
#[test]
fn an_ending_entry_holds_its_slot_until_the_result_has_come() {
    let one = with(|setup| setup.activations = 1);
    let mut history = History::operating(&one);
    history.bear(0);
    history.bear(1);
    history.says(
        cancel(0, o(0)),
        &[
            shuts(0, Purpose::Ending),
            reply(Reply::Pending { authority: own(0, o(0)), phase: Shown::AwaitingProxyOutcome }),
        ],
    );
    history.says(accepted(0, Change::Start, o(0)), &[]);
    history.says(exited(0, 1), &[]);
    let untouched = Unreported::Untouched { submission: sub(0) };
    history.says(rest(0, o(0), untouched), &[installs(1, o(1), sub(1))]);
    let result = CancelledWorker::Resolved { outcome: Outcome::Unreported(untouched) };
    history.says(
        asked(0, Purpose::Ending),
        &[cancelled(0, o(0), Change::Start, result), retired(0, Cause::Cancellation, here(1))],
    );
}

#[test]
fn two_slots_serve_two_inputs_at_once() {
    let mut history = History::operating(&setup());
    for n in 0..3 {
        history.start(n);
    }
    history.says(born(2), &[installs(2, o(2), sub(2))]);
    history.says(born(1), &[installs(1, o(1), sub(1))]);
    history.says(born(0), &[]);
    history.says(
        exited(2, 1),
        &[start_failed(2, o(2), None, Failure::ProxyDied), diagnosed(0, proxy_died(2, 1))],
    );
    let bounce = input(2, Change::Start, o(2), sub(2));
    history.says(
        bounced(bounce),
        &[
            installs(0, o(0), sub(0)),
            retired(2, Cause::StableProxyExit, RetiredProxy::Elsewhere),
            diagnosed(1, input_rejected(2, bounce)),
        ],
    );
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
