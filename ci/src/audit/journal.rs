//! The journal of an audit: one line a mutant, as soon as its fate is known.
//!
//! Rules: a line counts only if it is whole, so an audit that was killed at any moment loses at most the
//! mutants that were under trial. The first line names what was audited; a journal of anything else is
//! begun anew.

use super::trial::Trial;
use crate::outcome::Problem;
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// An open journal.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens the journal of an audit of `key`; with `resume`, answers what it holds already.
    pub(super) fn open(
        path: &Path,
        key: &str,
        resume: bool,
    ) -> Result<(Self, Vec<Trial>), Problem> {
        let trials = if resume { read(path, key) } else { Vec::new() };
        let trouble = |error: std::io::Error| Problem::file(path, &error);
        // Written anew beside its place, so that a half-written last line is gone as well.
        let fresh = path.with_extension("fresh");
        let file = File::create(&fresh).map_err(trouble)?;
        let mut journal = Self { path: path.to_owned(), file };
        journal.line(key)?;
        for trial in &trials {
            journal.record(trial)?;
        }
        journal.file.sync_all().and_then(|()| std::fs::rename(&fresh, path)).map_err(trouble)?;
        Ok((journal, trials))
    }

    /// Writes down one mutant.
    pub(super) fn record(&mut self, trial: &Trial) -> Result<(), Problem> {
        let line = serde_json::to_string(trial).expect("plain data");
        self.line(&line)
    }

    fn line(&mut self, line: &str) -> Result<(), Problem> {
        let written = self.file.write_all(format!("{line}\n").as_bytes());
        written.map_err(|error| Problem::file(&self.path, &error))
    }
}

/// The whole lines of a journal of `key`; nothing of another one.
fn read(path: &Path, key: &str) -> Vec<Trial> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let mut lines = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
    if lines.next().map(str::trim_end) != Some(key) {
        return Vec::new();
    }
    lines.filter_map(|line| serde_json::from_str(line).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn journal_with(text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("journal");
        std::fs::write(&path, text).expect("written");
        (folder, path)
    }

    #[test]
    fn a_half_written_line_is_forgotten_and_whole_ones_are_kept() {
        let trial = Trial::unviable("a mutant", "proxy", "E0277");
        let line = serde_json::to_string(&trial).expect("plain data");
        let (_folder, path) = journal_with(&format!("key\n{line}\n{}", &line[..line.len() / 2]));
        let (mut journal, trials) = Journal::open(&path, "key", true).expect("opened");
        assert_eq!(trials.len(), 1);
        assert_eq!(trials[0].mutant, "a mutant");
        journal.record(&trial).expect("recorded");
        assert_eq!(read(&path, "key").len(), 2);
    }

    #[test]
    fn a_journal_of_something_else_is_begun_anew() {
        let trial = Trial::unviable("a mutant", "proxy", "E0277");
        let line = serde_json::to_string(&trial).expect("plain data");
        let (_folder, path) = journal_with(&format!("other\n{line}\n"));
        let (_, trials) = Journal::open(&path, "key", true).expect("opened");
        assert!(trials.is_empty());
        assert_eq!(std::fs::read_to_string(&path).expect("readable"), "key\n");
    }
}
