//! The book of lives: what has been accepted, emitted and heard of each entry, kept from inputs and
//! actions alone.

use crate::supervisor::observation::{
    Absorbed, Cause, Change, Evidence, Id, Input, Key, Outcome, Owed, Proxy, ProxyExit, Purpose,
    Request, Submission,
};

/// What is known of a birth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Birth {
    Out,
    Committed(Proxy),
    Rejected,
}

/// An accepted change that has not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Work {
    pub(super) operation: Id,
    pub(super) change: Change,
    pub(super) submission: Submission,
    /// Its worker has been handed on.
    pub(super) is_out: bool,
}

/// An emitted input whose result is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OpenInput {
    pub(super) input: Input,
    pub(super) is_accepted: bool,
}

/// The result of an emitted input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WorkerResult {
    Rejected { input: Input, reason: u8 },
    Outcome(Outcome),
}

/// A shutdown that was rejected: what was asked, and what came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) asked: Purpose,
    pub(super) returned: Request,
    pub(super) reason: u8,
}

/// An admitted explicit stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stop {
    /// Learned with the first action that names it.
    pub(super) id: Option<Id>,
    /// The entry was Ready or Empty, so that it can be restored.
    pub(super) of_available: bool,
}

/// A change that was called back, and that ends its entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cancelled {
    pub(super) operation: Id,
    pub(super) change: Change,
    /// Its worker went back with the answer.
    pub(super) was_here: bool,
}

/// The terminal operation that an entry keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LastRecord {
    pub(super) operation: Id,
    pub(super) was_called_back: bool,
}

/// One life of an entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Life {
    pub(super) key: Key,
    pub(super) generation: Id,
    pub(super) creation: Id,
    pub(super) birth: Birth,
    pub(super) exit: Option<ProxyExit>,
    pub(super) work: Option<Work>,
    pub(super) last: Option<LastRecord>,
    pub(super) open: Option<OpenInput>,
    pub(super) result: Option<WorkerResult>,
    pub(super) request: Option<Request>,
    /// `Ending` was asked, which is done once at most.
    pub(super) asked_ending: bool,
    /// The last shutdown that was rejected.
    pub(super) refusal: Option<Refusal>,
    pub(super) stop: Option<Stop>,
    pub(super) cancelled: Option<Cancelled>,
    pub(super) retiring: Option<Cause>,
    /// The global shutdown turned it into a drain entry.
    pub(super) is_drained: bool,
    /// The last worker that was ready or failed, or is retained.
    pub(super) evidence: Option<Evidence>,
    /// Workers that are known to run and have not stopped.
    pub(super) running: [Option<Evidence>; 2],
    pub(super) absorbed: [Option<Absorbed>; 2],
    /// The proxy's exit has been published or diagnosed.
    pub(super) exit_is_out: bool,
}

impl Life {
    pub(super) fn new(key: Key, generation: Id, creation: Id) -> Self {
        Self {
            key,
            generation,
            creation,
            birth: Birth::Out,
            exit: None,
            work: None,
            last: None,
            open: None,
            result: None,
            request: None,
            asked_ending: false,
            refusal: None,
            stop: None,
            cancelled: None,
            retiring: None,
            is_drained: false,
            evidence: None,
            running: [None; 2],
            absorbed: [None; 2],
            exit_is_out: false,
        }
    }

    pub(super) fn proxy(&self) -> Option<Proxy> {
        match self.birth {
            Birth::Committed(proxy) => Some(proxy),
            Birth::Out | Birth::Rejected => None,
        }
    }

    /// Whether it is on its way out.
    pub(super) fn is_ending(&self) -> bool {
        self.stop.is_some()
            || self.cancelled.is_some()
            || self.retiring.is_some()
            || self.is_drained
    }

    /// Whether it waits for its authorization.
    pub(super) fn is_waiting(&self) -> bool {
        let here = self.work.is_some_and(|work| !work.is_out);
        here && self.proxy().is_some() && self.exit.is_none() && !self.is_ending()
    }

    /// What is owed to it.
    pub(super) fn owed(&self) -> Owed {
        Owed {
            birth: self.birth == Birth::Out,
            worker_result: self.open.is_some(),
            shutdown_settlement: self.request.is_some(),
            proxy_exit: self.proxy().is_some() && self.exit.is_none(),
        }
    }

    pub(super) fn runs(&self, evidence: Evidence) -> bool {
        self.running.contains(&Some(evidence))
    }

    pub(super) fn begins_to_run(&mut self, evidence: Evidence) {
        if let Some(place) = self.running.iter().position(Option::is_none) {
            self.running[place] = Some(evidence);
        }
    }

    pub(super) fn runs_no_more(&mut self, evidence: Evidence) {
        if let Some(place) = self.running.iter().position(|known| *known == Some(evidence)) {
            self.running[place] = None;
        }
    }

    /// A worker of an ending entry has stopped.
    pub(super) fn absorb(&mut self, stop: Absorbed) {
        if let Some(place) = self.absorbed.iter().position(Option::is_none) {
            self.absorbed[place] = Some(stop);
        }
    }
}

/// All present entries, by generation, and what concerns the supervisor as a whole.
#[derive(Debug, Default)]
pub(super) struct Book {
    lives: Vec<Life>,
    /// The drain deadline that is out.
    pub(super) deadline: Option<Deadline>,
    /// A diagnostic began the global shutdown.
    pub(super) ended_by_diagnostic: bool,
}

/// The drain deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deadline {
    pub(super) id: Id,
    pub(super) after: u64,
    pub(super) is_accepted: bool,
}

impl Book {
    pub(super) fn reset(&mut self) {
        self.lives.clear();
        self.deadline = None;
        self.ended_by_diagnostic = false;
    }

    pub(super) fn add(&mut self, life: Life) {
        self.lives.push(life);
    }

    pub(super) fn remove(&mut self, generation: Id) {
        self.lives.retain(|life| life.generation != generation);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Life> {
        self.lives.iter()
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Life> {
        self.lives.iter_mut()
    }

    pub(super) fn len(&self) -> usize {
        self.lives.len()
    }

    pub(super) fn of_key(&self, key: Key) -> Option<&Life> {
        self.lives.iter().find(|life| life.key == key)
    }

    pub(super) fn of_key_mut(&mut self, key: Key) -> Option<&mut Life> {
        self.lives.iter_mut().find(|life| life.key == key)
    }

    pub(super) fn of_generation_mut(&mut self, generation: Id) -> Option<&mut Life> {
        self.lives.iter_mut().find(|life| life.generation == generation)
    }

    /// The entry whose birth of this creation is out.
    pub(super) fn unborn_mut(&mut self, creation: Id) -> Option<&mut Life> {
        self.lives.iter_mut().find(|life| life.creation == creation && life.birth == Birth::Out)
    }

    pub(super) fn of_proxy(&self, proxy: Proxy) -> Option<&Life> {
        self.lives.iter().find(|life| life.proxy() == Some(proxy))
    }

    pub(super) fn of_proxy_mut(&mut self, proxy: Proxy) -> Option<&mut Life> {
        self.lives.iter_mut().find(|life| life.proxy() == Some(proxy))
    }

    /// Inputs whose result is owed.
    pub(super) fn open_inputs(&self) -> usize {
        self.lives.iter().filter(|life| life.open.is_some()).count()
    }

    /// The lowest operation that waits for its authorization.
    pub(super) fn lowest_waiting(&self) -> Option<Id> {
        let waiting = self.lives.iter().filter(|life| life.is_waiting());
        waiting.filter_map(|life| life.work.map(|work| work.operation)).min()
    }
}
