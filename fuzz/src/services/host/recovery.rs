//! The recovery phase: no new work, nothing withheld, nothing lost. The host settles all that it owes,
//! shuts the supervisor down, settles the rest, and all must end.
//!
//! Both bounds are computed from the entries there can be and from what is owed: an obligation can cost
//! a whole life of a worker, an entry can cost that once more for a change that waits and once for its end.

use super::settle::WELL;
use super::step::Act;
use super::{Duty, Host, Plan};
use crate::services::observation::{EntryPhase, EntryView, Row, ServicesView};
use crate::supervisor::observation::Mode;

/// Inputs of a worker's whole life and of what it causes.
const INPUTS_PER_LIFE: u32 = 16;

impl Host {
    /// The next input of the recovery phase; `None` if nothing may be told.
    pub(super) fn recover_next(&mut self) -> Option<Plan> {
        match self.settle_oldest(WELL)? {
            Act::Tell(plan) => Some(plan),
            Act::Silent => None,
        }
    }

    pub(super) fn inputs_max(&self) -> u32 {
        let duties = u32::try_from(self.duties.len()).unwrap_or(u32::MAX);
        let entries = 2 * u32::from(self.setup.supervisor.entries);
        duties.saturating_add(entries + 1).saturating_mul(INPUTS_PER_LIFE)
    }

    /// What is pending, for the verdict.
    pub(super) fn owed(&self, view: &ServicesView) -> String {
        let owed: Vec<Duty> = self.duties.iter().map(|obligation| obligation.duty).collect();
        format!("{view:?}; the host owes {owed:?}")
    }
}

/// What services at rest still wait for: an entry is ready with a ready proxy, or empty with an empty one.
pub(super) fn waits_in_vain(view: &ServicesView) -> Option<String> {
    let rests = |entry: &&EntryView| {
        let row = entry.proxy.and_then(|proxy| view.proxy(proxy)).map(|shown| shown.row);
        match entry.phase {
            EntryPhase::Ready { .. } => row == Some(Row::Ready),
            EntryPhase::Empty { .. } => row == Some(Row::EmptyAfter),
            _ => false,
        }
    };
    let waiting = view.supervisor.entries.iter().find(|entry| !rests(entry));
    let waiting = waiting.filter(|_| view.supervisor.mode == Mode::Operating)?;
    Some(format!("nothing is owed, and there is {waiting:?} in {view:?}"))
}
