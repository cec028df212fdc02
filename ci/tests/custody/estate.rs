//! What a killed driver leaves, and what must hold of it.

use crate::checkout::Checkout;
use crate::scenarios::{TARGET, name};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Where campaigns keep inputs, and where they promote them to.
pub(crate) const KEPT: &str = "target/laws/corpus/pool_joins";
pub(crate) const CORPUS: &str = "corpus/pool_joins";

/// Everything that was ever seen to be kept in one checkout.
#[derive(Default)]
pub(crate) struct Estate {
    kept: BTreeSet<PathBuf>,
    told: u64,
    findings: BTreeMap<PathBuf, Vec<u8>>,
}

impl Estate {
    /// Looks at what is there after a kill: all of it must be whole, all that was seen before must still be
    /// there, and everything that the killed command told must be among it.
    pub(crate) fn inspect(&mut self, checkout: &Checkout) {
        let kept: BTreeSet<_> =
            [KEPT, CORPUS].into_iter().flat_map(|path| inputs(checkout, path)).collect();
        for path in &kept {
            let bytes = std::fs::read(path).expect("readable");
            assert!(
                path.ends_with(name(&bytes)),
                "{} is torn: {} bytes",
                path.display(),
                bytes.len()
            );
        }
        let lost: Vec<_> = self.kept.difference(&kept).collect();
        assert!(lost.is_empty(), "kept once, and gone: {lost:?}");
        self.kept = kept;
        self.told = inspect_chronicles(checkout);
        self.inspect_findings(checkout);
    }

    /// How many inputs are there.
    pub(crate) fn inputs(&self) -> usize {
        self.kept.len()
    }

    /// How many inputs chronicles told as kept or promoted.
    pub(crate) fn told(&self) -> u64 {
        self.told
    }

    /// How many findings are there.
    pub(crate) fn findings(&self) -> usize {
        self.findings.len()
    }

    /// Their folders are never taken away and never changed, but for the count in the record.
    fn inspect_findings(&mut self, checkout: &Checkout) {
        let found = findings(checkout);
        let laws: BTreeSet<_> = found.iter().map(|(_, record)| headline(record)).collect();
        for headline in told(checkout) {
            assert!(laws.contains(&headline), "told, and not there: {headline}");
        }
        let mut all = BTreeMap::new();
        for (folder, record) in found {
            for part in ["found", "shrunk", "run.trace"] {
                let content = std::fs::read(folder.join(part)).unwrap_or_default();
                assert!(!content.is_empty(), "{}: {part} is missing", folder.display());
            }
            assert!(record["count"].as_u64() >= Some(1), "{record}");
            let input = std::fs::read(folder.join("found")).expect("it was read");
            all.insert(folder, input);
        }
        for (folder, input) in &self.findings {
            assert_eq!(all.get(folder), Some(input), "{} was lost or changed", folder.display());
        }
        self.findings = all;
    }
}

/// Every whole line of every chronicle can be read, and what all of them count and name as kept is there; answers
/// how many inputs they told.
fn inspect_chronicles(checkout: &Checkout) -> u64 {
    let (mut kept, mut promoted) = (0, 0);
    for path in checkout.files("target/laws/campaigns") {
        let text = std::fs::read_to_string(&path).expect("readable");
        let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
        let read = |line: &str| -> Value {
            let event = serde_json::from_str(line);
            event.unwrap_or_else(|error| panic!("{}: {error}: {line}", path.display()))
        };
        let events: Vec<Value> = whole.lines().map(read).collect();
        let of = |name: &'static str| events.iter().filter(move |event| event["event"] == name);
        for finding in of("finding") {
            let folder = finding["folder"].as_str().expect("a path");
            assert!(
                checkout.path(folder).join("record.json").is_file(),
                "told, not there: {folder}"
            );
        }
        let sample = of("sample").rfind(|event| event["target"] == TARGET);
        let count = |key: &str| sample.map_or(0, |sample| sample[key].as_u64().expect("a count"));
        kept += count("kept");
        promoted += count("promoted");
    }
    let there = |folder| inputs(checkout, folder).len() as u64;
    assert!(kept <= there(KEPT), "{kept} told as kept, {} there", there(KEPT));
    assert!(promoted <= there(CORPUS), "{promoted} told as promoted, {} there", there(CORPUS));
    kept + promoted
}

/// How many campaigns there were.
pub(crate) fn campaigns(checkout: &Checkout) -> usize {
    checkout.files("target/laws/campaigns").len()
}

/// The visible files of a folder.
pub(crate) fn inputs(checkout: &Checkout, folder: &str) -> Vec<PathBuf> {
    let mut files = checkout.files(folder);
    files.retain(|path| !is_hidden(path));
    files
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().unwrap_or_default().as_encoded_bytes().starts_with(b".")
}

/// The folders that have a record, which must be whole, with it.
fn findings(checkout: &Checkout) -> Vec<(PathBuf, Value)> {
    let mut records = checkout.files("target/laws/findings");
    records.retain(|path| path.ends_with("record.json"));
    let read = |path: PathBuf| {
        let text = std::fs::read(&path).expect("readable");
        let record = serde_json::from_slice(&text);
        let record = record.unwrap_or_else(|error| panic!("{} is torn: {error}", path.display()));
        (path.parent().expect("a folder").to_owned(), record)
    };
    records.into_iter().map(read).collect()
}

fn headline(record: &Value) -> String {
    let text = |key: &str| record[key].as_str().expect("a text").to_owned();
    format!("{} {}: {}", text("target"), text("kind"), text("law"))
}

/// The findings that the last command told as it went on.
fn told(checkout: &Checkout) -> Vec<String> {
    let errors = std::fs::read_to_string(checkout.path("errors")).expect("its file");
    // A last line without an end was cut off with the command.
    let whole = errors.rsplit_once('\n').map_or("", |(whole, _)| whole);
    whole.lines().filter_map(|line| line.strip_prefix("FINDING ")).map(str::to_owned).collect()
}

/// How many inputs of the target the last command said that it read, if it came so far.
pub(crate) fn loaded(checkout: &Checkout) -> Option<usize> {
    let errors = std::fs::read_to_string(checkout.path("errors")).expect("its file");
    let start = format!("{TARGET}: ");
    let line = errors
        .lines()
        .find_map(|line| line.trim().strip_prefix(&start)?.split_once(" inputs loaded"));
    line.and_then(|(count, _)| count.parse().ok())
}
