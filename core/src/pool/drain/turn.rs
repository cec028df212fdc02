//! One fold of a draining pool.

use super::{DrainMember, Draining};
use crate::pool::context::Context;
use crate::pool::identity::Slot;
use crate::pool::rejection::{HeldWorker, classify};
use crate::pool::{
    AdmissionOutcome, AdmissionRejection, ChildNonce, OwnedOperation, PoolDiagnostic, PoolInput,
    PoolProtocol, RecoveryTicket, ResidualCause, Submission, TransferReason, TransferredValues,
};

/// One fold of a draining pool under way.
#[derive(Debug)]
pub(crate) struct DrainTurn<'fold, P: PoolProtocol> {
    pub(crate) context: Context<'fold, P>,
    pub(crate) draining: &'fold mut Draining<P>,
    /// Set by the step that must force the pool's retirement.
    pub(crate) forced: Option<ResidualCause<P>>,
}

/// How a drain fold leaves the pool.
#[derive(Debug)]
pub(crate) enum DrainEnd<P: PoolProtocol> {
    /// Members are left.
    Open,
    /// Every member has drained.
    Drained,
    /// Retirement is forced.
    Forced(ResidualCause<P>),
}

impl<P: PoolProtocol> DrainTurn<'_, P> {
    /// Takes one input, or answers it back if this mode admits none of its kind.
    pub(crate) fn take(mut self, input: PoolInput<P>) -> Result<DrainEnd<P>, PoolInput<P>> {
        match input {
            PoolInput::Initialize => return Err(PoolInput::Initialize),
            PoolInput::Submit(submission) => self.refuse(submission),
            PoolInput::Shutdown => {}
            PoolInput::WorkerBirthResolved(fact) => self.birth_resolved(fact),
            PoolInput::InitializationSettled(fact) => self.initialization_settled(fact),
            PoolInput::ActivationBeginSettled(fact) => self.begin_settled(fact),
            PoolInput::WorkerReady(fact) => self.activation_ended(fact),
            PoolInput::WorkerStopped(fact) => self.worker_stopped(fact),
            PoolInput::AssignmentSettled(fact) => self.assignment_settled(fact),
            PoolInput::WorkerCompleted(_) => self.reject(input),
            PoolInput::WorkerPreparationSettled(fact) => self.preparation_settled(fact),
            PoolInput::RestartScheduleSettled(fact) => self.schedule_settled(fact),
            PoolInput::RestartTimerElapsed(fact) => self.timer_elapsed(fact),
            PoolInput::WorkerShutdownSettled(fact) => self.shutdown_settled(fact),
            PoolInput::DrainDeadlineSettled(fact) => self.deadline_settled(fact),
            PoolInput::DrainDeadlineElapsed(fact) => self.deadline_elapsed(fact),
        }
        Ok(match self.forced {
            Some(cause) => DrainEnd::Forced(cause),
            None if self.draining.is_drained() => DrainEnd::Drained,
            None => DrainEnd::Open,
        })
    }

    fn refuse(&mut self, submission: Submission<P>) {
        let Submission { request, payload, customer: route } = submission;
        let reason = AdmissionRejection::ShuttingDown;
        let outcome = AdmissionOutcome::Rejected { request, payload, reason };
        self.context.push(OwnedOperation::DeliverAdmission { route, outcome });
    }

    pub(super) fn slot_of(&self, child: ChildNonce) -> Option<Slot> {
        self.context.slot_of(child.instance(), child.position())
    }

    pub(super) fn recovering_slot(&self, ticket: RecoveryTicket) -> Option<Slot> {
        self.context.slot_of(ticket.instance(), ticket.position())
    }

    pub(super) fn transfer(&mut self, slot: Slot, values: TransferredValues<P>) {
        self.context.transfer(slot, values, TransferReason::Cancelled);
    }

    /// A drain is under way already, so it makes no difference where the diagnostic went.
    pub(super) fn diagnose(&mut self, diagnostic: PoolDiagnostic<P>) {
        let _fate = self.context.diagnose(diagnostic);
    }

    pub(super) fn reject(&mut self, fact: PoolInput<P>) {
        let class = classify(self.context.instance, &fact, |child| {
            let slot = child.position();
            let (child, evidence) = self.draining.get(slot)?.holds()?;
            Some(HeldWorker { role: self.context.role(slot), child, evidence })
        });
        self.diagnose(PoolDiagnostic::RejectedFact { class, fact });
    }

    pub(super) fn reject_back(&mut self, slot: Slot, member: DrainMember<P>, fact: PoolInput<P>) {
        self.draining.put(slot, member);
        self.reject(fact);
    }
}
