//! The complete action product of one fold.

use super::{ChildNonce, Lane, OwnedOperation, PoolProtocol};
use crate::settlement::{self, BatchSettlement, Environment};
use alloc::vec::Vec;

/// How a fold leaves the pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Verdict {
    /// It goes on.
    #[default]
    Continue,
    /// It has ended: every member has drained.
    Stopped,
    /// It has ended by force: the residual went to the host.
    ForcedRetirement,
}

/// Everything that one fold asks its host to do: the lanes in their authored order, each in the
/// order of the steps that caused it, and last the verdict.
///
/// A product can be read, drained and settled; it cannot be copied, and nobody can put anything in.
///
/// ```compile_fail,E0277
/// # use actor_laws::pool::{PoolActions, PoolProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<PoolActions<P>>()
/// }
/// ```
/// ```compile_fail,E0616
/// # use actor_laws::pool::{ChildNonce, OwnedOperation, PoolActions, PoolProtocol};
/// fn add<P: PoolProtocol>(actions: &mut PoolActions<P>, child: ChildNonce) {
///     actions.operations.push(OwnedOperation::ObserveWorkerStop { child });
/// }
/// ```
/// ```compile_fail,E0277
/// # use actor_laws::pool::{OwnedOperation, PoolProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<OwnedOperation<P>>()
/// }
/// ```
#[derive(Debug)]
#[must_use = "dropping a product loses the values that its operations own"]
pub struct PoolActions<P: PoolProtocol> {
    operations: Vec<OwnedOperation<P>>,
    /// The lane of the last operation.
    latest: Lane,
    /// Whether `operations` still has to be brought into lane order.
    disordered: bool,
    verdict: Verdict,
}

impl<P: PoolProtocol> Default for PoolActions<P> {
    fn default() -> Self {
        Self {
            operations: Vec::new(),
            latest: Lane::FIRST,
            disordered: false,
            verdict: Verdict::Continue,
        }
    }
}

impl<P: PoolProtocol> PoolActions<P> {
    /// Every operation, in authored order.
    pub fn operations(&self) -> &[OwnedOperation<P>] {
        &self.operations
    }

    /// The operations of one lane, in the order of the steps that caused them.
    pub fn lane(&self, lane: Lane) -> &[OwnedOperation<P>] {
        let start = self.operations.partition_point(|operation| operation.lane() < lane);
        let end = self.operations.partition_point(|operation| operation.lane() <= lane);
        &self.operations[start..end]
    }

    /// The verdict. It follows every operation.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Whether the product asks for nothing and the pool goes on.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty() && self.verdict == Verdict::Continue
    }

    /// Takes the operations out, in authored order; the buffer can then be used again.
    #[inline]
    pub fn drain(&mut self) -> impl Iterator<Item = OwnedOperation<P>> + '_ {
        (self.latest, self.verdict) = (Lane::FIRST, Verdict::Continue);
        self.operations.drain(..)
    }

    /// Applies the operations in authored order until one is rejected; the buffer can then be used
    /// again.
    pub fn settle<E: Environment<OwnedOperation<P>>>(
        &mut self,
        environment: &mut E,
    ) -> BatchSettlement<OwnedOperation<P>, E::Reason> {
        settlement::settle(self.drain(), environment)
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, operation: OwnedOperation<P>) {
        let lane = operation.lane();
        self.disordered |= self.latest > lane;
        self.latest = lane;
        if self.operations.len() < self.operations.capacity() {
            self.operations.push(operation);
        } else {
            self.push_growing(Some(operation));
        }
    }

    /// Apart from the push that finds room, so that the operation is built right in its place there.
    #[cold]
    #[inline(never)]
    fn push_growing(&mut self, operation: Option<OwnedOperation<P>>) {
        self.operations.extend(operation);
    }

    #[inline]
    pub(crate) fn conclude(&mut self, verdict: Verdict) {
        if self.disordered {
            self.order();
        }
        self.verdict = verdict;
    }

    #[cold]
    #[inline(never)]
    fn order(&mut self) {
        self.operations.sort_by_key(OwnedOperation::lane);
        self.disordered = false;
    }

    /// Takes back the shutdown requests of this fold and answers whom they were for.
    pub(crate) fn withdraw_shutdowns(&mut self) -> Vec<ChildNonce> {
        let mut withdrawn = Vec::new();
        self.operations.retain(|operation| match operation {
            OwnedOperation::ShutdownWorker(request) => {
                withdrawn.push(request.child);
                false
            }
            OwnedOperation::CreateWorker(_)
            | OwnedOperation::ObserveWorkerCreation { .. }
            | OwnedOperation::ObserveWorkerStop { .. }
            | OwnedOperation::InitializeWorker(_)
            | OwnedOperation::BeginWorkerActivation(_)
            | OwnedOperation::CancelWorkerActivation { .. }
            | OwnedOperation::DeliverAdmission { .. }
            | OwnedOperation::DeliverCustomerTerminal { .. }
            | OwnedOperation::DeliverAssignment(_)
            | OwnedOperation::PrepareWorker(_)
            | OwnedOperation::ScheduleRestart(_)
            | OwnedOperation::ScheduleDrainDeadline(_)
            | OwnedOperation::TransferRejectedFact { .. }
            | OwnedOperation::DeliverDiagnostic { .. }
            | OwnedOperation::TransferTerminalDiagnostic { .. }
            | OwnedOperation::TransferDrainResidual { .. }
            | OwnedOperation::ReportCompletionToParent { .. } => true,
        });
        withdrawn
    }
}

/// What completing an assignment asks of the worker's own host: one report to the pool.
///
/// ```compile_fail,E0382
/// # use actor_laws::pool::{OwnedOperation, PoolProtocol, WorkerCompletionActions};
/// # use actor_laws::settlement::Environment;
/// fn twice<P: PoolProtocol, E: Environment<OwnedOperation<P>>>(
///     report: WorkerCompletionActions<P>,
///     parent: &mut E,
/// ) {
///     let _first = report.settle(parent);
///     let _second = report.settle(parent);
/// }
/// ```
#[derive(Debug)]
#[must_use = "the report owns the completion"]
pub struct WorkerCompletionActions<P: PoolProtocol> {
    operation: OwnedOperation<P>,
}

impl<P: PoolProtocol> WorkerCompletionActions<P> {
    /// Reports `authority` to the parent pool.
    pub fn report(authority: super::CompletionEvidence<P>) -> Self {
        Self { operation: OwnedOperation::ReportCompletionToParent { authority } }
    }

    /// Applies the report. A rejected one returns the whole evidence.
    pub fn settle<E: Environment<OwnedOperation<P>>>(
        self,
        environment: &mut E,
    ) -> BatchSettlement<OwnedOperation<P>, E::Reason> {
        settlement::settle([self.operation], environment)
    }
}

/// The settlement of one pool batch.
pub type ActionBatchSettlement<P, Reason> = BatchSettlement<OwnedOperation<P>, Reason>;
