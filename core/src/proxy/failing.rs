//! Failure drains: a committed worker failed before it was ready and is shut down. Its outcome is
//! reported when its pair is complete; if the proxy shuts down meanwhile, the outcome is left over.

use super::change::{Change, Resolution};
use super::machine::{Next, State};
use super::pair::Pair;
use super::turn::Turn;
use super::worker::Worker;
use super::{
    BeginActivation, ProxyProtocol, StartOutcome, UnavailableCause, UnreportedWorker, WorkerEnd,
    WorkerExit, WorkerShutdownSettlement,
};
use crate::correlation::Unavailable;
use alloc::boxed::Box;

/// A worker that failed before it was ready, and was asked to stop.
#[derive(Debug)]
pub(crate) struct Failing<P: ProxyProtocol> {
    pub(crate) change: Change<P>,
    pub(crate) worker: Worker<P>,
    pub(crate) failure: Failure<P>,
    pub(crate) pair: Pair<P>,
}

/// What a worker failed by.
#[derive(Debug)]
pub(crate) enum Failure<P: ProxyProtocol> {
    Initialization { failure: P::InitializationFailure, plan: P::Plan },
    ActivationUnavailable { permit: P::Permit, plan: P::Plan, reason: Unavailable },
    Start { request: BeginActivation<P>, reason: P::Rejection },
    Activation { rejection: P::ActivationRejection },
}

impl<P: ProxyProtocol> Failure<P> {
    pub(crate) fn cause(self, end: WorkerEnd<P>) -> UnavailableCause<P> {
        match self {
            Self::Initialization { failure, plan } => {
                UnavailableCause::InitializationRejected { failure, plan, end }
            }
            Self::ActivationUnavailable { permit, plan, reason } => {
                UnavailableCause::ActivationUnavailable { permit, plan, reason, end }
            }
            Self::Start { request, reason } => {
                UnavailableCause::StartRejected { request, reason, end }
            }
            Self::Activation { rejection } => {
                UnavailableCause::ActivationRejected { rejection, end }
            }
        }
    }
}

impl<P: ProxyProtocol> Failing<P> {
    pub(crate) fn awaits_exit(&self, incarnation: &P::Incarnation) -> bool {
        self.worker.is(incarnation) && self.pair.awaits_exit()
    }

    fn awaits_own_settlement(&self, incarnation: &P::Incarnation) -> bool {
        self.worker.is(incarnation) && self.pair.awaits_settlement()
    }

    pub(crate) fn awaits_settlement(&self, incarnation: &P::Incarnation) -> bool {
        self.awaits_own_settlement(incarnation) || self.change.awaits_settlement(incarnation)
    }

    pub(crate) fn exited(mut self, exit: WorkerExit<P>) -> Self {
        self.pair.exited(exit);
        self
    }

    pub(crate) fn settled(mut self, fact: WorkerShutdownSettlement<P>) -> Self {
        if self.awaits_own_settlement(&fact.incarnation) {
            self.pair.settled(fact.settlement);
            self
        } else {
            Self { change: self.change.settled(fact.settlement), ..self }
        }
    }

    /// Goes on until the pair is complete. Then the outcome is left over, at the latest when the
    /// predecessor's settlement has come: that alone is no failure drain any more.
    pub(crate) fn stop(self) -> Next<P> {
        let Self { change, worker, failure, pair } = self;
        match pair {
            Pair::Complete(drained) => {
                let evidence = worker.evidence;
                let cause = Box::new(failure.cause(drained.end()));
                let outcome = StartOutcome::Unavailable { evidence, cause };
                change.leave(UnreportedWorker::Resolved(outcome))
            }
            pair @ (Pair::Open | Pair::Settled(_) | Pair::Exited(_)) => {
                State::FailingToStop(Box::new(Self { change, worker, failure, pair })).into()
            }
        }
    }
}

impl<P: ProxyProtocol> Turn<'_, P> {
    /// A live worker has failed: it is shut down before anything is reported.
    pub(crate) fn fail(
        &mut self,
        change: Change<P>,
        worker: Worker<P>,
        failure: Failure<P>,
    ) -> Next<P> {
        self.push(worker.shutdown());
        State::Failing(Box::new(Failing { change, worker, failure, pair: Pair::Open })).into()
    }

    /// Resolves the change once the pair is complete.
    pub(crate) fn conclude_failure(&mut self, failing: Failing<P>) -> Next<P> {
        let Failing { change, worker, failure, pair } = failing;
        match pair {
            Pair::Complete(drained) => {
                let cause = failure.cause(drained.end());
                self.resolve(change, Resolution::unavailable(worker.evidence, cause))
            }
            pair @ (Pair::Open | Pair::Settled(_) | Pair::Exited(_)) => {
                State::Failing(Box::new(Failing { change, worker, failure, pair })).into()
            }
        }
    }
}
