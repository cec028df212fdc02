//! Correlations: the plain ids that the host speaks of, and the opaque values behind them.
//!
//! The core's correlations cannot be built, only read. So the values that were issued are kept, and
//! a plain id is looked up among them, from the newest on. Ids of a proxy that this one has met are
//! known as well.

use crate::proxy::observation::Id;
use actor_laws::correlation::InstanceId;
use actor_laws::proxy::{ActivationId, CreationId, WorkerEvidence};

/// Plain form of a correlation.
fn id(instance: InstanceId, ordinal: u64) -> Id {
    Id { issuer: u32::try_from(instance.0).unwrap_or(u32::MAX), ordinal }
}

pub(super) fn creation(creation: CreationId) -> Id {
    id(creation.instance(), creation.ordinal())
}

pub(super) fn activation(activation: ActivationId) -> Id {
    id(activation.instance(), activation.ordinal())
}

pub(super) fn evidence(evidence: WorkerEvidence) -> Id {
    id(evidence.instance(), evidence.ordinal())
}

/// Everything that was issued, oldest first.
#[derive(Debug, Default)]
pub(super) struct Registers {
    creations: Vec<CreationId>,
    activations: Vec<ActivationId>,
}

impl Registers {
    pub(super) fn note_creation(&mut self, creation: CreationId) {
        self.creations.push(creation);
    }

    pub(super) fn note_activation(&mut self, activation: ActivationId) {
        self.activations.push(activation);
    }

    /// The creation behind a plain id.
    ///
    /// # Panics
    ///
    /// If nobody has issued it: the host invents no ids.
    pub(super) fn creation(&self, plain: Id) -> CreationId {
        let found = self.creations.iter().rfind(|known| creation(**known) == plain);
        *found.unwrap_or_else(|| panic!("the host told {plain:?}, which nobody has issued"))
    }

    /// The activation behind a plain id.
    ///
    /// # Panics
    ///
    /// If nobody has issued it: the host invents no ids.
    pub(super) fn activation(&self, plain: Id) -> ActivationId {
        let found = self.activations.iter().rfind(|known| activation(**known) == plain);
        *found.unwrap_or_else(|| panic!("the host told {plain:?}, which nobody has issued"))
    }

    /// Learns what another proxy has issued.
    pub(super) fn meet(&mut self, other: &Self) {
        self.creations.splice(0..0, other.creations.iter().copied());
        self.activations.splice(0..0, other.activations.iter().copied());
    }
}
