//! The ledger: which real values were dropped since it was last read, and the witnesses that write it.
//!
//! Rules: one ledger for all the machines of a run. It only records; the judge decides. Reading it
//! keeps its memory, so a step costs what happened in it.

use super::Kind;
use crate::observation::{Seat, Tag};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// A real value was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped<K> {
    /// The machine that it was made for.
    pub seat: Seat,
    /// What it was.
    pub kind: K,
    /// Which one it was.
    pub tag: Tag,
}

/// Records what becomes of real values.
#[derive(Debug)]
pub struct Ledger<K> {
    dropped: RefCell<Vec<Dropped<K>>>,
    silent: Cell<bool>,
}

impl<K> Default for Ledger<K> {
    fn default() -> Self {
        Self { dropped: RefCell::default(), silent: Cell::new(false) }
    }
}

impl<K: Kind> Ledger<K> {
    /// Forgets all: a new step begins.
    pub fn begin(&self) {
        self.dropped.borrow_mut().clear();
    }

    /// Hands over what was dropped since [`begin`](Self::begin).
    pub fn read<T>(&self, read: impl FnOnce(&[Dropped<K>]) -> T) -> T {
        read(&self.dropped.borrow())
    }

    /// Does `work` off the record: what is dropped there has left the machine before.
    pub fn silently<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.silent.replace(true);
        let result = work();
        self.silent.set(before);
        result
    }
}

/// The real value behind a tag. Machines under test are built of witnesses.
#[derive(Debug)]
pub struct Witness<K: Kind> {
    ledger: Rc<Ledger<K>>,
    seat: Seat,
    kind: K,
    tag: Tag,
    armed: bool,
}

impl<K: Kind> Witness<K> {
    /// Makes the real value of `tag` for the machine at `seat`.
    pub fn new(ledger: &Rc<Ledger<K>>, seat: Seat, kind: K, tag: Tag) -> Self {
        Self { ledger: Rc::clone(ledger), seat, kind, tag, armed: true }
    }

    /// Which value this is.
    pub fn tag(&self) -> Tag {
        self.tag
    }

    /// What it is.
    pub fn kind(&self) -> K {
        self.kind
    }

    /// Which machine it was made for.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Ends the witness without a drop: the value left the machine.
    pub fn release(mut self) -> Tag {
        self.armed = false;
        self.tag
    }
}

impl<K: Kind> Drop for Witness<K> {
    fn drop(&mut self) {
        if self.armed && !self.ledger.silent.get() {
            let Self { seat, kind, tag, .. } = *self;
            self.ledger.dropped.borrow_mut().push(Dropped { seat, kind, tag });
        }
    }
}
