//! Inputs, diagnostics, transferred values and drain members as text.

use super::Test;
use super::text::{Text, nested};
use actor_laws::pool::{
    ActivationBeginSettlement, ActivationResult, AssignmentCommand, AssignmentSettlement,
    DeadlineFact, DeadlineScheduleSettlement, DrainMember, DrainShutdown, DrainWork,
    InitializationResult, InitializationSettlement, InstalledWorker, PoolDiagnostic, PoolInput,
    PreReadyFailure, PreparationResult, PreparedReplacement, RecoveryDenial,
    RestartScheduleSettlement, RestartTimerFact, RoleFailure, Submission, TransferredValues,
    WorkerBirthResolution, WorkerCompleted, WorkerIncarnation, WorkerPreparationSettlement,
    WorkerReadyFact, WorkerShutdownSettlement, WorkerStopFact,
};

impl Text for PoolInput<Test> {
    fn text(&self) -> String {
        match self {
            Self::Initialize => "Initialize".to_owned(),
            Self::Submit(Submission { request, payload, customer }) => {
                format!("Submit {request:?} {payload:?} {customer:?}")
            }
            Self::Shutdown => "Shutdown".to_owned(),
            Self::WorkerBirthResolved(fact) => fact.text(),
            Self::InitializationSettled(fact) => fact.text(),
            Self::ActivationBeginSettled(fact) => {
                let ActivationBeginSettlement { worker, ticket, result } = fact;
                format!("ActivationBeginSettled {} {ticket:?} {}", worker.text(), result.text())
            }
            Self::WorkerReady(fact) => fact.text(),
            Self::WorkerStopped(fact) => fact.text(),
            Self::AssignmentSettled(fact) => {
                let AssignmentSettlement { child, assignment, result } = fact;
                format!("AssignmentSettled {child:?} {assignment:?} {}", result.text())
            }
            Self::WorkerCompleted(WorkerCompleted { child, completion }) => {
                format!("WorkerCompleted {child:?} {:?}", completion.output())
            }
            Self::WorkerPreparationSettled(fact) => fact.text(),
            Self::RestartScheduleSettled(fact) => {
                let RestartScheduleSettlement { recovery, timer, result } = fact;
                format!("RestartScheduleSettled {recovery:?} {timer:?} {}", result.text())
            }
            Self::RestartTimerElapsed(fact) => fact.text(),
            Self::WorkerShutdownSettled(fact) => {
                let WorkerShutdownSettlement { shutdown, result } = fact;
                format!("WorkerShutdownSettled {} {}", shutdown.text(), result.text())
            }
            Self::DrainDeadlineSettled(fact) => {
                let DeadlineScheduleSettlement { timer, result } = fact;
                format!("DrainDeadlineSettled {timer:?} {}", result.text())
            }
            Self::DrainDeadlineElapsed(DeadlineFact { timer, at }) => {
                format!("DrainDeadlineElapsed {timer:?} at {}", at.0)
            }
        }
    }
}

impl Text for WorkerBirthResolution<Test> {
    fn text(&self) -> String {
        match self {
            Self::Committed { role, child, worker, attempt, plan } => {
                let WorkerIncarnation { recipient, evidence } = worker;
                format!(
                    "Committed {role}:{child:?}:{evidence:?} {recipient:?} {attempt:?} {plan:?}"
                )
            }
            Self::Rejected { role, child, submission, reason } => {
                format!("BirthRejected {role}:{child:?} {submission:?} {reason:?}")
            }
        }
    }
}

impl Text for InitializationSettlement<Test> {
    fn text(&self) -> String {
        let Self { worker, attempt, result } = self;
        let result = match result {
            InitializationResult::ReadyForActivation { permit, plan } => {
                format!("ReadyForActivation {permit:?} {plan:?}")
            }
            InitializationResult::Rejected { settlement, plan, reason } => {
                format!("Rejected {settlement:?} {plan:?} {reason:?}")
            }
            InitializationResult::Stopped { stop, plan } => {
                format!("Stopped [{}] {plan:?}", stop.text())
            }
        };
        format!("InitializationSettled {} {attempt:?} {result}", worker.text())
    }
}

impl Text for WorkerReadyFact<Test> {
    fn text(&self) -> String {
        let Self { worker, ticket, result } = self;
        let result = match result {
            ActivationResult::Ready => "Ready".to_owned(),
            ActivationResult::Rejected { reason } => format!("Rejected {reason:?}"),
        };
        format!("WorkerReady {} {ticket:?} {result}", worker.text())
    }
}

impl Text for WorkerStopFact<Test> {
    fn text(&self) -> String {
        let Self { worker, stop } = self;
        format!("WorkerStopped {} {}", worker.text(), stop.text())
    }
}

impl Text for AssignmentCommand<Test> {
    fn text(&self) -> String {
        format!("command {:?}", self.payload())
    }
}

impl Text for WorkerPreparationSettlement<Test> {
    fn text(&self) -> String {
        let Self { role, ticket, source, result } = self;
        let result = match result {
            PreparationResult::Prepared { submission } => format!("Prepared {submission:?}"),
            PreparationResult::Refused { refusal, reason } => format!("{refusal:?} {reason:?}"),
        };
        format!("WorkerPreparationSettled {role} {ticket:?} {source:?} {result}")
    }
}

impl Text for RestartTimerFact {
    fn text(&self) -> String {
        let Self { recovery, timer, at } = self;
        format!("RestartTimerElapsed {recovery:?} {timer:?} at {}", at.0)
    }
}

/// A diagnostic in two lines, the first of which opens with `head`.
pub(crate) fn diagnostic_lines(head: &str, diagnostic: &PoolDiagnostic<Test>) -> Vec<String> {
    let (name, owned) = match diagnostic {
        PoolDiagnostic::RejectedFact { class, fact } => {
            (format!("RejectedFact {class:?}"), fact.text())
        }
        PoolDiagnostic::WorkerFailed { role, failure } => {
            (format!("WorkerFailed {role}"), failure.text())
        }
        PoolDiagnostic::RoleFailed { role, failure } => {
            (format!("RoleFailed {role}"), failure.text())
        }
        PoolDiagnostic::WorkerShutdownRejected { role, request, reason } => {
            (format!("WorkerShutdownRejected {role}"), format!("[{}] {reason:?}", request.text()))
        }
    };
    vec![format!("{head} {name}"), nested(&owned)]
}

impl Text for PreReadyFailure<Test> {
    fn text(&self) -> String {
        match self {
            Self::InitializationRejected { settlement, plan, reason } => {
                format!("InitializationRejected {settlement:?} {plan:?} {reason:?}")
            }
            Self::BeginRejected { request, reason } => {
                format!("BeginRejected [{}] {reason:?}", request.text())
            }
            Self::ActivationRejected { reason } => format!("ActivationRejected {reason:?}"),
            Self::TicketUnavailable { permit, plan, rejection } => {
                format!("TicketUnavailable {permit:?} {plan:?} {}", rejection.text())
            }
        }
    }
}

impl Text for RoleFailure<Test> {
    fn text(&self) -> String {
        match self {
            Self::CreationRejected { submission, reason, stop } => {
                format!("CreationRejected {submission:?} {reason:?} {}", kept_stop(stop.as_ref()))
            }
            Self::RecoveryTicketUnavailable { stop, rejection } => {
                format!("RecoveryTicketUnavailable [{}] {}", stop.text(), rejection.text())
            }
            Self::PreparationRefused { stop, refusal, reason } => {
                format!("PreparationRefused [{}] {refusal:?} {reason:?}", stop.text())
            }
            Self::RecoveryDenied { stop, submission, denial } => {
                format!("RecoveryDenied [{}] {submission:?} {}", stop.text(), denial.text())
            }
            Self::RestartScheduleRejected { stop, submission, child, elapsed, request, reason } => {
                let (stop, request, elapsed) = (stop.text(), request.text(), kept_timer(*elapsed));
                format!(
                    "RestartScheduleRejected [{stop}] {submission:?} {child:?} {elapsed} \
                     [{request}] {reason:?}"
                )
            }
        }
    }
}

impl Text for RecoveryDenial {
    fn text(&self) -> String {
        match self {
            Self::BirthCorrelationUnavailable(rejection) => {
                format!("BirthCorrelationUnavailable {}", rejection.text())
            }
            Self::TimerCorrelationUnavailable(rejection) => {
                format!("TimerCorrelationUnavailable {}", rejection.text())
            }
            plain @ (Self::ClockRegression
            | Self::BudgetExhausted
            | Self::OrdinalOverflow
            | Self::DeadlineOverflow) => format!("{plain:?}"),
        }
    }
}

/// Transferred values.
pub(crate) fn transferred(values: &TransferredValues<Test>) -> String {
    match values {
        TransferredValues::Plan(plan) => format!("Plan {plan:?}"),
        TransferredValues::Activation { permit, plan } => format!("Activation {permit:?} {plan:?}"),
        TransferredValues::StoppedInitialization { stop, plan } => {
            format!("StoppedInitialization [{}] {plan:?}", stop.text())
        }
        TransferredValues::Failure(failure) => format!("Failure {}", failure.text()),
        TransferredValues::RetainedHalf(retained) => format!("RetainedHalf {retained:?}"),
        TransferredValues::RejectedDelivery { retained, returned, reason, completion } => {
            let completion = completion.as_ref().map_or("no completion".to_owned(), |completion| {
                format!("completion {:?}", completion.output())
            });
            let returned = returned.text();
            format!("RejectedDelivery {retained:?} [{returned}] {reason:?} {completion}")
        }
        TransferredValues::UnbornSubmission { submission, reason, stop } => {
            format!("UnbornSubmission {submission:?} {reason:?} {}", kept_stop(stop.as_ref()))
        }
        TransferredValues::PreparedSubmission(submission) => {
            format!("PreparedSubmission {submission:?}")
        }
        TransferredValues::RefusedPreparation { refusal, reason } => {
            format!("RefusedPreparation {refusal:?} {reason:?}")
        }
        TransferredValues::Replacement { prepared, elapsed, returned } => {
            let returned = returned.as_ref().map_or("not returned".to_owned(), |returned| {
                let (request, reason) = returned;
                format!("returned [{}] {reason:?}", request.text())
            });
            let (prepared, elapsed) = (prepared.text(), kept_timer(*elapsed));
            format!("Replacement [{prepared}] {elapsed} {returned}")
        }
    }
}

impl Text for PreparedReplacement<Test> {
    fn text(&self) -> String {
        let Self { recovery, child, timer, submission } = self;
        format!("{recovery:?} {child:?} {timer:?} {submission:?}")
    }
}

fn kept_stop(stop: Option<&WorkerStopFact<Test>>) -> String {
    stop.map_or("no stop".to_owned(), |stop| format!("stop [{}]", stop.text()))
}

fn kept_timer(elapsed: Option<RestartTimerFact>) -> String {
    elapsed.map_or("not elapsed".to_owned(), |fact| format!("elapsed [{}]", fact.text()))
}

/// A member of a residual.
pub(crate) fn drain_member(member: &DrainMember<Test>) -> String {
    match member {
        DrainMember::ResolvingCreation { child, prior_stop } => {
            let stop = prior_stop.as_ref().map_or("no stop".to_owned(), |stop| stop.text());
            format!("ResolvingCreation {child:?} {stop}")
        }
        DrainMember::Worker { worker, work, shutdown } => {
            let InstalledWorker { child, incarnation } = worker;
            let WorkerIncarnation { recipient, evidence } = incarnation;
            let (work, shutdown) = (drain_work(work), drain_shutdown(*shutdown));
            format!("Worker {child:?} {recipient:?} {evidence:?} {work} {shutdown}")
        }
        DrainMember::StoppedWorker { child, evidence, stop, shutdown } => {
            format!("StoppedWorker {child:?} {evidence:?} [{}] {shutdown:?}", stop.text())
        }
        DrainMember::AwaitingWorkerPreparation { ticket } => {
            format!("AwaitingWorkerPreparation {ticket:?}")
        }
        DrainMember::AwaitingRestartSchedule { prepared, elapsed } => {
            format!("AwaitingRestartSchedule [{}] {}", prepared.text(), kept_timer(*elapsed))
        }
        DrainMember::Drained => "Drained".to_owned(),
    }
}

fn drain_work(work: &DrainWork<Test>) -> String {
    match work {
        DrainWork::Nothing => "Nothing".to_owned(),
        DrainWork::Created { plan } => format!("Created {plan:?}"),
        DrainWork::Initializing { attempt } => format!("Initializing {attempt:?}"),
        DrainWork::WaitingForActivation { permit, plan } => {
            format!("WaitingForActivation {permit:?} {plan:?}")
        }
        DrainWork::ActivationDispatched { ticket } => format!("ActivationDispatched {ticket:?}"),
        DrainWork::Activating { ticket } => format!("Activating {ticket:?}"),
        DrainWork::Delivering { retained } => format!("Delivering {retained:?}"),
    }
}

fn drain_shutdown(shutdown: DrainShutdown) -> String {
    match shutdown {
        DrainShutdown::NotRequested => "NotRequested".to_owned(),
        DrainShutdown::Requested(id) => format!("Requested {id:?}"),
        DrainShutdown::Settled(id) => format!("Settled {id:?}"),
    }
}
