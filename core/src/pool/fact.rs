//! Facts: what the lifecycle host reports. Each names its source exactly.

use super::{
    ActivationTicket, AssignmentCommand, AssignmentId, BeginWorkerActivation, ChildNonce,
    CompletionEvidence, PoolProtocol, RecoveryTicket, ScheduleDrainDeadline, ScheduleRestart,
    ShutdownCorrelation, ShutdownWorker, TimerCorrelation,
};
pub use crate::settlement::Settlement;
use crate::time::Tick;

/// The exact worker that a fact is about.
#[derive(Debug)]
pub struct WorkerReference<P: PoolProtocol> {
    /// Its role.
    pub role: P::Role,
    /// Its creator-local nonce.
    pub child: ChildNonce,
    /// The evidence of its birth.
    pub evidence: P::Evidence,
}

impl<P: PoolProtocol> Clone for WorkerReference<P> {
    fn clone(&self) -> Self {
        let Self { role, child, evidence } = self;
        Self { role: role.clone(), child: *child, evidence: evidence.clone() }
    }
}

impl<P: PoolProtocol> PartialEq for WorkerReference<P> {
    fn eq(&self, other: &Self) -> bool {
        (self.child, &self.evidence, &self.role) == (other.child, &other.evidence, &other.role)
    }
}

impl<P: PoolProtocol> Eq for WorkerReference<P> {}

/// One committed worker: the routable capability and the evidence of its birth.
///
/// ```compile_fail,E0277
/// # use actor_laws::pool::{PoolProtocol, WorkerIncarnation};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<WorkerIncarnation<P>>()
/// }
/// ```
#[derive(Debug)]
pub struct WorkerIncarnation<P: PoolProtocol> {
    /// The pool's private route to it.
    pub recipient: P::Recipient,
    /// The evidence of its birth.
    pub evidence: P::Evidence,
}

/// Whether a worker stopped in an orderly way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopClass {
    /// By its own decision.
    Normal,
    /// In any other way.
    Abnormal,
}

/// The authoritative end of one worker.
///
/// ```compile_fail,E0277
/// # use actor_laws::pool::{PoolProtocol, WorkerStop};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<WorkerStop<P>>()
/// }
/// ```
#[derive(Debug)]
#[must_use = "a stop is consumed once"]
pub struct WorkerStop<P: PoolProtocol> {
    /// How it stopped.
    pub class: StopClass,
    /// When, by the host's clock.
    pub at: Tick,
    /// Why.
    pub reason: P::StopReason,
}

/// How one creation ended.
#[derive(Debug)]
pub enum WorkerBirthResolution<P: PoolProtocol> {
    /// A worker was born. Its plan comes back; initialization has not started.
    Committed {
        /// Its role.
        role: P::Role,
        /// The nonce of the creation.
        child: ChildNonce,
        /// The worker.
        worker: WorkerIncarnation<P>,
        /// The host's correlation for its initialization.
        attempt: P::InitializationAttempt,
        /// Its activation work.
        plan: P::Plan,
    },
    /// No worker was born, or the creation was never attempted.
    Rejected {
        /// Its role.
        role: P::Role,
        /// The nonce of the creation.
        child: ChildNonce,
        /// The submission, whole.
        submission: P::Submission,
        /// Why.
        reason: P::Rejection,
    },
}

/// How one initialization ended.
#[derive(Debug)]
pub struct InitializationSettlement<P: PoolProtocol> {
    /// The worker.
    pub worker: WorkerReference<P>,
    /// The host's correlation, from the commit.
    pub attempt: P::InitializationAttempt,
    /// The result.
    pub result: InitializationResult<P>,
}

/// The result of one initialization; each moves the next lawful values in.
#[derive(Debug)]
pub enum InitializationResult<P: PoolProtocol> {
    /// The worker may be activated.
    ReadyForActivation {
        /// The one-shot permit.
        permit: P::Permit,
        /// Its activation work.
        plan: P::Plan,
    },
    /// The worker lives and cannot be activated.
    Rejected {
        /// What the initialization left.
        settlement: P::RejectedInitialization,
        /// Its activation work.
        plan: P::Plan,
        /// Why.
        reason: P::Rejection,
    },
    /// The worker stopped. This counts as its stop.
    Stopped {
        /// The stop.
        stop: WorkerStop<P>,
        /// Its activation work.
        plan: P::Plan,
    },
}

/// Whether one activation was begun.
#[derive(Debug)]
pub struct ActivationBeginSettlement<P: PoolProtocol> {
    /// The worker.
    pub worker: WorkerReference<P>,
    /// The ticket of the attempt.
    pub ticket: ActivationTicket,
    /// The result.
    pub result: Settlement<BeginWorkerActivation<P>, P::Rejection>,
}

/// How one begun activation ended.
#[derive(Debug)]
pub struct WorkerReadyFact<P: PoolProtocol> {
    /// The worker.
    pub worker: WorkerReference<P>,
    /// The ticket of the attempt.
    pub ticket: ActivationTicket,
    /// The result.
    pub result: ActivationResult<P>,
}

/// The result of one begun activation.
#[derive(Debug)]
pub enum ActivationResult<P: PoolProtocol> {
    /// The worker takes jobs.
    Ready,
    /// The worker lives and takes none.
    Rejected {
        /// Why.
        reason: P::Rejection,
    },
}

/// A worker stopped.
#[derive(Debug)]
pub struct WorkerStopFact<P: PoolProtocol> {
    /// The worker. Before its birth is told, the evidence is compared at the commit.
    pub worker: WorkerReference<P>,
    /// The stop.
    pub stop: WorkerStop<P>,
}

/// Whether one assignment was delivered. It matches by nonce and assignment; a returned authority
/// is judged by the reunion alone.
#[derive(Debug)]
pub struct AssignmentSettlement<P: PoolProtocol> {
    /// The worker's nonce.
    pub child: ChildNonce,
    /// The assignment.
    pub assignment: AssignmentId,
    /// The result; a rejection returns a command.
    pub result: Settlement<AssignmentCommand<P>, P::Rejection>,
}

/// A worker reports a result. The host attaches the nonce.
#[derive(Debug)]
pub struct WorkerCompleted<P: PoolProtocol> {
    /// The worker's nonce.
    pub child: ChildNonce,
    /// The consumed authority and the result.
    pub completion: CompletionEvidence<P>,
}

/// The worker source answered. Every answer brings the source home.
#[derive(Debug)]
pub struct WorkerPreparationSettlement<P: PoolProtocol> {
    /// The role that is recovered.
    pub role: P::Role,
    /// The ticket of the request.
    pub ticket: RecoveryTicket,
    /// The source.
    pub source: P::Source,
    /// The result.
    pub result: PreparationResult<P>,
}

/// The answer of the worker source.
#[derive(Debug)]
pub enum PreparationResult<P: PoolProtocol> {
    /// A worker.
    Prepared {
        /// Its definition.
        submission: P::Submission,
    },
    /// No worker.
    Refused {
        /// Who refused.
        refusal: PreparationRefusal,
        /// Why.
        reason: P::Rejection,
    },
}

/// Who refused a preparation. To the pool all are one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreparationRefusal {
    /// The worker was rejected.
    WorkerRejected,
    /// The source was rejected.
    SourceRejected,
    /// The answer could not be read.
    Corrupt,
    /// The request was never attempted.
    NotAttempted,
}

/// Whether a restart timer was set.
#[derive(Debug)]
pub struct RestartScheduleSettlement<P: PoolProtocol> {
    /// The recovery that asked.
    pub recovery: RecoveryTicket,
    /// The timer.
    pub timer: TimerCorrelation,
    /// The result.
    pub result: Settlement<ScheduleRestart, P::Rejection>,
}

/// A restart timer elapsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestartTimerFact {
    /// The recovery that asked.
    pub recovery: RecoveryTicket,
    /// The timer.
    pub timer: TimerCorrelation,
    /// When; not judged.
    pub at: Tick,
}

/// Whether a shutdown request was delivered. A rejection never stands for the stop.
#[derive(Debug)]
pub struct WorkerShutdownSettlement<P: PoolProtocol> {
    /// The request.
    pub shutdown: ShutdownCorrelation<P>,
    /// The result.
    pub result: Settlement<ShutdownWorker<P>, P::Rejection>,
}

/// Whether the drain deadline was set.
#[derive(Debug)]
pub struct DeadlineScheduleSettlement<P: PoolProtocol> {
    /// The timer.
    pub timer: TimerCorrelation,
    /// The result.
    pub result: Settlement<ScheduleDrainDeadline, P::Rejection>,
}

/// The drain deadline elapsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadlineFact {
    /// The timer.
    pub timer: TimerCorrelation,
    /// When; not judged.
    pub at: Tick,
}
