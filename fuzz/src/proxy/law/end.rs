//! What outcomes and leftovers tell of a worker: what was told of it, and its whole end.

use super::life::Life;
use super::{breach, hold};
use crate::proxy::observation::{
    Cause, End, Exit, Predecessor, StartOutcome, Told, Unborn, UnreportedWorker,
};
use crate::verdict::LawBreach;

/// An outcome tells what was told: the same failure, the same values, the same worker.
pub(super) const TELLS_WHAT_WAS_TOLD: &str = "outcome-tells-what-was-told";
/// Ready is reported of a living worker that was told ready, and of no other.
pub(super) const READY_ALIVE: &str = "ready-is-alive";
/// A worker's end names its exit and, if it was asked to stop, the settlement of that.
pub(super) const END_COMPLETE: &str = "end-is-complete";
/// A replacement's outcome owns the drained predecessor's exit and settlement.
pub(super) const PREDECESSOR: &str = "predecessor-is-awaited";

/// Judges the outcome of a start.
pub(super) fn of_start(life: &Life, outcome: &StartOutcome) -> Result<(), LawBreach> {
    match outcome {
        StartOutcome::CreationRejected(unborn) => of_unborn(life, unborn),
        StartOutcome::Ready { evidence, proof } => {
            let alive = life.is_alive() && !life.asked && life.proof() == Some(*proof);
            hold(alive && life.creation == *evidence, READY_ALIVE, || {
                format!("{outcome:?} of {life:?}")
            })
        }
        StartOutcome::Unavailable { evidence, cause } => {
            hold(life.creation == *evidence, TELLS_WHAT_WAS_TOLD, || {
                format!("{outcome:?} of {life:?}")
            })?;
            of_cause(life, cause)
        }
    }
}

fn of_unborn(life: &Life, unborn: &Unborn) -> Result<(), LawBreach> {
    let fits = matches!(
        life.latest,
        Some(Told::BirthRejected { submission, why, .. })
            if submission == unborn.submission && why == unborn.why
    );
    hold(fits && unborn.early_exit == life.exit, TELLS_WHAT_WAS_TOLD, || {
        format!("{unborn:?} of {life:?}")
    })
}

fn of_cause(life: &Life, cause: &Cause) -> Result<(), LawBreach> {
    let (fits, ends) = cause_fits(life, cause);
    hold(fits, TELLS_WHAT_WAS_TOLD, || format!("{cause:?} of {life:?}"))?;
    hold(ends, END_COMPLETE, || format!("{cause:?} of {life:?}"))
}

/// Whether a cause tells what was told, and whether its end is whole.
fn cause_fits(life: &Life, cause: &Cause) -> (bool, bool) {
    let exited = |exit: Exit| life.exit == Some(exit) && !life.asked;
    match (*cause, life.latest) {
        (
            Cause::InitializationRejected { failure, plan, end },
            Some(Told::EffectsRejected { failure: with, plan: and, .. }),
        ) => ((failure, plan) == (with, and), is_whole(life, end)),
        (
            Cause::StoppedDuringInitialization { plan, exit, own },
            Some(Told::InitializationStopped { exit: stop, plan: and, .. }),
        ) => (plan == and && own == (exit != stop).then_some(stop), exited(exit)),
        (
            Cause::InitializedAfterExit { permit, plan, exit },
            Some(Told::Initialized { permit: with, plan: and, .. }),
        ) => ((permit, plan) == (with, and), exited(exit)),
        (
            Cause::ActivationUnavailable { permit, plan, end, .. },
            Some(Told::Initialized { permit: with, plan: and, .. }),
        ) => ((permit, plan) == (with, and), is_whole(life, end) && life.asked),
        (
            Cause::StartRejected { request, reason, end },
            Some(Told::StartRejected { request: with, reason: and, .. }),
        ) => ((request, reason) == (with, and), is_whole(life, end)),
        (
            Cause::ActivationRejected { rejection, end },
            Some(Told::ActivationRejected { rejection: with, .. }),
        ) => (rejection == with, is_whole(life, end)),
        (Cause::ReadyAfterExit { proof, exit }, Some(Told::ActivationReady { .. })) => {
            (life.proof() == Some(proof), exited(exit))
        }
        _ => (false, true),
    }
}

/// Whether an end is the worker's whole end.
pub(super) fn is_whole(life: &Life, end: End) -> bool {
    let settled = end.shutdown.is_some() == life.asked && end.shutdown == life.settled;
    life.exit == Some(end.exit) && settled
}

/// Judges a worker's end.
pub(super) fn of_end(life: &Life, end: End) -> Result<(), LawBreach> {
    hold(is_whole(life, end), END_COMPLETE, || format!("{end:?} of {life:?}"))
}

/// Judges the predecessor that an outcome names.
pub(super) fn of_predecessor(
    life: Option<&Life>,
    predecessor: &Predecessor,
) -> Result<(), LawBreach> {
    let Some(life) = life else { return breach(PREDECESSOR, format!("{predecessor:?} of nobody")) };
    let due = if life.makes_room { life.exit.zip(life.settled).map(Some) } else { Some(None) };
    let fits = life.creation == predecessor.evidence && due == Some(predecessor.drained);
    hold(fits, PREDECESSOR, || format!("{predecessor:?} of {life:?}"))
}

/// Judges what became of the worker of a change that ended unreported.
pub(super) fn of_unreported(life: &Life, worker: &UnreportedWorker) -> Result<(), LawBreach> {
    let (fits, end) = match (*worker, life.latest) {
        (UnreportedWorker::Unborn(unborn), _) => return of_unborn(life, &unborn),
        (
            UnreportedWorker::Initialized { permit, plan, end },
            Some(Told::Initialized { permit: with, plan: and, .. }),
        ) => ((permit, plan) == (with, and), is_whole(life, end)),
        (
            UnreportedWorker::EffectsRejected { failure, plan, end },
            Some(Told::EffectsRejected { failure: with, plan: and, .. }),
        ) => ((failure, plan) == (with, and), is_whole(life, end)),
        (
            UnreportedWorker::InitializationStopped { own, plan, end, shutdown },
            Some(Told::InitializationStopped { exit: stop, plan: and, .. }),
        ) => ((own, plan) == (stop, and), stopped_whole(life, own, end, shutdown)),
        (
            UnreportedWorker::StartRejected { request, reason, end },
            Some(Told::StartRejected { request: with, reason: and, .. }),
        ) => ((request, reason) == (with, and), is_whole(life, end)),
        (UnreportedWorker::Ready { proof, end }, _) => {
            (life.proof() == Some(proof), is_whole(life, end))
        }
        (
            UnreportedWorker::ActivationRejected { rejection, end },
            Some(
                Told::ActivationRejected { rejection: with, .. }
                | Told::RejectedAfterCancel { rejection: with, .. },
            ),
        ) => (rejection == with, is_whole(life, end)),
        (UnreportedWorker::Resolved(StartOutcome::Ready { .. }), _) => (false, false),
        (UnreportedWorker::Resolved(outcome), _) => return of_start(life, &outcome),
        (UnreportedWorker::Held { outcome, end }, _) => {
            (is_held(life, &outcome), is_whole(life, end) && life.asked)
        }
        _ => (false, true),
    };
    hold(fits, TELLS_WHAT_WAS_TOLD, || format!("{worker:?} of {life:?}"))?;
    hold(end, END_COMPLETE, || format!("{worker:?} of {life:?}"))
}

fn is_held(life: &Life, outcome: &StartOutcome) -> bool {
    matches!(*outcome, StartOutcome::Ready { evidence, proof }
        if life.creation == evidence && life.proof() == Some(proof))
}

/// The initialization's own stop is the end, or another exit had come before it.
fn stopped_whole(
    life: &Life,
    own: Exit,
    end: Option<End>,
    shutdown: Option<crate::proxy::observation::Settled>,
) -> bool {
    match end {
        Some(end) => shutdown.is_none() && life.exit != Some(own) && is_whole(life, end),
        None => is_whole(life, End { exit: own, shutdown }),
    }
}
