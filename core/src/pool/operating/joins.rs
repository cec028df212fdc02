//! Joins: delivery settlement, completion and stop of one assignment, in any order.
//!
//! Exactly one branch decides what becomes of the job. A completion decides it once the delivery is
//! known to have been accepted, unless the stop came first; a stop decides it by the interruption
//! policy; a rejected delivery brings the authority back, and its reunion with the retained half
//! proves that the job was never taken.
//!
//! The two inputs of the steady path look the member up by the nonce's position alone: the exact
//! match that follows compares the whole nonce, its pool included.

use super::{FillPlan, Rest, Turn};
use crate::pool::authority::RetainedHalf;
use crate::pool::definition::Interruption;
use crate::pool::identity::Slot;
use crate::pool::member::{
    AcceptedStop, Assignment, AssignmentJoin, CustomerObligation, InstalledWorker, Member, Work,
};
use crate::pool::{
    AssignedReturnReason, AssignmentCommand, AssignmentSettlement, CompletionEvidence,
    PoolDiagnostic, PoolInput, PoolProtocol, Settlement, TransferReason, TransferredValues,
    WorkerCompleted, WorkerStop,
};
use alloc::boxed::Box;

/// A delivery that was rejected, with what the pool still holds of the assignment.
struct RejectedDelivery<P: PoolProtocol> {
    retained: RetainedHalf,
    returned: AssignmentCommand<P>,
    reason: P::Rejection,
    completion: Option<Box<CompletionEvidence<P>>>,
}

impl<P: PoolProtocol> Turn<'_, P> {
    #[inline(never)]
    pub(super) fn assignment_settled(&mut self, fact: AssignmentSettlement<P>) -> Rest {
        let slot = fact.child.position();
        match self.operating.roster.busy_mut(slot) {
            Some((worker, assignment)) if assignment.awaits_delivery(worker, &fact) => {
                if let Settlement::Rejected { request, reason } = fact.result {
                    self.delivery_rejected(slot, request, reason);
                } else if assignment.join.is_untouched() {
                    assignment.join = AssignmentJoin::DeliveryAcceptedAwaitingTerminal;
                    return Rest::Nothing;
                } else {
                    self.accepted_late(slot);
                }
            }
            Some(_) | None => self.reject(PoolInput::AssignmentSettled(fact)),
        }
        Rest::LaterSteps
    }

    /// The delivery was accepted after a completion or a stop had come.
    #[cold]
    #[inline(never)]
    fn accepted_late(&mut self, slot: Slot) {
        self.foresee_accepted(slot);
        let Some((worker, assignment)) = self.take_busy(slot) else { return };
        let Assignment { obligation, retained, join } = assignment;
        match join {
            AssignmentJoin::CompletionBeforeDelivery { completion, later_stop: None } => {
                self.context.complete(slot, obligation, *completion);
                self.operating.roster.put(slot, Member::Ready { worker, work: Work::Idle });
            }
            AssignmentJoin::CompletionBeforeDelivery { completion, later_stop: Some(stop) } => {
                self.context.complete(slot, obligation, *completion);
                self.recover_ended(slot, worker.incarnation.evidence, *stop);
            }
            AssignmentJoin::StopBeforeDelivery { stop, later_completion } => {
                self.interrupt(slot, obligation);
                if let Some(completion) = later_completion {
                    let fact = WorkerCompleted { child: worker.child, completion: *completion };
                    self.diagnose(PoolDiagnostic::stale_completion(fact));
                }
                self.recover_ended(slot, worker.incarnation.evidence, *stop);
            }
            join @ (AssignmentJoin::AwaitingDeliveryAndTerminal
            | AssignmentJoin::DeliveryAcceptedAwaitingTerminal) => {
                let work = Work::Busy(Assignment { obligation, retained, join });
                self.operating.roster.put(slot, Member::Ready { worker, work });
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn delivery_rejected(
        &mut self,
        slot: Slot,
        returned: AssignmentCommand<P>,
        reason: P::Rejection,
    ) {
        self.foresee_returned(slot, &returned);
        let Some((worker, assignment)) = self.take_busy(slot) else { return };
        let Assignment { obligation, retained, join } = assignment;
        let (completion, stop) = join.into_terminal();
        let rejected = RejectedDelivery { retained, returned, reason, completion };
        if rejected.completion.is_none() && rejected.retained.matches(&worker, &rejected.returned) {
            self.reunited(slot, worker, obligation, rejected, stop);
        } else {
            self.contradicted(slot, worker, obligation, rejected, stop);
        }
    }

    /// The job was never taken: it goes back, whatever the interruption policy says, and the worker
    /// is quarantined, or recovered from the stop that had come.
    fn reunited(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        obligation: CustomerObligation<P>,
        rejected: RejectedDelivery<P>,
        stop: Option<Box<AcceptedStop<P>>>,
    ) {
        let RejectedDelivery { retained, returned, .. } = rejected;
        retained.cancel(returned);
        self.operating.backlog.reinsert(obligation, slot);
        match stop {
            Some(stop) => self.recover_ended(slot, worker.incarnation.evidence, *stop),
            None => {
                let pair = self.ask_to_stop(slot, &worker);
                self.operating.roster.put(slot, Member::Stopping { worker, pair });
            }
        }
    }

    /// Facts about one assignment exclude each other: the job returns, all facts go to the host, and
    /// the whole pool shuts down.
    fn contradicted(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        obligation: CustomerObligation<P>,
        rejected: RejectedDelivery<P>,
        stop: Option<Box<AcceptedStop<P>>>,
    ) {
        let RejectedDelivery { retained, returned, reason, completion } = rejected;
        let why = if retained.matches(&worker, &returned) {
            TransferReason::Contradictory
        } else {
            TransferReason::Mismatch
        };
        let completion = completion.map(|completion| *completion);
        let retained = retained.detach(&worker);
        let values = TransferredValues::RejectedDelivery { retained, returned, reason, completion };
        let outcome = AssignedReturnReason::ContradictoryAssignmentSettlement;
        self.context.return_assigned(slot, obligation, outcome);
        self.context.transfer(slot, values, why);
        self.closing = true;
        match stop {
            Some(stop) => self.recover_ended(slot, worker.incarnation.evidence, *stop),
            None => self.operating.roster.put(slot, Member::Ready { worker, work: Work::Idle }),
        }
    }

    #[inline(never)]
    pub(super) fn worker_completed(&mut self, fact: WorkerCompleted<P>) -> Rest {
        let slot = fact.child.position();
        match self.operating.roster.busy_mut(slot) {
            Some((worker, assignment)) if assignment.awaits_completion(worker, &fact) => {
                if assignment.join.is_delivered() {
                    return self.completed(slot, fact.completion);
                }
                assignment.join.completed_early(fact.completion);
            }
            Some(_) | None => self.reject(PoolInput::WorkerCompleted(fact)),
        }
        Rest::LaterSteps
    }

    #[inline(always)]
    fn completed(&mut self, slot: Slot, completion: CompletionEvidence<P>) -> Rest {
        if self.operating.backlog.is_empty() {
            self.finish(slot, completion);
            Rest::Nothing
        } else if self.context.allocators.dispatches.will_reserve() {
            self.hand_over(slot, completion);
            Rest::Nothing
        } else {
            self.finish_before_fill(slot, completion);
            Rest::LaterSteps
        }
    }

    /// The head of the queue cannot be dispatched.
    #[cold]
    #[inline(never)]
    fn finish_before_fill(&mut self, slot: Slot, completion: CompletionEvidence<P>) {
        self.foresee_fill();
        self.finish(slot, completion);
    }

    /// A worker ends its job and is idle.
    #[inline(always)]
    fn finish(&mut self, slot: Slot, completion: CompletionEvidence<P>) {
        if let Some(obligation) = self.operating.roster.release(slot) {
            self.context.complete(slot, obligation, completion);
        }
    }

    /// A worker ends its job and takes the head of the queue, all in place. While jobs wait nobody
    /// is idle, so the choice of a role could find no other one.
    #[inline(always)]
    fn hand_over(&mut self, slot: Slot, completion: CompletionEvidence<P>) {
        let Some(head) = self.operating.backlog.head() else { return };
        let execution = head.payload.clone();
        let Some((worker, assignment)) = self.operating.roster.busy_mut(slot) else { return };
        let Ok(triple) = self.context.allocators.dispatches.reserve() else { return };
        let Some(next) = self.operating.backlog.pop_to_dispatch() else { return };
        let ended = core::mem::replace(&mut assignment.obligation, next);
        self.context.complete(slot, ended, completion);
        assignment.retained = self.context.deliver(worker, execution, triple);
        assignment.join = AssignmentJoin::AwaitingDeliveryAndTerminal;
        self.advance_cursor(slot);
    }

    /// A worker stopped on its accepted job.
    pub(super) fn interrupt(&mut self, slot: Slot, obligation: CustomerObligation<P>) {
        match self.context.definition.interruption {
            Interruption::Fail => {
                let reason = AssignedReturnReason::WorkerStopped;
                self.context.return_assigned(slot, obligation, reason);
            }
            Interruption::Retry => self.operating.backlog.reinsert(obligation, slot),
        }
    }

    fn take_busy(&mut self, slot: Slot) -> Option<(InstalledWorker<P>, Assignment<P>)> {
        match self.operating.roster.take(slot) {
            Member::Ready { worker, work: Work::Busy(assignment) } => Some((worker, assignment)),
            other @ (Member::Creating(_)
            | Member::Initializing { .. }
            | Member::WaitingForActivationAuthorization(_)
            | Member::ActivationDispatched(_)
            | Member::Activating(_)
            | Member::DrainingPreReady(_)
            | Member::Ready { .. }
            | Member::Recovering(_)
            | Member::Stopping { .. }
            | Member::Retired) => {
                self.operating.roster.put(slot, other);
                None
            }
        }
    }

    /// Foresees what an interruption by `stop` will dispatch.
    pub(super) fn foresee_interruption(&mut self, slot: Slot, stop: &WorkerStop<P>) {
        let Some((_, Assignment { obligation, join, .. })) = self.operating.roster.busy(slot)
        else {
            return;
        };
        let interrupts = matches!(join, AssignmentJoin::DeliveryAcceptedAwaitingTerminal)
            && self.context.definition.interruption == Interruption::Retry;
        if interrupts && self.recovery_stays_open(stop.class, 0) {
            self.fill = self.foresee_retry(&obligation.payload);
        }
    }

    /// Foresees what a late acceptance will dispatch.
    fn foresee_accepted(&mut self, slot: Slot) {
        let Some((_, assignment)) = self.operating.roster.busy(slot) else { return };
        match &assignment.join {
            AssignmentJoin::CompletionBeforeDelivery { later_stop: None, .. } => {
                self.foresee_fill();
            }
            AssignmentJoin::StopBeforeDelivery { stop, later_completion } => {
                let stale = usize::from(later_completion.is_some());
                let retries = self.context.definition.interruption == Interruption::Retry;
                if retries && self.recovery_stays_open(stop.class(), stale) {
                    self.fill = self.foresee_retry(&assignment.obligation.payload);
                }
            }
            AssignmentJoin::AwaitingDeliveryAndTerminal
            | AssignmentJoin::DeliveryAcceptedAwaitingTerminal
            | AssignmentJoin::CompletionBeforeDelivery { later_stop: Some(_), .. } => {}
        }
    }

    /// Foresees what a rejected delivery will dispatch.
    fn foresee_returned(&mut self, slot: Slot, returned: &AssignmentCommand<P>) {
        if let Some((worker, assignment)) = self.operating.roster.busy(slot)
            && assignment.retained.matches(worker, returned)
        {
            self.fill = self.foresee_requeue(assignment);
        }
    }

    fn foresee_requeue(&self, assignment: &Assignment<P>) -> Option<FillPlan<P>> {
        let stays_open = match &assignment.join {
            AssignmentJoin::AwaitingDeliveryAndTerminal => self.quarantine_stays_open(),
            AssignmentJoin::StopBeforeDelivery { stop, later_completion: None } => {
                self.recovery_stays_open(stop.class(), 0)
            }
            AssignmentJoin::DeliveryAcceptedAwaitingTerminal
            | AssignmentJoin::CompletionBeforeDelivery { .. }
            | AssignmentJoin::StopBeforeDelivery { later_completion: Some(_), .. } => false,
        };
        if stays_open { self.foresee_retry(&assignment.obligation.payload) } else { None }
    }
}
