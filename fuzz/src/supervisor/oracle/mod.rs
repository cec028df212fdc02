//! The independent supervisor oracle: what a dynamic supervisor must say to everything it is told.
//!
//! It is worked out from other words than a supervisor is built from: a *desk* of keyed *tickets*.
//! Each ticket is the file of one service: the *questions* that were sent out and are not answered,
//! the *papers* that came in and are not passed on, the *parcel* with a worker that lies here, the
//! *stamp* of the last errand, and the *reason* for closing the ticket. A fact is taken exactly if a
//! ticket has a question open that it answers. The phase that an entry shows is read off its file,
//! and is stored nowhere. Around the desk there is a *house* with doors and an alarm clock.

mod commands;
mod desk;
mod hearing;
mod house;
mod lanes;
mod letters;
mod reading;
mod recall;
mod results;
mod ticket;
mod turn;
mod wells;

use crate::supervisor::observation::{
    EntryView, Mode, Said, SupervisorSetup, SupervisorView, Told, Verdict,
};
use desk::Desk;
use house::{Doors, House};
use turn::Turn;
use wells::Wells;

/// Predicts one supervisor.
#[derive(Debug)]
pub struct SupervisorOracle {
    rules: SupervisorSetup,
    house: House,
    wells: Wells,
    desk: Desk,
}

impl SupervisorOracle {
    /// Predicts a supervisor of this setup.
    pub fn new(setup: &SupervisorSetup) -> Self {
        Self {
            rules: *setup,
            house: House::UNOPENED,
            wells: Wells::new(&setup.supplies),
            desk: Desk::default(),
        }
    }

    /// Starts over with another setup, in the same buffers.
    pub fn reset(&mut self, setup: &SupervisorSetup) {
        self.rules = *setup;
        self.house = House::UNOPENED;
        self.wells = Wells::new(&setup.supplies);
        self.desk.tickets.clear();
    }

    /// Appends what the supervisor must say, in lane order.
    pub fn expect(&mut self, told: &Told, said: &mut Vec<Said>) -> Verdict {
        let start = said.len();
        let verdict = match self.house.doors {
            Doors::Unopened if *told == Told::Initialize => {
                self.house.doors = Doors::Open;
                Verdict::Continue
            }
            Doors::Unopened | Doors::Shut | Doors::Abandoned => Verdict::HandedBack,
            Doors::Open | Doors::Closing { .. } => self.turn(said).take(told),
        };
        lanes::arrange(&mut said[start..]);
        verdict
    }

    /// Shows the state that the supervisor must show.
    pub fn view(&self, view: &mut SupervisorView) {
        view.mode = self.mode();
        view.entries.clear();
        view.entries.extend(self.desk.tickets.iter().map(reading::entry));
    }

    /// The mode that the supervisor must be in.
    pub fn mode(&self) -> Mode {
        match self.house.doors {
            Doors::Unopened => Mode::Constructed,
            Doors::Open => Mode::Operating,
            Doors::Closing { .. } => Mode::Draining,
            Doors::Shut => Mode::Stopped,
            Doors::Abandoned => Mode::ForcedRetirement,
        }
    }

    /// The entry that an input picks: by key for commands and cancels, by creation or proxy for
    /// facts. An input that would be handed back picks none.
    pub fn addressee(&self, told: &Told) -> Option<EntryView> {
        match self.house.doors {
            Doors::Open | Doors::Closing { .. } => {
                self.desk.of(told).map(|at| reading::entry(&self.desk.tickets[at]))
            }
            Doors::Unopened | Doors::Shut | Doors::Abandoned => None,
        }
    }

    fn turn<'a>(&'a mut self, said: &'a mut Vec<Said>) -> Turn<'a> {
        Turn {
            rules: &self.rules,
            house: &mut self.house,
            wells: &mut self.wells,
            desk: &mut self.desk,
            said,
            own: None,
            is_alarmed: false,
            force: None,
        }
    }
}
