//! The canonical constructor: six arguments, no defaults, every type inferred from them.

use super::{
    ActivationPolicy, DynamicSupervisor, EntryCapacity, LifecycleCapability, SupervisorProtocol,
    UnexpectedExit, ZeroDeadline,
};
use crate::policy::{ActorDrainPolicy, DiagnosticDisposition};
use crate::time::Ticks;

/// What a supervisor was built from.
#[derive(Debug)]
pub struct SupervisorDefinition<P: SupervisorProtocol> {
    /// Entries at most.
    pub entries: EntryCapacity,
    /// Unresolved worker inputs at most.
    pub activation: ActivationPolicy,
    /// What an unexpected exit leads to.
    pub unexpected_exit: UnexpectedExit,
    /// How long the drain may take.
    pub actor_drain: ActorDrainPolicy,
    /// The one durable route of lifecycle values.
    pub lifecycle: P::LifecycleRoute,
    /// Where diagnostics go.
    pub diagnostics: DiagnosticDisposition<P::DiagnosticRoute>,
}

/// Builds a dynamic supervisor. Nothing happens before its `Initialize`.
///
/// # Errors
///
/// [`ZeroDeadline`] with the routes, if the drain's deadline is zero.
pub fn dynamic<L: LifecycleCapability>(
    entries: EntryCapacity,
    activation: ActivationPolicy,
    unexpected_exit: UnexpectedExit,
    actor_drain: ActorDrainPolicy,
    lifecycle: L,
    diagnostics: DiagnosticDisposition<<L::Protocol as SupervisorProtocol>::DiagnosticRoute>,
) -> Result<DynamicSupervisor<L::Protocol>, ZeroDeadline<L::Protocol>> {
    match actor_drain {
        ActorDrainPolicy::RetireActorGraphAfter { deadline: Ticks(0) } => {
            Err(ZeroDeadline { lifecycle, diagnostics })
        }
        ActorDrainPolicy::RetireActorGraphAfter { .. } | ActorDrainPolicy::WaitForActorGraph => {
            let definition = SupervisorDefinition {
                entries,
                activation,
                unexpected_exit,
                actor_drain,
                lifecycle,
                diagnostics,
            };
            Ok(DynamicSupervisor::constructed(definition))
        }
    }
}
