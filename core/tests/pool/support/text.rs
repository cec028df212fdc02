//! Operations and verdicts as lines: one line an operation, and an indented line for what a
//! diagnostic, a transfer or a residual owns. Every field of every value is shown.

use super::text_facts::{diagnostic_lines, drain_member, transferred};
use super::{Rejection, Test};
use actor_laws::correlation::Unavailable;
use actor_laws::pool::{
    AdmissionOutcome, BeginWorkerActivation, BirthKind, CreateWorker, DeadlineFact, DrainResidual,
    OwnedOperation, PoolActions, ResidualCause, ResidualMember, ScheduleDrainDeadline,
    ScheduleRestart, Settlement, ShutdownCorrelation, ShutdownWorker, TerminalCustomerOutcome,
    TransferredFact, WorkerReference, WorkerStop,
};

/// A value as text, complete.
pub(crate) trait Text {
    fn text(&self) -> String;
}

/// A whole product: every operation in order, then the verdict.
pub(crate) fn product_lines(actions: &PoolActions<Test>) -> Vec<String> {
    let mut lines: Vec<String> = actions.operations().iter().flat_map(operation_lines).collect();
    lines.push(format!("{:?}", actions.verdict()));
    lines
}

/// Text without the mark of the rig's own instance.
pub(crate) fn own(text: &str) -> String {
    text.replace("@1", "")
}

/// One operation.
pub(crate) fn operation_lines(operation: &OwnedOperation<Test>) -> Vec<String> {
    let lines = match operation {
        OwnedOperation::TransferRejectedFact { fact, reason } => {
            let TransferredFact { role, values } = &**fact;
            vec![format!("TransferRejectedFact {role} {reason:?}"), nested(&transferred(values))]
        }
        OwnedOperation::DeliverDiagnostic { route, correlation, diagnostic } => {
            diagnostic_lines(&format!("DeliverDiagnostic {route:?} {correlation:?}"), diagnostic)
        }
        OwnedOperation::TransferTerminalDiagnostic { diagnostic } => {
            diagnostic_lines("TransferTerminalDiagnostic", diagnostic)
        }
        OwnedOperation::TransferDrainResidual { residual, cause } => {
            residual_lines(residual, cause)
        }
        other @ (OwnedOperation::CreateWorker(_)
        | OwnedOperation::ObserveWorkerCreation { .. }
        | OwnedOperation::ObserveWorkerStop { .. }
        | OwnedOperation::InitializeWorker(_)
        | OwnedOperation::BeginWorkerActivation(_)
        | OwnedOperation::CancelWorkerActivation { .. }
        | OwnedOperation::DeliverAdmission { .. }
        | OwnedOperation::DeliverCustomerTerminal { .. }
        | OwnedOperation::DeliverAssignment(_)
        | OwnedOperation::PrepareWorker(_)
        | OwnedOperation::ScheduleRestart(_)
        | OwnedOperation::ShutdownWorker(_)
        | OwnedOperation::ScheduleDrainDeadline(_)
        | OwnedOperation::ReportCompletionToParent { .. }) => vec![plain(other)],
    };
    lines.iter().map(|line| own(line)).collect()
}

/// The second line of an operation that owns other values.
pub(crate) fn nested(text: &str) -> String {
    format!("  {text}")
}

fn plain(operation: &OwnedOperation<Test>) -> String {
    match operation {
        OwnedOperation::CreateWorker(create) => create.text(),
        OwnedOperation::ObserveWorkerCreation { child } => {
            format!("ObserveWorkerCreation {child:?}")
        }
        OwnedOperation::ObserveWorkerStop { child } => format!("ObserveWorkerStop {child:?}"),
        OwnedOperation::InitializeWorker(request) => {
            let actor_laws::pool::InitializeWorker { child, attempt, plan } = request;
            format!("InitializeWorker {child:?} {attempt:?} {plan:?}")
        }
        OwnedOperation::BeginWorkerActivation(request) => request.text(),
        OwnedOperation::CancelWorkerActivation { child, ticket } => {
            format!("CancelWorkerActivation {child:?} {ticket:?}")
        }
        OwnedOperation::DeliverAdmission { route, outcome } => {
            format!("DeliverAdmission {route:?} {}", outcome.text())
        }
        OwnedOperation::DeliverCustomerTerminal { route, outcome } => {
            format!("DeliverCustomerTerminal {route:?} {}", outcome.text())
        }
        OwnedOperation::DeliverAssignment(request) => {
            let actor_laws::pool::DeliverAssignment { child, assignment, command } = request;
            format!("DeliverAssignment {child:?} {assignment:?} {:?}", command.payload())
        }
        OwnedOperation::PrepareWorker(request) => {
            let actor_laws::pool::PrepareWorker { ticket, role, source } = request;
            format!("PrepareWorker {ticket:?} {role} {source:?}")
        }
        OwnedOperation::ScheduleRestart(request) => request.text(),
        OwnedOperation::ShutdownWorker(request) => request.text(),
        OwnedOperation::ScheduleDrainDeadline(request) => request.text(),
        OwnedOperation::ReportCompletionToParent { authority } => {
            format!("ReportCompletionToParent {:?}", authority.output())
        }
        OwnedOperation::TransferRejectedFact { .. }
        | OwnedOperation::DeliverDiagnostic { .. }
        | OwnedOperation::TransferTerminalDiagnostic { .. }
        | OwnedOperation::TransferDrainResidual { .. } => unreachable!("these take more lines"),
    }
}

fn residual_lines(residual: &DrainResidual<Test>, cause: &ResidualCause<Test>) -> Vec<String> {
    let DrainResidual { members } = residual;
    let mut lines = vec![format!("TransferDrainResidual {}", cause.text())];
    lines.extend(members.iter().map(|ResidualMember { role, member }| {
        nested(&format!("{role} {}", drain_member(member)))
    }));
    lines
}

impl Text for CreateWorker<Test> {
    fn text(&self) -> String {
        let Self { role, child, kind, submission } = self;
        let kind = match kind {
            BirthKind::Initial => "Initial".to_owned(),
            BirthKind::Replacement { recovery, replaces } => {
                format!("Replacement({recovery:?} {replaces:?})")
            }
        };
        format!("CreateWorker {role} {child:?} {kind} {submission:?}")
    }
}

impl Text for BeginWorkerActivation<Test> {
    fn text(&self) -> String {
        let Self { child, ticket, permit, plan } = self;
        format!("BeginWorkerActivation {child:?} {ticket:?} {permit:?} {plan:?}")
    }
}

impl Text for ScheduleRestart {
    fn text(&self) -> String {
        let Self { recovery, timer, deadline } = self;
        format!("ScheduleRestart {recovery:?} {timer:?} at {}", deadline.0)
    }
}

impl Text for ShutdownCorrelation<Test> {
    fn text(&self) -> String {
        let Self { worker, id } = self;
        format!("{} {id:?}", worker.text())
    }
}

impl Text for ShutdownWorker<Test> {
    fn text(&self) -> String {
        let Self { child, correlation } = self;
        format!("ShutdownWorker {child:?} {}", correlation.text())
    }
}

impl Text for ScheduleDrainDeadline {
    fn text(&self) -> String {
        let Self { timer, deadline } = self;
        format!("ScheduleDrainDeadline {timer:?} in {}", deadline.0)
    }
}

impl Text for AdmissionOutcome<Test> {
    fn text(&self) -> String {
        match self {
            Self::Accepted { request, job } => format!("Accepted {request:?} {job:?}"),
            Self::Rejected { request, payload, reason } => {
                format!("Rejected {request:?} {payload:?} {reason:?}")
            }
        }
    }
}

impl Text for TerminalCustomerOutcome<Test> {
    fn text(&self) -> String {
        match self {
            Self::Completed { job, role, output } => format!("Completed {job:?} {role} {output:?}"),
            Self::ReturnedQueued { job, payload, reason } => {
                format!("ReturnedQueued {job:?} {payload:?} {reason:?}")
            }
            Self::ReturnedAssigned { job, role, payload, reason } => {
                format!("ReturnedAssigned {job:?} {role} {payload:?} {reason:?}")
            }
        }
    }
}

impl Text for ResidualCause<Test> {
    fn text(&self) -> String {
        match self {
            Self::ShutdownCorrelationUnavailable(rejection) => {
                format!("ShutdownCorrelationUnavailable {}", rejection.text())
            }
            Self::DeadlineCorrelationUnavailable(rejection) => {
                format!("DeadlineCorrelationUnavailable {}", rejection.text())
            }
            Self::DeadlineScheduleRejected { request, reason } => {
                format!("DeadlineScheduleRejected [{}] {reason:?}", request.text())
            }
            Self::DeadlineElapsed(DeadlineFact { timer, at }) => {
                format!("DeadlineElapsed {timer:?} at {}", at.0)
            }
        }
    }
}

impl Text for WorkerReference<Test> {
    fn text(&self) -> String {
        let Self { role, child, evidence } = self;
        format!("{role}:{child:?}:{evidence:?}")
    }
}

impl Text for WorkerStop<Test> {
    fn text(&self) -> String {
        let Self { class, at, reason } = self;
        format!("{class:?} {} {reason:?}", at.0)
    }
}

impl Text for Unavailable {
    fn text(&self) -> String {
        match self {
            Self::Exhausted => "Exhausted".to_owned(),
            Self::Collision { candidate } => format!("Collision({candidate})"),
        }
    }
}

impl<Request: Text> Text for Settlement<Request, Rejection> {
    fn text(&self) -> String {
        match self {
            Self::Accepted => "Accepted".to_owned(),
            Self::Rejected { request, reason } => {
                format!("Rejected [{}] {reason:?}", request.text())
            }
        }
    }
}
