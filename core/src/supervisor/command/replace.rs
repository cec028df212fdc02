//! Replace: everything is prepared first, so a failure leaves the service as it was.

use super::diagnose_unavailable;
use crate::supervisor::context::Context;
use crate::supervisor::phase::{Available, HeldWorker, Phase, ReplaceWaiting};
use crate::supervisor::table::Table;
use crate::supervisor::{
    CancelAuthority, CorrelationKind, Generation, OperationId, ReplaceCommand, ReplaceRejection,
    Reply, SupervisorProtocol, WorkerChangeReceipt, WorkerChangeRejection,
};
use alloc::boxed::Box;

/// Changes the worker behind a service that no other change owns.
pub(super) fn replace<P: SupervisorProtocol>(
    command: ReplaceCommand<P>,
    table: &mut Table<P, Phase<P>>,
    context: &mut Context<'_, P>,
) -> Option<Generation> {
    let ReplaceCommand { key, submission, reply } = command;
    let generation = table.by_key(&key);
    let Some(entry) = generation.and_then(|generation| table.take(generation)) else {
        let reason = ReplaceRejection::Unknown;
        let rejection = WorkerChangeRejection { key, submission, reason };
        context.reply(reply, Reply::Replace(Err(rejection)));
        return None;
    };
    let submission = Box::new(submission);
    let answer = match entry.stay(|_, phase| accept(phase, submission, context)) {
        Ok(operation) => {
            let cancel = CancelAuthority { key: key.clone(), operation };
            Ok(WorkerChangeReceipt { key, cancel })
        }
        Err((submission, reason)) => {
            if let ReplaceRejection::OperationUnavailable(unavailable) = reason {
                diagnose_unavailable(key.clone(), CorrelationKind::Operation, unavailable, context);
            }
            Err(WorkerChangeRejection { key, submission: *submission, reason })
        }
    };
    context.reply(reply, Reply::Replace(answer));
    generation
}

type Accepted<P> = Result<OperationId, (HeldWorker<P>, ReplaceRejection)>;

fn accept<P: SupervisorProtocol>(
    phase: Phase<P>,
    submission: HeldWorker<P>,
    context: &mut Context<'_, P>,
) -> (Phase<P>, Accepted<P>) {
    match phase {
        Phase::Available(available) => match context.allocators.operation() {
            Ok(operation) => {
                let Available { proxy, service: base, last: _ } = available;
                let waiting = ReplaceWaiting { proxy, operation, submission, base };
                (Phase::ReplaceWaiting(waiting), Ok(operation))
            }
            Err(unavailable) => {
                let reason = ReplaceRejection::OperationUnavailable(unavailable);
                (Phase::Available(available), Err((submission, reason)))
            }
        },
        phase @ (Phase::CreatingProxy(_)
        | Phase::StartWaiting(_)
        | Phase::StartAwaitingReceipt(_)
        | Phase::StartAwaitingOutcome(_)
        | Phase::ReplaceWaiting(_)
        | Phase::ReplaceAwaitingReceipt(_)
        | Phase::ReplaceAwaitingOutcome(_)
        | Phase::Ending(_)) => (phase, Err((submission, ReplaceRejection::Unavailable))),
    }
}
