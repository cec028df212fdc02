//! A stable proxy as its environment sees it: what it is told, what it says, and the row of the
//! law's table in which it stands.
//!
//! Everything is plain data. A value that a caller, the owner or the host authored (a worker, a
//! plan, a command, a stop, ...) appears as its [`Tag`]; a correlation that a machine issued appears
//! as an [`Id`].

mod outcome;
mod said;
mod told;
mod view;

pub use outcome::*;
pub use said::*;
pub use told::*;
pub use view::*;

use serde::Serialize;

/// Names one value that somebody outside authored. Unique within a run, over all kinds.
pub type Tag = u32;

/// A monotonic tick count, authored by the host.
pub type Tick = u64;

/// A correlation: the identity of the machine that issued it, and the ordinal within its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Id {
    /// Identity of the issuing machine.
    pub issuer: u32,
    /// Ordinal drawn from the sequence of the correlation's kind.
    pub ordinal: u64,
}

/// The evidence of a committed worker: the creation that it was born of, in another kind.
pub type Evidence = Id;

/// The owner's correlation of an install or replacement. The owner issued it, not the proxy.
pub type Ticket = Id;

/// The host's name for one committed worker, fresh within a run.
pub type Incarnation = u32;

/// A worker's definition and its activation work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Submission {
    /// The definition.
    pub worker: Tag,
    /// The activation work.
    pub plan: Tag,
}

/// The end of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Exit {
    /// Names this stop.
    pub stop: Tag,
    /// When the host observed it.
    pub at: Tick,
}

/// Why a correlation could not be reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Unavailable {
    /// No candidate is left.
    Exhausted,
    /// The candidate is not above every earlier one.
    Collision {
        /// The ordinal that was not issued.
        candidate: u64,
    },
}

/// A range of ordinals that a sequence draws from; `first <= last`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lease {
    /// The first ordinal.
    pub first: u64,
    /// The last ordinal.
    pub last: u64,
}

/// Where one kind of correlation takes its ordinals from: a lease, then a renewal. Without a lease
/// the first draw is exhausted already, unless there is a renewal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Supply {
    /// The first range.
    pub lease: Option<Lease>,
    /// The range after it.
    pub renewal: Option<Lease>,
}

impl Supply {
    /// Every ordinal from 1 on.
    pub const PLENTY: Self =
        Self { lease: Some(Lease { first: 1, last: u64::MAX }), renewal: None };
}

/// How one proxy is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ProxySetup {
    /// Its instance identity.
    pub identity: u32,
    /// Where creations come from.
    pub creations: Supply,
    /// Where activation attempts come from.
    pub activations: Supply,
}
