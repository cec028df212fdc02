//! The suites of the dynamic supervisor, one file a concern, in one binary: what they share is built
//! once.
//!
//! Every test asserts complete action products; expectations come from the law, not from the code.

mod authorization;
mod cancellation;
mod capacity;
mod commands;
mod construction;
mod correlations;
mod deadline;
mod diagnostics;
mod endings;
mod field_reports;
mod leftover;
mod proxy_exit;
mod rejected;
mod replacement;
mod settlement;
mod shutdown;
mod start;
mod stop;
mod support;
mod transitions;
mod worker_exit;
