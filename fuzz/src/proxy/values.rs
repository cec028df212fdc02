//! Which values an input brings along and which ones an action or an end carries away.
//!
//! Rules: exhaustive over every input, action and leftover, so that a new field that is forgotten here
//! shows up as a value that was lost. Nothing ends inside a proxy: each value that comes in goes out.

use super::observation::{
    Begin, Cause, End, Exit, InitialOutcome, Leftover, Predecessor, ReplacementOutcome, Report,
    Said, Settled, StartOutcome, Submission, Tag, Told, Unborn, UnreportedWorker, Verdict,
};

/// The kinds of values that are in somebody's custody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A worker's definition.
    Worker,
    /// Its activation work.
    Plan,
    /// A one-shot permit.
    Permit,
    /// What a rejected initialization left.
    Failure,
    /// What proves readiness.
    Proof,
    /// What a rejected activation left.
    Rejection,
    /// Why a worker stopped.
    Stop,
    /// Why the host rejected an operation.
    Reason,
    /// Who sent a command.
    Sender,
    /// A command.
    Command,
}

/// Visits values.
type Visit<'a> = &'a mut dyn FnMut(Kind, Tag);

/// Visits every value that `told` brings along.
pub fn told_values(told: &Told, visit: Visit<'_>) {
    let mut copy = *told;
    told_values_mut(&mut copy, &mut |kind, tag| visit(kind, *tag));
}

/// Visits every value that `told` brings along, to be replaced.
pub fn told_values_mut(told: &mut Told, visit: &mut dyn FnMut(Kind, &mut Tag)) {
    match told {
        Told::Shutdown | Told::BirthCommitted { .. } | Told::StartAccepted { .. } => {}
        Told::Service { sender, command } => {
            visit(Kind::Sender, sender);
            visit(Kind::Command, command);
        }
        Told::InstallInitial { submission, .. } | Told::Replace { submission, .. } => {
            submission_mut(submission, visit);
        }
        Told::BirthRejected { submission, why, .. } => {
            submission_mut(submission, visit);
            visit(Kind::Reason, &mut why.reason);
        }
        Told::Initialized { permit, plan, .. } => {
            visit(Kind::Permit, permit);
            visit(Kind::Plan, plan);
        }
        Told::EffectsRejected { failure, plan, .. } => {
            visit(Kind::Failure, failure);
            visit(Kind::Plan, plan);
        }
        Told::InitializationStopped { exit, plan, .. } => {
            visit(Kind::Stop, &mut exit.stop);
            visit(Kind::Plan, plan);
        }
        Told::StartRejected { request, reason, .. } => {
            visit(Kind::Permit, &mut request.permit);
            visit(Kind::Plan, &mut request.plan);
            visit(Kind::Reason, reason);
        }
        Told::ActivationReady { proof, .. } | Told::ReadyAfterCancel { proof, .. } => {
            visit(Kind::Proof, proof);
        }
        Told::ActivationRejected { rejection, .. }
        | Told::RejectedAfterCancel { rejection, .. } => {
            visit(Kind::Rejection, rejection);
        }
        Told::ExitBeforeBirth { exit, .. } | Told::ExitAfterBirth { exit, .. } => {
            visit(Kind::Stop, &mut exit.stop);
        }
        Told::ShutdownSettled { settlement, .. } => {
            if let Settled::Rejected { reason, .. } = settlement {
                visit(Kind::Reason, reason);
            }
        }
    }
}

fn submission_mut(submission: &mut Submission, visit: &mut dyn FnMut(Kind, &mut Tag)) {
    visit(Kind::Worker, &mut submission.worker);
    visit(Kind::Plan, &mut submission.plan);
}

/// Visits every value that `said` carries away.
pub fn said_values(said: &Said, visit: Visit<'_>) {
    match said {
        Said::CreateWorker { submission, .. } => submission_values(*submission, visit),
        Said::BeginActivation { begin } => begin_values(*begin, visit),
        Said::DeliverService { sender, command, .. } => {
            visit(Kind::Sender, *sender);
            visit(Kind::Command, *command);
        }
        Said::Report { report } => report_values(report, visit),
        Said::Diagnostic { fact, .. } => told_values(fact, visit),
        Said::ObserveWorkerCreation { .. }
        | Said::ObserveWorkerExit { .. }
        | Said::InitializeWorker { .. }
        | Said::CancelActivation { .. }
        | Said::ShutdownWorker { .. } => {}
    }
}

/// Visits every value that the end of a step carries away.
pub fn verdict_values(verdict: &Verdict, visit: Visit<'_>) {
    match verdict {
        Verdict::Continue | Verdict::HandedBack => {}
        Verdict::Stopped { leftover } => leftover_values(leftover, visit),
    }
}

fn submission_values(submission: Submission, visit: Visit<'_>) {
    visit(Kind::Worker, submission.worker);
    visit(Kind::Plan, submission.plan);
}

fn begin_values(begin: Begin, visit: Visit<'_>) {
    visit(Kind::Permit, begin.permit);
    visit(Kind::Plan, begin.plan);
}

fn exit_value(exit: Exit, visit: Visit<'_>) {
    visit(Kind::Stop, exit.stop);
}

fn settled_value(settled: Settled, visit: Visit<'_>) {
    if let Settled::Rejected { reason, .. } = settled {
        visit(Kind::Reason, reason);
    }
}

fn end_values(end: End, visit: Visit<'_>) {
    exit_value(end.exit, visit);
    if let Some(settled) = end.shutdown {
        settled_value(settled, visit);
    }
}

fn report_values(report: &Report, visit: Visit<'_>) {
    match report {
        Report::Initial { outcome: InitialOutcome::Refused(refused), .. }
        | Report::Replacement { outcome: ReplacementOutcome::Refused(refused), .. } => {
            submission_values(refused.submission, visit);
        }
        Report::Initial { outcome: InitialOutcome::Resolved(outcome), .. } => {
            start_values(outcome, visit);
        }
        Report::Replacement {
            outcome: ReplacementOutcome::CancelledBeforeBirth { submission, .. },
            ..
        } => submission_values(*submission, visit),
        Report::Replacement {
            outcome: ReplacementOutcome::Resolved { predecessor, successor },
            ..
        } => {
            predecessor_values(predecessor, visit);
            start_values(successor, visit);
        }
        Report::WorkerStopped { exit, .. } => exit_value(*exit, visit),
        Report::Unavailable { sender, command, .. } => {
            visit(Kind::Sender, *sender);
            visit(Kind::Command, *command);
        }
    }
}

fn predecessor_values(predecessor: &Predecessor, visit: Visit<'_>) {
    if let Some((exit, settled)) = predecessor.drained {
        exit_value(exit, visit);
        settled_value(settled, visit);
    }
}

fn unborn_values(unborn: &Unborn, visit: Visit<'_>) {
    submission_values(unborn.submission, visit);
    visit(Kind::Reason, unborn.why.reason);
    if let Some(exit) = unborn.early_exit {
        exit_value(exit, visit);
    }
}

fn start_values(outcome: &StartOutcome, visit: Visit<'_>) {
    match outcome {
        StartOutcome::CreationRejected(unborn) => unborn_values(unborn, visit),
        StartOutcome::Ready { proof, .. } => visit(Kind::Proof, *proof),
        StartOutcome::Unavailable { cause, .. } => cause_values(cause, visit),
    }
}

fn cause_values(cause: &Cause, visit: Visit<'_>) {
    match *cause {
        Cause::InitializationRejected { failure, plan, end } => {
            visit(Kind::Failure, failure);
            visit(Kind::Plan, plan);
            end_values(end, visit);
        }
        Cause::StoppedDuringInitialization { plan, exit, own } => {
            visit(Kind::Plan, plan);
            exit_value(exit, visit);
            if let Some(own) = own {
                exit_value(own, visit);
            }
        }
        Cause::InitializedAfterExit { permit, plan, exit } => {
            visit(Kind::Permit, permit);
            visit(Kind::Plan, plan);
            exit_value(exit, visit);
        }
        Cause::ActivationUnavailable { permit, plan, end, .. } => {
            visit(Kind::Permit, permit);
            visit(Kind::Plan, plan);
            end_values(end, visit);
        }
        Cause::StartRejected { request, reason, end } => {
            begin_values(request, visit);
            visit(Kind::Reason, reason);
            end_values(end, visit);
        }
        Cause::ActivationRejected { rejection, end } => {
            visit(Kind::Rejection, rejection);
            end_values(end, visit);
        }
        Cause::ReadyAfterExit { proof, exit } => {
            visit(Kind::Proof, proof);
            exit_value(exit, visit);
        }
    }
}

fn leftover_values(leftover: &Leftover, visit: Visit<'_>) {
    match leftover {
        Leftover::Nothing => {}
        Leftover::Worker(end) => end_values(*end, visit),
        Leftover::Change { predecessor, worker, .. } => {
            if let Some(predecessor) = predecessor {
                predecessor_values(predecessor, visit);
            }
            unreported_values(worker, visit);
        }
    }
}

fn unreported_values(worker: &UnreportedWorker, visit: Visit<'_>) {
    match *worker {
        UnreportedWorker::Unborn(unborn) => unborn_values(&unborn, visit),
        UnreportedWorker::Initialized { permit, plan, end } => {
            visit(Kind::Permit, permit);
            visit(Kind::Plan, plan);
            end_values(end, visit);
        }
        UnreportedWorker::EffectsRejected { failure, plan, end } => {
            visit(Kind::Failure, failure);
            visit(Kind::Plan, plan);
            end_values(end, visit);
        }
        UnreportedWorker::InitializationStopped { own, plan, end, shutdown } => {
            exit_value(own, visit);
            visit(Kind::Plan, plan);
            if let Some(end) = end {
                end_values(end, visit);
            }
            if let Some(settled) = shutdown {
                settled_value(settled, visit);
            }
        }
        UnreportedWorker::StartRejected { request, reason, end } => {
            begin_values(request, visit);
            visit(Kind::Reason, reason);
            end_values(end, visit);
        }
        UnreportedWorker::Ready { proof, end } => {
            visit(Kind::Proof, proof);
            end_values(end, visit);
        }
        UnreportedWorker::ActivationRejected { rejection, end } => {
            visit(Kind::Rejection, rejection);
            end_values(end, visit);
        }
        UnreportedWorker::Resolved(outcome) => start_values(&outcome, visit),
        UnreportedWorker::Held { outcome, end } => {
            start_values(&outcome, visit);
            end_values(end, visit);
        }
    }
}
