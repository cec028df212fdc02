//! A target ready to run: which machine is under test, and the buffers that are reused.
//!
//! Rules: every engine, the replays and the driver run inputs through this one type, so that they
//! all judge alike, unless a check is switched off. The canary is the one target outside the registry: it must fail.

use super::canary::CanaryPool;
use super::{Executor, Recording};
use crate::cells::CellSet;
use crate::checks::Checks;
use crate::pool::family as pool;
use crate::pool::run::Runner;
use crate::run::names::NO_PANIC;
use crate::target::{self, Target};
use crate::verdict::{Failure, LawBreach, RunSummary, panic_message};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The name under which the defective machine can be run; no registry lists it.
pub const CANARY: &str = "canary";

/// The canary's target: the scenarios of `pool_admission`.
static CANARY_TARGET: Target = Target {
    name: CANARY,
    about: "a pool that breaks a law on purpose: it must be found",
    steps_max: 128,
    family: &pool::POOL,
    generator: pool::ADMISSION,
};

/// The target of this name, or the canary's.
pub fn target_named(name: &str) -> Option<&'static Target> {
    if name == CANARY { Some(&CANARY_TARGET) } else { target::find(name) }
}

/// What builds an executor.
pub type Build = fn() -> Box<dyn Executor>;

/// A target and the machine that it runs.
#[derive(Debug)]
pub struct Subject {
    target: &'static Target,
    build: Build,
    checks: Checks,
    executor: Box<dyn Executor>,
    summary: RunSummary,
}

impl Subject {
    /// The target of this name, or the canary.
    pub fn named(name: &str) -> Option<Self> {
        let target = target_named(name)?;
        let build = match name {
            CANARY => || -> Box<dyn Executor> { Box::new(Runner::<CanaryPool>::of_machine()) },
            _ => target.family.executor,
        };
        Some(Self::of(target, build))
    }

    /// A target run against whatever machine `build` judges, which must be of the target's family.
    pub fn of(target: &'static Target, build: Build) -> Self {
        let (checks, summary) = (Checks::ALL, RunSummary::default());
        Self { target, build, checks, executor: build(), summary }
    }

    /// The same subject, judged by other checks.
    #[must_use]
    pub fn checked(mut self, checks: Checks) -> Self {
        self.checks = checks;
        self.executor.set_checks(checks);
        self
    }

    /// The target.
    pub fn target(&self) -> &'static Target {
        self.target
    }

    /// Runs one input through every check.
    ///
    /// # Errors
    ///
    /// The first law that broke.
    pub fn run(&mut self, bytes: &[u8]) -> Result<RunSummary, Failure> {
        let result = self.executor.run(self.target, bytes);
        self.summary = self.executor.summary();
        result
    }

    /// The same run, for machines that can be broken beyond what the runner expects: a panic that escapes
    /// from it is a failure of the law [`NO_PANIC`]. What follows runs in an executor that is built anew.
    ///
    /// # Errors
    ///
    /// The first law that broke.
    pub fn run_guarded(&mut self, bytes: &[u8]) -> Result<RunSummary, Failure> {
        let run = AssertUnwindSafe(|| self.run(bytes));
        catch_unwind(run).unwrap_or_else(|panic| {
            self.summary = self.executor.summary();
            self.rebuild();
            let evidence = format!("beyond a step: {}", panic_message(panic.as_ref()));
            let step = self.summary.folds.saturating_sub(1);
            Err(Failure::of(LawBreach::new(NO_PANIC, evidence), step))
        })
    }

    fn rebuild(&mut self) {
        self.executor = (self.build)();
        self.executor.set_checks(self.checks);
    }

    /// The same run, recorded.
    pub fn trace(&mut self, bytes: &[u8]) -> Box<dyn Recording> {
        self.executor.trace(self.target, bytes)
    }

    /// What the last run did, as far as it came.
    pub fn summary(&self) -> RunSummary {
        self.summary
    }

    /// The law cells that the last run reached.
    pub fn cells(&self) -> &CellSet {
        self.executor.cells()
    }

    /// The law cells of the last run in the order in which it reached them, with repetitions.
    pub fn path(&self) -> &[u16] {
        self.executor.path()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Seeded scenarios within which the canary must be found.
    const CANARY_RUNS_MAX: u64 = 200;

    #[test]
    fn the_canary_breaks_a_law_that_the_core_keeps() {
        let mut canary = Subject::named(CANARY).expect("the canary is always there");
        let mut core = Subject::named("pool_admission").expect("registered");
        let mut bytes = Vec::new();
        let found = (0..CANARY_RUNS_MAX).any(|seed| {
            canary.target().generate(seed, &mut bytes);
            canary.run(&bytes).is_err()
        });
        assert!(found, "not found in {CANARY_RUNS_MAX} scenarios");
        let trace = canary.trace(&bytes);
        assert!(trace.failure().is_some());
        assert!(trace.to_string().starts_with("target canary\n"));
        assert!(core.run(&bytes).is_ok());
    }

    #[test]
    fn the_canary_is_in_no_list() {
        assert!(target::find(CANARY).is_none());
        assert!(Subject::named("no such target").is_none());
    }
}
