//! The suites of the pool, one file a concern, in one binary: what they share is built once.
//!
//! Every test asserts complete action products; expectations come from the law, not from the code.

mod activation;
mod admission;
mod birth;
mod construction;
mod correlations;
mod diagnostics;
mod drain;
mod drain_forced;
mod drain_shutdown;
mod equality;
mod field_reports;
mod fill;
mod joins;
mod joins_rejected;
mod members;
mod recovery;
mod restart;
mod settlement;
mod support;
mod texts;
mod transitions;
