//! The recovery phase: no new work, no wrong facts, nothing withheld. The host settles all that it
//! owes, shuts the supervisor down, settles the rest, and the supervisor must end.
//!
//! Two bounds, both computed from the entries there can be:
//! - *Before the shutdown* each obligation costs one input, an outcome of a proxy that reports no more
//!   two. An entry can still go once through a birth, an input and an outcome, and once through a shutdown and
//!   an exit.
//! - *After the shutdown* nothing begins any more: an entry can add a shutdown and an exit. A supervisor
//!   that has not ended then is stuck, and so is one that waits although the host owes nothing.

use super::{Duty, Host};
use crate::supervisor::observation::{EntryPhase, Mode, SupervisorView};

/// Inputs that one entry can cost before the shutdown.
const INPUTS_PER_ENTRY: u32 = 6;
/// Inputs that one obligation can cost.
const INPUTS_PER_DUTY: u32 = 2;
/// Inputs that one entry can cost after the shutdown, beside what was owed before.
const INPUTS_PER_DRAINING_ENTRY: u32 = 3;

impl Host {
    /// The most inputs before the shutdown.
    pub(super) fn inputs_before_shutdown_max(&self) -> u32 {
        INPUTS_PER_DUTY * self.owed()
            + INPUTS_PER_ENTRY * u32::from(self.choices.supervisor.entries)
            + 1
    }

    /// The most inputs after the shutdown.
    pub(super) fn inputs_after_shutdown_max(&self) -> u32 {
        let entries = u32::from(self.choices.supervisor.entries);
        INPUTS_PER_DUTY * self.owed() + INPUTS_PER_DRAINING_ENTRY * entries + 1
    }

    fn owed(&self) -> u32 {
        self.duties.len() as u32
    }

    /// What an operating supervisor still waits for although the host owes nothing. One to which the
    /// host has broken its promises may wait.
    pub(super) fn what_waits(&self, view: &SupervisorView) -> Option<String> {
        if self.promises_broken || view.mode != Mode::Operating {
            return None;
        }
        let rests = |phase: &EntryPhase| {
            matches!(phase, EntryPhase::Ready { .. } | EntryPhase::Empty { .. })
        };
        let waiting = view.entries.iter().find(|entry| !rests(&entry.phase))?;
        Some(format!("nothing is owed, and there is {waiting:?}"))
    }

    /// What is pending, for the verdict.
    pub(super) fn what_is_pending(&self, view: &SupervisorView) -> String {
        let owed: Vec<Duty> = self.duties.iter().map(|obligation| obligation.duty).collect();
        format!("{:?} with {:?}; the host owes {owed:?}", view.mode, view.entries)
    }
}
