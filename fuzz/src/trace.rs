//! STUB of the trace.
use crate::run::Failure;
use serde::Serialize;

/// Trace.
#[derive(Debug, Serialize)]
pub struct Trace {
    /// Target.
    pub target: String,
    /// Steps.
    pub steps: Vec<u32>,
    /// Failure.
    pub failure: Option<Failure>,
}

impl std::fmt::Display for Trace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "stub trace of {}: {:?}", self.target, self.failure)
    }
}
