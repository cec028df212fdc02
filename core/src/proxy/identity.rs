//! The correlations that a proxy issues, one type a kind, and the evidence of its workers.
//!
//! A correlation can be read, compared and copied by anyone, for it authorizes nothing. Only a proxy
//! issues one:
//!
//! ```compile_fail,E0451
//! # use actor_laws::{correlation::InstanceId, proxy::CreationId};
//! fn forge() -> CreationId {
//!     CreationId { instance: InstanceId(1), ordinal: 1 }
//! }
//! ```
//! ```compile_fail,E0451
//! # use actor_laws::proxy::{CreationId, WorkerEvidence};
//! fn forge(creation: CreationId) -> WorkerEvidence {
//!     WorkerEvidence { creation }
//! }
//! ```
//! ```compile_fail,E0624
//! # use actor_laws::proxy::{CreationId, WorkerEvidence};
//! fn forge(creation: CreationId) -> WorkerEvidence {
//!     WorkerEvidence::of(creation)
//! }
//! ```
//! ```compile_fail,E0624
//! # use actor_laws::{correlation::InstanceId, proxy::ActivationId};
//! fn forge() -> ActivationId {
//!     ActivationId::new(InstanceId(1), 1)
//! }
//! ```
//! ```compile_fail,E0308
//! # use actor_laws::proxy::{ActivationId, CreationId};
//! fn mix(activation: ActivationId, creation: CreationId) -> bool {
//!     activation == creation
//! }
//! ```

use crate::correlation::{InstanceId, correlation};
use core::fmt;

correlation! {
    /// Names one worker creation of one proxy.
    CreationId, "creation"
}
correlation! {
    /// Names one activation attempt of one proxy.
    ActivationId, "activation"
}

/// Opaque evidence of one committed worker: what reports carry in place of a route.
///
/// The first workers of two proxies have unequal evidence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkerEvidence {
    creation: CreationId,
}

impl WorkerEvidence {
    pub(crate) const fn of(creation: CreationId) -> Self {
        Self { creation }
    }

    /// The creation that it was minted from, at the commit.
    pub(crate) const fn creation(&self) -> CreationId {
        self.creation
    }

    /// The proxy whose worker it was.
    #[must_use]
    pub const fn instance(&self) -> InstanceId {
        self.creation.instance()
    }

    /// The ordinal of the worker's creation: for reading, not for matching.
    #[must_use]
    pub const fn ordinal(&self) -> u64 {
        self.creation.ordinal()
    }
}

impl fmt::Debug for WorkerEvidence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "worker{}@{}", self.ordinal(), self.instance().0)
    }
}
