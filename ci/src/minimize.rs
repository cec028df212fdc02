//! Makes the committed corpus small (`cargo laws minimize`).
//!
//! Rules: no engine and no exit code is trusted. What is chosen is first written where it is missing,
//! then read back from disk and replayed; only if its features are all that there were is anything
//! removed. A process that is killed in between leaves a corpus that has everything and some more, never
//! less. The folder itself stays in place. An input that fails is never removed, and neither is a file
//! that somebody named (one that does not bear its content's name) or that lies in
//! `corpus/regressions`; what such files have is not counted on.

mod crash;

use crate::cli::MinimizeArguments;
use crate::cover::{Candidate, cover};
use crate::features::FeatureSet;
use crate::input::{Input, targets_or_all};
use crate::judge::Judge;
use crate::outcome::{Ending, Outcome, Problem};
use crate::store::{Store, content_name};
use crate::table::Table;
use crate::workspace::Workspace;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The inputs of one target that can be chosen, by content name.
#[derive(Debug)]
struct Pool {
    inputs: BTreeMap<String, Vec<u8>>,
    candidates: Vec<Candidate>,
    features: FeatureSet,
    failing: usize,
}

/// Minimizes.
pub(crate) fn run(workspace: &Workspace, arguments: &MinimizeArguments) -> Ending {
    if let Some(file) = &arguments.crash {
        return crash::run(workspace, file, arguments.target.as_deref(), arguments.out.as_deref());
    }
    let targets = targets_or_all(&arguments.targets)?;
    let _lock = workspace.lock()?;
    let mut table = Table::new(&["target", "before", "after", "bytes", "features", "failing"]);
    let mut failing = 0;
    for target in targets {
        let corpus = Store::lasting(workspace.corpus(target));
        let kept = Store::passing(workspace.kept(target));
        let extra = arguments.grow.then_some(&kept);
        let row = minimize(target, &corpus, extra)?;
        failing += row.failing;
        table.row(row.cells(target));
    }
    anstream::println!("{table}");
    Ok(Outcome::of_findings(failing))
}

/// What minimizing one target came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    before: usize,
    after: usize,
    bytes: usize,
    features: usize,
    failing: usize,
}

impl Row {
    fn cells(self, target: &str) -> Vec<String> {
        let numbers = [self.before, self.after, self.bytes, self.features, self.failing];
        let numbers = numbers.map(|number| number.to_string());
        [target.to_owned()].into_iter().chain(numbers).collect()
    }
}

/// Minimizes one target's corpus, choosing among its inputs and `extra` ones.
fn minimize(target: &'static str, corpus: &Store, extra: Option<&Store>) -> Result<Row, Problem> {
    let mut judge = Judge::new(target);
    let committed = files(corpus)?;
    let mut pool = Pool::new();
    for path in committed.iter().chain(&extra.map(files).transpose()?.unwrap_or_default()) {
        pool.add(&mut judge, path)?;
    }
    let chosen = cover(&pool.candidates);
    let chosen: Vec<&String> = chosen.iter().map(|&place| &pool.candidates[place].name).collect();
    for name in &chosen {
        corpus.keep(&pool.inputs[*name]).map_err(|error| Problem::file(corpus.folder(), &error))?;
    }
    verify(&mut judge, corpus, &chosen, &pool.features)?;
    for path in committed.iter().filter(|path| pool.is_spare(path, &chosen)) {
        std::fs::remove_file(path).map_err(|error| Problem::file(path, &error))?;
    }
    Ok(Row {
        before: committed.len(),
        after: files(corpus)?.len(),
        bytes: chosen.iter().map(|name| pool.inputs[*name].len()).sum(),
        features: pool.features.len(),
        failing: pool.failing,
    })
}

fn files(store: &Store) -> Result<Vec<PathBuf>, Problem> {
    store.sweep().and_then(|()| store.list()).map_err(|error| Problem::file(store.folder(), &error))
}

impl Pool {
    fn new() -> Self {
        let (inputs, candidates) = (BTreeMap::new(), Vec::new());
        Self { inputs, candidates, features: FeatureSet::new(), failing: 0 }
    }

    fn add(&mut self, judge: &mut Judge, path: &Path) -> Result<(), Problem> {
        let input = load(judge, path)?;
        let name = content_name(&input.bytes);
        if !path.ends_with(&name) || self.inputs.contains_key(&name) {
            return Ok(());
        }
        match judge.run(&input.bytes) {
            Ok(summary) => {
                let features = FeatureSet::new().extend(judge.shown(summary).features());
                self.features.extend(features.iter().copied());
                let length = input.bytes.len();
                self.candidates.push(Candidate { name: name.clone(), length, features });
                self.inputs.insert(name, input.bytes);
            }
            Err(breach) => {
                self.failing += 1;
                anstream::eprintln!("{}: {breach}", path.display());
            }
        }
        Ok(())
    }

    /// Whether a file of the corpus may go: it passed, bears its content's name, and was not chosen.
    fn is_spare(&self, path: &Path, chosen: &[&String]) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.inputs.contains_key(&name) && !chosen.contains(&&name)
    }
}

fn load(judge: &Judge, path: &Path) -> Result<Input, Problem> {
    judge.load(path).map_err(|unusable| {
        Problem::environment(
            format!("{}: {unusable}", path.display()),
            "repair the file or remove it; nothing was changed",
        )
    })
}

/// Replays what was chosen from disk: it must have every feature.
fn verify(
    judge: &mut Judge,
    corpus: &Store,
    chosen: &[&String],
    features: &FeatureSet,
) -> Result<(), Problem> {
    let mut found = FeatureSet::new();
    for name in chosen {
        let path = corpus.folder().join(name);
        let input = load(judge, &path)?;
        if let Ok(summary) = judge.run(&input.bytes) {
            found.extend(judge.shown(summary).features());
        }
    }
    (found == *features).then_some(()).ok_or_else(|| {
        Problem::environment(
            format!("{}: the chosen inputs do not have every feature", corpus.folder().display()),
            "nothing was removed; report this as a defect of the driver",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::target_named;

    fn seeded(store: &Store, count: u64) {
        let judge = Judge::new(target_named("pool_joins").expect("registered"));
        let mut bytes = Vec::new();
        for seed in 0..count {
            judge.generate(seed, &mut bytes);
            store.keep(&bytes).expect("kept");
        }
    }

    #[test]
    fn a_corpus_gets_smaller_keeps_its_features_and_then_stays() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let corpus = Store::lasting(folder.path().join("pool_joins"));
        seeded(&corpus, 60);
        std::fs::write(corpus.folder().join("by-hand"), b"").expect("written");
        let first = minimize("pool_joins", &corpus, None).expect("minimized");
        assert_eq!(first.before, 61);
        assert!(first.after < first.before, "{first:?}");
        let second = minimize("pool_joins", &corpus, None).expect("minimized");
        assert_eq!((second.before, second.after), (first.after, first.after));
        assert_eq!(second.features, first.features);
        assert!(corpus.folder().join("by-hand").exists());
    }

    #[test]
    fn growing_takes_from_what_campaigns_kept() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let corpus = Store::lasting(folder.path().join("corpus"));
        let kept = Store::lasting(folder.path().join("kept"));
        seeded(&kept, 20);
        let row = minimize("pool_joins", &corpus, Some(&kept)).expect("minimized");
        assert_eq!(row.before, 0);
        assert!(row.after > 0 && row.after <= 20);
        assert_eq!(kept.list().expect("listed").len(), 20);
    }

    #[test]
    fn an_unreadable_input_stops_it_before_anything_changes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let corpus = Store::lasting(folder.path().join("corpus"));
        seeded(&corpus, 5);
        std::fs::write(corpus.folder().join("bad.txt"), "no scenario").expect("written");
        let before = corpus.list().expect("listed");
        assert!(minimize("pool_joins", &corpus, None).is_err());
        assert_eq!(corpus.list().expect("listed"), before);
    }
}
