//! Where correlations come from: a roll of numbers that is torn off from the front.

use crate::proxy::observation::{Lease, Supply, Unavailable};
use std::ops::RangeInclusive;

/// The rest of one roll.
#[derive(Clone, Debug)]
pub(super) struct Roll {
    lease: Option<RangeInclusive<u64>>,
    renewal: Option<RangeInclusive<u64>>,
    /// The highest number that was ever given out.
    highest: Option<u64>,
}

impl Roll {
    pub(super) fn new(supply: &Supply) -> Self {
        let range = |lease: Lease| lease.first..=lease.last;
        Self { lease: supply.lease.map(range), renewal: supply.renewal.map(range), highest: None }
    }

    /// Tears off one number, whatever becomes of it.
    pub(super) fn draw(&mut self) -> Result<u64, Unavailable> {
        let ranges = [&mut self.lease, &mut self.renewal];
        let candidate = ranges.into_iter().flatten().find_map(Iterator::next);
        let candidate = candidate.ok_or(Unavailable::Exhausted)?;
        if self.highest >= Some(candidate) {
            return Err(Unavailable::Collision { candidate });
        }
        self.highest = Some(candidate);
        Ok(candidate)
    }
}
