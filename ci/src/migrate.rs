//! Rewrites the corpus in the present version of the scenario format (`cargo laws migrate`).
//!
//! Rules: bytes do not tell in which version they were written, because engines write anything, so the command
//! line does. Without it they are of the present one, and only their form changes: to the canonical one, which
//! keeps its meaning while the version lasts. An input takes the place of the old one when it was written, read back
//! from disk, and, where both can be run, runs alike with the same text. What cannot be read is named
//! and left. A text bears its version, so one of the present version stays as somebody wrote it.
//!
//! What is to be migrated from another version is listed in the folder until all of it is, so that one that
//! was killed can be gone on with and no input is taken twice. Until then nothing minimizes that folder.

use crate::cli::MigrateArguments;
use crate::input::{family_of, is_text, targets_or_all};
use crate::judge::Judge;
use crate::outcome::{Ending, Outcome, Problem};
use crate::store::{Durability, Store, content_name, list_files, write_whole};
use crate::table::Table;
use crate::workspace::Workspace;
use actor_laws_fuzz::family::Older;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The list of what is to be migrated; hidden, so that it is no input.
const LIST: &str = ".migration.json";

/// Migrates.
pub(crate) fn run(workspace: &Workspace, arguments: &MigrateArguments) -> Ending {
    let targets = targets_or_all(&arguments.targets)?;
    let _lock = workspace.lock()?;
    let mut table = Table::new(&["target", "inputs", "rewritten", "left"]);
    let mut total = Count::default();
    for target in targets {
        let reader = Reader::of(target, arguments.from)?;
        let judge = Judge::new(target);
        let mut mover = Mover { judge, target, reader, check: arguments.check };
        let mut count = Count::default();
        for store in [
            Store::lasting(workspace.corpus(target)),
            Store::lasting(workspace.regressions(target)),
            Store::passing(workspace.kept(target)),
        ] {
            count.add(mover.migrate(&store)?);
        }
        table.row(count.cells(target));
        total.add(count);
    }
    anstream::println!("{table}");
    Ok(total.outcome(arguments.check))
}

/// Says so if a migration of this folder was ended before its end.
pub(crate) fn demand_none_ended(folder: &Path) -> Result<(), Problem> {
    let Some(list) = List::load(folder)? else { return Ok(()) };
    Err(Problem::environment(
        format!("{}: a migration from version {} was ended here", folder.display(), list.from),
        format!("go on with it first: cargo laws migrate --from {}", list.from),
    ))
}

/// What became of inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Count {
    inputs: usize,
    rewritten: usize,
    left: usize,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.inputs += other.inputs;
        self.rewritten += other.rewritten;
        self.left += other.left;
    }

    fn cells(self, target: &str) -> Vec<String> {
        let numbers = [self.inputs, self.rewritten, self.left].map(|number| number.to_string());
        [target.to_owned()].into_iter().chain(numbers).collect()
    }

    fn outcome(self, check: bool) -> Outcome {
        match self {
            Self { left: 1.., .. } => Outcome::Environment,
            Self { rewritten, .. } if check => Outcome::of_findings(rewritten),
            Self { .. } => Outcome::Clean,
        }
    }
}

/// What a migration that has begun still owes.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct List {
    from: u8,
    files: Vec<PathBuf>,
}

impl List {
    fn load(folder: &Path) -> Result<Option<Self>, Problem> {
        let place = folder.join(LIST);
        if !place.exists() {
            return Ok(None);
        }
        let content = std::fs::read(&place).map_err(|error| Problem::file(&place, &error))?;
        let list = serde_json::from_slice(&content).map_err(std::io::Error::from);
        list.map(Some).map_err(|error| Problem::file(&place, &error))
    }

    fn store(&self, folder: &Path) -> Result<(), Problem> {
        let text = serde_json::to_string(self).expect("plain data");
        let place = folder.join(LIST);
        let written = write_whole(&place, text.as_bytes(), Durability::Lasting);
        written.map_err(|error| Problem::file(&place, &error))
    }
}

/// Rewrites inputs of one target.
struct Mover {
    judge: Judge,
    target: &'static str,
    reader: Reader,
    check: bool,
}

/// In which version inputs are read.
#[derive(Clone, Copy, Debug)]
enum Reader {
    Present,
    Older(&'static Older),
}

/// What one input is in the present version.
enum Present {
    /// What it was.
    Same,
    /// This content.
    Other(Vec<u8>),
    /// Nothing, for this reason.
    Nothing(String),
}

impl Reader {
    /// The one of this version; of the present one, if none is named.
    fn of(target: &'static str, from: Option<u8>) -> Result<Self, Problem> {
        let family = family_of(target);
        let Some(from) = from.filter(|&from| from != family.version) else {
            return Ok(Self::Present);
        };
        let older = family.older.iter().find(|older| older.version == from);
        older.map(Self::Older).ok_or_else(|| {
            Problem::usage(
                format!("inputs of {target} cannot be read in version {from}"),
                format!("they are written in version {}; leave out --from", family.version),
            )
        })
    }
}

impl Mover {
    /// Rewrites the inputs of a folder.
    fn migrate(&mut self, store: &Store) -> Result<Count, Problem> {
        let folder = store.folder();
        let mut count = Count::default();
        for path in self.owed(folder)? {
            count.inputs += 1;
            match self.present(&path) {
                Present::Same => {}
                Present::Nothing(why) => {
                    count.left += 1;
                    anstream::eprintln!("{}: left as it is: {why}", path.display());
                }
                Present::Other(content) => {
                    count.rewritten += 1;
                    if !self.check {
                        replace(store, &path, &content)?;
                    }
                }
            }
        }
        let place = folder.join(LIST);
        if place.exists() && !self.check && count.left == 0 {
            std::fs::remove_file(&place).map_err(|error| Problem::file(&place, &error))?;
        }
        Ok(count)
    }

    /// The files of a folder that are to be migrated, listed there if need be.
    fn owed(&self, folder: &Path) -> Result<Vec<PathBuf>, Problem> {
        let all = list_files(folder).map_err(|error| Problem::file(folder, &error))?;
        let Reader::Older(Older { version: from, .. }) = self.reader else {
            demand_none_ended(folder)?;
            return Ok(all);
        };
        let list = List::load(folder)?;
        if list.as_ref().is_some_and(|list| list.from != *from) {
            demand_none_ended(folder)?;
        }
        let list = list.unwrap_or_else(|| List { from: *from, files: names(&all) });
        if !self.check && !list.files.is_empty() {
            list.store(folder)?;
        }
        let files = list.files.iter().map(|name| folder.join(name));
        Ok(files.filter(|path| path.exists()).collect())
    }

    fn present(&mut self, path: &Path) -> Present {
        let content = match crate::input::content(path) {
            Ok(content) => content,
            Err(unusable) => return Present::Nothing(unusable.to_string()),
        };
        if is_text(path) { self.present_text(&content) } else { self.present_bytes(&content) }
    }

    fn present_bytes(&mut self, old: &[u8]) -> Present {
        let read = match self.reader {
            Reader::Present => Ok(self.judge.canonical(old)),
            Reader::Older(older) => (older.read_bytes)(old),
        };
        match read {
            Err(why) => Present::Nothing(why),
            Ok(new) if new == old => Present::Same,
            Ok(new) if self.is_sound(old, &new) => Present::Other(new),
            Ok(_) => Present::Nothing("it would mean something else".to_owned()),
        }
    }

    /// Whether canonical bytes are that, and run as what they are to replace did, where that can be run.
    fn is_sound(&mut self, old: &[u8], new: &[u8]) -> bool {
        let runs_alike = match self.reader {
            Reader::Present => self.meaning(old) == self.meaning(new),
            Reader::Older(_) => true,
        };
        runs_alike && self.judge.canonical(new) == new
    }

    /// The text of an input as far as it is run, and all that its run comes to.
    fn meaning(&mut self, bytes: &[u8]) -> impl PartialEq + use<> {
        let text = (family_of(self.target).to_text)(&self.judge.canonical(bytes));
        let verdict = self.judge.run(bytes);
        (text, verdict, self.judge.cells().clone())
    }

    fn present_text(&mut self, old: &[u8]) -> Present {
        let family = family_of(self.target);
        let Ok(text) = std::str::from_utf8(old) else {
            return Present::Nothing("it is no text".to_owned());
        };
        match ((family.parse_text)(text), self.reader) {
            (Ok(_), _) => Present::Same,
            (Err(why), Reader::Present) => Present::Nothing(why.to_string()),
            (Err(_), Reader::Older(older)) => match (older.read_text)(text) {
                Ok(bytes) => {
                    let text = opening_comments(text) + &(family.to_text)(&bytes);
                    Present::Other(text.into_bytes())
                }
                Err(why) => Present::Nothing(why),
            },
        }
    }
}

fn names(paths: &[PathBuf]) -> Vec<PathBuf> {
    paths.iter().filter_map(|path| path.file_name()).map(PathBuf::from).collect()
}

/// What stands above the first line that says something.
fn opening_comments(text: &str) -> String {
    let is_comment = |line: &&str| line.trim().is_empty() || line.starts_with('#');
    text.split_inclusive('\n').take_while(is_comment).collect()
}

/// Puts new content in the place of an input: under its content's name, or under the name that somebody gave it.
fn replace(store: &Store, path: &Path, content: &[u8]) -> Result<(), Problem> {
    let old = std::fs::read(path).map_err(|error| Problem::file(path, &error))?;
    let is_named = !path.ends_with(content_name(&old));
    let place = if is_named { path.to_owned() } else { path.with_file_name(content_name(content)) };
    let written = if is_named {
        write_whole(&place, content, Durability::Lasting)
    } else {
        store.keep(content).map(drop)
    };
    written.map_err(|error| Problem::file(&place, &error))?;
    let found = std::fs::read(&place).map_err(|error| Problem::file(&place, &error))?;
    if found != content {
        return Err(Problem::environment(
            format!("{}: is not what was written", place.display()),
            "check the disk; the old input is still there",
        ));
    }
    if place == path { Ok(()) } else { std::fs::remove_file(path) }
        .map_err(|error| Problem::file(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::target_named;

    const TARGET: &str = "pool_joins";

    /// A version in which everything stood in reverse: read as the present one, it means something else.
    static REVERSED: Older = Older {
        version: 0,
        read_bytes: |bytes| {
            if bytes.is_empty() {
                return Err("it is empty".to_owned());
            }
            Ok(canonical(&bytes.iter().rev().copied().collect::<Vec<_>>()))
        },
        read_text: |text| {
            let text = text.replace("version 0", "version 1");
            (family_of(TARGET).parse_text)(&text).map_err(|error| error.to_string())
        },
    };

    fn canonical(bytes: &[u8]) -> Vec<u8> {
        Judge::new(TARGET).canonical(bytes)
    }

    fn seeded(seed: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        Judge::new(TARGET).generate(seed, &mut bytes);
        bytes
    }

    fn mover(reader: Reader, check: bool) -> Mover {
        let target = target_named(TARGET).expect("registered");
        Mover { judge: Judge::new(target), target, reader, check }
    }

    fn reversed(seed: u64) -> Vec<u8> {
        seeded(seed).into_iter().rev().collect()
    }

    fn store() -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::lasting(folder.path().join(TARGET));
        (folder, store)
    }

    /// The contents of a store, in the order of their names.
    fn contents(store: &Store) -> Vec<Vec<u8>> {
        let files = store.list().expect("listed").into_iter();
        files.map(|path| std::fs::read(path).expect("readable")).collect()
    }

    fn sorted(mut contents: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
        contents.sort_by_key(|content| content_name(content));
        contents
    }

    #[test]
    fn inputs_of_an_older_version_become_what_they_meant() {
        let (_folder, store) = store();
        (0..9).for_each(|seed| drop(store.keep(&reversed(seed)).expect("kept")));
        let count = mover(Reader::Older(&REVERSED), false).migrate(&store).expect("migrated");
        assert_eq!(count, Count { inputs: 9, rewritten: 9, left: 0 });
        assert_eq!(contents(&store), sorted((0..9).map(seeded).collect()));
        assert!(!store.folder().join(LIST).exists());
    }

    #[test]
    fn one_that_was_ended_goes_on_and_takes_no_input_twice() {
        let (_folder, store) = store();
        (0..9).for_each(|seed| drop(store.keep(&reversed(seed)).expect("kept")));
        let mut first = mover(Reader::Older(&REVERSED), false);
        for path in first.owed(store.folder()).expect("listed").into_iter().take(4) {
            let Present::Other(content) = first.present(&path) else { panic!("it is of old") };
            replace(&store, &path, &content).expect("replaced");
        }
        assert!(demand_none_ended(store.folder()).is_err());
        assert!(mover(Reader::Present, false).migrate(&store).is_err());
        let count = mover(Reader::Older(&REVERSED), false).migrate(&store).expect("migrated");
        assert_eq!(count, Count { inputs: 5, rewritten: 5, left: 0 });
        assert_eq!(contents(&store), sorted((0..9).map(seeded).collect()));
        demand_none_ended(store.folder()).expect("it has come to its end");
    }

    #[test]
    fn a_text_of_an_older_version_keeps_its_name_and_its_opening_comments() {
        let (_folder, store) = store();
        let place = store.folder().join("a-name.txt");
        let present = (family_of(TARGET).to_text)(&seeded(1));
        let rest = present.split_once('\n').expect("lines").1;
        let old = format!("# Why.\n\nversion 0\n{rest}");
        write_whole(&place, old.as_bytes(), Durability::Lasting).expect("written");
        let mut mover = mover(Reader::Older(&REVERSED), false);
        assert_eq!(mover.migrate(&store).expect("migrated").rewritten, 1);
        let text = std::fs::read_to_string(&place).expect("readable");
        assert_eq!(text, format!("# Why.\n\n{present}"));
        assert_eq!(mover.migrate(&store).expect("migrated").rewritten, 0);
    }

    #[test]
    fn what_cannot_be_read_is_left_and_owed() {
        let (_folder, store) = store();
        let empty = store.keep(b"").expect("kept").expect("new");
        store.keep(&reversed(2)).expect("kept");
        let mut older = mover(Reader::Older(&REVERSED), false);
        let count = older.migrate(&store).expect("migrated");
        assert_eq!(count, Count { inputs: 2, rewritten: 1, left: 1 });
        assert_eq!(count.outcome(false), Outcome::Environment);
        assert!(empty.exists() && demand_none_ended(store.folder()).is_err());
        std::fs::remove_file(empty).expect("removed");
        assert_eq!(older.migrate(&store).expect("migrated").inputs, 0);
        demand_none_ended(store.folder()).expect("nothing is owed any more");
    }

    #[test]
    fn what_is_canonical_stays_and_what_is_not_becomes_so_unless_it_is_only_checked() {
        let (_folder, store) = store();
        let mut loose = seeded(1);
        loose[0] = 99;
        store.keep(&loose).expect("kept");
        store.keep(&seeded(2)).expect("kept");
        let before = contents(&store);
        let count = mover(Reader::Present, true).migrate(&store).expect("checked");
        assert_eq!(count, Count { inputs: 2, rewritten: 1, left: 0 });
        assert_eq!(count.outcome(true), Outcome::Finding);
        assert_eq!(contents(&store), before);
        mover(Reader::Present, false).migrate(&store).expect("migrated");
        assert_eq!(contents(&store), sorted(vec![seeded(1), seeded(2)]));
        let count = mover(Reader::Present, true).migrate(&store).expect("checked");
        assert_eq!((count.rewritten, count.outcome(true)), (0, Outcome::Clean));
    }

    #[test]
    fn a_version_that_nobody_can_read_is_a_matter_of_usage() {
        let target = target_named(TARGET).expect("registered");
        assert!(matches!(Reader::of(target, None), Ok(Reader::Present)));
        assert!(matches!(Reader::of(target, Some(family_of(target).version)), Ok(Reader::Present)));
        let problem = Reader::of(target, Some(200)).expect_err("nobody wrote it");
        assert_eq!(problem.outcome(), Outcome::Usage);
    }
}
