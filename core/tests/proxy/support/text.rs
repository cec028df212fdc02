//! Operations, reports and verdicts as lines; everything that they own is in the line.

use super::text_facts::{
    begin_text, creation_rejection_text, exit_text, input_line, settlement_text,
};
use super::*;

/// The complete product, the verdict last.
pub(crate) fn product_lines(actions: &ProxyActions<Test>) -> Vec<String> {
    let operations = actions.operations().iter().map(operation_line);
    let verdict = actions.verdict().map_or("Continue".to_owned(), |verdict| {
        let ProxyVerdict::Stopped { leftover } = verdict;
        own(&format!("Stopped {}", leftover_text(leftover)))
    });
    operations.chain([verdict]).collect()
}

/// Text without the mark of the rig's own identity.
fn own(text: &str) -> String {
    text.replace("@1", "")
}

pub(crate) fn operation_line(operation: &ProxyOperation<Test>) -> String {
    own(&match operation {
        ProxyOperation::CreateWorker(CreateWorker { creation, submission }) => {
            format!("CreateWorker {creation:?} {}", submission_text(submission))
        }
        ProxyOperation::ObserveWorkerCreation { creation } => {
            format!("ObserveWorkerCreation {creation:?}")
        }
        ProxyOperation::ObserveWorkerExit { creation } => format!("ObserveWorkerExit {creation:?}"),
        ProxyOperation::InitializeWorker { incarnation, attempt } => {
            format!("InitializeWorker {incarnation:?} {attempt:?}")
        }
        ProxyOperation::BeginActivation(begin) => format!("BeginActivation {}", begin_text(begin)),
        ProxyOperation::CancelActivation { incarnation, activation } => {
            format!("CancelActivation {incarnation:?} {activation:?}")
        }
        ProxyOperation::ShutdownWorker(ShutdownWorker { incarnation }) => {
            format!("ShutdownWorker {incarnation:?}")
        }
        ProxyOperation::DeliverService(DeliverService { incarnation, service }) => {
            format!("DeliverService {incarnation:?} {:?} {:?}", service.sender, service.command)
        }
        ProxyOperation::Report(report) => format!("Report {}", report_text(report)),
        ProxyOperation::Diagnostic(diagnostic) => {
            let ProxyDiagnostic { kind, phase, fact } = &**diagnostic;
            format!("Diagnostic {kind:?} while {phase:?}: {}", input_line(fact))
        }
    })
}

pub(crate) fn submission_text(submission: &WorkerSubmission<Test>) -> String {
    let WorkerSubmission { worker, plan } = submission;
    format!("{worker:?} {plan:?}")
}

fn report_text(report: &OwnerReport<Test>) -> String {
    match report {
        OwnerReport::Initial { ticket, outcome } => match outcome {
            InitialOutcome::Rejected(refused) => {
                format!("Initial {ticket:?} {}", refused_text(refused))
            }
            InitialOutcome::Resolved(outcome) => {
                format!("Initial {ticket:?} {}", outcome_text(outcome))
            }
        },
        OwnerReport::Replacement { ticket, outcome } => {
            format!("Replacement {ticket:?} {}", replacement_text(outcome))
        }
        OwnerReport::WorkerStopped { evidence, exit } => {
            format!("WorkerStopped {evidence:?} {}", exit_text(exit))
        }
        OwnerReport::Unavailable { service: ServiceCommand { sender, command }, phase } => {
            format!("Unavailable {sender:?} {command:?} while {phase:?}")
        }
    }
}

fn replacement_text(outcome: &ReplacementOutcome<Test>) -> String {
    match outcome {
        ReplacementOutcome::Rejected(refused) => refused_text(refused),
        ReplacementOutcome::CancelledBeforeBirth { predecessor, submission } => {
            let submission = submission_text(submission);
            format!("of {predecessor:?} CancelledBeforeBirth {submission}")
        }
        ReplacementOutcome::Resolved { predecessor, successor } => {
            format!("{} {}", predecessor_text(predecessor), outcome_text(successor))
        }
    }
}

fn refused_text(refused: &RefusedChange<Test>) -> String {
    let RefusedChange { submission, phase, reason } = refused;
    let submission = submission_text(submission);
    match reason {
        ChangeRefusal::Phase => format!("Rejected {submission} while {phase:?}"),
        ChangeRefusal::CreationUnavailable(reason) => {
            format!("Rejected {submission} while {phase:?}: {reason:?}")
        }
    }
}

fn predecessor_text(predecessor: &Predecessor<Test>) -> String {
    match predecessor {
        Predecessor::Gone(evidence) => format!("of {evidence:?} (gone)"),
        Predecessor::Drained { evidence, exit, settlement } => {
            format!("of {evidence:?} ({}, {})", exit_text(exit), settlement_text(settlement))
        }
    }
}

fn outcome_text(outcome: &StartOutcome<Test>) -> String {
    match outcome {
        StartOutcome::CreationRejected(unborn) => {
            format!("CreationRejected {}", unborn_text(unborn))
        }
        StartOutcome::Ready { evidence, proof } => format!("Ready {evidence:?} {proof:?}"),
        StartOutcome::Unavailable { evidence, cause } => {
            format!("Unavailable {evidence:?} {}", cause_text(cause))
        }
    }
}

fn unborn_text(unborn: &UnbornWorker<Test>) -> String {
    let UnbornWorker { submission, why, early_exit } = unborn;
    let (submission, why) = (submission_text(submission), creation_rejection_text(why));
    let early =
        early_exit.as_ref().map_or(String::new(), |exit| format!(", although {}", exit_text(exit)));
    format!("{submission} {why}{early}")
}

fn end_text(end: &WorkerEnd<Test>) -> String {
    match end {
        WorkerEnd::Exited(exit) => format!("({})", exit_text(exit)),
        WorkerEnd::Drained { exit, settlement } => {
            format!("({}, {})", exit_text(exit), settlement_text(settlement))
        }
    }
}

fn own_stop_text(stop: Option<&WorkerExit<Test>>) -> String {
    stop.map_or(String::new(), |stop| format!(", its own stop {}", exit_text(stop)))
}

fn cause_text(cause: &UnavailableCause<Test>) -> String {
    match cause {
        UnavailableCause::InitializationRejected { failure, plan, end } => {
            format!("InitializationRejected {failure:?} {plan:?} {}", end_text(end))
        }
        UnavailableCause::StoppedDuringInitialization { plan, exit, initialization_stop } => {
            let (exit, stop) = (exit_text(exit), own_stop_text(initialization_stop.as_ref()));
            format!("StoppedDuringInitialization {plan:?} ({exit}){stop}")
        }
        UnavailableCause::InitializedAfterExit { permit, plan, exit } => {
            format!("InitializedAfterExit {permit:?} {plan:?} ({})", exit_text(exit))
        }
        UnavailableCause::ActivationUnavailable { permit, plan, reason, end } => {
            let end = end_text(end);
            format!("ActivationUnavailable {permit:?} {plan:?} {reason:?} {end}")
        }
        UnavailableCause::StartRejected { request, reason, end } => {
            format!("StartRejected [{}] {reason:?} {}", begin_text(request), end_text(end))
        }
        UnavailableCause::ActivationRejected { rejection, end } => {
            format!("ActivationRejected {rejection:?} {}", end_text(end))
        }
        UnavailableCause::ReadyAfterExit { proof, exit } => {
            format!("ReadyAfterExit {proof:?} ({})", exit_text(exit))
        }
    }
}

fn leftover_text(leftover: &Leftover<Test>) -> String {
    match leftover {
        Leftover::Nothing => "Nothing".to_owned(),
        Leftover::Worker(end) => format!("Worker {}", end_text(end)),
        Leftover::Change(change) => {
            let UnreportedChange { ticket, predecessor, worker } = &**change;
            let predecessor = predecessor
                .as_ref()
                .map_or(String::new(), |predecessor| format!(" {}", predecessor_text(predecessor)));
            format!("Change {ticket:?}{predecessor} {}", unreported_text(worker))
        }
    }
}

fn unreported_text(worker: &UnreportedWorker<Test>) -> String {
    match worker {
        UnreportedWorker::Unborn(unborn) => format!("Unborn {}", unborn_text(unborn)),
        UnreportedWorker::Initialized { permit, plan, end } => {
            format!("Initialized {permit:?} {plan:?} {}", end_text(end))
        }
        UnreportedWorker::EffectsRejected { failure, plan, end } => {
            format!("EffectsRejected {failure:?} {plan:?} {}", end_text(end))
        }
        UnreportedWorker::StoppedDuringInitialization { plan, end, initialization_stop } => {
            let (end, stop) = (end_text(end), own_stop_text(initialization_stop.as_ref()));
            format!("StoppedDuringInitialization {plan:?} {end}{stop}")
        }
        UnreportedWorker::StartRejected { request, reason, end } => {
            format!("StartRejected [{}] {reason:?} {}", begin_text(request), end_text(end))
        }
        UnreportedWorker::Ready { proof, end } => format!("Ready {proof:?} {}", end_text(end)),
        UnreportedWorker::ActivationRejected { rejection, end } => {
            format!("ActivationRejected {rejection:?} {}", end_text(end))
        }
        UnreportedWorker::Resolved(outcome) => format!("Resolved {}", outcome_text(outcome)),
        UnreportedWorker::Held { outcome, end } => {
            format!("Held {} {}", outcome_text(outcome), end_text(end))
        }
    }
}
