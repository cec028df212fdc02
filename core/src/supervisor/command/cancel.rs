//! Cancel: exact and by phase. It never claims that emitted work was undone, and every answer gives the
//! authority back.

use crate::supervisor::context::{Context, Desk};
use crate::supervisor::ending::cancelling::Cancelling;
use crate::supervisor::ending::owed::{Born, Custody, Unborn, WorkerResult};
use crate::supervisor::ending::{Ending, Owing, shut_down};
use crate::supervisor::phase::{Available, HeldWorker, LastOperation, Phase};
use crate::supervisor::table::Table;
use crate::supervisor::{
    CancelAnswer, CancelAuthority, CancelCommand, ChangeKind, Generation, OperationId, PublicPhase,
    Reply, ShutdownPurpose, SupervisorProtocol,
};
use alloc::boxed::Box;

/// What a phase answers to an authority; the authority itself stays outside.
enum Verdict<P: SupervisorProtocol> {
    Returned(HeldWorker<P>),
    Pending(PublicPhase<P::Proxy>),
    Committed(PublicPhase<P::Proxy>),
    Cancelled,
    Stale,
    Draining,
}

/// Calls one operation back, as far as that still goes.
pub(super) fn cancel<P: SupervisorProtocol>(
    command: CancelCommand<P>,
    table: &mut Table<P, Phase<P>>,
    context: &mut Context<'_, P>,
) -> Option<Generation> {
    let CancelCommand { authority, reply } = command;
    let generation = table.by_key(&authority.key);
    let entry = generation.and_then(|generation| table.take(generation));
    let verdict = entry.map_or(Verdict::Stale, |entry| {
        entry.stay(|identity, phase| {
            call_back(phase, authority.operation, &mut context.desk(identity))
        })
    });
    let answer = answer(authority, verdict);
    context.reply(reply, Reply::Cancel(answer));
    generation
}

fn answer<P: SupervisorProtocol>(
    authority: CancelAuthority<P>,
    verdict: Verdict<P>,
) -> CancelAnswer<P> {
    match verdict {
        Verdict::Returned(submission) => {
            CancelAnswer::Returned { authority, submission: *submission }
        }
        Verdict::Pending(phase) => CancelAnswer::Pending { authority, phase },
        Verdict::Committed(phase) => CancelAnswer::Committed { authority, phase },
        Verdict::Cancelled => CancelAnswer::Cancelled { authority },
        Verdict::Stale => CancelAnswer::Stale { authority },
        Verdict::Draining => CancelAnswer::Draining { authority },
    }
}

/// Operations are unique over the whole supervisor, so the operation alone is compared.
fn call_back<P: SupervisorProtocol>(
    phase: Phase<P>,
    operation: OperationId,
    desk: &mut Desk<'_, P>,
) -> (Phase<P>, Verdict<P>) {
    match phase {
        Phase::CreatingProxy(entry) if entry.operation == operation => {
            let unborn = Unborn { creation: entry.creation, early_exit: entry.early_exit };
            let ending = cancelling(operation, ChangeKind::Start, Custody::Unborn(unborn));
            (ending, Verdict::Returned(entry.submission))
        }
        Phase::StartWaiting(entry) if entry.operation == operation => {
            let born = Born::idle(entry.proxy);
            let ending = born_cancelling(operation, ChangeKind::Start, born, desk);
            (ending, Verdict::Returned(entry.submission))
        }
        Phase::StartAwaitingReceipt(entry) if entry.operation == operation => {
            start_pending(operation, entry.owing(WorkerResult::Receipt), desk)
        }
        Phase::StartAwaitingOutcome(entry) if entry.operation == operation => {
            start_pending(operation, entry.owing(WorkerResult::Outcome), desk)
        }
        Phase::ReplaceWaiting(entry) if entry.operation == operation => {
            let (proxy, service) = (entry.proxy, entry.base);
            let last = LastOperation::Cancelled(operation);
            let available = Phase::Available(Available { proxy, service, last });
            (available, Verdict::Returned(entry.submission))
        }
        Phase::ReplaceAwaitingReceipt(entry) if entry.operation == operation => {
            replacement_pending(operation, entry.owing(WorkerResult::Receipt), desk)
        }
        Phase::ReplaceAwaitingOutcome(entry) if entry.operation == operation => {
            replacement_pending(operation, entry.owing(WorkerResult::Outcome), desk)
        }
        Phase::Available(entry) => {
            let verdict = recorded(entry.last, operation, || entry.public());
            (Phase::Available(entry), verdict)
        }
        Phase::Ending(ending) => {
            let verdict = of_ending(&ending, operation);
            (Phase::Ending(ending), verdict)
        }
        phase @ (Phase::CreatingProxy(_)
        | Phase::StartWaiting(_)
        | Phase::StartAwaitingReceipt(_)
        | Phase::StartAwaitingOutcome(_)
        | Phase::ReplaceWaiting(_)
        | Phase::ReplaceAwaitingReceipt(_)
        | Phase::ReplaceAwaitingOutcome(_)) => (phase, Verdict::Stale),
    }
}

fn start_pending<P: SupervisorProtocol>(
    operation: OperationId,
    born: Born<P>,
    desk: &mut Desk<'_, P>,
) -> (Phase<P>, Verdict<P>) {
    let ending = born_cancelling(operation, ChangeKind::Start, born, desk);
    (ending, Verdict::Pending(PublicPhase::AwaitingProxyOutcome))
}

fn replacement_pending<P: SupervisorProtocol>(
    operation: OperationId,
    born: Born<P>,
    desk: &mut Desk<'_, P>,
) -> (Phase<P>, Verdict<P>) {
    let ending = born_cancelling(operation, ChangeKind::Replacement, born, desk);
    (ending, Verdict::Pending(PublicPhase::Replacing))
}

fn born_cancelling<P: SupervisorProtocol>(
    operation: OperationId,
    kind: ChangeKind,
    born: Born<P>,
    desk: &mut Desk<'_, P>,
) -> Phase<P> {
    let born = shut_down(born, ShutdownPurpose::Ending, desk);
    cancelling(operation, kind, Custody::Born(born))
}

fn cancelling<P: SupervisorProtocol>(
    operation: OperationId,
    kind: ChangeKind,
    custody: Custody<P>,
) -> Phase<P> {
    let ends = Cancelling { operation, kind };
    Phase::Ending(Ending::Cancelling(Box::new(Owing { ends, custody })))
}

/// The one terminal operation that is kept.
fn recorded<P: SupervisorProtocol>(
    last: LastOperation,
    operation: OperationId,
    public: impl FnOnce() -> PublicPhase<P::Proxy>,
) -> Verdict<P> {
    match last {
        LastOperation::Committed(committed) if committed == operation => {
            Verdict::Committed(public())
        }
        LastOperation::Cancelled(cancelled) if cancelled == operation => Verdict::Cancelled,
        LastOperation::Committed(_) | LastOperation::Cancelled(_) => Verdict::Stale,
    }
}

fn of_ending<P: SupervisorProtocol>(ending: &Ending<P>, operation: OperationId) -> Verdict<P> {
    match ending {
        Ending::StopAvailable(owing) => {
            recorded(owing.ends.last, operation, || PublicPhase::Stopping)
        }
        Ending::StopStart(owing) if owing.ends.operation == operation => Verdict::Draining,
        Ending::Cancelling(owing) if owing.ends.operation == operation => Verdict::Cancelled,
        Ending::ProxyDied(owing)
            if owing.custody.work.owed().is_some_and(|owed| owed.operation == operation) =>
        {
            Verdict::Draining
        }
        Ending::StopStart(_)
        | Ending::Cancelling(_)
        | Ending::Retiring(_)
        | Ending::ProxyDied(_) => Verdict::Stale,
    }
}
