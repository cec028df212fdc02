//! Invariants: each law that a state must keep, recomputed from that state alone.
//!
//! [`DynamicSupervisor::check`] runs them all; [`LAWS`] lists them, so that each can be run alone. They
//! hold between any two steps, cost nothing unless they are called, and trust no index. Much of the law
//! is kept by the types: a phase owns exactly its data, a draining table holds endings only, and an
//! ending publishes its closing values only from what was owed and has come. What only a history can
//! show (one answer a command, one last lifecycle value an entry) is watched from outside.

mod endings;
mod entries;
mod seen;
#[cfg(test)]
mod tests;

use super::{DynamicSupervisor, Generation, SupervisorProtocol};
use core::fmt;

/// A law of the supervisor that a single state can break. The documentation names the claims of the
/// supervisor's law (see the [module](crate::supervisor)) that it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SupervisorLaw {
    /// Retained entries never exceed the limit, whatever their phase (claim 1).
    EntryLimitHolds,
    /// Every index says what the entries say: keys, creations, proxies, who waits, who holds a slot
    /// (claims 2 and 10).
    IndexesAgree,
    /// Every generation is this supervisor's and was issued (claim 3).
    GenerationsAreFresh,
    /// Every live creation, operation and stop is this supervisor's and was issued (claim 3).
    CorrelationsWereIssued,
    /// No two entries have one proxy (claim 5).
    ProxyIsOfOneEntry,
    /// No two entries name one operation, under way or recorded (claim 6).
    OperationIsOfOneEntry,
    /// Unresolved inputs never exceed the activation limit (claim 6).
    ActivationLimitHolds,
    /// No entry waits for a slot while one is free (claim 6).
    NoSlotIsWithheld,
    /// The input that an ending is owed the result of is that of the operation which it names
    /// (claim 8).
    InputFitsEnding,
    /// A shutdown that is out asks for what its entry ends by (claims 8 and 12).
    ShutdownFitsEnding,
    /// An ending entry is owed something (claim 9).
    EndingIsOwed,
    /// Nobody's stop was absorbed twice, and nobody whose stop was absorbed is known to run (claim 10).
    StopsAreAbsorbedOnce,
    /// The proxy of an ending entry was asked to stop, unless its exit came first or retirement was
    /// forced before (claim 12).
    EndingAsksItsProxy,
    /// A draining supervisor still has an entry (claim 12).
    DrainIsUnfinished,
    /// A deadline is under way exactly if the policy asks for one (claim 12).
    DeadlineFollowsPolicy,
    /// A forced retirement left someone, under a policy that has a deadline (claim 12).
    RetirementHasACause,
}

/// One broken law, with its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LawViolation {
    /// The law.
    pub law: SupervisorLaw,
    /// The entry that breaks it, where one does.
    pub entry: Option<Generation>,
    /// What was found: a count or an ordinal, by the law.
    pub found: u64,
    /// What it was held against.
    pub bound: u64,
}

impl fmt::Display for LawViolation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { law, entry, found, bound } = self;
        write!(formatter, "{law:?} is broken")?;
        if let Some(generation) = entry {
            write!(formatter, " by the entry of {generation:?}")?;
        }
        write!(formatter, ": found {found}, held against {bound}")
    }
}

impl core::error::Error for LawViolation {}

/// The answer of one check.
pub type Checked = Result<(), LawViolation>;

impl SupervisorLaw {
    /// The law holds if `holds`; otherwise the evidence shows why not.
    fn holds(self, holds: bool, found: u64, bound: u64) -> Checked {
        if holds { Ok(()) } else { Err(LawViolation { law: self, entry: None, found, bound }) }
    }

    /// The same, about one entry.
    fn holds_at(self, entry: Generation, holds: bool, found: u64, bound: u64) -> Checked {
        self.holds(holds, found, bound)
            .map_err(|violation| LawViolation { entry: Some(entry), ..violation })
    }

    /// Recomputes this law from the state of `supervisor`. A law of another mode holds.
    ///
    /// # Errors
    ///
    /// The violation, with its evidence.
    pub fn check<P: SupervisorProtocol>(self, supervisor: &DynamicSupervisor<P>) -> Checked {
        match self {
            Self::EntryLimitHolds => entries::entry_limit_holds(supervisor),
            Self::IndexesAgree => entries::indexes_agree(supervisor),
            Self::GenerationsAreFresh => entries::generations_are_fresh(supervisor),
            Self::CorrelationsWereIssued => entries::correlations_were_issued(supervisor),
            Self::ProxyIsOfOneEntry => entries::proxy_is_of_one_entry(supervisor),
            Self::OperationIsOfOneEntry => entries::operation_is_of_one_entry(supervisor),
            Self::ActivationLimitHolds => entries::activation_limit_holds(supervisor),
            Self::NoSlotIsWithheld => entries::no_slot_is_withheld(supervisor),
            Self::InputFitsEnding => endings::input_fits_ending(supervisor),
            Self::ShutdownFitsEnding => endings::shutdown_fits_ending(supervisor),
            Self::EndingIsOwed => endings::ending_is_owed(supervisor),
            Self::StopsAreAbsorbedOnce => endings::stops_are_absorbed_once(supervisor),
            Self::EndingAsksItsProxy => endings::ending_asks_its_proxy(supervisor),
            Self::DrainIsUnfinished => endings::drain_is_unfinished(supervisor),
            Self::DeadlineFollowsPolicy => endings::deadline_follows_policy(supervisor),
            Self::RetirementHasACause => endings::retirement_has_a_cause(supervisor),
        }
    }
}

/// Every law, in the order in which [`DynamicSupervisor::check`] runs them.
pub const LAWS: [SupervisorLaw; 16] = [
    SupervisorLaw::EntryLimitHolds,
    SupervisorLaw::IndexesAgree,
    SupervisorLaw::GenerationsAreFresh,
    SupervisorLaw::CorrelationsWereIssued,
    SupervisorLaw::ProxyIsOfOneEntry,
    SupervisorLaw::OperationIsOfOneEntry,
    SupervisorLaw::ActivationLimitHolds,
    SupervisorLaw::NoSlotIsWithheld,
    SupervisorLaw::InputFitsEnding,
    SupervisorLaw::ShutdownFitsEnding,
    SupervisorLaw::EndingIsOwed,
    SupervisorLaw::StopsAreAbsorbedOnce,
    SupervisorLaw::EndingAsksItsProxy,
    SupervisorLaw::DrainIsUnfinished,
    SupervisorLaw::DeadlineFollowsPolicy,
    SupervisorLaw::RetirementHasACause,
];

impl<P: SupervisorProtocol> DynamicSupervisor<P> {
    /// Recomputes every law from the state.
    ///
    /// # Errors
    ///
    /// The first law that is broken, with its evidence.
    pub fn check(&self) -> Checked {
        LAWS.into_iter().try_for_each(|law| law.check(self))
    }
}
