//! Stop: drains and removes a service that no change owns, or a start under way.

use super::diagnose_unavailable;
use crate::proxy::WorkerSubmission;
use crate::supervisor::context::{Context, Desk};
use crate::supervisor::ending::owed::{Born, Custody, Unborn, WorkerResult};
use crate::supervisor::ending::stop::{StopOfAvailable, StopOfStart};
use crate::supervisor::ending::{Ending, Owing, shut_down};
use crate::supervisor::phase::{Available, Creating, Phase, StartEmitted, StartWaiting};
use crate::supervisor::table::Table;
use crate::supervisor::{
    CorrelationKind, DynamicLifecycle, Generation, InterruptedWorker, InterruptionCause,
    OperationId, Reply, ShutdownPurpose, StopCommand, StopId, StopRejection, StopRejectionReason,
    SupervisorProtocol,
};
use alloc::boxed::Box;

/// Stops one service.
pub(super) fn stop<P: SupervisorProtocol>(
    command: StopCommand<P>,
    table: &mut Table<P, Phase<P>>,
    context: &mut Context<'_, P>,
) -> Option<Generation> {
    let StopCommand { key, reply } = command;
    let generation = table.by_key(&key);
    let entry = generation.and_then(|generation| table.take(generation));
    let accepted = entry.map_or(Err(StopRejectionReason::Unknown), |entry| {
        entry.stay(|identity, phase| accept(phase, &mut context.desk(identity)))
    });
    if let Err(StopRejectionReason::StopUnavailable(unavailable)) = accepted {
        diagnose_unavailable(key.clone(), CorrelationKind::Stop, unavailable, context);
    }
    let answer = match accepted {
        Ok(()) => Ok(key),
        Err(reason) => Err(StopRejection { key, reason }),
    };
    context.reply(reply, Reply::Stop(answer));
    generation
}

fn accept<P: SupervisorProtocol>(
    phase: Phase<P>,
    desk: &mut Desk<'_, P>,
) -> (Phase<P>, Result<(), StopRejectionReason>) {
    match phase {
        Phase::CreatingProxy(entry) => begin(entry, Phase::CreatingProxy, creating, desk),
        Phase::StartWaiting(entry) => begin(entry, Phase::StartWaiting, waiting, desk),
        Phase::StartAwaitingReceipt(entry) => {
            begin(entry, Phase::StartAwaitingReceipt, awaiting_receipt, desk)
        }
        Phase::StartAwaitingOutcome(entry) => {
            begin(entry, Phase::StartAwaitingOutcome, awaiting_outcome, desk)
        }
        Phase::Available(entry) => begin(entry, Phase::Available, available, desk),
        phase @ (Phase::ReplaceWaiting(_)
        | Phase::ReplaceAwaitingReceipt(_)
        | Phase::ReplaceAwaitingOutcome(_)) => (phase, Err(StopRejectionReason::Unavailable)),
        Phase::Ending(ending) => {
            let reason = rejection(&ending);
            (Phase::Ending(ending), Err(reason))
        }
    }
}

/// Begins a stop once its correlation is reserved; without one the phase is as it was.
fn begin<Entry, P: SupervisorProtocol>(
    entry: Entry,
    unchanged: fn(Entry) -> Phase<P>,
    stopped: fn(Entry, StopId, &mut Desk<'_, P>) -> Ending<P>,
    desk: &mut Desk<'_, P>,
) -> (Phase<P>, Result<(), StopRejectionReason>) {
    match desk.context.allocators.stop() {
        Ok(stop) => (Phase::Ending(stopped(entry, stop, desk)), Ok(())),
        Err(reason) => (unchanged(entry), Err(StopRejectionReason::StopUnavailable(reason))),
    }
}

fn creating<P: SupervisorProtocol>(
    entry: Creating<P>,
    stop: StopId,
    desk: &mut Desk<'_, P>,
) -> Ending<P> {
    let Creating { creation, operation, submission, early_exit } = entry;
    interrupt(operation, *submission, stop, desk);
    let custody = Custody::Unborn(Unborn { creation, early_exit });
    Ending::StopStart(Box::new(StopOfStart::owing(stop, operation, custody)))
}

fn waiting<P: SupervisorProtocol>(
    entry: StartWaiting<P>,
    stop: StopId,
    desk: &mut Desk<'_, P>,
) -> Ending<P> {
    let StartWaiting { proxy, operation, submission } = entry;
    interrupt(operation, *submission, stop, desk);
    start(operation, Born::idle(proxy), stop, desk)
}

fn awaiting_receipt<P: SupervisorProtocol>(
    entry: StartEmitted<P>,
    stop: StopId,
    desk: &mut Desk<'_, P>,
) -> Ending<P> {
    start(entry.operation, entry.owing(WorkerResult::Receipt), stop, desk)
}

fn awaiting_outcome<P: SupervisorProtocol>(
    entry: StartEmitted<P>,
    stop: StopId,
    desk: &mut Desk<'_, P>,
) -> Ending<P> {
    start(entry.operation, entry.owing(WorkerResult::Outcome), stop, desk)
}

fn start<P: SupervisorProtocol>(
    operation: OperationId,
    born: Born<P>,
    stop: StopId,
    desk: &mut Desk<'_, P>,
) -> Ending<P> {
    let born = shut_down(born, ShutdownPurpose::Stop(stop), desk);
    Ending::StopStart(Box::new(StopOfStart::owing(stop, operation, Custody::Born(born))))
}

fn available<P: SupervisorProtocol>(
    entry: Available<P>,
    stop: StopId,
    desk: &mut Desk<'_, P>,
) -> Ending<P> {
    let Available { proxy, service, last } = entry;
    let born = Born { running: service.running(), ..Born::idle(proxy) };
    let custody = shut_down(born, ShutdownPurpose::Stop(stop), desk);
    let ends = StopOfAvailable { stop, last, service, rejection: None };
    Ending::StopAvailable(Box::new(Owing { ends, custody }))
}

/// A worker that is still here goes out at once.
fn interrupt<P: SupervisorProtocol>(
    operation: OperationId,
    submission: WorkerSubmission<P::Service>,
    stop: StopId,
    desk: &mut Desk<'_, P>,
) {
    let cause = InterruptionCause::ExplicitStop { stop };
    let worker = InterruptedWorker::Present(submission);
    desk.publish(DynamicLifecycle::WorkerChangeInterrupted { operation, cause, worker });
}

fn rejection<P: SupervisorProtocol>(ending: &Ending<P>) -> StopRejectionReason {
    match ending {
        Ending::StopAvailable(_) | Ending::StopStart(_) => StopRejectionReason::AlreadyStopping,
        Ending::Cancelling(_) | Ending::Retiring(_) | Ending::ProxyDied(_) => {
            StopRejectionReason::Unavailable
        }
    }
}
