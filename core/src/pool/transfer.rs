//! Values that go to the lifecycle host, and the residual of a forced retirement.

use super::drain::DrainMember;
use super::{
    AssignmentCommand, CompletionCorrelation, CompletionEvidence, DeadlineFact, PoolProtocol,
    PreReadyFailure, PreparationRefusal, PreparedReplacement, RestartTimerFact,
    ScheduleDrainDeadline, ScheduleRestart, WorkerStop, WorkerStopFact,
};
use crate::correlation::Unavailable;
use alloc::vec::Vec;

/// Values that the pool can make no use of, with the role that they belong to.
///
/// ```compile_fail,E0277
/// # use actor_laws::pool::{PoolProtocol, TransferredFact};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<TransferredFact<P>>()
/// }
/// ```
#[derive(Debug)]
#[must_use = "it owns the values"]
pub struct TransferredFact<P: PoolProtocol> {
    /// The role.
    pub role: P::Role,
    /// The values.
    pub values: TransferredValues<P>,
}

/// What is transferred.
#[derive(Debug)]
pub enum TransferredValues<P: PoolProtocol> {
    /// The plan of a worker that had stopped.
    Plan(P::Plan),
    /// A permit and its plan.
    Activation {
        /// The permit.
        permit: P::Permit,
        /// The plan.
        plan: P::Plan,
    },
    /// A stop that an initialization reported after another stop had come, with the plan.
    StoppedInitialization {
        /// The stop.
        stop: WorkerStop<P>,
        /// The plan.
        plan: P::Plan,
    },
    /// A failure before ready that no diagnostic will take: a rejected initialization, begin or
    /// activation, or a ticket that could not be reserved.
    Failure(PreReadyFailure<P>),
    /// The pool's half of an assignment whose delivery is not settled.
    RetainedHalf(CompletionCorrelation<P>),
    /// A rejected delivery with the pool's half. A completion stands against it, or its authority is
    /// not the half's partner, or the pool is draining and judges neither.
    RejectedDelivery {
        /// The pool's half.
        retained: CompletionCorrelation<P>,
        /// The command that came back.
        returned: AssignmentCommand<P>,
        /// Why.
        reason: P::Rejection,
        /// The completion that had come.
        completion: Option<CompletionEvidence<P>>,
    },
    /// A submission that was not born during drain; a kept stop stands against it.
    UnbornSubmission {
        /// The submission.
        submission: P::Submission,
        /// Why.
        reason: P::Rejection,
        /// The stop that had come before the birth, with the worker that it named.
        stop: Option<WorkerStopFact<P>>,
    },
    /// A submission that was prepared during drain.
    PreparedSubmission(P::Submission),
    /// A preparation that was refused during drain.
    RefusedPreparation {
        /// Who refused.
        refusal: PreparationRefusal,
        /// Why.
        reason: P::Rejection,
    },
    /// A prepared replacement, its elapsed timer, and its schedule request if that came back.
    Replacement {
        /// The replacement.
        prepared: PreparedReplacement<P>,
        /// The timer, if it had elapsed.
        elapsed: Option<RestartTimerFact>,
        /// The request and why it came back.
        returned: Option<(ScheduleRestart, P::Rejection)>,
    },
}

/// Why values are transferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferReason {
    /// A stop made them useless.
    Unused,
    /// The pool shuts down.
    Cancelled,
    /// Authoritative facts exclude each other.
    Contradictory,
    /// A returned authority is not the partner of the retained half.
    Mismatch,
}

/// Every member that had not drained when retirement was forced, in declaration order.
///
/// ```compile_fail,E0277
/// # use actor_laws::pool::{DrainResidual, PoolProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<DrainResidual<P>>()
/// }
/// ```
#[derive(Debug)]
#[must_use = "it owns every unresolved worker"]
pub struct DrainResidual<P: PoolProtocol> {
    /// The members, each with its drain phase and all that it holds. None of them is drained.
    pub members: Vec<ResidualMember<P>>,
}

/// One member of a residual.
#[derive(Debug)]
pub struct ResidualMember<P: PoolProtocol> {
    /// Its role.
    pub role: P::Role,
    /// Its phase with all values.
    pub member: DrainMember<P>,
}

/// Why retirement was forced, with the facts that forced it.
#[derive(Debug)]
pub enum ResidualCause<P: PoolProtocol> {
    /// A shutdown could not be reserved.
    ShutdownCorrelationUnavailable(Unavailable),
    /// The drain deadline could not be reserved.
    DeadlineCorrelationUnavailable(Unavailable),
    /// The drain deadline could not be set.
    DeadlineScheduleRejected {
        /// The request.
        request: ScheduleDrainDeadline,
        /// Why.
        reason: P::Rejection,
    },
    /// The drain deadline elapsed.
    DeadlineElapsed(DeadlineFact),
}

/// The kind of a [`ResidualCause`]; this is what the ended pool keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResidualCauseKind {
    /// A shutdown could not be reserved.
    ShutdownCorrelationUnavailable,
    /// The drain deadline could not be reserved.
    DeadlineCorrelationUnavailable,
    /// The drain deadline could not be set.
    DeadlineScheduleRejected,
    /// The drain deadline elapsed.
    DeadlineElapsed,
}

impl<P: PoolProtocol> ResidualCause<P> {
    /// The kind alone.
    #[must_use]
    pub fn kind(&self) -> ResidualCauseKind {
        match self {
            Self::ShutdownCorrelationUnavailable(_) => {
                ResidualCauseKind::ShutdownCorrelationUnavailable
            }
            Self::DeadlineCorrelationUnavailable(_) => {
                ResidualCauseKind::DeadlineCorrelationUnavailable
            }
            Self::DeadlineScheduleRejected { .. } => ResidualCauseKind::DeadlineScheduleRejected,
            Self::DeadlineElapsed(_) => ResidualCauseKind::DeadlineElapsed,
        }
    }
}
