//! One input through the machine and every check.
//!
//! Order: the machine steps; its history is judged by the laws, its values by custody, its inside by its
//! own invariants, all of it by the oracle and the law tables, and its determinism by the twin. So a failure
//! carries the most telling name there is.

use super::bench::Bench;
use super::names::{
    DETERMINISM, LAW_TABLES, NO_PANIC, ORACLE_ACTIONS, ORACLE_STATE, ORACLE_VERDICT,
};
use super::permitted::{Difference, first_difference};
use super::{Host, Laws, Machine, Observed, Oracle, Plan, Rig, Runner, TraceStep};
use crate::custody::{Custody, Deed, Dropped, Visit};
use crate::verdict::{LawBreach, panic_message};
use std::panic::{AssertUnwindSafe, catch_unwind};

impl<R: Rig, M: Machine<R>> Runner<R, M> {
    /// Tells the judged machine one input and checks all that follows.
    pub(super) fn tell(&mut self, bench: &mut Bench<M>, plan: &Plan<R>) -> Result<(), LawBreach> {
        self.summary.folds += 1;
        self.told_after_end += u32::from(self.host.ended());
        let addressee = self.checks.oracle.then(|| self.oracle.addressee(&plan.told));
        let token = bench.token::<R>(&plan.told)?;
        let twin_in_step = bench.twin.is_some() && self.host.twin_in_step();
        self.said.clear();
        self.ledger.begin();
        let verdict = step::<R, M>(&mut bench.judged, plan, token, &mut self.said);
        std::mem::swap(&mut self.before, &mut self.after);
        let checked = match &verdict {
            Ok(verdict) => {
                bench.judged.view(&mut self.after);
                self.check(bench, plan, addressee, *verdict)
            }
            Err(breach) => Err(breach.clone()),
        };
        self.record(plan, addressee, verdict.as_ref().ok().copied());
        checked?;
        match verdict {
            Ok(verdict) if twin_in_step && self.host.twin_in_step() => {
                self.check_twin(bench, plan, verdict)
            }
            Ok(_) | Err(_) => Ok(()),
        }
    }

    fn check(
        &mut self,
        bench: &Bench<M>,
        plan: &Plan<R>,
        addressee: Option<R::Addressee>,
        verdict: R::Verdict,
    ) -> Result<(), LawBreach> {
        let (told, said, setup) = (&plan.told, &self.said[..], &self.setup);
        let (before, after) = (&self.before, &self.after);
        let observed = Observed { setup, told, said, verdict, before, after };
        let cell = addressee.and_then(|addressee| R::cell_of_step(addressee, &observed));
        let (cells, path) = (&mut self.cells, &mut self.path);
        let mut mark = |cell: usize| {
            cells.insert(cell);
            path.push(cell as u16);
        };
        cell.into_iter().for_each(&mut mark);
        R::cells_of_outcomes(&observed, &mut mark);
        self.laws.judge(&observed)?;
        self.host.observe(plan, &observed);
        if self.checks.custody {
            let (laws, custody) = (&self.laws, &mut self.custody);
            self.ledger.read(|dropped| judge_custody(custody, laws, &observed, dropped))?;
        }
        if self.checks.invariants {
            bench.judged.check_invariants()?;
        }
        match addressee {
            Some(addressee) => {
                self.check_oracle(told, verdict)?;
                in_tables::<R>(cell, addressee, told)
            }
            None => Ok(()),
        }
    }

    fn check_oracle(&mut self, told: &R::Told, verdict: R::Verdict) -> Result<(), LawBreach> {
        self.permitted.clear();
        self.oracle.expect(told, &mut self.permitted);
        let outcome = self.permitted.find(&self.said, verdict).map_err(|difference| {
            let (law, evidence) = match difference {
                Difference::Actions(evidence) => (ORACLE_ACTIONS, evidence),
                Difference::Verdict(evidence) => (ORACLE_VERDICT, evidence),
            };
            LawBreach::new(law, evidence)
        })?;
        self.oracle.took(outcome);
        self.oracle.view(&mut self.expected);
        if self.expected != self.after {
            let evidence = format!("expected {:?}, got {:?}", self.expected, self.after);
            return Err(LawBreach::new(ORACLE_STATE, evidence));
        }
        Ok(())
    }

    /// The twin is told the same and must say the same, end the same and show the same.
    fn check_twin(
        &mut self,
        bench: &mut Bench<M>,
        plan: &Plan<R>,
        verdict: R::Verdict,
    ) -> Result<(), LawBreach> {
        let token = bench.twin_token::<R>(&plan.told);
        let Some(twin) = bench.twin.as_mut() else { return Ok(()) };
        self.other_said.clear();
        self.ledger.begin();
        let twins = step::<R, M>(twin, plan, token, &mut self.other_said)?;
        if self.other_said != self.said {
            let evidence = first_difference(&self.other_said, &self.said);
            return Err(LawBreach::new(DETERMINISM, evidence));
        }
        twin.view(&mut self.expected);
        if twins != verdict {
            let evidence = format!("the twin ends {:?} with {twins:?}, not {verdict:?}", plan.told);
            return Err(LawBreach::new(DETERMINISM, evidence));
        }
        if self.expected != self.after {
            let evidence = format!(
                "the twin shows {:?} after {:?}, not {:?}",
                self.expected, plan.told, self.after
            );
            return Err(LawBreach::new(DETERMINISM, evidence));
        }
        Ok(())
    }

    fn record(
        &mut self,
        plan: &Plan<R>,
        addressee: Option<R::Addressee>,
        verdict: Option<R::Verdict>,
    ) {
        let Some(recorder) = &mut self.recorder else { return };
        recorder.push(TraceStep {
            step: self.summary.folds - 1,
            phase: self.phase,
            script: self.script.map(|step| step.to_string()),
            told: plan.told.clone(),
            addressee,
            before: R::shown(&self.before, addressee),
            after: R::shown(&self.after, addressee),
            said: self.said.clone(),
            verdict,
            cut: plan.cut,
        });
    }
}

/// Moves the values of one step, and judges what was dropped.
fn judge_custody<R: Rig>(
    custody: &mut Custody<R::Kind>,
    laws: &R::Laws,
    observed: &Observed<'_, R>,
    dropped: &[Dropped<R::Kind>],
) -> Result<(), LawBreach> {
    let enters = |visit: Visit<'_, R::Kind>| {
        if !R::is_handed_back(observed.verdict) {
            R::told_values(observed.told, visit);
        }
    };
    let leaves = |visit: Visit<'_, R::Kind>| {
        observed.said.iter().for_each(|said| R::said_values(said, visit));
        R::verdict_values(&observed.verdict, visit);
    };
    let may_end = |visit: Visit<'_, R::Kind>| laws.may_end(observed, visit);
    custody.step(Deed { enters, leaves, may_end }, dropped)
}

/// Steps one machine. A panic is a breach, not a crash.
fn step<R: Rig, M: Machine<R>>(
    machine: &mut M,
    plan: &Plan<R>,
    token: Option<M::Token>,
    said: &mut Vec<R::Said>,
) -> Result<R::Verdict, LawBreach> {
    let step = AssertUnwindSafe(|| machine.step(&plan.told, token, plan.cut, said));
    catch_unwind(step).unwrap_or_else(|panic| {
        Err(LawBreach::new(NO_PANIC, format!("{:?}: {}", plan.told, panic_message(panic.as_ref()))))
    })
}

/// Judged last: the tables say less than the oracle, but they say it in other words.
fn in_tables<R: Rig>(
    cell: Option<usize>,
    addressee: R::Addressee,
    told: &R::Told,
) -> Result<(), LawBreach> {
    if cell.is_some_and(|cell| R::unreachable(cell).is_none()) {
        return Ok(());
    }
    let cell = cell.map_or_else(|| "no cell".to_owned(), R::cell_name);
    Err(LawBreach::new(LAW_TABLES, format!("{addressee:?} answered {told:?}: {cell}")))
}
