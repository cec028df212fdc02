//! Installs: the way to readiness, every way to fail, and what a worker's exit changes on the way.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::proxy::observation::*;

fn creating() -> History {
    History::new().after(&[tell::install(0, 0)])
}

fn initializing() -> History {
    creating().after(&[tell::committed(0)])
}

fn starting() -> History {
    initializing().after(&[tell::initialized(0)])
}

fn activating() -> History {
    starting().after(&[tell::begun(0, 0)])
}

/// In a failure drain the outcome is told after both halves of the pair, whichever comes first.
#[track_caller]
fn fails(history: &History, settlement: Told, outcome: StartOutcome) {
    assert_eq!(history.view(), ProxyView { settlement_owed: true, ..bare(Row::Failing) });
    let mut exit_first = history.clone();
    exit_first.says(tell::gone(0), &[], Row::Failing);
    let owed = ProxyView { exit_kept: true, settlement_owed: true, ..bare(Row::Failing) };
    assert_eq!(exit_first.view(), owed);
    exit_first.says(settlement, &[say::installed(outcome)], Row::EmptyAfter);
    let mut settlement_first = history.clone();
    settlement_first.says(settlement, &[], Row::Failing);
    assert_eq!(settlement_first.view(), bare(Row::Failing));
    settlement_first.says(tell::gone(0), &[say::installed(outcome)], Row::EmptyAfter);
    assert_eq!(settlement_first.view(), bare(Row::EmptyAfter));
}

#[test]
fn a_start_goes_from_creation_to_readiness() {
    let mut history = History::new();
    assert_eq!(history.view(), bare(Row::Dormant));
    history.says(tell::install(0, 0), &say::create(0), Row::Creating);
    history.says(tell::committed(0), &[say::initialize(0)], Row::Initializing);
    history.says(tell::initialized(0), &[say::activate(0, 0)], Row::ActivationStarting);
    history.says(tell::begun(0, 0), &[], Row::Activating);
    history.says(tell::ready(0, 0), &[say::installed(ready(0))], Row::Ready);
    assert_eq!(history.view(), bare(Row::Ready));
    history.says(tell::SERVICE, &[say::deliver(0)], Row::Ready);
    history.says(tell::gone(0), &[say::stopped(0)], Row::EmptyAfter);
    assert_eq!(history.view(), bare(Row::EmptyAfter));
}

#[test]
fn a_rejected_creation_leaves_the_proxy_empty_as_from_the_beginning() {
    let outcome = StartOutcome::CreationRejected(unborn(0));
    creating().says(tell::unborn(0), &[say::installed(outcome)], Row::EmptyInitial);
    let by = CreationRefusal { by: Refuser::Fold, ..why(0) };
    let told = Told::BirthRejected { creation: creation(0), submission: submission(0), why: by };
    let outcome = StartOutcome::CreationRejected(Unborn { why: by, ..unborn(0) });
    creating().says(told, &[say::installed(outcome)], Row::EmptyInitial);
}

#[test]
fn a_rejected_creation_after_an_exit_tells_both() {
    let mut history = creating();
    history.says(tell::early(0), &[], Row::Creating);
    assert_eq!(history.view(), ProxyView { exit_kept: true, ..bare(Row::Creating) });
    let outcome = StartOutcome::CreationRejected(contradictory(0));
    history.says(tell::unborn(0), &[say::installed(outcome)], Row::EmptyInitial);
}

#[test]
fn a_birth_after_an_exit_is_initialized_and_never_published() {
    let mut born = creating().after(&[tell::early(0)]);
    born.says(tell::committed(0), &[say::initialize(0)], Row::Initializing);
    assert_eq!(born.view(), ProxyView { exit_kept: true, ..bare(Row::Initializing) });
    for (told, cause) in [
        (tell::initialized(0), by::lateness(0)),
        (tell::failed(0), by::failure(0, exited(0))),
        (tell::stopped(0), by::stop(0, exit(0), Some(own(0)))),
    ] {
        let report = say::installed(unavailable(0, cause));
        born.clone().says(told, &[report], Row::EmptyAfter);
    }
}

#[test]
fn an_exit_during_initialization_decides_all_its_results() {
    let mut kept = initializing();
    kept.says(tell::gone(0), &[], Row::Initializing);
    assert_eq!(kept.view(), ProxyView { exit_kept: true, ..bare(Row::Initializing) });
    for (told, cause) in [
        (tell::initialized(0), by::lateness(0)),
        (tell::failed(0), by::failure(0, exited(0))),
        (tell::stopped(0), by::stop(0, exit(0), Some(own(0)))),
    ] {
        let report = say::installed(unavailable(0, cause));
        kept.clone().says(told, &[report], Row::EmptyAfter);
    }
}

#[test]
fn a_stop_by_the_initialization_is_the_exit() {
    let mut history = initializing();
    let cause = by::stop(0, own(0), None);
    let report = say::installed(unavailable(0, cause));
    history.says(tell::stopped(0), &[report], Row::EmptyAfter);
    history.misses(MissKind::Unknown, ShownPhase::Empty, tell::gone(0));
}

#[test]
fn a_failed_initialization_drains_the_worker_before_it_is_told() {
    let mut history = initializing();
    history.says(tell::failed(0), &[say::shutdown(0)], Row::Failing);
    fails(&history, tell::settled(0), unavailable(0, by::failure(0, drained(0))));
    let end = End { exit: exit(0), shutdown: Some(not_delivered(0)) };
    fails(&history, tell::unsettled(0), unavailable(0, by::failure(0, end)));
}

#[test]
fn a_rejected_start_drains_the_worker_before_it_is_told() {
    let mut history = starting();
    history.says(tell::unbegun(0, 0), &[say::shutdown(0)], Row::Failing);
    fails(&history, tell::settled(0), unavailable(0, by::start(0, 0, drained(0))));
}

#[test]
fn a_rejected_activation_drains_the_worker_before_it_is_told() {
    let mut history = activating();
    history.says(tell::rejected(0, 0), &[say::shutdown(0)], Row::Failing);
    fails(&history, tell::settled(0), unavailable(0, by::rejection(0, drained(0))));
}

#[test]
fn an_exit_before_the_start_is_settled_waits_for_it() {
    let mut history = starting();
    history.says(tell::gone(0), &[], Row::ActivationStarting);
    assert_eq!(history.view(), ProxyView { exit_kept: true, ..bare(Row::ActivationStarting) });
    let report = say::installed(unavailable(0, by::start(0, 0, exited(0))));
    history.clone().says(tell::unbegun(0, 0), &[report], Row::EmptyAfter);
    // An accepted begin has exactly one result, also after the exit.
    history.says(tell::begun(0, 0), &[], Row::Activating);
    assert_eq!(history.view(), ProxyView { exit_kept: true, ..bare(Row::Activating) });
    let report = say::installed(unavailable(0, by::exit_of_ready(0)));
    history.says(tell::ready(0, 0), &[report], Row::EmptyAfter);
}

#[test]
fn an_exit_of_an_activating_worker_waits_for_the_result() {
    let mut history = activating();
    history.says(tell::gone(0), &[], Row::Activating);
    let report = say::installed(unavailable(0, by::exit_of_ready(0)));
    history.clone().says(tell::ready(0, 0), &[report], Row::EmptyAfter);
    let report = say::installed(unavailable(0, by::rejection(0, exited(0))));
    history.says(tell::rejected(0, 0), &[report], Row::EmptyAfter);
}

#[test]
fn what_a_rejection_brings_back_is_not_judged() {
    let other = Begin { permit: 1, plan: 2, ..begin(5, 5) };
    let request = Begin { activation: foreign(activation(0)), ..other };
    let told = Told::StartRejected {
        incarnation: incarnation(0),
        activation: activation(0),
        request,
        reason: reason(0),
    };
    let mut history = starting().after(&[tell::gone(0)]);
    let cause = Cause::StartRejected { request, reason: reason(0), end: exited(0) };
    history.says(told, &[say::installed(unavailable(0, cause))], Row::EmptyAfter);
    let other = submission(9);
    let told = Told::BirthRejected { creation: creation(0), submission: other, why: why(0) };
    let outcome = StartOutcome::CreationRejected(Unborn { submission: other, ..unborn(0) });
    creating().says(told, &[say::installed(outcome)], Row::EmptyInitial);
}

#[test]
fn another_identity_gives_other_evidence() {
    let mut history = History::of(&ProxySetup { identity: 9, ..setup() });
    history = history.after(&[tell::install(0, 0)]);
    let creation = Id { issuer: 9, ..creation(0) };
    let told = Told::BirthRejected { creation, submission: submission(0), why: why(0) };
    let outcome = StartOutcome::CreationRejected(unborn(0));
    history.clone().says(told, &[say::installed(outcome)], Row::EmptyInitial);
    let told = Told::BirthCommitted { creation, incarnation: incarnation(0), attempt: attempt(0) };
    history.says(told, &[say::initialize(0)], Row::Initializing);
    let cause = by::stop(0, own(0), None);
    let outcome = StartOutcome::Unavailable { evidence: creation, cause };
    history.says(tell::stopped(0), &[say::installed(outcome)], Row::EmptyAfter);
}
