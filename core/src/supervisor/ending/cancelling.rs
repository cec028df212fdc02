//! A cancelled change. Its worker result, the shutdown's settlement and the proxy's exit come in any
//! order; everything stays whole until all have come, and only then is anything published.

use super::owed::{ArrivedResult, Born, RejectedInput, RejectedShutdown, Settled};
use super::{Ends, EndsUnborn};
use crate::supervisor::context::Desk;
use crate::supervisor::{
    AbsorbedStop, CancelledWorker, ChangeKind, DynamicDiagnostic, DynamicLifecycle, OperationId,
    ProxyExit, RetiredProxy, RetirementCause, ShutdownPurpose, SupervisorProtocol,
};
use alloc::vec::Vec;

/// A cancelled start or replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cancelling {
    /// The operation.
    pub operation: OperationId,
    /// What kind of change it is.
    pub kind: ChangeKind,
}

impl<P: SupervisorProtocol> Ends<P, ProxyExit<P>> for Cancelling {
    /// Everything stays in custody.
    fn arrive(&mut self, _: &mut Born<P>, _: &mut Desk<'_, P>) {}

    fn close(self, settled: Settled<P, ProxyExit<P>>, desk: &mut Desk<'_, P>) {
        let Settled { proxy: _, result, rejected_shutdown, exit, absorbed } = settled;
        let worker = match result {
            None => CancelledWorker::Returned,
            Some(ArrivedResult::InputRejected(rejected)) => {
                let RejectedInput { input, reason } = *rejected;
                let identity = desk.identity();
                desk.diagnose(DynamicDiagnostic::InputRejected { identity, input, reason });
                CancelledWorker::InputRejected
            }
            Some(ArrivedResult::Resolved(outcome)) => CancelledWorker::Resolved(outcome),
        };
        if let Some(RejectedShutdown { request, reason }) = rejected_shutdown {
            let identity = desk.identity();
            desk.diagnose(DynamicDiagnostic::ShutdownRejected { identity, request, reason });
        }
        self.complete(worker, RetiredProxy::Here(exit), absorbed, desk);
    }
}

impl<P: SupervisorProtocol> EndsUnborn<P> for Cancelling {
    fn purpose(&self) -> ShutdownPurpose {
        ShutdownPurpose::Ending
    }

    fn close_unborn(self, desk: &mut Desk<'_, P>) {
        self.complete(CancelledWorker::Returned, RetiredProxy::NeverBorn, Vec::new(), desk);
    }
}

impl Cancelling {
    /// The end of a cancelled change: always these two values, in this order.
    fn complete<P: SupervisorProtocol>(
        self,
        result: CancelledWorker<P>,
        exit: RetiredProxy<P>,
        absorbed: Vec<AbsorbedStop<P>>,
        desk: &mut Desk<'_, P>,
    ) {
        let (Self { operation, kind }, cause) = (self, RetirementCause::Cancellation);
        desk.publish(DynamicLifecycle::OperationCancelled { operation, kind, result });
        desk.publish(DynamicLifecycle::EntryRetired { cause, exit, absorbed });
    }
}
