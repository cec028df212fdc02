//! The phases of an entry while the supervisor operates. Each owns exactly its data.

use super::ending::Ending;
use super::ending::owed::{Born, EmittedInput, WorkerResult};
use super::table::{Indexed, Standing};
use super::{OperationId, ProxyCreationId, ProxyExit, PublicPhase, SupervisorProtocol};
use crate::proxy::{WorkerEvidence, WorkerSubmission};
use alloc::boxed::Box;

/// A worker that the supervisor still holds. Boxed, so that an entry costs the same whatever the
/// size of the caller's workers.
pub(crate) type HeldWorker<P> = Box<WorkerSubmission<<P as SupervisorProtocol>::Service>>;

/// One phase of one entry.
#[derive(Debug)]
pub(crate) enum Phase<P: SupervisorProtocol> {
    CreatingProxy(Creating<P>),
    StartWaiting(StartWaiting<P>),
    StartAwaitingReceipt(StartEmitted<P>),
    StartAwaitingOutcome(StartEmitted<P>),
    /// Ready or empty.
    Available(Available<P>),
    ReplaceWaiting(ReplaceWaiting<P>),
    ReplaceAwaitingReceipt(ReplaceEmitted<P>),
    ReplaceAwaitingOutcome(ReplaceEmitted<P>),
    Ending(Ending<P>),
}

/// A start whose proxy is being created.
#[derive(Debug)]
pub(crate) struct Creating<P: SupervisorProtocol> {
    pub(crate) creation: ProxyCreationId,
    pub(crate) operation: OperationId,
    pub(crate) submission: HeldWorker<P>,
    /// An exit that has come before the birth.
    pub(crate) early_exit: Option<ProxyExit<P>>,
}

/// A start that waits for an activation slot.
#[derive(Debug)]
pub(crate) struct StartWaiting<P: SupervisorProtocol> {
    pub(crate) proxy: P::Proxy,
    pub(crate) operation: OperationId,
    pub(crate) submission: HeldWorker<P>,
}

/// A start whose worker has been handed to the proxy.
#[derive(Debug)]
pub(crate) struct StartEmitted<P: SupervisorProtocol> {
    pub(crate) proxy: P::Proxy,
    pub(crate) operation: OperationId,
}

/// A service that no change owns.
#[derive(Debug)]
pub(crate) struct Available<P: SupervisorProtocol> {
    pub(crate) proxy: P::Proxy,
    pub(crate) service: ServiceState,
    pub(crate) last: LastOperation,
}

/// A replacement that waits for an activation slot.
#[derive(Debug)]
pub(crate) struct ReplaceWaiting<P: SupervisorProtocol> {
    pub(crate) proxy: P::Proxy,
    pub(crate) operation: OperationId,
    pub(crate) submission: HeldWorker<P>,
    pub(crate) base: ServiceState,
}

/// A replacement whose worker has been handed to the proxy.
#[derive(Debug)]
pub(crate) struct ReplaceEmitted<P: SupervisorProtocol> {
    pub(crate) proxy: P::Proxy,
    pub(crate) operation: OperationId,
    pub(crate) base: ServiceState,
}

/// How a service stands behind its proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServiceState {
    /// A worker takes commands.
    Ready {
        /// The worker.
        evidence: WorkerEvidence,
    },
    /// No worker does.
    Empty {
        /// The last worker that was born.
        previous: WorkerEvidence,
        /// Why there is none.
        why: EmptyReason,
    },
}

impl ServiceState {
    /// The worker that a replacement must name as its predecessor.
    #[must_use]
    pub const fn evidence(&self) -> WorkerEvidence {
        match self {
            Self::Ready { evidence } | Self::Empty { previous: evidence, .. } => *evidence,
        }
    }

    /// The worker that is known to run.
    #[must_use]
    pub const fn running(&self) -> Option<WorkerEvidence> {
        match self {
            Self::Ready { evidence } => Some(*evidence),
            Self::Empty { .. } => None,
        }
    }

    /// The same service without a worker; one that has none already keeps its own reason.
    pub(crate) const fn emptied(self, why: EmptyReason) -> Self {
        match self {
            Self::Ready { evidence } => Self::Empty { previous: evidence, why },
            Self::Empty { .. } => self,
        }
    }
}

impl<P: SupervisorProtocol> Phase<P> {
    /// What everybody may see of it while the supervisor operates.
    pub(crate) fn public(&self) -> PublicPhase<P::Proxy> {
        match self {
            Self::CreatingProxy(_) => PublicPhase::CreatingProxy,
            Self::StartWaiting(_) => PublicPhase::WaitingForActivationAuthorization,
            Self::StartAwaitingReceipt(_) | Self::StartAwaitingOutcome(_) => {
                PublicPhase::AwaitingProxyOutcome
            }
            Self::Available(available) => available.public(),
            Self::ReplaceWaiting(_)
            | Self::ReplaceAwaitingReceipt(_)
            | Self::ReplaceAwaitingOutcome(_) => PublicPhase::Replacing,
            Self::Ending(ending) => ending.public(),
        }
    }
}

impl<P: SupervisorProtocol> Available<P> {
    pub(crate) fn public(&self) -> PublicPhase<P::Proxy> {
        match self.service {
            ServiceState::Ready { .. } => PublicPhase::Ready { proxy: self.proxy.clone() },
            ServiceState::Empty { .. } => PublicPhase::Empty,
        }
    }
}

impl<P: SupervisorProtocol> Indexed<P> for Phase<P> {
    fn standing(&self) -> Standing<&P::Proxy> {
        match self {
            Self::CreatingProxy(entry) => Standing::unborn(entry.creation),
            Self::StartWaiting(entry) => Standing::waiting(&entry.proxy, entry.operation),
            Self::ReplaceWaiting(entry) => Standing::waiting(&entry.proxy, entry.operation),
            Self::StartAwaitingReceipt(entry) | Self::StartAwaitingOutcome(entry) => {
                Standing::born(&entry.proxy, true)
            }
            Self::ReplaceAwaitingReceipt(entry) | Self::ReplaceAwaitingOutcome(entry) => {
                Standing::born(&entry.proxy, true)
            }
            Self::Available(entry) => Standing::born(&entry.proxy, false),
            Self::Ending(ending) => ending.standing(),
        }
    }
}

/// Why a service is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EmptyReason {
    /// Its ready worker stopped.
    WorkerStopped,
    /// A replacement left no worker.
    ReplacementFailed,
}

/// The one terminal operation that an available entry keeps: all the history there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastOperation {
    /// It ended by itself, a failed replacement included: too late to cancel.
    Committed(OperationId),
    /// It was called back.
    Cancelled(OperationId),
}

/// What an entry with an emitted input owes as soon as it ends.
impl<P: SupervisorProtocol> StartEmitted<P> {
    pub(crate) fn owing<Exit>(self, owed: fn(EmittedInput) -> WorkerResult<P>) -> Born<P, Exit> {
        let work = owed(EmittedInput::start(self.operation));
        Born { work, ..Born::idle(self.proxy) }
    }
}

impl<P: SupervisorProtocol> ReplaceEmitted<P> {
    pub(crate) fn owing<Exit>(self, owed: fn(EmittedInput) -> WorkerResult<P>) -> Born<P, Exit> {
        let Self { proxy, operation, base } = self;
        let work = owed(EmittedInput::replacement(operation, base.evidence()));
        Born { work, running: base.running(), ..Born::idle(proxy) }
    }
}
