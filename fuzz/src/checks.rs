//! Which checks judge a run.
//!
//! Rules: every check is on unless somebody switches it off, which is done to learn what a check is worth
//! and to run machines that no oracle predicts. The laws of the history, the settlement of batches,
//! determinism, panics and the end of a run are always judged.

use crate::run::names::LAW_TABLES;
use serde::{Deserialize, Serialize};

/// A check that can be switched off. It is written by its stable name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Check {
    /// The oracle's prediction of construction, actions, verdict and state; and the law tables, because
    /// it is the oracle that knows whom an input addresses.
    Oracle,
    /// The machine's own invariants, recomputed after each step.
    Invariants,
    /// Who holds which value. A real value that is missing when it must be told ends a run all the same:
    /// without it the host cannot go on.
    Custody,
}

impl Check {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Oracle, Self::Invariants, Self::Custody];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Oracle => "oracle",
            Self::Invariants => "invariants",
            Self::Custody => "custody",
        }
    }

    /// The check of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|check| check.name() == name)
    }

    /// The check that judges the law of this name; `None` for a law that is always judged.
    pub fn of_law(law: &str) -> Option<Self> {
        if law.starts_with("oracle-") || law == LAW_TABLES {
            Some(Self::Oracle)
        } else if law.starts_with("core-") {
            Some(Self::Invariants)
        } else if law.starts_with("custody-") {
            Some(Self::Custody)
        } else {
            None
        }
    }
}

/// The checks that judge a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// Whether [`Check::Oracle`] judges.
    pub oracle: bool,
    /// Whether [`Check::Invariants`] judges.
    pub invariants: bool,
    /// Whether [`Check::Custody`] judges.
    pub custody: bool,
}

impl Checks {
    /// Every check.
    pub const ALL: Self = Self { oracle: true, invariants: true, custody: true };

    /// For machines that no oracle predicts: what holds is that laws and custody hold and that the
    /// machine comes to its end.
    pub const WITHOUT_ORACLE: Self = Self::ALL.without(Check::Oracle);

    /// All of these but one.
    #[must_use]
    pub const fn without(self, check: Check) -> Self {
        match check {
            Check::Oracle => Self { oracle: false, ..self },
            Check::Invariants => Self { invariants: false, ..self },
            Check::Custody => Self { custody: false, ..self },
        }
    }
}

impl Default for Checks {
    fn default() -> Self {
        Self::ALL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_is_found_by_its_name_and_switched_off_alone() {
        for check in Check::ALL {
            assert_eq!(Check::named(check.name()), Some(check));
            let off = |checks: Checks| [!checks.oracle, !checks.invariants, !checks.custody];
            assert_eq!(off(Checks::ALL), [false; 3]);
            assert_eq!(off(Checks::ALL.without(check)), Check::ALL.map(|other| other == check));
        }
        assert_eq!(Check::named("laws"), None);
    }

    #[test]
    fn each_law_of_every_machine_belongs_to_its_check() {
        let of = |law: &str| Check::of_law(law).map(Check::name);
        assert_eq!(of("oracle-construction"), Some("oracle"));
        assert_eq!(of("disposition-in-law-tables"), Some("oracle"));
        assert_eq!(of("core-indexes-agree"), Some("invariants"));
        assert_eq!(of("custody-seen-twice"), Some("custody"));
        assert_eq!(of("must-end"), None);
        assert_eq!(of("no-panic"), None);
        assert_eq!(of("determinism"), None);
    }
}
