//! Everything that tries to prove the core wrong.
//!
//! | Module | What it is |
//! |---|---|
//! | [`scenario`], [`target`] | bytes to plain-data scripts and back; the registry of targets |
//! | [`machine`], [`core_pool`] | the contract of a pool under test; the core's pool behind it |
//! | [`host`] | the lifecycle host: duties, virtual time, wrong facts, recovery |
//! | [`custody`] | the ledger: who holds which value |
//! | [`oracle`] | what the pool must say, worked out a second time in other words |
//! | [`law`] | laws of the observed history, and law cells |
//! | [`run`], [`trace`], [`verdict`] | one scenario through all of them, recorded if asked |
//! | [`engine`] | what engines call, and how they hear of law cells |

// The hook of an engine's feedback is the one exception: a link section and an assembler comment.
#![cfg_attr(not(fuzzing), forbid(unsafe_code))]

pub mod core_pool;
pub mod custody;
pub mod engine;
pub mod host;
pub mod law;
pub mod machine;
pub mod observation;
pub mod oracle;
pub mod run;
pub mod scenario;
pub mod target;
pub mod trace;
pub mod verdict;
