//! Failing inputs, kept where they can be explained.
//!
//! Rules: two failures are one finding if they are of one law, one kind and one shape of the shortest trace;
//! what cannot be shrunk in this process is told apart by its content. A finding is a folder below the build
//! folder, `<kind>-<law>-<digest>`: the input as it was `found`, the `shrunk` one, the trace of the latter
//! (or what the engine said), and `record.json`. The record is written last, so that no finding lies without
//! its input; a folder without one is none. A failure that is a known finding raises the count in its record
//! and changes nothing else.

mod moment;
mod record;

pub(crate) use moment::now;
pub(crate) use record::Record;

use crate::git;
use crate::judge::{Breach, Shrunk};
use crate::outcome::Problem;
use crate::store::{Durability, content_name, write_whole};
use std::io;
use std::path::{Path, PathBuf};

/// How many findings of one kind and law a command keeps for a target: more of the same say nothing new.
pub(crate) const ALIKE_MAX: usize = 10;

const RECORD: &str = "record.json";
const FOUND: &str = "found";
const SHRUNK: &str = "shrunk";
const TRACE: &str = "run.trace";

/// A finding that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    /// Where it lies.
    pub(crate) folder: PathBuf,
    /// What is known of it.
    pub(crate) record: Record,
}

/// Who found something, and on which state of the checkout.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    /// The engine; `replay` for an input that was there before.
    pub(crate) engine: String,
    /// The seed of the campaign.
    pub(crate) seed: Option<u64>,
    /// The commit.
    pub(crate) commit: Option<String>,
}

/// One failing input.
#[derive(Debug)]
pub(crate) struct Failing<'a> {
    /// The target that it fails.
    pub(crate) target: &'static str,
    /// The input.
    pub(crate) bytes: &'a [u8],
    /// Its steps.
    pub(crate) steps: usize,
    /// What is known of the failure.
    pub(crate) evidence: Evidence<'a>,
}

/// What is known of a failure.
#[derive(Debug)]
pub(crate) enum Evidence<'a> {
    /// It fails in this process as well.
    Shrunk {
        /// The shortest scenario that fails alike.
        shrunk: Shrunk,
        /// Its steps.
        steps: usize,
    },
    /// An engine says so.
    Told {
        /// What broke.
        breach: Breach,
        /// The end of the engine's log.
        log: &'a str,
    },
}

impl Origin {
    /// Inputs that were there before, in the checkout around this folder.
    pub(crate) fn replay(root: &Path) -> Self {
        Self {
            engine: "replay".to_owned(),
            seed: None,
            commit: git::ask(root, &["rev-parse", "HEAD"]),
        }
    }
}

/// Keeps a failing input as a finding of its own below `folder`, or counts it for the one that it is.
pub(crate) fn keep(folder: &Path, failing: &Failing<'_>, origin: &Origin) -> io::Result<Finding> {
    let folder = folder.join(failing.name());
    let place = folder.join(RECORD);
    // A record that is missing or torn is written anew, with all that belongs to it.
    let record = match Record::read(&place) {
        Ok(known) => Record { count: known.count.saturating_add(1), ..known },
        Err(_) => {
            failing.write(&folder)?;
            failing.record(origin)
        }
    };
    write_whole(&place, record.to_json().as_bytes(), Durability::Lasting)?;
    Ok(Finding { folder, record })
}

impl Failing<'_> {
    /// What all failing inputs of one finding have in common, fit for a file name.
    fn name(&self) -> String {
        let breach = self.breach();
        let digest = match &self.evidence {
            Evidence::Shrunk { shrunk, .. } => content_name(shrunk.shape.join("\n").as_bytes()),
            Evidence::Told { .. } => content_name(self.bytes),
        };
        format!("{}-{:.60}-{digest}", plain(&breach.kind), plain(&breach.law))
    }

    fn breach(&self) -> &Breach {
        match &self.evidence {
            Evidence::Shrunk { shrunk, .. } => &shrunk.breach,
            Evidence::Told { breach, .. } => breach,
        }
    }

    /// Writes all but the record.
    fn write(&self, folder: &Path) -> io::Result<()> {
        // An empty file reads as a scenario, so a power cut must not leave one where a record tells another.
        let write = |name: &str, content: &[u8]| {
            write_whole(&folder.join(name), content, Durability::Lasting)
        };
        let trace = match &self.evidence {
            Evidence::Shrunk { shrunk, .. } => {
                write(SHRUNK, &shrunk.bytes)?;
                &shrunk.trace
            }
            Evidence::Told { log, .. } => *log,
        };
        write(TRACE, format!("{}\n\n{trace}", self.breach()).as_bytes())?;
        write(FOUND, self.bytes)
    }

    fn record(&self, origin: &Origin) -> Record {
        let Breach { kind, law, evidence } = self.breach().clone();
        let (shape, steps_after) = match &self.evidence {
            Evidence::Shrunk { shrunk, steps } => (Some(shrunk.shape.clone()), Some(*steps)),
            Evidence::Told { .. } => (None, None),
        };
        Record {
            target: self.target.to_owned(),
            kind,
            law,
            evidence,
            shape,
            engine: origin.engine.clone(),
            seed: origin.seed,
            commit: origin.commit.clone(),
            time: moment::now(),
            steps_before: self.steps,
            steps_after,
            count: 1,
        }
    }
}

impl Finding {
    /// The finding that a path names, its folder or its record; `None` if it names something else.
    pub(crate) fn named(path: &Path) -> Result<Option<Self>, Problem> {
        let folder = match path.parent() {
            Some(parent) if path.ends_with(RECORD) => parent,
            _ => path,
        };
        let place = folder.join(RECORD);
        if !place.is_file() {
            return Ok(None);
        }
        let record = Record::read(&place).map_err(|error| Problem::file(&place, &error))?;
        Ok(Some(Self { folder: folder.to_owned(), record }))
    }

    /// Whether the input fails in this process; if not, an engine only said so.
    pub(crate) fn fails_here(&self) -> bool {
        self.record.shape.is_some()
    }

    /// The input to look at: the shrunk one, or else the one that was found.
    pub(crate) fn input(&self) -> PathBuf {
        self.folder.join(if self.fails_here() { SHRUNK } else { FOUND })
    }

    /// The trace of that input when it was kept, or what the engine said.
    pub(crate) fn trace(&self) -> PathBuf {
        self.folder.join(TRACE)
    }

    /// Whether it is of this law and kind.
    pub(crate) fn is_of(&self, breach: &Breach) -> bool {
        (&self.record.kind, &self.record.law) == (&breach.kind, &breach.law)
    }
}

/// A text as a part of a file name.
pub(crate) fn plain(text: &str) -> String {
    let letters = text.chars();
    letters.map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn breach() -> Breach {
        let evidence = "step 3: two cursors".into();
        Breach { kind: "wrong".into(), law: "fifo/one cursor".into(), evidence }
    }

    fn origin() -> Origin {
        let commit = Some("0123".to_owned());
        Origin { engine: "swarm".to_owned(), seed: Some(7), commit }
    }

    fn failing<'a>(bytes: &'a [u8], shape: &[&str]) -> Failing<'a> {
        let shape = shape.iter().map(|&cell| cell.to_owned()).collect();
        let trace = "the trace".to_owned();
        let shrunk = Shrunk { bytes: b"a".to_vec(), breach: breach(), shape, trace };
        let evidence = Evidence::Shrunk { shrunk, steps: 1 };
        Failing { target: "pool_joins", bytes, steps: 9, evidence }
    }

    fn told(bytes: &[u8]) -> Failing<'_> {
        let evidence = Evidence::Told { breach: breach(), log: "it hangs" };
        Failing { target: "pool_joins", bytes, steps: 9, evidence }
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = folder.read_dir().expect("a folder").flatten();
        let mut names: Vec<_> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_finding_lies_with_its_inputs_its_trace_and_its_record() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let finding = keep(folder.path(), &failing(b"abc", &["x", "y"]), &origin()).expect("kept");
        assert_eq!(names(&finding.folder), [FOUND, RECORD, TRACE, SHRUNK]);
        let name = finding.folder.file_name().expect("a name").to_string_lossy().into_owned();
        assert_eq!(name, format!("wrong-fifo-one-cursor-{}", content_name(b"x\ny")));
        let read = |name: &str| std::fs::read(finding.folder.join(name)).expect("there");
        assert_eq!((read(FOUND), read(SHRUNK)), (b"abc".to_vec(), b"a".to_vec()));
        let trace = String::from_utf8(read(TRACE)).expect("text");
        assert_eq!(trace, format!("{}\n\nthe trace", breach()));
        let Record { time, .. } = finding.record.clone();
        let expected = Record {
            target: "pool_joins".into(),
            kind: "wrong".into(),
            law: "fifo/one cursor".into(),
            evidence: "step 3: two cursors".into(),
            shape: Some(vec!["x".into(), "y".into()]),
            engine: "swarm".into(),
            seed: Some(7),
            commit: Some("0123".into()),
            time,
            steps_before: 9,
            steps_after: Some(1),
            count: 1,
        };
        assert_eq!(finding.record, expected);
        for path in [finding.folder.clone(), finding.folder.join(RECORD)] {
            assert_eq!(Finding::named(&path).expect("readable"), Some(finding.clone()));
        }
    }

    #[test]
    fn a_failure_of_a_known_shape_only_counts() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let first = keep(folder.path(), &failing(b"abc", &["x"]), &origin()).expect("kept");
        let later = Origin { engine: "afl".to_owned(), seed: None, commit: None };
        let second = keep(folder.path(), &failing(b"abcd", &["x"]), &later).expect("counted");
        assert_eq!(second.folder, first.folder);
        assert_eq!(second.record, Record { count: 2, ..first.record });
        assert_eq!(std::fs::read(first.folder.join(FOUND)).expect("there"), b"abc");
        keep(folder.path(), &failing(b"abc", &["x", "x"]), &origin()).expect("kept");
        assert_eq!(names(folder.path()).len(), 2);
    }

    #[test]
    fn what_cannot_be_shrunk_is_told_apart_by_its_content() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let one = keep(folder.path(), &told(b"abc"), &origin()).expect("kept");
        let same = keep(folder.path(), &told(b"abc"), &origin()).expect("counted");
        assert_eq!((same.record.count, &same.record.shape), (2, &None));
        assert_eq!(names(&one.folder), [FOUND, RECORD, TRACE]);
        assert_eq!(one.input(), one.folder.join(FOUND));
        keep(folder.path(), &told(b"other"), &origin()).expect("kept");
        assert_eq!(names(folder.path()).len(), 2);
    }

    #[test]
    fn a_folder_without_a_record_is_no_finding_and_is_completed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let finding = keep(folder.path(), &failing(b"abc", &["x"]), &origin()).expect("kept");
        std::fs::remove_file(finding.folder.join(RECORD)).expect("removed");
        std::fs::remove_file(finding.folder.join(SHRUNK)).expect("removed");
        assert_eq!(Finding::named(&finding.folder).expect("no trouble"), None);
        let again = keep(folder.path(), &failing(b"abc", &["x"]), &origin()).expect("kept");
        assert_eq!(again.record.count, 1);
        assert!(again.input().is_file());
    }
}
