//! Wrong facts: repeated, early, late, of the wrong kind, about the wrong worker, from another proxy.
//!
//! Every one brings fresh values, so custody stays exact. Aimed at what is live, a fact can be right
//! by chance; then it is taken, and is the truth.

use super::issued::IdKind;
use super::{BirthState, Host, Plan, REMEMBERED, WorkerRecord};
use crate::proxy::observation::{Begin, CreationRefusal, Id, Incarnation, Refuser, Settled, Told};

/// How many kinds of facts there are.
const FACT_KINDS: u8 = 15;

/// What a fact can name.
#[derive(Clone, Copy, Debug)]
struct Aim {
    creation: Option<Id>,
    incarnation: Incarnation,
    attempt: u32,
    activation: Option<Id>,
}

impl Host {
    /// Tells remembered fact `back` (0 is the latest) again, with fresh values.
    pub(super) fn repeat(&mut self, back: u8) -> Option<Plan> {
        let back = usize::from(back).checked_rem(self.remembered_count.min(REMEMBERED))?;
        let mut told = self.remembered[(self.remembered_count - 1 - back) % REMEMBERED];
        self.refresh(&mut told);
        Some(Plan::plain(told))
    }

    /// The exit of this worker, by the name that it has.
    pub(super) fn exit_of(&mut self, record: &WorkerRecord) -> Told {
        let exit = self.exit_now();
        match record.birth {
            BirthState::Out => Told::ExitBeforeBirth { creation: record.creation, exit },
            BirthState::Committed | BirthState::Rejected => {
                Told::ExitAfterBirth { incarnation: record.incarnation, exit }
            }
        }
    }

    /// Aims a fact of kind `kind` at worker `back` from the newest on, whether or not anybody waits
    /// for it. What the worker never had is taken from those that had one.
    pub(super) fn wrong_fact(&mut self, back: u8, kind: u8, variant: u8) -> Option<Plan> {
        let record = *self.workers.back(back)?;
        let own = record.begin.map(|begin| begin.activation);
        let aim = Aim {
            creation: Some(record.creation),
            incarnation: record.incarnation,
            attempt: record.attempt,
            activation: own.or_else(|| self.issued.back(IdKind::Activation, variant >> 3)),
        };
        self.aimed(aim, kind, variant).map(Plan::plain)
    }

    /// The same about the worker of another proxy; every fourth one names an activation of this one.
    pub(super) fn foreign_fact(&mut self, kind: u8, variant: u8) -> Option<Plan> {
        let (incarnation, attempt) = self.foreign.worker?;
        let issued = if variant % 4 == 3 { &self.issued } else { &self.foreign.issued };
        let aim = Aim {
            creation: self.foreign.issued.back(IdKind::Creation, variant >> 3),
            incarnation,
            attempt,
            activation: issued.back(IdKind::Activation, variant >> 3),
        };
        self.aimed(aim, kind, variant).map(Plan::plain)
    }

    fn aimed(&mut self, aim: Aim, kind: u8, variant: u8) -> Option<Told> {
        match kind % FACT_KINDS {
            kind @ 0..=2 => self.birth_of(aim, kind, variant),
            kind @ 3..=5 => Some(self.initialization_of(aim, kind)),
            kind @ 6..=11 => self.activation_of(aim, kind),
            12 => {
                Some(Told::ExitAfterBirth { incarnation: aim.incarnation, exit: self.exit_now() })
            }
            kind => Some(self.settlement_of(aim, kind)),
        }
    }

    fn birth_of(&mut self, aim: Aim, kind: u8, variant: u8) -> Option<Told> {
        let Aim { incarnation, attempt, .. } = aim;
        let creation = aim.creation?;
        Some(match kind {
            0 => Told::BirthCommitted { creation, incarnation, attempt },
            1 => {
                let by = if variant.is_multiple_of(2) { Refuser::Fold } else { Refuser::Host };
                let submission = self.fresh_submission();
                let why = CreationRefusal { by, reason: self.fresh_tag() };
                Told::BirthRejected { creation, submission, why }
            }
            _ => Told::ExitBeforeBirth { creation, exit: self.exit_now() },
        })
    }

    fn initialization_of(&mut self, aim: Aim, kind: u8) -> Told {
        let Aim { incarnation, attempt, .. } = aim;
        let plan = self.fresh_tag();
        match kind {
            3 => Told::Initialized { incarnation, attempt, permit: self.fresh_tag(), plan },
            4 => Told::EffectsRejected { incarnation, attempt, failure: self.fresh_tag(), plan },
            _ => Told::InitializationStopped { incarnation, attempt, exit: self.exit_now(), plan },
        }
    }

    fn activation_of(&mut self, aim: Aim, kind: u8) -> Option<Told> {
        let Aim { incarnation, .. } = aim;
        let activation = aim.activation?;
        let value = self.fresh_tag();
        let (proof, rejection) = (value, value);
        Some(match kind {
            6 => Told::StartAccepted { incarnation, activation },
            7 => {
                let (permit, plan) = (self.fresh_tag(), self.fresh_tag());
                let request = Begin { incarnation, activation, permit, plan };
                Told::StartRejected { incarnation, activation, request, reason: value }
            }
            8 => Told::ActivationReady { incarnation, activation, proof },
            9 => Told::ActivationRejected { incarnation, activation, rejection },
            10 => Told::ReadyAfterCancel { incarnation, activation, proof },
            _ => Told::RejectedAfterCancel { incarnation, activation, rejection },
        })
    }

    fn settlement_of(&mut self, aim: Aim, kind: u8) -> Told {
        let Aim { incarnation, .. } = aim;
        let settlement = match kind {
            13 => Settled::Accepted,
            _ => Settled::Rejected { request: incarnation, reason: self.fresh_tag() },
        };
        Told::ShutdownSettled { incarnation, settlement }
    }
}
