//! What anyone who owns a pool may see of its state: phases, queue and cursor, no authority.

use super::definition::SourceCustody;
use super::drain::{DrainMember, DrainShutdown, DrainWork};
use super::machine::State;
use super::member::{
    AssignmentJoin, Creating, Member, PreReadyDrain, PreReadyOutstanding, Recovering,
    RecoveryPhase, ShutdownPair, Work,
};
use super::{FifoPool, JobId, PoolProtocol};

/// The phase of one member, with what has arrived of each join.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the phases are the rows of the law's tables")]
pub enum MemberPhase {
    Creating {
        stop_kept: bool,
    },
    Initializing,
    WaitingForActivationAuthorization,
    ActivationDispatched,
    Activating,
    /// It failed before ready and was asked to stop.
    DrainingPreReady {
        halves: PairPhase,
    },
    /// It stopped while its initialization was out.
    StoppedInitializing,
    /// It stopped while its begin settlement was out.
    StoppedDispatched,
    Idle,
    Busy {
        join: JoinPhase,
    },
    RecoveringWaitingForSource,
    RecoveringPreparing,
    RecoveringScheduling {
        elapsed: bool,
    },
    RecoveringWaitingForTimer,
    /// Quarantined after a rejected delivery.
    Stopping {
        halves: PairPhase,
    },
    Retired,
    ResolvingCreation {
        stop_kept: bool,
    },
    DrainingWorker {
        work: DrainWorkPhase,
        settled: bool,
    },
    /// It has stopped; the settlement of its shutdown is out.
    DrainingStopped,
    AwaitingWorkerPreparation,
    AwaitingRestartSchedule {
        elapsed: bool,
    },
    Drained,
}

/// Which half of a shutdown pair has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PairPhase {
    /// Neither.
    Open,
    /// The settlement.
    Settled,
    /// The stop.
    Stopped,
}

/// What has arrived of an assignment's join.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JoinPhase {
    /// Nothing.
    Delivering,
    /// The acceptance.
    Accepted,
    /// The completion.
    CompletionFirst,
    /// The completion, then the stop.
    CompletionThenStop,
    /// The stop.
    StopFirst,
    /// The stop, then the completion.
    StopThenCompletion,
}

/// What is unresolved at a draining worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the variants are those of the drain work")]
pub enum DrainWorkPhase {
    Nothing,
    Created,
    Initializing,
    WaitingForActivation,
    ActivationDispatched,
    Activating,
    Delivering,
}

/// One waiting job.
#[derive(Debug, PartialEq, Eq)]
pub struct QueuedJobView<'pool, P: PoolProtocol> {
    /// Its name.
    pub job: JobId,
    /// Its admission ordinal.
    pub admitted_at: u64,
    /// The role that it was last assigned to.
    pub prior_role: Option<&'pool P::Role>,
}

impl<P: PoolProtocol> FifoPool<P> {
    /// The phase of the member at a declaration position; `None` outside of Operating and Draining.
    #[must_use]
    pub fn phase(&self, position: usize) -> Option<MemberPhase> {
        match &self.state {
            State::Operating(operating) => operating.roster.members().get(position).map(phase),
            State::Draining(draining) => draining.members().get(position).map(drain_phase),
            State::Constructed(_) | State::Stopped | State::ForcedRetirement(_) => None,
        }
    }

    /// The position from which the next idle role is looked for; `None` outside of Operating.
    #[must_use]
    pub fn cursor(&self) -> Option<usize> {
        self.operating().map(|operating| operating.cursor)
    }

    /// The waiting jobs in the order in which they will be assigned.
    pub fn queue(&self) -> impl Iterator<Item = QueuedJobView<'_, P>> + '_ {
        let backlog = self.operating().into_iter().flat_map(|operating| operating.backlog.iter());
        backlog.map(|(obligation, prior_role)| QueuedJobView {
            job: obligation.job(self.instance),
            admitted_at: obligation.admitted_at,
            prior_role: prior_role.map(|slot| &self.definition.roles[slot]),
        })
    }

    /// How many jobs wait.
    #[must_use]
    pub fn queued(&self) -> usize {
        self.operating().map_or(0, |operating| operating.backlog.len())
    }

    /// Whether the worker source is with the pool. There is none under `Temporary`.
    #[must_use]
    pub fn source_is_home(&self) -> bool {
        let restart = self.definition.recovery.restart();
        restart.is_some_and(|restart| matches!(restart.source, SourceCustody::Home(_)))
    }

    pub(crate) fn operating(&self) -> Option<&super::operating::Operating<P>> {
        match &self.state {
            State::Operating(operating) => Some(operating),
            State::Constructed(_)
            | State::Draining(_)
            | State::Stopped
            | State::ForcedRetirement(_) => None,
        }
    }
}

fn phase<P: PoolProtocol>(member: &Member<P>) -> MemberPhase {
    match member {
        Member::Creating(Creating { prior_stop, .. }) => {
            MemberPhase::Creating { stop_kept: prior_stop.is_some() }
        }
        Member::Initializing { .. } => MemberPhase::Initializing,
        Member::WaitingForActivationAuthorization(_) => {
            MemberPhase::WaitingForActivationAuthorization
        }
        Member::ActivationDispatched(_) => MemberPhase::ActivationDispatched,
        Member::Activating(_) => MemberPhase::Activating,
        Member::DrainingPreReady(PreReadyDrain::ShutdownAsked { pair, .. }) => {
            MemberPhase::DrainingPreReady { halves: pair_phase(pair) }
        }
        Member::DrainingPreReady(PreReadyDrain::StoppedFirst { outstanding, .. }) => {
            match outstanding {
                PreReadyOutstanding::Initialization { .. } => MemberPhase::StoppedInitializing,
                PreReadyOutstanding::Begin { .. } => MemberPhase::StoppedDispatched,
            }
        }
        Member::Ready { work: Work::Idle, .. } => MemberPhase::Idle,
        Member::Ready { work: Work::Busy(assignment), .. } => {
            MemberPhase::Busy { join: join_phase(&assignment.join) }
        }
        Member::Recovering(Recovering { phase, .. }) => recovery_phase(phase),
        Member::Stopping { pair, .. } => MemberPhase::Stopping { halves: pair_phase(pair) },
        Member::Retired => MemberPhase::Retired,
    }
}

fn pair_phase<P: PoolProtocol>(pair: &ShutdownPair<P>) -> PairPhase {
    match pair {
        ShutdownPair::Unreserved | ShutdownPair::Open { .. } => PairPhase::Open,
        ShutdownPair::Settled { .. } => PairPhase::Settled,
        ShutdownPair::Stopped { .. } => PairPhase::Stopped,
    }
}

fn join_phase<P: PoolProtocol>(join: &AssignmentJoin<P>) -> JoinPhase {
    match join {
        AssignmentJoin::AwaitingDeliveryAndTerminal => JoinPhase::Delivering,
        AssignmentJoin::DeliveryAcceptedAwaitingTerminal => JoinPhase::Accepted,
        AssignmentJoin::CompletionBeforeDelivery { later_stop: None, .. } => {
            JoinPhase::CompletionFirst
        }
        AssignmentJoin::CompletionBeforeDelivery { later_stop: Some(_), .. } => {
            JoinPhase::CompletionThenStop
        }
        AssignmentJoin::StopBeforeDelivery { later_completion: None, .. } => JoinPhase::StopFirst,
        AssignmentJoin::StopBeforeDelivery { later_completion: Some(_), .. } => {
            JoinPhase::StopThenCompletion
        }
    }
}

fn recovery_phase<P: PoolProtocol>(phase: &RecoveryPhase<P>) -> MemberPhase {
    match phase {
        RecoveryPhase::WaitingForSource => MemberPhase::RecoveringWaitingForSource,
        RecoveryPhase::Preparing { .. } => MemberPhase::RecoveringPreparing,
        RecoveryPhase::Scheduling { elapsed, .. } => {
            MemberPhase::RecoveringScheduling { elapsed: elapsed.is_some() }
        }
        RecoveryPhase::WaitingForTimer { .. } => MemberPhase::RecoveringWaitingForTimer,
    }
}

fn drain_phase<P: PoolProtocol>(member: &DrainMember<P>) -> MemberPhase {
    match member {
        DrainMember::ResolvingCreation { prior_stop, .. } => {
            MemberPhase::ResolvingCreation { stop_kept: prior_stop.is_some() }
        }
        DrainMember::Worker { work, shutdown, .. } => MemberPhase::DrainingWorker {
            work: work_phase(work),
            settled: matches!(shutdown, DrainShutdown::Settled(_)),
        },
        DrainMember::StoppedWorker { .. } => MemberPhase::DrainingStopped,
        DrainMember::AwaitingWorkerPreparation { .. } => MemberPhase::AwaitingWorkerPreparation,
        DrainMember::AwaitingRestartSchedule { elapsed, .. } => {
            MemberPhase::AwaitingRestartSchedule { elapsed: elapsed.is_some() }
        }
        DrainMember::Drained => MemberPhase::Drained,
    }
}

fn work_phase<P: PoolProtocol>(work: &DrainWork<P>) -> DrainWorkPhase {
    match work {
        DrainWork::Nothing => DrainWorkPhase::Nothing,
        DrainWork::Created { .. } => DrainWorkPhase::Created,
        DrainWork::Initializing { .. } => DrainWorkPhase::Initializing,
        DrainWork::WaitingForActivation { .. } => DrainWorkPhase::WaitingForActivation,
        DrainWork::ActivationDispatched { .. } => DrainWorkPhase::ActivationDispatched,
        DrainWork::Activating { .. } => DrainWorkPhase::Activating,
        DrainWork::Delivering { .. } => DrainWorkPhase::Delivering,
    }
}
