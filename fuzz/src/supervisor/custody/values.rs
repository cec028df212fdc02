//! Which values an input brings along and which ones an action carries away.
//!
//! Rules: exhaustive over every input and action, so that a new field that is forgotten here shows
//! up as a value that was lost. A reason of the host is a plain value, so it is none of these.

use crate::proxy::observation::{
    Begin, Cause, CreationRefusal, End, Refused, Settled, Unborn, UnreportedWorker,
};
use crate::supervisor::observation::{
    Absorbed, CancelledWorker, Diagnostic, EntryPhase, EntryView, Exit, InitialOutcome,
    InterruptedWorker, Leftover, Lifecycle, Outcome, ProxyExit, ReplacementOutcome, Reply, Report,
    RetiredProxy, Said, StartOutcome, StopResult, Submission, Tag, Told, Unreported,
};

/// The kinds of values that are in somebody's custody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A worker's definition.
    Worker,
    /// A worker's activation work.
    Plan,
    /// Where a command's answer goes.
    ReplyRoute,
    /// Why a proxy stopped.
    ProxyStop,
    /// Why a proxy was not created.
    CreationRejection,
    /// Why a worker stopped.
    WorkerStop,
    /// Why a proxy's host rejected an operation.
    Rejection,
    /// An activation permit.
    Permit,
    /// What a rejected initialization leaves.
    InitializationFailure,
    /// What proves that a worker is ready.
    Proof,
    /// What a rejected activation leaves.
    ActivationRejection,
    /// Who sent a service command.
    Sender,
    /// A service command.
    Command,
}

/// Visits every value that `told` brings along.
pub fn told_values(told: &Told, visit: &mut dyn FnMut(Kind, Tag)) {
    let mut copy = *told;
    told_values_mut(&mut copy, &mut |kind, tag| visit(kind, *tag));
}

/// Visits every value that `told` brings along, to be replaced.
pub fn told_values_mut(told: &mut Told, visit: &mut impl FnMut(Kind, &mut Tag)) {
    match told {
        Told::Start { submission: work, reply, .. }
        | Told::Replace { submission: work, reply, .. } => {
            submission(work, visit);
            visit(Kind::ReplyRoute, reply);
        }
        Told::Stop { reply, .. } | Told::Query { reply, .. } | Told::Cancel { reply, .. } => {
            visit(Kind::ReplyRoute, reply);
        }
        Told::BirthRejected { rejection, .. } => visit(Kind::CreationRejection, rejection),
        Told::ExitBeforeBirth { exit, .. } | Told::ExitAfterBirth { exit, .. } => {
            proxy_exit(exit, visit);
        }
        Told::InputRejected { returned, .. } => submission(&mut returned.submission, visit),
        Told::Report { report: value, .. } => report(value, visit),
        Told::Unreported { rest, .. } => unreported(rest, visit),
        Told::Initialize
        | Told::Shutdown
        | Told::DeadlineAccepted { .. }
        | Told::DeadlineRejected { .. }
        | Told::DeadlineElapsed { .. }
        | Told::BirthCommitted { .. }
        | Told::InputAccepted { .. }
        | Told::ShutdownAccepted { .. }
        | Told::ShutdownRejected { .. } => {}
    }
}

/// Visits every value that `said` carries away.
pub fn said_values(said: &Said, visit: &mut dyn FnMut(Kind, Tag)) {
    let mut copy = *said;
    let mut visit = |kind, tag: &mut Tag| visit(kind, *tag);
    match &mut copy {
        Said::InstallInitial { input } | Said::Replace { input } => {
            submission(&mut input.submission, &mut visit);
        }
        Said::Reply { route, reply: answer } => {
            visit(Kind::ReplyRoute, route);
            reply(answer, &mut visit);
        }
        Said::Lifecycle { event, .. } => lifecycle(event, &mut visit),
        Said::DeliverDiagnostic { diagnostic: value, .. }
        | Said::TransferTerminalDiagnostic { diagnostic: value } => diagnostic(value, &mut visit),
        Said::CreateProxy { .. }
        | Said::ObserveProxyCreation { .. }
        | Said::ObserveProxyExit { .. }
        | Said::ShutdownProxy { .. }
        | Said::ScheduleDeadline { .. } => {}
    }
}

fn submission(submission: &mut Submission, visit: &mut impl FnMut(Kind, &mut Tag)) {
    visit(Kind::Worker, &mut submission.worker);
    visit(Kind::Plan, &mut submission.plan);
}

fn proxy_exit(exit: &mut ProxyExit, visit: &mut impl FnMut(Kind, &mut Tag)) {
    visit(Kind::ProxyStop, &mut exit.stop);
}

fn worker_exit(exit: &mut Exit, visit: &mut impl FnMut(Kind, &mut Tag)) {
    visit(Kind::WorkerStop, &mut exit.stop);
}

fn settled(settled: &mut Settled, visit: &mut impl FnMut(Kind, &mut Tag)) {
    if let Settled::Rejected { reason, .. } = settled {
        visit(Kind::Rejection, reason);
    }
}

fn end(end: &mut End, visit: &mut impl FnMut(Kind, &mut Tag)) {
    worker_exit(&mut end.exit, visit);
    end.shutdown.iter_mut().for_each(|result| settled(result, visit));
}

fn begin(begin: &mut Begin, visit: &mut impl FnMut(Kind, &mut Tag)) {
    visit(Kind::Permit, &mut begin.permit);
    visit(Kind::Plan, &mut begin.plan);
}

fn refused(refused: &mut Refused, visit: &mut impl FnMut(Kind, &mut Tag)) {
    submission(&mut refused.submission, visit);
}

fn unborn(unborn: &mut Unborn, visit: &mut impl FnMut(Kind, &mut Tag)) {
    submission(&mut unborn.submission, visit);
    let CreationRefusal { reason, .. } = &mut unborn.why;
    visit(Kind::Rejection, reason);
    unborn.early_exit.iter_mut().for_each(|exit| worker_exit(exit, visit));
}

fn report(report: &mut Report, visit: &mut impl FnMut(Kind, &mut Tag)) {
    match report {
        Report::Initial { outcome, .. } => initial(outcome, visit),
        Report::Replacement { outcome, .. } => replacement(outcome, visit),
        Report::WorkerStopped { exit, .. } => worker_exit(exit, visit),
        Report::Unavailable { sender, command, .. } => {
            visit(Kind::Sender, sender);
            visit(Kind::Command, command);
        }
    }
}

fn initial(outcome: &mut InitialOutcome, visit: &mut impl FnMut(Kind, &mut Tag)) {
    match outcome {
        InitialOutcome::Refused(change) => refused(change, visit),
        InitialOutcome::Resolved(outcome) => start_outcome(outcome, visit),
    }
}

fn replacement(outcome: &mut ReplacementOutcome, visit: &mut impl FnMut(Kind, &mut Tag)) {
    match outcome {
        ReplacementOutcome::Refused(change) => refused(change, visit),
        ReplacementOutcome::CancelledBeforeBirth { submission: work, .. } => {
            submission(work, visit);
        }
        ReplacementOutcome::Resolved { predecessor, successor } => {
            drained(&mut predecessor.drained, visit);
            start_outcome(successor, visit);
        }
    }
}

fn drained(drained: &mut Option<(Exit, Settled)>, visit: &mut impl FnMut(Kind, &mut Tag)) {
    if let Some((exit, settlement)) = drained {
        worker_exit(exit, visit);
        settled(settlement, visit);
    }
}

fn start_outcome(outcome: &mut StartOutcome, visit: &mut impl FnMut(Kind, &mut Tag)) {
    match outcome {
        StartOutcome::CreationRejected(worker) => unborn(worker, visit),
        StartOutcome::Ready { proof, .. } => visit(Kind::Proof, proof),
        StartOutcome::Unavailable { cause: value, .. } => cause(value, visit),
    }
}

fn cause(cause: &mut Cause, visit: &mut impl FnMut(Kind, &mut Tag)) {
    match cause {
        Cause::InitializationRejected { failure, plan, end: last } => {
            visit(Kind::InitializationFailure, failure);
            visit(Kind::Plan, plan);
            end(last, visit);
        }
        Cause::StoppedDuringInitialization { plan, exit, own } => {
            visit(Kind::Plan, plan);
            worker_exit(exit, visit);
            own.iter_mut().for_each(|exit| worker_exit(exit, visit));
        }
        Cause::InitializedAfterExit { permit, plan, exit } => {
            visit(Kind::Permit, permit);
            visit(Kind::Plan, plan);
            worker_exit(exit, visit);
        }
        Cause::ActivationUnavailable { permit, plan, end: last, .. } => {
            visit(Kind::Permit, permit);
            visit(Kind::Plan, plan);
            end(last, visit);
        }
        Cause::StartRejected { request, reason, end: last } => {
            begin(request, visit);
            visit(Kind::Rejection, reason);
            end(last, visit);
        }
        Cause::ActivationRejected { rejection, end: last } => {
            visit(Kind::ActivationRejection, rejection);
            end(last, visit);
        }
        Cause::ReadyAfterExit { proof, exit } => {
            visit(Kind::Proof, proof);
            worker_exit(exit, visit);
        }
    }
}

fn unreported(rest: &mut Unreported, visit: &mut impl FnMut(Kind, &mut Tag)) {
    match rest {
        Unreported::Untouched { submission: work } => submission(work, visit),
        Unreported::Initial { outcome } => initial(outcome, visit),
        Unreported::Replacement { outcome } => replacement(outcome, visit),
        Unreported::Left { leftover: rest } => leftover(rest, visit),
    }
}

fn leftover(leftover: &mut Leftover, visit: &mut impl FnMut(Kind, &mut Tag)) {
    match leftover {
        Leftover::Nothing => {}
        Leftover::Worker(last) => end(last, visit),
        Leftover::Change { predecessor, worker, .. } => {
            predecessor.iter_mut().for_each(|known| drained(&mut known.drained, visit));
            unreported_worker(worker, visit);
        }
    }
}

fn unreported_worker(worker: &mut UnreportedWorker, visit: &mut impl FnMut(Kind, &mut Tag)) {
    match worker {
        UnreportedWorker::Unborn(worker) => unborn(worker, visit),
        UnreportedWorker::Initialized { permit, plan, end: last } => {
            visit(Kind::Permit, permit);
            visit(Kind::Plan, plan);
            end(last, visit);
        }
        UnreportedWorker::EffectsRejected { failure, plan, end: last } => {
            visit(Kind::InitializationFailure, failure);
            visit(Kind::Plan, plan);
            end(last, visit);
        }
        UnreportedWorker::InitializationStopped { own, plan, end: last, shutdown } => {
            worker_exit(own, visit);
            visit(Kind::Plan, plan);
            last.iter_mut().for_each(|last| end(last, visit));
            shutdown.iter_mut().for_each(|result| settled(result, visit));
        }
        UnreportedWorker::StartRejected { request, reason, end: last } => {
            begin(request, visit);
            visit(Kind::Rejection, reason);
            end(last, visit);
        }
        UnreportedWorker::Ready { proof, end: last } => {
            visit(Kind::Proof, proof);
            end(last, visit);
        }
        UnreportedWorker::ActivationRejected { rejection, end: last } => {
            visit(Kind::ActivationRejection, rejection);
            end(last, visit);
        }
        UnreportedWorker::Resolved(outcome) => start_outcome(outcome, visit),
        UnreportedWorker::Held { outcome, end: last } => {
            start_outcome(outcome, visit);
            end(last, visit);
        }
    }
}

fn reply(reply: &mut Reply, visit: &mut impl FnMut(Kind, &mut Tag)) {
    match reply {
        Reply::StartRejected { submission: work, .. }
        | Reply::ReplaceRejected { submission: work, .. }
        | Reply::Returned { submission: work, .. } => submission(work, visit),
        Reply::StartAccepted { .. }
        | Reply::ReplaceAccepted { .. }
        | Reply::StopAccepted { .. }
        | Reply::StopRejected { .. }
        | Reply::Unknown { .. }
        | Reply::Known { .. }
        | Reply::Pending { .. }
        | Reply::Committed { .. }
        | Reply::Cancelled { .. }
        | Reply::Stale { .. }
        | Reply::Draining { .. } => {}
    }
}

fn outcome(outcome: &mut Outcome, visit: &mut impl FnMut(Kind, &mut Tag)) {
    match outcome {
        Outcome::Initial(outcome) => initial(outcome, visit),
        Outcome::Replacement(outcome) => replacement(outcome, visit),
        Outcome::Unreported(rest) => unreported(rest, visit),
    }
}

fn lifecycle(event: &mut Lifecycle, visit: &mut impl FnMut(Kind, &mut Tag)) {
    match event {
        Lifecycle::Started { outcome, .. } => initial(outcome, visit),
        Lifecycle::Replaced { outcome, .. } => replacement(outcome, visit),
        Lifecycle::StartFailed { present, .. } | Lifecycle::ReplacementFailed { present, .. } => {
            present.iter_mut().for_each(|work| submission(work, visit));
        }
        Lifecycle::StopFinished { result, .. } => match result {
            StopResult::Stopped { exit, .. } | StopResult::Failed { exit: Some(exit), .. } => {
                proxy_exit(exit, visit);
            }
            StopResult::NeverBorn | StopResult::Failed { exit: None, .. } => {}
        },
        Lifecycle::UnexpectedWorkerStopped { exit, .. } => worker_exit(exit, visit),
        Lifecycle::OperationCancelled { result, .. } => match result {
            CancelledWorker::Resolved { outcome: late } => outcome(late, visit),
            CancelledWorker::Returned | CancelledWorker::InputRejected => {}
        },
        Lifecycle::WorkerChangeInterrupted { worker, .. } => match worker {
            InterruptedWorker::Present { submission: work } => submission(work, visit),
            InterruptedWorker::Late { outcome: late } => outcome(late, visit),
            InterruptedWorker::Transferred => {}
        },
        Lifecycle::CommandUnavailable { sender, command, .. } => {
            visit(Kind::Sender, sender);
            visit(Kind::Command, command);
        }
        Lifecycle::EntryRetired { exit, absorbed, .. } => {
            if let RetiredProxy::Here(exit) = exit {
                proxy_exit(exit, visit);
            }
            absorbed_stops(absorbed, visit);
        }
    }
}

fn absorbed_stops(absorbed: &mut [Option<Absorbed>; 2], visit: &mut impl FnMut(Kind, &mut Tag)) {
    absorbed.iter_mut().flatten().for_each(|stop| worker_exit(&mut stop.exit, visit));
}

fn diagnostic(diagnostic: &mut Diagnostic, visit: &mut impl FnMut(Kind, &mut Tag)) {
    match diagnostic {
        Diagnostic::CreationRejected { rejection, early_exit, .. } => {
            visit(Kind::CreationRejection, rejection);
            early_exit.iter_mut().for_each(|exit| proxy_exit(exit, visit));
        }
        Diagnostic::InputRejected { input, .. } => submission(&mut input.submission, visit),
        Diagnostic::OutcomeFailed { outcome: failed, .. } => outcome(failed, visit),
        Diagnostic::ProxyDied { exit, .. } => proxy_exit(exit, visit),
        Diagnostic::RejectedFact { fact } => told_values_mut(fact, visit),
        Diagnostic::CorrelationUnavailable { .. }
        | Diagnostic::ShutdownRejected { .. }
        | Diagnostic::ForcedRetirement { .. } => {}
    }
}

/// Visits every value that an unresolved entry holds.
pub fn held_values(entry: &EntryView, visit: &mut dyn FnMut(Kind, Tag)) {
    let EntryPhase::Ending { mut holds, .. } = entry.phase else { return };
    let mut visit = |kind, tag: &mut Tag| visit(kind, *tag);
    holds.exit.iter_mut().for_each(|exit| proxy_exit(exit, &mut visit));
    absorbed_stops(&mut holds.absorbed, &mut visit);
    holds.outcome.iter_mut().for_each(|late| outcome(late, &mut visit));
    if let Some((input, _)) = &mut holds.input_rejection {
        submission(&mut input.submission, &mut visit);
    }
}
