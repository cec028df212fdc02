//! The members of a draining pool.

use crate::pool::{
    ActivationTicket, ChildNonce, CompletionCorrelation, InstalledWorker, PoolProtocol,
    PreparedReplacement, RecoveryTicket, RestartTimerFact, ShutdownId, WorkerStop, WorkerStopFact,
};
use alloc::boxed::Box;

/// One draining member with everything that it holds.
#[derive(Debug)]
#[must_use = "it owns what is still unresolved"]
pub enum DrainMember<P: PoolProtocol> {
    /// A birth is out; one stop may come first.
    ResolvingCreation {
        /// The nonce of the creation.
        child: ChildNonce,
        /// The stop that came before the birth.
        prior_stop: Option<Box<WorkerStopFact<P>>>,
    },
    /// A worker that has not stopped.
    Worker {
        /// The worker.
        worker: InstalledWorker<P>,
        /// What is still unresolved at it.
        work: DrainWork<P>,
        /// How far its shutdown is.
        shutdown: DrainShutdown,
    },
    /// A worker that has stopped; the settlement of its shutdown is out.
    StoppedWorker {
        /// Its nonce.
        child: ChildNonce,
        /// Its birth evidence.
        evidence: P::Evidence,
        /// Its stop.
        stop: WorkerStop<P>,
        /// The shutdown request.
        shutdown: ShutdownId,
    },
    /// A preparation is out.
    AwaitingWorkerPreparation {
        /// The ticket of the request.
        ticket: RecoveryTicket,
    },
    /// A restart schedule is out; its timer may elapse first.
    AwaitingRestartSchedule {
        /// The replacement that will not be created.
        prepared: Box<PreparedReplacement<P>>,
        /// The timer, if it has elapsed.
        elapsed: Option<RestartTimerFact>,
    },
    /// Nothing is left.
    Drained,
}

/// What is still unresolved at a draining worker, and what the pool holds of it.
#[derive(Debug)]
pub enum DrainWork<P: PoolProtocol> {
    /// Nothing.
    Nothing,
    /// It was born during drain; its plan never leaves the pool before its stop.
    Created {
        /// The plan.
        plan: P::Plan,
    },
    /// Its initialization.
    Initializing {
        /// The host's correlation.
        attempt: P::InitializationAttempt,
    },
    /// It was waiting for an activation slot.
    WaitingForActivation {
        /// Its permit.
        permit: P::Permit,
        /// Its plan.
        plan: P::Plan,
    },
    /// Its begin settlement.
    ActivationDispatched {
        /// The attempt.
        ticket: ActivationTicket,
    },
    /// Its activation result.
    Activating {
        /// The attempt.
        ticket: ActivationTicket,
    },
    /// Its delivery settlement.
    Delivering {
        /// The pool's half of the assignment.
        retained: CompletionCorrelation<P>,
    },
}

/// How far a draining worker's shutdown is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrainShutdown {
    /// It could not be asked. Exists only in a residual.
    NotRequested,
    /// It was asked; the settlement is out.
    Requested(ShutdownId),
    /// It was asked, and the settlement has come.
    Settled(ShutdownId),
}

impl<P: PoolProtocol> DrainMember<P> {
    /// Whether nothing is left.
    #[must_use]
    pub fn is_drained(&self) -> bool {
        matches!(self, Self::Drained)
    }

    /// The nonce and, once the birth is told, the evidence of the worker that the member holds now.
    pub(crate) fn holds(&self) -> Option<(ChildNonce, Option<&P::Evidence>)> {
        match self {
            Self::ResolvingCreation { child, .. } => Some((*child, None)),
            Self::Worker { worker, .. } => Some((worker.child, Some(&worker.incarnation.evidence))),
            Self::StoppedWorker { child, evidence, .. } => Some((*child, Some(evidence))),
            Self::AwaitingWorkerPreparation { .. }
            | Self::AwaitingRestartSchedule { .. }
            | Self::Drained => None,
        }
    }
}
