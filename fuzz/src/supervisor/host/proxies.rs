//! The host's made-up proxies: one for each creation that the supervisor asked for.
//!
//! Rules: a made-up proxy keeps the order that real ones promise: an input's settlement comes before
//! what is reported because of it; reports come before its exit, except an outcome that is still
//! owed; a report that cannot be delivered is its last; it exits once. What the supervisor takes has
//! happened, whoever planned it, so the book follows wrong facts as well.

use crate::supervisor::observation::{
    Evidence, Id, InitialOutcome, Key, Proxy, ReplacementOutcome, Request, StartOutcome,
};

/// Identities of the proxies' own correlations start here, far above the supervisors'.
pub const PROXY_ISSUERS: u32 = 1 << 28;

/// Proxies that the host remembers at most.
const REMEMBERED: usize = 48;

/// What the supervisor was told of the birth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BirthState {
    /// Nothing.
    Out,
    /// It was born.
    Committed,
    /// It was not.
    Rejected,
}

/// What stands behind a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Servant {
    /// No worker was ever ready.
    None,
    /// This one is ready.
    Ready(Evidence),
    /// This one was the last.
    Gone(Evidence),
}

impl Servant {
    /// The last worker.
    pub fn evidence(self) -> Option<Evidence> {
        match self {
            Self::None => None,
            Self::Ready(evidence) | Self::Gone(evidence) => Some(evidence),
        }
    }
}

/// One made-up proxy.
#[derive(Clone, Copy, Debug)]
pub struct ProxyRecord {
    /// The service.
    pub key: Key,
    /// The life of its entry.
    pub generation: Id,
    /// Its creation.
    pub creation: Id,
    /// Its capability: chosen by the host, told with the birth.
    pub proxy: Proxy,
    /// What the supervisor was told of its birth.
    pub birth: BirthState,
    /// The supervisor was told of its exit.
    pub exited: bool,
    /// A report could not be delivered: it reports no more.
    pub mute: bool,
    /// What stands behind it.
    pub servant: Servant,
    /// The ordinal of its latest worker.
    pub workers: u64,
    /// Its entry has been removed.
    pub removed: bool,
    /// The latest worker change of its entry.
    pub operation: Option<Id>,
    /// The latest shutdown request to it.
    pub request: Option<Request>,
}

impl ProxyRecord {
    /// A proxy whose creation was asked for.
    pub(super) fn new(key: Key, generation: Id, creation: Id, proxy: Proxy) -> Self {
        Self {
            key,
            generation,
            creation,
            proxy,
            birth: BirthState::Out,
            exited: false,
            mute: false,
            servant: Servant::None,
            workers: 0,
            removed: false,
            operation: None,
            request: None,
        }
    }

    /// Whether it reports: it is born and has not exited, and nothing was lost.
    pub fn reports(&self) -> bool {
        self.birth == BirthState::Committed && !self.exited && !self.mute
    }

    /// Whether it can still exit.
    pub fn is_live(&self) -> bool {
        self.birth != BirthState::Rejected && !self.exited
    }

    /// The evidence of its next worker.
    pub fn next_evidence(&self) -> Evidence {
        Id { issuer: PROXY_ISSUERS.wrapping_add(self.proxy), ordinal: self.workers + 1 }
    }

    /// An install has ended so.
    pub(super) fn hear_initial(&mut self, outcome: &InitialOutcome) {
        match outcome {
            InitialOutcome::Refused(_) => {}
            InitialOutcome::Resolved(outcome) => self.hear_start(outcome),
        }
    }

    /// A replacement has ended so.
    pub(super) fn hear_replacement(&mut self, outcome: &ReplacementOutcome) {
        match outcome {
            ReplacementOutcome::Refused(_) => {}
            ReplacementOutcome::CancelledBeforeBirth { .. } => self.lose_worker(),
            ReplacementOutcome::Resolved { successor, .. } => {
                self.lose_worker();
                self.hear_start(successor);
            }
        }
    }

    fn hear_start(&mut self, outcome: &StartOutcome) {
        match *outcome {
            StartOutcome::CreationRejected(_) => self.workers += 1,
            StartOutcome::Ready { evidence, .. } => {
                self.workers = self.workers.max(evidence.ordinal);
                self.servant = Servant::Ready(evidence);
            }
            StartOutcome::Unavailable { evidence, .. } => {
                self.workers = self.workers.max(evidence.ordinal);
                self.servant = Servant::Gone(evidence);
            }
        }
    }

    /// The worker is gone.
    pub(super) fn lose_worker(&mut self) {
        if let Servant::Ready(evidence) = self.servant {
            self.servant = Servant::Gone(evidence);
        }
    }
}

/// The latest made-up proxies, oldest first.
#[derive(Debug, Default)]
pub struct Proxies {
    records: Vec<ProxyRecord>,
    created: Proxy,
}

impl Proxies {
    /// Knows none.
    pub fn clear(&mut self) {
        self.records.clear();
        self.created = 0;
    }

    /// A creation was asked for.
    pub fn create(&mut self, key: Key, generation: Id, creation: Id) {
        self.created += 1;
        self.records.push(ProxyRecord::new(key, generation, creation, self.created));
    }

    /// Forgets the oldest one of a removed entry that `needed` does not name, if there are too many.
    pub fn make_room(&mut self, needed: impl Fn(&ProxyRecord) -> bool) {
        if self.records.len() < REMEMBERED {
            return;
        }
        let spare = |record: &ProxyRecord| record.removed && !needed(record);
        if let Some(place) = self.records.iter().position(spare) {
            self.records.remove(place);
        }
    }

    /// A capability that no proxy has, nor will have.
    pub(super) fn stray(&mut self) -> Proxy {
        self.created += 1;
        self.created
    }

    /// Whether the capability is that of a proxy whose birth is not told yet, of another creation.
    pub(super) fn is_promised(&self, proxy: Proxy, creation: Id) -> bool {
        self.records.iter().any(|record| {
            record.proxy == proxy && record.birth == BirthState::Out && record.creation != creation
        })
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &ProxyRecord> {
        self.records.iter()
    }

    /// That of a creation.
    pub fn of_creation(&self, creation: Id) -> Option<&ProxyRecord> {
        self.records.iter().rfind(|record| record.creation == creation)
    }

    /// The latest born one of this capability; one whose entry is present goes first.
    pub fn of_proxy(&self, proxy: Proxy) -> Option<&ProxyRecord> {
        self.place_of_proxy(proxy).map(|place| &self.records[place])
    }

    fn place_of_proxy(&self, proxy: Proxy) -> Option<usize> {
        let present = |record: &ProxyRecord| is_born_as(record, proxy) && !record.removed;
        let place = self.records.iter().rposition(present);
        place.or_else(|| self.records.iter().rposition(|record| is_born_as(record, proxy)))
    }

    pub(super) fn of_creation_mut(&mut self, creation: Id) -> Option<&mut ProxyRecord> {
        self.records.iter_mut().rfind(|record| record.creation == creation)
    }

    pub(super) fn of_proxy_mut(&mut self, proxy: Proxy) -> Option<&mut ProxyRecord> {
        self.place_of_proxy(proxy).map(|place| &mut self.records[place])
    }

    /// The present entry of this key.
    pub(super) fn of_key_mut(&mut self, key: Key) -> Option<&mut ProxyRecord> {
        self.records.iter_mut().rfind(|record| record.key == key && !record.removed)
    }

    pub(super) fn of_generation_mut(&mut self, generation: Id) -> Option<&mut ProxyRecord> {
        self.records.iter_mut().rfind(|record| record.generation == generation)
    }

    /// Number `index` (modulo how many there are) of those that `wanted` accepts, newest first.
    pub fn pick(&self, index: u8, wanted: impl Fn(&ProxyRecord) -> bool) -> Option<ProxyRecord> {
        let count = self.records.iter().filter(|record| wanted(record)).count();
        let index = usize::from(index).checked_rem(count)?;
        self.records.iter().rev().filter(|record| wanted(record)).nth(index).copied()
    }
}

fn is_born_as(record: &ProxyRecord, proxy: Proxy) -> bool {
    record.birth == BirthState::Committed && record.proxy == proxy
}
