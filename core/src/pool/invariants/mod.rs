//! Invariants: each law that a state must keep, recomputed from that state alone.
//!
//! [`FifoPool::check`] judges them all; [`LAWS`] lists them, so that each can be judged alone. They hold
//! between any two steps, cost nothing unless they are called, and trust no index and no order that
//! they can recompute. What only a history can show (one terminal outcome a job, nothing said after
//! the end) is watched by the host's ledger and the oracle.
//!
//! A check follows every step of a campaign, so it is one pass over the members that takes each apart
//! once and judges all laws of it there. Judging one law alone is the same pass, deaf to the others.

mod drain;
mod operating;
mod queue;
#[cfg(test)]
mod tests;

use super::definition::SourceCustody;
use super::machine::State;
use super::{ChildNonce, FifoPool, PoolProtocol};
use core::fmt;

/// A law of the pool that a single state can break. The documentation names the claims of the
/// pool's law (see the [module](crate::pool)) that it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PoolLaw {
    /// One member a declared role, in declaration order (claim 1).
    RosterIsDeclared,
    /// A member's nonce was issued for its own position by this pool (claims 2 and 15).
    NonceBelongsToItsRole,
    /// Every index says what the members say (claims 8 and 9).
    IndexesAgree,
    /// `queued <= backlog_capacity + roles` (claim 6).
    QueueIsBounded,
    /// Jobs that were never assigned fit the backlog capacity (claim 6).
    AdmissionRespectsCapacity,
    /// Admission ordinals and jobs in the queue strictly increase, the returned ones first (claim 9).
    QueueIsOrdered,
    /// Every job is in one place (claim 5).
    JobIsOwnedOnce,
    /// No job waits beside an idle worker (claim 8).
    NoIdleBesideQueue,
    /// Without a live or recoverable role nothing waits (claim 13).
    NothingIsStranded,
    /// The cursor is a position of the ring (claim 9).
    CursorIsInTheRing,
    /// Every assignment is this pool's and live at one member (claims 7 and 10).
    AssignmentIsUnique,
    /// Occupied activation slots never exceed the limit (claim 4).
    ActivationLimitHolds,
    /// No worker waits for a slot while one is free (claim 4).
    NoSlotIsWithheld,
    /// The worker source is out exactly while one preparation is, and only then does a role wait for it
    /// (claim 4).
    SourceIsLentOnce,
    /// The charges of the newest window fit the budget and never go back in time (claim 11).
    BudgetHolds,
    /// No role has committed more recoveries than it may (claim 11).
    RecoveryOrdinalsHold,
    /// Every live correlation was issued (the tenth property).
    CorrelationsWereIssued,
    /// A committed worker that drains was asked to stop (claim 14).
    DrainAsksEveryWorker,
    /// A draining pool still waits for something (claim 14).
    DrainIsUnfinished,
    /// A deadline is under way exactly if the policy asks for one (claim 14).
    DeadlineFollowsPolicy,
    /// A forced retirement left someone (claim 14).
    RetirementHasACause,
}

/// One broken law, with its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LawViolation {
    /// The law.
    pub law: PoolLaw,
    /// The position of the member that breaks it, where one does.
    pub position: Option<usize>,
    /// What was found: a count, an ordinal or a tick, by the law.
    pub found: u64,
    /// What it was held against.
    pub bound: u64,
}

impl fmt::Display for LawViolation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { law, position, found, bound } = self;
        write!(formatter, "{law:?} is broken")?;
        if let Some(position) = position {
            write!(formatter, " by the member at position {position}")?;
        }
        write!(formatter, ": found {found}, held against {bound}")
    }
}

impl core::error::Error for LawViolation {}

/// The answer of one check.
pub type Checked = Result<(), LawViolation>;

impl PoolLaw {
    /// Recomputes this law from the state of `pool`. A law of another mode holds.
    ///
    /// # Errors
    ///
    /// The violation with its evidence.
    pub fn check<P: PoolProtocol>(self, pool: &FifoPool<P>) -> Checked {
        Inspection { pool, alone: Some(self) }.run()
    }
}

impl<P: PoolProtocol> FifoPool<P> {
    /// Recomputes every law from the state.
    ///
    /// # Errors
    ///
    /// The first violation that the pass meets, with its evidence.
    pub fn check(&self) -> Checked {
        Inspection { pool: self, alone: None }.run()
    }
}

/// Every law.
pub const LAWS: [PoolLaw; 21] = [
    PoolLaw::RosterIsDeclared,
    PoolLaw::NonceBelongsToItsRole,
    PoolLaw::IndexesAgree,
    PoolLaw::QueueIsBounded,
    PoolLaw::AdmissionRespectsCapacity,
    PoolLaw::QueueIsOrdered,
    PoolLaw::JobIsOwnedOnce,
    PoolLaw::NoIdleBesideQueue,
    PoolLaw::NothingIsStranded,
    PoolLaw::CursorIsInTheRing,
    PoolLaw::AssignmentIsUnique,
    PoolLaw::ActivationLimitHolds,
    PoolLaw::NoSlotIsWithheld,
    PoolLaw::SourceIsLentOnce,
    PoolLaw::BudgetHolds,
    PoolLaw::RecoveryOrdinalsHold,
    PoolLaw::CorrelationsWereIssued,
    PoolLaw::DrainAsksEveryWorker,
    PoolLaw::DrainIsUnfinished,
    PoolLaw::DeadlineFollowsPolicy,
    PoolLaw::RetirementHasACause,
];

/// One pass over a state.
#[derive(Debug)]
struct Inspection<'pool, P: PoolProtocol> {
    pool: &'pool FifoPool<P>,
    /// The one law that is judged, where not all are.
    alone: Option<PoolLaw>,
}

impl<P: PoolProtocol> Inspection<'_, P> {
    #[inline]
    fn run(&self) -> Checked {
        match &self.pool.state {
            State::Operating(operating) => self.operating(operating),
            State::Draining(draining) => self.draining(draining),
            State::Constructed(roster) => {
                self.members_are_declared(roster.len())?;
                self.source_is_lent_once(0, 0)
            }
            State::Stopped => Ok(()),
            State::ForcedRetirement(forced) => {
                let left = forced.roles.len() as u64;
                self.holds(PoolLaw::RetirementHasACause, left > 0, left, 1)
            }
        }
    }

    /// `law` holds if `holds`; otherwise the evidence shows why not.
    #[inline(always)]
    fn holds(&self, law: PoolLaw, holds: bool, found: u64, bound: u64) -> Checked {
        if holds { Ok(()) } else { self.broken(LawViolation { law, position: None, found, bound }) }
    }

    /// The same, about one member.
    #[inline(always)]
    fn holds_at(
        &self,
        law: PoolLaw,
        position: usize,
        holds: bool,
        found: u64,
        bound: u64,
    ) -> Checked {
        let position = Some(position);
        if holds { Ok(()) } else { self.broken(LawViolation { law, position, found, bound }) }
    }

    #[cold]
    #[inline(never)]
    fn broken(&self, violation: LawViolation) -> Checked {
        let judged = self.alone.is_none_or(|law| law == violation.law);
        if judged { Err(violation) } else { Ok(()) }
    }

    fn members_are_declared(&self, found: usize) -> Checked {
        let declared = self.pool.definition.roles.len();
        let law = PoolLaw::RosterIsDeclared;
        self.holds(law, found == declared && declared > 0, found as u64, declared as u64)
    }

    /// A member holds a nonce that was issued, for its own position, by this pool.
    #[inline(always)]
    fn nonce(&self, position: usize, child: ChildNonce) -> Checked {
        let own = child.position() == position && child.instance() == self.pool.instance;
        let found = child.position() as u64;
        self.holds_at(PoolLaw::NonceBelongsToItsRole, position, own, found, position as u64)?;
        self.issued(position, child.ordinal(), self.pool.allocators.births())
    }

    /// Ordinals of a kind only grow, so one that was issued is not above the kind's high-water mark. A
    /// mark is never lowered, so what was retired can never be issued again.
    #[inline(always)]
    fn issued(&self, position: usize, ordinal: u64, mark: Option<u64>) -> Checked {
        let issued = mark.is_some_and(|mark| ordinal <= mark);
        let law = PoolLaw::CorrelationsWereIssued;
        self.holds_at(law, position, issued, ordinal, mark.unwrap_or(0))
    }

    /// The source of an ended pool may be with the host: a forced retirement does not wait for it.
    fn source_is_lent_once(&self, preparing: u64, waiting: u64) -> Checked {
        let restart = self.pool.definition.recovery.restart();
        let lent = u64::from(restart.is_some_and(|restart| match restart.source {
            SourceCustody::Lent => true,
            SourceCustody::Home(_) => false,
        }));
        self.holds(PoolLaw::SourceIsLentOnce, preparing == lent, preparing, lent)?;
        self.holds(PoolLaw::SourceIsLentOnce, waiting == 0 || lent == 1, waiting, lent)
    }
}
