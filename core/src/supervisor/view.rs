//! The state of a supervisor as whoever owns it may see it: the rows of the law's tables, what each
//! ending entry is owed and what it holds. No authority and no held worker shows.

use super::ending::owed::{ArrivedResult, Born, Custody, ShutdownResult, Unborn, WorkerResult};
use super::ending::{DrainPhase, Ending};
use super::machine::State;
use super::phase::{LastOperation, Phase, ServiceState};
use super::{
    AbsorbedStop, ChangeKind, DynamicSupervisor, EmptyReason, ForcedRetirement, Generation,
    LateOutcome, OperationId, OwedResults, ProxyExit, ProxyInputOperation, RetirementCause,
    ShutdownProxy, StopId, SupervisorProtocol, UnresolvedEntry,
};
use crate::proxy::WorkerEvidence;
use alloc::boxed::Box;
use core::iter;

/// The modes of a supervisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SupervisorMode {
    /// Built, not started.
    Constructed,
    /// At work.
    Operating,
    /// Shutting down.
    Draining,
    /// Ended.
    Stopped,
    /// Ended by force.
    ForcedRetirement,
}

/// One entry.
#[derive(Debug)]
pub struct EntryView<'entry, P: SupervisorProtocol> {
    /// The service's name.
    pub key: &'entry P::Key,
    /// The life of the entry.
    pub generation: Generation,
    /// The born proxy; also once it has exited.
    pub proxy: Option<&'entry P::Proxy>,
    /// The row of the law's tables.
    pub phase: EntryPhase<'entry, P>,
}

/// The rows of the law's tables.
#[derive(Debug)]
#[expect(missing_docs, reason = "the phases are the words of the law")]
pub enum EntryPhase<'entry, P: SupervisorProtocol> {
    CreatingProxy { operation: OperationId, exit_kept: bool },
    StartWaiting { operation: OperationId },
    StartAwaitingReceipt { operation: OperationId },
    StartAwaitingOutcome { operation: OperationId },
    Ready { evidence: WorkerEvidence, last: LastOperation },
    Empty { previous: WorkerEvidence, why: EmptyReason, last: LastOperation },
    ReplaceWaiting { operation: OperationId, base: ServiceState },
    ReplaceAwaitingReceipt { operation: OperationId, base: ServiceState },
    ReplaceAwaitingOutcome { operation: OperationId, base: ServiceState },
    Ending { ending: EndingView, holds: Holds<'entry, P> },
}

/// What an entry ends by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingView {
    /// An explicit stop of an available entry.
    StopAvailable {
        /// The stop.
        stop: StopId,
        /// The record that the entry keeps.
        last: LastOperation,
    },
    /// An explicit stop that interrupted a start.
    StopStart {
        /// The stop.
        stop: StopId,
        /// The start.
        operation: OperationId,
    },
    /// A cancelled change.
    Cancelling {
        /// The change.
        operation: OperationId,
        /// Its kind.
        kind: ChangeKind,
    },
    /// By `StartFailed`, `UnexpectedWorkerExit` or `StableProxyExit`.
    Retiring {
        /// Which of them.
        cause: RetirementCause,
    },
    /// The global drain.
    Drain {
        /// The change that it interrupted and whose worker result was owed, if there was one.
        operation: Option<(ChangeKind, OperationId)>,
    },
}

/// What an ending entry is still owed, and what it holds.
#[derive(Debug)]
pub struct Holds<'entry, P: SupervisorProtocol> {
    /// What is owed.
    pub owed: OwedResults,
    /// The input's receipt is out (part of an owed worker result).
    pub receipt_owed: bool,
    /// The proxy's exit, if it is held here; also one that came before the birth.
    pub exit: Option<&'entry ProxyExit<P>>,
    /// The stops that were absorbed, in the order in which they came.
    pub absorbed: &'entry [AbsorbedStop<P>],
    /// A cancelled change's outcome.
    pub outcome: Option<&'entry LateOutcome<P>>,
    /// A cancelled change's input, rejected.
    pub input_rejection: Option<(&'entry ProxyInputOperation<P>, &'entry P::Reason)>,
    /// A cancelled change's shutdown, rejected.
    pub shutdown_rejection: Option<(&'entry ShutdownProxy<P>, &'entry P::Reason)>,
    /// The reason that an explicit stop's shutdown was rejected for.
    pub stop_reason: Option<&'entry P::Reason>,
}

/// One iterator in place of one a mode.
type Entries<'entry, P> = Box<dyn Iterator<Item = EntryView<'entry, P>> + 'entry>;

impl<P: SupervisorProtocol> DynamicSupervisor<P> {
    /// The mode.
    #[must_use]
    pub fn mode(&self) -> SupervisorMode {
        match self.state {
            State::Constructed => SupervisorMode::Constructed,
            State::Operating(_) => SupervisorMode::Operating,
            State::Draining(_) => SupervisorMode::Draining,
            State::Stopped => SupervisorMode::Stopped,
            State::ForcedRetirement(_) => SupervisorMode::ForcedRetirement,
        }
    }

    /// The entries by generation; after a forced retirement those that were unresolved.
    #[must_use]
    pub fn entries(&self) -> Entries<'_, P> {
        match &self.state {
            State::Constructed | State::Stopped => Box::new(iter::empty()),
            State::Operating(operating) => Box::new(
                operating.table.iter().map(|(place, entry)| entry.phase.view(&entry.key, place)),
            ),
            State::Draining(draining) => Box::new(
                draining.table.iter().map(|(place, entry)| entry.phase.view(&entry.key, place)),
            ),
            State::ForcedRetirement(forced) => {
                Box::new(forced.entries.iter().map(|UnresolvedEntry { identity, phase }| {
                    phase.view(&identity.key, identity.generation)
                }))
            }
        }
    }

    /// How many entries are retained.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.state {
            State::Constructed | State::Stopped => 0,
            State::Operating(operating) => operating.table.len(),
            State::Draining(draining) => draining.table.len(),
            State::ForcedRetirement(forced) => forced.entries.len(),
        }
    }

    /// Whether no entry is retained.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What a forced retirement left; the values come out by [`into_ended`](Self::into_ended).
    #[must_use]
    pub fn forced(&self) -> Option<&ForcedRetirement<P>> {
        match &self.state {
            State::ForcedRetirement(forced) => Some(forced),
            State::Constructed | State::Operating(_) | State::Draining(_) | State::Stopped => None,
        }
    }
}

fn entry<'entry, P: SupervisorProtocol>(
    key: &'entry P::Key,
    generation: Generation,
    proxy: Option<&'entry P::Proxy>,
    phase: EntryPhase<'entry, P>,
) -> EntryView<'entry, P> {
    EntryView { key, generation, proxy, phase }
}

impl<P: SupervisorProtocol> Phase<P> {
    fn view<'entry>(
        &'entry self,
        key: &'entry P::Key,
        generation: Generation,
    ) -> EntryView<'entry, P> {
        let (proxy, phase) = match self {
            Self::CreatingProxy(it) => {
                let (operation, exit_kept) = (it.operation, it.early_exit.is_some());
                (None, EntryPhase::CreatingProxy { operation, exit_kept })
            }
            Self::StartWaiting(it) => {
                (Some(&it.proxy), EntryPhase::StartWaiting { operation: it.operation })
            }
            Self::StartAwaitingReceipt(it) => {
                (Some(&it.proxy), EntryPhase::StartAwaitingReceipt { operation: it.operation })
            }
            Self::StartAwaitingOutcome(it) => {
                (Some(&it.proxy), EntryPhase::StartAwaitingOutcome { operation: it.operation })
            }
            Self::Available(it) => (Some(&it.proxy), available(it.service, it.last)),
            Self::ReplaceWaiting(it) => {
                let (operation, base) = (it.operation, it.base);
                (Some(&it.proxy), EntryPhase::ReplaceWaiting { operation, base })
            }
            Self::ReplaceAwaitingReceipt(it) => {
                let (operation, base) = (it.operation, it.base);
                (Some(&it.proxy), EntryPhase::ReplaceAwaitingReceipt { operation, base })
            }
            Self::ReplaceAwaitingOutcome(it) => {
                let (operation, base) = (it.operation, it.base);
                (Some(&it.proxy), EntryPhase::ReplaceAwaitingOutcome { operation, base })
            }
            Self::Ending(ending) => return ending.view(key, generation),
        };
        entry(key, generation, proxy, phase)
    }
}

fn available<'entry, P: SupervisorProtocol>(
    service: ServiceState,
    last: LastOperation,
) -> EntryPhase<'entry, P> {
    match service {
        ServiceState::Ready { evidence } => EntryPhase::Ready { evidence, last },
        ServiceState::Empty { previous, why } => EntryPhase::Empty { previous, why, last },
    }
}

impl<P: SupervisorProtocol> Ending<P> {
    fn view<'entry>(
        &'entry self,
        key: &'entry P::Key,
        generation: Generation,
    ) -> EntryView<'entry, P> {
        let (proxy, ending, holds) = match self {
            Self::StopAvailable(it) => {
                let ending = EndingView::StopAvailable { stop: it.ends.stop, last: it.ends.last };
                let stop_reason = it.ends.rejection.as_ref();
                let holds = Holds { stop_reason, ..it.custody.holds() };
                (Some(&it.custody.proxy), ending, holds)
            }
            Self::StopStart(it) => {
                let (stop, operation) = (it.ends.stop, it.ends.operation);
                let stop_reason = it.ends.rejection.as_ref();
                let holds = Holds { stop_reason, ..it.custody.holds() };
                (it.custody.proxy(), EndingView::StopStart { stop, operation }, holds)
            }
            Self::Cancelling(it) => {
                let (operation, kind) = (it.ends.operation, it.ends.kind);
                let ending = EndingView::Cancelling { operation, kind };
                (it.custody.proxy(), ending, it.custody.holds())
            }
            Self::Retiring(it) => {
                let ending = EndingView::Retiring { cause: it.ends.cause() };
                (Some(&it.custody.proxy), ending, it.custody.holds())
            }
            Self::ProxyDied(it) => {
                let ending = EndingView::Retiring { cause: RetirementCause::StableProxyExit };
                (Some(&it.custody.proxy), ending, it.custody.holds_with(None))
            }
        };
        entry(key, generation, proxy, EntryPhase::Ending { ending, holds })
    }
}

impl<P: SupervisorProtocol> DrainPhase<P> {
    fn view<'entry>(
        &'entry self,
        key: &'entry P::Key,
        generation: Generation,
    ) -> EntryView<'entry, P> {
        match self {
            Self::Ending(ending) => ending.view(key, generation),
            Self::Shutdown(it) => {
                let ending = EndingView::Drain { operation: it.ends.interrupted };
                let holds = it.custody.holds();
                entry(key, generation, it.custody.proxy(), EntryPhase::Ending { ending, holds })
            }
        }
    }
}

impl<P: SupervisorProtocol> Custody<P> {
    fn proxy(&self) -> Option<&P::Proxy> {
        match self {
            Self::Unborn(_) => None,
            Self::Born(born) => Some(&born.proxy),
        }
    }

    fn holds(&self) -> Holds<'_, P> {
        match self {
            Self::Unborn(Unborn { early_exit, .. }) => Holds {
                owed: self.owed(),
                receipt_owed: false,
                exit: early_exit.as_ref(),
                absorbed: &[],
                outcome: None,
                input_rejection: None,
                shutdown_rejection: None,
                stop_reason: None,
            },
            Self::Born(born) => born.holds(),
        }
    }
}

impl<P: SupervisorProtocol> Born<P> {
    fn holds(&self) -> Holds<'_, P> {
        self.holds_with(self.exit.as_ref())
    }
}

impl<P: SupervisorProtocol, Exit> Born<P, Exit> {
    fn holds_with<'entry>(&'entry self, exit: Option<&'entry ProxyExit<P>>) -> Holds<'entry, P> {
        let (outcome, input_rejection) = match &self.work {
            WorkerResult::NotOwed | WorkerResult::Receipt(_) | WorkerResult::Outcome(_) => {
                (None, None)
            }
            WorkerResult::Arrived(_, ArrivedResult::Resolved(outcome)) => (Some(&**outcome), None),
            WorkerResult::Arrived(_, ArrivedResult::InputRejected(rejected)) => {
                (None, Some((&rejected.input, &rejected.reason)))
            }
        };
        let shutdown_rejection = match &self.shutdown {
            ShutdownResult::NotAsked | ShutdownResult::Out(_) | ShutdownResult::Settled => None,
            ShutdownResult::Rejected(rejected) => Some((&rejected.request, &rejected.reason)),
        };
        Holds {
            owed: self.owed(),
            receipt_owed: matches!(self.work, WorkerResult::Receipt(_)),
            exit,
            absorbed: &self.absorbed,
            outcome,
            input_rejection,
            shutdown_rejection,
            stop_reason: None,
        }
    }
}
