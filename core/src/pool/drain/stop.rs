//! Stops and shutdown settlements during drain: a worker leaves when both have come.

use super::{DrainMember, DrainShutdown, DrainTurn, DrainWork};
use crate::pool::identity::Slot;
use crate::pool::{
    ChildNonce, InstalledWorker, PoolDiagnostic, PoolInput, PoolProtocol, Settlement, ShutdownId,
    TransferredValues, WorkerShutdownSettlement, WorkerStop, WorkerStopFact,
};
use alloc::boxed::Box;

impl<P: PoolProtocol> DrainTurn<'_, P> {
    pub(super) fn worker_stopped(&mut self, fact: WorkerStopFact<P>) {
        let Some(slot) = self.slot_of(fact.worker.child) else {
            return self.reject(PoolInput::WorkerStopped(fact));
        };
        let role = self.context.role(slot);
        match self.draining.take(slot) {
            DrainMember::ResolvingCreation { child, prior_stop: None }
                if child == fact.worker.child && *role == fact.worker.role =>
            {
                let prior_stop = Some(Box::new(fact));
                self.draining.put(slot, DrainMember::ResolvingCreation { child, prior_stop });
            }
            DrainMember::Worker { worker, work, shutdown } if worker.is(role, &fact.worker) => {
                self.stopped(slot, worker, work, shutdown, fact.stop);
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.reject_back(slot, other, PoolInput::WorkerStopped(fact));
            }
        }
    }

    /// A stop releases all that is unresolved; what the pool holds of it goes to the host.
    pub(super) fn stopped(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        work: DrainWork<P>,
        shutdown: DrainShutdown,
        stop: WorkerStop<P>,
    ) {
        if let Some(values) = work.into_values() {
            self.transfer(slot, values);
        }
        let InstalledWorker { child, incarnation } = worker;
        let member = match shutdown {
            DrainShutdown::Requested(shutdown) => {
                let evidence = incarnation.evidence;
                DrainMember::StoppedWorker { child, evidence, stop, shutdown }
            }
            DrainShutdown::Settled(_) | DrainShutdown::NotRequested => DrainMember::Drained,
        };
        self.draining.put(slot, member);
    }

    pub(super) fn shutdown_settled(&mut self, fact: WorkerShutdownSettlement<P>) {
        let named = &fact.shutdown;
        let Some(slot) = self.slot_of(named.worker.child) else {
            return self.reject(PoolInput::WorkerShutdownSettled(fact));
        };
        let role = self.context.role(slot);
        match self.draining.take(slot) {
            DrainMember::Worker { worker, work, shutdown: DrainShutdown::Requested(id) }
                if id == named.id && worker.is(role, &named.worker) =>
            {
                self.keep(slot, worker, work, DrainShutdown::Settled(id));
                self.note_settlement(slot, fact);
            }
            DrainMember::StoppedWorker { child, evidence, shutdown, .. }
                if is_settled_by(role, child, &evidence, shutdown, &fact) =>
            {
                self.draining.put(slot, DrainMember::Drained);
                self.note_settlement(slot, fact);
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.reject_back(slot, other, PoolInput::WorkerShutdownSettled(fact));
            }
        }
    }

    fn note_settlement(&mut self, slot: Slot, fact: WorkerShutdownSettlement<P>) {
        if let Settlement::Rejected { request, reason } = fact.result {
            let role = self.context.role(slot).clone();
            self.diagnose(PoolDiagnostic::WorkerShutdownRejected { role, request, reason });
        }
    }
}

/// Whether a settlement is the one that a stopped worker still waits for.
fn is_settled_by<P: PoolProtocol>(
    role: &P::Role,
    child: ChildNonce,
    evidence: &P::Evidence,
    shutdown: ShutdownId,
    fact: &WorkerShutdownSettlement<P>,
) -> bool {
    let named = &fact.shutdown;
    shutdown == named.id
        && child == named.worker.child
        && *evidence == named.worker.evidence
        && *role == named.worker.role
}

impl<P: PoolProtocol> DrainWork<P> {
    /// What the pool holds of the unresolved work.
    fn into_values(self) -> Option<TransferredValues<P>> {
        match self {
            Self::Created { plan } => Some(TransferredValues::Plan(plan)),
            Self::WaitingForActivation { permit, plan } => {
                Some(TransferredValues::Activation { permit, plan })
            }
            Self::Delivering { retained } => Some(TransferredValues::RetainedHalf(retained)),
            Self::Nothing
            | Self::Initializing { .. }
            | Self::ActivationDispatched { .. }
            | Self::Activating { .. } => None,
        }
    }
}
