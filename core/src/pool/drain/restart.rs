//! Preparations and restart schedules that were out when the drain began: their values go to the
//! host, the worker source goes home.

use super::{DrainMember, DrainTurn};
use crate::pool::definition::SourceCustody;
use crate::pool::{
    PoolInput, PoolProtocol, PreparationResult, RestartScheduleSettlement, RestartTimerFact,
    Settlement, TransferredValues, WorkerPreparationSettlement,
};

impl<P: PoolProtocol> DrainTurn<'_, P> {
    pub(super) fn preparation_settled(&mut self, fact: WorkerPreparationSettlement<P>) {
        let Some(slot) = self.recovering_slot(fact.ticket) else {
            return self.reject(PoolInput::WorkerPreparationSettled(fact));
        };
        let awaited = match self.draining.get(slot) {
            Some(DrainMember::AwaitingWorkerPreparation { ticket }) => {
                *ticket == fact.ticket && *self.context.role(slot) == fact.role
            }
            Some(
                DrainMember::ResolvingCreation { .. }
                | DrainMember::Worker { .. }
                | DrainMember::StoppedWorker { .. }
                | DrainMember::AwaitingRestartSchedule { .. }
                | DrainMember::Drained,
            )
            | None => false,
        };
        if !awaited {
            return self.reject(PoolInput::WorkerPreparationSettled(fact));
        }
        self.draining.put(slot, DrainMember::Drained);
        if let Some(restart) = self.context.definition.recovery.restart_mut() {
            restart.source = SourceCustody::Home(fact.source);
        }
        let values = match fact.result {
            PreparationResult::Prepared { submission } => {
                TransferredValues::PreparedSubmission(submission)
            }
            PreparationResult::Refused { refusal, reason } => {
                TransferredValues::RefusedPreparation { refusal, reason }
            }
        };
        self.transfer(slot, values);
    }

    pub(super) fn schedule_settled(&mut self, fact: RestartScheduleSettlement<P>) {
        let Some(slot) = self.recovering_slot(fact.recovery) else {
            return self.reject(PoolInput::RestartScheduleSettled(fact));
        };
        match self.draining.take(slot) {
            DrainMember::AwaitingRestartSchedule { prepared, elapsed }
                if prepared.is(fact.recovery, fact.timer) =>
            {
                let returned = match fact.result {
                    Settlement::Accepted => None,
                    Settlement::Rejected { request, reason } => Some((request, reason)),
                };
                let prepared = *prepared;
                self.draining.put(slot, DrainMember::Drained);
                let values = TransferredValues::Replacement { prepared, elapsed, returned };
                self.transfer(slot, values);
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.reject_back(slot, other, PoolInput::RestartScheduleSettled(fact));
            }
        }
    }

    pub(super) fn timer_elapsed(&mut self, fact: RestartTimerFact) {
        let Some(slot) = self.recovering_slot(fact.recovery) else {
            return self.reject(PoolInput::RestartTimerElapsed(fact));
        };
        match self.draining.take(slot) {
            DrainMember::AwaitingRestartSchedule { prepared, elapsed: None }
                if prepared.is(fact.recovery, fact.timer) =>
            {
                let elapsed = Some(fact);
                let member = DrainMember::AwaitingRestartSchedule { prepared, elapsed };
                self.draining.put(slot, member);
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.reject_back(slot, other, PoolInput::RestartTimerElapsed(fact));
            }
        }
    }
}
