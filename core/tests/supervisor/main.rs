//! The suites of the dynamic supervisor, one file a concern, in one binary: what they share is built
//! once.
//!
//! Every test asserts complete action products; expectations come from the law, not from the code.

mod authorization;
mod cancellation;
mod commands;
mod construction;
mod replacement;
mod start;
mod stop;
mod support;
mod transitions;
