//! The definition of a core pool from a plain setup, and plain failures of its construction.

use super::{Factory, Witnessed, show::unavailable};
use crate::pool::custody::{Kind, Ledger, Witness};
use crate::pool::observation::{
    self as plain, ConstructionFailure, DiagnosticPolicy, DrainPolicy, Eligibility, Interruption,
    Origin, PoolSetup, Reaction, SequencePlan, Timing, WORKER_SOURCE,
};
use actor_laws::correlation::{self, Lease};
use actor_laws::pool::{
    self as core, ActorDrainPolicy, ConstructionError, ConstructionRejection, CorrelationSpace,
    DiagnosticDisposition, FailureReaction, FifoPoolDefinition, RecoveryPolicy,
    RestartBudgetPolicy, RestartPolicy, RestartTiming,
};
use actor_laws::time::Ticks;
use std::rc::Rc;

/// The complete definition of the pool that `setup` describes.
pub(super) fn of(
    setup: &PoolSetup,
    seat: Origin,
    ledger: &Rc<Ledger>,
) -> FifoPoolDefinition<Witnessed> {
    let rejects_at = setup.factory_rejects_at;
    FifoPoolDefinition {
        initial_factory: Factory { ledger: Rc::clone(ledger), seat, called: 0, rejects_at },
        roles: setup.roles().to_vec(),
        activation_limit: usize::from(setup.activation_limit),
        recovery: recovery(setup, seat, ledger),
        backlog_capacity: setup.backlog_capacity as usize,
        interruption: match setup.interruption {
            Interruption::Fail => core::Interruption::Fail,
            Interruption::Retry => core::Interruption::Retry,
        },
        actor_drain: match setup.drain {
            DrainPolicy::WaitForActorGraph => ActorDrainPolicy::WaitForActorGraph,
            DrainPolicy::RetireActorGraphAfter { deadline } => {
                ActorDrainPolicy::RetireActorGraphAfter { deadline: Ticks(deadline) }
            }
        },
        diagnostics: match setup.diagnostics {
            DiagnosticPolicy::DeliverTo { route } => DiagnosticDisposition::DeliverTo { route },
            DiagnosticPolicy::Terminate => DiagnosticDisposition::Terminate,
        },
        correlations: correlations(setup),
    }
}

fn recovery(setup: &PoolSetup, seat: Origin, ledger: &Rc<Ledger>) -> RecoveryPolicy<Witness> {
    let reaction = match setup.reaction {
        Reaction::RetireRole => FailureReaction::RetireRole,
        Reaction::StopPool => FailureReaction::StopPool,
    };
    let restart = || RestartPolicy {
        source: Witness::new(ledger, seat, Kind::Source, WORKER_SOURCE),
        budget: RestartBudgetPolicy {
            charges_max: setup.budget_charges_max,
            window: Ticks(setup.budget_window),
        },
        timing: timing(setup.timing),
    };
    match setup.eligibility {
        Eligibility::Permanent => RecoveryPolicy::Permanent { restart: restart(), reaction },
        Eligibility::Transient => RecoveryPolicy::Transient { restart: restart(), reaction },
        Eligibility::Temporary => RecoveryPolicy::Temporary { reaction },
    }
}

fn timing(timing: Timing) -> RestartTiming {
    match timing {
        Timing::Immediate => RestartTiming::Immediate,
        Timing::Constant { delay } => RestartTiming::Constant { delay: Ticks(delay) },
        Timing::Linear { delay, max } => {
            RestartTiming::Linear { delay: Ticks(delay), max: Ticks(max) }
        }
        Timing::Doubling { delay, max } => {
            RestartTiming::Doubling { delay: Ticks(delay), max: Ticks(max) }
        }
    }
}

fn correlations(setup: &PoolSetup) -> CorrelationSpace {
    let s = &setup.sequences;
    CorrelationSpace {
        jobs: sequence(s.job),
        admissions: sequence(s.admission),
        assignments: sequence(s.assignment),
        completions: sequence(s.completion),
        activations: sequence(s.activation),
        recoveries: sequence(s.recovery),
        births: sequence(s.birth),
        timers: sequence(s.timer),
        shutdowns: sequence(s.shutdown),
        diagnostics: sequence(s.diagnostic),
        recovery_ordinal_max: setup.recovery_ordinal_max,
    }
}

/// An empty lease holds no ordinal, so it is left out.
fn sequence(plan: SequencePlan) -> correlation::SequencePlan {
    let lease = |lease: plain::Lease| Lease::new(lease.first, lease.last).ok();
    let nothing = correlation::SequencePlan::NOTHING;
    let first = lease(plan.lease).map_or(nothing, correlation::SequencePlan::lease);
    plan.renewal.and_then(lease).map_or(first, |renewal| first.renewed(renewal))
}

/// The plain form of a failure. What the error owns is released; whatever it does not own any more
/// was dropped inside the construction, and the ledger knows.
pub(super) fn failure(error: ConstructionError<Witnessed>) -> ConstructionFailure {
    let ConstructionError { definition, prepared, reason } = error;
    if let Some(source) = source_of(definition.recovery) {
        let _ = source.release();
    }
    let count = position(prepared.len());
    for worker in prepared {
        let _ = worker.submission.release();
    }
    match reason {
        ConstructionRejection::EmptyRoster => ConstructionFailure::EmptyRoster,
        ConstructionRejection::DuplicateRole { position: index } => {
            ConstructionFailure::DuplicateRole { index: position(index) }
        }
        ConstructionRejection::ZeroActivationLimit => ConstructionFailure::ZeroActivationLimit,
        ConstructionRejection::ZeroDeadline => ConstructionFailure::ZeroDeadline,
        ConstructionRejection::InvalidDelay => ConstructionFailure::InvalidDelay,
        ConstructionRejection::FactoryRejected { position: index, .. } => {
            ConstructionFailure::FactoryRejected { index: position(index), prepared: count }
        }
        ConstructionRejection::BirthCorrelationUnavailable {
            position: index,
            submission,
            rejection,
        } => {
            let _ = submission.release();
            ConstructionFailure::BirthCorrelationUnavailable {
                index: position(index),
                prepared: count,
                rejection: unavailable(rejection),
            }
        }
    }
}

/// The worker source of a policy that has one.
pub(super) fn source_of<S>(recovery: RecoveryPolicy<S>) -> Option<S> {
    match recovery {
        RecoveryPolicy::Permanent { restart, .. } | RecoveryPolicy::Transient { restart, .. } => {
            Some(restart.source)
        }
        RecoveryPolicy::Temporary { .. } => None,
    }
}

fn position(index: usize) -> u8 {
    u8::try_from(index).unwrap_or(u8::MAX)
}
