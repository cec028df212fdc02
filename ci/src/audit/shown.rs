//! What a report shows of audits: the committed result, and what the last audit here has left alive.
//!
//! Rules: nothing is run. The journal below the build folder tells which mutants live; their changes are the
//! tool's own, where it is installed. A mutant whose place the core no longer has is shown without one.

use super::equivalents::Equivalents;
use super::hunt::Hunted;
use super::mutant::{self, Mutant};
use super::partition::Partitions;
use super::record::Record;
use super::summary::Row;
use super::trial::{Fate, Trial};
use crate::outcome::Problem;
use crate::workspace::Workspace;
use serde::Serialize;
use std::path::Path;

/// What a report shows of audits.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Shown {
    /// The version of cargo-mutants; empty if nothing is committed.
    pub(crate) tool: String,
    /// The commit that the last committed audit of mutants worked on.
    pub(crate) commit: String,
    /// Seconds that it took.
    pub(crate) seconds: f64,
    /// The committed partitions.
    pub(crate) partitions: Vec<Partition>,
    /// The committed wrong designs.
    pub(crate) designs: Vec<Design>,
    /// The last audit of this machine; null if there was none.
    pub(crate) here: Option<Here>,
}

/// The mutants of one concern of the core.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Partition {
    /// Its name.
    pub(crate) name: String,
    /// Mutants that the tool lists.
    pub(crate) listed: usize,
    /// Those that do not compile.
    pub(crate) unviable: usize,
    /// Those that the partition's own tests kill.
    pub(crate) caught_by_own: usize,
    /// Those that only other suites kill.
    pub(crate) caught_by_others: usize,
    /// Those that live and are registered as equivalent.
    pub(crate) equivalent: usize,
    /// Those that live.
    pub(crate) missed: usize,
    /// Those that came to no end.
    pub(crate) timed_out: usize,
    /// Those of which nothing can be said.
    pub(crate) infrastructure: usize,
}

/// A wrong design before the seeds of its hunts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Design {
    /// `partition/name`.
    pub(crate) name: String,
    /// What it stands for.
    pub(crate) stands_for: String,
    /// The law that must name it.
    pub(crate) law: String,
    /// The target of its hunts.
    pub(crate) target: String,
    /// Whether every hunt and the corpus named the law.
    pub(crate) fell: bool,
    /// Seconds of each hunt, ascending.
    pub(crate) seconds: Vec<f64>,
    /// Executions of each hunt, ascending.
    pub(crate) executions: Vec<u64>,
    /// Inputs of the shortest trace.
    pub(crate) trace: Option<u64>,
    /// What is to be said of it.
    pub(crate) note: String,
}

/// The last audit of this machine.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Here {
    /// Mutants that have a fate.
    pub(crate) tried: usize,
    /// Those that compile.
    pub(crate) viable: usize,
    /// Those that were killed.
    pub(crate) caught: usize,
    /// Those that live and are registered as equivalent.
    pub(crate) equivalent: usize,
    /// All others that live.
    pub(crate) survivors: Vec<Survivor>,
}

/// A mutant that lives.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Survivor {
    /// Its whole name.
    pub(crate) mutant: String,
    /// Its partition.
    pub(crate) partition: String,
    /// `missed`, `timed out` or `infrastructure`.
    pub(crate) fate: &'static str,
    /// Whether the changed code ran in any suite.
    pub(crate) ran: bool,
    /// Why nothing can be said, if so.
    pub(crate) why: String,
    /// Its change; null where the tool is not installed or no longer lists it.
    pub(crate) diff: Option<String>,
    /// The tests that are about it.
    pub(crate) nearest: Vec<String>,
}

impl Shown {
    /// Reads all that is there.
    pub(crate) fn read(workspace: &Workspace) -> Result<Self, Problem> {
        let record = Record::load(workspace.root())?;
        let here = Here::read(workspace)?;
        Ok(Self {
            partitions: record.partitions.iter().map(Partition::of).collect(),
            designs: record.designs.iter().map(Design::of).collect(),
            tool: record.tool,
            commit: record.commit,
            seconds: record.seconds,
            here,
        })
    }

    /// The committed partitions together.
    pub(crate) fn total(&self) -> Partition {
        let mut total = Partition { name: "all".to_owned(), ..Partition::default() };
        for partition in &self.partitions {
            total.listed += partition.listed;
            total.unviable += partition.unviable;
            total.caught_by_own += partition.caught_by_own;
            total.caught_by_others += partition.caught_by_others;
            total.equivalent += partition.equivalent;
            total.missed += partition.missed;
            total.timed_out += partition.timed_out;
            total.infrastructure += partition.infrastructure;
        }
        total
    }
}

impl Partition {
    fn of(row: &Row) -> Self {
        Self {
            name: row.partition.clone(),
            listed: row.listed,
            unviable: row.unviable,
            caught_by_own: row.own,
            caught_by_others: row.caught - row.own.min(row.caught),
            equivalent: row.equivalent,
            missed: row.missed,
            timed_out: row.timed_out,
            infrastructure: row.infrastructure,
        }
    }

    /// Those that were killed.
    pub(crate) fn caught(&self) -> usize {
        self.caught_by_own + self.caught_by_others
    }

    /// Those that live without an argument.
    pub(crate) fn alive(&self) -> usize {
        self.missed + self.timed_out + self.infrastructure
    }

    /// Those that could be killed.
    pub(crate) fn killable(&self) -> usize {
        self.caught() + self.alive()
    }
}

impl Design {
    fn of(hunted: &Hunted) -> Self {
        let mut seconds: Vec<_> = hunted.hunts.iter().map(|hunt| hunt.seconds).collect();
        seconds.sort_by(f64::total_cmp);
        let mut executions: Vec<_> = hunted.hunts.iter().map(|hunt| hunt.executions).collect();
        executions.sort_unstable();
        Self {
            name: hunted.design.clone(),
            stands_for: hunted.stands_for.clone(),
            law: hunted.law.clone(),
            target: hunted.target.clone(),
            fell: hunted.fell(),
            seconds,
            executions,
            trace: hunted.hunts.iter().filter_map(|hunt| hunt.trace).min(),
            note: hunted.trouble(),
        }
    }

    /// The folder that it lies in.
    pub(crate) fn partition(&self) -> &str {
        self.name.split_once('/').map_or("", |(partition, _)| partition)
    }

    /// Its name within its partition.
    pub(crate) fn short_name(&self) -> &str {
        self.name.split_once('/').map_or(&self.name, |(_, name)| name)
    }
}

impl Here {
    fn read(workspace: &Workspace) -> Result<Option<Self>, Problem> {
        let text = std::fs::read_to_string(workspace.audit().join("journal")).unwrap_or_default();
        let trials = trials(&text);
        if trials.is_empty() {
            return Ok(None);
        }
        let equivalents = Equivalents::load(workspace.root())?;
        let mut here = Self { tried: trials.len(), ..Self::default() };
        let living: Vec<_> = trials
            .iter()
            .filter(|trial| here.counts(workspace.root(), trial, &equivalents))
            .collect();
        if !living.is_empty() {
            let mutants = listed(workspace);
            let partitions = Partitions::load(workspace.root()).ok();
            let survivor = |trial: &&Trial| Survivor::of(trial, &mutants, partitions.as_ref());
            here.survivors = living.iter().map(survivor).collect();
        }
        Ok(Some(here))
    }

    /// Counts a mutant; answers whether it is a survivor.
    fn counts(&mut self, root: &Path, trial: &Trial, equivalents: &Equivalents) -> bool {
        self.viable += usize::from(trial.fate != Fate::Unviable);
        self.caught += usize::from(trial.fate == Fate::Caught);
        if matches!(trial.fate, Fate::Unviable | Fate::Caught) {
            return false;
        }
        let is_equivalent = equivalents.why(&lasting_name(root, &trial.mutant)).is_some();
        self.equivalent += usize::from(is_equivalent);
        !is_equivalent
    }
}

/// The whole lines of a journal after its key.
fn trials(journal: &str) -> Vec<Trial> {
    let lines = journal.split_inclusive('\n').skip(1).filter(|line| line.ends_with('\n'));
    lines.filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// A mutant as the registry names it, read off `FILE:LINE:COLUMN: DESCRIPTION`.
fn lasting_name(root: &Path, mutant: &str) -> String {
    let mut parts = mutant.splitn(4, ':');
    let mut part = || parts.next().unwrap_or_default().trim();
    let (file, line, _, description) = (part(), part(), part(), part());
    let text = std::fs::read_to_string(root.join(file)).unwrap_or_default();
    let place = line.parse().unwrap_or(0usize).saturating_sub(1);
    let source = text.lines().nth(place).unwrap_or_default().trim();
    format!("{file}: {description} | {source}")
}

/// What the tool lists, if it is installed.
fn listed(workspace: &Workspace) -> Vec<Mutant> {
    let program = mutant::TOOL.program(workspace);
    if !program.is_file() {
        return Vec::new();
    }
    mutant::list(workspace, &program, None).unwrap_or_default()
}

impl Survivor {
    fn of(trial: &Trial, mutants: &[Mutant], partitions: Option<&Partitions>) -> Self {
        let mutant = mutants.iter().find(|mutant| mutant.name == trial.mutant);
        let mut partitions = partitions.into_iter().flat_map(|partitions| &partitions.all);
        let partition = partitions.find(|partition| partition.name == trial.partition);
        Self {
            mutant: trial.mutant.clone(),
            partition: trial.partition.clone(),
            fate: match trial.fate {
                Fate::TimedOut => "timed out",
                Fate::Infrastructure => "infrastructure",
                Fate::Missed | Fate::Caught | Fate::Unviable => "missed",
            },
            ran: trial.ran,
            why: trial.why.clone(),
            diff: mutant.map(|mutant| mutant.diff.clone()),
            nearest: partition.map(|partition| partition.own.clone()).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_is_read_up_to_its_last_whole_line() {
        let line = serde_json::to_string(&Trial::unviable("a", "proxy", "E0277")).expect("plain");
        let read = trials(&format!("key\n{line}\nwhat\n{line}\n{}", &line[..20]));
        assert_eq!(read.len(), 2);
        assert!(trials("key\n").is_empty() && trials("").is_empty());
    }

    #[test]
    fn a_mutant_is_named_as_the_registry_does() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("a.rs"), "one\n  two: three\n").expect("written");
        let name = lasting_name(folder.path(), "a.rs:2:9: replace A::f -> u8 with 1");
        assert_eq!(name, "a.rs: replace A::f -> u8 with 1 | two: three");
        assert_eq!(lasting_name(folder.path(), "b.rs"), "b.rs:  | ");
    }

    #[test]
    fn a_survivor_is_told_with_its_change_and_the_nearest_tests() {
        let trial =
            Trial { fate: Fate::Missed, ..Trial::unviable("core/src/a.rs:1:1: x", "p", "") };
        let mutant = r#"[{"name": "core/src/a.rs:1:1: x", "file": "core/src/a.rs", "replacement": "",
            "span": {"start": {"line": 1, "column": 1}, "end": {"line": 1, "column": 2}}, "diff": "-a\n+b"}]"#;
        let mutants: Vec<Mutant> = serde_json::from_str(mutant).expect("well-formed");
        let partitions =
            "[[partition]]\nname = 'p'\nfiles = []\nown = ['pool a']\nmust_kill = ''\n";
        let partitions: Partitions = toml::from_str(partitions).expect("well-formed");
        let survivor = Survivor::of(&trial, &mutants, Some(&partitions));
        assert_eq!(survivor.diff.as_deref(), Some("-a\n+b"));
        assert_eq!((survivor.fate, survivor.nearest), ("missed", vec!["pool a".to_owned()]));
        assert_eq!(Survivor::of(&trial, &[], None).diff, None);
    }
}
