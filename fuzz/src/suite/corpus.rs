//! The committed inputs of a target, and how they are read.
//!
//! Rules: inputs are taken in the order of their names, those of the corpus before the regressions. A file
//! that ends in `.txt` is the text form of a scenario, every other one is its bytes.

use crate::family::Family;
use std::path::{Path, PathBuf};

/// The committed corpus of this checkout.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus")
}

/// The folder of a target's regressions.
pub fn regressions(corpus: &Path, target: &str) -> PathBuf {
    corpus.join("regressions").join(target)
}

/// Every input of a target.
pub fn inputs(corpus: &Path, target: &str) -> Vec<PathBuf> {
    let mut inputs = files(&corpus.join(target));
    inputs.append(&mut files(&regressions(corpus, target)));
    inputs
}

/// The inputs of one folder; none if it is not there.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let visible = |path: &PathBuf| path.is_file() && !path.ends_with(".gitkeep");
    let mut files: Vec<_> = entries.filter(visible).collect();
    files.sort();
    files
}

/// The bytes of an input.
///
/// # Errors
///
/// Why it is none.
pub fn load(path: &Path, family: &Family) -> Result<Vec<u8>, String> {
    let named = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
    if path.extension().is_none_or(|extension| extension != "txt") {
        return std::fs::read(path).map_err(|error| named(&error));
    }
    let text = std::fs::read_to_string(path).map_err(|error| named(&error))?;
    (family.parse_text)(&text).map_err(|error| named(&error))
}
