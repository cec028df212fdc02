//! Births and initializations: from a creation to a worker that is installed, and not ready.

use super::change::{Change, Resolution};
use super::draining::{Drain, Kept};
use super::failing::Failure;
use super::machine::{Next, State};
use super::pair::Ending;
use super::rejection::Named;
use super::turn::Turn;
use super::worker::Worker;
use super::{
    BeginActivation, BirthResult, CreateWorker, CreationId, Initialization, InitializationResult,
    ProxyInput, ProxyOperation, ProxyProtocol, UnavailableCause, UnbornWorker, UnreportedWorker,
    WorkerBirth, WorkerEnd, WorkerEvidence, WorkerExit, WorkerShutdownSettlement, WorkerSubmission,
};
use alloc::boxed::Box;

/// A creation is out.
#[derive(Debug)]
pub(crate) struct Creating<P: ProxyProtocol> {
    pub(crate) change: Change<P>,
    pub(crate) creation: CreationId,
    /// An exit that came before the birth.
    pub(crate) early_exit: Option<WorkerExit<P>>,
}

/// A committed worker is on its way to readiness; `attempt` is what its host has out for it.
#[derive(Debug)]
pub(crate) struct Starting<P: ProxyProtocol, Attempt> {
    pub(crate) change: Change<P>,
    pub(crate) worker: Worker<P>,
    /// Its exit, if that has come: then it can never be ready.
    pub(crate) exit: Option<WorkerExit<P>>,
    pub(crate) attempt: Attempt,
}

impl<P: ProxyProtocol> Creating<P> {
    pub(crate) fn awaits_exit(&self, creation: CreationId) -> bool {
        self.creation == creation && self.early_exit.is_none()
    }

    pub(crate) fn exited(self, exit: WorkerExit<P>) -> Self {
        Self { early_exit: Some(exit), ..self }
    }

    pub(crate) fn settled(self, fact: WorkerShutdownSettlement<P>) -> Self {
        Self { change: self.change.settled(fact.settlement), ..self }
    }
}

impl<P: ProxyProtocol, Attempt: PartialEq> Starting<P, Attempt> {
    pub(crate) fn is(&self, incarnation: &P::Incarnation, attempt: &Attempt) -> bool {
        self.worker.is(incarnation) && self.attempt == *attempt
    }

    pub(crate) fn awaits_exit(&self, incarnation: &P::Incarnation) -> bool {
        self.worker.is(incarnation) && self.exit.is_none()
    }

    pub(crate) fn exited(self, exit: WorkerExit<P>) -> Self {
        Self { exit: Some(exit), ..self }
    }

    pub(crate) fn settled(self, fact: WorkerShutdownSettlement<P>) -> Self {
        Self { change: self.change.settled(fact.settlement), ..self }
    }

    /// The proxy shuts down: the worker is asked to stop, unless it has exited.
    pub(crate) fn drain(self, turn: &mut Turn<'_, P>) -> Box<Drain<P, Attempt>> {
        let Self { change, worker, exit, attempt } = self;
        if exit.is_none() {
            turn.push(worker.shutdown());
        }
        Box::new(Drain { change, worker, ending: Ending::after(exit), part: attempt })
    }
}

impl<P: ProxyProtocol> Turn<'_, P> {
    /// A creation goes out, with the two observations that follow it.
    pub(crate) fn create(
        &mut self,
        change: Change<P>,
        creation: CreationId,
        submission: WorkerSubmission<P>,
    ) -> Next<P> {
        self.push(ProxyOperation::CreateWorker(CreateWorker { creation, submission }));
        self.push(ProxyOperation::ObserveWorkerCreation { creation });
        self.push(ProxyOperation::ObserveWorkerExit { creation });
        State::Creating(Creating { change, creation, early_exit: None }).into()
    }

    /// Column: births.
    pub(crate) fn birth(&mut self, state: State<P>, fact: WorkerBirth<P>) -> Next<P> {
        match state {
            State::Creating(creating) if creating.creation == fact.creation => {
                self.born(creating, fact.result)
            }
            State::DrainingCreation(creating) if creating.creation == fact.creation => {
                self.born_to_drain(creating, fact.result)
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
                let kind = self.miss(&state, &Named::Creation(fact.creation));
                self.reject(kind, state, ProxyInput::WorkerBirth(fact))
            }
        }
    }

    fn born(&mut self, creating: Creating<P>, result: BirthResult<P>) -> Next<P> {
        let Creating { change, creation, early_exit } = creating;
        match result {
            BirthResult::Committed { incarnation, attempt } => {
                let worker = self.commit(creation, incarnation, &attempt);
                let starting = Starting { change, worker, exit: early_exit, attempt };
                State::Initializing(starting).into()
            }
            BirthResult::Rejected { submission, why } => {
                let unborn = UnbornWorker { submission, why, early_exit };
                self.resolve(change, Resolution::Unborn(Box::new(unborn)))
            }
        }
    }

    /// A worker that is born while the proxy drains is initialized, for its plan, and asked to stop.
    fn born_to_drain(&mut self, creating: Creating<P>, result: BirthResult<P>) -> Next<P> {
        let Creating { change, creation, early_exit } = creating;
        match result {
            BirthResult::Committed { incarnation, attempt } => {
                let worker = self.commit(creation, incarnation, &attempt);
                let starting = Starting { change, worker, exit: early_exit, attempt };
                State::DrainingInitialization(starting.drain(self)).into()
            }
            BirthResult::Rejected { submission, why } => {
                let unborn = UnbornWorker { submission, why, early_exit };
                change.leave(UnreportedWorker::Unborn(unborn))
            }
        }
    }

    /// Every commit emits one initialization: its result alone brings the plan back.
    fn commit(
        &mut self,
        creation: CreationId,
        incarnation: P::Incarnation,
        attempt: &P::InitializationAttempt,
    ) -> Worker<P> {
        let worker: Worker<P> = Worker { evidence: WorkerEvidence::of(creation), incarnation };
        let (incarnation, attempt) = (worker.incarnation.clone(), attempt.clone());
        self.push(ProxyOperation::InitializeWorker { incarnation, attempt });
        worker
    }

    /// Column: initialization results.
    pub(crate) fn initialization(&mut self, state: State<P>, fact: Initialization<P>) -> Next<P> {
        match state {
            State::Initializing(starting) if starting.is(&fact.incarnation, &fact.attempt) => {
                self.initialized(starting, fact.result)
            }
            State::DrainingInitialization(drain) if drain.is(&fact.incarnation, &fact.attempt) => {
                initialized_while_draining(*drain, fact.result)
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
                let named = Named::Initialization(&fact.incarnation, &fact.attempt);
                let kind = self.miss(&state, &named);
                self.reject(kind, state, ProxyInput::Initialization(fact))
            }
        }
    }

    fn initialized(
        &mut self,
        starting: Starting<P, P::InitializationAttempt>,
        result: InitializationResult<P>,
    ) -> Next<P> {
        let Starting { change, worker, exit, .. } = starting;
        match exit {
            None => self.initialized_alive(change, worker, result),
            Some(exit) => {
                let cause = after_exit(exit, result);
                self.resolve(change, Resolution::unavailable(worker.evidence, cause))
            }
        }
    }

    fn initialized_alive(
        &mut self,
        change: Change<P>,
        worker: Worker<P>,
        result: InitializationResult<P>,
    ) -> Next<P> {
        match result {
            InitializationResult::Initialized { permit, plan } => {
                self.begin(change, worker, permit, plan)
            }
            InitializationResult::EffectsRejected { failure, plan } => {
                self.fail(change, worker, Failure::Initialization { failure, plan })
            }
            InitializationResult::Stopped { exit, plan } => {
                let initialization_stop = None;
                let cause = UnavailableCause::StoppedDuringInitialization {
                    plan,
                    exit,
                    initialization_stop,
                };
                self.resolve(change, Resolution::unavailable(worker.evidence, cause))
            }
        }
    }

    /// Reserves an attempt and begins the activation in one fold, or the start has failed.
    fn begin(
        &mut self,
        change: Change<P>,
        worker: Worker<P>,
        permit: P::Permit,
        plan: P::Plan,
    ) -> Next<P> {
        match self.sequences.activation() {
            Ok(activation) => {
                let incarnation = worker.incarnation.clone();
                let begin = BeginActivation { incarnation, activation, permit, plan };
                self.push(ProxyOperation::BeginActivation(begin));
                let starting = Starting { change, worker, exit: None, attempt: activation };
                State::ActivationStarting(starting).into()
            }
            Err(reason) => {
                self.fail(change, worker, Failure::ActivationUnavailable { permit, plan, reason })
            }
        }
    }
}

/// An initialization's result after the exit: no activation, whatever it is.
fn after_exit<P: ProxyProtocol>(
    exit: WorkerExit<P>,
    result: InitializationResult<P>,
) -> UnavailableCause<P> {
    match result {
        InitializationResult::Initialized { permit, plan } => {
            UnavailableCause::InitializedAfterExit { permit, plan, exit }
        }
        InitializationResult::EffectsRejected { failure, plan } => {
            let end = WorkerEnd::Exited(exit);
            UnavailableCause::InitializationRejected { failure, plan, end }
        }
        InitializationResult::Stopped { exit: own, plan } => {
            let initialization_stop = Some(own);
            UnavailableCause::StoppedDuringInitialization { plan, exit, initialization_stop }
        }
    }
}

/// While draining a result is kept, and nothing begins. A stop is the exit too, if none had come.
fn initialized_while_draining<P: ProxyProtocol>(
    drain: Drain<P, P::InitializationAttempt>,
    result: InitializationResult<P>,
) -> Next<P> {
    let Drain { change, worker, mut ending, part: _ } = drain;
    let part = match result {
        InitializationResult::Initialized { permit, plan } => Kept::Initialized { permit, plan },
        InitializationResult::EffectsRejected { failure, plan } => {
            Kept::EffectsRejected { failure, plan }
        }
        InitializationResult::Stopped { exit, plan } if ending.awaits_exit() => {
            ending.exited(exit);
            Kept::Stopped { plan, initialization_stop: None }
        }
        InitializationResult::Stopped { exit, plan } => {
            Kept::Stopped { plan, initialization_stop: Some(exit) }
        }
    };
    Drain { change, worker, ending, part }.conclude()
}
