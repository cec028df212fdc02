//! What every step of a fold needs: the definition, the allocators and the growing action product.

use super::allocation::{Allocators, DispatchTriple};
use super::authority::{AssignmentCommand, RetainedHalf, mint};
use super::definition::{FifoPoolDefinition, SourceCustody};
use super::identity::Slot;
use super::member::{CustomerObligation, InstalledWorker};
use super::{
    AssignedReturnReason, CompletionEvidence, DeliverAssignment, OwnedOperation, PoolActions,
    PoolDiagnostic, PoolProtocol, QueuedReturnReason, ShutdownCorrelation, ShutdownId,
    ShutdownWorker, TerminalCustomerOutcome, TransferReason, TransferredFact, TransferredValues,
};
use crate::correlation::InstanceId;
use alloc::boxed::Box;

/// The definition as a running pool keeps it.
pub(crate) type RunningDefinition<P> =
    FifoPoolDefinition<P, SourceCustody<<P as PoolProtocol>::Source>>;

/// The surroundings of one fold.
#[derive(Debug)]
pub(crate) struct Context<'fold, P: PoolProtocol> {
    pub(crate) instance: InstanceId,
    pub(crate) definition: &'fold mut RunningDefinition<P>,
    pub(crate) allocators: &'fold mut Allocators,
    pub(crate) actions: &'fold mut PoolActions<P>,
}

/// Where a diagnostic went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DiagnosticFate {
    /// To the diagnostics' route.
    Delivered,
    /// To the host: an operating pool shuts down.
    Terminal,
}

impl<P: PoolProtocol> Context<'_, P> {
    /// The role at a position of the roster.
    #[inline]
    pub(crate) fn role(&self, slot: Slot) -> &P::Role {
        &self.definition.roles[slot]
    }

    /// The member that a correlation of this pool was issued for. Another pool's picks nobody, and
    /// neither does a position that this roster does not have: a second pool of the same identity
    /// may have more roles.
    #[inline]
    pub(crate) fn slot_of(&self, issuer: InstanceId, position: usize) -> Option<Slot> {
        (issuer == self.instance && position < self.definition.roles.len()).then_some(position)
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, operation: OwnedOperation<P>) {
        self.actions.push(operation);
    }

    /// Sends a job to a worker; answers the pool's half of the dispatch.
    #[inline(always)]
    pub(crate) fn deliver(
        &mut self,
        worker: &InstalledWorker<P>,
        execution: P::Payload,
        triple: DispatchTriple,
    ) -> RetainedHalf {
        let (child, assignment) = (worker.child, self.allocators.assignment(triple));
        let (retained, authority) = mint(triple, worker);
        let command = AssignmentCommand::new(execution, authority);
        let delivery = DeliverAssignment { child, assignment, command };
        self.push(OwnedOperation::DeliverAssignment(delivery));
        retained
    }

    /// Hands values to the host.
    #[cold]
    #[inline(never)]
    pub(crate) fn transfer(
        &mut self,
        slot: Slot,
        values: TransferredValues<P>,
        reason: TransferReason,
    ) {
        let fact = Box::new(TransferredFact { role: self.role(slot).clone(), values });
        self.push(OwnedOperation::TransferRejectedFact { fact, reason });
    }

    /// Lets a diagnostic leave through the chosen disposition. Without a correlation of its own it
    /// leaves as under `Terminate`.
    #[cold]
    #[inline(never)]
    pub(crate) fn diagnose(&mut self, diagnostic: PoolDiagnostic<P>) -> DiagnosticFate {
        let diagnostic = Box::new(diagnostic);
        let allocators = &mut self.allocators;
        match self.definition.diagnostics.destination(|| allocators.diagnostic()) {
            Some((route, correlation)) => {
                self.push(OwnedOperation::DeliverDiagnostic { route, correlation, diagnostic });
                DiagnosticFate::Delivered
            }
            None => {
                self.push(OwnedOperation::TransferTerminalDiagnostic { diagnostic });
                DiagnosticFate::Terminal
            }
        }
    }

    /// Asks a worker to stop, under an identity that was reserved for it.
    pub(crate) fn request_shutdown(
        &mut self,
        slot: Slot,
        worker: &InstalledWorker<P>,
        id: ShutdownId,
    ) {
        let worker = worker.reference(self.role(slot));
        let request =
            ShutdownWorker { child: worker.child, correlation: ShutdownCorrelation { worker, id } };
        self.push(OwnedOperation::ShutdownWorker(request));
    }

    /// Ends a job with its result; `slot` is the role that completed it.
    #[inline(always)]
    pub(crate) fn complete(
        &mut self,
        slot: Slot,
        obligation: CustomerObligation<P>,
        completion: CompletionEvidence<P>,
    ) {
        let (job, role) = (obligation.job(self.instance), self.role(slot).clone());
        let (output, route) = (completion.into_output(), obligation.customer);
        let outcome = TerminalCustomerOutcome::Completed { job, role, output };
        self.push(OwnedOperation::DeliverCustomerTerminal { route, outcome });
    }

    /// Ends a job that was with a worker; `slot` is the role that it was last assigned to.
    #[cold]
    #[inline(never)]
    pub(crate) fn return_assigned(
        &mut self,
        slot: Slot,
        obligation: CustomerObligation<P>,
        reason: AssignedReturnReason,
    ) {
        let (job, role) = (obligation.job(self.instance), self.role(slot).clone());
        let CustomerObligation { customer: route, payload, .. } = obligation;
        let outcome = TerminalCustomerOutcome::ReturnedAssigned { job, role, payload, reason };
        self.push(OwnedOperation::DeliverCustomerTerminal { route, outcome });
    }

    /// Ends a job that waited.
    #[cold]
    #[inline(never)]
    pub(crate) fn return_queued(
        &mut self,
        obligation: CustomerObligation<P>,
        reason: QueuedReturnReason,
    ) {
        let job = obligation.job(self.instance);
        let CustomerObligation { customer: route, payload, .. } = obligation;
        let outcome = TerminalCustomerOutcome::ReturnedQueued { job, payload, reason };
        self.push(OwnedOperation::DeliverCustomerTerminal { route, outcome });
    }
}
