//! A dynamic supervisor as its environment sees it: how it is built, what it is told, what it says,
//! and what its entries show.
//!
//! Everything is plain data; what passes through from the proxies has the proxies' own vocabulary.

mod lifecycle;
mod said;
mod setup;
mod told;
mod view;

pub use crate::proxy::observation::{
    Evidence, Exit, Id, InitialOutcome, Lease, Leftover, Predecessor, ReplacementOutcome, Report,
    ShownPhase, StartOutcome, Submission, Supply, Tag, Tick, Unavailable,
};
pub use lifecycle::*;
pub use said::*;
pub use setup::*;
pub use told::*;
pub use view::*;

/// Names a service to its managers.
pub type Key = u8;

/// The host's name for one born proxy: its capability, fresh within a run.
pub type Proxy = u32;
