//! What a supervisor can be told: five commands, shutdown, the deadline, and the proxies' facts.

use super::{
    CancelAuthority, DeadlineId, Generation, OperationId, ProxyCreationId, ProxyInputOperation,
    ScheduleDeadline, ShutdownProxy, ShutdownPurpose, SupervisorCorrelations, SupervisorProtocol,
};
use crate::correlation::InstanceId;
use crate::proxy::{self, InitialOutcome, Leftover, ReplacementOutcome, WorkerSubmission};
use crate::settlement::Settlement;
use crate::time::Tick;
use alloc::boxed::Box;

/// One input of a supervisor.
#[derive(Debug)]
#[must_use = "it owns everything that came with it"]
pub enum SupervisorInput<P: SupervisorProtocol> {
    /// Begin: the only input before it.
    Initialize {
        /// The supervisor's identity among all that a host runs.
        instance: InstanceId,
        /// Where each kind of correlation takes its ordinals from.
        correlations: Box<SupervisorCorrelations>,
    },
    /// Admit a key with its first worker.
    Start(StartCommand<P>),
    /// Change the worker behind a service.
    Replace(ReplaceCommand<P>),
    /// Drain and remove one service.
    Stop(StopCommand<P>),
    /// Show one service.
    Query(QueryCommand<P>),
    /// Call an accepted start or replacement back.
    Cancel(CancelCommand<P>),
    /// Global shutdown.
    ShutdownRequested,
    /// The drain deadline was scheduled, or not.
    DeadlineSchedule {
        /// The timer.
        deadline: DeadlineId,
        /// The result.
        settlement: Settlement<ScheduleDeadline, P::Reason>,
    },
    /// The drain deadline elapsed.
    DeadlineElapsed {
        /// The timer.
        deadline: DeadlineId,
        /// When; not judged.
        at: Tick,
    },
    /// A proxy creation has ended.
    ProxyBirth {
        /// The creation.
        creation: ProxyCreationId,
        /// The result.
        result: ProxyBirth<P>,
    },
    /// A proxy is gone.
    ProxyExit {
        /// Which proxy.
        source: ProxyExitSource<P>,
        /// Its end.
        exit: ProxyExit<P>,
    },
    /// An input was delivered to its proxy, or not.
    InputSettlement {
        /// The proxy.
        proxy: P::Proxy,
        /// Which kind of change it was.
        kind: ChangeKind,
        /// The operation of the input.
        operation: OperationId,
        /// The result.
        settlement: Settlement<ProxyInputOperation<P>, P::Reason>,
    },
    /// A proxy reports to its owner.
    Report {
        /// The proxy.
        proxy: P::Proxy,
        /// The report.
        report: Box<proxy::OwnerReport<P::Service>>,
    },
    /// An accepted input's outcome that no report delivered; comes after the proxy's exit.
    Unreported {
        /// The proxy.
        proxy: P::Proxy,
        /// The operation of the input.
        operation: OperationId,
        /// What became of it.
        rest: Box<UnreportedInput<P>>,
    },
    /// A shutdown request was delivered to its proxy, or not.
    ShutdownSettlement {
        /// The proxy.
        proxy: P::Proxy,
        /// The entry's life that asked.
        generation: Generation,
        /// What it was asked for.
        purpose: ShutdownPurpose,
        /// The result.
        settlement: Settlement<ShutdownProxy<P>, P::Reason>,
    },
}

/// Admit a key with its first worker.
#[derive(Debug)]
#[must_use = "it owns the submission and the reply route"]
pub struct StartCommand<P: SupervisorProtocol> {
    /// The service's name.
    pub key: P::Key,
    /// The worker.
    pub submission: WorkerSubmission<P::Service>,
    /// Where the answer goes.
    pub reply: P::ReplyRoute,
}

/// Change the worker behind a service.
#[derive(Debug)]
#[must_use = "it owns the submission and the reply route"]
pub struct ReplaceCommand<P: SupervisorProtocol> {
    /// The service's name.
    pub key: P::Key,
    /// The successor.
    pub submission: WorkerSubmission<P::Service>,
    /// Where the answer goes.
    pub reply: P::ReplyRoute,
}

/// Drain and remove one service.
#[derive(Debug)]
#[must_use = "it owns the reply route"]
pub struct StopCommand<P: SupervisorProtocol> {
    /// The service's name.
    pub key: P::Key,
    /// Where the answer goes.
    pub reply: P::ReplyRoute,
}

/// Show one service.
#[derive(Debug)]
#[must_use = "it owns the reply route"]
pub struct QueryCommand<P: SupervisorProtocol> {
    /// The service's name.
    pub key: P::Key,
    /// Where the answer goes.
    pub reply: P::ReplyRoute,
}

/// Call an accepted start or replacement back.
#[derive(Debug)]
#[must_use = "it owns the authority and the reply route"]
pub struct CancelCommand<P: SupervisorProtocol> {
    /// The authority of the operation; every answer gives it back.
    pub authority: CancelAuthority<P>,
    /// Where the answer goes.
    pub reply: P::ReplyRoute,
}

/// The kinds of worker change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChangeKind {
    /// A start: the first worker of a service.
    Start,
    /// A replacement.
    Replacement,
}

/// The result of one proxy creation.
#[derive(Debug)]
pub enum ProxyBirth<P: SupervisorProtocol> {
    /// The proxy lives.
    Committed {
        /// Its capability.
        proxy: P::Proxy,
    },
    /// There is no proxy; not attempted is a rejection too.
    Rejected {
        /// Why.
        rejection: P::CreationRejection,
    },
}

/// How an exit names its proxy.
#[derive(Debug)]
pub enum ProxyExitSource<P: SupervisorProtocol> {
    /// By its creation, while that is out.
    BeforeBirth(ProxyCreationId),
    /// By itself, after its birth.
    AfterBirth(P::Proxy),
}

/// The authoritative end of one proxy. The host promises that its worker is gone.
#[derive(Debug)]
#[must_use = "an exit is consumed once"]
pub struct ProxyExit<P: SupervisorProtocol> {
    /// Why it stopped.
    pub stop: P::ProxyStop,
    /// When the host observed it.
    pub at: Tick,
}

/// What became of an accepted input whose outcome no report delivered.
#[derive(Debug)]
#[must_use = "it owns what came back"]
pub enum UnreportedInput<P: SupervisorProtocol> {
    /// The proxy never took it.
    Untouched(WorkerSubmission<P::Service>),
    /// The outcome of an install that could not be delivered.
    Initial(InitialOutcome<P::Service>),
    /// The outcome of a replacement that could not be delivered.
    Replacement(ReplacementOutcome<P::Service>),
    /// What the proxy left of it when it stopped.
    Left(Leftover<P::Service>),
}

/// A cause for handing an input back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalCause {
    /// The supervisor has not been initialized; only `Initialize` is admitted.
    NotInitialized,
    /// The supervisor has been initialized already.
    AlreadyInitialized,
    /// The supervisor has ended.
    Ended,
    /// The action buffer still holds an earlier product.
    ActionsPending,
}

/// An input that was not admitted, whole.
#[derive(Debug)]
#[must_use = "it owns the input"]
pub struct RefusedInput<P: SupervisorProtocol> {
    /// The input.
    pub input: SupervisorInput<P>,
    /// Why it was not admitted.
    pub cause: RefusalCause,
}
