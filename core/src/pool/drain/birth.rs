//! Births during drain: a worker that is born now starts nothing.

use super::{DrainMember, DrainShutdown, DrainTurn, DrainWork};
use crate::pool::identity::Slot;
use crate::pool::{
    ChildNonce, InstalledWorker, PoolInput, PoolProtocol, ResidualCause, TransferReason,
    TransferredValues, WorkerBirthResolution, WorkerIncarnation, WorkerStopFact,
};
use alloc::boxed::Box;

impl<P: PoolProtocol> DrainTurn<'_, P> {
    pub(super) fn birth_resolved(&mut self, fact: WorkerBirthResolution<P>) {
        let (role, child) = fact.named();
        let known = self.slot_of(child).filter(|slot| self.context.role(*slot) == role);
        let Some(slot) = known else {
            return self.reject(PoolInput::WorkerBirthResolved(fact));
        };
        match self.draining.take(slot) {
            DrainMember::ResolvingCreation { child: awaited, prior_stop } if awaited == child => {
                self.creation_resolved(slot, prior_stop, fact);
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.reject_back(slot, other, PoolInput::WorkerBirthResolved(fact));
            }
        }
    }

    fn creation_resolved(
        &mut self,
        slot: Slot,
        prior_stop: Option<Box<WorkerStopFact<P>>>,
        fact: WorkerBirthResolution<P>,
    ) {
        match fact {
            WorkerBirthResolution::Committed { child, worker, plan, .. } => match prior_stop {
                None => self.born(slot, child, worker, plan),
                Some(prior) if prior.worker.evidence == worker.evidence => {
                    self.draining.put(slot, DrainMember::Drained);
                    self.transfer(slot, TransferredValues::Plan(plan));
                }
                Some(prior) => {
                    // The stop was another worker's: the birth goes on as if it had not come.
                    self.born(slot, child, worker, plan);
                    self.reject(PoolInput::WorkerStopped(*prior));
                }
            },
            WorkerBirthResolution::Rejected { submission, reason, .. } => {
                self.unborn(slot, submission, reason, prior_stop.map(|prior| *prior));
            }
        }
    }

    /// A worker that is born during drain starts nothing and is asked to stop at once.
    fn born(
        &mut self,
        slot: Slot,
        child: ChildNonce,
        incarnation: WorkerIncarnation<P>,
        plan: P::Plan,
    ) {
        let worker = InstalledWorker { child, incarnation };
        let shutdown = match self.context.allocators.shutdown() {
            Ok(id) => {
                self.context.request_shutdown(slot, &worker, id);
                DrainShutdown::Requested(id)
            }
            Err(rejection) => {
                self.forced = Some(ResidualCause::ShutdownCorrelationUnavailable(rejection));
                DrainShutdown::NotRequested
            }
        };
        let work = DrainWork::Created { plan };
        self.draining.put(slot, DrainMember::Worker { worker, work, shutdown });
    }

    fn unborn(
        &mut self,
        slot: Slot,
        submission: P::Submission,
        reason: P::Rejection,
        stop: Option<WorkerStopFact<P>>,
    ) {
        self.draining.put(slot, DrainMember::Drained);
        let why = match stop {
            Some(_) => TransferReason::Contradictory,
            None => TransferReason::Cancelled,
        };
        let values = TransferredValues::UnbornSubmission { submission, reason, stop };
        self.context.transfer(slot, values, why);
    }
}
