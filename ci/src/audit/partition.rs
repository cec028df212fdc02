//! The partitions of the core: which mutant belongs to which concern, and which tests are its own.
//!
//! Rules: `ci/partitions.toml` is the only place that says so. Every mutant is in exactly one partition;
//! a function in none, or named by two, is an error, as is an entry that matches nothing.

use super::mutant::Mutant;
use crate::outcome::Problem;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::Path;

/// The committed file.
pub(super) const FILE: &str = "ci/partitions.toml";

/// All partitions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Partitions {
    #[serde(rename = "partition")]
    pub(super) all: Vec<Partition>,
}

/// One concern of the core.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Partition {
    /// Its name, which is also the folder of its wrong designs.
    pub(super) name: String,
    /// Files, or folders ending in `/`, from `core/src/`.
    pub(super) files: Vec<String>,
    /// Functions of files that other partitions have, as `file function`.
    #[serde(default)]
    pub(super) functions: Vec<String>,
    /// The tests that are about it: `binary module`.
    pub(super) own: Vec<String>,
    /// A wrong design that its own tests must kill in every audit.
    pub(super) must_kill: String,
}

/// A machine whose suites see a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Machine {
    Pool,
    Proxy,
    Supervisor,
}

impl Machine {
    /// All of them.
    pub(super) const ALL: [Self; 3] = [Self::Pool, Self::Proxy, Self::Supervisor];

    /// The machines that a file of the core is part of.
    pub(super) fn of_file(file: &str) -> &'static [Self] {
        match file.strip_prefix("core/src/").and_then(|file| file.split_once('/')) {
            Some(("pool", _)) => &[Self::Pool],
            Some(("proxy", _)) => &[Self::Proxy],
            Some(("supervisor", _)) => &[Self::Supervisor],
            _ => Self::sharing(file),
        }
    }

    /// The machines that share a file.
    fn sharing(file: &str) -> &'static [Self] {
        match file {
            "core/src/slot_set.rs" => &[Self::Pool],
            "core/src/product.rs" => &[Self::Proxy, Self::Supervisor],
            "core/src/drain_deadline.rs" => &[Self::Pool, Self::Supervisor],
            _ => &Self::ALL,
        }
    }

    /// The name of its test binary, and of its module in others.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Pool => "pool",
            Self::Proxy => "proxy",
            Self::Supervisor => "supervisor",
        }
    }
}

impl Partition {
    /// How closely this partition claims a mutant: by function, by file, by folder, or not at all.
    fn claim(&self, mutant: &Mutant) -> Option<usize> {
        let file = mutant.file.strip_prefix("core/src/")?;
        let function = format!("{file} {}", mutant.function());
        if self.functions.contains(&function) {
            return Some(usize::MAX);
        }
        let claims = |entry: &&String| {
            **entry == *file || entry.ends_with('/') && file.starts_with(entry.as_str())
        };
        self.files.iter().filter(claims).map(String::len).max()
    }

    /// The modules of a test binary that are its own.
    pub(super) fn own_modules(&self, binary: &str) -> Vec<&str> {
        let own = self.own.iter().filter_map(|own| own.split_once(' '));
        own.filter(|(name, _)| *name == binary).map(|(_, module)| module).collect()
    }
}

impl Partitions {
    /// Reads the committed file.
    pub(super) fn load(root: &Path) -> Result<Self, Problem> {
        let path = root.join(FILE);
        let text = std::fs::read_to_string(&path).map_err(|error| Problem::file(&path, &error))?;
        toml::from_str(&text).map_err(|error| {
            Problem::environment(format!("{FILE}: {error}"), "mend the file as the message says")
        })
    }

    /// The partition of each mutant, by its place in the list.
    pub(super) fn assign(&self, mutants: &[Mutant]) -> Result<Vec<usize>, Problem> {
        let mut assigned = Vec::new();
        let mut wrong = BTreeSet::new();
        for mutant in mutants {
            match self.partition_of(mutant) {
                Ok(partition) => assigned.push(partition),
                Err(why) => drop(wrong.insert(why)),
            }
        }
        if wrong.is_empty() {
            return Ok(assigned);
        }
        let list: Vec<_> = wrong.into_iter().collect();
        Err(Problem::environment(
            list.join("\n"),
            format!("give each function one partition in {FILE}"),
        ))
    }

    fn partition_of(&self, mutant: &Mutant) -> Result<usize, String> {
        let claims = self.all.iter().map(|partition| partition.claim(mutant));
        let closest = claims.clone().max().flatten();
        let claimers: Vec<_> =
            claims.enumerate().filter(|(_, claim)| claim.is_some() && *claim == closest).collect();
        let place = format!("{} {}", mutant.file, mutant.function());
        match claimers[..] {
            [(partition, _)] => Ok(partition),
            [] => Err(format!("{place}: in no partition")),
            _ => Err(format!("{place}: in more than one partition")),
        }
    }

    /// Entries that claim nothing of a full list.
    pub(super) fn stale_entries(&self, mutants: &[Mutant]) -> Vec<String> {
        let matches = |file: &str, function: Option<&str>| {
            mutants.iter().any(|mutant| {
                let path = mutant.file.strip_prefix("core/src/").unwrap_or_default();
                let in_file =
                    if file.ends_with('/') { path.starts_with(file) } else { path == file };
                in_file && function.is_none_or(|function| function == mutant.function())
            })
        };
        let files = self.all.iter().flat_map(|partition| &partition.files);
        let functions = self.all.iter().flat_map(|partition| &partition.functions);
        let stale_files = files.filter(|file| !matches(file, None));
        let stale_functions = functions.filter(|entry| {
            entry.split_once(' ').is_none_or(|(file, function)| !matches(file, Some(function)))
        });
        stale_files.chain(stale_functions).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::mutant::{FunctionName, Place, Span};
    use super::*;

    fn mutant(file: &str, function: &str) -> Mutant {
        let place = Place { line: 1, column: 1 };
        Mutant {
            name: format!("{file}:1:1: replace {function}"),
            file: file.to_owned(),
            span: Span { start: place, end: place },
            replacement: String::new(),
            function: Some(FunctionName { function_name: function.to_owned() }),
            diff: String::new(),
        }
    }

    fn partitions(text: &str) -> Partitions {
        toml::from_str(text).expect("well-formed")
    }

    const TWO: &str = r#"
        [[partition]]
        name = "wide"
        files = ["pool/"]
        functions = ["pool/drain/mod.rs F::moved"]
        own = ["pool fill", "actor_laws pool"]
        must_kill = "x"
        [[partition]]
        name = "narrow"
        files = ["pool/drain/"]
        own = ["pool drain"]
        must_kill = "x"
    "#;

    #[test]
    fn function_before_file_and_the_longest_entry_decide() {
        let list = [
            mutant("core/src/pool/fill.rs", "f"),
            mutant("core/src/pool/drain/mod.rs", "F::g"),
            mutant("core/src/pool/drain/mod.rs", "F::moved"),
        ];
        assert_eq!(partitions(TWO).assign(&list).expect("all have one"), [0, 1, 0]);
        assert!(partitions(TWO).stale_entries(&list).is_empty());
        assert_eq!(partitions(TWO).stale_entries(&list[..2]), ["pool/drain/mod.rs F::moved"]);
    }

    #[test]
    fn a_function_in_no_partition_or_in_two_is_an_error() {
        let lost = partitions(TWO).assign(&[mutant("core/src/time.rs", "t")]).expect_err("in none");
        assert!(lost.to_string().contains("core/src/time.rs t: in no partition"), "{lost}");
        let twice = partitions(&TWO.replace("pool/drain/\"", "pool/\""));
        let twice = twice.assign(&[mutant("core/src/pool/fill.rs", "f")]).expect_err("in two");
        assert!(twice.to_string().contains("in more than one partition"), "{twice}");
    }

    #[test]
    fn own_modules_are_those_of_the_binary() {
        let wide = &partitions(TWO).all[0];
        assert_eq!(wide.own_modules("pool"), ["fill"]);
        assert_eq!(wide.own_modules("actor_laws"), ["pool"]);
        assert!(wide.own_modules("proxy").is_empty());
    }

    #[test]
    fn a_shared_file_is_part_of_every_machine() {
        assert_eq!(Machine::of_file("core/src/correlation.rs"), &Machine::ALL);
        assert_eq!(Machine::of_file("core/src/product.rs"), &[Machine::Proxy, Machine::Supervisor]);
        assert_eq!(Machine::of_file("core/src/proxy/start.rs"), &[Machine::Proxy]);
    }
}
