//! Invariants: each law that a state must keep, recomputed from that state alone.
//!
//! [`StableProxy::check`] runs them all; [`LAWS`] lists them, so that each can be run alone. They
//! hold between any two steps and cost nothing unless they are called. Most of the law is kept by the
//! types: a phase owns exactly its data, so that a state which holds two workers, a ready worker with
//! a kept exit or a published outcome without its predecessor's settlement cannot be written down.
//! What only a history can show (one report a change, one shutdown a worker) is watched from outside.

mod recompute;
#[cfg(test)]
mod tests;

use super::{ProxyProtocol, StableProxy};
use core::fmt;

/// A law of the proxy that a single state can break. The documentation names the claims of the
/// proxy's law (see the [module](crate::proxy)) that it keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ProxyLaw {
    /// The worker, or the creation that is out or reserved, is of the newest creation that was
    /// issued: none is newer, so none is second (claim 1).
    CurrentIsNewest,
    /// A ready worker, published or held back, was activated: an activation was issued (claim 2).
    ReadyWasActivated,
    /// The activation that is out is the newest that was issued, so a start is one attempt (claim 3).
    ActivationIsNewest,
    /// A predecessor is older than what replaces it (claim 4).
    SuccessorIsFresh,
    /// A dormant proxy has issued nothing, and any other has issued a creation (claim 5).
    HistoryFitsThePhase,
    /// A pair whose completion would have ended the phase lacks a half (claim 6).
    PairIsIncomplete,
    /// A draining proxy still waits for something (claim 6).
    DrainIsUnfinished,
    /// Every correlation and every evidence was issued by this proxy (claim 7).
    CorrelationsAreOwn,
    /// No correlation is above the high-water mark of its kind (claim 7).
    CorrelationsWereIssued,
}

/// One broken law, with its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LawViolation {
    /// The law.
    pub law: ProxyLaw,
    /// What was found: an ordinal, an instance or a count, by the law.
    pub found: u64,
    /// What it was held against.
    pub bound: u64,
}

impl fmt::Display for LawViolation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { law, found, bound } = self;
        write!(formatter, "{law:?} is broken: found {found}, held against {bound}")
    }
}

impl core::error::Error for LawViolation {}

/// The answer of one check.
pub type Checked = Result<(), LawViolation>;

impl ProxyLaw {
    /// The law holds if `holds`; otherwise the evidence shows why not.
    fn holds(self, holds: bool, found: u64, bound: u64) -> Checked {
        if holds { Ok(()) } else { Err(LawViolation { law: self, found, bound }) }
    }

    /// Recomputes this law from the state of `proxy`. A law of another phase holds, and a stopped
    /// proxy holds nothing that could break one.
    ///
    /// # Errors
    ///
    /// The violation with its evidence.
    pub fn check<P: ProxyProtocol>(self, proxy: &StableProxy<P>) -> Checked {
        let StableProxy { sequences, state: Some(state) } = proxy else { return Ok(()) };
        match self {
            Self::CurrentIsNewest => recompute::current_is_newest(sequences, state),
            Self::ReadyWasActivated => recompute::ready_was_activated(sequences, state),
            Self::ActivationIsNewest => recompute::activation_is_newest(sequences, state),
            Self::SuccessorIsFresh => recompute::successor_is_fresh(state),
            Self::HistoryFitsThePhase => recompute::history_fits_the_phase(sequences, state),
            Self::PairIsIncomplete => recompute::pair_is_incomplete(state),
            Self::DrainIsUnfinished => recompute::drain_is_unfinished(state),
            Self::CorrelationsAreOwn => recompute::correlations_are_own(sequences, state),
            Self::CorrelationsWereIssued => recompute::correlations_were_issued(sequences, state),
        }
    }
}

/// Every law, in the order in which [`StableProxy::check`] runs them.
pub const LAWS: [ProxyLaw; 9] = [
    ProxyLaw::CurrentIsNewest,
    ProxyLaw::ReadyWasActivated,
    ProxyLaw::ActivationIsNewest,
    ProxyLaw::SuccessorIsFresh,
    ProxyLaw::HistoryFitsThePhase,
    ProxyLaw::PairIsIncomplete,
    ProxyLaw::DrainIsUnfinished,
    ProxyLaw::CorrelationsAreOwn,
    ProxyLaw::CorrelationsWereIssued,
];

impl<P: ProxyProtocol> StableProxy<P> {
    /// Recomputes every law from the state.
    ///
    /// # Errors
    ///
    /// The first law that is broken, with its evidence.
    pub fn check(&self) -> Checked {
        LAWS.iter().try_for_each(|law| law.check(self))
    }
}
