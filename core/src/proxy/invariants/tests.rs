//! Each law is broken once, on purpose, and must be the one that says so.
//!
//! No public input can break them, so these tests write broken states directly. The sound states that
//! they start from keep every law.

use super::{LAWS, LawViolation, ProxyLaw};
use crate::Fold;
use crate::correlation::InstanceId;
use crate::proxy::change::{Change, Replaced, Resolution, Unsettled, Waiting};
use crate::proxy::draining::{Drain, DrainingWorker, Kept};
use crate::proxy::failing::{Failing, Failure};
use crate::proxy::machine::State;
use crate::proxy::pair::{Drained, Ending, Pair};
use crate::proxy::replacement::{StoppingForReplacement, Successor, SuccessorHeld};
use crate::proxy::start::{Creating, Starting};
use crate::proxy::worker::Worker;
use crate::proxy::*;
use crate::settlement::Settlement;
use crate::time::Tick;
use alloc::boxed::Box;

#[derive(Debug)]
enum Plain {}

impl ProxyProtocol for Plain {
    type Ticket = ();
    type Worker = ();
    type Plan = ();
    type Incarnation = u8;
    type InitializationAttempt = ();
    type Permit = ();
    type InitializationFailure = ();
    type Proof = ();
    type ActivationRejection = ();
    type Stop = ();
    type Rejection = ();
    type Sender = ();
    type Command = ();
}

const OWN: InstanceId = InstanceId(1);
const SUBMISSION: WorkerSubmission<Plain> = WorkerSubmission { worker: (), plan: () };

fn dormant() -> StableProxy<Plain> {
    StableProxy::new(OWN, ProxyCorrelations::PLENTY)
}

/// A proxy in `state` that has issued so many creations and activations.
fn issued(creations: u64, activations: u64, state: State<Plain>) -> StableProxy<Plain> {
    let mut proxy = dormant();
    for _ in 0..creations {
        proxy.sequences.creation().expect("there are plenty");
    }
    for _ in 0..activations {
        proxy.sequences.activation().expect("there are plenty");
    }
    StableProxy { state: Some(state), ..proxy }
}

fn creation(ordinal: u64) -> CreationId {
    CreationId::new(OWN, ordinal)
}

fn worker(ordinal: u64) -> Worker<Plain> {
    let evidence = WorkerEvidence::of(creation(ordinal));
    Worker { evidence, incarnation: ordinal as u8 }
}

fn exit() -> WorkerExit<Plain> {
    WorkerExit { stop: (), at: Tick(3) }
}

fn drained() -> Drained<Plain> {
    Drained { exit: exit(), settlement: Settlement::Accepted }
}

fn install() -> Change<Plain> {
    Change { ticket: (), replaces: Replaced::Nobody }
}

/// A replacement of a worker whose shutdown is not settled.
fn replacement(predecessor: u64) -> Change<Plain> {
    let predecessor = Unsettled { worker: worker(predecessor), exit: exit() };
    Change { ticket: (), replaces: Replaced::Unsettled(predecessor) }
}

fn creating(change: Change<Plain>, ordinal: u64) -> State<Plain> {
    State::Creating(Creating { change, creation: creation(ordinal), early_exit: None })
}

fn activating(ordinal: u64) -> State<Plain> {
    let attempt = ActivationId::new(OWN, ordinal);
    let starting = Starting { change: install(), worker: worker(1), exit: None, attempt };
    State::Activating(starting)
}

fn stopping(predecessor: u64, reserved: u64) -> State<Plain> {
    let successor = Successor { creation: creation(reserved), submission: SUBMISSION };
    let worker = worker(predecessor);
    let stopping = StoppingForReplacement { ticket: (), worker, settlement: None, successor };
    State::StoppingForReplacement(Box::new(stopping))
}

fn held_ready() -> State<Plain> {
    let predecessor = Unsettled { worker: worker(1), exit: exit() };
    let waiting = Waiting { ticket: (), predecessor };
    let resolution = Resolution::Ready { worker: worker(2), proof: () };
    State::SuccessorHeld(Box::new(SuccessorHeld { waiting, resolution }))
}

fn failing(change: Change<Plain>, ordinal: u64, pair: Pair<Plain>) -> Box<Failing<Plain>> {
    let failure = Failure::Activation { rejection: () };
    Box::new(Failing { change, worker: worker(ordinal), failure, pair })
}

fn draining(change: Change<Plain>, ordinal: u64, ending: Ending<Plain>) -> State<Plain> {
    let (worker, part) = (worker(ordinal), Kept::Ready { proof: () });
    let drain = Drain { change, worker, ending, part };
    State::DrainingWorker(Box::new(DrainingWorker::Unreported(drain)))
}

fn reported(pair: Pair<Plain>) -> State<Plain> {
    State::DrainingWorker(Box::new(DrainingWorker::Reported { worker: worker(1), pair }))
}

fn stopped() -> StableProxy<Plain> {
    let (proxy, said) = dormant().fold(ProxyInput::Shutdown);
    assert!(said.is_ok_and(|actions| actions.verdict().is_some()));
    proxy
}

/// Exactly `law` answers for the defect, and says which law it is.
#[track_caller]
fn breaks(law: ProxyLaw, proxy: &StableProxy<Plain>) {
    let broken = LAWS.into_iter().filter(|law| law.check(proxy).is_err());
    assert!(broken.eq([law]), "this law is broken, and no other");
    let violation = proxy.check().expect_err("the complete check sees it too");
    assert_eq!(violation.law, law);
}

#[test]
fn the_list_of_laws_is_complete_and_in_order() {
    assert!(LAWS.is_sorted());
    assert_eq!(LAWS.len(), ProxyLaw::CorrelationsWereIssued as usize + 1);
}

#[test]
fn sound_states_keep_every_law() {
    let sound = [
        dormant(),
        issued(1, 0, creating(install(), 1)),
        issued(2, 1, creating(replacement(1), 2)),
        issued(1, 1, activating(1)),
        issued(1, 1, State::Ready(worker(1))),
        issued(1, 0, State::EmptyInitial),
        issued(2, 1, State::EmptyAfter(worker(1).evidence)),
        issued(2, 1, stopping(1, 2)),
        issued(2, 2, held_ready()),
        issued(1, 1, State::Failing(failing(install(), 1, Pair::Exited(exit())))),
        issued(2, 2, State::FailingToStop(failing(replacement(1), 2, Pair::Exited(exit())))),
        issued(1, 1, draining(install(), 1, Ending::Asked(Pair::Open))),
        issued(2, 2, draining(replacement(1), 2, Ending::Exited(exit()))),
        issued(1, 1, reported(Pair::Settled(Settlement::Accepted))),
        stopped(),
    ];
    for proxy in sound {
        assert_eq!(proxy.check(), Ok(()), "{proxy:?}");
    }
}

#[test]
fn a_second_newer_creation_breaks_current_is_newest() {
    breaks(ProxyLaw::CurrentIsNewest, &issued(2, 1, State::Ready(worker(1))));
    breaks(ProxyLaw::CurrentIsNewest, &issued(3, 1, stopping(1, 2)));
}

#[test]
fn a_worker_that_was_never_activated_breaks_ready_was_activated() {
    breaks(ProxyLaw::ReadyWasActivated, &issued(1, 0, State::Ready(worker(1))));
    breaks(ProxyLaw::ReadyWasActivated, &issued(2, 0, held_ready()));
}

#[test]
fn a_second_attempt_breaks_activation_is_newest() {
    breaks(ProxyLaw::ActivationIsNewest, &issued(1, 2, activating(1)));
}

#[test]
fn a_successor_that_is_the_predecessor_breaks_successor_is_fresh() {
    breaks(ProxyLaw::SuccessorIsFresh, &issued(1, 1, stopping(1, 1)));
    breaks(ProxyLaw::SuccessorIsFresh, &issued(1, 1, creating(replacement(1), 1)));
}

#[test]
fn a_history_of_another_phase_breaks_history_fits_the_phase() {
    breaks(ProxyLaw::HistoryFitsThePhase, &issued(1, 0, State::Dormant));
    breaks(ProxyLaw::HistoryFitsThePhase, &issued(0, 0, State::EmptyInitial));
}

#[test]
fn a_complete_pair_that_ended_nothing_breaks_pair_is_incomplete() {
    let complete = || Pair::Complete(drained());
    let failing = State::Failing(failing(install(), 1, complete()));
    breaks(ProxyLaw::PairIsIncomplete, &issued(1, 1, failing));
    let to_stop = State::FailingToStop(self::failing(replacement(1), 2, complete()));
    breaks(ProxyLaw::PairIsIncomplete, &issued(2, 2, to_stop));
    breaks(ProxyLaw::PairIsIncomplete, &issued(1, 1, reported(complete())));
}

#[test]
fn a_drain_that_awaits_nothing_breaks_drain_is_unfinished() {
    let over = draining(install(), 1, Ending::Exited(exit()));
    breaks(ProxyLaw::DrainIsUnfinished, &issued(1, 1, over));
}

#[test]
fn another_proxys_correlation_breaks_correlations_are_own() {
    let evidence = WorkerEvidence::of(CreationId::new(InstanceId(2), 1));
    let foreign = State::Ready(Worker { evidence, incarnation: 1 });
    breaks(ProxyLaw::CorrelationsAreOwn, &issued(1, 1, foreign));
    let attempt = ActivationId::new(InstanceId(2), 1);
    let starting = Starting { change: install(), worker: worker(1), exit: None, attempt };
    breaks(ProxyLaw::CorrelationsAreOwn, &issued(1, 1, State::Activating(starting)));
}

#[test]
fn a_worker_that_was_never_created_breaks_correlations_were_issued() {
    let empty = State::EmptyAfter(worker(2).evidence);
    breaks(ProxyLaw::CorrelationsWereIssued, &issued(1, 1, empty));
}

#[test]
fn an_unreported_successor_that_was_never_created_is_seen() {
    let waiting =
        Waiting { ticket: (), predecessor: Unsettled { worker: worker(1), exit: exit() } };
    let cause = UnavailableCause::InitializedAfterExit { permit: (), plan: (), exit: exit() };
    let (evidence, cause) = (worker(2).evidence, Box::new(cause));
    let worker = UnreportedWorker::Resolved(StartOutcome::Unavailable { evidence, cause });
    let draining = DrainingWorker::Predecessor { waiting, worker };
    let proxy = issued(1, 1, State::DrainingWorker(Box::new(draining)));
    let law = ProxyLaw::CorrelationsWereIssued;
    assert_eq!(law.check(&proxy), Err(LawViolation { law, found: 2, bound: 1 }));
}

#[test]
fn a_violation_shows_its_evidence() {
    let proxy = issued(2, 1, State::Ready(worker(1)));
    let violation = proxy.check().expect_err("the state breaks the law");
    let text = alloc::format!("{violation}");
    assert_eq!(text, "CurrentIsNewest is broken: found 1, held against 2");
}
