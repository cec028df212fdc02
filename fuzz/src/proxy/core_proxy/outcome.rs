//! Outcomes and leftovers in plain form.

use super::{Witnessed, ids, show};
use crate::proxy::observation::{
    Cause, End, InitialOutcome, Leftover, Predecessor, Refused, ReplacementOutcome, Report,
    StartOutcome, Unavailable, Unborn, UnreportedWorker,
};
use actor_laws::correlation;
use actor_laws::proxy::{self as core, ChangeRefusal, OwnerReport, UnavailableCause, WorkerEnd};

/// Shows a report.
pub(super) fn report(report: &OwnerReport<Witnessed>) -> Report {
    match report {
        OwnerReport::Initial { ticket, outcome } => {
            Report::Initial { ticket: *ticket, outcome: initial(outcome) }
        }
        OwnerReport::Replacement { ticket, outcome } => {
            Report::Replacement { ticket: *ticket, outcome: replacement(outcome) }
        }
        OwnerReport::WorkerStopped { evidence, exit } => {
            Report::WorkerStopped { evidence: ids::evidence(*evidence), exit: show::exit(exit) }
        }
        OwnerReport::Unavailable { service, phase } => Report::Unavailable {
            sender: service.sender.tag(),
            phase: show::phase(*phase),
            command: service.command.tag(),
        },
    }
}

fn initial(outcome: &core::InitialOutcome<Witnessed>) -> InitialOutcome {
    match outcome {
        core::InitialOutcome::Rejected(refused) => InitialOutcome::Refused(self::refused(refused)),
        core::InitialOutcome::Resolved(outcome) => InitialOutcome::Resolved(start(outcome)),
    }
}

fn replacement(outcome: &core::ReplacementOutcome<Witnessed>) -> ReplacementOutcome {
    match outcome {
        core::ReplacementOutcome::Rejected(refused) => {
            ReplacementOutcome::Refused(self::refused(refused))
        }
        core::ReplacementOutcome::CancelledBeforeBirth { predecessor, submission } => {
            ReplacementOutcome::CancelledBeforeBirth {
                predecessor: ids::evidence(*predecessor),
                submission: show::submission(submission),
            }
        }
        core::ReplacementOutcome::Resolved { predecessor, successor } => {
            let predecessor = self::predecessor(predecessor);
            ReplacementOutcome::Resolved { predecessor, successor: start(successor) }
        }
    }
}

fn refused(refused: &core::RefusedChange<Witnessed>) -> Refused {
    Refused {
        submission: show::submission(&refused.submission),
        phase: show::phase(refused.phase),
        creation: match refused.reason {
            ChangeRefusal::Phase => None,
            ChangeRefusal::CreationUnavailable(reason) => Some(unavailable(reason)),
        },
    }
}

fn unavailable(reason: correlation::Unavailable) -> Unavailable {
    match reason {
        correlation::Unavailable::Exhausted => Unavailable::Exhausted,
        correlation::Unavailable::Collision { candidate } => Unavailable::Collision { candidate },
    }
}

fn predecessor(predecessor: &core::Predecessor<Witnessed>) -> Predecessor {
    match predecessor {
        core::Predecessor::Gone(evidence) => {
            Predecessor { evidence: ids::evidence(*evidence), drained: None }
        }
        core::Predecessor::Drained { evidence, exit, settlement } => Predecessor {
            evidence: ids::evidence(*evidence),
            drained: Some((show::exit(exit), show::settled(settlement))),
        },
    }
}

fn start(outcome: &core::StartOutcome<Witnessed>) -> StartOutcome {
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

fn unborn(unborn: &core::UnbornWorker<Witnessed>) -> Unborn {
    Unborn {
        submission: show::submission(&unborn.submission),
        why: show::why(&unborn.why),
        early_exit: unborn.early_exit.as_ref().map(show::exit),
    }
}

fn end(end: &WorkerEnd<Witnessed>) -> End {
    match end {
        WorkerEnd::Exited(exit) => End { exit: show::exit(exit), shutdown: None },
        WorkerEnd::Drained { exit, settlement } => {
            End { exit: show::exit(exit), shutdown: Some(show::settled(settlement)) }
        }
    }
}

fn cause(cause: &UnavailableCause<Witnessed>) -> Cause {
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
                exit: show::exit(exit),
                own: initialization_stop.as_ref().map(show::exit),
            }
        }
        UnavailableCause::InitializedAfterExit { permit, plan, exit } => {
            let (permit, plan) = (permit.tag(), plan.tag());
            Cause::InitializedAfterExit { permit, plan, exit: show::exit(exit) }
        }
        UnavailableCause::ActivationUnavailable { permit, plan, reason, end: worker } => {
            Cause::ActivationUnavailable {
                permit: permit.tag(),
                plan: plan.tag(),
                reason: unavailable(*reason),
                end: end(worker),
            }
        }
        UnavailableCause::StartRejected { request, reason, end: worker } => Cause::StartRejected {
            request: show::begin(request),
            reason: reason.tag(),
            end: end(worker),
        },
        UnavailableCause::ActivationRejected { rejection, end: worker } => {
            Cause::ActivationRejected { rejection: rejection.tag(), end: end(worker) }
        }
        UnavailableCause::ReadyAfterExit { proof, exit } => {
            Cause::ReadyAfterExit { proof: proof.tag(), exit: show::exit(exit) }
        }
    }
}

/// Shows a leftover.
pub(super) fn leftover(leftover: &core::Leftover<Witnessed>) -> Leftover {
    match leftover {
        core::Leftover::Nothing => Leftover::Nothing,
        core::Leftover::Worker(worker) => Leftover::Worker(end(worker)),
        core::Leftover::Change(change) => Leftover::Change {
            ticket: change.ticket,
            predecessor: change.predecessor.as_ref().map(predecessor),
            worker: unreported(&change.worker),
        },
    }
}

fn unreported(worker: &core::UnreportedWorker<Witnessed>) -> UnreportedWorker {
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
        } => stopped(plan.tag(), end(worker), initialization_stop.as_ref().map(show::exit)),
        core::UnreportedWorker::StartRejected { request, reason, end: worker } => {
            let (request, reason) = (show::begin(request), reason.tag());
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
fn stopped(
    plan: u32,
    end: End,
    initialization_stop: Option<crate::proxy::observation::Exit>,
) -> UnreportedWorker {
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
