//! Correlations: the plain ids that the host speaks of, and the opaque values behind them.
//!
//! The core's correlations cannot be built, only read. So the values that were issued are kept, and a
//! plain id is looked up among them, from the newest on. Ids of a supervisor that this one has met
//! are known as well.

use crate::supervisor::observation::Id;
use actor_laws::correlation::InstanceId;
use actor_laws::proxy::{ActivationId, WorkerEvidence};
use actor_laws::supervisor::{
    DeadlineId, DiagnosticId, Generation, OperationId, ProxyCreationId, StopId,
};

/// Plain form of a correlation.
fn id(instance: InstanceId, ordinal: u64) -> Id {
    Id { issuer: u32::try_from(instance.0).unwrap_or(u32::MAX), ordinal }
}

macro_rules! plain {
    ($($name:ident: $Type:ty;)*) => {
        $(pub(super) fn $name(value: $Type) -> Id {
            id(value.instance(), value.ordinal())
        })*
    };
}

plain! {
    generation: Generation;
    creation: ProxyCreationId;
    operation: OperationId;
    stop: StopId;
    deadline: DeadlineId;
    diagnostic: DiagnosticId;
    evidence: WorkerEvidence;
    activation: ActivationId;
}

/// The values of one kind that were issued, oldest first.
#[derive(Debug)]
pub(super) struct Register<T> {
    known: Vec<T>,
    plain: fn(T) -> Id,
}

impl<T: Copy> Register<T> {
    fn new(plain: fn(T) -> Id) -> Self {
        Self { known: Vec::new(), plain }
    }

    /// Takes note of a value, unless it is the newest one anyway.
    pub(super) fn note(&mut self, value: T) {
        let id = (self.plain)(value);
        if !self.known.iter().rev().any(|known| (self.plain)(*known) == id) {
            self.known.push(value);
        }
    }

    /// The value behind a plain id.
    ///
    /// # Panics
    ///
    /// If nobody has issued it: the host invents no ids.
    pub(super) fn find(&self, id: Id) -> T {
        let found = self.known.iter().rfind(|known| (self.plain)(**known) == id);
        *found.unwrap_or_else(|| panic!("the host told {id:?}, which nobody has issued"))
    }

    /// The newest one of this supervisor.
    pub(super) fn newest(&self) -> Option<T> {
        self.known.last().copied()
    }

    fn meet(&mut self, other: &Self) {
        self.known.splice(0..0, other.known.iter().copied());
    }
}

/// Everything that was issued.
#[derive(Debug)]
pub(super) struct Registers {
    pub(super) generations: Register<Generation>,
    pub(super) creations: Register<ProxyCreationId>,
    pub(super) operations: Register<OperationId>,
    pub(super) stops: Register<StopId>,
    pub(super) deadlines: Register<DeadlineId>,
}

impl Default for Registers {
    fn default() -> Self {
        Self {
            generations: Register::new(generation),
            creations: Register::new(creation),
            operations: Register::new(operation),
            stops: Register::new(stop),
            deadlines: Register::new(deadline),
        }
    }
}

impl Registers {
    /// Learns what another supervisor has issued.
    pub(super) fn meet(&mut self, other: &Self) {
        self.generations.meet(&other.generations);
        self.creations.meet(&other.creations);
        self.operations.meet(&other.operations);
        self.stops.meet(&other.stops);
        self.deadlines.meet(&other.deadlines);
    }
}
