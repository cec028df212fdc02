//! Obligations: what the host owes to the supervisor and to its proxies, in the order in which it took
//! it on.
//!
//! Rules: each is owed until the host has told the fact that settles it. Not each may be told at any
//! time: what the contract puts in an order waits for its turn ([`Host::is_due`](super::Host)). A withheld
//! one is not looked at before the recovery phase.

use crate::proxy::host as life;
use crate::services::observation::{Id, Proxy, Tick};
use crate::supervisor::observation::Request;

/// One thing that the host owes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Duty {
    /// To the supervisor: what became of a proxy's creation.
    Birth {
        /// The creation.
        creation: Id,
    },
    /// To the supervisor: whether an input was delivered.
    Receipt {
        /// The proxy that it is for.
        proxy: Proxy,
    },
    /// To a proxy: the input itself.
    Carry {
        /// The proxy.
        proxy: Proxy,
    },
    /// To the supervisor: whether a shutdown request was delivered.
    Settlement {
        /// The request.
        request: Request,
    },
    /// To a proxy: its shutdown.
    End {
        /// The proxy.
        proxy: Proxy,
        /// The supervisor has asked for it; else it is the host's own doing.
        is_asked: bool,
    },
    /// To the supervisor: the next report of a proxy.
    Report {
        /// The proxy.
        proxy: Proxy,
    },
    /// To the supervisor: a proxy is gone.
    Exit {
        /// The proxy.
        proxy: Proxy,
    },
    /// To the supervisor: what became of an accepted input that no report has told.
    Unreported {
        /// The proxy.
        proxy: Proxy,
    },
    /// To the supervisor: whether the drain deadline is set.
    Schedule {
        /// The deadline.
        deadline: Id,
        /// Its distance.
        after: u64,
    },
    /// To the supervisor: the drain deadline itself.
    Timer {
        /// The deadline.
        deadline: Id,
        /// When it elapses.
        at: Tick,
    },
    /// To a proxy: a fact of the life of a worker behind it.
    Worker {
        /// The proxy.
        proxy: Proxy,
        /// What is owed.
        duty: life::Duty,
    },
}

/// The kinds of duties, for choosing among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the kind of the duty of its name, workers' by their own")]
pub enum DutyKind {
    Birth,
    Receipt,
    Carry,
    Settlement,
    End,
    Report,
    Exit,
    Unreported,
    Schedule,
    Timer,
    WorkerBirth,
    WorkerInitialization,
    WorkerStart,
    WorkerResult,
    WorkerShutdown,
    WorkerExit,
}

/// Every kind.
pub const DUTY_KINDS: [DutyKind; 16] = [
    DutyKind::Birth,
    DutyKind::Receipt,
    DutyKind::Carry,
    DutyKind::Settlement,
    DutyKind::End,
    DutyKind::Report,
    DutyKind::Exit,
    DutyKind::Unreported,
    DutyKind::Schedule,
    DutyKind::Timer,
    DutyKind::WorkerBirth,
    DutyKind::WorkerInitialization,
    DutyKind::WorkerStart,
    DutyKind::WorkerResult,
    DutyKind::WorkerShutdown,
    DutyKind::WorkerExit,
];

impl Duty {
    /// Its kind.
    pub fn kind(&self) -> DutyKind {
        match self {
            Self::Birth { .. } => DutyKind::Birth,
            Self::Receipt { .. } => DutyKind::Receipt,
            Self::Carry { .. } => DutyKind::Carry,
            Self::Settlement { .. } => DutyKind::Settlement,
            Self::End { .. } => DutyKind::End,
            Self::Report { .. } => DutyKind::Report,
            Self::Exit { .. } => DutyKind::Exit,
            Self::Unreported { .. } => DutyKind::Unreported,
            Self::Schedule { .. } => DutyKind::Schedule,
            Self::Timer { .. } => DutyKind::Timer,
            Self::Worker { duty, .. } => match duty.kind() {
                life::DutyKind::Birth => DutyKind::WorkerBirth,
                life::DutyKind::Initialization => DutyKind::WorkerInitialization,
                life::DutyKind::Start => DutyKind::WorkerStart,
                life::DutyKind::Result => DutyKind::WorkerResult,
                life::DutyKind::Shutdown => DutyKind::WorkerShutdown,
                life::DutyKind::Exit => DutyKind::WorkerExit,
            },
        }
    }

    /// The born proxy that it concerns.
    pub fn proxy(&self) -> Option<Proxy> {
        match *self {
            Self::Birth { .. } | Self::Schedule { .. } | Self::Timer { .. } => None,
            Self::Settlement { request } => Some(request.proxy),
            Self::Receipt { proxy }
            | Self::Carry { proxy }
            | Self::End { proxy, .. }
            | Self::Report { proxy }
            | Self::Exit { proxy }
            | Self::Unreported { proxy }
            | Self::Worker { proxy, .. } => Some(proxy),
        }
    }
}

/// A duty and how it must be seen to.
pub type Obligation = crate::run::Obligation<Duty>;

/// All that the host owes, oldest first.
pub type Duties = crate::run::Duties<Duty>;

impl Duties {
    /// The activation is cancelled: its result will say so.
    pub fn cancel(&mut self, proxy: Proxy, activation: Id) {
        self.change(|duty| {
            if let Duty::Worker {
                proxy: of,
                duty: life::Duty::Result { activation: a, cancelled, .. },
            } = duty
            {
                *cancelled |= *of == proxy && *a == activation;
            }
        });
    }
}
