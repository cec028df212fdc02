//! Oracles: what a machine must say, worked out a second time, in other words.
//!
//! An oracle imports [`crate::observation`] and nothing else: no type and no code of the core.

pub mod pool;
