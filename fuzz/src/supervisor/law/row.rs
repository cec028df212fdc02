//! The rows of the law's tables: the phase of an entry, with each half of an order-free pair told
//! apart, so that every order is a row of its own.

use super::book::{Birth, Book, Life};
use super::cell::Subject;
use crate::supervisor::observation::{
    Cause, Change, EmptyWhy, Ending, EntryPhase, EntryView, Holds, Id, Key, Mode, Proxy, Shown,
    SupervisorView, Told,
};

/// The phases of an entry that is not ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the phases are the words of the law")]
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

/// Every stage, in declaration order.
pub const STAGES: [Stage; 14] = {
    use Stage::*;
    [
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
    ]
};

/// What an entry ends by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

/// Every way, in declaration order.
pub const WAYS: [Way; 8] = {
    use Way::*;
    [
        StopAvailable,
        StopAvailableInDrain,
        StopStart,
        CancelStart,
        CancelReplacement,
        Retire,
        RetireDead,
        Drain,
    ]
};

/// What is owed of an emitted input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Result3 {
    /// Nothing.
    Nothing,
    /// Its settlement, and perhaps its outcome.
    Receipt,
    /// Its outcome.
    Outcome,
}

const RESULTS: [Result3; 3] = [Result3::Nothing, Result3::Receipt, Result3::Outcome];

/// What is owed to an ending entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Debt {
    /// The birth, with or without an exit that is kept.
    Birth {
        /// The exit has come.
        exit_kept: bool,
    },
    /// Results after the birth.
    Results {
        /// Of the emitted input.
        worker: Result3,
        /// The shutdown's settlement.
        settlement: bool,
        /// The proxy's exit.
        exit: bool,
    },
}

/// Debts of one way.
const DEBTS: usize = 14;
/// How many rows are numbered; some combinations cannot be.
pub const ROWS: usize = STAGES.len() + WAYS.len() * DEBTS;

/// One row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// Not ending.
    Stage(Stage),
    /// Ending.
    Ending(Way, Debt),
}

impl Row {
    /// Its number.
    pub const fn number(self) -> usize {
        match self {
            Self::Stage(stage) => stage as usize,
            Self::Ending(way, debt) => STAGES.len() + way as usize * DEBTS + debt.number(),
        }
    }

    /// The row of a number.
    pub const fn of_number(number: usize) -> Self {
        if number < STAGES.len() {
            return Self::Stage(STAGES[number]);
        }
        let number = number - STAGES.len();
        Self::Ending(WAYS[number / DEBTS], Debt::of_number(number % DEBTS))
    }

    /// Whether such an entry can be.
    pub const fn exists(self) -> bool {
        match self {
            Self::Stage(_) => true,
            Self::Ending(way, debt) => debt.exists(way),
        }
    }

    /// Its name in cells, such as `CancelStart-receipt-settlement-exit`.
    pub fn name(self) -> String {
        match self {
            Self::Stage(stage) => format!("{stage:?}"),
            Self::Ending(way, debt) => format!("{way:?}{}", debt.name()),
        }
    }
}

impl Debt {
    const fn number(self) -> usize {
        match self {
            Self::Birth { exit_kept } => exit_kept as usize,
            Self::Results { worker, settlement, exit } => {
                2 + 4 * worker as usize + 2 * settlement as usize + exit as usize
            }
        }
    }

    const fn of_number(number: usize) -> Self {
        if number < 2 {
            return Self::Birth { exit_kept: number == 1 };
        }
        let number = number - 2;
        Self::Results {
            worker: RESULTS[number / 4],
            settlement: number / 2 % 2 == 1,
            exit: number % 2 == 1,
        }
    }

    const fn exists(self, way: Way) -> bool {
        match self {
            Self::Birth { .. } => matches!(way, Way::StopStart | Way::CancelStart | Way::Drain),
            Self::Results { worker: Result3::Nothing, settlement, exit } => {
                (settlement || exit) && !matches!(way, Way::RetireDead)
            }
            Self::Results { settlement, exit, .. } => match way {
                Way::StopStart | Way::CancelStart | Way::CancelReplacement | Way::Drain => true,
                Way::RetireDead => !settlement && !exit,
                Way::StopAvailable | Way::StopAvailableInDrain | Way::Retire => false,
            },
        }
    }

    fn name(self) -> String {
        let (birth, worker, settlement, exit) = match self {
            Self::Birth { exit_kept: false } => return "-birth".to_owned(),
            Self::Birth { exit_kept: true } => return "-birth-after-exit".to_owned(),
            Self::Results { worker, settlement, exit } => ("", worker, settlement, exit),
        };
        let worker = match worker {
            Result3::Nothing => "",
            Result3::Receipt => "-receipt",
            Result3::Outcome => "-outcome",
        };
        let settlement = if settlement { "-settlement" } else { "" };
        let exit = if exit { "-exit" } else { "" };
        format!("{birth}{worker}{settlement}{exit}")
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
        EntryPhase::Ending { ending, holds } => return Row::Ending(way(ending, mode), debt(&holds)),
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
        (false, _) => Result3::Nothing,
        (true, true) => Result3::Receipt,
        (true, false) => Result3::Outcome,
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
                None => Result3::Nothing,
                Some(open) if open.is_accepted => Result3::Outcome,
                Some(_) => Result3::Receipt,
            };
            let same = (settlement, exit) == (owed.shutdown_settlement, owed.proxy_exit);
            !owed.birth && due == worker && same
        }
    }
}

/// Whom an input addresses: by its key, its creation or its proxy.
pub(super) fn subject(book: &Book, told: &Told, before: &SupervisorView) -> Subject {
    let entry = match addressee(told) {
        Addressee::Key(key) => before.entries.iter().find(|entry| entry.key == key),
        Addressee::Creation(creation) => {
            let life = book.iter().find(|life| life.creation == creation);
            life.and_then(|life| of_generation(before, life.generation))
        }
        Addressee::Proxy(proxy) => {
            let life = book.iter().find(|life| life.birth == Birth::Committed(proxy));
            life.and_then(|life| of_generation(before, life.generation))
        }
        Addressee::Nobody => None,
    };
    match entry {
        Some(entry) => Subject::Entry(of_view(entry, before.mode)),
        None => Subject::Supervisor(before.mode),
    }
}

fn of_generation(view: &SupervisorView, generation: Id) -> Option<&EntryView> {
    view.entries.iter().find(|entry| entry.generation == generation)
}

/// What an input names its entry by.
enum Addressee {
    Key(Key),
    Creation(Id),
    Proxy(Proxy),
    Nobody,
}

fn addressee(told: &Told) -> Addressee {
    match *told {
        Told::Start { key, .. }
        | Told::Replace { key, .. }
        | Told::Stop { key, .. }
        | Told::Query { key, .. } => Addressee::Key(key),
        Told::Cancel { authority, .. } => Addressee::Key(authority.key),
        Told::BirthCommitted { creation, .. }
        | Told::BirthRejected { creation, .. }
        | Told::ExitBeforeBirth { creation, .. } => Addressee::Creation(creation),
        Told::ExitAfterBirth { proxy, .. }
        | Told::InputAccepted { proxy, .. }
        | Told::InputRejected { proxy, .. }
        | Told::Report { proxy, .. }
        | Told::Unreported { proxy, .. } => Addressee::Proxy(proxy),
        Told::ShutdownAccepted { request } | Told::ShutdownRejected { request, .. } => {
            Addressee::Proxy(request.proxy)
        }
        Told::Initialize
        | Told::Shutdown
        | Told::DeadlineAccepted { .. }
        | Told::DeadlineRejected { .. }
        | Told::DeadlineElapsed { .. } => Addressee::Nobody,
    }
}
