//! Stable names of the core's own invariants.

use super::protocol::Witnessed;
use crate::verdict::LawBreach;
use actor_laws::supervisor::DynamicSupervisor;
use actor_laws::supervisor::invariants::SupervisorLaw;

/// Recomputes the core's own invariants.
pub(super) fn check(supervisor: &DynamicSupervisor<Witnessed>) -> Result<(), LawBreach> {
    supervisor.check().map_err(|violation| LawBreach::new(of(violation.law), violation.to_string()))
}

/// The name under which a broken invariant is reported.
fn of(law: SupervisorLaw) -> &'static str {
    match law {
        SupervisorLaw::EntryLimitHolds => "core-entry-limit-holds",
        SupervisorLaw::IndexesAgree => "core-indexes-agree",
        SupervisorLaw::GenerationsAreFresh => "core-generations-are-fresh",
        SupervisorLaw::CorrelationsWereIssued => "core-correlations-were-issued",
        SupervisorLaw::ProxyIsOfOneEntry => "core-proxy-is-of-one-entry",
        SupervisorLaw::OperationIsOfOneEntry => "core-operation-is-of-one-entry",
        SupervisorLaw::ActivationLimitHolds => "core-activation-limit-holds",
        SupervisorLaw::NoSlotIsWithheld => "core-no-slot-is-withheld",
        SupervisorLaw::InputFitsEnding => "core-input-fits-ending",
        SupervisorLaw::ShutdownFitsEnding => "core-shutdown-fits-ending",
        SupervisorLaw::EndingIsOwed => "core-ending-is-owed",
        SupervisorLaw::StopsAreAbsorbedOnce => "core-stops-are-absorbed-once",
        SupervisorLaw::EndingAsksItsProxy => "core-ending-asks-its-proxy",
        SupervisorLaw::DrainIsUnfinished => "core-drain-is-unfinished",
        SupervisorLaw::DeadlineFollowsPolicy => "core-deadline-follows-policy",
        SupervisorLaw::RetirementHasACause => "core-retirement-has-a-cause",
    }
}
