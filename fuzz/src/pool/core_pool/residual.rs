//! The residual of a forced retirement in plain form.

use super::{Witnessed, fact, ids, show::unavailable};
use crate::pool::observation::{
    Phase, Residual, ResidualCause, ResidualShutdown, ResidualWork, Said,
};
use actor_laws::pool::{self as core, DrainMember, DrainResidual, DrainShutdown, DrainWork};

/// Appends the transfer and one entry a member.
pub(super) fn show(
    residual: &DrainResidual<Witnessed>,
    because: &core::ResidualCause<Witnessed>,
    said: &mut Vec<Said>,
) {
    let members = u8::try_from(residual.members.len()).unwrap_or(u8::MAX);
    said.push(Said::TransferDrainResidual { cause: cause(because), members });
    said.extend(residual.members.iter().map(|member| {
        let (phase, held) = drain_member(&member.member);
        Said::ResidualMember { role: member.role, phase, held }
    }));
}

fn cause(cause: &core::ResidualCause<Witnessed>) -> ResidualCause {
    match cause {
        core::ResidualCause::ShutdownCorrelationUnavailable(rejection) => {
            let rejection = unavailable(*rejection);
            ResidualCause::ShutdownCorrelationUnavailable { rejection }
        }
        core::ResidualCause::DeadlineCorrelationUnavailable(rejection) => {
            let rejection = unavailable(*rejection);
            ResidualCause::DeadlineCorrelationUnavailable { rejection }
        }
        core::ResidualCause::DeadlineScheduleRejected { request, reason } => {
            ResidualCause::DeadlineScheduleRejected {
                timer: ids::timer(request.timer),
                deadline: request.deadline.0,
                reason: *reason,
            }
        }
        core::ResidualCause::DeadlineElapsed(fact) => {
            ResidualCause::DeadlineElapsed { timer: ids::timer(fact.timer), at: fact.at.0 }
        }
    }
}

fn drain_member(member: &DrainMember<Witnessed>) -> (Phase, Residual) {
    match member {
        DrainMember::ResolvingCreation { child, prior_stop } => {
            let stop = prior_stop.as_ref().map(|kept| fact::kept_stop(kept));
            let phase = match stop {
                Some(_) => Phase::ResolvingCreationStopKept,
                None => Phase::ResolvingCreation,
            };
            (phase, Residual::ResolvingCreation { child: ids::child(*child), stop })
        }
        DrainMember::Worker { worker, work, shutdown } => {
            let settled = matches!(shutdown, DrainShutdown::Settled(_));
            let held = Residual::Worker {
                child: ids::child(worker.child),
                evidence: worker.incarnation.evidence,
                recipient: Some(worker.incarnation.recipient.tag()),
                work: residual_work(work),
                shutdown: residual_shutdown(*shutdown),
                stop: None,
            };
            (work_phase(work, settled), held)
        }
        DrainMember::StoppedWorker { child, evidence, stop, shutdown } => {
            let held = Residual::Worker {
                child: ids::child(*child),
                evidence: *evidence,
                recipient: None,
                work: ResidualWork::Nothing,
                shutdown: ResidualShutdown::Requested { id: ids::shutdown(*shutdown) },
                stop: Some(fact::stop(stop)),
            };
            (Phase::DrainStopped, held)
        }
        DrainMember::AwaitingWorkerPreparation { ticket } => {
            let ticket = ids::recovery(*ticket);
            (Phase::AwaitingWorkerPreparation, Residual::AwaitingWorkerPreparation { ticket })
        }
        DrainMember::AwaitingRestartSchedule { prepared, elapsed } => {
            let phase = match elapsed {
                Some(_) => Phase::AwaitingRestartScheduleElapsed,
                None => Phase::AwaitingRestartSchedule,
            };
            let held = Residual::AwaitingRestartSchedule {
                recovery: ids::recovery(prepared.recovery),
                timer: ids::timer(prepared.timer),
                submission: prepared.submission.tag(),
                birth: ids::child(prepared.child),
                elapsed_at: elapsed.as_ref().map(|fact| fact.at.0),
            };
            (phase, held)
        }
        DrainMember::Drained => panic!("a residual lists a member that has drained"),
    }
}

fn residual_shutdown(shutdown: DrainShutdown) -> ResidualShutdown {
    match shutdown {
        DrainShutdown::NotRequested => ResidualShutdown::NotRequested,
        DrainShutdown::Requested(id) => ResidualShutdown::Requested { id: ids::shutdown(id) },
        DrainShutdown::Settled(id) => ResidualShutdown::Settled { id: ids::shutdown(id) },
    }
}

fn residual_work(work: &DrainWork<Witnessed>) -> ResidualWork {
    match work {
        DrainWork::Nothing => ResidualWork::Nothing,
        DrainWork::Created { plan } => ResidualWork::Created { plan: plan.tag() },
        DrainWork::Initializing { attempt } => ResidualWork::Initializing { attempt: *attempt },
        DrainWork::WaitingForActivation { permit, plan } => {
            ResidualWork::HoldingActivation { permit: permit.tag(), plan: plan.tag() }
        }
        DrainWork::ActivationDispatched { ticket } => {
            ResidualWork::ActivationDispatched { ticket: ids::ticket(*ticket) }
        }
        DrainWork::Activating { ticket } => {
            ResidualWork::Activating { ticket: ids::ticket(*ticket) }
        }
        DrainWork::Delivering { retained } => {
            ResidualWork::Delivering { assignment: ids::assignment(retained.assignment()) }
        }
    }
}

fn work_phase(work: &DrainWork<Witnessed>, settled: bool) -> Phase {
    let (open, done) = match work {
        DrainWork::Nothing => (Phase::DrainIdle, Phase::DrainIdleSettled),
        DrainWork::Created { .. } => (Phase::DrainCreated, Phase::DrainCreatedSettled),
        DrainWork::Initializing { .. } => {
            (Phase::DrainInitializing, Phase::DrainInitializingSettled)
        }
        DrainWork::WaitingForActivation { .. } => (Phase::DrainHolding, Phase::DrainHoldingSettled),
        DrainWork::ActivationDispatched { .. } => {
            (Phase::DrainDispatched, Phase::DrainDispatchedSettled)
        }
        DrainWork::Activating { .. } => (Phase::DrainActivating, Phase::DrainActivatingSettled),
        DrainWork::Delivering { .. } => (Phase::DrainDelivering, Phase::DrainDeliveringSettled),
    };
    if settled { done } else { open }
}
