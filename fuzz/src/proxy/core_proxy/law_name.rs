//! Stable names of the core's own invariants.

use actor_laws::proxy::invariants::ProxyLaw;

/// The name under which a broken invariant is reported.
pub(super) fn of(law: ProxyLaw) -> &'static str {
    match law {
        ProxyLaw::CurrentIsNewest => "core-current-is-newest",
        ProxyLaw::ReadyWasActivated => "core-ready-was-activated",
        ProxyLaw::ActivationIsNewest => "core-activation-is-newest",
        ProxyLaw::SuccessorIsFresh => "core-successor-is-fresh",
        ProxyLaw::HistoryFitsThePhase => "core-history-fits-the-phase",
        ProxyLaw::PairIsIncomplete => "core-pair-is-incomplete",
        ProxyLaw::DrainIsUnfinished => "core-drain-is-unfinished",
        ProxyLaw::CorrelationsAreOwn => "core-correlations-are-own",
        ProxyLaw::CorrelationsWereIssued => "core-correlations-were-issued",
    }
}
