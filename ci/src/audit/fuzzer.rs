//! A hunt by libFuzzer: from an empty corpus, over the tree of all wrong designs.
//!
//! Rules: what crashes is replayed by the suite program of the same tree, which says which law it was. A
//! crash of another law than the design's is remembered, and libFuzzer starts again from the next seed
//! while time remains.

use super::hunt::Chase;
use super::limited::{self, Limit, Run};
use super::suites::{Question, Suites, read_kill};
use crate::engine::libfuzzer;
use crate::outcome::Problem;
use crate::store::list_files;
use actor_laws_fuzz::engine::VARIABLE;
use actor_laws_fuzz::target;
use serde_json::Value;
use std::path::Path;
use std::time::{Duration, Instant};

/// How far apart the seeds of two hunts of one design are.
const SEEDS_PER_HUNT: u32 = 1_000;

/// How much a hunt may do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Seconds of one core.
    pub(super) seconds: u32,
    /// Inputs, if they are bounded.
    pub(super) runs: Option<u64>,
}

impl Bounds {
    /// What is left after so many inputs and so much time; `None` if nothing is.
    fn left(self, executions: u64, elapsed: Duration) -> Option<(Duration, Option<u64>)> {
        let time = Duration::from_secs(self.seconds.into()).saturating_sub(elapsed);
        let runs = self.runs.map(|runs| runs.saturating_sub(executions));
        (!time.is_zero() && runs != Some(0)).then_some((time, runs))
    }
}

/// Hunts one design, with more of an environment.
pub(super) fn chase(
    binary: &Path,
    suites: &Suites,
    question: &Question<'_>,
    (name, law): (&str, &str),
    seed: u32,
    bounds: Bounds,
    environment: &[(&str, &str)],
) -> Result<(Chase, bool), Problem> {
    let folder = tempfile::tempdir()
        .map_err(|error| Problem::file(Path::new("a temporary folder"), &error))?;
    let found = folder.path().join(name);
    std::fs::create_dir_all(&found).map_err(|error| Problem::file(&found, &error))?;
    let started = Instant::now();
    let mut chase = Chase::default();
    let mut ran = false;
    for attempt in 1.. {
        let Some(left) = bounds.left(chase.executions, started.elapsed()) else { break };
        let seed = seed * SEEDS_PER_HUNT + attempt;
        let run = fuzz(binary, question, name, seed, left, (&found, environment))?;
        ran |= run.changed_code_ran();
        chase.executions += libfuzzer::executions(&run.errors).unwrap_or_default();
        chase.seconds = started.elapsed().as_secs_f64();
        let crashes = list_files(&found).map_err(|error| Problem::file(&found, &error))?;
        if crashes.is_empty() {
            continue;
        }
        let answer = suites.replay_for(question, name, folder.path(), law)?;
        let answer: Value = serde_json::from_str(answer.output.trim()).unwrap_or_default();
        if read_kill(&answer["named"]).is_some() {
            chase.fell = true;
            break;
        }
        let other = answer["kill"]["law"].as_str().map(str::to_owned);
        chase.other = chase.other.or(other);
        for file in crashes {
            std::fs::remove_file(&file).map_err(|error| Problem::file(&file, &error))?;
        }
    }
    Ok((chase, ran))
}

fn fuzz(
    binary: &Path,
    question: &Question<'_>,
    name: &str,
    seed: u32,
    (time, runs): (Duration, Option<u64>),
    (found, environment): (&Path, &[(&str, &str)]),
) -> Result<Run, Problem> {
    let target = target::find(name).ok_or_else(|| {
        Problem::environment(format!("`{name}` is no target"), "mend the design's header")
    })?;
    let arguments = [
        format!("-seed={seed}"),
        format!("-max_total_time={}", time.as_secs().max(1)),
        format!("-max_len={}", target.input_bytes_max()),
        format!("-artifact_prefix={}/", found.display()),
    ];
    let runs = runs.map(|runs| format!("-runs={runs}"));
    let fixed = libfuzzer::WHOLE_SCENARIOS.into_iter().chain(["-print_final_stats=1"]);
    let arguments: Vec<&str> =
        arguments.iter().chain(&runs).map(String::as_str).chain(fixed).collect();
    let limit = Limit::of_time(time + Duration::from_secs(30));
    let environment: Vec<_> =
        [(VARIABLE, name)].into_iter().chain(environment.iter().copied()).collect();
    limited::run_in(binary, &arguments, &environment, question.variant, limit)
}
