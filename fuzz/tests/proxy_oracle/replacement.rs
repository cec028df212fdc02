//! Replacements: draining the predecessor, the successor's start, outcomes that are held until the
//! predecessor's settlement is in.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::proxy::observation::*;

/// The settlement of the predecessor's shutdown is out.
fn waiting(row: Row) -> ProxyView {
    ProxyView { predecessor_settlement_owed: true, ..bare(row) }
}

#[test]
fn a_ready_worker_is_drained_before_its_successor_is_created() {
    let mut history = History::ready();
    history.says(tell::replace(1, 1), &[say::shutdown(0)], Row::StoppingForReplacement);
    let owed = ProxyView { settlement_owed: true, ..bare(Row::StoppingForReplacement) };
    assert_eq!(history.view(), owed);
    history.says(tell::settled(0), &[], Row::StoppingForReplacement);
    assert_eq!(history.view(), bare(Row::StoppingForReplacement));
    history.misses(MissKind::Unexpected, ShownPhase::Replacing, tell::settled(0));
    history.says(tell::gone(0), &say::create(1), Row::Creating);
    assert_eq!(history.view(), bare(Row::Creating));
    history.says(tell::committed(1), &[say::initialize(1)], Row::Initializing);
    history.says(tell::initialized(1), &[say::activate(1, 1)], Row::ActivationStarting);
    history.says(tell::begun(1, 1), &[], Row::Activating);
    let report = say::replaced(1, made_room(0), ready(1));
    history.says(tell::ready(1, 1), &[report], Row::Ready);
    history.says(tell::SERVICE, &[say::deliver(1)], Row::Ready);
}

#[test]
fn a_settlement_after_the_exit_may_come_in_any_phase_of_the_successor() {
    let row_after = [
        (vec![], Row::Creating),
        (vec![tell::committed(1)], Row::Initializing),
        (vec![tell::committed(1), tell::initialized(1)], Row::ActivationStarting),
        (vec![tell::committed(1), tell::initialized(1), tell::begun(1, 1)], Row::Activating),
    ];
    let end = Predecessor { drained: Some((exit(0), not_delivered(0))), ..made_room(0) };
    for (done, row) in row_after {
        let mut history = History::succeeding().after(&done);
        assert_eq!(history.view(), waiting(row));
        history.says(tell::unsettled(0), &[], row);
        assert_eq!(history.view(), bare(row));
        let rest = &to_ready(1, 1)[done.len()..3];
        history = history.after(rest);
        let report = say::replaced(1, end, ready(1));
        history.says(tell::ready(1, 1), &[report], Row::Ready);
    }
}

#[test]
fn a_held_ready_successor_is_published_with_the_settlement() {
    let mut history = History::succeeding().after(&to_ready(1, 1)[..3]);
    history.says(tell::ready(1, 1), &[], Row::SuccessorHeld);
    assert_eq!(history.view(), ProxyView { held_ready: true, ..waiting(Row::SuccessorHeld) });
    let refusal = say::no_service(ShownPhase::Replacing);
    history.says(tell::SERVICE, &[refusal], Row::SuccessorHeld);
    let report = say::replaced(1, made_room(0), ready(1));
    history.says(tell::settled(0), &[report], Row::Ready);
    assert_eq!(history.view(), bare(Row::Ready));
    // From now on it is a worker like any other.
    history.says(tell::gone(1), &[say::stopped(1)], Row::EmptyAfter);
}

#[test]
fn a_held_ready_successor_that_exits_becomes_unavailable() {
    let mut history = History::succeeding().after(&to_ready(1, 1));
    history.says(tell::gone(1), &[], Row::SuccessorHeld);
    assert_eq!(history.view(), waiting(Row::SuccessorHeld));
    history.misses(MissKind::Unknown, ShownPhase::Replacing, tell::gone(1));
    let outcome = unavailable(1, by::exit_of_ready(1));
    let report = say::replaced(1, made_room(0), outcome);
    history.says(tell::settled(0), &[report], Row::EmptyAfter);
    assert_eq!(history.view(), bare(Row::EmptyAfter));
    // The next replacement names the failed successor, not the first worker.
    history = history.after(&[tell::replace(2, 2)]);
    let outcome = StartOutcome::CreationRejected(unborn(2));
    history.says(tell::unborn(2), &[say::replaced(2, gone(1), outcome)], Row::EmptyAfter);
}

#[test]
fn every_complete_outcome_is_held() {
    let born = tell::committed(1);
    let begun = [born, tell::initialized(1), tell::begun(1, 1)];
    let (early, exited) = (tell::early(1), exited(1));
    let late_birth = StartOutcome::CreationRejected(contradictory(1));
    for (inputs, outcome) in [
        (vec![tell::unborn(1)], StartOutcome::CreationRejected(unborn(1))),
        (vec![early, tell::unborn(1)], late_birth),
        (vec![early, born, tell::initialized(1)], unavailable(1, by::lateness(1))),
        (vec![born, tell::stopped(1)], unavailable(1, by::stop(1, own(1), None))),
        (vec![early, born, tell::failed(1)], unavailable(1, by::failure(1, exited))),
        (
            vec![born, tell::failed(1), tell::settled(1), tell::gone(1)],
            unavailable(1, by::failure(1, drained(1))),
        ),
        (
            vec![born, tell::initialized(1), tell::unbegun(1, 1), tell::gone(1), tell::settled(1)],
            unavailable(1, by::start(1, 1, drained(1))),
        ),
        (
            [&begun[..], &[tell::rejected(1, 1), tell::gone(1), tell::settled(1)]].concat(),
            unavailable(1, by::rejection(1, drained(1))),
        ),
        (
            [&begun[..], &[tell::gone(1), tell::ready(1, 1)]].concat(),
            unavailable(1, by::exit_of_ready(1)),
        ),
    ] {
        let (last, first) = inputs.split_last().expect("inputs");
        let mut history = History::succeeding().after(first);
        history.says(*last, &[], Row::SuccessorHeld);
        assert_eq!(history.view(), waiting(Row::SuccessorHeld));
        let report = say::replaced(1, made_room(0), outcome);
        history.says(tell::settled(0), &[report], Row::EmptyAfter);
        assert_eq!(history.view(), bare(Row::EmptyAfter));
    }
}

#[test]
fn the_predecessor_settles_while_the_successor_fails() {
    let mut history = History::succeeding().after(&[tell::committed(1)]);
    history.says(tell::failed(1), &[say::shutdown(1)], Row::Failing);
    let owed = ProxyView { settlement_owed: true, ..waiting(Row::Failing) };
    assert_eq!(history.view(), owed);
    // Which settlement is which is told by the incarnation.
    history.says(tell::unsettled(0), &[], Row::Failing);
    assert_eq!(history.view(), ProxyView { settlement_owed: true, ..bare(Row::Failing) });
    history.misses(MissKind::Unknown, ShownPhase::Failing, tell::settled(0));
    history.says(tell::settled(1), &[], Row::Failing);
    let predecessor = Predecessor { drained: Some((exit(0), not_delivered(0))), ..made_room(0) };
    let outcome = unavailable(1, by::failure(1, drained(1)));
    history.says(tell::gone(1), &[say::replaced(1, predecessor, outcome)], Row::EmptyAfter);
}

#[test]
fn an_empty_proxy_creates_the_successor_at_once() {
    let mut history = History::empty_after();
    history.says(tell::replace(1, 1), &say::create(1), Row::Creating);
    assert_eq!(history.view(), bare(Row::Creating));
    let outcome = StartOutcome::CreationRejected(unborn(1));
    history.clone().says(tell::unborn(1), &[say::replaced(1, gone(0), outcome)], Row::EmptyAfter);
    history = history.after(&to_ready(1, 1)[..3]);
    history.says(tell::ready(1, 1), &[say::replaced(1, gone(0), ready(1))], Row::Ready);
}

#[test]
fn after_a_rejected_creation_the_old_worker_is_still_the_predecessor() {
    let drained = History::succeeding().after(&[tell::settled(0), tell::unborn(1)]);
    let empty = History::empty_after().after(&[tell::replace(1, 1), tell::unborn(1)]);
    for history in [drained, empty] {
        assert_eq!(history.row(), Row::EmptyAfter);
        let mut history = history.after(&[tell::replace(2, 2)]).after(&to_ready(2, 1)[..3]);
        let report = say::replaced(2, gone(0), ready(2));
        history.says(tell::ready(2, 1), &[report], Row::Ready);
    }
}

#[test]
fn a_failed_first_worker_can_be_replaced() {
    let failed = [tell::install(0, 0), tell::committed(0), tell::stopped(0)];
    let mut history = History::new().after(&failed);
    history.says(tell::replace(1, 1), &say::create(1), Row::Creating);
    // It never drew an activation, so its successor has the first.
    history = history.after(&to_ready(1, 0)[..3]);
    history.says(tell::ready(1, 0), &[say::replaced(1, gone(0), ready(1))], Row::Ready);
}

#[test]
fn a_predecessor_is_drained_again_for_the_next_replacement() {
    let mut history = History::succeeding().after(&[tell::settled(0)]).after(&to_ready(1, 1));
    let next = [tell::replace(2, 2), tell::unsettled(1), tell::gone(1), tell::committed(2)];
    history = history.after(&next);
    let predecessor =
        Predecessor { evidence: evidence(1), drained: Some((exit(1), not_delivered(1))) };
    let outcome = unavailable(2, by::stop(2, own(2), None));
    history.says(tell::stopped(2), &[say::replaced(2, predecessor, outcome)], Row::EmptyAfter);
}
