//! What the host knows about each worker that it was asked to create.
//!
//! Rules: the truth of the host's own world, kept apart from what the pool believes. A stop that
//! the pool did not take is no stop yet.

use crate::pool::observation::{Id, Role, ShutdownRef, Tag, Worker};

/// How a creation stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BirthState {
    /// Not told.
    Out,
    /// Told as committed.
    Committed,
    /// Told as rejected.
    Rejected,
}

/// One worker.
#[derive(Clone, Copy, Debug)]
pub struct WorkerRecord {
    /// Its role.
    pub role: Role,
    /// Its child nonce.
    pub child: Id,
    /// Its birth evidence, chosen when the creation went out.
    pub evidence: u32,
    /// Its initialization attempt.
    pub attempt: u32,
    /// Its recipient, from the commit on.
    pub recipient: Option<Tag>,
    /// How its creation stands.
    pub birth: BirthState,
    /// The reason of its stop, once the pool was told and did not reject it.
    pub stop: Option<Tag>,
    /// Its last activation ticket, and whether that was cancelled.
    pub ticket: Option<(Id, bool)>,
    /// Its last assignment.
    pub assignment: Option<Id>,
    /// The last shutdown request.
    pub shutdown: Option<ShutdownRef>,
}

impl WorkerRecord {
    /// Whether it can still stop.
    pub fn is_live(&self) -> bool {
        self.stop.is_none() && self.birth != BirthState::Rejected
    }

    /// The exact worker.
    pub fn worker(&self) -> Worker {
        Worker { role: self.role, child: self.child, evidence: self.evidence }
    }
}

/// Records kept of a narrow pool; beyond that the oldest dead ones are forgotten. A wide one has as many
/// again as it has roles.
const RECORDS_MAX: usize = 24;

/// The workers of a run, oldest first.
#[derive(Debug, Default)]
pub struct Workers {
    records: Vec<WorkerRecord>,
}

impl Workers {
    /// Knows nobody.
    pub fn clear(&mut self) {
        self.records.clear();
    }

    /// Forgets the oldest worker that is dead and that `is_owed` nothing, if there are many.
    pub fn make_room(&mut self, roles: usize, is_owed: impl Fn(Id) -> bool) {
        let forgettable = |record: &WorkerRecord| !record.is_live() && !is_owed(record.child);
        if self.records.len() >= RECORDS_MAX.max(2 * roles)
            && let Some(place) = self.records.iter().position(forgettable)
        {
            self.records.remove(place);
        }
    }

    /// A creation went out.
    pub fn create(&mut self, role: Role, child: Id, evidence: u32) {
        self.records.push(WorkerRecord {
            role,
            child,
            evidence,
            attempt: evidence,
            recipient: None,
            birth: BirthState::Out,
            stop: None,
            ticket: None,
            assignment: None,
            shutdown: None,
        });
    }

    /// The worker of this nonce.
    pub fn get(&self, child: Id) -> Option<&WorkerRecord> {
        self.records.iter().rfind(|record| record.child == child)
    }

    /// The worker of this nonce, to be changed.
    pub fn get_mut(&mut self, child: Id) -> Option<&mut WorkerRecord> {
        self.records.iter_mut().rfind(|record| record.child == child)
    }

    /// The latest worker of a role.
    pub fn latest(&self, role: Role) -> Option<&WorkerRecord> {
        self.records.iter().rfind(|record| record.role == role)
    }

    /// Number `index` (modulo how many there are) of those that can still stop.
    pub fn live(&self, index: u8) -> Option<&WorkerRecord> {
        let count = self.records.iter().filter(|record| record.is_live()).count();
        let index = usize::from(index).checked_rem(count)?;
        self.records.iter().filter(|record| record.is_live()).nth(index)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &WorkerRecord> {
        self.records.iter()
    }
}
