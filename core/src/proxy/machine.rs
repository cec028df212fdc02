//! The proxy itself: its phases, and the one step that takes it from one to the next.
//!
//! A phase owns exactly its data, and a transition consumes the phase and builds the next one. Each
//! input is a column of the law's table and has one function, whose match names every phase.

use super::correlations::Sequences;
use super::draining::{Drain, DrainingWorker};
use super::failing::Failing;
use super::replacement::{StoppingForReplacement, SuccessorHeld};
use super::start::{Creating, Starting};
use super::turn::Turn;
use super::worker::Worker;
use super::{
    ActivationId, Leftover, ProxyActions, ProxyCorrelations, ProxyInput, ProxyPhase, ProxyProtocol,
    ProxyVerdict, RefusalCause, RefusedInput, WorkerEvidence,
};
use crate::Fold;
use crate::correlation::InstanceId;
use alloc::boxed::Box;

/// One stable proxy.
///
/// There is one of it: it cannot be copied, and its state changes by its fold alone.
///
/// ```compile_fail,E0277
/// # use actor_laws::proxy::{ProxyProtocol, StableProxy};
/// fn copied<T: Clone>() {}
/// fn copy<P: ProxyProtocol>() {
///     copied::<StableProxy<P>>()
/// }
/// ```
/// ```compile_fail,E0616
/// # use actor_laws::proxy::{ProxyProtocol, StableProxy};
/// fn look<P: ProxyProtocol>(proxy: &StableProxy<P>) {
///     let _sequences = &proxy.sequences;
/// }
/// ```
/// ```compile_fail,E0382
/// # use actor_laws::Fold;
/// # use actor_laws::proxy::{ProxyInput, ProxyProtocol, StableProxy, WorkerChange};
/// fn fork<P: ProxyProtocol>(proxy: StableProxy<P>, change: WorkerChange<P>) {
///     let (_stopped, _said) = proxy.fold(ProxyInput::Shutdown);
///     let (_started, _said) = proxy.fold(ProxyInput::InstallInitial(change));
/// }
/// ```
#[derive(Debug)]
#[must_use = "a proxy owns its worker and everything that it has accepted"]
pub struct StableProxy<P: ProxyProtocol> {
    pub(crate) sequences: Sequences,
    /// `None` once it has stopped: then it holds nothing.
    pub(crate) state: Option<State<P>>,
}

/// The rows of the law's table. What is rare and large is boxed, so that a ready proxy stays small.
#[derive(Debug)]
pub(crate) enum State<P: ProxyProtocol> {
    Dormant,
    Creating(Creating<P>),
    Initializing(Starting<P, P::InitializationAttempt>),
    /// The settlement of the activation's start is out.
    ActivationStarting(Starting<P, ActivationId>),
    /// The activation runs.
    Activating(Starting<P, ActivationId>),
    Ready(Worker<P>),
    EmptyInitial,
    EmptyAfter(WorkerEvidence),
    StoppingForReplacement(Box<StoppingForReplacement<P>>),
    SuccessorHeld(Box<SuccessorHeld<P>>),
    Failing(Box<Failing<P>>),
    /// As `Failing`, but the proxy stops afterwards.
    FailingToStop(Box<Failing<P>>),
    DrainingCreation(Creating<P>),
    DrainingInitialization(Box<Drain<P, P::InitializationAttempt>>),
    DrainingActivationStart(Box<Drain<P, ActivationId>>),
    DrainingActivation(Box<Drain<P, ActivationId>>),
    DrainingWorker(Box<DrainingWorker<P>>),
}

/// Where a transition leads.
#[derive(Debug)]
#[must_use = "it owns the next phase"]
pub(crate) enum Next<P: ProxyProtocol> {
    Run(State<P>),
    Stop(Leftover<P>),
}

impl<P: ProxyProtocol> From<State<P>> for Next<P> {
    fn from(state: State<P>) -> Self {
        Self::Run(state)
    }
}

impl<P: ProxyProtocol> StableProxy<P> {
    /// A proxy without a worker.
    ///
    /// `instance` must be unique among the machines of the host; every correlation carries it.
    pub fn new(instance: InstanceId, correlations: ProxyCorrelations) -> Self {
        let sequences = Sequences::new(instance, correlations);
        Self { sequences, state: Some(State::Dormant) }
    }

    /// The instance identity.
    #[must_use]
    pub const fn instance(&self) -> InstanceId {
        self.sequences.instance
    }

    /// The phase that others see; `None` once the proxy has stopped.
    #[must_use]
    pub fn phase(&self) -> Option<ProxyPhase> {
        self.state.as_ref().map(State::phase)
    }

    /// Takes every input but a service, which changes no state.
    fn advance(
        &mut self,
        actions: &mut ProxyActions<P>,
        transition: impl FnOnce(&mut Turn<'_, P>, State<P>) -> Next<P>,
    ) {
        let Some(state) = self.state.take() else { return };
        let mut turn = Turn { sequences: &mut self.sequences, actions };
        match transition(&mut turn, state) {
            Next::Run(state) => {
                self.state = Some(state);
                actions.conclude(None);
            }
            Next::Stop(leftover) => actions.conclude(Some(ProxyVerdict::Stopped { leftover })),
        }
    }
}

impl<P: ProxyProtocol> Fold for StableProxy<P> {
    type Input = ProxyInput<P>;
    type Actions = ProxyActions<P>;
    type Refusal = RefusedInput<P>;

    #[inline]
    fn step(
        &mut self,
        input: ProxyInput<P>,
        actions: &mut ProxyActions<P>,
    ) -> Result<(), RefusedInput<P>> {
        if !actions.is_empty() {
            return Err(RefusedInput { input, cause: RefusalCause::ActionsPending });
        }
        let Some(state) = &self.state else {
            return Err(RefusedInput { input, cause: RefusalCause::Ended });
        };
        match input {
            ProxyInput::Service(service) => actions.push(state.serve(service)),
            ProxyInput::InstallInitial(change) => {
                self.advance(actions, |turn, state| turn.install(state, change));
            }
            ProxyInput::Replace(change) => {
                self.advance(actions, |turn, state| turn.replace(state, change));
            }
            ProxyInput::Shutdown => self.advance(actions, |turn, state| turn.shut_down(state)),
            ProxyInput::WorkerBirth(fact) => {
                self.advance(actions, |turn, state| turn.birth(state, fact));
            }
            ProxyInput::Initialization(fact) => {
                self.advance(actions, |turn, state| turn.initialization(state, fact));
            }
            ProxyInput::ActivationStart(fact) => {
                self.advance(actions, |turn, state| turn.activation_start(state, fact));
            }
            ProxyInput::ActivationResult(fact) => {
                self.advance(actions, |turn, state| turn.activation_result(state, fact));
            }
            ProxyInput::WorkerExit(fact) => {
                self.advance(actions, |turn, state| turn.exit(state, fact));
            }
            ProxyInput::WorkerShutdown(fact) => {
                self.advance(actions, |turn, state| turn.shutdown_settlement(state, fact));
            }
        }
        Ok(())
    }
}
