//! Replacements: the exact predecessor is drained first; its exit creates the successor, and its
//! settlement may travel with it, at the latest until the successor's outcome is held for it.

use super::change::{Change, Replaced, Resolution, Unsettled, Waiting};
use super::machine::{Next, State};
use super::pair::Pair;
use super::turn::Turn;
use super::worker::{ShutdownSettlement, Worker};
use super::{
    CreationId, ProxyProtocol, UnavailableCause, WorkerChange, WorkerExit, WorkerSubmission,
};
use alloc::boxed::Box;

/// The predecessor was asked to stop and lives; the successor is retained, its creation reserved.
#[derive(Debug)]
pub(crate) struct StoppingForReplacement<P: ProxyProtocol> {
    pub(crate) ticket: P::Ticket,
    /// The predecessor: until its exit it is the current worker.
    pub(crate) worker: Worker<P>,
    /// The settlement of its shutdown, once that has come.
    pub(crate) settlement: Option<ShutdownSettlement<P>>,
    pub(crate) successor: Successor<P>,
}

/// A retained successor.
#[derive(Debug)]
pub(crate) struct Successor<P: ProxyProtocol> {
    pub(crate) creation: CreationId,
    pub(crate) submission: WorkerSubmission<P>,
}

/// The successor's outcome is complete and the predecessor's settlement is out.
#[derive(Debug)]
pub(crate) struct SuccessorHeld<P: ProxyProtocol> {
    pub(crate) waiting: Waiting<P>,
    pub(crate) resolution: Resolution<P>,
}

impl<P: ProxyProtocol> StoppingForReplacement<P> {
    pub(crate) fn awaits_settlement(&self, incarnation: &P::Incarnation) -> bool {
        self.worker.is(incarnation) && self.settlement.is_none()
    }

    pub(crate) fn settled(self, settlement: ShutdownSettlement<P>) -> Self {
        Self { settlement: Some(settlement), ..self }
    }

    /// What is left of the predecessor's pair: its exit, and perhaps its settlement.
    pub(crate) fn pair(settlement: Option<ShutdownSettlement<P>>) -> Pair<P> {
        settlement.map_or(Pair::Open, Pair::Settled)
    }
}

impl<P: ProxyProtocol> SuccessorHeld<P> {
    /// A worker that was ready and held back exits: then it was never ready to anyone.
    pub(crate) fn exited(self, exit: WorkerExit<P>) -> Self {
        let Self { waiting, resolution } = self;
        let resolution = match resolution {
            Resolution::Ready { worker, proof } => {
                let cause = UnavailableCause::ReadyAfterExit { proof, exit };
                Resolution::unavailable(worker.evidence, cause)
            }
            resolution @ (Resolution::Unborn(_) | Resolution::Unavailable { .. }) => resolution,
        };
        Self { waiting, resolution }
    }
}

impl<P: ProxyProtocol> Turn<'_, P> {
    /// A ready worker is asked to stop, and its successor retained.
    pub(crate) fn stop_for_replacement(
        &mut self,
        worker: Worker<P>,
        creation: CreationId,
        change: WorkerChange<P>,
    ) -> Next<P> {
        let WorkerChange { ticket, submission } = change;
        self.push(worker.shutdown());
        let successor = Successor { creation, submission };
        let stopping = StoppingForReplacement { ticket, worker, settlement: None, successor };
        State::StoppingForReplacement(Box::new(stopping)).into()
    }

    /// The predecessor has exited: the successor is created in this fold.
    pub(crate) fn succeed(
        &mut self,
        stopping: StoppingForReplacement<P>,
        exit: WorkerExit<P>,
    ) -> Next<P> {
        let StoppingForReplacement { ticket, worker, settlement, successor } = stopping;
        let predecessor = Unsettled { worker, exit };
        let replaces = match settlement {
            None => Replaced::Unsettled(predecessor),
            Some(settlement) => Replaced::Over(predecessor.settle(settlement)),
        };
        let Successor { creation, submission } = successor;
        self.create(Change { ticket, replaces }, creation, submission)
    }
}
