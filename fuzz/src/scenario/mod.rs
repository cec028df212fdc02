//! Scenarios: plain-data scripts of what the lifecycle host does to a pool.
//!
//! A scenario is a header (the construction choices and the company that is kept) and steps that
//! go on until the data ends. Every byte string is a legal scenario.

mod step;
mod stub;

pub use step::*;
pub use stub::*;
