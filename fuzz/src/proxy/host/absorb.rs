//! What the host learns from a step: what is settled, and what it has to see to now.

use super::{BirthState, Duty, DutyKind, Host, Plan, WorkerRecord, is_fact};
use crate::proxy::observation::{Id, Incarnation, Said, Submission, Told, Verdict};

impl Host {
    /// Learns what became of a planned input. `rejected`: it was diagnosed as a rejected fact.
    pub(super) fn absorb(&mut self, plan: &Plan, said: &[Said], verdict: Verdict, rejected: bool) {
        if verdict == Verdict::HandedBack {
            return;
        }
        let told = &plan.told;
        if is_fact(told) {
            self.remember(told);
        }
        if rejected {
            self.true_fact_rejected(plan);
        } else {
            self.fact_taken(told);
        }
        self.take_on(plan, said);
        self.ended |= matches!(verdict, Verdict::Stopped { .. });
    }

    /// A truth that the proxy rejects is over: the laws have said what there is to say.
    fn true_fact_rejected(&mut self, plan: &Plan) {
        if let Some(truth) = plan.truth {
            self.duties.settle(|duty| *duty == truth);
        }
    }

    /// The proxy took the fact: whatever it settles is settled.
    fn fact_taken(&mut self, told: &Told) {
        match *told {
            Told::Service { .. }
            | Told::InstallInitial { .. }
            | Told::Replace { .. }
            | Told::Shutdown => {}
            Told::BirthCommitted { creation, incarnation, attempt } => {
                self.birth_over(creation, BirthState::Committed);
                if let Some(record) = self.workers.created_by(creation) {
                    (record.incarnation, record.attempt) = (incarnation, attempt);
                }
            }
            Told::BirthRejected { creation, .. } => self.birth_over(creation, BirthState::Rejected),
            Told::Initialized { incarnation, .. } | Told::EffectsRejected { incarnation, .. } => {
                self.over(DutyKind::Initialization, incarnation);
            }
            Told::InitializationStopped { incarnation, .. } => {
                self.over(DutyKind::Initialization, incarnation);
                self.exited(incarnation);
            }
            Told::StartAccepted { incarnation, activation } => {
                self.over(DutyKind::Start, incarnation);
                let record = self.workers.named(incarnation);
                let cancelled = record.is_some_and(|record| record.is_cancelled);
                self.duties.owe(Duty::Result { incarnation, activation, cancelled }, false);
            }
            Told::StartRejected { incarnation, .. } => self.over(DutyKind::Start, incarnation),
            Told::ActivationReady { incarnation, .. }
            | Told::ActivationRejected { incarnation, .. }
            | Told::ReadyAfterCancel { incarnation, .. }
            | Told::RejectedAfterCancel { incarnation, .. } => {
                self.over(DutyKind::Result, incarnation);
            }
            Told::ExitBeforeBirth { creation, .. } => {
                if let Some(record) = self.workers.created_by(creation) {
                    record.has_exited = true;
                }
            }
            Told::ExitAfterBirth { incarnation, .. } => self.exited(incarnation),
            Told::ShutdownSettled { incarnation, .. } => {
                self.over(DutyKind::Shutdown, incarnation);
            }
        }
    }

    fn birth_over(&mut self, creation: Id, birth: BirthState) {
        let is_it =
            |duty: &Duty| matches!(duty, Duty::Birth { creation: of, .. } if *of == creation);
        self.duties.settle(is_it);
        if let Some(record) = self.workers.created_by(creation) {
            record.birth = birth;
        }
    }

    fn over(&mut self, kind: DutyKind, worker: Incarnation) {
        self.duties.settle(|duty| duty.is(kind, worker));
    }

    fn exited(&mut self, worker: Incarnation) {
        self.over(DutyKind::Exit, worker);
        if let Some(record) = self.workers.named_mut(worker) {
            record.has_exited = true;
        }
    }

    /// Takes custody of everything that was said. Where the batch was cut, the operation at the cut
    /// is refused, and those after it are refused or applied later as a batch of their own.
    fn take_on(&mut self, plan: &Plan, said: &[Said]) {
        let cut = if said.is_empty() { None } else { self.cut.take() };
        let place = plan.cut.filter(|_| cut.is_some()).map(|place| place % said.len());
        let rest_is_refused = cut.is_some_and(|cut| cut.rest_is_refused);
        for (number, said) in said.iter().enumerate() {
            let refused =
                place.is_some_and(|place| number == place || (number > place && rest_is_refused));
            self.issued.note(said);
            self.take_on_operation(said, refused);
        }
    }

    /// Deliveries that fail, cancels among them, stay with the host.
    fn take_on_operation(&mut self, said: &Said, refused: bool) {
        match *said {
            Said::CreateWorker { creation, submission } => {
                self.take_on_creation(creation, submission, refused);
            }
            Said::InitializeWorker { incarnation, attempt } => {
                let record = self.workers.named(incarnation);
                let plan = record.map(|record| record.submission.plan);
                let plan = plan.unwrap_or_else(|| self.fresh_tag());
                self.duties.owe(Duty::Initialization { incarnation, attempt, plan }, refused);
            }
            Said::BeginActivation { begin } => {
                if let Some(record) = self.workers.named_mut(begin.incarnation) {
                    record.begin = Some(begin);
                }
                self.duties.owe(Duty::Start { begin }, refused);
            }
            Said::CancelActivation { incarnation, activation } if !refused => {
                if let Some(record) = self.workers.named_mut(incarnation) {
                    record.is_cancelled = true;
                }
                self.duties.cancel(activation);
            }
            Said::ShutdownWorker { incarnation } => {
                self.duties.owe(Duty::Shutdown { incarnation }, refused);
                if self.workers.named(incarnation).is_some_and(WorkerRecord::is_live) {
                    self.duties.owe(Duty::Exit { incarnation }, false);
                }
            }
            Said::CancelActivation { .. }
            | Said::ObserveWorkerCreation { .. }
            | Said::ObserveWorkerExit { .. }
            | Said::DeliverService { .. }
            | Said::Report { .. }
            | Said::Diagnostic { .. } => {}
        }
    }

    fn take_on_creation(&mut self, creation: Id, submission: Submission, refused: bool) {
        let (incarnation, attempt) = self.fresh_name();
        self.workers.create(WorkerRecord {
            creation,
            submission,
            birth: BirthState::Out,
            incarnation,
            attempt,
            has_exited: false,
            begin: None,
            is_cancelled: false,
        });
        self.duties.owe(Duty::Birth { creation, submission }, refused);
    }
}
