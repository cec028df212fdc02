//! Shutdown from every row: what is said in that fold, what is awaited, and what is left.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::proxy::observation::*;

fn owed(row: Row) -> ProxyView {
    ProxyView { settlement_owed: true, ..bare(row) }
}

/// An install that got so far.
fn installed(inputs: &[Told]) -> History {
    History::new().after(&[tell::install(0, 0)]).after(inputs)
}

/// Both halves of worker `n`'s pair are awaited, in either order, and nothing else.
#[track_caller]
fn stops_after_pair(history: &History, n: u32, leftover: impl Fn(End) -> Leftover) {
    assert_eq!(history.view(), owed(Row::DrainingWorker));
    let mut exit_first = history.clone();
    exit_first.says(tell::gone(n), &[], Row::DrainingWorker);
    assert_eq!(exit_first.view(), ProxyView { exit_kept: true, ..owed(Row::DrainingWorker) });
    exit_first.stops(tell::settled(n), leftover(drained(n)));
    let mut settlement_first = history.clone();
    settlement_first.says(tell::unsettled(n), &[], Row::DrainingWorker);
    assert_eq!(settlement_first.view(), bare(Row::DrainingWorker));
    let end = End { exit: exit(n), shutdown: Some(not_delivered(n)) };
    settlement_first.stops(tell::gone(n), leftover(end));
}

#[test]
fn an_empty_proxy_stops_at_once() {
    History::new().stops(Told::Shutdown, Leftover::Nothing);
    installed(&[tell::unborn(0)]).stops(Told::Shutdown, Leftover::Nothing);
    History::empty_after().stops(Told::Shutdown, Leftover::Nothing);
}

#[test]
fn a_second_shutdown_has_no_effect() {
    let mut history = History::ready().after(&[Told::Shutdown]);
    let before = history.view();
    history.says(Told::Shutdown, &[], Row::DrainingWorker);
    assert_eq!(history.view(), before);
}

#[test]
fn a_creation_is_awaited() {
    let mut history = installed(&[]);
    history.says(Told::Shutdown, &[], Row::DrainingCreation);
    assert_eq!(history.view(), bare(Row::DrainingCreation));
    let leftover = left::install(UnreportedWorker::Unborn(unborn(0)));
    history.clone().stops(tell::unborn(0), leftover);
    let said = [say::initialize(0), say::shutdown(0)];
    history.clone().says(tell::committed(0), &said, Row::DrainingInitialization);
    history.says(tell::early(0), &[], Row::DrainingCreation);
    assert_eq!(history.view(), ProxyView { exit_kept: true, ..bare(Row::DrainingCreation) });
    let leftover = left::install(UnreportedWorker::Unborn(contradictory(0)));
    history.clone().stops(tell::unborn(0), leftover);
    history.says(tell::committed(0), &[say::initialize(0)], Row::DrainingInitialization);
    let leftover = left::install(left::initialized(0, exited(0)));
    history.stops(tell::initialized(0), leftover);
}

#[test]
fn an_early_exit_before_the_shutdown_is_kept_too() {
    let mut history = installed(&[tell::early(0)]);
    history.says(Told::Shutdown, &[], Row::DrainingCreation);
    assert_eq!(history.view(), ProxyView { exit_kept: true, ..bare(Row::DrainingCreation) });
    history.misses(MissKind::Unexpected, ShownPhase::Draining, tell::early(0));
    history.says(tell::committed(0), &[say::initialize(0)], Row::DrainingInitialization);
    history.stops(tell::failed(0), left::install(left::failed(0, exited(0))));
}

#[test]
fn an_initialization_is_awaited_and_never_activated() {
    let mut history = installed(&[tell::committed(0)]);
    history.says(Told::Shutdown, &[say::shutdown(0)], Row::DrainingInitialization);
    assert_eq!(history.view(), owed(Row::DrainingInitialization));
    type Left = fn(u32, End) -> UnreportedWorker;
    for (told, worker) in
        [(tell::initialized(0), left::initialized as Left), (tell::failed(0), left::failed as Left)]
    {
        let mut result_first = history.clone();
        result_first.says(told, &[], Row::DrainingWorker);
        stops_after_pair(&result_first, 0, |end| left::install(worker(0, end)));
        let mut pair_first = history.clone();
        pair_first.says(tell::settled(0), &[], Row::DrainingInitialization);
        pair_first.says(tell::gone(0), &[], Row::DrainingInitialization);
        let kept = ProxyView { exit_kept: true, ..bare(Row::DrainingInitialization) };
        assert_eq!(pair_first.view(), kept);
        pair_first.stops(told, left::install(worker(0, drained(0))));
    }
}

#[test]
fn a_stop_by_the_initialization_is_result_and_exit() {
    let history = installed(&[tell::committed(0), Told::Shutdown]);
    let mut settled = history.clone().after(&[tell::unsettled(0)]);
    let worker = left::own_end(0, Some(not_delivered(0)));
    settled.stops(tell::stopped(0), left::install(worker));
    let mut unsettled = history.clone();
    unsettled.says(tell::stopped(0), &[], Row::DrainingWorker);
    assert_eq!(unsettled.view(), ProxyView { exit_kept: true, ..owed(Row::DrainingWorker) });
    unsettled.misses(MissKind::Unexpected, ShownPhase::Draining, tell::gone(0));
    let worker = left::own_end(0, Some(Settled::Accepted));
    unsettled.stops(tell::settled(0), left::install(worker));
}

#[test]
fn a_stop_by_the_initialization_after_an_exit_is_only_the_result() {
    let history = installed(&[tell::committed(0), Told::Shutdown, tell::gone(0)]);
    let mut settled = history.clone().after(&[tell::settled(0)]);
    settled.stops(tell::stopped(0), left::install(left::stopped(0, drained(0))));
    let mut unsettled = history.clone();
    unsettled.says(tell::stopped(0), &[], Row::DrainingWorker);
    unsettled.stops(tell::settled(0), left::install(left::stopped(0, drained(0))));
    let before = installed(&[tell::committed(0), tell::gone(0)]);
    let mut kept = before.clone();
    kept.says(Told::Shutdown, &[], Row::DrainingInitialization);
    assert_eq!(kept.view(), ProxyView { exit_kept: true, ..bare(Row::DrainingInitialization) });
    kept.stops(tell::stopped(0), left::install(left::stopped(0, exited(0))));
}

#[test]
fn an_initialized_worker_that_had_exited_is_left_over() {
    let history = installed(&[tell::committed(0), tell::gone(0), Told::Shutdown]);
    history.clone().stops(tell::initialized(0), left::install(left::initialized(0, exited(0))));
    history.clone().stops(tell::failed(0), left::install(left::failed(0, exited(0))));
}

#[test]
fn an_activation_that_starts_is_cancelled() {
    let mut history = installed(&[tell::committed(0), tell::initialized(0)]);
    let said = [say::cancel(0, 0), say::shutdown(0)];
    history.says(Told::Shutdown, &said, Row::DrainingActivationStart);
    assert_eq!(history.view(), owed(Row::DrainingActivationStart));
    let mut unbegun = history.clone();
    unbegun.says(tell::unbegun(0, 0), &[], Row::DrainingWorker);
    stops_after_pair(&unbegun, 0, |end| left::install(left::unbegun(0, 0, end)));
    // An earlier result is no result, also after a cancel.
    history.misses(MissKind::Unexpected, ShownPhase::Draining, tell::ready_after_cancel(0, 0));
    history.says(tell::begun(0, 0), &[], Row::DrainingActivation);
    assert_eq!(history.view(), owed(Row::DrainingActivation));
    history.says(tell::rejected_after_cancel(0, 0), &[], Row::DrainingWorker);
    stops_after_pair(&history, 0, |end| left::install(left::rejected(0, end)));
}

#[test]
fn a_running_activation_is_cancelled_and_its_result_awaited() {
    let running = [tell::committed(0), tell::initialized(0), tell::begun(0, 0)];
    let mut history = installed(&running);
    let said = [say::cancel(0, 0), say::shutdown(0)];
    history.says(Told::Shutdown, &said, Row::DrainingActivation);
    assert_eq!(history.view(), owed(Row::DrainingActivation));
    // An ordinary result that races the cancel settles as its twin after it.
    for (told, is_ready) in [
        (tell::ready(0, 0), true),
        (tell::ready_after_cancel(0, 0), true),
        (tell::rejected(0, 0), false),
        (tell::rejected_after_cancel(0, 0), false),
    ] {
        let leftover = |end| {
            left::install(if is_ready { left::ready(0, end) } else { left::rejected(0, end) })
        };
        let mut result_first = history.clone();
        result_first.says(told, &[], Row::DrainingWorker);
        stops_after_pair(&result_first, 0, leftover);
        let mut pair_first = history.clone().after(&[tell::gone(0), tell::settled(0)]);
        let kept = ProxyView { exit_kept: true, ..bare(Row::DrainingActivation) };
        assert_eq!(pair_first.view(), kept);
        pair_first.stops(told, leftover(drained(0)));
    }
}

#[test]
fn an_activation_whose_worker_has_exited_is_cancelled_all_the_same() {
    let starting = [tell::committed(0), tell::initialized(0), tell::gone(0)];
    let mut history = installed(&starting);
    history.says(Told::Shutdown, &[say::cancel(0, 0)], Row::DrainingActivationStart);
    let kept = ProxyView { exit_kept: true, ..bare(Row::DrainingActivationStart) };
    assert_eq!(history.view(), kept);
    let leftover = left::install(left::unbegun(0, 0, exited(0)));
    history.clone().stops(tell::unbegun(0, 0), leftover);
    history.says(tell::begun(0, 0), &[], Row::DrainingActivation);
    history.stops(tell::ready_after_cancel(0, 0), left::install(left::ready(0, exited(0))));
    let mut running = installed(&starting).after(&[tell::begun(0, 0)]);
    running.says(Told::Shutdown, &[say::cancel(0, 0)], Row::DrainingActivation);
    running.stops(tell::rejected(0, 0), left::install(left::rejected(0, exited(0))));
}

#[test]
fn a_ready_worker_is_drained() {
    let mut history = History::ready();
    history.says(Told::Shutdown, &[say::shutdown(0)], Row::DrainingWorker);
    stops_after_pair(&history, 0, Leftover::Worker);
}

#[test]
fn a_replacement_is_cancelled_before_the_successors_birth() {
    let said = [say::cancelled(1, 0, 1)];
    let mut history = History::ready().after(&[tell::replace(1, 1)]);
    history.says(Told::Shutdown, &said, Row::DrainingWorker);
    stops_after_pair(&history, 0, Leftover::Worker);
    let mut settled = History::ready().after(&[tell::replace(1, 1), tell::settled(0)]);
    settled.says(Told::Shutdown, &said, Row::DrainingWorker);
    assert_eq!(settled.view(), bare(Row::DrainingWorker));
    settled.stops(tell::gone(0), Leftover::Worker(drained(0)));
}

#[test]
fn a_held_ready_successor_is_drained() {
    let mut history = History::succeeding().after(&to_ready(1, 1));
    history.says(Told::Shutdown, &[say::shutdown(1)], Row::DrainingWorker);
    let both = ProxyView { predecessor_settlement_owed: true, ..owed(Row::DrainingWorker) };
    assert_eq!(history.view(), both);
    let leftover = left::replacement(1, made_room(0), left::held(1, drained(1)));
    let mut predecessor_first = history.clone();
    predecessor_first.says(tell::settled(0), &[], Row::DrainingWorker);
    stops_after_pair(&predecessor_first, 1, |end| {
        left::replacement(1, made_room(0), left::held(1, end))
    });
    history = history.after(&[tell::gone(1), tell::settled(1)]);
    let kept = ProxyView {
        exit_kept: true,
        predecessor_settlement_owed: true,
        ..bare(Row::DrainingWorker)
    };
    assert_eq!(history.view(), kept);
    history.misses(MissKind::Unexpected, ShownPhase::Draining, tell::gone(1));
    history.stops(tell::settled(0), leftover);
}

#[test]
fn a_held_outcome_of_a_worker_that_is_gone_waits_for_the_predecessor_only() {
    let unborn_outcome = StartOutcome::CreationRejected(unborn(1));
    let exited = [&to_ready(1, 1)[..], &[tell::gone(1)]].concat();
    for (inputs, outcome) in [
        (vec![tell::unborn(1)], unborn_outcome),
        (exited, unavailable(1, by::exit_of_ready(1))),
        (
            vec![tell::committed(1), tell::failed(1), tell::gone(1), tell::settled(1)],
            unavailable(1, by::failure(1, drained(1))),
        ),
    ] {
        let mut history = History::succeeding().after(&inputs);
        assert_eq!(history.row(), Row::SuccessorHeld);
        history.says(Told::Shutdown, &[], Row::DrainingWorker);
        let waiting = ProxyView { predecessor_settlement_owed: true, ..bare(Row::DrainingWorker) };
        assert_eq!(history.view(), waiting);
        history.misses(MissKind::Unknown, ShownPhase::Draining, tell::gone(1));
        let worker = UnreportedWorker::Resolved(outcome);
        history.stops(tell::settled(0), left::replacement(1, made_room(0), worker));
    }
}

#[test]
fn a_failure_drain_goes_on_and_nothing_is_reported() {
    let begun = [tell::committed(0), tell::initialized(0), tell::begun(0, 0)];
    type Cause0 = fn(End) -> Cause;
    let failures: [(&[Told], Told, Cause0); 3] = [
        (&begun[..1], tell::failed(0), |end| by::failure(0, end)),
        (&begun[..2], tell::unbegun(0, 0), |end| by::start(0, 0, end)),
        (&begun[..], tell::rejected(0, 0), |end| by::rejection(0, end)),
    ];
    for (inputs, failure, cause) in failures {
        let failing = installed(inputs).after(&[failure]);
        let leftover = |end| left::install(UnreportedWorker::Resolved(unavailable(0, cause(end))));
        let mut history = failing.clone();
        history.says(Told::Shutdown, &[], Row::FailingToStop);
        assert_eq!(history.view(), owed(Row::FailingToStop));
        let mut exit_first = history.clone();
        exit_first.says(tell::gone(0), &[], Row::FailingToStop);
        let kept = ProxyView { exit_kept: true, ..owed(Row::FailingToStop) };
        assert_eq!(exit_first.view(), kept);
        exit_first.says(Told::Shutdown, &[], Row::FailingToStop);
        exit_first.stops(tell::settled(0), leftover(drained(0)));
        history.says(tell::settled(0), &[], Row::FailingToStop);
        history.stops(tell::gone(0), leftover(drained(0)));
        let mut half = failing.clone().after(&[tell::gone(0)]);
        half.says(Told::Shutdown, &[], Row::FailingToStop);
        half.stops(tell::settled(0), leftover(drained(0)));
    }
}

#[test]
fn a_failure_drain_of_a_successor_waits_for_the_predecessor_too() {
    let failing = [tell::committed(1), tell::failed(1), Told::Shutdown, tell::gone(1)];
    let mut history = History::succeeding().after(&failing);
    let worker = UnreportedWorker::Resolved(unavailable(1, by::failure(1, drained(1))));
    let leftover = left::replacement(1, made_room(0), worker);
    let mut predecessor_first = history.clone().after(&[tell::settled(0)]);
    predecessor_first.stops(tell::settled(1), leftover);
    // Its outcome is complete as in a held one.
    history.says(tell::settled(1), &[], Row::DrainingWorker);
    let waiting = ProxyView { predecessor_settlement_owed: true, ..bare(Row::DrainingWorker) };
    assert_eq!(history.view(), waiting);
    history.stops(tell::settled(0), leftover);
}

/// The successor's part and its pair are in; the predecessor's settlement is the last.
#[track_caller]
fn waits_for_predecessor(inputs: &[Told], exit_kept: bool, worker: UnreportedWorker) {
    let mut history = History::succeeding().after(inputs);
    let waiting =
        ProxyView { exit_kept, predecessor_settlement_owed: true, ..bare(Row::DrainingWorker) };
    assert_eq!(history.view(), waiting);
    let predecessor = Predecessor { drained: Some((exit(0), not_delivered(0))), ..made_room(0) };
    history.stops(tell::unsettled(0), left::replacement(1, predecessor, worker));
}

#[test]
fn a_predecessors_settlement_is_awaited_everywhere() {
    let down = Told::Shutdown;
    let worker = UnreportedWorker::Unborn(unborn(1));
    waits_for_predecessor(&[down, tell::unborn(1)], false, worker);
    // The exit belongs to a worker that was never born.
    let worker = UnreportedWorker::Unborn(contradictory(1));
    waits_for_predecessor(&[tell::early(1), down, tell::unborn(1)], false, worker);
    let pair = [tell::gone(1), tell::settled(1)];
    let initializing = [tell::committed(1), down];
    let inputs = [&initializing[..], &pair, &[tell::initialized(1)]].concat();
    waits_for_predecessor(&inputs, true, left::initialized(1, drained(1)));
    let inputs = [&initializing[..], &[tell::stopped(1), tell::settled(1)]].concat();
    waits_for_predecessor(&inputs, true, left::own_end(1, Some(Settled::Accepted)));
    let starting = [tell::committed(1), tell::initialized(1), down];
    let inputs = [&starting[..], &[tell::unbegun(1, 1)], &pair].concat();
    waits_for_predecessor(&inputs, true, left::unbegun(1, 1, drained(1)));
    let activating = [&starting[..], &[tell::begun(1, 1)], &pair].concat();
    let inputs = [&activating[..], &[tell::ready_after_cancel(1, 1)]].concat();
    waits_for_predecessor(&inputs, true, left::ready(1, drained(1)));
    let inputs = [&activating[..], &[tell::rejected(1, 1)]].concat();
    waits_for_predecessor(&inputs, true, left::rejected(1, drained(1)));
}

#[test]
fn a_replacement_of_a_worker_that_was_gone_leaves_its_evidence() {
    let history = History::empty_after().after(&[tell::replace(1, 1), Told::Shutdown]);
    let worker = UnreportedWorker::Unborn(unborn(1));
    history.clone().stops(tell::unborn(1), left::replacement(1, gone(0), worker));
    let settled = History::succeeding().after(&[tell::settled(0), Told::Shutdown]);
    settled.clone().stops(tell::unborn(1), left::replacement(1, made_room(0), worker));
}

#[test]
fn everything_is_handed_back_after_the_end() {
    let mut history = History::new();
    history.stops(Told::Shutdown, Leftover::Nothing);
    let mut inputs = vec![tell::SERVICE, tell::install(0, 0), tell::replace(1, 1), Told::Shutdown];
    inputs.extend(tell::facts(0, 0));
    for told in inputs {
        assert_eq!(history.tell(told), (vec![], Verdict::HandedBack));
        assert_eq!(history.view(), bare(Row::Stopped));
    }
}
