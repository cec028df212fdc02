//! The engines' side of the library.

pub mod feedback;
mod harness;
pub mod stats;

pub use harness::harness;
