//! Obligations: what the host owes the proxy, in the order in which it took it on.
//!
//! Rules: those of [`run::Duties`](crate::run::Duties).

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
pub type Obligation = crate::run::Obligation<Duty>;

/// All that the host owes, oldest first.
pub type Duties = crate::run::Duties<Duty>;

impl Duties {
    /// The oldest one that may be seen to.
    pub fn oldest(&self) -> Option<Obligation> {
        self.first(|_| true)
    }

    /// The activation is cancelled: its result will say so.
    pub fn cancel(&mut self, activation: Id) {
        self.change(|duty| {
            if let Duty::Result { activation: of, cancelled, .. } = duty {
                *cancelled |= *of == activation;
            }
        });
    }
}
