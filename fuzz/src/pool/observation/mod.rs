//! The pool as its environment sees it: how it is set up, what it is told, what it says, and the
//! phase that each of its members shows.
//!
//! Everything is `Copy`. A value that the caller or the host authored (a payload, a plan, a worker
//! source, ...) appears as its [`Tag`]; a correlation that the pool issued appears as an [`Id`].

mod said;
mod setup;
mod told;
mod view;

pub use said::*;
pub use setup::*;
pub use told::*;
pub use view::*;

use serde::Serialize;

/// Names one value that the host or a caller authored. Unique within a run, over all kinds.
pub type Tag = u32;

/// A monotonic tick count, authored by the host.
pub type Tick = u64;

/// The label of a semantic worker role.
pub type Role = u8;

/// A correlation that a pool issued: the identity of the pool and the ordinal within its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Id {
    /// Identity of the issuing pool.
    pub pool: u32,
    /// Ordinal drawn from the sequence of the correlation's kind.
    pub ordinal: u64,
}
