//! The desk: every open ticket, by generation, and how an input finds its ticket.

use super::ticket::Ticket;
use crate::supervisor::observation::{Id, Key, Proxy, Told};

/// Every open ticket, by generation.
#[derive(Debug, Default)]
pub(super) struct Desk {
    pub(super) tickets: Vec<Ticket>,
}

impl Desk {
    pub(super) fn of_key(&self, key: Key) -> Option<usize> {
        self.tickets.iter().position(|ticket| ticket.key == key)
    }

    pub(super) fn of_generation(&self, generation: Id) -> Option<usize> {
        self.tickets.iter().position(|ticket| ticket.generation == generation)
    }

    pub(super) fn of_proxy(&self, proxy: Proxy) -> Option<usize> {
        self.tickets.iter().position(|ticket| ticket.proxy == Some(proxy))
    }

    /// The ticket that waits for this birth.
    fn of_creation(&self, creation: Id) -> Option<usize> {
        self.tickets.iter().position(|ticket| ticket.open.birth && ticket.creation == creation)
    }

    /// The ticket that an input is about, by nothing but its source.
    pub(super) fn of(&self, told: &Told) -> Option<usize> {
        match *told {
            Told::Initialize
            | Told::Shutdown
            | Told::DeadlineAccepted { .. }
            | Told::DeadlineRejected { .. }
            | Told::DeadlineElapsed { .. } => None,
            Told::Start { key, .. }
            | Told::Replace { key, .. }
            | Told::Stop { key, .. }
            | Told::Query { key, .. } => self.of_key(key),
            Told::Cancel { authority, .. } => self.of_key(authority.key),
            Told::BirthCommitted { creation, .. }
            | Told::BirthRejected { creation, .. }
            | Told::ExitBeforeBirth { creation, .. } => self.of_creation(creation),
            Told::ExitAfterBirth { proxy, .. }
            | Told::InputAccepted { proxy, .. }
            | Told::InputRejected { proxy, .. }
            | Told::Report { proxy, .. }
            | Told::Unreported { proxy, .. } => self.of_proxy(proxy),
            Told::ShutdownAccepted { request } | Told::ShutdownRejected { request, .. } => {
                self.of_proxy(request.proxy)
            }
        }
    }

    /// How many inputs are out without a result.
    fn inputs_out(&self) -> usize {
        self.tickets.iter().filter(|ticket| ticket.open.await_worker()).count()
    }

    /// Whose turn it is to hand its worker over, with at most so many inputs out.
    pub(super) fn next_to_go(&self, limit: usize) -> Option<usize> {
        if self.inputs_out() >= limit {
            return None;
        }
        let waiting = self.tickets.iter().enumerate();
        let waiting = waiting.filter_map(|(at, ticket)| Some((ticket.waiting()?.ordinal, at)));
        waiting.min().map(|(_, at)| at)
    }
}
