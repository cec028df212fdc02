//! The owner's side: one install or replacement at a time, each answered once, under its own ticket.

use super::{Observed, hold};
use crate::proxy::observation::{
    InitialOutcome, Refused, ReplacementOutcome, Report, Row, Said, Submission, Ticket, Told,
};
use crate::verdict::LawBreach;

/// An install is taken in Dormant only, a replacement in Ready and EmptyAfter only.
pub(super) const TAKEN_IN_ITS_ROWS: &str = "change-taken-in-its-rows";
/// Each change is answered once, in its own kind, under its own ticket.
pub(super) const ANSWERED_ONCE: &str = "change-answered-once";
/// A refusal returns the submission and changes nothing.
pub(super) const REFUSAL: &str = "refusal-changes-nothing";

/// The two kinds of changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Install,
    Replacement,
}

/// A change that was taken and is not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) kind: Kind,
    pub(super) ticket: Ticket,
    pub(super) submission: Submission,
}

/// What the owner waits for.
#[derive(Debug, Default)]
pub(super) struct Desk {
    change: Option<Change>,
}

impl Desk {
    /// The change that is under way.
    pub(super) fn change(&self) -> Option<Change> {
        self.change
    }

    /// Takes down a control, and judges whether it was taken where it may be.
    pub(super) fn hear(&mut self, step: &Observed<'_>) -> Result<(), LawBreach> {
        let Some(change) = control(step.told) else { return Ok(()) };
        if let Some(refused) = step.said.iter().find_map(refusal) {
            return refused_rightly(step, change, refused);
        }
        hold(takes(step.before.row, change.kind), TAKEN_IN_ITS_ROWS, || {
            format!("{:?} took {:?}", step.before.row, step.told)
        })?;
        self.change = Some(change);
        Ok(())
    }

    /// The change under way is answered.
    pub(super) fn close(&mut self, kind: Kind, ticket: Ticket) -> Result<Change, LawBreach> {
        let fits = |change: &Change| change.kind == kind && change.ticket == ticket;
        match self.change.take().filter(fits) {
            Some(change) => Ok(change),
            None => super::breach(ANSWERED_ONCE, format!("{kind:?} {ticket:?} is not under way")),
        }
    }
}

/// The change that the owner asks for.
pub(super) fn control(told: &Told) -> Option<Change> {
    match *told {
        Told::InstallInitial { ticket, submission } => {
            Some(Change { kind: Kind::Install, ticket, submission })
        }
        Told::Replace { ticket, submission } => {
            Some(Change { kind: Kind::Replacement, ticket, submission })
        }
        _ => None,
    }
}

fn takes(row: Row, kind: Kind) -> bool {
    match kind {
        Kind::Install => row == Row::Dormant,
        Kind::Replacement => matches!(row, Row::Ready | Row::EmptyAfter),
    }
}

/// A refusal with its kind and ticket.
pub(super) fn refusal(said: &Said) -> Option<(Kind, Ticket, Refused)> {
    let Said::Report { report } = said else { return None };
    match report {
        Report::Initial { ticket, outcome: InitialOutcome::Refused(refused) } => {
            Some((Kind::Install, *ticket, *refused))
        }
        Report::Replacement { ticket, outcome: ReplacementOutcome::Refused(refused) } => {
            Some((Kind::Replacement, *ticket, *refused))
        }
        Report::Initial { .. }
        | Report::Replacement { .. }
        | Report::WorkerStopped { .. }
        | Report::Unavailable { .. } => None,
    }
}

fn refused_rightly(
    step: &Observed<'_>,
    change: Change,
    (kind, ticket, refused): (Kind, Ticket, Refused),
) -> Result<(), LawBreach> {
    let echo = Change { kind, ticket, submission: refused.submission };
    hold(echo == change, ANSWERED_ONCE, || format!("{refused:?} answered {:?}", step.told))?;
    hold(takes(step.before.row, kind) == refused.creation.is_some(), TAKEN_IN_ITS_ROWS, || {
        format!("{:?} refused {:?} with {refused:?}", step.before.row, step.told)
    })?;
    hold(step.before == step.after && step.said.len() == 1, REFUSAL, || {
        format!("{:?} became {:?} and said {:?}", step.before, step.after, step.said)
    })
}
