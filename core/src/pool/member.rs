//! The members of an operating pool: one phase is one variant that owns exactly its own data.
//!
//! A transition consumes the old phase and builds the next one, so an authority that a phase held
//! is gone because the value is gone. The role itself stays in the definition; a member is known by
//! its position.

use super::authority::RetainedHalf;
use super::{
    ActivationTicket, ChildNonce, CompletionEvidence, JobId, PoolProtocol, PreReadyFailure,
    RecoveryTicket, RestartTimerFact, ShutdownId, StopClass, TimerCorrelation, WorkerIncarnation,
    WorkerReference, WorkerStop, WorkerStopFact,
};
use crate::time::Tick;
use alloc::boxed::Box;

/// One installed worker: its nonce, its private capability and the evidence of its birth.
#[derive(Debug)]
pub struct InstalledWorker<P: PoolProtocol> {
    /// The creator-local nonce.
    pub child: ChildNonce,
    /// The committed incarnation. Its recipient ends with the worker's stop.
    pub incarnation: WorkerIncarnation<P>,
}

impl<P: PoolProtocol> InstalledWorker<P> {
    /// Whether a fact names this worker of `role`, exactly.
    pub(crate) fn is(&self, role: &P::Role, named: &WorkerReference<P>) -> bool {
        self.child == named.child
            && self.incarnation.evidence == named.evidence
            && *role == named.role
    }

    pub(crate) fn reference(&self, role: &P::Role) -> WorkerReference<P> {
        WorkerReference {
            role: role.clone(),
            child: self.child,
            evidence: self.incarnation.evidence.clone(),
        }
    }
}

/// A stop that a member has taken, judged against the clock when it came.
#[derive(Debug)]
pub(crate) struct AcceptedStop<P: PoolProtocol> {
    pub(crate) stop: WorkerStop<P>,
    /// Its tick lies below that of a stop that was accepted before it.
    pub(crate) regressed: bool,
}

/// A customer's accepted job; the pool owns it until its one terminal outcome.
#[derive(Debug)]
pub(crate) struct CustomerObligation<P: PoolProtocol> {
    pub(crate) job: u64,
    /// Its place in the total order of admissions.
    pub(crate) admitted_at: u64,
    pub(crate) customer: P::CustomerRoute,
    pub(crate) payload: P::Payload,
}

/// One member. The indexes of the roster are functions of it.
#[derive(Debug)]
pub(crate) enum Member<P: PoolProtocol> {
    Creating(Creating<P>),
    Initializing {
        worker: InstalledWorker<P>,
        attempt: P::InitializationAttempt,
    },
    WaitingForActivationAuthorization(AwaitingAuthorization<P>),
    ActivationDispatched(Activation<P>),
    Activating(Activation<P>),
    DrainingPreReady(PreReadyDrain<P>),
    /// A worker that takes jobs, one at a time. Its work changes beside it, in place.
    Ready {
        worker: InstalledWorker<P>,
        work: Work<P>,
    },
    Recovering(Recovering<P>),
    Stopping {
        worker: InstalledWorker<P>,
        pair: ShutdownPair<P>,
    },
    Retired,
}

/// A birth is out. Its kind went out with the creation: the nonce alone says which birth this is.
#[derive(Debug)]
pub(crate) struct Creating<P: PoolProtocol> {
    pub(crate) child: ChildNonce,
    pub(crate) prior_stop: Option<Box<PriorStop<P>>>,
}

/// A stop that came before its birth was told. Its evidence is compared at the commit.
#[derive(Debug)]
pub(crate) struct PriorStop<P: PoolProtocol> {
    pub(crate) named: WorkerReference<P>,
    pub(crate) accepted: AcceptedStop<P>,
}

/// An initialized worker without an activation slot.
#[derive(Debug)]
pub(crate) struct AwaitingAuthorization<P: PoolProtocol> {
    pub(crate) worker: InstalledWorker<P>,
    pub(crate) permit: P::Permit,
    pub(crate) plan: P::Plan,
}

/// A worker that occupies an activation slot; the host holds permit and plan.
#[derive(Debug)]
pub(crate) struct Activation<P: PoolProtocol> {
    pub(crate) worker: InstalledWorker<P>,
    pub(crate) ticket: ActivationTicket,
}

/// A worker that failed, or stopped, before it was ready.
#[derive(Debug)]
pub(crate) enum PreReadyDrain<P: PoolProtocol> {
    /// It failed: its shutdown was asked, settlement and stop are awaited.
    ShutdownAsked {
        worker: InstalledWorker<P>,
        failure: Box<PreReadyFailure<P>>,
        pair: ShutdownPair<P>,
    },
    /// It stopped first: one settlement is still out.
    StoppedFirst {
        child: ChildNonce,
        evidence: P::Evidence,
        stop: AcceptedStop<P>,
        outstanding: PreReadyOutstanding<P>,
    },
}

/// The settlement that a stop before ready left open.
#[derive(Debug)]
pub(crate) enum PreReadyOutstanding<P: PoolProtocol> {
    Initialization { attempt: P::InitializationAttempt },
    Begin { ticket: ActivationTicket },
}

/// The two halves that end a worker that was asked to shut down, in either order.
#[derive(Debug)]
pub(crate) enum ShutdownPair<P: PoolProtocol> {
    /// The request could not be reserved; exists only inside the fold that shuts the pool down.
    Unreserved,
    /// Both halves are out.
    Open { id: ShutdownId },
    /// The settlement has come.
    Settled { id: ShutdownId },
    /// The stop has come.
    Stopped { id: ShutdownId, stop: Box<AcceptedStop<P>> },
}

/// What a ready worker does.
#[derive(Debug)]
pub(crate) enum Work<P: PoolProtocol> {
    Idle,
    Busy(Assignment<P>),
}

/// The one assignment of a busy worker.
#[derive(Debug)]
pub(crate) struct Assignment<P: PoolProtocol> {
    pub(crate) obligation: CustomerObligation<P>,
    pub(crate) retained: RetainedHalf,
    pub(crate) join: AssignmentJoin<P>,
}

/// What has arrived of delivery settlement, completion and stop.
#[derive(Debug)]
pub(crate) enum AssignmentJoin<P: PoolProtocol> {
    AwaitingDeliveryAndTerminal,
    DeliveryAcceptedAwaitingTerminal,
    CompletionBeforeDelivery {
        completion: Box<CompletionEvidence<P>>,
        later_stop: Option<Box<AcceptedStop<P>>>,
    },
    StopBeforeDelivery {
        stop: Box<AcceptedStop<P>>,
        later_completion: Option<Box<CompletionEvidence<P>>>,
    },
}

/// A role whose worker has stopped and is being replaced.
#[derive(Debug)]
pub(crate) struct Recovering<P: PoolProtocol> {
    pub(crate) replaces: P::Evidence,
    pub(crate) stop: AcceptedStop<P>,
    pub(crate) phase: RecoveryPhase<P>,
}

/// How far a recovery is.
#[derive(Debug)]
pub(crate) enum RecoveryPhase<P: PoolProtocol> {
    /// The worker source is lent to another role.
    WaitingForSource,
    /// The preparation is out.
    Preparing { ticket: RecoveryTicket },
    /// The schedule is out; the timer may elapse first.
    Scheduling { prepared: Box<PreparedReplacement<P>>, elapsed: Option<RestartTimerFact> },
    /// The timer runs.
    WaitingForTimer { prepared: Box<PreparedReplacement<P>> },
}

/// A prepared worker whose charge is spent and whose creation waits for its timer.
///
/// ```compile_fail,E0277
/// # use actor_laws::pool::{PoolProtocol, PreparedReplacement};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<PreparedReplacement<P>>()
/// }
/// ```
#[derive(Debug)]
#[must_use = "it owns the prepared submission"]
pub struct PreparedReplacement<P: PoolProtocol> {
    /// The recovery.
    pub recovery: RecoveryTicket,
    /// The nonce that was reserved for the creation.
    pub child: ChildNonce,
    /// The timer.
    pub timer: TimerCorrelation,
    /// The worker.
    pub submission: P::Submission,
}

impl<P: PoolProtocol> PriorStop<P> {
    /// The fact as it came.
    pub(crate) fn into_fact(self) -> WorkerStopFact<P> {
        WorkerStopFact { worker: self.named, stop: self.accepted.stop }
    }
}

impl<P: PoolProtocol> AcceptedStop<P> {
    pub(crate) fn class(&self) -> StopClass {
        self.stop.class
    }

    pub(crate) fn at(&self) -> Tick {
        self.stop.at
    }
}

impl<P: PoolProtocol> Assignment<P> {
    /// An assignment of which nothing has arrived yet.
    #[inline]
    pub(crate) fn new(obligation: CustomerObligation<P>, retained: RetainedHalf) -> Self {
        Self { obligation, retained, join: AssignmentJoin::AwaitingDeliveryAndTerminal }
    }

    /// The ordinal of the assignment.
    pub(crate) fn ordinal(&self) -> u64 {
        self.retained.assignment
    }
}

impl<P: PoolProtocol> CustomerObligation<P> {
    pub(crate) fn job(&self, instance: crate::correlation::InstanceId) -> JobId {
        JobId::new(instance, self.job)
    }
}

/// What the rest of the pool must know of a member without looking inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It takes a job.
    Idle,
    /// It waits for an activation slot.
    AwaitingAuthorization,
    /// It occupies an activation slot.
    Activating,
    /// It waits for the worker source.
    AwaitingSource,
    /// It is lost for good.
    Retired,
    /// None of these.
    Engaged,
}

impl<P: PoolProtocol> Member<P> {
    pub(crate) fn standing(&self) -> Standing {
        match self {
            Self::Ready { work: Work::Idle, .. } => Standing::Idle,
            Self::WaitingForActivationAuthorization(_) => Standing::AwaitingAuthorization,
            Self::ActivationDispatched(_) | Self::Activating(_) => Standing::Activating,
            Self::Recovering(Recovering { phase: RecoveryPhase::WaitingForSource, .. }) => {
                Standing::AwaitingSource
            }
            Self::Retired => Standing::Retired,
            Self::Creating(_)
            | Self::Initializing { .. }
            | Self::DrainingPreReady(_)
            | Self::Ready { work: Work::Busy(_), .. }
            | Self::Recovering(_)
            | Self::Stopping { .. } => Standing::Engaged,
        }
    }

    /// The nonce and, once the birth is told, the evidence of the worker that the member holds now.
    pub(crate) fn holds(&self) -> Option<(ChildNonce, Option<&P::Evidence>)> {
        match self {
            Self::Creating(creating) => Some((creating.child, None)),
            Self::Initializing { worker, .. }
            | Self::WaitingForActivationAuthorization(AwaitingAuthorization { worker, .. })
            | Self::ActivationDispatched(Activation { worker, .. })
            | Self::Activating(Activation { worker, .. })
            | Self::DrainingPreReady(PreReadyDrain::ShutdownAsked { worker, .. })
            | Self::Ready { worker, .. }
            | Self::Stopping { worker, .. } => {
                Some((worker.child, Some(&worker.incarnation.evidence)))
            }
            Self::DrainingPreReady(PreReadyDrain::StoppedFirst { child, evidence, .. }) => {
                Some((*child, Some(evidence)))
            }
            Self::Recovering(_) | Self::Retired => None,
        }
    }
}
