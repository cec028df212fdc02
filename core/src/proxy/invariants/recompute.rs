//! The laws themselves, each from the phase and the allocators' high-water marks.

use super::{Checked, ProxyLaw};
use crate::proxy::change::{Change, Replaced, Resolution};
use crate::proxy::correlations::Sequences;
use crate::proxy::draining::DrainingWorker;
use crate::proxy::machine::State;
use crate::proxy::pair::Pair;
use crate::proxy::{CreationId, ProxyProtocol, StartOutcome, UnreportedWorker, WorkerEvidence};

pub(super) fn current_is_newest<P: ProxyProtocol>(
    sequences: &Sequences,
    state: &State<P>,
) -> Checked {
    let Some(current) = current(state) else { return Ok(()) };
    let (found, newest) = (current.ordinal(), sequences.newest_creation());
    ProxyLaw::CurrentIsNewest.holds(newest == Some(found), found, newest.unwrap_or(0))
}

pub(super) fn ready_was_activated<P: ProxyProtocol>(
    sequences: &Sequences,
    state: &State<P>,
) -> Checked {
    let ready = match state {
        State::Ready(_) | State::StoppingForReplacement(_) => true,
        State::SuccessorHeld(held) => match held.resolution {
            Resolution::Ready { .. } => true,
            Resolution::Unborn(_) | Resolution::Unavailable { .. } => false,
        },
        State::Dormant
        | State::Creating(_)
        | State::Initializing(_)
        | State::ActivationStarting(_)
        | State::Activating(_)
        | State::EmptyInitial
        | State::EmptyAfter(_)
        | State::Failing(_)
        | State::FailingToStop(_)
        | State::DrainingCreation(_)
        | State::DrainingInitialization(_)
        | State::DrainingActivationStart(_)
        | State::DrainingActivation(_)
        | State::DrainingWorker(_) => false,
    };
    let activated = sequences.newest_activation().is_some();
    ProxyLaw::ReadyWasActivated.holds(!ready || activated, 0, 1)
}

pub(super) fn activation_is_newest<P: ProxyProtocol>(
    sequences: &Sequences,
    state: &State<P>,
) -> Checked {
    let Some(activation) = state.activation_out() else { return Ok(()) };
    let (found, newest) = (activation.ordinal(), sequences.newest_activation());
    ProxyLaw::ActivationIsNewest.holds(newest == Some(found), found, newest.unwrap_or(0))
}

pub(super) fn successor_is_fresh<P: ProxyProtocol>(state: &State<P>) -> Checked {
    let (Some(current), Some(predecessor)) = (current(state), predecessor(state)) else {
        return Ok(());
    };
    let (found, bound) = (current.ordinal(), predecessor.ordinal());
    ProxyLaw::SuccessorIsFresh.holds(found > bound, found, bound)
}

pub(super) fn history_fits_the_phase<P: ProxyProtocol>(
    sequences: &Sequences,
    state: &State<P>,
) -> Checked {
    let (created, activated) = (sequences.newest_creation(), sequences.newest_activation());
    let law = ProxyLaw::HistoryFitsThePhase;
    match state {
        State::Dormant => {
            let found = created.max(activated);
            law.holds(found.is_none(), found.unwrap_or(0), 0)
        }
        State::Creating(_)
        | State::Initializing(_)
        | State::ActivationStarting(_)
        | State::Activating(_)
        | State::Ready(_)
        | State::EmptyInitial
        | State::EmptyAfter(_)
        | State::StoppingForReplacement(_)
        | State::SuccessorHeld(_)
        | State::Failing(_)
        | State::FailingToStop(_)
        | State::DrainingCreation(_)
        | State::DrainingInitialization(_)
        | State::DrainingActivationStart(_)
        | State::DrainingActivation(_)
        | State::DrainingWorker(_) => law.holds(created.is_some(), 0, 1),
    }
}

pub(super) fn pair_is_incomplete<P: ProxyProtocol>(state: &State<P>) -> Checked {
    let Some(pair) = ending_pair(state) else { return Ok(()) };
    let halves = u64::from(!pair.awaits_exit()) + u64::from(!pair.awaits_settlement());
    ProxyLaw::PairIsIncomplete.holds(halves < 2, halves, 2)
}

/// The pair whose completion ends the phase, whatever a predecessor waits for.
fn ending_pair<P: ProxyProtocol>(state: &State<P>) -> Option<&Pair<P>> {
    match state {
        State::Failing(failing) | State::FailingToStop(failing) => Some(&failing.pair),
        State::DrainingWorker(draining) => match &**draining {
            DrainingWorker::Reported { pair, .. } => Some(pair),
            DrainingWorker::Unreported(_) | DrainingWorker::Predecessor { .. } => None,
        },
        State::Dormant
        | State::Creating(_)
        | State::Initializing(_)
        | State::ActivationStarting(_)
        | State::Activating(_)
        | State::Ready(_)
        | State::EmptyInitial
        | State::EmptyAfter(_)
        | State::StoppingForReplacement(_)
        | State::SuccessorHeld(_)
        | State::DrainingCreation(_)
        | State::DrainingInitialization(_)
        | State::DrainingActivationStart(_)
        | State::DrainingActivation(_) => None,
    }
}

pub(super) fn drain_is_unfinished<P: ProxyProtocol>(state: &State<P>) -> Checked {
    let (exit_out, settlement_out) = match state {
        State::DrainingWorker(draining) => match &**draining {
            DrainingWorker::Unreported(drain) => {
                (drain.ending.awaits_exit(), drain.ending.awaits_settlement())
            }
            DrainingWorker::Reported { .. } | DrainingWorker::Predecessor { .. } => return Ok(()),
        },
        State::Dormant
        | State::Creating(_)
        | State::Initializing(_)
        | State::ActivationStarting(_)
        | State::Activating(_)
        | State::Ready(_)
        | State::EmptyInitial
        | State::EmptyAfter(_)
        | State::StoppingForReplacement(_)
        | State::SuccessorHeld(_)
        | State::Failing(_)
        | State::FailingToStop(_)
        | State::DrainingCreation(_)
        | State::DrainingInitialization(_)
        | State::DrainingActivationStart(_)
        | State::DrainingActivation(_) => return Ok(()),
    };
    let awaits = exit_out || settlement_out || state.unsettled().is_some();
    ProxyLaw::DrainIsUnfinished.holds(awaits, 0, 1)
}

pub(super) fn correlations_are_own<P: ProxyProtocol>(
    sequences: &Sequences,
    state: &State<P>,
) -> Checked {
    let own = sequences.instance;
    let activation = state.activation_out().map(|activation| activation.instance());
    let creations = creations(state).into_iter().flatten().map(|creation| creation.instance());
    creations
        .chain(activation)
        .try_for_each(|issuer| ProxyLaw::CorrelationsAreOwn.holds(issuer == own, issuer.0, own.0))
}

/// Ordinals of a kind only grow, and a mark is never lowered: what was retired is never issued.
pub(super) fn correlations_were_issued<P: ProxyProtocol>(
    sequences: &Sequences,
    state: &State<P>,
) -> Checked {
    let issued = |ordinal, mark: Option<u64>| {
        let law = ProxyLaw::CorrelationsWereIssued;
        law.holds(Some(ordinal) <= mark, ordinal, mark.unwrap_or(0))
    };
    let mut creations = creations(state).into_iter().flatten();
    creations.try_for_each(|creation| issued(creation.ordinal(), sequences.newest_creation()))?;
    let mut activation = state.activation_out().into_iter();
    activation.try_for_each(|attempt| issued(attempt.ordinal(), sequences.newest_activation()))
}

/// Every creation that the phase knows, also as evidence.
fn creations<P: ProxyProtocol>(state: &State<P>) -> [Option<CreationId>; 3] {
    let worker = state.worker().map(|worker| worker.evidence.creation());
    [current(state), predecessor(state).map(|evidence| evidence.creation()), worker]
}

/// The creation that is under way: reserved, out, or that of the worker it has led to.
fn current<P: ProxyProtocol>(state: &State<P>) -> Option<CreationId> {
    match state {
        State::Creating(creating) | State::DrainingCreation(creating) => Some(creating.creation),
        State::StoppingForReplacement(stopping) => Some(stopping.successor.creation),
        State::SuccessorHeld(held) => match &held.resolution {
            Resolution::Unborn(_) => None,
            Resolution::Ready { worker, .. } => Some(worker.evidence.creation()),
            Resolution::Unavailable { evidence, .. } => Some(evidence.creation()),
        },
        State::DrainingWorker(draining) => match &**draining {
            DrainingWorker::Predecessor { worker, .. } => unreported(worker),
            // A cancelled replacement's creation is newer than the predecessor that is drained.
            DrainingWorker::Reported { .. } => None,
            DrainingWorker::Unreported(drain) => Some(drain.worker.evidence.creation()),
        },
        State::Initializing(_)
        | State::ActivationStarting(_)
        | State::Activating(_)
        | State::Ready(_)
        | State::Failing(_)
        | State::FailingToStop(_)
        | State::DrainingInitialization(_)
        | State::DrainingActivationStart(_)
        | State::DrainingActivation(_) => state.worker().map(|worker| worker.evidence.creation()),
        State::Dormant | State::EmptyInitial | State::EmptyAfter(_) => None,
    }
}

/// The creation of a worker that is over while its predecessor's settlement is out.
fn unreported<P: ProxyProtocol>(worker: &UnreportedWorker<P>) -> Option<CreationId> {
    match worker {
        UnreportedWorker::Resolved(StartOutcome::Unavailable { evidence, .. }) => {
            Some(evidence.creation())
        }
        UnreportedWorker::Resolved(
            StartOutcome::CreationRejected(_) | StartOutcome::Ready { .. },
        )
        | UnreportedWorker::Unborn(_)
        | UnreportedWorker::Initialized { .. }
        | UnreportedWorker::EffectsRejected { .. }
        | UnreportedWorker::StoppedDuringInitialization { .. }
        | UnreportedWorker::StartRejected { .. }
        | UnreportedWorker::Ready { .. }
        | UnreportedWorker::ActivationRejected { .. }
        | UnreportedWorker::Held { .. } => None,
    }
}

/// The worker that a change replaces, or the one that is gone.
fn predecessor<P: ProxyProtocol>(state: &State<P>) -> Option<WorkerEvidence> {
    match state {
        State::EmptyAfter(evidence) => Some(*evidence),
        State::StoppingForReplacement(stopping) => Some(stopping.worker.evidence),
        State::Creating(creating) | State::DrainingCreation(creating) => {
            creating.change.predecessor()
        }
        State::Initializing(starting) => starting.change.predecessor(),
        State::ActivationStarting(starting) | State::Activating(starting) => {
            starting.change.predecessor()
        }
        State::SuccessorHeld(held) => Some(held.waiting.predecessor.worker.evidence),
        State::Failing(failing) | State::FailingToStop(failing) => failing.change.predecessor(),
        State::DrainingInitialization(drain) => drain.change.predecessor(),
        State::DrainingActivationStart(drain) | State::DrainingActivation(drain) => {
            drain.change.predecessor()
        }
        State::DrainingWorker(draining) => match &**draining {
            DrainingWorker::Reported { .. } => None,
            DrainingWorker::Unreported(drain) => drain.change.predecessor(),
            DrainingWorker::Predecessor { waiting, .. } => {
                Some(waiting.predecessor.worker.evidence)
            }
        },
        State::Dormant | State::Ready(_) | State::EmptyInitial => None,
    }
}

impl<P: ProxyProtocol> Change<P> {
    fn predecessor(&self) -> Option<WorkerEvidence> {
        match &self.replaces {
            Replaced::Nobody => None,
            Replaced::Over(predecessor) => Some(predecessor.evidence()),
            Replaced::Unsettled(predecessor) => Some(predecessor.worker.evidence),
        }
    }
}
