//! The phases of an entry as the composition tells them apart, and where its proxy stands.

use crate::services::observation::{EntryPhase, EntryView, Row, ServicesView};
use crate::supervisor::observation::{Cause, Change, Ending, Mode};
use serde::Serialize;

/// Whom an input addresses: an entry in its phase, or no entry, by the supervisor's mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the phases are the words of the law")]
pub enum Phase {
    /// No entry: the supervisor was not initialized.
    Constructed,
    /// No entry: it operates.
    Desk,
    /// No entry: it drains.
    Closing,
    /// It has ended.
    Ended,
    Creating,
    CreatingExitKept,
    StartWaiting,
    StartReceipt,
    StartOutcome,
    Ready,
    Empty,
    ReplaceWaitingReady,
    ReplaceWaitingEmpty,
    ReplaceReceiptReady,
    ReplaceReceiptEmpty,
    ReplaceOutcomeReady,
    ReplaceOutcomeEmpty,
    StopAvailable,
    StopStart,
    CancelStart,
    CancelReplacement,
    Retiring,
    /// Its proxy has died with an input owed.
    RetiringDead,
    Drain,
}

/// Every phase by its stable name.
pub const PHASES: [(Phase, &str); 24] = [
    (Phase::Constructed, "Constructed"),
    (Phase::Desk, "Desk"),
    (Phase::Closing, "Closing"),
    (Phase::Ended, "Ended"),
    (Phase::Creating, "Creating"),
    (Phase::CreatingExitKept, "CreatingExitKept"),
    (Phase::StartWaiting, "StartWaiting"),
    (Phase::StartReceipt, "StartReceipt"),
    (Phase::StartOutcome, "StartOutcome"),
    (Phase::Ready, "Ready"),
    (Phase::Empty, "Empty"),
    (Phase::ReplaceWaitingReady, "ReplaceWaitingReady"),
    (Phase::ReplaceWaitingEmpty, "ReplaceWaitingEmpty"),
    (Phase::ReplaceReceiptReady, "ReplaceReceiptReady"),
    (Phase::ReplaceReceiptEmpty, "ReplaceReceiptEmpty"),
    (Phase::ReplaceOutcomeReady, "ReplaceOutcomeReady"),
    (Phase::ReplaceOutcomeEmpty, "ReplaceOutcomeEmpty"),
    (Phase::StopAvailable, "StopAvailable"),
    (Phase::StopStart, "StopStart"),
    (Phase::CancelStart, "CancelStart"),
    (Phase::CancelReplacement, "CancelReplacement"),
    (Phase::Retiring, "Retiring"),
    (Phase::RetiringDead, "RetiringDead"),
    (Phase::Drain, "Drain"),
];

impl Phase {
    /// Its stable name.
    pub fn name(self) -> &'static str {
        PHASES[self as usize].1
    }

    /// The phase of an entry.
    pub fn of(entry: &EntryView) -> Self {
        let by_base = |ready, of_ready, of_empty| if ready { of_ready } else { of_empty };
        match entry.phase {
            EntryPhase::CreatingProxy { exit_kept: false, .. } => Self::Creating,
            EntryPhase::CreatingProxy { exit_kept: true, .. } => Self::CreatingExitKept,
            EntryPhase::StartWaiting { .. } => Self::StartWaiting,
            EntryPhase::StartAwaitingReceipt { .. } => Self::StartReceipt,
            EntryPhase::StartAwaitingOutcome { .. } => Self::StartOutcome,
            EntryPhase::Ready { .. } => Self::Ready,
            EntryPhase::Empty { .. } => Self::Empty,
            EntryPhase::ReplaceWaiting { base, .. } => {
                by_base(base.ready, Self::ReplaceWaitingReady, Self::ReplaceWaitingEmpty)
            }
            EntryPhase::ReplaceAwaitingReceipt { base, .. } => {
                by_base(base.ready, Self::ReplaceReceiptReady, Self::ReplaceReceiptEmpty)
            }
            EntryPhase::ReplaceAwaitingOutcome { base, .. } => {
                by_base(base.ready, Self::ReplaceOutcomeReady, Self::ReplaceOutcomeEmpty)
            }
            EntryPhase::Ending { ending, .. } => Self::of_ending(ending),
        }
    }

    fn of_ending(ending: Ending) -> Self {
        match ending {
            Ending::StopAvailable { .. } => Self::StopAvailable,
            Ending::StopStart { .. } => Self::StopStart,
            Ending::Cancelling { change: Change::Start, .. } => Self::CancelStart,
            Ending::Cancelling { change: Change::Replacement, .. } => Self::CancelReplacement,
            Ending::Retiring { cause: Cause::StableProxyExit } => Self::RetiringDead,
            Ending::Retiring { .. } => Self::Retiring,
            Ending::Drain { .. } => Self::Drain,
        }
    }

    /// Nobody's phase.
    pub fn of_nobody(mode: Mode) -> Self {
        match mode {
            Mode::Constructed => Self::Constructed,
            Mode::Operating => Self::Desk,
            Mode::Draining => Self::Closing,
            Mode::Stopped | Mode::ForcedRetirement => Self::Ended,
        }
    }
}

/// Where a proxy stands, as seen from its entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is not born.
    Unborn,
    /// It shows this row, and the supervisor has not heard of its exit.
    There(Row),
    /// The supervisor has heard of its exit.
    Gone,
}

impl Standing {
    /// Where the proxy of an entry stands; `None` if nobody knows of the proxy.
    pub fn of(entry: &EntryView, view: &ServicesView) -> Option<Self> {
        let Some(proxy) = entry.proxy else { return Some(Self::Unborn) };
        let row = view.proxy(proxy)?.row;
        let heard = match entry.phase {
            EntryPhase::Ending { holds, .. } => !holds.owed.proxy_exit,
            _ => false,
        };
        Some(if heard { Self::Gone } else { Self::There(row) })
    }
}
