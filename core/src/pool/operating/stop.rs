//! Stops and shutdown settlements: the two halves that end a worker, in either order.

use super::Turn;
use crate::pool::identity::Slot;
use crate::pool::member::{
    AcceptedStop, Activation, Assignment, AssignmentJoin, Creating, InstalledWorker, Member,
    PreReadyDrain, PreReadyOutstanding, PriorStop, ShutdownPair, Work,
};
use crate::pool::{
    OwnedOperation, PoolDiagnostic, PoolInput, PoolProtocol, PreReadyFailure, Settlement,
    StopClass, TransferredValues, WorkerShutdownSettlement, WorkerStop, WorkerStopFact,
};
use alloc::boxed::Box;

impl<P: PoolProtocol> Turn<'_, P> {
    #[cold]
    #[inline(never)]
    pub(super) fn worker_stopped(&mut self, fact: WorkerStopFact<P>) {
        let Some(slot) = self.slot_of(fact.worker.child) else {
            return self.reject(PoolInput::WorkerStopped(fact));
        };
        if !self.names_held_worker(slot, &fact) {
            return self.reject(PoolInput::WorkerStopped(fact));
        }
        self.foresee_interruption(slot, &fact.stop);
        match self.operating.roster.take(slot) {
            Member::Creating(creating) => self.creating_stopped(slot, creating, fact),
            Member::Initializing { worker, attempt } => {
                let outstanding = PreReadyOutstanding::Initialization { attempt };
                self.stop_first(slot, worker, fact.stop, outstanding);
            }
            Member::WaitingForActivationAuthorization(waiting) => {
                let stop = self.accept_stop(fact.stop);
                let (permit, plan) = (waiting.permit, waiting.plan);
                self.transfer_unused(slot, TransferredValues::Activation { permit, plan });
                self.recover_ended(slot, waiting.worker.incarnation.evidence, stop);
            }
            Member::ActivationDispatched(activation) => {
                self.cancel(&activation);
                let Activation { worker, ticket } = activation;
                self.stop_first(slot, worker, fact.stop, PreReadyOutstanding::Begin { ticket });
            }
            Member::Activating(activation) => {
                self.cancel(&activation);
                let stop = self.accept_stop(fact.stop);
                self.recover_ended(slot, activation.worker.incarnation.evidence, stop);
            }
            Member::DrainingPreReady(drain) => self.pre_ready_stopped(slot, drain, fact),
            Member::Ready { worker, work: Work::Idle } => {
                let stop = self.accept_stop(fact.stop);
                self.recover_ended(slot, worker.incarnation.evidence, stop);
            }
            Member::Ready { worker, work: Work::Busy(assignment) } => {
                self.busy_stopped(slot, worker, assignment, fact);
            }
            Member::Stopping { worker, pair } => self.quarantined_stopped(slot, worker, pair, fact),
            lost @ (Member::Recovering(_) | Member::Retired) => {
                self.reject_back(slot, lost, PoolInput::WorkerStopped(fact));
            }
        }
    }

    /// Whether a stop names the worker that the member holds. Before the birth is told there is no
    /// evidence to compare.
    fn names_held_worker(&self, slot: Slot, fact: &WorkerStopFact<P>) -> bool {
        let held = self.operating.roster.get(slot).and_then(Member::holds);
        held.is_some_and(|(child, evidence)| {
            child == fact.worker.child
                && evidence.is_none_or(|evidence| *evidence == fact.worker.evidence)
                && *self.context.role(slot) == fact.worker.role
        })
    }

    fn creating_stopped(&mut self, slot: Slot, creating: Creating<P>, fact: WorkerStopFact<P>) {
        if creating.prior_stop.is_some() {
            let member = Member::Creating(creating);
            return self.reject_back(slot, member, PoolInput::WorkerStopped(fact));
        }
        let prior = PriorStop { named: fact.worker, accepted: self.judge(fact.stop) };
        let creating = Creating { prior_stop: Some(Box::new(prior)), ..creating };
        self.operating.roster.put(slot, Member::Creating(creating));
    }

    /// A stop while an initialization or a begin is out: recovery waits for that settlement.
    fn stop_first(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        stop: WorkerStop<P>,
        outstanding: PreReadyOutstanding<P>,
    ) {
        let stop = self.accept_stop(stop);
        let InstalledWorker { child, incarnation } = worker;
        let evidence = incarnation.evidence;
        let drain = PreReadyDrain::StoppedFirst { child, evidence, stop, outstanding };
        self.operating.roster.put(slot, Member::DrainingPreReady(drain));
    }

    fn cancel(&mut self, activation: &Activation<P>) {
        let (child, ticket) = (activation.worker.child, activation.ticket);
        self.context.push(OwnedOperation::CancelWorkerActivation { child, ticket });
    }

    fn pre_ready_stopped(&mut self, slot: Slot, drain: PreReadyDrain<P>, fact: WorkerStopFact<P>) {
        match drain {
            PreReadyDrain::ShutdownAsked { worker, failure, pair: ShutdownPair::Open { id } } => {
                let stop = Box::new(self.accept_stop(fact.stop));
                let pair = ShutdownPair::Stopped { id, stop };
                let drain = PreReadyDrain::ShutdownAsked { worker, failure, pair };
                self.operating.roster.put(slot, Member::DrainingPreReady(drain));
            }
            PreReadyDrain::ShutdownAsked {
                worker,
                failure,
                pair: ShutdownPair::Settled { .. },
            } => {
                let stop = self.accept_stop(fact.stop);
                self.close_pre_ready(slot, worker, *failure, stop);
            }
            PreReadyDrain::ShutdownAsked {
                pair: ShutdownPair::Stopped { .. } | ShutdownPair::Unreserved,
                ..
            }
            | PreReadyDrain::StoppedFirst { .. } => {
                let member = Member::DrainingPreReady(drain);
                self.reject_back(slot, member, PoolInput::WorkerStopped(fact));
            }
        }
    }

    fn quarantined_stopped(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        pair: ShutdownPair<P>,
        fact: WorkerStopFact<P>,
    ) {
        match pair {
            ShutdownPair::Open { id } => {
                let stop = Box::new(self.accept_stop(fact.stop));
                let pair = ShutdownPair::Stopped { id, stop };
                self.operating.roster.put(slot, Member::Stopping { worker, pair });
            }
            ShutdownPair::Settled { .. } => {
                let stop = self.accept_stop(fact.stop);
                self.close_asked(slot, worker, stop);
            }
            ShutdownPair::Stopped { .. } | ShutdownPair::Unreserved => {
                let member = Member::Stopping { worker, pair };
                self.reject_back(slot, member, PoolInput::WorkerStopped(fact));
            }
        }
    }

    fn busy_stopped(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        assignment: Assignment<P>,
        fact: WorkerStopFact<P>,
    ) {
        let Assignment { obligation, retained, join } = assignment;
        let join = match join {
            AssignmentJoin::DeliveryAcceptedAwaitingTerminal => {
                let stop = self.accept_stop(fact.stop);
                self.interrupt(slot, obligation);
                return self.recover_ended(slot, worker.incarnation.evidence, stop);
            }
            AssignmentJoin::AwaitingDeliveryAndTerminal => {
                let stop = Box::new(self.accept_stop(fact.stop));
                AssignmentJoin::StopBeforeDelivery { stop, later_completion: None }
            }
            AssignmentJoin::CompletionBeforeDelivery { completion, later_stop: None } => {
                let later_stop = Some(Box::new(self.accept_stop(fact.stop)));
                AssignmentJoin::CompletionBeforeDelivery { completion, later_stop }
            }
            stopped @ (AssignmentJoin::CompletionBeforeDelivery { later_stop: Some(_), .. }
            | AssignmentJoin::StopBeforeDelivery { .. }) => {
                let work = Work::Busy(Assignment { obligation, retained, join: stopped });
                let fact = PoolInput::WorkerStopped(fact);
                return self.reject_back(slot, Member::Ready { worker, work }, fact);
            }
        };
        let work = Work::Busy(Assignment { obligation, retained, join });
        self.operating.roster.put(slot, Member::Ready { worker, work });
    }

    #[cold]
    #[inline(never)]
    pub(super) fn shutdown_settled(&mut self, fact: WorkerShutdownSettlement<P>) {
        let Some(slot) = self.slot_of(fact.shutdown.worker.child) else {
            return self.reject(PoolInput::WorkerShutdownSettled(fact));
        };
        match self.operating.roster.take(slot) {
            Member::DrainingPreReady(PreReadyDrain::ShutdownAsked { worker, failure, pair })
                if self.awaits_settlement(slot, &worker, &pair, &fact) =>
            {
                self.note_settlement(slot, fact.result);
                match pair.settled() {
                    Ok(stop) => self.close_pre_ready(slot, worker, *failure, stop),
                    Err(pair) => {
                        let drain = PreReadyDrain::ShutdownAsked { worker, failure, pair };
                        self.operating.roster.put(slot, Member::DrainingPreReady(drain));
                    }
                }
            }
            Member::Stopping { worker, pair }
                if self.awaits_settlement(slot, &worker, &pair, &fact) =>
            {
                self.note_settlement(slot, fact.result);
                match pair.settled() {
                    Ok(stop) => self.close_asked(slot, worker, stop),
                    Err(pair) => {
                        self.operating.roster.put(slot, Member::Stopping { worker, pair });
                    }
                }
            }
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
                self.reject_back(slot, other, PoolInput::WorkerShutdownSettled(fact));
            }
        }
    }

    fn awaits_settlement(
        &self,
        slot: Slot,
        worker: &InstalledWorker<P>,
        pair: &ShutdownPair<P>,
        fact: &WorkerShutdownSettlement<P>,
    ) -> bool {
        worker.is(self.context.role(slot), &fact.shutdown.worker)
            && pair.awaits_settlement(fact.shutdown.id)
    }

    /// A rejected request is one half of the pair and a diagnostic; it never stands for the stop.
    fn note_settlement(
        &mut self,
        slot: Slot,
        result: Settlement<crate::pool::ShutdownWorker<P>, P::Rejection>,
    ) {
        if let Settlement::Rejected { request, reason } = result {
            let role = self.context.role(slot).clone();
            self.diagnose(PoolDiagnostic::WorkerShutdownRejected { role, request, reason });
        }
    }

    /// Both halves of a worker that failed before it was ready are in.
    fn close_pre_ready(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        failure: PreReadyFailure<P>,
        stop: AcceptedStop<P>,
    ) {
        let role = self.context.role(slot).clone();
        self.diagnose(PoolDiagnostic::WorkerFailed { role, failure });
        self.close_asked(slot, worker, stop);
    }

    /// Both halves of a worker that was asked to stop are in: its stop counts as abnormal.
    fn close_asked(&mut self, slot: Slot, worker: InstalledWorker<P>, stop: AcceptedStop<P>) {
        self.recover(slot, worker.incarnation.evidence, stop, StopClass::Abnormal);
    }
}
