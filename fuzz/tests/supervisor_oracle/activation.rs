//! Activation slots: who goes first, and who holds one.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::supervisor::observation::*;

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
