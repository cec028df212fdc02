//! Births: a creation commits or is rejected; a stop may have come before either.

use super::Turn;
use crate::pool::identity::Slot;
use crate::pool::member::{Creating, InstalledWorker, Member};
use crate::pool::{
    BirthKind, ChildNonce, CreateWorker, InitializeWorker, OwnedOperation, PoolInput, PoolProtocol,
    RoleFailure, TransferredValues, WorkerBirthResolution,
};

impl<P: PoolProtocol> Turn<'_, P> {
    #[cold]
    #[inline(never)]
    pub(super) fn birth_resolved(&mut self, fact: WorkerBirthResolution<P>) {
        let (role, child) = fact.named();
        let known = self.slot_of(child).filter(|slot| self.context.role(*slot) == role);
        let Some(slot) = known else {
            return self.reject(PoolInput::WorkerBirthResolved(fact));
        };
        match self.operating.roster.take(slot) {
            Member::Creating(creating) if creating.child == child => {
                self.creation_resolved(slot, creating, fact);
            }
            other @ (Member::Creating(_)
            | Member::Initializing { .. }
            | Member::WaitingForActivationAuthorization(_)
            | Member::ActivationDispatched(_)
            | Member::Activating(_)
            | Member::DrainingPreReady(_)
            | Member::Ready { .. }
            | Member::Recovering(_)
            | Member::Stopping { .. }
            | Member::Retired) => {
                self.reject_back(slot, other, PoolInput::WorkerBirthResolved(fact));
            }
        }
    }

    fn creation_resolved(
        &mut self,
        slot: Slot,
        creating: Creating<P>,
        fact: WorkerBirthResolution<P>,
    ) {
        let Creating { child, prior_stop } = creating;
        match fact {
            WorkerBirthResolution::Committed { worker: incarnation, attempt, plan, .. } => {
                let worker = InstalledWorker { child, incarnation };
                match prior_stop {
                    None => self.initialize(slot, worker, attempt, plan),
                    Some(prior) if prior.named.evidence == worker.incarnation.evidence => {
                        self.operating.clock.advance(prior.accepted.at());
                        self.transfer_unused(slot, TransferredValues::Plan(plan));
                        self.recover_ended(slot, worker.incarnation.evidence, prior.accepted);
                    }
                    Some(prior) => {
                        // The stop was another worker's: the birth goes on as if it had not come.
                        self.initialize(slot, worker, attempt, plan);
                        self.reject(PoolInput::WorkerStopped(prior.into_fact()));
                    }
                }
            }
            WorkerBirthResolution::Rejected { submission, reason, .. } => {
                let stop = prior_stop.map(|prior| prior.into_fact());
                self.fail(slot, RoleFailure::CreationRejected { submission, reason, stop });
            }
        }
    }

    fn initialize(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        attempt: P::InitializationAttempt,
        plan: P::Plan,
    ) {
        let request = InitializeWorker { child: worker.child, attempt: attempt.clone(), plan };
        self.context.push(OwnedOperation::InitializeWorker(request));
        self.operating.roster.put(slot, Member::Initializing { worker, attempt });
    }

    /// Sends a creation and its two observations out.
    pub(super) fn create(
        &mut self,
        slot: Slot,
        child: ChildNonce,
        kind: BirthKind<P>,
        submission: P::Submission,
    ) {
        let role = self.context.role(slot).clone();
        self.context.push(OwnedOperation::CreateWorker(CreateWorker {
            role,
            child,
            kind,
            submission,
        }));
        self.context.push(OwnedOperation::ObserveWorkerCreation { child });
        self.context.push(OwnedOperation::ObserveWorkerStop { child });
        let creating = Creating { child, prior_stop: None };
        self.operating.roster.put(slot, Member::Creating(creating));
    }
}

impl<P: PoolProtocol> WorkerBirthResolution<P> {
    /// The role and the nonce that the resolution names.
    #[must_use]
    pub fn named(&self) -> (&P::Role, ChildNonce) {
        match self {
            Self::Committed { role, child, .. } | Self::Rejected { role, child, .. } => {
                (role, *child)
            }
        }
    }
}
