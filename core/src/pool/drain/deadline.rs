//! The drain deadline: its schedule, and the firing that forces retirement.

use super::DrainTurn;
use crate::pool::{
    DeadlineFact, DeadlineScheduleSettlement, PoolInput, PoolProtocol, ResidualCause,
};

impl<P: PoolProtocol> DrainTurn<'_, P> {
    pub(super) fn deadline_settled(&mut self, fact: DeadlineScheduleSettlement<P>) {
        let DeadlineScheduleSettlement { timer, result } = fact;
        match self.draining.deadline.settle(timer, result) {
            Ok(None) => {}
            Ok(Some((request, reason))) => {
                self.forced = Some(ResidualCause::DeadlineScheduleRejected { request, reason });
            }
            Err(result) => {
                let fact = DeadlineScheduleSettlement { timer, result };
                self.reject(PoolInput::DrainDeadlineSettled(fact));
            }
        }
    }

    pub(super) fn deadline_elapsed(&mut self, fact: DeadlineFact) {
        if self.draining.deadline.timer() == Some(fact.timer) {
            self.forced = Some(ResidualCause::DeadlineElapsed(fact));
        } else {
            self.reject(PoolInput::DrainDeadlineElapsed(fact));
        }
    }
}
