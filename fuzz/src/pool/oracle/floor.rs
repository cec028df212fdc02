//! The pool's whole state: cells, queue, cursor, source, charges, clock, deadline, sequences.

use super::cells::Cells;
use super::sequences::Wells;
use crate::pool::observation::{FIRST_TICK, Id, Mode, Role, Tag, Tick, TimerRef};

/// One accepted job. Its fuse is part of the payload, so it burns down even if the step that lit
/// it is undone: the ledger is no part of the state that an undone step restores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Account {
    pub(super) job: Id,
    pub(super) admitted: u64,
    pub(super) payload: Tag,
    pub(super) customer: u8,
    /// How many more attempts to clone the payload panic.
    pub(super) fuse: u8,
}

/// One job that waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    /// Its position in the ledger.
    pub(super) entry: usize,
    pub(super) admitted: u64,
    /// The role it was last assigned to.
    pub(super) prior: Option<Role>,
}

/// The drain deadline's timer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    pub(super) timer: TimerRef,
    pub(super) is_set: bool,
}

/// The state of one pool.
#[derive(Debug)]
pub(super) struct Floor {
    pub(super) mode: Mode,
    pub(super) cells: Cells,
    /// Waiting jobs, smallest admission ordinal first.
    pub(super) queue: Vec<Waiting>,
    pub(super) cursor: usize,
    /// The worker source while it is home.
    pub(super) source: Option<Tag>,
    /// Ticks of the charges that can still count, never falling.
    pub(super) charges: Vec<Tick>,
    /// The highest tick of an accepted stop.
    pub(super) clock: Tick,
    pub(super) deadline: Option<Deadline>,
    pub(super) wells: Wells,
}

impl Floor {
    pub(super) fn new(wells: Wells) -> Self {
        Self {
            mode: Mode::Stopped,
            cells: Cells::NONE,
            queue: Vec::new(),
            cursor: 0,
            source: None,
            charges: Vec::new(),
            clock: FIRST_TICK,
            deadline: None,
            wells,
        }
    }

    /// Back to a pool that never was, keeping the buffers.
    pub(super) fn clear(&mut self, wells: Wells) {
        self.cells.clear();
        self.queue.clear();
        self.charges.clear();
        let cells = std::mem::replace(&mut self.cells, Cells::NONE);
        let queue = std::mem::take(&mut self.queue);
        let charges = std::mem::take(&mut self.charges);
        *self = Self { cells, queue, charges, ..Self::new(wells) };
    }

    /// Copies another state into this one's buffers.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.mode = other.mode;
        self.cells.copy_from(&other.cells);
        self.queue.clone_from(&other.queue);
        self.cursor = other.cursor;
        self.source = other.source;
        self.charges.clone_from(&other.charges);
        self.clock = other.clock;
        self.deadline = other.deadline;
        self.wells = other.wells;
    }

    /// Puts a job into the queue, after all that were admitted before it.
    pub(super) fn enqueue(&mut self, job: Waiting) {
        let place = self.queue.partition_point(|other| other.admitted < job.admitted);
        self.queue.insert(place, job);
    }
}
