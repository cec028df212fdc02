//! Which phase of an entry can meet which row of its proxy.
//!
//! It is worked out from the two laws and the host's contract: reports and facts are late, so an entry can be
//! behind its proxy, and the host can end a proxy at any time, so a proxy can be draining or stopped in any
//! phase; but a proxy never does what its entry has not asked for.

use super::phase::{PHASES, Phase, Standing};
use crate::cells::Standing as Cell;
use crate::services::observation::Row;

pub use super::table::PHASE_NAMES;

/// Every row of a proxy, in order.
pub const ROWS: [(Row, &str); 18] = [
    (Row::Dormant, "Dormant"),
    (Row::Creating, "Creating"),
    (Row::Initializing, "Initializing"),
    (Row::ActivationStarting, "ActivationStarting"),
    (Row::Activating, "Activating"),
    (Row::Ready, "Ready"),
    (Row::EmptyInitial, "EmptyInitial"),
    (Row::EmptyAfter, "EmptyAfter"),
    (Row::StoppingForReplacement, "StoppingForReplacement"),
    (Row::SuccessorHeld, "SuccessorHeld"),
    (Row::Failing, "Failing"),
    (Row::FailingToStop, "FailingToStop"),
    (Row::DrainingCreation, "DrainingCreation"),
    (Row::DrainingInitialization, "DrainingInitialization"),
    (Row::DrainingActivationStart, "DrainingActivationStart"),
    (Row::DrainingActivation, "DrainingActivation"),
    (Row::DrainingWorker, "DrainingWorker"),
    (Row::Stopped, "Stopped"),
];

/// Names of standings: the rows, then those of a proxy that is not there.
pub const STANDING_NAMES: [&str; ROWS.len() + 2] = {
    let mut names = [""; ROWS.len() + 2];
    let mut place = 0;
    while place < ROWS.len() {
        names[place] = ROWS[place].1;
        place += 1;
    }
    names[place] = "Unborn";
    names[place + 1] = "Gone";
    names
};

/// The number of a standing.
pub fn number(standing: Standing) -> usize {
    match standing {
        Standing::There(row) => row as usize,
        Standing::Unborn => ROWS.len(),
        Standing::Gone => ROWS.len() + 1,
    }
}

const fn rows(rows: &[Row]) -> u32 {
    let (mut set, mut place) = (0, 0);
    while place < rows.len() {
        set |= 1 << rows[place] as u32;
        place += 1;
    }
    set
}

/// The proxy is not born.
const UNBORN: u32 = 1 << ROWS.len();
/// The supervisor has heard of its exit.
const GONE: u32 = 1 << (ROWS.len() + 1);
/// It has stopped.
const STOPPED: u32 = rows(&[Row::Stopped]);
/// A worker is being made, or fails; the same while the host ends the proxy.
const MAKING: u32 = rows(&[
    Row::Creating,
    Row::Initializing,
    Row::ActivationStarting,
    Row::Activating,
    Row::Failing,
    Row::FailingToStop,
    Row::DrainingCreation,
    Row::DrainingInitialization,
    Row::DrainingActivationStart,
    Row::DrainingActivation,
]);
/// A worker is ready, or was; the same while the host ends the proxy.
const SERVING: u32 = rows(&[Row::Ready, Row::EmptyAfter, Row::DrainingWorker, Row::Stopped]);
/// An install is under way: not carried yet, in the making, or ended without the supervisor's knowledge.
const INSTALLING: u32 = MAKING | SERVING | rows(&[Row::Dormant, Row::EmptyInitial]);
/// A replacement is under way behind an empty base: its predecessor was never drained for it.
const REPLACING_EMPTY: u32 = MAKING | SERVING;
/// A replacement is under way behind a ready base.
const REPLACING_READY: u32 =
    REPLACING_EMPTY | rows(&[Row::StoppingForReplacement, Row::SuccessorHeld]);
/// Nobody serves. A proxy that is ended while it drains the predecessor of a replacement calls the
/// replacement off at once, and the entry is empty while that worker is on its way out.
const RESTING_EMPTY: u32 = rows(&[Row::EmptyAfter, Row::DrainingWorker, Row::Stopped]);

/// Where the proxy of an entry can stand, by the entry's phase.
const fn standings(phase: Phase) -> u32 {
    match phase {
        Phase::Constructed | Phase::Desk | Phase::Closing | Phase::Ended => 0,
        Phase::Creating | Phase::CreatingExitKept => UNBORN,
        Phase::StartWaiting => rows(&[Row::Dormant, Row::Stopped]),
        Phase::StartReceipt | Phase::StartOutcome => INSTALLING,
        Phase::Ready | Phase::ReplaceWaitingReady => SERVING,
        Phase::Empty | Phase::ReplaceWaitingEmpty => RESTING_EMPTY,
        Phase::ReplaceReceiptReady | Phase::ReplaceOutcomeReady => REPLACING_READY,
        Phase::ReplaceReceiptEmpty | Phase::ReplaceOutcomeEmpty => REPLACING_EMPTY,
        Phase::StopAvailable => SERVING | GONE,
        Phase::StopStart | Phase::CancelStart => UNBORN | INSTALLING | GONE,
        Phase::CancelReplacement => REPLACING_READY | GONE,
        // A failed start has left nobody, and so has an unexpected exit.
        Phase::Retiring => {
            rows(&[Row::Dormant, Row::EmptyInitial, Row::EmptyAfter]) | STOPPED | GONE
        }
        Phase::RetiringDead => GONE,
        Phase::Drain => UNBORN | INSTALLING | REPLACING_READY | GONE,
    }
}

/// Whether a proxy of an entry in this phase can show one of these rows.
const fn shows(phase: Phase, wanted: u32) -> bool {
    standings(phase) & wanted != 0
}

/// Whether the proxy can be ready.
pub const fn can_be_ready(phase: Phase) -> bool {
    shows(phase, rows(&[Row::Ready]))
}

/// Whether the proxy can be there and not ready.
pub const fn can_be_unready(phase: Phase) -> bool {
    shows(phase, !(rows(&[Row::Ready]) | STOPPED | UNBORN | GONE))
}

/// Whether the proxy can have ended.
pub const fn can_be_over(phase: Phase) -> bool {
    shows(phase, STOPPED | GONE)
}

/// Whether there can be a worker behind the proxy, or one in the making.
pub const fn can_have_worker(phase: Phase) -> bool {
    let nobody = rows(&[Row::Dormant, Row::EmptyInitial, Row::EmptyAfter]);
    shows(phase, !(nobody | STOPPED | UNBORN | GONE))
}

/// How a pair stands in the tables.
pub const fn standing(phase: usize, standing: usize, _shown: usize) -> Cell {
    if standings(PHASES[phase].0) & (1 << standing) != 0 { Cell::Reachable } else { Cell::Absent }
}
