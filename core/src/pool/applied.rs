//! What an applied operation leaves behind: the correlation that its later fact will match, or the
//! values that went to the host. It claims no creation, delivery or receipt beyond the boundary.

use super::{
    ActivationTicket, AssignmentId, ChildNonce, DiagnosticId, DrainResidual, JobId, OwnedOperation,
    PoolDiagnostic, PoolProtocol, RecoveryTicket, ResidualCause, ShutdownCorrelation,
    TerminalCustomerOutcome, TimerCorrelation, TransferReason, TransferredFact,
};
use crate::settlement::Operation;
use alloc::boxed::Box;

/// One applied operation.
#[derive(Debug)]
#[expect(missing_docs, reason = "each variant is the past tense of the operation of its name")]
pub enum AppliedOperation<P: PoolProtocol> {
    WorkerCreationSubmitted { child: ChildNonce },
    WorkerCreationObservationStarted { child: ChildNonce },
    WorkerStopObservationStarted { child: ChildNonce },
    WorkerInitializationSubmitted { child: ChildNonce, attempt: P::InitializationAttempt },
    WorkerActivationBeginDelivered { child: ChildNonce, ticket: ActivationTicket },
    WorkerActivationCancelDelivered { child: ChildNonce, ticket: ActivationTicket },
    AdmissionDelivered { request: P::Request },
    CustomerTerminalDelivered { job: JobId },
    AssignmentDelivered { child: ChildNonce, assignment: AssignmentId },
    WorkerPreparationRequested { ticket: RecoveryTicket },
    RestartScheduleSubmitted { recovery: RecoveryTicket, timer: TimerCorrelation },
    WorkerShutdownDelivered { child: ChildNonce, correlation: ShutdownCorrelation<P> },
    DrainDeadlineScheduleSubmitted { timer: TimerCorrelation },
    RejectedFactTransferred { fact: Box<TransferredFact<P>>, reason: TransferReason },
    DiagnosticDelivered { correlation: DiagnosticId },
    TerminalDiagnosticTransferred { diagnostic: Box<PoolDiagnostic<P>> },
    DrainResidualTransferred { residual: DrainResidual<P>, cause: ResidualCause<P> },
    ParentCompletionReported { child: ChildNonce, assignment: AssignmentId },
}

impl<P: PoolProtocol> Operation for OwnedOperation<P> {
    type Applied = AppliedOperation<P>;
}

impl<P: PoolProtocol> TerminalCustomerOutcome<P> {
    /// The name of the job.
    #[must_use]
    pub fn job(&self) -> JobId {
        match self {
            Self::Completed { job, .. }
            | Self::ReturnedQueued { job, .. }
            | Self::ReturnedAssigned { job, .. } => *job,
        }
    }
}
