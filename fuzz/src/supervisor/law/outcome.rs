//! Outcome cells: each answer, lifecycle value, diagnostic and end that a supervisor can give.

use super::Observed;
use super::outcome_table::{
    ABSORBED, CANCELLED, CANCELLED_LATE, CAUSE, CHANGE, COMMITTED, CONSTRUCTION, DELIVERED, FAILED,
    FORCE, INTERRUPTED, KNOWN, LEFT, OWED, PENDING, REPLY, RETIRED, SERVICE, SHUT_LATE, STOPPED,
    STOPPED_LATE, TRANSFERRED,
};

use crate::proxy::observation::{Cause as Failure, UnreportedWorker};
use crate::supervisor::observation::{
    CancelledWorker, Cause, Change, Diagnostic, Failure as ChangeFailure, Force, InitialOutcome,
    InterruptedWorker, Interruption, Kind, Leftover, Lifecycle, Mode, Outcome, Owed,
    ReplaceRefusal, ReplacementOutcome, Reply, RetiredProxy, Said, Shown, StartOutcome,
    StartRefusal, StopRefusal, StopResult, Told, Unavailable, Unreported, Verdict,
};

/// Marks the outcomes of a step.
pub(super) fn mark(step: &Observed<'_>, mark: &mut dyn FnMut(usize)) {
    for said in step.said {
        match said {
            Said::Reply { reply, .. } => mark(reply_cell(reply)),
            Said::Lifecycle { event, .. } => lifecycle(step, event, mark),
            Said::DeliverDiagnostic { diagnostic, .. } => {
                mark(DELIVERED + diagnostic_kind(diagnostic));
                details(diagnostic, mark);
            }
            Said::TransferTerminalDiagnostic { diagnostic } => {
                mark(TRANSFERRED + diagnostic_kind(diagnostic));
                details(diagnostic, mark);
            }
            Said::CreateProxy { .. }
            | Said::ObserveProxyCreation { .. }
            | Said::ObserveProxyExit { .. }
            | Said::InstallInitial { .. }
            | Said::Replace { .. }
            | Said::ShutdownProxy { .. }
            | Said::ScheduleDeadline { .. } => {}
        }
    }
    end(step, mark);
}

/// The cell of a construction that fails; `place` is that of the argument that is zero.
pub(super) fn of_construction(place: usize) -> usize {
    CONSTRUCTION + place
}

fn end(step: &Observed<'_>, mark: &mut dyn FnMut(usize)) {
    match step.verdict {
        Verdict::Continue | Verdict::HandedBack => {}
        Verdict::Stopped => {
            mark(STOPPED + usize::from(step.before.mode == Mode::Draining));
        }
        Verdict::ForcedRetirement { force } => mark(
            FORCE
                + match force {
                    Force::DeadlineElapsed { .. } => 0,
                    Force::ScheduleRejected { .. } => 1,
                    Force::DeadlineUnavailable(reason) => 2 + unavailable(reason),
                },
        ),
    }
}

fn unavailable(reason: Unavailable) -> usize {
    match reason {
        Unavailable::Exhausted => 0,
        Unavailable::Collision { .. } => 1,
    }
}

fn reply_cell(reply: &Reply) -> usize {
    match reply {
        Reply::StartAccepted { .. } => REPLY,
        Reply::StartRejected { reason, .. } => {
            REPLY
                + match *reason {
                    StartRefusal::ShuttingDown => 1,
                    StartRefusal::AlreadyExists => 2,
                    StartRefusal::AtCapacity => 3,
                    StartRefusal::Generation(reason) => 4 + unavailable(reason),
                    StartRefusal::Creation(reason) => 6 + unavailable(reason),
                    StartRefusal::Operation(reason) => 8 + unavailable(reason),
                }
        }
        Reply::ReplaceAccepted { .. } => REPLY + 10,
        Reply::ReplaceRejected { reason, .. } => {
            REPLY
                + match *reason {
                    ReplaceRefusal::ShuttingDown => 11,
                    ReplaceRefusal::Unknown => 12,
                    ReplaceRefusal::Unavailable => 13,
                    ReplaceRefusal::Operation(reason) => 14 + unavailable(reason),
                }
        }
        Reply::StopAccepted { .. } => REPLY + 16,
        Reply::StopRejected { reason, .. } => {
            REPLY
                + match *reason {
                    StopRefusal::ShuttingDown => 17,
                    StopRefusal::Unknown => 18,
                    StopRefusal::AlreadyStopping => 19,
                    StopRefusal::Unavailable => 20,
                    StopRefusal::Stop(reason) => 21 + unavailable(reason),
                }
        }
        Reply::Unknown { .. } => REPLY + 23,
        Reply::Returned { .. } => REPLY + 24,
        Reply::Cancelled { .. } => REPLY + 25,
        Reply::Stale { .. } => REPLY + 26,
        Reply::Draining { .. } => REPLY + 27,
        Reply::Known { phase, .. } => KNOWN + shown(phase),
        Reply::Pending { phase, .. } => PENDING + usize::from(matches!(phase, Shown::Replacing)),
        Reply::Committed { phase, .. } => {
            COMMITTED
                + match phase {
                    Shown::Ready { .. } => 0,
                    Shown::Empty => 1,
                    _ => 2,
                }
        }
    }
}

fn shown(phase: &Shown) -> usize {
    match phase {
        Shown::CreatingProxy => 0,
        Shown::WaitingForActivationAuthorization => 1,
        Shown::AwaitingProxyOutcome => 2,
        Shown::Ready { .. } => 3,
        Shown::Empty => 4,
        Shown::Stopping => 5,
        Shown::Replacing => 6,
        Shown::Cancelling => 7,
        Shown::Draining => 8,
        Shown::Retiring => 9,
    }
}

fn lifecycle(step: &Observed<'_>, event: &Lifecycle, mark: &mut dyn FnMut(usize)) {
    match event {
        Lifecycle::Started { .. } => mark(CHANGE),
        Lifecycle::Replaced { outcome, .. } => mark(CHANGE + 1 + usize::from(drains(outcome))),
        Lifecycle::StartFailed { reason, present, .. } => {
            mark(CHANGE + 3 + start_failure(*reason, present.is_some()));
        }
        Lifecycle::ReplacementFailed { reason, present, .. } => {
            // A proxy that was there is not created again.
            mark(CHANGE + 7 + start_failure(*reason, present.is_some()));
        }
        Lifecycle::StopFinished { result, .. } => mark(SERVICE + stop_result(result)),
        Lifecycle::UnexpectedWorkerStopped { kept, .. } => {
            let place = match (kept, step.told) {
                (true, Told::ShutdownRejected { .. }) => 2,
                (true, _) => 0,
                (false, _) => 1,
            };
            mark(SERVICE + 4 + place);
        }
        Lifecycle::OperationCancelled { change, result, .. } => match result {
            CancelledWorker::Returned => mark(CANCELLED),
            CancelledWorker::InputRejected => {
                mark(CANCELLED + 1 + usize::from(*change == Change::Replacement));
            }
            CancelledWorker::Resolved { outcome } => late(CANCELLED_LATE, outcome, mark),
        },
        Lifecycle::WorkerChangeInterrupted { cause, worker, .. } => {
            interrupted(*cause, worker, mark);
        }
        Lifecycle::CommandUnavailable { .. } => mark(SERVICE + 7),
        Lifecycle::EntryRetired { cause, exit, absorbed } => {
            let place = match exit {
                RetiredProxy::Here(_) => 0,
                RetiredProxy::Elsewhere => 1,
                RetiredProxy::NeverBorn => 2,
            };
            mark(RETIRED + 3 * retirement(*cause) + place);
            let stops = absorbed.iter().flatten().count();
            if stops > 0 {
                mark(ABSORBED + stops - 1);
            }
        }
    }
}

fn drains(outcome: &ReplacementOutcome) -> bool {
    matches!(outcome, ReplacementOutcome::Resolved { predecessor, .. }
        if predecessor.drained.is_some())
}

fn start_failure(reason: ChangeFailure, is_present: bool) -> usize {
    match reason {
        ChangeFailure::CreationRejected => 0,
        ChangeFailure::InputRejected => 1,
        ChangeFailure::OutcomeFailed => 2,
        ChangeFailure::ProxyDied => 3 + usize::from(!is_present),
    }
}

fn stop_result(result: &StopResult) -> usize {
    match result {
        StopResult::Stopped { .. } => 0,
        StopResult::NeverBorn => 1,
        StopResult::Failed { exit: None, .. } => 2,
        StopResult::Failed { exit: Some(_), .. } => 3,
    }
}

fn interrupted(cause: Interruption, worker: &InterruptedWorker, mark: &mut dyn FnMut(usize)) {
    let (place, base) = match cause {
        Interruption::ExplicitStop { .. } => (0, STOPPED_LATE),
        Interruption::SupervisorShutdown { change: Change::Start } => (2, SHUT_LATE),
        Interruption::SupervisorShutdown { change: Change::Replacement } => (4, SHUT_LATE),
    };
    match worker {
        InterruptedWorker::Present { .. } => mark(INTERRUPTED + place),
        InterruptedWorker::Transferred => mark(INTERRUPTED + place + 1),
        InterruptedWorker::Late { outcome } => late(base, outcome, mark),
    }
}

fn retirement(cause: Cause) -> usize {
    match cause {
        Cause::StartFailed => 0,
        Cause::UnexpectedWorkerExit => 1,
        Cause::StableProxyExit => 2,
        Cause::Stop => 3,
        Cause::Cancellation => 4,
        Cause::SupervisorShutdown => 5,
        Cause::DiagnosticTermination => 6,
    }
}

fn diagnostic_kind(diagnostic: &Diagnostic) -> usize {
    match diagnostic {
        Diagnostic::CorrelationUnavailable { kind, .. } => match kind {
            Kind::Generation => 0,
            Kind::Creation => 1,
            Kind::Operation => 2,
            Kind::Stop => 3,
        },
        Diagnostic::CreationRejected { early_exit: None, .. } => 4,
        Diagnostic::CreationRejected { early_exit: Some(_), .. } => 5,
        Diagnostic::InputRejected { .. } => 6,
        Diagnostic::ShutdownRejected { .. } => 7,
        Diagnostic::ProxyDied { .. } => 8,
        Diagnostic::RejectedFact { .. } => 9,
        Diagnostic::ForcedRetirement { .. } => 10,
        Diagnostic::OutcomeFailed { .. } => 11,
    }
}

fn details(diagnostic: &Diagnostic, mark: &mut dyn FnMut(usize)) {
    match diagnostic {
        Diagnostic::OutcomeFailed { outcome, .. } => late(FAILED, outcome, mark),
        Diagnostic::ForcedRetirement { owed, .. } => mark(OWED + debt(*owed)),
        Diagnostic::CorrelationUnavailable { .. }
        | Diagnostic::CreationRejected { .. }
        | Diagnostic::InputRejected { .. }
        | Diagnostic::ShutdownRejected { .. }
        | Diagnostic::ProxyDied { .. }
        | Diagnostic::RejectedFact { .. } => {}
    }
}

/// Something is owed to an entry that is unresolved.
fn debt(owed: Owed) -> usize {
    let Owed { birth, worker_result, shutdown_settlement, proxy_exit } = owed;
    if birth {
        return 0;
    }
    4 * usize::from(worker_result) + 2 * usize::from(shutdown_settlement) + usize::from(proxy_exit)
}

/// Marks the outcome in the group at `base`, and what is special in it.
fn late(base: usize, outcome: &Outcome, mark: &mut dyn FnMut(usize)) {
    mark(base + late_kind(outcome));
    match outcome {
        Outcome::Initial(outcome) => initial_cause(outcome, mark),
        Outcome::Replacement(outcome) => replacement_cause(outcome, mark),
        Outcome::Unreported(rest) => match rest {
            Unreported::Untouched { .. } => {}
            Unreported::Initial { outcome } => initial_cause(outcome, mark),
            Unreported::Replacement { outcome } => replacement_cause(outcome, mark),
            Unreported::Left { leftover } => {
                if let Leftover::Change { worker, .. } = leftover {
                    mark(LEFT + left(worker));
                }
            }
        },
    }
}

fn late_kind(outcome: &Outcome) -> usize {
    match outcome {
        Outcome::Initial(outcome) => match outcome {
            InitialOutcome::Refused(_) => 0,
            InitialOutcome::Resolved(outcome) => 1 + start(outcome),
        },
        Outcome::Replacement(outcome) => match outcome {
            ReplacementOutcome::Refused(_) => 4,
            ReplacementOutcome::CancelledBeforeBirth { .. } => 5,
            ReplacementOutcome::Resolved { successor, .. } => 6 + start(successor),
        },
        Outcome::Unreported(rest) => match rest {
            Unreported::Untouched { .. } => 9,
            Unreported::Initial { .. } => 10,
            Unreported::Replacement { .. } => 11,
            Unreported::Left { leftover: Leftover::Nothing | Leftover::Worker(_) } => 12,
            Unreported::Left { leftover: Leftover::Change { .. } } => 13,
        },
    }
}

fn start(outcome: &StartOutcome) -> usize {
    match outcome {
        StartOutcome::CreationRejected(_) => 0,
        StartOutcome::Ready { .. } => 1,
        StartOutcome::Unavailable { .. } => 2,
    }
}

fn initial_cause(outcome: &InitialOutcome, mark: &mut dyn FnMut(usize)) {
    if let InitialOutcome::Resolved(outcome) = outcome {
        start_cause(outcome, mark);
    }
}

fn replacement_cause(outcome: &ReplacementOutcome, mark: &mut dyn FnMut(usize)) {
    if let ReplacementOutcome::Resolved { successor, .. } = outcome {
        start_cause(successor, mark);
    }
}

fn start_cause(outcome: &StartOutcome, mark: &mut dyn FnMut(usize)) {
    let StartOutcome::Unavailable { cause, .. } = outcome else { return };
    let place = match cause {
        Failure::InitializationRejected { .. } => 0,
        Failure::StoppedDuringInitialization { .. } => 1,
        Failure::InitializedAfterExit { .. } => 2,
        Failure::ActivationUnavailable { .. } => 3,
        Failure::StartRejected { .. } => 4,
        Failure::ActivationRejected { .. } => 5,
        Failure::ReadyAfterExit { .. } => 6,
    };
    mark(CAUSE + place);
}

fn left(worker: &UnreportedWorker) -> usize {
    match worker {
        UnreportedWorker::Unborn(_) => 0,
        UnreportedWorker::Initialized { .. } => 1,
        UnreportedWorker::EffectsRejected { .. } => 2,
        UnreportedWorker::InitializationStopped { .. } => 3,
        UnreportedWorker::StartRejected { .. } => 4,
        UnreportedWorker::Ready { .. } => 5,
        UnreportedWorker::ActivationRejected { .. } => 6,
        UnreportedWorker::Resolved(_) => 7,
        UnreportedWorker::Held { .. } => 8,
    }
}
