//! Worker cells: one for each declared role, and how a fact finds the cell that waits for it.

use super::owed::Owed;
use crate::pool::observation::{
    Completion, Id, KeptStop, Role, ShutdownRef, Stop, Tag, Tick, TimerPurpose, TimerRef, Worker,
    WorkerFailure,
};

/// Everything known about the worker of one role: the questions that are open about it, and the
/// letters that have come and are still needed. Fields that no open question or letter refers to
/// hold leftovers and mean nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) role: Role,
    /// What the host still owes.
    pub(super) owed: Owed,
    /// The nonce of the latest creation.
    pub(super) child: Id,
    pub(super) evidence: u32,
    pub(super) recipient: Tag,
    pub(super) attempt: u32,
    /// The activation ticket.
    pub(super) ticket: Id,
    /// Values of the worker's start that lie here.
    pub(super) drawer: Drawer,
    /// The worker's stop, from its arrival until nothing needs it any more.
    pub(super) parting: Option<Parting>,
    /// The shutdown request that was made of the worker.
    pub(super) request: Option<Id>,
    /// Why the worker failed before it was ready, until it has left.
    pub(super) failure: Option<WorkerFailure>,
    /// Its job, by position in the ledger.
    pub(super) job: Option<usize>,
    pub(super) assignment: Id,
    /// A completion that came before its delivery was settled.
    pub(super) report: Option<Report>,
    /// The ticket of the recovery that is under way.
    pub(super) recovery: Id,
    /// The prepared successor, while a restart timer is set or being set.
    pub(super) successor: Successor,
    /// Recoveries that were committed for this role.
    pub(super) recoveries: u32,
}

/// Values of a worker's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Drawer {
    Empty,
    /// The plan of a worker that was born too late to be started.
    Plan(Tag),
    /// What its activation needs.
    Activation {
        permit: Tag,
        plan: Tag,
    },
}

/// A stop that has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parting {
    pub(super) stop: Stop,
    /// The evidence that the fact named.
    pub(super) named: u32,
    /// It came after the worker had been asked to stop.
    pub(super) on_request: bool,
    /// It is older than a stop that was accepted before it.
    pub(super) regressed: bool,
}

/// A completion that came before its delivery was settled.
#[derive(Clone, Copy, Debug)]
pub(super) struct Report {
    pub(super) completion: Completion,
    /// The worker had stopped before.
    pub(super) late: bool,
}

/// A prepared successor that waits for its timer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Successor {
    pub(super) submission: Tag,
    pub(super) birth: Id,
    pub(super) timer: TimerRef,
    /// The timer elapsed before it was known to be set.
    pub(super) elapsed_at: Option<Tick>,
}

const NO_ID: Id = Id { pool: 0, ordinal: 0 };
const NO_TIMER: TimerRef = TimerRef { purpose: TimerPurpose::DrainDeadline, generation: NO_ID };

impl Cell {
    /// A cell about which nothing is known and nothing is owed.
    pub(super) const VACANT: Self = Self {
        role: 0,
        owed: Owed::NOTHING,
        child: NO_ID,
        evidence: 0,
        recipient: 0,
        attempt: 0,
        ticket: NO_ID,
        drawer: Drawer::Empty,
        parting: None,
        request: None,
        failure: None,
        job: None,
        assignment: NO_ID,
        report: None,
        recovery: NO_ID,
        successor: Successor { submission: 0, birth: NO_ID, timer: NO_TIMER, elapsed_at: None },
        recoveries: 0,
    };

    /// Nothing is owed and nothing is wanted any more.
    pub(super) fn vacate(&mut self) {
        self.owed = Owed::NOTHING;
        self.parting = None;
    }

    /// Puts a creation into the cell.
    pub(super) fn expect(&mut self, child: Id) {
        self.child = child;
        self.owed = Owed::BIRTH.with(Owed::EXIT);
        self.drawer = Drawer::Empty;
        self.parting = None;
        self.request = None;
        self.failure = None;
    }

    /// No worker, and none will come.
    pub(super) fn is_vacant(&self) -> bool {
        self.owed.is_nothing() && self.parting.is_none()
    }

    /// A ready worker without a job.
    pub(super) fn is_idle(&self) -> bool {
        self.owed == Owed::EXIT && self.request.is_none() && self.drawer == Drawer::Empty
    }

    /// A worker that could be activated and is not.
    pub(super) fn awaits_activation(&self) -> bool {
        self.owed == Owed::EXIT && self.request.is_none() && self.drawer != Drawer::Empty
    }

    /// A living worker whose activation is under way.
    pub(super) fn is_activating(&self) -> bool {
        self.owed.any(Owed::EXIT) && self.owed.any(Owed::BEGIN.with(Owed::READINESS))
    }

    /// A worker that was born and has not stopped.
    pub(super) fn lives(&self) -> bool {
        self.owed.any(Owed::EXIT) && !self.owed.any(Owed::BIRTH)
    }

    /// Whether the nonce in this cell is one that the pool still deals with.
    pub(super) fn holds_child(&self) -> bool {
        let about_successor = Owed::PREPARATION.with(Owed::SCHEDULE).with(Owed::ALARM);
        !self.owed.is_nothing() && !self.owed.any(about_successor)
    }

    /// The worker that lives or lived here.
    pub(super) fn worker(&self) -> Worker {
        Worker { role: self.role, child: self.child, evidence: self.evidence }
    }

    /// The stop fact as it was told, while its worker is not born.
    pub(super) fn early_stop(&self) -> Option<KeptStop> {
        let parting = self.parting?;
        let worker = Worker { evidence: parting.named, ..self.worker() };
        Some(KeptStop { worker, stop: parting.stop })
    }
}

/// The cells in declaration order.
#[derive(Debug)]
pub(super) struct Cells {
    cells: Vec<Cell>,
}

impl Cells {
    pub(super) const NONE: Self = Self { cells: Vec::new() };

    /// No cell any more, in the same buffer.
    pub(super) fn clear(&mut self) {
        self.cells.clear();
    }

    /// Copies other cells into this buffer.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.cells.clone_from(&other.cells);
    }

    pub(super) fn declare(&mut self, roles: &[Role]) {
        self.cells.clear();
        self.cells.extend(roles.iter().map(|role| Cell { role: *role, ..Cell::VACANT }));
    }

    pub(super) fn all(&self) -> &[Cell] {
        &self.cells
    }

    pub(super) fn at(&mut self, position: usize) -> &mut Cell {
        &mut self.cells[position]
    }

    pub(super) fn count(&self) -> usize {
        self.cells.len()
    }

    fn find(&self, wanted: impl Fn(&Cell) -> bool) -> Option<usize> {
        self.all().iter().position(wanted)
    }

    /// The cell that waits for this birth.
    pub(super) fn expecting(&self, role: Role, child: Id) -> Option<usize> {
        self.find(|cell| cell.role == role && cell.child == child && cell.owed.any(Owed::BIRTH))
    }

    /// The cell that waits for an answer to `question` from exactly this worker. Before the birth
    /// is known there is no evidence that could be compared.
    pub(super) fn awaiting(&self, worker: &Worker, question: Owed) -> Option<usize> {
        self.find(|cell| {
            cell.child == worker.child
                && cell.role == worker.role
                && (cell.evidence == worker.evidence || cell.owed.any(Owed::BIRTH))
                && cell.owed.any(question)
        })
    }

    /// The cell that waits for this ticket's answer from exactly this worker.
    pub(super) fn activating(&self, worker: &Worker, ticket: Id, question: Owed) -> Option<usize> {
        self.awaiting(worker, question).filter(|at| self.cells[*at].ticket == ticket)
    }

    /// The cell that waits for this initialization.
    pub(super) fn initializing(&self, worker: &Worker, attempt: u32) -> Option<usize> {
        self.awaiting(worker, Owed::INITIALIZATION).filter(|at| self.cells[*at].attempt == attempt)
    }

    /// The cell that waits for this delivery.
    pub(super) fn delivering(&self, child: Id, assignment: Id) -> Option<usize> {
        self.find(|cell| {
            cell.child == child && cell.assignment == assignment && cell.owed.any(Owed::DELIVERY)
        })
    }

    /// The cell that waits for a completion from this child.
    pub(super) fn working(&self, child: Id) -> Option<usize> {
        self.find(|cell| cell.child == child && cell.owed.any(Owed::COMPLETION))
    }

    /// The cell that made this shutdown request and waits for its settlement.
    pub(super) fn requested(&self, shutdown: &ShutdownRef) -> Option<usize> {
        self.awaiting(&shutdown.worker, Owed::FAREWELL)
            .filter(|at| self.cells[*at].request == Some(shutdown.id))
    }

    /// The cell that lent the worker source under this ticket.
    pub(super) fn preparing(&self, role: Role, ticket: Id) -> Option<usize> {
        self.find(|cell| {
            cell.role == role && cell.recovery == ticket && cell.owed.any(Owed::PREPARATION)
        })
    }

    /// The cell that waits for `question` about this restart timer.
    pub(super) fn timing(&self, recovery: Id, timer: TimerRef, question: Owed) -> Option<usize> {
        self.find(|cell| {
            cell.owed.any(question) && cell.recovery == recovery && cell.successor.timer == timer
        })
    }

    /// The cell whose live nonce this is.
    pub(super) fn holding(&self, child: Id) -> Option<&Cell> {
        self.all().iter().find(|cell| cell.child == child && cell.holds_child())
    }

    /// The first idle worker at or after `cursor`, around the ring.
    pub(super) fn idle_from(&self, cursor: usize) -> Option<usize> {
        let (before, after) = self.all().split_at_checked(cursor)?;
        let behind = after.iter().position(Cell::is_idle).map(|offset| cursor + offset);
        behind.or_else(|| before.iter().position(Cell::is_idle))
    }
}
