//! Where correlations come from: one sequence a kind, drawn from in order, with a high-water mark.

use crate::pool::observation::{Lease, SequencePlan, Sequences, Unavailable};

/// The undrawn rest of one sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequence {
    upcoming: Option<u64>,
    last: u64,
    renewal: Option<Lease>,
    mark: Option<u64>,
}

impl Sequence {
    fn new(plan: &SequencePlan) -> Self {
        let mut sequence = Self { upcoming: None, last: 0, renewal: plan.renewal, mark: None };
        sequence.enter(Some(plan.lease));
        sequence
    }

    fn enter(&mut self, lease: Option<Lease>) {
        match lease {
            Some(Lease { first, last }) if first <= last => {
                self.upcoming = Some(first);
                self.last = last;
            }
            Some(_) | None => match self.renewal.take() {
                Some(renewal) => self.enter(Some(renewal)),
                None => self.upcoming = None,
            },
        }
    }

    /// Consumes one candidate, whatever becomes of it.
    pub(super) fn draw(&mut self) -> Result<u64, Unavailable> {
        let candidate = self.upcoming.ok_or(Unavailable::Exhausted)?;
        if candidate < self.last {
            self.upcoming = Some(candidate + 1);
        } else {
            let renewal = self.renewal.take();
            self.enter(renewal);
        }
        if self.mark.is_some_and(|mark| candidate <= mark) {
            return Err(Unavailable::Collision { candidate });
        }
        self.mark = Some(candidate);
        Ok(candidate)
    }
}

/// All sequences of a pool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wells {
    job: Sequence,
    admission: Sequence,
    assignment: Sequence,
    completion: Sequence,
    pub(super) activation: Sequence,
    pub(super) recovery: Sequence,
    pub(super) birth: Sequence,
    pub(super) timer: Sequence,
    pub(super) shutdown: Sequence,
    pub(super) diagnostic: Sequence,
}

impl Wells {
    pub(super) fn new(plans: &Sequences) -> Self {
        Self {
            job: Sequence::new(&plans.job),
            admission: Sequence::new(&plans.admission),
            assignment: Sequence::new(&plans.assignment),
            completion: Sequence::new(&plans.completion),
            activation: Sequence::new(&plans.activation),
            recovery: Sequence::new(&plans.recovery),
            birth: Sequence::new(&plans.birth),
            timer: Sequence::new(&plans.timer),
            shutdown: Sequence::new(&plans.shutdown),
            diagnostic: Sequence::new(&plans.diagnostic),
        }
    }

    /// Job and admission ordinal. Both sequences are drawn from even if the first fails.
    pub(super) fn draw_job(&mut self) -> Option<(u64, u64)> {
        let (job, admitted) = (self.job.draw(), self.admission.draw());
        Some((job.ok()?, admitted.ok()?))
    }

    /// The assignment; its completion pair is drawn along with it and never shows.
    pub(super) fn draw_dispatch(&mut self) -> Option<u64> {
        let (assignment, completion) = (self.assignment.draw(), self.completion.draw());
        completion.ok()?;
        assignment.ok()
    }
}
