//! From birth to readiness: initialization, authorization in declaration order, activation.
//!
//! An installed worker is not a ready one. Activation slots are the members that occupy one; a
//! worker that waits for a slot holds its permit and plan, and gives both to the begin request in
//! the fold that finds a slot free. A failure on the way puts the worker through shutdown and stop;
//! a stop on the way waits for the settlement that is still out.

use super::Turn;
use crate::pool::identity::Slot;
use crate::pool::member::{
    Activation, AwaitingAuthorization, InstalledWorker, Member, PreReadyDrain, PreReadyOutstanding,
    ShutdownPair, Work,
};
use crate::pool::{
    ActivationBeginSettlement, ActivationResult, BeginWorkerActivation, InitializationResult,
    InitializationSettlement, OwnedOperation, PoolInput, PoolProtocol, PreReadyFailure, Settlement,
    TransferredValues, WorkerReadyFact,
};
use alloc::boxed::Box;

impl<P: PoolProtocol> Turn<'_, P> {
    #[cold]
    #[inline(never)]
    pub(super) fn initialization_settled(&mut self, fact: InitializationSettlement<P>) {
        let Some(slot) = self.slot_of(fact.worker.child) else {
            return self.reject(PoolInput::InitializationSettled(fact));
        };
        match self.operating.roster.take(slot) {
            Member::Initializing { worker, attempt }
                if worker.is(self.context.role(slot), &fact.worker) && attempt == fact.attempt =>
            {
                self.initialized(slot, worker, fact.result);
            }
            Member::DrainingPreReady(drain) if self.awaits_initialization(slot, &drain, &fact) => {
                self.initialized_after_stop(slot, drain, fact.result);
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
                self.reject_back(slot, other, PoolInput::InitializationSettled(fact));
            }
        }
    }

    fn initialized(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        result: InitializationResult<P>,
    ) {
        match result {
            InitializationResult::ReadyForActivation { permit, plan } => {
                let waiting = AwaitingAuthorization { worker, permit, plan };
                let member = Member::WaitingForActivationAuthorization(waiting);
                self.operating.roster.put(slot, member);
            }
            InitializationResult::Rejected { settlement, plan, reason } => {
                let failure = PreReadyFailure::InitializationRejected { settlement, plan, reason };
                self.fail_before_ready(slot, worker, failure);
            }
            InitializationResult::Stopped { stop, plan } => {
                let accepted = self.accept_stop(stop);
                self.transfer_unused(slot, TransferredValues::Plan(plan));
                self.recover_ended(slot, worker.incarnation.evidence, accepted);
            }
        }
    }

    /// The settlement that a stop had left open: its values are useless, the recovery begins.
    fn initialized_after_stop(
        &mut self,
        slot: Slot,
        drain: PreReadyDrain<P>,
        result: InitializationResult<P>,
    ) {
        self.transfer_unused(slot, TransferredValues::initialization(result));
        self.recover_after_settlement(slot, drain);
    }

    #[cold]
    #[inline(never)]
    pub(super) fn begin_settled(&mut self, fact: ActivationBeginSettlement<P>) {
        let Some(slot) = self.slot_of(fact.worker.child) else {
            return self.reject(PoolInput::ActivationBeginSettled(fact));
        };
        match self.operating.roster.take(slot) {
            Member::ActivationDispatched(activation)
                if activation.is(self.context.role(slot), &fact.worker, fact.ticket) =>
            {
                self.begun(slot, activation, fact.result);
            }
            Member::DrainingPreReady(drain) if self.awaits_begin(slot, &drain, &fact) => {
                self.begun_after_stop(slot, drain, fact.result);
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
                self.reject_back(slot, other, PoolInput::ActivationBeginSettled(fact));
            }
        }
    }

    fn begun(
        &mut self,
        slot: Slot,
        activation: Activation<P>,
        result: Settlement<BeginWorkerActivation<P>, P::Rejection>,
    ) {
        match result {
            Settlement::Accepted => {
                self.operating.roster.put(slot, Member::Activating(activation));
            }
            Settlement::Rejected { request, reason } => {
                let failure = PreReadyFailure::BeginRejected { request, reason };
                self.fail_before_ready(slot, activation.worker, failure);
            }
        }
    }

    fn begun_after_stop(
        &mut self,
        slot: Slot,
        drain: PreReadyDrain<P>,
        result: Settlement<BeginWorkerActivation<P>, P::Rejection>,
    ) {
        if let Settlement::Rejected { request, reason } = result {
            let failure = PreReadyFailure::BeginRejected { request, reason };
            self.transfer_unused(slot, TransferredValues::Failure(failure));
        }
        self.recover_after_settlement(slot, drain);
    }

    #[cold]
    #[inline(never)]
    pub(super) fn activation_ended(&mut self, fact: WorkerReadyFact<P>) {
        let Some(slot) = self.slot_of(fact.worker.child) else {
            return self.reject(PoolInput::WorkerReady(fact));
        };
        if self.becomes_ready(slot, &fact) && self.authorization_stays_open() {
            self.foresee_fill();
        }
        match self.operating.roster.take(slot) {
            Member::Activating(activation)
                if activation.is(self.context.role(slot), &fact.worker, fact.ticket) =>
            {
                self.activated(slot, activation.worker, fact.result);
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
                self.reject_back(slot, other, PoolInput::WorkerReady(fact));
            }
        }
    }

    fn becomes_ready(&self, slot: Slot, fact: &WorkerReadyFact<P>) -> bool {
        match (self.operating.roster.get(slot), &fact.result) {
            (Some(Member::Activating(activation)), ActivationResult::Ready) => {
                activation.is(self.context.role(slot), &fact.worker, fact.ticket)
            }
            (Some(_) | None, ActivationResult::Ready | ActivationResult::Rejected { .. }) => false,
        }
    }

    fn activated(&mut self, slot: Slot, worker: InstalledWorker<P>, result: ActivationResult<P>) {
        match result {
            ActivationResult::Ready => {
                let work = Work::Idle;
                self.operating.roster.put(slot, Member::Ready { worker, work });
            }
            ActivationResult::Rejected { reason } => {
                let failure = PreReadyFailure::ActivationRejected { reason };
                self.fail_before_ready(slot, worker, failure);
            }
        }
    }

    /// A live worker that will never be ready is asked to stop; its failure waits for the end.
    fn fail_before_ready(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        failure: PreReadyFailure<P>,
    ) {
        let pair = self.ask_to_stop(slot, &worker);
        let failure = Box::new(failure);
        let drain = PreReadyDrain::ShutdownAsked { worker, failure, pair };
        self.operating.roster.put(slot, Member::DrainingPreReady(drain));
    }

    /// Asks a worker to stop. If the request cannot be reserved, the pool shuts down and asks anew.
    pub(super) fn ask_to_stop(
        &mut self,
        slot: Slot,
        worker: &InstalledWorker<P>,
    ) -> ShutdownPair<P> {
        match self.context.allocators.shutdown() {
            Ok(id) => {
                self.context.request_shutdown(slot, worker, id);
                ShutdownPair::Open { id }
            }
            Err(_) => {
                self.closing = true;
                ShutdownPair::Unreserved
            }
        }
    }

    /// Gives free activation slots to waiting roles, in declaration order.
    #[cold]
    #[inline(never)]
    pub(super) fn authorize(&mut self) {
        let mut from = 0;
        while !self.closing
            && let Some(slot) = self.operating.roster.next_awaiting_authorization(from)
            && self.operating.roster.free_activations(self.context.definition.activation_limit) > 0
        {
            if let Member::WaitingForActivationAuthorization(waiting) =
                self.operating.roster.take(slot)
            {
                self.authorize_one(slot, waiting);
            }
            from = slot + 1;
        }
    }

    fn authorize_one(&mut self, slot: Slot, waiting: AwaitingAuthorization<P>) {
        let AwaitingAuthorization { worker, permit, plan } = waiting;
        match self.context.allocators.activation(slot) {
            Ok(ticket) => {
                let child = worker.child;
                let request = BeginWorkerActivation { child, ticket, permit, plan };
                self.context.push(OwnedOperation::BeginWorkerActivation(request));
                let activation = Activation { worker, ticket };
                self.operating.roster.put(slot, Member::ActivationDispatched(activation));
            }
            Err(rejection) => {
                let failure = PreReadyFailure::TicketUnavailable { permit, plan, rejection };
                self.fail_before_ready(slot, worker, failure);
            }
        }
    }

    fn awaits_initialization(
        &self,
        slot: Slot,
        drain: &PreReadyDrain<P>,
        fact: &InitializationSettlement<P>,
    ) -> bool {
        let awaited = PreReadyOutstanding::Initialization { attempt: fact.attempt.clone() };
        drain.awaits(self.context.role(slot), &fact.worker, &awaited)
    }

    fn awaits_begin(
        &self,
        slot: Slot,
        drain: &PreReadyDrain<P>,
        fact: &ActivationBeginSettlement<P>,
    ) -> bool {
        let awaited = PreReadyOutstanding::Begin { ticket: fact.ticket };
        drain.awaits(self.context.role(slot), &fact.worker, &awaited)
    }
}
