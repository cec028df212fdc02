//! Pure folds of actor-runtime machines, with the invariant checks that state their laws.
//!
//! A machine is a fold: it takes one input and answers the next state together with one complete,
//! ordered action product, or it refuses the input whole and changes nothing ([`Fold`]). Nothing is
//! ambient: no clock, no randomness, no logging, no callback, no hash order. Time arrives inside
//! facts; effects and diagnostics leave as data.
//!
//! | Module | What it holds |
//! |---|---|
//! | [`pool`] | the FIFO worker pool, with its laws in the module's documentation |
//! | [`proxy`] | the stable proxy in front of one worker at a time |
//! | [`supervisor`] | the dynamic supervisor of keyed services |
//! | [`product`] | the complete action product of one step |
//! | [`policy`] | policies that machines share |
//! | [`correlation`] | identities of machines, leases and sequences of ordinals, one newtype a kind |
//! | [`settlement`] | what became of an operation, and of an action batch: complete, or a prefix and the owned rest |
//! | [`fold`] | the one trait that every machine implements |
//! | [`time`] | ticks |
//!
//! The crate is `no_std` and needs `alloc` only.

#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![deny(clippy::wildcard_enum_match_arm)]

extern crate alloc;

pub mod correlation;
mod drain_deadline;
pub mod fold;
pub mod policy;
pub mod pool;
pub mod product;
pub mod proxy;
pub mod settlement;
mod slot_set;
pub mod supervisor;
pub mod time;

pub use fold::Fold;
