//! What became of one operation, and of one action batch.
//!
//! Applying a batch is ordered and not transactional: a prefix crosses the boundary, one operation
//! may be rejected, and the rest is not attempted. Nothing is lost in between: the rejected
//! operation and every unattempted one come back whole, in authored order.

use alloc::vec::Vec;

/// Whether the host took one operation.
#[derive(Debug, PartialEq, Eq)]
pub enum Settlement<Request, Reason> {
    /// It did.
    Accepted,
    /// It did not, or never tried; the request comes back whole.
    Rejected {
        /// The request.
        request: Request,
        /// Why.
        reason: Reason,
    },
}

/// An operation that a machine asks its host to carry out.
pub trait Operation: Sized {
    /// The record that the operation crossed the boundary. It claims nothing beyond that.
    type Applied;
}

/// An operation that the environment did not take, with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "it owns everything that the operation carried"]
pub struct RejectedOperation<O, Reason> {
    /// The operation, whole.
    pub operation: O,
    /// Why it was rejected.
    pub reason: Reason,
}

/// What a batch is applied to.
pub trait Environment<O: Operation> {
    /// Why an operation is rejected.
    type Reason;

    /// Takes one operation, or returns it whole.
    ///
    /// # Errors
    ///
    /// The operation itself, with the reason.
    fn apply(&mut self, operation: O) -> Result<O::Applied, RejectedOperation<O, Self::Reason>>;
}

/// The complete result of one application of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a partial settlement owns the rejected operation and the rest"]
pub enum BatchSettlement<O: Operation, Reason> {
    /// Every operation was applied.
    Complete {
        /// One record an operation, in authored order.
        applied: Vec<O::Applied>,
    },
    /// A prefix was applied.
    Partial {
        /// One record an operation of the prefix, in authored order.
        applied: Vec<O::Applied>,
        /// The operation after the prefix.
        rejected: RejectedOperation<O, Reason>,
        /// Everything after the rejected operation, whole, in authored order.
        not_attempted: Vec<O>,
    },
}

/// Applies `operations` in order until one is rejected.
pub fn settle<O: Operation, E: Environment<O>>(
    operations: impl IntoIterator<Item = O>,
    environment: &mut E,
) -> BatchSettlement<O, E::Reason> {
    let mut operations = operations.into_iter();
    let mut applied = Vec::with_capacity(operations.size_hint().0);
    while let Some(operation) = operations.next() {
        match environment.apply(operation) {
            Ok(record) => applied.push(record),
            Err(rejected) => {
                let not_attempted = operations.collect();
                return BatchSettlement::Partial { applied, rejected, not_attempted };
            }
        }
    }
    BatchSettlement::Complete { applied }
}
