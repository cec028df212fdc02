//! The operations that a proxy can ask for, in lane order.

use super::{
    ActivationId, CreationId, Leftover, OwnerReport, ProxyDiagnostic, ProxyProtocol,
    ServiceCommand, WorkerSubmission,
};
use crate::product::{InLane, Product};
use alloc::boxed::Box;

/// Create a worker: the complete submission moves.
#[derive(Debug)]
#[must_use = "it owns the submission"]
pub struct CreateWorker<P: ProxyProtocol> {
    /// The creation.
    pub creation: CreationId,
    /// The worker's definition and activation work.
    pub submission: WorkerSubmission<P>,
}

/// Begin a worker's activation. Permit and plan move together; nothing else can form it.
///
/// ```compile_fail,E0277
/// # use actor_laws::proxy::{BeginActivation, ProxyProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: ProxyProtocol>() {
///     copied::<BeginActivation<P>>()
/// }
/// ```
/// ```compile_fail,E0063
/// # use actor_laws::proxy::{ActivationId, BeginActivation, ProxyProtocol};
/// fn without_a_permit<P: ProxyProtocol>(
///     incarnation: P::Incarnation,
///     activation: ActivationId,
///     plan: P::Plan,
/// ) -> BeginActivation<P> {
///     BeginActivation { incarnation, activation, plan }
/// }
/// ```
/// ```compile_fail,E0308
/// # use actor_laws::proxy::{BeginActivation, ProxyProtocol};
/// fn with_a_plan_for_a_permit<P: ProxyProtocol>(
///     begin: BeginActivation<P>,
///     plan: P::Plan,
/// ) -> BeginActivation<P> {
///     BeginActivation { permit: plan, ..begin }
/// }
/// ```
/// ```compile_fail,E0382
/// # use actor_laws::proxy::{BeginActivation, ProxyProtocol};
/// fn twice<P: ProxyProtocol>(
///     begin: BeginActivation<P>,
///     again: BeginActivation<P>,
/// ) -> [BeginActivation<P>; 2] {
///     let permit = begin.permit;
///     [BeginActivation { permit, ..again }, begin]
/// }
/// ```
#[derive(Debug)]
#[must_use = "it owns permit and plan"]
pub struct BeginActivation<P: ProxyProtocol> {
    /// The worker.
    pub incarnation: P::Incarnation,
    /// The attempt.
    pub activation: ActivationId,
    /// The one-shot permit.
    pub permit: P::Permit,
    /// The activation work.
    pub plan: P::Plan,
}

/// Ask a worker to stop. One incarnation is asked at most once.
#[derive(Debug)]
pub struct ShutdownWorker<P: ProxyProtocol> {
    /// The worker.
    pub incarnation: P::Incarnation,
}

/// Hand a service command to the ready worker.
#[derive(Debug)]
#[must_use = "it owns the command"]
pub struct DeliverService<P: ProxyProtocol> {
    /// The worker.
    pub incarnation: P::Incarnation,
    /// The command with its sender.
    pub service: ServiceCommand<P>,
}

/// One operation, owned. The variants stand in the one authored lane order.
#[derive(Debug)]
#[must_use = "it owns everything that the operation carries"]
pub enum ProxyOperation<P: ProxyProtocol> {
    /// Create a worker.
    CreateWorker(CreateWorker<P>),
    /// Watch for its birth; follows its creation.
    ObserveWorkerCreation {
        /// The creation.
        creation: CreationId,
    },
    /// Watch for its exit; follows its creation.
    ObserveWorkerExit {
        /// The creation.
        creation: CreationId,
    },
    /// Start its initialization: the only way by which its plan comes back.
    InitializeWorker {
        /// The worker.
        incarnation: P::Incarnation,
        /// The host's correlation, from the commit.
        attempt: P::InitializationAttempt,
    },
    /// Begin its activation.
    BeginActivation(BeginActivation<P>),
    /// Cancel its activation.
    CancelActivation {
        /// The worker.
        incarnation: P::Incarnation,
        /// The attempt.
        activation: ActivationId,
    },
    /// Ask it to stop.
    ShutdownWorker(ShutdownWorker<P>),
    /// Hand it a service command.
    DeliverService(DeliverService<P>),
    /// Tell the structural owner.
    Report(OwnerReport<P>),
    /// Hand a diagnostic to the host.
    Diagnostic(Box<ProxyDiagnostic<P>>),
}

/// The lanes of the action product, in their one authored order. The verdict follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each lane is documented at the operation of its name")]
pub enum ProxyLane {
    CreateWorker,
    ObserveWorkerCreation,
    ObserveWorkerExit,
    InitializeWorker,
    BeginActivation,
    CancelActivation,
    ShutdownWorker,
    DeliverService,
    Report,
    Diagnostic,
}

impl<P: ProxyProtocol> InLane for ProxyOperation<P> {
    type Lane = ProxyLane;

    fn lane(&self) -> ProxyLane {
        match self {
            Self::CreateWorker(_) => ProxyLane::CreateWorker,
            Self::ObserveWorkerCreation { .. } => ProxyLane::ObserveWorkerCreation,
            Self::ObserveWorkerExit { .. } => ProxyLane::ObserveWorkerExit,
            Self::InitializeWorker { .. } => ProxyLane::InitializeWorker,
            Self::BeginActivation(_) => ProxyLane::BeginActivation,
            Self::CancelActivation { .. } => ProxyLane::CancelActivation,
            Self::ShutdownWorker(_) => ProxyLane::ShutdownWorker,
            Self::DeliverService(_) => ProxyLane::DeliverService,
            Self::Report(_) => ProxyLane::Report,
            Self::Diagnostic(_) => ProxyLane::Diagnostic,
        }
    }
}

/// How a proxy ends.
#[derive(Debug)]
#[must_use = "it owns the leftover"]
pub enum ProxyVerdict<P: ProxyProtocol> {
    /// It has stopped: nothing is awaited any more.
    Stopped {
        /// What it still owned.
        leftover: Leftover<P>,
    },
}

/// The complete action product of one step.
///
/// It can be read, taken and settled; it cannot be copied, and nobody can put anything in.
///
/// ```compile_fail,E0277
/// # use actor_laws::proxy::{ProxyActions, ProxyProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: ProxyProtocol>() {
///     copied::<ProxyActions<P>>()
/// }
/// ```
/// ```compile_fail,E0624
/// # use actor_laws::proxy::{ProxyActions, ProxyOperation, ProxyProtocol};
/// fn add<P: ProxyProtocol>(actions: &mut ProxyActions<P>, operation: ProxyOperation<P>) {
///     actions.push(operation);
/// }
/// ```
pub type ProxyActions<P> = Product<ProxyOperation<P>, ProxyVerdict<P>>;
