//! The inputs among which a minimization can choose, judged on all cores.

use crate::cli::cores;
use crate::cover::Candidate;
use crate::features::{Feature, FeatureSet};
use crate::input::Input;
use crate::judge::{Breach, Judge};
use crate::outcome::Problem;
use crate::store::content_name;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The inputs of one target that can be chosen, in canonical form, by content name.
#[derive(Debug, Default)]
pub(super) struct Pool {
    pub(super) inputs: BTreeMap<String, Vec<u8>>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) features: FeatureSet,
    /// Files of the corpus that pass and bear their content's name: these may go.
    pub(super) passing: Vec<PathBuf>,
    /// Their length together.
    pub(super) passing_bytes: usize,
    pub(super) failing: usize,
}

/// What one file is.
enum Judged {
    /// Somebody named it.
    Named,
    /// It fails.
    Failing(Breach),
    /// It can be chosen.
    Passing { bytes: Vec<u8>, length: usize, features: Vec<Feature> },
}

impl Pool {
    /// Judges files of the corpus, and extra ones.
    pub(super) fn judge(
        target: &'static str,
        committed: &[PathBuf],
        extra: &[PathBuf],
    ) -> Result<Self, Problem> {
        let paths: Vec<&PathBuf> = committed.iter().chain(extra).collect();
        let mut pool = Self::default();
        for (place, judged) in judge_all(target, &paths)?.into_iter().enumerate() {
            pool.add(paths[place], judged, place < committed.len());
        }
        Ok(pool)
    }

    fn add(&mut self, path: &Path, judged: Judged, is_committed: bool) {
        match judged {
            Judged::Named => {}
            Judged::Failing(breach) => {
                self.failing += 1;
                anstream::eprintln!("{}: {breach}", path.display());
            }
            Judged::Passing { bytes, length, features } => {
                if is_committed {
                    self.passing.push(path.to_owned());
                    self.passing_bytes += length;
                }
                self.offer(bytes, features);
            }
        }
    }

    fn offer(&mut self, bytes: Vec<u8>, features: Vec<Feature>) {
        let name = content_name(&bytes);
        if self.inputs.contains_key(&name) {
            return;
        }
        self.features.extend(features.iter().copied());
        self.candidates.push(Candidate { name: name.clone(), length: bytes.len(), features });
        self.inputs.insert(name, bytes);
    }
}

/// Judges every file; the answers are in the order of the files.
fn judge_all(target: &'static str, paths: &[&PathBuf]) -> Result<Vec<Judged>, Problem> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut judge = Judge::new(target);
        let mut judged = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = paths.get(place) else { break Ok(judged) };
            judged.push((place, judge_one(&mut judge, path)?));
        }
    };
    let parts: Result<Vec<_>, Problem> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores()).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().expect("judging does not panic")).collect()
    });
    let mut judged: Vec<_> = parts?.into_iter().flatten().collect();
    judged.sort_by_key(|(place, _)| *place);
    Ok(judged.into_iter().map(|(_, judged)| judged).collect())
}

fn judge_one(judge: &mut Judge, path: &Path) -> Result<Judged, Problem> {
    let input = load(judge, path)?;
    if !path.ends_with(content_name(&input.bytes)) {
        return Ok(Judged::Named);
    }
    let length = input.bytes.len();
    let bytes = judge.canonical(&input.bytes);
    Ok(match judge.run(&bytes) {
        Ok(summary) => {
            let features = FeatureSet::new().extend(judge.shown(summary).features());
            Judged::Passing { bytes, length, features }
        }
        Err(breach) => Judged::Failing(breach),
    })
}

/// Reads an input, or stops everything before anything is changed.
pub(super) fn load(judge: &Judge, path: &Path) -> Result<Input, Problem> {
    judge.load(path).map_err(|unusable| {
        Problem::environment(
            format!("{}: {unusable}", path.display()),
            "repair the file or remove it; nothing was changed",
        )
    })
}
