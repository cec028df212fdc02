//! Exits and the settlements of worker shutdowns.

use super::machine::{Next, State};
use super::rejection::Named;
use super::turn::Turn;
use super::worker::Worker;
use super::{
    CreationId, ExitSource, OwnerReport, ProxyInput, ProxyProtocol, WorkerExit, WorkerExitFact,
    WorkerShutdownSettlement,
};
use alloc::boxed::Box;

impl<P: ProxyProtocol> Turn<'_, P> {
    /// Column: exits.
    pub(crate) fn exit(&mut self, state: State<P>, fact: WorkerExitFact<P>) -> Next<P> {
        let WorkerExitFact { source, exit } = fact;
        match source {
            ExitSource::BeforeBirth(creation) => self.exit_before_birth(state, creation, exit),
            ExitSource::AfterBirth(incarnation) => self.exit_after_birth(state, incarnation, exit),
        }
    }

    /// An exit that names a creation counts only while that creation is out, and once.
    fn exit_before_birth(
        &mut self,
        state: State<P>,
        creation: CreationId,
        exit: WorkerExit<P>,
    ) -> Next<P> {
        match state {
            State::Creating(creating) if creating.awaits_exit(creation) => {
                State::Creating(creating.exited(exit)).into()
            }
            State::DrainingCreation(creating) if creating.awaits_exit(creation) => {
                State::DrainingCreation(creating.exited(exit)).into()
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
                let kind = self.miss(&state, &Named::Creation(creation));
                let fact = WorkerExitFact { source: ExitSource::BeforeBirth(creation), exit };
                self.reject(kind, state, ProxyInput::WorkerExit(fact))
            }
        }
    }

    fn exit_after_birth(
        &mut self,
        state: State<P>,
        incarnation: P::Incarnation,
        exit: WorkerExit<P>,
    ) -> Next<P> {
        match state {
            State::Initializing(starting) if starting.awaits_exit(&incarnation) => {
                State::Initializing(starting.exited(exit)).into()
            }
            State::ActivationStarting(starting) if starting.awaits_exit(&incarnation) => {
                State::ActivationStarting(starting.exited(exit)).into()
            }
            State::Activating(starting) if starting.awaits_exit(&incarnation) => {
                State::Activating(starting.exited(exit)).into()
            }
            State::Ready(worker) if worker.is(&incarnation) => self.worker_stopped(&worker, exit),
            State::StoppingForReplacement(stopping) if stopping.worker.is(&incarnation) => {
                self.succeed(*stopping, exit)
            }
            State::SuccessorHeld(held) if held.resolution.is_ready(&incarnation) => {
                State::SuccessorHeld(Box::new(held.exited(exit))).into()
            }
            State::Failing(failing) if failing.awaits_exit(&incarnation) => {
                self.conclude_failure(failing.exited(exit))
            }
            State::FailingToStop(failing) if failing.awaits_exit(&incarnation) => {
                failing.exited(exit).stop()
            }
            State::DrainingInitialization(drain) if drain.awaits_exit(&incarnation) => {
                State::DrainingInitialization(Box::new(drain.exited(exit))).into()
            }
            State::DrainingActivationStart(drain) if drain.awaits_exit(&incarnation) => {
                State::DrainingActivationStart(Box::new(drain.exited(exit))).into()
            }
            State::DrainingActivation(drain) if drain.awaits_exit(&incarnation) => {
                State::DrainingActivation(Box::new(drain.exited(exit))).into()
            }
            State::DrainingWorker(draining) if draining.awaits_exit(&incarnation) => {
                draining.exited(exit)
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
            | State::DrainingWorker(_)) => self.reject_exit(state, incarnation, exit),
        }
    }

    fn reject_exit(
        &mut self,
        state: State<P>,
        incarnation: P::Incarnation,
        exit: WorkerExit<P>,
    ) -> Next<P> {
        let kind = self.miss(&state, &Named::Worker(&incarnation));
        let fact = WorkerExitFact { source: ExitSource::AfterBirth(incarnation), exit };
        self.reject(kind, state, ProxyInput::WorkerExit(fact))
    }

    /// A ready worker is gone, by itself.
    fn worker_stopped(&mut self, worker: &Worker<P>, exit: WorkerExit<P>) -> Next<P> {
        let evidence = worker.evidence;
        self.report(OwnerReport::WorkerStopped { evidence, exit });
        State::EmptyAfter(evidence).into()
    }

    /// Column: settlements of worker shutdowns; the incarnation tells a predecessor's from the
    /// worker's own.
    pub(crate) fn shutdown_settlement(
        &mut self,
        state: State<P>,
        fact: WorkerShutdownSettlement<P>,
    ) -> Next<P> {
        if !state.awaits_settlement(&fact.incarnation) {
            return self.reject_settlement(state, fact);
        }
        match state {
            State::Creating(creating) => State::Creating(creating.settled(fact)).into(),
            State::Initializing(starting) => State::Initializing(starting.settled(fact)).into(),
            State::ActivationStarting(starting) => {
                State::ActivationStarting(starting.settled(fact)).into()
            }
            State::Activating(starting) => State::Activating(starting.settled(fact)).into(),
            State::StoppingForReplacement(stopping) => {
                let stopping = stopping.settled(fact.settlement);
                State::StoppingForReplacement(Box::new(stopping)).into()
            }
            State::SuccessorHeld(held) => {
                let known = held.waiting.settle(fact.settlement);
                self.publish(known, held.resolution)
            }
            State::Failing(failing) => self.conclude_failure(failing.settled(fact)),
            State::FailingToStop(failing) => failing.settled(fact).stop(),
            State::DrainingCreation(creating) => {
                State::DrainingCreation(creating.settled(fact)).into()
            }
            State::DrainingInitialization(drain) => {
                State::DrainingInitialization(Box::new(drain.settled(fact))).into()
            }
            State::DrainingActivationStart(drain) => {
                State::DrainingActivationStart(Box::new(drain.settled(fact))).into()
            }
            State::DrainingActivation(drain) => {
                State::DrainingActivation(Box::new(drain.settled(fact))).into()
            }
            State::DrainingWorker(draining) => draining.settled(fact),
            state @ (State::Dormant
            | State::Ready(_)
            | State::EmptyInitial
            | State::EmptyAfter(_)) => self.reject_settlement(state, fact),
        }
    }

    fn reject_settlement(&mut self, state: State<P>, fact: WorkerShutdownSettlement<P>) -> Next<P> {
        let kind = self.miss(&state, &Named::Worker(&fact.incarnation));
        self.reject(kind, state, ProxyInput::WorkerShutdown(fact))
    }
}

impl<P: ProxyProtocol> State<P> {
    /// Whether the settlement of this worker's shutdown is out.
    fn awaits_settlement(&self, incarnation: &P::Incarnation) -> bool {
        match self {
            Self::Dormant | Self::Ready(_) | Self::EmptyInitial | Self::EmptyAfter(_) => false,
            Self::Creating(creating) | Self::DrainingCreation(creating) => {
                creating.change.awaits_settlement(incarnation)
            }
            Self::Initializing(starting) => starting.change.awaits_settlement(incarnation),
            Self::ActivationStarting(starting) | Self::Activating(starting) => {
                starting.change.awaits_settlement(incarnation)
            }
            Self::StoppingForReplacement(stopping) => stopping.awaits_settlement(incarnation),
            Self::SuccessorHeld(held) => held.waiting.predecessor.worker.is(incarnation),
            Self::Failing(failing) | Self::FailingToStop(failing) => {
                failing.awaits_settlement(incarnation)
            }
            Self::DrainingInitialization(drain) => drain.awaits_settlement(incarnation),
            Self::DrainingActivationStart(drain) | Self::DrainingActivation(drain) => {
                drain.awaits_settlement(incarnation)
            }
            Self::DrainingWorker(draining) => draining.awaits_settlement(incarnation),
        }
    }
}
