//! Who may start its activation: waiting workers in declaration order, up to the limit.

use super::cells::Drawer;
use super::owed::Owed;
use super::turn::Turn;
use crate::pool::observation::{Said, Tag, WorkerFailure};

impl Turn<'_> {
    /// Starts as many activations as the limit leaves room for. A worker whose ticket cannot be
    /// had goes away, and the next one is looked at.
    pub(super) fn authorize(&mut self) {
        if !self.floor.cells.all().iter().any(|cell| cell.awaits_activation()) {
            return;
        }
        for at in 0..self.floor.cells.count() {
            if self.closing || !self.has_activation_room() {
                return;
            }
            let cell = self.cell(at);
            if cell.awaits_activation()
                && let Drawer::Activation { permit, plan } = cell.drawer
            {
                cell.drawer = Drawer::Empty;
                self.start_activation(at, permit, plan);
            }
        }
    }

    fn has_activation_room(&self) -> bool {
        let under_way = self.floor.cells.all().iter().filter(|cell| cell.is_activating()).count();
        under_way < usize::from(self.rules.activation_limit)
    }

    fn start_activation(&mut self, at: usize, permit: Tag, plan: Tag) {
        match self.floor.wells.activation.draw() {
            Ok(ordinal) => {
                let ticket = self.id(ordinal);
                self.issued.tickets.enter(ordinal, at);
                let cell = self.cell(at);
                cell.ticket = ticket;
                cell.owed.open(Owed::BEGIN);
                let child = cell.child;
                self.say(Said::BeginWorkerActivation { child, ticket, permit, plan });
            }
            Err(rejection) => {
                let failure = WorkerFailure::TicketUnavailable { permit, plan, rejection };
                self.cell(at).failure = Some(failure);
                self.send_away(at);
            }
        }
    }
}
