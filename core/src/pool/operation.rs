//! The operations that a pool can ask for, one struct each, in lane order.

use super::{
    ActivationTicket, AdmissionOutcome, AssignmentCommand, AssignmentId, ChildNonce,
    CompletionEvidence, DiagnosticId, DrainResidual, PoolDiagnostic, PoolProtocol, RecoveryTicket,
    ResidualCause, ShutdownId, TerminalCustomerOutcome, TimerCorrelation, TransferReason,
    TransferredFact, WorkerReference,
};
use crate::time::{Tick, Ticks};
use alloc::boxed::Box;

/// What kind of birth a creation is.
#[derive(Debug)]
pub enum BirthKind<P: PoolProtocol> {
    /// The roster's own.
    Initial,
    /// A recovery's.
    Replacement {
        /// The recovery.
        recovery: RecoveryTicket,
        /// The birth that it replaces.
        replaces: P::Evidence,
    },
}

/// Create a worker: the complete submission moves.
#[derive(Debug)]
pub struct CreateWorker<P: PoolProtocol> {
    /// Its role.
    pub role: P::Role,
    /// The nonce of the creation.
    pub child: ChildNonce,
    /// What kind of birth it is.
    pub kind: BirthKind<P>,
    /// The worker's definition and activation work.
    pub submission: P::Submission,
}

/// Start a worker's initialization. Follows the commit of its birth.
#[derive(Debug)]
pub struct InitializeWorker<P: PoolProtocol> {
    /// The worker.
    pub child: ChildNonce,
    /// The host's correlation, from the commit.
    pub attempt: P::InitializationAttempt,
    /// Its activation work.
    pub plan: P::Plan,
}

/// Begin a worker's activation. Permit and plan move together.
#[derive(Debug)]
#[must_use = "it owns permit and plan"]
pub struct BeginWorkerActivation<P: PoolProtocol> {
    /// The worker.
    pub child: ChildNonce,
    /// The ticket that the attempt occupies.
    pub ticket: ActivationTicket,
    /// The one-shot permit.
    pub permit: P::Permit,
    /// Its activation work.
    pub plan: P::Plan,
}

/// Hand a job to a worker.
#[derive(Debug)]
pub struct DeliverAssignment<P: PoolProtocol> {
    /// The worker.
    pub child: ChildNonce,
    /// The assignment.
    pub assignment: AssignmentId,
    /// The execution payload and the completion authority.
    pub command: AssignmentCommand<P>,
}

/// Lend the worker source to prepare a replacement.
#[derive(Debug)]
pub struct PrepareWorker<P: PoolProtocol> {
    /// The recovery.
    pub ticket: RecoveryTicket,
    /// The role to replace.
    pub role: P::Role,
    /// The source.
    pub source: P::Source,
}

/// Set a restart timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleRestart {
    /// The recovery.
    pub recovery: RecoveryTicket,
    /// The timer.
    pub timer: TimerCorrelation,
    /// When it elapses.
    pub deadline: Tick,
}

/// Identifies one shutdown request: the exact worker and a reserved identity.
#[derive(Debug)]
pub struct ShutdownCorrelation<P: PoolProtocol> {
    /// The worker.
    pub worker: WorkerReference<P>,
    /// The reserved identity.
    pub id: ShutdownId,
}

impl<P: PoolProtocol> Clone for ShutdownCorrelation<P> {
    fn clone(&self) -> Self {
        Self { worker: self.worker.clone(), id: self.id }
    }
}

impl<P: PoolProtocol> PartialEq for ShutdownCorrelation<P> {
    fn eq(&self, other: &Self) -> bool {
        (self.id, &self.worker) == (other.id, &other.worker)
    }
}

impl<P: PoolProtocol> Eq for ShutdownCorrelation<P> {}

/// Ask a worker to stop. One incarnation is asked at most once.
#[derive(Debug)]
pub struct ShutdownWorker<P: PoolProtocol> {
    /// The worker.
    pub child: ChildNonce,
    /// The request's identity.
    pub correlation: ShutdownCorrelation<P>,
}

impl<P: PoolProtocol> Clone for ShutdownWorker<P> {
    fn clone(&self) -> Self {
        Self { child: self.child, correlation: self.correlation.clone() }
    }
}

impl<P: PoolProtocol> PartialEq for ShutdownWorker<P> {
    fn eq(&self, other: &Self) -> bool {
        (self.child, &self.correlation) == (other.child, &other.correlation)
    }
}

impl<P: PoolProtocol> Eq for ShutdownWorker<P> {}

/// Set the drain deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleDrainDeadline {
    /// The timer.
    pub timer: TimerCorrelation,
    /// Ticks from the moment the host takes the request.
    pub deadline: Ticks,
}

/// One operation, owned. The variants stand in the one authored lane order; the last one is the
/// worker's own and never part of a pool's product.
#[derive(Debug)]
#[must_use = "it owns everything that the operation carries"]
pub enum OwnedOperation<P: PoolProtocol> {
    /// Create a worker.
    CreateWorker(CreateWorker<P>),
    /// Watch for its birth; follows its creation.
    ObserveWorkerCreation {
        /// The nonce of the creation.
        child: ChildNonce,
    },
    /// Watch for its stop; follows its creation.
    ObserveWorkerStop {
        /// The nonce of the creation.
        child: ChildNonce,
    },
    /// Start its initialization.
    InitializeWorker(InitializeWorker<P>),
    /// Begin its activation.
    BeginWorkerActivation(BeginWorkerActivation<P>),
    /// Cancel its activation: a stop or the pool's shutdown freed the slot.
    CancelWorkerActivation {
        /// The worker.
        child: ChildNonce,
        /// The attempt.
        ticket: ActivationTicket,
    },
    /// Answer a submission; precedes its assignment.
    DeliverAdmission {
        /// The customer.
        route: P::CustomerRoute,
        /// The answer.
        outcome: AdmissionOutcome<P>,
    },
    /// End a job; precedes the successor's assignment.
    DeliverCustomerTerminal {
        /// The customer.
        route: P::CustomerRoute,
        /// The end.
        outcome: TerminalCustomerOutcome<P>,
    },
    /// Hand a job to a worker.
    DeliverAssignment(DeliverAssignment<P>),
    /// Lend the worker source.
    PrepareWorker(PrepareWorker<P>),
    /// Set a restart timer.
    ScheduleRestart(ScheduleRestart),
    /// Ask a worker to stop.
    ShutdownWorker(ShutdownWorker<P>),
    /// Set the drain deadline.
    ScheduleDrainDeadline(ScheduleDrainDeadline),
    /// Hand values to the host.
    TransferRejectedFact {
        /// The values.
        fact: Box<TransferredFact<P>>,
        /// Why.
        reason: TransferReason,
    },
    /// Deliver a diagnostic.
    DeliverDiagnostic {
        /// The diagnostics' route.
        route: P::DiagnosticRoute,
        /// The diagnostic's own correlation.
        correlation: DiagnosticId,
        /// The diagnostic.
        diagnostic: Box<PoolDiagnostic<P>>,
    },
    /// Hand a diagnostic to the host; precedes the verdict.
    TransferTerminalDiagnostic {
        /// The diagnostic.
        diagnostic: Box<PoolDiagnostic<P>>,
    },
    /// Hand every unresolved member to the host.
    TransferDrainResidual {
        /// The members.
        residual: DrainResidual<P>,
        /// Why retirement was forced.
        cause: ResidualCause<P>,
    },
    /// A worker reports its completion to the pool.
    ReportCompletionToParent {
        /// The consumed authority and the result.
        authority: CompletionEvidence<P>,
    },
}

/// The lanes of the action product, in their one authored order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each lane is documented at the operation of its name")]
pub enum Lane {
    CreateWorker,
    ObserveWorkerCreation,
    ObserveWorkerStop,
    InitializeWorker,
    BeginWorkerActivation,
    CancelWorkerActivation,
    DeliverAdmission,
    DeliverCustomerTerminal,
    DeliverAssignment,
    PrepareWorker,
    ScheduleRestart,
    ShutdownWorker,
    ScheduleDrainDeadline,
    TransferRejectedFact,
    DeliverDiagnostic,
    TransferTerminalDiagnostic,
    TransferDrainResidual,
    ReportCompletionToParent,
}

impl Lane {
    pub(crate) const FIRST: Self = Self::CreateWorker;
}

impl<P: PoolProtocol> OwnedOperation<P> {
    /// The lane that the operation belongs to.
    #[inline]
    #[must_use]
    pub fn lane(&self) -> Lane {
        match self {
            Self::CreateWorker(_) => Lane::CreateWorker,
            Self::ObserveWorkerCreation { .. } => Lane::ObserveWorkerCreation,
            Self::ObserveWorkerStop { .. } => Lane::ObserveWorkerStop,
            Self::InitializeWorker(_) => Lane::InitializeWorker,
            Self::BeginWorkerActivation(_) => Lane::BeginWorkerActivation,
            Self::CancelWorkerActivation { .. } => Lane::CancelWorkerActivation,
            Self::DeliverAdmission { .. } => Lane::DeliverAdmission,
            Self::DeliverCustomerTerminal { .. } => Lane::DeliverCustomerTerminal,
            Self::DeliverAssignment(_) => Lane::DeliverAssignment,
            Self::PrepareWorker(_) => Lane::PrepareWorker,
            Self::ScheduleRestart(_) => Lane::ScheduleRestart,
            Self::ShutdownWorker(_) => Lane::ShutdownWorker,
            Self::ScheduleDrainDeadline(_) => Lane::ScheduleDrainDeadline,
            Self::TransferRejectedFact { .. } => Lane::TransferRejectedFact,
            Self::DeliverDiagnostic { .. } => Lane::DeliverDiagnostic,
            Self::TransferTerminalDiagnostic { .. } => Lane::TransferTerminalDiagnostic,
            Self::TransferDrainResidual { .. } => Lane::TransferDrainResidual,
            Self::ReportCompletionToParent { .. } => Lane::ReportCompletionToParent,
        }
    }
}
