//! A target ready to run: which machine is under test, and the buffers that are reused.
//!
//! Rules: every engine, the replays and the driver run inputs through this one type, so that they
//! all judge alike. The canary is the one target outside the registry: it must fail.

use crate::law::cell::CellSet;
use crate::run::{Failure, RunSummary, Runner};
use crate::target::{self, Target};
use crate::trace::Trace;

/// The name under which the defective machine can be run; no registry lists it.
pub const CANARY: &str = "canary";

/// A target and the machine that it runs.
#[derive(Debug)]
pub struct Subject {
    target: &'static Target,
    runner: Runner,
}

impl Subject {
    /// The target of this name, or the canary.
    pub fn named(name: &str) -> Option<Self> {
        if name == CANARY {
            return Some(Self { target: &target::TARGETS[0], runner: Runner::new() });
        }
        let target = target::find(name)?;
        Some(Self { target, runner: Runner::new() })
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
        self.runner.run(self.target, bytes)
    }

    /// The same run, recorded.
    pub fn trace(&mut self, bytes: &[u8]) -> Trace {
        self.runner.trace(self.target, bytes)
    }

    /// The law cells that the last run reached.
    pub fn cells(&self) -> &CellSet {
        self.runner.cells()
    }

    /// The law cell of each input of the last run, in order.
    pub fn path(&self) -> &[u16] {
        self.runner.path()
    }
}
