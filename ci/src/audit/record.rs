//! The committed result of audits, and its comparison with a fresh one.
//!
//! Rules: figures are written by the audit and by nobody else. What is compared is what does not depend on
//! the machine's speed: every count of the partitions, and for each design that its law named it.

use super::hunt::{self, Chase, Hunted};
use super::summary::{self, Row};
use crate::git;
use crate::outcome::Problem;
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;
use std::path::Path;

/// The committed folder.
pub(super) const FOLDER: &str = "ci/audit";

/// What is committed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Record {
    /// The version of cargo-mutants.
    pub(super) tool: String,
    /// The commit that the last command that tried mutants worked on.
    pub(super) commit: String,
    /// Seconds that it took, builds included.
    pub(super) seconds: f64,
    /// Mutants that it tried side by side.
    pub(super) jobs: usize,
    /// The partitions.
    pub(super) partitions: Vec<Row>,
    /// The wrong designs.
    pub(super) designs: Vec<Hunted>,
}

impl Record {
    /// Reads the committed record; an empty one if there is none.
    pub(super) fn load(root: &Path) -> Result<Self, Problem> {
        let path = root.join(FOLDER).join("summary.json");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self::default());
            }
            Err(error) => return Err(Problem::file(&path, &error)),
        };
        serde_json::from_str(&text).map_err(|error| {
            Problem::environment(
                format!("{FOLDER}/summary.json: {error}"),
                "write it anew with `cargo laws audit --write`",
            )
        })
    }

    /// Writes the record and its tables.
    pub(super) fn store(&self, root: &Path) -> Result<(), Problem> {
        let folder = root.join(FOLDER);
        let trouble = |error: std::io::Error| Problem::file(&folder, &error);
        std::fs::create_dir_all(&folder).map_err(trouble)?;
        let json = serde_json::to_string_pretty(self).expect("plain data");
        std::fs::write(folder.join("summary.json"), json + "\n").map_err(trouble)?;
        std::fs::write(folder.join("README.md"), self.page()).map_err(trouble)
    }

    fn page(&self) -> String {
        let mut page = String::new();
        let _ = writeln!(page, "# The last audit\n");
        let _ = writeln!(
            page,
            "Written by `cargo laws audit --write` and `cargo laws audit --designs --write`; `--check` in place of \
             `--write` compares. The last command that tried mutants: cargo-mutants {}, commit {}, {:.0} seconds with \
             {} side by side.\n",
            self.tool, self.commit, self.seconds, self.jobs
        );
        let mut section = |heading: &str, about: &str, table: String| {
            let _ = writeln!(page, "## {heading}\n\n{about}\n\n```text\n{table}\n```\n");
        };
        section(
            "Fates",
            "Every mutant of the partitions that were audited so far. Raw: caught of viable. Adjusted: without those registered in \
             `ci/equivalents.toml`. Time-outs are no kills.",
            summary::fates(&self.partitions).to_string(),
        );
        section(
            "Kill matrix",
            "The share of viable mutants that are not equivalent which each suite kills, and how many it kills alone.",
            summary::matrix(&self.partitions).to_string(),
        );
        section(
            "Ablations",
            "What corpus replay and seeded scenarios kill together, and what is left without each kind of check.",
            summary::ablations(&self.partitions).to_string(),
        );
        section(
            "Wrong designs",
            "Swarm, from an empty corpus, by target and seed; median and worst of the seeds. Trace: inputs of the \
             shortest. Corpus: whether the committed corpus, replayed alone, names the law.",
            hunt::table(&self.designs).to_string(),
        );
        page.truncate(page.trim_end().len());
        page.push('\n');
        page
    }

    /// Whether there is a result of this partition.
    pub(super) fn has_partition(&self, name: &str) -> bool {
        self.partitions.iter().any(|row| row.partition == name)
    }

    /// Takes fresh partitions in place of the committed ones.
    pub(super) fn take_partitions(&mut self, fresh: Vec<Row>) {
        let names: Vec<_> = fresh.iter().map(|row| row.partition.clone()).collect();
        self.partitions.retain(|row| !names.contains(&row.partition));
        self.partitions.extend(fresh);
        self.partitions.sort_by(|one, other| one.partition.cmp(&other.partition));
    }

    /// Takes fresh hunts in place of the committed ones.
    pub(super) fn take_designs(&mut self, fresh: Vec<Hunted>) {
        let names: Vec<_> = fresh.iter().map(|design| design.design.clone()).collect();
        self.designs.retain(|design| !names.contains(&design.design));
        // The shortest scenarios are for whoever hunts; the record is of figures.
        let figures = |chase: Chase| Chase { scenario: None, bytes: None, ..chase };
        self.designs.extend(fresh.into_iter().map(|design| Hunted {
            hunts: design.hunts.into_iter().map(figures).collect(),
            ..design
        }));
        self.designs.sort_by(|one, other| one.design.cmp(&other.design));
    }

    /// How fresh partitions differ from the committed ones.
    pub(super) fn differing_rows(&self, fresh: &[Row]) -> Vec<String> {
        let mut differing = Vec::new();
        for row in fresh {
            let committed = self.partitions.iter().find(|old| old.partition == row.partition);
            if committed != Some(row) {
                let committed = committed.map_or_else(|| "nothing".to_owned(), figures);
                differing.push(format!(
                    "{}: {}, committed: {committed}",
                    row.partition,
                    figures(row)
                ));
            }
        }
        differing
    }

    /// How fresh hunts differ from the committed ones.
    pub(super) fn differing_designs(&self, fresh: &[Hunted]) -> Vec<String> {
        let differs = |design: &&Hunted| {
            let committed = self.designs.iter().find(|old| old.design == design.design);
            committed.is_none_or(|old| old.fell() != design.fell() || old.law != design.law)
        };
        fresh
            .iter()
            .filter(differs)
            .map(|design| format!("{}: {}", design.design, design.trouble()))
            .collect()
    }
}

fn figures(row: &Row) -> String {
    serde_json::to_string(row).expect("plain data")
}

/// The checkout's commit, and whether the tree differs from it.
pub(super) fn commit(root: &Path) -> String {
    let git = |arguments: &[&str]| git::ask(root, arguments);
    let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) else {
        return "unknown".to_owned();
    };
    let changed = git(&["status", "--porcelain", "--", "core", "fuzz", "corpus"]);
    if changed.is_some_and(|changed| changed.is_empty()) {
        commit
    } else {
        format!("{commit} and changes")
    }
}
