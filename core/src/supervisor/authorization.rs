//! Authorization: no fold of an operating supervisor ends with a free slot beside a waiting entry.
//!
//! Slots, queue and order are read from the table. The lowest waiting operation goes first. A step frees one
//! slot or lets one entry wait, so one authorization at its end is enough.

use super::context::{Context, Desk};
use super::phase::{Phase, ReplaceEmitted, ReplaceWaiting, StartEmitted, StartWaiting};
use super::table::Table;
use super::{
    ChangeKind, OperationId, ProxyInputOperation, SupervisorOperation, SupervisorProtocol,
};
use crate::proxy::WorkerSubmission;

/// Emits the input of the first entry that waits, if a slot is free.
pub(crate) fn authorize<P: SupervisorProtocol>(
    table: &mut Table<P, Phase<P>>,
    context: &mut Context<'_, P>,
) {
    if table.slots_held() >= context.definition.activation.get() {
        return;
    }
    if let Some(entry) = table.first_waiting().and_then(|first| table.take(first)) {
        entry.stay(|identity, phase| (emit(phase, &mut context.desk(identity)), ()));
    }
}

/// Hands a waiting worker to its proxy: it is transferred once.
fn emit<P: SupervisorProtocol>(phase: Phase<P>, desk: &mut Desk<'_, P>) -> Phase<P> {
    match phase {
        Phase::StartWaiting(StartWaiting { proxy, operation, submission }) => {
            let input = input(&proxy, ChangeKind::Start, operation, *submission);
            desk.push(SupervisorOperation::InstallInitial(input));
            Phase::StartAwaitingReceipt(StartEmitted { proxy, operation })
        }
        Phase::ReplaceWaiting(ReplaceWaiting { proxy, operation, submission, base }) => {
            let input = input(&proxy, ChangeKind::Replacement, operation, *submission);
            desk.push(SupervisorOperation::Replace(input));
            Phase::ReplaceAwaitingReceipt(ReplaceEmitted { proxy, operation, base })
        }
        phase @ (Phase::CreatingProxy(_)
        | Phase::StartAwaitingReceipt(_)
        | Phase::StartAwaitingOutcome(_)
        | Phase::Available(_)
        | Phase::ReplaceAwaitingReceipt(_)
        | Phase::ReplaceAwaitingOutcome(_)
        | Phase::Ending(_)) => phase,
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
