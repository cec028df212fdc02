//! Diagnostics: facts that matched nothing, and failures. Each owns everything that came with it.

use super::{
    BeginWorkerActivation, ChildNonce, PoolInput, PoolProtocol, PreparationRefusal,
    RestartTimerFact, ScheduleRestart, ShutdownWorker, WorkerCompleted, WorkerStop, WorkerStopFact,
};
use crate::correlation::Unavailable;

/// One diagnostic. It leaves through the disposition that the definition chose.
///
/// ```compile_fail,E0277
/// # use actor_laws::pool::{PoolDiagnostic, PoolProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<PoolDiagnostic<P>>()
/// }
/// ```
#[derive(Debug)]
#[must_use = "it owns what came back"]
pub enum PoolDiagnostic<P: PoolProtocol> {
    /// A fact that matches nothing: ownership is unchanged.
    RejectedFact {
        /// How it missed.
        class: RejectedFactClass,
        /// The whole fact.
        fact: PoolInput<P>,
    },
    /// A worker failed before it was ready; leaves when the worker has been shut down and stopped.
    WorkerFailed {
        /// Its role.
        role: P::Role,
        /// What failed.
        failure: PreReadyFailure<P>,
    },
    /// A failure that the definition's reaction answers.
    RoleFailed {
        /// The role.
        role: P::Role,
        /// What failed.
        failure: RoleFailure<P>,
    },
    /// A shutdown request came back.
    WorkerShutdownRejected {
        /// The worker's role.
        role: P::Role,
        /// The request.
        request: ShutdownWorker<P>,
        /// Why.
        reason: P::Rejection,
    },
}

impl<P: PoolProtocol> PoolDiagnostic<P> {
    /// A completion that had been kept and that no member will take any more.
    pub(crate) fn stale_completion(fact: WorkerCompleted<P>) -> Self {
        let (class, fact) = (RejectedFactClass::Stale, PoolInput::WorkerCompleted(fact));
        Self::RejectedFact { class, fact }
    }
}

/// How a fact missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RejectedFactClass {
    /// Nothing waits for it, or no longer. Every completion that no member takes is stale.
    Stale,
    /// It carries another pool's correlation.
    Foreign,
    /// It names a nonce that a member holds, with another role or other birth evidence.
    WrongWorker,
}

/// Why a worker failed before it was ready.
#[derive(Debug)]
pub enum PreReadyFailure<P: PoolProtocol> {
    /// Its initialization was rejected.
    InitializationRejected {
        /// What the initialization left.
        settlement: P::RejectedInitialization,
        /// Its plan.
        plan: P::Plan,
        /// Why.
        reason: P::Rejection,
    },
    /// Its activation was not begun.
    BeginRejected {
        /// The request, with permit and plan.
        request: BeginWorkerActivation<P>,
        /// Why.
        reason: P::Rejection,
    },
    /// Its activation was rejected.
    ActivationRejected {
        /// Why.
        reason: P::Rejection,
    },
    /// Its activation ticket could not be reserved.
    TicketUnavailable {
        /// Its permit.
        permit: P::Permit,
        /// Its plan.
        plan: P::Plan,
        /// The allocator's answer.
        rejection: Unavailable,
    },
}

/// A failure of a role's topology. It owns what came back, and the stop that recovery began from.
#[derive(Debug)]
pub enum RoleFailure<P: PoolProtocol> {
    /// A creation was rejected. With a stop kept for it, both facts stand against each other.
    CreationRejected {
        /// The submission.
        submission: P::Submission,
        /// Why.
        reason: P::Rejection,
        /// The stop that had come before the birth, with the worker that it named.
        stop: Option<WorkerStopFact<P>>,
    },
    /// No recovery ticket.
    RecoveryTicketUnavailable {
        /// The stop.
        stop: WorkerStop<P>,
        /// The allocator's answer.
        rejection: Unavailable,
    },
    /// The worker source prepared no worker.
    PreparationRefused {
        /// The stop.
        stop: WorkerStop<P>,
        /// Who refused.
        refusal: PreparationRefusal,
        /// Why.
        reason: P::Rejection,
    },
    /// A prepared worker was not admitted.
    RecoveryDenied {
        /// The stop.
        stop: WorkerStop<P>,
        /// The prepared worker.
        submission: P::Submission,
        /// Why.
        denial: RecoveryDenial,
    },
    /// A restart timer could not be set.
    RestartScheduleRejected {
        /// The stop.
        stop: WorkerStop<P>,
        /// The prepared worker.
        submission: P::Submission,
        /// The nonce that was reserved for it.
        child: ChildNonce,
        /// The timer, if it had elapsed already.
        elapsed: Option<RestartTimerFact>,
        /// The request.
        request: ScheduleRestart,
        /// Why.
        reason: P::Rejection,
    },
}

/// Why a prepared worker was not admitted, in the order of the checks. Nothing was committed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecoveryDenial {
    /// The stop is older than one that was accepted before it.
    ClockRegression,
    /// The window has no room for another charge.
    BudgetExhausted,
    /// The role has committed its last recovery ordinal.
    OrdinalOverflow,
    /// Stop plus delay is no tick.
    DeadlineOverflow,
    /// No child nonce.
    BirthCorrelationUnavailable(Unavailable),
    /// No timer; the nonce that was reserved before it is retired.
    TimerCorrelationUnavailable(Unavailable),
}
