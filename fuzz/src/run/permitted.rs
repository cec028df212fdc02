//! The outcomes that an oracle permits one step to have.

use super::{Rig, SetupOf};
use std::fmt;

/// The permitted outcomes of one step, in order. Memory is kept from step to step.
///
/// An oracle writes each outcome as actions and a verdict: any number of [`say`](Self::say), then
/// [`end`](Self::end); and again for the next permitted outcome.
pub struct Permitted<R: Rig> {
    /// The actions of all outcomes, one after the other.
    said: Vec<R::Said>,
    /// Where the actions of each outcome end, and its verdict.
    outcomes: Vec<(usize, R::Verdict)>,
    rig: std::marker::PhantomData<fn() -> SetupOf<R>>,
}

/// How an observed step differs from every permitted outcome.
pub(super) enum Difference {
    /// The actions are of no outcome.
    Actions(String),
    /// The actions are of an outcome, with another verdict.
    Verdict(String),
}

impl<R: Rig> Default for Permitted<R> {
    fn default() -> Self {
        Self { said: Vec::new(), outcomes: Vec::new(), rig: std::marker::PhantomData }
    }
}

impl<R: Rig> fmt::Debug for Permitted<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<R: Rig> Permitted<R> {
    /// The next action of the outcome that is being written.
    pub fn say(&mut self, said: R::Said) {
        self.said.push(said);
    }

    /// Ends the outcome that is being written.
    pub fn end(&mut self, verdict: R::Verdict) {
        self.outcomes.push((self.said.len(), verdict));
    }

    /// The outcomes that were written.
    pub fn iter(&self) -> impl Iterator<Item = (&[R::Said], R::Verdict)> {
        let starts = std::iter::once(0).chain(self.outcomes.iter().map(|(end, _)| *end));
        starts
            .zip(&self.outcomes)
            .map(|(start, (end, verdict))| (&self.said[start..*end], *verdict))
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.said.clear();
        self.outcomes.clear();
    }

    /// The first permitted outcome that was observed, or how that differs.
    pub(super) fn find(&self, said: &[R::Said], verdict: R::Verdict) -> Result<usize, Difference> {
        if let Some(place) = self.iter().position(|outcome| outcome == (said, verdict)) {
            return Ok(place);
        }
        let expected: Vec<R::Verdict> =
            self.iter().filter(|(expected, _)| *expected == said).map(|(_, v)| v).collect();
        if expected.is_empty() {
            return Err(Difference::Actions(self.actions_evidence(said)));
        }
        Err(Difference::Verdict(format!("expected one of {expected:?}, got {verdict:?}")))
    }

    fn actions_evidence(&self, said: &[R::Said]) -> String {
        let differences = self.iter().map(|(expected, _)| first_difference(expected, said));
        let differences: Vec<String> = differences.collect();
        match differences.as_slice() {
            [] => "the oracle permits no outcome at all".to_owned(),
            [one] => one.clone(),
            several => {
                format!("{} outcomes are permitted: {}", several.len(), several.join("; or "))
            }
        }
    }
}

/// Where two lists of actions differ first.
pub(super) fn first_difference<T: PartialEq + fmt::Debug>(expected: &[T], got: &[T]) -> String {
    let place = expected.iter().zip(got).take_while(|(expected, got)| expected == got).count();
    format!(
        "action {place}: expected {:?}, got {:?}; expected all: {expected:?}",
        expected.get(place),
        got.get(place),
    )
}
