//! The end: nothing is owed any more, and one leftover owns what nobody was told.

use super::change::{Desk, Kind};
use super::end;
use super::staff::Staff;
use super::{Observed, breach, hold};
use crate::proxy::observation::{Leftover, Row, Verdict};
use crate::verdict::LawBreach;

/// A proxy stops once nothing is awaited.
pub(super) const OWES_NOTHING: &str = "stop-owes-nothing";
/// The leftover owns what nobody was told, and only that.
pub(super) const COMPLETE: &str = "leftover-is-complete";

/// Judges the end.
pub(super) fn judge(step: &Observed<'_>, desk: &mut Desk, staff: &Staff) -> Result<(), LawBreach> {
    let Verdict::Stopped { leftover } = step.verdict else { return Ok(()) };
    let owing = staff.lives().find(|life| !life.is_over());
    hold(owing.is_none(), OWES_NOTHING, || format!("{owing:?}"))?;
    match leftover {
        Leftover::Nothing => {
            let empty =
                matches!(step.before.row, Row::Dormant | Row::EmptyInitial | Row::EmptyAfter);
            hold(empty, COMPLETE, || format!("nothing is left of {:?}", step.before))?;
        }
        Leftover::Worker(worker_end) => match &staff.current {
            Some(life) => end::of_end(life, worker_end)?,
            None => return breach(COMPLETE, format!("{worker_end:?} of nobody")),
        },
        Leftover::Change { ticket, predecessor, worker } => {
            let kind = if predecessor.is_some() { Kind::Replacement } else { Kind::Install };
            desk.close(kind, ticket)?;
            if let Some(predecessor) = predecessor {
                end::of_predecessor(staff.predecessor.as_ref(), &predecessor)?;
            }
            match &staff.current {
                Some(life) => end::of_unreported(life, &worker)?,
                None => return breach(COMPLETE, format!("{worker:?} of nobody")),
            }
        }
    }
    let change = desk.change();
    hold(change.is_none(), COMPLETE, || format!("{leftover:?} leaves {change:?} out"))
}
