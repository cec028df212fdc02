//! A failure as a suite reports it.

use crate::checks::Check;
use crate::run::names::NO_PANIC;
use crate::verdict::Failure;
use serde::Serialize;

/// Characters of evidence that are reported.
const EVIDENCE_MAX: usize = 300;

/// A failure, what found it, and with which input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kill {
    /// The stable name of the law.
    pub law: &'static str,
    /// `wrong`, `lost` or `stuck`.
    pub kind: String,
    /// The number of the input at which it broke.
    pub step: u32,
    /// What was found, cut short.
    pub evidence: String,
    /// The name of the target.
    pub target: &'static str,
    /// A file of the corpus, or `seed` and its number, with the choice that was fixed.
    pub input: String,
    /// Who judges the law: `laws`, `custody`, `invariants`, `oracle`, or `panic`.
    pub check: &'static str,
}

impl Kill {
    /// The failure of this target with this input.
    pub fn of(failure: &Failure, target: &'static str, input: String) -> Self {
        let Failure { kind, law, step, ref evidence } = *failure;
        let evidence = evidence.chars().take(EVIDENCE_MAX).collect();
        Self { law, kind: kind.to_string(), step, evidence, target, input, check: judge_of(law) }
    }
}

/// Who judges this law.
fn judge_of(law: &str) -> &'static str {
    if law == NO_PANIC { "panic" } else { Check::of_law(law).map_or("laws", Check::name) }
}
