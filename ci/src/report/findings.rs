//! The findings that lie on this machine, with their traces.
//!
//! Rules: whether a finding still fails is asked of the machine as it stands, not of its record. One that
//! only an engine has told cannot be asked here and counts as open. The canary is meant to fail: its
//! findings show that a lane is alive and count against nothing.

use crate::finding::{Finding, Record};
use crate::judge::Judge;
use crate::outcome::Problem;
use crate::workspace::Workspace;
use actor_laws_fuzz::engine::CANARY;
use actor_laws_fuzz::target::TARGETS;
use serde::Serialize;
use std::io;
use std::path::{Path, PathBuf};

/// Letters of a trace that are shown; the file has it all.
const TRACE_LETTERS_MAX: usize = 40_000;

/// Findings of a target whose traces are shown.
const TRACES_MAX: usize = 20;

/// One finding.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Kept {
    /// Its folder, from the root of the checkout.
    pub(crate) folder: String,
    /// How it stands now.
    pub(crate) standing: Standing,
    /// What is known of it.
    #[serde(flatten)]
    pub(crate) record: Record,
    /// Its trace, or the beginning of it.
    pub(crate) trace: String,
}

/// How a finding stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Standing {
    /// It fails by its law still.
    Fails,
    /// It passes now.
    Passes,
    /// Only the engine that told it can say.
    Unknown,
    /// It is one of the machine that breaks a law on purpose.
    Canary,
}

impl Kept {
    /// All findings, those of the targets in their order, last the canary's.
    pub(super) fn all(workspace: &Workspace) -> Result<Vec<Self>, Problem> {
        let mut all = Vec::new();
        for target in TARGETS.iter().map(|target| target.name).chain([CANARY]) {
            let folder = workspace.findings(target);
            let folders = folders(&folder).map_err(|error| Problem::file(&folder, &error))?;
            let mut judge = Judge::new(target);
            for (place, folder) in folders.iter().enumerate() {
                // A record that cannot be read is none: a killed campaign may have left it.
                if let Ok(Some(finding)) = Finding::named(folder) {
                    all.push(Self::of(workspace, &mut judge, finding, place < TRACES_MAX));
                }
            }
        }
        Ok(all)
    }

    fn of(workspace: &Workspace, judge: &mut Judge, finding: Finding, with_trace: bool) -> Self {
        let standing = standing(judge, &finding);
        let trace = if with_trace {
            shown(&std::fs::read(finding.trace()).unwrap_or_default())
        } else {
            String::new()
        };
        let folder = workspace.short(&finding.folder).to_string();
        Self { folder, standing, record: finding.record, trace }
    }

    /// Whether it says that a law is broken now.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.standing, Standing::Fails | Standing::Unknown)
    }
}

fn standing(judge: &mut Judge, finding: &Finding) -> Standing {
    if finding.record.target == CANARY {
        return Standing::Canary;
    }
    match judge.load(&finding.input()) {
        Ok(input) if finding.fails_here() => match judge.run(&input.bytes) {
            Ok(_) => Standing::Passes,
            Err(_) => Standing::Fails,
        },
        _ => Standing::Unknown,
    }
}

fn folders(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match folder.read_dir() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other?,
    };
    let paths: io::Result<Vec<_>> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut paths = paths?;
    paths.retain(|path| path.is_dir());
    paths.sort();
    Ok(paths)
}

fn shown(trace: &[u8]) -> String {
    let trace = String::from_utf8_lossy(trace);
    match trace.char_indices().nth(TRACE_LETTERS_MAX) {
        Some((end, _)) => format!("{}\n... the file has the rest", &trace[..end]),
        None => trace.into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_trace_is_cut_and_says_so() {
        assert_eq!(shown(b"short"), "short");
        let long = "ä".repeat(TRACE_LETTERS_MAX + 1);
        let cut = shown(long.as_bytes());
        assert!(cut.starts_with(&"ä".repeat(TRACE_LETTERS_MAX)), "{}", cut.len());
        assert!(cut.ends_with("the file has the rest"));
    }

    #[test]
    fn only_what_fails_or_cannot_be_asked_is_open() {
        let record = Record {
            target: "pool_joins".into(),
            kind: "wrong".into(),
            law: "a law".into(),
            evidence: "step 1".into(),
            shape: None,
            engine: "swarm".into(),
            seed: None,
            commit: None,
            time: "2026-01-01T00:00:00Z".into(),
            steps_before: 2,
            steps_after: None,
            count: 1,
        };
        let is_open = |standing| {
            let (folder, trace) = (String::new(), String::new());
            Kept { folder, standing, record: record.clone(), trace }.is_open()
        };
        assert!(is_open(Standing::Fails) && is_open(Standing::Unknown));
        assert!(!is_open(Standing::Passes) && !is_open(Standing::Canary));
    }
}
