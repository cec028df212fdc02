//! A folder of inputs that are named by their content.
//!
//! Rules: a name is the first sixteen hexadecimal digits of the SHA-256 of the content. A file
//! appears under its name complete, or not at all: it is written beside its place under a name that
//! starts with a dot, and renamed. Whoever lists a store skips names that start with a dot, so nothing
//! half-written is ever read, whenever the process is killed. A lasting store also syncs each file to
//! the disk before its name appears; a passing one, below the build folder, does not, because a campaign
//! keeps hundreds of inputs a second: what a power cut could leave of those does not bear its content's
//! name, and a campaign sets it aside.

use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// What the name of an unfinished file starts with.
const UNFINISHED: &str = ".unfinished-";

/// A folder of inputs that are named by their content.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    folder: PathBuf,
    durability: Durability,
}

/// What a file outlives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Durability {
    /// A power cut.
    Lasting,
    /// The end of the process, however it comes.
    Passing,
}

/// The name of an input.
pub(crate) fn content_name(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().take(8).fold(String::new(), |mut name, byte| {
        let _ = write!(name, "{byte:02x}");
        name
    })
}

impl Store {
    /// A lasting store in this folder, which need not exist yet.
    pub(crate) fn lasting(folder: PathBuf) -> Self {
        Self { folder, durability: Durability::Lasting }
    }

    /// A passing store in this folder, which need not exist yet.
    pub(crate) fn passing(folder: PathBuf) -> Self {
        Self { folder, durability: Durability::Passing }
    }

    /// Where it is.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Keeps an input under its content's name; `None` if it is there already.
    pub(crate) fn keep(&self, bytes: &[u8]) -> io::Result<Option<PathBuf>> {
        let path = self.folder.join(content_name(bytes));
        if path.exists() {
            return Ok(None);
        }
        write_whole(&path, bytes, self.durability)?;
        Ok(Some(path))
    }

    /// The files in it, in the order of their names; none if there is no folder.
    pub(crate) fn list(&self) -> io::Result<Vec<PathBuf>> {
        list_files(&self.folder)
    }

    /// Removes what a killed process left unfinished. Only for the holder of the checkout's lock.
    pub(crate) fn sweep(&self) -> io::Result<()> {
        let Some(entries) = existing(self.folder.read_dir())? else { return Ok(()) };
        for entry in entries {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(UNFINISHED) {
                std::fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

/// The files of a folder that are inputs, in the order of their names; none if there is no folder.
/// Hidden files, traces (`*.trace`), records (`*.json`) and notes (`*.md`) are no inputs.
pub(crate) fn list_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = entries(folder)?;
    files.retain(|path| kind_of(path) == Kind::File);
    Ok(files)
}

/// The files of a folder whose names have this extension, in the order of their names; none if there is no
/// folder.
pub(crate) fn list_files_ending(folder: &Path, extension: &str) -> io::Result<Vec<PathBuf>> {
    let mut files = entries(folder)?;
    files.retain(|path| path.is_file() && path.extension().is_some_and(|found| found == extension));
    Ok(files)
}

/// All that lies in a folder but hidden files, in the order of their names; nothing if there is no folder.
pub(crate) fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let Some(entries) = existing(folder.read_dir())? else { return Ok(Vec::new()) };
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>()?;
    paths.retain(|path| !name_of(path).starts_with('.'));
    paths.sort();
    Ok(paths)
}

/// What lies in a folder of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A file that can be an input.
    File,
    /// A file of a name that no input bears: a trace, a record, a note.
    Beside,
    /// A folder.
    Folder,
    /// A link to nothing.
    Dangling,
    /// Something that must not be read: a pipe, a socket, a device.
    Special,
}

/// What lies at a path, by its name and type; a link is what it leads to.
pub(crate) fn kind_of(path: &Path) -> Kind {
    let Ok(metadata) = path.metadata() else {
        // What cannot be looked at is told when it is read.
        return if path.is_symlink() { Kind::Dangling } else { Kind::File };
    };
    let others = [".trace", ".json", ".md"];
    match metadata.file_type() {
        kind if kind.is_dir() => Kind::Folder,
        kind if !kind.is_file() => Kind::Special,
        _ if others.iter().any(|extension| name_of(path).ends_with(extension)) => Kind::Beside,
        _ => Kind::File,
    }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Writes a file so that it is there complete, or not at all.
pub(crate) fn write_whole(path: &Path, bytes: &[u8], durability: Durability) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new("."));
    create_folder(folder, durability)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(UNFINISHED);
    let mut file = with_usual_permissions(&mut builder).tempfile_in(folder)?;
    file.write_all(bytes)?;
    if durability == Durability::Passing {
        return file.persist(path).map(drop).map_err(io::Error::from);
    }
    file.as_file().sync_all()?;
    file.persist(path)?;
    File::open(folder)?.sync_all()
}

/// Makes a folder and those around it, as lasting as what it is for: a folder is lost with its name.
fn create_folder(folder: &Path, durability: Durability) -> io::Result<()> {
    if durability == Durability::Passing || folder.is_dir() {
        return std::fs::create_dir_all(folder);
    }
    let Some(around) = folder.parent().filter(|around| !around.as_os_str().is_empty()) else {
        return std::fs::create_dir_all(folder);
    };
    create_folder(around, durability)?;
    std::fs::create_dir_all(folder)?;
    File::open(around)?.sync_all()
}

fn with_usual_permissions<'a>(
    builder: &'a mut tempfile::Builder<'static, 'static>,
) -> &'a mut tempfile::Builder<'static, 'static> {
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}

/// A missing folder is an empty one.
fn existing<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        other => other.map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::lasting(folder.path().join("a folder with spaces"));
        (folder, store)
    }

    #[test]
    fn an_input_is_kept_once_under_the_name_of_its_content() {
        let (_folder, store) = store();
        let path = store.keep(b"abc").expect("written").expect("new");
        assert!(path.ends_with("ba7816bf8f01cfea"));
        assert_eq!(std::fs::read(path).expect("readable"), b"abc");
        assert_eq!(store.keep(b"abc").expect("fine"), None);
        assert_eq!(store.list().expect("listed").len(), 1);
    }

    #[test]
    fn what_a_killed_process_left_is_neither_read_nor_kept_for_ever() {
        let (_folder, store) = store();
        store.keep(b"whole").expect("written");
        let left = store.folder().join(format!("{UNFINISHED}x"));
        std::fs::write(&left, b"hal").expect("written");
        assert_eq!(store.list().expect("listed").len(), 1);
        store.sweep().expect("swept");
        assert!(!left.exists());
        assert_eq!(store.list().expect("listed").len(), 1);
    }

    #[test]
    fn what_a_power_cut_tore_is_not_removed_by_sweeping() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::passing(folder.path().to_owned());
        let path = store.keep(b"whole").expect("written").expect("new");
        std::fs::write(&path, b"").expect("torn");
        store.sweep().expect("swept");
        assert!(path.exists());
    }

    #[test]
    fn a_store_without_a_folder_is_empty() {
        let (_folder, store) = store();
        assert!(store.list().expect("listed").is_empty());
        store.sweep().expect("nothing to sweep");
    }

    #[test]
    fn traces_records_notes_and_hidden_files_are_no_inputs() {
        let (_folder, store) = store();
        store.keep(b"input").expect("written");
        for name in ["x.trace", "record.json", "README.md", ".gitkeep"] {
            std::fs::write(store.folder().join(name), b"").expect("written");
        }
        std::fs::create_dir(store.folder().join("folder")).expect("created");
        assert_eq!(store.list().expect("listed").len(), 1);
        assert_eq!(entries(store.folder()).expect("listed").len(), 5);
    }
}
