//! The judges of a run, one after the other over its record.
//!
//! Rules: the machine runs first and is judged afterwards, so that the code of one judge at a time is
//! at work. Whoever judges, the earliest breach counts; in one step the laws come first, then custody,
//! the machine's inside, the oracle, the tables, and last the twin and all that the run itself finds.
//! So a failure carries the most telling name there is.

use super::record::Recorded;
use super::{Reach, Runner};
use crate::pool::custody::{Custody, Deed};
use crate::pool::law::catalogue::{LAW_TABLES, ORACLE_ACTIONS, ORACLE_STATE, ORACLE_VERDICT};
use crate::pool::law::cell::{self, Subject};
use crate::pool::law::{Laws, Observed};
use crate::pool::machine::PoolUnderTest;
use crate::pool::observation::{PoolSetup, PoolView, Role, Said, Told};
use crate::pool::oracle::PoolOracle;
use crate::pool::trace::TraceStep;
use crate::verdict::LawBreach;

/// A breach that the run itself found, before the judges have read the record.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) breach: LawBreach,
    reach: Reach,
}

impl Pending {
    pub(super) fn new(breach: LawBreach, reach: Reach) -> Self {
        Self { breach, reach }
    }
}

/// A breach of a step.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) breach: LawBreach,
    pub(super) step: usize,
}

impl<M: PoolUnderTest> Runner<M> {
    /// The earliest breach in the record; `pending` is what the run has found at its last step.
    pub(super) fn judge(&mut self, pending: Option<&Pending>) -> Result<(), Found> {
        let steps = self.record.len();
        let (for_laws, for_oracle) = match pending.map(|pending| pending.reach) {
            Some(Reach::Machine) => (steps - 1, steps - 1),
            Some(Reach::Inside) => (steps, steps - 1),
            Some(Reach::Beyond) | None => (steps, steps),
        };
        let history = self.judge_history(for_laws);
        let broken = history.as_ref().err().map(|found| found.step);
        self.judge_predictions(
            broken.map_or(steps, |step| step + 1),
            broken.unwrap_or(for_oracle),
        )?;
        history
    }

    /// Laws and custody.
    fn judge_history(&mut self, steps: usize) -> Result<(), Found> {
        let Self { record, laws, custody, scenario, checks, .. } = self;
        record.steps().take(steps).enumerate().try_for_each(|(step, recorded)| {
            let custody = checks.custody.then_some(&mut *custody);
            let judged = judge_step(&scenario.setup, laws, custody, &recorded);
            judged.map_err(|breach| Found { breach, step })
        })
    }

    /// The cells of the first `steps` steps, and the oracle over the first `predicted` of them.
    fn judge_predictions(&mut self, steps: usize, predicted: usize) -> Result<(), Found> {
        let is_predicted = self.checks.oracle;
        let Self { record, oracle, cells, path, other_said, expected, recorder, scenario, .. } =
            self;
        record.steps().take(steps).enumerate().try_for_each(|(step, recorded)| {
            let observed = &recorded.observed;
            let addressee = if is_predicted { oracle.addressee(observed.told) } else { None };
            let subject = subject(observed.before, addressee);
            let table_cell = recorded.entry.verdict.and_then(|_| cell::of_step(subject, observed));
            let said_cells = observed.said.iter().filter_map(cell::of_said);
            for cell in table_cell.into_iter().chain(said_cells) {
                cells.insert(cell);
                path.push(cell as u16);
            }
            if let Some(recorder) = recorder {
                recorder.push(traced(step, &recorded, addressee, scenario.setup.roles()));
            }
            if !is_predicted || step >= predicted {
                return Ok(());
            }
            check_oracle(oracle, (&mut *other_said, &mut *expected), observed)
                .and_then(|()| in_tables(table_cell, subject, observed.told))
                .map_err(|breach| Found { breach, step })
        })
    }
}

fn judge_step(
    setup: &PoolSetup,
    laws: &mut Laws,
    custody: Option<&mut Custody>,
    recorded: &Recorded<'_>,
) -> Result<(), LawBreach> {
    laws.judge(setup, &recorded.observed)?;
    let Some(custody) = custody else { return Ok(()) };
    let Observed { told, said, verdict, .. } = recorded.observed;
    let deed = Deed { told, said, verdict, completed: laws.completed() };
    custody.step(deed, recorded.events, |recipient| recorded.ended.contains(&recipient))
}

/// Whom the input addresses. The oracle has shown the same phases, or its step would have failed.
fn subject(before: &PoolView, addressee: Option<usize>) -> Subject {
    let phase = addressee.and_then(|index| before.members().get(index).copied());
    phase.map_or(Subject::Pool(before.mode), Subject::Member)
}

/// Compares a step with its prediction, which is made in the two buffers.
fn check_oracle(
    oracle: &mut PoolOracle,
    (said, view): (&mut Vec<Said>, &mut PoolView),
    observed: &Observed<'_>,
) -> Result<(), LawBreach> {
    said.clear();
    let verdict = oracle.expect(observed.told, said);
    same_actions(ORACLE_ACTIONS, said, observed.said)?;
    if verdict != observed.verdict {
        let evidence = format!("expected {verdict:?}, got {:?}", observed.verdict);
        return Err(LawBreach::new(ORACLE_VERDICT, evidence));
    }
    oracle.view(view);
    if *view != *observed.after {
        let evidence = format!("expected {view:?}, got {:?}", observed.after);
        return Err(LawBreach::new(ORACLE_STATE, evidence));
    }
    Ok(())
}

fn traced(
    step: usize,
    recorded: &Recorded<'_>,
    addressee: Option<usize>,
    roles: &[Role],
) -> TraceStep {
    let Recorded { entry, observed, .. } = recorded;
    let phase_in = |view: &PoolView| addressee.and_then(|at| view.members().get(at).copied());
    TraceStep {
        step: step as u32,
        phase: entry.phase,
        script: entry.script.map(|step| step.to_string()),
        told: entry.told,
        addressee: addressee.and_then(|at| roles.get(at).copied()),
        mode_before: observed.before.mode,
        before: phase_in(observed.before),
        mode_after: observed.after.mode,
        after: phase_in(observed.after),
        said: observed.said.to_vec(),
        verdict: observed.verdict,
        cut: entry.cut,
    }
}

/// Judged last: the tables say less than the oracle, but they say it in other words.
fn in_tables(cell: Option<usize>, subject: Subject, told: &Told) -> Result<(), LawBreach> {
    if cell.is_some_and(cell::is_reachable) {
        return Ok(());
    }
    let cell = cell.map_or_else(|| "no cell".to_owned(), cell::name);
    Err(LawBreach::new(LAW_TABLES, format!("{subject:?} answered {told:?}: {cell}")))
}

/// The lists are equal, or the breach shows the first difference.
pub(super) fn same_actions(
    law: &'static str,
    expected: &[Said],
    got: &[Said],
) -> Result<(), LawBreach> {
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
