//! One planned input.

use crate::proxy::observation::Told;
use crate::proxy::rig::ProxyRig;

/// An input, and what it is to the host.
pub type Plan = crate::run::Plan<ProxyRig>;

/// Whether the input is a fact, not a command.
pub fn is_fact(told: &Told) -> bool {
    !matches!(
        told,
        Told::Service { .. } | Told::InstallInitial { .. } | Told::Replace { .. } | Told::Shutdown
    )
}
