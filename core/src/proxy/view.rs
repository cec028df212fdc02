//! The state of a proxy as anyone may see it: a row of the law's table, and what is still awaited.

use super::change::Resolution;
use super::draining::DrainingWorker;
use super::machine::State;
use super::pair::{Ending, Pair};
use super::{ProxyPhase, ProxyProtocol, StableProxy};

/// The rows of the law's table. Those with a start and a result to wait for count twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the rows are the words of the law")]
pub enum ProxyRow {
    Dormant,
    Creating,
    Initializing,
    /// The settlement of its activation's start is out.
    ActivationStarting,
    /// Its activation runs.
    Activating,
    Ready,
    EmptyInitial,
    EmptyAfter,
    StoppingForReplacement,
    SuccessorHeld,
    /// A worker that failed before it was ready is being drained; its outcome will be reported.
    Failing,
    /// The same, and the proxy stops afterwards.
    FailingToStop,
    DrainingCreation,
    DrainingInitialization,
    DrainingActivationStart,
    DrainingActivation,
    /// Only halves of pairs are awaited.
    DrainingWorker,
    Stopped,
}

/// What a proxy shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProxyView {
    /// The row.
    pub row: ProxyRow,
    /// An exit of the current worker has come and is kept.
    pub exit_kept: bool,
    /// The current worker was asked to stop, and the settlement of that is out.
    pub settlement_owed: bool,
    /// The settlement of a replaced predecessor's shutdown is out.
    pub predecessor_settlement_owed: bool,
    /// A held outcome is ready and its worker lives ([`ProxyRow::SuccessorHeld`] only).
    pub held_ready: bool,
}

impl<P: ProxyProtocol> StableProxy<P> {
    /// What the proxy shows of its state.
    #[must_use]
    pub fn view(&self) -> ProxyView {
        let stopped = ProxyView {
            row: ProxyRow::Stopped,
            exit_kept: false,
            settlement_owed: false,
            predecessor_settlement_owed: false,
            held_ready: false,
        };
        self.state.as_ref().map_or(stopped, State::view)
    }
}

impl<P: ProxyProtocol> State<P> {
    /// The phase that others see.
    pub(crate) fn phase(&self) -> ProxyPhase {
        match self {
            Self::Dormant => ProxyPhase::Dormant,
            Self::Creating(_) => ProxyPhase::Creating,
            Self::Initializing(_) => ProxyPhase::Initializing,
            Self::ActivationStarting(_) | Self::Activating(_) => ProxyPhase::Activating,
            Self::Ready(_) => ProxyPhase::Ready,
            Self::EmptyInitial | Self::EmptyAfter(_) => ProxyPhase::Empty,
            Self::StoppingForReplacement(_) | Self::SuccessorHeld(_) => ProxyPhase::Replacing,
            Self::Failing(_) => ProxyPhase::Failing,
            Self::FailingToStop(_)
            | Self::DrainingCreation(_)
            | Self::DrainingInitialization(_)
            | Self::DrainingActivationStart(_)
            | Self::DrainingActivation(_)
            | Self::DrainingWorker(_) => ProxyPhase::Draining,
        }
    }

    fn view(&self) -> ProxyView {
        let (exit_kept, settlement_owed) = self.halves();
        ProxyView {
            row: self.row(),
            exit_kept,
            settlement_owed,
            predecessor_settlement_owed: self.unsettled().is_some(),
            held_ready: self.held_ready(),
        }
    }

    fn row(&self) -> ProxyRow {
        match self {
            Self::Dormant => ProxyRow::Dormant,
            Self::Creating(_) => ProxyRow::Creating,
            Self::Initializing(_) => ProxyRow::Initializing,
            Self::ActivationStarting(_) => ProxyRow::ActivationStarting,
            Self::Activating(_) => ProxyRow::Activating,
            Self::Ready(_) => ProxyRow::Ready,
            Self::EmptyInitial => ProxyRow::EmptyInitial,
            Self::EmptyAfter(_) => ProxyRow::EmptyAfter,
            Self::StoppingForReplacement(_) => ProxyRow::StoppingForReplacement,
            Self::SuccessorHeld(_) => ProxyRow::SuccessorHeld,
            Self::Failing(_) => ProxyRow::Failing,
            Self::FailingToStop(_) => ProxyRow::FailingToStop,
            Self::DrainingCreation(_) => ProxyRow::DrainingCreation,
            Self::DrainingInitialization(_) => ProxyRow::DrainingInitialization,
            Self::DrainingActivationStart(_) => ProxyRow::DrainingActivationStart,
            Self::DrainingActivation(_) => ProxyRow::DrainingActivation,
            Self::DrainingWorker(_) => ProxyRow::DrainingWorker,
        }
    }

    /// Whether the current worker's exit has come, and whether its settlement is out.
    fn halves(&self) -> (bool, bool) {
        match self {
            Self::Dormant
            | Self::Ready(_)
            | Self::EmptyInitial
            | Self::EmptyAfter(_)
            | Self::SuccessorHeld(_) => (false, false),
            Self::Creating(creating) | Self::DrainingCreation(creating) => {
                (creating.early_exit.is_some(), false)
            }
            Self::Initializing(starting) => (starting.exit.is_some(), false),
            Self::ActivationStarting(starting) | Self::Activating(starting) => {
                (starting.exit.is_some(), false)
            }
            Self::StoppingForReplacement(stopping) => (false, stopping.settlement.is_none()),
            Self::Failing(failing) | Self::FailingToStop(failing) => failing.pair.halves(),
            Self::DrainingInitialization(drain) => drain.ending.halves(),
            Self::DrainingActivationStart(drain) | Self::DrainingActivation(drain) => {
                drain.ending.halves()
            }
            Self::DrainingWorker(draining) => draining.halves(),
        }
    }

    fn held_ready(&self) -> bool {
        match self {
            Self::SuccessorHeld(held) => match &held.resolution {
                Resolution::Ready { .. } => true,
                Resolution::Unborn(_) | Resolution::Unavailable { .. } => false,
            },
            Self::Dormant
            | Self::Creating(_)
            | Self::Initializing(_)
            | Self::ActivationStarting(_)
            | Self::Activating(_)
            | Self::Ready(_)
            | Self::EmptyInitial
            | Self::EmptyAfter(_)
            | Self::StoppingForReplacement(_)
            | Self::Failing(_)
            | Self::FailingToStop(_)
            | Self::DrainingCreation(_)
            | Self::DrainingInitialization(_)
            | Self::DrainingActivationStart(_)
            | Self::DrainingActivation(_)
            | Self::DrainingWorker(_) => false,
        }
    }
}

impl<P: ProxyProtocol> Pair<P> {
    /// Whether the exit has come, and whether the settlement is out.
    fn halves(&self) -> (bool, bool) {
        (!self.awaits_exit(), self.awaits_settlement())
    }
}

impl<P: ProxyProtocol> Ending<P> {
    fn halves(&self) -> (bool, bool) {
        (!self.awaits_exit(), self.awaits_settlement())
    }
}

impl<P: ProxyProtocol> DrainingWorker<P> {
    fn halves(&self) -> (bool, bool) {
        match self {
            Self::Reported { pair, .. } => pair.halves(),
            Self::Unreported(drain) => drain.ending.halves(),
            Self::Predecessor { .. } => (false, false),
        }
    }
}
