//! The engines' side of the library.

mod canary;
pub mod feedback;
mod harness;
#[cfg(all(fuzzing, afl_build))]
mod ladder;
mod replay;
pub mod stats;
mod subject;

pub use harness::harness;
pub use replay::replay;
pub use subject::{CANARY, Subject};
