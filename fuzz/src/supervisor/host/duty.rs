//! Obligations: what the host owes the supervisor, in the order in which it took it on.
//!
//! Rules: a multiset, so equal obligations are two. Each is owed until the host has told the fact
//! that settles it, or the supervisor has taken another fact for it. A withheld one is not looked at
//! before the recovery phase.

use crate::supervisor::observation::{Change, Id, Input, Proxy, Request, Submission, Tick};

/// One thing that the host owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// A creation's resolution.
    Birth { creation: Id },
    /// An input's settlement.
    Input { input: Input },
    /// The outcome of an accepted input.
    Outcome { proxy: Proxy, change: Change, operation: Id, submission: Submission },
    /// A shutdown request's settlement.
    Shutdown { request: Request },
    /// The end of a proxy that was asked to stop, or that could not deliver a report.
    Exit { creation: Id },
    /// The drain deadline's schedule settlement.
    DeadlineSchedule { deadline: Id, after: u64 },
    /// The drain deadline itself.
    DeadlineTimer { deadline: Id, at: Tick },
}

/// The kinds of duties, for choosing among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DutyKind {
    /// See [`Duty::Birth`].
    Birth,
    /// See [`Duty::Input`].
    Input,
    /// See [`Duty::Outcome`].
    Outcome,
    /// See [`Duty::Shutdown`].
    Shutdown,
    /// See [`Duty::Exit`].
    Exit,
    /// See [`Duty::DeadlineSchedule`].
    DeadlineSchedule,
    /// See [`Duty::DeadlineTimer`].
    DeadlineTimer,
}

/// The kinds that concern one proxy, in the order of a proxy's life.
pub(super) const PROXY_DUTIES: [DutyKind; 5] =
    [DutyKind::Birth, DutyKind::Input, DutyKind::Outcome, DutyKind::Shutdown, DutyKind::Exit];

impl Duty {
    /// Its kind.
    pub fn kind(&self) -> DutyKind {
        match self {
            Self::Birth { .. } => DutyKind::Birth,
            Self::Input { .. } => DutyKind::Input,
            Self::Outcome { .. } => DutyKind::Outcome,
            Self::Shutdown { .. } => DutyKind::Shutdown,
            Self::Exit { .. } => DutyKind::Exit,
            Self::DeadlineSchedule { .. } => DutyKind::DeadlineSchedule,
            Self::DeadlineTimer { .. } => DutyKind::DeadlineTimer,
        }
    }
}

/// A duty and how it must be seen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What is owed.
    pub duty: Duty,
    /// Not before the recovery phase.
    pub withheld: bool,
    /// The operation was rejected or will never be attempted: only a rejection settles it.
    pub refused: bool,
}

/// All that the host owes, oldest first.
#[derive(Debug, Default)]
pub struct Duties {
    list: Vec<Obligation>,
}

impl Duties {
    /// Owes nothing.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nothing is owed.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Obligation> {
        self.list.iter()
    }

    /// Takes one on.
    pub fn owe(&mut self, duty: Duty, refused: bool) {
        self.list.push(Obligation { duty, withheld: false, refused });
    }

    /// The oldest one that may be seen to; the drain deadline is never in a hurry.
    pub fn oldest(&self) -> Option<Obligation> {
        let waits = |o: &&Obligation| !o.withheld && o.duty.kind() != DutyKind::DeadlineTimer;
        self.list.iter().find(waits).copied()
    }

    /// Number `index` (modulo how many there are) of those that `wanted` accepts.
    pub fn pick(&self, index: u8, wanted: impl Fn(&Duty) -> bool) -> Option<Obligation> {
        let fits = |o: &&Obligation| !o.withheld && wanted(&o.duty);
        let count = self.list.iter().filter(fits).count();
        let index = usize::from(index).checked_rem(count)?;
        self.list.iter().filter(fits).nth(index).copied()
    }

    /// Withholds number `index` of those that are not withheld.
    pub fn withhold(&mut self, index: u8) -> bool {
        let Some(chosen) = self.pick(index, |_| true) else { return false };
        let place = self.list.iter().position(|o| *o == chosen);
        place.map(|place| self.list[place].withheld = true).is_some()
    }

    /// Nothing is withheld any more.
    pub fn release_all(&mut self) {
        self.list.iter_mut().for_each(|obligation| obligation.withheld = false);
    }

    /// Ends the oldest obligation that `settled` accepts.
    pub fn settle(&mut self, settled: impl Fn(&Duty) -> bool) -> Option<Duty> {
        let place = self.list.iter().position(|o| settled(&o.duty))?;
        Some(self.list.remove(place).duty)
    }

    /// Whether `wanted` accepts any.
    pub fn any(&self, wanted: impl Fn(&Duty) -> bool) -> bool {
        self.list.iter().any(|obligation| wanted(&obligation.duty))
    }
}
