//! Law cells: each (row of the addressee, input kind, disposition) that the law tables contain, and
//! each outcome that a supervisor can give. Running a scenario marks them.
//!
//! A name never changes its meaning; numbers may change when the tables do. The six orders in which the
//! results of a transferred cancellation come differ in the second of them, so each has a cell that no
//! other has: `CancelStart-outcome-exit/ExitAfterBirth` is settlement, exit, outcome.

use super::Observed;
use super::outcome;
use super::outcome_table::OUTCOMES;
use super::row::{ROWS, Row, of_view};
use super::table::{Disposition, InputKind, MODES, standing};
use crate::supervisor::observation::{EntryView, Mode, Reply, Said, Told, Verdict};
use serde::Serialize;

/// Whom an input addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Subject {
    /// An entry in this row.
    Entry(Row),
    /// The supervisor itself, or nobody in it, in this mode.
    Supervisor(Mode),
}

const ADDRESSEES: usize = ROWS.len() + MODES.len();

const ADDRESSEE_NAMES_OF: [&str; ADDRESSEES] = {
    let mut names = [""; ADDRESSEES];
    let mut place = 0;
    while place < ROWS.len() {
        names[place] = ROWS[place].0;
        place += 1;
    }
    names[place] = "supervisor-Constructed";
    names[place + 1] = "supervisor-Operating";
    names[place + 2] = "supervisor-Draining";
    names[place + 3] = "supervisor-Stopped";
    names[place + 4] = "supervisor-ForcedRetirement";
    names
};

mod table_cells {
    use super::{ADDRESSEE_NAMES_OF, OUTCOMES as NAMED, standing};

    crate::law_cells! {
        visibility: pub(crate),
        addressees: ADDRESSEE_NAMES_OF,
        kinds: [
            "Initialize",
            "Start",
            "Replace",
            "Stop",
            "Query",
            "Cancel",
            "Shutdown",
            "DeadlineAccepted",
            "DeadlineRejected",
            "DeadlineElapsed",
            "BirthCommitted",
            "BirthRejected",
            "ExitBeforeBirth",
            "ExitAfterBirth",
            "InputAccepted",
            "InputRejected",
            "Initial",
            "Replacement",
            "WorkerStopped",
            "Unavailable",
            "Unreported",
            "ShutdownAccepted",
            "ShutdownRejected",
        ],
        dispositions: [
            "accepted",
            "refused",
            "rejected-fact",
            "ignored",
            "handed-back",
            "shut-down",
            "forced",
            "returned",
            "pending",
            "committed",
            "cancelled",
            "stale",
            "draining",
        ],
        standing: standing,
        outcomes: NAMED,
    }
}

pub(crate) use table_cells::{
    CELLS, INPUT_KINDS as INPUT_KIND_COUNT, input_kind, name, unreachable,
};

impl Subject {
    /// An entry as it is shown.
    pub fn of(entry: &EntryView, mode: Mode) -> Self {
        Self::Entry(of_view(entry, mode))
    }

    /// Its name in cells; nothing for a row that no entry can be in.
    pub fn name(self) -> &'static str {
        self.number().map_or("", |number| ADDRESSEE_NAMES_OF[number])
    }

    fn number(self) -> Option<usize> {
        match self {
            Self::Entry(row) => row.number(),
            Self::Supervisor(mode) => Some(ROWS.len() + mode as usize),
        }
    }
}

impl Disposition {
    /// What the input of a step came to.
    pub(super) fn of(step: &Observed<'_>) -> Self {
        if step.verdict == Verdict::HandedBack {
            return Self::HandedBack;
        }
        if step.rejections() > 0 {
            return Self::RejectedFact;
        }
        if let Some(answer) = step.said.iter().find_map(of_reply) {
            return answer;
        }
        match step.verdict {
            Verdict::ForcedRetirement { .. } if *step.told == Told::Shutdown => Self::Forced,
            Verdict::ForcedRetirement { .. } if step.before.mode == Mode::Draining => Self::Forced,
            _ if step.begins_shutdown() => Self::ShutDown,
            _ if *step.told == Told::Shutdown => Self::Ignored,
            _ => Self::Accepted,
        }
    }
}

fn of_reply(said: &Said) -> Option<Disposition> {
    let Said::Reply { reply, .. } = said else { return None };
    Some(match reply {
        Reply::StartRejected { .. }
        | Reply::ReplaceRejected { .. }
        | Reply::StopRejected { .. } => Disposition::Refused,
        Reply::StartAccepted { .. }
        | Reply::ReplaceAccepted { .. }
        | Reply::StopAccepted { .. }
        | Reply::Unknown { .. }
        | Reply::Known { .. } => Disposition::Accepted,
        Reply::Returned { .. } => Disposition::Returned,
        Reply::Pending { .. } => Disposition::Pending,
        Reply::Committed { .. } => Disposition::Committed,
        Reply::Cancelled { .. } => Disposition::Cancelled,
        Reply::Stale { .. } => Disposition::Stale,
        Reply::Draining { .. } => Disposition::Draining,
    })
}

/// The cell of a step; `None` if the law tables do not contain it.
pub fn of_step(subject: Subject, step: &Observed<'_>) -> Option<usize> {
    let kind = InputKind::of(step.told) as usize;
    table_cells::of(subject.number()?, kind, Disposition::of(step) as usize)
}

/// Marks the outcomes of a step.
pub fn mark_outcomes(step: &Observed<'_>, mark: &mut dyn FnMut(usize)) {
    outcome::mark(step, &mut |outcome| mark(table_cells::of_outcome(outcome)));
}

/// The cell of a failed construction, by the place of the argument that is zero.
pub fn of_construction(place: usize) -> usize {
    table_cells::of_outcome(outcome::of_construction(place))
}

#[cfg(test)]
mod tests {
    use super::super::table::{DISPOSITIONS, INPUT_KINDS};
    use super::*;

    #[test]
    fn kinds_dispositions_modes_and_rows_are_numbered_as_they_are_listed() {
        for (number, kind) in INPUT_KINDS.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
        }
        for (number, way) in DISPOSITIONS.into_iter().enumerate() {
            assert_eq!(way as usize, number);
        }
        for (number, mode) in MODES.into_iter().enumerate() {
            assert_eq!(mode as usize, number);
        }
        for (number, (_, row)) in ROWS.into_iter().enumerate() {
            assert_eq!(row.number(), Some(number));
        }
    }
}
