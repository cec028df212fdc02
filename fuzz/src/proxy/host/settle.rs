//! True settlements: the fact that settles one obligation, in the way that a step chooses.
//!
//! Way 0 lets the proxy go on; each other one is a failure, modulo how many its kind knows. A
//! refused operation knows rejections only.

use super::{Duty, Host, Obligation, Plan};
use crate::proxy::observation::{
    Begin, CreationRefusal, Exit, Id, Incarnation, Refuser, Settled, Submission, Tag, Told,
};

/// The way that lets the proxy go on.
pub(super) const WELL: u8 = 0;

impl Host {
    /// The oldest obligation, settled in this way.
    pub(super) fn settle_oldest(&mut self, way: u8) -> Option<Plan> {
        let obligation = self.duties.oldest()?;
        Some(self.settle(obligation, way))
    }

    /// The fact that settles `obligation`.
    pub(super) fn settle(&mut self, obligation: Obligation, way: u8) -> Plan {
        let Obligation { duty, refused, .. } = obligation;
        let told = match duty {
            Duty::Birth { creation, submission } => {
                self.settle_birth(creation, submission, if refused { 2 } else { way })
            }
            Duty::Initialization { incarnation, attempt, plan } => {
                let way = if refused { 1 } else { way };
                self.settle_initialization(incarnation, attempt, plan, way)
            }
            Duty::Start { begin } => self.settle_start(begin, if refused { 1 } else { way }),
            Duty::Result { incarnation, activation, cancelled } => {
                self.settle_result(incarnation, activation, cancelled, way)
            }
            Duty::Shutdown { incarnation } => {
                self.settle_shutdown(incarnation, if refused { 1 } else { way })
            }
            Duty::Exit { incarnation } => {
                Told::ExitAfterBirth { incarnation, exit: self.exit_now() }
            }
        };
        Plan::plain(told).settling(duty)
    }

    fn settle_birth(&mut self, creation: Id, submission: Submission, way: u8) -> Told {
        let by = match way % 3 {
            0 => return self.birth_committed(creation),
            1 => Refuser::Fold,
            _ => Refuser::Host,
        };
        let why = CreationRefusal { by, reason: self.fresh_tag() };
        Told::BirthRejected { creation, submission, why }
    }

    fn birth_committed(&mut self, creation: Id) -> Told {
        let record = self.workers.created_by(creation).copied();
        let name = record.map(|record| (record.incarnation, record.attempt));
        let (incarnation, attempt) = name.unwrap_or_else(|| self.fresh_name());
        Told::BirthCommitted { creation, incarnation, attempt }
    }

    fn settle_initialization(
        &mut self,
        incarnation: Incarnation,
        attempt: u32,
        plan: Tag,
        way: u8,
    ) -> Told {
        match way % 3 {
            0 => Told::Initialized { incarnation, attempt, permit: self.fresh_tag(), plan },
            1 => Told::EffectsRejected { incarnation, attempt, failure: self.fresh_tag(), plan },
            _ => Told::InitializationStopped { incarnation, attempt, exit: self.exit_now(), plan },
        }
    }

    fn settle_start(&mut self, begin: Begin, way: u8) -> Told {
        let Begin { incarnation, activation, .. } = begin;
        if way.is_multiple_of(2) {
            return Told::StartAccepted { incarnation, activation };
        }
        let reason = self.fresh_tag();
        Told::StartRejected { incarnation, activation, request: begin, reason }
    }

    /// An ordinary result may race a cancel.
    fn settle_result(
        &mut self,
        incarnation: Incarnation,
        activation: Id,
        cancelled: bool,
        way: u8,
    ) -> Told {
        let value = self.fresh_tag();
        let (proof, rejection) = (value, value);
        match (way % 4, cancelled) {
            (0, true) => Told::ReadyAfterCancel { incarnation, activation, proof },
            (1, true) => Told::RejectedAfterCancel { incarnation, activation, rejection },
            (0 | 2, _) => Told::ActivationReady { incarnation, activation, proof },
            (_, _) => Told::ActivationRejected { incarnation, activation, rejection },
        }
    }

    fn settle_shutdown(&mut self, incarnation: Incarnation, way: u8) -> Told {
        let settlement = if way.is_multiple_of(2) {
            Settled::Accepted
        } else {
            Settled::Rejected { request: incarnation, reason: self.fresh_tag() }
        };
        Told::ShutdownSettled { incarnation, settlement }
    }

    pub(super) fn exit_now(&mut self) -> Exit {
        Exit { stop: self.fresh_tag(), at: self.now }
    }
}
