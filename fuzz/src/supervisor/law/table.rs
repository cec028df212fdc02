//! The law tables: which row takes which input, and how else that input can end there.
//!
//! Taken from the tables of commands, of facts and of endings. A fact that picks an entry can be rejected
//! in every row but where its kind is taken whatever it says. A fact that is taken begins the global
//! shutdown where its fold can raise a diagnostic, which may be terminal.

use super::row::{Awaited, Debt, ROWS, Row, Stage, Way};
use crate::cells::Standing;
use crate::supervisor::observation::{Mode, Report, Told};

use Standing::{Absent, Reachable};

/// The kinds of inputs, in the order of [`Told`], with reports told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum InputKind {
    Initialize,
    Start,
    Replace,
    Stop,
    Query,
    Cancel,
    Shutdown,
    DeadlineAccepted,
    DeadlineRejected,
    DeadlineElapsed,
    BirthCommitted,
    BirthRejected,
    ExitBeforeBirth,
    ExitAfterBirth,
    InputAccepted,
    InputRejected,
    Initial,
    Replacement,
    WorkerStopped,
    Unavailable,
    Unreported,
    ShutdownAccepted,
    ShutdownRejected,
}

use InputKind as Kind;

/// Every kind, by its number.
pub(super) const INPUT_KINDS: [InputKind; 23] = {
    use InputKind::*;
    [
        Initialize,
        Start,
        Replace,
        Stop,
        Query,
        Cancel,
        Shutdown,
        DeadlineAccepted,
        DeadlineRejected,
        DeadlineElapsed,
        BirthCommitted,
        BirthRejected,
        ExitBeforeBirth,
        ExitAfterBirth,
        InputAccepted,
        InputRejected,
        Initial,
        Replacement,
        WorkerStopped,
        Unavailable,
        Unreported,
        ShutdownAccepted,
        ShutdownRejected,
    ]
};

impl InputKind {
    /// The kind of an input.
    pub(super) fn of(told: &Told) -> Self {
        match told {
            Told::Initialize => Self::Initialize,
            Told::Start { .. } => Self::Start,
            Told::Replace { .. } => Self::Replace,
            Told::Stop { .. } => Self::Stop,
            Told::Query { .. } => Self::Query,
            Told::Cancel { .. } => Self::Cancel,
            Told::Shutdown => Self::Shutdown,
            Told::DeadlineAccepted { .. } => Self::DeadlineAccepted,
            Told::DeadlineRejected { .. } => Self::DeadlineRejected,
            Told::DeadlineElapsed { .. } => Self::DeadlineElapsed,
            Told::BirthCommitted { .. } => Self::BirthCommitted,
            Told::BirthRejected { .. } => Self::BirthRejected,
            Told::ExitBeforeBirth { .. } => Self::ExitBeforeBirth,
            Told::ExitAfterBirth { .. } => Self::ExitAfterBirth,
            Told::InputAccepted { .. } => Self::InputAccepted,
            Told::InputRejected { .. } => Self::InputRejected,
            Told::Report { report, .. } => match report {
                Report::Initial { .. } => Self::Initial,
                Report::Replacement { .. } => Self::Replacement,
                Report::WorkerStopped { .. } => Self::WorkerStopped,
                Report::Unavailable { .. } => Self::Unavailable,
            },
            Told::Unreported { .. } => Self::Unreported,
            Told::ShutdownAccepted { .. } => Self::ShutdownAccepted,
            Told::ShutdownRejected { .. } => Self::ShutdownRejected,
        }
    }

    const fn is_fact(self) -> bool {
        self as u8 >= Self::DeadlineAccepted as u8
    }

    const fn is_birth(self) -> bool {
        matches!(self, Self::BirthCommitted | Self::BirthRejected | Self::ExitBeforeBirth)
    }
}

/// What an input came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Disposition {
    /// It was taken, and the supervisor goes on, drains on, or stops.
    Accepted,
    /// A command was answered with a refusal.
    Refused,
    /// It was diagnosed as a rejected fact, whatever else that led to.
    RejectedFact,
    /// It had no effect and no answer.
    Ignored,
    /// It was handed back whole.
    HandedBack,
    /// It was taken, and an operating supervisor began its shutdown.
    ShutDown,
    /// It was taken, and retirement was forced.
    Forced,
    /// A cancel got the worker back.
    Returned,
    /// A cancel was logical.
    Pending,
    /// A cancel came too late.
    Committed,
    /// A cancel came again.
    Cancelled,
    /// A cancel names nothing that is there.
    Stale,
    /// A cancel names what is ending otherwise.
    Draining,
}

use Disposition as Disp;

/// Every disposition, by its number.
pub(super) const DISPOSITIONS: [Disposition; 13] = {
    use Disposition::*;
    [
        Accepted,
        Refused,
        RejectedFact,
        Ignored,
        HandedBack,
        ShutDown,
        Forced,
        Returned,
        Pending,
        Committed,
        Cancelled,
        Stale,
        Draining,
    ]
};

/// Every mode, by its number.
pub(super) const MODES: [Mode; 5] =
    [Mode::Constructed, Mode::Operating, Mode::Draining, Mode::Stopped, Mode::ForcedRetirement];

const fn reachable_if(condition: bool) -> Standing {
    if condition { Reachable } else { Absent }
}

/// How the combination of row or mode, input kind and disposition stands: rows first, then modes.
pub(super) const fn standing(addressee: usize, kind: usize, way: usize) -> Standing {
    let (kind, way) = (INPUT_KINDS[kind], DISPOSITIONS[way]);
    if addressee < ROWS.len() {
        entry(ROWS[addressee].1, kind, way)
    } else {
        supervisor(MODES[addressee - ROWS.len()], kind, way)
    }
}

const fn entry(row: Row, kind: Kind, way: Disp) -> Standing {
    match kind {
        Kind::Initialize
        | Kind::Shutdown
        | Kind::DeadlineAccepted
        | Kind::DeadlineRejected
        | Kind::DeadlineElapsed => Absent,
        Kind::Start => reachable_if(matches!(way, Disp::Refused)),
        Kind::Replace => reachable_if(
            matches!(way, Disp::Refused) || matches!(way, Disp::Accepted) && is_available(row),
        ),
        Kind::Stop => reachable_if(
            matches!(way, Disp::Refused)
                || matches!(way, Disp::Accepted) && (is_available(row) || is_starting(row)),
        ),
        Kind::Query => reachable_if(matches!(way, Disp::Accepted)),
        Kind::Cancel => reachable_if(cancel(row, way)),
        kind => fact(row, kind, way),
    }
}

const fn is_available(row: Row) -> bool {
    matches!(row, Row::Stage(Stage::Ready | Stage::EmptyStopped | Stage::EmptyFailed))
}

const fn is_starting(row: Row) -> bool {
    matches!(
        row,
        Row::Stage(
            Stage::Creating
                | Stage::CreatingExitKept
                | Stage::StartWaiting
                | Stage::StartReceipt
                | Stage::StartOutcome
        )
    )
}

/// Which answers a cancel can have. An ending entry can be met before and after the global shutdown.
const fn cancel(row: Row, way: Disp) -> bool {
    match row {
        Row::Stage(stage) => match stage {
            Stage::Creating
            | Stage::CreatingExitKept
            | Stage::StartWaiting
            | Stage::ReplaceWaitingReady
            | Stage::ReplaceWaitingEmpty => matches!(way, Disp::Returned | Disp::Stale),
            Stage::StartReceipt
            | Stage::StartOutcome
            | Stage::ReplaceReceiptReady
            | Stage::ReplaceReceiptEmpty
            | Stage::ReplaceOutcomeReady
            | Stage::ReplaceOutcomeEmpty => matches!(way, Disp::Pending | Disp::Stale),
            Stage::Ready | Stage::EmptyStopped | Stage::EmptyFailed => {
                matches!(way, Disp::Committed | Disp::Cancelled | Disp::Stale)
            }
        },
        Row::Ending(kind, _) => match kind {
            Way::StopAvailable => {
                matches!(way, Disp::Committed | Disp::Cancelled | Disp::Stale)
            }
            Way::StopAvailableInDrain | Way::Drain => matches!(way, Disp::Draining),
            Way::StopStart | Way::RetireDead => matches!(way, Disp::Draining | Disp::Stale),
            Way::CancelStart | Way::CancelReplacement => {
                matches!(way, Disp::Cancelled | Disp::Stale | Disp::Draining)
            }
            Way::Retire => matches!(way, Disp::Stale | Disp::Draining),
        },
    }
}

const fn fact(row: Row, kind: Kind, way: Disp) -> Standing {
    if !picks(row, kind) {
        return Absent;
    }
    match way {
        Disp::Accepted => reachable_if(takes(row, kind)),
        Disp::ShutDown => reachable_if(takes(row, kind) && raises(row, kind)),
        Disp::RejectedFact => reachable_if(!is_always_taken(row, kind)),
        _ => Absent,
    }
}

const fn is_unborn(row: Row) -> bool {
    matches!(
        row,
        Row::Stage(Stage::Creating | Stage::CreatingExitKept) | Row::Ending(_, Debt::Birth { .. })
    )
}

/// The creation picks an entry while the birth is out, the proxy afterwards.
const fn picks(row: Row, kind: Kind) -> bool {
    is_unborn(row) == kind.is_birth()
}

/// Its source is all that such a fact has.
const fn is_always_taken(row: Row, kind: Kind) -> bool {
    match kind {
        Kind::BirthRejected | Kind::Unavailable => true,
        Kind::ExitBeforeBirth => !exit_kept(row),
        Kind::ExitAfterBirth => owes_exit(row),
        _ => false,
    }
}

const fn exit_kept(row: Row) -> bool {
    matches!(
        row,
        Row::Stage(Stage::CreatingExitKept) | Row::Ending(_, Debt::Birth { exit_kept: true })
    )
}

/// Whether a born entry's proxy lives.
const fn owes_exit(row: Row) -> bool {
    match row {
        Row::Stage(_) => true,
        Row::Ending(_, Debt::Results { exit, .. }) => exit,
        Row::Ending(_, Debt::Birth { .. }) => false,
    }
}

const fn owes_settlement(row: Row) -> bool {
    matches!(row, Row::Ending(_, Debt::Results { settlement: true, .. }))
}

/// What is awaited of an emitted input.
const fn awaited(row: Row) -> Awaited {
    match row {
        Row::Stage(
            Stage::StartReceipt | Stage::ReplaceReceiptReady | Stage::ReplaceReceiptEmpty,
        ) => Awaited::Receipt,
        Row::Stage(
            Stage::StartOutcome | Stage::ReplaceOutcomeReady | Stage::ReplaceOutcomeEmpty,
        ) => Awaited::Outcome,
        Row::Ending(_, Debt::Results { worker, .. }) => worker,
        Row::Stage(_) | Row::Ending(_, Debt::Birth { .. }) => Awaited::Nothing,
    }
}

/// Whether the input that is out can be a start's.
const fn can_be_start(row: Row) -> bool {
    match row {
        Row::Stage(stage) => matches!(stage, Stage::StartReceipt | Stage::StartOutcome),
        Row::Ending(way, _) => !matches!(way, Way::CancelReplacement),
    }
}

/// Whether the input that is out can be a replacement's.
const fn can_be_replacement(row: Row) -> bool {
    match row {
        Row::Stage(stage) => !matches!(stage, Stage::StartReceipt | Stage::StartOutcome),
        Row::Ending(way, _) => !matches!(way, Way::CancelStart | Way::StopStart),
    }
}

/// Whether a worker can be known to run.
const fn can_run(row: Row) -> bool {
    match row {
        Row::Stage(stage) => matches!(
            stage,
            Stage::Ready
                | Stage::ReplaceWaitingReady
                | Stage::ReplaceReceiptReady
                | Stage::ReplaceOutcomeReady
        ),
        Row::Ending(way, _) => match way {
            Way::StopAvailable
            | Way::StopAvailableInDrain
            | Way::CancelReplacement
            | Way::RetireDead
            | Way::Drain => true,
            // Only the late Ready's worker.
            Way::StopStart | Way::CancelStart => matches!(awaited(row), Awaited::Nothing),
            Way::Retire => false,
        },
    }
}

/// Whether a row takes a matching fact of this kind.
const fn takes(row: Row, kind: Kind) -> bool {
    let is_outcome = matches!(awaited(row), Awaited::Outcome);
    match kind {
        Kind::BirthCommitted | Kind::BirthRejected => true,
        Kind::ExitBeforeBirth => !exit_kept(row),
        Kind::ExitAfterBirth => owes_exit(row),
        Kind::InputAccepted | Kind::InputRejected => matches!(awaited(row), Awaited::Receipt),
        Kind::Initial => is_outcome && can_be_start(row),
        Kind::Replacement => is_outcome && can_be_replacement(row),
        Kind::Unreported => is_outcome && matches!(row, Row::Ending(..)) && !owes_exit(row),
        Kind::WorkerStopped => can_run(row),
        Kind::Unavailable => true,
        Kind::ShutdownAccepted | Kind::ShutdownRejected => owes_settlement(row),
        _ => false,
    }
}

/// Whether the fact is the last one that the entry waits for.
const fn is_last(row: Row, kind: Kind) -> bool {
    let Row::Ending(_, Debt::Results { worker, settlement, exit }) = row else { return false };
    let waits = !matches!(worker, Awaited::Nothing);
    match kind {
        Kind::ExitAfterBirth => exit && !settlement && !waits,
        Kind::ShutdownAccepted | Kind::ShutdownRejected => settlement && !exit && !waits,
        Kind::InputRejected | Kind::Initial | Kind::Replacement | Kind::Unreported => {
            waits && !settlement && !exit
        }
        _ => false,
    }
}

/// Whether the fold that takes the fact can raise a diagnostic while the supervisor operates.
const fn raises(row: Row, kind: Kind) -> bool {
    match row {
        Row::Stage(stage) => match kind {
            Kind::BirthCommitted => matches!(stage, Stage::CreatingExitKept),
            Kind::BirthRejected
            | Kind::ExitAfterBirth
            | Kind::InputRejected
            | Kind::Initial
            | Kind::Replacement => true,
            _ => false,
        },
        Row::Ending(way, debt) => match way {
            Way::StopAvailableInDrain | Way::Drain => false,
            // Its rejections wait for the last fold.
            Way::CancelStart | Way::CancelReplacement => match debt {
                Debt::Birth { .. } => matches!(kind, Kind::BirthRejected),
                Debt::Results { .. } => is_last(row, kind),
            },
            Way::RetireDead => {
                !matches!(kind, Kind::InputAccepted | Kind::WorkerStopped | Kind::Unavailable)
            }
            Way::StopAvailable | Way::StopStart | Way::Retire => {
                matches!(kind, Kind::BirthRejected | Kind::InputRejected | Kind::ShutdownRejected)
            }
        },
    }
}

const fn supervisor(mode: Mode, kind: Kind, way: Disp) -> Standing {
    match mode {
        Mode::Constructed if matches!(kind, Kind::Initialize) => {
            reachable_if(matches!(way, Disp::Accepted))
        }
        Mode::Constructed | Mode::Stopped | Mode::ForcedRetirement => {
            reachable_if(matches!(way, Disp::HandedBack))
        }
        Mode::Operating => operating(kind, way),
        Mode::Draining => draining(kind, way),
    }
}

/// Inputs that pick no entry.
const fn operating(kind: Kind, way: Disp) -> Standing {
    reachable_if(match kind {
        Kind::Initialize => matches!(way, Disp::HandedBack),
        Kind::Start => matches!(way, Disp::Accepted | Disp::Refused),
        Kind::Replace | Kind::Stop => matches!(way, Disp::Refused),
        Kind::Query => matches!(way, Disp::Accepted),
        Kind::Cancel => matches!(way, Disp::Stale),
        Kind::Shutdown => matches!(way, Disp::ShutDown | Disp::Forced),
        _ => matches!(way, Disp::RejectedFact),
    })
}

const fn draining(kind: Kind, way: Disp) -> Standing {
    reachable_if(match kind {
        Kind::Initialize => matches!(way, Disp::HandedBack),
        Kind::Start | Kind::Replace | Kind::Stop => matches!(way, Disp::Refused),
        Kind::Query => matches!(way, Disp::Accepted),
        Kind::Cancel => matches!(way, Disp::Draining),
        Kind::Shutdown => matches!(way, Disp::Ignored),
        Kind::DeadlineAccepted => matches!(way, Disp::Accepted | Disp::RejectedFact),
        Kind::DeadlineRejected | Kind::DeadlineElapsed => {
            matches!(way, Disp::Forced | Disp::RejectedFact)
        }
        kind => kind.is_fact() && matches!(way, Disp::RejectedFact),
    })
}
