//! The law's tables of the composition: which kinds of inputs an entry in each phase can meet, and what
//! they can come to.

use super::kind::{DISPOSITIONS, Disposition, KINDS, Kind};
use super::pair;
use super::phase::{PHASES, Phase};
use crate::cells::Standing as Cell;

/// Names of phases, in order.
pub const PHASE_NAMES: [&str; PHASES.len()] = {
    let mut names = [""; PHASES.len()];
    let mut place = 0;
    while place < PHASES.len() {
        names[place] = PHASES[place].1;
        place += 1;
    }
    names
};

/// Failed constructions, in the order of their reasons.
pub const CONSTRUCTIONS: [(&str, Option<&str>); 3] =
    [("zero-entries", None), ("zero-activations", None), ("zero-deadline", None)];

const fn phases(phases: &[Phase]) -> u32 {
    let (mut set, mut place) = (0, 0);
    while place < phases.len() {
        set |= 1 << phases[place] as u32;
        place += 1;
    }
    set
}

/// The phases in which `holds`.
const fn where_pair(holds: Holds) -> u32 {
    let (mut set, mut place) = (0, 0);
    while place < PHASES.len() {
        let phase = PHASES[place].0;
        let fits = match holds {
            Holds::Ready => pair::can_be_ready(phase),
            Holds::Unready => pair::can_be_unready(phase),
            Holds::Over => pair::can_be_over(phase),
            Holds::Worker => pair::can_have_worker(phase),
        };
        if fits {
            set |= 1 << place;
        }
        place += 1;
    }
    set
}

/// What can be so of a proxy.
enum Holds {
    Ready,
    Unready,
    Over,
    Worker,
}

const DESK: u32 = phases(&[Phase::Desk]);
const CLOSING: u32 = phases(&[Phase::Closing]);
const ENDED: u32 = phases(&[Phase::Ended]);
const ALL: u32 = (1 << PHASES.len()) - 1;
/// There is an entry.
const ENTRY: u32 = ALL & !(phases(&[Phase::Constructed]) | DESK | CLOSING | ENDED);
/// Its birth may be out.
const BIRTH_OUT: u32 =
    phases(&[Phase::Creating, Phase::StopStart, Phase::CancelStart, Phase::Drain]);
/// Its proxy may be born and not known to be gone.
const BORN: u32 = ENTRY & !phases(&[Phase::Creating, Phase::CreatingExitKept, Phase::RetiringDead]);
/// A start is under way, and nothing else.
const STARTING: u32 = phases(&[
    Phase::Creating,
    Phase::CreatingExitKept,
    Phase::StartWaiting,
    Phase::StartReceipt,
    Phase::StartOutcome,
]);
const AVAILABLE: u32 = phases(&[Phase::Ready, Phase::Empty]);
/// A replacement is under way, and nothing else.
const REPLACING: u32 = phases(&[
    Phase::ReplaceWaitingReady,
    Phase::ReplaceWaitingEmpty,
    Phase::ReplaceReceiptReady,
    Phase::ReplaceReceiptEmpty,
    Phase::ReplaceOutcomeReady,
    Phase::ReplaceOutcomeEmpty,
]);
/// The receipt of an input may be out.
const RECEIPT_OUT: u32 = phases(&[
    Phase::StartReceipt,
    Phase::ReplaceReceiptReady,
    Phase::ReplaceReceiptEmpty,
    Phase::StopStart,
    Phase::CancelStart,
    Phase::CancelReplacement,
    Phase::RetiringDead,
    Phase::Drain,
]);
/// The outcome of an install may be out.
const INSTALL_OUT: u32 = phases(&[
    Phase::StartOutcome,
    Phase::StopStart,
    Phase::CancelStart,
    Phase::RetiringDead,
    Phase::Drain,
]);
/// The outcome of a replacement may be out.
const REPLACEMENT_OUT: u32 = phases(&[
    Phase::ReplaceOutcomeReady,
    Phase::ReplaceOutcomeEmpty,
    Phase::CancelReplacement,
    Phase::RetiringDead,
    Phase::Drain,
]);
/// An outcome may be told although the proxy is gone.
const AFTER_EXIT: u32 = phases(&[
    Phase::StopStart,
    Phase::CancelStart,
    Phase::CancelReplacement,
    Phase::RetiringDead,
    Phase::Drain,
]);
/// A shutdown's settlement may be out.
const SHUTDOWN_OUT: u32 = phases(&[
    Phase::StopAvailable,
    Phase::StopStart,
    Phase::CancelStart,
    Phase::CancelReplacement,
    Phase::Retiring,
    Phase::Drain,
]);
/// A worker may run, as far as the supervisor knows.
const KNOWN_TO_RUN: u32 = phases(&[
    Phase::Ready,
    Phase::ReplaceWaitingReady,
    Phase::ReplaceReceiptReady,
    Phase::ReplaceOutcomeReady,
    Phase::StopAvailable,
    Phase::StopStart,
    Phase::CancelStart,
    Phase::CancelReplacement,
    Phase::Drain,
]);
/// An input may be on its way to the proxy. An ended supervisor's is too.
const CARRIED: u32 =
    (RECEIPT_OUT | INSTALL_OUT | REPLACEMENT_OUT | ENDED) & !phases(&[Phase::RetiringDead]);

/// In which phases an input of a kind is taken.
const fn taken(kind: Kind) -> u32 {
    match kind {
        Kind::Initialize => phases(&[Phase::Constructed]),
        Kind::Start => DESK,
        Kind::Replace => AVAILABLE,
        Kind::Stop => STARTING | AVAILABLE,
        Kind::Query => ENTRY,
        Kind::Cancel => {
            let closed =
                phases(&[Phase::StopAvailable, Phase::CancelStart, Phase::CancelReplacement]);
            STARTING | AVAILABLE | REPLACING | closed
        }
        Kind::Shutdown => DESK | CLOSING,
        Kind::DeadlineAccepted | Kind::DeadlineRejected | Kind::DeadlineElapsed => CLOSING,
        Kind::BirthCommitted => BIRTH_OUT | phases(&[Phase::CreatingExitKept]),
        Kind::BirthRejected | Kind::ExitBeforeBirth => BIRTH_OUT,
        Kind::ExitAfterBirth | Kind::CommandUnavailable => BORN,
        Kind::InputAccepted | Kind::InputRejected => RECEIPT_OUT,
        Kind::InitialRefused
        | Kind::InitialUnborn
        | Kind::InitialReady
        | Kind::InitialUnavailable => INSTALL_OUT,
        Kind::ReplacementRefused
        | Kind::ReplacementUnborn
        | Kind::ReplacementReady
        | Kind::ReplacementUnavailable => REPLACEMENT_OUT,
        // The predecessor runs until its successor is created, so the base is ready.
        Kind::ReplacementCancelled => REPLACEMENT_OUT & !phases(&[Phase::ReplaceOutcomeEmpty]),
        Kind::WorkerStopped => KNOWN_TO_RUN,
        Kind::Untouched | Kind::Left => AFTER_EXIT,
        Kind::InitialUndelivered => AFTER_EXIT & INSTALL_OUT,
        Kind::ReplacementUndelivered => AFTER_EXIT & REPLACEMENT_OUT,
        Kind::ShutdownAccepted | Kind::ShutdownRejected => SHUTDOWN_OUT,
        Kind::Service => where_pair(Holds::Ready) | ENDED,
        Kind::CarriedInput => CARRIED,
        Kind::CarriedShutdown => where_pair(Holds::Ready) | where_pair(Holds::Unready) | ENDED,
        Kind::WorkerFact => where_pair(Holds::Worker) | ENDED,
    }
}

/// In which phases a command is refused.
const fn refused(kind: Kind) -> u32 {
    match kind {
        Kind::Start => DESK | CLOSING | ENTRY,
        Kind::Replace => DESK | CLOSING | ENTRY,
        Kind::Stop => DESK | CLOSING | (ENTRY & !(STARTING | AVAILABLE)),
        Kind::Query => DESK | CLOSING,
        Kind::Cancel => DESK | CLOSING | ENTRY,
        Kind::Service => where_pair(Holds::Unready) | ENDED,
        Kind::CarriedInput => CARRIED,
        _ => 0,
    }
}

/// In which phases an input is handed back.
const fn handed_back(kind: Kind) -> u32 {
    match kind {
        // A proxy is told nothing more by the host once it has stopped; clients go on.
        Kind::Service => where_pair(Holds::Over) | DESK | CLOSING | ENDED,
        Kind::Initialize
        | Kind::DeadlineElapsed
        | Kind::CarriedInput
        | Kind::CarriedShutdown
        | Kind::WorkerFact => 0,
        _ => ENDED,
    }
}

/// How a combination stands in the tables.
pub const fn standing(phase: usize, kind: usize, disposition: usize) -> Cell {
    let kind = KINDS[kind];
    let set = match DISPOSITIONS[disposition] {
        Disposition::Taken => taken(kind),
        Disposition::Refused => refused(kind),
        Disposition::HandedBack => handed_back(kind),
        Disposition::Rejected => 0,
    };
    if set & (1 << phase) != 0 { Cell::Reachable } else { Cell::Absent }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::law::kind::KIND_NAMES;
    use crate::services::law::pair::ROWS;

    #[test]
    fn kinds_dispositions_phases_and_rows_are_numbered_as_they_are_listed() {
        for (number, kind) in KINDS.into_iter().enumerate() {
            assert_eq!((kind as usize, format!("{kind:?}").as_str()), (number, KIND_NAMES[number]));
        }
        for (number, disposition) in DISPOSITIONS.into_iter().enumerate() {
            assert_eq!(disposition as usize, number);
        }
        for (number, (phase, name)) in PHASES.into_iter().enumerate() {
            assert_eq!((phase as usize, format!("{phase:?}").as_str()), (number, name));
        }
        for (number, (row, name)) in ROWS.into_iter().enumerate() {
            assert_eq!((row as usize, format!("{row:?}").as_str()), (number, name));
        }
    }
}
