//! The lifecycle host: takes custody of every operation that the supervisor says, and settles it
//! late, partly, in any order, or wrongly on purpose. It plays the proxies itself.
//!
//! Rules:
//! - The host plans one input at a time ([`Host::plan`]) and learns what became of it
//!   ([`Host::observe`]). It never looks into the supervisor; what it knows it was told by actions.
//! - A well-behaved step keeps the host's promises: every creation, input, shutdown and schedule is
//!   settled exactly once, and its made-up proxies keep theirs. Everything else is a wrong fact, planned
//!   by a step that says so, and carries fresh values.
//! - What the supervisor takes has happened, whoever planned it; what it rejects although it was the
//!   truth is over.
//! - The host never repairs the supervisor's state.

mod absorb;
mod authorities;
mod distort;
mod duty;
mod issued;
mod outcome;
mod plan;
mod proxies;
mod recovery;
mod settle;
mod step;
mod wrong;

pub use absorb::rejected_fact;
pub use authorities::*;
pub use duty::*;
pub use issued::*;
pub use plan::*;
pub use proxies::*;

use crate::supervisor::observation::{Key, Proxy, SupervisorSetup, Tag, Tick, Told};

/// Facts remembered for repetition.
const REMEMBERED: usize = 16;
/// The first tag that the host authors.
const FIRST_TAG: Tag = 1;

/// What the host knows of a foreign supervisor.
#[derive(Debug, Default)]
pub struct ForeignStock {
    /// Its ids.
    pub issued: Issued,
    /// One of its proxies.
    pub proxy: Option<Proxy>,
}

/// The lifecycle host of one supervisor.
#[derive(Debug)]
pub struct Host {
    setup: SupervisorSetup,
    keys: Key,
    now: Tick,
    next_tag: Tag,
    started: bool,
    ended: bool,
    /// A true fact was not taken: the supervisor may wait for something for ever.
    promises_broken: bool,
    duties: Duties,
    proxies: Proxies,
    authorities: Authorities,
    issued: Issued,
    foreign: ForeignStock,
    remembered: [Told; REMEMBERED],
    remembered_count: usize,
    cut: Option<Cut>,
    told_before_start: u8,
}

/// A batch that will be cut.
#[derive(Clone, Copy, Debug)]
struct Cut {
    place: u8,
    rest_is_refused: bool,
}

impl Host {
    /// A host of a supervisor built so, whose commands name `keys` keys.
    pub fn new(setup: SupervisorSetup, keys: Key) -> Self {
        Self {
            setup,
            keys,
            now: 0,
            next_tag: FIRST_TAG,
            started: false,
            ended: false,
            promises_broken: false,
            duties: Duties::default(),
            proxies: Proxies::default(),
            authorities: Authorities::default(),
            issued: Issued::default(),
            foreign: ForeignStock::default(),
            remembered: [Told::Shutdown; REMEMBERED],
            remembered_count: 0,
            cut: None,
            told_before_start: 0,
        }
    }

    /// A new supervisor was built; all that was known is forgotten.
    pub fn reset(&mut self, setup: &SupervisorSetup, keys: Key) {
        self.setup = *setup;
        self.keys = keys;
        self.now = 0;
        self.next_tag = FIRST_TAG;
        self.started = false;
        self.ended = false;
        self.promises_broken = false;
        self.duties.clear();
        self.proxies.clear();
        self.authorities.clear();
        self.issued.clear();
        self.foreign.issued.clear();
        self.foreign.proxy = None;
        self.remembered_count = 0;
        self.cut = None;
        self.told_before_start = 0;
    }

    /// Where the ids of the foreign supervisor are entered.
    pub fn foreign_mut(&mut self) -> &mut ForeignStock {
        &mut self.foreign
    }

    /// Where the cancel authorities of the foreign supervisor are entered.
    pub fn authorities_mut(&mut self) -> &mut Authorities {
        &mut self.authorities
    }

    /// Whether the supervisor has ended.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Whether a true fact was not taken.
    pub fn promises_broken(&self) -> bool {
        self.promises_broken
    }

    /// What the host still owes.
    pub fn duties(&self) -> &Duties {
        &self.duties
    }

    /// The made-up proxies.
    pub fn proxies(&self) -> &Proxies {
        &self.proxies
    }

    fn fresh_tag(&mut self) -> Tag {
        let tag = self.next_tag;
        self.next_tag += 1;
        tag
    }

    fn remember(&mut self, told: &Told) {
        self.remembered[self.remembered_count % REMEMBERED] = *told;
        self.remembered_count += 1;
    }
}
