//! Explicit stops: from every phase, crossing exits, refused shutdowns, absorbed workers.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::supervisor::observation::*;

#[test]
fn a_stop_while_the_proxy_is_created_waits_for_the_birth() {
    let begin = || {
        let mut history = History::operating(&setup());
        history.start(0);
        history.says(stop(0), &[stop_accepted(0), interrupted(0, o(0), 0, present(sub(0)))]);
        let ending = Ending::StopStart { stop: s(0), operation: o(0) };
        let holds = Holds { owed: Owed { birth: true, ..Owed::default() }, ..Holds::default() };
        assert_eq!(history.phase(0), EntryPhase::Ending { ending, holds });
        history
    };
    let mut history = begin();
    history.says(
        not_born(0),
        &[
            stop_finished(0, 0, StopResult::NeverBorn),
            retired(0, Cause::Stop, RetiredProxy::NeverBorn),
            diagnosed(0, creation_rejected(0, None)),
        ],
    );
    history.is_gone(0);

    let mut history = begin();
    history.says(early_exit(0, 1), &[]);
    history.rejects(early_exit(0, 2));
    history.says(
        not_born(0),
        &[
            stop_finished(0, 0, StopResult::NeverBorn),
            retired(0, Cause::Stop, RetiredProxy::NeverBorn),
            diagnosed(1, creation_rejected(0, Some(1))),
        ],
    );

    let mut history = begin();
    history.says(early_exit(0, 1), &[]);
    history.says(
        born(0),
        &[stop_finished(0, 0, stopped(0, 1)), retired(0, Cause::Stop, RetiredProxy::Elsewhere)],
    );
    history.is_gone(0);

    let mut history = begin();
    history.says(born(0), &[shuts(0, for_stop(0))]);
    history.rejects(born(0));
    history.rejects(asked(0, Purpose::Ending));
    history.says(asked(0, for_stop(0)), &[]);
    history.says(
        exited(0, 1),
        &[stop_finished(0, 0, stopped(0, 1)), retired(0, Cause::Stop, RetiredProxy::Elsewhere)],
    );
}

#[test]
fn an_exit_kept_before_the_stop_counts_too() {
    let mut history = History::operating(&setup());
    history.start(0);
    history.ok(early_exit(0, 1));
    history.ok(stop(0));
    assert_eq!(history.holds(0).exit, Some(pexit(1)));
    history.says(
        born(0),
        &[stop_finished(0, 0, stopped(0, 1)), retired(0, Cause::Stop, RetiredProxy::Elsewhere)],
    );
}

#[test]
fn a_stop_of_a_waiting_start_returns_the_worker_and_drains_the_proxy() {
    let mut history = History::operating(&with(|setup| setup.activations = 1));
    history.bear(0);
    history.bear(1);
    history.says(
        stop(1),
        &[shuts(1, for_stop(0)), stop_accepted(1), interrupted(1, o(1), 0, present(sub(1)))],
    );
    history.shows(1, Shown::Stopping);
    history.says(exited(1, 1), &[]);
    history.says(
        asked(1, for_stop(0)),
        &[stop_finished(1, 0, stopped(1, 1)), retired(1, Cause::Stop, RetiredProxy::Elsewhere)],
    );
    history.is_gone(1);
}

#[test]
fn a_stop_of_an_emitted_start_publishes_the_interruption_with_the_result() {
    let bounce = input(0, Change::Start, o(0), sub(0));
    let mut history = History::operating(&setup());
    history.bear(0);
    history.says(stop(0), &[shuts(0, for_stop(0)), stop_accepted(0)]);
    assert!(history.holds(0).receipt_owed);
    history.says(
        bounced(bounce),
        &[
            interrupted(0, o(0), 0, InterruptedWorker::Transferred),
            diagnosed(0, input_rejected(0, bounce)),
        ],
    );
    history.rejects(bounced(bounce));
    history.ok(asked(0, for_stop(0)));
    history.says(
        exited(0, 1),
        &[stop_finished(0, 0, stopped(0, 1)), retired(0, Cause::Stop, RetiredProxy::Elsewhere)],
    );
}

#[test]
fn a_late_outcome_of_a_stopped_start_goes_out_whole_before_the_closing_values() {
    let mut outcomes = vec![ready(0)];
    outcomes.extend(failures(0));
    for outcome in outcomes {
        let mut history = History::starting_received(&setup());
        history.says(stop(0), &[shuts(0, for_stop(0)), stop_accepted(0)]);
        history.ok(asked(0, for_stop(0)));
        history.ok(exited(0, 1));
        let worker = InterruptedWorker::Late { outcome: Outcome::Initial(outcome) };
        history.says(
            initial(0, o(0), outcome),
            &[
                interrupted(0, o(0), 0, worker),
                stop_finished(0, 0, stopped(0, 1)),
                retired(0, Cause::Stop, RetiredProxy::Elsewhere),
            ],
        );
        history.is_gone(0);
    }
}

#[test]
fn the_stop_of_a_late_ready_worker_is_absorbed_once() {
    let mut history = History::starting_received(&setup());
    history.ok(stop(0));
    history.rejects(worker_stopped(0, ev(0), 1));
    let worker = InterruptedWorker::Late { outcome: Outcome::Initial(ready(0)) };
    history.says(initial(0, o(0), ready(0)), &[interrupted(0, o(0), 0, worker)]);
    history.says(worker_stopped(0, ev(0), 1), &[]);
    history.rejects(worker_stopped(0, ev(0), 1));
    assert_eq!(history.holds(0).absorbed, [Some(absorbed(ev(0), 1)), None]);
    history.ok(exited(0, 2));
    history.says(
        asked(0, for_stop(0)),
        &[
            stop_finished(0, 0, stopped(0, 2)),
            retired_with(0, Cause::Stop, RetiredProxy::Elsewhere, [Some(absorbed(ev(0), 1)), None]),
        ],
    );
}

#[test]
fn a_stop_that_interrupted_a_start_restores_nothing() {
    let mut history = History::starting_received(&setup());
    history.ok(stop(0));
    history.says(not_asked(0, for_stop(0)), &[diagnosed(0, shutdown_rejected(0, for_stop(0)))]);
    history.rejects(not_asked(0, for_stop(0)));
    assert_eq!(history.holds(0).stop_reason, Some(WHY));
    history.shows(0, Shown::Stopping);
    let worker = InterruptedWorker::Late { outcome: Outcome::Initial(ready(0)) };
    history.says(initial(0, o(0), ready(0)), &[interrupted(0, o(0), 0, worker)]);
    history.says(
        exited(0, 1),
        &[
            stop_finished(0, 0, stop_failed(0, Some(1))),
            retired(0, Cause::Stop, RetiredProxy::Elsewhere),
        ],
    );
}

/// Ready or empty, the exit and an accepted shutdown lead to the same in both orders.
#[test]
fn an_accepted_stop_crosses_the_exit_of_its_proxy() {
    for empties in [false, true] {
        for exit_first in [false, true] {
            let mut history = History::with_one_up(&setup());
            if empties {
                history.ok(worker_stopped(0, ev(0), 1));
            }
            history.says(stop(0), &[shuts(0, for_stop(0)), stop_accepted(0)]);
            let ending =
                Ending::StopAvailable { stop: s(0), last: Last::Committed { operation: o(0) } };
            let owed = Owed { shutdown_settlement: true, proxy_exit: true, ..Owed::default() };
            let holds = Holds { owed, ..Holds::default() };
            assert_eq!(history.phase(0), EntryPhase::Ending { ending, holds });
            let halves = [asked(0, for_stop(0)), exited(0, 1)];
            let [first, second] = if exit_first { [halves[1], halves[0]] } else { halves };
            history.says(first, &[]);
            history.says(
                second,
                &[
                    stop_finished(0, 0, stopped(0, 1)),
                    retired(0, Cause::Stop, RetiredProxy::Elsewhere),
                ],
            );
            history.is_gone(0);
        }
    }
}

#[test]
fn a_stop_refused_after_the_exit_retires() {
    for empties in [false, true] {
        let mut history = History::with_one_up(&setup());
        if empties {
            history.ok(worker_stopped(0, ev(0), 1));
        }
        history.ok(stop(0));
        history.says(exited(0, 1), &[]);
        history.says(
            not_asked(0, for_stop(0)),
            &[
                stop_finished(0, 0, stop_failed(0, Some(1))),
                retired(0, Cause::Stop, RetiredProxy::Elsewhere),
                diagnosed(0, shutdown_rejected(0, for_stop(0))),
            ],
        );
        history.is_gone(0);
    }
}

#[test]
fn a_stop_refused_before_the_exit_restores_and_the_exit_is_a_death() {
    for empties in [false, true] {
        let mut history = History::with_one_up(&setup());
        if empties {
            history.ok(worker_stopped(0, ev(0), 1));
        }
        let before = history.phase(0);
        history.ok(stop(0));
        history.says(
            not_asked(0, for_stop(0)),
            &[
                stop_finished(0, 0, stop_failed(0, None)),
                diagnosed(0, shutdown_rejected(0, for_stop(0))),
            ],
        );
        assert_eq!(history.phase(0), before);
        history.rejects(not_asked(0, for_stop(0)));
        history.says(
            exited(0, 1),
            &[
                retired(0, Cause::StableProxyExit, RetiredProxy::Elsewhere),
                diagnosed(2, proxy_died(0, 1)),
            ],
        );
    }
}

#[test]
fn a_restored_stop_whose_worker_was_absorbed_is_empty() {
    for policy in [ExitPolicy::KeepEmpty, ExitPolicy::Retire] {
        let mut history = History::with_one_up(&with(|setup| setup.unexpected_exit = policy));
        history.ok(stop(0));
        history.says(worker_stopped(0, ev(0), 1), &[]);
        history.says(
            not_asked(0, for_stop(0)),
            &[
                stop_finished(0, 0, stop_failed(0, None)),
                unexpected(0, ev(0), 1, true),
                diagnosed(0, shutdown_rejected(0, for_stop(0))),
            ],
        );
        let (why, last) = (EmptyWhy::WorkerStopped, Last::Committed { operation: o(0) });
        assert_eq!(history.phase(0), EntryPhase::Empty { previous: ev(0), why, last });
        history.rejects(worker_stopped(0, ev(0), 1));
    }
}

#[test]
fn a_restored_service_is_stopped_again_under_another_stop() {
    let mut history = History::with_one_up(&setup());
    history.ok(stop(0));
    history.ok(not_asked(0, for_stop(0)));
    history.says(stop(0), &[shuts(0, for_stop(1)), stop_accepted(0)]);
    history.rejects(asked(0, for_stop(0)));
    history.says(asked(0, for_stop(1)), &[]);
    history.says(
        exited(0, 1),
        &[stop_finished(0, 1, stopped(0, 1)), retired(0, Cause::Stop, RetiredProxy::Elsewhere)],
    );
}

#[test]
fn the_stop_of_the_retained_worker_is_absorbed_after_the_exit_too() {
    let mut history = History::with_one_up(&setup());
    history.ok(stop(0));
    history.ok(exited(0, 2));
    history.rejects(worker_stopped(0, ev2(0), 1));
    history.says(worker_stopped(0, ev(0), 1), &[]);
    history.rejects(worker_stopped(0, ev(0), 1));
    history.says(
        asked(0, for_stop(0)),
        &[
            stop_finished(0, 0, stopped(0, 2)),
            retired_with(0, Cause::Stop, RetiredProxy::Elsewhere, [Some(absorbed(ev(0), 1)), None]),
        ],
    );
}
