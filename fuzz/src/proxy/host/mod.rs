//! The lifecycle host: takes custody of every operation that the proxy says, and settles it late,
//! in any order, or wrongly on purpose.
//!
//! Rules:
//! - The host plans one input at a time ([`Host::plan`](run::Host::plan)) and learns what became of it
//!   ([`Host::observe`](run::Host::observe)). It never looks into the proxy; what it knows it was told by actions.
//! - A well-behaved step keeps the host's promises: every operation is settled exactly once, a
//!   begun activation has one result after its acceptance, a worker exits once and does so if it was
//!   asked to stop. Everything else is a wrong fact, planned by a step that says so, and carries
//!   fresh values.
//! - What the proxy takes is settled, whoever planned it. A fact that settles an obligation is never
//!   rejected; if it is, a law says so.
//! - The host never repairs the proxy's state.

mod absorb;
mod distort;
mod duty;
mod issued;
mod plan;
mod prime;
mod recovery;
mod settle;
mod step;
mod workers;
mod wrong;

pub use duty::*;
pub use issued::{ForeignStock, Issued};
pub use plan::*;
pub use workers::*;

use crate::proxy::law::miss_of;
use crate::proxy::observation::{
    Id, Incarnation, ProxySetup, ProxyView, Said, Tag, Tick, Ticket, Told,
};
use crate::proxy::rig::ProxyRig;
use crate::proxy::scenario::Step;
use crate::run::{self, Observed};
use crate::script::Company;

/// Who issues tickets. No proxy of a run has this identity.
pub const OWNER: u32 = 1_000;
/// The first name of a worker; those of foreign proxies are below.
pub const FIRST_INCARNATION: Incarnation = 1_000;
/// The first correlation of an initialization; those of foreign proxies are below.
pub const FIRST_ATTEMPT: u32 = 500;
/// The first value; those of foreign proxies are below.
pub const FIRST_TAG: Tag = 100;
/// When a run begins.
const FIRST_TICK: Tick = 1_000;
/// Facts remembered for repetition.
const REMEMBERED: usize = 16;

/// The lifecycle host of one proxy.
#[derive(Debug)]
pub struct Host {
    now: Tick,
    next_tag: Tag,
    next_incarnation: Incarnation,
    next_attempt: u32,
    next_ticket: u64,
    ended: bool,
    duties: Duties,
    workers: Workers,
    issued: Issued,
    foreign: ForeignStock,
    remembered: [Told; REMEMBERED],
    remembered_count: usize,
    cut: Option<Cut>,
}

impl run::Host<ProxyRig> for Host {
    type Duty = Duty;

    fn reset(&mut self, _setup: &ProxySetup, _company: Company) {
        self.forget();
    }

    fn prime(&mut self, said: &[Said]) -> Option<Told> {
        self.foreign.prime(said)
    }

    fn plan(&mut self, step: Step) -> Option<Plan> {
        self.plan_step(step)
    }

    fn observe(&mut self, plan: &Plan, step: &Observed<'_, ProxyRig>) {
        let rejected = miss_of(step.told, step.said).is_some();
        self.absorb(plan, step.said, step.verdict, rejected);
    }

    fn ended(&self) -> bool {
        self.ended
    }

    fn twin_in_step(&self) -> bool {
        true
    }

    fn begin_recovery(&mut self) {
        self.behave();
    }

    fn recover(&mut self) -> Option<Plan> {
        self.recover_next()
    }

    fn shutdown(&mut self, view: &ProxyView) -> Option<Plan> {
        (!recovery::is_closing(view.row)).then(|| Plan::plain(Told::Shutdown))
    }

    fn is_closing(&self, view: &ProxyView) -> bool {
        recovery::is_closing(view.row)
    }

    fn settling_inputs_max(&self, _view: &ProxyView) -> u32 {
        self.inputs_max()
    }

    fn waits_in_vain(&self, view: &ProxyView) -> Option<String> {
        recovery::waits_in_vain(view)
    }

    fn draining_inputs_max(&self, _view: &ProxyView) -> u32 {
        self.inputs_max()
    }

    fn pending(&self, view: &ProxyView) -> String {
        self.owed(view)
    }
}

/// A batch that will be cut.
#[derive(Clone, Copy, Debug)]
struct Cut {
    place: u8,
    rest_is_refused: bool,
}

impl Default for Host {
    fn default() -> Self {
        Self {
            now: FIRST_TICK,
            next_tag: FIRST_TAG,
            next_incarnation: FIRST_INCARNATION,
            next_attempt: FIRST_ATTEMPT,
            next_ticket: 1,
            ended: false,
            duties: Duties::default(),
            workers: Workers::default(),
            issued: Issued::default(),
            foreign: ForeignStock::default(),
            remembered: [Told::Shutdown; REMEMBERED],
            remembered_count: 0,
            cut: None,
        }
    }
}

impl Host {
    /// All that was known is forgotten.
    fn forget(&mut self) {
        self.now = FIRST_TICK;
        self.next_tag = FIRST_TAG;
        self.next_incarnation = FIRST_INCARNATION;
        self.next_attempt = FIRST_ATTEMPT;
        self.next_ticket = 1;
        self.ended = false;
        self.duties.clear();
        self.workers.clear();
        self.issued.clear();
        self.foreign.clear();
        self.remembered_count = 0;
        self.cut = None;
    }

    /// What the host still owes.
    pub fn duties(&self) -> &Duties {
        &self.duties
    }

    /// The workers that it was asked to create.
    pub fn workers(&self) -> &Workers {
        &self.workers
    }

    fn fresh_tag(&mut self) -> Tag {
        let tag = self.next_tag;
        self.next_tag += 1;
        tag
    }

    /// A worker's name and the correlation of its initialization.
    fn fresh_name(&mut self) -> (Incarnation, u32) {
        let name = (self.next_incarnation, self.next_attempt);
        self.next_incarnation += 1;
        self.next_attempt += 1;
        name
    }

    fn fresh_ticket(&mut self) -> Ticket {
        let ticket = Id { issuer: OWNER, ordinal: self.next_ticket };
        self.next_ticket += 1;
        ticket
    }

    fn remember(&mut self, told: &Told) {
        self.remembered[self.remembered_count % REMEMBERED] = *told;
        self.remembered_count += 1;
    }
}
