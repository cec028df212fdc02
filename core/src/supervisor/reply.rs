//! The answers to the five commands.

use super::{CancelAuthority, SupervisorProtocol};
use crate::correlation::Unavailable;
use crate::proxy::WorkerSubmission;

/// One answer. Its route is used once.
#[derive(Debug)]
#[must_use = "it owns what the command brought"]
pub enum Reply<P: SupervisorProtocol> {
    /// To a start.
    Start(Result<WorkerChangeReceipt<P>, WorkerChangeRejection<P, StartRejection>>),
    /// To a replacement.
    Replace(Result<WorkerChangeReceipt<P>, WorkerChangeRejection<P, ReplaceRejection>>),
    /// To a stop.
    Stop(Result<P::Key, StopRejection<P>>),
    /// To a query.
    Query(QueryAnswer<P>),
    /// To a cancel.
    Cancel(CancelAnswer<P>),
}

/// An accepted start or replacement. It claims nothing about readiness.
#[derive(Debug)]
#[must_use = "it owns the authority to cancel"]
pub struct WorkerChangeReceipt<P: SupervisorProtocol> {
    /// The service's name.
    pub key: P::Key,
    /// The authority to call the change back.
    pub cancel: CancelAuthority<P>,
}

/// A start or replacement that was not accepted; nothing has changed.
#[derive(Debug)]
#[must_use = "it owns the submission"]
pub struct WorkerChangeRejection<P: SupervisorProtocol, Reason> {
    /// The service's name.
    pub key: P::Key,
    /// The submission, whole.
    pub submission: WorkerSubmission<P::Service>,
    /// Why.
    pub reason: Reason,
}

/// Why a start was rejected, in the order in which it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartRejection {
    /// Global shutdown has begun.
    ShuttingDown,
    /// The key is in the table, whatever its phase.
    AlreadyExists,
    /// The table is full.
    AtCapacity,
    /// No generation could be reserved.
    GenerationUnavailable(Unavailable),
    /// No proxy creation could be reserved.
    CreationUnavailable(Unavailable),
    /// No operation could be reserved.
    OperationUnavailable(Unavailable),
}

/// Why a replacement was rejected, in the order in which it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplaceRejection {
    /// Global shutdown has begun.
    ShuttingDown,
    /// The key is not in the table.
    Unknown,
    /// Its phase takes no replacement.
    Unavailable,
    /// No operation could be reserved.
    OperationUnavailable(Unavailable),
}

/// A stop that was not accepted; nothing has changed.
#[derive(Debug)]
pub struct StopRejection<P: SupervisorProtocol> {
    /// The service's name.
    pub key: P::Key,
    /// Why.
    pub reason: StopRejectionReason,
}

/// Why a stop was rejected, in the order in which it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopRejectionReason {
    /// Global shutdown has begun.
    ShuttingDown,
    /// The key is not in the table.
    Unknown,
    /// It is being stopped.
    AlreadyStopping,
    /// Its phase takes no stop.
    Unavailable,
    /// No stop could be reserved.
    StopUnavailable(Unavailable),
}

/// The phases that others see.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the phases are the words of the law")]
pub enum PublicPhase<Proxy> {
    CreatingProxy,
    WaitingForActivationAuthorization,
    AwaitingProxyOutcome,
    /// The service takes commands.
    Ready {
        /// The stable capability.
        proxy: Proxy,
    },
    Empty,
    Stopping,
    Replacing,
    Cancelling,
    Draining,
    Retiring,
}

/// The answer to a query: total, and nothing private in it.
#[derive(Debug)]
pub enum QueryAnswer<P: SupervisorProtocol> {
    /// The key is not in the table.
    Unknown {
        /// The key.
        key: P::Key,
    },
    /// The key is in the table.
    Known {
        /// The key.
        key: P::Key,
        /// Its phase.
        phase: PublicPhase<P::Proxy>,
    },
}

/// The answer to a cancel. Each gives the authority back.
#[derive(Debug)]
#[must_use = "it owns the authority"]
pub enum CancelAnswer<P: SupervisorProtocol> {
    /// The worker had not been transferred; it comes back.
    Returned {
        /// The authority.
        authority: CancelAuthority<P>,
        /// The submission, whole.
        submission: WorkerSubmission<P::Service>,
    },
    /// The worker had been transferred; its change ends logically.
    Pending {
        /// The authority.
        authority: CancelAuthority<P>,
        /// The phase in which the operation was found.
        phase: PublicPhase<P::Proxy>,
    },
    /// The operation had ended by itself: too late.
    Committed {
        /// The authority.
        authority: CancelAuthority<P>,
        /// The service's present phase.
        phase: PublicPhase<P::Proxy>,
    },
    /// The operation is cancelled already.
    Cancelled {
        /// The authority.
        authority: CancelAuthority<P>,
    },
    /// It names no operation of a present entry.
    Stale {
        /// The authority.
        authority: CancelAuthority<P>,
    },
    /// The operation's entry is ending otherwise, or the supervisor shuts down.
    Draining {
        /// The authority.
        authority: CancelAuthority<P>,
    },
}
