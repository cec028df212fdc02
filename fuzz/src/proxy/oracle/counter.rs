//! What is asked at the counter: services by clients, control by the owner.

use super::guest::File;
use super::house::{Hours, House, Memory, Reservation};
use crate::proxy::observation::{
    InitialOutcome, Refused, ReplacementOutcome, Report, Row, Said, Submission, Tag, Ticket,
    Unavailable,
};

impl House {
    /// A command goes to the guest if it is ready, else back.
    pub(super) fn serve(&self, sender: Tag, command: Tag, said: &mut Vec<Said>) {
        let guest = self.board.living().filter(|_| self.row() == Row::Ready);
        said.push(match guest {
            Some(incarnation) => Said::DeliverService { incarnation, sender, command },
            None => {
                let phase = self.shown();
                Said::Report { report: Report::Unavailable { sender, phase, command } }
            }
        });
    }

    /// The first guest.
    pub(super) fn install(&mut self, ticket: Ticket, submission: Submission, said: &mut Vec<Said>) {
        match self.reserve(self.row() == Row::Dormant, submission) {
            Ok(reservation) => {
                self.memory = Memory::Invited;
                self.promise = Some(ticket);
                self.invite(reservation, said);
            }
            Err(refused) => {
                let outcome = InitialOutcome::Refused(refused);
                said.push(Said::Report { report: Report::Initial { ticket, outcome } });
            }
        }
    }

    /// Another guest, in the place of one who is ready or one who is gone.
    pub(super) fn replace(&mut self, ticket: Ticket, submission: Submission, said: &mut Vec<Said>) {
        let row = self.row();
        match self.reserve(matches!(row, Row::Ready | Row::EmptyAfter), submission) {
            Ok(reservation) => {
                self.promise = Some(ticket);
                self.make_room(reservation, said);
            }
            Err(refused) => {
                let outcome = ReplacementOutcome::Refused(refused);
                said.push(Said::Report { report: Report::Replacement { ticket, outcome } });
            }
        }
    }

    /// The next guest waits for the chair, or takes it at once if it is free.
    fn make_room(&mut self, reservation: Reservation, said: &mut Vec<Said>) {
        if self.chair.is_some() {
            self.next = Some(reservation);
            return self.dismiss(said);
        }
        if let Memory::Visited(evidence) = self.memory {
            self.file = Some(File { evidence, goodbye: None, receipt: None });
        }
        self.invite(reservation, said);
    }

    /// Tears off a number for an invitation, in a row that takes one.
    fn reserve(&mut self, takes_one: bool, submission: Submission) -> Result<Reservation, Refused> {
        let refuse = |phase, creation: Option<Unavailable>| Refused { submission, phase, creation };
        let phase = self.shown();
        if !takes_one {
            return Err(refuse(phase, None));
        }
        let drawn = self.invitations.draw().map_err(|reason| refuse(phase, Some(reason)))?;
        Ok(Reservation { creation: self.id(drawn), submission })
    }

    /// The house closes: a guest to come is sent back, the present one is asked to leave.
    pub(super) fn close(&mut self, said: &mut Vec<Said>) {
        if self.is_closing() {
            return;
        }
        self.hours = Hours::Closing;
        if let Some((incarnation, activation)) = self.board.activation() {
            said.push(Said::CancelActivation { incarnation, activation });
        }
        self.dismiss(said);
        self.send_back(said);
    }

    /// Returns a guest to come, if there is one, and with it the promise.
    fn send_back(&mut self, said: &mut Vec<Said>) {
        let Some(Reservation { submission, .. }) = self.next.take() else { return };
        if let Some(guest) = self.chair
            && let Some(ticket) = self.promise.take()
        {
            let predecessor = guest.evidence;
            let outcome = ReplacementOutcome::CancelledBeforeBirth { predecessor, submission };
            said.push(Said::Report { report: Report::Replacement { ticket, outcome } });
        }
    }
}
