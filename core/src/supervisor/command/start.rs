//! Start: generation, creation, operation and authority are reserved before the entry exists.

use super::diagnose_unavailable;
use crate::correlation::Unavailable;
use crate::supervisor::context::Context;
use crate::supervisor::phase::{Creating, Phase};
use crate::supervisor::table::Table;
use crate::supervisor::{
    CancelAuthority, CorrelationKind, EntryIdentity, Generation, OperationId, ProxyCreationId,
    Reply, StartCommand, StartRejection, SupervisorOperation, SupervisorProtocol,
    WorkerChangeReceipt, WorkerChangeRejection,
};
use alloc::boxed::Box;

/// What one start reserves.
struct Reserved {
    generation: Generation,
    creation: ProxyCreationId,
    operation: OperationId,
}

/// Admits a key with its first worker. The acceptance claims nothing about readiness.
pub(super) fn start<P: SupervisorProtocol>(
    command: StartCommand<P>,
    table: &mut Table<P, Phase<P>>,
    context: &mut Context<'_, P>,
) -> Option<Generation> {
    match admit(&command, table, context) {
        Ok(reserved) => {
            let generation = reserved.generation;
            commit(command, reserved, table, context);
            Some(generation)
        }
        Err(reason) => {
            if let Some((kind, unavailable)) = missing(reason) {
                diagnose_unavailable(command.key.clone(), kind, unavailable, context);
            }
            let StartCommand { key, submission, reply } = command;
            let rejection = WorkerChangeRejection { key, submission, reason };
            context.reply(reply, Reply::Start(Err(rejection)));
            None
        }
    }
}

/// The checks, in the order of the law; then the reservations, up to the first that fails.
fn admit<P: SupervisorProtocol>(
    command: &StartCommand<P>,
    table: &Table<P, Phase<P>>,
    context: &mut Context<'_, P>,
) -> Result<Reserved, StartRejection> {
    if table.by_key(&command.key).is_some() {
        return Err(StartRejection::AlreadyExists);
    }
    if table.len() >= context.definition.entries.get() {
        return Err(StartRejection::AtCapacity);
    }
    let allocators = &mut *context.allocators;
    Ok(Reserved {
        generation: allocators.generation().map_err(StartRejection::GenerationUnavailable)?,
        creation: allocators.creation().map_err(StartRejection::CreationUnavailable)?,
        operation: allocators.operation().map_err(StartRejection::OperationUnavailable)?,
    })
}

/// The entry exists before anything goes out.
fn commit<P: SupervisorProtocol>(
    command: StartCommand<P>,
    reserved: Reserved,
    table: &mut Table<P, Phase<P>>,
    context: &mut Context<'_, P>,
) {
    let Reserved { generation, creation, operation } = reserved;
    let StartCommand { key, submission, reply } = command;
    let cancel = CancelAuthority { key: key.clone(), operation };
    let submission = Box::new(submission);
    let creating = Creating { creation, operation, submission, early_exit: None };
    let identity = EntryIdentity { key: key.clone(), generation };
    table.admit(identity, Phase::CreatingProxy(creating));
    context.push(SupervisorOperation::CreateProxy { creation, generation });
    context.push(SupervisorOperation::ObserveProxyCreation { creation });
    context.push(SupervisorOperation::ObserveProxyExit { creation });
    context.reply(reply, Reply::Start(Ok(WorkerChangeReceipt { key, cancel })));
}

/// The correlation that a rejection has missed.
fn missing(reason: StartRejection) -> Option<(CorrelationKind, Unavailable)> {
    match reason {
        StartRejection::ShuttingDown
        | StartRejection::AlreadyExists
        | StartRejection::AtCapacity => None,
        StartRejection::GenerationUnavailable(unavailable) => {
            Some((CorrelationKind::Generation, unavailable))
        }
        StartRejection::CreationUnavailable(unavailable) => {
            Some((CorrelationKind::Creation, unavailable))
        }
        StartRejection::OperationUnavailable(unavailable) => {
            Some((CorrelationKind::Operation, unavailable))
        }
    }
}
