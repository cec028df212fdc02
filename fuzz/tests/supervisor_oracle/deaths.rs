//! A proxy that dies in each phase, and what is then still owed.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::supervisor::observation::*;

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
        left(o(1), Some(drained(ev(0)))),
    ] {
        let mut history = History::replacing_received(&setup());
        history.ok(exited(0, 3));
        history.rejects(rest(0, o(0), rest_of_it));
        history.rejects(rest(0, o(1), Unreported::Initial { outcome: ready(0) }));
        history.rejects(rest(0, o(1), left(o(1), None)));
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
