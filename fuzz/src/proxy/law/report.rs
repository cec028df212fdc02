//! Reports to the owner: each change's outcome, and the end of a ready worker.

use super::change::{Desk, Kind};
use super::end;
use super::staff::Staff;
use super::{Observed, breach, hold};
use crate::proxy::observation::{
    Evidence, Exit, InitialOutcome, ReplacementOutcome, Report, Row, Said, StartOutcome,
    Submission, Told,
};
use crate::verdict::LawBreach;

/// The exit of a ready worker is reported once, and no other exit is.
pub(super) const WORKER_STOPPED: &str = "ready-worker-stop-reported-once";
/// Only a shutdown cancels a replacement, while its predecessor is being drained.
pub(super) const CANCELLED: &str = "cancelled-before-birth-only";
/// Nothing is reported of a worker that was never created.
pub(super) const OF_A_WORKER: &str = "outcome-is-of-a-worker";

/// Judges one action.
pub(super) fn judge(
    step: &Observed<'_>,
    said: &Said,
    desk: &mut Desk,
    staff: &mut Staff,
) -> Result<(), LawBreach> {
    let Said::Report { report } = said else { return Ok(()) };
    match report {
        Report::Initial { outcome: InitialOutcome::Refused(_), .. }
        | Report::Replacement { outcome: ReplacementOutcome::Refused(_), .. } => {
            let asked = super::change::control(step.told).is_some();
            hold(asked, super::change::ANSWERED_ONCE, || format!("{report:?} of nothing"))
        }
        // Judged with the command that it answers.
        Report::Unavailable { .. } => Ok(()),
        Report::Initial { ticket, outcome: InitialOutcome::Resolved(outcome) } => {
            desk.close(Kind::Install, *ticket)?;
            start(staff, outcome)
        }
        Report::Replacement { ticket, outcome } => {
            let change = desk.close(Kind::Replacement, *ticket)?;
            replacement(step, outcome, change.submission, staff)
        }
        Report::WorkerStopped { evidence, exit } => worker_stopped(step, staff, *evidence, *exit),
    }
}

fn start(staff: &mut Staff, outcome: &StartOutcome) -> Result<(), LawBreach> {
    let Some(life) = &mut staff.current else {
        return breach(OF_A_WORKER, format!("{outcome:?}"));
    };
    end::of_start(life, outcome)?;
    match outcome {
        StartOutcome::Ready { .. } => life.is_published = true,
        StartOutcome::CreationRejected(_) => staff.unborn_is_reported(),
        StartOutcome::Unavailable { .. } => {}
    }
    Ok(())
}

fn replacement(
    step: &Observed<'_>,
    outcome: &ReplacementOutcome,
    submission: Submission,
    staff: &mut Staff,
) -> Result<(), LawBreach> {
    match outcome {
        ReplacementOutcome::Refused(_) => Ok(()),
        ReplacementOutcome::CancelledBeforeBirth { predecessor, submission: returned } => {
            let drained = staff.current.is_some_and(|life| life.creation == *predecessor);
            let fits = drained && submission == *returned && *step.told == Told::Shutdown;
            hold(fits && step.before.row == Row::StoppingForReplacement, CANCELLED, || {
                format!("{outcome:?} in {:?} after {:?}", step.before.row, step.told)
            })
        }
        ReplacementOutcome::Resolved { predecessor, successor } => {
            end::of_predecessor(staff.predecessor.as_ref(), predecessor)?;
            start(staff, successor)
        }
    }
}

fn worker_stopped(
    step: &Observed<'_>,
    staff: &Staff,
    evidence: Evidence,
    exit: Exit,
) -> Result<(), LawBreach> {
    let was_told = matches!(*step.told, Told::ExitAfterBirth { exit: told, .. } if told == exit);
    let is_it = staff.current.is_some_and(|life| life.creation == evidence);
    let fits = was_told && is_it && step.before.row == Row::Ready && step.said.len() == 1;
    hold(fits, WORKER_STOPPED, || format!("{:?} in {:?}", step.said, step.before.row))
}

/// A ready worker's exit is not passed over.
pub(super) fn stop_is_reported(step: &Observed<'_>) -> Result<(), LawBreach> {
    let due = step.before.row == Row::Ready && matches!(step.told, Told::ExitAfterBirth { .. });
    let reports =
        |said: &Said| matches!(said, Said::Report { report: Report::WorkerStopped { .. } });
    hold(!due || step.said.iter().any(reports), WORKER_STOPPED, || "it was not".to_owned())
}
