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
    InitialOutcome, ProxyProtocol, ReplacementOutcome, StartOutcome, WorkerEvidence,
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

/// The worker that was born of a change, whatever became of it.
fn born<S: ProxyProtocol>(outcome: &StartOutcome<S>) -> Option<WorkerEvidence> {
    match outcome {
        StartOutcome::Ready { evidence, .. } | StartOutcome::Unavailable { evidence, .. } => {
            Some(*evidence)
        }
        StartOutcome::CreationRejected(_) => None,
    }
}

/// Whether a replacement of this worker can end so: the outcome names no other predecessor, and its
/// successor is another worker.
pub(crate) fn replaces<S: ProxyProtocol>(
    outcome: &ReplacementOutcome<S>,
    expected: WorkerEvidence,
) -> bool {
    match outcome {
        ReplacementOutcome::Rejected(_) => true,
        ReplacementOutcome::CancelledBeforeBirth { predecessor, .. } => *predecessor == expected,
        ReplacementOutcome::Resolved { predecessor, successor } => {
            predecessor.evidence() == expected && born(successor) != Some(expected)
        }
    }
}

/// The worker that runs after a replacement's outcome, if `before` did until then. A resolved one has
/// ended its predecessor, gone or drained.
pub(crate) fn runs_after<S: ProxyProtocol>(
    outcome: &ReplacementOutcome<S>,
    before: Option<WorkerEvidence>,
) -> Option<WorkerEvidence> {
    match outcome {
        ReplacementOutcome::Rejected(_) | ReplacementOutcome::CancelledBeforeBirth { .. } => before,
        ReplacementOutcome::Resolved { successor, .. } => started(successor),
    }
}

/// Outcomes that no report delivered.
pub(crate) mod unreported {
    use super::{born, replaces};
    use crate::proxy::{
        Leftover, ProxyProtocol, ReplacementOutcome, UnreportedChange, UnreportedWorker,
        WorkerEvidence,
    };
    use crate::supervisor::ending::owed::{EmittedChange, EmittedInput};
    use crate::supervisor::{SupervisorProtocol, UnreportedInput};

    /// Whether the rest can be that of this input.
    pub(crate) fn fits<P: SupervisorProtocol>(
        rest: &UnreportedInput<P>,
        emitted: EmittedInput,
    ) -> bool {
        match (rest, emitted.change) {
            (UnreportedInput::Untouched(_), _)
            | (UnreportedInput::Initial(_), EmittedChange::Start) => true,
            (UnreportedInput::Replacement(outcome), EmittedChange::Replacement { predecessor }) => {
                replaces(outcome, predecessor)
            }
            (UnreportedInput::Left(Leftover::Change(left)), change) => {
                left.ticket == emitted.operation && leaves(left, change)
            }
            (UnreportedInput::Left(Leftover::Nothing | Leftover::Worker(_)), _)
            | (UnreportedInput::Initial(_), EmittedChange::Replacement { .. })
            | (UnreportedInput::Replacement(_), EmittedChange::Start) => false,
        }
    }

    /// Whether a change of this kind can leave this.
    fn leaves<S: ProxyProtocol>(left: &UnreportedChange<S>, change: EmittedChange) -> bool {
        match (&left.predecessor, change) {
            (None, EmittedChange::Start) => true,
            (Some(named), EmittedChange::Replacement { predecessor }) => {
                named.evidence() == predecessor && successor(&left.worker) != Some(predecessor)
            }
            (None, EmittedChange::Replacement { .. }) | (Some(_), EmittedChange::Start) => false,
        }
    }

    /// The worker of an unreported change, where its outcome names it.
    fn successor<S: ProxyProtocol>(worker: &UnreportedWorker<S>) -> Option<WorkerEvidence> {
        match worker {
            UnreportedWorker::Resolved(outcome) | UnreportedWorker::Held { outcome, .. } => {
                born(outcome)
            }
            UnreportedWorker::Unborn(_)
            | UnreportedWorker::Initialized { .. }
            | UnreportedWorker::EffectsRejected { .. }
            | UnreportedWorker::StoppedDuringInitialization { .. }
            | UnreportedWorker::StartRejected { .. }
            | UnreportedWorker::Ready { .. }
            | UnreportedWorker::ActivationRejected { .. } => None,
        }
    }

    /// The worker that is still known to run, if `before` was: of an outcome that comes after the
    /// proxy's exit no successor is, and a predecessor that it has ended is none.
    pub(crate) fn still_runs<P: SupervisorProtocol>(
        rest: &UnreportedInput<P>,
        before: Option<WorkerEvidence>,
    ) -> Option<WorkerEvidence> {
        match rest {
            UnreportedInput::Replacement(ReplacementOutcome::Resolved { .. })
            | UnreportedInput::Left(_) => None,
            UnreportedInput::Replacement(
                ReplacementOutcome::Rejected(_) | ReplacementOutcome::CancelledBeforeBirth { .. },
            )
            | UnreportedInput::Untouched(_)
            | UnreportedInput::Initial(_) => before,
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
    let owing = Box::new(Owing { ends: Retiring::StartFailed, custody });
    Phase::Ending(Ending::Retiring(owing))
}

/// A replacement's outcome. The base is what it leaves if it changed nothing.
pub(crate) fn replacement_resolved<P: SupervisorProtocol>(
    entry: ReplaceEmitted<P>,
    report: ReplacementReport<P>,
    desk: &mut Desk<'_, P>,
) -> Phase<P> {
    let (ReplaceEmitted { proxy, operation, base }, outcome) = (entry, report.outcome);
    let service = replaced_service(base, &outcome);
    if runs_after(&outcome, None).is_some() {
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
