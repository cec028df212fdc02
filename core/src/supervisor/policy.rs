//! The checked sizes of a supervisor, and what an unexpected exit leads to.

/// A size that must be positive is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ZeroCapacity;

/// How many entries a supervisor retains at most, ending ones included; positive.
///
/// ```compile_fail,E0308
/// # use actor_laws::supervisor::{ActivationPolicy, EntryCapacity};
/// fn exchange(activation: ActivationPolicy) -> EntryCapacity {
///     activation
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct EntryCapacity(usize);

/// How many emitted worker inputs may be unresolved at once; positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ActivationPolicy(usize);

impl EntryCapacity {
    /// A capacity of `entries`.
    ///
    /// # Errors
    ///
    /// [`ZeroCapacity`] for zero.
    pub const fn new(entries: usize) -> Result<Self, ZeroCapacity> {
        if entries == 0 { Err(ZeroCapacity) } else { Ok(Self(entries)) }
    }

    /// Entries.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0
    }
}

impl ActivationPolicy {
    /// A limit of `activations`.
    ///
    /// # Errors
    ///
    /// [`ZeroCapacity`] for zero.
    pub const fn new(activations: usize) -> Result<Self, ZeroCapacity> {
        if activations == 0 { Err(ZeroCapacity) } else { Ok(Self(activations)) }
    }

    /// Activations.
    #[must_use]
    pub const fn get(self) -> usize {
        self.0
    }
}

/// What the unexpected exit of a ready worker leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnexpectedExit {
    /// The service stays, without a worker, and can be replaced.
    KeepEmpty,
    /// The entry is drained and removed.
    Retire,
}
