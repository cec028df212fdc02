//! Counts what an engine's process has done, for the driver that started it.
//!
//! Rules: the counts go to the file that the environment variable `LAWS_STATS` names, and nowhere
//! if there is none. The file holds one line of fixed width, runs, steps and folds, each twenty
//! digits, and is overwritten in place by one positioned write, so a reader sees one whole line at
//! any time and a killed process leaves its last one. A write happens after every 64th run and on a
//! failure: at most 63 runs are lost, whichever way the process ends. No exit hook is needed;
//! engines end their processes in ways that skip them.

use crate::verdict::RunSummary;
use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::path::Path;

/// The environment variable that names the file.
pub const VARIABLE: &str = "LAWS_STATS";

/// Runs between two writes; a power of two.
const RUNS_PER_WRITE: u64 = 64;

/// What a process, or several of them, did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Inputs run.
    pub runs: u64,
    /// Scenario steps executed.
    pub steps: u64,
    /// Inputs told to the judged machine.
    pub folds: u64,
}

impl Stats {
    /// Counts one run.
    pub fn count(&mut self, summary: RunSummary) {
        self.runs += 1;
        self.steps += u64::from(summary.steps);
        self.folds += u64::from(summary.folds);
    }

    /// Adds what another process did.
    pub fn add(&mut self, other: Self) {
        self.runs += other.runs;
        self.steps += other.steps;
        self.folds += other.folds;
    }

    /// The line that the file holds.
    pub fn to_line(self) -> String {
        format!("{:020} {:020} {:020}\n", self.runs, self.steps, self.folds)
    }

    /// Reads the line back; `None` if it is not one.
    pub fn parse(line: &str) -> Option<Self> {
        let mut numbers = line.split_whitespace().map(str::parse);
        let mut next = || numbers.next()?.ok();
        Some(Self { runs: next()?, steps: next()?, folds: next()? })
    }

    /// Reads the file of a process, running or ended; zeros if it never wrote one.
    pub fn read(path: &Path) -> Self {
        let line = std::fs::read_to_string(path).unwrap_or_default();
        Self::parse(&line).unwrap_or_default()
    }
}

/// The counts of this thread and the file they go to.
#[derive(Default)]
struct Meter {
    stats: Stats,
    file: Option<File>,
}

thread_local! {
    static METER: RefCell<Meter> = RefCell::new(Meter::from_environment());
}

impl Meter {
    /// Goes on from what the file holds: AFL++ replaces a target's process now and then.
    fn from_environment() -> Self {
        let Some(path) = std::env::var_os(VARIABLE) else { return Self::default() };
        let stats = Stats::read(path.as_ref());
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(path).ok();
        Self { stats, file }
    }

    fn write(&self) {
        if let Some(file) = &self.file {
            // A lost line costs a number in a table, so it must not end a campaign.
            let _ = write_at_start(file, self.stats.to_line().as_bytes());
        }
    }
}

#[cfg(unix)]
fn write_at_start(file: &File, line: &[u8]) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, line, 0)
}

#[cfg(not(unix))]
fn write_at_start(mut file: &File, line: &[u8]) -> std::io::Result<()> {
    use std::io::{Seek, SeekFrom, Write};
    file.seek(SeekFrom::Start(0))?;
    file.write_all(line)
}

/// Counts a run that passed.
pub fn count(summary: RunSummary) {
    METER.with_borrow_mut(|meter| {
        meter.stats.count(summary);
        if meter.stats.runs.is_multiple_of(RUNS_PER_WRITE) {
            meter.write();
        }
    });
}

/// Runs that were counted so far.
pub fn runs() -> u64 {
    METER.with_borrow(|meter| meter.stats.runs)
}

/// Writes the counts now: the process is about to end on a failure.
pub fn flush() {
    METER.with_borrow(Meter::write);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reads_back_as_the_same_counts() {
        let stats = Stats { runs: 1, steps: u64::MAX, folds: 3 };
        assert_eq!(Stats::parse(&stats.to_line()), Some(stats));
    }

    #[test]
    fn a_line_that_is_none_reads_as_nothing() {
        assert_eq!(Stats::parse("1 2"), None);
        assert_eq!(Stats::parse("1 2 three"), None);
    }

    #[test]
    fn every_line_has_one_width_so_that_overwriting_leaves_no_rest() {
        let widest = Stats { runs: u64::MAX, steps: u64::MAX, folds: u64::MAX };
        assert_eq!(Stats::default().to_line().len(), widest.to_line().len());
    }
}
