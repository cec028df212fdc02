//! What managers may ask of the desk: start, replace, stop, query.

use super::house::Doors;
use super::reading::shown;
use super::ticket::{Errand, Reason, Ticket};
use super::turn::Turn;
use crate::supervisor::observation::{
    Authority, Change, Diagnostic, Id, InterruptedWorker, Key, Kind, Origin, ReplaceRefusal, Reply,
    Said, Shown, StartRefusal, StopRefusal, Submission, Tag, Unavailable,
};

impl Turn<'_> {
    pub(super) fn reply(&mut self, route: Tag, reply: Reply) {
        self.say(Said::Reply { route, reply });
    }

    pub(super) fn is_closing(&self) -> bool {
        self.house.doors != Doors::Open
    }

    /// What others see of a ticket; in a closing house there is but one thing to see.
    pub(super) fn shown(&self, at: usize) -> Shown {
        if self.is_closing() { Shown::Draining } else { shown(&self.desk.tickets[at]) }
    }

    pub(super) fn query(&mut self, key: Key, route: Tag) {
        let reply = match self.desk.of_key(key) {
            Some(at) => Reply::Known { key, phase: self.shown(at) },
            None => Reply::Unknown { key },
        };
        self.reply(route, reply);
    }

    pub(super) fn start(&mut self, key: Key, submission: Submission, route: Tag) {
        let reply = match self.admit(key, submission) {
            Ok(operation) => Reply::StartAccepted { key, cancel: authority(key, operation) },
            Err(reason) => Reply::StartRejected { key, submission, reason },
        };
        self.reply(route, reply);
    }

    fn admit(&mut self, key: Key, submission: Submission) -> Result<Id, StartRefusal> {
        if self.is_closing() {
            return Err(StartRefusal::ShuttingDown);
        }
        if self.desk.of_key(key).is_some() {
            return Err(StartRefusal::AlreadyExists);
        }
        if self.desk.tickets.len() >= usize::from(self.rules.entries) {
            return Err(StartRefusal::AtCapacity);
        }
        let generation = self.wells.generations.draw();
        let generation = generation.map_err(|reason| self.lack(key, Kind::Generation, reason));
        let generation = generation.map_err(StartRefusal::Generation)?;
        let creation = self.wells.creations.draw();
        let creation = creation.map_err(|reason| self.lack(key, Kind::Creation, reason));
        let creation = creation.map_err(StartRefusal::Creation)?;
        let operation = self.draw_operation(key).map_err(StartRefusal::Operation)?;
        self.open_ticket(key, self.id(generation), self.id(creation), operation, submission);
        Ok(operation)
    }

    fn open_ticket(
        &mut self,
        key: Key,
        generation: Id,
        creation: Id,
        operation: Id,
        parcel: Submission,
    ) {
        self.desk.tickets.push(Ticket::start(key, generation, creation, operation, parcel));
        self.say(Said::CreateProxy { creation, generation });
        self.say(Said::ObserveProxyCreation { creation });
        self.say(Said::ObserveProxyExit { creation });
    }

    /// Reports a correlation that cannot be had.
    fn lack(&mut self, key: Key, kind: Kind, reason: Unavailable) -> Unavailable {
        self.raise(Diagnostic::CorrelationUnavailable { key, kind, reason });
        reason
    }

    fn draw_operation(&mut self, key: Key) -> Result<Id, Unavailable> {
        match self.wells.operations.draw() {
            Ok(ordinal) => Ok(self.id(ordinal)),
            Err(reason) => Err(self.lack(key, Kind::Operation, reason)),
        }
    }

    pub(super) fn replace(&mut self, key: Key, submission: Submission, route: Tag) {
        let reply = match self.begin_replacement(key, submission) {
            Ok(operation) => Reply::ReplaceAccepted { key, cancel: authority(key, operation) },
            Err(reason) => Reply::ReplaceRejected { key, submission, reason },
        };
        self.reply(route, reply);
    }

    fn begin_replacement(
        &mut self,
        key: Key,
        submission: Submission,
    ) -> Result<Id, ReplaceRefusal> {
        if self.is_closing() {
            return Err(ReplaceRefusal::ShuttingDown);
        }
        let at = self.desk.of_key(key).ok_or(ReplaceRefusal::Unknown)?;
        if !self.ticket(at).is_available() {
            return Err(ReplaceRefusal::Unavailable);
        }
        let operation = self.draw_operation(key).map_err(ReplaceRefusal::Operation)?;
        let ticket = self.ticket(at);
        ticket.stamp = None;
        ticket.errand = Some(Errand { change: Change::Replacement, operation });
        ticket.parcel = Some(submission);
        Ok(operation)
    }

    pub(super) fn stop(&mut self, key: Key, route: Tag) {
        let reply = match self.begin_stop(key) {
            Ok(()) => Reply::StopAccepted { key },
            Err(reason) => Reply::StopRejected { key, reason },
        };
        self.reply(route, reply);
    }

    fn begin_stop(&mut self, key: Key) -> Result<(), StopRefusal> {
        if self.is_closing() {
            return Err(StopRefusal::ShuttingDown);
        }
        let at = self.desk.of_key(key).ok_or(StopRefusal::Unknown)?;
        let Ticket { closing, errand, .. } = *self.ticket(at);
        match (closing, errand) {
            (Some(Reason::Asked { .. }), _) => return Err(StopRefusal::AlreadyStopping),
            (Some(_), _) | (None, Some(Errand { change: Change::Replacement, .. })) => {
                return Err(StopRefusal::Unavailable);
            }
            (None, Some(Errand { change: Change::Start, .. }) | None) => {}
        }
        let stop = self.wells.stops.draw();
        let stop = stop.map_err(|reason| self.lack(key, Kind::Stop, reason));
        let stop = self.id(stop.map_err(StopRefusal::Stop)?);
        self.close_on_request(at, stop);
        Ok(())
    }

    /// A worker that still lies here goes back at once; a born proxy is asked to stop.
    fn close_on_request(&mut self, at: usize, stop: Id) {
        let ticket = self.ticket(at);
        ticket.closing = Some(Reason::Asked { stop });
        if let Some(submission) = ticket.parcel.take() {
            self.interrupt(at, InterruptedWorker::Present { submission });
        }
        self.ask_to_stop(at);
    }
}

fn authority(key: Key, operation: Id) -> Authority {
    Authority { origin: Origin::Own, key, operation }
}
