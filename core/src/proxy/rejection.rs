//! Rejected facts: how a fact missed, judged from the phase alone. What a rejection brings back is
//! not judged.

use super::change::{Resolution, Unsettled};
use super::machine::State;
use super::worker::Worker;
use super::{ActivationId, CreationId, ProxyProtocol, RejectedFactKind};
use crate::correlation::InstanceId;

/// What a fact names.
#[derive(Debug)]
pub(crate) enum Named<'fact, P: ProxyProtocol> {
    Creation(CreationId),
    Worker(&'fact P::Incarnation),
    Initialization(&'fact P::Incarnation, &'fact P::InitializationAttempt),
    Activation(&'fact P::Incarnation, ActivationId),
}

impl<P: ProxyProtocol> Named<'_, P> {
    /// The proxy that issued the fact's own correlation, if it carries one.
    fn issuer(&self) -> Option<InstanceId> {
        match self {
            Self::Creation(creation) => Some(creation.instance()),
            Self::Activation(_, activation) => Some(activation.instance()),
            Self::Worker(_) | Self::Initialization(..) => None,
        }
    }
}

impl<P: ProxyProtocol> State<P> {
    /// How a fact that nothing takes has missed.
    pub(crate) fn miss(&self, instance: InstanceId, named: &Named<'_, P>) -> RejectedFactKind {
        if named.issuer().is_some_and(|issuer| issuer != instance) {
            RejectedFactKind::Foreign
        } else if !self.holds(named) {
            RejectedFactKind::Unknown
        } else if self.has_another_attempt(named) {
            RejectedFactKind::WrongAttempt
        } else {
            RejectedFactKind::Unexpected
        }
    }

    fn holds(&self, named: &Named<'_, P>) -> bool {
        match named {
            Named::Creation(creation) => self.creation_out() == Some(*creation),
            Named::Worker(incarnation)
            | Named::Initialization(incarnation, _)
            | Named::Activation(incarnation, _) => {
                self.worker().is_some_and(|worker| worker.is(incarnation))
                    || self.unsettled().is_some_and(|gone| gone.worker.is(incarnation))
            }
        }
    }

    /// Whether the named worker has something of this kind out, under another attempt.
    fn has_another_attempt(&self, named: &Named<'_, P>) -> bool {
        let is_current = |incarnation| self.worker().is_some_and(|worker| worker.is(incarnation));
        match named {
            Named::Creation(_) | Named::Worker(_) => false,
            Named::Initialization(incarnation, attempt) => {
                is_current(incarnation) && self.initializing().is_some_and(|out| out != *attempt)
            }
            Named::Activation(incarnation, activation) => {
                is_current(incarnation)
                    && self.activation_out().is_some_and(|out| out != *activation)
            }
        }
    }

    /// The creation that is out.
    pub(crate) fn creation_out(&self) -> Option<CreationId> {
        match self {
            Self::Creating(creating) | Self::DrainingCreation(creating) => Some(creating.creation),
            Self::Dormant
            | Self::Initializing(_)
            | Self::ActivationStarting(_)
            | Self::Activating(_)
            | Self::Ready(_)
            | Self::EmptyInitial
            | Self::EmptyAfter(_)
            | Self::StoppingForReplacement(_)
            | Self::SuccessorHeld(_)
            | Self::Failing(_)
            | Self::FailingToStop(_)
            | Self::DrainingInitialization(_)
            | Self::DrainingActivationStart(_)
            | Self::DrainingActivation(_)
            | Self::DrainingWorker(_) => None,
        }
    }

    /// The initialization that is out.
    fn initializing(&self) -> Option<&P::InitializationAttempt> {
        match self {
            Self::Initializing(starting) => Some(&starting.attempt),
            Self::DrainingInitialization(drain) => Some(&drain.part),
            Self::Dormant
            | Self::Creating(_)
            | Self::ActivationStarting(_)
            | Self::Activating(_)
            | Self::Ready(_)
            | Self::EmptyInitial
            | Self::EmptyAfter(_)
            | Self::StoppingForReplacement(_)
            | Self::SuccessorHeld(_)
            | Self::Failing(_)
            | Self::FailingToStop(_)
            | Self::DrainingCreation(_)
            | Self::DrainingActivationStart(_)
            | Self::DrainingActivation(_)
            | Self::DrainingWorker(_) => None,
        }
    }

    /// The activation that is out.
    pub(crate) fn activation_out(&self) -> Option<ActivationId> {
        match self {
            Self::ActivationStarting(starting) | Self::Activating(starting) => {
                Some(starting.attempt)
            }
            Self::DrainingActivationStart(drain) | Self::DrainingActivation(drain) => {
                Some(drain.part)
            }
            Self::Dormant
            | Self::Creating(_)
            | Self::Initializing(_)
            | Self::Ready(_)
            | Self::EmptyInitial
            | Self::EmptyAfter(_)
            | Self::StoppingForReplacement(_)
            | Self::SuccessorHeld(_)
            | Self::Failing(_)
            | Self::FailingToStop(_)
            | Self::DrainingCreation(_)
            | Self::DrainingInitialization(_)
            | Self::DrainingWorker(_) => None,
        }
    }

    /// The committed worker that the phase holds.
    pub(crate) fn worker(&self) -> Option<&Worker<P>> {
        match self {
            Self::Initializing(starting) => Some(&starting.worker),
            Self::ActivationStarting(starting) | Self::Activating(starting) => {
                Some(&starting.worker)
            }
            Self::Ready(worker) => Some(worker),
            Self::StoppingForReplacement(stopping) => Some(&stopping.worker),
            Self::SuccessorHeld(held) => match &held.resolution {
                Resolution::Ready { worker, .. } => Some(worker),
                Resolution::Unborn(_) | Resolution::Unavailable { .. } => None,
            },
            Self::Failing(failing) | Self::FailingToStop(failing) => Some(&failing.worker),
            Self::DrainingInitialization(drain) => Some(&drain.worker),
            Self::DrainingActivationStart(drain) | Self::DrainingActivation(drain) => {
                Some(&drain.worker)
            }
            Self::DrainingWorker(draining) => draining.worker(),
            Self::Dormant
            | Self::Creating(_)
            | Self::EmptyInitial
            | Self::EmptyAfter(_)
            | Self::DrainingCreation(_) => None,
        }
    }

    /// The replaced predecessor whose shutdown is not settled.
    pub(crate) fn unsettled(&self) -> Option<&Unsettled<P>> {
        match self {
            Self::Creating(creating) | Self::DrainingCreation(creating) => {
                creating.change.unsettled()
            }
            Self::Initializing(starting) => starting.change.unsettled(),
            Self::ActivationStarting(starting) | Self::Activating(starting) => {
                starting.change.unsettled()
            }
            Self::SuccessorHeld(held) => Some(&held.waiting.predecessor),
            Self::Failing(failing) | Self::FailingToStop(failing) => failing.change.unsettled(),
            Self::DrainingInitialization(drain) => drain.change.unsettled(),
            Self::DrainingActivationStart(drain) | Self::DrainingActivation(drain) => {
                drain.change.unsettled()
            }
            Self::DrainingWorker(draining) => draining.unsettled(),
            Self::Dormant
            | Self::Ready(_)
            | Self::EmptyInitial
            | Self::EmptyAfter(_)
            | Self::StoppingForReplacement(_) => None,
        }
    }
}
