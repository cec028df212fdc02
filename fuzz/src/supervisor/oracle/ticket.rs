//! One ticket of the desk: the file of a service, from its start to its removal.
//!
//! No phase is stored. What a ticket is about is read off the questions that are open, the papers
//! that lie in its file, and whether a reason to close it has been entered.

use crate::supervisor::observation::{
    Absorbed, Cause, Change, EmptyWhy, Evidence, Id, Input, Key, Outcome, Owed, Proxy, ProxyExit,
    Purpose, Request, Submission,
};

/// The file of one service.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ticket {
    pub(super) key: Key,
    pub(super) generation: Id,
    pub(super) creation: Id,
    /// The proxy's name, once it is born.
    pub(super) proxy: Option<Proxy>,
    /// The worker change that somebody still waits for, or that the closing is about.
    pub(super) errand: Option<Errand>,
    /// The worker to be handed over, while it lies here.
    pub(super) parcel: Option<Submission>,
    /// The worker behind the service: the last one that became ready, or failed as a successor.
    pub(super) service: Option<Service>,
    /// A worker that became ready after the closing had begun, until its stop has come.
    pub(super) newcomer: Option<Evidence>,
    /// The last errand that ended.
    pub(super) stamp: Option<Stamp>,
    pub(super) open: Questions,
    pub(super) papers: Papers,
    /// Why the ticket is being closed.
    pub(super) closing: Option<Reason>,
}

/// A worker change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Errand {
    pub(super) change: Change,
    pub(super) operation: Id,
}

/// The worker behind a service.
#[derive(Clone, Copy, Debug)]
pub(super) struct Service {
    pub(super) evidence: Evidence,
    /// Why it does not run, if it does not.
    pub(super) down: Option<EmptyWhy>,
}

/// How the last errand ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamp {
    pub(super) operation: Id,
    pub(super) called_back: bool,
}

/// Why a ticket is being closed; the letters to be written follow from it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reason {
    /// Its manager asked for it. It interrupted a start if there is an errand.
    Asked { stop: Id },
    /// Its errand was called back.
    CalledBack,
    /// Something failed.
    Failed { cause: Cause },
    /// The house closes; the house knows why.
    House,
}

/// Everything that was asked and is not answered yet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Questions {
    pub(super) birth: bool,
    pub(super) receipt: bool,
    pub(super) outcome: bool,
    /// What for the proxy was asked to stop.
    pub(super) shutdown: Option<Purpose>,
    /// From the birth on; an exit before it answers nothing and is only kept.
    pub(super) exit: bool,
}

impl Questions {
    /// An input is out and its result has not come: it takes an activation slot.
    pub(super) fn await_worker(&self) -> bool {
        self.receipt || self.outcome
    }

    pub(super) fn owed(&self) -> Owed {
        Owed {
            birth: self.birth,
            worker_result: self.await_worker(),
            shutdown_settlement: self.shutdown.is_some(),
            proxy_exit: self.exit,
        }
    }

    fn are_answered(&self) -> bool {
        self.owed() == Owed::default()
    }
}

/// What came in and has not been passed on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Papers {
    pub(super) exit: Option<ProxyExit>,
    pub(super) stops: [Option<Absorbed>; 2],
    pub(super) outcome: Option<Outcome>,
    pub(super) input: Option<(Input, u8)>,
    pub(super) refusal: Option<(Request, u8)>,
    /// Why the proxy would not be asked to stop, for the letter to its manager.
    pub(super) excuse: Option<u8>,
}

impl Papers {
    fn add_stop(&mut self, stop: Absorbed) {
        if let Some(place) = self.stops.iter_mut().find(|place| place.is_none()) {
            *place = Some(stop);
        }
    }
}

impl Ticket {
    /// A start that has just been taken in.
    pub(super) fn start(
        key: Key,
        generation: Id,
        creation: Id,
        operation: Id,
        parcel: Submission,
    ) -> Self {
        Self {
            key,
            generation,
            creation,
            proxy: None,
            errand: Some(Errand { change: Change::Start, operation }),
            parcel: Some(parcel),
            service: None,
            newcomer: None,
            stamp: None,
            open: Questions { birth: true, ..Questions::default() },
            papers: Papers::default(),
            closing: None,
        }
    }

    /// Nobody changes the worker and nobody closes the ticket.
    pub(super) fn is_available(&self) -> bool {
        self.errand.is_none() && self.closing.is_none()
    }

    /// The operation of a worker that waits for its turn at a born proxy.
    pub(super) fn waiting(&self) -> Option<Id> {
        let can_go = self.parcel.is_some() && self.proxy.is_some();
        self.errand.filter(|_| can_go).map(|errand| errand.operation)
    }

    /// It is being closed and every question is answered.
    pub(super) fn is_done(&self) -> bool {
        self.closing.is_some() && self.open.are_answered()
    }

    /// The proxy is gone.
    pub(super) fn has_lost_proxy(&self) -> bool {
        self.proxy.is_some() && !self.open.exit
    }

    /// This worker is, or was last, behind the service.
    pub(super) fn is_served_by(&self, evidence: Evidence) -> bool {
        self.service.is_some_and(|service| service.evidence == evidence)
    }

    /// The worker behind the service runs.
    pub(super) fn runs(&self, evidence: Evidence) -> bool {
        self.is_served_by(evidence) && self.service.is_some_and(|service| service.down.is_none())
    }

    /// The worker behind the service runs no more.
    pub(super) fn put_down(&mut self, why: EmptyWhy) {
        if let Some(service) = &mut self.service {
            service.down.get_or_insert(why);
        }
    }

    /// Files the stop of a worker that ran, while the ticket is being closed.
    pub(super) fn absorb(&mut self, stop: Absorbed) -> bool {
        if self.runs(stop.evidence) {
            self.put_down(EmptyWhy::WorkerStopped);
        } else if self.newcomer == Some(stop.evidence) {
            self.newcomer = None;
        } else {
            return false;
        }
        self.papers.add_stop(stop);
        true
    }

    /// The errand has ended and left the service as it is now.
    pub(super) fn stamp_errand(&mut self, called_back: bool) {
        if let Some(Errand { operation, .. }) = self.errand.take() {
            self.stamp = Some(Stamp { operation, called_back });
        }
    }
}
