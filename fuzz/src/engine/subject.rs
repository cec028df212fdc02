//! A target ready to run: which machine is under test, and the buffers that are reused.
//!
//! Rules: every engine, the replays and the driver run inputs through this one type, so that they
//! all judge alike. The canary is the one target outside the registry: it must fail.

use super::canary::CanaryPool;
use crate::pool::law::cell::CellSet;
use crate::pool::run::{Failure, RunSummary, Runner};
use crate::pool::trace::Trace;
use crate::target::{self, Target};

/// The name under which the defective machine can be run; no registry lists it.
pub const CANARY: &str = "canary";

/// A target and the machine that it runs.
#[derive(Debug)]
pub struct Subject {
    target: &'static Target,
    machine: Machine,
}

#[derive(Debug)]
enum Machine {
    Core(Box<Runner>),
    Canary(Box<Runner<CanaryPool>>),
}

impl Subject {
    /// The target of this name, or the canary.
    pub fn named(name: &str) -> Option<Self> {
        if name == CANARY {
            let machine = Machine::Canary(Box::new(Runner::of_machine()));
            return Some(Self { target: &target::TARGETS[0], machine });
        }
        let target = target::find(name)?;
        Some(Self { target, machine: Machine::Core(Box::default()) })
    }

    /// The target; for the canary, the one whose scenarios it borrows.
    pub fn target(&self) -> &'static Target {
        self.target
    }

    /// Runs one input through every check.
    ///
    /// # Errors
    ///
    /// The first law that broke.
    pub fn run(&mut self, bytes: &[u8]) -> Result<RunSummary, Failure> {
        match &mut self.machine {
            Machine::Core(runner) => runner.run(self.target, bytes),
            Machine::Canary(runner) => runner.run(self.target, bytes),
        }
    }

    /// The same run, recorded.
    pub fn trace(&mut self, bytes: &[u8]) -> Trace {
        match &mut self.machine {
            Machine::Core(runner) => runner.trace(self.target, bytes),
            Machine::Canary(runner) => {
                Trace { target: CANARY.to_owned(), ..runner.trace(self.target, bytes) }
            }
        }
    }

    /// The law cells that the last run reached.
    pub fn cells(&self) -> &CellSet {
        match &self.machine {
            Machine::Core(runner) => runner.cells(),
            Machine::Canary(runner) => runner.cells(),
        }
    }

    /// The law cells of the last run in the order in which it reached them, with repetitions.
    pub fn path(&self) -> &[u16] {
        match &self.machine {
            Machine::Core(runner) => runner.path(),
            Machine::Canary(runner) => runner.path(),
        }
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
        let mut core = Subject::named(canary.target().name).expect("registered");
        let mut bytes = Vec::new();
        let found = (0..CANARY_RUNS_MAX).any(|seed| {
            canary.target().generate(seed, &mut bytes);
            canary.run(&bytes).is_err()
        });
        assert!(found, "not found in {CANARY_RUNS_MAX} scenarios");
        assert!(canary.trace(&bytes).failure.is_some());
        assert!(core.run(&bytes).is_ok());
    }

    #[test]
    fn the_canary_is_in_no_list() {
        assert!(target::find(CANARY).is_none());
        assert!(Subject::named("no such target").is_none());
    }
}
