//! The promise to the owner: what came of a start, and when it may be said.

use super::guest::{Guest, News, Word};
use super::house::{House, Memory};
use crate::proxy::observation::{
    Cause, End, InitialOutcome, ReplacementOutcome, Report, Said, StartOutcome, Unborn,
};

impl House {
    /// The guest's end, once its goodbye and, if it was asked to leave, the receipt are there.
    pub(super) fn end(&self) -> Option<End> {
        let guest = self.chair.as_ref()?;
        let exit = guest.goodbye?;
        if self.board.owes_receipt() {
            return None;
        }
        Some(End { exit, shutdown: guest.receipt })
    }

    /// What came of the guest's start, once everything that belongs to it is there.
    pub(super) fn outcome(&self) -> Option<StartOutcome> {
        let guest = self.chair.as_ref()?;
        let evidence = guest.evidence;
        match guest.news.as_ref()?.word {
            Word::Unborn { submission, why } => {
                let early_exit = guest.goodbye;
                Some(StartOutcome::CreationRejected(Unborn { submission, why, early_exit }))
            }
            Word::Ready { proof } if guest.goodbye.is_none() => {
                Some(StartOutcome::Ready { evidence, proof })
            }
            word @ (Word::Unwanted { .. }
            | Word::Unnumbered { .. }
            | Word::Failed { .. }
            | Word::Stopped { .. }
            | Word::NotBegun { .. }
            | Word::TurnedDown { .. }
            | Word::Ready { .. }) => {
                let cause = cause(word, self.end()?)?;
                Some(StartOutcome::Unavailable { evidence, cause })
            }
        }
    }

    /// Whether the guest is gone for good and its outcome only waits to be told.
    pub(super) fn has_parted(&self) -> bool {
        let Some(Guest { news: Some(News { word, is_late: false }), receipt, .. }) = self.chair
        else {
            return false;
        };
        let was_dismissed_ready = matches!(word, Word::Ready { .. }) && receipt.is_some();
        self.end().is_some() && !was_dismissed_ready
    }

    /// Tells the owner what came of the promised guest, unless a receipt on file is still out.
    pub(super) fn keep_promise(&mut self, said: &mut Vec<Said>) {
        if self.board.former().is_some() {
            return;
        }
        let Some(outcome) = self.outcome() else { return };
        let Some(ticket) = self.promise.take() else { return };
        let report = match self.file.take() {
            None => Report::Initial { ticket, outcome: InitialOutcome::Resolved(outcome) },
            Some(file) => {
                let (predecessor, successor) = (file.predecessor(), outcome);
                let outcome = ReplacementOutcome::Resolved { predecessor, successor };
                Report::Replacement { ticket, outcome }
            }
        };
        said.push(Said::Report { report });
        self.seat(&outcome);
    }

    /// Who sits in the chair after an outcome was told.
    fn seat(&mut self, outcome: &StartOutcome) {
        match *outcome {
            StartOutcome::Ready { .. } => {
                if let Some(guest) = &mut self.chair {
                    guest.news = None;
                }
            }
            StartOutcome::CreationRejected(_) => self.chair = None,
            StartOutcome::Unavailable { evidence, .. } => {
                self.chair = None;
                self.memory = Memory::Visited(evidence);
            }
        }
    }
}

/// What a born guest failed by; nothing if it was never born.
fn cause(word: Word, end: End) -> Option<Cause> {
    let exit = end.exit;
    match word {
        Word::Unborn { .. } => None,
        Word::Unwanted { permit, plan } => Some(Cause::InitializedAfterExit { permit, plan, exit }),
        Word::Unnumbered { permit, plan, reason } => {
            Some(Cause::ActivationUnavailable { permit, plan, reason, end })
        }
        Word::Failed { failure, plan } => {
            Some(Cause::InitializationRejected { failure, plan, end })
        }
        Word::Stopped { plan, second } => {
            Some(Cause::StoppedDuringInitialization { plan, exit, own: second })
        }
        Word::NotBegun { request, reason } => Some(Cause::StartRejected { request, reason, end }),
        Word::TurnedDown { rejection } => Some(Cause::ActivationRejected { rejection, end }),
        Word::Ready { proof } => Some(Cause::ReadyAfterExit { proof, exit }),
    }
}
