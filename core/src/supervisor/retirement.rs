//! How a supervisor ends, and what a forced retirement leaves to the host.

use super::{DeadlineId, ScheduleDeadline, SupervisorProtocol};
use crate::correlation::Unavailable;
use crate::time::Tick;

/// How a supervisor ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SupervisorVerdict {
    /// Every entry is gone.
    Stopped,
    /// Entries were left: the final state holds them.
    ForcedRetirement,
}

/// Why retirement was forced.
#[derive(Debug)]
pub enum RetirementForce<P: SupervisorProtocol> {
    /// The deadline elapsed.
    DeadlineElapsed {
        /// The timer.
        deadline: DeadlineId,
        /// When, as the host told it.
        at: Tick,
    },
    /// The deadline could not be scheduled; the request comes back.
    ScheduleRejected {
        /// The request.
        request: ScheduleDeadline,
        /// Why.
        reason: P::Reason,
    },
    /// The deadline's timer could not be reserved.
    DeadlineUnavailable(Unavailable),
}

/// What is still owed to an ending entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwedResults {
    /// The birth of its proxy.
    pub birth: bool,
    /// The rejection or outcome of an emitted input.
    pub worker_result: bool,
    /// The settlement of an emitted shutdown.
    pub shutdown_settlement: bool,
    /// The exit of its proxy.
    pub proxy_exit: bool,
}

impl<P: SupervisorProtocol> PartialEq for RetirementForce<P> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::DeadlineElapsed { deadline, at },
                Self::DeadlineElapsed { deadline: other, at: then },
            ) => (deadline, at) == (other, then),
            (
                Self::ScheduleRejected { request, reason },
                Self::ScheduleRejected { request: other, reason: because },
            ) => (request, reason) == (other, because),
            (Self::DeadlineUnavailable(reason), Self::DeadlineUnavailable(other)) => {
                reason == other
            }
            (
                Self::DeadlineElapsed { .. }
                | Self::ScheduleRejected { .. }
                | Self::DeadlineUnavailable(_),
                _,
            ) => false,
        }
    }
}

impl<P: SupervisorProtocol> Eq for RetirementForce<P> {}
