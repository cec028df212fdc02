//! Joins: delivery settlement, completion and stop of one assignment, in any order.
//!
//! Exactly one branch decides what becomes of the job. A completion decides it once the delivery is
//! known to have been accepted, unless the stop came first; a stop decides it by the interruption
//! policy; a rejected delivery brings the authority back, and its reunion with the retained half
//! proves that the job was never taken.

use super::{FillPlan, Turn};
use crate::pool::authority::RetainedHalf;
use crate::pool::definition::Interruption;
use crate::pool::identity::Slot;
use crate::pool::member::{
    AcceptedStop, AssignmentJoin, Busy, CustomerObligation, InstalledWorker, Member,
};
use crate::pool::{
    AssignedReturnReason, AssignmentCommand, AssignmentSettlement, CompletionEvidence,
    OwnedOperation, PoolDiagnostic, PoolInput, PoolProtocol, RejectedFactClass, Settlement,
    TerminalCustomerOutcome, TransferReason, TransferredValues, WorkerCompleted, WorkerStop,
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
    pub(super) fn assignment_settled(&mut self, fact: AssignmentSettlement<P>) {
        let Some(slot) = self.slot_of(fact.child) else {
            return self.reject(PoolInput::AssignmentSettled(fact));
        };
        let busy = match self.operating.roster.get_mut(slot) {
            Some(Member::Busy(busy)) if busy.awaits_delivery(&fact) => busy,
            Some(_) | None => return self.reject(PoolInput::AssignmentSettled(fact)),
        };
        match fact.result {
            Settlement::Accepted if busy.join.is_untouched() => {
                busy.join = AssignmentJoin::DeliveryAcceptedAwaitingTerminal;
            }
            Settlement::Accepted => self.accepted_late(slot),
            Settlement::Rejected { request, reason } => {
                self.delivery_rejected(slot, request, reason);
            }
        }
    }

    /// The delivery was accepted after a completion or a stop had come.
    fn accepted_late(&mut self, slot: Slot) {
        self.foresee_accepted(slot);
        let Some(Busy { worker, obligation, retained, join }) = self.take_busy(slot) else {
            return;
        };
        match join {
            AssignmentJoin::CompletionBeforeDelivery { completion, later_stop: None } => {
                self.complete(slot, obligation, *completion);
                self.operating.roster.put(slot, Member::Idle { worker });
            }
            AssignmentJoin::CompletionBeforeDelivery { completion, later_stop: Some(stop) } => {
                self.complete(slot, obligation, *completion);
                self.stopped(slot, worker, *stop);
            }
            AssignmentJoin::StopBeforeDelivery { stop, later_completion } => {
                self.interrupt(slot, obligation);
                if let Some(completion) = later_completion {
                    self.stale(WorkerCompleted { child: worker.child, completion: *completion });
                }
                self.stopped(slot, worker, *stop);
            }
            join @ (AssignmentJoin::AwaitingDeliveryAndTerminal
            | AssignmentJoin::DeliveryAcceptedAwaitingTerminal) => {
                let busy = Busy { worker, obligation, retained, join };
                self.operating.roster.put(slot, Member::Busy(busy));
            }
        }
    }

    fn delivery_rejected(
        &mut self,
        slot: Slot,
        returned: AssignmentCommand<P>,
        reason: P::Rejection,
    ) {
        self.foresee_returned(slot, &returned);
        let Some(Busy { worker, obligation, retained, join }) = self.take_busy(slot) else {
            return;
        };
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
            Some(stop) => self.stopped(slot, worker, *stop),
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
            Some(stop) => self.stopped(slot, worker, *stop),
            None => self.operating.roster.put(slot, Member::Idle { worker }),
        }
    }

    pub(super) fn worker_completed(&mut self, fact: WorkerCompleted<P>) {
        let Some(slot) = self.slot_of(fact.child) else {
            return self.reject(PoolInput::WorkerCompleted(fact));
        };
        let busy = match self.operating.roster.get_mut(slot) {
            Some(Member::Busy(busy)) if busy.awaits_completion(&fact) => busy,
            Some(_) | None => return self.reject(PoolInput::WorkerCompleted(fact)),
        };
        match &mut busy.join {
            AssignmentJoin::DeliveryAcceptedAwaitingTerminal => self.completed(slot, fact),
            AssignmentJoin::StopBeforeDelivery { later_completion, .. } => {
                *later_completion = Some(Box::new(fact.completion));
            }
            join @ (AssignmentJoin::AwaitingDeliveryAndTerminal
            | AssignmentJoin::CompletionBeforeDelivery { .. }) => {
                let completion = Box::new(fact.completion);
                *join = AssignmentJoin::CompletionBeforeDelivery { completion, later_stop: None };
            }
        }
    }

    fn completed(&mut self, slot: Slot, fact: WorkerCompleted<P>) {
        self.foresee_fill();
        if let Some(Busy { worker, obligation, .. }) = self.take_busy(slot) {
            self.complete(slot, obligation, fact.completion);
            self.operating.roster.put(slot, Member::Idle { worker });
        }
    }

    /// Ends a job with its result.
    fn complete(
        &mut self,
        slot: Slot,
        obligation: CustomerObligation<P>,
        completion: CompletionEvidence<P>,
    ) {
        let (job, role) = (obligation.job(self.context.instance), self.context.role(slot).clone());
        let output = completion.into_output();
        let outcome = TerminalCustomerOutcome::Completed { job, role, output };
        let route = obligation.customer;
        self.context.push(OwnedOperation::DeliverCustomerTerminal { route, outcome });
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

    fn stopped(&mut self, slot: Slot, worker: InstalledWorker<P>, stop: AcceptedStop<P>) {
        let class = stop.class();
        self.recover(slot, worker.incarnation.evidence, stop, class);
    }

    fn stale(&mut self, fact: WorkerCompleted<P>) {
        let (class, fact) = (RejectedFactClass::Stale, PoolInput::WorkerCompleted(fact));
        self.diagnose(PoolDiagnostic::RejectedFact { class, fact });
    }

    fn take_busy(&mut self, slot: Slot) -> Option<Busy<P>> {
        match self.operating.roster.take(slot) {
            Member::Busy(busy) => Some(busy),
            other @ (Member::Creating(_)
            | Member::Initializing { .. }
            | Member::WaitingForActivationAuthorization(_)
            | Member::ActivationDispatched(_)
            | Member::Activating(_)
            | Member::DrainingPreReady(_)
            | Member::Idle { .. }
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
        let Some(Member::Busy(Busy { obligation, join, .. })) = self.operating.roster.get(slot)
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
        let Some(Member::Busy(busy)) = self.operating.roster.get(slot) else { return };
        match &busy.join {
            AssignmentJoin::CompletionBeforeDelivery { later_stop: None, .. } => {
                self.foresee_fill();
            }
            AssignmentJoin::StopBeforeDelivery { stop, later_completion } => {
                let stale = usize::from(later_completion.is_some());
                let retries = self.context.definition.interruption == Interruption::Retry;
                if retries && self.recovery_stays_open(stop.class(), stale) {
                    self.fill = self.foresee_retry(&busy.obligation.payload);
                }
            }
            AssignmentJoin::AwaitingDeliveryAndTerminal
            | AssignmentJoin::DeliveryAcceptedAwaitingTerminal
            | AssignmentJoin::CompletionBeforeDelivery { later_stop: Some(_), .. } => {}
        }
    }

    /// Foresees what a rejected delivery will dispatch.
    fn foresee_returned(&mut self, slot: Slot, returned: &AssignmentCommand<P>) {
        if let Some(Member::Busy(busy)) = self.operating.roster.get(slot)
            && busy.retained.matches(&busy.worker, returned)
        {
            self.fill = self.foresee_requeue(busy);
        }
    }

    fn foresee_requeue(&self, busy: &Busy<P>) -> Option<FillPlan<P>> {
        let stays_open = match &busy.join {
            AssignmentJoin::AwaitingDeliveryAndTerminal => self.quarantine_stays_open(),
            AssignmentJoin::StopBeforeDelivery { stop, later_completion: None } => {
                self.recovery_stays_open(stop.class(), 0)
            }
            AssignmentJoin::DeliveryAcceptedAwaitingTerminal
            | AssignmentJoin::CompletionBeforeDelivery { .. }
            | AssignmentJoin::StopBeforeDelivery { later_completion: Some(_), .. } => false,
        };
        if stays_open { self.foresee_retry(&busy.obligation.payload) } else { None }
    }
}
