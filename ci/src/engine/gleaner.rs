//! Takes in what an engine writes while it is at work.
//!
//! Rules: a file is taken once, by its name. While the engine runs, only files that have lain there for a
//! while are taken, because engines write in place: what is half-written now is whole at the next look. At
//! the end all that is left is taken.

use crate::outcome::Problem;
use crate::store::list_files;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Between two looks at a folder.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A file that was not touched for so long is whole.
const WHOLE_AFTER: Duration = Duration::from_millis(500);

/// One folder that an engine writes to.
#[derive(Debug)]
pub(super) struct Gleaner {
    folder: PathBuf,
    taken: HashSet<OsString>,
    next_look: Instant,
}

/// A file that an engine wrote.
#[derive(Debug)]
pub(super) struct Gleaned {
    /// Its name.
    pub(super) name: String,
    /// Its content.
    pub(super) bytes: Vec<u8>,
}

impl Gleaner {
    /// Takes what is written to this folder from now on.
    pub(super) fn from_now(folder: &Path) -> Self {
        let names = files(folder).into_iter().filter_map(|path| path.file_name().map(Into::into));
        Self { folder: folder.to_owned(), taken: names.collect(), next_look: Instant::now() }
    }

    /// Takes all that is in this folder.
    pub(super) fn from_start(folder: &Path) -> Self {
        let (folder, taken) = (folder.to_owned(), HashSet::new());
        Self { folder, taken, next_look: Instant::now() }
    }

    /// What is new and whole; nothing if the last look was a moment ago.
    pub(super) fn look(&mut self) -> Vec<Gleaned> {
        if Instant::now() < self.next_look {
            return Vec::new();
        }
        let gleaned = self.take(files(&self.folder), is_whole);
        self.next_look = Instant::now() + LOOK_EVERY;
        gleaned
    }

    /// What is left, when the engine has ended.
    pub(super) fn rest(&mut self) -> Result<Vec<Gleaned>, Problem> {
        let files = list_files(&self.folder);
        let files = files.map_err(|error| Problem::file(&self.folder, &error))?;
        Ok(self.take(files, |_| true))
    }

    fn take(&mut self, files: Vec<PathBuf>, is_wanted: impl Fn(&Path) -> bool) -> Vec<Gleaned> {
        let mut gleaned = Vec::new();
        for path in files {
            let name = path.file_name().unwrap_or_default().to_owned();
            if self.taken.contains(&name) || !is_wanted(&path) {
                continue;
            }
            // What another process removed meanwhile is no loss.
            if let Ok(bytes) = fs::read(&path) {
                gleaned.push(Gleaned { name: name.to_string_lossy().into_owned(), bytes });
                self.taken.insert(name);
            }
        }
        gleaned
    }
}

/// While the engine runs, a folder that cannot be read holds nothing; at the end that is a problem.
fn files(folder: &Path) -> Vec<PathBuf> {
    list_files(folder).unwrap_or_default()
}

fn is_whole(path: &Path) -> bool {
    let touched = path.metadata().and_then(|metadata| metadata.modified());
    touched.is_ok_and(|touched| touched.elapsed().is_ok_and(|age| age >= WHOLE_AFTER))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(gleaned: Vec<Gleaned>) -> Vec<String> {
        gleaned.into_iter().map(|gleaned| gleaned.name).collect()
    }

    #[test]
    fn a_file_is_taken_once_and_while_the_engine_runs_only_when_it_is_whole() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |name: &str| fs::write(folder.path().join(name), name).expect("written");
        write("before");
        let mut gleaner = Gleaner::from_now(folder.path());
        let begun = fs::File::create(folder.path().join("a")).expect("created");
        begun.set_modified(std::time::SystemTime::now() - WHOLE_AFTER).expect("old enough");
        write("b");
        assert_eq!(names(gleaner.look()), ["a"]);
        write("c");
        assert!(gleaner.look().is_empty(), "the last look was a moment ago");
        assert_eq!(names(gleaner.rest().expect("read")), ["b", "c"]);
        assert!(gleaner.rest().expect("read").is_empty());
    }

    #[test]
    fn a_folder_that_is_not_there_yet_holds_nothing() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let later = folder.path().join("later");
        let mut gleaner = Gleaner::from_now(&later);
        assert!(gleaner.rest().expect("read").is_empty());
        fs::create_dir(&later).expect("created");
        fs::write(later.join("a"), b"x").expect("written");
        assert_eq!(names(gleaner.rest().expect("read")), ["a"]);
    }
}
