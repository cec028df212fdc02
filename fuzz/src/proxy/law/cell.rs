//! Law cells: each (row, input kind, disposition) that the law table contains, each way in which a
//! fact can miss, and each outcome that the proxy can answer with. Running a scenario marks them.
//!
//! Rules: cells are numbered densely, first the cells of the table in the order subject, kind,
//! disposition, then the misses, then the outcomes. A subject is a row with the halves that are kept
//! or owed, so each order of a pair has cells of its own. A name never changes its meaning; numbers
//! may change when the tables do.

pub use crate::cells::CellSet;

use super::outcome::{self, OUTCOMES};
use super::table::{Standing, miss_standing, standing};
use crate::proxy::law::Observed;
use crate::proxy::observation::{
    InitialOutcome, Leftover, MissKind, ProxyView, ReplacementOutcome, Report, Row, Said, Settled,
    Told, Verdict,
};
use serde::Serialize;
use std::fmt;

/// The kinds of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "each kind is documented at the input of its name")]
pub enum InputKind {
    Service,
    Install,
    Replace,
    Shutdown,
    BirthCommitted,
    BirthRejected,
    Initialized,
    EffectsRejected,
    InitializationStopped,
    StartAccepted,
    StartRejected,
    ActivationReady,
    ActivationRejected,
    ReadyAfterCancel,
    RejectedAfterCancel,
    ExitBeforeBirth,
    ExitAfterBirth,
    ShutdownAccepted,
    ShutdownRejected,
}

/// Every input kind.
pub const INPUT_KINDS: [InputKind; 19] = {
    use InputKind::*;
    [
        Service,
        Install,
        Replace,
        Shutdown,
        BirthCommitted,
        BirthRejected,
        Initialized,
        EffectsRejected,
        InitializationStopped,
        StartAccepted,
        StartRejected,
        ActivationReady,
        ActivationRejected,
        ReadyAfterCancel,
        RejectedAfterCancel,
        ExitBeforeBirth,
        ExitAfterBirth,
        ShutdownAccepted,
        ShutdownRejected,
    ]
};

impl InputKind {
    /// The kind of an input.
    pub fn of(told: &Told) -> Self {
        match told {
            Told::Service { .. } => Self::Service,
            Told::InstallInitial { .. } => Self::Install,
            Told::Replace { .. } => Self::Replace,
            Told::Shutdown => Self::Shutdown,
            Told::BirthCommitted { .. } => Self::BirthCommitted,
            Told::BirthRejected { .. } => Self::BirthRejected,
            Told::Initialized { .. } => Self::Initialized,
            Told::EffectsRejected { .. } => Self::EffectsRejected,
            Told::InitializationStopped { .. } => Self::InitializationStopped,
            Told::StartAccepted { .. } => Self::StartAccepted,
            Told::StartRejected { .. } => Self::StartRejected,
            Told::ActivationReady { .. } => Self::ActivationReady,
            Told::ActivationRejected { .. } => Self::ActivationRejected,
            Told::ReadyAfterCancel { .. } => Self::ReadyAfterCancel,
            Told::RejectedAfterCancel { .. } => Self::RejectedAfterCancel,
            Told::ExitBeforeBirth { .. } => Self::ExitBeforeBirth,
            Told::ExitAfterBirth { .. } => Self::ExitAfterBirth,
            Told::ShutdownSettled { settlement: Settled::Accepted, .. } => Self::ShutdownAccepted,
            Told::ShutdownSettled { settlement: Settled::Rejected { .. }, .. } => {
                Self::ShutdownRejected
            }
        }
    }
}

/// Facts that miss in the same ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "the groups are the columns of the law table")]
pub enum FactGroup {
    Birth,
    EarlyExit,
    Initialization,
    Start,
    Result,
    LateResult,
    Exit,
    Settlement,
}

const GROUPS: [FactGroup; 8] = {
    use FactGroup::*;
    [Birth, EarlyExit, Initialization, Start, Result, LateResult, Exit, Settlement]
};

impl FactGroup {
    /// The group of a fact; `None` for other inputs.
    fn of(told: &Told) -> Option<Self> {
        Some(match told {
            Told::Service { .. }
            | Told::InstallInitial { .. }
            | Told::Replace { .. }
            | Told::Shutdown => return None,
            Told::BirthCommitted { .. } | Told::BirthRejected { .. } => Self::Birth,
            Told::Initialized { .. }
            | Told::EffectsRejected { .. }
            | Told::InitializationStopped { .. } => Self::Initialization,
            Told::StartAccepted { .. } | Told::StartRejected { .. } => Self::Start,
            Told::ActivationReady { .. } | Told::ActivationRejected { .. } => Self::Result,
            Told::ReadyAfterCancel { .. } | Told::RejectedAfterCancel { .. } => Self::LateResult,
            Told::ExitBeforeBirth { .. } => Self::EarlyExit,
            Told::ExitAfterBirth { .. } => Self::Exit,
            Told::ShutdownSettled { .. } => Self::Settlement,
        })
    }
}

const MISSES: [MissKind; 4] =
    [MissKind::Foreign, MissKind::Unknown, MissKind::WrongAttempt, MissKind::Unexpected];

/// What an input came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Disposition {
    /// It was taken.
    Accepted,
    /// It was taken, and settled the shutdown of a replaced predecessor.
    AcceptedForPredecessor,
    /// It was diagnosed as a rejected fact.
    RejectedFact,
    /// A control was refused by the phase.
    Refused,
    /// A control was refused for want of a correlation.
    RefusedCorrelation,
    /// A command went to the worker.
    Delivered,
    /// A command came back.
    Answered,
    /// It had no effect and no answer.
    Ignored,
    /// It was handed back whole.
    HandedBack,
}

/// Every disposition.
pub const DISPOSITIONS: [Disposition; 9] = [
    Disposition::Accepted,
    Disposition::AcceptedForPredecessor,
    Disposition::RejectedFact,
    Disposition::Refused,
    Disposition::RefusedCorrelation,
    Disposition::Delivered,
    Disposition::Answered,
    Disposition::Ignored,
    Disposition::HandedBack,
];

impl Disposition {
    /// What the input of a step came to.
    pub fn of(step: &Observed<'_>) -> Self {
        if step.verdict == Verdict::HandedBack {
            return Self::HandedBack;
        }
        if step.miss.is_some() {
            return Self::RejectedFact;
        }
        if let Some(way) = step.said.iter().find_map(answer) {
            return way;
        }
        let (before, after) = (step.before, step.after);
        match step.told {
            Told::Shutdown if before == after => Self::Ignored,
            Told::ShutdownSettled { .. }
                if before.predecessor_settlement_owed && !after.predecessor_settlement_owed =>
            {
                Self::AcceptedForPredecessor
            }
            _ => Self::Accepted,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::AcceptedForPredecessor => "accepted-for-predecessor",
            Self::RejectedFact => "rejected-fact",
            Self::Refused => "refused",
            Self::RefusedCorrelation => "refused-correlation",
            Self::Delivered => "delivered",
            Self::Answered => "answered",
            Self::Ignored => "ignored",
            Self::HandedBack => "handed-back",
        }
    }
}

/// The disposition that an answer shows.
fn answer(said: &Said) -> Option<Disposition> {
    let report = match said {
        Said::DeliverService { .. } => return Some(Disposition::Delivered),
        Said::Report { report } => report,
        _ => return None,
    };
    let refused = match report {
        Report::Unavailable { .. } => return Some(Disposition::Answered),
        Report::Initial { outcome: InitialOutcome::Refused(refused), .. }
        | Report::Replacement { outcome: ReplacementOutcome::Refused(refused), .. } => refused,
        Report::Initial { .. } | Report::Replacement { .. } | Report::WorkerStopped { .. } => {
            return None;
        }
    };
    Some(match refused.creation {
        None => Disposition::Refused,
        Some(_) => Disposition::RefusedCorrelation,
    })
}

/// A row, and how its halves stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "each half is documented at the view")]
pub struct Subject {
    pub row: Row,
    pub exit_kept: bool,
    pub settlement_owed: bool,
    pub predecessor_owed: bool,
    pub held_ready: bool,
}

impl Subject {
    /// The subject of a view.
    pub fn of(view: &ProxyView) -> Self {
        let ProxyView { row, exit_kept, settlement_owed, held_ready, .. } = *view;
        let predecessor_owed = view.predecessor_settlement_owed;
        Self { row, exit_kept, settlement_owed, predecessor_owed, held_ready }
    }

    const fn of_code(code: usize) -> Self {
        Self {
            row: ROWS[code / FLAGS],
            exit_kept: code & 1 != 0,
            settlement_owed: code & 2 != 0,
            predecessor_owed: code & 4 != 0,
            held_ready: code & 8 != 0,
        }
    }

    const fn code(self) -> usize {
        let flags = self.exit_kept as usize
            | (self.settlement_owed as usize) << 1
            | (self.predecessor_owed as usize) << 2
            | (self.held_ready as usize) << 3;
        self.row as usize * FLAGS + flags
    }

    /// Whether halves can stand so in this row.
    const fn exists(self) -> bool {
        let Self { row, exit_kept, settlement_owed, predecessor_owed, held_ready } = self;
        if held_ready && !matches!(row, Row::SuccessorHeld) {
            return false;
        }
        match row {
            Row::Dormant | Row::Ready | Row::EmptyInitial | Row::EmptyAfter | Row::Stopped => {
                !exit_kept && !settlement_owed && !predecessor_owed
            }
            Row::StoppingForReplacement => !exit_kept && !predecessor_owed,
            Row::SuccessorHeld => !exit_kept && !settlement_owed && predecessor_owed,
            // Nobody was asked to stop yet.
            Row::Creating
            | Row::Initializing
            | Row::ActivationStarting
            | Row::Activating
            | Row::DrainingCreation => !settlement_owed,
            // One half is still out.
            Row::Failing | Row::FailingToStop => !exit_kept || settlement_owed,
            // Or only the predecessor's settlement is.
            Row::DrainingWorker => !exit_kept || settlement_owed || predecessor_owed,
            Row::DrainingInitialization
            | Row::DrainingActivationStart
            | Row::DrainingActivation => true,
        }
    }
}

/// Such as `Creating+exit`.
impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let halves = [
            (self.exit_kept, "+exit"),
            (self.settlement_owed, "+settlement-owed"),
            (self.predecessor_owed, "+predecessor-owed"),
            (self.held_ready, "+ready"),
        ];
        write!(f, "{:?}", self.row)?;
        halves.into_iter().filter(|(is_so, _)| *is_so).try_for_each(|(_, half)| f.write_str(half))
    }
}

/// Every row, in declaration order.
pub const ROWS: [Row; 18] = {
    use Row::*;
    [
        Dormant,
        Creating,
        Initializing,
        ActivationStarting,
        Activating,
        Ready,
        EmptyInitial,
        EmptyAfter,
        StoppingForReplacement,
        SuccessorHeld,
        Failing,
        FailingToStop,
        DrainingCreation,
        DrainingInitialization,
        DrainingActivationStart,
        DrainingActivation,
        DrainingWorker,
        Stopped,
    ]
};

const FLAGS: usize = 16;
const KINDS: usize = INPUT_KINDS.len();
const WAYS: usize = DISPOSITIONS.len();
const COMBINATIONS: usize = ROWS.len() * FLAGS * KINDS * WAYS;
const MISS_COMBINATIONS: usize = ROWS.len() * GROUPS.len() * MISSES.len();
/// Marks a combination that the tables do not contain.
const NONE: u16 = u16::MAX;

/// The standing of combination number `index` of the law table.
const fn standing_of(index: usize) -> Standing {
    let way = DISPOSITIONS[index % WAYS];
    let kind = INPUT_KINDS[index / WAYS % KINDS];
    let subject = Subject::of_code(index / WAYS / KINDS);
    if subject.exists() { standing(subject, kind, way) } else { Standing::Absent }
}

/// The standing of combination number `index` of the misses.
const fn miss_standing_of(index: usize) -> Standing {
    let miss = MISSES[index % MISSES.len()];
    let group = GROUPS[index / MISSES.len() % GROUPS.len()];
    miss_standing(ROWS[index / MISSES.len() / GROUPS.len()], group, miss)
}

/// How many cells the law table contains.
const TABLE_CELLS: usize = {
    let (mut index, mut count) = (0, 0);
    while index < COMBINATIONS {
        if !matches!(standing_of(index), Standing::Absent) {
            count += 1;
        }
        index += 1;
    }
    count
};

/// How many ways to miss there are.
const MISS_CELLS: usize = {
    let (mut index, mut count) = (0, 0);
    while index < MISS_COMBINATIONS {
        if !matches!(miss_standing_of(index), Standing::Absent) {
            count += 1;
        }
        index += 1;
    }
    count
};

/// Where the cells of outcomes begin.
const OUTCOME_CELLS: usize = TABLE_CELLS + MISS_CELLS;

/// How many cells there are.
pub const CELLS: usize = OUTCOME_CELLS + OUTCOMES.len();

/// The cell of each combination of the law table.
static CELL_OF: [u16; COMBINATIONS] = {
    let mut cells = [NONE; COMBINATIONS];
    let (mut index, mut next) = (0, 0);
    while index < COMBINATIONS {
        if !matches!(standing_of(index), Standing::Absent) {
            cells[index] = next;
            next += 1;
        }
        index += 1;
    }
    cells
};

/// The combination of each cell of the law table.
static COMBINATION_OF: [u16; TABLE_CELLS] = {
    let mut combinations = [0; TABLE_CELLS];
    let (mut index, mut next) = (0, 0);
    while index < COMBINATIONS {
        if !matches!(standing_of(index), Standing::Absent) {
            combinations[next] = index as u16;
            next += 1;
        }
        index += 1;
    }
    combinations
};

/// The cell of each combination of the misses.
static MISS_CELL_OF: [u16; MISS_COMBINATIONS] = {
    let mut cells = [NONE; MISS_COMBINATIONS];
    let (mut index, mut next) = (0, TABLE_CELLS as u16);
    while index < MISS_COMBINATIONS {
        if !matches!(miss_standing_of(index), Standing::Absent) {
            cells[index] = next;
            next += 1;
        }
        index += 1;
    }
    cells
};

/// The combination of each cell of the misses.
static MISS_COMBINATION_OF: [u16; MISS_CELLS] = {
    let mut combinations = [0; MISS_CELLS];
    let (mut index, mut next) = (0, 0);
    while index < MISS_COMBINATIONS {
        if !matches!(miss_standing_of(index), Standing::Absent) {
            combinations[next] = index as u16;
            next += 1;
        }
        index += 1;
    }
    combinations
};

const fn reason(cell: usize) -> Option<&'static str> {
    let standing = if cell < TABLE_CELLS {
        standing_of(COMBINATION_OF[cell] as usize)
    } else if cell < OUTCOME_CELLS {
        miss_standing_of(MISS_COMBINATION_OF[cell - TABLE_CELLS] as usize)
    } else {
        return OUTCOMES[cell - OUTCOME_CELLS].unreachable;
    };
    match standing {
        Standing::Unreachable(reason) => Some(reason),
        Standing::Reachable | Standing::Absent => None,
    }
}

/// Why a declared cell cannot be reached, if so.
pub fn unreachable(cell: usize) -> Option<&'static str> {
    reason(cell)
}

/// The cell of a step; `None` if the tables do not contain what happened.
pub fn of_step(subject: Subject, step: &Observed<'_>) -> Option<usize> {
    if step.miss.is_some() && of_miss(step).is_none_or(|cell| unreachable(cell).is_some()) {
        return None;
    }
    let kind = InputKind::of(step.told) as usize;
    some_cell(CELL_OF[(subject.code() * KINDS + kind) * WAYS + Disposition::of(step) as usize])
}

/// The cell of the way in which a fact missed, if it did and the tables contain it.
pub fn of_miss(step: &Observed<'_>) -> Option<usize> {
    let (miss, group) = step.miss.zip(FactGroup::of(step.told))?;
    let place = step.before.row as usize * GROUPS.len() + group as usize;
    some_cell(MISS_CELL_OF[place * MISSES.len() + miss as usize])
}

fn some_cell(cell: u16) -> Option<usize> {
    (cell != NONE).then_some(usize::from(cell))
}

/// Visits the cells of an action's outcome.
pub fn of_said(said: &Said, visit: &mut dyn FnMut(usize)) {
    outcome::of_said(said, &mut |outcome| visit(OUTCOME_CELLS + outcome));
}

/// Visits the cells of a leftover.
pub fn of_leftover(leftover: &Leftover, visit: &mut dyn FnMut(usize)) {
    outcome::of_leftover(leftover, &mut |outcome| visit(OUTCOME_CELLS + outcome));
}

/// The number of a cell's input kind in [`INPUT_KINDS`]; `None` for a cell of no input.
pub fn input_kind(cell: usize) -> Option<usize> {
    COMBINATION_OF.get(cell).map(|combination| usize::from(*combination) / WAYS % KINDS)
}

/// The stable name of a cell, such as `Creating+exit/BirthCommitted/accepted`.
pub fn name(cell: usize) -> String {
    if let Some(combination) = COMBINATION_OF.get(cell) {
        let index = usize::from(*combination);
        let way = DISPOSITIONS[index % WAYS].name();
        let kind = INPUT_KINDS[index / WAYS % KINDS];
        return format!("{}/{kind:?}/{way}", Subject::of_code(index / WAYS / KINDS));
    }
    if let Some(combination) = MISS_COMBINATION_OF.get(cell - TABLE_CELLS) {
        let index = usize::from(*combination);
        let miss = MISSES[index % MISSES.len()];
        let group = GROUPS[index / MISSES.len() % GROUPS.len()];
        let row = ROWS[index / MISSES.len() / GROUPS.len()];
        return format!("miss/{row:?}/{group:?}/{miss:?}");
    }
    format!("outcome/{}", OUTCOMES[cell - OUTCOME_CELLS].name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_numbered_as_it_is_listed() {
        for (number, kind) in INPUT_KINDS.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
        }
        for (number, way) in DISPOSITIONS.into_iter().enumerate() {
            assert_eq!(way as usize, number);
        }
        for (number, row) in ROWS.into_iter().enumerate() {
            assert_eq!(row as usize, number);
        }
        for (number, group) in GROUPS.into_iter().enumerate() {
            assert_eq!(group as usize, number);
        }
        for (number, miss) in MISSES.into_iter().enumerate() {
            assert_eq!(miss as usize, number);
        }
        for code in 0..ROWS.len() * FLAGS {
            assert_eq!(Subject::of_code(code).code(), code);
        }
    }

    #[test]
    fn cell_names_are_unique() {
        let mut names: Vec<String> = (0..CELLS).map(name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), CELLS);
    }
}
