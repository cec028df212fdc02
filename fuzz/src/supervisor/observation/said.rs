//! What a supervisor says: the actions of one fold, in lane order, and how the fold ended.
//!
//! The lanes are the variants of [`Said`] in declaration order; the two diagnostic variants are one
//! lane. Within a lane: the fold's own entry first, then the others by generation; authorizations
//! by operation.

use super::{
    Authority, Id, Input, Key, Lifecycle, Outcome, Proxy, ProxyExit, Request, Submission, Tag,
    Told, Unavailable,
};
use serde::Serialize;

/// One action of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "action")]
pub enum Said {
    CreateProxy {
        creation: Id,
        generation: Id,
    },
    ObserveProxyCreation {
        creation: Id,
    },
    ObserveProxyExit {
        creation: Id,
    },
    /// Hand a proxy its first worker.
    InstallInitial {
        input: Input,
    },
    /// Hand a proxy a successor.
    Replace {
        input: Input,
    },
    ShutdownProxy {
        request: Request,
    },
    Reply {
        route: Tag,
        reply: Reply,
    },
    Lifecycle {
        route: u8,
        key: Key,
        generation: Id,
        event: Lifecycle,
    },
    DeliverDiagnostic {
        route: u8,
        correlation: Id,
        diagnostic: Diagnostic,
    },
    TransferTerminalDiagnostic {
        diagnostic: Diagnostic,
    },
    ScheduleDeadline {
        deadline: Id,
        after: u64,
    },
}

/// The answer to a command. Authorities in receipts and answers are of the machine that says them,
/// those in the answer to a cancel are the one that came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Reply {
    StartAccepted { key: Key, cancel: Authority },
    StartRejected { key: Key, submission: Submission, reason: StartRefusal },
    ReplaceAccepted { key: Key, cancel: Authority },
    ReplaceRejected { key: Key, submission: Submission, reason: ReplaceRefusal },
    StopAccepted { key: Key },
    StopRejected { key: Key, reason: StopRefusal },
    Unknown { key: Key },
    Known { key: Key, phase: Shown },
    Returned { authority: Authority, submission: Submission },
    Pending { authority: Authority, phase: Shown },
    Committed { authority: Authority, phase: Shown },
    Cancelled { authority: Authority },
    Stale { authority: Authority },
    Draining { authority: Authority },
}

/// Why a start was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum StartRefusal {
    ShuttingDown,
    AlreadyExists,
    AtCapacity,
    Generation(Unavailable),
    Creation(Unavailable),
    Operation(Unavailable),
}

/// Why a replacement was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ReplaceRefusal {
    ShuttingDown,
    Unknown,
    Unavailable,
    Operation(Unavailable),
}

/// Why a stop was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum StopRefusal {
    ShuttingDown,
    Unknown,
    AlreadyStopping,
    Unavailable,
    Stop(Unavailable),
}

/// The phases that others see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Shown {
    CreatingProxy,
    WaitingForActivationAuthorization,
    AwaitingProxyOutcome,
    Ready { proxy: Proxy },
    Empty,
    Stopping,
    Replacing,
    Cancelling,
    Draining,
    Retiring,
}

/// The kinds of correlation that a command can miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Kind {
    Generation,
    Creation,
    Operation,
    Stop,
}

/// One diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "diagnostic")]
pub enum Diagnostic {
    CorrelationUnavailable { key: Key, kind: Kind, reason: Unavailable },
    CreationRejected { key: Key, generation: Id, rejection: Tag, early_exit: Option<ProxyExit> },
    InputRejected { key: Key, generation: Id, input: Input, reason: u8 },
    OutcomeFailed { key: Key, generation: Id, operation: Id, outcome: Outcome },
    ShutdownRejected { key: Key, generation: Id, request: Request, reason: u8 },
    ProxyDied { key: Key, generation: Id, exit: ProxyExit },
    RejectedFact { fact: Told },
    ForcedRetirement { key: Key, generation: Id, owed: Owed },
}

/// What is still owed to an ending entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Owed {
    pub birth: bool,
    pub worker_result: bool,
    pub shutdown_settlement: bool,
    pub proxy_exit: bool,
}

/// Why retirement was forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Force {
    DeadlineElapsed { deadline: Id, at: u64 },
    ScheduleRejected { returned: Id, after: u64, reason: u8 },
    DeadlineUnavailable(Unavailable),
}

/// How a fold ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    Continue,
    Stopped,
    /// The final state holds the unresolved entries; the view shows them.
    ForcedRetirement {
        force: Force,
    },
    /// The input was not admitted and came back whole; nothing was said.
    HandedBack,
}
