//! The registry of equivalent mutants: those that no input can tell from the core, each with its argument.
//!
//! Rules: a registered mutant stays in the list and is tried like all others. An entry that matches no
//! mutant is stale; one whose mutant is caught, or whose mutant does not compile, is wrong. Both
//! fail the audit.

use super::trial::{Fate, Trial};
use crate::outcome::Problem;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The committed file.
pub(super) const FILE: &str = "ci/equivalents.toml";

/// All entries.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Equivalents {
    #[serde(rename = "equivalent", default)]
    entries: Vec<Entry>,
}

/// One argument, for one mutant or several.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// Names without line and column, each followed by ` | ` and the source line.
    mutants: Vec<String>,
    /// Why no input can tell the mutant from the core.
    why: String,
}

impl Equivalents {
    /// Reads the registry; there may be none.
    pub(super) fn load(root: &Path) -> Result<Self, Problem> {
        let path = root.join(FILE);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            Err(error) => return Err(Problem::file(&path, &error)),
        };
        toml::from_str(&text).map_err(|error| {
            Problem::environment(format!("{FILE}: {error}"), "mend the file as the message says")
        })
    }

    /// The argument for a mutant.
    pub(super) fn why(&self, lasting_name: &str) -> Option<&str> {
        let entry =
            self.entries.iter().find(|entry| entry.mutants.iter().any(|m| m == lasting_name));
        entry.map(|entry| entry.why.as_str())
    }

    /// Entries without argument, or that match nothing of the whole list.
    pub(super) fn stale(&self, lasting_names: &[String]) -> Vec<String> {
        let unargued = self.entries.iter().filter(|entry| entry.why.trim().is_empty());
        let unmatched = self.entries.iter().flat_map(|entry| &entry.mutants);
        let unmatched = unmatched.filter(|mutant| !lasting_names.contains(mutant));
        let unargued =
            unargued.flat_map(|entry| &entry.mutants).map(|m| format!("{m}: no argument"));
        unargued.chain(unmatched.map(|mutant| format!("{mutant}: no such mutant"))).collect()
    }

    /// Registered mutants that are not missed after all.
    pub(super) fn refuted(
        &self,
        trials: &[Trial],
        names: &BTreeMap<String, String>,
    ) -> Vec<String> {
        let registered = trials
            .iter()
            .filter(|trial| names.get(&trial.mutant).is_some_and(|name| self.why(name).is_some()));
        let refuted = registered.filter(|trial| trial.fate != Fate::Missed);
        refuted.map(|trial| format!("{}: {:?}", trial.mutant, trial.fate)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn registry() -> Equivalents {
        toml::from_str("[[equivalent]]\nmutants = [\"a.rs: replace f | x\"]\nwhy = \"because\"\n")
            .expect("well-formed")
    }

    #[test]
    fn an_entry_that_matches_no_mutant_is_stale() {
        assert!(registry().stale(&["a.rs: replace f | x".to_owned()]).is_empty());
        assert_eq!(registry().stale(&[]), ["a.rs: replace f | x: no such mutant"]);
    }

    #[test]
    fn a_registered_mutant_that_is_caught_refutes_its_entry() {
        let names =
            BTreeMap::from([("a.rs:1:1: replace f".to_owned(), "a.rs: replace f | x".to_owned())]);
        let missed =
            Trial { fate: Fate::Missed, ..Trial::unviable("a.rs:1:1: replace f", "proxy", "") };
        let caught = Trial { fate: Fate::Caught, ..missed.clone() };
        assert!(registry().refuted(&[missed], &names).is_empty());
        assert_eq!(registry().refuted(&[caught], &names).len(), 1);
    }
}
