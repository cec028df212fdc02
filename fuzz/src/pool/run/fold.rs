//! One input through the machine and every check.
//!
//! Order: the machine steps; its shape and history are judged by the laws, its values by custody,
//! its inside by its own invariants, all of it by the oracle, and its determinism by the twin. So a
//! failure carries the most telling name there is.

use super::bench::Bench;
use super::{Judgement, Runner};
use crate::pool::custody::Deed;
use crate::pool::host::Plan;
use crate::pool::law::catalogue::{
    DETERMINISM, LAW_TABLES, NO_PANIC, ORACLE_ACTIONS, ORACLE_STATE, ORACLE_VERDICT,
};
use crate::pool::law::cell::{self, Subject};
use crate::pool::law::{self, Observed};
use crate::pool::machine::PoolUnderTest;
use crate::pool::observation::{Origin, Said, Told, Verdict};
use crate::pool::trace::TraceStep;
use crate::verdict::LawBreach;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

impl<M: PoolUnderTest> Runner<M> {
    /// Tells the judged machine one input and checks all that follows.
    pub(super) fn tell(&mut self, bench: &mut Bench<M>, plan: &Plan) -> Result<(), LawBreach> {
        self.summary.folds += 1;
        self.told_after_end += u32::from(self.host.ended());
        let told = &plan.told;
        self.arm(told);
        let addressee = match self.judgement {
            Judgement::WithOracle => self.oracle.addressee(told),
            Judgement::LawsAlone => None,
        };
        let phase_before = addressee.and_then(|index| self.oracle.phase(index));
        let token = bench.token(plan)?;
        let twin_in_step = bench.twin.is_some() && self.host.twin_in_step();
        self.said.clear();
        self.ledger.begin();
        let verdict = step(&mut bench.judged, plan, token, &mut self.said);
        std::mem::swap(&mut self.before, &mut self.after);
        let checked = verdict.and_then(|verdict| {
            bench.judged.view(&mut self.after);
            let subject = match phase_before {
                Some(phase) => Subject::Member(phase),
                None => Subject::Pool(self.before.mode),
            };
            self.check(bench, plan, subject, verdict).map(|()| verdict)
        });
        self.record(plan, addressee, checked.as_ref().ok().copied());
        let verdict = checked?;
        if twin_in_step && self.host.twin_in_step() {
            self.check_twin(bench, plan, verdict)?;
        }
        Ok(())
    }

    /// Clones of this payload panic as often as the input says, in each machine for itself.
    fn arm(&self, told: &Told) {
        if let Told::Submit { payload, clone_panics, .. } = *told {
            self.ledger.arm(Origin::Own, payload, clone_panics);
            self.ledger.arm(Origin::Twin, payload, clone_panics);
        }
    }

    fn check(
        &mut self,
        bench: &Bench<M>,
        plan: &Plan,
        subject: Subject,
        verdict: Verdict,
    ) -> Result<(), LawBreach> {
        let (told, said) = (&plan.told, &self.said[..]);
        let (before, after) = (&self.before, &self.after);
        let rejections = law::rejections(told, said);
        let observed = Observed { told, said, verdict, before, after, rejections };
        let table_cell = cell::of_step(subject, &observed);
        for cell in table_cell.into_iter().chain(said.iter().filter_map(cell::of_said)) {
            self.cells.insert(cell);
            self.path.push(cell as u16);
        }
        self.laws.judge(&self.scenario.setup, &observed)?;
        self.host.observe(plan, said, verdict, rejections > 0);
        let deed = Deed { told, said, verdict, completed: self.laws.completed() };
        self.ledger.read(|events| {
            self.custody.step(deed, events, |recipient| self.host.has_stopped(recipient))
        })?;
        bench.judged.check_invariants()?;
        match self.judgement {
            Judgement::WithOracle => {
                self.check_oracle(told, verdict)?;
                in_tables(table_cell, subject, told)
            }
            Judgement::LawsAlone => Ok(()),
        }
    }

    fn check_oracle(&mut self, told: &Told, verdict: Verdict) -> Result<(), LawBreach> {
        self.other_said.clear();
        let expected = self.oracle.expect(told, &mut self.other_said);
        same_actions(ORACLE_ACTIONS, &self.other_said, &self.said)?;
        if expected != verdict {
            let evidence = format!("expected {expected:?}, got {verdict:?}");
            return Err(LawBreach::new(ORACLE_VERDICT, evidence));
        }
        self.oracle.view(&mut self.expected);
        if self.expected != self.after {
            let evidence = format!("expected {:?}, got {:?}", self.expected, self.after);
            return Err(LawBreach::new(ORACLE_STATE, evidence));
        }
        Ok(())
    }

    fn check_twin(
        &mut self,
        bench: &mut Bench<M>,
        plan: &Plan,
        verdict: Verdict,
    ) -> Result<(), LawBreach> {
        let token = bench.twin_token(plan);
        let Some(twin) = bench.twin.as_mut() else { return Ok(()) };
        self.other_said.clear();
        self.ledger.begin();
        let twins = step(twin, plan, token, &mut self.other_said)?;
        same_actions(DETERMINISM, &self.other_said, &self.said)?;
        if twins != verdict {
            let evidence = format!("the twin ends {:?} with {twins:?}, not {verdict:?}", plan.told);
            return Err(LawBreach::new(DETERMINISM, evidence));
        }
        Ok(())
    }

    fn record(&mut self, plan: &Plan, addressee: Option<usize>, verdict: Option<Verdict>) {
        let Some(recorder) = &mut self.recorder else { return };
        let phase_in = |view: &crate::pool::observation::PoolView| {
            let index = addressee.filter(|index| *index < usize::from(view.role_count));
            index.map(|index| view.phases[index])
        };
        recorder.push(TraceStep {
            step: self.summary.folds - 1,
            phase: self.phase,
            script: self.script.map(|step| step.to_string()),
            told: plan.told,
            addressee: addressee.and_then(|at| self.scenario.setup.roles().get(at).copied()),
            mode_before: self.before.mode,
            before: phase_in(&self.before),
            mode_after: self.after.mode,
            after: phase_in(&self.after),
            said: self.said.clone(),
            verdict: verdict.unwrap_or(Verdict::Continue),
            cut: plan.cut,
        });
    }
}

/// Steps one machine. A panic that no payload was told to raise is a breach, not a crash.
fn step<M: PoolUnderTest>(
    machine: &mut M,
    plan: &Plan,
    token: Option<M::Token>,
    said: &mut Vec<Said>,
) -> Result<Verdict, LawBreach> {
    let step = AssertUnwindSafe(|| machine.step(&plan.told, token, plan.cut, said));
    catch_unwind(step).unwrap_or_else(|panic| {
        Err(LawBreach::new(NO_PANIC, format!("{:?}: {}", plan.told, message(panic.as_ref()))))
    })
}

/// Judged last: the tables say less than the oracle, but they say it in other words.
fn in_tables(cell: Option<usize>, subject: Subject, told: &Told) -> Result<(), LawBreach> {
    if cell.is_some_and(cell::is_reachable) {
        return Ok(());
    }
    let cell = cell.map_or_else(|| "no cell".to_owned(), cell::name);
    Err(LawBreach::new(LAW_TABLES, format!("{subject:?} answered {told:?}: {cell}")))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}

/// The lists are equal, or the breach shows the first difference.
fn same_actions(law: &'static str, expected: &[Said], got: &[Said]) -> Result<(), LawBreach> {
    if expected == got {
        return Ok(());
    }
    let pairs = expected.iter().zip(got).take_while(|(expected, got)| expected == got);
    let place = pairs.count();
    let evidence = format!(
        "action {place}: expected {:?}, got {:?}; expected all: {expected:?}",
        expected.get(place),
        got.get(place),
    );
    Err(LawBreach::new(law, evidence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::law::cell::{Disposition, InputKind, declared};
    use crate::pool::observation::Phase;

    #[test]
    fn a_disposition_that_no_table_contains_is_named() {
        let subject = Subject::Member(Phase::Idle);
        let breach = in_tables(None, subject, &Told::Shutdown).expect_err("no cell");
        assert_eq!(breach.law, LAW_TABLES);
        let unreachable = declared().find(|cell| cell::unreachable(*cell).is_some());
        let breach = in_tables(unreachable, subject, &Told::Shutdown).expect_err("unreachable");
        assert_eq!(breach.law, LAW_TABLES);
        assert!(in_tables(Some(0), subject, &Told::Shutdown).is_ok());
    }

    #[test]
    fn kinds_and_dispositions_are_numbered_as_they_are_listed() {
        for (number, kind) in cell::INPUT_KINDS.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
        }
        for (number, way) in cell::DISPOSITIONS.into_iter().enumerate() {
            assert_eq!(way as usize, number);
        }
        for (number, phase) in cell::PHASES.into_iter().enumerate() {
            assert_eq!(phase as usize, number);
        }
        assert_eq!(InputKind::of(&Told::Shutdown), InputKind::Shutdown);
        assert_eq!(Disposition::Accepted as usize, 0);
    }

    #[test]
    fn cell_names_are_unique() {
        let mut names: Vec<String> = declared().map(cell::name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), cell::CELLS);
    }
}
