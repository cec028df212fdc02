//! What is shown: it says no more and no less than the history.

use super::change::Desk;
use super::life::drains;
use super::staff::Staff;
use super::{Observed, hold, report};
use crate::proxy::observation::{ProxyView, Row};
use crate::verdict::LawBreach;

/// Ready is shown exactly while the reported worker lives and nobody drains it.
pub(super) const READY_ROW: &str = "installed-is-not-ready";
/// An empty proxy holds no worker; it is EmptyAfter exactly if one was ever born.
pub(super) const EMPTY: &str = "empty-after-a-commit";
/// A worker that is being drained was asked to stop.
pub(super) const ASKED: &str = "drained-worker-is-asked";
/// A change is under way in the rows between, and in no row at rest.
pub(super) const UNDER_WAY: &str = "change-is-under-way";
/// Settlements that are out are shown as owed.
pub(super) const DEBTS: &str = "view-shows-settlements-owed";
/// A kept exit is shown.
pub(super) const EXITS: &str = "view-shows-kept-exit";

/// Judges the state after one step.
pub(super) fn judge(step: &Observed<'_>, desk: &Desk, staff: &Staff) -> Result<(), LawBreach> {
    report::stop_is_reported(step)?;
    let view = step.after;
    ready(view, staff)?;
    empty(view, staff)?;
    asked(view, staff)?;
    under_way(view, desk)?;
    debts(view, staff)?;
    exits(view, staff)
}

fn ready(view: &ProxyView, staff: &Staff) -> Result<(), LawBreach> {
    let asked = staff.current.is_some_and(|life| life.asked);
    let ready = staff.ready().is_some() && !asked;
    hold((view.row == Row::Ready) == ready, READY_ROW, || {
        format!("{view:?} with {:?}", staff.current)
    })
}

fn empty(view: &ProxyView, staff: &Staff) -> Result<(), LawBreach> {
    let due = match view.row {
        Row::Dormant => !staff.has_created,
        Row::EmptyInitial => staff.has_created && !staff.has_committed,
        Row::EmptyAfter => staff.has_committed,
        _ => return Ok(()),
    };
    let holds = staff.lives().find(|life| !life.is_over());
    hold(due && holds.is_none(), EMPTY, || format!("{view:?} with {:?}", staff.current))
}

fn asked(view: &ProxyView, staff: &Staff) -> Result<(), LawBreach> {
    let spared = staff.lives().find(|life| life.is_alive() && !life.asked);
    hold(!drains(view.row) || spared.is_none(), ASKED, || format!("{view:?} with {spared:?}"))
}

fn under_way(view: &ProxyView, desk: &Desk) -> Result<(), LawBreach> {
    let rests = matches!(
        view.row,
        Row::Dormant | Row::Ready | Row::EmptyInitial | Row::EmptyAfter | Row::Stopped
    );
    let fits = match view.row {
        // Behind it can be a ready worker, a cancelled replacement, or an unreported change.
        Row::DrainingWorker => true,
        _ => rests != desk.change().is_some(),
    };
    hold(fits, UNDER_WAY, || format!("{view:?} with {:?}", desk.change()))
}

fn debts(view: &ProxyView, staff: &Staff) -> Result<(), LawBreach> {
    let owes = |life: Option<super::life::Life>| life.is_some_and(|life| life.owes_settlement());
    let own = view.settlement_owed == owes(staff.current);
    let predecessors = view.predecessor_settlement_owed == owes(staff.predecessor);
    hold(own && predecessors, DEBTS, || {
        format!("{view:?} with {:?} after {:?}", staff.current, staff.predecessor)
    })
}

fn exits(view: &ProxyView, staff: &Staff) -> Result<(), LawBreach> {
    let life = staff.current;
    let exited = life.is_some_and(|life| life.exit.is_some());
    let fits = match view.row {
        Row::Dormant
        | Row::Ready
        | Row::EmptyInitial
        | Row::EmptyAfter
        | Row::StoppingForReplacement
        | Row::SuccessorHeld
        | Row::Stopped => !view.exit_kept,
        // Behind it can be an outcome that owns the exit already.
        Row::DrainingWorker => exited || !view.exit_kept,
        Row::Creating
        | Row::Initializing
        | Row::ActivationStarting
        | Row::Activating
        | Row::Failing
        | Row::FailingToStop
        | Row::DrainingCreation
        | Row::DrainingInitialization
        | Row::DrainingActivationStart
        | Row::DrainingActivation => view.exit_kept == exited,
    };
    let ready = life.is_some_and(|life| life.is_alive() && life.proof().is_some());
    let held = view.held_ready == (ready && view.row == Row::SuccessorHeld);
    hold(fits && held, EXITS, || format!("{view:?} with {life:?}"))
}
