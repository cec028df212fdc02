//! The independent oracle of a stable proxy: what it must say to everything it is told.
//!
//! It is worked out from other words than a proxy is built from: a *house* with one *chair* in
//! front, a *guest* in it with a drawer for the letters that have come about it, a board of *errands*
//! (the questions that the host still owes an answer to), a *promise* to the owner, and the *file* of
//! the guest who sat there before. A fact is taken exactly if an errand waits for it. The row of the
//! law's table is read off the errands and the letters, and is stored nowhere.

mod counter;
mod errands;
mod guest;
mod hearing;
mod house;
mod misses;
mod publishing;
mod remains;
mod rolls;
mod rows;

use crate::proxy::observation::{ProxySetup, ProxyView, Said, Told, Verdict};
use house::{Hours, House};

/// Predicts one proxy.
#[derive(Clone, Debug)]
pub struct ProxyOracle {
    house: House,
}

impl ProxyOracle {
    /// Predicts a proxy of this setup, from before its first input on.
    pub fn new(setup: &ProxySetup) -> Self {
        Self { house: House::new(setup) }
    }

    /// Starts over with another setup, in the same buffers.
    pub fn reset(&mut self, setup: &ProxySetup) {
        self.house.reopen(setup);
    }

    /// Appends what the proxy must say, in lane order.
    pub fn expect(&mut self, told: &Told, said: &mut Vec<Said>) -> Verdict {
        if self.house.hours == Hours::Closed {
            return Verdict::HandedBack;
        }
        match *told {
            Told::Service { sender, command } => self.house.serve(sender, command, said),
            Told::InstallInitial { ticket, submission } => {
                self.house.install(ticket, submission, said);
            }
            Told::Replace { ticket, submission } => self.house.replace(ticket, submission, said),
            Told::Shutdown => self.house.close(said),
            Told::BirthCommitted { .. }
            | Told::BirthRejected { .. }
            | Told::Initialized { .. }
            | Told::EffectsRejected { .. }
            | Told::InitializationStopped { .. }
            | Told::StartAccepted { .. }
            | Told::StartRejected { .. }
            | Told::ActivationReady { .. }
            | Told::ActivationRejected { .. }
            | Told::ReadyAfterCancel { .. }
            | Told::RejectedAfterCancel { .. }
            | Told::ExitBeforeBirth { .. }
            | Told::ExitAfterBirth { .. }
            | Told::ShutdownSettled { .. } => self.house.hear(told, said),
        }
        self.house.look_around(said)
    }

    /// What the proxy must show.
    pub fn view(&self) -> ProxyView {
        self.house.view()
    }
}
