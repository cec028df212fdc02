//! The settlement of an emitted input, by what it was for.

use super::context::Desk;
use super::fact::InputSettled;
use super::outcome::{replacement_failed, start_failed};
use super::phase::{Available, Phase, ReplaceEmitted, StartEmitted};
use super::{
    ChangeFailure, DynamicDiagnostic, LastOperation, ProxyInputOperation, SupervisorProtocol,
};
use crate::settlement::Settlement;

/// A start's input: a rejection ends the entry, without a retry.
pub(crate) fn start_settled<P: SupervisorProtocol>(
    entry: StartEmitted<P>,
    settled: InputSettled<P>,
    desk: &mut Desk<'_, P>,
) -> Phase<P> {
    match settled.settlement {
        Settlement::Accepted => Phase::StartAwaitingOutcome(entry),
        Settlement::Rejected { request, reason } => {
            diagnose(request, reason, desk);
            let StartEmitted { proxy, operation } = entry;
            start_failed(proxy, operation, ChangeFailure::InputRejected, desk)
        }
    }
}

/// A replacement's input: a rejection restores the base, without a retry.
pub(crate) fn replacement_settled<P: SupervisorProtocol>(
    entry: ReplaceEmitted<P>,
    settled: InputSettled<P>,
    desk: &mut Desk<'_, P>,
) -> Phase<P> {
    match settled.settlement {
        Settlement::Accepted => Phase::ReplaceAwaitingOutcome(entry),
        Settlement::Rejected { request, reason } => {
            diagnose(request, reason, desk);
            let ReplaceEmitted { proxy, operation, base: service } = entry;
            replacement_failed(operation, ChangeFailure::InputRejected, desk);
            let last = LastOperation::Committed(operation);
            Phase::Available(Available { proxy, service, last })
        }
    }
}

fn diagnose<P: SupervisorProtocol>(
    input: ProxyInputOperation<P>,
    reason: P::Reason,
    desk: &mut Desk<'_, P>,
) {
    let identity = desk.identity();
    desk.diagnose(DynamicDiagnostic::InputRejected { identity, input, reason });
}
