//! Files among the inputs that are none: what they are, and where they go.
//!
//! Rules: a campaign survives every file that somebody put, broke or left among its inputs, and names each.
//! What lies below the build folder is the driver's own, so a file that does not belong there is moved to the
//! folder of the campaign in `target/laws/aside`, never deleted. The checkout is the user's: what lies in
//! `corpus/` stays where it is, and is not used.

use crate::input::Input;
use crate::judge::Judge;
use crate::store::{Kind, content_name, kind_of};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A file that is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetAside {
    /// Where it was found.
    pub(crate) file: PathBuf,
    /// Why, and where it is now if it was moved.
    pub(crate) why: String,
}

/// Whose a folder of inputs is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner<'a> {
    /// The user's: inputs may bear any name, and stay where they are.
    User,
    /// The driver's: inputs bear the name of their content, and anything else goes to this folder.
    Driver(&'a Path),
}

/// What a folder of inputs holds.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    /// The inputs, in the order of their names.
    pub(super) inputs: Vec<Input>,
    /// What is not used.
    pub(super) aside: Vec<SetAside>,
}

/// Reads all inputs of a folder; none if there is no folder.
pub(super) fn load(judge: &Judge, folder: &Path, owner: Owner<'_>) -> io::Result<Loaded> {
    let mut loaded = Loaded::default();
    for path in crate::store::entries(folder)? {
        match load_one(judge, &path, owner) {
            Ok(input) => loaded.inputs.extend(input),
            Err(why) => loaded.aside.push(set_aside(path, why, owner)),
        }
    }
    Ok(loaded)
}

/// An input; nothing for what may lie beside inputs; or why it cannot be used.
fn load_one(judge: &Judge, path: &Path, owner: Owner<'_>) -> Result<Option<Input>, String> {
    match kind_of(path) {
        Kind::Beside if owner == Owner::User => return Ok(None),
        Kind::Beside => return Err("no store writes such a name".to_owned()),
        Kind::Folder => return Err("a folder, and inputs are files".to_owned()),
        Kind::Dangling => return Err("a link to nothing".to_owned()),
        Kind::Special => return Err("neither a file nor a folder".to_owned()),
        Kind::File => {}
    }
    let input = match owner {
        Owner::User => judge.load(path),
        Owner::Driver(_) => Input::load_raw(path),
    };
    let input = input.map_err(|unusable| unusable.to_string())?;
    let is_named = owner == Owner::User || path.ends_with(content_name(&input.bytes));
    is_named.then_some(Some(input)).ok_or_else(|| {
        "its name is not that of its content: it is torn, or not from here".to_owned()
    })
}

fn set_aside(file: PathBuf, why: String, owner: Owner<'_>) -> SetAside {
    let Owner::Driver(folder) = owner else { return SetAside { file, why } };
    let why = match shift(&file, folder) {
        Ok(place) => format!("{why}; moved to {}", place.display()),
        Err(error) => format!("{why}; it could not be moved: {error}"),
    };
    SetAside { file, why }
}

/// Moves a file or folder into `folder`, under its own name or one made from it.
pub(super) fn shift(file: &Path, folder: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let names = std::iter::once(name.clone()).chain((2..).map(|number| format!("{name}-{number}")));
    let mut places = names.map(|name| folder.join(name));
    let is_free = |place: &PathBuf| place.symlink_metadata().is_err();
    let place = places.find(is_free).expect("some number is free");
    fs::rename(file, &place)?;
    Ok(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::FILE_BYTES_MAX;

    /// A folder with one good input and everything that is none.
    fn littered() -> (tempfile::TempDir, PathBuf) {
        let outer = tempfile::tempdir().expect("a temporary folder");
        let folder = outer.path().join("pool_joins");
        fs::create_dir_all(folder.join("folder")).expect("created");
        let write = |name: &str, content: &[u8]| {
            fs::write(folder.join(name), content).expect("written");
        };
        write(&content_name(b"good"), b"good");
        write("0000000000000000", b"torn");
        write("named", b"12345678");
        write("bad.txt", b"no scenario");
        write("note.md", b"a note");
        write(".hidden", b"");
        let large = fs::File::create(folder.join("large")).expect("created");
        large.set_len(FILE_BYTES_MAX + 1).expect("grown");
        std::os::unix::fs::symlink("/no/such/file", folder.join("link")).expect("linked");
        let socket = folder.join("socket");
        std::os::unix::net::UnixListener::bind(socket).expect("a socket");
        (outer, folder)
    }

    fn names<'a>(paths: impl Iterator<Item = &'a PathBuf>) -> Vec<String> {
        let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into();
        paths.map(name).collect()
    }

    fn judge() -> Judge {
        Judge::new(crate::input::target_named("pool_joins").expect("registered"))
    }

    #[test]
    fn of_the_users_files_what_is_no_input_is_named_and_stays() {
        let (_outer, folder) = littered();
        let loaded = load(&judge(), &folder, Owner::User).expect("a folder");
        let good = content_name(b"good");
        let inputs = names(loaded.inputs.iter().map(|input| &input.path));
        assert_eq!(inputs, ["0000000000000000", &good, "named"]);
        let aside = names(loaded.aside.iter().map(|aside| &aside.file));
        assert_eq!(aside, ["bad.txt", "folder", "large", "link", "socket"]);
        assert!(loaded.aside.iter().all(|aside| aside.file.symlink_metadata().is_ok()));
        let whys: Vec<_> = loaded.aside.iter().map(|aside| aside.why.as_str()).collect();
        assert!(whys[0].starts_with("not a scenario text"), "{whys:?}");
        assert!(whys[2].starts_with("oversized"), "{whys:?}");
        assert_eq!(whys[3], "a link to nothing");
    }

    #[test]
    fn of_the_drivers_own_files_what_no_store_writes_is_moved_and_not_deleted() {
        let (outer, folder) = littered();
        let place = outer.path().join("aside");
        let loaded = load(&judge(), &folder, Owner::Driver(&place)).expect("a folder");
        assert_eq!(names(loaded.inputs.iter().map(|input| &input.path)), [content_name(b"good")]);
        assert_eq!(loaded.aside.len(), 8, "{:?}", loaded.aside);
        assert!(loaded.aside.iter().all(|aside| aside.file.symlink_metadata().is_err()));
        assert!(loaded.aside.iter().all(|aside| aside.why.contains("moved to")));
        assert_eq!(fs::read_dir(&place).expect("a folder").count(), 8);
        assert_eq!(fs::read(place.join("0000000000000000")).expect("there"), b"torn");
        let again = load(&judge(), &folder, Owner::Driver(&place)).expect("a folder");
        assert!(again.aside.is_empty());
    }

    #[test]
    fn nothing_that_was_set_aside_is_overwritten() {
        let outer = tempfile::tempdir().expect("a temporary folder");
        let place = outer.path().join("aside");
        for content in [b"one", b"two"] {
            let file = outer.path().join("same");
            fs::write(&file, content).expect("written");
            shift(&file, &place).expect("moved");
        }
        assert_eq!(fs::read(place.join("same")).expect("there"), b"one");
        assert_eq!(fs::read(place.join("same-2")).expect("there"), b"two");
    }

    #[test]
    fn a_folder_that_is_not_there_holds_nothing_and_one_that_is_a_file_is_a_problem() {
        let outer = tempfile::tempdir().expect("a temporary folder");
        let none = load(&judge(), &outer.path().join("none"), Owner::User).expect("no trouble");
        assert!(none.inputs.is_empty() && none.aside.is_empty());
        let file = outer.path().join("file");
        fs::write(&file, b"").expect("written");
        assert!(load(&judge(), &file, Owner::User).is_err());
    }
}
