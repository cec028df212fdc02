//! The rows of the law's tables: the phase of an entry, with each half of an order-free pair told
//! apart, so that every order is a row of its own.

use super::book::Life;
use crate::supervisor::observation::{
    Cause, Change, EmptyWhy, Ending, EntryPhase, EntryView, Holds, Mode, Shown,
};
use serde::Serialize;

/// The phases of an entry that is not ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[repr(u8)]
pub enum Stage {
    Creating,
    CreatingExitKept,
    StartWaiting,
    StartReceipt,
    StartOutcome,
    Ready,
    EmptyStopped,
    EmptyFailed,
    ReplaceWaitingReady,
    ReplaceWaitingEmpty,
    ReplaceReceiptReady,
    ReplaceReceiptEmpty,
    ReplaceOutcomeReady,
    ReplaceOutcomeEmpty,
}

/// What an entry ends by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[repr(u8)]
pub enum Way {
    /// A stop of an available entry, which can be restored.
    StopAvailable,
    /// The same after the global shutdown has come: nothing is restored.
    StopAvailableInDrain,
    /// A stop that interrupted a start.
    StopStart,
    /// A start that was called back.
    CancelStart,
    /// A replacement that was called back after its transfer.
    CancelReplacement,
    /// A failed start, or an unexpected stop.
    Retire,
    /// The proxy's death, with an input owed.
    RetireDead,
    /// The global shutdown.
    Drain,
}

/// What is owed of an emitted input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[repr(u8)]
pub enum Awaited {
    /// Nothing.
    Nothing,
    /// Its settlement, and perhaps its outcome.
    Receipt,
    /// Its outcome.
    Outcome,
}

/// What is owed to an ending entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Debt {
    /// The birth, with or without an exit that is kept.
    Birth {
        /// The exit has come.
        exit_kept: bool,
    },
    /// Results after the birth.
    Results {
        /// Of the emitted input.
        worker: Awaited,
        /// The shutdown's settlement.
        settlement: bool,
        /// The proxy's exit.
        exit: bool,
    },
}

/// One row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Row {
    /// Not ending.
    Stage(Stage),
    /// Ending.
    Ending(Way, Debt),
}

const fn row(name: &'static str, row: Row) -> (&'static str, Row) {
    (name, row)
}

const fn stage(stage: Stage) -> Row {
    Row::Stage(stage)
}

const fn unborn(way: Way, exit_kept: bool) -> Row {
    Row::Ending(way, Debt::Birth { exit_kept })
}

const fn ending(way: Way, worker: Awaited, settlement: bool, exit: bool) -> Row {
    Row::Ending(way, Debt::Results { worker, settlement, exit })
}

/// Every row that an entry can be in, by the name that it has in cells.
pub(super) const ROWS: [(&str, Row); 75] = [
    row("Creating", stage(Stage::Creating)),
    row("CreatingExitKept", stage(Stage::CreatingExitKept)),
    row("StartWaiting", stage(Stage::StartWaiting)),
    row("StartReceipt", stage(Stage::StartReceipt)),
    row("StartOutcome", stage(Stage::StartOutcome)),
    row("Ready", stage(Stage::Ready)),
    row("EmptyStopped", stage(Stage::EmptyStopped)),
    row("EmptyFailed", stage(Stage::EmptyFailed)),
    row("ReplaceWaitingReady", stage(Stage::ReplaceWaitingReady)),
    row("ReplaceWaitingEmpty", stage(Stage::ReplaceWaitingEmpty)),
    row("ReplaceReceiptReady", stage(Stage::ReplaceReceiptReady)),
    row("ReplaceReceiptEmpty", stage(Stage::ReplaceReceiptEmpty)),
    row("ReplaceOutcomeReady", stage(Stage::ReplaceOutcomeReady)),
    row("ReplaceOutcomeEmpty", stage(Stage::ReplaceOutcomeEmpty)),
    row("StopAvailable-settlement-exit", ending(Way::StopAvailable, Awaited::Nothing, true, true)),
    row("StopAvailable-settlement", ending(Way::StopAvailable, Awaited::Nothing, true, false)),
    row("StopAvailable-exit", ending(Way::StopAvailable, Awaited::Nothing, false, true)),
    row(
        "StopAvailableInDrain-settlement-exit",
        ending(Way::StopAvailableInDrain, Awaited::Nothing, true, true),
    ),
    row(
        "StopAvailableInDrain-settlement",
        ending(Way::StopAvailableInDrain, Awaited::Nothing, true, false),
    ),
    row(
        "StopAvailableInDrain-exit",
        ending(Way::StopAvailableInDrain, Awaited::Nothing, false, true),
    ),
    row("StopStart-birth", unborn(Way::StopStart, false)),
    row("StopStart-birth-after-exit", unborn(Way::StopStart, true)),
    row("StopStart-receipt-settlement-exit", ending(Way::StopStart, Awaited::Receipt, true, true)),
    row("StopStart-receipt-settlement", ending(Way::StopStart, Awaited::Receipt, true, false)),
    row("StopStart-receipt-exit", ending(Way::StopStart, Awaited::Receipt, false, true)),
    row("StopStart-receipt", ending(Way::StopStart, Awaited::Receipt, false, false)),
    row("StopStart-outcome-settlement-exit", ending(Way::StopStart, Awaited::Outcome, true, true)),
    row("StopStart-outcome-settlement", ending(Way::StopStart, Awaited::Outcome, true, false)),
    row("StopStart-outcome-exit", ending(Way::StopStart, Awaited::Outcome, false, true)),
    row("StopStart-outcome", ending(Way::StopStart, Awaited::Outcome, false, false)),
    row("StopStart-settlement-exit", ending(Way::StopStart, Awaited::Nothing, true, true)),
    row("StopStart-settlement", ending(Way::StopStart, Awaited::Nothing, true, false)),
    row("StopStart-exit", ending(Way::StopStart, Awaited::Nothing, false, true)),
    row("CancelStart-birth", unborn(Way::CancelStart, false)),
    row("CancelStart-birth-after-exit", unborn(Way::CancelStart, true)),
    row(
        "CancelStart-receipt-settlement-exit",
        ending(Way::CancelStart, Awaited::Receipt, true, true),
    ),
    row("CancelStart-receipt-settlement", ending(Way::CancelStart, Awaited::Receipt, true, false)),
    row("CancelStart-receipt-exit", ending(Way::CancelStart, Awaited::Receipt, false, true)),
    row("CancelStart-receipt", ending(Way::CancelStart, Awaited::Receipt, false, false)),
    row(
        "CancelStart-outcome-settlement-exit",
        ending(Way::CancelStart, Awaited::Outcome, true, true),
    ),
    row("CancelStart-outcome-settlement", ending(Way::CancelStart, Awaited::Outcome, true, false)),
    row("CancelStart-outcome-exit", ending(Way::CancelStart, Awaited::Outcome, false, true)),
    row("CancelStart-outcome", ending(Way::CancelStart, Awaited::Outcome, false, false)),
    row("CancelStart-settlement-exit", ending(Way::CancelStart, Awaited::Nothing, true, true)),
    row("CancelStart-settlement", ending(Way::CancelStart, Awaited::Nothing, true, false)),
    row("CancelStart-exit", ending(Way::CancelStart, Awaited::Nothing, false, true)),
    row(
        "CancelReplacement-receipt-settlement-exit",
        ending(Way::CancelReplacement, Awaited::Receipt, true, true),
    ),
    row(
        "CancelReplacement-receipt-settlement",
        ending(Way::CancelReplacement, Awaited::Receipt, true, false),
    ),
    row(
        "CancelReplacement-receipt-exit",
        ending(Way::CancelReplacement, Awaited::Receipt, false, true),
    ),
    row(
        "CancelReplacement-receipt",
        ending(Way::CancelReplacement, Awaited::Receipt, false, false),
    ),
    row(
        "CancelReplacement-outcome-settlement-exit",
        ending(Way::CancelReplacement, Awaited::Outcome, true, true),
    ),
    row(
        "CancelReplacement-outcome-settlement",
        ending(Way::CancelReplacement, Awaited::Outcome, true, false),
    ),
    row(
        "CancelReplacement-outcome-exit",
        ending(Way::CancelReplacement, Awaited::Outcome, false, true),
    ),
    row(
        "CancelReplacement-outcome",
        ending(Way::CancelReplacement, Awaited::Outcome, false, false),
    ),
    row(
        "CancelReplacement-settlement-exit",
        ending(Way::CancelReplacement, Awaited::Nothing, true, true),
    ),
    row(
        "CancelReplacement-settlement",
        ending(Way::CancelReplacement, Awaited::Nothing, true, false),
    ),
    row("CancelReplacement-exit", ending(Way::CancelReplacement, Awaited::Nothing, false, true)),
    row("Retire-settlement-exit", ending(Way::Retire, Awaited::Nothing, true, true)),
    row("Retire-settlement", ending(Way::Retire, Awaited::Nothing, true, false)),
    row("Retire-exit", ending(Way::Retire, Awaited::Nothing, false, true)),
    row("RetireDead-receipt", ending(Way::RetireDead, Awaited::Receipt, false, false)),
    row("RetireDead-outcome", ending(Way::RetireDead, Awaited::Outcome, false, false)),
    row("Drain-birth", unborn(Way::Drain, false)),
    row("Drain-birth-after-exit", unborn(Way::Drain, true)),
    row("Drain-receipt-settlement-exit", ending(Way::Drain, Awaited::Receipt, true, true)),
    row("Drain-receipt-settlement", ending(Way::Drain, Awaited::Receipt, true, false)),
    row("Drain-receipt-exit", ending(Way::Drain, Awaited::Receipt, false, true)),
    row("Drain-receipt", ending(Way::Drain, Awaited::Receipt, false, false)),
    row("Drain-outcome-settlement-exit", ending(Way::Drain, Awaited::Outcome, true, true)),
    row("Drain-outcome-settlement", ending(Way::Drain, Awaited::Outcome, true, false)),
    row("Drain-outcome-exit", ending(Way::Drain, Awaited::Outcome, false, true)),
    row("Drain-outcome", ending(Way::Drain, Awaited::Outcome, false, false)),
    row("Drain-settlement-exit", ending(Way::Drain, Awaited::Nothing, true, true)),
    row("Drain-settlement", ending(Way::Drain, Awaited::Nothing, true, false)),
    row("Drain-exit", ending(Way::Drain, Awaited::Nothing, false, true)),
];

/// Combinations of one way.
const DEBTS: usize = 14;
/// Combinations of all stages, ways and debts, possible or not.
const COMBINATIONS: usize = 14 + 8 * DEBTS;

/// The number of each combination in [`ROWS`].
static NUMBER_OF: [u8; COMBINATIONS] = {
    let mut numbers = [u8::MAX; COMBINATIONS];
    let mut number = 0;
    while number < ROWS.len() {
        numbers[ROWS[number].1.combination()] = number as u8;
        number += 1;
    }
    numbers
};

impl Row {
    /// Its number in the list of all rows; `None` if no entry can be in it.
    pub fn number(self) -> Option<usize> {
        let number = NUMBER_OF[self.combination()];
        (number != u8::MAX).then_some(usize::from(number))
    }

    const fn combination(self) -> usize {
        match self {
            Self::Stage(stage) => stage as usize,
            Self::Ending(way, debt) => 14 + way as usize * DEBTS + debt.combination(),
        }
    }
}

impl Debt {
    const fn combination(self) -> usize {
        match self {
            Self::Birth { exit_kept } => exit_kept as usize,
            Self::Results { worker, settlement, exit } => {
                2 + 4 * worker as usize + 2 * settlement as usize + exit as usize
            }
        }
    }
}

/// The row that an entry shows.
pub(super) fn of_view(entry: &EntryView, mode: Mode) -> Row {
    let by_base = |ready, of_ready, of_empty| if ready { of_ready } else { of_empty };
    Row::Stage(match entry.phase {
        EntryPhase::CreatingProxy { exit_kept: false, .. } => Stage::Creating,
        EntryPhase::CreatingProxy { exit_kept: true, .. } => Stage::CreatingExitKept,
        EntryPhase::StartWaiting { .. } => Stage::StartWaiting,
        EntryPhase::StartAwaitingReceipt { .. } => Stage::StartReceipt,
        EntryPhase::StartAwaitingOutcome { .. } => Stage::StartOutcome,
        EntryPhase::Ready { .. } => Stage::Ready,
        EntryPhase::Empty { why: EmptyWhy::WorkerStopped, .. } => Stage::EmptyStopped,
        EntryPhase::Empty { why: EmptyWhy::ReplacementFailed, .. } => Stage::EmptyFailed,
        EntryPhase::ReplaceWaiting { base, .. } => {
            by_base(base.ready, Stage::ReplaceWaitingReady, Stage::ReplaceWaitingEmpty)
        }
        EntryPhase::ReplaceAwaitingReceipt { base, .. } => {
            by_base(base.ready, Stage::ReplaceReceiptReady, Stage::ReplaceReceiptEmpty)
        }
        EntryPhase::ReplaceAwaitingOutcome { base, .. } => {
            by_base(base.ready, Stage::ReplaceOutcomeReady, Stage::ReplaceOutcomeEmpty)
        }
        EntryPhase::Ending { ending, holds } => {
            return Row::Ending(way(ending, mode), debt(&holds));
        }
    })
}

fn way(ending: Ending, mode: Mode) -> Way {
    match ending {
        Ending::StopAvailable { .. } if mode == Mode::Operating => Way::StopAvailable,
        Ending::StopAvailable { .. } => Way::StopAvailableInDrain,
        Ending::StopStart { .. } => Way::StopStart,
        Ending::Cancelling { change: Change::Start, .. } => Way::CancelStart,
        Ending::Cancelling { change: Change::Replacement, .. } => Way::CancelReplacement,
        Ending::Retiring { cause: Cause::StableProxyExit } => Way::RetireDead,
        Ending::Retiring { .. } => Way::Retire,
        Ending::Drain { .. } => Way::Drain,
    }
}

fn debt(holds: &Holds) -> Debt {
    let owed = holds.owed;
    if owed.birth {
        return Debt::Birth { exit_kept: holds.exit.is_some() };
    }
    let worker = match (owed.worker_result, holds.receipt_owed) {
        (false, _) => Awaited::Nothing,
        (true, true) => Awaited::Receipt,
        (true, false) => Awaited::Outcome,
    };
    Debt::Results { worker, settlement: owed.shutdown_settlement, exit: owed.proxy_exit }
}

/// What others see of an entry.
pub(super) fn shown(entry: &EntryView, mode: Mode) -> Shown {
    if mode != Mode::Operating {
        return Shown::Draining;
    }
    match entry.phase {
        EntryPhase::CreatingProxy { .. } => Shown::CreatingProxy,
        EntryPhase::StartWaiting { .. } => Shown::WaitingForActivationAuthorization,
        EntryPhase::StartAwaitingReceipt { .. } | EntryPhase::StartAwaitingOutcome { .. } => {
            Shown::AwaitingProxyOutcome
        }
        EntryPhase::Ready { .. } => {
            entry.proxy.map_or(Shown::Empty, |proxy| Shown::Ready { proxy })
        }
        EntryPhase::Empty { .. } => Shown::Empty,
        EntryPhase::ReplaceWaiting { .. }
        | EntryPhase::ReplaceAwaitingReceipt { .. }
        | EntryPhase::ReplaceAwaitingOutcome { .. } => Shown::Replacing,
        EntryPhase::Ending { ending, .. } => match ending {
            Ending::StopAvailable { .. } | Ending::StopStart { .. } => Shown::Stopping,
            Ending::Cancelling { .. } => Shown::Cancelling,
            Ending::Retiring { .. } => Shown::Retiring,
            Ending::Drain { .. } => Shown::Draining,
        },
    }
}

/// The row in which an entry must be, as far as the book knows: which worker it retains, and why it
/// is empty, the book does not say.
pub(super) fn is_row(life: &Life, row: Row, mode: Mode) -> bool {
    match row {
        Row::Stage(stage) => is_stage(life, stage),
        Row::Ending(way, debt) => is_way(life, way, mode) && is_debt(life, debt),
    }
}

fn is_stage(life: &Life, stage: Stage) -> bool {
    let kept = life.exit.is_some();
    let out = life.open.map(|open| open.is_accepted);
    let change = life.work.map(|work| work.change);
    let is_born = life.proxy().is_some();
    let runs = life.evidence.is_some_and(|evidence| life.runs(evidence));
    let due = match stage {
        Stage::Creating => !is_born && !kept,
        Stage::CreatingExitKept => !is_born && kept,
        Stage::StartWaiting => change == Some(Change::Start) && life.is_waiting(),
        Stage::StartReceipt => change == Some(Change::Start) && out == Some(false),
        Stage::StartOutcome => change == Some(Change::Start) && out == Some(true),
        Stage::Ready => is_born && change.is_none() && runs,
        Stage::EmptyStopped | Stage::EmptyFailed => is_born && change.is_none() && !runs,
        Stage::ReplaceWaitingReady => replaces(life, None) && runs,
        Stage::ReplaceWaitingEmpty => replaces(life, None) && !runs,
        Stage::ReplaceReceiptReady => replaces(life, Some(false)) && runs,
        Stage::ReplaceReceiptEmpty => replaces(life, Some(false)) && !runs,
        Stage::ReplaceOutcomeReady => replaces(life, Some(true)) && runs,
        Stage::ReplaceOutcomeEmpty => replaces(life, Some(true)) && !runs,
    };
    due && !life.is_ending()
}

fn replaces(life: &Life, accepted: Option<bool>) -> bool {
    let change = life.work.map(|work| work.change);
    change == Some(Change::Replacement) && life.open.map(|open| open.is_accepted) == accepted
}

fn is_way(life: &Life, way: Way, mode: Mode) -> bool {
    let stop = life.stop.map(|stop| stop.of_available);
    let cancelled = life.cancelled.map(|cancelled| cancelled.change);
    match way {
        Way::StopAvailable => stop == Some(true) && mode == Mode::Operating,
        Way::StopAvailableInDrain => stop == Some(true) && mode != Mode::Operating,
        Way::StopStart => stop == Some(false),
        Way::CancelStart => cancelled == Some(Change::Start),
        Way::CancelReplacement => cancelled == Some(Change::Replacement),
        Way::Retire => life.retiring.is_some_and(|cause| cause != Cause::StableProxyExit),
        Way::RetireDead => life.retiring == Some(Cause::StableProxyExit),
        Way::Drain => life.is_drained,
    }
}

fn is_debt(life: &Life, debt: Debt) -> bool {
    let owed = life.owed();
    match debt {
        Debt::Birth { exit_kept } => owed.birth && exit_kept == life.exit.is_some(),
        Debt::Results { worker, settlement, exit } => {
            let due = match life.open {
                None => Awaited::Nothing,
                Some(open) if open.is_accepted => Awaited::Outcome,
                Some(_) => Awaited::Receipt,
            };
            let same = (settlement, exit) == (owed.shutdown_settlement, owed.proxy_exit);
            !owed.birth && due == worker && same
        }
    }
}
