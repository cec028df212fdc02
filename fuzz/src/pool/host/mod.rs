//! The lifecycle host: takes custody of every operation that the pool says, and settles it late,
//! partly, in any order, or wrongly on purpose.
//!
//! Rules:
//! - The host plans one input at a time ([`Host::plan`]) and learns what became of it
//!   ([`Host::observe`]). It never looks into the pool; what it knows it was told by actions.
//! - A well-behaved step keeps the host's promises: every operation is settled exactly once, births
//!   and stops are owed, ticks of stops do not fall. Everything else is a wrong fact, planned by a
//!   step that says so, and carries fresh values.
//! - What the pool takes is settled, whoever planned it; what it rejects although it was the truth
//!   is over, except for the stop of a worker that was asked to stop, which is owed until the end.
//! - The host never repairs the pool's state.

mod absorb;
mod distort;
mod duty;
mod issued;
mod plan;
mod recovery;
mod settle;
mod step;
mod tokens;
mod workers;
mod wrong;

pub use absorb::rejected_fact;
pub use duty::*;
pub use issued::*;
pub use plan::*;
pub use tokens::*;
pub use workers::*;

use crate::pool::observation::{
    Command, FIRST_TICK, Id, PoolSetup, Role, Tag, Tick, TimerRef, Told, Worker,
};

/// Facts remembered for repetition.
const REMEMBERED: usize = 16;

/// A worker of a foreign pool.
#[derive(Clone, Copy, Debug)]
pub struct ForeignWorker {
    /// The worker.
    pub worker: Worker,
    /// Its initialization attempt.
    pub attempt: u32,
}

/// What the host knows of a foreign pool.
#[derive(Debug, Default)]
pub struct ForeignStock {
    /// One of its workers.
    pub worker: Option<ForeignWorker>,
    /// Its ids.
    pub issued: Issued,
    /// Its commands that nobody has used.
    pub commands: Vec<Command>,
}

/// What the host knows of a role's last recovery.
#[derive(Clone, Copy, Debug, Default)]
struct RoleRecord {
    recovery: Option<Id>,
    timer: Option<(Id, TimerRef)>,
}

/// The lifecycle host of one pool.
#[derive(Debug)]
pub struct Host {
    setup: PoolSetup,
    now: Tick,
    next_tag: Tag,
    next_evidence: u32,
    started: bool,
    ended: bool,
    twin_in_step: bool,
    /// A wrong fact was taken, or a true one was not: the pool may wait for something for ever.
    promises_broken: bool,
    duties: Duties,
    workers: Workers,
    roles: Vec<RoleRecord>,
    drain_timer: Option<TimerRef>,
    tokens: Tokens,
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
    /// A host without a pool.
    pub fn new(setup: PoolSetup) -> Self {
        Self {
            setup,
            now: FIRST_TICK,
            next_tag: setup.first_free_tag(),
            next_evidence: 1,
            started: false,
            ended: false,
            twin_in_step: false,
            promises_broken: false,
            duties: Duties::default(),
            workers: Workers::default(),
            roles: vec![RoleRecord::default(); setup.roles().len()],
            drain_timer: None,
            tokens: Tokens::default(),
            issued: Issued::default(),
            foreign: ForeignStock::default(),
            remembered: [Told::Shutdown; REMEMBERED],
            remembered_count: 0,
            cut: None,
            told_before_start: 0,
        }
    }

    /// A new pool was built; all that was known is forgotten.
    pub fn reset(&mut self, setup: &PoolSetup, twin: bool) {
        self.setup = *setup;
        self.now = FIRST_TICK;
        self.next_tag = setup.first_free_tag();
        self.next_evidence = 1;
        self.started = false;
        self.ended = false;
        self.twin_in_step = twin;
        self.promises_broken = false;
        self.duties.clear();
        self.workers.clear();
        self.roles.clear();
        self.roles.resize(setup.roles().len(), RoleRecord::default());
        self.drain_timer = None;
        self.tokens.clear();
        self.issued.clear();
        self.foreign.issued.clear();
        self.foreign.commands.clear();
        self.foreign.worker = None;
        self.remembered_count = 0;
        self.cut = None;
        self.told_before_start = 0;
    }

    /// Where the ids and commands of the foreign pool are entered.
    pub fn foreign_mut(&mut self) -> &mut ForeignStock {
        &mut self.foreign
    }

    /// Whether the twin is still told what the judged pool is told.
    pub fn twin_in_step(&self) -> bool {
        self.twin_in_step
    }

    /// Whether the pool has ended.
    pub fn ended(&self) -> bool {
        self.ended
    }

    /// Whether a wrong fact was taken for a true one, or a true one was not taken.
    pub fn promises_broken(&self) -> bool {
        self.promises_broken
    }

    /// What the host still owes.
    pub fn duties(&self) -> &Duties {
        &self.duties
    }

    /// Whether the worker of `recipient` has stopped, as far as the pool was told.
    pub fn has_stopped(&self, recipient: Tag) -> bool {
        let worker = self.workers.iter().find(|worker| worker.recipient == Some(recipient));
        worker.is_none_or(|worker| worker.stop.is_some())
    }

    fn fresh_tag(&mut self) -> Tag {
        let tag = self.next_tag;
        self.next_tag += 1;
        tag
    }

    fn role_index(&self, role: Role) -> Option<usize> {
        self.setup.roles().iter().position(|declared| *declared == role)
    }

    /// The declared role at `index`, modulo how many there are.
    fn role_at(&self, index: u8) -> Role {
        let roles = self.setup.roles();
        roles[usize::from(index) % roles.len().max(1)]
    }

    fn remember(&mut self, told: &Told) {
        self.remembered[self.remembered_count % REMEMBERED] = *told;
        self.remembered_count += 1;
    }
}
