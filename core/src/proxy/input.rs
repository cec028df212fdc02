//! What a proxy can be told: services, control by its structural owner, and the host's facts.

use super::{
    ActivationId, BeginActivation, CreationId, ProxyProtocol, ShutdownWorker, WorkerSubmission,
};
use crate::settlement::Settlement;
use crate::time::Tick;

/// One input of a proxy.
///
/// ```compile_fail,E0277
/// # use actor_laws::proxy::{ProxyInput, ProxyProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: ProxyProtocol>() {
///     copied::<ProxyInput<P>>()
/// }
/// ```
#[derive(Debug)]
#[must_use = "it owns everything that came with it"]
pub enum ProxyInput<P: ProxyProtocol> {
    /// A client's command.
    Service(ServiceCommand<P>),
    /// The owner installs the first worker.
    InstallInitial(WorkerChange<P>),
    /// The owner replaces the worker.
    Replace(WorkerChange<P>),
    /// The owner ends the proxy.
    Shutdown,
    /// A creation has ended.
    WorkerBirth(WorkerBirth<P>),
    /// An initialization has ended.
    Initialization(Initialization<P>),
    /// An activation was begun, or not.
    ActivationStart(ActivationStart<P>),
    /// A begun activation has ended.
    ActivationResult(ActivationResult<P>),
    /// A worker is gone.
    WorkerExit(WorkerExitFact<P>),
    /// A worker shutdown was delivered, or not.
    WorkerShutdown(WorkerShutdownSettlement<P>),
}

/// A client's command.
#[derive(Debug)]
#[must_use = "it owns the command"]
pub struct ServiceCommand<P: ProxyProtocol> {
    /// Who sent it.
    pub sender: P::Sender,
    /// The command.
    pub command: P::Command,
}

/// The owner's order to install or replace a worker.
#[derive(Debug)]
#[must_use = "it owns the submission"]
pub struct WorkerChange<P: ProxyProtocol> {
    /// The owner's correlation.
    pub ticket: P::Ticket,
    /// The worker to be created.
    pub submission: WorkerSubmission<P>,
}

/// How one creation ended.
#[derive(Debug)]
pub struct WorkerBirth<P: ProxyProtocol> {
    /// The creation.
    pub creation: CreationId,
    /// The result.
    pub result: BirthResult<P>,
}

/// The result of one creation.
#[derive(Debug)]
pub enum BirthResult<P: ProxyProtocol> {
    /// A worker was born.
    Committed {
        /// The worker.
        incarnation: P::Incarnation,
        /// The host's correlation for its initialization.
        attempt: P::InitializationAttempt,
    },
    /// No worker was born; the submission comes back.
    Rejected {
        /// The submission, whole.
        submission: WorkerSubmission<P>,
        /// Who rejected it, and why.
        why: CreationRejection<P>,
    },
}

/// Who rejected a creation, and why. One that was never attempted is the host's rejection.
#[derive(Debug)]
pub enum CreationRejection<P: ProxyProtocol> {
    /// The worker's own fold.
    FoldRejected(P::Rejection),
    /// The host.
    HostRejected(P::Rejection),
}

/// How one initialization ended.
#[derive(Debug)]
pub struct Initialization<P: ProxyProtocol> {
    /// The worker.
    pub incarnation: P::Incarnation,
    /// The host's correlation, from the commit.
    pub attempt: P::InitializationAttempt,
    /// The result; each brings the plan back.
    pub result: InitializationResult<P>,
}

/// The result of one initialization.
#[derive(Debug)]
pub enum InitializationResult<P: ProxyProtocol> {
    /// The worker may be activated.
    Initialized {
        /// The one-shot permit.
        permit: P::Permit,
        /// The activation work.
        plan: P::Plan,
    },
    /// The worker lives and cannot be activated.
    EffectsRejected {
        /// What the initialization left.
        failure: P::InitializationFailure,
        /// The activation work.
        plan: P::Plan,
    },
    /// The worker stopped. Without a kept exit this is its exit.
    Stopped {
        /// The stop.
        exit: WorkerExit<P>,
        /// The activation work.
        plan: P::Plan,
    },
}

/// Whether one activation was begun.
#[derive(Debug)]
pub struct ActivationStart<P: ProxyProtocol> {
    /// The worker.
    pub incarnation: P::Incarnation,
    /// The attempt.
    pub activation: ActivationId,
    /// The result.
    pub settlement: Settlement<BeginActivation<P>, P::Rejection>,
}

/// How one begun activation ended.
#[derive(Debug)]
pub struct ActivationResult<P: ProxyProtocol> {
    /// The worker.
    pub incarnation: P::Incarnation,
    /// The attempt.
    pub activation: ActivationId,
    /// The result.
    pub result: ActivationEnd<P>,
}

/// The result of one begun activation.
#[derive(Debug)]
pub enum ActivationEnd<P: ProxyProtocol> {
    /// The worker takes commands.
    Ready {
        /// The proof.
        proof: P::Proof,
    },
    /// The worker lives and takes none.
    Rejected {
        /// What the activation left.
        rejection: P::ActivationRejection,
    },
    /// Ready, after a cancel.
    ReadyAfterCancel {
        /// The proof.
        proof: P::Proof,
    },
    /// Rejected, after a cancel.
    RejectedAfterCancel {
        /// What the activation left.
        rejection: P::ActivationRejection,
    },
}

/// A worker is gone.
#[derive(Debug)]
pub struct WorkerExitFact<P: ProxyProtocol> {
    /// Which worker.
    pub source: ExitSource<P>,
    /// Its end.
    pub exit: WorkerExit<P>,
}

/// How an exit names its worker.
#[derive(Debug)]
pub enum ExitSource<P: ProxyProtocol> {
    /// By its creation, while that is out.
    BeforeBirth(CreationId),
    /// By itself, after its commit.
    AfterBirth(P::Incarnation),
}

/// The authoritative end of one worker.
///
/// ```compile_fail,E0277
/// # use actor_laws::proxy::{ProxyProtocol, WorkerExit};
/// fn copied<T: Clone>() {}
/// fn copy<P: ProxyProtocol>() {
///     copied::<WorkerExit<P>>()
/// }
/// ```
#[derive(Debug)]
#[must_use = "an exit is consumed once"]
pub struct WorkerExit<P: ProxyProtocol> {
    /// Why it stopped.
    pub stop: P::Stop,
    /// When the host observed it.
    pub at: Tick,
}

/// Whether one worker shutdown was delivered. A rejection never stands for the exit.
#[derive(Debug)]
pub struct WorkerShutdownSettlement<P: ProxyProtocol> {
    /// The worker.
    pub incarnation: P::Incarnation,
    /// The result.
    pub settlement: Settlement<ShutdownWorker<P>, P::Rejection>,
}

/// A cause for handing an input back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalCause {
    /// The proxy has ended.
    Ended,
    /// The action buffer still holds an earlier product.
    ActionsPending,
}

/// An input that was not admitted, whole.
#[derive(Debug)]
#[must_use = "it owns the input"]
pub struct RefusedInput<P: ProxyProtocol> {
    /// The input.
    pub input: ProxyInput<P>,
    /// Why it was not admitted.
    pub cause: RefusalCause,
}
