//! The durable lifecycle: every later outcome of an accepted change, in one lane of its own.

use super::{
    ChangeKind, Generation, OperationId, ProxyExit, StopId, SupervisorProtocol, UnreportedInput,
};
use crate::proxy::{
    InitialOutcome, ProxyPhase, ReplacementOutcome, ServiceCommand, WorkerEvidence, WorkerExit,
    WorkerSubmission,
};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Which life of which service a value is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryIdentity<Key> {
    /// The service's name.
    pub key: Key,
    /// The life of the entry.
    pub generation: Generation,
}

/// One lifecycle value.
#[derive(Debug)]
#[must_use = "it owns what came back"]
pub struct LifecycleEvent<P: SupervisorProtocol> {
    /// Which life of which service.
    pub identity: EntryIdentity<P::Key>,
    /// What happened.
    pub event: DynamicLifecycle<P>,
}

/// What happened to an entry.
#[derive(Debug)]
#[must_use = "it owns what came back"]
pub enum DynamicLifecycle<P: SupervisorProtocol> {
    /// A start became ready.
    Started {
        /// The operation.
        operation: OperationId,
        /// The stable capability.
        proxy: P::Proxy,
        /// The outcome, whole.
        outcome: Box<InitialOutcome<P::Service>>,
    },
    /// A replacement became ready.
    Replaced {
        /// The operation.
        operation: OperationId,
        /// The stable capability.
        proxy: P::Proxy,
        /// The outcome, whole.
        outcome: Box<ReplacementOutcome<P::Service>>,
    },
    /// A start failed.
    StartFailed {
        /// The operation.
        operation: OperationId,
        /// Where the worker is.
        worker: FailedWorker<P>,
        /// Why.
        reason: ChangeFailure,
    },
    /// A replacement failed.
    ReplacementFailed {
        /// The operation.
        operation: OperationId,
        /// Where the worker is.
        worker: FailedWorker<P>,
        /// Why.
        reason: ChangeFailure,
    },
    /// An explicit stop has ended.
    StopFinished {
        /// The stop.
        stop: StopId,
        /// How.
        result: StopResult<P>,
    },
    /// A ready worker stopped although nobody had asked.
    UnexpectedWorkerStopped {
        /// The worker.
        evidence: WorkerEvidence,
        /// Its end.
        exit: WorkerExit<P::Service>,
        /// What it leads to.
        consequence: ExitConsequence,
    },
    /// A cancelled change has ended.
    OperationCancelled {
        /// The operation.
        operation: OperationId,
        /// What kind of change it was.
        kind: ChangeKind,
        /// What became of its worker.
        result: CancelledWorker<P>,
    },
    /// A change was ended by a stop or by the global shutdown.
    WorkerChangeInterrupted {
        /// The operation.
        operation: OperationId,
        /// By what.
        cause: InterruptionCause,
        /// Where the worker is.
        worker: InterruptedWorker<P>,
    },
    /// A command that the service could not take.
    CommandUnavailable {
        /// The command with its sender.
        service: ServiceCommand<P::Service>,
        /// The proxy's phase.
        phase: ProxyPhase,
    },
    /// The entry is removed: its last lifecycle value.
    EntryRetired {
        /// Why.
        cause: RetirementCause,
        /// The proxy's end.
        exit: RetiredProxy<P>,
        /// Stops of its workers that no other value has.
        absorbed: Vec<AbsorbedStop<P>>,
    },
}

/// Where the worker of a failed change is.
#[derive(Debug)]
pub enum FailedWorker<P: SupervisorProtocol> {
    /// Here: it had not been transferred.
    Present(WorkerSubmission<P::Service>),
    /// Another value has it.
    Transferred,
}

/// Why a change failed. The whole rejection or outcome is in the diagnostics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeFailure {
    /// The proxy was not created.
    CreationRejected,
    /// The input was not delivered.
    InputRejected,
    /// The proxy reported another outcome than ready.
    OutcomeFailed,
    /// The proxy died.
    ProxyDied,
}

/// How an explicit stop ended.
#[derive(Debug)]
pub enum StopResult<P: SupervisorProtocol> {
    /// The proxy has ended.
    Stopped {
        /// The proxy.
        proxy: P::Proxy,
        /// Its end.
        exit: ProxyExit<P>,
    },
    /// There never was a proxy.
    NeverBorn,
    /// The shutdown was rejected.
    Failed {
        /// The proxy.
        proxy: P::Proxy,
        /// The settlement's reason, unchanged.
        reason: P::Reason,
        /// The proxy's end, if it has ended: then the entry is retired, else it is restored.
        exit: Option<ProxyExit<P>>,
    },
}

/// What the unexpected stop of a ready worker leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitConsequence {
    /// The service stays, without a worker.
    KeptEmpty,
    /// The entry is drained.
    Retiring,
}

/// What became of the worker of a cancelled change.
#[derive(Debug)]
pub enum CancelledWorker<P: SupervisorProtocol> {
    /// It was returned with the answer.
    Returned,
    /// Its input was rejected; the diagnostics have it.
    InputRejected,
    /// Its change was resolved; nothing of it was published.
    Resolved(Box<LateOutcome<P>>),
}

/// The outcome of an emitted input, however it was delivered.
#[derive(Debug)]
pub enum LateOutcome<P: SupervisorProtocol> {
    /// A report about an install.
    Initial(InitialOutcome<P::Service>),
    /// A report about a replacement.
    Replacement(ReplacementOutcome<P::Service>),
    /// No report delivered it.
    Unreported(UnreportedInput<P>),
}

/// What interrupted a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterruptionCause {
    /// An explicit stop.
    ExplicitStop {
        /// The stop.
        stop: StopId,
    },
    /// The global shutdown.
    SupervisorShutdown {
        /// What kind of change it was.
        kind: ChangeKind,
    },
}

/// Where the worker of an interrupted change is.
#[derive(Debug)]
pub enum InterruptedWorker<P: SupervisorProtocol> {
    /// Here: it had not been transferred.
    Present(WorkerSubmission<P::Service>),
    /// Its input was rejected; the diagnostics have it.
    Transferred,
    /// Its change was resolved; nothing else of it is published.
    Late(Box<LateOutcome<P>>),
}

/// Why an entry was removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the causes are the words of the law")]
pub enum RetirementCause {
    StartFailed,
    UnexpectedWorkerExit,
    StableProxyExit,
    Stop,
    Cancellation,
    SupervisorShutdown,
    /// The shutdown was begun by a diagnostic that ends the supervisor.
    DiagnosticTermination,
}

/// Where the end of a removed entry's proxy is.
#[derive(Debug)]
pub enum RetiredProxy<P: SupervisorProtocol> {
    /// Here.
    Here(ProxyExit<P>),
    /// Another value has it.
    Elsewhere,
    /// There never was a proxy.
    NeverBorn,
}

/// The stop of a worker during its entry's ending.
#[derive(Debug)]
pub struct AbsorbedStop<P: SupervisorProtocol> {
    /// The worker.
    pub evidence: WorkerEvidence,
    /// Its end.
    pub exit: WorkerExit<P::Service>,
}
