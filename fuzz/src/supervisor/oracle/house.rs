//! The house around the desk: open, closing with a cause, shut, or abandoned; and its alarm clock.

use super::ticket::{Reason, Ticket};
use super::turn::Turn;
use crate::supervisor::observation::{
    Cause, Diagnostic, Force, Id, InterruptedWorker, Said, Told, Unavailable, Verdict,
};

/// The state of the doors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doors {
    Unopened,
    Open,
    Closing { cause: Cause },
    Shut,
    Abandoned,
}

/// The alarm clock of a closing house.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alarm {
    deadline: Id,
    /// Whether it was said to be set.
    is_set: bool,
}

/// Doors and alarm clock.
#[derive(Debug)]
pub(super) struct House {
    pub(super) doors: Doors,
    alarm: Option<Alarm>,
}

impl House {
    pub(super) const UNOPENED: Self = Self { doors: Doors::Unopened, alarm: None };
}

impl Turn<'_> {
    /// Closes the house: every ticket that is not being closed yet is from now on. The alarm clock
    /// is bought before any proxy is asked for it.
    pub(super) fn close(&mut self, cause: Cause) -> Verdict {
        self.house.doors = Doors::Closing { cause };
        if self.desk.tickets.is_empty() {
            return self.shut();
        }
        let alarm = self.buy_alarm();
        self.close_every_ticket(alarm.is_ok());
        match alarm {
            Ok(()) => Verdict::Continue,
            Err(unavailable) => self.abandon(Force::DeadlineUnavailable(unavailable)),
        }
    }

    fn buy_alarm(&mut self) -> Result<(), Unavailable> {
        if let Some(after) = self.rules.drain_deadline {
            let ordinal = self.wells.deadlines.draw()?;
            let deadline = self.id(ordinal);
            self.house.alarm = Some(Alarm { deadline, is_set: false });
            self.say(Said::ScheduleDeadline { deadline, after });
        }
        Ok(())
    }

    fn close_every_ticket(&mut self, may_ask: bool) {
        for at in self.own_first() {
            self.close_ticket(at, may_ask);
        }
    }

    /// The turn's own ticket first, then the others by generation.
    fn own_first(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.own.and_then(|generation| self.desk.of_generation(generation));
        let others = (0..self.desk.tickets.len()).filter(move |at| Some(*at) != own);
        own.into_iter().chain(others)
    }

    /// A ticket that is being closed already stays as it is.
    fn close_ticket(&mut self, at: usize, may_ask: bool) {
        let ticket = self.ticket(at);
        if ticket.closing.is_some() {
            return;
        }
        ticket.closing = Some(Reason::House);
        if let Some(submission) = ticket.parcel.take() {
            self.interrupt(at, InterruptedWorker::Present { submission });
            self.ticket(at).errand = None;
        }
        if may_ask {
            self.ask_to_stop(at);
        }
    }

    pub(super) fn shut(&mut self) -> Verdict {
        self.house.doors = Doors::Shut;
        Verdict::Stopped
    }

    /// Leaves every ticket as it is to whoever cleans up.
    pub(super) fn abandon(&mut self, force: Force) -> Verdict {
        for at in self.own_first() {
            let Ticket { key, generation, open, .. } = *self.ticket(at);
            self.raise(Diagnostic::ForcedRetirement { key, generation, owed: open.owed() });
        }
        self.house.doors = Doors::Abandoned;
        Verdict::ForcedRetirement { force }
    }

    /// What the alarm clock says.
    pub(super) fn hear_clock(&mut self, told: &Told) -> bool {
        let Some(Alarm { deadline: asked, is_set }) = &mut self.house.alarm else { return false };
        if let Told::DeadlineAccepted { deadline } = *told
            && deadline == *asked
        {
            return !std::mem::replace(is_set, true);
        }
        if let Told::DeadlineRejected { deadline, returned, after, reason } = *told
            && deadline == *asked
            && !*is_set
        {
            self.force = Some(Force::ScheduleRejected { returned, after, reason });
        } else if let Told::DeadlineElapsed { deadline, at } = *told
            && deadline == *asked
        {
            self.force = Some(Force::DeadlineElapsed { deadline, at });
        }
        self.force.is_some()
    }
}
