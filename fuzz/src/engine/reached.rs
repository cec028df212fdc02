//! Writes down when each law cell was first reached, for whoever compares engines.
//!
//! Rules: the lines go to the file that the environment variable `LAWS_CELLS` names, and nowhere if there is
//! none: one line a cell, in the order in which they were reached, appended at once. A process goes on from
//! what the file holds, since AFL++ replaces a target's process now and then.

use crate::cells::CellSet;
use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// The environment variable that names the file.
pub const VARIABLE: &str = "LAWS_CELLS";

/// A law cell that was reached for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Its number.
    pub cell: usize,
    /// Inputs run until then, this one counted.
    pub runs: u64,
    /// Milliseconds since the start of 1970.
    pub milliseconds: u64,
}

impl Reached {
    /// The line of the file.
    pub fn to_line(self) -> String {
        format!("{} {} {}\n", self.cell, self.runs, self.milliseconds)
    }

    /// Reads a line back; `None` if it is not one.
    pub fn parse(line: &str) -> Option<Self> {
        let mut numbers = line.split_whitespace().map(str::parse::<u64>);
        let mut next = || numbers.next()?.ok();
        let cell = usize::try_from(next()?).ok()?;
        Some(Self { cell, runs: next()?, milliseconds: next()? })
    }

    /// Reads the file of a process, running or ended; nothing if it never wrote one.
    pub fn read(path: &Path) -> Vec<Self> {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        // A line that is being written is no line yet.
        let whole = text.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        whole.filter_map(Self::parse).collect()
    }
}

/// The cells of this process and the file that they go to.
struct Journal {
    known: CellSet,
    file: File,
}

thread_local! {
    static JOURNAL: RefCell<Option<Journal>> = RefCell::new(Journal::from_environment());
}

impl Journal {
    fn from_environment() -> Option<Self> {
        let path = std::env::var_os(VARIABLE)?;
        let mut known = CellSet::new();
        for reached in Reached::read(path.as_ref()) {
            known.insert(reached.cell);
        }
        let file = OpenOptions::new().create(true).append(true).open(path).ok()?;
        Some(Self { known, file })
    }

    fn note(&mut self, cells: &CellSet, runs: u64) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let milliseconds = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        for cell in cells.iter().filter(|cell| self.known.insert(*cell)) {
            let line = Reached { cell, runs, milliseconds }.to_line();
            // A lost line costs a number in a table, so it must not end a campaign.
            let _ = self.file.write_all(line.as_bytes());
        }
    }
}

/// Writes down what the last of so many runs reached first.
pub fn note(cells: &CellSet, runs: u64) {
    JOURNAL.with_borrow_mut(|journal| {
        if let Some(journal) = journal {
            journal.note(cells, runs);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reads_back_and_half_a_line_is_none() {
        let first = Reached { cell: 4_095, runs: u64::MAX, milliseconds: 7 };
        assert_eq!(Reached::parse(&first.to_line()), Some(first));
        assert_eq!(Reached::parse("1 2"), None);
        assert_eq!(Reached::parse("-1 2 3"), None);
    }

    #[test]
    fn a_file_holds_each_cell_once_and_a_second_process_goes_on_from_it() {
        let name = format!("laws-reached-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let open = || OpenOptions::new().create(true).append(true).open(&path).expect("a file");
        let mut cells = CellSet::new();
        cells.insert(3);
        let mut first = Journal { known: CellSet::new(), file: open() };
        first.note(&cells, 1);
        first.note(&cells, 2);
        let known = Reached::read(&path).iter().fold(CellSet::new(), |mut known, reached| {
            known.insert(reached.cell);
            known
        });
        cells.insert(9);
        Journal { known, file: open() }.note(&cells, 5);
        let read: Vec<_> = Reached::read(&path).iter().map(|it| (it.cell, it.runs)).collect();
        std::fs::remove_file(&path).expect("it was there");
        assert_eq!(read, [(3, 1), (9, 5)]);
    }
}
