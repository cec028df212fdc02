//! What a proxy still owned when it stopped: handed to the host with the verdict, each value once.

use super::{
    BeginActivation, Predecessor, ProxyProtocol, StartOutcome, UnbornWorker, WorkerEnd, WorkerExit,
};
use alloc::boxed::Box;

/// What a proxy still owned when it stopped.
///
/// ```compile_fail,E0277
/// # use actor_laws::proxy::{Leftover, ProxyProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: ProxyProtocol>() {
///     copied::<Leftover<P>>()
/// }
/// ```
#[derive(Debug)]
#[must_use = "it owns what nobody was told"]
pub enum Leftover<P: ProxyProtocol> {
    /// Nothing: it held no worker.
    Nothing,
    /// The end of a worker that had been ready, or of the predecessor of a cancelled replacement.
    Worker(WorkerEnd<P>),
    /// An install or replacement that ended unreported.
    Change(Box<UnreportedChange<P>>),
}

/// An install or replacement that ended unreported.
#[derive(Debug)]
#[must_use = "it owns what came back"]
pub struct UnreportedChange<P: ProxyProtocol> {
    /// The owner's correlation.
    pub ticket: P::Ticket,
    /// The worker that it replaced; `None` for an install.
    pub predecessor: Option<Predecessor<P>>,
    /// What became of the worker.
    pub worker: UnreportedWorker<P>,
}

/// What became of the worker of an unreported change.
#[derive(Debug)]
pub enum UnreportedWorker<P: ProxyProtocol> {
    /// It was never born.
    Unborn(UnbornWorker<P>),
    /// It was initialized, and never activated.
    Initialized {
        /// The permit.
        permit: P::Permit,
        /// The activation work.
        plan: P::Plan,
        /// Its end.
        end: WorkerEnd<P>,
    },
    /// Its initialization was rejected.
    EffectsRejected {
        /// What the initialization left.
        failure: P::InitializationFailure,
        /// The activation work.
        plan: P::Plan,
        /// Its end.
        end: WorkerEnd<P>,
    },
    /// It stopped during its initialization.
    StoppedDuringInitialization {
        /// The activation work.
        plan: P::Plan,
        /// Its end. If no exit had come before, the initialization's own stop is its exit.
        end: WorkerEnd<P>,
        /// The initialization's own stop, if the exit had come before it. They are not compared.
        initialization_stop: Option<WorkerExit<P>>,
    },
    /// Its activation was not begun.
    StartRejected {
        /// The request, with permit and plan.
        request: BeginActivation<P>,
        /// Why.
        reason: P::Rejection,
        /// Its end.
        end: WorkerEnd<P>,
    },
    /// Its activation became ready.
    Ready {
        /// The proof.
        proof: P::Proof,
        /// Its end.
        end: WorkerEnd<P>,
    },
    /// Its activation was rejected.
    ActivationRejected {
        /// What the activation left.
        rejection: P::ActivationRejection,
        /// Its end.
        end: WorkerEnd<P>,
    },
    /// Its outcome was complete, but still undelivered: it failed before it was ready and had been
    /// asked to stop, or it was held back.
    Resolved(StartOutcome<P>),
    /// It was ready and held back, and was drained.
    Held {
        /// The outcome that was held back.
        outcome: StartOutcome<P>,
        /// Its end.
        end: WorkerEnd<P>,
    },
}
