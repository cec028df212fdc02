//! The members in declaration order, with indexes that are written from the members themselves.
//!
//! The indexes make the choice of the next idle role, the authorization scan, the lending of the
//! worker source and the question "is every role retired" logarithmic. They hold no fact of their
//! own: [`Roster::put`] derives them from the member, [`Roster::engage`] and [`Roster::release`] know
//! them, and the invariants recompute them.

use super::member::{Assignment, CustomerObligation, InstalledWorker, Member, Standing, Work};
use super::{PoolProtocol, identity::Slot};
use crate::slot_set::SlotSet;
use alloc::vec::Vec;

/// The members of an operating pool.
#[derive(Debug)]
pub(crate) struct Roster<P: PoolProtocol> {
    members: Vec<Member<P>>,
    idle: SlotSet,
    awaiting_authorization: SlotSet,
    activating: SlotSet,
    awaiting_source: SlotSet,
    /// Every member that is not retired.
    recoverable: SlotSet,
}

/// How many members one word of an index covers.
pub(crate) const INDEX_WORD: usize = u64::BITS as usize;

/// One word of each index, a bit a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct IndexWords {
    pub(crate) idle: u64,
    pub(crate) awaiting_authorization: u64,
    pub(crate) activating: u64,
    pub(crate) awaiting_source: u64,
    pub(crate) recoverable: u64,
}

impl<P: PoolProtocol> Roster<P> {
    pub(crate) fn new(members: Vec<Member<P>>) -> Self {
        let empty = || SlotSet::new(members.len());
        let mut roster = Self {
            idle: empty(),
            awaiting_authorization: empty(),
            activating: empty(),
            awaiting_source: empty(),
            recoverable: empty(),
            members: Vec::new(),
        };
        for (position, member) in members.iter().enumerate() {
            roster.enter(position, member.standing());
        }
        Self { members, ..roster }
    }

    pub(crate) fn members(&self) -> &[Member<P>] {
        &self.members
    }

    pub(crate) fn into_members(self) -> Vec<Member<P>> {
        self.members
    }

    #[inline]
    pub(crate) fn get(&self, slot: Slot) -> Option<&Member<P>> {
        self.members.get(slot)
    }

    /// The worker and the assignment of a busy member.
    pub(crate) fn busy(&self, slot: Slot) -> Option<(&InstalledWorker<P>, &Assignment<P>)> {
        match self.members.get(slot)? {
            Member::Ready { worker, work: Work::Busy(assignment) } => Some((worker, assignment)),
            Member::Ready { work: Work::Idle, .. }
            | Member::Creating(_)
            | Member::Initializing { .. }
            | Member::WaitingForActivationAuthorization(_)
            | Member::ActivationDispatched(_)
            | Member::Activating(_)
            | Member::DrainingPreReady(_)
            | Member::Recovering(_)
            | Member::Stopping { .. }
            | Member::Retired => None,
        }
    }

    /// The worker and the assignment of a busy member, for changes that keep it busy.
    #[inline]
    pub(crate) fn busy_mut(
        &mut self,
        slot: Slot,
    ) -> Option<(&InstalledWorker<P>, &mut Assignment<P>)> {
        let (worker, work) = self.ready_mut(slot)?;
        match work {
            Work::Busy(assignment) => Some((worker, assignment)),
            Work::Idle => None,
        }
    }

    #[inline]
    fn ready_mut(&mut self, slot: Slot) -> Option<(&InstalledWorker<P>, &mut Work<P>)> {
        match self.members.get_mut(slot)? {
            Member::Ready { worker, work } => Some((worker, work)),
            Member::Creating(_)
            | Member::Initializing { .. }
            | Member::WaitingForActivationAuthorization(_)
            | Member::ActivationDispatched(_)
            | Member::Activating(_)
            | Member::DrainingPreReady(_)
            | Member::Recovering(_)
            | Member::Stopping { .. }
            | Member::Retired => None,
        }
    }

    /// Takes a member out to consume it; [`Self::put`] must follow in the same fold.
    #[inline]
    pub(crate) fn take(&mut self, slot: Slot) -> Member<P> {
        match self.members.get_mut(slot) {
            Some(member) => {
                let position = slot;
                let standing = member.standing();
                let taken = core::mem::replace(member, Member::Retired);
                self.leave(position, standing);
                taken
            }
            None => Member::Retired,
        }
    }

    /// Installs the next phase of a member that was taken out.
    #[inline]
    pub(crate) fn put(&mut self, slot: Slot, member: Member<P>) {
        let position = slot;
        if let Some(place) = self.members.get_mut(position) {
            let standing = member.standing();
            *place = member;
            self.enter(position, standing);
        }
    }

    /// Makes an idle member busy with what is assigned to its worker.
    #[inline(always)]
    pub(crate) fn engage(
        &mut self,
        slot: Slot,
        assign: impl FnOnce(&InstalledWorker<P>) -> Assignment<P>,
    ) {
        if let Some((worker, work @ Work::Idle)) = self.ready_mut(slot) {
            *work = Work::Busy(assign(worker));
            self.idle.remove(slot);
        }
    }

    /// Makes a busy member idle; answers its job.
    #[inline(always)]
    pub(crate) fn release(&mut self, slot: Slot) -> Option<CustomerObligation<P>> {
        let (_, work) = self.ready_mut(slot)?;
        let Work::Busy(assignment) = core::mem::replace(work, Work::Idle) else { return None };
        self.idle.insert(slot);
        Some(assignment.obligation)
    }

    /// The first idle role at or after `cursor`, around the ring.
    #[inline]
    pub(crate) fn next_idle(&self, cursor: Slot) -> Option<Slot> {
        self.idle.first_from_wrapping(cursor)
    }

    pub(crate) fn has_idle(&self) -> bool {
        !self.idle.is_empty()
    }

    #[inline]
    pub(crate) fn next_awaiting_authorization(&self, from: Slot) -> Option<Slot> {
        self.awaiting_authorization.first_from(from)
    }

    #[inline]
    pub(crate) fn next_awaiting_source(&self, from: Slot) -> Option<Slot> {
        self.awaiting_source.first_from(from)
    }

    /// Whether any member waits for an activation slot or for the worker source.
    #[inline]
    pub(crate) fn has_waiting(&self) -> bool {
        !(self.awaiting_authorization.is_empty() && self.awaiting_source.is_empty())
    }

    /// How many of the activation slots are free, counted no further than needed.
    pub(crate) fn free_activations(&self, limit: usize) -> usize {
        limit - self.activating.iter().take(limit).count()
    }

    #[inline]
    pub(crate) fn every_role_retired(&self) -> bool {
        self.recoverable.is_empty()
    }

    /// What the indexes say of the members of one word. Only the invariants ask.
    #[inline(always)]
    pub(crate) fn index_words(&self, word: usize) -> IndexWords {
        IndexWords {
            idle: self.idle.leaf(word),
            awaiting_authorization: self.awaiting_authorization.leaf(word),
            activating: self.activating.leaf(word),
            awaiting_source: self.awaiting_source.leaf(word),
            recoverable: self.recoverable.leaf(word),
        }
    }

    #[inline]
    fn index(&mut self, standing: Standing) -> Option<&mut SlotSet> {
        match standing {
            Standing::Idle => Some(&mut self.idle),
            Standing::AwaitingAuthorization => Some(&mut self.awaiting_authorization),
            Standing::Activating => Some(&mut self.activating),
            Standing::AwaitingSource => Some(&mut self.awaiting_source),
            Standing::Retired | Standing::Engaged => None,
        }
    }

    #[inline]
    fn enter(&mut self, position: usize, standing: Standing) {
        match self.index(standing) {
            Some(index) => index.insert(position),
            None if standing == Standing::Retired => return self.recoverable.remove(position),
            None => {}
        }
        self.recoverable.insert(position);
    }

    #[inline]
    fn leave(&mut self, position: usize, standing: Standing) {
        if let Some(index) = self.index(standing) {
            index.remove(position);
        }
    }
}
