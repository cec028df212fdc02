//! Runs committed or given inputs once (`cargo laws replay`).
//!
//! Rules: nothing is mutated and nothing is written. A failing input does not hide the ones after it;
//! the report comes in the order of the paths, whichever thread ran what. A file that cannot be run is
//! named and counts against the replay; so does a replay with nothing to run.

use crate::cli::{Profile, ReplayArguments, cores};
use crate::engine::cargo::cargo;
use crate::input::{demand_target, files_below, target_of};
use crate::judge::{Breach, Judge};
use crate::outcome::{Ending, Outcome, Problem};
use crate::progress::{Progress, bad, good};
use crate::table::Table;
use crate::workspace::Workspace;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What became of one input.
#[derive(Debug)]
enum Verdict {
    /// It keeps every law.
    Passed,
    /// It breaks one; with its trace.
    Failed(Breach, String),
    /// It could not be run.
    Unusable(String),
}

/// An input that is to be replayed.
#[derive(Debug)]
struct Job {
    path: PathBuf,
    target: Result<&'static str, String>,
}

/// Passed, failed and unusable inputs.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    passed: usize,
    failed: usize,
    unusable: usize,
}

/// Replays.
pub(crate) fn run(workspace: &Workspace, arguments: &ReplayArguments) -> Ending {
    if let Some(profile) = arguments.profile.filter(|&profile| profile != built_profile()) {
        return run_in(profile, workspace, arguments);
    }
    let target = arguments.target.as_deref().map(demand_target).transpose()?;
    let jobs = jobs(workspace, &arguments.paths, target)?;
    if jobs.is_empty() {
        return Err(Problem::environment(
            "there is no input to replay",
            "name a file or a folder, or run in a checkout whose corpus/ is there",
        ));
    }
    let verdicts = judge_all(&jobs);
    for (job, verdict) in jobs.iter().zip(&verdicts) {
        tell(workspace, job, verdict);
    }
    Ok(conclude(&jobs, &verdicts))
}

/// The profile that this program was built in.
fn built_profile() -> Profile {
    if cfg!(debug_assertions) { Profile::Dev } else { Profile::Release }
}

/// Runs the same command in a driver that is built in another profile.
fn run_in(profile: Profile, workspace: &Workspace, arguments: &ReplayArguments) -> Ending {
    let mut command = Command::new(cargo());
    command.args(["run", "--quiet", "--manifest-path"]).arg(workspace.root().join("Cargo.toml"));
    command.args(["--package", "actor-laws-ci", "--bin", "laws"]);
    if profile == Profile::Release {
        command.arg("--release");
    }
    command.args(["--", "replay"]).args(&arguments.paths);
    command.args(arguments.target.iter().flat_map(|target| ["--target", target]));
    let status = command.status().map_err(|error| Problem::file(Path::new("cargo"), &error))?;
    match status.code() {
        Some(0) => Ok(Outcome::Clean),
        Some(1) => Ok(Outcome::Finding),
        _ => Ok(Outcome::Environment),
    }
}

fn jobs(
    workspace: &Workspace,
    paths: &[PathBuf],
    target: Option<&'static str>,
) -> Result<Vec<Job>, Problem> {
    let committed = [workspace.root().join("corpus")];
    let paths = if paths.is_empty() { &committed[..] } else { paths };
    let mut jobs = Vec::new();
    for path in paths {
        for path in files_below(path).map_err(|error| Problem::file(path, &error))? {
            let target = target.or_else(|| target_of(&path)).ok_or_else(|| {
                "lies in no folder with a target's name; give --target TARGET".to_owned()
            });
            jobs.push(Job { path, target });
        }
    }
    Ok(jobs)
}

/// Judges every job, on all cores.
fn judge_all(jobs: &[Job]) -> Vec<Verdict> {
    let (next, progress) = (AtomicUsize::new(0), Progress::new());
    let task = Mutex::new(progress.task("replay", jobs.len() as u64));
    let verdicts = Mutex::new(Vec::new());
    let locked = || verdicts.lock().unwrap_or_else(PoisonError::into_inner);
    let work = || {
        let mut judges = BTreeMap::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(place) else { break };
            let verdict = judge(job, &mut judges);
            locked().push((place, verdict));
            let task = task.lock().unwrap_or_else(PoisonError::into_inner);
            task.at(place as u64, &format!("{place} of {} inputs", jobs.len()));
        }
    };
    std::thread::scope(|scope| (0..cores()).for_each(|_| drop(scope.spawn(work))));
    task.into_inner().unwrap_or_else(PoisonError::into_inner).done();
    let mut verdicts = verdicts.into_inner().unwrap_or_else(PoisonError::into_inner);
    verdicts.sort_by_key(|(place, _)| *place);
    verdicts.into_iter().map(|(_, verdict)| verdict).collect()
}

fn judge(job: &Job, judges: &mut BTreeMap<&'static str, Judge>) -> Verdict {
    let target = match &job.target {
        Ok(target) => *target,
        Err(reason) => return Verdict::Unusable(reason.clone()),
    };
    let judge = judges.entry(target).or_insert_with(|| Judge::new(target));
    let input = match judge.load(&job.path) {
        Ok(input) => input,
        Err(unusable) => return Verdict::Unusable(unusable.to_string()),
    };
    match judge.run(&input.bytes) {
        Ok(_) => Verdict::Passed,
        Err(breach) => Verdict::Failed(breach, judge.trace(&input.bytes)),
    }
}

fn tell(workspace: &Workspace, job: &Job, verdict: &Verdict) {
    let path = workspace.short(&job.path);
    match verdict {
        Verdict::Passed => {}
        Verdict::Failed(breach, trace) => {
            anstream::println!("{} {path}: {breach}\n{trace}", bad("FAILED"));
        }
        Verdict::Unusable(reason) => anstream::println!("{} {path}: {reason}", bad("UNUSABLE")),
    }
}

fn conclude(jobs: &[Job], verdicts: &[Verdict]) -> Outcome {
    let mut counts: BTreeMap<&str, Count> = BTreeMap::new();
    let mut total = Count::default();
    for (job, verdict) in jobs.iter().zip(verdicts) {
        let target = job.target.as_ref().map_or("(no target)", |target| target);
        counts.entry(target).or_default().add(verdict);
        total.add(verdict);
    }
    let mut table = Table::new(&["target", "passed", "failed", "unusable"]);
    for (target, count) in counts {
        let numbers = [count.passed, count.failed, count.unusable].map(|number| number.to_string());
        table.row([target.to_owned()].into_iter().chain(numbers).collect());
    }
    anstream::println!("{table}");
    let mark = if total.outcome() == Outcome::Clean { good("ok") } else { bad("FAILED") };
    anstream::println!(
        "replay {mark}: {} passed, {} failed, {} unusable",
        total.passed,
        total.failed,
        total.unusable,
    );
    total.outcome()
}

impl Count {
    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Passed => self.passed += 1,
            Verdict::Failed(..) => self.failed += 1,
            Verdict::Unusable(_) => self.unusable += 1,
        }
    }

    fn outcome(self) -> Outcome {
        if self.failed == 0 && self.unusable > 0 {
            return Outcome::Environment;
        }
        Outcome::of_findings(self.failed)
    }
}
