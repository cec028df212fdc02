//! Laws of an operating pool: its members, activation slots, worker source and restart budget.

use super::{Checked, Inspection, PoolLaw};
use crate::pool::PoolProtocol;
use crate::pool::member::{
    Assignment, Member, PreReadyDrain, PreReadyOutstanding, RecoveryPhase, ShutdownPair, Work,
};
use crate::pool::operating::Operating;
use crate::pool::roster::{INDEX_WORD, IndexWords};
use crate::time::Tick;
use alloc::vec::Vec;

/// What the pass over the members counts.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// What the indexes must say of the members of the current word.
    words: IndexWords,
    /// Members that occupy an activation slot. There is no counter that could disagree with them.
    occupied: u64,
    /// The first one that waits for a slot.
    waiting: Option<usize>,
    pub(super) preparing: u64,
    waiting_for_source: u64,
    /// The first idle one.
    pub(super) idle: Option<usize>,
    pub(super) busy: u64,
    /// Members that are not retired.
    pub(super) live: u64,
}

impl<P: PoolProtocol> Inspection<'_, P> {
    pub(super) fn operating(&self, operating: &Operating<P>) -> Checked {
        let members = operating.roster.members();
        self.members_are_declared(members.len())?;
        let mut tally = Tally::default();
        for (word, members) in members.chunks(INDEX_WORD).enumerate() {
            tally.words = IndexWords::default();
            let first = word * INDEX_WORD;
            for (offset, member) in members.iter().enumerate() {
                self.member(operating, first + offset, 1 << offset, member, &mut tally)?;
            }
            self.indexes_agree(operating, word, &tally.words)?;
        }
        self.slots(&tally)?;
        self.source_is_lent_once(tally.preparing, tally.waiting_for_source)?;
        self.queue(operating, &tally)?;
        if tally.busy > 1 {
            self.assignments_are_unique(operating)?;
        }
        self.budget_holds(operating)?;
        self.recovery_ordinals_hold(operating)
    }

    /// Takes one member apart; `bit` is its place in the current word of the indexes.
    #[inline(always)]
    fn member(
        &self,
        operating: &Operating<P>,
        position: usize,
        bit: u64,
        member: &Member<P>,
        tally: &mut Tally,
    ) -> Checked {
        let Member::Retired = member else {
            tally.live += 1;
            tally.words.recoverable |= bit;
            return self.live_member(operating, position, bit, member, tally);
        };
        Ok(())
    }

    // Apart from the loop: what one phase compares with is not to be loaded for all the others.
    #[inline(never)]
    fn live_member(
        &self,
        operating: &Operating<P>,
        position: usize,
        bit: u64,
        member: &Member<P>,
        tally: &mut Tally,
    ) -> Checked {
        let marks = &self.pool.allocators;
        match member {
            Member::Ready { worker, work: Work::Idle } => {
                tally.words.idle |= bit;
                tally.idle = tally.idle.or(Some(position));
                self.nonce(position, worker.child)
            }
            Member::Ready { worker, work: Work::Busy(assignment) } => {
                tally.busy += 1;
                self.nonce(position, worker.child)?;
                self.assignment(operating, position, assignment)
            }
            Member::Creating(creating) => self.nonce(position, creating.child),
            Member::Initializing { worker, .. } => self.nonce(position, worker.child),
            Member::WaitingForActivationAuthorization(waiting) => {
                tally.words.awaiting_authorization |= bit;
                tally.waiting = tally.waiting.or(Some(position));
                self.nonce(position, waiting.worker.child)
            }
            Member::ActivationDispatched(activation) | Member::Activating(activation) => {
                tally.words.activating |= bit;
                tally.occupied += 1;
                self.nonce(position, activation.worker.child)?;
                self.issued(position, activation.ticket.ordinal(), marks.activations())
            }
            Member::DrainingPreReady(PreReadyDrain::ShutdownAsked { worker, pair, .. })
            | Member::Stopping { worker, pair } => {
                self.nonce(position, worker.child)?;
                self.issued(position, asked(pair), marks.shutdowns())
            }
            Member::DrainingPreReady(PreReadyDrain::StoppedFirst {
                child, outstanding, ..
            }) => {
                self.nonce(position, *child)?;
                match outstanding {
                    PreReadyOutstanding::Initialization { .. } => Ok(()),
                    PreReadyOutstanding::Begin { ticket } => {
                        self.issued(position, ticket.ordinal(), marks.activations())
                    }
                }
            }
            Member::Recovering(recovering) => {
                self.recovering(position, bit, &recovering.phase, tally)
            }
            Member::Retired => Ok(()),
        }
    }

    #[inline(always)]
    fn recovering(
        &self,
        position: usize,
        bit: u64,
        phase: &RecoveryPhase<P>,
        tally: &mut Tally,
    ) -> Checked {
        let recovery = match phase {
            RecoveryPhase::WaitingForSource => {
                tally.words.awaiting_source |= bit;
                tally.waiting_for_source += 1;
                return Ok(());
            }
            RecoveryPhase::Preparing { ticket } => {
                tally.preparing += 1;
                *ticket
            }
            RecoveryPhase::Scheduling { prepared, .. }
            | RecoveryPhase::WaitingForTimer { prepared } => prepared.recovery,
        };
        self.issued(position, recovery.ordinal(), self.pool.allocators.recoveries())
    }

    /// An assigned job is neither in the queue nor with another member, and it was admitted before
    /// every job that was never assigned.
    #[inline(always)]
    fn assignment(
        &self,
        operating: &Operating<P>,
        position: usize,
        assignment: &Assignment<P>,
    ) -> Checked {
        let marks = &self.pool.allocators;
        let at = assignment.obligation.admitted_at;
        self.issued(position, assignment.obligation.job, marks.jobs())?;
        self.issued(position, at, marks.admissions())?;
        self.issued(position, assignment.ordinal(), marks.assignments())?;
        let fresh = operating.backlog.first_fresh();
        // The last ordinal of all is as good as any: without fresh jobs there is no bound.
        let is_older = fresh.is_none_or(|fresh| at < fresh);
        let once = is_older && !operating.backlog.holds_returned(at);
        self.holds_at(PoolLaw::JobIsOwnedOnce, position, once, at, fresh.unwrap_or(u64::MAX))
    }

    #[inline(always)]
    fn indexes_agree(
        &self,
        operating: &Operating<P>,
        word: usize,
        expected: &IndexWords,
    ) -> Checked {
        let indexed = operating.roster.index_words(word);
        if indexed == *expected {
            return Ok(());
        }
        let position = word * INDEX_WORD + first_difference(&indexed, expected);
        self.holds_at(PoolLaw::IndexesAgree, position, false, 0, 1)
    }

    fn slots(&self, tally: &Tally) -> Checked {
        let limit = self.pool.definition.activation_limit as u64;
        let found = tally.occupied;
        self.holds(PoolLaw::ActivationLimitHolds, found <= limit, found, limit)?;
        let Some(position) = tally.waiting else { return Ok(()) };
        self.holds_at(PoolLaw::NoSlotIsWithheld, position, found >= limit, found, limit)
    }

    #[inline(never)]
    fn assignments_are_unique(&self, operating: &Operating<P>) -> Checked {
        let members = operating.roster.members();
        if let Some(job) = repeated(|| assigned(members).map(|held| held.obligation.job)) {
            self.holds(PoolLaw::JobIsOwnedOnce, false, job, 1)?;
        }
        if let Some(assignment) = repeated(|| assigned(members).map(Assignment::ordinal)) {
            self.holds(PoolLaw::AssignmentIsUnique, false, assignment, 1)?;
        }
        Ok(())
    }

    #[inline(always)]
    fn budget_holds(&self, operating: &Operating<P>) -> Checked {
        let newest = operating.budget.charges().next_back();
        match (newest, self.pool.definition.recovery.restart()) {
            (Some(newest), Some(restart)) => {
                let start = newest.saturating_sub(restart.budget.window);
                self.charges_hold(operating, start, u64::from(restart.budget.charges_max))
            }
            (None, _) | (_, None) => Ok(()),
        }
    }

    /// The charges ascend, and those from `start` on are not too many.
    fn charges_hold(&self, operating: &Operating<P>, start: Tick, bound: u64) -> Checked {
        let (mut before, mut spent) = (Tick(0), 0);
        for charge in operating.budget.charges() {
            self.holds(PoolLaw::BudgetHolds, before <= charge, charge.0, before.0)?;
            before = charge;
            spent += u64::from(charge >= start);
        }
        self.holds(PoolLaw::BudgetHolds, spent <= bound, spent, bound)
    }

    fn recovery_ordinals_hold(&self, operating: &Operating<P>) -> Checked {
        let last = self.pool.definition.correlations.recovery_ordinal_max;
        if last == u32::MAX {
            return Ok(());
        }
        let beyond = operating.recoveries.iter().position(|ordinal| *ordinal > last);
        let Some(position) = beyond else { return Ok(()) };
        let found = u64::from(operating.recoveries[position]);
        self.holds_at(PoolLaw::RecoveryOrdinalsHold, position, false, found, u64::from(last))
    }
}

/// The first member of a word of which two indexes do not say the same.
fn first_difference(indexed: &IndexWords, expected: &IndexWords) -> usize {
    let words = |of: &IndexWords| {
        [of.idle, of.awaiting_authorization, of.activating, of.awaiting_source, of.recoverable]
    };
    let pairs = words(indexed).into_iter().zip(words(expected));
    let first = pairs.map(|(one, other)| (one ^ other).trailing_zeros()).min();
    first.map_or(0, |first| first as usize)
}

/// A shutdown that was asked. One that could not be reserved is never committed: it shows as the
/// highest ordinal of all, which nobody issued.
fn asked<P: PoolProtocol>(pair: &ShutdownPair<P>) -> u64 {
    match pair {
        ShutdownPair::Unreserved => u64::MAX,
        ShutdownPair::Open { id }
        | ShutdownPair::Settled { id }
        | ShutdownPair::Stopped { id, .. } => id.ordinal(),
    }
}

/// The assignments of the members that hold one.
fn assigned<P: PoolProtocol>(
    members: &[Member<P>],
) -> impl Iterator<Item = &Assignment<P>> + Clone {
    members.iter().filter_map(|member| match member {
        Member::Ready { work: Work::Busy(assignment), .. } => Some(assignment),
        Member::Creating(_)
        | Member::Initializing { .. }
        | Member::WaitingForActivationAuthorization(_)
        | Member::ActivationDispatched(_)
        | Member::Activating(_)
        | Member::DrainingPreReady(_)
        | Member::Ready { .. }
        | Member::Recovering(_)
        | Member::Stopping { .. }
        | Member::Retired => None,
    })
}

/// How many values are compared pair by pair; more are sorted first.
const PAIRWISE: usize = 16;

/// A value that comes twice.
fn repeated<I: Iterator<Item = u64> + Clone>(values: impl Fn() -> I) -> Option<u64> {
    if values().nth(PAIRWISE).is_some() {
        let mut sorted: Vec<u64> = values().collect();
        sorted.sort_unstable();
        return sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    }
    let mut rest = values();
    while let Some(value) = rest.next() {
        if rest.clone().any(|other| other == value) {
            return Some(value);
        }
    }
    None
}
