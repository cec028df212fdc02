//! The stable proxy: one lasting service identity in front of at most one worker at a time.

mod diagnostic;
mod identity;
mod input;
mod leftover;
mod operation;
mod outcome;
mod protocol;

pub use diagnostic::*;
pub use identity::{ActivationId, CreationId, WorkerEvidence};
pub use input::*;
pub use leftover::*;
pub use operation::*;
pub use outcome::*;
pub use protocol::ProxyProtocol;
