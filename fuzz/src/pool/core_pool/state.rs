//! The core pool's state in plain form.

use super::{Witnessed, ids};
use crate::pool::observation::{Mode, Phase, PoolView, QueuedView};
use actor_laws::pool::{DrainWorkPhase, FifoPool, JoinPhase, MemberPhase, PairPhase, PoolMode};

/// Overwrites `view` with what the pool shows.
pub(super) fn show(pool: &FifoPool<Witnessed>, view: &mut PoolView) {
    view.mode = mode(pool.mode());
    view.phases.clear();
    view.phases.extend((0..).map_while(|position| pool.phase(position)).map(phase));
    view.cursor = pool.cursor().and_then(|cursor| u8::try_from(cursor).ok()).unwrap_or(0);
    view.source_home = pool.source_is_home();
    view.queue.clear();
    if pool.queued() == 0 {
        return;
    }
    view.queue.extend(pool.queue().map(|waiting| QueuedView {
        job: ids::id(waiting.job.instance(), waiting.job.ordinal()),
        admitted: waiting.admitted_at,
        prior_role: waiting.prior_role.copied(),
    }));
}

fn mode(mode: PoolMode) -> Mode {
    match mode {
        PoolMode::Constructed => Mode::Constructed,
        PoolMode::Operating => Mode::Operating,
        PoolMode::Draining => Mode::Draining,
        PoolMode::Stopped => Mode::Stopped,
        PoolMode::ForcedRetirement => Mode::ForcedRetirement,
    }
}

fn phase(member: MemberPhase) -> Phase {
    match member {
        MemberPhase::Creating { stop_kept: false } => Phase::Creating,
        MemberPhase::Creating { stop_kept: true } => Phase::CreatingStopKept,
        MemberPhase::Initializing => Phase::Initializing,
        MemberPhase::WaitingForActivationAuthorization => Phase::WaitingForActivationAuthorization,
        MemberPhase::ActivationDispatched => Phase::ActivationDispatched,
        MemberPhase::Activating => Phase::Activating,
        MemberPhase::DrainingPreReady { halves: PairPhase::Open } => Phase::DrainingPreReady,
        MemberPhase::DrainingPreReady { halves: PairPhase::Settled } => {
            Phase::DrainingPreReadySettled
        }
        MemberPhase::DrainingPreReady { halves: PairPhase::Stopped } => {
            Phase::DrainingPreReadyStopped
        }
        MemberPhase::StoppedInitializing => Phase::StoppedInitializing,
        MemberPhase::StoppedDispatched => Phase::StoppedDispatched,
        MemberPhase::Idle => Phase::Idle,
        MemberPhase::Busy { join } => join_phase(join),
        MemberPhase::RecoveringWaitingForSource => Phase::RecoveringSource,
        MemberPhase::RecoveringPreparing => Phase::RecoveringPreparing,
        MemberPhase::RecoveringScheduling { elapsed: false } => Phase::RecoveringScheduling,
        MemberPhase::RecoveringScheduling { elapsed: true } => Phase::RecoveringSchedulingElapsed,
        MemberPhase::RecoveringWaitingForTimer => Phase::RecoveringTimer,
        MemberPhase::Stopping { halves: PairPhase::Open } => Phase::Stopping,
        MemberPhase::Stopping { halves: PairPhase::Settled } => Phase::StoppingSettled,
        MemberPhase::Stopping { halves: PairPhase::Stopped } => Phase::StoppingStopped,
        MemberPhase::Retired => Phase::Retired,
        MemberPhase::ResolvingCreation { stop_kept: false } => Phase::ResolvingCreation,
        MemberPhase::ResolvingCreation { stop_kept: true } => Phase::ResolvingCreationStopKept,
        MemberPhase::DrainingWorker { work, settled } => work_phase(work, settled),
        MemberPhase::DrainingStopped => Phase::DrainStopped,
        MemberPhase::AwaitingWorkerPreparation => Phase::AwaitingWorkerPreparation,
        MemberPhase::AwaitingRestartSchedule { elapsed: false } => Phase::AwaitingRestartSchedule,
        MemberPhase::AwaitingRestartSchedule { elapsed: true } => {
            Phase::AwaitingRestartScheduleElapsed
        }
        MemberPhase::Drained => Phase::Drained,
    }
}

fn join_phase(join: JoinPhase) -> Phase {
    match join {
        JoinPhase::Delivering => Phase::BusyDelivering,
        JoinPhase::Accepted => Phase::BusyAccepted,
        JoinPhase::CompletionFirst => Phase::BusyCompletionFirst,
        JoinPhase::CompletionThenStop => Phase::BusyCompletionStop,
        JoinPhase::StopFirst => Phase::BusyStopFirst,
        JoinPhase::StopThenCompletion => Phase::BusyStopCompletion,
    }
}

fn work_phase(work: DrainWorkPhase, settled: bool) -> Phase {
    match (work, settled) {
        (DrainWorkPhase::Nothing, false) => Phase::DrainIdle,
        (DrainWorkPhase::Nothing, true) => Phase::DrainIdleSettled,
        (DrainWorkPhase::Created, false) => Phase::DrainCreated,
        (DrainWorkPhase::Created, true) => Phase::DrainCreatedSettled,
        (DrainWorkPhase::Initializing, false) => Phase::DrainInitializing,
        (DrainWorkPhase::Initializing, true) => Phase::DrainInitializingSettled,
        (DrainWorkPhase::WaitingForActivation, false) => Phase::DrainHolding,
        (DrainWorkPhase::WaitingForActivation, true) => Phase::DrainHoldingSettled,
        (DrainWorkPhase::ActivationDispatched, false) => Phase::DrainDispatched,
        (DrainWorkPhase::ActivationDispatched, true) => Phase::DrainDispatchedSettled,
        (DrainWorkPhase::Activating, false) => Phase::DrainActivating,
        (DrainWorkPhase::Activating, true) => Phase::DrainActivatingSettled,
        (DrainWorkPhase::Delivering, false) => Phase::DrainDelivering,
        (DrainWorkPhase::Delivering, true) => Phase::DrainDeliveringSettled,
    }
}
