//! Why a fact was not taken, judged by whom it names.

use super::errands::Errand;
use super::house::House;
use crate::proxy::observation::{Id, Incarnation, MissKind, Told};

/// What a fact names. What a rejection brings back is not among it.
#[derive(Clone, Copy, Debug)]
enum Named {
    Nothing,
    Creation(Id),
    Worker(Incarnation),
    Attempt(Incarnation, u32),
    Activation(Incarnation, Id),
}

impl Named {
    fn of(told: &Told) -> Self {
        match *told {
            Told::Service { .. }
            | Told::InstallInitial { .. }
            | Told::Replace { .. }
            | Told::Shutdown => Self::Nothing,
            Told::BirthCommitted { creation, .. }
            | Told::BirthRejected { creation, .. }
            | Told::ExitBeforeBirth { creation, .. } => Self::Creation(creation),
            Told::ExitAfterBirth { incarnation, .. }
            | Told::ShutdownSettled { incarnation, .. } => Self::Worker(incarnation),
            Told::Initialized { incarnation, attempt, .. }
            | Told::EffectsRejected { incarnation, attempt, .. }
            | Told::InitializationStopped { incarnation, attempt, .. } => {
                Self::Attempt(incarnation, attempt)
            }
            Told::StartAccepted { incarnation, activation }
            | Told::StartRejected { incarnation, activation, .. }
            | Told::ActivationReady { incarnation, activation, .. }
            | Told::ActivationRejected { incarnation, activation, .. }
            | Told::ReadyAfterCancel { incarnation, activation, .. }
            | Told::RejectedAfterCancel { incarnation, activation, .. } => {
                Self::Activation(incarnation, activation)
            }
        }
    }

    fn correlation(self) -> Option<Id> {
        match self {
            Self::Creation(id) | Self::Activation(_, id) => Some(id),
            Self::Nothing | Self::Worker(_) | Self::Attempt(..) => None,
        }
    }
}

impl House {
    /// How a fact that no errand waits for has missed.
    pub(super) fn miss(&self, told: &Told) -> MissKind {
        let named = Named::of(told);
        if named.correlation().is_some_and(|id| id.issuer != self.identity) {
            MissKind::Foreign
        } else if !self.is_about_us(named) {
            MissKind::Unknown
        } else if self.mistakes_attempt(named) {
            MissKind::WrongAttempt
        } else {
            MissKind::Unexpected
        }
    }

    fn is_about_us(&self, named: Named) -> bool {
        match named {
            Named::Nothing => true,
            Named::Creation(creation) => self.board.expects_birth(creation),
            Named::Worker(worker) | Named::Attempt(worker, _) | Named::Activation(worker, _) => {
                self.knows(worker)
            }
        }
    }

    /// Whether it names the guest whose initialization or activation is out, with another attempt.
    fn mistakes_attempt(&self, named: Named) -> bool {
        self.board.all().iter().any(|errand| match (*errand, named) {
            (Errand::Initialization { incarnation, attempt }, Named::Attempt(worker, other)) => {
                worker == incarnation && other != attempt
            }
            (
                Errand::Start { incarnation, activation }
                | Errand::Result { incarnation, activation },
                Named::Activation(worker, other),
            ) => worker == incarnation && other != activation,
            (
                Errand::Birth { .. }
                | Errand::EarlyGoodbye { .. }
                | Errand::Goodbye { .. }
                | Errand::Initialization { .. }
                | Errand::Start { .. }
                | Errand::Result { .. }
                | Errand::Receipt { .. }
                | Errand::FormerReceipt { .. },
                Named::Nothing
                | Named::Creation(_)
                | Named::Worker(_)
                | Named::Attempt(..)
                | Named::Activation(..),
            ) => false,
        })
    }

    /// Whether this is the guest in the chair, or one before it whose receipt is out.
    fn knows(&self, worker: Incarnation) -> bool {
        let named = self.chair.as_ref().and_then(|guest| guest.name);
        (named == Some(worker) && !self.has_parted()) || self.board.former() == Some(worker)
    }
}
