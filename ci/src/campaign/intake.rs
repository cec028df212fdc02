//! Where one thread's inputs come in: a ledger that is shared, and a judge that is not.

use super::{Ledger, Novelty};
use crate::judge::{Breach, Judge};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One thread's way to a ledger.
#[derive(Debug)]
pub(crate) struct Intake<'a> {
    /// Runs inputs of the ledger's target.
    pub(crate) judge: Judge,
    ledger: &'a Mutex<Ledger>,
}

impl<'a> Intake<'a> {
    /// A way to this ledger.
    pub(crate) fn new(ledger: &'a Mutex<Ledger>) -> Self {
        let target = locked(ledger).target;
        Self { judge: Judge::new(target), ledger }
    }

    /// See [`Ledger::offer`].
    pub(crate) fn offer(&mut self, bytes: &[u8], novelty: Novelty) {
        locked(self.ledger).offer(&mut self.judge, bytes, novelty);
    }

    /// See [`Ledger::report`].
    pub(crate) fn report(&mut self, bytes: &[u8], log: &str) {
        locked(self.ledger).report(&mut self.judge, bytes, log);
    }

    /// See [`Ledger::record`].
    pub(crate) fn record(&mut self, bytes: &[u8], breach: Breach, log: &str) {
        locked(self.ledger).record(&self.judge, bytes, breach, log);
    }

    /// See [`Ledger::has_failed`].
    pub(crate) fn has_failed(&self, bytes: &[u8]) -> bool {
        locked(self.ledger).has_failed(bytes)
    }

    /// See [`Ledger::has_failing`].
    pub(crate) fn has_failing(&self) -> bool {
        locked(self.ledger).has_failing()
    }

    /// See [`Ledger::is_until_finding`].
    pub(crate) fn is_until_finding(&self) -> bool {
        locked(self.ledger).is_until_finding()
    }

    /// The target.
    pub(crate) fn target(&self) -> &'static str {
        locked(self.ledger).target
    }
}

/// A lock that a panicking thread left is still good: the ledger changes in whole steps.
pub(super) fn locked(ledger: &Mutex<Ledger>) -> MutexGuard<'_, Ledger> {
    ledger.lock().unwrap_or_else(PoisonError::into_inner)
}
