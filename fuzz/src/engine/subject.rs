//! A target ready to run: which machine is under test, and the buffers that are reused.
//!
//! Rules: every engine, the replays and the driver run inputs through this one type, so that they
//! all judge alike. The canary is the one target outside the registry: it must fail.

use super::canary::CanaryPool;
use super::{Executor, Recording};
use crate::cells::CellSet;
use crate::pool::family as pool;
use crate::pool::run::Runner;
use crate::target::{self, Target};
use crate::verdict::{Failure, RunSummary};

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

/// A target and the machine that it runs.
#[derive(Debug)]
pub struct Subject {
    target: &'static Target,
    executor: Box<dyn Executor>,
}

impl Subject {
    /// The target of this name, or the canary.
    pub fn named(name: &str) -> Option<Self> {
        let target = target_named(name)?;
        let executor = match name {
            CANARY => Box::new(Runner::<CanaryPool>::of_machine()),
            _ => (target.family.executor)(),
        };
        Some(Self { target, executor })
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
        self.executor.run(self.target, bytes)
    }

    /// The same run, recorded.
    pub fn trace(&mut self, bytes: &[u8]) -> Box<dyn Recording> {
        self.executor.trace(self.target, bytes)
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
