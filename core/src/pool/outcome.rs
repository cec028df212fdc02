//! What a customer hears: one admission outcome, then for an accepted job one terminal outcome.

use super::{JobId, PoolProtocol};

/// The answer to one submission.
#[derive(Debug)]
#[must_use = "it may own the payload"]
pub enum AdmissionOutcome<P: PoolProtocol> {
    /// The pool owns the job.
    Accepted {
        /// The caller's correlation.
        request: P::Request,
        /// The job's name from now on.
        job: JobId,
    },
    /// The pool never owned it.
    Rejected {
        /// The caller's correlation.
        request: P::Request,
        /// The job, whole.
        payload: P::Payload,
        /// Why.
        reason: AdmissionRejection,
    },
}

/// Why a submission was rejected, in the order in which the reasons are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdmissionRejection {
    /// The pool is draining.
    ShuttingDown,
    /// Every role is retired.
    NoRecoverableWorkers,
    /// No worker is idle and as many jobs wait as may.
    BacklogFull,
    /// The pair of job correlations could not be reserved.
    JobCorrelationUnavailable,
    /// A worker is idle and the dispatch triple could not be reserved.
    DispatchCorrelationUnavailable,
}

/// The end of one accepted job.
///
/// ```compile_fail,E0277
/// # use actor_laws::pool::{PoolProtocol, TerminalCustomerOutcome};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<TerminalCustomerOutcome<P>>()
/// }
/// ```
#[derive(Debug)]
#[must_use = "it owns the payload or the result"]
pub enum TerminalCustomerOutcome<P: PoolProtocol> {
    /// A worker completed it.
    Completed {
        /// The job.
        job: JobId,
        /// The role that completed it.
        role: P::Role,
        /// The result.
        output: P::Output,
    },
    /// It returns out of the queue.
    ReturnedQueued {
        /// The job.
        job: JobId,
        /// The payload, whole.
        payload: P::Payload,
        /// Why.
        reason: QueuedReturnReason,
    },
    /// It returns out of an assignment, or as a retry that could not be prepared.
    ReturnedAssigned {
        /// The job.
        job: JobId,
        /// The role that it was last assigned to.
        role: P::Role,
        /// The payload, whole.
        payload: P::Payload,
        /// Why.
        reason: AssignedReturnReason,
    },
}

/// Why a queued job returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueuedReturnReason {
    /// The pool shut down.
    PoolShutdown,
    /// Every role is retired.
    NoRecoverableWorkers,
    /// Its dispatch triple could not be reserved, and it had never been assigned.
    DispatchCorrelationUnavailable,
}

/// Why an assigned job returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssignedReturnReason {
    /// The pool shut down.
    PoolShutdown,
    /// Its worker stopped, under `Fail`.
    WorkerStopped,
    /// Its dispatch triple could not be reserved, and it had been assigned before.
    RetryPreparationRejected,
    /// The facts about its assignment exclude each other.
    ContradictoryAssignmentSettlement,
}
