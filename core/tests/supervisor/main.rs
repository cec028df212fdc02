//! The suites of the dynamic supervisor, one file a concern, in one binary: what they share is built
//! once.
//!
//! Every test asserts complete action products; expectations come from the law, not from the code.

mod authorization;
mod commands;
mod construction;
mod start;
mod support;
mod transitions;
