//! What the structural owner is told: exactly four reports, and the outcomes that they carry.

use super::{
    BeginActivation, CreationRejection, ProxyProtocol, ServiceCommand, ShutdownWorker,
    WorkerEvidence, WorkerExit,
};
use crate::correlation::Unavailable;
use crate::settlement::Settlement;
use alloc::boxed::Box;

/// A worker's definition and its activation work, moving as one.
///
/// ```compile_fail,E0277
/// # use actor_laws::proxy::{ProxyProtocol, WorkerSubmission};
/// fn copied<T: Clone>() {}
/// fn copy<P: ProxyProtocol>() {
///     copied::<WorkerSubmission<P>>()
/// }
/// ```
/// ```compile_fail,E0382
/// # use actor_laws::proxy::{ProxyInput, ProxyProtocol, WorkerChange, WorkerSubmission};
/// fn twice<P: ProxyProtocol>(submission: WorkerSubmission<P>, ticket: P::Ticket) {
///     let change = WorkerChange::<P> { ticket: ticket.clone(), submission };
///     let _install = ProxyInput::InstallInitial(change);
///     let change = WorkerChange::<P> { ticket, submission };
///     let _replace = ProxyInput::Replace(change);
/// }
/// ```
#[derive(Debug)]
#[must_use = "it owns worker and plan"]
pub struct WorkerSubmission<P: ProxyProtocol> {
    /// The worker's definition.
    pub worker: P::Worker,
    /// Its activation work.
    pub plan: P::Plan,
}

/// A report to the structural owner. It carries evidence, never a route to the worker.
///
/// ```compile_fail,E0277
/// # use actor_laws::proxy::{OwnerReport, ProxyProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: ProxyProtocol>() {
///     copied::<OwnerReport<P>>()
/// }
/// ```
/// ```compile_fail,E0026
/// # use actor_laws::proxy::{OwnerReport, ProxyProtocol};
/// fn route<P: ProxyProtocol>(report: OwnerReport<P>) -> Option<P::Incarnation> {
///     match report {
///         OwnerReport::WorkerStopped { incarnation, .. } => Some(incarnation),
///         _ => None,
///     }
/// }
/// ```
#[derive(Debug)]
#[must_use = "it owns what came back"]
pub enum OwnerReport<P: ProxyProtocol> {
    /// How an install ended.
    Initial {
        /// The owner's correlation.
        ticket: P::Ticket,
        /// The outcome.
        outcome: InitialOutcome<P>,
    },
    /// How a replacement ended.
    Replacement {
        /// The owner's correlation.
        ticket: P::Ticket,
        /// The outcome.
        outcome: ReplacementOutcome<P>,
    },
    /// A ready worker is gone.
    WorkerStopped {
        /// The worker.
        evidence: WorkerEvidence,
        /// Its end.
        exit: WorkerExit<P>,
    },
    /// A service command that no worker can take.
    Unavailable {
        /// The command with its sender.
        service: ServiceCommand<P>,
        /// The phase that could not take it.
        phase: ProxyPhase,
    },
}

/// The phases that others see. A kept exit does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the phases are the words of the law")]
pub enum ProxyPhase {
    Dormant,
    Creating,
    Initializing,
    Activating,
    Ready,
    Empty,
    /// A predecessor is being drained, or a successor's outcome is held back.
    Replacing,
    /// A worker that failed before it was ready is being drained.
    Failing,
    Draining,
}

/// How an install ended.
#[derive(Debug)]
pub enum InitialOutcome<P: ProxyProtocol> {
    /// It was refused; nothing has changed.
    Rejected(RefusedChange<P>),
    /// It was carried out as far as it went.
    Resolved(StartOutcome<P>),
}

/// How a replacement ended.
#[derive(Debug)]
pub enum ReplacementOutcome<P: ProxyProtocol> {
    /// It was refused; nothing has changed.
    Rejected(RefusedChange<P>),
    /// Shutdown came while the predecessor was being drained; the successor comes back.
    CancelledBeforeBirth {
        /// The worker that was to be replaced.
        predecessor: WorkerEvidence,
        /// The successor, whole.
        submission: WorkerSubmission<P>,
    },
    /// It was carried out as far as it went.
    Resolved {
        /// The worker that was replaced.
        predecessor: Predecessor<P>,
        /// What became of the successor.
        successor: StartOutcome<P>,
    },
}

/// An install or replacement that was refused.
#[derive(Debug)]
pub struct RefusedChange<P: ProxyProtocol> {
    /// The submission, whole.
    pub submission: WorkerSubmission<P>,
    /// The phase that refused it.
    pub phase: ProxyPhase,
    /// Why.
    pub reason: ChangeRefusal,
}

/// Why an install or replacement was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeRefusal {
    /// The phase takes none.
    Phase,
    /// The correlation of the creation could not be reserved.
    CreationUnavailable(Unavailable),
}

/// The worker that a replacement replaced.
#[derive(Debug)]
pub enum Predecessor<P: ProxyProtocol> {
    /// It had gone before the replacement was accepted.
    Gone(WorkerEvidence),
    /// It was drained for the replacement.
    Drained {
        /// The worker.
        evidence: WorkerEvidence,
        /// Its end.
        exit: WorkerExit<P>,
        /// What became of its shutdown.
        settlement: Settlement<ShutdownWorker<P>, P::Rejection>,
    },
}

impl<P: ProxyProtocol> Predecessor<P> {
    /// The evidence of the worker.
    #[must_use]
    pub const fn evidence(&self) -> WorkerEvidence {
        match self {
            Self::Gone(evidence) | Self::Drained { evidence, .. } => *evidence,
        }
    }
}

/// What became of a worker that was to be started.
#[derive(Debug)]
pub enum StartOutcome<P: ProxyProtocol> {
    /// It was never born.
    CreationRejected(Box<UnbornWorker<P>>),
    /// It takes commands.
    Ready {
        /// The worker.
        evidence: WorkerEvidence,
        /// The proof.
        proof: P::Proof,
    },
    /// It was born and is gone.
    Unavailable {
        /// The worker.
        evidence: WorkerEvidence,
        /// What it failed by.
        cause: Box<UnavailableCause<P>>,
    },
}

/// A worker that was never born.
#[derive(Debug)]
pub struct UnbornWorker<P: ProxyProtocol> {
    /// The submission, whole.
    pub submission: WorkerSubmission<P>,
    /// Why.
    pub why: CreationRejection<P>,
    /// An exit that had come before: then the two facts contradict each other.
    pub early_exit: Option<WorkerExit<P>>,
}

/// How a worker came to its end.
#[derive(Debug)]
pub enum WorkerEnd<P: ProxyProtocol> {
    /// By itself, before it was asked to stop.
    Exited(WorkerExit<P>),
    /// After it was asked to stop.
    Drained {
        /// Its end.
        exit: WorkerExit<P>,
        /// What became of its shutdown.
        settlement: Settlement<ShutdownWorker<P>, P::Rejection>,
    },
}

/// What a worker failed by before it was ready, with its end.
#[derive(Debug)]
pub enum UnavailableCause<P: ProxyProtocol> {
    /// Its initialization was rejected.
    InitializationRejected {
        /// What the initialization left.
        failure: P::InitializationFailure,
        /// The activation work.
        plan: P::Plan,
        /// The worker's end.
        end: WorkerEnd<P>,
    },
    /// It stopped during its initialization.
    StoppedDuringInitialization {
        /// The activation work.
        plan: P::Plan,
        /// The worker's end.
        exit: WorkerExit<P>,
        /// The initialization's own stop, if the exit had come before it. They are not compared.
        initialization_stop: Option<WorkerExit<P>>,
    },
    /// Its initialization succeeded after its exit.
    InitializedAfterExit {
        /// The permit.
        permit: P::Permit,
        /// The activation work.
        plan: P::Plan,
        /// The worker's end.
        exit: WorkerExit<P>,
    },
    /// The activation attempt could not be reserved.
    ActivationUnavailable {
        /// The permit.
        permit: P::Permit,
        /// The activation work.
        plan: P::Plan,
        /// The allocator's answer.
        reason: Unavailable,
        /// The worker's end. It was asked to stop.
        end: WorkerEnd<P>,
    },
    /// Its activation was not begun.
    StartRejected {
        /// The request, with permit and plan.
        request: BeginActivation<P>,
        /// Why.
        reason: P::Rejection,
        /// The worker's end.
        end: WorkerEnd<P>,
    },
    /// Its activation was rejected.
    ActivationRejected {
        /// What the activation left.
        rejection: P::ActivationRejection,
        /// The worker's end.
        end: WorkerEnd<P>,
    },
    /// It became ready after its exit, or exited while its readiness was held back.
    ReadyAfterExit {
        /// The proof.
        proof: P::Proof,
        /// The worker's end.
        exit: WorkerExit<P>,
    },
}
