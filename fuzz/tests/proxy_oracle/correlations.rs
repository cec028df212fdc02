//! Correlations: a lease, its renewal, exhaustion, collisions; what a draw that fails leaves alone.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::proxy::observation::*;

fn lease(first: u64, last: u64) -> Option<Lease> {
    Some(Lease { first, last })
}

const NOTHING: Supply = Supply { lease: None, renewal: None };

fn with_creations(creations: Supply) -> History {
    History::of(&ProxySetup { creations, ..setup() })
}

fn with_activations(activations: Supply) -> History {
    History::of(&ProxySetup { activations, ..setup() })
}

#[test]
fn an_install_without_a_creation_is_refused_and_changes_nothing() {
    let mut history = with_creations(NOTHING);
    let reason = Some(Unavailable::Exhausted);
    let report = say::no_install(0, 0, ShownPhase::Dormant, reason);
    history.says(tell::install(0, 0), &[report], Row::Dormant);
    let report = say::no_install(1, 0, ShownPhase::Dormant, reason);
    history.says(tell::install(1, 0), &[report], Row::Dormant);
    // A dormant proxy would not have taken a replacement, so none is drawn for.
    let report = say::no_replacement(1, 1, ShownPhase::Dormant, None);
    history.says(tell::replace(1, 1), &[report], Row::Dormant);
}

#[test]
fn a_colliding_candidate_is_burned_and_the_next_one_is_taken() {
    // 100, then 100 again, then 101.
    let supply = Supply { lease: lease(100, 100), renewal: lease(100, 101) };
    let mut history = with_creations(supply).after(&[tell::install(0, 0)]).after(&to_ready(0, 0));
    let reason = Some(Unavailable::Collision { candidate: 100 });
    let report = say::no_replacement(1, 1, ShownPhase::Ready, reason);
    history.says(tell::replace(1, 1), &[report], Row::Ready);
    assert_eq!(history.view(), bare(Row::Ready));
    history.says(tell::SERVICE, &[say::deliver(0)], Row::Ready);
    history.says(tell::replace(2, 1), &[say::shutdown(0)], Row::StoppingForReplacement);
    history.says(tell::gone(0), &say::create(1), Row::Creating);
    history = history.after(&[tell::unborn(1), tell::settled(0)]);
    let report = say::no_replacement(3, 2, ShownPhase::Empty, Some(Unavailable::Exhausted));
    history.says(tell::replace(3, 2), &[report], Row::EmptyAfter);
}

#[test]
fn a_candidate_below_the_mark_collides() {
    let supply = Supply { lease: lease(100, 100), renewal: lease(98, 101) };
    let mut history = with_creations(supply).after(&[tell::install(0, 0)]).after(&to_ready(0, 0));
    history = history.after(&[tell::gone(0)]);
    for (t, candidate) in [(1, 98), (2, 99), (3, 100)] {
        let reason = Some(Unavailable::Collision { candidate });
        let report = say::no_replacement(t, 1, ShownPhase::Empty, reason);
        history.says(tell::replace(t, 1), &[report], Row::EmptyAfter);
    }
    history.says(tell::replace(4, 1), &say::create(1), Row::Creating);
}

#[test]
fn without_a_lease_the_renewal_serves() {
    let mut history = with_creations(Supply { lease: None, renewal: lease(100, 100) });
    history.says(tell::install(0, 0), &say::create(0), Row::Creating);
}

#[test]
fn the_highest_ordinal_is_the_last() {
    let last = Supply { lease: lease(u64::MAX, u64::MAX), renewal: None };
    let mut history = with_creations(last);
    let (said, verdict) = history.tell(tell::install(0, 0));
    let created = Said::CreateWorker { creation: id(u64::MAX), submission: submission(0) };
    assert_eq!((said.first(), verdict), (Some(&created), Verdict::Continue));
    let born = Told::BirthCommitted {
        creation: id(u64::MAX),
        incarnation: incarnation(0),
        attempt: attempt(0),
    };
    history = history.after(&[born, tell::stopped(0)]);
    let report = say::no_replacement(1, 1, ShownPhase::Empty, Some(Unavailable::Exhausted));
    history.says(tell::replace(1, 1), &[report], Row::EmptyAfter);
}

#[test]
fn a_refused_control_draws_nothing_in_a_phase_that_does_not_take_it() {
    let supply = Supply { lease: lease(100, 101), renewal: None };
    let mut history = with_creations(supply).after(&[tell::install(0, 0)]);
    let report = say::no_replacement(1, 1, ShownPhase::Creating, None);
    history.says(tell::replace(1, 1), &[report], Row::Creating);
    let report = say::no_install(2, 1, ShownPhase::Creating, None);
    history.says(tell::install(2, 1), &[report], Row::Creating);
    history = history.after(&to_ready(0, 0));
    history.says(tell::replace(3, 1), &[say::shutdown(0)], Row::StoppingForReplacement);
    history.says(tell::gone(0), &say::create(1), Row::Creating);
}

#[test]
fn an_initialized_worker_without_an_activation_is_drained() {
    let born = [tell::install(0, 0), tell::committed(0)];
    let mut history = with_activations(NOTHING).after(&born);
    history.says(tell::initialized(0), &[say::shutdown(0)], Row::Failing);
    let outcome = |reason| {
        let cause = Cause::ActivationUnavailable {
            permit: permit(0),
            plan: plan(0),
            reason,
            end: drained(0),
        };
        unavailable(0, cause)
    };
    let exhausted = outcome(Unavailable::Exhausted);
    let mut stopping = history.clone();
    stopping.says(Told::Shutdown, &[], Row::FailingToStop);
    stopping.says(tell::gone(0), &[], Row::FailingToStop);
    let worker = UnreportedWorker::Resolved(exhausted);
    stopping.stops(tell::settled(0), left::install(worker));
    history.says(tell::gone(0), &[], Row::Failing);
    history.says(tell::settled(0), &[say::installed(exhausted)], Row::EmptyAfter);
}

#[test]
fn an_activation_candidate_that_collides_fails_one_start_only() {
    let supply = Supply { lease: lease(200, 200), renewal: lease(200, 201) };
    let mut history = with_activations(supply).after(&[tell::install(0, 0)]);
    history = history.after(&to_ready(0, 0)).after(&[tell::gone(0), tell::replace(1, 1)]);
    history = history.after(&[tell::committed(1)]);
    history.says(tell::initialized(1), &[say::shutdown(1)], Row::Failing);
    history.says(tell::settled(1), &[], Row::Failing);
    let cause = Cause::ActivationUnavailable {
        permit: permit(1),
        plan: plan(1),
        reason: Unavailable::Collision { candidate: 200 },
        end: drained(1),
    };
    let report = say::replaced(1, gone(0), unavailable(1, cause));
    history.says(tell::gone(1), &[report], Row::EmptyAfter);
    history = history.after(&[tell::replace(2, 2), tell::committed(2)]);
    history.says(tell::initialized(2), &[say::activate(2, 1)], Row::ActivationStarting);
}

#[test]
fn a_worker_that_is_not_wanted_draws_no_activation() {
    let supply = Supply { lease: lease(200, 200), renewal: None };
    let exited = [tell::install(0, 0), tell::committed(0), tell::gone(0), tell::initialized(0)];
    let mut history = with_activations(supply).after(&exited);
    history = history.after(&[tell::replace(1, 1), tell::committed(1)]);
    history.says(tell::initialized(1), &[say::activate(1, 0)], Row::ActivationStarting);
}
