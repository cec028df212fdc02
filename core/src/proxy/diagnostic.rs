//! Rejected facts: each goes to the host, whole.

use super::{ProxyInput, ProxyPhase, ProxyProtocol};

/// A fact that changed nothing.
#[derive(Debug)]
#[must_use = "it owns the fact"]
pub struct ProxyDiagnostic<P: ProxyProtocol> {
    /// How it missed.
    pub kind: RejectedFactKind,
    /// The phase that rejected it.
    pub phase: ProxyPhase,
    /// The fact, whole.
    pub fact: ProxyInput<P>,
}

/// How a fact missed, in the order in which it is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RejectedFactKind {
    /// It carries another proxy's correlation.
    Foreign,
    /// The creation or worker that it names is none that the proxy holds.
    Unknown,
    /// It names a worker that the proxy holds, with another attempt than the current one.
    WrongAttempt,
    /// It names what the proxy holds, and nothing of its kind is awaited, or no longer.
    Unexpected,
}
