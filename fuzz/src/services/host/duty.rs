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

    /// Number `index` (modulo how many there are) of those that `wanted` accepts and that are not
    /// withheld.
    pub fn pick(&self, index: u8, wanted: impl Fn(&Duty) -> bool) -> Option<Obligation> {
        let fits = |o: &&Obligation| !o.withheld && wanted(&o.duty);
        let count = self.list.iter().filter(fits).count();
        let index = usize::from(index).checked_rem(count)?;
        self.list.iter().filter(fits).nth(index).copied()
    }

    /// Withholds number `index` of those that are not withheld.
    pub fn withhold(&mut self, index: u8) {
        let Some(chosen) = self.pick(index, |_| true) else { return };
        if let Some(obligation) = self.list.iter_mut().find(|o| **o == chosen) {
            obligation.withheld = true;
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

    /// Ends every obligation that `over` accepts.
    pub fn drop_all(&mut self, over: impl Fn(&Duty) -> bool) {
        self.list.retain(|obligation| !over(&obligation.duty));
    }

    /// Whether `wanted` accepts any.
    pub fn any(&self, wanted: impl Fn(&Duty) -> bool) -> bool {
        self.list.iter().any(|obligation| wanted(&obligation.duty))
    }

    /// The activation is cancelled: its result will say so.
    pub fn cancel(&mut self, proxy: Proxy, activation: Id) {
        for obligation in &mut self.list {
            if let Duty::Worker {
                proxy: of,
                duty: life::Duty::Result { activation: a, cancelled, .. },
            } = &mut obligation.duty
            {
                *cancelled |= *of == proxy && *a == activation;
            }
        }
    }
}
