//! The correlations that a pool has issued, by kind, the latest ones: where wrong facts take live
//! and lately dead ids from. An id that nobody issued cannot be told.

use crate::pool::observation::{Id, Said, TimerPurpose, TimerRef};

/// The kinds of correlations that facts carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdKind {
    /// A child nonce.
    Child,
    /// An activation ticket.
    Ticket,
    /// An assignment.
    Assignment,
    /// A recovery ticket.
    Recovery,
    /// A shutdown request.
    Shutdown,
}

/// How many kinds there are.
const KINDS: usize = 5;
/// Ids kept of each kind.
const KEPT: usize = 8;

/// The latest values of one kind.
#[derive(Clone, Copy, Debug)]
struct Ring<T> {
    kept: [T; KEPT],
    issued: usize,
}

impl<T: Copy> Ring<T> {
    fn new(vacant: T) -> Self {
        Self { kept: [vacant; KEPT], issued: 0 }
    }

    fn note(&mut self, value: T) {
        self.kept[self.issued % KEPT] = value;
        self.issued += 1;
    }

    /// Number `index` (modulo how many there are), counted from the latest one.
    fn pick(&self, index: u8) -> Option<T> {
        let back = usize::from(index).checked_rem(self.issued.min(KEPT))?;
        Some(self.kept[(self.issued - 1 - back) % KEPT])
    }
}

/// The latest ids of every kind, and the latest timers.
#[derive(Clone, Copy, Debug)]
pub struct Issued {
    rings: [Ring<Id>; KINDS],
    timers: Ring<TimerRef>,
}

impl Default for Issued {
    fn default() -> Self {
        let id = Id { pool: 0, ordinal: 0 };
        let timer = TimerRef { purpose: TimerPurpose::DrainDeadline, generation: id };
        Self { rings: [Ring::new(id); KINDS], timers: Ring::new(timer) }
    }
}

impl Issued {
    /// Knows none.
    pub fn clear(&mut self) {
        self.rings.iter_mut().for_each(|ring| ring.issued = 0);
        self.timers.issued = 0;
    }

    /// One of the latest ids of a kind; 0 is the latest.
    pub fn pick(&self, kind: IdKind, index: u8) -> Option<Id> {
        self.rings[kind as usize].pick(index)
    }

    /// One of the latest timers; 0 is the latest.
    pub fn pick_timer(&self, index: u8) -> Option<TimerRef> {
        self.timers.pick(index)
    }

    fn note(&mut self, kind: IdKind, id: Id) {
        self.rings[kind as usize].note(id);
    }

    /// Takes note of what an action issues.
    pub fn note_said(&mut self, said: &Said) {
        match *said {
            Said::CreateWorker { child, .. } => self.note(IdKind::Child, child),
            Said::BeginWorkerActivation { ticket, .. } => self.note(IdKind::Ticket, ticket),
            Said::DeliverAssignment { assignment, .. } => self.note(IdKind::Assignment, assignment),
            Said::PrepareWorker { ticket, .. } => self.note(IdKind::Recovery, ticket),
            Said::ScheduleRestart { timer, .. } | Said::ScheduleDrainDeadline { timer, .. } => {
                self.timers.note(timer);
            }
            Said::ShutdownWorker { shutdown, .. } => self.note(IdKind::Shutdown, shutdown.id),
            Said::ObserveWorkerCreation { .. }
            | Said::ObserveWorkerStop { .. }
            | Said::InitializeWorker { .. }
            | Said::CancelWorkerActivation { .. }
            | Said::DeliverAdmission { .. }
            | Said::DeliverCustomerTerminal { .. }
            | Said::TransferRejectedFact { .. }
            | Said::DeliverDiagnostic { .. }
            | Said::TransferTerminalDiagnostic { .. }
            | Said::TransferDrainResidual { .. }
            | Said::ResidualMember { .. } => {}
        }
    }
}
