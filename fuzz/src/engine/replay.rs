//! What a target's binary does when it is built without an engine: it replays what it is given.
//!
//! Rules: arguments are files and folders; each file is run once through the same checks, nothing is
//! written, and a failing input does not hide the ones after it.

use super::Subject;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Replays the files and folders that the command line names; fails if any input did, or if there
/// was none.
pub fn replay(target: &'static str) -> ExitCode {
    let mut subject = Subject::named(target).expect("a target file names a registered target");
    let files: Vec<PathBuf> =
        std::env::args_os().skip(1).flat_map(|path| files(path.as_ref())).collect();
    let passed = files.iter().filter(|path| passes(&mut subject, path)).count();
    println!("{target}: {passed} passed, {} failed", files.len() - passed);
    if files.is_empty() || passed < files.len() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The file itself, or the files of a folder in the order of their names.
fn files(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = path.read_dir() else { return vec![path.to_owned()] };
    let mut files: Vec<_> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

fn passes(subject: &mut Subject, path: &Path) -> bool {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            println!("{}: {error}", path.display());
            return false;
        }
    };
    let Err(failure) = subject.run(&bytes) else { return true };
    println!("{}: {} at step {}: {}", path.display(), failure.kind, failure.step, failure.law);
    println!("{}", subject.trace(&bytes));
    false
}
