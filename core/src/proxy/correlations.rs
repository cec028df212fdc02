//! The allocators of one proxy: every correlation that it ever issues is drawn here.

use super::{ActivationId, CreationId};
use crate::correlation::{InstanceId, Reservation, Sequence, SequencePlan};

/// Where a proxy takes its correlations from, one plan a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProxyCorrelations {
    /// Worker creations; an install or replacement that its phase would take draws one.
    pub creations: SequencePlan,
    /// Activation attempts; an initialization that succeeds before any exit draws one.
    pub activations: SequencePlan,
}

impl ProxyCorrelations {
    /// Every ordinal from 1 on, of both kinds.
    pub const PLENTY: Self =
        Self { creations: SequencePlan::PLENTY, activations: SequencePlan::PLENTY };
}

/// One sequence a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sequences {
    pub(crate) instance: InstanceId,
    creations: Sequence,
    activations: Sequence,
}

impl Sequences {
    pub(crate) fn new(instance: InstanceId, correlations: ProxyCorrelations) -> Self {
        let ProxyCorrelations { creations, activations } = correlations;
        let (creations, activations) = (Sequence::new(creations), Sequence::new(activations));
        Self { instance, creations, activations }
    }

    pub(crate) fn creation(&mut self) -> Reservation<CreationId> {
        Ok(CreationId::new(self.instance, self.creations.reserve()?))
    }

    pub(crate) fn activation(&mut self) -> Reservation<ActivationId> {
        Ok(ActivationId::new(self.instance, self.activations.reserve()?))
    }

    /// The highest creation that was issued; only the invariants ask.
    pub(crate) fn newest_creation(&self) -> Option<u64> {
        self.creations.high_water()
    }

    /// The highest activation that was issued; only the invariants ask.
    pub(crate) fn newest_activation(&self) -> Option<u64> {
        self.activations.high_water()
    }
}
