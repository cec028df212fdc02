//! Real answers to commands in plain form.

use super::protocol::Witnessed;
use super::show_outcome as outcome;
use crate::supervisor::observation::{
    Authority, ReplaceRefusal, Reply, Shown, StartRefusal, StopRefusal, Told,
};
use actor_laws::supervisor::{
    self as core, CancelAnswer, PublicPhase, QueryAnswer, ReplaceRejection, StartRejection,
    StopRejectionReason,
};

pub(super) fn reply(
    reply: &core::Reply<Witnessed>,
    told: &Told,
    issued: Option<Authority>,
) -> Reply {
    let issued = || issued.expect("the entry of an accepted change shows its operation");
    match reply {
        core::Reply::Start(Ok(receipt)) => {
            Reply::StartAccepted { key: receipt.key, cancel: issued() }
        }
        core::Reply::Start(Err(rejection)) => Reply::StartRejected {
            key: rejection.key,
            submission: outcome::submission(&rejection.submission),
            reason: start_refusal(rejection.reason),
        },
        core::Reply::Replace(Ok(receipt)) => {
            Reply::ReplaceAccepted { key: receipt.key, cancel: issued() }
        }
        core::Reply::Replace(Err(rejection)) => Reply::ReplaceRejected {
            key: rejection.key,
            submission: outcome::submission(&rejection.submission),
            reason: replace_refusal(rejection.reason),
        },
        core::Reply::Stop(Ok(key)) => Reply::StopAccepted { key: *key },
        core::Reply::Stop(Err(rejection)) => {
            Reply::StopRejected { key: rejection.key, reason: stop_refusal(rejection.reason) }
        }
        core::Reply::Query(QueryAnswer::Unknown { key }) => Reply::Unknown { key: *key },
        core::Reply::Query(QueryAnswer::Known { key, phase }) => {
            Reply::Known { key: *key, phase: shown(phase) }
        }
        core::Reply::Cancel(answer) => cancel(answer, told),
    }
}

fn cancel(answer: &CancelAnswer<Witnessed>, told: &Told) -> Reply {
    let Told::Cancel { authority, .. } = *told else {
        unreachable!("{told:?} is answered as a cancel")
    };
    match answer {
        CancelAnswer::Returned { submission, .. } => {
            Reply::Returned { authority, submission: outcome::submission(submission) }
        }
        CancelAnswer::Pending { phase, .. } => Reply::Pending { authority, phase: shown(phase) },
        CancelAnswer::Committed { phase, .. } => {
            Reply::Committed { authority, phase: shown(phase) }
        }
        CancelAnswer::Cancelled { .. } => Reply::Cancelled { authority },
        CancelAnswer::Stale { .. } => Reply::Stale { authority },
        CancelAnswer::Draining { .. } => Reply::Draining { authority },
    }
}

fn start_refusal(reason: StartRejection) -> StartRefusal {
    match reason {
        StartRejection::ShuttingDown => StartRefusal::ShuttingDown,
        StartRejection::AlreadyExists => StartRefusal::AlreadyExists,
        StartRejection::AtCapacity => StartRefusal::AtCapacity,
        StartRejection::GenerationUnavailable(reason) => {
            StartRefusal::Generation(outcome::unavailable(reason))
        }
        StartRejection::CreationUnavailable(reason) => {
            StartRefusal::Creation(outcome::unavailable(reason))
        }
        StartRejection::OperationUnavailable(reason) => {
            StartRefusal::Operation(outcome::unavailable(reason))
        }
    }
}

fn replace_refusal(reason: ReplaceRejection) -> ReplaceRefusal {
    match reason {
        ReplaceRejection::ShuttingDown => ReplaceRefusal::ShuttingDown,
        ReplaceRejection::Unknown => ReplaceRefusal::Unknown,
        ReplaceRejection::Unavailable => ReplaceRefusal::Unavailable,
        ReplaceRejection::OperationUnavailable(reason) => {
            ReplaceRefusal::Operation(outcome::unavailable(reason))
        }
    }
}

fn stop_refusal(reason: StopRejectionReason) -> StopRefusal {
    match reason {
        StopRejectionReason::ShuttingDown => StopRefusal::ShuttingDown,
        StopRejectionReason::Unknown => StopRefusal::Unknown,
        StopRejectionReason::AlreadyStopping => StopRefusal::AlreadyStopping,
        StopRejectionReason::Unavailable => StopRefusal::Unavailable,
        StopRejectionReason::StopUnavailable(reason) => {
            StopRefusal::Stop(outcome::unavailable(reason))
        }
    }
}

fn shown(phase: &PublicPhase<u32>) -> Shown {
    match phase {
        PublicPhase::CreatingProxy => Shown::CreatingProxy,
        PublicPhase::WaitingForActivationAuthorization => Shown::WaitingForActivationAuthorization,
        PublicPhase::AwaitingProxyOutcome => Shown::AwaitingProxyOutcome,
        PublicPhase::Ready { proxy } => Shown::Ready { proxy: *proxy },
        PublicPhase::Empty => Shown::Empty,
        PublicPhase::Stopping => Shown::Stopping,
        PublicPhase::Replacing => Shown::Replacing,
        PublicPhase::Cancelling => Shown::Cancelling,
        PublicPhase::Draining => Shown::Draining,
        PublicPhase::Retiring => Shown::Retiring,
    }
}
