//! Makes the committed corpus small (`cargo laws minimize`).
//!
//! Rules: no engine and no exit code is trusted. What is chosen is first written where it is missing, in
//! canonical form, then read back from disk and replayed; only if its features are all that there were is
//! anything removed, and what is removed is told. A process that is killed in between leaves a corpus that has
//! everything and some more, never less. The folder itself stays in place. An input that fails is never removed,
//! and neither is a file that somebody named (one that does not bear its content's name) or that lies in
//! `corpus/regressions`; what such files have is not counted on. The order in which inputs are judged has no
//! part in the choice.

mod compare;
mod crash;
mod pool;

use crate::cli::{Comparison, MinimizeArguments};
use crate::cover::cover;
use crate::features::FeatureSet;
use crate::input::targets_or_all;
use crate::judge::Judge;
use crate::migrate;
use crate::outcome::{Ending, Outcome, Problem};
use crate::store::Store;
use crate::table::Table;
use crate::workspace::Workspace;
use pool::{Pool, load};
use std::path::PathBuf;

/// Minimizes.
pub(crate) fn run(workspace: &Workspace, arguments: &MinimizeArguments) -> Ending {
    if let Some(file) = &arguments.crash {
        let (target, out) = (arguments.target.as_deref(), arguments.out.as_deref());
        return crash::run(workspace, file, target, out, arguments.tries);
    }
    match arguments.compare {
        Some(Comparison::Crash) => return compare::crashes(workspace),
        Some(Comparison::Corpus) => return compare::corpora(workspace, &arguments.targets),
        None => {}
    }
    let targets = targets_or_all(&arguments.targets)?;
    let _lock = workspace.lock()?;
    let mut table = Table::new(&COLUMNS);
    let mut failing = 0;
    for target in targets {
        let corpus = Store::lasting(workspace.corpus(target));
        let kept = Store::passing(workspace.kept(target));
        let extra = arguments.grow.then_some(&kept);
        let minimized = minimize(target, &corpus, extra)?;
        minimized.tell(workspace);
        failing += minimized.failing;
        table.row(minimized.cells(target));
    }
    anstream::println!("{table}");
    Ok(Outcome::of_findings(failing))
}

/// What is told of each target.
const COLUMNS: [&str; 8] =
    ["target", "before", "after", "bytes before", "bytes", "cells", "features", "failing"];

/// What minimizing one target came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Minimized {
    before: usize,
    after: usize,
    bytes_before: usize,
    bytes: usize,
    law_cells: usize,
    features: usize,
    failing: usize,
    added: Vec<PathBuf>,
    removed: Vec<PathBuf>,
}

impl Minimized {
    /// Names what changed.
    fn tell(&self, workspace: &Workspace) {
        for path in &self.added {
            anstream::println!("added   {}", workspace.short(path));
        }
        for path in &self.removed {
            anstream::println!("removed {}", workspace.short(path));
        }
    }

    fn cells(&self, target: &str) -> Vec<String> {
        let Self { before, after, bytes_before, bytes, law_cells, features, failing, .. } = *self;
        let numbers = [before, after, bytes_before, bytes, law_cells, features, failing];
        let numbers = numbers.map(|number| number.to_string());
        [target.to_owned()].into_iter().chain(numbers).collect()
    }
}

/// Minimizes one target's corpus, choosing among its inputs and `extra` ones.
pub(crate) fn minimize(
    target: &'static str,
    corpus: &Store,
    extra: Option<&Store>,
) -> Result<Minimized, Problem> {
    migrate::demand_none_ended(corpus.folder())?;
    let committed = files(corpus)?;
    let extra = extra.map(files).transpose()?.unwrap_or_default();
    let pool = Pool::judge(target, &committed, &extra)?;
    let chosen = cover(&pool.candidates);
    let chosen: Vec<&str> =
        chosen.iter().map(|&place| pool.candidates[place].name.as_str()).collect();
    let mut added = Vec::new();
    for name in &chosen {
        let kept = corpus.keep(&pool.inputs[*name]);
        added.extend(kept.map_err(|error| Problem::file(corpus.folder(), &error))?);
    }
    verify(target, corpus, &chosen, &pool.features)?;
    let removed: Vec<_> =
        pool.passing.iter().filter(|path| !is_chosen(path, &chosen)).cloned().collect();
    for path in &removed {
        std::fs::remove_file(path).map_err(|error| Problem::file(path, &error))?;
    }
    Ok(Minimized {
        before: committed.len(),
        after: files(corpus)?.len(),
        bytes_before: pool.passing_bytes,
        bytes: chosen.iter().map(|name| pool.inputs[*name].len()).sum(),
        law_cells: pool.features.cells(),
        features: pool.features.len(),
        failing: pool.failing,
        added,
        removed,
    })
}

fn is_chosen(path: &std::path::Path, chosen: &[&str]) -> bool {
    chosen.iter().any(|name| path.ends_with(name))
}

fn files(store: &Store) -> Result<Vec<PathBuf>, Problem> {
    store.sweep().and_then(|()| store.list()).map_err(|error| Problem::file(store.folder(), &error))
}

/// Replays what was chosen from disk: it must have every feature.
fn verify(
    target: &'static str,
    corpus: &Store,
    chosen: &[&str],
    features: &FeatureSet,
) -> Result<(), Problem> {
    let mut judge = Judge::new(target);
    let mut found = FeatureSet::new();
    for name in chosen {
        let path = corpus.folder().join(name);
        let input = load(&judge, &path)?;
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
    use crate::store::content_name;

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
    fn two_runs_over_the_same_inputs_choose_the_same_and_name_all_that_changed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let names = |store: &Store| -> Vec<_> {
            let files = store.list().expect("listed").into_iter();
            files.map(|path| path.file_name().expect("named").to_owned()).collect()
        };
        let runs = ["one", "other"].map(|name| {
            let corpus = Store::lasting(folder.path().join(name));
            seeded(&corpus, 80);
            let before = corpus.list().expect("listed");
            let minimized = minimize("pool_joins", &corpus, None).expect("minimized");
            let after = corpus.list().expect("listed");
            let mut all = [after.clone(), minimized.removed].concat();
            all.sort();
            assert_eq!((all, minimized.added), (before, Vec::new()));
            names(&corpus)
        });
        assert_eq!(runs[0], runs[1]);
    }

    #[test]
    fn what_is_chosen_becomes_canonical() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let corpus = Store::lasting(folder.path().join("corpus"));
        let judge = Judge::new(target_named("pool_joins").expect("registered"));
        let mut bytes = Vec::new();
        judge.generate(1, &mut bytes);
        let canonical = bytes.clone();
        bytes[0] = 77;
        let path = corpus.keep(&bytes).expect("kept").expect("new");
        let minimized = minimize("pool_joins", &corpus, None).expect("minimized");
        assert_eq!((minimized.before, minimized.after), (1, 1));
        assert_eq!(minimized.removed, [path]);
        assert_eq!(minimized.added, [corpus.folder().join(content_name(&canonical))]);
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
