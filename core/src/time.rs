//! Time as the core knows it: monotonic ticks that a host authors and that arrive inside facts.
//!
//! What a tick lasts is the host's business. The core only compares ticks and adds durations, and
//! every addition is checked.

/// A point in time, in ticks since the host's own epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tick(pub u64);

/// A duration in ticks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticks(pub u64);

impl Tick {
    /// The tick `duration` later, or `None` where there is no such tick.
    #[must_use]
    pub fn checked_add(self, duration: Ticks) -> Option<Self> {
        self.0.checked_add(duration.0).map(Self)
    }

    /// The tick `duration` earlier, at the earliest the host's epoch.
    #[must_use]
    pub fn saturating_sub(self, duration: Ticks) -> Self {
        Self(self.0.saturating_sub(duration.0))
    }
}
