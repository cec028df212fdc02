//! Matching: which fact is about which phase of which member, exactly.
//!
//! Role, nonce, birth evidence, kind, correlation and phase must all agree. These are the only
//! places that compare them; the transitions rely on the answer.

use super::member::{
    AcceptedStop, Activation, Assignment, AssignmentJoin, InstalledWorker, PreReadyDrain,
    PreReadyOutstanding, PreparedReplacement, Recovering, RecoveryPhase, ShutdownPair,
};
use super::{
    ActivationTicket, AssignmentSettlement, CompletionEvidence, InitializationResult, PoolProtocol,
    PreReadyFailure, RecoveryTicket, ShutdownId, TimerCorrelation, TransferredValues,
    WorkerCompleted, WorkerReference,
};
use alloc::boxed::Box;

impl<P: PoolProtocol> Activation<P> {
    pub(crate) fn is(
        &self,
        role: &P::Role,
        named: &WorkerReference<P>,
        ticket: ActivationTicket,
    ) -> bool {
        self.ticket == ticket && self.worker.is(role, named)
    }
}

impl<P: PoolProtocol> PreReadyDrain<P> {
    /// Whether this worker stopped first and left exactly the settlement `awaited` open.
    pub(crate) fn awaits(
        &self,
        role: &P::Role,
        named: &WorkerReference<P>,
        awaited: &PreReadyOutstanding<P>,
    ) -> bool {
        match self {
            Self::StoppedFirst { child, evidence, outstanding, .. } => {
                *child == named.child
                    && *evidence == named.evidence
                    && *role == named.role
                    && outstanding.is(awaited)
            }
            Self::ShutdownAsked { .. } => false,
        }
    }
}

impl<P: PoolProtocol> PreReadyOutstanding<P> {
    fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Initialization { attempt }, Self::Initialization { attempt: other }) => {
                attempt == other
            }
            (Self::Begin { ticket }, Self::Begin { ticket: other }) => ticket == other,
            (Self::Initialization { .. }, Self::Begin { .. })
            | (Self::Begin { .. }, Self::Initialization { .. }) => false,
        }
    }
}

impl<P: PoolProtocol> Assignment<P> {
    /// Whether this assignment's delivery is unsettled and the settlement is its own.
    #[inline(always)]
    pub(crate) fn awaits_delivery(
        &self,
        worker: &InstalledWorker<P>,
        fact: &AssignmentSettlement<P>,
    ) -> bool {
        let open = match self.join {
            AssignmentJoin::DeliveryAcceptedAwaitingTerminal => false,
            AssignmentJoin::AwaitingDeliveryAndTerminal
            | AssignmentJoin::CompletionBeforeDelivery { .. }
            | AssignmentJoin::StopBeforeDelivery { .. } => true,
        };
        open && worker.child == fact.child
            && worker.child.instance() == fact.assignment.instance()
            && self.ordinal() == fact.assignment.ordinal()
    }

    /// Whether this assignment takes a completion and the completion is its own.
    #[inline(always)]
    pub(crate) fn awaits_completion(
        &self,
        worker: &InstalledWorker<P>,
        fact: &WorkerCompleted<P>,
    ) -> bool {
        let open = match &self.join {
            AssignmentJoin::AwaitingDeliveryAndTerminal
            | AssignmentJoin::DeliveryAcceptedAwaitingTerminal => true,
            AssignmentJoin::StopBeforeDelivery { later_completion, .. } => {
                later_completion.is_none()
            }
            AssignmentJoin::CompletionBeforeDelivery { .. } => false,
        };
        open && worker.child == fact.child && self.retained.recognises(worker, &fact.completion)
    }
}

impl<P: PoolProtocol> AssignmentJoin<P> {
    /// Whether nothing has arrived yet.
    pub(crate) fn is_untouched(&self) -> bool {
        matches!(self, Self::AwaitingDeliveryAndTerminal)
    }

    /// Whether the delivery was accepted and nothing else has arrived.
    pub(crate) fn is_delivered(&self) -> bool {
        matches!(self, Self::DeliveryAcceptedAwaitingTerminal)
    }

    /// Keeps a completion that came before its delivery was settled.
    #[cold]
    #[inline(never)]
    pub(crate) fn completed_early(&mut self, completion: CompletionEvidence<P>) {
        let completion = Box::new(completion);
        match self {
            Self::StopBeforeDelivery { later_completion, .. } => {
                *later_completion = Some(completion);
            }
            Self::AwaitingDeliveryAndTerminal
            | Self::DeliveryAcceptedAwaitingTerminal
            | Self::CompletionBeforeDelivery { .. } => {
                *self = Self::CompletionBeforeDelivery { completion, later_stop: None };
            }
        }
    }

    /// The completion and the stop that have come.
    #[expect(clippy::type_complexity, reason = "the two terminal facts of a join, both optional")]
    pub(crate) fn into_terminal(
        self,
    ) -> (Option<Box<CompletionEvidence<P>>>, Option<Box<AcceptedStop<P>>>) {
        match self {
            Self::AwaitingDeliveryAndTerminal | Self::DeliveryAcceptedAwaitingTerminal => {
                (None, None)
            }
            Self::CompletionBeforeDelivery { completion, later_stop } => {
                (Some(completion), later_stop)
            }
            Self::StopBeforeDelivery { stop, later_completion } => (later_completion, Some(stop)),
        }
    }
}

impl<P: PoolProtocol> Recovering<P> {
    pub(crate) fn prepares(&self, named: RecoveryTicket) -> bool {
        match &self.phase {
            RecoveryPhase::Preparing { ticket } => *ticket == named,
            RecoveryPhase::WaitingForSource
            | RecoveryPhase::Scheduling { .. }
            | RecoveryPhase::WaitingForTimer { .. } => false,
        }
    }
}

impl<P: PoolProtocol> PreparedReplacement<P> {
    pub(crate) fn is(&self, recovery: RecoveryTicket, timer: TimerCorrelation) -> bool {
        self.recovery == recovery && self.timer == timer
    }
}

impl<P: PoolProtocol> ShutdownPair<P> {
    pub(crate) fn awaits_settlement(&self, named: ShutdownId) -> bool {
        match self {
            Self::Open { id } | Self::Stopped { id, .. } => *id == named,
            Self::Settled { .. } | Self::Unreserved => false,
        }
    }

    /// The settlement has come: the stop, if both halves are in, or the pair that is left.
    pub(crate) fn settled(self) -> Result<AcceptedStop<P>, Self> {
        match self {
            Self::Stopped { stop, .. } => Ok(*stop),
            Self::Open { id } | Self::Settled { id } => Err(Self::Settled { id }),
            Self::Unreserved => Err(Self::Unreserved),
        }
    }
}

impl<P: PoolProtocol> TransferredValues<P> {
    /// The values of an initialization that nobody needs any more.
    pub(crate) fn initialization(result: InitializationResult<P>) -> Self {
        match result {
            InitializationResult::ReadyForActivation { permit, plan } => {
                Self::Activation { permit, plan }
            }
            InitializationResult::Rejected { settlement, plan, reason } => {
                Self::Failure(PreReadyFailure::InitializationRejected { settlement, plan, reason })
            }
            InitializationResult::Stopped { stop, plan } => {
                Self::StoppedInitialization { stop, plan }
            }
        }
    }
}
