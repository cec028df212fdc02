//! Everything that judges one family of machines, behind one face.
//!
//! Rules: one call a run, none a step; buffers are kept from run to run. What a run reached stays
//! readable until the next one.

use crate::cells::CellSet;
use crate::checks::Checks;
use crate::target::Target;
use crate::verdict::{Failure, RunSummary};
use std::fmt;

/// Runs scenarios of one family through every check.
pub trait Executor: fmt::Debug {
    /// Runs the scenario of `bytes`, as far as `target` runs scenarios.
    ///
    /// # Errors
    ///
    /// The first law that broke.
    fn run(&mut self, target: &Target, bytes: &[u8]) -> Result<RunSummary, Failure>;

    /// The same run, recorded.
    fn trace(&mut self, target: &Target, bytes: &[u8]) -> Box<dyn Recording>;

    /// Judges by these checks from now on; by [`Checks::ALL`] until then.
    fn set_checks(&mut self, checks: Checks);

    /// What the last run did, as far as it came.
    fn summary(&self) -> RunSummary;

    /// The law cells that the last run reached.
    fn cells(&self) -> &CellSet;

    /// The law cells of the last run in the order in which it reached them, with repetitions.
    fn path(&self) -> &[u16];
}

/// A recorded run. It is displayed in fixed columns, one line an input.
pub trait Recording: fmt::Display {
    /// The law that broke.
    fn failure(&self) -> Option<&Failure>;

    /// The whole record as one object: `target`, the construction choices, `steps` and `failure`.
    ///
    /// # Errors
    ///
    /// What kept it from being written.
    fn to_json(&self) -> Result<serde_json::Value, serde_json::Error>;
}
