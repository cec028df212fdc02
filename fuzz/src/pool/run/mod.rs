//! The runner: one scenario through the machine, its oracle, every law and custody.
//!
//! Rules: all buffers are kept from run to run, so the steady path does not allocate; nothing is
//! formatted unless a law breaks or the run is traced. A run has two phases: the script, then the
//! recovery, after which the machine must have ended. Then the judges read the record of the run, and
//! the machine is taken apart.

mod bench;
mod fold;
mod foreign;
mod judge;
mod namesake;
mod record;

pub use crate::verdict::{Failure, FailureKind, RunSummary};

use crate::checks::Checks;
use crate::pool::core_pool::CorePool;
use crate::pool::custody::{Custody, Ledger};
use crate::pool::host::{Host, Plan};
use crate::pool::law::Laws;
use crate::pool::law::catalogue::{MUST_END, MUST_SETTLE, ORACLE_CONSTRUCTION};
use crate::pool::law::cell::{self, CellSet};
use crate::pool::machine::PoolUnderTest;
use crate::pool::observation::{ConstructionFailure, Mode, Origin, PoolView, Said, Told};
use crate::pool::oracle::PoolOracle;
use crate::pool::scenario::{Opcode, Scenario, Step};
use crate::pool::trace::{RunPhase, Trace, TraceStep};
use crate::target::Target;
use crate::verdict::LawBreach;
use bench::Bench;
use judge::{Found, Pending};
use record::Record;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// Inputs that are told after the pool has ended, to see them handed back.
const TOLD_AFTER_END_MAX: u32 = 12;

/// How far the judges may read when the run itself has found a breach at its last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// The machine failed: nothing of the step can be judged.
    Machine,
    /// Its inside is broken: laws and custody come before that, the oracle does not.
    Inside,
    /// Something that comes after all the judges of the last step.
    Beyond,
}

/// Runs scenarios against one kind of machine.
pub struct Runner<M: PoolUnderTest = CorePool> {
    scenario: Scenario,
    ledger: Rc<Ledger>,
    host: Host,
    oracle: PoolOracle,
    laws: Laws,
    custody: Custody,
    cells: CellSet,
    record: Record,
    other_said: Vec<Said>,
    expected: PoolView,
    path: Vec<u16>,
    checks: Checks,
    summary: RunSummary,
    told_after_end: u32,
    recorder: Option<Vec<TraceStep>>,
    construction: Option<ConstructionFailure>,
    phase: RunPhase,
    script: Option<Step>,
    machine: std::marker::PhantomData<fn() -> M>,
}

impl<M: PoolUnderTest> fmt::Debug for Runner<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner").field("summary", &self.summary).finish_non_exhaustive()
    }
}

impl Runner {
    /// A runner of the core's pool.
    pub fn new() -> Self {
        Self::of_machine()
    }
}

impl Default for Runner {
    fn default() -> Self {
        Self::new()
    }
}

impl<M: PoolUnderTest> Runner<M> {
    /// A runner of the machine `M`.
    pub fn of_machine() -> Self {
        let scenario = Scenario::decode(&[]);
        let oracle = PoolOracle::new(&scenario.setup).expect("the benign setup is valid");
        Self {
            ledger: Rc::new(Ledger::default()),
            host: Host::new(scenario.setup),
            oracle,
            laws: Laws::default(),
            custody: Custody::default(),
            cells: CellSet::new(),
            record: Record::default(),
            other_said: Vec::new(),
            expected: blank_view(),
            path: Vec::new(),
            checks: Checks::ALL,
            summary: RunSummary::default(),
            told_after_end: 0,
            recorder: None,
            construction: None,
            phase: RunPhase::Chaos,
            script: None,
            machine: std::marker::PhantomData,
            scenario,
        }
    }

    /// The same runner with other checks.
    #[must_use]
    pub fn checked(self, checks: Checks) -> Self {
        Self { checks, ..self }
    }

    /// Judges by these checks from now on.
    pub fn set_checks(&mut self, checks: Checks) {
        self.checks = checks;
    }

    /// Runs the scenario of `bytes`, as far as `target` runs scenarios.
    ///
    /// # Errors
    ///
    /// The first law that broke.
    pub fn run(&mut self, target: &Target, bytes: &[u8]) -> Result<RunSummary, Failure> {
        self.scenario.decode_into(bytes);
        self.scenario.steps.truncate(target.steps_max);
        self.recorder = None;
        self.execute()
    }

    /// Runs one scenario, all of its steps.
    ///
    /// # Errors
    ///
    /// The first law that broke.
    pub fn run_scenario(&mut self, scenario: &Scenario) -> Result<RunSummary, Failure> {
        self.scenario.clone_from(scenario);
        self.recorder = None;
        self.execute()
    }

    /// The same run, recorded.
    pub fn trace(&mut self, target: &Target, bytes: &[u8]) -> Trace {
        self.scenario.decode_into(bytes);
        self.scenario.steps.truncate(target.steps_max);
        self.recorder = Some(Vec::new());
        let failure = self.execute().err();
        Trace {
            target: target.name.to_owned(),
            setup: self.scenario.setup,
            construction: self.construction,
            steps: self.recorder.take().unwrap_or_default(),
            failure,
        }
    }

    /// What the last run did, as far as it came.
    pub fn summary(&self) -> RunSummary {
        self.summary
    }

    /// The law cells that the last run reached.
    pub fn cells(&self) -> &CellSet {
        &self.cells
    }

    /// The law cells of the last run in the order in which it reached them, with repetitions.
    pub fn path(&self) -> &[u16] {
        &self.path
    }

    fn execute(&mut self) -> Result<RunSummary, Failure> {
        self.reset();
        self.execute_phases().map_err(|Found { breach, step }| Failure::of(breach, step as u32))?;
        Ok(self.summary)
    }

    fn reset(&mut self) {
        self.ledger.reset();
        self.laws.reset(&self.scenario.setup);
        self.record.clear();
        self.cells.clear();
        self.path.clear();
        self.custody.reset(&self.scenario.setup);
        self.host.reset(&self.scenario.setup, self.scenario.company.twin);
        self.summary = RunSummary::default();
        self.told_after_end = 0;
        self.construction = None;
        self.phase = RunPhase::Chaos;
    }

    fn execute_phases(&mut self) -> Result<(), Found> {
        let Some(mut bench) = self.construct().map_err(|breach| self.found_last(breach))? else {
            return Ok(());
        };
        bench.judged.view(self.record.first_view_mut());
        let live = AssertUnwindSafe(|| self.live(&mut bench));
        let pending = match catch_unwind(live) {
            Ok(lived) => lived.err(),
            // A machine that breaks a law can make its host give up; the law is what counts.
            Err(panic) => {
                self.judge(None)?;
                resume_unwind(panic)
            }
        };
        self.judge(pending.as_ref())?;
        match pending {
            Some(pending) => Err(self.found_last(pending.breach)),
            None => self.dismantle(bench).map_err(|breach| self.found_last(breach)),
        }
    }

    /// A breach that belongs to the last input that was told.
    fn found_last(&self, breach: LawBreach) -> Found {
        Found { breach, step: self.summary.folds.saturating_sub(1) as usize }
    }

    /// The machine's life: the script, then the recovery.
    fn live(&mut self, bench: &mut Bench<M>) -> Result<(), Pending> {
        self.run_script(bench)?;
        self.script = None;
        self.phase = RunPhase::Recovery;
        self.recover(bench)
    }

    /// Builds the machines; `None` if the construction failed as it must.
    fn construct(&mut self) -> Result<Option<Bench<M>>, LawBreach> {
        let setup = self.scenario.setup;
        let expected = self.oracle.reset(&setup);
        self.ledger.begin();
        let built = M::construct(&setup, Origin::Own, Rc::clone(&self.ledger));
        let differs = built.as_ref().err() != expected.as_ref().err();
        if differs && self.checks.oracle {
            let got = built.map(|_| ());
            let evidence = format!("expected {expected:?}, got {got:?} from {setup:?}");
            return Err(LawBreach::new(ORACLE_CONSTRUCTION, evidence));
        }
        match built {
            Ok(judged) => Ok(Some(self.seat(judged))),
            Err(failure) => {
                self.construction = Some(failure);
                self.mark(cell::of_construction(failure));
                let lost = self.ledger.read(|events| events.first().copied());
                lost.filter(|_| self.checks.custody).map_or(Ok(None), |event| {
                    let evidence = format!("{event:?} in a failed construction");
                    Err(LawBreach::new(crate::pool::custody::LOST, evidence))
                })
            }
        }
    }

    /// Gives the judged machine its company.
    fn seat(&mut self, judged: M) -> Bench<M> {
        let Scenario { setup, company, .. } = &self.scenario;
        let build = |seat| M::construct(setup, seat, Rc::clone(&self.ledger)).ok();
        let twin = if company.twin { build(Origin::Twin) } else { None };
        let foreign = if company.foreign {
            foreign::prime(setup, &self.ledger, self.host.foreign_mut(), &mut self.other_said)
        } else {
            None
        };
        let mut bench = Bench { judged, twin, foreign, namesake: None };
        bench.introduce();
        bench
    }

    fn mark(&mut self, cell: usize) {
        self.cells.insert(cell);
        self.path.push(cell as u16);
    }

    fn run_script(&mut self, bench: &mut Bench<M>) -> Result<(), Pending> {
        for index in 0..self.scenario.steps.len() {
            let mut step = self.scenario.steps[index];
            if self.scenario.disabled.contains(step.opcode) {
                step.opcode = Opcode::SettleOldest;
            }
            self.summary.steps += 1;
            self.script = Some(step);
            if let Some(plan) = self.host.preface(step) {
                self.tell(bench, &plan)?;
            }
            if let Some(plan) = self.host.plan(step) {
                let (setup, said) = (&self.scenario.setup, &mut self.other_said);
                let plan = bench.invite(plan, setup, &self.ledger, said);
                self.tell(bench, &plan)?;
            }
            if self.told_after_end > TOLD_AFTER_END_MAX {
                break;
            }
        }
        Ok(())
    }

    fn recover(&mut self, bench: &mut Bench<M>) -> Result<(), Pending> {
        self.host.begin_recovery();
        self.settle_all(bench)?;
        if self.record.last_view().mode == Mode::Operating {
            self.tell(bench, &Plan::plain(Told::Shutdown))?;
        }
        let inputs_max = self.host.draining_inputs_max();
        for _ in 0..inputs_max {
            if self.host.ended() {
                return Ok(());
            }
            let Some(plan) = self.host.recover() else { break };
            self.tell(bench, &plan)?;
        }
        if self.host.ended() {
            return Ok(());
        }
        Err(unfinished(MUST_END, self.host.pending(self.record.last_view())))
    }

    /// Settles everything before the shutdown, as far as that comes to an end.
    fn settle_all(&mut self, bench: &mut Bench<M>) -> Result<(), Pending> {
        let inputs_max = self.host.settling_inputs_max(self.record.last_view());
        for _ in 0..inputs_max {
            if matches!(
                self.record.last_view().mode,
                Mode::Draining | Mode::Stopped | Mode::ForcedRetirement
            ) {
                return Ok(());
            }
            let Some(plan) = self.host.recover() else {
                let waits = self.host.waits_in_vain(self.record.last_view());
                return waits.map_or(Ok(()), |found| Err(unfinished(MUST_SETTLE, found)));
            };
            self.tell(bench, &plan)?;
        }
        Ok(())
    }

    fn dismantle(&mut self, bench: Bench<M>) -> Result<(), LawBreach> {
        self.ledger.begin();
        let home = bench.judged.dismantle();
        if !self.checks.custody {
            return Ok(());
        }
        self.ledger.read(|events| self.custody.end(home, events))
    }
}

/// The run came to no end.
fn unfinished(law: &'static str, evidence: String) -> Pending {
    Pending::new(LawBreach::new(law, evidence), Reach::Beyond)
}

fn blank_view() -> PoolView {
    PoolView {
        mode: Mode::Constructed,
        phases: Vec::new(),
        cursor: 0,
        source_home: false,
        queue: Vec::new(),
    }
}
