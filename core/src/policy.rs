//! Policies that machines share: how long a drain may take, and where diagnostics go.

use crate::time::Ticks;

/// How long a drain may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActorDrainPolicy {
    /// Until every actor of the graph has ended.
    WaitForActorGraph,
    /// At most `deadline` ticks from the moment the host takes the request; at least 1.
    RetireActorGraphAfter {
        /// The deadline.
        deadline: Ticks,
    },
}

/// Where diagnostics go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiagnosticDisposition<Route> {
    /// To an actor, each under its own correlation.
    DeliverTo {
        /// Its route.
        route: Route,
    },
    /// To the host; the first one ends the machine.
    Terminate,
}
