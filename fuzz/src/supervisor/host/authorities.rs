//! The book of cancel authorities: each answer to a cancel gives its authority back, so the host
//! keeps every one that it ever got, and can tell an old one at any time.

use crate::supervisor::observation::{Authority, Id, Key, Origin};

/// Authorities that the host keeps of each machine.
const KEPT: usize = 24;

/// Which authority a cancel carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The judged machine's, counted from the newest.
    Own,
    /// The twin's, counted from the newest: a genuine duplicate.
    Twin,
    /// A foreign one.
    Foreign,
    /// The judged machine's, counted from the oldest.
    Old,
}

/// All authorities that the host holds.
#[derive(Debug, Default)]
pub struct Authorities {
    /// The judged machine's; the twin holds the same ones.
    own: Vec<(Key, Id)>,
    foreign: Vec<(Key, Id)>,
}

impl Authorities {
    /// Holds none.
    pub fn clear(&mut self) {
        self.own.clear();
        self.foreign.clear();
    }

    /// The judged machine issued one.
    pub fn issued(&mut self, key: Key, operation: Id) {
        if self.own.len() == KEPT {
            // The oldest half is what old authorities are taken from; the middle is no loss.
            self.own.remove(KEPT / 2);
        }
        self.own.push((key, operation));
    }

    /// The foreign machine issued one.
    pub fn issued_abroad(&mut self, key: Key, operation: Id) {
        self.foreign.push((key, operation));
    }

    /// Number `index` (modulo how many there are) of those that the choice is about.
    pub fn pick(&self, choice: Choice, index: u8) -> Option<Authority> {
        let (list, origin) = match choice {
            Choice::Own | Choice::Old => (&self.own, Origin::Own),
            Choice::Twin => (&self.own, Origin::Twin),
            Choice::Foreign => (&self.foreign, Origin::Foreign),
        };
        let place = usize::from(index).checked_rem(list.len())?;
        let (key, operation) = match choice {
            Choice::Own | Choice::Twin | Choice::Foreign => list[list.len() - 1 - place],
            Choice::Old => list[place],
        };
        Some(Authority { origin, key, operation })
    }
}
