//! What an applied operation leaves behind: the correlation that its later fact will match, or the
//! value that went out. It claims no creation, delivery or receipt beyond the boundary.

use super::{
    ChangeKind, DeadlineId, DiagnosticId, DynamicDiagnostic, EntryIdentity, OperationId,
    ProxyCreationId, ShutdownProxy, SupervisorOperation, SupervisorProtocol,
};
use crate::settlement::Operation;
use alloc::boxed::Box;

/// One applied operation.
#[derive(Debug)]
#[expect(missing_docs, reason = "each variant is the past tense of the operation of its name")]
pub enum AppliedOperation<P: SupervisorProtocol> {
    ProxyCreationSubmitted { creation: ProxyCreationId },
    ProxyCreationObservationStarted { creation: ProxyCreationId },
    ProxyExitObservationStarted { creation: ProxyCreationId },
    ProxyInputSubmitted { proxy: P::Proxy, kind: ChangeKind, operation: OperationId },
    ProxyShutdownSubmitted { request: ShutdownProxy<P> },
    ReplyDelivered,
    LifecycleDelivered { identity: EntryIdentity<P::Key> },
    DiagnosticDelivered { correlation: DiagnosticId },
    TerminalDiagnosticTransferred { diagnostic: Box<DynamicDiagnostic<P>> },
    DeadlineScheduleSubmitted { deadline: DeadlineId },
}

impl<P: SupervisorProtocol> Operation for SupervisorOperation<P> {
    type Applied = AppliedOperation<P>;
}
