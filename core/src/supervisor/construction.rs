//! The canonical constructor's rejection, and the correlation space that `Initialize` brings.

use super::SupervisorProtocol;
use crate::correlation::SequencePlan;
use crate::policy::DiagnosticDisposition;

/// A definition that is no supervisor: the deadline of `RetireActorGraphAfter` is zero. The routes
/// come back.
#[derive(Debug)]
#[must_use = "it owns the routes"]
pub struct ZeroDeadline<P: SupervisorProtocol> {
    /// The lifecycle route.
    pub lifecycle: P::LifecycleRoute,
    /// The disposition of diagnostics with its route.
    pub diagnostics: DiagnosticDisposition<P::DiagnosticRoute>,
}

/// Where each kind of correlation takes its ordinals from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SupervisorCorrelations {
    /// Lives of entries.
    pub generations: SequencePlan,
    /// Proxy creations.
    pub creations: SequencePlan,
    /// Operations.
    pub operations: SequencePlan,
    /// Explicit stops.
    pub stops: SequencePlan,
    /// The drain deadline's timer.
    pub deadlines: SequencePlan,
    /// Delivered diagnostics.
    pub diagnostics: SequencePlan,
}

impl SupervisorCorrelations {
    /// Every kind counts from 1 and never ends.
    pub const PLENTY: Self = Self {
        generations: SequencePlan::PLENTY,
        creations: SequencePlan::PLENTY,
        operations: SequencePlan::PLENTY,
        stops: SequencePlan::PLENTY,
        deadlines: SequencePlan::PLENTY,
        diagnostics: SequencePlan::PLENTY,
    };
}
