//! The suites of the stable proxy, one file a concern, in one binary: what they share is built once.
//!
//! Every test asserts complete action products; expectations come from the law, not from the code.

mod control;
mod correlations;
mod draining;
mod exit;
mod failing;
mod held;
mod leftover;
mod rejected;
mod replacement;
mod rows;
mod settlement;
mod start;
mod support;
mod transitions;
