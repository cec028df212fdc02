//! The runner behind the engines' face, and the static table of a family that has one.

use super::{Machine, Rig, Runner, Trace};
use crate::cells::CellSet;
use crate::checks::Checks;
use crate::engine::{Executor, Recording};
use crate::family::Family;
use crate::script::{Layout, STEP_BYTES, Scenario, Script};
use crate::target::Target;
use crate::verdict::{Failure, RunSummary};

impl<R: Rig, M: Machine<R> + 'static> Executor for Runner<R, M> {
    fn run(&mut self, target: &Target, bytes: &[u8]) -> Result<RunSummary, Failure> {
        Runner::run(self, target, bytes)
    }

    fn trace(&mut self, target: &Target, bytes: &[u8]) -> Box<dyn Recording> {
        let trace: Trace<R> = Runner::trace(self, target, bytes);
        Box::new(trace)
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

impl Family {
    /// The table of a family that is run by the [`Runner`]: `static PROXY: Family = Family::of::<ProxyRig>();`
    pub const fn of<R: Rig>() -> Self {
        Self {
            name: R::NAME,
            cells: R::CELLS,
            cell_name: R::cell_name,
            unreachable: R::unreachable,
            input_kinds: R::INPUT_KINDS,
            input_kind: R::input_kind,
            header_bytes: R::Script::HEADER_BYTES,
            step_bytes: STEP_BYTES,
            layout: Layout::of::<R::Script>(),
            to_text: |bytes| Scenario::<R::Script>::decode(bytes).to_text(),
            parse_text: |text| Ok(Scenario::<R::Script>::parse_text(text)?.encode()),
            version: R::Script::VERSION,
            wider: &[],
            older: R::Script::OLDER,
            executor: || Box::new(Runner::<R>::default()),
            choices: &[],
        }
    }
}
