//! What the observations of all machines have in common: plain names of values and correlations.
//!
//! Rules: everything is `Copy`. A value that a caller or the host authored appears as its [`Tag`], a
//! correlation that a machine issued as an [`Id`]. The pool has an `Id` and an `Origin` of its own.

use serde::Serialize;

/// Names one value that a caller or the host authored. Unique within a run, over all kinds; the host
/// counts up from a small number, because tables are kept by tag.
pub type Tag = u32;

/// A monotonic tick count, authored by the host.
pub type Tick = u64;

/// A correlation that a machine issued: the identity of the machine and the ordinal within its kind.
/// Traces show it as `#ordinal`, those of other machines as `#ordinal@owner`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Id {
    /// Identity of the machine that issued it.
    pub owner: u32,
    /// Ordinal drawn from the sequence of the correlation's kind.
    pub ordinal: u64,
}

/// The place that a machine takes in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Seat {
    /// The machine that is judged.
    Judged,
    /// A machine of the same identity that is told the same. Its values are genuine duplicates.
    Twin,
    /// A machine of another identity.
    Foreign,
}

/// A closed range of ordinals; empty if `last < first`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lease {
    /// The first ordinal.
    pub first: u64,
    /// The last ordinal.
    pub last: u64,
}

/// Where one kind of correlation takes its ordinals from: the ordinals of `lease`, in ascending
/// order, then those of `renewal`, in ascending order, then none.
///
/// Each draw consumes one candidate, whatever becomes of it. A candidate that is not above every
/// candidate drawn before collides (so a renewal that overlaps the lease yields collisions until
/// it has passed the mark); no candidate left is exhaustion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SequencePlan {
    /// Drawn first.
    pub lease: Lease,
    /// Drawn when `lease` is used up.
    pub renewal: Option<Lease>,
}
