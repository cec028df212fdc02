//! Laws of the queue and of its bounds.

use super::operating::Tally;
use super::{Checked, Inspection, PoolLaw};
use crate::pool::PoolProtocol;
use crate::pool::operating::Operating;

impl<P: PoolProtocol> Inspection<'_, P> {
    #[inline(always)]
    pub(super) fn queue(&self, operating: &Operating<P>, tally: &Tally) -> Checked {
        let (cursor, roles) = (operating.cursor as u64, self.pool.definition.roles.len() as u64);
        self.holds(PoolLaw::CursorIsInTheRing, cursor < roles, cursor, roles)?;
        // Whether a law of an empty queue holds is no question.
        if operating.backlog.is_empty() { Ok(()) } else { self.waiting(operating, tally) }
    }

    fn waiting(&self, operating: &Operating<P>, tally: &Tally) -> Checked {
        let waiting = operating.backlog.len() as u64;
        let capacity = self.pool.definition.backlog_capacity as u64;
        let bound = capacity.saturating_add(self.pool.definition.roles.len() as u64);
        self.holds(PoolLaw::QueueIsBounded, waiting <= bound, waiting, bound)?;
        let fresh = operating.backlog.fresh_len() as u64;
        self.holds(PoolLaw::AdmissionRespectsCapacity, fresh <= capacity, fresh, capacity)?;
        if let Some(position) = tally.idle {
            self.holds_at(PoolLaw::NoIdleBesideQueue, position, false, waiting, 0)?;
        }
        self.holds(PoolLaw::NothingIsStranded, tally.live > 0, waiting, 0)?;
        self.queue_is_ordered(operating)
    }

    /// Whatever was assigned once was admitted before everything that never was, so the returned
    /// jobs stand in front, and both runs ascend.
    fn queue_is_ordered(&self, operating: &Operating<P>) -> Checked {
        let mut before = None;
        let mut fresh = false;
        for (obligation, prior_role) in operating.backlog.iter() {
            let place = (obligation.admitted_at, obligation.job);
            let ascends = before.is_none_or(|(at, job)| at < place.0 && job < place.1);
            let returned_first = !fresh || prior_role.is_none();
            let found = before.map_or(0, |(at, _)| at);
            self.holds(PoolLaw::QueueIsOrdered, ascends && returned_first, place.0, found)?;
            fresh = prior_role.is_none();
            before = Some(place);
        }
        Ok(())
    }
}
