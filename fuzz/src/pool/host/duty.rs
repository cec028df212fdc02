//! Obligations: what the host owes the pool, in the order in which it took it on.
//!
//! Rules: a multiset, so equal obligations are two. Each is owed until the host has told the fact
//! that settles it, or the pool has taken another fact for it. A withheld one is not looked at
//! before the recovery phase.

use crate::pool::observation::{Id, Role, ShutdownRef, Tag, Tick, TimerRef};

/// One thing that the host owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// A creation's resolution.
    Birth { role: Role, child: Id, submission: Tag },
    /// An initialization's settlement.
    Initialization { child: Id, plan: Tag },
    /// A begin settlement.
    Begin { child: Id, ticket: Id, permit: Tag, plan: Tag },
    /// The result of an activation that has begun.
    Activation { child: Id, ticket: Id },
    /// A delivery settlement.
    Delivery { child: Id, assignment: Id },
    /// The work itself.
    Job { child: Id, assignment: Id },
    /// A preparation's settlement.
    Preparation { ticket: Id, role: Role, source: Tag },
    /// A restart schedule's settlement.
    Schedule { recovery: Id, timer: TimerRef, deadline: Tick },
    /// A restart timer.
    RestartTimer { recovery: Id, timer: TimerRef, deadline: Tick, scheduled: bool },
    /// A shutdown request's settlement.
    Shutdown { shutdown: ShutdownRef },
    /// The stop that follows a shutdown request.
    Stop { child: Id },
    /// The drain deadline's schedule settlement.
    DeadlineSchedule { timer: TimerRef, deadline: u64 },
    /// The drain deadline itself.
    DeadlineTimer { timer: TimerRef, at: Tick },
}

/// The kinds of duties, for choosing among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DutyKind {
    /// See [`Duty::Birth`].
    Birth,
    /// See [`Duty::Initialization`].
    Initialization,
    /// See [`Duty::Begin`].
    Begin,
    /// See [`Duty::Activation`].
    Activation,
    /// See [`Duty::Delivery`].
    Delivery,
    /// See [`Duty::Job`].
    Job,
    /// See [`Duty::Preparation`].
    Preparation,
    /// See [`Duty::Schedule`].
    Schedule,
    /// See [`Duty::RestartTimer`].
    RestartTimer,
    /// See [`Duty::Shutdown`].
    Shutdown,
    /// See [`Duty::Stop`].
    Stop,
    /// See [`Duty::DeadlineSchedule`].
    DeadlineSchedule,
    /// See [`Duty::DeadlineTimer`].
    DeadlineTimer,
}

impl Duty {
    /// Its kind.
    pub fn kind(&self) -> DutyKind {
        match self {
            Self::Birth { .. } => DutyKind::Birth,
            Self::Initialization { .. } => DutyKind::Initialization,
            Self::Begin { .. } => DutyKind::Begin,
            Self::Activation { .. } => DutyKind::Activation,
            Self::Delivery { .. } => DutyKind::Delivery,
            Self::Job { .. } => DutyKind::Job,
            Self::Preparation { .. } => DutyKind::Preparation,
            Self::Schedule { .. } => DutyKind::Schedule,
            Self::RestartTimer { .. } => DutyKind::RestartTimer,
            Self::Shutdown { .. } => DutyKind::Shutdown,
            Self::Stop { .. } => DutyKind::Stop,
            Self::DeadlineSchedule { .. } => DutyKind::DeadlineSchedule,
            Self::DeadlineTimer { .. } => DutyKind::DeadlineTimer,
        }
    }
}

impl Duty {
    /// The worker that it is about.
    fn worker(&self) -> Option<Id> {
        match *self {
            Self::Birth { child, .. }
            | Self::Initialization { child, .. }
            | Self::Begin { child, .. }
            | Self::Activation { child, .. }
            | Self::Delivery { child, .. }
            | Self::Job { child, .. }
            | Self::Stop { child } => Some(child),
            Self::Shutdown { shutdown } => Some(shutdown.worker.child),
            Self::Preparation { .. }
            | Self::Schedule { .. }
            | Self::RestartTimer { .. }
            | Self::DeadlineSchedule { .. }
            | Self::DeadlineTimer { .. } => None,
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
    /// How often the pool has rejected the fact that settles it; a stop is tried again.
    pub tries: u8,
}

/// How often a stop that the pool rejects is told again.
const STOP_TRIES: u8 = 4;

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

    /// Whether anything is owed about a worker.
    pub fn concern(&self, worker: Id) -> bool {
        self.list.iter().any(|obligation| obligation.duty.worker() == Some(worker))
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
        self.list.push(Obligation { duty, withheld: false, refused, tries: 0 });
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
    pub fn settle(&mut self, settled: impl Fn(&Duty) -> bool) -> bool {
        let place = self.list.iter().position(|o| settled(&o.duty));
        place.map(|place| self.list.remove(place)).is_some()
    }

    /// Changes every duty that `change` wants to.
    pub fn change(&mut self, change: impl FnMut(&mut Duty)) {
        self.list.iter_mut().map(|o| &mut o.duty).for_each(change);
    }

    /// The pool rejected the stop of `child`, which is still owed: it goes to the end of the line,
    /// unless that has not helped several times.
    pub fn retry_stop(&mut self, child: Id) {
        let Some(place) = self.list.iter().position(|o| o.duty == (Duty::Stop { child })) else {
            return;
        };
        let mut obligation = self.list.remove(place);
        obligation.tries += 1;
        if obligation.tries < STOP_TRIES {
            self.list.push(obligation);
        }
    }
}
