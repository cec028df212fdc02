//! One planned input.

use super::Duty;
use crate::proxy::observation::Told;

/// An input, and what it is to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What the proxy is told.
    pub told: Told,
    /// The obligation that it truly settles.
    pub truth: Option<Duty>,
    /// Where the batch is cut, modulo its length.
    pub cut: Option<usize>,
}

impl Plan {
    /// An input that settles nothing the host owes.
    pub fn plain(told: Told) -> Self {
        Self { told, truth: None, cut: None }
    }

    /// The same input, as the true settlement of `duty`.
    #[must_use]
    pub fn settling(self, duty: Duty) -> Self {
        Self { truth: Some(duty), ..self }
    }
}

/// Whether the input is a fact, not a command.
pub fn is_fact(told: &Told) -> bool {
    !matches!(
        told,
        Told::Service { .. } | Told::InstallInitial { .. } | Told::Replace { .. } | Told::Shutdown
    )
}
