//! The law tables: which member takes which fact, and which other dispositions that fact can have.
//!
//! Taken from the tables of operating members, recovery, joins and drain members. Every fact can
//! reach every member as a rejected fact. A fact that is taken can start the shutdown only where its
//! step can raise a diagnostic, end in a recovery, free an activation slot or meet a contradiction;
//! it can unwind only where its step can dispatch a waiting job.

use super::cell::{Disposition, InputKind, Subject};
use crate::pool::observation::{Mode, Phase};

/// How a combination stands in the law tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// They contain it.
    Reachable,
    /// They contain it, and it cannot happen, for this reason.
    Unreachable(&'static str),
    /// They do not contain it.
    Absent,
}

use Standing::{Absent, Reachable, Unreachable};

const CONTRADICTS: Standing =
    Unreachable("a rejected delivery whose job was completed always shuts the pool down");
const CLONED: Standing = Unreachable(
    "a job is put back beside an idle worker only where no other waits, and its payload was cloned before",
);
const FORCES: Standing = Unreachable("this fact about the exact deadline always forces retirement");

const fn reachable_if(condition: bool) -> Standing {
    if condition { Reachable } else { Absent }
}

/// How the combination of subject, input kind and disposition stands.
pub(super) const fn standing(subject: Subject, kind: InputKind, way: Disposition) -> Standing {
    match subject {
        Subject::Member(phase) if is_fact_about_member(kind) => member(phase, kind, way),
        Subject::Member(_) => Absent,
        Subject::Pool(mode) => pool(mode, kind, way),
    }
}

/// Whether the input is a fact that addresses a member.
const fn is_fact_about_member(kind: InputKind) -> bool {
    !matches!(
        kind,
        InputKind::Initialize
            | InputKind::Submit
            | InputKind::Shutdown
            | InputKind::DeadlineAccepted
            | InputKind::DeadlineRejected
            | InputKind::DeadlineElapsed
    )
}

const fn member(phase: Phase, kind: InputKind, way: Disposition) -> Standing {
    match way {
        Disposition::Accepted if always_shuts_down(phase, kind) => CONTRADICTS,
        Disposition::Accepted => reachable_if(takes(phase, kind)),
        Disposition::RejectedFact => Reachable,
        Disposition::ShutDown => reachable_if(takes(phase, kind) && may_shut_down(phase, kind)),
        Disposition::Forced => reachable_if(
            takes(phase, kind) && (may_shut_down(phase, kind) || may_force(phase, kind)),
        ),
        Disposition::Unwound if puts_back(phase, kind) => CLONED,
        Disposition::Unwound => reachable_if(may_dispatch(phase, kind)),
        Disposition::Refused | Disposition::Ignored | Disposition::HandedBack => Absent,
    }
}

const fn pool(mode: Mode, kind: InputKind, way: Disposition) -> Standing {
    match mode {
        Mode::Constructed if matches!(kind, InputKind::Initialize) => {
            reachable_if(matches!(way, Disposition::Accepted))
        }
        Mode::Constructed | Mode::Stopped | Mode::ForcedRetirement => {
            reachable_if(matches!(way, Disposition::HandedBack))
        }
        Mode::Operating => operating_pool(kind, way),
        Mode::Draining => draining_pool(kind, way),
    }
}

const fn operating_pool(kind: InputKind, way: Disposition) -> Standing {
    match kind {
        InputKind::Initialize => reachable_if(matches!(way, Disposition::HandedBack)),
        InputKind::Submit => reachable_if(matches!(
            way,
            Disposition::Accepted | Disposition::Refused | Disposition::Unwound
        )),
        InputKind::Shutdown => {
            reachable_if(matches!(way, Disposition::ShutDown | Disposition::Forced))
        }
        _ => unaddressed(kind, way),
    }
}

const fn draining_pool(kind: InputKind, way: Disposition) -> Standing {
    match (kind, way) {
        (InputKind::Initialize, Disposition::HandedBack)
        | (InputKind::Submit, Disposition::Refused)
        | (InputKind::Shutdown, Disposition::Ignored)
        | (InputKind::DeadlineAccepted, Disposition::Accepted)
        | (InputKind::DeadlineRejected | InputKind::DeadlineElapsed, Disposition::Forced) => {
            Reachable
        }
        (InputKind::DeadlineRejected | InputKind::DeadlineElapsed, Disposition::Accepted) => FORCES,
        _ => unaddressed(kind, way),
    }
}

/// Facts that address no member: the deadline's, and those that name another pool's worker, whose
/// nonce, role or timer this roster does not have.
const fn unaddressed(kind: InputKind, way: Disposition) -> Standing {
    let is_fact = !matches!(kind, InputKind::Initialize | InputKind::Submit | InputKind::Shutdown);
    reachable_if(is_fact && matches!(way, Disposition::RejectedFact))
}

/// Facts that a set of phases waits for.
const fn is_birth(kind: InputKind) -> bool {
    matches!(kind, InputKind::BirthCommitted | InputKind::BirthRejected)
}

const fn is_initialization(kind: InputKind) -> bool {
    matches!(
        kind,
        InputKind::InitializationReady
            | InputKind::InitializationRejected
            | InputKind::InitializationStopped
    )
}

const fn is_begin(kind: InputKind) -> bool {
    matches!(kind, InputKind::BeginAccepted | InputKind::BeginRejected)
}

const fn is_activation(kind: InputKind) -> bool {
    matches!(kind, InputKind::Ready | InputKind::ActivationRejected)
}

const fn is_delivery(kind: InputKind) -> bool {
    matches!(kind, InputKind::DeliveryAccepted | InputKind::DeliveryRejected)
}

const fn is_preparation(kind: InputKind) -> bool {
    matches!(kind, InputKind::Prepared | InputKind::PreparationRejected)
}

const fn is_schedule(kind: InputKind) -> bool {
    matches!(kind, InputKind::RestartScheduleAccepted | InputKind::RestartScheduleRejected)
}

const fn is_shutdown(kind: InputKind) -> bool {
    matches!(kind, InputKind::ShutdownAccepted | InputKind::ShutdownRejected)
}

const fn is_stop(kind: InputKind) -> bool {
    matches!(kind, InputKind::Stopped)
}

const fn is_timer(kind: InputKind) -> bool {
    matches!(kind, InputKind::RestartTimerElapsed)
}

const fn is_completion(kind: InputKind) -> bool {
    matches!(kind, InputKind::Completed)
}

/// Whether a member in `phase` takes a matching fact of this kind.
pub(super) const fn takes(phase: Phase, kind: InputKind) -> bool {
    match phase {
        Phase::Creating | Phase::ResolvingCreation => is_birth(kind) || is_stop(kind),
        Phase::CreatingStopKept | Phase::ResolvingCreationStopKept => is_birth(kind),
        Phase::Initializing | Phase::DrainInitializingSettled => {
            is_initialization(kind) || is_stop(kind)
        }
        Phase::WaitingForActivationAuthorization
        | Phase::DrainingPreReadySettled
        | Phase::Idle
        | Phase::StoppingSettled
        | Phase::DrainIdleSettled
        | Phase::DrainCreatedSettled
        | Phase::DrainHoldingSettled => is_stop(kind),
        Phase::ActivationDispatched | Phase::DrainDispatchedSettled => {
            is_begin(kind) || is_stop(kind)
        }
        Phase::Activating | Phase::DrainActivatingSettled => is_activation(kind) || is_stop(kind),
        Phase::DrainingPreReady
        | Phase::Stopping
        | Phase::DrainIdle
        | Phase::DrainCreated
        | Phase::DrainHolding => is_shutdown(kind) || is_stop(kind),
        Phase::DrainingPreReadyStopped | Phase::StoppingStopped | Phase::DrainStopped => {
            is_shutdown(kind)
        }
        Phase::StoppedInitializing => is_initialization(kind),
        Phase::StoppedDispatched => is_begin(kind),
        Phase::BusyDelivering => is_delivery(kind) || is_completion(kind) || is_stop(kind),
        Phase::BusyCompletionFirst => is_delivery(kind) || is_stop(kind),
        Phase::BusyCompletionStop | Phase::BusyStopCompletion => is_delivery(kind),
        Phase::BusyStopFirst => is_delivery(kind) || is_completion(kind),
        Phase::BusyAccepted => is_completion(kind) || is_stop(kind),
        Phase::RecoveringPreparing | Phase::AwaitingWorkerPreparation => is_preparation(kind),
        Phase::RecoveringScheduling | Phase::AwaitingRestartSchedule => {
            is_schedule(kind) || is_timer(kind)
        }
        Phase::RecoveringSchedulingElapsed | Phase::AwaitingRestartScheduleElapsed => {
            is_schedule(kind)
        }
        Phase::RecoveringTimer => is_timer(kind),
        Phase::DrainInitializing => is_initialization(kind) || is_shutdown(kind) || is_stop(kind),
        Phase::DrainDispatched => is_begin(kind) || is_shutdown(kind) || is_stop(kind),
        Phase::DrainActivating => is_activation(kind) || is_shutdown(kind) || is_stop(kind),
        Phase::DrainDelivering => is_delivery(kind) || is_shutdown(kind) || is_stop(kind),
        Phase::DrainDeliveringSettled => is_delivery(kind) || is_stop(kind),
        Phase::RecoveringSource | Phase::Retired | Phase::Drained => false,
    }
}

/// Whether the step that takes the fact can start the shutdown of an operating pool.
const fn may_shut_down(phase: Phase, kind: InputKind) -> bool {
    match phase {
        Phase::Creating => matches!(kind, InputKind::BirthRejected),
        Phase::CreatingStopKept => is_birth(kind),
        // A stop waits for the settlement.
        Phase::Initializing => is_initialization(kind),
        Phase::WaitingForActivationAuthorization | Phase::Idle => is_stop(kind),
        Phase::ActivationDispatched => !matches!(kind, InputKind::BeginAccepted),
        Phase::Activating | Phase::StoppedInitializing | Phase::StoppedDispatched => true,
        // The first half shows itself only if it is a rejection.
        Phase::DrainingPreReady | Phase::Stopping => matches!(kind, InputKind::ShutdownRejected),
        Phase::DrainingPreReadySettled | Phase::StoppingSettled => is_stop(kind),
        Phase::DrainingPreReadyStopped | Phase::StoppingStopped => is_shutdown(kind),
        Phase::BusyDelivering | Phase::BusyCompletionFirst => {
            matches!(kind, InputKind::DeliveryRejected)
        }
        Phase::BusyCompletionStop | Phase::BusyStopFirst | Phase::BusyStopCompletion => {
            is_delivery(kind)
        }
        Phase::BusyAccepted => is_stop(kind),
        Phase::RecoveringPreparing => is_preparation(kind),
        Phase::RecoveringScheduling | Phase::RecoveringSchedulingElapsed => {
            matches!(kind, InputKind::RestartScheduleRejected)
        }
        _ => false,
    }
}

/// Whether the fact always starts the shutdown.
const fn always_shuts_down(phase: Phase, kind: InputKind) -> bool {
    matches!(kind, InputKind::DeliveryRejected)
        && matches!(
            phase,
            Phase::BusyCompletionFirst | Phase::BusyCompletionStop | Phase::BusyStopCompletion
        )
}

/// Whether the step of a draining pool that takes the fact can force retirement.
const fn may_force(phase: Phase, kind: InputKind) -> bool {
    matches!(phase, Phase::ResolvingCreation | Phase::ResolvingCreationStopKept)
        && matches!(kind, InputKind::BirthCommitted)
}

/// Whether the step that takes the fact can make a worker idle while jobs wait.
const fn may_dispatch(phase: Phase, kind: InputKind) -> bool {
    match phase {
        Phase::Activating => matches!(kind, InputKind::Ready),
        Phase::BusyCompletionFirst => matches!(kind, InputKind::DeliveryAccepted),
        Phase::BusyAccepted => is_completion(kind),
        _ => false,
    }
}

/// Whether the step that takes the fact can put a job back, possibly beside an idle worker.
const fn puts_back(phase: Phase, kind: InputKind) -> bool {
    match phase {
        Phase::BusyDelivering => matches!(kind, InputKind::DeliveryRejected),
        Phase::BusyStopCompletion => matches!(kind, InputKind::DeliveryAccepted),
        Phase::BusyStopFirst => is_delivery(kind),
        Phase::BusyAccepted => is_stop(kind),
        _ => false,
    }
}
