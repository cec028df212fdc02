//! Stable names of the core's own invariants.

use actor_laws::pool::invariants::PoolLaw;

/// The name under which a broken invariant is reported.
pub(super) fn of(law: PoolLaw) -> &'static str {
    match law {
        PoolLaw::RosterIsDeclared => "core-roster-is-declared",
        PoolLaw::NonceBelongsToItsRole => "core-nonce-belongs-to-its-role",
        PoolLaw::IndexesAgree => "core-indexes-agree",
        PoolLaw::QueueIsBounded => "core-queue-is-bounded",
        PoolLaw::AdmissionRespectsCapacity => "core-admission-respects-capacity",
        PoolLaw::QueueIsOrdered => "core-queue-is-ordered",
        PoolLaw::JobIsOwnedOnce => "core-job-is-owned-once",
        PoolLaw::NoIdleBesideQueue => "core-no-idle-beside-queue",
        PoolLaw::NothingIsStranded => "core-nothing-is-stranded",
        PoolLaw::CursorIsInTheRing => "core-cursor-is-in-the-ring",
        PoolLaw::AssignmentIsUnique => "core-assignment-is-unique",
        PoolLaw::ActivationLimitHolds => "core-activation-limit-holds",
        PoolLaw::NoSlotIsWithheld => "core-no-slot-is-withheld",
        PoolLaw::SourceIsLentOnce => "core-source-is-lent-once",
        PoolLaw::BudgetHolds => "core-budget-holds",
        PoolLaw::RecoveryOrdinalsHold => "core-recovery-ordinals-hold",
        PoolLaw::CorrelationsWereIssued => "core-correlations-were-issued",
        PoolLaw::DrainAsksEveryWorker => "core-drain-asks-every-worker",
        PoolLaw::DrainIsUnfinished => "core-drain-is-unfinished",
        PoolLaw::DeadlineFollowsPolicy => "core-deadline-follows-policy",
        PoolLaw::RetirementHasACause => "core-retirement-has-a-cause",
    }
}
