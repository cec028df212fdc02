//! Unresolved work of draining workers: each settlement is consumed once, and what it carries goes to
//! the host.

use super::{DrainMember, DrainShutdown, DrainTurn, DrainWork};
use crate::pool::identity::Slot;
use crate::pool::{
    ActivationBeginSettlement, ActivationResult, AssignmentSettlement, InitializationResult,
    InitializationSettlement, InstalledWorker, PoolInput, PoolProtocol, PreReadyFailure,
    Settlement, TransferredValues, WorkerReadyFact, WorkerReference,
};

/// A draining worker whose awaited fact has come: what was unresolved at it is resolved.
struct Held<P: PoolProtocol> {
    worker: InstalledWorker<P>,
    shutdown: DrainShutdown,
}

impl<P: PoolProtocol> DrainTurn<'_, P> {
    pub(super) fn initialization_settled(&mut self, fact: InitializationSettlement<P>) {
        let awaits = |work: &DrainWork<P>| match work {
            DrainWork::Initializing { attempt } => *attempt == fact.attempt,
            DrainWork::Nothing
            | DrainWork::Created { .. }
            | DrainWork::WaitingForActivation { .. }
            | DrainWork::ActivationDispatched { .. }
            | DrainWork::Activating { .. }
            | DrainWork::Delivering { .. } => false,
        };
        let Some((slot, held)) = self.take_awaiting(&fact.worker, awaits) else {
            return self.reject(PoolInput::InitializationSettled(fact));
        };
        let Held { worker, shutdown } = held;
        match fact.result {
            InitializationResult::Stopped { stop, plan } => {
                self.transfer(slot, TransferredValues::Plan(plan));
                self.stopped(slot, worker, DrainWork::Nothing, shutdown, stop);
            }
            result @ (InitializationResult::ReadyForActivation { .. }
            | InitializationResult::Rejected { .. }) => {
                self.transfer(slot, TransferredValues::initialization(result));
                self.keep(slot, worker, DrainWork::Nothing, shutdown);
            }
        }
    }

    pub(super) fn begin_settled(&mut self, fact: ActivationBeginSettlement<P>) {
        let awaits = |work: &DrainWork<P>| match work {
            DrainWork::ActivationDispatched { ticket } => *ticket == fact.ticket,
            DrainWork::Nothing
            | DrainWork::Created { .. }
            | DrainWork::Initializing { .. }
            | DrainWork::WaitingForActivation { .. }
            | DrainWork::Activating { .. }
            | DrainWork::Delivering { .. } => false,
        };
        let Some((slot, held)) = self.take_awaiting(&fact.worker, awaits) else {
            return self.reject(PoolInput::ActivationBeginSettled(fact));
        };
        let work = match fact.result {
            Settlement::Accepted => DrainWork::Activating { ticket: fact.ticket },
            Settlement::Rejected { request, reason } => {
                let failure = PreReadyFailure::BeginRejected { request, reason };
                self.transfer(slot, TransferredValues::Failure(failure));
                DrainWork::Nothing
            }
        };
        self.keep(slot, held.worker, work, held.shutdown);
    }

    pub(super) fn activation_ended(&mut self, fact: WorkerReadyFact<P>) {
        let awaits = |work: &DrainWork<P>| match work {
            DrainWork::Activating { ticket } => *ticket == fact.ticket,
            DrainWork::Nothing
            | DrainWork::Created { .. }
            | DrainWork::Initializing { .. }
            | DrainWork::WaitingForActivation { .. }
            | DrainWork::ActivationDispatched { .. }
            | DrainWork::Delivering { .. } => false,
        };
        let Some((slot, held)) = self.take_awaiting(&fact.worker, awaits) else {
            return self.reject(PoolInput::WorkerReady(fact));
        };
        if let ActivationResult::Rejected { reason } = fact.result {
            let failure = PreReadyFailure::ActivationRejected { reason };
            self.transfer(slot, TransferredValues::Failure(failure));
        }
        self.keep(slot, held.worker, DrainWork::Nothing, held.shutdown);
    }

    pub(super) fn assignment_settled(&mut self, fact: AssignmentSettlement<P>) {
        let Some(slot) = self.slot_of(fact.child) else {
            return self.reject(PoolInput::AssignmentSettled(fact));
        };
        match self.draining.take(slot) {
            DrainMember::Worker { worker, work: DrainWork::Delivering { retained }, shutdown }
                if worker.child == fact.child && retained.assignment() == fact.assignment =>
            {
                if let Settlement::Rejected { request: returned, reason } = fact.result {
                    let completion = None;
                    let values = TransferredValues::RejectedDelivery {
                        retained,
                        returned,
                        reason,
                        completion,
                    };
                    self.transfer(slot, values);
                }
                self.keep(slot, worker, DrainWork::Nothing, shutdown);
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.reject_back(slot, other, PoolInput::AssignmentSettled(fact));
            }
        }
    }

    /// Takes out the worker that a fact names, if it still waits for such a fact.
    fn take_awaiting(
        &mut self,
        named: &WorkerReference<P>,
        awaits: impl FnOnce(&DrainWork<P>) -> bool,
    ) -> Option<(Slot, Held<P>)> {
        let slot = self.slot_of(named.child)?;
        let role = self.context.role(slot);
        match self.draining.take(slot) {
            DrainMember::Worker { worker, work, shutdown }
                if worker.is(role, named) && awaits(&work) =>
            {
                Some((slot, Held { worker, shutdown }))
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.draining.put(slot, other);
                None
            }
        }
    }

    pub(super) fn keep(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        work: DrainWork<P>,
        shutdown: DrainShutdown,
    ) {
        self.draining.put(slot, DrainMember::Worker { worker, work, shutdown });
    }
}
