//! Laws: what must hold after every step, recomputed from what was observed.
//!
//! Rules: a law sees inputs, actions, verdicts and views, never the oracle and never the inside of
//! a machine. Each has a stable name, listed in [`catalogue`] with the claims of the design that it
//! watches. The laws are judged before the oracle is compared, so a broken one is named for itself.

pub mod catalogue;
pub mod cell;
mod issue;
mod jobs;
mod order;
mod outcome;
mod restart;
mod shape;
mod staff;
mod state;
mod table;

use crate::pool::host::{is_fact, rejected_fact};
use crate::pool::observation::{Mode, PoolSetup, PoolView, Said, Tag, Told, Verdict};
use crate::verdict::LawBreach;
use issue::Issue;
use jobs::JobBook;
use restart::RestartBook;
use staff::Staff;

/// One observed step.
#[derive(Clone, Copy, Debug)]
pub struct Observed<'a> {
    /// What the pool was told.
    pub told: &'a Told,
    /// What it said.
    pub said: &'a [Said],
    /// How the step ended.
    pub verdict: Verdict,
    /// What it showed before.
    pub before: &'a PoolView,
    /// What it shows now.
    pub after: &'a PoolView,
    /// How often the input was diagnosed as a rejected fact.
    pub rejections: usize,
}

impl Observed<'_> {
    /// Whether the input went in and was taken.
    fn is_taken(&self) -> bool {
        !matches!(self.verdict, Verdict::HandedBack | Verdict::Unwound) && self.rejections == 0
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
    jobs: JobBook,
    staff: Staff,
    restarts: RestartBook,
}

impl Laws {
    /// A new run begins, of a pool of this setup.
    pub fn reset(&mut self, setup: &PoolSetup) {
        self.issue.reset();
        self.jobs.reset();
        self.staff.reset();
        self.restarts.reset(setup);
    }

    /// Payloads of the jobs that the last step completed.
    pub fn completed(&self) -> &[Tag] {
        self.jobs.completed()
    }

    /// Judges one step.
    pub fn judge(&mut self, setup: &PoolSetup, step: &Observed<'_>) -> Result<(), LawBreach> {
        self.jobs.begin();
        shape::judge(setup, step)?;
        if matches!(step.verdict, Verdict::HandedBack | Verdict::Unwound) {
            return shape::left_no_trace(step);
        }
        if step.rejections > 0 && step.before.mode == step.after.mode {
            // The shape has shown that nothing has changed and that one diagnostic is all there is.
            return step.said.iter().try_for_each(|said| self.issue.judge(setup, said));
        }
        self.hear(setup, step);
        self.jobs.find_requeued(setup, step, &self.staff)?;
        for said in step.said {
            self.issue.judge(setup, said)?;
            self.restarts.judge(setup, step, said, &self.staff)?;
            self.jobs.judge(setup, step, said, &mut self.staff)?;
            self.staff.judge(setup, step, said)?;
        }
        state::judge(setup, step, &self.staff)?;
        self.jobs.judge_places(setup, step)
    }

    /// Takes down what the fact itself establishes, before the actions that answer it.
    fn hear(&mut self, setup: &PoolSetup, step: &Observed<'_>) {
        if is_fact(step.told) && step.is_taken() {
            let draining = step.before.mode == Mode::Draining;
            self.staff.hear(setup, step.told, draining);
            self.jobs.hear(step.told);
            self.restarts.hear(step.told);
        }
        self.staff.hear_rejected(step.said);
    }
}

/// A breach of `law`.
fn breach<T>(law: &'static str, evidence: impl Into<String>) -> Result<T, LawBreach> {
    Err(LawBreach::new(law, evidence))
}

/// Holds `condition` to be so, or the law is broken.
#[inline(always)]
fn hold(
    condition: bool,
    law: &'static str,
    evidence: impl FnOnce() -> String,
) -> Result<(), LawBreach> {
    if condition { Ok(()) } else { broken(law, evidence) }
}

/// Apart from the judgement, so that the formatting of evidence stands in nobody's way.
#[cold]
#[inline(never)]
fn broken(law: &'static str, evidence: impl FnOnce() -> String) -> Result<(), LawBreach> {
    breach(law, evidence())
}
