//! Outcome cells: each answer that a pool can give, with its reason.

use crate::pool::observation::{
    Admission, AdmissionRefusal, AssignedReturn, ConstructionFailure, Diagnostic, FactClass,
    QueuedReturn, Residual, ResidualCause, ResidualShutdown, ResidualWork, RoleFailure, Said,
    Terminal, Transfer, TransferReason, Unavailable, WorkerFailure,
};

/// One outcome cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) name: &'static str,
    pub(super) unreachable: Option<&'static str>,
}

const fn outcome(name: &'static str) -> Outcome {
    Outcome { name, unreachable: None }
}

/// Every outcome cell. The groups below index into it by their first entry.
pub(super) const OUTCOMES: [Outcome; 78] = [
    // 0: admission
    outcome("admission/Accepted"),
    outcome("admission/ShuttingDown"),
    outcome("admission/NoRecoverableWorkers"),
    outcome("admission/BacklogFull"),
    outcome("admission/JobCorrelationUnavailable"),
    outcome("admission/DispatchCorrelationUnavailable"),
    // 6: terminal
    outcome("terminal/Completed"),
    outcome("terminal/ReturnedQueued/PoolShutdown"),
    outcome("terminal/ReturnedQueued/NoRecoverableWorkers"),
    outcome("terminal/ReturnedQueued/DispatchCorrelationUnavailable"),
    outcome("terminal/ReturnedAssigned/PoolShutdown"),
    outcome("terminal/ReturnedAssigned/WorkerStopped"),
    outcome("terminal/ReturnedAssigned/RetryPreparationRejected"),
    outcome("terminal/ReturnedAssigned/ContradictoryAssignmentSettlement"),
    // 14: diagnostics that were delivered; the same again, transferred, from 33 on
    outcome("diagnostic/RejectedFact/Stale"),
    outcome("diagnostic/RejectedFact/Foreign"),
    outcome("diagnostic/RejectedFact/WrongWorker"),
    outcome("diagnostic/WorkerFailed/InitializationRejected"),
    outcome("diagnostic/WorkerFailed/BeginRejected"),
    outcome("diagnostic/WorkerFailed/ActivationRejected"),
    outcome("diagnostic/WorkerFailed/TicketUnavailable"),
    outcome("diagnostic/RoleFailed/CreationRejected"),
    outcome("diagnostic/RoleFailed/CreationRejected/with-stop"),
    outcome("diagnostic/RoleFailed/RecoveryTicketUnavailable"),
    outcome("diagnostic/RoleFailed/PreparationRefused"),
    outcome("diagnostic/RoleFailed/ClockRegression"),
    outcome("diagnostic/RoleFailed/BudgetExhausted"),
    outcome("diagnostic/RoleFailed/RecoveryOrdinalOverflow"),
    outcome("diagnostic/RoleFailed/DeadlineOverflow"),
    outcome("diagnostic/RoleFailed/BirthCorrelationUnavailable"),
    outcome("diagnostic/RoleFailed/TimerCorrelationUnavailable"),
    outcome("diagnostic/RoleFailed/RestartScheduleRejected"),
    outcome("diagnostic/WorkerShutdownRejected"),
    // 33
    outcome("transferred-diagnostic/RejectedFact"),
    outcome("transferred-diagnostic/WorkerFailed"),
    outcome("transferred-diagnostic/RoleFailed"),
    outcome("transferred-diagnostic/WorkerShutdownRejected"),
    // 37: transfers
    outcome("transfer/Plan/Unused"),
    outcome("transfer/Plan/Cancelled"),
    outcome("transfer/Activation/Unused"),
    outcome("transfer/Activation/Cancelled"),
    outcome("transfer/RejectedInitialization/Unused"),
    outcome("transfer/RejectedInitialization/Cancelled"),
    outcome("transfer/StoppedInitialization/Unused"),
    outcome("transfer/ReturnedBegin/Unused"),
    outcome("transfer/ReturnedBegin/Cancelled"),
    outcome("transfer/RejectedActivation/Cancelled"),
    outcome("transfer/UnticketedActivation/Cancelled"),
    outcome("transfer/RetainedHalf/Cancelled"),
    outcome("transfer/RejectedDelivery/Cancelled"),
    outcome("transfer/ContradictoryDelivery/Contradictory"),
    outcome("transfer/MismatchedDelivery/Mismatch"),
    outcome("transfer/MismatchedDelivery/Mismatch/with-completion"),
    outcome("transfer/UnbornSubmission/Cancelled"),
    outcome("transfer/UnbornSubmission/Contradictory"),
    outcome("transfer/PreparedSubmission/Cancelled"),
    outcome("transfer/RefusedPreparation/Cancelled"),
    outcome("transfer/Replacement/Cancelled"),
    // 58: residual causes
    outcome("residual/ShutdownCorrelationUnavailable/Exhausted"),
    outcome("residual/ShutdownCorrelationUnavailable/Collision"),
    outcome("residual/DeadlineCorrelationUnavailable"),
    outcome("residual/DeadlineScheduleRejected"),
    outcome("residual/DeadlineElapsed"),
    // 63: residual members
    outcome("residual-member/ResolvingCreation"),
    outcome("residual-member/Worker/NotRequested"),
    outcome("residual-member/Worker/Requested"),
    outcome("residual-member/Worker/Settled"),
    outcome("residual-member/Worker/Delivering"),
    outcome("residual-member/Worker/stopped"),
    outcome("residual-member/AwaitingWorkerPreparation"),
    outcome("residual-member/AwaitingRestartSchedule"),
    // 71: construction
    outcome("construction/EmptyRoster"),
    outcome("construction/DuplicateRole"),
    outcome("construction/ZeroActivationLimit"),
    outcome("construction/ZeroDeadline"),
    outcome("construction/InvalidDelay"),
    outcome("construction/FactoryRejected"),
    outcome("construction/BirthCorrelationUnavailable"),
];

const TERMINAL: usize = 6;
const DELIVERED: usize = 14;
const TRANSFERRED: usize = 33;
const TRANSFER: usize = 37;
const CAUSE: usize = 58;
const MEMBER: usize = 63;
const CONSTRUCTION: usize = 71;

/// The outcome cell of an action.
pub(super) fn of_said(said: &Said) -> Option<usize> {
    match said {
        Said::DeliverAdmission { outcome, .. } => Some(admission(outcome)),
        Said::DeliverCustomerTerminal { outcome, .. } => Some(TERMINAL + terminal(outcome)),
        Said::TransferRejectedFact { values, reason, .. } => {
            transfer(values, *reason).map(|index| TRANSFER + index)
        }
        Said::DeliverDiagnostic { diagnostic, .. } => Some(DELIVERED + delivered(diagnostic)),
        Said::TransferTerminalDiagnostic { diagnostic } => {
            Some(TRANSFERRED + transferred(diagnostic))
        }
        Said::TransferDrainResidual { cause, .. } => Some(CAUSE + residual_cause(cause)),
        Said::ResidualMember { held, .. } => Some(MEMBER + residual_member(held)),
        Said::CreateWorker { .. }
        | Said::ObserveWorkerCreation { .. }
        | Said::ObserveWorkerStop { .. }
        | Said::InitializeWorker { .. }
        | Said::BeginWorkerActivation { .. }
        | Said::CancelWorkerActivation { .. }
        | Said::DeliverAssignment { .. }
        | Said::PrepareWorker { .. }
        | Said::ScheduleRestart { .. }
        | Said::ShutdownWorker { .. }
        | Said::ScheduleDrainDeadline { .. } => None,
    }
}

/// The outcome cell of a failed construction.
pub(super) fn of_construction(failure: ConstructionFailure) -> usize {
    CONSTRUCTION
        + match failure {
            ConstructionFailure::EmptyRoster => 0,
            ConstructionFailure::DuplicateRole { .. } => 1,
            ConstructionFailure::ZeroActivationLimit => 2,
            ConstructionFailure::ZeroDeadline => 3,
            ConstructionFailure::InvalidDelay => 4,
            ConstructionFailure::FactoryRejected { .. } => 5,
            ConstructionFailure::BirthCorrelationUnavailable { .. } => 6,
        }
}

fn admission(outcome: &Admission) -> usize {
    let Admission::Rejected { reason, .. } = outcome else { return 0 };
    match reason {
        AdmissionRefusal::ShuttingDown => 1,
        AdmissionRefusal::NoRecoverableWorkers => 2,
        AdmissionRefusal::BacklogFull => 3,
        AdmissionRefusal::JobCorrelationUnavailable => 4,
        AdmissionRefusal::DispatchCorrelationUnavailable => 5,
    }
}

fn terminal(outcome: &Terminal) -> usize {
    match outcome {
        Terminal::Completed { .. } => 0,
        Terminal::ReturnedQueued { reason, .. } => match reason {
            QueuedReturn::PoolShutdown => 1,
            QueuedReturn::NoRecoverableWorkers => 2,
            QueuedReturn::DispatchCorrelationUnavailable => 3,
        },
        Terminal::ReturnedAssigned { reason, .. } => match reason {
            AssignedReturn::PoolShutdown => 4,
            AssignedReturn::WorkerStopped => 5,
            AssignedReturn::RetryPreparationRejected => 6,
            AssignedReturn::ContradictoryAssignmentSettlement => 7,
        },
    }
}

fn delivered(diagnostic: &Diagnostic) -> usize {
    match diagnostic {
        Diagnostic::RejectedFact { class, .. } => match class {
            FactClass::Stale => 0,
            FactClass::Foreign => 1,
            FactClass::WrongWorker => 2,
        },
        Diagnostic::WorkerFailed { failure, .. } => match failure {
            WorkerFailure::InitializationRejected { .. } => 3,
            WorkerFailure::BeginRejected { .. } => 4,
            WorkerFailure::ActivationRejected { .. } => 5,
            WorkerFailure::TicketUnavailable { .. } => 6,
        },
        Diagnostic::RoleFailed { failure, .. } => role_failure(failure),
        Diagnostic::WorkerShutdownRejected { .. } => 18,
    }
}

fn role_failure(failure: &RoleFailure) -> usize {
    match failure {
        RoleFailure::CreationRejected { stop: None, .. } => 7,
        RoleFailure::CreationRejected { stop: Some(_), .. } => 8,
        RoleFailure::RecoveryTicketUnavailable { .. } => 9,
        RoleFailure::PreparationRefused { .. } => 10,
        RoleFailure::ClockRegression { .. } => 11,
        RoleFailure::BudgetExhausted { .. } => 12,
        RoleFailure::RecoveryOrdinalOverflow { .. } => 13,
        RoleFailure::DeadlineOverflow { .. } => 14,
        RoleFailure::BirthCorrelationUnavailable { .. } => 15,
        RoleFailure::TimerCorrelationUnavailable { .. } => 16,
        RoleFailure::RestartScheduleRejected { .. } => 17,
    }
}

fn transferred(diagnostic: &Diagnostic) -> usize {
    match diagnostic {
        Diagnostic::RejectedFact { .. } => 0,
        Diagnostic::WorkerFailed { .. } => 1,
        Diagnostic::RoleFailed { .. } => 2,
        Diagnostic::WorkerShutdownRejected { .. } => 3,
    }
}

/// A combination that the tables do not contain has no cell; the oracle judges it.
fn transfer(values: &Transfer, reason: TransferReason) -> Option<usize> {
    let (unused, cancelled) = match values {
        Transfer::Plan { .. } => (Some(0), Some(1)),
        Transfer::Activation { .. } => (Some(2), Some(3)),
        Transfer::RejectedInitialization { .. } => (Some(4), Some(5)),
        Transfer::StoppedInitialization { .. } => (Some(6), None),
        Transfer::ReturnedBegin { .. } => (Some(7), Some(8)),
        Transfer::RejectedActivation { .. } => (None, Some(9)),
        Transfer::UnticketedActivation { .. } => (None, Some(10)),
        Transfer::RetainedHalf { .. } => (None, Some(11)),
        Transfer::RejectedDelivery { .. } => (None, Some(12)),
        Transfer::ContradictoryDelivery { .. } => return Some(13),
        Transfer::MismatchedDelivery { completion: None, .. } => return Some(14),
        Transfer::MismatchedDelivery { completion: Some(_), .. } => return Some(15),
        Transfer::UnbornSubmission { stop: None, .. } => (None, Some(16)),
        Transfer::UnbornSubmission { stop: Some(_), .. } => return Some(17),
        Transfer::PreparedSubmission { .. } => (None, Some(18)),
        Transfer::RefusedPreparation { .. } => (None, Some(19)),
        Transfer::Replacement { .. } => (None, Some(20)),
    };
    match reason {
        TransferReason::Unused => unused,
        TransferReason::Cancelled => cancelled,
        TransferReason::Contradictory | TransferReason::Mismatch => None,
    }
}

fn residual_cause(cause: &ResidualCause) -> usize {
    match cause {
        ResidualCause::ShutdownCorrelationUnavailable { rejection: Unavailable::Exhausted } => 0,
        ResidualCause::ShutdownCorrelationUnavailable {
            rejection: Unavailable::Collision { .. },
        } => 1,
        ResidualCause::DeadlineCorrelationUnavailable { .. } => 2,
        ResidualCause::DeadlineScheduleRejected { .. } => 3,
        ResidualCause::DeadlineElapsed { .. } => 4,
    }
}

fn residual_member(held: &Residual) -> usize {
    match held {
        Residual::ResolvingCreation { .. } => 0,
        Residual::Worker { stop: Some(_), .. } => 5,
        Residual::Worker { work: ResidualWork::Delivering { .. }, .. } => 4,
        Residual::Worker { shutdown, .. } => match shutdown {
            ResidualShutdown::NotRequested => 1,
            ResidualShutdown::Requested { .. } => 2,
            ResidualShutdown::Settled { .. } => 3,
        },
        Residual::AwaitingWorkerPreparation { .. } => 6,
        Residual::AwaitingRestartSchedule { .. } => 7,
    }
}
