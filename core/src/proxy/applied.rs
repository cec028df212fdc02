//! What an applied operation leaves behind: the correlation that its later fact will match, or the
//! values that went to the host. It claims no creation, delivery or receipt beyond the boundary.

use super::{
    ActivationId, CreationId, ProxyDiagnostic, ProxyOperation, ProxyProtocol, WorkerEvidence,
};
use crate::settlement::Operation;
use alloc::boxed::Box;

/// One applied operation.
#[derive(Debug)]
#[expect(missing_docs, reason = "each variant is the past tense of the operation of its name")]
pub enum AppliedProxyOperation<P: ProxyProtocol> {
    WorkerCreationSubmitted { creation: CreationId },
    WorkerCreationObservationStarted { creation: CreationId },
    WorkerExitObservationStarted { creation: CreationId },
    WorkerInitializationSubmitted { incarnation: P::Incarnation, attempt: P::InitializationAttempt },
    ActivationBeginDelivered { incarnation: P::Incarnation, activation: ActivationId },
    ActivationCancelDelivered { incarnation: P::Incarnation, activation: ActivationId },
    WorkerShutdownDelivered { incarnation: P::Incarnation },
    ServiceDelivered { incarnation: P::Incarnation },
    InitialOutcomeReported { ticket: P::Ticket },
    ReplacementOutcomeReported { ticket: P::Ticket },
    WorkerStopReported { evidence: WorkerEvidence },
    UnavailabilityReported,
    DiagnosticTransferred { diagnostic: Box<ProxyDiagnostic<P>> },
}

impl<P: ProxyProtocol> Operation for ProxyOperation<P> {
    type Applied = AppliedProxyOperation<P>;
}
