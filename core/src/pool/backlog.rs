//! The queue: accepted jobs that wait, in admission order.
//!
//! Jobs leave in the order of their admission ordinals, so whatever was assigned once was admitted
//! before everything that was never assigned. The queue is therefore two runs: the returned jobs,
//! ordered by ordinal (there are never more of them than roles), and behind them the fresh jobs in
//! order of arrival. Taking the head and reinserting stay logarithmic in the number of roles and
//! independent of how many jobs wait.

use super::PoolProtocol;
use super::identity::Slot;
use super::member::CustomerObligation;
use alloc::collections::{BTreeMap, VecDeque};

/// The waiting jobs.
#[derive(Debug)]
pub(crate) struct Backlog<P: PoolProtocol> {
    /// By admission ordinal: jobs that were assigned before, with the role they were last assigned to.
    returned: BTreeMap<u64, QueuedJob<P>>,
    /// Jobs that were never assigned, oldest first.
    fresh: VecDeque<CustomerObligation<P>>,
}

/// One waiting job, on its way out of the queue.
#[derive(Debug)]
pub(crate) struct QueuedJob<P: PoolProtocol> {
    pub(crate) obligation: CustomerObligation<P>,
    /// The role that it was last assigned to.
    pub(crate) prior_role: Option<Slot>,
}

impl<P: PoolProtocol> Backlog<P> {
    pub(crate) fn new() -> Self {
        Self { returned: BTreeMap::new(), fresh: VecDeque::new() }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.returned.len() + self.fresh.len()
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.returned.is_empty() && self.fresh.is_empty()
    }

    /// Appends a newly admitted job; its ordinal is above every other.
    #[inline]
    pub(crate) fn append(&mut self, obligation: CustomerObligation<P>) {
        self.fresh.push_back(obligation);
    }

    /// Puts an interrupted job back by its ordinal.
    pub(crate) fn reinsert(&mut self, obligation: CustomerObligation<P>, prior_role: Slot) {
        let queued = QueuedJob { prior_role: Some(prior_role), obligation };
        self.returned.insert(queued.obligation.admitted_at, queued);
    }

    /// Takes the job with the smallest ordinal.
    pub(crate) fn pop(&mut self) -> Option<QueuedJob<P>> {
        let fresh = |obligation| QueuedJob { obligation, prior_role: None };
        match self.returned.pop_first() {
            Some((_, queued)) => Some(queued),
            None => self.fresh.pop_front().map(fresh),
        }
    }

    /// Takes the same job for a dispatch, which makes its prior role of no interest.
    #[inline]
    pub(crate) fn pop_to_dispatch(&mut self) -> Option<CustomerObligation<P>> {
        if self.returned.is_empty() { self.fresh.pop_front() } else { self.pop_returned() }
    }

    #[cold]
    #[inline(never)]
    fn pop_returned(&mut self) -> Option<CustomerObligation<P>> {
        self.returned.pop_first().map(|(_, queued)| queued.obligation)
    }

    /// The job with the smallest ordinal.
    #[inline]
    pub(crate) fn head(&self) -> Option<&CustomerObligation<P>> {
        if self.returned.is_empty() { self.fresh.front() } else { self.returned_head() }
    }

    #[cold]
    #[inline(never)]
    fn returned_head(&self) -> Option<&CustomerObligation<P>> {
        self.returned.first_key_value().map(|(_, queued)| &queued.obligation)
    }

    /// The jobs in the order in which they will leave, each with its prior role.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&CustomerObligation<P>, Option<Slot>)> + '_ {
        let returned = self.returned.values().map(|queued| (&queued.obligation, queued.prior_role));
        returned.chain(self.fresh.iter().map(|obligation| (obligation, None)))
    }

    /// How many jobs were never assigned. Only the invariants ask, here and below.
    pub(crate) fn fresh_len(&self) -> usize {
        self.fresh.len()
    }

    /// The ordinal of the oldest job that was never assigned.
    pub(crate) fn first_fresh(&self) -> Option<u64> {
        self.fresh.front().map(|obligation| obligation.admitted_at)
    }

    /// Whether a job that was assigned before waits under this ordinal.
    pub(crate) fn holds_returned(&self, admitted_at: u64) -> bool {
        self.returned.contains_key(&admitted_at)
    }
}
