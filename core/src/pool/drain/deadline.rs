//! The drain deadline: its schedule, and the firing that forces retirement.

use super::{DeadlinePhase, DrainTurn};
use crate::pool::{
    DeadlineFact, DeadlineScheduleSettlement, PoolInput, PoolProtocol, ResidualCause, Settlement,
};

impl<P: PoolProtocol> DrainTurn<'_, P> {
    pub(super) fn deadline_settled(&mut self, fact: DeadlineScheduleSettlement<P>) {
        match (self.draining.deadline, fact.result) {
            (DeadlinePhase::Scheduling { timer }, Settlement::Accepted) if timer == fact.timer => {
                self.draining.deadline = DeadlinePhase::Waiting { timer };
            }
            (DeadlinePhase::Scheduling { timer }, Settlement::Rejected { request, reason })
                if timer == fact.timer =>
            {
                self.forced = Some(ResidualCause::DeadlineScheduleRejected { request, reason });
            }
            (
                DeadlinePhase::WaitingWithoutDeadline
                | DeadlinePhase::Scheduling { .. }
                | DeadlinePhase::Waiting { .. },
                result,
            ) => {
                let fact = DeadlineScheduleSettlement { timer: fact.timer, result };
                self.reject(PoolInput::DrainDeadlineSettled(fact));
            }
        }
    }

    /// A firing proves its schedule, so it takes effect before the schedule is settled too.
    pub(super) fn deadline_elapsed(&mut self, fact: DeadlineFact) {
        match self.draining.deadline {
            DeadlinePhase::Scheduling { timer } | DeadlinePhase::Waiting { timer }
                if timer == fact.timer =>
            {
                self.forced = Some(ResidualCause::DeadlineElapsed(fact));
            }
            DeadlinePhase::WaitingWithoutDeadline
            | DeadlinePhase::Scheduling { .. }
            | DeadlinePhase::Waiting { .. } => {
                self.reject(PoolInput::DrainDeadlineElapsed(fact));
            }
        }
    }
}
