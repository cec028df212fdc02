//! What engines, reports and tests know of the pool.

use crate::checks::Checks;
use crate::engine::{Executor, Recording};
use crate::family::{Choice, Family};
use crate::pool::law::cell::{self, CellSet};
use crate::pool::machine::PoolUnderTest;
use crate::pool::run::Runner;
use crate::pool::scenario::{
    Emphasis, HEADER_BYTES, LAYOUT, ROLES_ASKED_MAX, STEP_BYTES, Scenario, VERSION, WIDE_VERSION,
    generate,
};
use crate::pool::trace::Trace;
use crate::target::{Generate, Target};
use crate::verdict::{Failure, RunSummary};

/// The FIFO pool.
pub static POOL: Family = Family {
    name: "pool",
    cells: cell::CELLS,
    cell_name: cell::name,
    unreachable: cell::unreachable,
    input_kinds: cell::INPUT_KINDS.len(),
    input_kind: cell::input_kind,
    header_bytes: HEADER_BYTES,
    step_bytes: STEP_BYTES,
    layout: LAYOUT,
    to_text: |bytes| Scenario::decode(bytes).to_text(),
    parse_text: |text| Ok(Scenario::parse_text(text)?.encode()),
    version: VERSION,
    wider: &[WIDE_VERSION],
    older: &[],
    executor: || Box::new(Runner::new()),
    choices: &[ROLES],
};

/// How many roles are declared.
const ROLES: Choice = Choice {
    key: "roles",
    values: 1..=ROLES_ASKED_MAX,
    fix: |count, bytes| Scenario::decode(bytes).with_roles(count).encode(),
};

/// The generator of pool scenarios that lean to jobs and their correlations.
pub const ADMISSION: Generate =
    |steps_max, seed, bytes| generate(Emphasis::Admission, steps_max, seed, bytes);
/// The generator of pool scenarios that lean to joins of delivery, completion and stop.
pub const JOINS: Generate =
    |steps_max, seed, bytes| generate(Emphasis::Joins, steps_max, seed, bytes);
/// The generator of pool scenarios that lean to stops and restarts.
pub const RECOVERY: Generate =
    |steps_max, seed, bytes| generate(Emphasis::Recovery, steps_max, seed, bytes);
/// The generator of pool scenarios that lean to shutdowns.
pub const DRAIN: Generate =
    |steps_max, seed, bytes| generate(Emphasis::Drain, steps_max, seed, bytes);

impl<M: PoolUnderTest> Executor for Runner<M> {
    fn run(&mut self, target: &Target, bytes: &[u8]) -> Result<RunSummary, Failure> {
        Runner::run(self, target, bytes)
    }

    fn trace(&mut self, target: &Target, bytes: &[u8]) -> Box<dyn Recording> {
        Box::new(Runner::trace(self, target, bytes))
    }

    fn set_checks(&mut self, checks: Checks) {
        Runner::set_checks(self, checks);
    }

    fn summary(&self) -> RunSummary {
        Runner::summary(self)
    }

    fn cells(&self) -> &CellSet {
        Runner::cells(self)
    }

    fn path(&self) -> &[u16] {
        Runner::path(self)
    }
}

impl Recording for Trace {
    fn failure(&self) -> Option<&Failure> {
        self.failure.as_ref()
    }

    fn to_json(&self) -> Result<serde_json::Value, serde_json::Error> {
        serde_json::to_value(self)
    }
}
