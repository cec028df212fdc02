//! The stable proxy: one lasting service identity in front of at most one worker at a time.

mod activation;
mod applied;
mod change;
mod control;
mod correlations;
mod diagnostic;
mod draining;
mod failing;
mod identity;
mod input;
pub mod invariants;
mod leftover;
mod machine;
mod operation;
mod outcome;
mod pair;
mod protocol;
mod rejection;
mod replacement;
mod start;
mod stop;
mod turn;
mod view;
mod worker;

pub use applied::*;
pub use correlations::ProxyCorrelations;
pub use diagnostic::*;
pub use identity::{ActivationId, CreationId, WorkerEvidence};
pub use input::*;
pub use leftover::*;
pub use machine::StableProxy;
pub use operation::*;
pub use outcome::*;
pub use protocol::ProxyProtocol;
pub use view::{ProxyRow, ProxyView};
