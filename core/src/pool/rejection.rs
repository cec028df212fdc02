//! Rejected facts: how a fact missed, judged without any memory of the past.

use super::{
    ChildNonce, InputKind, PoolInput, PoolProtocol, RejectedFactClass, WorkerBirthResolution,
    WorkerReference,
};
use crate::correlation::InstanceId;

/// What a fact names, as far as its kind names anything.
struct Naming<'fact, P: PoolProtocol> {
    /// The pools that issued its own correlations. What it returns is not judged.
    issuers: [Option<InstanceId>; 2],
    role: Option<&'fact P::Role>,
    child: Option<ChildNonce>,
    evidence: Option<&'fact P::Evidence>,
}

/// The worker that a member holds now, as classification sees it.
pub(crate) struct HeldWorker<'state, P: PoolProtocol> {
    pub(crate) role: &'state P::Role,
    pub(crate) child: ChildNonce,
    /// Unknown before the birth is told.
    pub(crate) evidence: Option<&'state P::Evidence>,
}

/// Classifies a fact that nothing takes; `held` answers what the member of a nonce holds now.
pub(crate) fn classify<'state, P: PoolProtocol + 'state>(
    instance: InstanceId,
    fact: &PoolInput<P>,
    held: impl FnOnce(ChildNonce) -> Option<HeldWorker<'state, P>>,
) -> RejectedFactClass {
    let naming = naming(fact);
    if fact.kind() == InputKind::WorkerCompleted {
        return RejectedFactClass::Stale;
    }
    if naming.issuers.iter().flatten().any(|issuer| *issuer != instance) {
        return RejectedFactClass::Foreign;
    }
    let live = naming.child.and_then(held).filter(|held| naming.child == Some(held.child));
    match live {
        Some(held) if naming.contradicts(&held) => RejectedFactClass::WrongWorker,
        Some(_) | None => RejectedFactClass::Stale,
    }
}

impl<P: PoolProtocol> Naming<'_, P> {
    fn contradicts(&self, held: &HeldWorker<'_, P>) -> bool {
        let other_role = self.role.is_some_and(|role| role != held.role);
        let other_birth = match (self.evidence, held.evidence) {
            (Some(named), Some(held)) => named != held,
            (Some(_) | None, None) | (None, Some(_)) => false,
        };
        other_role || other_birth
    }
}

fn naming<P: PoolProtocol>(fact: &PoolInput<P>) -> Naming<'_, P> {
    let nothing = Naming { issuers: [None; 2], role: None, child: None, evidence: None };
    let issued = |first, second| Naming { issuers: [Some(first), second], ..nothing };
    match fact {
        PoolInput::Initialize | PoolInput::Submit(_) | PoolInput::Shutdown => {
            Naming { issuers: [None; 2], role: None, child: None, evidence: None }
        }
        PoolInput::WorkerBirthResolved(
            WorkerBirthResolution::Committed { role, child, .. }
            | WorkerBirthResolution::Rejected { role, child, .. },
        ) => {
            let issuers = [Some(child.instance()), None];
            Naming { issuers, role: Some(role), child: Some(*child), evidence: None }
        }
        PoolInput::InitializationSettled(fact) => worker(&fact.worker, None),
        PoolInput::ActivationBeginSettled(fact) => {
            worker(&fact.worker, Some(fact.ticket.instance()))
        }
        PoolInput::WorkerReady(fact) => worker(&fact.worker, Some(fact.ticket.instance())),
        PoolInput::WorkerStopped(fact) => worker(&fact.worker, None),
        PoolInput::AssignmentSettled(fact) => {
            issued(fact.child.instance(), Some(fact.assignment.instance()))
        }
        PoolInput::WorkerCompleted(fact) => issued(fact.child.instance(), None),
        PoolInput::WorkerPreparationSettled(fact) => issued(fact.ticket.instance(), None),
        PoolInput::RestartScheduleSettled(fact) => {
            issued(fact.recovery.instance(), Some(fact.timer.instance()))
        }
        PoolInput::RestartTimerElapsed(fact) => {
            issued(fact.recovery.instance(), Some(fact.timer.instance()))
        }
        PoolInput::WorkerShutdownSettled(fact) => {
            worker(&fact.shutdown.worker, Some(fact.shutdown.id.instance()))
        }
        PoolInput::DrainDeadlineSettled(fact) => issued(fact.timer.instance(), None),
        PoolInput::DrainDeadlineElapsed(fact) => issued(fact.timer.instance(), None),
    }
}

fn worker<P: PoolProtocol>(
    named: &WorkerReference<P>,
    second: Option<InstanceId>,
) -> Naming<'_, P> {
    Naming {
        issuers: [Some(named.child.instance()), second],
        role: Some(&named.role),
        child: Some(named.child),
        evidence: Some(&named.evidence),
    }
}
