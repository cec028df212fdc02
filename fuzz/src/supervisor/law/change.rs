//! Worker changes: each accepted one ends exactly once, and only in a way that the facts support.

use super::book::{Birth, Book, LastRecord, Life, WorkerResult};
use super::{Observed, breach, hold};
use crate::supervisor::observation::{
    CancelledWorker, Cause, Change, ExitPolicy, Failure, Id, InitialOutcome, InterruptedWorker,
    Interruption, Lifecycle, Mode, Outcome, Proxy, ReplacementOutcome, Report, Said, StartOutcome,
    Submission, SupervisorSetup, Told,
};
use crate::verdict::LawBreach;

/// Started and Replaced follow the exact, reported readiness of an accepted input, and nothing else.
pub(super) const REALIZED: &str = "realized-only-by-readiness";
/// An accepted change ends exactly once.
pub(super) const ENDS_ONCE: &str = "change-ends-once";
/// A failure's reason is so, and its worker is where it says.
pub(super) const FAILURE: &str = "failure-reason-is-so";
/// An interruption names what interrupted, and the worker's own result.
pub(super) const INTERRUPTION: &str = "interruption-tells-the-result";
/// A cancelled change tells the exact result of its worker, directly before its entry retires.
pub(super) const CANCELLATION: &str = "cancellation-keeps-the-result";
/// An unexpected stop is that of the retained worker, told once, with the policy's consequence.
pub(super) const UNEXPECTED: &str = "unexpected-stop-follows-policy";
/// A command that no worker can take is published once and whole.
pub(super) const UNAVAILABLE: &str = "unavailable-command-published";
/// The proxy that is published is the one that was born for the entry.
pub(super) const STABLE: &str = "one-stable-proxy-per-entry";

/// Judges one action.
pub(super) fn judge(
    book: &mut Book,
    setup: &SupervisorSetup,
    step: &Observed<'_>,
    said: &Said,
) -> Result<(), LawBreach> {
    let Said::Lifecycle { key, generation, event, .. } = *said else { return Ok(()) };
    let Some(life) = book.of_generation_mut(generation).filter(|life| life.key == key) else {
        return breach(ENDS_ONCE, format!("{said:?} is about nobody"));
    };
    match event {
        Lifecycle::Started { operation, proxy, outcome } => {
            started(life, step, operation, proxy, outcome)
        }
        Lifecycle::Replaced { operation, proxy, outcome } => {
            replaced(life, step, operation, proxy, outcome)
        }
        Lifecycle::StartFailed { operation, present, reason } => {
            failed(life, step, operation, Change::Start, present, reason)
        }
        Lifecycle::ReplacementFailed { operation, present, reason } => {
            failed(life, step, operation, Change::Replacement, present, reason)
        }
        Lifecycle::UnexpectedWorkerStopped { kept, .. } => {
            unexpected(life, setup, step, &event, kept)
        }
        Lifecycle::OperationCancelled { operation, change, result } => {
            cancelled(life, operation, change, result)
        }
        Lifecycle::WorkerChangeInterrupted { operation, cause, worker } => {
            interrupted(life, step, operation, cause, worker)
        }
        Lifecycle::CommandUnavailable { sender, phase, command } => {
            let report = Report::Unavailable { sender, phase, command };
            let told = matches!(*step.told, Told::Report { proxy, report: told }
                if told == report && life.proxy() == Some(proxy));
            hold(told, UNAVAILABLE, || format!("{event:?} at {:?}", step.told))
        }
        Lifecycle::StopFinished { .. } | Lifecycle::EntryRetired { .. } => Ok(()),
    }
}

/// Ends the change under way, which must be this one.
fn end(life: &mut Life, operation: Id, change: Change) -> Result<(), LawBreach> {
    let due = life.work.is_some_and(|work| work.operation == operation && work.change == change);
    hold(due, ENDS_ONCE, || format!("{operation:?} is not under way in {life:?}"))?;
    life.work = None;
    Ok(())
}

fn committed(operation: Id) -> Option<LastRecord> {
    Some(LastRecord { operation, was_called_back: false })
}

fn started(
    life: &mut Life,
    step: &Observed<'_>,
    operation: Id,
    proxy: Proxy,
    outcome: InitialOutcome,
) -> Result<(), LawBreach> {
    let report = Report::Initial { ticket: operation, outcome };
    let ready = matches!(outcome, InitialOutcome::Resolved(StartOutcome::Ready { .. }));
    realized(life, step, proxy, report, ready)?;
    end(life, operation, Change::Start)?;
    life.last = committed(operation);
    Ok(())
}

fn replaced(
    life: &mut Life,
    step: &Observed<'_>,
    operation: Id,
    proxy: Proxy,
    outcome: ReplacementOutcome,
) -> Result<(), LawBreach> {
    let report = Report::Replacement { ticket: operation, outcome };
    let ready = matches!(
        outcome,
        ReplacementOutcome::Resolved { successor: StartOutcome::Ready { .. }, .. }
    );
    realized(life, step, proxy, report, ready)?;
    end(life, operation, Change::Replacement)?;
    life.last = committed(operation);
    Ok(())
}

fn realized(
    life: &Life,
    step: &Observed<'_>,
    proxy: Proxy,
    report: Report,
    ready: bool,
) -> Result<(), LawBreach> {
    hold(life.proxy() == Some(proxy), STABLE, || format!("{proxy} is not the proxy of {life:?}"))?;
    let told = *step.told == Told::Report { proxy, report };
    hold(told && ready && !life.is_ending(), REALIZED, || {
        format!("{report:?} at {:?} in {life:?}", step.told)
    })
}

fn failed(
    life: &mut Life,
    step: &Observed<'_>,
    operation: Id,
    change: Change,
    present: Option<Submission>,
    reason: Failure,
) -> Result<(), LawBreach> {
    let Some(work) = life.work else {
        return breach(ENDS_ONCE, format!("{operation:?} is not under way in {life:?}"));
    };
    let due = if work.is_out { None } else { Some(work.submission) };
    let so = match (reason, step.told) {
        (Failure::CreationRejected, Told::BirthRejected { .. }) => true,
        (Failure::InputRejected, Told::InputRejected { operation: told, .. }) => *told == operation,
        (Failure::OutcomeFailed, Told::Report { report, .. }) => fails(report, operation),
        (Failure::ProxyDied, Told::BirthCommitted { .. } | Told::ExitAfterBirth { .. }) => {
            life.exit.is_some()
        }
        _ => false,
    };
    hold(so && present == due, FAILURE, || {
        format!("{reason:?} with {present:?} at {:?} in {life:?}", step.told)
    })?;
    hold(!life.is_ending(), ENDS_ONCE, || format!("{operation:?} of an ending {life:?}"))?;
    end(life, operation, change)?;
    match (change, reason) {
        (Change::Start, Failure::InputRejected | Failure::OutcomeFailed) => {
            life.retiring = Some(Cause::StartFailed);
        }
        (Change::Start, Failure::CreationRejected) => life.retiring = Some(Cause::StartFailed),
        (Change::Replacement, Failure::InputRejected | Failure::OutcomeFailed) => {
            life.last = committed(operation);
        }
        (Change::Replacement, Failure::CreationRejected) | (_, Failure::ProxyDied) => {}
    }
    Ok(())
}

/// Whether the report is an outcome of this operation and not Ready.
fn fails(report: &Report, operation: Id) -> bool {
    match report {
        Report::Initial { ticket, outcome } => {
            let ready = matches!(outcome, InitialOutcome::Resolved(StartOutcome::Ready { .. }));
            *ticket == operation && !ready
        }
        Report::Replacement { ticket, outcome } => {
            let ready = matches!(
                outcome,
                ReplacementOutcome::Resolved { successor: StartOutcome::Ready { .. }, .. }
            );
            *ticket == operation && !ready
        }
        Report::WorkerStopped { .. } | Report::Unavailable { .. } => false,
    }
}

fn unexpected(
    life: &mut Life,
    setup: &SupervisorSetup,
    step: &Observed<'_>,
    event: &Lifecycle,
    kept: bool,
) -> Result<(), LawBreach> {
    let Lifecycle::UnexpectedWorkerStopped { evidence, exit, .. } = *event else { return Ok(()) };
    let due = match *step.told {
        Told::Report { report: Report::WorkerStopped { evidence: told, exit: end }, .. } => {
            let policy = life.work.is_some() || setup.unexpected_exit == ExitPolicy::KeepEmpty;
            told == evidence && end == exit && kept == policy && !life.is_ending()
        }
        // A stop that was rejected restores an entry whose worker has stopped meanwhile.
        Told::ShutdownRejected { .. } => {
            let absorbed = life.absorbed.iter().flatten();
            kept && absorbed.clone().any(|stop| stop.evidence == evidence && stop.exit == exit)
        }
        _ => false,
    };
    hold(due, UNEXPECTED, || format!("{event:?} at {:?} in {life:?}", step.told))?;
    life.absorbed = [None; 2];
    if !kept {
        life.retiring = Some(Cause::UnexpectedWorkerExit);
    }
    Ok(())
}

fn cancelled(
    life: &mut Life,
    operation: Id,
    change: Change,
    result: CancelledWorker,
) -> Result<(), LawBreach> {
    let due = life.cancelled.is_some_and(|cancelled| {
        let result_is_due = match (cancelled.was_here, life.result) {
            (true, _) => result == CancelledWorker::Returned,
            (false, Some(WorkerResult::Rejected { .. })) => {
                result == CancelledWorker::InputRejected
            }
            (false, Some(WorkerResult::Outcome(outcome))) => {
                result == CancelledWorker::Resolved { outcome }
            }
            (false, None) => false,
        };
        cancelled.operation == operation && cancelled.change == change && result_is_due
    });
    hold(due, CANCELLATION, || format!("{operation:?} with {result:?} in {life:?}"))
}

fn interrupted(
    life: &mut Life,
    step: &Observed<'_>,
    operation: Id,
    cause: Interruption,
    worker: InterruptedWorker,
) -> Result<(), LawBreach> {
    let Some(work) = life.work.filter(|work| work.operation == operation) else {
        return breach(ENDS_ONCE, format!("{operation:?} is not under way in {life:?}"));
    };
    let caused = match (cause, &mut life.stop) {
        (Interruption::ExplicitStop { stop }, Some(known)) => *known.id.get_or_insert(stop) == stop,
        (Interruption::SupervisorShutdown { change }, None) => {
            change == work.change && step.after.mode != Mode::Operating
        }
        (Interruption::ExplicitStop { .. }, None)
        | (Interruption::SupervisorShutdown { .. }, Some(_)) => false,
    };
    let told = match (worker, life.result) {
        (InterruptedWorker::Present { submission }, _) => {
            !work.is_out && submission == work.submission
        }
        (InterruptedWorker::Transferred, Some(WorkerResult::Rejected { .. })) => work.is_out,
        (InterruptedWorker::Late { outcome }, Some(WorkerResult::Outcome(known))) => {
            work.is_out && outcome == known && is_news(step, &outcome)
        }
        (InterruptedWorker::Transferred | InterruptedWorker::Late { .. }, _) => false,
    };
    hold(caused && told, INTERRUPTION, || {
        format!("{cause:?} with {worker:?} at {:?} in {life:?}", step.told)
    })?;
    end(life, operation, work.change)
}

/// Whether the outcome has come with this very fact.
fn is_news(step: &Observed<'_>, outcome: &Outcome) -> bool {
    match (step.told, outcome) {
        (
            Told::Report { report: Report::Initial { outcome: told, .. }, .. },
            Outcome::Initial(known),
        ) => told == known,
        (
            Told::Report { report: Report::Replacement { outcome: told, .. }, .. },
            Outcome::Replacement(known),
        ) => told == known,
        (Told::Unreported { rest, .. }, Outcome::Unreported(known)) => rest == known,
        _ => false,
    }
}

/// Whether the entry's proxy was never born.
pub(super) fn never_born(life: &Life) -> bool {
    life.birth == Birth::Rejected
}
