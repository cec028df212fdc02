//! One input: its working set, the letters that can be written, and what follows every input.

use super::desk::Desk;
use super::house::{Doors, House};
use super::ticket::{Reason, Ticket};
use super::wells::Wells;
use crate::supervisor::observation::{
    Cause, Change, Diagnostic, Force, Id, Input, Lifecycle, Purpose, Request, Said,
    SupervisorSetup, Told, Verdict,
};

/// What one input works with.
pub(super) struct Turn<'a> {
    pub(super) rules: &'a SupervisorSetup,
    pub(super) house: &'a mut House,
    pub(super) wells: &'a mut Wells,
    pub(super) desk: &'a mut Desk,
    pub(super) said: &'a mut Vec<Said>,
    /// The generation of the ticket that the input is about.
    pub(super) own: Option<Id>,
    /// A diagnostic had to leave terminally.
    pub(super) is_alarmed: bool,
    /// What ends the house at once.
    pub(super) force: Option<Force>,
}

impl Turn<'_> {
    /// Takes in one input of a house that is open or closing.
    pub(super) fn take(&mut self, told: &Told) -> Verdict {
        let at = self.desk.of(told);
        self.own = at.map(|at| self.desk.tickets[at].generation);
        match *told {
            Told::Initialize => return Verdict::HandedBack,
            Told::Start { key, submission, reply } => self.start(key, submission, reply),
            Told::Replace { key, submission, reply } => self.replace(key, submission, reply),
            Told::Stop { key, reply } => self.stop(key, reply),
            Told::Query { key, reply } => self.query(key, reply),
            Told::Cancel { authority, reply } => self.cancel(authority, reply),
            Told::Shutdown if self.house.doors == Doors::Open => {
                return self.close(Cause::SupervisorShutdown);
            }
            Told::Shutdown => {}
            Told::DeadlineAccepted { .. }
            | Told::DeadlineRejected { .. }
            | Told::DeadlineElapsed { .. }
            | Told::BirthCommitted { .. }
            | Told::BirthRejected { .. }
            | Told::ExitBeforeBirth { .. }
            | Told::ExitAfterBirth { .. }
            | Told::InputAccepted { .. }
            | Told::InputRejected { .. }
            | Told::Report { .. }
            | Told::Unreported { .. }
            | Told::ShutdownAccepted { .. }
            | Told::ShutdownRejected { .. } => self.hear(at, told),
        }
        self.follow_up()
    }

    fn hear(&mut self, at: Option<usize>, told: &Told) {
        let is_heard = match at {
            Some(at) => self.hear_at(at, told),
            None => self.hear_clock(told),
        };
        if !is_heard {
            self.raise(Diagnostic::RejectedFact { fact: *told });
        }
    }

    /// The first thing that applies ends the turn: the alarm, the end of the house, its closing, or
    /// that the next workers are handed over.
    fn follow_up(&mut self) -> Verdict {
        if let Some(force) = self.force {
            return self.abandon(force);
        }
        match self.house.doors {
            Doors::Open if self.is_alarmed => self.close(Cause::DiagnosticTermination),
            Doors::Closing { .. } if self.desk.tickets.is_empty() => self.shut(),
            Doors::Open => {
                self.hand_over();
                Verdict::Continue
            }
            Doors::Closing { .. } | Doors::Unopened | Doors::Shut | Doors::Abandoned => {
                Verdict::Continue
            }
        }
    }

    /// Hands over as many waiting workers as the limit allows, the oldest errand first.
    fn hand_over(&mut self) {
        while let Some(at) = self.desk.next_to_go(usize::from(self.rules.activations)) {
            let ticket = self.ticket(at);
            let (Some(errand), Some(proxy), Some(submission)) =
                (ticket.errand, ticket.proxy, ticket.parcel.take())
            else {
                return;
            };
            ticket.open.receipt = true;
            let (change, operation) = (errand.change, errand.operation);
            let input = Input { proxy, change, operation, submission };
            self.say(match change {
                Change::Start => Said::InstallInitial { input },
                Change::Replacement => Said::Replace { input },
            });
        }
    }

    /// Asks the proxy to stop, for the reason that its ticket is being closed.
    pub(super) fn ask_to_stop(&mut self, at: usize) {
        let ticket = self.ticket(at);
        let purpose = match ticket.closing {
            Some(Reason::Asked { stop }) => Purpose::Stop { stop },
            Some(Reason::CalledBack | Reason::Failed { .. } | Reason::House) | None => {
                Purpose::Ending
            }
        };
        let Some(proxy) = ticket.proxy else { return };
        ticket.open.shutdown = Some(purpose);
        let generation = ticket.generation;
        self.say(Said::ShutdownProxy { request: Request { generation, proxy, purpose } });
    }

    pub(super) fn ticket(&mut self, at: usize) -> &mut Ticket {
        &mut self.desk.tickets[at]
    }

    pub(super) fn id(&self, ordinal: u64) -> Id {
        Id { issuer: self.rules.identity, ordinal }
    }

    pub(super) fn say(&mut self, said: Said) {
        self.said.push(said);
    }

    /// Writes to the lifecycle about a ticket on the desk.
    pub(super) fn write(&mut self, at: usize, event: Lifecycle) {
        let Ticket { key, generation, .. } = *self.ticket(at);
        self.say(Said::Lifecycle { route: self.rules.lifecycle_route, key, generation, event });
    }

    /// Raises a diagnostic. One that has no route or gets no correlation leaves terminally.
    pub(super) fn raise(&mut self, diagnostic: Diagnostic) {
        if let Some(route) = self.rules.diagnostics_route
            && let Ok(ordinal) = self.wells.diagnostics.draw()
        {
            let correlation = self.id(ordinal);
            self.say(Said::DeliverDiagnostic { route, correlation, diagnostic });
        } else {
            self.is_alarmed = true;
            self.say(Said::TransferTerminalDiagnostic { diagnostic });
        }
    }
}
