//! The runner of every family but the pool: one scenario through a machine, its oracle, every law and
//! custody.
//!
//! Rules: all buffers are kept from run to run, so the steady path does not allocate; nothing is formatted
//! unless a law breaks or the run is recorded. A run has two phases: the script, then the recovery,
//! after which the machine must have ended and is taken apart. What a family supplies stands in
//! [`Rig`] and the traits beside it. (The pool, whose payloads are cloned, has a runner of its own.)

mod bench;
mod duties;
mod executor;
mod fold;
pub mod names;
mod permitted;
pub(crate) mod product;
mod rig;
#[cfg(test)]
mod toy;
mod trace;

pub use duties::{Duties, Obligation};
pub use permitted::Permitted;
pub use rig::{Data, Host, Laws, Machine, Observed, Oracle, Plan, Rig, SetupOf, StepOf};
pub(crate) use trace::shortened;
pub use trace::{RunPhase, Trace, TraceStep};

use crate::cells::CellSet;
use crate::checks::Checks;
use crate::custody::{Custody, LOST, Ledger};
use crate::observation::Seat;
use crate::script::{Scenario, Script};
use crate::target::Target;
use crate::verdict::{Failure, LawBreach, RunSummary};
use bench::Bench;
use names::{MUST_END, MUST_SETTLE, ORACLE_CONSTRUCTION};
use std::fmt;
use std::marker::PhantomData;
use std::rc::Rc;

/// Inputs that are told after the machine has ended, to see them handed back.
const TOLD_AFTER_END_MAX: u32 = 12;

/// Inputs that prime a foreign machine; a host that wants more is a host that does not end.
const PRIMING_INPUTS_MAX: u32 = 1_000;

/// Runs scenarios of one family against one kind of machine: the core's, or a defective one.
pub struct Runner<R: Rig, M: Machine<R> = <R as Rig>::Machine> {
    scenario: Scenario<R::Script>,
    setup: SetupOf<R>,
    ledger: Rc<Ledger<R::Kind>>,
    host: R::Host,
    oracle: R::Oracle,
    laws: R::Laws,
    custody: Custody<R::Kind>,
    cells: CellSet,
    path: Vec<u16>,
    said: Vec<R::Said>,
    other_said: Vec<R::Said>,
    permitted: Permitted<R>,
    before: R::View,
    after: R::View,
    expected: R::View,
    checks: Checks,
    summary: RunSummary,
    told_after_end: u32,
    recorder: Option<Vec<TraceStep<R>>>,
    construction: Option<R::Rejection>,
    phase: RunPhase,
    script: Option<StepOf<R>>,
    machine: PhantomData<fn() -> M>,
}

impl<R: Rig, M: Machine<R>> fmt::Debug for Runner<R, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner")
            .field("family", &R::NAME)
            .field("summary", &self.summary)
            .finish_non_exhaustive()
    }
}

impl<R: Rig, M: Machine<R>> Default for Runner<R, M> {
    fn default() -> Self {
        let scenario = Scenario::decode(&[]);
        Self {
            setup: R::Script::setup(&scenario.header),
            scenario,
            ledger: Rc::default(),
            host: R::Host::default(),
            oracle: R::Oracle::default(),
            laws: R::Laws::default(),
            custody: Custody::default(),
            cells: CellSet::new(),
            path: Vec::new(),
            said: Vec::new(),
            other_said: Vec::new(),
            permitted: Permitted::default(),
            before: R::View::default(),
            after: R::View::default(),
            expected: R::View::default(),
            checks: Checks::ALL,
            summary: RunSummary::default(),
            told_after_end: 0,
            recorder: None,
            construction: None,
            phase: RunPhase::Chaos,
            script: None,
            machine: PhantomData,
        }
    }
}

impl<R: Rig, M: Machine<R>> Runner<R, M> {
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
        self.load(target, bytes);
        self.recorder = None;
        self.execute()
    }

    /// Runs one scenario, all of its steps.
    ///
    /// # Errors
    ///
    /// The first law that broke.
    pub fn run_scenario(&mut self, scenario: &Scenario<R::Script>) -> Result<RunSummary, Failure> {
        self.scenario.clone_from(scenario);
        self.recorder = None;
        self.execute()
    }

    /// The same run, recorded.
    pub fn trace(&mut self, target: &Target, bytes: &[u8]) -> Trace<R> {
        self.load(target, bytes);
        self.record_run(target.name)
    }

    /// The run of one scenario, all of its steps, recorded.
    pub fn trace_scenario(&mut self, scenario: &Scenario<R::Script>) -> Trace<R> {
        self.scenario.clone_from(scenario);
        self.record_run(R::NAME)
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

    fn load(&mut self, target: &Target, bytes: &[u8]) {
        self.scenario.decode_into(bytes);
        self.scenario.steps.truncate(target.steps_max);
    }

    fn record_run(&mut self, target: &str) -> Trace<R> {
        self.recorder = Some(Vec::new());
        let failure = self.execute().err();
        Trace {
            target: target.to_owned(),
            owner: R::identity(&self.setup),
            setup: self.setup.clone(),
            construction: self.construction,
            steps: self.recorder.take().unwrap_or_default(),
            failure,
        }
    }

    fn execute(&mut self) -> Result<RunSummary, Failure> {
        self.reset();
        let result = self.execute_phases();
        result.map_err(|breach| Failure::of(breach, self.summary.folds.saturating_sub(1)))?;
        Ok(self.summary)
    }

    fn reset(&mut self) {
        self.setup = R::Script::setup(&self.scenario.header);
        self.ledger.begin();
        self.laws.reset(&self.setup);
        self.cells.clear();
        self.path.clear();
        let setup = &self.setup;
        self.custody.reset(|visit| R::setup_values(setup, visit));
        self.host.reset(setup, self.scenario.header.company());
        self.summary = RunSummary::default();
        self.told_after_end = 0;
        self.construction = None;
        self.phase = RunPhase::Chaos;
        self.script = None;
    }

    fn execute_phases(&mut self) -> Result<(), LawBreach> {
        let Some(mut bench) = self.construct()? else { return Ok(()) };
        bench.judged.view(&mut self.after);
        self.run_script(&mut bench)?;
        self.script = None;
        self.phase = RunPhase::Recovery;
        self.recover(&mut bench)?;
        self.dismantle(bench)
    }

    /// Builds the machines; `None` if the construction failed as it must.
    fn construct(&mut self) -> Result<Option<Bench<M>>, LawBreach> {
        let expected = self.oracle.reset(&self.setup);
        self.ledger.begin();
        let built = M::construct(&self.setup, Seat::Judged, Rc::clone(&self.ledger));
        let differs = built.as_ref().err() != expected.as_ref().err();
        if differs && self.checks.oracle {
            let got = built.map(|_| ());
            let evidence = format!("expected {expected:?}, got {got:?} from {:?}", self.setup);
            return Err(LawBreach::new(ORACLE_CONSTRUCTION, evidence));
        }
        match built {
            Ok(judged) => Ok(Some(self.seat(judged))),
            Err(rejection) => {
                self.construction = Some(rejection);
                self.mark(R::cell_of_rejection(rejection));
                let lost = self.ledger.read(|dropped| dropped.first().copied());
                lost.filter(|_| self.checks.custody).map_or(Ok(None), |value| {
                    let evidence = format!("{value:?} in a failed construction");
                    Err(LawBreach::new(LOST, evidence))
                })
            }
        }
    }

    /// Gives the judged machine its company.
    fn seat(&mut self, judged: M) -> Bench<M> {
        let company = self.scenario.header.company();
        let setup = company.foreign.then(|| R::foreign_setup(&self.setup)).flatten();
        let build =
            |setup: &SetupOf<R>, seat| M::construct(setup, seat, Rc::clone(&self.ledger)).ok();
        let twin = company.twin.then(|| build(&self.setup, Seat::Twin)).flatten();
        let foreign = setup.and_then(|setup| build(&setup, Seat::Foreign));
        let mut bench = Bench { judged, twin, foreign };
        if let Some(foreign) = &mut bench.foreign {
            self.prime(foreign);
        }
        bench.introduce();
        bench
    }

    /// Brings the foreign machine to where it has issued one of everything. It is not judged.
    fn prime(&mut self, foreign: &mut M) {
        self.said.clear();
        for _ in 0..PRIMING_INPUTS_MAX {
            let Some(told) = self.host.prime(&self.said) else { break };
            self.said.clear();
            let token = R::token_seat(&told).and_then(|_| foreign.take_token(&told));
            // A breach shows in what it has not issued.
            let _ = foreign.step(&told, token, None, &mut self.said);
        }
    }

    fn mark(&mut self, cell: usize) {
        self.cells.insert(cell);
        self.path.push(cell as u16);
    }

    fn run_script(&mut self, bench: &mut Bench<M>) -> Result<(), LawBreach> {
        for place in 0..self.scenario.steps.len() {
            let step = self.scenario.step(place);
            self.summary.steps += 1;
            self.script = Some(step);
            if let Some(plan) = self.host.preface(step) {
                self.tell(bench, &plan)?;
            }
            if let Some(plan) = self.host.plan(step) {
                self.tell(bench, &plan)?;
            }
            if self.told_after_end > TOLD_AFTER_END_MAX {
                break;
            }
        }
        Ok(())
    }

    fn recover(&mut self, bench: &mut Bench<M>) -> Result<(), LawBreach> {
        self.host.begin_recovery();
        self.settle_all(bench)?;
        if let Some(plan) = self.host.shutdown(&self.after) {
            self.tell(bench, &plan)?;
        }
        let inputs_max = self.host.draining_inputs_max(&self.after);
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
        Err(LawBreach::new(MUST_END, self.host.pending(&self.after)))
    }

    /// Settles everything before the shutdown, as far as that comes to an end.
    fn settle_all(&mut self, bench: &mut Bench<M>) -> Result<(), LawBreach> {
        let inputs_max = self.host.settling_inputs_max(&self.after);
        for _ in 0..inputs_max {
            if self.host.is_closing(&self.after) {
                return Ok(());
            }
            let Some(plan) = self.host.recover() else {
                let waits = self.host.waits_in_vain(&self.after);
                return waits.map_or(Ok(()), |found| Err(LawBreach::new(MUST_SETTLE, found)));
            };
            self.tell(bench, &plan)?;
        }
        Ok(())
    }

    fn dismantle(&mut self, bench: Bench<M>) -> Result<(), LawBreach> {
        self.ledger.begin();
        let mut home = Vec::new();
        bench.judged.dismantle(&mut |kind, tag| home.push((kind, tag)));
        if !self.checks.custody {
            return Ok(());
        }
        self.ledger.read(|dropped| {
            self.custody
                .end(|visit| home.iter().for_each(|(kind, tag)| visit(*kind, *tag)), dropped)
        })
    }
}
