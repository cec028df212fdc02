//! The complete action product of one step: operations in their authored lane order, and a verdict.

use crate::settlement::{self, BatchSettlement, Environment, Operation};
use alloc::vec::Vec;

/// An operation that belongs to one named lane of its machine's product.
pub trait InLane {
    /// The machine's lanes; their order is the authored one.
    type Lane: Copy + Ord;

    /// The lane of this operation.
    fn lane(&self) -> Self::Lane;
}

/// Everything that one step asks its host to do. The verdict follows every operation.
///
/// Reusing one product keeps the steady path free of allocation.
#[derive(Debug)]
#[must_use = "it owns everything that its operations own"]
pub struct Product<O, V> {
    operations: Vec<O>,
    /// `None` while the machine goes on.
    verdict: Option<V>,
}

impl<O, V> Default for Product<O, V> {
    fn default() -> Self {
        Self { operations: Vec::new(), verdict: None }
    }
}

impl<O: InLane, V> Product<O, V> {
    /// Every operation, in authored order.
    pub fn operations(&self) -> &[O] {
        &self.operations
    }

    /// The operations of one lane, in the order of the steps that caused them.
    pub fn lane(&self, lane: O::Lane) -> &[O] {
        let start = self.operations.partition_point(|operation| operation.lane() < lane);
        let end = self.operations.partition_point(|operation| operation.lane() <= lane);
        &self.operations[start..end]
    }

    /// How the machine ended in this step; `None` if it goes on.
    pub fn verdict(&self) -> Option<&V> {
        self.verdict.as_ref()
    }

    /// Whether the product asks for nothing and the machine goes on.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.operations.is_empty() && self.verdict.is_none()
    }

    /// Takes everything out: the operations in authored order, and the verdict. The buffer can then
    /// be used again.
    pub fn take(&mut self) -> (impl Iterator<Item = O> + '_, Option<V>) {
        let verdict = self.verdict.take();
        (self.operations.drain(..), verdict)
    }

    /// Applies the operations in authored order until one is rejected, and hands the verdict out;
    /// the buffer can then be used again.
    pub fn settle<E: Environment<O>>(
        &mut self,
        environment: &mut E,
    ) -> (BatchSettlement<O, E::Reason>, Option<V>)
    where
        O: Operation,
    {
        let (operations, verdict) = self.take();
        (settlement::settle(operations, environment), verdict)
    }

    #[inline]
    pub(crate) fn push(&mut self, operation: O) {
        self.operations.push(operation);
    }

    /// Brings the operations of a step into lane order; within a lane the steps keep theirs.
    #[inline]
    pub(crate) fn conclude(&mut self, verdict: Option<V>) {
        if !self.operations.is_sorted_by_key(InLane::lane) {
            self.operations.sort_by_key(InLane::lane);
        }
        self.verdict = verdict;
    }
}
