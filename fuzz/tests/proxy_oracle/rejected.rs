//! Rejected facts: each kind, in the order in which it is judged.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::proxy::observation::*;

/// Facts that carry a correlation, with another proxy's in its place.
fn foreign_facts(n: u32, k: u32) -> Vec<Told> {
    let (incarnation, attempt) = (incarnation(n), attempt(n));
    let (creation, activation) = (foreign(creation(n)), foreign(activation(k)));
    let (proof, rejection, reason) = (proof(n), reason(n), reason(n));
    vec![
        Told::BirthCommitted { creation, incarnation, attempt },
        Told::BirthRejected { creation, submission: submission(n), why: why(n) },
        Told::ExitBeforeBirth { creation, exit: exit(n) },
        Told::StartAccepted { incarnation, activation },
        Told::StartRejected { incarnation, activation, request: begin(n, k), reason },
        Told::ActivationReady { incarnation, activation, proof },
        Told::ActivationRejected { incarnation, activation, rejection },
        Told::ReadyAfterCancel { incarnation, activation, proof },
        Told::RejectedAfterCancel { incarnation, activation, rejection },
    ]
}

/// Everything about worker `n` whose attempts are not the ones that are out.
fn wrong_initializations(n: u32) -> [Told; 3] {
    let (incarnation, attempt) = (incarnation(n), attempt(n) + 1);
    [
        Told::Initialized { incarnation, attempt, permit: permit(n), plan: plan(n) },
        Told::EffectsRejected { incarnation, attempt, failure: reason(n), plan: plan(n) },
        Told::InitializationStopped { incarnation, attempt, exit: own(n), plan: plan(n) },
    ]
}

fn activation_facts(n: u32, k: u32) -> Vec<Told> {
    tell::facts(n, k)[5..11].to_vec()
}

#[track_caller]
fn all_miss(history: &mut History, kind: MissKind, phase: ShownPhase, facts: &[Told]) {
    for told in facts {
        history.misses(kind, phase, *told);
    }
}

#[test]
fn another_proxys_correlation_is_foreign_before_anything_else() {
    let foreigners = foreign_facts(0, 0);
    for (inputs, phase) in [
        (vec![], ShownPhase::Dormant),
        (vec![tell::install(0, 0)], ShownPhase::Creating),
        (vec![tell::install(0, 0), tell::committed(0)], ShownPhase::Initializing),
    ] {
        let mut history = History::new().after(&inputs);
        all_miss(&mut history, MissKind::Foreign, phase, &foreigners);
    }
    let mut history = History::ready();
    all_miss(&mut history, MissKind::Foreign, ShownPhase::Ready, &foreigners);
    // Also of a worker that nobody knows.
    all_miss(&mut history, MissKind::Foreign, ShownPhase::Ready, &foreign_facts(9, 9));
}

#[test]
fn what_a_fact_brings_back_makes_it_not_foreign() {
    let request = Begin { activation: foreign(activation(0)), ..begin(0, 0) };
    let told = Told::StartRejected {
        incarnation: incarnation(0),
        activation: activation(0),
        request,
        reason: reason(0),
    };
    History::ready().misses(MissKind::Unexpected, ShownPhase::Ready, told);
}

#[test]
fn before_any_worker_everything_is_unknown() {
    let mut history = History::new();
    all_miss(&mut history, MissKind::Unknown, ShownPhase::Dormant, &tell::facts(0, 0));
    let mut history = History::new().after(&[tell::install(0, 0), tell::unborn(0)]);
    all_miss(&mut history, MissKind::Unknown, ShownPhase::Empty, &tell::facts(0, 0));
    let mut history = History::empty_after();
    all_miss(&mut history, MissKind::Unknown, ShownPhase::Empty, &tell::facts(0, 0));
}

#[test]
fn a_creation_is_known_while_it_is_out() {
    let mut history = History::new().after(&[tell::install(0, 0)]);
    let unborn_facts = &tell::facts(0, 0)[2..11];
    all_miss(&mut history, MissKind::Unknown, ShownPhase::Creating, unborn_facts);
    let after_birth = [tell::gone(0), tell::settled(0), tell::committed(1), tell::early(1)];
    all_miss(&mut history, MissKind::Unknown, ShownPhase::Creating, &after_birth);
    history = history.after(&[tell::early(0)]);
    history.misses(MissKind::Unexpected, ShownPhase::Creating, tell::early(0));
    history = history.after(&[tell::committed(0)]);
    let of_the_creation = [tell::committed(0), tell::unborn(0), tell::early(0)];
    let phase = ShownPhase::Initializing;
    all_miss(&mut history, MissKind::Unknown, phase, &of_the_creation);
}

#[test]
fn a_successors_creation_is_unknown_until_it_goes_out() {
    let mut history = History::ready().after(&[tell::replace(1, 1)]);
    let of_the_creation = [tell::committed(1), tell::unborn(1), tell::early(1)];
    all_miss(&mut history, MissKind::Unknown, ShownPhase::Replacing, &of_the_creation);
}

#[test]
fn a_wrong_attempt_is_told_while_the_initialization_is_out() {
    let mut history = History::new().after(&[tell::install(0, 0), tell::committed(0)]);
    let wrong = wrong_initializations(0);
    all_miss(&mut history, MissKind::WrongAttempt, ShownPhase::Initializing, &wrong);
    // Of another worker it is unknown; of another kind it is unexpected.
    let phase = ShownPhase::Initializing;
    all_miss(&mut history, MissKind::Unknown, phase, &wrong_initializations(1));
    all_miss(&mut history, MissKind::Unexpected, phase, &activation_facts(0, 0));
    history.misses(MissKind::Unexpected, phase, tell::settled(0));
    let mut draining = history.clone().after(&[Told::Shutdown]);
    all_miss(&mut draining, MissKind::WrongAttempt, ShownPhase::Draining, &wrong);
    history = history.after(&[tell::initialized(0)]);
    all_miss(&mut history, MissKind::Unexpected, ShownPhase::Activating, &wrong);
}

#[test]
fn a_wrong_activation_is_told_while_the_activation_is_out() {
    let born = [tell::install(0, 0), tell::committed(0), tell::initialized(0)];
    let mut starting = History::new().after(&born);
    let mut running = starting.clone().after(&[tell::begun(0, 0)]);
    let mut starting_to_stop = starting.clone().after(&[Told::Shutdown]);
    let mut stopping = running.clone().after(&[Told::Shutdown]);
    let wrong = activation_facts(0, 1);
    for (history, phase) in [
        (&mut starting, ShownPhase::Activating),
        (&mut running, ShownPhase::Activating),
        (&mut starting_to_stop, ShownPhase::Draining),
        (&mut stopping, ShownPhase::Draining),
    ] {
        all_miss(history, MissKind::WrongAttempt, phase, &wrong);
        all_miss(history, MissKind::Unexpected, phase, &wrong_initializations(0));
        all_miss(history, MissKind::Unknown, phase, &activation_facts(1, 0));
    }
    let mut over = stopping.after(&[tell::ready(0, 0)]);
    all_miss(&mut over, MissKind::Unexpected, ShownPhase::Draining, &wrong);
}

#[test]
fn a_result_out_of_its_time_is_unexpected() {
    let born = [tell::install(0, 0), tell::committed(0), tell::initialized(0)];
    let mut history = History::new().after(&born);
    let (phase, results) = (ShownPhase::Activating, &activation_facts(0, 0)[2..]);
    all_miss(&mut history, MissKind::Unexpected, phase, results);
    history = history.after(&[tell::begun(0, 0)]);
    let (starts, late) = (&activation_facts(0, 0)[..2], &activation_facts(0, 0)[4..]);
    all_miss(&mut history, MissKind::Unexpected, phase, starts);
    all_miss(&mut history, MissKind::Unexpected, phase, late);
}

#[test]
fn a_worker_is_known_until_it_leaves() {
    let mut ready = History::ready();
    let facts = &tell::facts(0, 0)[2..11];
    all_miss(&mut ready, MissKind::Unexpected, ShownPhase::Ready, facts);
    ready.misses(MissKind::Unexpected, ShownPhase::Ready, tell::settled(0));
    let mut exited =
        History::new().after(&[tell::install(0, 0), tell::committed(0), tell::gone(0)]);
    exited.misses(MissKind::Unexpected, ShownPhase::Initializing, tell::gone(0));
    let mut failing =
        History::new().after(&[tell::install(0, 0), tell::committed(0), tell::failed(0)]);
    failing = failing.after(&[tell::gone(0)]);
    failing.misses(MissKind::Unexpected, ShownPhase::Failing, tell::gone(0));
    let mut draining = History::ready().after(&[Told::Shutdown, tell::settled(0)]);
    draining.misses(MissKind::Unexpected, ShownPhase::Draining, tell::unsettled(0));
}

#[test]
fn a_predecessor_is_known_while_its_settlement_is_out() {
    let mut history = History::succeeding();
    let rest = [&tell::facts(0, 0)[2..11], &[tell::gone(0)]].concat();
    all_miss(&mut history, MissKind::Unexpected, ShownPhase::Creating, &rest);
    history.misses(MissKind::Unknown, ShownPhase::Creating, tell::early(0));
    history = history.after(&[tell::settled(0)]);
    all_miss(&mut history, MissKind::Unknown, ShownPhase::Creating, &rest);
    history.misses(MissKind::Unknown, ShownPhase::Creating, tell::settled(0));
}

#[test]
fn a_held_successor_is_known_while_it_is_ready() {
    let mut history = History::succeeding().after(&to_ready(1, 1));
    let phase = ShownPhase::Replacing;
    let facts = [&tell::facts(1, 1)[2..11], &[tell::settled(1)]].concat();
    all_miss(&mut history, MissKind::Unexpected, phase, &facts);
    history = history.after(&[tell::gone(1)]);
    all_miss(&mut history, MissKind::Unknown, phase, &facts);
    let mut failed = History::succeeding().after(&[tell::committed(1), tell::stopped(1)]);
    all_miss(&mut failed, MissKind::Unknown, phase, &facts);
}
