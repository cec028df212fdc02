//! Invariants: each law that a state must keep, recomputed from that state alone.
//!
//! [`FifoPool::check`] runs them all; [`LAWS`] lists them, so that each can be run alone. They hold
//! between any two steps, cost nothing unless they are called, and trust no index and no order that
//! they can recompute. What only a history can show (one terminal outcome a job, nothing said after
//! the end) is watched by the host's ledger and the oracle.

mod correlations;
mod drain;
mod members;
mod queue;
#[cfg(test)]
mod tests;

use super::{FifoPool, PoolProtocol};
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
    /// The law holds if `holds`; otherwise the evidence shows why not.
    #[inline(always)]
    fn holds(self, holds: bool, found: u64, bound: u64) -> Checked {
        if holds { Ok(()) } else { Err(LawViolation { law: self, position: None, found, bound }) }
    }

    /// The same, about one member.
    #[inline(always)]
    fn holds_at(self, position: usize, holds: bool, found: u64, bound: u64) -> Checked {
        self.holds(holds, found, bound)
            .map_err(|violation| LawViolation { position: Some(position), ..violation })
    }

    /// Recomputes this law from the state of `pool`. A law of another mode holds.
    ///
    /// # Errors
    ///
    /// The violation with its evidence.
    #[inline(always)]
    pub fn check<P: PoolProtocol>(self, pool: &FifoPool<P>) -> Checked {
        match self {
            Self::RosterIsDeclared => members::roster_is_declared(pool),
            Self::NonceBelongsToItsRole => members::nonce_belongs_to_its_role(pool),
            Self::IndexesAgree => members::indexes_agree(pool),
            Self::QueueIsBounded => queue::queue_is_bounded(pool),
            Self::AdmissionRespectsCapacity => queue::admission_respects_capacity(pool),
            Self::QueueIsOrdered => queue::queue_is_ordered(pool),
            Self::JobIsOwnedOnce => queue::job_is_owned_once(pool),
            Self::NoIdleBesideQueue => queue::no_idle_beside_queue(pool),
            Self::NothingIsStranded => queue::nothing_is_stranded(pool),
            Self::CursorIsInTheRing => queue::cursor_is_in_the_ring(pool),
            Self::AssignmentIsUnique => members::assignment_is_unique(pool),
            Self::ActivationLimitHolds => members::activation_limit_holds(pool),
            Self::NoSlotIsWithheld => members::no_slot_is_withheld(pool),
            Self::SourceIsLentOnce => members::source_is_lent_once(pool),
            Self::BudgetHolds => members::budget_holds(pool),
            Self::RecoveryOrdinalsHold => members::recovery_ordinals_hold(pool),
            Self::CorrelationsWereIssued => correlations::correlations_were_issued(pool),
            Self::DrainAsksEveryWorker => drain::drain_asks_every_worker(pool),
            Self::DrainIsUnfinished => drain::drain_is_unfinished(pool),
            Self::DeadlineFollowsPolicy => drain::deadline_follows_policy(pool),
            Self::RetirementHasACause => drain::retirement_has_a_cause(pool),
        }
    }
}

/// Lists the laws once, for whoever runs them one by one and for [`FifoPool::check`], which names
/// each where it runs it: a check of every step must not look the next law up.
macro_rules! laws {
    ($($law:ident)*) => {
        /// Every law, in the order in which [`FifoPool::check`] runs them.
        pub const LAWS: [PoolLaw; 21] = [$(PoolLaw::$law),*];

        impl<P: PoolProtocol> FifoPool<P> {
            /// Recomputes every law from the state.
            ///
            /// # Errors
            ///
            /// The first law that is broken, with its evidence.
            pub fn check(&self) -> Checked {
                $(PoolLaw::$law.check(self)?;)*
                Ok(())
            }
        }
    };
}

laws! {
    RosterIsDeclared
    NonceBelongsToItsRole
    IndexesAgree
    QueueIsBounded
    AdmissionRespectsCapacity
    QueueIsOrdered
    JobIsOwnedOnce
    NoIdleBesideQueue
    NothingIsStranded
    CursorIsInTheRing
    AssignmentIsUnique
    ActivationLimitHolds
    NoSlotIsWithheld
    SourceIsLentOnce
    BudgetHolds
    RecoveryOrdinalsHold
    CorrelationsWereIssued
    DrainAsksEveryWorker
    DrainIsUnfinished
    DeadlineFollowsPolicy
    RetirementHasACause
}
