//! What public reports about supervisors come down to: F20 to F28 of the field reports.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::supervisor::observation::*;

fn at_capacity(n: u64) -> Said {
    let (key, submission) = (key(n), sub(5));
    reply(Reply::StartRejected { key, submission, reason: StartRefusal::AtCapacity })
}

#[test]
fn f20_an_empty_or_retiring_service_takes_its_place() {
    let one = with(|setup| setup.entries = 1);
    let mut history = History::with_one_up(&one);
    history.ok(worker_stopped(0, ev(0), 1));
    history.says(start(1, sub(5)), &[at_capacity(1)]);

    let retiring = SupervisorSetup { unexpected_exit: ExitPolicy::Retire, ..one };
    let mut history = History::with_one_up(&retiring);
    history.ok(worker_stopped(0, ev(0), 1));
    history.says(start(1, sub(5)), &[at_capacity(1)]);
    history.ok(exited(0, 2));
    history.says(start(1, sub(5)), &[at_capacity(1)]);
    history.says(asked(0, Purpose::Ending), &[retired(0, Cause::UnexpectedWorkerExit, here(2))]);
    history.says(start(1, sub(1)), &all(&[&creates(c(1), g(1)), &[start_accepted(1, o(1))]]));
}

#[test]
fn f24_a_start_under_way_blocks_nobody() {
    let mut history = History::operating(&setup());
    history.bear(0);
    history.says(start(1, sub(1)), &all(&[&creates(c(1), g(1)), &[start_accepted(1, o(1))]]));
    let (authority, phase) = (own(0, o(0)), Shown::AwaitingProxyOutcome);
    history.says(
        cancel(0, o(0)),
        &[shuts(0, Purpose::Ending), reply(Reply::Pending { authority, phase })],
    );
    history.shows(0, Shown::Cancelling);
    history.shows(1, Shown::CreatingProxy);
}

#[test]
fn f26_nothing_is_left_of_services_that_were_stopped() {
    let mut history = History::operating(&setup());
    for n in 0..20_000 {
        let told = Told::Start { key: (n % 7) as Key, submission: sub(0), reply: ASKER };
        let accepted = Authority { origin: Origin::Own, key: (n % 7) as Key, operation: o(n) };
        let answer = Reply::StartAccepted { key: (n % 7) as Key, cancel: accepted };
        history.says(told, &all(&[&creates(c(n), g(n)), &[reply(answer)]]));
        history.ok(Told::Stop { key: (n % 7) as Key, reply: ASKER });
        history.ok(not_born(n));
        assert!(history.view().entries.is_empty());
    }
}

#[test]
fn f27_a_shutdown_waits_for_the_successor() {
    let mut history = History::replacing_received(&setup());
    history.ok(Told::Shutdown);
    history.says(asked(0, Purpose::Ending), &[]);
    history.says(exited(0, 1), &[]);
    let outcome = called_off(9, ev(0));
    let worker = InterruptedWorker::Late { outcome: Outcome::Replacement(outcome) };
    let closing = [
        shut_off(0, o(1), Change::Replacement, worker),
        retired(0, Cause::SupervisorShutdown, here(1)),
    ];
    history.ends(replacement(0, o(1), outcome), &closing, Verdict::Stopped);
}
