//! Authorization: no fold of an operating supervisor ends with a free slot beside a waiting entry.
//!
//! Slots, queue and order are read from the table. The lowest waiting operation goes first.

use super::context::{Context, Desk};
use super::phase::{Phase, ReplaceEmitted, ReplaceWaiting, StartEmitted, StartWaiting};
use super::table::Table;
use super::{
    ChangeKind, OperationId, ProxyInputOperation, SupervisorOperation, SupervisorProtocol,
};
use crate::proxy::WorkerSubmission;

/// Emits the inputs of waiting entries as long as slots are free.
pub(crate) fn authorize<P: SupervisorProtocol>(
    table: &mut Table<P, Phase<P>>,
    context: &mut Context<'_, P>,
) {
    let limit = context.definition.activation.get();
    while table.slots_held() < limit {
        let Some(entry) = table.first_waiting().and_then(|first| table.take(first)) else {
            return;
        };
        let emitted = entry.stay(|identity, phase| emit(phase, &mut context.desk(identity)));
        // An index that names no waiting entry would not come nearer to its end.
        if !emitted {
            return;
        }
    }
}

/// Hands a waiting worker to its proxy: it is transferred once.
fn emit<P: SupervisorProtocol>(phase: Phase<P>, desk: &mut Desk<'_, P>) -> (Phase<P>, bool) {
    match phase {
        Phase::StartWaiting(StartWaiting { proxy, operation, submission }) => {
            let input = input(&proxy, ChangeKind::Start, operation, *submission);
            desk.push(SupervisorOperation::InstallInitial(input));
            (Phase::StartAwaitingReceipt(StartEmitted { proxy, operation }), true)
        }
        Phase::ReplaceWaiting(ReplaceWaiting { proxy, operation, submission, base }) => {
            let input = input(&proxy, ChangeKind::Replacement, operation, *submission);
            desk.push(SupervisorOperation::Replace(input));
            (Phase::ReplaceAwaitingReceipt(ReplaceEmitted { proxy, operation, base }), true)
        }
        phase @ (Phase::CreatingProxy(_)
        | Phase::StartAwaitingReceipt(_)
        | Phase::StartAwaitingOutcome(_)
        | Phase::Available(_)
        | Phase::ReplaceAwaitingReceipt(_)
        | Phase::ReplaceAwaitingOutcome(_)
        | Phase::Ending(_)) => (phase, false),
    }
}

fn input<P: SupervisorProtocol>(
    proxy: &P::Proxy,
    kind: ChangeKind,
    operation: OperationId,
    submission: WorkerSubmission<P::Service>,
) -> ProxyInputOperation<P> {
    ProxyInputOperation { proxy: proxy.clone(), kind, operation, submission }
}
