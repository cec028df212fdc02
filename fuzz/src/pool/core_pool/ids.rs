//! Correlations: the plain ids that the host speaks of, and the opaque values behind them.
//!
//! The core's correlations cannot be built, only read. So the values that were issued are kept, and
//! a plain id is looked up among them, from the newest on. Ids of a pool that this one has met are
//! known as well.

use crate::pool::observation::{Id, TimerPurpose, TimerRef};
use actor_laws::correlation::InstanceId;
use actor_laws::pool::{self as core, ActivationTicket, AssignmentId, ChildNonce};
use actor_laws::pool::{RecoveryTicket, ShutdownId, TimerCorrelation};

/// Plain form of a correlation.
pub(super) fn id(instance: InstanceId, ordinal: u64) -> Id {
    Id { pool: u32::try_from(instance.0).unwrap_or(u32::MAX), ordinal }
}

pub(super) fn child(nonce: ChildNonce) -> Id {
    id(nonce.instance(), nonce.ordinal())
}

pub(super) fn ticket(ticket: ActivationTicket) -> Id {
    id(ticket.instance(), ticket.ordinal())
}

pub(super) fn assignment(assignment: AssignmentId) -> Id {
    id(assignment.instance(), assignment.ordinal())
}

pub(super) fn recovery(ticket: RecoveryTicket) -> Id {
    id(ticket.instance(), ticket.ordinal())
}

pub(super) fn shutdown(shutdown: ShutdownId) -> Id {
    id(shutdown.instance(), shutdown.ordinal())
}

pub(super) fn timer(timer: TimerCorrelation) -> TimerRef {
    let purpose = match timer.timer() {
        core::TimerPurpose::Restart { position } => {
            TimerPurpose::Restart { role_index: u8::try_from(position).unwrap_or(u8::MAX) }
        }
        core::TimerPurpose::DrainDeadline => TimerPurpose::DrainDeadline,
    };
    TimerRef { purpose, generation: id(timer.instance(), timer.generation()) }
}

/// The issued values of one kind, oldest first.
#[derive(Debug)]
pub(super) struct Register<T> {
    entries: Vec<(Id, T)>,
}

impl<T> Default for Register<T> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<T: Copy> Register<T> {
    pub(super) fn note(&mut self, id: Id, value: T) {
        self.entries.push((id, value));
    }

    /// The value behind a plain id.
    ///
    /// # Panics
    ///
    /// If nobody has issued it: the host invents no ids.
    pub(super) fn find(&self, id: Id) -> T {
        let entry = self.entries.iter().rfind(|(known, _)| *known == id);
        entry.unwrap_or_else(|| panic!("the host told {id:?}, which nobody has issued")).1
    }

    fn meet(&mut self, other: &Self) {
        self.entries.splice(0..0, other.entries.iter().copied());
    }
}

/// Everything that was issued.
#[derive(Debug, Default)]
pub(super) struct Registers {
    pub(super) children: Register<ChildNonce>,
    pub(super) tickets: Register<ActivationTicket>,
    pub(super) assignments: Register<AssignmentId>,
    pub(super) recoveries: Register<RecoveryTicket>,
    pub(super) shutdowns: Register<ShutdownId>,
    pub(super) timers: Register<TimerCorrelation>,
}

impl Registers {
    pub(super) fn clear(&mut self) {
        self.children.entries.clear();
        self.tickets.entries.clear();
        self.assignments.entries.clear();
        self.recoveries.entries.clear();
        self.shutdowns.entries.clear();
        self.timers.entries.clear();
    }

    /// The timer behind its plain form: its purpose belongs to its identity.
    pub(super) fn timer(&self, timer: TimerRef) -> TimerCorrelation {
        self.timers.find(timer.generation)
    }

    /// Learns what another pool has issued.
    pub(super) fn meet(&mut self, other: &Self) {
        self.children.meet(&other.children);
        self.tickets.meet(&other.tickets);
        self.assignments.meet(&other.assignments);
        self.recoveries.meet(&other.recoveries);
        self.shutdowns.meet(&other.shutdowns);
        self.timers.meet(&other.timers);
    }
}
