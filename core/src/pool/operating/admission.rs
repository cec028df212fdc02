//! Admission: a job is assigned at once, queued, or handed back whole.
//!
//! Refusals that need no allocation come first. Job identity and admission ordinal are one attempt;
//! with an idle role the dispatch triple is the next one, and its failure rejects the job rather
//! than queueing it. The payload is cloned before anything is drawn, so a clone that panics leaves
//! the pool, its allocators included, as it was.

use super::Turn;
use crate::pool::allocation::{AdmissionPair, DispatchTriple};
use crate::pool::identity::Slot;
use crate::pool::member::{Assignment, CustomerObligation};
use crate::pool::{
    AdmissionOutcome, AdmissionRejection, JobId, OwnedOperation, PoolProtocol, Submission,
};

impl<P: PoolProtocol> Turn<'_, P> {
    #[inline(never)]
    pub(super) fn submit(&mut self, submission: Submission<P>) {
        match self.operating.roster.next_idle(self.operating.cursor) {
            Some(slot) => self.submit_to(slot, submission),
            None if self.operating.roster.every_role_retired() => {
                self.refuse(submission, AdmissionRejection::NoRecoverableWorkers);
            }
            None if self.operating.backlog.len() >= self.context.definition.backlog_capacity => {
                self.refuse(submission, AdmissionRejection::BacklogFull);
            }
            None => self.enqueue(submission),
        }
    }

    #[inline(always)]
    fn submit_to(&mut self, slot: Slot, submission: Submission<P>) {
        if !self.context.allocators.will_admit_and_dispatch() {
            return self.submit_in_vain(submission);
        }
        let execution = submission.payload.clone();
        if let Ok(admission) = self.context.allocators.admission()
            && let Ok(dispatch) = self.context.allocators.dispatches.reserve()
        {
            let obligation = self.accept(admission, submission);
            self.dispatch(slot, obligation, execution, dispatch);
        }
    }

    /// One of the draws will fail: those before it are made and retired, and the job goes back.
    #[cold]
    #[inline(never)]
    fn submit_in_vain(&mut self, submission: Submission<P>) {
        let reason = match self.context.allocators.admission() {
            Ok(_) => {
                let _burned = self.context.allocators.dispatches.reserve();
                AdmissionRejection::DispatchCorrelationUnavailable
            }
            Err(_) => AdmissionRejection::JobCorrelationUnavailable,
        };
        self.refuse(submission, reason);
    }

    #[inline(always)]
    fn enqueue(&mut self, submission: Submission<P>) {
        match self.context.allocators.admission() {
            Ok(admission) => {
                let obligation = self.accept(admission, submission);
                self.operating.backlog.append(obligation);
            }
            Err(_) => self.refuse(submission, AdmissionRejection::JobCorrelationUnavailable),
        }
    }

    /// Takes ownership of a job and says so.
    #[inline(always)]
    fn accept(
        &mut self,
        admission: AdmissionPair,
        submission: Submission<P>,
    ) -> CustomerObligation<P> {
        let Submission { request, payload, customer } = submission;
        let AdmissionPair { job, ordinal: admitted_at } = admission;
        let outcome =
            AdmissionOutcome::Accepted { request, job: JobId::new(self.context.instance, job) };
        self.context.push(OwnedOperation::DeliverAdmission { route: customer.clone(), outcome });
        CustomerObligation { job, admitted_at, customer, payload }
    }

    #[cold]
    #[inline(never)]
    fn refuse(&mut self, submission: Submission<P>, reason: AdmissionRejection) {
        let Submission { request, payload, customer: route } = submission;
        let outcome = AdmissionOutcome::Rejected { request, payload, reason };
        self.context.push(OwnedOperation::DeliverAdmission { route, outcome });
    }

    /// Makes the idle role at `slot` busy and moves the cursor to its successor.
    #[inline(always)]
    pub(super) fn dispatch(
        &mut self,
        slot: Slot,
        obligation: CustomerObligation<P>,
        execution: P::Payload,
        triple: DispatchTriple,
    ) {
        let context = &mut self.context;
        self.operating.roster.engage(slot, |worker| {
            Assignment::new(obligation, context.deliver(worker, execution, triple))
        });
        self.advance_cursor(slot);
    }

    /// The cursor stands on the declaration-order successor of the role that was chosen last.
    #[inline]
    pub(super) fn advance_cursor(&mut self, chosen: Slot) {
        let next = chosen + 1;
        let wraps = next == self.operating.roster.members().len();
        self.operating.cursor = if wraps { 0 } else { next };
    }
}
