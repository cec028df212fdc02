//! Obligations: what the host owes the supervisor, in the order in which it took it on.
//!
//! Rules: those of [`run::Duties`](crate::run::Duties).

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
pub type Obligation = crate::run::Obligation<Duty>;

/// All that the host owes, oldest first.
pub type Duties = crate::run::Duties<Duty>;

impl Duties {
    /// The oldest one that may be seen to; the drain deadline is never in a hurry.
    pub fn oldest(&self) -> Option<Obligation> {
        self.first(|duty| duty.kind() != DutyKind::DeadlineTimer)
    }
}
