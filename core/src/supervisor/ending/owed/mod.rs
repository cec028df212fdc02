//! What an ending entry is still owed, whatever it ends by: one piece of bookkeeping for all endings.
//!
//! The birth comes first; afterwards worker result, shutdown settlement, proxy exit and the stops of
//! running workers come in any order, each once. What is not owed is not taken. A value that has
//! arrived stays here until its ending takes it out; with nothing owed the whole becomes [`Settled`].

mod taking;

use crate::proxy::WorkerEvidence;
use crate::supervisor::table::Standing;
use crate::supervisor::{
    AbsorbedStop, ChangeKind, LateOutcome, OperationId, OwedResults, ProxyCreationId, ProxyExit,
    ProxyInputOperation, ShutdownProxy, ShutdownPurpose, SupervisorProtocol,
};
use alloc::boxed::Box;
use alloc::vec::Vec;

pub(crate) use taking::{ExitCustody, NotOwed, UnbornStep, take};

/// What an entry that may still be unborn is owed, with all that has come.
#[derive(Debug)]
#[must_use = "it owns what has come"]
pub enum Custody<P: SupervisorProtocol> {
    /// The birth of its proxy.
    Unborn(Unborn<P>),
    /// What a born proxy still owes.
    Born(Born<P>),
}

/// An entry whose creation is out.
#[derive(Debug)]
#[must_use = "it owns a kept exit"]
pub struct Unborn<P: SupervisorProtocol> {
    /// The creation.
    pub creation: ProxyCreationId,
    /// An exit that has come before the birth.
    pub early_exit: Option<ProxyExit<P>>,
}

/// An entry whose proxy was born.
#[derive(Debug)]
#[must_use = "it owns what has come"]
pub struct Born<P: SupervisorProtocol, Exit = ProxyExit<P>> {
    /// The proxy.
    pub proxy: P::Proxy,
    /// The result of an emitted input.
    pub work: WorkerResult<P>,
    /// The settlement of an emitted shutdown.
    pub shutdown: ShutdownResult<P>,
    /// The proxy's exit, once it has come.
    pub exit: Option<Exit>,
    /// The one worker that is known to run: that which was ready when the ending began, until an
    /// outcome ends it; then that of a late report of readiness.
    pub running: Option<WorkerEvidence>,
    /// The stops that were absorbed, in the order in which they came.
    pub absorbed: Vec<AbsorbedStop<P>>,
}

/// An input that was emitted before the ending began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EmittedInput {
    /// Its operation.
    pub operation: OperationId,
    /// What kind of change it is.
    pub change: EmittedChange,
}

/// The kind of an emitted change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmittedChange {
    /// A start.
    Start,
    /// A replacement.
    Replacement {
        /// The worker that its outcome must name.
        predecessor: WorkerEvidence,
    },
}

/// The result of an emitted input.
#[derive(Debug)]
pub enum WorkerResult<P: SupervisorProtocol> {
    /// No input was emitted, or its result has been taken.
    NotOwed,
    /// Its settlement is out.
    Receipt(EmittedInput),
    /// It was accepted; its outcome is out.
    Outcome(EmittedInput),
    /// It has come.
    Arrived(EmittedInput, ArrivedResult<P>),
}

/// A result that has come. A rejection is never written as an absent outcome.
#[derive(Debug)]
pub enum ArrivedResult<P: SupervisorProtocol> {
    /// The input was rejected.
    InputRejected(Box<RejectedInput<P>>),
    /// Its change was resolved.
    Resolved(Box<LateOutcome<P>>),
}

/// An input that was rejected.
#[derive(Debug)]
pub struct RejectedInput<P: SupervisorProtocol> {
    /// The operation, whole.
    pub input: ProxyInputOperation<P>,
    /// Why.
    pub reason: P::Reason,
}

/// The settlement of an emitted shutdown.
#[derive(Debug)]
pub enum ShutdownResult<P: SupervisorProtocol> {
    /// No shutdown was emitted.
    NotAsked,
    /// It is out.
    Out(ShutdownPurpose),
    /// It was rejected.
    Rejected(Box<RejectedShutdown<P>>),
    /// It was accepted, or its rejection has been taken.
    Settled,
}

/// A shutdown that was rejected.
#[derive(Debug)]
pub struct RejectedShutdown<P: SupervisorProtocol> {
    /// The request, whole.
    pub request: ShutdownProxy<P>,
    /// Why.
    pub reason: P::Reason,
}

/// Everything that an ending was owed by a born proxy and that its ending has not taken.
#[derive(Debug)]
pub(crate) struct Settled<P: SupervisorProtocol, Exit> {
    pub(crate) proxy: P::Proxy,
    /// `None`: no input was emitted, or its result has been taken.
    pub(crate) result: Option<ArrivedResult<P>>,
    pub(crate) rejected_shutdown: Option<RejectedShutdown<P>>,
    pub(crate) exit: Exit,
    pub(crate) absorbed: Vec<AbsorbedStop<P>>,
}

impl EmittedInput {
    pub(crate) const fn start(operation: OperationId) -> Self {
        Self { operation, change: EmittedChange::Start }
    }

    pub(crate) const fn replacement(operation: OperationId, predecessor: WorkerEvidence) -> Self {
        Self { operation, change: EmittedChange::Replacement { predecessor } }
    }

    /// What kind of change it is.
    #[must_use]
    pub const fn kind(&self) -> ChangeKind {
        match self.change {
            EmittedChange::Start => ChangeKind::Start,
            EmittedChange::Replacement { .. } => ChangeKind::Replacement,
        }
    }

    fn starts_as(&self, ticket: OperationId) -> bool {
        self.operation == ticket && self.change == EmittedChange::Start
    }

    /// The predecessor, if it is the replacement of this ticket.
    fn replaces_as(&self, ticket: OperationId) -> Option<WorkerEvidence> {
        match self.change {
            EmittedChange::Replacement { predecessor } if self.operation == ticket => {
                Some(predecessor)
            }
            EmittedChange::Replacement { .. } | EmittedChange::Start => None,
        }
    }
}

impl<P: SupervisorProtocol> WorkerResult<P> {
    fn receipt(&self) -> Option<EmittedInput> {
        match self {
            Self::Receipt(emitted) => Some(*emitted),
            Self::NotOwed | Self::Outcome(_) | Self::Arrived(..) => None,
        }
    }

    fn outcome(&self) -> Option<EmittedInput> {
        match self {
            Self::Outcome(emitted) => Some(*emitted),
            Self::NotOwed | Self::Receipt(_) | Self::Arrived(..) => None,
        }
    }

    /// The input whose result is still owed.
    #[must_use]
    pub fn owed(&self) -> Option<EmittedInput> {
        self.receipt().or(self.outcome())
    }

    /// Takes a result that has come.
    pub(crate) fn take_arrived(&mut self) -> Option<(EmittedInput, ArrivedResult<P>)> {
        match core::mem::replace(self, Self::NotOwed) {
            Self::Arrived(emitted, result) => Some((emitted, result)),
            other @ (Self::NotOwed | Self::Receipt(_) | Self::Outcome(_)) => {
                *self = other;
                None
            }
        }
    }
}

impl<P: SupervisorProtocol> ShutdownResult<P> {
    /// Takes a rejection that has come.
    pub(crate) fn take_rejected(&mut self) -> Option<RejectedShutdown<P>> {
        match core::mem::replace(self, Self::Settled) {
            Self::Rejected(rejected) => Some(*rejected),
            other @ (Self::NotAsked | Self::Out(_) | Self::Settled) => {
                *self = other;
                None
            }
        }
    }
}

impl<P: SupervisorProtocol, Exit> Born<P, Exit> {
    /// A proxy that owes its exit only.
    pub(crate) fn idle(proxy: P::Proxy) -> Self {
        Self {
            proxy,
            work: WorkerResult::NotOwed,
            shutdown: ShutdownResult::NotAsked,
            exit: None,
            running: None,
            absorbed: Vec::new(),
        }
    }

    /// Everything that has come, once nothing is owed.
    pub(crate) fn into_settled(self) -> Result<Settled<P, Exit>, Self> {
        match self {
            Self {
                proxy,
                work: mut work @ (WorkerResult::NotOwed | WorkerResult::Arrived(..)),
                shutdown:
                    mut shutdown @ (ShutdownResult::NotAsked
                    | ShutdownResult::Rejected(_)
                    | ShutdownResult::Settled),
                exit: Some(exit),
                running: _,
                absorbed,
            } => {
                let result = work.take_arrived().map(|(_, result)| result);
                let rejected_shutdown = shutdown.take_rejected();
                Ok(Settled { proxy, result, rejected_shutdown, exit, absorbed })
            }
            waiting => Err(waiting),
        }
    }

    /// What is still owed.
    #[must_use]
    pub fn owed(&self) -> OwedResults {
        OwedResults {
            birth: false,
            worker_result: self.work.owed().is_some(),
            shutdown_settlement: matches!(self.shutdown, ShutdownResult::Out(_)),
            proxy_exit: self.exit.is_none(),
        }
    }

    pub(crate) fn standing(&self) -> Standing<&P::Proxy> {
        Standing::born(&self.proxy, self.work.owed().is_some())
    }
}

impl<P: SupervisorProtocol> Custody<P> {
    /// What is still owed.
    #[must_use]
    pub fn owed(&self) -> OwedResults {
        match self {
            Self::Unborn(_) => OwedResults { birth: true, ..OwedResults::default() },
            Self::Born(born) => born.owed(),
        }
    }

    pub(crate) fn standing(&self) -> Standing<&P::Proxy> {
        match self {
            Self::Unborn(unborn) => Standing::unborn(unborn.creation),
            Self::Born(born) => born.standing(),
        }
    }
}
