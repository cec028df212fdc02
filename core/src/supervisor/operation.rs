//! The operations that a supervisor can ask for, in lane order.

use super::{
    ChangeKind, DeadlineId, DiagnosticId, DynamicDiagnostic, Generation, LifecycleEvent,
    OperationId, ProxyCreationId, Reply, StopId, SupervisorProtocol, SupervisorVerdict,
};
use crate::product::{InLane, Product};
use crate::proxy::WorkerSubmission;
use crate::time::Ticks;
use alloc::boxed::Box;

/// Hand a worker to its proxy: as an install or as a replacement.
#[derive(Debug)]
#[must_use = "it owns the submission"]
pub struct ProxyInputOperation<P: SupervisorProtocol> {
    /// The proxy.
    pub proxy: P::Proxy,
    /// Install or replacement.
    pub kind: ChangeKind,
    /// The operation; the proxy's ticket.
    pub operation: OperationId,
    /// The worker with its activation work.
    pub submission: WorkerSubmission<P::Service>,
}

/// What a proxy is asked to stop for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShutdownPurpose {
    /// An explicit stop.
    Stop(StopId),
    /// Any other end of its entry; asked at most once.
    Ending,
}

/// Ask a proxy to stop.
#[derive(Debug)]
pub struct ShutdownProxy<P: SupervisorProtocol> {
    /// The entry's life.
    pub generation: Generation,
    /// The proxy.
    pub proxy: P::Proxy,
    /// What for.
    pub purpose: ShutdownPurpose,
}

/// Set the drain deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduleDeadline {
    /// The timer.
    pub deadline: DeadlineId,
    /// Ticks from the moment the host takes the request.
    pub after: Ticks,
}

/// One operation, owned. The variants stand in the one authored lane order.
#[derive(Debug)]
#[must_use = "it owns everything that the operation carries"]
pub enum SupervisorOperation<P: SupervisorProtocol> {
    /// Create a proxy.
    CreateProxy {
        /// The creation.
        creation: ProxyCreationId,
        /// The entry's life.
        generation: Generation,
    },
    /// Watch for its birth; stands or falls with its creation.
    ObserveProxyCreation {
        /// The creation.
        creation: ProxyCreationId,
    },
    /// Watch for its exit; stands or falls with its creation.
    ObserveProxyExit {
        /// The creation.
        creation: ProxyCreationId,
    },
    /// Hand a proxy its first worker.
    InstallInitial(ProxyInputOperation<P>),
    /// Hand a proxy a successor.
    Replace(ProxyInputOperation<P>),
    /// Ask a proxy to stop.
    ShutdownProxy(ShutdownProxy<P>),
    /// Answer a command.
    Reply {
        /// Where to.
        route: P::ReplyRoute,
        /// The answer.
        reply: Reply<P>,
    },
    /// Publish a lifecycle value.
    Lifecycle {
        /// Where to.
        route: P::LifecycleRoute,
        /// The value.
        event: LifecycleEvent<P>,
    },
    /// Deliver a diagnostic under its own correlation.
    DeliverDiagnostic {
        /// Where to.
        route: P::DiagnosticRoute,
        /// The correlation.
        correlation: DiagnosticId,
        /// The diagnostic.
        diagnostic: Box<DynamicDiagnostic<P>>,
    },
    /// Hand a diagnostic to the host: it ends the supervisor.
    TransferTerminalDiagnostic {
        /// The diagnostic.
        diagnostic: Box<DynamicDiagnostic<P>>,
    },
    /// Set the drain deadline.
    ScheduleDeadline(ScheduleDeadline),
}

/// Everything that one fold asks its host to do.
pub type SupervisorActions<P> = Product<SupervisorOperation<P>, SupervisorVerdict>;

/// The lanes of the action product, in their one authored order; the verdict follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each lane is documented at the operation of its name")]
pub enum Lane {
    CreateProxy,
    ObserveProxyCreation,
    ObserveProxyExit,
    InstallInitial,
    Replace,
    ShutdownProxy,
    Reply,
    Lifecycle,
    /// Delivered and terminal ones: one lane.
    Diagnostic,
    ScheduleDeadline,
}

impl<P: SupervisorProtocol> InLane for SupervisorOperation<P> {
    type Lane = Lane;

    fn lane(&self) -> Lane {
        match self {
            Self::CreateProxy { .. } => Lane::CreateProxy,
            Self::ObserveProxyCreation { .. } => Lane::ObserveProxyCreation,
            Self::ObserveProxyExit { .. } => Lane::ObserveProxyExit,
            Self::InstallInitial(_) => Lane::InstallInitial,
            Self::Replace(_) => Lane::Replace,
            Self::ShutdownProxy(_) => Lane::ShutdownProxy,
            Self::Reply { .. } => Lane::Reply,
            Self::Lifecycle { .. } => Lane::Lifecycle,
            Self::DeliverDiagnostic { .. } | Self::TransferTerminalDiagnostic { .. } => {
                Lane::Diagnostic
            }
            Self::ScheduleDeadline(_) => Lane::ScheduleDeadline,
        }
    }
}
