//! How many inputs reach each law cell: the committed corpus, the regressions, and what campaigns here have
//! kept, replayed in this process.
//!
//! Rules: an input counts once, however often it lies there. One that fails is told and counts for no cell.

use crate::cli::cores;
use crate::input::Input;
use crate::judge::Judge;
use crate::outcome::Problem;
use crate::progress::Progress;
use crate::store::{content_name, list_files};
use crate::workspace::Workspace;
use actor_laws_fuzz::target::TARGETS;
use serde::Serialize;
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What the inputs of one target come to.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Tally {
    /// The target.
    pub(crate) target: &'static str,
    /// Committed inputs and regressions.
    pub(crate) committed: usize,
    /// Further inputs that campaigns here have kept.
    pub(crate) kept: usize,
    /// Inputs that fail.
    pub(crate) failing: Vec<Failing>,
    /// Files that are no inputs, each with the reason.
    pub(crate) unusable: Vec<String>,
    /// How many inputs reach each cell of the family.
    #[serde(skip)]
    pub(super) reached: Vec<u32>,
}

/// An input that fails.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Failing {
    /// Its file, from the root of the checkout.
    pub(crate) file: String,
    /// What broke.
    pub(crate) breach: String,
}

impl Tally {
    /// Replays all targets, on all cores.
    pub(super) fn all(workspace: &Workspace) -> Result<Vec<Self>, Problem> {
        let (next, progress) = (AtomicUsize::new(0), Progress::new());
        let task =
            Mutex::new((0, progress.task("replay for the law tables", TARGETS.len() as u64)));
        let work = || {
            let mut tallies = Vec::new();
            loop {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(target) = TARGETS.get(place) else { return tallies };
                tallies.push((place, Self::of(workspace, target.name)));
                let (done, task) = &mut *task.lock().unwrap_or_else(PoisonError::into_inner);
                *done += 1;
                task.at(*done, target.name);
            }
        };
        let mut all = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..cores()).map(|_| scope.spawn(work)).collect();
            let joined =
                threads.into_iter().map(|thread| thread.join().expect("no panic gets out"));
            joined.flatten().collect::<Vec<_>>()
        });
        task.into_inner().unwrap_or_else(PoisonError::into_inner).1.done();
        all.sort_by_key(|(place, _)| *place);
        all.into_iter().map(|(_, tally)| tally).collect()
    }

    /// Replays one target.
    pub(super) fn of(workspace: &Workspace, target: &'static str) -> Result<Self, Problem> {
        let mut judge = Judge::new(target);
        let reached = vec![0; judge.family().cells];
        let (failing, unusable) = (Vec::new(), Vec::new());
        let mut tally = Self { target, committed: 0, kept: 0, failing, unusable, reached };
        let mut seen = HashSet::new();
        for folder in [workspace.corpus(target), workspace.regressions(target)] {
            tally.committed += tally.replay(workspace, &mut judge, &folder, &mut seen)?;
        }
        tally.kept = tally.replay(workspace, &mut judge, &workspace.kept(target), &mut seen)?;
        Ok(tally)
    }

    /// Replays a folder; answers how many inputs there are that were not seen before.
    fn replay(
        &mut self,
        workspace: &Workspace,
        judge: &mut Judge,
        folder: &Path,
        seen: &mut HashSet<String>,
    ) -> Result<usize, Problem> {
        let mut count = 0;
        for path in list_files(folder).map_err(|error| Problem::file(folder, &error))? {
            match judge.load(&path) {
                Ok(input) if seen.insert(content_name(&input.bytes)) => {
                    count += 1;
                    self.run(workspace, judge, &input);
                }
                Ok(_) => {}
                Err(why) => self.unusable.push(format!("{}: {why}", workspace.short(&path))),
            }
        }
        Ok(count)
    }

    fn run(&mut self, workspace: &Workspace, judge: &mut Judge, input: &Input) {
        match judge.run(&input.bytes) {
            Ok(_) => judge.cells().iter().for_each(|cell| self.reached[cell] += 1),
            Err(breach) => {
                let file = workspace.short(&input.path).to_string();
                self.failing.push(Failing { file, breach: breach.to_string() });
            }
        }
    }

    /// Its inputs.
    pub(crate) fn inputs(&self) -> usize {
        self.committed + self.kept
    }
}
