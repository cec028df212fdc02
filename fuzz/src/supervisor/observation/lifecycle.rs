//! The durable lifecycle.

use super::{
    Change, Evidence, Exit, Id, InitialOutcome, Proxy, ProxyExit, ReplacementOutcome, ShownPhase,
    Submission, Tag, Unreported,
};
use serde::Serialize;

/// What happened to an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Lifecycle {
    Started {
        operation: Id,
        proxy: Proxy,
        outcome: InitialOutcome,
    },
    Replaced {
        operation: Id,
        proxy: Proxy,
        outcome: ReplacementOutcome,
    },
    /// `present`: the worker, if it had not been transferred.
    StartFailed {
        operation: Id,
        present: Option<Submission>,
        reason: Failure,
    },
    ReplacementFailed {
        operation: Id,
        present: Option<Submission>,
        reason: Failure,
    },
    StopFinished {
        stop: Id,
        result: StopResult,
    },
    /// `kept`: KeptEmpty, else Retiring.
    UnexpectedWorkerStopped {
        evidence: Evidence,
        exit: Exit,
        kept: bool,
    },
    OperationCancelled {
        operation: Id,
        change: Change,
        result: CancelledWorker,
    },
    WorkerChangeInterrupted {
        operation: Id,
        cause: Interruption,
        worker: InterruptedWorker,
    },
    CommandUnavailable {
        sender: Tag,
        phase: ShownPhase,
        command: Tag,
    },
    EntryRetired {
        cause: Cause,
        exit: RetiredProxy,
        absorbed: [Option<Absorbed>; 2],
    },
}

/// Why a change failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Failure {
    CreationRejected,
    InputRejected,
    OutcomeFailed,
    ProxyDied,
}

/// How an explicit stop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum StopResult {
    Stopped { proxy: Proxy, exit: ProxyExit },
    NeverBorn,
    Failed { proxy: Proxy, reason: u8, exit: Option<ProxyExit> },
}

/// What became of the worker of a cancelled change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum CancelledWorker {
    Returned,
    InputRejected,
    Resolved { outcome: Outcome },
}

/// The outcome of an emitted input, however it was delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Outcome {
    Initial(InitialOutcome),
    Replacement(ReplacementOutcome),
    Unreported(Unreported),
}

/// What interrupted a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Interruption {
    ExplicitStop { stop: Id },
    SupervisorShutdown { change: Change },
}

/// Where the worker of an interrupted change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum InterruptedWorker {
    Present { submission: Submission },
    Transferred,
    Late { outcome: Outcome },
}

/// Why an entry was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Cause {
    StartFailed,
    UnexpectedWorkerExit,
    StableProxyExit,
    Stop,
    Cancellation,
    SupervisorShutdown,
    DiagnosticTermination,
}

/// Where the end of a removed entry's proxy is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RetiredProxy {
    Here(ProxyExit),
    Elsewhere,
    NeverBorn,
}

/// The stop of a worker during its entry's ending; in the order in which they came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Absorbed {
    pub evidence: Evidence,
    pub exit: Exit,
}
