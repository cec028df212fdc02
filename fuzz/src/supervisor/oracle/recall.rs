//! Calling an errand back.

use super::ticket::{Errand, Reason, Stamp, Ticket};
use super::turn::Turn;
use crate::supervisor::observation::{Authority, Cause, Change, Id, Reply, Tag};

impl Turn<'_> {
    pub(super) fn cancel(&mut self, authority: Authority, route: Tag) {
        let reply = if self.is_closing() {
            Reply::Draining { authority }
        } else {
            self.call_back(authority)
        };
        self.reply(route, reply);
    }

    fn call_back(&mut self, authority: Authority) -> Reply {
        let Some(at) = self.desk.of_key(authority.key) else { return Reply::Stale { authority } };
        let named = authority.operation;
        match self.ticket(at).errand {
            Some(Errand { operation, .. }) if operation == named => {
                self.call_errand_back(at, authority)
            }
            Some(_) => Reply::Stale { authority },
            None => self.remember(at, named, authority),
        }
    }

    /// The last errand is remembered for as long as the service stands or can be restored.
    fn remember(&mut self, at: usize, named: Id, authority: Authority) -> Reply {
        let phase = self.shown(at);
        let Ticket { closing, stamp, .. } = *self.ticket(at);
        let can_stand = match closing {
            None | Some(Reason::Asked { .. }) => true,
            Some(Reason::CalledBack | Reason::Failed { .. } | Reason::House) => false,
        };
        match stamp.filter(|stamp| can_stand && stamp.operation == named) {
            Some(Stamp { called_back: true, .. }) => Reply::Cancelled { authority },
            Some(Stamp { called_back: false, .. }) => Reply::Committed { authority, phase },
            None => Reply::Stale { authority },
        }
    }

    fn call_errand_back(&mut self, at: usize, authority: Authority) -> Reply {
        match self.ticket(at).closing {
            None => self.stop_errand(at, authority),
            Some(Reason::Asked { .. } | Reason::House) => Reply::Draining { authority },
            Some(Reason::Failed { cause: Cause::StableProxyExit }) => Reply::Draining { authority },
            Some(Reason::Failed { .. }) => Reply::Stale { authority },
            Some(Reason::CalledBack) => Reply::Cancelled { authority },
        }
    }

    /// A worker that lies here goes back. A replacement is then as if it had never been; everything
    /// else closes the ticket.
    fn stop_errand(&mut self, at: usize, authority: Authority) -> Reply {
        let phase = self.shown(at);
        let ticket = self.ticket(at);
        let change = ticket.errand.map(|errand| errand.change);
        let parcel = ticket.parcel.take();
        if change == Some(Change::Replacement) && parcel.is_some() {
            ticket.stamp_errand(true);
        } else {
            ticket.closing = Some(Reason::CalledBack);
            self.ask_to_stop(at);
        }
        match parcel {
            Some(submission) => Reply::Returned { authority, submission },
            None => Reply::Pending { authority, phase },
        }
    }
}
