//! The restart budget and the clock of stops.
//!
//! One budget serves the whole pool: at most N charges in the closed window `[t - W, t]`, the new
//! one included, where t is the tick of the stop. The clock knows the highest tick of all accepted
//! stops; a stop below it is a regression, which fails its own recovery and nothing else.

use super::definition::{RestartBudgetPolicy, RestartTiming};
use crate::time::{Tick, Ticks};
use alloc::collections::VecDeque;

/// The charges that can still matter, oldest first; their ticks never fall.
#[derive(Debug, Default)]
pub(crate) struct RestartBudget {
    charges: VecDeque<Tick>,
}

impl RestartBudget {
    /// The tick at which a stop at `at` is charged: a stop that had to wait is charged with the newest.
    pub(crate) fn charge_tick(&self, at: Tick) -> Tick {
        self.charges.back().map_or(at, |newest| at.max(*newest))
    }

    /// Whether one more charge at `tick` fits.
    pub(crate) fn admits(&self, policy: RestartBudgetPolicy, tick: Tick) -> bool {
        let spent = self.charges.len() - self.outside(policy, tick);
        spent < policy.charges_max as usize
    }

    /// Spends one charge at `tick`. Charges that left the window can never matter again.
    pub(crate) fn charge(&mut self, policy: RestartBudgetPolicy, tick: Tick) {
        let outside = self.outside(policy, tick);
        self.charges.drain(..outside);
        self.charges.push_back(tick);
    }

    /// How many of the oldest charges lie before the window that ends at `tick`.
    fn outside(&self, policy: RestartBudgetPolicy, tick: Tick) -> usize {
        let start = tick.saturating_sub(policy.window);
        self.charges.partition_point(|charge| *charge < start)
    }

    /// The charges, oldest first. Only the invariants ask.
    pub(crate) fn charges(&self) -> impl DoubleEndedIterator<Item = Tick> + '_ {
        self.charges.iter().copied()
    }
}

/// The highest tick of all accepted stops.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct StopClock {
    highest: Option<Tick>,
}

impl StopClock {
    /// Whether a stop at `tick` goes back behind an accepted one.
    pub(crate) fn regresses(&self, tick: Tick) -> bool {
        self.highest.is_some_and(|highest| tick < highest)
    }

    /// Counts a stop at `tick` as accepted.
    pub(crate) fn advance(&mut self, tick: Tick) {
        self.highest = self.highest.max(Some(tick));
    }
}

impl RestartTiming {
    /// The delay of recovery `ordinal` (one-based), or `None` for an immediate creation. A capped delay
    /// never overflows.
    pub(crate) fn delay(self, ordinal: u32) -> Option<Ticks> {
        match self {
            Self::Immediate => None,
            Self::Constant { delay } => Some(delay),
            Self::Linear { delay, max } => {
                Some(Ticks(delay.0.saturating_mul(u64::from(ordinal)).min(max.0)))
            }
            Self::Doubling { delay, max } => {
                let factor = 1_u64.checked_shl(ordinal - 1).unwrap_or(u64::MAX);
                Some(Ticks(delay.0.saturating_mul(factor).min(max.0)))
            }
        }
    }

    /// Whether every delay is at least one tick and no maximum lies below its delay.
    pub(crate) fn is_valid(self) -> bool {
        match self {
            Self::Immediate => true,
            Self::Constant { delay } => delay.0 > 0,
            Self::Linear { delay, max } | Self::Doubling { delay, max } => {
                delay.0 > 0 && max >= delay
            }
        }
    }
}
