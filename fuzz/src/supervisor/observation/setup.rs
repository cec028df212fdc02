//! How one supervisor is built.

use super::Supply;
use serde::Serialize;

/// What an unexpected exit leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ExitPolicy {
    KeepEmpty,
    Retire,
}

/// The six arguments of the constructor, and what `Initialize` brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SupervisorSetup {
    /// Entries at most; positive.
    pub entries: u8,
    /// Unresolved inputs at most; positive.
    pub activations: u8,
    /// What an unexpected exit leads to.
    pub unexpected_exit: ExitPolicy,
    /// The drain deadline in ticks, positive; `None` waits for ever.
    pub drain_deadline: Option<u64>,
    /// The route of lifecycle values.
    pub lifecycle_route: u8,
    /// The route of diagnostics; `None` is `Terminate`.
    pub diagnostics_route: Option<u8>,
    /// The instance identity.
    pub identity: u32,
    /// Where each kind of correlation comes from.
    pub supplies: Supplies,
}

/// Where each kind of correlation comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Supplies {
    pub generations: Supply,
    pub creations: Supply,
    pub operations: Supply,
    pub stops: Supply,
    pub deadlines: Supply,
    pub diagnostics: Supply,
}
