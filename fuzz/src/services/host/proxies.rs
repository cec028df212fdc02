//! What the host knows of the proxies that it was asked to create, and of the traffic with each.

use crate::proxy::host::WorkerRecord;
use crate::services::observation::{Id, Incarnation, Leftover, Proxy, Report};
use crate::supervisor::observation::{Input, Request, Unreported};
use std::collections::VecDeque;

/// How far a proxy has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Its birth is owed.
    Unborn {
        /// The supervisor was told that it is gone already.
        gone: bool,
    },
    /// It was never there, or gone before anybody could tell it anything.
    Never,
    /// It is there.
    Live,
    /// It has stopped; its exit is owed.
    Stopped,
    /// Its exit was told.
    Gone,
}

/// An input between the supervisor and a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flight {
    /// The input.
    pub input: Input,
    /// The supervisor was told that it was delivered.
    pub is_accepted: bool,
    /// The proxy was told it.
    pub is_taken: bool,
    /// Its outcome, if that was reported and cannot be delivered.
    pub undelivered: Option<Unreported>,
}

/// A shutdown request whose settlement is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The request.
    pub request: Request,
    /// The proxy was told it.
    pub is_carried: bool,
}

/// One proxy, from its creation on.
#[derive(Debug)]
pub struct ProxyRecord {
    /// Its creation.
    pub creation: Id,
    /// Its capability: chosen by the host, told with the birth.
    pub proxy: Proxy,
    /// How far it has come.
    pub stage: Stage,
    /// It was told to shut down.
    pub is_ending: bool,
    /// The input under way.
    pub flight: Option<Flight>,
    /// The shutdown request under way.
    pub asked: Option<Asked>,
    /// What it has reported and the supervisor was not told yet.
    pub reports: VecDeque<Report>,
    /// A report could not be delivered: no later one is.
    pub is_mute: bool,
    /// What it left when it stopped.
    pub leftover: Option<Leftover>,
    /// The workers that it has created, oldest first.
    pub workers: Vec<WorkerRecord>,
}

impl ProxyRecord {
    /// A proxy that is to be created.
    pub fn new(creation: Id, proxy: Proxy) -> Self {
        Self {
            creation,
            proxy,
            stage: Stage::Unborn { gone: false },
            is_ending: false,
            flight: None,
            asked: None,
            reports: VecDeque::new(),
            is_mute: false,
            leftover: None,
            workers: Vec::new(),
        }
    }

    /// Whether it has come to be, and can be told something.
    pub fn is_there(&self) -> bool {
        matches!(self.stage, Stage::Live | Stage::Stopped | Stage::Gone)
    }

    /// Whether its next report may be told: what an input has caused waits for the input's receipt.
    pub fn may_report(&self) -> bool {
        let Some(report) = self.reports.front() else { return false };
        !self.is_outcome(report) || self.flight.is_some_and(|flight| flight.is_accepted)
    }

    /// Whether its exit may be told: only an outcome that is still owed may come after it.
    pub fn may_exit(&self) -> bool {
        let rest = self.reports.iter().filter(|report| !self.is_outcome(report)).count();
        self.stage == Stage::Stopped && rest == 0
    }

    /// Whether what became of its input must be told without a report.
    pub fn is_unreported(&self) -> bool {
        let accepted = self.flight.is_some_and(|flight| flight.is_accepted);
        self.stage == Stage::Gone && accepted && self.reports.is_empty()
    }

    /// Whether the report is the outcome of the input under way.
    pub fn is_outcome(&self, report: &Report) -> bool {
        self.outcome(report).is_some()
    }

    /// Keeps the report, which cannot be delivered, if it is the outcome of the input under way.
    pub fn keep_outcome(&mut self, report: &Report) {
        let outcome = self.outcome(report);
        if let (Some(flight), Some(_)) = (&mut self.flight, outcome) {
            flight.undelivered = outcome;
        }
    }

    fn outcome(&self, report: &Report) -> Option<Unreported> {
        let operation = self.flight?.input.operation;
        match *report {
            Report::Initial { ticket, outcome } => {
                (ticket == operation).then_some(Unreported::Initial { outcome })
            }
            Report::Replacement { ticket, outcome } => {
                (ticket == operation).then_some(Unreported::Replacement { outcome })
            }
            Report::WorkerStopped { .. } | Report::Unavailable { .. } => None,
        }
    }

    /// The worker of this creation.
    pub fn created_by(&mut self, creation: Id) -> Option<&mut WorkerRecord> {
        self.workers.iter_mut().rfind(|record| record.creation == creation)
    }

    /// The worker of this name.
    pub fn named(&mut self, incarnation: Incarnation) -> Option<&mut WorkerRecord> {
        self.workers.iter_mut().rfind(|record| record.incarnation == incarnation)
    }
}

/// Every proxy of a run, oldest first.
#[derive(Debug, Default)]
pub struct Proxies {
    list: Vec<ProxyRecord>,
}

impl Proxies {
    /// Knows none.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// A proxy is to be created; it will have the next name.
    pub fn create(&mut self, creation: Id) {
        let proxy = Proxy::try_from(self.list.len()).unwrap_or(Proxy::MAX).saturating_add(1);
        self.list.push(ProxyRecord::new(creation, proxy));
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &ProxyRecord> {
        self.list.iter()
    }

    /// The one of this creation.
    pub fn created_by(&mut self, creation: Id) -> Option<&mut ProxyRecord> {
        self.list.iter_mut().rfind(|record| record.creation == creation)
    }

    /// The one of this name.
    pub fn named(&self, proxy: Proxy) -> Option<&ProxyRecord> {
        self.list.get((proxy as usize).checked_sub(1)?)
    }

    /// The one of this name, to be changed.
    pub fn named_mut(&mut self, proxy: Proxy) -> Option<&mut ProxyRecord> {
        self.list.get_mut((proxy as usize).checked_sub(1)?)
    }

    /// Number `index` (modulo how many there are) of those that `wanted` accepts, from the newest on.
    pub fn back(&self, index: u8, wanted: impl Fn(&ProxyRecord) -> bool) -> Option<&ProxyRecord> {
        let fits = |record: &&ProxyRecord| wanted(record);
        let count = self.list.iter().filter(fits).count();
        let index = usize::from(index).checked_rem(count)?;
        self.list.iter().rev().filter(fits).nth(index)
    }
}
