//! Admission: a job is assigned at once, queued, or handed back whole.
//!
//! Refusals that need no allocation come first. Job identity and admission ordinal are one attempt;
//! with an idle role the dispatch triple is the next one, and its failure rejects the job rather
//! than queueing it. The payload is cloned before anything is drawn, so a clone that panics leaves
//! the pool, its allocators included, as it was.

use super::Turn;
use crate::pool::allocation::{AdmissionPair, DispatchTriple};
use crate::pool::authority::{AssignmentCommand, mint};
use crate::pool::identity::Slot;
use crate::pool::member::{AssignmentJoin, Busy, CustomerObligation, InstalledWorker, Member};
use crate::pool::{
    AdmissionOutcome, AdmissionRejection, DeliverAssignment, JobId, OwnedOperation, PoolProtocol,
    Submission,
};

impl<P: PoolProtocol> Turn<'_, P> {
    pub(super) fn submit(&mut self, submission: Submission<P>) {
        if self.operating.roster.every_role_retired() {
            return self.refuse(submission, AdmissionRejection::NoRecoverableWorkers);
        }
        match self.operating.roster.next_idle(self.operating.cursor) {
            Some(slot) => self.submit_to(slot, submission),
            None if self.operating.backlog.len() >= self.context.definition.backlog_capacity => {
                self.refuse(submission, AdmissionRejection::BacklogFull);
            }
            None => self.enqueue(submission),
        }
    }

    fn submit_to(&mut self, slot: Slot, submission: Submission<P>) {
        let prepared = self.context.allocators.will_admit_and_dispatch();
        let execution = prepared.then(|| submission.payload.clone());
        let Ok(admission) = self.context.allocators.admission() else {
            return self.refuse(submission, AdmissionRejection::JobCorrelationUnavailable);
        };
        let dispatch = self.context.allocators.dispatches.reserve();
        let (Ok(dispatch), Some(execution)) = (dispatch, execution) else {
            return self.refuse(submission, AdmissionRejection::DispatchCorrelationUnavailable);
        };
        let obligation = self.accept(admission, submission);
        self.dispatch(slot, obligation, execution, dispatch);
    }

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

    fn refuse(&mut self, submission: Submission<P>, reason: AdmissionRejection) {
        let Submission { request, payload, customer: route } = submission;
        let outcome = AdmissionOutcome::Rejected { request, payload, reason };
        self.context.push(OwnedOperation::DeliverAdmission { route, outcome });
    }

    /// Makes the idle role at `slot` busy and moves the cursor to its successor.
    pub(super) fn dispatch(
        &mut self,
        slot: Slot,
        obligation: CustomerObligation<P>,
        execution: P::Payload,
        triple: DispatchTriple,
    ) {
        let Some(worker) = self.take_idle(slot) else { return };
        let assignment = self.context.allocators.assignment(triple);
        let (retained, authority) = mint(assignment, triple.completion, &worker);
        let command = AssignmentCommand::new(execution, authority);
        let child = worker.child;
        self.context.push(OwnedOperation::DeliverAssignment(DeliverAssignment {
            child,
            assignment,
            command,
        }));
        let join = AssignmentJoin::AwaitingDeliveryAndTerminal;
        self.operating.roster.put(slot, Member::Busy(Busy { worker, obligation, retained, join }));
        self.advance_cursor(slot);
    }

    /// Takes the worker out of an idle member. The caller has found the role idle.
    fn take_idle(&mut self, slot: Slot) -> Option<InstalledWorker<P>> {
        match self.operating.roster.take(slot) {
            Member::Idle { worker } => Some(worker),
            engaged @ (Member::Creating(_)
            | Member::Initializing { .. }
            | Member::WaitingForActivationAuthorization(_)
            | Member::ActivationDispatched(_)
            | Member::Activating(_)
            | Member::DrainingPreReady(_)
            | Member::Busy(_)
            | Member::Recovering(_)
            | Member::Stopping { .. }
            | Member::Retired) => {
                self.operating.roster.put(slot, engaged);
                None
            }
        }
    }

    /// The cursor stands on the declaration-order successor of the role that was chosen last.
    fn advance_cursor(&mut self, chosen: Slot) {
        let next = chosen + 1;
        let wraps = next == self.operating.roster.members().len();
        self.operating.cursor = if wraps { 0 } else { next };
    }
}
