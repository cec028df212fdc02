//! From the core's values to plain data: inputs that come back, operations, views.

use super::protocol::Witness;
use super::{Operation, Witnessed, ids, outcome};
use crate::proxy::observation::{
    Begin, CreationRefusal, Exit, MissKind, ProxyView, Refuser, Row, Said, Settled, ShownPhase,
    Submission, Told,
};
use actor_laws::proxy::{
    self as core, ActivationEnd, ActivationResult, ActivationStart, BirthResult, CreationRejection,
    ExitSource, Initialization, InitializationResult, ProxyInput, ProxyPhase, ProxyRow,
    RejectedFactKind, ShutdownWorker, WorkerBirth, WorkerExitFact,
};
use actor_laws::settlement::Settlement;

/// Shows an operation.
pub(super) fn said(operation: &Operation) -> Said {
    match operation {
        Operation::CreateWorker(create) => Said::CreateWorker {
            creation: ids::creation(create.creation),
            submission: submission(&create.submission),
        },
        Operation::ObserveWorkerCreation { creation } => {
            Said::ObserveWorkerCreation { creation: ids::creation(*creation) }
        }
        Operation::ObserveWorkerExit { creation } => {
            Said::ObserveWorkerExit { creation: ids::creation(*creation) }
        }
        Operation::InitializeWorker { incarnation, attempt } => {
            Said::InitializeWorker { incarnation: *incarnation, attempt: *attempt }
        }
        Operation::BeginActivation(request) => Said::BeginActivation { begin: begin(request) },
        Operation::CancelActivation { incarnation, activation } => Said::CancelActivation {
            incarnation: *incarnation,
            activation: ids::activation(*activation),
        },
        Operation::ShutdownWorker(ShutdownWorker { incarnation }) => {
            Said::ShutdownWorker { incarnation: *incarnation }
        }
        Operation::DeliverService(deliver) => Said::DeliverService {
            incarnation: deliver.incarnation,
            sender: deliver.service.sender.tag(),
            command: deliver.service.command.tag(),
        },
        Operation::Report(report) => Said::Report { report: outcome::report(report) },
        Operation::Diagnostic(diagnostic) => Said::Diagnostic {
            kind: miss(diagnostic.kind),
            phase: phase(diagnostic.phase),
            fact: told(&diagnostic.fact),
        },
    }
}

fn miss(kind: RejectedFactKind) -> MissKind {
    match kind {
        RejectedFactKind::Foreign => MissKind::Foreign,
        RejectedFactKind::Unknown => MissKind::Unknown,
        RejectedFactKind::WrongAttempt => MissKind::WrongAttempt,
        RejectedFactKind::Unexpected => MissKind::Unexpected,
    }
}

pub(super) fn phase(phase: ProxyPhase) -> ShownPhase {
    match phase {
        ProxyPhase::Dormant => ShownPhase::Dormant,
        ProxyPhase::Creating => ShownPhase::Creating,
        ProxyPhase::Initializing => ShownPhase::Initializing,
        ProxyPhase::Activating => ShownPhase::Activating,
        ProxyPhase::Ready => ShownPhase::Ready,
        ProxyPhase::Empty => ShownPhase::Empty,
        ProxyPhase::Replacing => ShownPhase::Replacing,
        ProxyPhase::Failing => ShownPhase::Failing,
        ProxyPhase::Draining => ShownPhase::Draining,
    }
}

/// Shows a view.
pub(super) fn view(view: core::ProxyView) -> ProxyView {
    let core::ProxyView { row, exit_kept, settlement_owed, held_ready, .. } = view;
    let predecessor_settlement_owed = view.predecessor_settlement_owed;
    let row = self::row(row);
    ProxyView { row, exit_kept, settlement_owed, predecessor_settlement_owed, held_ready }
}

fn row(row: ProxyRow) -> Row {
    match row {
        ProxyRow::Dormant => Row::Dormant,
        ProxyRow::Creating => Row::Creating,
        ProxyRow::Initializing => Row::Initializing,
        ProxyRow::ActivationStarting => Row::ActivationStarting,
        ProxyRow::Activating => Row::Activating,
        ProxyRow::Ready => Row::Ready,
        ProxyRow::EmptyInitial => Row::EmptyInitial,
        ProxyRow::EmptyAfter => Row::EmptyAfter,
        ProxyRow::StoppingForReplacement => Row::StoppingForReplacement,
        ProxyRow::SuccessorHeld => Row::SuccessorHeld,
        ProxyRow::Failing => Row::Failing,
        ProxyRow::FailingToStop => Row::FailingToStop,
        ProxyRow::DrainingCreation => Row::DrainingCreation,
        ProxyRow::DrainingInitialization => Row::DrainingInitialization,
        ProxyRow::DrainingActivationStart => Row::DrainingActivationStart,
        ProxyRow::DrainingActivation => Row::DrainingActivation,
        ProxyRow::DrainingWorker => Row::DrainingWorker,
        ProxyRow::Stopped => Row::Stopped,
    }
}

pub(super) fn submission(submission: &core::WorkerSubmission<Witnessed>) -> Submission {
    Submission { worker: submission.worker.tag(), plan: submission.plan.tag() }
}

pub(super) fn begin(begin: &core::BeginActivation<Witnessed>) -> Begin {
    Begin {
        incarnation: begin.incarnation,
        activation: ids::activation(begin.activation),
        permit: begin.permit.tag(),
        plan: begin.plan.tag(),
    }
}

pub(super) fn exit(exit: &core::WorkerExit<Witnessed>) -> Exit {
    Exit { stop: exit.stop.tag(), at: exit.at.0 }
}

pub(super) fn settled(settlement: &Settlement<ShutdownWorker<Witnessed>, Witness>) -> Settled {
    match settlement {
        Settlement::Accepted => Settled::Accepted,
        Settlement::Rejected { request, reason } => {
            Settled::Rejected { request: request.incarnation, reason: reason.tag() }
        }
    }
}

pub(super) fn why(why: &CreationRejection<Witnessed>) -> CreationRefusal {
    let (by, reason) = match why {
        CreationRejection::FoldRejected(reason) => (Refuser::Fold, reason),
        CreationRejection::HostRejected(reason) => (Refuser::Host, reason),
    };
    CreationRefusal { by, reason: reason.tag() }
}

/// Shows an input.
pub(super) fn told(input: &ProxyInput<Witnessed>) -> Told {
    match input {
        ProxyInput::Service(service) => {
            Told::Service { sender: service.sender.tag(), command: service.command.tag() }
        }
        ProxyInput::InstallInitial(change) => Told::InstallInitial {
            ticket: change.ticket,
            submission: submission(&change.submission),
        },
        ProxyInput::Replace(change) => {
            Told::Replace { ticket: change.ticket, submission: submission(&change.submission) }
        }
        ProxyInput::Shutdown => Told::Shutdown,
        ProxyInput::WorkerBirth(fact) => birth(fact),
        ProxyInput::Initialization(fact) => initialization(fact),
        ProxyInput::ActivationStart(fact) => start(fact),
        ProxyInput::ActivationResult(fact) => result(fact),
        ProxyInput::WorkerExit(fact) => exit_fact(fact),
        ProxyInput::WorkerShutdown(fact) => Told::ShutdownSettled {
            incarnation: fact.incarnation,
            settlement: settled(&fact.settlement),
        },
    }
}

fn birth(fact: &WorkerBirth<Witnessed>) -> Told {
    let creation = ids::creation(fact.creation);
    match &fact.result {
        BirthResult::Committed { incarnation, attempt } => {
            Told::BirthCommitted { creation, incarnation: *incarnation, attempt: *attempt }
        }
        BirthResult::Rejected { submission: back, why: reason } => {
            Told::BirthRejected { creation, submission: submission(back), why: why(reason) }
        }
    }
}

fn initialization(fact: &Initialization<Witnessed>) -> Told {
    let Initialization { incarnation, attempt, result } = fact;
    let (incarnation, attempt) = (*incarnation, *attempt);
    match result {
        InitializationResult::Initialized { permit, plan } => {
            Told::Initialized { incarnation, attempt, permit: permit.tag(), plan: plan.tag() }
        }
        InitializationResult::EffectsRejected { failure, plan } => {
            Told::EffectsRejected { incarnation, attempt, failure: failure.tag(), plan: plan.tag() }
        }
        InitializationResult::Stopped { exit: own, plan } => {
            let exit = exit(own);
            Told::InitializationStopped { incarnation, attempt, exit, plan: plan.tag() }
        }
    }
}

fn start(fact: &ActivationStart<Witnessed>) -> Told {
    let (incarnation, activation) = (fact.incarnation, ids::activation(fact.activation));
    match &fact.settlement {
        Settlement::Accepted => Told::StartAccepted { incarnation, activation },
        Settlement::Rejected { request, reason } => {
            let (request, reason) = (begin(request), reason.tag());
            Told::StartRejected { incarnation, activation, request, reason }
        }
    }
}

fn result(fact: &ActivationResult<Witnessed>) -> Told {
    let (incarnation, activation) = (fact.incarnation, ids::activation(fact.activation));
    match &fact.result {
        ActivationEnd::Ready { proof } => {
            Told::ActivationReady { incarnation, activation, proof: proof.tag() }
        }
        ActivationEnd::Rejected { rejection } => {
            Told::ActivationRejected { incarnation, activation, rejection: rejection.tag() }
        }
        ActivationEnd::ReadyAfterCancel { proof } => {
            Told::ReadyAfterCancel { incarnation, activation, proof: proof.tag() }
        }
        ActivationEnd::RejectedAfterCancel { rejection } => {
            Told::RejectedAfterCancel { incarnation, activation, rejection: rejection.tag() }
        }
    }
}

fn exit_fact(fact: &WorkerExitFact<Witnessed>) -> Told {
    let exit = exit(&fact.exit);
    match &fact.source {
        ExitSource::BeforeBirth(creation) => {
            Told::ExitBeforeBirth { creation: ids::creation(*creation), exit }
        }
        ExitSource::AfterBirth(incarnation) => {
            Told::ExitAfterBirth { incarnation: *incarnation, exit }
        }
    }
}
