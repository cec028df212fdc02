//! The ledger: what happened to the real values since it was last read, and the witnesses that
//! write it.
//!
//! Rules: one ledger for all the machines of a run. It only records; the judge decides. Reading it
//! empties it, so its memory is reused and a step costs what happened in it.

use crate::pool::custody::Kind;
use crate::pool::observation::{Origin, Tag};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What happened to one real value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// An execution copy was made of the payload of this tag.
    Copied(Tag),
    /// A value was dropped.
    Dropped(Kind, Tag),
}

/// Records what becomes of real values, and which clones must panic.
#[derive(Debug, Default)]
pub struct Ledger {
    events: RefCell<Vec<Event>>,
    fuses: RefCell<Vec<Fuse>>,
    silent: Cell<bool>,
}

/// How many more clones of one payload panic in one machine.
#[derive(Clone, Copy, Debug)]
struct Fuse {
    seat: Origin,
    tag: Tag,
    left: u8,
}

/// The payload of the unwinding that an armed clone starts. It bypasses the panic hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClonePanic;

impl Ledger {
    /// Forgets everything: a new run begins.
    pub fn reset(&self) {
        self.events.borrow_mut().clear();
        self.fuses.borrow_mut().clear();
    }

    /// Forgets the events: a new step begins.
    pub fn begin(&self) {
        self.events.borrow_mut().clear();
    }

    /// Hands the events since [`begin`](Self::begin) to `read`.
    pub fn read<T>(&self, read: impl FnOnce(&[Event]) -> T) -> T {
        read(&self.events.borrow())
    }

    /// Makes the next `count` clones of the payload `tag` panic in the machine at `seat`.
    pub fn arm(&self, seat: Origin, tag: Tag, count: u8) {
        if count > 0 {
            self.fuses.borrow_mut().push(Fuse { seat, tag, left: count });
        }
    }

    /// Records an event.
    pub fn record(&self, event: Event) {
        if !self.silent.get() {
            self.events.borrow_mut().push(event);
        }
    }

    /// Does `work` off the record: what is dropped there has left the machine before.
    pub fn silently<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.silent.replace(true);
        let result = work();
        self.silent.set(before);
        result
    }

    /// Whether this clone must panic; one attempt is used up.
    fn blows(&self, seat: Origin, tag: Tag) -> bool {
        let mut fuses = self.fuses.borrow_mut();
        let fuse = fuses.iter_mut().find(|f| f.seat == seat && f.tag == tag && f.left > 0);
        fuse.map(|fuse| fuse.left -= 1).is_some()
    }
}

/// The real value behind a tag.
#[derive(Debug)]
pub struct Witness {
    ledger: Rc<Ledger>,
    seat: Origin,
    kind: Kind,
    tag: Tag,
    armed: bool,
}

impl Witness {
    /// Makes the real value of `tag` for the machine at `seat`.
    pub fn new(ledger: &Rc<Ledger>, seat: Origin, kind: Kind, tag: Tag) -> Self {
        Self { ledger: Rc::clone(ledger), seat, kind, tag, armed: true }
    }

    /// Which value this is.
    pub fn tag(&self) -> Tag {
        self.tag
    }

    /// Which machine it was made for.
    pub fn seat(&self) -> Origin {
        self.seat
    }

    /// Ends the witness without a drop: the value left the machine.
    pub fn release(mut self) -> Tag {
        self.armed = false;
        self.tag
    }

    /// A copy that is no value: it knows the tag and reports nothing.
    pub fn shadow(&self) -> Self {
        let Self { seat, kind, tag, .. } = *self;
        Self { ledger: Rc::clone(&self.ledger), seat, kind, tag, armed: false }
    }

    /// Makes the execution copy of a payload. Unwinds with [`ClonePanic`] if the ledger says so.
    pub fn copy_for_execution(&self) -> Self {
        if self.ledger.blows(self.seat, self.tag) {
            // Not a panic of the code under test: no hook may print it or abort on it.
            std::panic::resume_unwind(Box::new(ClonePanic));
        }
        self.ledger.record(Event::Copied(self.tag));
        let Self { seat, tag, .. } = *self;
        Self::new(&self.ledger, seat, Kind::Execution, tag)
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        if self.armed {
            self.ledger.record(Event::Dropped(self.kind, self.tag));
        }
    }
}
