//! Global shutdown: every entry drains exactly once, creations under way included.
//!
//! In one fold each locally held worker goes out, each entry that is not yet ending becomes a drain
//! entry, and each of their born proxies is asked to stop. The deadline's timer is reserved first: if
//! that fails, no drain entry's shutdown goes out, and retirement is forced in this fold.

use super::context::{Context, Desk};
use super::ending::drain::{ShutdownCause, ShutdownDrain};
use super::ending::owed::{Born, Custody, Unborn, WorkerResult};
use super::ending::{DrainPhase, Owing, shut_down};
use super::phase::{Creating, Phase};
use super::table::Table;
use super::{
    ChangeKind, DeadlineId, DynamicLifecycle, Generation, InterruptedWorker, InterruptionCause,
    OperationId, RetirementForce, ScheduleDeadline, ShutdownPurpose, SupervisorOperation,
    SupervisorProtocol,
};
use crate::correlation::Reservation;
use crate::drain_deadline::DrainDeadline;
use crate::policy::ActorDrainPolicy;
use crate::proxy::WorkerSubmission;
use alloc::boxed::Box;

/// How a shutdown fold leaves the supervisor.
#[derive(Debug)]
pub(crate) enum ShutdownEnd<P: SupervisorProtocol> {
    /// Nothing was left to wait for.
    Stopped,
    /// Entries are left to wait for.
    Draining(Table<P, DrainPhase<P>>, DrainDeadline<DeadlineId>),
    /// The deadline could not be reserved.
    Forced(Table<P, DrainPhase<P>>, RetirementForce<P>),
}

/// Takes an operating supervisor out of operation. `own` is the entry that the fold's input picked.
pub(crate) fn shut_all_down<P: SupervisorProtocol>(
    table: Table<P, Phase<P>>,
    cause: ShutdownCause,
    own: Option<Generation>,
    context: &mut Context<'_, P>,
) -> ShutdownEnd<P> {
    if table.is_empty() {
        return ShutdownEnd::Stopped;
    }
    let reserved = reserve_deadline(context);
    let asks = reserved.is_ok();
    let drained = table.drain(own, |identity, phase| {
        Normalization { cause, asks, desk: context.desk(identity) }.drain(phase)
    });
    match reserved {
        Ok(None) => ShutdownEnd::Draining(drained, DrainDeadline::Unlimited),
        Ok(Some(request)) => {
            context.push(SupervisorOperation::ScheduleDeadline(request));
            let phase = DrainDeadline::Scheduling(request.deadline);
            ShutdownEnd::Draining(drained, phase)
        }
        Err(unavailable) => {
            ShutdownEnd::Forced(drained, RetirementForce::DeadlineUnavailable(unavailable))
        }
    }
}

/// Reserves the deadline's timer where the policy asks for one.
fn reserve_deadline<P: SupervisorProtocol>(
    context: &mut Context<'_, P>,
) -> Reservation<Option<ScheduleDeadline>> {
    match context.definition.actor_drain {
        ActorDrainPolicy::WaitForActorGraph => Ok(None),
        ActorDrainPolicy::RetireActorGraphAfter { deadline: after } => {
            let deadline = context.allocators.deadline()?;
            Ok(Some(ScheduleDeadline { deadline, after }))
        }
    }
}

/// One entry's way out of operation.
struct Normalization<'turn, P: SupervisorProtocol> {
    cause: ShutdownCause,
    /// Whether born proxies are asked to stop.
    asks: bool,
    desk: Desk<'turn, P>,
}

impl<P: SupervisorProtocol> Normalization<'_, P> {
    fn drain(mut self, phase: Phase<P>) -> DrainPhase<P> {
        match phase {
            Phase::CreatingProxy(Creating { creation, operation, submission, early_exit }) => {
                self.interrupt(ChangeKind::Start, operation, *submission);
                let custody = Custody::Unborn(Unborn { creation, early_exit });
                self.owing(None, custody)
            }
            Phase::StartWaiting(entry) => {
                self.interrupt(ChangeKind::Start, entry.operation, *entry.submission);
                self.born(None, Born::idle(entry.proxy))
            }
            Phase::StartAwaitingReceipt(entry) => self.emitted(entry.owing(WorkerResult::Receipt)),
            Phase::StartAwaitingOutcome(entry) => self.emitted(entry.owing(WorkerResult::Outcome)),
            Phase::Available(entry) => {
                let running = entry.service.running();
                self.born(None, Born { running, ..Born::idle(entry.proxy) })
            }
            Phase::ReplaceWaiting(entry) => {
                self.interrupt(ChangeKind::Replacement, entry.operation, *entry.submission);
                let running = entry.base.running();
                let born = Born { running, ..Born::idle(entry.proxy) };
                self.born(None, born)
            }
            Phase::ReplaceAwaitingReceipt(entry) => {
                self.emitted(entry.owing(WorkerResult::Receipt))
            }
            Phase::ReplaceAwaitingOutcome(entry) => {
                self.emitted(entry.owing(WorkerResult::Outcome))
            }
            Phase::Ending(ending) => DrainPhase::Ending(ending),
        }
    }

    /// A worker that is still here goes out.
    fn interrupt(
        &mut self,
        kind: ChangeKind,
        operation: OperationId,
        submission: WorkerSubmission<P::Service>,
    ) {
        let cause = InterruptionCause::SupervisorShutdown { kind };
        let worker = InterruptedWorker::Present(submission);
        let event = DynamicLifecycle::WorkerChangeInterrupted { operation, cause, worker };
        self.desk.publish(event);
    }

    fn emitted(self, born: Born<P>) -> DrainPhase<P> {
        let emitted = born.work.owed();
        self.born(emitted.map(|emitted| (emitted.kind(), emitted.operation)), born)
    }

    fn born(
        mut self,
        interrupted: Option<(ChangeKind, OperationId)>,
        born: Born<P>,
    ) -> DrainPhase<P> {
        let born =
            if self.asks { shut_down(born, ShutdownPurpose::Ending, &mut self.desk) } else { born };
        self.owing(interrupted, Custody::Born(born))
    }

    fn owing(
        self,
        interrupted: Option<(ChangeKind, OperationId)>,
        custody: Custody<P>,
    ) -> DrainPhase<P> {
        let ends = ShutdownDrain { cause: self.cause, interrupted };
        DrainPhase::Shutdown(Box::new(Owing { ends, custody }))
    }
}
