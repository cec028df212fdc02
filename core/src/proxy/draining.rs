//! Draining: the proxy was shut down and settles everything that it still owns. Nothing begins here;
//! what comes is kept, and the last thing that comes ends the proxy with one leftover.

use super::change::{Change, Unsettled, Waiting};
use super::machine::{Next, State};
use super::pair::{Ending, Pair};
use super::worker::Worker;
use super::{
    BeginActivation, Leftover, ProxyProtocol, StartOutcome, UnreportedWorker, WorkerEnd,
    WorkerEvidence, WorkerExit, WorkerShutdownSettlement,
};
use alloc::boxed::Box;

/// A worker whose change will stay unreported; `part` is what is still out for it, or what of that
/// has come.
#[derive(Debug)]
pub(crate) struct Drain<P: ProxyProtocol, Part> {
    pub(crate) change: Change<P>,
    pub(crate) worker: Worker<P>,
    pub(crate) ending: Ending<P>,
    pub(crate) part: Part,
}

/// Only halves of pairs are awaited: the worker's, or a predecessor's settlement.
#[derive(Debug)]
pub(crate) enum DrainingWorker<P: ProxyProtocol> {
    /// The worker's change was reported: it had been ready, or its replacement was cancelled.
    Reported { worker: Worker<P>, pair: Pair<P> },
    /// The worker's change is unreported.
    Unreported(Drain<P, Kept<P>>),
    /// The change's worker is over; only its predecessor's settlement is out.
    Predecessor { waiting: Waiting<P>, worker: UnreportedWorker<P> },
}

/// What an unreported worker had come to when nothing but its end was out any more.
#[derive(Debug)]
pub(crate) enum Kept<P: ProxyProtocol> {
    Initialized {
        permit: P::Permit,
        plan: P::Plan,
    },
    EffectsRejected {
        failure: P::InitializationFailure,
        plan: P::Plan,
    },
    Stopped {
        plan: P::Plan,
        initialization_stop: Option<WorkerExit<P>>,
    },
    StartRejected {
        request: BeginActivation<P>,
        reason: P::Rejection,
    },
    Ready {
        proof: P::Proof,
    },
    ActivationRejected {
        rejection: P::ActivationRejection,
    },
    /// It was ready, and held back.
    Held {
        proof: P::Proof,
    },
}

impl<P: ProxyProtocol> Kept<P> {
    fn unreported(self, evidence: WorkerEvidence, end: WorkerEnd<P>) -> UnreportedWorker<P> {
        match self {
            Self::Initialized { permit, plan } => {
                UnreportedWorker::Initialized { permit, plan, end }
            }
            Self::EffectsRejected { failure, plan } => {
                UnreportedWorker::EffectsRejected { failure, plan, end }
            }
            Self::Stopped { plan, initialization_stop } => {
                UnreportedWorker::StoppedDuringInitialization { plan, end, initialization_stop }
            }
            Self::StartRejected { request, reason } => {
                UnreportedWorker::StartRejected { request, reason, end }
            }
            Self::Ready { proof } => UnreportedWorker::Ready { proof, end },
            Self::ActivationRejected { rejection } => {
                UnreportedWorker::ActivationRejected { rejection, end }
            }
            Self::Held { proof } => {
                let outcome = StartOutcome::Ready { evidence, proof };
                UnreportedWorker::Held { outcome, end }
            }
        }
    }
}

impl<P: ProxyProtocol, Attempt: PartialEq> Drain<P, Attempt> {
    pub(crate) fn is(&self, incarnation: &P::Incarnation, attempt: &Attempt) -> bool {
        self.worker.is(incarnation) && self.part == *attempt
    }
}

impl<P: ProxyProtocol, Part> Drain<P, Part> {
    pub(crate) fn awaits_exit(&self, incarnation: &P::Incarnation) -> bool {
        self.worker.is(incarnation) && self.ending.awaits_exit()
    }

    fn awaits_own_settlement(&self, incarnation: &P::Incarnation) -> bool {
        self.worker.is(incarnation) && self.ending.awaits_settlement()
    }

    pub(crate) fn awaits_settlement(&self, incarnation: &P::Incarnation) -> bool {
        self.awaits_own_settlement(incarnation) || self.change.awaits_settlement(incarnation)
    }

    pub(crate) fn exited(mut self, exit: WorkerExit<P>) -> Self {
        self.ending.exited(exit);
        self
    }

    pub(crate) fn settled(mut self, fact: WorkerShutdownSettlement<P>) -> Self {
        if self.awaits_own_settlement(&fact.incarnation) {
            self.ending.settled(fact.settlement);
            self
        } else {
            Self { change: self.change.settled(fact.settlement), ..self }
        }
    }

    /// What was out has come.
    pub(crate) fn keep(self, kept: Kept<P>) -> Drain<P, Kept<P>> {
        let Self { change, worker, ending, .. } = self;
        Drain { change, worker, ending, part: kept }
    }
}

impl<P: ProxyProtocol> Drain<P, Kept<P>> {
    /// Stops the proxy once nothing is awaited, neither here nor of a predecessor.
    pub(crate) fn conclude(self) -> Next<P> {
        let Self { change, worker, ending, part } = self;
        let (change, ending) = match change.known() {
            Ok(known) => match ending.over() {
                Ok(end) => return known.leave(part.unreported(worker.evidence, end)),
                Err(ending) => (known.into(), ending),
            },
            Err(waiting) => (waiting.into(), ending),
        };
        DrainingWorker::Unreported(Self { change, worker, ending, part }).into()
    }
}

impl<P: ProxyProtocol> From<DrainingWorker<P>> for Next<P> {
    fn from(draining: DrainingWorker<P>) -> Self {
        State::DrainingWorker(Box::new(draining)).into()
    }
}

impl<P: ProxyProtocol> DrainingWorker<P> {
    pub(crate) fn awaits_exit(&self, incarnation: &P::Incarnation) -> bool {
        match self {
            Self::Reported { worker, pair } => worker.is(incarnation) && pair.awaits_exit(),
            Self::Unreported(drain) => drain.awaits_exit(incarnation),
            Self::Predecessor { .. } => false,
        }
    }

    pub(crate) fn awaits_settlement(&self, incarnation: &P::Incarnation) -> bool {
        match self {
            Self::Reported { worker, pair } => worker.is(incarnation) && pair.awaits_settlement(),
            Self::Unreported(drain) => drain.awaits_settlement(incarnation),
            Self::Predecessor { waiting, .. } => waiting.predecessor.worker.is(incarnation),
        }
    }

    pub(crate) fn exited(self, exit: WorkerExit<P>) -> Next<P> {
        match self {
            Self::Reported { worker, mut pair } => {
                pair.exited(exit);
                reported(worker, pair)
            }
            Self::Unreported(drain) => drain.exited(exit).conclude(),
            draining @ Self::Predecessor { .. } => draining.into(),
        }
    }

    pub(crate) fn settled(self, fact: WorkerShutdownSettlement<P>) -> Next<P> {
        match self {
            Self::Reported { worker, mut pair } => {
                pair.settled(fact.settlement);
                reported(worker, pair)
            }
            Self::Unreported(drain) => drain.settled(fact).conclude(),
            Self::Predecessor { waiting, worker } => waiting.settle(fact.settlement).leave(worker),
        }
    }

    /// The worker that the draining still holds.
    pub(crate) fn worker(&self) -> Option<&Worker<P>> {
        match self {
            Self::Reported { worker, .. } => Some(worker),
            Self::Unreported(drain) => Some(&drain.worker),
            Self::Predecessor { .. } => None,
        }
    }

    /// The predecessor whose settlement is out.
    pub(crate) fn unsettled(&self) -> Option<&Unsettled<P>> {
        match self {
            Self::Reported { .. } => None,
            Self::Unreported(drain) => drain.change.unsettled(),
            Self::Predecessor { waiting, .. } => Some(&waiting.predecessor),
        }
    }
}

/// Stops the proxy once both halves have come.
fn reported<P: ProxyProtocol>(worker: Worker<P>, pair: Pair<P>) -> Next<P> {
    match pair {
        Pair::Complete(drained) => Next::Stop(Leftover::Worker(drained.end())),
        pair @ (Pair::Open | Pair::Settled(_) | Pair::Exited(_)) => {
            DrainingWorker::Reported { worker, pair }.into()
        }
    }
}
