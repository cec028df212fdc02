//! What the host knows of the workers that it was asked to create.

use crate::proxy::observation::{Begin, Id, Incarnation, Submission};

/// How far a creation has come, as far as the proxy was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BirthState {
    /// Its result is owed.
    Out,
    /// The worker was born.
    Committed,
    /// It was not.
    Rejected,
}

/// One worker, from its creation on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkerRecord {
    /// Its creation.
    pub creation: Id,
    /// What it was made of.
    pub submission: Submission,
    /// How far its creation has come.
    pub birth: BirthState,
    /// The name that it has, or will have.
    pub incarnation: Incarnation,
    /// The correlation of its initialization.
    pub attempt: u32,
    /// The proxy has taken its exit.
    pub has_exited: bool,
    /// The request by which its activation was begun.
    pub begin: Option<Begin>,
    /// Its activation was cancelled.
    pub is_cancelled: bool,
}

impl WorkerRecord {
    /// Whether its exit can still be told.
    pub fn is_live(&self) -> bool {
        !self.has_exited && self.birth != BirthState::Rejected
    }
}

/// Every worker of a run, oldest first.
#[derive(Debug, Default)]
pub struct Workers {
    list: Vec<WorkerRecord>,
}

impl Workers {
    /// Knows none.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &WorkerRecord> {
        self.list.iter()
    }

    /// A worker is to be created.
    pub fn create(&mut self, record: WorkerRecord) {
        self.list.push(record);
    }

    /// The worker of this creation.
    pub fn created_by(&mut self, creation: Id) -> Option<&mut WorkerRecord> {
        self.list.iter_mut().rfind(|record| record.creation == creation)
    }

    /// The worker of this name.
    pub fn named(&self, incarnation: Incarnation) -> Option<&WorkerRecord> {
        self.list.iter().rfind(|record| record.incarnation == incarnation)
    }

    /// The worker of this name, to be changed.
    pub fn named_mut(&mut self, incarnation: Incarnation) -> Option<&mut WorkerRecord> {
        self.list.iter_mut().rfind(|record| record.incarnation == incarnation)
    }

    /// Number `back` from the newest on, modulo how many there are.
    pub fn back(&self, back: u8) -> Option<&WorkerRecord> {
        let back = usize::from(back).checked_rem(self.list.len())?;
        self.list.iter().rev().nth(back)
    }

    /// Number `index` of the live ones, from the newest on.
    pub fn live(&self, index: u8) -> Option<&WorkerRecord> {
        let live = || self.list.iter().rev().filter(|record| record.is_live());
        let index = usize::from(index).checked_rem(live().count())?;
        live().nth(index)
    }
}
