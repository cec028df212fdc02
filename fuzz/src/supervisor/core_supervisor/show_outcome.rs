//! Reports, outcomes and leftovers in plain form.

use super::ids;
use super::protocol::{Service, Witness};
use crate::proxy::observation::{
    Begin, Cause, CreationRefusal, End, Exit, InitialOutcome, Leftover, Predecessor, Refused,
    Refuser, ReplacementOutcome, Report, Settled, ShownPhase, StartOutcome, Submission, Tag,
    Unavailable, Unborn, UnreportedWorker,
};
use actor_laws::correlation;
use actor_laws::proxy::{
    self as core, ChangeRefusal, CreationRejection, OwnerReport, ProxyPhase, ShutdownWorker,
    UnavailableCause, WorkerEnd,
};
use actor_laws::settlement::Settlement;

/// Shows a report.
pub(super) fn report(report: &OwnerReport<Service>) -> Report {
    match report {
        OwnerReport::Initial { ticket, outcome } => {
            Report::Initial { ticket: ids::operation(*ticket), outcome: initial(outcome) }
        }
        OwnerReport::Replacement { ticket, outcome } => {
            Report::Replacement { ticket: ids::operation(*ticket), outcome: replacement(outcome) }
        }
        OwnerReport::WorkerStopped { evidence, exit } => {
            Report::WorkerStopped { evidence: ids::evidence(*evidence), exit: self::exit(exit) }
        }
        OwnerReport::Unavailable { service, phase } => Report::Unavailable {
            sender: service.sender.tag(),
            phase: self::phase(*phase),
            command: service.command.tag(),
        },
    }
}

pub(super) fn initial(outcome: &core::InitialOutcome<Service>) -> InitialOutcome {
    match outcome {
        core::InitialOutcome::Rejected(refused) => InitialOutcome::Refused(self::refused(refused)),
        core::InitialOutcome::Resolved(outcome) => InitialOutcome::Resolved(start(outcome)),
    }
}

pub(super) fn replacement(outcome: &core::ReplacementOutcome<Service>) -> ReplacementOutcome {
    match outcome {
        core::ReplacementOutcome::Rejected(refused) => {
            ReplacementOutcome::Refused(self::refused(refused))
        }
        core::ReplacementOutcome::CancelledBeforeBirth { predecessor, submission } => {
            ReplacementOutcome::CancelledBeforeBirth {
                predecessor: ids::evidence(*predecessor),
                submission: self::submission(submission),
            }
        }
        core::ReplacementOutcome::Resolved { predecessor, successor } => {
            let predecessor = self::predecessor(predecessor);
            ReplacementOutcome::Resolved { predecessor, successor: start(successor) }
        }
    }
}

fn refused(refused: &core::RefusedChange<Service>) -> Refused {
    Refused {
        submission: submission(&refused.submission),
        phase: phase(refused.phase),
        creation: match refused.reason {
            ChangeRefusal::Phase => None,
            ChangeRefusal::CreationUnavailable(reason) => Some(unavailable(reason)),
        },
    }
}

pub(super) fn unavailable(reason: correlation::Unavailable) -> Unavailable {
    match reason {
        correlation::Unavailable::Exhausted => Unavailable::Exhausted,
        correlation::Unavailable::Collision { candidate } => Unavailable::Collision { candidate },
    }
}

fn predecessor(predecessor: &core::Predecessor<Service>) -> Predecessor {
    match predecessor {
        core::Predecessor::Gone(evidence) => {
            Predecessor { evidence: ids::evidence(*evidence), drained: None }
        }
        core::Predecessor::Drained { evidence, exit, settlement } => Predecessor {
            evidence: ids::evidence(*evidence),
            drained: Some((self::exit(exit), settled(settlement))),
        },
    }
}

fn start(outcome: &core::StartOutcome<Service>) -> StartOutcome {
    match outcome {
        core::StartOutcome::CreationRejected(unborn) => {
            StartOutcome::CreationRejected(self::unborn(unborn))
        }
        core::StartOutcome::Ready { evidence, proof } => {
            StartOutcome::Ready { evidence: ids::evidence(*evidence), proof: proof.tag() }
        }
        core::StartOutcome::Unavailable { evidence, cause } => StartOutcome::Unavailable {
            evidence: ids::evidence(*evidence),
            cause: self::cause(cause),
        },
    }
}

fn unborn(unborn: &core::UnbornWorker<Service>) -> Unborn {
    Unborn {
        submission: submission(&unborn.submission),
        why: why(&unborn.why),
        early_exit: unborn.early_exit.as_ref().map(exit),
    }
}

fn end(end: &WorkerEnd<Service>) -> End {
    match end {
        WorkerEnd::Exited(exit) => End { exit: self::exit(exit), shutdown: None },
        WorkerEnd::Drained { exit, settlement } => {
            End { exit: self::exit(exit), shutdown: Some(settled(settlement)) }
        }
    }
}

fn cause(cause: &UnavailableCause<Service>) -> Cause {
    match cause {
        UnavailableCause::InitializationRejected { failure, plan, end: worker } => {
            Cause::InitializationRejected {
                failure: failure.tag(),
                plan: plan.tag(),
                end: end(worker),
            }
        }
        UnavailableCause::StoppedDuringInitialization { plan, exit, initialization_stop } => {
            Cause::StoppedDuringInitialization {
                plan: plan.tag(),
                exit: self::exit(exit),
                own: initialization_stop.as_ref().map(self::exit),
            }
        }
        UnavailableCause::InitializedAfterExit { permit, plan, exit } => {
            let (permit, plan) = (permit.tag(), plan.tag());
            Cause::InitializedAfterExit { permit, plan, exit: self::exit(exit) }
        }
        UnavailableCause::ActivationUnavailable { permit, plan, reason, end: worker } => {
            Cause::ActivationUnavailable {
                permit: permit.tag(),
                plan: plan.tag(),
                reason: unavailable(*reason),
                end: end(worker),
            }
        }
        UnavailableCause::StartRejected { request, reason, end: worker } => {
            Cause::StartRejected { request: begin(request), reason: reason.tag(), end: end(worker) }
        }
        UnavailableCause::ActivationRejected { rejection, end: worker } => {
            Cause::ActivationRejected { rejection: rejection.tag(), end: end(worker) }
        }
        UnavailableCause::ReadyAfterExit { proof, exit } => {
            Cause::ReadyAfterExit { proof: proof.tag(), exit: self::exit(exit) }
        }
    }
}

/// Shows a leftover.
pub(super) fn leftover(leftover: &core::Leftover<Service>) -> Leftover {
    match leftover {
        core::Leftover::Nothing => Leftover::Nothing,
        core::Leftover::Worker(worker) => Leftover::Worker(end(worker)),
        core::Leftover::Change(change) => Leftover::Change {
            ticket: ids::operation(change.ticket),
            predecessor: change.predecessor.as_ref().map(predecessor),
            worker: unreported(&change.worker),
        },
    }
}

fn unreported(worker: &core::UnreportedWorker<Service>) -> UnreportedWorker {
    match worker {
        core::UnreportedWorker::Unborn(unborn) => UnreportedWorker::Unborn(self::unborn(unborn)),
        core::UnreportedWorker::Initialized { permit, plan, end: worker } => {
            let (permit, plan) = (permit.tag(), plan.tag());
            UnreportedWorker::Initialized { permit, plan, end: end(worker) }
        }
        core::UnreportedWorker::EffectsRejected { failure, plan, end: worker } => {
            let (failure, plan) = (failure.tag(), plan.tag());
            UnreportedWorker::EffectsRejected { failure, plan, end: end(worker) }
        }
        core::UnreportedWorker::StoppedDuringInitialization {
            plan,
            end: worker,
            initialization_stop,
        } => stopped(plan.tag(), end(worker), initialization_stop.as_ref().map(exit)),
        core::UnreportedWorker::StartRejected { request, reason, end: worker } => {
            let (request, reason) = (begin(request), reason.tag());
            UnreportedWorker::StartRejected { request, reason, end: end(worker) }
        }
        core::UnreportedWorker::Ready { proof, end: worker } => {
            UnreportedWorker::Ready { proof: proof.tag(), end: end(worker) }
        }
        core::UnreportedWorker::ActivationRejected { rejection, end: worker } => {
            UnreportedWorker::ActivationRejected { rejection: rejection.tag(), end: end(worker) }
        }
        core::UnreportedWorker::Resolved(outcome) => UnreportedWorker::Resolved(start(outcome)),
        core::UnreportedWorker::Held { outcome, end: worker } => {
            UnreportedWorker::Held { outcome: start(outcome), end: end(worker) }
        }
    }
}

/// Without a stop of its own beside the end, the initialization's stop is the end's exit.
fn stopped(plan: Tag, end: End, initialization_stop: Option<Exit>) -> UnreportedWorker {
    match initialization_stop {
        Some(own) => {
            UnreportedWorker::InitializationStopped { own, plan, end: Some(end), shutdown: None }
        }
        None => UnreportedWorker::InitializationStopped {
            own: end.exit,
            plan,
            end: None,
            shutdown: end.shutdown,
        },
    }
}

pub(super) fn phase(phase: ProxyPhase) -> ShownPhase {
    match phase {
        ProxyPhase::Dormant => ShownPhase::Dormant,
        ProxyPhase::Creating => ShownPhase::Creating,
        ProxyPhase::Initializing => ShownPhase::Initializing,
        ProxyPhase::Activating => ShownPhase::Activating,
        ProxyPhase::Ready => ShownPhase::Ready,
        ProxyPhase::Empty => ShownPhase::Empty,
        ProxyPhase::Replacing => ShownPhase::Replacing,
        ProxyPhase::Failing => ShownPhase::Failing,
        ProxyPhase::Draining => ShownPhase::Draining,
    }
}

pub(super) fn submission(submission: &core::WorkerSubmission<Service>) -> Submission {
    Submission { worker: submission.worker.tag(), plan: submission.plan.tag() }
}

pub(super) fn begin(begin: &core::BeginActivation<Service>) -> Begin {
    Begin {
        incarnation: begin.incarnation,
        activation: ids::activation(begin.activation),
        permit: begin.permit.tag(),
        plan: begin.plan.tag(),
    }
}

pub(super) fn exit(exit: &core::WorkerExit<Service>) -> Exit {
    Exit { stop: exit.stop.tag(), at: exit.at.0 }
}

pub(super) fn settled(settlement: &Settlement<ShutdownWorker<Service>, Witness>) -> Settled {
    match settlement {
        Settlement::Accepted => Settled::Accepted,
        Settlement::Rejected { request, reason } => {
            Settled::Rejected { request: request.incarnation, reason: reason.tag() }
        }
    }
}

pub(super) fn why(why: &CreationRejection<Service>) -> CreationRefusal {
    let (by, reason) = match why {
        CreationRejection::FoldRejected(reason) => (Refuser::Fold, reason),
        CreationRejection::HostRejected(reason) => (Refuser::Host, reason),
    };
    CreationRefusal { by, reason: reason.tag() }
}
