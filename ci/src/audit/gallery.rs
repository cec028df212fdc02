//! All wrong designs in one built tree, for whoever runs single inputs against one of them.

use super::design::Design;
use super::hunts;
use super::limited::{self, Limit, Run};
use super::plan::Plan;
use super::suites::Suites;
use crate::engine::libfuzzer::WHOLE_SCENARIOS;
use crate::outcome::Problem;
use crate::progress::Progress;
use crate::workspace::Workspace;
use actor_laws_fuzz::engine::{ANY_TARGET, VARIABLE};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long any one of its programs may take.
const LIMIT: Duration = Duration::from_secs(120);

/// The built designs.
#[derive(Debug)]
pub(crate) struct Gallery {
    plan: Plan,
    suites: Suites,
    libfuzzer: PathBuf,
}

/// What the suite program says of an input, and of what it shrunk it to.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Shortened {
    /// How the input fails, if it does.
    pub(crate) before: Option<Verdict>,
    /// How the shrunk one does.
    pub(crate) after: Option<Verdict>,
}

/// How an input fails, and how long it is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Verdict {
    /// The law.
    pub(crate) law: String,
    /// `wrong`, `lost` or `stuck`.
    pub(crate) kind: String,
    /// Its steps.
    pub(crate) steps: usize,
    /// Its bytes.
    pub(crate) length: usize,
}

impl Verdict {
    /// Whether the other one is of the same law and kind.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        (&self.law, &self.kind) == (&other.law, &other.kind)
    }
}

impl Gallery {
    /// Builds them, for the suite program and for libFuzzer.
    pub(crate) fn build(workspace: &Workspace, progress: &Progress) -> Result<Self, Problem> {
        let (plan, tree, suites) = hunts::build(workspace, progress)?;
        let libfuzzer = tree.build_libfuzzer()?;
        Ok(Self { plan, suites, libfuzzer })
    }

    /// The target and the law of a design, `partition/name`.
    pub(crate) fn target_and_law(&self, name: &str) -> Result<(&str, &str), Problem> {
        let (_, design) = self.find(name)?;
        Ok((&design.target, &design.law))
    }

    /// Judges an input of a design's target under the design, and shrinks it until so many tries were in vain.
    pub(crate) fn shrink(
        &self,
        name: &str,
        input: &Path,
        tries: u64,
    ) -> Result<(Shortened, Duration), Problem> {
        let (variant, design) = self.find(name)?;
        let (input, tries) = (input.to_string_lossy(), tries.to_string());
        let words = ["shrink", "--target", &design.target, "--input", &input, "--tries", &tries];
        let run = limited::run(self.suites.program()?, &words, variant, Limit::of_time(LIMIT))?;
        let answer = serde_json::from_str(run.output.trim());
        let answer = answer.map_err(|_| broken(name, &run))?;
        Ok((answer, run.time))
    }

    /// Lets libFuzzer minimize a failing input in `folder`, a step given up after so many runs; the last result
    /// lies at the path that is answered, if there is one.
    pub(crate) fn minimize_by_libfuzzer(
        &self,
        name: &str,
        folder: &Path,
        input: &Path,
        runs: u64,
    ) -> Result<(Option<PathBuf>, Duration), Problem> {
        let (variant, design) = self.find(name)?;
        // It starts itself through a shell, which its own path must not trip.
        let program = folder.join(ANY_TARGET);
        std::fs::copy(&self.libfuzzer, &program)
            .map_err(|error| Problem::file(&program, &error))?;
        let place = folder.join("by-libfuzzer");
        let words = [
            "-minimize_crash=1".to_owned(),
            format!("-runs={runs}"),
            format!("-max_total_time={}", LIMIT.as_secs() / 2),
            format!("-exact_artifact_path={}", place.display()),
            input.display().to_string(),
        ];
        let words: Vec<&str> = words.iter().map(String::as_str).chain(WHOLE_SCENARIOS).collect();
        let target = [(VARIABLE, design.target.as_str())];
        let run = limited::run_in(&program, &words, &target, variant, Limit::of_time(LIMIT))?;
        if !run.errors.contains("CRASH_MIN: minimizing crash input") {
            return Err(broken(name, &run));
        }
        Ok((Some(place).filter(|place| place.is_file()), run.time))
    }

    fn find(&self, name: &str) -> Result<(u32, &Design), Problem> {
        let designs = self.plan.designs.iter();
        let place = designs.into_iter().position(|design| design.name == name);
        let place = place.ok_or_else(|| {
            let what = format!("there is no wrong design `{name}`");
            Problem::environment(what, "rename or remove what is named after it")
        })?;
        Ok((self.plan.number_of_design(place), &self.plan.designs[place]))
    }
}

fn broken(name: &str, run: &Run) -> Problem {
    let last: Vec<&str> = run.errors.lines().rev().take(5).collect();
    Problem::environment(
        format!("{name}: ended with {:?}: {}", run.ended, last.join(" | ")),
        "try `cargo laws audit --designs` with this design",
    )
}
