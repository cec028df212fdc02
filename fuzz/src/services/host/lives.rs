//! The lives of the workers behind the proxies: creation, initialization, activation, exits, shutdowns.
//!
//! Rules: a worker that was created exits once, at any time; one that was asked to stop does. A worker
//! whose exit was told before its birth was born. An activation has one result after its acceptance.

use super::step::{Act, to_proxy};
use super::{Duty, Host};
use crate::proxy::host::{BirthState, Duty as LifeDuty, DutyKind as LifeDutyKind, WorkerRecord};
use crate::proxy::observation::{Begin, CreationRefusal, Exit, Refuser, Said, Settled, Told};
use crate::services::observation::{Id, Incarnation, Proxy, Submission, Tag, Tick};

impl Host {
    /// The fact that settles what is owed of a worker.
    pub(super) fn settle_worker(
        &mut self,
        proxy: Proxy,
        duty: LifeDuty,
        refused: bool,
        way: u8,
    ) -> Act {
        let told = match duty {
            LifeDuty::Birth { creation, submission } => {
                self.settle_worker_birth(proxy, creation, submission, if refused { 2 } else { way })
            }
            LifeDuty::Initialization { incarnation, attempt, plan } => {
                let way = if refused { 1 } else { way };
                self.settle_initialization(incarnation, attempt, plan, way)
            }
            LifeDuty::Start { begin } => {
                self.settle_start(begin, refused || !way.is_multiple_of(2))
            }
            LifeDuty::Result { incarnation, activation, cancelled } => {
                self.settle_result(incarnation, activation, cancelled, way)
            }
            LifeDuty::Shutdown { incarnation } => {
                let settlement = if refused || !way.is_multiple_of(2) {
                    Settled::Rejected { request: incarnation, reason: self.fresh_tag() }
                } else {
                    Settled::Accepted
                };
                Told::ShutdownSettled { incarnation, settlement }
            }
            LifeDuty::Exit { incarnation } => {
                Told::ExitAfterBirth { incarnation, exit: self.exit_now() }
            }
        };
        to_proxy(proxy, told)
    }

    fn settle_worker_birth(
        &mut self,
        proxy: Proxy,
        creation: Id,
        submission: Submission,
        way: u8,
    ) -> Told {
        let record = self.worker_created_by(proxy, creation);
        let (incarnation, attempt) =
            record.map_or((0, 0), |record| (record.incarnation, record.attempt));
        let was_there = record.is_some_and(|record| record.has_exited);
        let by = match way % 3 {
            1 if !was_there => Refuser::Fold,
            2 if !was_there => Refuser::Host,
            _ => return Told::BirthCommitted { creation, incarnation, attempt },
        };
        let why = CreationRefusal { by, reason: self.fresh_tag() };
        Told::BirthRejected { creation, submission, why }
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

    fn settle_start(&mut self, begin: Begin, rejects: bool) -> Told {
        let Begin { incarnation, activation, .. } = begin;
        if rejects {
            let reason = self.fresh_tag();
            return Told::StartRejected { incarnation, activation, request: begin, reason };
        }
        Told::StartAccepted { incarnation, activation }
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

    fn exit_now(&mut self) -> Exit {
        Exit { stop: self.fresh_tag(), at: self.now }
    }

    /// A live worker is gone: before its birth is told, or at any time after it.
    pub(super) fn exit_worker(&mut self, index: u8, ticks: u8) -> Option<Act> {
        self.now = self.now.saturating_add(Tick::from(ticks));
        let (proxy, record) = self.live_worker(index)?;
        let exit = self.exit_now();
        Some(to_proxy(
            proxy,
            match record.birth {
                BirthState::Out => Told::ExitBeforeBirth { creation: record.creation, exit },
                BirthState::Committed | BirthState::Rejected => {
                    Told::ExitAfterBirth { incarnation: record.incarnation, exit }
                }
            },
        ))
    }

    /// Number `index` of the workers that can exit, from the newest proxy on.
    fn live_worker(&self, index: u8) -> Option<(Proxy, WorkerRecord)> {
        let live = || {
            self.proxies.iter().rev().flat_map(|record| {
                let mortal = |worker: &&WorkerRecord| self.can_exit(record.proxy, worker);
                record.workers.iter().rev().filter(mortal).map(|worker| (record.proxy, *worker))
            })
        };
        let index = usize::from(index).checked_rem(live().count())?;
        live().nth(index)
    }

    /// A worker whose creation was refused is never there.
    fn can_exit(&self, proxy: Proxy, worker: &WorkerRecord) -> bool {
        let birth = |duty: &Duty| {
            let Duty::Worker { proxy: of, duty: LifeDuty::Birth { creation, .. } } = duty else {
                return false;
            };
            *of == proxy && *creation == worker.creation
        };
        worker.is_live() && !self.duties.iter().any(|o| o.refused && birth(&o.duty))
    }

    fn worker_created_by(&mut self, proxy: Proxy, creation: Id) -> Option<WorkerRecord> {
        self.proxies.named_mut(proxy)?.created_by(creation).copied()
    }

    /// What a fact tells of a worker's life.
    pub(super) fn note_life(&mut self, proxy: Proxy, told: &Told) {
        let Some(record) = self.proxies.named_mut(proxy) else { return };
        match *told {
            Told::BirthCommitted { creation, .. } => {
                if let Some(worker) = record.created_by(creation) {
                    worker.birth = BirthState::Committed;
                }
            }
            Told::BirthRejected { creation, .. } => {
                if let Some(worker) = record.created_by(creation) {
                    worker.birth = BirthState::Rejected;
                }
            }
            Told::StartAccepted { incarnation, activation } => {
                let cancelled = record.named(incarnation).is_some_and(|worker| worker.is_cancelled);
                let duty = LifeDuty::Result { incarnation, activation, cancelled };
                self.duties.owe(Duty::Worker { proxy, duty }, false);
            }
            Told::ExitBeforeBirth { creation, .. } => {
                if let Some(worker) = record.created_by(creation) {
                    worker.has_exited = true;
                }
            }
            Told::InitializationStopped { incarnation, .. }
            | Told::ExitAfterBirth { incarnation, .. } => self.worker_exited(proxy, incarnation),
            Told::Service { .. }
            | Told::InstallInitial { .. }
            | Told::Replace { .. }
            | Told::Shutdown
            | Told::Initialized { .. }
            | Told::EffectsRejected { .. }
            | Told::StartRejected { .. }
            | Told::ActivationReady { .. }
            | Told::ActivationRejected { .. }
            | Told::ReadyAfterCancel { .. }
            | Told::RejectedAfterCancel { .. }
            | Told::ShutdownSettled { .. } => {}
        }
    }

    fn worker_exited(&mut self, proxy: Proxy, incarnation: Incarnation) {
        let Some(record) = self.proxies.named_mut(proxy) else { return };
        if let Some(worker) = record.named(incarnation) {
            worker.has_exited = true;
        }
        let is_exit = |duty: &Duty| {
            matches!(duty, Duty::Worker { proxy: of, duty }
                if *of == proxy && duty.is(LifeDutyKind::Exit, incarnation))
        };
        self.duties.settle(is_exit);
    }

    /// Takes custody of an operation of a proxy that concerns a worker. Deliveries that fail, cancels among
    /// them, stay with the host.
    pub(super) fn take_on_life(&mut self, proxy: Proxy, said: &Said, refused: bool) {
        let duty = match *said {
            Said::CreateWorker { creation, submission } => {
                self.create_worker(proxy, creation, submission);
                LifeDuty::Birth { creation, submission }
            }
            Said::InitializeWorker { incarnation, attempt } => {
                let plan = self.worker(proxy, incarnation).map_or(0, |w| w.submission.plan);
                LifeDuty::Initialization { incarnation, attempt, plan }
            }
            Said::BeginActivation { begin } => LifeDuty::Start { begin },
            Said::ShutdownWorker { incarnation } => LifeDuty::Shutdown { incarnation },
            Said::CancelActivation { incarnation, activation } if !refused => {
                return self.cancel_activation(proxy, incarnation, activation);
            }
            Said::CancelActivation { .. }
            | Said::ObserveWorkerCreation { .. }
            | Said::ObserveWorkerExit { .. }
            | Said::DeliverService { .. }
            | Said::Report { .. }
            | Said::Diagnostic { .. } => return,
        };
        self.duties.owe(Duty::Worker { proxy, duty }, refused);
        if let LifeDuty::Shutdown { incarnation } = duty
            && self.worker(proxy, incarnation).is_some_and(|worker| worker.is_live())
        {
            self.duties.owe(Duty::Worker { proxy, duty: LifeDuty::Exit { incarnation } }, false);
        }
    }

    fn worker(&mut self, proxy: Proxy, incarnation: Incarnation) -> Option<WorkerRecord> {
        self.proxies.named_mut(proxy)?.named(incarnation).copied()
    }

    fn cancel_activation(&mut self, proxy: Proxy, incarnation: Incarnation, activation: Id) {
        if let Some(record) = self.proxies.named_mut(proxy)
            && let Some(worker) = record.named(incarnation)
        {
            worker.is_cancelled = true;
        }
        self.duties.cancel(proxy, activation);
    }

    fn create_worker(&mut self, proxy: Proxy, creation: Id, submission: Submission) {
        let name = self.fresh_name();
        let Some(record) = self.proxies.named_mut(proxy) else { return };
        record.workers.push(WorkerRecord {
            creation,
            submission,
            birth: BirthState::Out,
            incarnation: name,
            attempt: name,
            has_exited: false,
            begin: None,
            is_cancelled: false,
        });
    }
}
