//! The allocators of one supervisor: every correlation that it ever issues is drawn here.

use super::{
    DeadlineId, DiagnosticId, Generation, OperationId, ProxyCreationId, StopId,
    SupervisorCorrelations,
};
use crate::correlation::{InstanceId, Reservation, Sequence};

/// One sequence a kind. Each draw consumes a candidate, whatever becomes of it.
#[derive(Debug)]
pub(crate) struct Allocators {
    instance: InstanceId,
    generations: Sequence,
    creations: Sequence,
    operations: Sequence,
    stops: Sequence,
    deadlines: Sequence,
    diagnostics: Sequence,
}

impl Allocators {
    pub(crate) fn new(instance: InstanceId, correlations: &SupervisorCorrelations) -> Self {
        Self {
            instance,
            generations: Sequence::new(correlations.generations),
            creations: Sequence::new(correlations.creations),
            operations: Sequence::new(correlations.operations),
            stops: Sequence::new(correlations.stops),
            deadlines: Sequence::new(correlations.deadlines),
            diagnostics: Sequence::new(correlations.diagnostics),
        }
    }

    pub(crate) fn instance(&self) -> InstanceId {
        self.instance
    }

    pub(crate) fn generation(&mut self) -> Reservation<Generation> {
        Ok(Generation::new(self.instance, self.generations.reserve()?))
    }

    pub(crate) fn creation(&mut self) -> Reservation<ProxyCreationId> {
        Ok(ProxyCreationId::new(self.instance, self.creations.reserve()?))
    }

    pub(crate) fn operation(&mut self) -> Reservation<OperationId> {
        Ok(OperationId::new(self.instance, self.operations.reserve()?))
    }

    pub(crate) fn stop(&mut self) -> Reservation<StopId> {
        Ok(StopId::new(self.instance, self.stops.reserve()?))
    }

    pub(crate) fn deadline(&mut self) -> Reservation<DeadlineId> {
        Ok(DeadlineId::new(self.instance, self.deadlines.reserve()?))
    }

    pub(crate) fn diagnostic(&mut self) -> Reservation<DiagnosticId> {
        Ok(DiagnosticId::new(self.instance, self.diagnostics.reserve()?))
    }
}

/// The highest ordinal that was issued of each kind; only the invariants ask.
impl Allocators {
    pub(crate) fn generations(&self) -> Option<u64> {
        self.generations.high_water()
    }

    pub(crate) fn creations(&self) -> Option<u64> {
        self.creations.high_water()
    }

    pub(crate) fn operations(&self) -> Option<u64> {
        self.operations.high_water()
    }

    pub(crate) fn stops(&self) -> Option<u64> {
        self.stops.high_water()
    }

    pub(crate) fn deadlines(&self) -> Option<u64> {
        self.deadlines.high_water()
    }
}
