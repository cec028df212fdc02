//! What a run comes to.

use serde::Serialize;
use std::any::Any;
use std::{error, fmt};

/// What one run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RunSummary {
    /// Scenario steps executed.
    pub steps: u32,
    /// Inputs told to the judged pool.
    pub folds: u32,
}

/// A law that broke, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawBreach {
    /// The stable name of the law.
    pub law: &'static str,
    /// What was found.
    pub evidence: String,
}

impl LawBreach {
    /// A breach of `law`.
    pub fn new(law: &'static str, evidence: impl Into<String>) -> Self {
        Self { law, evidence: evidence.into() }
    }
}

/// A run that broke a law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// The stable name of the law.
    pub law: &'static str,
    /// The number of the input at which it broke, counted from 0; it is the number of the last
    /// line of the trace.
    pub step: u32,
    /// What was found.
    pub evidence: String,
}

/// The kinds of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum FailureKind {
    /// The machine did something that a law forbids.
    Wrong,
    /// A value was lost, kept or seen twice.
    Lost,
    /// The machine does not come to its end although the host has done its part.
    Stuck,
}

impl Failure {
    /// The failure that this breach at `step` is.
    pub fn of(breach: LawBreach, step: u32) -> Self {
        let kind = if breach.law.starts_with("custody-") {
            FailureKind::Lost
        } else if breach.law.starts_with("must-") {
            FailureKind::Stuck
        } else {
            FailureKind::Wrong
        };
        Self { kind, law: breach.law, step, evidence: breach.evidence }
    }
}

impl fmt::Display for FailureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Wrong => "wrong",
            Self::Lost => "lost",
            Self::Stuck => "stuck",
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at {}: {}: {}", self.kind, self.step, self.law, self.evidence)
    }
}

impl error::Error for Failure {}

/// What a caught panic says of itself.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}
