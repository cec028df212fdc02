//! Policies that machines share: how long a drain may take, and where diagnostics go.

use crate::correlation::Reservation;
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

impl<Route: Clone> DiagnosticDisposition<Route> {
    /// The route of one diagnostic, with the correlation that `reserve` answers for it. `None` under
    /// `Terminate` and where no correlation can be reserved: then it goes to the host and ends the
    /// machine.
    pub(crate) fn destination<Id>(
        &self,
        reserve: impl FnOnce() -> Reservation<Id>,
    ) -> Option<(Route, Id)> {
        match self {
            Self::DeliverTo { route } => {
                reserve().ok().map(|correlation| (route.clone(), correlation))
            }
            Self::Terminate => None,
        }
    }
}
