//! What the host still owes about one worker cell: a small set of open questions.
//!
//! Every fact about a worker answers one of these questions (a stop told by an initialization
//! answers two). A fact is taken exactly if its question is open; which of them are open together
//! is, with the letters that a cell keeps, all that the pool knows about a worker.

/// A set of questions that are open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Owed(u16);

impl Owed {
    /// Nothing is open.
    pub(super) const NOTHING: Self = Self(0);
    /// Whether the worker is born.
    pub(super) const BIRTH: Self = Self(1);
    /// How its initialization went.
    pub(super) const INITIALIZATION: Self = Self(1 << 1);
    /// Whether its activation has begun.
    pub(super) const BEGIN: Self = Self(1 << 2);
    /// How its activation went.
    pub(super) const READINESS: Self = Self(1 << 3);
    /// Whether its assignment reached it.
    pub(super) const DELIVERY: Self = Self(1 << 4);
    /// What came out of its job.
    pub(super) const COMPLETION: Self = Self(1 << 5);
    /// That it has stopped.
    pub(super) const EXIT: Self = Self(1 << 6);
    /// Whether it was asked to stop.
    pub(super) const FAREWELL: Self = Self(1 << 7);
    /// Whether the worker source has prepared a successor.
    pub(super) const PREPARATION: Self = Self(1 << 8);
    /// Whether the restart timer is set.
    pub(super) const SCHEDULE: Self = Self(1 << 9);
    /// That the restart timer has elapsed.
    pub(super) const ALARM: Self = Self(1 << 10);

    /// Both sets together.
    pub(super) const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Opens questions.
    pub(super) fn open(&mut self, questions: Self) {
        self.0 |= questions.0;
    }

    /// Closes questions.
    pub(super) fn close(&mut self, questions: Self) {
        self.0 &= !questions.0;
    }

    /// Closes all questions but these.
    pub(super) fn keep_only(&mut self, questions: Self) {
        self.0 &= questions.0;
    }

    /// Whether one of these questions is open.
    pub(super) const fn any(self, questions: Self) -> bool {
        self.0 & questions.0 != 0
    }

    /// Whether no question is open.
    pub(super) const fn is_nothing(self) -> bool {
        self.0 == 0
    }
}
