//! Which values an input brings along and which ones an action carries away.
//!
//! Rules: exhaustive over every input and action, so that a new field that is forgotten here shows
//! up as a value that was lost. An execution copy travels inside its command and an output inside
//! its completion.

use crate::pool::observation::{
    Admission, Completion, Diagnostic, KeptStop, Residual, ResidualWork, RoleFailure, Said, Stop,
    Tag, Terminal, Told, Transfer, WorkerFailure,
};

/// The kinds of values that are in somebody's custody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A job's canonical payload.
    Payload,
    /// The copy of a payload that a worker works on.
    Execution,
    /// A worker definition.
    Submission,
    /// An activation plan.
    Plan,
    /// An activation permit.
    Permit,
    /// The worker source.
    Source,
    /// The capability to reach one worker.
    Recipient,
    /// A caller's correlation.
    Request,
    /// A result.
    Output,
    /// A rejected initialization settlement.
    Settlement,
    /// The reason of a stop.
    StopReason,
}

/// Visits every value that `told` brings along.
pub fn told_values(told: &Told, mut visit: impl FnMut(Kind, Tag)) {
    let mut copy = *told;
    told_values_mut(&mut copy, |kind, tag| visit(kind, *tag));
}

/// Visits every value that `told` brings along, to be replaced.
pub fn told_values_mut(told: &mut Told, mut visit: impl FnMut(Kind, &mut Tag)) {
    match told {
        Told::Submit { request, payload, .. } => {
            visit(Kind::Request, request);
            visit(Kind::Payload, payload);
        }
        Told::BirthCommitted { recipient, plan, .. } => {
            visit(Kind::Recipient, recipient);
            visit(Kind::Plan, plan);
        }
        Told::BirthRejected { submission, .. } => visit(Kind::Submission, submission),
        Told::InitializationReady { permit, plan, .. }
        | Told::BeginRejected { permit, plan, .. } => {
            visit(Kind::Permit, permit);
            visit(Kind::Plan, plan);
        }
        Told::InitializationRejected { settlement, plan, .. } => {
            visit(Kind::Settlement, settlement);
            visit(Kind::Plan, plan);
        }
        Told::InitializationStopped { stop, plan, .. } => {
            visit(Kind::StopReason, &mut stop.reason);
            visit(Kind::Plan, plan);
        }
        Told::Stopped { stop, .. } => visit(Kind::StopReason, &mut stop.reason),
        Told::DeliveryRejected { returned, .. } => visit(Kind::Execution, &mut returned.execution),
        Told::Completed { completion, .. } => visit(Kind::Output, &mut completion.output),
        Told::Prepared { source, submission, .. } => {
            visit(Kind::Source, source);
            visit(Kind::Submission, submission);
        }
        Told::PreparationRejected { source, .. } => visit(Kind::Source, source),
        Told::Initialize
        | Told::Shutdown
        | Told::BeginAccepted { .. }
        | Told::Ready { .. }
        | Told::ActivationRejected { .. }
        | Told::DeliveryAccepted { .. }
        | Told::RestartScheduleAccepted { .. }
        | Told::RestartScheduleRejected { .. }
        | Told::RestartTimerElapsed { .. }
        | Told::ShutdownAccepted { .. }
        | Told::ShutdownRejected { .. }
        | Told::DeadlineAccepted { .. }
        | Told::DeadlineRejected { .. }
        | Told::DeadlineElapsed { .. } => {}
    }
}

/// Visits every value that `said` carries away.
pub fn said_values(said: &Said, visit: &mut impl FnMut(Kind, Tag)) {
    match said {
        Said::CreateWorker { submission, .. } => visit(Kind::Submission, *submission),
        Said::InitializeWorker { plan, .. } => visit(Kind::Plan, *plan),
        Said::BeginWorkerActivation { permit, plan, .. } => {
            visit(Kind::Permit, *permit);
            visit(Kind::Plan, *plan);
        }
        Said::DeliverAdmission { outcome, .. } => admission_values(outcome, visit),
        Said::DeliverCustomerTerminal { outcome, .. } => terminal_values(outcome, visit),
        Said::DeliverAssignment { command, .. } => visit(Kind::Execution, command.execution),
        Said::PrepareWorker { source, .. } => visit(Kind::Source, *source),
        Said::TransferRejectedFact { values, .. } => transfer_values(values, visit),
        Said::DeliverDiagnostic { diagnostic, .. }
        | Said::TransferTerminalDiagnostic { diagnostic } => diagnostic_values(diagnostic, visit),
        Said::ResidualMember { held, .. } => residual_values(held, visit),
        Said::ObserveWorkerCreation { .. }
        | Said::ObserveWorkerStop { .. }
        | Said::CancelWorkerActivation { .. }
        | Said::ScheduleRestart { .. }
        | Said::ShutdownWorker { .. }
        | Said::ScheduleDrainDeadline { .. }
        | Said::TransferDrainResidual { .. } => {}
    }
}

fn admission_values(outcome: &Admission, visit: &mut impl FnMut(Kind, Tag)) {
    match outcome {
        Admission::Accepted { request, .. } => visit(Kind::Request, *request),
        Admission::Rejected { request, payload, .. } => {
            visit(Kind::Request, *request);
            visit(Kind::Payload, *payload);
        }
    }
}

fn terminal_values(outcome: &Terminal, visit: &mut impl FnMut(Kind, Tag)) {
    match outcome {
        Terminal::Completed { output, .. } => visit(Kind::Output, *output),
        Terminal::ReturnedQueued { payload, .. } | Terminal::ReturnedAssigned { payload, .. } => {
            visit(Kind::Payload, *payload);
        }
    }
}

fn stop_value(stop: Option<&Stop>, visit: &mut impl FnMut(Kind, Tag)) {
    if let Some(stop) = stop {
        visit(Kind::StopReason, stop.reason);
    }
}

fn kept_stop_value(kept: Option<&KeptStop>, visit: &mut impl FnMut(Kind, Tag)) {
    stop_value(kept.map(|kept| &kept.stop), visit);
}

fn completion_value(completion: Option<&Completion>, visit: &mut impl FnMut(Kind, Tag)) {
    if let Some(completion) = completion {
        visit(Kind::Output, completion.output);
    }
}

fn transfer_values(values: &Transfer, visit: &mut impl FnMut(Kind, Tag)) {
    match values {
        Transfer::Plan { plan } => visit(Kind::Plan, *plan),
        Transfer::Activation { permit, plan }
        | Transfer::ReturnedBegin { permit, plan, .. }
        | Transfer::UnticketedActivation { permit, plan, .. } => {
            visit(Kind::Permit, *permit);
            visit(Kind::Plan, *plan);
        }
        Transfer::RejectedInitialization { settlement, plan, .. } => {
            visit(Kind::Settlement, *settlement);
            visit(Kind::Plan, *plan);
        }
        Transfer::StoppedInitialization { stop, plan } => {
            stop_value(Some(stop), visit);
            visit(Kind::Plan, *plan);
        }
        Transfer::RejectedDelivery { returned, .. } => visit(Kind::Execution, returned.execution),
        Transfer::ContradictoryDelivery { returned, completion, .. } => {
            visit(Kind::Execution, returned.execution);
            completion_value(Some(completion), visit);
        }
        Transfer::MismatchedDelivery { returned, completion, .. } => {
            visit(Kind::Execution, returned.execution);
            completion_value(completion.as_ref(), visit);
        }
        Transfer::UnbornSubmission { submission, stop, .. } => {
            visit(Kind::Submission, *submission);
            kept_stop_value(stop.as_ref(), visit);
        }
        Transfer::PreparedSubmission { submission } | Transfer::Replacement { submission, .. } => {
            visit(Kind::Submission, *submission);
        }
        Transfer::RejectedActivation { .. }
        | Transfer::RetainedHalf { .. }
        | Transfer::RefusedPreparation { .. } => {}
    }
}

fn diagnostic_values(diagnostic: &Diagnostic, visit: &mut impl FnMut(Kind, Tag)) {
    match diagnostic {
        Diagnostic::RejectedFact { fact, .. } => told_values(fact, visit),
        Diagnostic::WorkerFailed { failure, .. } => worker_failure_values(failure, visit),
        Diagnostic::RoleFailed { failure, .. } => role_failure_values(failure, visit),
        Diagnostic::WorkerShutdownRejected { .. } => {}
    }
}

fn worker_failure_values(failure: &WorkerFailure, visit: &mut impl FnMut(Kind, Tag)) {
    match failure {
        WorkerFailure::InitializationRejected { settlement, plan, .. } => {
            visit(Kind::Settlement, *settlement);
            visit(Kind::Plan, *plan);
        }
        WorkerFailure::BeginRejected { permit, plan, .. }
        | WorkerFailure::TicketUnavailable { permit, plan, .. } => {
            visit(Kind::Permit, *permit);
            visit(Kind::Plan, *plan);
        }
        WorkerFailure::ActivationRejected { .. } => {}
    }
}

fn role_failure_values(failure: &RoleFailure, visit: &mut impl FnMut(Kind, Tag)) {
    match failure {
        RoleFailure::CreationRejected { submission, stop, .. } => {
            visit(Kind::Submission, *submission);
            kept_stop_value(stop.as_ref(), visit);
        }
        RoleFailure::RecoveryTicketUnavailable { stop, .. }
        | RoleFailure::PreparationRefused { stop, .. } => stop_value(Some(stop), visit),
        RoleFailure::ClockRegression { stop, submission }
        | RoleFailure::BudgetExhausted { stop, submission }
        | RoleFailure::RecoveryOrdinalOverflow { stop, submission }
        | RoleFailure::DeadlineOverflow { stop, submission }
        | RoleFailure::BirthCorrelationUnavailable { stop, submission, .. }
        | RoleFailure::TimerCorrelationUnavailable { stop, submission, .. }
        | RoleFailure::RestartScheduleRejected { stop, submission, .. } => {
            stop_value(Some(stop), visit);
            visit(Kind::Submission, *submission);
        }
    }
}

fn residual_values(held: &Residual, visit: &mut impl FnMut(Kind, Tag)) {
    match held {
        Residual::ResolvingCreation { stop, .. } => kept_stop_value(stop.as_ref(), visit),
        Residual::Worker { recipient, work, stop, .. } => {
            if let Some(recipient) = recipient {
                visit(Kind::Recipient, *recipient);
            }
            stop_value(stop.as_ref(), visit);
            work_values(work, visit);
        }
        Residual::AwaitingWorkerPreparation { .. } => {}
        Residual::AwaitingRestartSchedule { submission, .. } => {
            visit(Kind::Submission, *submission);
        }
    }
}

fn work_values(work: &ResidualWork, visit: &mut impl FnMut(Kind, Tag)) {
    match work {
        ResidualWork::Created { plan } => visit(Kind::Plan, *plan),
        ResidualWork::HoldingActivation { permit, plan } => {
            visit(Kind::Permit, *permit);
            visit(Kind::Plan, *plan);
        }
        ResidualWork::Nothing
        | ResidualWork::Initializing { .. }
        | ResidualWork::ActivationDispatched { .. }
        | ResidualWork::Activating { .. }
        | ResidualWork::Delivering { .. } => {}
    }
}
