//! The law table: which row takes which input, and which other dispositions that input can have.
//!
//! Rows with halves count once for each way in which the halves can stand. Every fact can reach every
//! row as a rejected fact. How a fact can miss is a table of its own, by row and group of facts.

use super::cell::{Disposition, FactGroup, InputKind, Subject};
use crate::proxy::observation::{MissKind, Row};

/// How a combination stands in the law table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It contains it.
    Reachable,
    /// It contains it, and it cannot happen, for this reason.
    Unreachable(&'static str),
    /// It does not contain it.
    Absent,
}

use Standing::{Absent, Reachable, Unreachable};

const NONE_ISSUED: Standing =
    Unreachable("no proxy has issued such a correlation before this row is left for good");

const fn reachable_if(condition: bool) -> Standing {
    if condition { Reachable } else { Absent }
}

/// How the combination of subject, input kind and disposition stands.
pub(super) const fn standing(subject: Subject, kind: InputKind, way: Disposition) -> Standing {
    if matches!(subject.row, Row::Stopped) {
        return reachable_if(matches!(way, Disposition::HandedBack));
    }
    match kind {
        InputKind::Service => reachable_if(match subject.row {
            Row::Ready => matches!(way, Disposition::Delivered),
            _ => matches!(way, Disposition::Answered),
        }),
        InputKind::Install => control(matches!(subject.row, Row::Dormant), way),
        InputKind::Replace => control(matches!(subject.row, Row::Ready | Row::EmptyAfter), way),
        InputKind::Shutdown => reachable_if(if drains(subject.row) {
            matches!(way, Disposition::Ignored)
        } else {
            matches!(way, Disposition::Accepted)
        }),
        _ => fact(subject, kind, way),
    }
}

const fn control(takes: bool, way: Disposition) -> Standing {
    reachable_if(match way {
        Disposition::Accepted | Disposition::RefusedCorrelation => takes,
        Disposition::Refused => !takes,
        _ => false,
    })
}

const fn fact(subject: Subject, kind: InputKind, way: Disposition) -> Standing {
    match way {
        Disposition::RejectedFact => Reachable,
        Disposition::Accepted => reachable_if(takes(subject, kind)),
        Disposition::AcceptedForPredecessor => {
            reachable_if(subject.predecessor_owed && is_settlement(kind))
        }
        Disposition::Refused
        | Disposition::RefusedCorrelation
        | Disposition::Delivered
        | Disposition::Answered
        | Disposition::Ignored
        | Disposition::HandedBack => Absent,
    }
}

const fn drains(row: Row) -> bool {
    matches!(
        row,
        Row::FailingToStop
            | Row::DrainingCreation
            | Row::DrainingInitialization
            | Row::DrainingActivationStart
            | Row::DrainingActivation
            | Row::DrainingWorker
    )
}

const fn is_birth(kind: InputKind) -> bool {
    matches!(kind, InputKind::BirthCommitted | InputKind::BirthRejected)
}

const fn is_initialization(kind: InputKind) -> bool {
    matches!(
        kind,
        InputKind::Initialized | InputKind::EffectsRejected | InputKind::InitializationStopped
    )
}

const fn is_start(kind: InputKind) -> bool {
    matches!(kind, InputKind::StartAccepted | InputKind::StartRejected)
}

const fn is_result(kind: InputKind) -> bool {
    matches!(kind, InputKind::ActivationReady | InputKind::ActivationRejected)
}

const fn is_late_result(kind: InputKind) -> bool {
    matches!(kind, InputKind::ReadyAfterCancel | InputKind::RejectedAfterCancel)
}

const fn is_settlement(kind: InputKind) -> bool {
    matches!(kind, InputKind::ShutdownAccepted | InputKind::ShutdownRejected)
}

/// Whether the row takes a matching fact of this kind, about its current worker.
const fn takes(subject: Subject, kind: InputKind) -> bool {
    if matches!(kind, InputKind::ExitAfterBirth) {
        return takes_exit(subject);
    }
    if is_settlement(kind) {
        return subject.settlement_owed;
    }
    match subject.row {
        Row::Creating | Row::DrainingCreation => {
            is_birth(kind) || (matches!(kind, InputKind::ExitBeforeBirth) && !subject.exit_kept)
        }
        Row::Initializing | Row::DrainingInitialization => is_initialization(kind),
        Row::ActivationStarting | Row::DrainingActivationStart => is_start(kind),
        Row::Activating => is_result(kind),
        Row::DrainingActivation => is_result(kind) || is_late_result(kind),
        Row::Dormant
        | Row::Ready
        | Row::EmptyInitial
        | Row::EmptyAfter
        | Row::StoppingForReplacement
        | Row::SuccessorHeld
        | Row::Failing
        | Row::FailingToStop
        | Row::DrainingWorker
        | Row::Stopped => false,
    }
}

const fn takes_exit(subject: Subject) -> bool {
    match subject.row {
        Row::Ready | Row::StoppingForReplacement => true,
        Row::SuccessorHeld => subject.held_ready,
        Row::Initializing
        | Row::ActivationStarting
        | Row::Activating
        | Row::Failing
        | Row::FailingToStop
        | Row::DrainingInitialization
        | Row::DrainingActivationStart
        | Row::DrainingActivation
        | Row::DrainingWorker => !subject.exit_kept,
        Row::Dormant
        | Row::Creating
        | Row::EmptyInitial
        | Row::EmptyAfter
        | Row::DrainingCreation
        | Row::Stopped => false,
    }
}

/// How a miss of this kind stands, in a row, for a group of facts.
pub(super) const fn miss_standing(row: Row, group: FactGroup, miss: MissKind) -> Standing {
    if matches!(row, Row::Stopped) {
        return Absent;
    }
    match miss {
        MissKind::Foreign => reachable_if(carries_correlation(group)),
        MissKind::Unknown => unknown(row, group),
        MissKind::WrongAttempt => reachable_if(match group {
            FactGroup::Initialization => {
                matches!(row, Row::Initializing | Row::DrainingInitialization)
            }
            FactGroup::Start | FactGroup::Result | FactGroup::LateResult => activates(row),
            FactGroup::Birth | FactGroup::EarlyExit | FactGroup::Exit | FactGroup::Settlement => {
                false
            }
        }),
        MissKind::Unexpected => unexpected(row, group),
    }
}

const fn carries_correlation(group: FactGroup) -> bool {
    matches!(
        group,
        FactGroup::Birth
            | FactGroup::EarlyExit
            | FactGroup::Start
            | FactGroup::Result
            | FactGroup::LateResult
    )
}

const fn activates(row: Row) -> bool {
    matches!(
        row,
        Row::ActivationStarting
            | Row::Activating
            | Row::DrainingActivationStart
            | Row::DrainingActivation
    )
}

/// What is named is nothing that the proxy holds, and is no other proxy's.
const fn unknown(row: Row, group: FactGroup) -> Standing {
    match (row, group) {
        (Row::Dormant, FactGroup::Birth | FactGroup::EarlyExit)
        | (
            Row::Dormant | Row::EmptyInitial,
            FactGroup::Start | FactGroup::Result | FactGroup::LateResult,
        ) => NONE_ISSUED,
        _ => Reachable,
    }
}

/// What is named is held, and nothing of the kind is awaited.
const fn unexpected(row: Row, group: FactGroup) -> Standing {
    match group {
        FactGroup::Birth => Absent,
        FactGroup::EarlyExit => reachable_if(matches!(row, Row::Creating | Row::DrainingCreation)),
        FactGroup::Exit => {
            reachable_if(holds(row) && !matches!(row, Row::Ready | Row::StoppingForReplacement))
        }
        FactGroup::Settlement => {
            reachable_if(holds(row) && !matches!(row, Row::Creating | Row::DrainingCreation))
        }
        FactGroup::Initialization
        | FactGroup::Start
        | FactGroup::Result
        | FactGroup::LateResult => reachable_if(holds(row)),
    }
}

/// Whether a worker can be held: the current one, or a predecessor whose settlement is out.
const fn holds(row: Row) -> bool {
    !matches!(row, Row::Dormant | Row::EmptyInitial | Row::EmptyAfter | Row::Stopped)
}
