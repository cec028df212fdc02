//! Activations: whether one was begun, and how it ended. Results count only while it runs.

use super::change::Resolution;
use super::draining::{Drain, Kept};
use super::failing::Failure;
use super::machine::{Next, State};
use super::rejection::Named;
use super::start::Starting;
use super::turn::Turn;
use super::{
    ActivationEnd, ActivationId, ActivationResult, ActivationStart, BeginActivation, ProxyInput,
    ProxyProtocol, UnavailableCause, WorkerEnd,
};
use crate::settlement::Settlement;
use alloc::boxed::Box;

impl<P: ProxyProtocol> Turn<'_, P> {
    /// Column: activation starts.
    pub(crate) fn activation_start(
        &mut self,
        state: State<P>,
        fact: ActivationStart<P>,
    ) -> Next<P> {
        match state {
            State::ActivationStarting(starting)
                if starting.is(&fact.incarnation, &fact.activation) =>
            {
                self.started(starting, fact.settlement)
            }
            State::DrainingActivationStart(drain)
                if drain.is(&fact.incarnation, &fact.activation) =>
            {
                started_while_draining(drain, fact.settlement)
            }
            state @ (State::Dormant
            | State::Creating(_)
            | State::Initializing(_)
            | State::ActivationStarting(_)
            | State::Activating(_)
            | State::Ready(_)
            | State::EmptyInitial
            | State::EmptyAfter(_)
            | State::StoppingForReplacement(_)
            | State::SuccessorHeld(_)
            | State::Failing(_)
            | State::FailingToStop(_)
            | State::DrainingCreation(_)
            | State::DrainingInitialization(_)
            | State::DrainingActivationStart(_)
            | State::DrainingActivation(_)
            | State::DrainingWorker(_)) => {
                let kind =
                    self.miss(&state, &Named::Activation(&fact.incarnation, fact.activation));
                self.reject(kind, state, ProxyInput::ActivationStart(fact))
            }
        }
    }

    fn started(
        &mut self,
        starting: Starting<P, ActivationId>,
        settlement: Settlement<BeginActivation<P>, P::Rejection>,
    ) -> Next<P> {
        match settlement {
            Settlement::Accepted => State::Activating(starting).into(),
            Settlement::Rejected { request, reason } => {
                self.activation_failed(starting, Failure::Start { request, reason })
            }
        }
    }

    /// A live worker is shut down first; one that has exited is an outcome at once.
    fn activation_failed(
        &mut self,
        starting: Starting<P, ActivationId>,
        failure: Failure<P>,
    ) -> Next<P> {
        let Starting { change, worker, exit, .. } = starting;
        match exit {
            None => self.fail(change, worker, failure),
            Some(exit) => {
                let cause = failure.cause(WorkerEnd::Exited(exit));
                self.resolve(change, Resolution::unavailable(worker.evidence, cause))
            }
        }
    }

    /// Column: activation results.
    pub(crate) fn activation_result(
        &mut self,
        state: State<P>,
        fact: ActivationResult<P>,
    ) -> Next<P> {
        match state {
            State::Activating(starting) if starting.is(&fact.incarnation, &fact.activation) => {
                self.activated(starting, fact)
            }
            State::DrainingActivation(drain) if drain.is(&fact.incarnation, &fact.activation) => {
                activated_while_draining(*drain, fact.result)
            }
            state @ (State::Dormant
            | State::Creating(_)
            | State::Initializing(_)
            | State::ActivationStarting(_)
            | State::Activating(_)
            | State::Ready(_)
            | State::EmptyInitial
            | State::EmptyAfter(_)
            | State::StoppingForReplacement(_)
            | State::SuccessorHeld(_)
            | State::Failing(_)
            | State::FailingToStop(_)
            | State::DrainingCreation(_)
            | State::DrainingInitialization(_)
            | State::DrainingActivationStart(_)
            | State::DrainingActivation(_)
            | State::DrainingWorker(_)) => self.reject_activation_result(state, fact),
        }
    }

    fn reject_activation_result(&mut self, state: State<P>, fact: ActivationResult<P>) -> Next<P> {
        let kind = self.miss(&state, &Named::Activation(&fact.incarnation, fact.activation));
        self.reject(kind, state, ProxyInput::ActivationResult(fact))
    }

    /// Nothing was cancelled here, so a result after a cancel is none of this activation.
    fn activated(
        &mut self,
        starting: Starting<P, ActivationId>,
        fact: ActivationResult<P>,
    ) -> Next<P> {
        let ActivationResult { incarnation, activation, result } = fact;
        match result {
            ActivationEnd::Ready { proof } => self.ready(starting, proof),
            ActivationEnd::Rejected { rejection } => {
                self.activation_failed(starting, Failure::Activation { rejection })
            }
            result @ (ActivationEnd::ReadyAfterCancel { .. }
            | ActivationEnd::RejectedAfterCancel { .. }) => {
                let fact = ActivationResult { incarnation, activation, result };
                self.reject_activation_result(State::Activating(starting), fact)
            }
        }
    }

    fn ready(&mut self, starting: Starting<P, ActivationId>, proof: P::Proof) -> Next<P> {
        let Starting { change, worker, exit, .. } = starting;
        let resolution = match exit {
            None => Resolution::Ready { worker, proof },
            Some(exit) => {
                let cause = UnavailableCause::ReadyAfterExit { proof, exit };
                Resolution::unavailable(worker.evidence, cause)
            }
        };
        self.resolve(change, resolution)
    }
}

fn started_while_draining<P: ProxyProtocol>(
    drain: Box<Drain<P, ActivationId>>,
    settlement: Settlement<BeginActivation<P>, P::Rejection>,
) -> Next<P> {
    match settlement {
        Settlement::Accepted => State::DrainingActivation(drain).into(),
        Settlement::Rejected { request, reason } => {
            drain.keep(Kept::StartRejected { request, reason }).conclude()
        }
    }
}

/// A result that raced the cancel settles as its twin after the cancel.
fn activated_while_draining<P: ProxyProtocol>(
    drain: Drain<P, ActivationId>,
    result: ActivationEnd<P>,
) -> Next<P> {
    let kept = match result {
        ActivationEnd::Ready { proof } | ActivationEnd::ReadyAfterCancel { proof } => {
            Kept::Ready { proof }
        }
        ActivationEnd::Rejected { rejection }
        | ActivationEnd::RejectedAfterCancel { rejection } => {
            Kept::ActivationRejected { rejection }
        }
    };
    drain.keep(kept).conclude()
}
