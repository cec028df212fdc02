//! Inputs as they come from files: raw bytes, or a scenario in its text form (`*.txt`).
//!
//! Rules: a file that is too large to be an input is refused by its size, before it is read. Which
//! target an input is for is read off its folder: the folder that it lies in, or any above, bears
//! the name of a target.

use crate::outcome::Problem;
use crate::store;
use actor_laws_fuzz::engine::{self, CANARY};
use actor_laws_fuzz::family::Family;
use actor_laws_fuzz::target::TARGETS;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// No input is larger: the longest scenario of any target is far below.
pub(crate) const FILE_BYTES_MAX: u64 = 1 << 20;

/// One input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Input {
    /// Where it comes from.
    pub(crate) path: PathBuf,
    /// What the engines would run.
    pub(crate) bytes: Vec<u8>,
}

/// Why a file is no input.
#[derive(Debug)]
pub(crate) enum Unusable {
    /// It can't be read.
    Unreadable(io::Error),
    /// It is larger than any input.
    Oversized(u64),
    /// Its text is no scenario.
    Text(String),
}

/// A file as it was read, before a target says what its text means.
#[derive(Debug)]
pub(crate) struct Source {
    path: PathBuf,
    content: Vec<u8>,
}

impl Source {
    /// Reads a file.
    pub(crate) fn read(path: &Path) -> Result<Self, Unusable> {
        Ok(Self { path: path.to_owned(), content: content(path)? })
    }

    /// What it is to a target: a `.txt` is the text form of a scenario of the target's family.
    pub(crate) fn input_of(self, target: &'static str) -> Result<Input, Unusable> {
        let Self { path, content } = self;
        let bytes = if is_text(&path) { compile(&content, family_of(target))? } else { content };
        Ok(Input { path, bytes })
    }
}

/// The content of a file that is small enough to be an input.
pub(crate) fn content(path: &Path) -> Result<Vec<u8>, Unusable> {
    let size = path.metadata().map_err(Unusable::Unreadable)?.len();
    if size > FILE_BYTES_MAX {
        return Err(Unusable::Oversized(size));
    }
    std::fs::read(path).map_err(Unusable::Unreadable)
}

impl Input {
    /// Reads a file of a target.
    pub(crate) fn load(path: &Path, target: &'static str) -> Result<Self, Unusable> {
        Source::read(path)?.input_of(target)
    }

    /// Reads a file whose content is raw bytes, whatever its name.
    pub(crate) fn load_raw(path: &Path) -> Result<Self, Unusable> {
        let Source { path, content } = Source::read(path)?;
        Ok(Self { path, bytes: content })
    }
}

/// Whether a file of this name holds a scenario in its text form.
pub(crate) fn is_text(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "txt")
}

fn compile(content: &[u8], family: &Family) -> Result<Vec<u8>, Unusable> {
    let text = std::str::from_utf8(content).map_err(|error| Unusable::Text(error.to_string()))?;
    (family.parse_text)(text).map_err(|error| Unusable::Text(error.to_string()))
}

impl fmt::Display for Unusable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => write!(formatter, "unreadable: {error}"),
            Self::Oversized(size) => {
                write!(formatter, "oversized: {size} bytes, an input has at most {FILE_BYTES_MAX}")
            }
            Self::Text(error) => write!(formatter, "not a scenario text: {error}"),
        }
    }
}

/// The target that a path is for, by the nearest folder that bears a target's name.
pub(crate) fn target_of(path: &Path) -> Option<&'static str> {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    absolute
        .ancestors()
        .skip(1)
        .find_map(|folder| target_named(&folder.file_name()?.to_string_lossy()))
}

/// The target or the canary of this name.
pub(crate) fn target_named(name: &str) -> Option<&'static str> {
    engine::target_named(name).map(|target| target.name)
}

/// What is known of the machine that a target runs, by a name that [`target_named`] gave out.
pub(crate) fn family_of(target: &'static str) -> &'static Family {
    engine::target_named(target).expect("names come from the registry").family
}

/// An input that the command line names, with its target: the one that is named, or its folder's.
pub(crate) fn named(file: &Path, target: Option<&str>) -> Result<(Input, &'static str), Problem> {
    let unusable = |unusable| {
        Problem::environment(
            format!("{}: {unusable}", file.display()),
            "give a file with raw bytes, or with a scenario's text and a name that ends in .txt",
        )
    };
    let source = Source::read(file).map_err(unusable)?;
    let target = match target {
        Some(name) => demand_target(name)?,
        None => target_of(file).ok_or_else(|| without_target(file))?,
    };
    Ok((source.input_of(target).map_err(unusable)?, target))
}

fn without_target(file: &Path) -> Problem {
    let what = format!("{}: lies in no folder with a target's name", file.display());
    Problem::usage(what, "give --target TARGET")
}

/// The named targets, each once, in the order given; all if none is named.
pub(crate) fn targets_or_all(names: &[String]) -> Result<Vec<&'static str>, Problem> {
    if names.is_empty() {
        return Ok(TARGETS.iter().map(|target| target.name).collect());
    }
    let mut targets = Vec::new();
    for name in names {
        let target = demand_target(name)?;
        if !targets.contains(&target) {
            targets.push(target);
        }
    }
    Ok(targets)
}

/// The target of this name, or which ones there are.
pub(crate) fn demand_target(name: &str) -> Result<&'static str, Problem> {
    target_named(name).ok_or_else(|| {
        let names: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        Problem::usage(
            format!("there is no target `{name}`"),
            format!("pick from: {}; or `{CANARY}`, which must fail", names.join(", ")),
        )
    })
}

/// The inputs below a path, in order: the file itself, or all files of the folder and of those in it.
pub(crate) fn files_below(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.metadata()?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = store::list_files(path)?;
    let mut folders: Vec<_> = path.read_dir()?.collect::<io::Result<_>>()?;
    folders.sort_by_key(std::fs::DirEntry::file_name);
    for folder in folders.iter().map(std::fs::DirEntry::path).filter(|path| path.is_dir()) {
        files.extend(files_below(&folder)?);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Durability;

    #[test]
    fn the_nearest_folder_that_bears_a_name_tells_the_target() {
        let target = |path: &str| target_of(Path::new(path));
        assert_eq!(target("corpus/pool_drain/0123"), Some("pool_drain"));
        assert_eq!(target("corpus/regressions/pool_joins/a/b.txt"), Some("pool_joins"));
        assert_eq!(target("corpus/canary/x"), Some(CANARY));
        assert_eq!(target("corpus/pool_drain"), None);
    }

    #[test]
    fn a_file_beyond_any_input_is_refused_by_its_size() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("large");
        let file = std::fs::File::create(&path).expect("created");
        file.set_len(FILE_BYTES_MAX + 1).expect("grown");
        assert!(matches!(Input::load(&path, "pool_joins"), Err(Unusable::Oversized(_))));
        file.set_len(FILE_BYTES_MAX).expect("shrunk");
        assert!(Input::load(&path, "pool_joins").is_ok());
    }

    #[test]
    fn a_text_that_is_no_scenario_names_the_trouble() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("bad.txt");
        std::fs::write(&path, "no scenario\n").expect("written");
        let trouble = Input::load(&path, "pool_joins").expect_err("no scenario").to_string();
        assert!(trouble.contains("line 1"), "{trouble}");
    }

    #[test]
    fn folders_are_walked_in_the_order_of_names() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["b", "a", "sub/c"] {
            let path = folder.path().join(name);
            store::write_whole(&path, b"", Durability::Passing).expect("written");
        }
        let files = files_below(folder.path()).expect("walked");
        let names: Vec<_> =
            files.iter().map(|path| path.strip_prefix(folder.path()).unwrap()).collect();
        assert_eq!(names, [Path::new("a"), Path::new("b"), Path::new("sub/c")]);
    }
}
