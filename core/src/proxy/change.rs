//! An accepted install or replacement, from its creation to its one report or its leftover, and what
//! its worker came to.

use super::draining::DrainingWorker;
use super::machine::{Next, State};
use super::replacement::SuccessorHeld;
use super::turn::Turn;
use super::worker::{ShutdownSettlement, Worker};
use super::{
    InitialOutcome, Leftover, OwnerReport, Predecessor, ProxyProtocol, ReplacementOutcome,
    StartOutcome, UnavailableCause, UnbornWorker, UnreportedChange, UnreportedWorker,
    WorkerEvidence, WorkerExit,
};
use alloc::boxed::Box;

/// An accepted install or replacement that is not reported yet.
#[derive(Debug)]
pub(crate) struct Change<P: ProxyProtocol> {
    pub(crate) ticket: P::Ticket,
    pub(crate) replaces: Replaced<P>,
}

/// Whom the change replaces, as far as that is known.
#[derive(Debug)]
pub(crate) enum Replaced<P: ProxyProtocol> {
    /// Nobody: it is an install.
    Nobody,
    /// A worker of which everything is known.
    Over(Predecessor<P>),
    /// A worker that was drained for this change; the settlement of its shutdown is out.
    Unsettled(Unsettled<P>),
}

/// A drained predecessor whose shutdown is not settled yet.
#[derive(Debug)]
pub(crate) struct Unsettled<P: ProxyProtocol> {
    pub(crate) worker: Worker<P>,
    pub(crate) exit: WorkerExit<P>,
}

/// A change whose predecessor, if it has one, is known completely.
#[derive(Debug)]
pub(crate) struct Known<P: ProxyProtocol> {
    pub(crate) ticket: P::Ticket,
    pub(crate) predecessor: Option<Predecessor<P>>,
}

/// A change that waits for the settlement of its predecessor's shutdown.
#[derive(Debug)]
pub(crate) struct Waiting<P: ProxyProtocol> {
    pub(crate) ticket: P::Ticket,
    pub(crate) predecessor: Unsettled<P>,
}

/// The complete outcome of a change. While it is ready its worker can still be reached.
#[derive(Debug)]
pub(crate) enum Resolution<P: ProxyProtocol> {
    Unborn(Box<UnbornWorker<P>>),
    Ready { worker: Worker<P>, proof: P::Proof },
    Unavailable { evidence: WorkerEvidence, cause: Box<UnavailableCause<P>> },
}

impl<P: ProxyProtocol> Unsettled<P> {
    pub(crate) fn settle(self, settlement: ShutdownSettlement<P>) -> Predecessor<P> {
        let Self { worker: Worker { evidence, .. }, exit } = self;
        Predecessor::Drained { evidence, exit, settlement }
    }
}

impl<P: ProxyProtocol> Change<P> {
    pub(crate) fn unsettled(&self) -> Option<&Unsettled<P>> {
        match &self.replaces {
            Replaced::Nobody | Replaced::Over(_) => None,
            Replaced::Unsettled(predecessor) => Some(predecessor),
        }
    }

    /// Whether the settlement of this predecessor's shutdown is out.
    pub(crate) fn awaits_settlement(&self, incarnation: &P::Incarnation) -> bool {
        self.unsettled().is_some_and(|predecessor| predecessor.worker.is(incarnation))
    }

    /// Takes the predecessor's settlement where one is awaited: every caller asks first.
    pub(crate) fn settled(self, settlement: ShutdownSettlement<P>) -> Self {
        let Self { ticket, replaces } = self;
        let replaces = match replaces {
            Replaced::Unsettled(predecessor) => Replaced::Over(predecessor.settle(settlement)),
            replaces @ (Replaced::Nobody | Replaced::Over(_)) => replaces,
        };
        Self { ticket, replaces }
    }

    /// The change with its predecessor, or what it waits for while that one's settlement is out.
    pub(crate) fn known(self) -> Result<Known<P>, Waiting<P>> {
        let Self { ticket, replaces } = self;
        match replaces {
            Replaced::Nobody => Ok(Known { ticket, predecessor: None }),
            Replaced::Over(predecessor) => Ok(Known { ticket, predecessor: Some(predecessor) }),
            Replaced::Unsettled(predecessor) => Err(Waiting { ticket, predecessor }),
        }
    }

    /// What the proxy leaves of a change whose worker is over, at the latest when the predecessor's
    /// settlement has come.
    pub(crate) fn leave(self, worker: UnreportedWorker<P>) -> Next<P> {
        match self.known() {
            Ok(known) => known.leave(worker),
            Err(waiting) => DrainingWorker::Predecessor { waiting, worker }.into(),
        }
    }
}

impl<P: ProxyProtocol> From<Waiting<P>> for Change<P> {
    fn from(waiting: Waiting<P>) -> Self {
        let Waiting { ticket, predecessor } = waiting;
        Self { ticket, replaces: Replaced::Unsettled(predecessor) }
    }
}

impl<P: ProxyProtocol> Waiting<P> {
    /// The settlement has come.
    pub(crate) fn settle(self, settlement: ShutdownSettlement<P>) -> Known<P> {
        let Self { ticket, predecessor } = self;
        Known { ticket, predecessor: Some(predecessor.settle(settlement)) }
    }
}

impl<P: ProxyProtocol> From<Known<P>> for Change<P> {
    fn from(known: Known<P>) -> Self {
        let Known { ticket, predecessor } = known;
        Self { ticket, replaces: predecessor.map_or(Replaced::Nobody, Replaced::Over) }
    }
}

impl<P: ProxyProtocol> Known<P> {
    /// What the proxy leaves if it stops now: the change was never reported.
    pub(crate) fn leave(self, worker: UnreportedWorker<P>) -> Next<P> {
        let Self { ticket, predecessor } = self;
        let change = UnreportedChange { ticket, predecessor, worker };
        Next::Stop(Leftover::Change(Box::new(change)))
    }
}

impl<P: ProxyProtocol> Resolution<P> {
    pub(crate) fn unavailable(evidence: WorkerEvidence, cause: UnavailableCause<P>) -> Self {
        Self::Unavailable { evidence, cause: Box::new(cause) }
    }

    /// Whether it is ready and its worker is the one that is named.
    pub(crate) fn is_ready(&self, incarnation: &P::Incarnation) -> bool {
        match self {
            Self::Ready { worker, .. } => worker.is(incarnation),
            Self::Unborn(_) | Self::Unavailable { .. } => false,
        }
    }

    /// The outcome for the owner, without a route to the worker.
    fn outcome(self) -> (StartOutcome<P>, Outcome<P>) {
        match self {
            Self::Unborn(unborn) => (StartOutcome::CreationRejected(unborn), Outcome::Unborn),
            Self::Ready { worker, proof } => {
                let evidence = worker.evidence;
                (StartOutcome::Ready { evidence, proof }, Outcome::Ready(worker))
            }
            Self::Unavailable { evidence, cause } => {
                (StartOutcome::Unavailable { evidence, cause }, Outcome::Gone(evidence))
            }
        }
    }
}

/// What an outcome leaves behind the service identity.
#[derive(Debug)]
enum Outcome<P: ProxyProtocol> {
    Unborn,
    Ready(Worker<P>),
    Gone(WorkerEvidence),
}

impl<P: ProxyProtocol> Outcome<P> {
    /// A creation that was rejected leads back to where its change came from.
    fn state(self, came_from: State<P>) -> State<P> {
        match self {
            Self::Unborn => came_from,
            Self::Ready(worker) => State::Ready(worker),
            Self::Gone(evidence) => State::EmptyAfter(evidence),
        }
    }
}

impl<P: ProxyProtocol> Turn<'_, P> {
    /// A change has its outcome: published at once, or held back until its predecessor's shutdown is
    /// settled.
    pub(crate) fn resolve(&mut self, change: Change<P>, resolution: Resolution<P>) -> Next<P> {
        match change.known() {
            Ok(known) => self.publish(known, resolution),
            Err(waiting) => {
                State::SuccessorHeld(Box::new(SuccessorHeld { waiting, resolution })).into()
            }
        }
    }

    /// The one report of an install or replacement that was carried out as far as it went.
    pub(crate) fn publish(&mut self, known: Known<P>, resolution: Resolution<P>) -> Next<P> {
        let Known { ticket, predecessor } = known;
        let (outcome, left) = resolution.outcome();
        let (report, came_from) = match predecessor {
            None => {
                let outcome = InitialOutcome::Resolved(outcome);
                (OwnerReport::Initial { ticket, outcome }, State::EmptyInitial)
            }
            Some(predecessor) => {
                let came_from = State::EmptyAfter(predecessor.evidence());
                let outcome = ReplacementOutcome::Resolved { predecessor, successor: outcome };
                (OwnerReport::Replacement { ticket, outcome }, came_from)
            }
        };
        self.report(report);
        left.state(came_from).into()
    }
}
