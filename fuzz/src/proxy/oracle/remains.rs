//! What a house still has in its drawers when it closes.

use super::guest::{Guest, News, Word};
use super::house::House;
use crate::proxy::observation::{End, Leftover, StartOutcome, Ticket, Unborn, UnreportedWorker};

impl House {
    /// Everything that is still here, in one piece.
    pub(super) fn remains(&self) -> Leftover {
        match (self.promise, self.end()) {
            (Some(ticket), _) => self.broken_promise(ticket).unwrap_or(Leftover::Nothing),
            (None, Some(end)) => Leftover::Worker(end),
            (None, None) => Leftover::Nothing,
        }
    }

    /// A promise that nobody keeps any more.
    fn broken_promise(&self, ticket: Ticket) -> Option<Leftover> {
        let guest = self.chair.as_ref()?;
        let News { word, is_late } = guest.news?;
        let worker = if is_late { self.late(guest, word)? } else { self.untold(guest, word)? };
        let predecessor = self.file.as_ref().map(|file| file.predecessor());
        Some(Leftover::Change { ticket, predecessor, worker })
    }

    /// An outcome that came in time and was not told in time.
    fn untold(&self, guest: &Guest, word: Word) -> Option<UnreportedWorker> {
        if let Word::Ready { proof } = word
            && guest.receipt.is_some()
        {
            let outcome = StartOutcome::Ready { evidence: guest.evidence, proof };
            return Some(UnreportedWorker::Held { outcome, end: self.end()? });
        }
        Some(UnreportedWorker::Resolved(self.outcome()?))
    }

    /// What came when the house was closing.
    fn late(&self, guest: &Guest, word: Word) -> Option<UnreportedWorker> {
        if let Word::Unborn { submission, why } = word {
            let early_exit = guest.goodbye;
            return Some(UnreportedWorker::Unborn(Unborn { submission, why, early_exit }));
        }
        let end = self.end()?;
        match word {
            // Of a guest that was never born or never numbered nothing is told late.
            Word::Unborn { .. } | Word::Unnumbered { .. } => None,
            Word::Unwanted { permit, plan } => {
                Some(UnreportedWorker::Initialized { permit, plan, end })
            }
            Word::Failed { failure, plan } => {
                Some(UnreportedWorker::EffectsRejected { failure, plan, end })
            }
            Word::Stopped { plan, second: None } => {
                let End { exit: own, shutdown } = end;
                Some(UnreportedWorker::InitializationStopped { own, plan, end: None, shutdown })
            }
            Word::Stopped { plan, second: Some(own) } => {
                let (end, shutdown) = (Some(end), None);
                Some(UnreportedWorker::InitializationStopped { own, plan, end, shutdown })
            }
            Word::NotBegun { request, reason } => {
                Some(UnreportedWorker::StartRejected { request, reason, end })
            }
            Word::TurnedDown { rejection } => {
                Some(UnreportedWorker::ActivationRejected { rejection, end })
            }
            Word::Ready { proof } => Some(UnreportedWorker::Ready { proof, end }),
        }
    }
}
