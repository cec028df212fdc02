//! Facts about the drain deadline, and what they lead to.

use super::{DeadlineId, RetirementForce, ScheduleDeadline, SupervisorInput, SupervisorProtocol};
use crate::drain_deadline::DrainDeadline;
use crate::settlement::Settlement;
use crate::time::Tick;

/// A fact about a deadline.
#[derive(Debug)]
pub(crate) enum DeadlineFact<P: SupervisorProtocol> {
    Settled { deadline: DeadlineId, settlement: Settlement<ScheduleDeadline, P::Reason> },
    Elapsed { deadline: DeadlineId, at: Tick },
}

/// What a fact about a deadline leads to.
#[derive(Debug)]
pub(crate) enum DeadlineStep<P: SupervisorProtocol> {
    /// The drain goes on.
    Open,
    /// Retirement is forced.
    Forced(RetirementForce<P>),
    /// The fact is about no deadline that is out.
    Rejected(DeadlineFact<P>),
}

impl DrainDeadline<DeadlineId> {
    pub(crate) fn take<P: SupervisorProtocol>(&mut self, fact: DeadlineFact<P>) -> DeadlineStep<P> {
        match fact {
            DeadlineFact::Settled { deadline, settlement } => {
                match self.settle(deadline, settlement) {
                    Ok(None) => DeadlineStep::Open,
                    Ok(Some((request, reason))) => {
                        DeadlineStep::Forced(RetirementForce::ScheduleRejected { request, reason })
                    }
                    Err(settlement) => {
                        DeadlineStep::Rejected(DeadlineFact::Settled { deadline, settlement })
                    }
                }
            }
            DeadlineFact::Elapsed { deadline, at } if self.timer() == Some(deadline) => {
                DeadlineStep::Forced(RetirementForce::DeadlineElapsed { deadline, at })
            }
            fact @ DeadlineFact::Elapsed { .. } => DeadlineStep::Rejected(fact),
        }
    }
}

impl<P: SupervisorProtocol> From<DeadlineFact<P>> for SupervisorInput<P> {
    fn from(fact: DeadlineFact<P>) -> Self {
        match fact {
            DeadlineFact::Settled { deadline, settlement } => {
                Self::DeadlineSchedule { deadline, settlement }
            }
            DeadlineFact::Elapsed { deadline, at } => Self::DeadlineElapsed { deadline, at },
        }
    }
}
