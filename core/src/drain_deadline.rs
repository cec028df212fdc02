//! How the deadline of a draining machine stands: scheduled once, and exact.
//!
//! A firing proves the schedule, so it counts before the schedule is settled too.

use crate::settlement::Settlement;

/// How the deadline of a draining machine stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DrainDeadline<Timer> {
    /// There is none: the drain waits for everything.
    Unlimited,
    /// The settlement of its schedule is out.
    Scheduling(Timer),
    /// It is scheduled.
    Scheduled(Timer),
}

impl<Timer: Copy + Eq> DrainDeadline<Timer> {
    /// The timer that is out.
    pub(crate) fn timer(&self) -> Option<Timer> {
        match self {
            Self::Unlimited => None,
            Self::Scheduling(timer) | Self::Scheduled(timer) => Some(*timer),
        }
    }

    /// Takes the settlement of the schedule of `timer`: the rejected request with its reason, if it
    /// was not set.
    ///
    /// # Errors
    ///
    /// The settlement, whole, if no such schedule is out.
    pub(crate) fn settle<Request, Reason>(
        &mut self,
        timer: Timer,
        settlement: Settlement<Request, Reason>,
    ) -> Result<Option<(Request, Reason)>, Settlement<Request, Reason>> {
        if *self != Self::Scheduling(timer) {
            return Err(settlement);
        }
        match settlement {
            Settlement::Accepted => {
                *self = Self::Scheduled(timer);
                Ok(None)
            }
            Settlement::Rejected { request, reason } => Ok(Some((request, reason))),
        }
    }
}
