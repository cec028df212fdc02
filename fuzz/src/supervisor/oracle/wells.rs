//! Where correlations come from: one well a kind, drawn from in order, with a high-water mark.

use crate::proxy::observation::Lease;
use crate::supervisor::observation::{Supplies, Supply, Unavailable};

/// The undrawn rest of one supply.
#[derive(Clone, Copy, Debug)]
pub(super) struct Well {
    ranges: [Option<Lease>; 2],
    mark: Option<u64>,
}

impl Well {
    fn new(supply: Supply) -> Self {
        Self { ranges: [supply.lease, supply.renewal], mark: None }
    }

    /// Consumes one candidate, whatever becomes of it.
    pub(super) fn draw(&mut self) -> Result<u64, Unavailable> {
        let candidate = self.next_candidate().ok_or(Unavailable::Exhausted)?;
        if self.mark.is_some_and(|mark| candidate <= mark) {
            return Err(Unavailable::Collision { candidate });
        }
        self.mark = Some(candidate);
        Ok(candidate)
    }

    fn next_candidate(&mut self) -> Option<u64> {
        let range = self.ranges.iter_mut().find(|range| range.is_some())?;
        let Lease { first, last } = (*range)?;
        *range = (first < last).then(|| Lease { first: first + 1, last });
        Some(first)
    }
}

/// The wells of one supervisor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wells {
    pub(super) generations: Well,
    pub(super) creations: Well,
    pub(super) operations: Well,
    pub(super) stops: Well,
    pub(super) deadlines: Well,
    pub(super) diagnostics: Well,
}

impl Wells {
    pub(super) fn new(supplies: &Supplies) -> Self {
        Self {
            generations: Well::new(supplies.generations),
            creations: Well::new(supplies.creations),
            operations: Well::new(supplies.operations),
            stops: Well::new(supplies.stops),
            deadlines: Well::new(supplies.deadlines),
            diagnostics: Well::new(supplies.diagnostics),
        }
    }
}
