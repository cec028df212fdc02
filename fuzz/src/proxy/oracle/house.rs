//! The house: everything that is known of one proxy, and what follows once an input is dealt with.

use super::errands::{Board, Errand};
use super::guest::{File, Guest, News, Word};
use super::rolls::Roll;
use crate::proxy::observation::{Evidence, Id, ProxySetup, Said, Submission, Ticket, Verdict};

/// Whether the house takes anyone in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hours {
    Open,
    Closing,
    Closed,
}

/// Who has been here; looked at only while the chair is empty.
#[derive(Clone, Copy, Debug)]
pub(super) enum Memory {
    /// Nobody was ever invited.
    Untouched,
    /// Someone was invited, and nobody was ever born.
    Invited,
    /// This was the last one who was born.
    Visited(Evidence),
}

/// A guest to come, with the number of its invitation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reservation {
    pub(super) creation: Id,
    pub(super) submission: Submission,
}

/// One house.
#[derive(Clone, Debug)]
pub(super) struct House {
    pub(super) identity: u32,
    pub(super) hours: Hours,
    pub(super) chair: Option<Guest>,
    /// Who comes when the chair is free.
    pub(super) next: Option<Reservation>,
    /// The ticket that the owner is still to be answered.
    pub(super) promise: Option<Ticket>,
    /// Whom the promised guest replaces.
    pub(super) file: Option<File>,
    pub(super) memory: Memory,
    pub(super) board: Board,
    pub(super) invitations: Roll,
    pub(super) activations: Roll,
}

impl House {
    pub(super) fn new(setup: &ProxySetup) -> Self {
        Self {
            identity: setup.identity,
            hours: Hours::Open,
            chair: None,
            next: None,
            promise: None,
            file: None,
            memory: Memory::Untouched,
            board: Board::default(),
            invitations: Roll::new(&setup.creations),
            activations: Roll::new(&setup.activations),
        }
    }

    /// Another house, with the board of this one.
    pub(super) fn reopen(&mut self, setup: &ProxySetup) {
        let mut board = std::mem::take(&mut self.board);
        board.clear();
        *self = Self { board, ..Self::new(setup) };
    }

    pub(super) fn is_closing(&self) -> bool {
        self.hours != Hours::Open
    }

    /// A correlation of this proxy.
    pub(super) fn id(&self, ordinal: u64) -> Id {
        Id { issuer: self.identity, ordinal }
    }

    /// Sends out an invitation.
    pub(super) fn invite(&mut self, reservation: Reservation, said: &mut Vec<Said>) {
        let Reservation { creation, submission } = reservation;
        self.chair = Some(Guest::new(creation));
        self.board.open(Errand::Birth { creation });
        self.board.open(Errand::EarlyGoodbye { creation });
        said.push(Said::CreateWorker { creation, submission });
        said.push(Said::ObserveWorkerCreation { creation });
        said.push(Said::ObserveWorkerExit { creation });
    }

    /// Asks the guest to leave, once, and only if it is there and has a name to be called by.
    pub(super) fn dismiss(&mut self, said: &mut Vec<Said>) {
        let was_asked =
            self.board.owes_receipt() || self.chair.is_some_and(|guest| guest.receipt.is_some());
        if let Some(incarnation) = self.board.living()
            && !was_asked
        {
            self.board.open(Errand::Receipt { incarnation });
            said.push(Said::ShutdownWorker { incarnation });
        }
    }

    /// Puts into the drawer what ended the guest's start.
    pub(super) fn write(&mut self, word: Word) {
        let is_late = self.is_closing();
        if let Some(guest) = &mut self.chair {
            guest.news = Some(News { word, is_late });
        }
    }

    /// What follows after any input: an open house keeps its promise as soon as it can, a closing one
    /// closes as soon as nothing is awaited.
    pub(super) fn look_around(&mut self, said: &mut Vec<Said>) -> Verdict {
        if !self.is_closing() {
            self.keep_promise(said);
            return Verdict::Continue;
        }
        if !self.board.is_empty() {
            return Verdict::Continue;
        }
        let leftover = self.remains();
        self.hours = Hours::Closed;
        (self.chair, self.promise, self.file) = (None, None, None);
        Verdict::Stopped { leftover }
    }
}
