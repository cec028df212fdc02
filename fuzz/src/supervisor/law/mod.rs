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
mod row;
mod shape;
mod state;
mod table;

pub use row::Row;

use crate::supervisor::host::rejected_fact;
use crate::supervisor::observation::{
    Mode, Said, SupervisorSetup, SupervisorView, Told, Verdict,
};
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
    /// How often the input was diagnosed as a rejected fact.
    pub rejections: usize,
}

impl Observed<'_> {
    /// Whether this fold begins the global shutdown.
    fn begins_shutdown(&self) -> bool {
        self.before.mode == Mode::Operating && self.after.mode != Mode::Operating
    }
}

/// How often `said` diagnoses `told` as a rejected fact.
pub fn rejections(told: &Told, said: &[Said]) -> usize {
    said.iter().filter(|said| rejected_fact(said) == Some(told)).count()
}

/// The books that the laws keep of one run.
#[derive(Debug, Default)]
pub struct Laws {
    issue: Issue,
    book: Book,
    /// Cells of the last step's outcomes that only the book knows.
    late: Option<usize>,
}

impl Laws {
    /// A new run begins.
    pub fn reset(&mut self) {
        self.issue.reset();
        self.book.reset();
        self.late = None;
    }

    /// Whom an input addresses: the row of an entry, or nobody. To be asked before the step is judged.
    pub fn subject(&self, told: &Told, before: &SupervisorView) -> cell::Subject {
        row::subject(&self.book, told, before)
    }

    /// The cell of a cancelled transfer's order that the last step completed.
    pub fn completed_order(&self) -> Option<usize> {
        self.late
    }

    /// Judges one step.
    pub fn judge(
        &mut self,
        setup: &SupervisorSetup,
        step: &Observed<'_>,
    ) -> Result<(), LawBreach> {
        self.late = None;
        self.issue.begin();
        shape::judge(setup, step)?;
        if step.verdict == Verdict::HandedBack {
            return shape::left_no_trace(step);
        }
        if step.rejections > 0 && step.before.mode == step.after.mode {
            // The shape has shown that nothing has changed and that one diagnostic is all there is.
            return step.said.iter().try_for_each(|said| self.issue.judge(setup, step.told, said));
        }
        if step.rejections == 0 {
            self.late = cell::order_of(&self.book, step.told);
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
