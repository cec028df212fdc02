//! Inputs as lines, with everything that they own.

use super::text::submission_text;
use super::*;
use actor_laws::settlement::Settlement;

/// The whole input on one line.
pub(crate) fn input_line(input: &ProxyInput<Test>) -> String {
    let line = match input {
        ProxyInput::Service(ServiceCommand { sender, command }) => {
            format!("Service {sender:?} {command:?}")
        }
        ProxyInput::InstallInitial(change) => format!("InstallInitial {}", change_text(change)),
        ProxyInput::Replace(change) => format!("Replace {}", change_text(change)),
        ProxyInput::Shutdown => "Shutdown".to_owned(),
        ProxyInput::WorkerBirth(WorkerBirth { creation, result }) => {
            format!("WorkerBirth {creation:?} {}", birth_text(result))
        }
        ProxyInput::Initialization(Initialization { incarnation, attempt, result }) => {
            let result = initialization_text(result);
            format!("Initialization {incarnation:?} {attempt:?} {result}")
        }
        ProxyInput::ActivationStart(ActivationStart { incarnation, activation, settlement }) => {
            let settlement = match settlement {
                Settlement::Accepted => "Accepted".to_owned(),
                Settlement::Rejected { request, reason } => {
                    format!("Rejected [{}] {reason:?}", begin_text(request))
                }
            };
            format!("ActivationStart {incarnation:?} {activation:?} {settlement}")
        }
        ProxyInput::ActivationResult(ActivationResult { incarnation, activation, result }) => {
            let result = activation_text(result);
            format!("ActivationResult {incarnation:?} {activation:?} {result}")
        }
        ProxyInput::WorkerExit(WorkerExitFact { source, exit }) => match source {
            ExitSource::BeforeBirth(creation) => {
                format!("WorkerExit {creation:?} {}", exit_text(exit))
            }
            ExitSource::AfterBirth(incarnation) => {
                format!("WorkerExit {incarnation:?} {}", exit_text(exit))
            }
        },
        ProxyInput::WorkerShutdown(WorkerShutdownSettlement { incarnation, settlement }) => {
            format!("WorkerShutdown {incarnation:?} {}", settlement_text(settlement))
        }
    };
    line.replace("@1", "")
}

fn change_text(change: &WorkerChange<Test>) -> String {
    let WorkerChange { ticket, submission } = change;
    format!("{ticket:?} {}", submission_text(submission))
}

fn birth_text(result: &BirthResult<Test>) -> String {
    match result {
        BirthResult::Committed { incarnation, attempt } => {
            format!("Committed {incarnation:?} {attempt:?}")
        }
        BirthResult::Rejected { submission, why } => {
            format!("Rejected {} {}", submission_text(submission), creation_rejection_text(why))
        }
    }
}

pub(crate) fn creation_rejection_text(why: &CreationRejection<Test>) -> String {
    match why {
        CreationRejection::FoldRejected(reason) => format!("by its fold {reason:?}"),
        CreationRejection::HostRejected(reason) => format!("by the host {reason:?}"),
    }
}

fn initialization_text(result: &InitializationResult<Test>) -> String {
    match result {
        InitializationResult::Initialized { permit, plan } => {
            format!("Initialized {permit:?} {plan:?}")
        }
        InitializationResult::EffectsRejected { failure, plan } => {
            format!("EffectsRejected {failure:?} {plan:?}")
        }
        InitializationResult::Stopped { exit, plan } => {
            format!("Stopped {} {plan:?}", exit_text(exit))
        }
    }
}

fn activation_text(result: &ActivationEnd<Test>) -> String {
    match result {
        ActivationEnd::Ready { proof } => format!("Ready {proof:?}"),
        ActivationEnd::Rejected { rejection } => format!("Rejected {rejection:?}"),
        ActivationEnd::ReadyAfterCancel { proof } => format!("ReadyAfterCancel {proof:?}"),
        ActivationEnd::RejectedAfterCancel { rejection } => {
            format!("RejectedAfterCancel {rejection:?}")
        }
    }
}

pub(crate) fn begin_text(begin: &BeginActivation<Test>) -> String {
    let BeginActivation { incarnation, activation, permit, plan } = begin;
    format!("{incarnation:?} {activation:?} {permit:?} {plan:?}")
}

pub(crate) fn exit_text(exit: &WorkerExit<Test>) -> String {
    format!("{:?} at {}", exit.stop, exit.at.0)
}

pub(crate) fn settlement_text(settlement: &Settlement<ShutdownWorker<Test>, Rejection>) -> String {
    match settlement {
        Settlement::Accepted => "Accepted".to_owned(),
        Settlement::Rejected { request, reason } => {
            format!("Rejected [{:?}] {reason:?}", request.incarnation)
        }
    }
}
