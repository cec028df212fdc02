//! The drain deadline: scheduled once, and exact. A firing proves the schedule.

use super::{DeadlineId, RetirementForce, ScheduleDeadline, SupervisorInput, SupervisorProtocol};
use crate::settlement::Settlement;
use crate::time::Tick;

/// How the deadline of a draining supervisor stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeadlinePhase {
    /// The supervisor waits for every entry.
    Unlimited,
    /// The settlement of its schedule is out.
    Scheduling(DeadlineId),
    /// It is scheduled.
    Scheduled(DeadlineId),
}

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

impl DeadlinePhase {
    pub(crate) fn take<P: SupervisorProtocol>(&mut self, fact: DeadlineFact<P>) -> DeadlineStep<P> {
        match (&*self, fact) {
            (Self::Scheduling(out), DeadlineFact::Settled { deadline, settlement })
                if *out == deadline =>
            {
                match settlement {
                    Settlement::Accepted => {
                        *self = Self::Scheduled(deadline);
                        DeadlineStep::Open
                    }
                    Settlement::Rejected { request, reason } => {
                        DeadlineStep::Forced(RetirementForce::ScheduleRejected { request, reason })
                    }
                }
            }
            (
                Self::Scheduling(out) | Self::Scheduled(out),
                DeadlineFact::Elapsed { deadline, at },
            ) if *out == deadline => {
                DeadlineStep::Forced(RetirementForce::DeadlineElapsed { deadline, at })
            }
            (Self::Unlimited | Self::Scheduling(_) | Self::Scheduled(_), fact) => {
                DeadlineStep::Rejected(fact)
            }
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
