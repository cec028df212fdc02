//! The lifecycle host: takes custody of every operation that the supervisor says, and settles it
//! late, partly, in any order, or wrongly on purpose. It plays the proxies itself.
//!
//! Rules:
//! - The host plans one input at a time ([`plan`](run::Host::plan)) and learns what became of it
//!   ([`observe`](run::Host::observe)). It never looks into the supervisor; what it knows it was told by actions.
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
mod foreign;
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

use crate::run::{self, Observed};
use crate::script::{Company, Header, Script, Step};
use crate::supervisor::observation::{Mode, Said, SupervisorView, Tag, Tick, Told};
use crate::supervisor::rig::{Choices, SupervisorRig};
use crate::supervisor::scenario::{Opcode, SupervisorScript};
use foreign::ForeignStock;

/// Facts remembered for repetition.
const REMEMBERED: usize = 16;
/// The first tag that the host authors.
const FIRST_TAG: Tag = 1;

/// The lifecycle host of one supervisor.
#[derive(Debug)]
pub struct Host {
    choices: Choices,
    company: Company,
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

impl Default for Host {
    fn default() -> Self {
        let benign = Header::<SupervisorScript>::benign();
        Self {
            choices: SupervisorScript::setup(&benign),
            company: benign.company(),
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
}

impl Host {
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

    /// Everything that is known is forgotten; its memory is kept.
    fn forget(&mut self) {
        self.now = 0;
        self.next_tag = FIRST_TAG;
        self.started = false;
        self.ended = false;
        self.promises_broken = false;
        self.duties.clear();
        self.proxies.clear();
        self.authorities.clear();
        self.issued.clear();
        self.foreign.clear();
        self.remembered_count = 0;
        self.cut = None;
        self.told_before_start = 0;
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

impl run::Host<SupervisorRig> for Host {
    type Duty = Duty;

    fn reset(&mut self, choices: &Choices, company: Company) {
        self.choices = *choices;
        self.company = company;
        self.forget();
    }

    fn prime(&mut self, said: &[Said]) -> Option<Told> {
        self.foreign.prime(said, &mut self.authorities)
    }

    fn preface(&mut self, step: Step<Opcode>) -> Option<Plan> {
        self.start_first(step)
    }

    fn plan(&mut self, step: Step<Opcode>) -> Option<Plan> {
        self.plan_step(step)
    }

    fn observe(&mut self, plan: &Plan, step: &Observed<'_, SupervisorRig>) {
        self.learn(plan, step.said, step.verdict);
    }

    fn ended(&self) -> bool {
        self.ended
    }

    /// Every answer to a cancel gives its authority back, so each machine can be told what the other was
    /// told, whosever authority it is.
    fn twin_in_step(&self) -> bool {
        self.company.twin
    }

    fn begin_recovery(&mut self) {
        self.duties.release_all();
        self.cut = None;
    }

    fn recover(&mut self) -> Option<Plan> {
        if !self.started {
            return Some(Plan::plain(Told::Initialize));
        }
        self.settle_oldest()
    }

    fn shutdown(&mut self, view: &SupervisorView) -> Option<Plan> {
        (view.mode == Mode::Operating).then(|| Plan::plain(Told::Shutdown))
    }

    fn is_closing(&self, view: &SupervisorView) -> bool {
        !matches!(view.mode, Mode::Constructed | Mode::Operating)
    }

    fn settling_inputs_max(&self, _view: &SupervisorView) -> u32 {
        self.inputs_before_shutdown_max()
    }

    fn waits_in_vain(&self, view: &SupervisorView) -> Option<String> {
        self.what_waits(view)
    }

    fn draining_inputs_max(&self, _view: &SupervisorView) -> u32 {
        self.inputs_after_shutdown_max()
    }

    fn pending(&self, view: &SupervisorView) -> String {
        self.what_is_pending(view)
    }
}
