//! Outcomes of installs and replacements: which of them fit, and what they make of an entry.

use super::context::Desk;
use super::ending::owed::Born;
use super::ending::retiring::Retiring;
use super::ending::{Ending, Owing, shut_down};
use super::fact::{InitialReport, ReplacementReport};
use super::phase::{Available, Phase, ReplaceEmitted, ServiceState, StartEmitted};
use super::{
    ChangeFailure, DynamicDiagnostic, DynamicLifecycle, EmptyReason, FailedWorker, LastOperation,
    LateOutcome, OperationId, ShutdownPurpose, SupervisorProtocol,
};
use crate::proxy::{
    InitialOutcome, Predecessor, ProxyProtocol, ReplacementOutcome, StartOutcome, WorkerEvidence,
};
use alloc::boxed::Box;

/// The worker of an install that became ready.
pub(crate) fn ready_worker<S: ProxyProtocol>(
    outcome: &InitialOutcome<S>,
) -> Option<WorkerEvidence> {
    match outcome {
        InitialOutcome::Rejected(_) => None,
        InitialOutcome::Resolved(outcome) => started(outcome),
    }
}

fn started<S: ProxyProtocol>(outcome: &StartOutcome<S>) -> Option<WorkerEvidence> {
    match outcome {
        StartOutcome::Ready { evidence, .. } => Some(*evidence),
        StartOutcome::CreationRejected(_) | StartOutcome::Unavailable { .. } => None,
    }
}

/// Whether a replacement's outcome names no other predecessor than this one.
pub(crate) fn names_predecessor<S: ProxyProtocol>(
    outcome: &ReplacementOutcome<S>,
    expected: WorkerEvidence,
) -> bool {
    match outcome {
        ReplacementOutcome::Rejected(_) => true,
        ReplacementOutcome::CancelledBeforeBirth { predecessor, .. } => *predecessor == expected,
        ReplacementOutcome::Resolved { predecessor, .. } => predecessor.evidence() == expected,
    }
}

/// What a replacement's outcome says about the workers that run.
pub(crate) struct Replaced {
    /// The predecessor's stop is in the outcome.
    pub(crate) drained: bool,
    /// The successor, if it became ready.
    pub(crate) ready: Option<WorkerEvidence>,
}

pub(crate) fn replaced<S: ProxyProtocol>(outcome: &ReplacementOutcome<S>) -> Replaced {
    match outcome {
        ReplacementOutcome::Rejected(_) | ReplacementOutcome::CancelledBeforeBirth { .. } => {
            Replaced { drained: false, ready: None }
        }
        ReplacementOutcome::Resolved { predecessor, successor } => {
            let drained = match predecessor {
                Predecessor::Gone(_) => false,
                Predecessor::Drained { .. } => true,
            };
            Replaced { drained, ready: started(successor) }
        }
    }
}

/// Outcomes that no report delivered.
pub(crate) mod unreported {
    use super::{names_predecessor, replaced};
    use crate::supervisor::ending::owed::EmittedChange;
    use crate::supervisor::{SupervisorProtocol, UnreportedInput};

    /// Whether the rest can be that of a change of this kind.
    pub(crate) fn fits<P: SupervisorProtocol>(
        rest: &UnreportedInput<P>,
        change: EmittedChange,
    ) -> bool {
        match (rest, change) {
            (UnreportedInput::Untouched(_) | UnreportedInput::Left(_), _)
            | (UnreportedInput::Initial(_), EmittedChange::Start) => true,
            (UnreportedInput::Replacement(outcome), EmittedChange::Replacement { predecessor }) => {
                names_predecessor(outcome, predecessor)
            }
            (UnreportedInput::Initial(_), EmittedChange::Replacement { .. })
            | (UnreportedInput::Replacement(_), EmittedChange::Start) => false,
        }
    }

    /// Whether the rest owns the predecessor's stop.
    pub(crate) fn drained_predecessor<P: SupervisorProtocol>(rest: &UnreportedInput<P>) -> bool {
        match rest {
            UnreportedInput::Replacement(outcome) => replaced(outcome).drained,
            UnreportedInput::Untouched(_)
            | UnreportedInput::Initial(_)
            | UnreportedInput::Left(_) => false,
        }
    }
}

/// A start's outcome.
pub(crate) fn start_resolved<P: SupervisorProtocol>(
    entry: StartEmitted<P>,
    report: InitialReport<P>,
    desk: &mut Desk<'_, P>,
) -> Phase<P> {
    let (StartEmitted { proxy, operation }, outcome) = (entry, report.outcome);
    match ready_worker(&outcome) {
        Some(evidence) => {
            let (capability, outcome) = (proxy.clone(), Box::new(outcome));
            desk.publish(DynamicLifecycle::Started { operation, proxy: capability, outcome });
            let (service, last) =
                (ServiceState::Ready { evidence }, LastOperation::Committed(operation));
            Phase::Available(Available { proxy, service, last })
        }
        None => {
            diagnose(operation, LateOutcome::Initial(outcome), desk);
            start_failed(proxy, operation, ChangeFailure::OutcomeFailed, desk)
        }
    }
}

/// A start whose worker is elsewhere has failed: its proxy is asked to stop.
pub(crate) fn start_failed<P: SupervisorProtocol>(
    proxy: P::Proxy,
    operation: OperationId,
    reason: ChangeFailure,
    desk: &mut Desk<'_, P>,
) -> Phase<P> {
    let worker = FailedWorker::Transferred;
    desk.publish(DynamicLifecycle::StartFailed { operation, worker, reason });
    let custody = shut_down(Born::idle(proxy), ShutdownPurpose::Ending, desk);
    let ending = Ending::Retiring(Owing { ends: Retiring::StartFailed, custody });
    Phase::Ending(Box::new(ending))
}

/// A replacement's outcome. The base is what it leaves if it changed nothing.
pub(crate) fn replacement_resolved<P: SupervisorProtocol>(
    entry: ReplaceEmitted<P>,
    report: ReplacementReport<P>,
    desk: &mut Desk<'_, P>,
) -> Phase<P> {
    let (ReplaceEmitted { proxy, operation, base }, outcome) = (entry, report.outcome);
    let service = replaced_service(base, &outcome);
    if replaced(&outcome).ready.is_some() {
        let (capability, outcome) = (proxy.clone(), Box::new(outcome));
        desk.publish(DynamicLifecycle::Replaced { operation, proxy: capability, outcome });
    } else {
        diagnose(operation, LateOutcome::Replacement(outcome), desk);
        replacement_failed(operation, ChangeFailure::OutcomeFailed, desk);
    }
    Phase::Available(Available { proxy, service, last: LastOperation::Committed(operation) })
}

/// A replacement whose worker is elsewhere has failed.
pub(crate) fn replacement_failed<P: SupervisorProtocol>(
    operation: OperationId,
    reason: ChangeFailure,
    desk: &mut Desk<'_, P>,
) {
    let worker = FailedWorker::Transferred;
    desk.publish(DynamicLifecycle::ReplacementFailed { operation, worker, reason });
}

fn replaced_service<S: ProxyProtocol>(
    base: ServiceState,
    outcome: &ReplacementOutcome<S>,
) -> ServiceState {
    let why = EmptyReason::ReplacementFailed;
    match outcome {
        ReplacementOutcome::Rejected(_) => base,
        ReplacementOutcome::CancelledBeforeBirth { .. } => base.emptied(why),
        ReplacementOutcome::Resolved { successor, .. } => match successor {
            StartOutcome::CreationRejected(_) => base.emptied(why),
            StartOutcome::Ready { evidence, .. } => ServiceState::Ready { evidence: *evidence },
            StartOutcome::Unavailable { evidence, .. } => {
                ServiceState::Empty { previous: *evidence, why }
            }
        },
    }
}

fn diagnose<P: SupervisorProtocol>(
    operation: OperationId,
    outcome: LateOutcome<P>,
    desk: &mut Desk<'_, P>,
) {
    let identity = desk.identity();
    desk.diagnose(DynamicDiagnostic::OutcomeFailed { identity, operation, outcome });
}
