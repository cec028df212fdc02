//! Laws: what must hold after every step, recomputed from what was observed.
//!
//! Rules: a law sees inputs, actions, verdicts and views, never the oracle and never the inside of
//! a machine. Each has a stable name, listed in [`catalogue`] with the claims of the design that it
//! watches. The laws are judged before the oracle is compared, so a broken one is named for itself.

mod answers;
mod book;
pub mod catalogue;
pub mod cell;
mod change;
mod diagnostic;
mod ending;
mod hear;
mod issue;
mod operation;
mod order;
mod outcome;
mod outcome_table;
mod row;
mod shape;
mod state;
mod table;

pub use row::Row;

use crate::run;
use crate::supervisor::host::rejected_fact;
use crate::supervisor::observation::{Mode, Said, SupervisorSetup, SupervisorView, Told, Verdict};
use crate::supervisor::rig::{Choices, SupervisorRig};
use crate::verdict::LawBreach;
use book::Book;
use issue::Issue;

/// One observed step.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a> {
    /// What the supervisor was told.
    pub told: &'a Told,
    /// What it said.
    pub said: &'a [Said],
    /// How the step ended.
    pub verdict: Verdict,
    /// What it showed before.
    pub before: &'a SupervisorView,
    /// What it shows now.
    pub after: &'a SupervisorView,
}

impl<'a> Observed<'a> {
    /// The step as the runner shows it.
    pub fn of(step: &run::Observed<'a, SupervisorRig>) -> Self {
        let run::Observed { told, said, verdict, before, after, .. } = *step;
        Self { told, said, verdict, before, after }
    }

    /// How often the input was diagnosed as a rejected fact.
    pub fn rejections(&self) -> usize {
        let is_own = |said: &&Said| rejected_fact(said) == Some(self.told);
        self.said.iter().filter(is_own).count()
    }

    /// Whether this fold begins the global shutdown.
    pub fn begins_shutdown(&self) -> bool {
        self.before.mode == Mode::Operating && self.after.mode != Mode::Operating
    }
}

/// The books that the laws keep of one run.
#[derive(Debug, Default)]
pub struct Laws {
    issue: Issue,
    book: Book,
}

impl run::Laws<SupervisorRig> for Laws {
    fn reset(&mut self, _setup: &Choices) {
        self.issue.reset();
        self.book.reset();
    }

    fn judge(&mut self, step: &run::Observed<'_, SupervisorRig>) -> Result<(), LawBreach> {
        self.judge_step(&step.setup.supervisor, &Observed::of(step))
    }
}

impl Laws {
    fn judge_step(
        &mut self,
        setup: &SupervisorSetup,
        step: &Observed<'_>,
    ) -> Result<(), LawBreach> {
        self.issue.begin();
        shape::judge(setup, step)?;
        if step.verdict == Verdict::HandedBack {
            return shape::left_no_trace(step);
        }
        let rejected = step.rejections() > 0;
        if rejected && step.before.mode == step.after.mode {
            // The shape has shown that nothing has changed and that one diagnostic is all there is.
            let mut said = step.said.iter();
            return said.try_for_each(|said| self.issue.judge(setup, step.told, said));
        }
        if !rejected {
            self.book.hear(step.told, step.before.mode)?;
        }
        self.book.ended_by_diagnostic |= step.begins_shutdown() && *step.told != Told::Shutdown;
        answers::judge(&mut self.book, step)?;
        for said in step.said {
            self.issue.judge(setup, step.told, said)?;
            operation::judge(&mut self.book, setup, step, said)?;
            change::judge(&mut self.book, setup, step, said)?;
            ending::judge(&mut self.book, step, said)?;
            diagnostic::judge(&self.book, step, said)?;
        }
        ending::judge_fold(&mut self.book, setup, step)?;
        state::judge(&self.book, setup, step)
    }
}

/// A breach of `law`.
fn breach<T>(law: &'static str, evidence: impl Into<String>) -> Result<T, LawBreach> {
    Err(LawBreach::new(law, evidence))
}

/// Holds `condition` to be so, or the law is broken.
fn hold(
    condition: bool,
    law: &'static str,
    evidence: impl FnOnce() -> String,
) -> Result<(), LawBreach> {
    if condition { Ok(()) } else { breach(law, evidence()) }
}
