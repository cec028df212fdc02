//! Obligations: what the host owes the proxy, in the order in which it took it on.
//!
//! Rules: a multiset, so equal obligations are two. Each is owed until the host has told the fact
//! that settles it, or the proxy has taken another fact for it. A withheld one is not looked at
//! before it is released.

use crate::proxy::observation::{Begin, Id, Incarnation, Submission, Tag};

/// One thing that the host owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// A creation's result.
    Birth { creation: Id, submission: Submission },
    /// An initialization's result.
    Initialization { incarnation: Incarnation, attempt: u32, plan: Tag },
    /// The settlement of an activation's start.
    Start { begin: Begin },
    /// The result of an activation that has begun.
    Result { incarnation: Incarnation, activation: Id, cancelled: bool },
    /// A worker shutdown's settlement.
    Shutdown { incarnation: Incarnation },
    /// The exit that follows a worker shutdown.
    Exit { incarnation: Incarnation },
}

/// The kinds of duties, for choosing among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DutyKind {
    /// See [`Duty::Birth`].
    Birth,
    /// See [`Duty::Initialization`].
    Initialization,
    /// See [`Duty::Start`].
    Start,
    /// See [`Duty::Result`].
    Result,
    /// See [`Duty::Shutdown`].
    Shutdown,
    /// See [`Duty::Exit`].
    Exit,
}

/// Every kind.
pub const DUTY_KINDS: [DutyKind; 6] = [
    DutyKind::Birth,
    DutyKind::Initialization,
    DutyKind::Start,
    DutyKind::Result,
    DutyKind::Shutdown,
    DutyKind::Exit,
];

impl Duty {
    /// Its kind.
    pub fn kind(&self) -> DutyKind {
        match self {
            Self::Birth { .. } => DutyKind::Birth,
            Self::Initialization { .. } => DutyKind::Initialization,
            Self::Start { .. } => DutyKind::Start,
            Self::Result { .. } => DutyKind::Result,
            Self::Shutdown { .. } => DutyKind::Shutdown,
            Self::Exit { .. } => DutyKind::Exit,
        }
    }

    /// Whether it is of this kind and about this worker.
    pub fn is(&self, kind: DutyKind, worker: Incarnation) -> bool {
        self.kind() == kind && self.worker() == Some(worker)
    }

    /// The worker that it is about; that of a birth has no name yet.
    pub fn worker(&self) -> Option<Incarnation> {
        match *self {
            Self::Birth { .. } => None,
            Self::Start { begin } => Some(begin.incarnation),
            Self::Initialization { incarnation, .. }
            | Self::Result { incarnation, .. }
            | Self::Shutdown { incarnation }
            | Self::Exit { incarnation } => Some(incarnation),
        }
    }
}

/// A duty and how it must be seen to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// What is owed.
    pub duty: Duty,
    /// Not before it is released.
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

    /// The oldest one that may be seen to.
    pub fn oldest(&self) -> Option<Obligation> {
        self.list.iter().find(|obligation| !obligation.withheld).copied()
    }

    /// Number `index` (modulo how many there are) of those that `wanted` accepts.
    pub fn pick(&self, index: u8, wanted: impl Fn(&Duty) -> bool) -> Option<Obligation> {
        let fits = |o: &&Obligation| !o.withheld && wanted(&o.duty);
        let count = self.list.iter().filter(fits).count();
        let index = usize::from(index).checked_rem(count)?;
        self.list.iter().filter(fits).nth(index).copied()
    }

    /// Withholds number `index` of those that are not withheld.
    pub fn withhold(&mut self, index: u8) {
        let Some(chosen) = self.pick(index, |_| true) else { return };
        if let Some(place) = self.list.iter().position(|o| *o == chosen) {
            self.list[place].withheld = true;
        }
    }

    /// Nothing is withheld any more.
    pub fn release_all(&mut self) {
        self.list.iter_mut().for_each(|obligation| obligation.withheld = false);
    }

    /// Ends the oldest obligation that `settled` accepts.
    pub fn settle(&mut self, settled: impl Fn(&Duty) -> bool) {
        if let Some(place) = self.list.iter().position(|o| settled(&o.duty)) {
            self.list.remove(place);
        }
    }

    /// The activation is cancelled: its result will say so.
    pub fn cancel(&mut self, activation: Id) {
        for obligation in &mut self.list {
            if let Duty::Result { activation: of, cancelled, .. } = &mut obligation.duty {
                *cancelled |= *of == activation;
            }
        }
    }
}
