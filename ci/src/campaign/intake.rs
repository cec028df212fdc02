//! Where one engine's inputs come in, on one thread: a ledger that is shared, and a judge that is not.

use super::{Halt, Ledger, Novelty};
use crate::finding::Origin;
use crate::judge::{Breach, Judge};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One engine's way to a ledger.
#[derive(Debug)]
pub(crate) struct Intake<'a> {
    /// Runs inputs of the ledger's target.
    pub(crate) judge: Judge,
    ledger: &'a Mutex<Ledger>,
    halt: &'a Halt,
    origin: Origin,
    news: usize,
}

impl<'a> Intake<'a> {
    /// A way to this ledger for the engine that `origin` names.
    pub(crate) fn new(ledger: &'a Mutex<Ledger>, halt: &'a Halt, origin: Origin) -> Self {
        let target = locked(ledger).target;
        Self { judge: Judge::new(target), ledger, halt, origin, news: 0 }
    }

    /// See [`Ledger::offer`].
    pub(crate) fn offer(&mut self, bytes: &[u8], novelty: Novelty) {
        let mut ledger = locked(self.ledger);
        let news = ledger.offer(&mut self.judge, bytes, novelty, &self.origin);
        drop(ledger);
        if news > 0 {
            self.halt.news();
            self.news += news;
        }
    }

    /// See [`Ledger::report`].
    pub(crate) fn report(&mut self, bytes: &[u8], log: &str) {
        locked(self.ledger).report(&mut self.judge, bytes, log, &self.origin);
    }

    /// See [`Ledger::record`].
    pub(crate) fn record(&mut self, bytes: &[u8], breach: Breach, log: &str) {
        locked(self.ledger).record(&self.judge, bytes, breach, log, &self.origin);
    }

    /// See [`Ledger::has_failed`].
    pub(crate) fn has_failed(&self, bytes: &[u8]) -> bool {
        locked(self.ledger).has_failed(bytes)
    }

    /// See [`Ledger::must_pick`].
    pub(crate) fn must_pick(&self) -> bool {
        locked(self.ledger).must_pick()
    }

    /// See [`Ledger::is_set_aside`].
    pub(crate) fn is_set_aside(&self, path: &Path) -> bool {
        locked(self.ledger).is_set_aside(path)
    }

    /// See [`Ledger::starts`].
    pub(crate) fn starts(&self) -> Vec<PathBuf> {
        locked(self.ledger).starts(&self.origin.engine)
    }

    /// See [`Ledger::is_until_finding`].
    pub(crate) fn is_until_finding(&self) -> bool {
        locked(self.ledger).is_until_finding()
    }

    /// The target.
    pub(crate) fn target(&self) -> &'static str {
        locked(self.ledger).target
    }

    /// Features and law cells that came in this way.
    pub(crate) fn news(&self) -> usize {
        self.news
    }
}

/// A lock that a panicking thread left is still good: what it guards changes in whole steps.
pub(super) fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
