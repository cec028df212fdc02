//! Products that break the law are not accepted: a good history with one action missing, doubled,
//! swapped or changed, and the mistakes that a supervisor is most likely to make.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::supervisor::observation::*;

type Step = (Told, Vec<Said>, Verdict);

/// A start, a replacement that is cancelled in transfer, a stop that is refused and one that is not,
/// and a shutdown: every product written by hand.
fn good_history() -> Vec<Step> {
    let go = |told, said: &[Said]| (told, said.to_vec(), Verdict::Continue);
    let outcome = replaced(0, drained(ev(0)));
    let result = CancelledWorker::Resolved { outcome: Outcome::Replacement(outcome) };
    let phase = Shown::Replacing;
    let pending = Reply::Pending { authority: own(0, o(2)), phase };
    vec![
        go(Told::Initialize, &[]),
        go(start(0, sub(0)), &all(&[&creates(c(0), g(0)), &[start_accepted(0, o(0))]])),
        go(born(0), &[installs(0, o(0), sub(0))]),
        go(accepted(0, Change::Start, o(0)), &[]),
        go(initial(0, o(0), ready(0)), &[started(0, o(0))]),
        go(start(1, sub(1)), &all(&[&creates(c(1), g(1)), &[start_accepted(1, o(1))]])),
        go(replace(0, sub(9)), &[replaces(0, o(2), sub(9)), replace_accepted(0, o(2))]),
        go(accepted(0, Change::Replacement, o(2)), &[]),
        go(cancel(0, o(2)), &[shuts(0, Purpose::Ending), reply(pending)]),
        go(not_asked(0, Purpose::Ending), &[]),
        go(replacement(0, o(2), outcome), &[]),
        go(
            exited(0, 1),
            &[
                cancelled(0, o(2), Change::Replacement, result),
                retired(0, Cause::Cancellation, here(1)),
                diagnosed(0, shutdown_rejected(0, Purpose::Ending)),
            ],
        ),
        go(stop(1), &[stop_accepted(1), interrupted(1, o(1), 0, present(sub(1)))]),
        go(Told::Shutdown, &[]),
        go(early_exit(1, 2), &[]),
        (
            born(1),
            vec![
                stop_finished(1, 0, stopped(1, 2)),
                retired(1, Cause::Stop, RetiredProxy::Elsewhere),
            ],
            Verdict::Stopped,
        ),
    ]
}

fn accepts(steps: &[Step]) -> bool {
    let mut history = History::of(&setup());
    steps.iter().all(|(told, said, verdict)| history.accepts(*told, said, *verdict))
}

#[test]
fn a_good_history_is_accepted_and_no_defect_in_it_is() {
    let good = good_history();
    assert!(accepts(&good));
    for step in 0..good.len() {
        let defective = |change: &dyn Fn(&mut Vec<Said>)| {
            let mut steps = good.clone();
            change(&mut steps[step].1);
            !accepts(&steps)
        };
        for at in 0..good[step].1.len() {
            let is_missing = defective(&|said| {
                said.remove(at);
            });
            assert!(is_missing, "{step}: {at} may be missing");
            assert!(defective(&|said| said.insert(at, said[at])), "{step}: {at} may be doubled");
            let is_early = at == 0 || defective(&|said| said.swap(at - 1, at));
            assert!(is_early, "{step}: {at} may be early");
        }
        let event =
            Lifecycle::CommandUnavailable { sender: 1, phase: ShownPhase::Failing, command: 2 };
        let is_invented = defective(&|said| said.push(life(0, event)));
        assert!(is_invented, "{step}: something may be invented");
        let mut steps = good.clone();
        steps[step].2 = match good[step].2 {
            Verdict::Continue => Verdict::Stopped,
            Verdict::Stopped | Verdict::ForcedRetirement { .. } | Verdict::HandedBack => {
                Verdict::Continue
            }
        };
        assert!(!accepts(&steps), "{step}: another verdict");
    }
}

#[test]
fn a_history_that_skips_an_input_is_not_accepted() {
    let good = good_history();
    for step in 0..good.len() - 1 {
        let mut steps = good.clone();
        steps.remove(step);
        assert!(!accepts(&steps), "without {:?}", good[step].0);
    }
}

/// The product after these inputs is not this one.
#[track_caller]
fn refuses(setup: &SupervisorSetup, before: &[Told], told: Told, wrong: &[Said]) {
    let mut history = History::with_one_up(setup);
    for told in before {
        history.ok(*told);
    }
    assert!(!history.accepts(told, wrong, Verdict::Continue), "{told:?} may not say {wrong:?}");
}

#[test]
fn a_late_readiness_is_not_published() {
    let received = accepted(1, Change::Start, o(1));
    let begin = [start(1, sub(1)), born(1), received];
    let late = initial(1, o(1), ready(1));
    let wrong = [started(1, o(1))];
    for end in [stop(1), cancel(1, o(1)), Told::Shutdown] {
        refuses(&setup(), &[&begin[..], &[end]].concat(), late, &wrong);
    }
    let outcome = replaced(0, drained(ev(0)));
    let event = Lifecycle::Replaced { operation: o(1), proxy: p(0), outcome };
    let begin = [replace(0, sub(9)), accepted(0, Change::Replacement, o(1)), cancel(0, o(1))];
    refuses(&setup(), &begin, replacement(0, o(1), outcome), &[life(0, event)]);
}

#[test]
fn a_second_shutdown_is_not_asked() {
    let ending = [shuts(0, Purpose::Ending)];
    refuses(&setup(), &[stop(0)], Told::Shutdown, &ending);
    refuses(&setup(), &[Told::Shutdown], Told::Shutdown, &ending);
    refuses(&setup(), &[Told::Shutdown], not_asked(0, Purpose::Ending), &ending);
    let begin = [start(1, sub(1)), stop(1), early_exit(1, 1)];
    refuses(&setup(), &begin, born(1), &[shuts(1, for_stop(0))]);
}

#[test]
fn a_transferred_worker_is_not_given_back() {
    let begin = [start(1, sub(1)), born(1)];
    let returned = Reply::Returned { authority: own(1, o(1)), submission: sub(1) };
    refuses(&setup(), &begin, cancel(1, o(1)), &[shuts(1, Purpose::Ending), reply(returned)]);
    let wrong =
        [start_failed(1, o(1), Some(sub(1)), Failure::ProxyDied), diagnosed(0, proxy_died(1, 1))];
    refuses(&setup(), &begin, exited(1, 1), &wrong);
}

#[test]
fn capacity_is_not_freed_before_everything_has_come() {
    let one = with(|setup| setup.entries = 1);
    let wrong = all(&[&creates(c(1), g(1)), &[start_accepted(1, o(1))]]);
    for before in [
        vec![],
        vec![stop(0)],
        vec![stop(0), exited(0, 1)],
        vec![stop(0), asked(0, for_stop(0))],
        vec![worker_stopped(0, ev(0), 1)],
    ] {
        refuses(&one, &before, start(1, sub(1)), &wrong);
    }
    let closing =
        [stop_finished(0, 0, stopped(0, 1)), retired(0, Cause::Stop, RetiredProxy::Elsewhere)];
    refuses(&setup(), &[stop(0)], exited(0, 1), &closing);
    refuses(&setup(), &[stop(0)], asked(0, for_stop(0)), &closing);
}

#[test]
fn a_wrong_cause_reason_or_number_is_seen() {
    let before = [stop(0), exited(0, 1)];
    let end = not_asked(0, for_stop(0));
    let diagnostic = shutdown_rejected(0, for_stop(0));
    let product = |result, cause, exit, number| {
        [stop_finished(0, 0, result), retired(0, cause, exit), diagnosed(number, diagnostic)]
    };
    let (failed, elsewhere) = (stop_failed(0, Some(1)), RetiredProxy::Elsewhere);
    let right = product(failed, Cause::Stop, elsewhere, 0);
    let mut history = History::with_one_up(&setup());
    before.into_iter().for_each(|told| drop(history.ok(told)));
    assert!(history.accepts(end, &right, Verdict::Continue));
    for wrong in [
        product(stopped(0, 1), Cause::Stop, elsewhere, 0),
        product(stop_failed(0, None), Cause::Stop, elsewhere, 0),
        product(failed, Cause::StableProxyExit, elsewhere, 0),
        product(failed, Cause::Stop, here(1), 0),
        product(failed, Cause::Stop, elsewhere, 1),
    ] {
        refuses(&setup(), &before, end, &wrong);
    }
}
