//! Custody of every value that a pool handed out: nothing that a product owned is dropped.

use super::{Attempt, Blueprint, Evidence, Plan, Role, Source, Test};
use actor_laws::pool::{
    ActivationTicket, AdmissionOutcome, AssignmentCommand, AssignmentId, BeginWorkerActivation,
    ChildNonce, JobId, OwnedOperation, RecoveryTicket, ScheduleDrainDeadline, ScheduleRestart,
    ShutdownId, ShutdownWorker, TimerCorrelation, WorkerReference,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// What the host last heard about one role: enough to address every fact about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Card {
    pub(crate) role: Role,
    pub(crate) child: ChildNonce,
    pub(crate) evidence: Evidence,
    pub(crate) attempt: Attempt,
    pub(crate) ticket: Option<ActivationTicket>,
    pub(crate) assignment: Option<AssignmentId>,
    pub(crate) recovery: Option<RecoveryTicket>,
    pub(crate) timer: Option<TimerCorrelation>,
    pub(crate) shutdown: Option<ShutdownId>,
}

impl Card {
    fn new(role: Role, child: ChildNonce) -> Self {
        Self {
            role,
            child,
            evidence: Evidence(child.ordinal()),
            attempt: Attempt(child.ordinal()),
            ticket: None,
            assignment: None,
            recovery: None,
            timer: None,
            shutdown: None,
        }
    }

    pub(crate) fn reference(&self) -> WorkerReference<Test> {
        let Self { role, child, evidence, .. } = *self;
        WorkerReference { role, child, evidence }
    }
}

/// Everything that is with the host.
#[derive(Debug, Default)]
pub(crate) struct Host {
    cards: BTreeMap<usize, Card>,
    pub(crate) submissions: BTreeMap<ChildNonce, Blueprint>,
    pub(crate) plans: BTreeMap<ChildNonce, Plan>,
    pub(crate) begins: BTreeMap<ActivationTicket, BeginWorkerActivation<Test>>,
    pub(crate) commands: BTreeMap<AssignmentId, AssignmentCommand<Test>>,
    pub(crate) sources: BTreeMap<RecoveryTicket, Source>,
    pub(crate) schedules: BTreeMap<RecoveryTicket, ScheduleRestart>,
    pub(crate) shutdowns: BTreeMap<ShutdownId, ShutdownWorker<Test>>,
    pub(crate) deadline: Option<ScheduleDrainDeadline>,
    /// Outcomes, diagnostics and transfers, in the order in which they came.
    pub(crate) outbox: Vec<OwnedOperation<Test>>,
    /// Jobs that were accepted and have not ended.
    pub(crate) open_jobs: BTreeSet<JobId>,
    /// Every correlation that a pool may issue once only.
    issued: BTreeSet<String>,
}

impl Host {
    /// The card of the role at `position`.
    pub(crate) fn card(&self, position: usize) -> Card {
        *self.cards.get(&position).expect("the role was created")
    }

    fn card_mut(&mut self, position: usize) -> &mut Card {
        self.cards.get_mut(&position).expect("the role was created")
    }

    /// Takes one operation into custody.
    pub(crate) fn take(&mut self, operation: OwnedOperation<Test>) {
        match operation {
            OwnedOperation::CreateWorker(create) => {
                self.issue(create.child);
                let card = Card::new(create.role, create.child);
                self.cards.insert(create.child.position(), card);
                self.submissions.insert(create.child, create.submission);
            }
            OwnedOperation::InitializeWorker(request) => {
                self.plans.insert(request.child, request.plan);
            }
            OwnedOperation::BeginWorkerActivation(request) => {
                self.issue(request.ticket);
                self.card_mut(request.child.position()).ticket = Some(request.ticket);
                self.begins.insert(request.ticket, request);
            }
            OwnedOperation::DeliverAssignment(request) => {
                self.issue(request.assignment);
                self.card_mut(request.child.position()).assignment = Some(request.assignment);
                self.commands.insert(request.assignment, request.command);
            }
            OwnedOperation::PrepareWorker(request) => {
                self.issue(request.ticket);
                self.card_mut(request.ticket.position()).recovery = Some(request.ticket);
                self.sources.insert(request.ticket, request.source);
            }
            OwnedOperation::ScheduleRestart(request) => {
                self.issue(request.timer);
                self.card_mut(request.recovery.position()).timer = Some(request.timer);
                self.schedules.insert(request.recovery, request);
            }
            OwnedOperation::ShutdownWorker(request) => {
                self.issue(request.correlation.id);
                self.card_mut(request.child.position()).shutdown = Some(request.correlation.id);
                self.shutdowns.insert(request.correlation.id, request);
            }
            OwnedOperation::ScheduleDrainDeadline(request) => {
                self.issue(request.timer);
                assert!(self.deadline.replace(request).is_none(), "one drain deadline a pool");
            }
            kept @ (OwnedOperation::ObserveWorkerCreation { .. }
            | OwnedOperation::ObserveWorkerStop { .. }
            | OwnedOperation::CancelWorkerActivation { .. }
            | OwnedOperation::DeliverAdmission { .. }
            | OwnedOperation::DeliverCustomerTerminal { .. }
            | OwnedOperation::TransferRejectedFact { .. }
            | OwnedOperation::DeliverDiagnostic { .. }
            | OwnedOperation::TransferTerminalDiagnostic { .. }
            | OwnedOperation::TransferDrainResidual { .. }
            | OwnedOperation::ReportCompletionToParent { .. }) => self.keep(kept),
        }
    }

    fn keep(&mut self, operation: OwnedOperation<Test>) {
        if let OwnedOperation::DeliverAdmission { outcome, .. } = &operation
            && let AdmissionOutcome::Accepted { job, .. } = outcome
        {
            self.issue(*job);
            self.open_jobs.insert(*job);
        }
        if let OwnedOperation::DeliverCustomerTerminal { outcome, .. } = &operation {
            assert!(self.open_jobs.remove(&outcome.job()), "{:?} ends once", outcome.job());
        }
        if let OwnedOperation::DeliverDiagnostic { correlation, .. } = &operation {
            self.issue(*correlation);
        }
        self.outbox.push(operation);
    }

    /// A correlation that was issued before must not come back.
    fn issue(&mut self, correlation: impl Debug) {
        let text = format!("{correlation:?}");
        assert!(self.issued.insert(text), "{correlation:?} was issued before");
    }
}
