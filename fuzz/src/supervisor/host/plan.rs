//! One planned input.

use crate::run;
use crate::supervisor::observation::Told;
use crate::supervisor::rig::SupervisorRig;

/// An input, and what it is to the host.
pub type Plan = run::Plan<SupervisorRig>;

/// Whether the input is a fact, not a command or control.
pub fn is_fact(told: &Told) -> bool {
    !matches!(
        told,
        Told::Initialize
            | Told::Start { .. }
            | Told::Replace { .. }
            | Told::Stop { .. }
            | Told::Query { .. }
            | Told::Cancel { .. }
            | Told::Shutdown
    )
}
