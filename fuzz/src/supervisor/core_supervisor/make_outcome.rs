//! Plain outcomes and leftovers as real ones. Evidence and activation attempts come from the bank.

use super::bank;
use super::make::Maker;
use super::protocol::{Service, Witness};
use crate::proxy::observation::{
    Begin, Cause, CreationRefusal, End, Exit, InitialOutcome, Leftover, Predecessor, Refused,
    Refuser, ReplacementOutcome, Settled, ShownPhase, StartOutcome, Unavailable, Unborn,
    UnreportedWorker,
};
use crate::supervisor::custody::Kind;
use actor_laws::correlation;
use actor_laws::proxy::{
    self as core, BeginActivation, ChangeRefusal, CreationRejection, ProxyPhase, ShutdownWorker,
    UnavailableCause, UnbornWorker, UnreportedChange, WorkerEnd, WorkerExit,
};
use actor_laws::settlement::Settlement;
use actor_laws::time::Tick;

pub(super) fn initial(maker: Maker<'_>, outcome: &InitialOutcome) -> core::InitialOutcome<Service> {
    match outcome {
        InitialOutcome::Refused(refused) => {
            core::InitialOutcome::Rejected(self::refused(maker, refused))
        }
        InitialOutcome::Resolved(outcome) => core::InitialOutcome::Resolved(start(maker, outcome)),
    }
}

pub(super) fn replacement(
    maker: Maker<'_>,
    outcome: &ReplacementOutcome,
) -> core::ReplacementOutcome<Service> {
    match outcome {
        ReplacementOutcome::Refused(refused) => {
            core::ReplacementOutcome::Rejected(self::refused(maker, refused))
        }
        ReplacementOutcome::CancelledBeforeBirth { predecessor, submission } => {
            core::ReplacementOutcome::CancelledBeforeBirth {
                predecessor: bank::evidence(*predecessor),
                submission: maker.submission(*submission),
            }
        }
        ReplacementOutcome::Resolved { predecessor, successor } => {
            core::ReplacementOutcome::Resolved {
                predecessor: self::predecessor(maker, predecessor),
                successor: start(maker, successor),
            }
        }
    }
}

fn refused(maker: Maker<'_>, refused: &Refused) -> core::RefusedChange<Service> {
    core::RefusedChange {
        submission: maker.submission(refused.submission),
        phase: phase(refused.phase),
        reason: match refused.creation {
            None => ChangeRefusal::Phase,
            Some(reason) => ChangeRefusal::CreationUnavailable(unavailable(reason)),
        },
    }
}

fn unavailable(reason: Unavailable) -> correlation::Unavailable {
    match reason {
        Unavailable::Exhausted => correlation::Unavailable::Exhausted,
        Unavailable::Collision { candidate } => correlation::Unavailable::Collision { candidate },
    }
}

pub(super) fn phase(phase: ShownPhase) -> ProxyPhase {
    match phase {
        ShownPhase::Dormant => ProxyPhase::Dormant,
        ShownPhase::Creating => ProxyPhase::Creating,
        ShownPhase::Initializing => ProxyPhase::Initializing,
        ShownPhase::Activating => ProxyPhase::Activating,
        ShownPhase::Ready => ProxyPhase::Ready,
        ShownPhase::Empty => ProxyPhase::Empty,
        ShownPhase::Replacing => ProxyPhase::Replacing,
        ShownPhase::Failing => ProxyPhase::Failing,
        ShownPhase::Draining => ProxyPhase::Draining,
    }
}

fn predecessor(maker: Maker<'_>, predecessor: &Predecessor) -> core::Predecessor<Service> {
    let evidence = bank::evidence(predecessor.evidence);
    match predecessor.drained {
        None => core::Predecessor::Gone(evidence),
        Some((end, settled)) => core::Predecessor::Drained {
            evidence,
            exit: exit(maker, end),
            settlement: settlement(maker, settled),
        },
    }
}

pub(super) fn exit(maker: Maker<'_>, exit: Exit) -> WorkerExit<Service> {
    WorkerExit { stop: maker.value(Kind::WorkerStop, exit.stop), at: Tick(exit.at) }
}

fn settlement(maker: Maker<'_>, settled: Settled) -> Settlement<ShutdownWorker<Service>, Witness> {
    match settled {
        Settled::Accepted => Settlement::Accepted,
        Settled::Rejected { request, reason } => Settlement::Rejected {
            request: ShutdownWorker { incarnation: request },
            reason: maker.value(Kind::Rejection, reason),
        },
    }
}

fn end(maker: Maker<'_>, end: End) -> WorkerEnd<Service> {
    let exit = exit(maker, end.exit);
    match end.shutdown {
        None => WorkerEnd::Exited(exit),
        Some(settled) => WorkerEnd::Drained { exit, settlement: settlement(maker, settled) },
    }
}

fn start(maker: Maker<'_>, outcome: &StartOutcome) -> core::StartOutcome<Service> {
    match outcome {
        StartOutcome::CreationRejected(unborn) => {
            core::StartOutcome::CreationRejected(Box::new(self::unborn(maker, unborn)))
        }
        StartOutcome::Ready { evidence, proof } => core::StartOutcome::Ready {
            evidence: bank::evidence(*evidence),
            proof: maker.value(Kind::Proof, *proof),
        },
        StartOutcome::Unavailable { evidence, cause } => core::StartOutcome::Unavailable {
            evidence: bank::evidence(*evidence),
            cause: Box::new(self::cause(maker, cause)),
        },
    }
}

fn unborn(maker: Maker<'_>, unborn: &Unborn) -> UnbornWorker<Service> {
    let CreationRefusal { by, reason } = unborn.why;
    let reason = maker.value(Kind::Rejection, reason);
    UnbornWorker {
        submission: maker.submission(unborn.submission),
        why: match by {
            Refuser::Fold => CreationRejection::FoldRejected(reason),
            Refuser::Host => CreationRejection::HostRejected(reason),
        },
        early_exit: unborn.early_exit.map(|end| exit(maker, end)),
    }
}

fn begin(maker: Maker<'_>, begin: Begin) -> BeginActivation<Service> {
    BeginActivation {
        incarnation: begin.incarnation,
        activation: bank::activation(begin.activation),
        permit: maker.value(Kind::Permit, begin.permit),
        plan: maker.value(Kind::Plan, begin.plan),
    }
}

fn cause(maker: Maker<'_>, cause: &Cause) -> UnavailableCause<Service> {
    match *cause {
        Cause::InitializationRejected { failure, plan, end: last } => {
            UnavailableCause::InitializationRejected {
                failure: maker.value(Kind::InitializationFailure, failure),
                plan: maker.value(Kind::Plan, plan),
                end: end(maker, last),
            }
        }
        Cause::StoppedDuringInitialization { plan, exit: last, own } => {
            UnavailableCause::StoppedDuringInitialization {
                plan: maker.value(Kind::Plan, plan),
                exit: exit(maker, last),
                initialization_stop: own.map(|own| exit(maker, own)),
            }
        }
        Cause::InitializedAfterExit { permit, plan, exit: last } => {
            UnavailableCause::InitializedAfterExit {
                permit: maker.value(Kind::Permit, permit),
                plan: maker.value(Kind::Plan, plan),
                exit: exit(maker, last),
            }
        }
        Cause::ActivationUnavailable { permit, plan, reason, end: last } => {
            UnavailableCause::ActivationUnavailable {
                permit: maker.value(Kind::Permit, permit),
                plan: maker.value(Kind::Plan, plan),
                reason: unavailable(reason),
                end: end(maker, last),
            }
        }
        Cause::StartRejected { request, reason, end: last } => UnavailableCause::StartRejected {
            request: begin(maker, request),
            reason: maker.value(Kind::Rejection, reason),
            end: end(maker, last),
        },
        Cause::ActivationRejected { rejection, end: last } => {
            UnavailableCause::ActivationRejected {
                rejection: maker.value(Kind::ActivationRejection, rejection),
                end: end(maker, last),
            }
        }
        Cause::ReadyAfterExit { proof, exit: last } => UnavailableCause::ReadyAfterExit {
            proof: maker.value(Kind::Proof, proof),
            exit: exit(maker, last),
        },
    }
}

pub(super) fn leftover(maker: Maker<'_>, leftover: &Leftover) -> core::Leftover<Service> {
    match leftover {
        Leftover::Nothing => core::Leftover::Nothing,
        Leftover::Worker(last) => core::Leftover::Worker(end(maker, *last)),
        Leftover::Change { ticket, predecessor: before, worker } => {
            core::Leftover::Change(Box::new(UnreportedChange {
                ticket: maker.ids.operations.find(*ticket),
                predecessor: before.as_ref().map(|before| predecessor(maker, before)),
                worker: unreported(maker, worker),
            }))
        }
    }
}

fn unreported(maker: Maker<'_>, worker: &UnreportedWorker) -> core::UnreportedWorker<Service> {
    match *worker {
        UnreportedWorker::Unborn(ref worker) => {
            core::UnreportedWorker::Unborn(unborn(maker, worker))
        }
        UnreportedWorker::Initialized { permit, plan, end: last } => {
            core::UnreportedWorker::Initialized {
                permit: maker.value(Kind::Permit, permit),
                plan: maker.value(Kind::Plan, plan),
                end: end(maker, last),
            }
        }
        UnreportedWorker::EffectsRejected { failure, plan, end: last } => {
            core::UnreportedWorker::EffectsRejected {
                failure: maker.value(Kind::InitializationFailure, failure),
                plan: maker.value(Kind::Plan, plan),
                end: end(maker, last),
            }
        }
        UnreportedWorker::InitializationStopped { .. } => stopped(maker, worker),
        UnreportedWorker::StartRejected { request, reason, end: last } => {
            core::UnreportedWorker::StartRejected {
                request: begin(maker, request),
                reason: maker.value(Kind::Rejection, reason),
                end: end(maker, last),
            }
        }
        UnreportedWorker::Ready { proof, end: last } => core::UnreportedWorker::Ready {
            proof: maker.value(Kind::Proof, proof),
            end: end(maker, last),
        },
        UnreportedWorker::ActivationRejected { rejection, end: last } => {
            core::UnreportedWorker::ActivationRejected {
                rejection: maker.value(Kind::ActivationRejection, rejection),
                end: end(maker, last),
            }
        }
        UnreportedWorker::Resolved(ref outcome) => {
            core::UnreportedWorker::Resolved(start(maker, outcome))
        }
        UnreportedWorker::Held { ref outcome, end: last } => {
            core::UnreportedWorker::Held { outcome: start(maker, outcome), end: end(maker, last) }
        }
    }
}

/// Without an end beside it, the initialization's own stop is the worker's exit.
fn stopped(maker: Maker<'_>, worker: &UnreportedWorker) -> core::UnreportedWorker<Service> {
    let UnreportedWorker::InitializationStopped { own, plan, end: last, shutdown } = *worker else {
        unreachable!("{worker:?} did not stop in its initialization")
    };
    let plan = maker.value(Kind::Plan, plan);
    let (last, initialization_stop) = match last {
        Some(last) => (last, Some(exit(maker, own))),
        None => (End { exit: own, shutdown }, None),
    };
    let end = end(maker, last);
    core::UnreportedWorker::StoppedDuringInitialization { plan, end, initialization_stop }
}
