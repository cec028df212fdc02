//! The host between a supervisor and its proxies: carries what the one says to the other, late and in any
//! order that its contract allows, and runs the lives of the workers behind the proxies.
//!
//! Rules:
//! - The host tells the truth only, and keeps every promise that the laws of the two machines name. What it may
//!   do is to be late, to refuse, to lose, and to end a proxy at any time.
//! - An input and its receipt, a shutdown and its settlement go out in either order; once the proxy was told,
//!   the supervisor is told that it was delivered. What an input has caused is reported after its receipt.
//! - Reports keep their order. One that cannot be delivered is the proxy's last, and the host ends the
//!   proxy. A proxy's exit is told when it has stopped and nothing else of it is left to be told, except an
//!   outcome.
//! - A proxy that dies is shut down by the host, which sees to the workers behind it before it tells the
//!   exit.
//! - Once the supervisor has ended by force, the host ends what is left.

mod absorb;
mod duty;
mod lives;
mod proxies;
mod recovery;
mod settle;
mod step;

pub use duty::*;
pub use proxies::*;

use super::observation::{Id, ServicesSetup, ServicesView, Submission, Tag, Tick};
use super::rig::ServicesRig;
use super::scenario::{Step, benign_setup};
use crate::run::{self, Observed};
use crate::script::Company;
use crate::supervisor::observation::{Key, Mode, Told as SupervisorTold};

/// The first value that the host authors.
const FIRST_TAG: Tag = 1;

/// A planned input.
pub type Plan = run::Plan<ServicesRig>;

/// A batch that will be cut.
#[derive(Clone, Copy, Debug)]
struct Cut {
    place: u8,
    rest_is_refused: bool,
}

/// What the supervisor has come to, as far as the host was told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    Fresh,
    Running,
    Ended,
}

/// The host between a supervisor and its proxies.
#[derive(Debug)]
pub struct Host {
    setup: ServicesSetup,
    now: Tick,
    next_tag: Tag,
    next_name: u32,
    supervisor: Seen,
    duties: Duties,
    proxies: Proxies,
    authorities: Vec<(Key, Id)>,
    cut: Option<Cut>,
}

impl Default for Host {
    fn default() -> Self {
        Self {
            setup: benign_setup(),
            now: 0,
            next_tag: FIRST_TAG,
            next_name: 1,
            supervisor: Seen::Fresh,
            duties: Duties::default(),
            proxies: Proxies::default(),
            authorities: Vec::new(),
            cut: None,
        }
    }
}

impl run::Host<ServicesRig> for Host {
    type Duty = Duty;

    fn reset(&mut self, setup: &ServicesSetup, _company: Company) {
        self.setup = *setup;
        self.now = 0;
        self.next_tag = FIRST_TAG;
        self.next_name = 1;
        self.supervisor = Seen::Fresh;
        self.duties.clear();
        self.proxies.clear();
        self.authorities.clear();
        self.cut = None;
    }

    fn preface(&mut self, _step: Step) -> Option<Plan> {
        self.initialize()
    }

    fn plan(&mut self, step: Step) -> Option<Plan> {
        self.plan_step(step)
    }

    fn observe(&mut self, plan: &Plan, step: &Observed<'_, ServicesRig>) {
        self.absorb(plan, step.said, step.verdict);
    }

    fn ended(&self) -> bool {
        self.supervisor == Seen::Ended && self.duties.is_empty()
    }

    fn twin_in_step(&self) -> bool {
        true
    }

    fn begin_recovery(&mut self) {
        self.duties.release_all();
        self.cut = None;
    }

    fn recover(&mut self) -> Option<Plan> {
        self.initialize().or_else(|| self.recover_next())
    }

    fn shutdown(&mut self, view: &ServicesView) -> Option<Plan> {
        let told = super::observation::Told::Supervisor(SupervisorTold::Shutdown);
        (view.supervisor.mode == Mode::Operating).then(|| Plan::plain(told))
    }

    fn is_closing(&self, view: &ServicesView) -> bool {
        !matches!(view.supervisor.mode, Mode::Constructed | Mode::Operating)
    }

    fn settling_inputs_max(&self, _view: &ServicesView) -> u32 {
        self.inputs_max()
    }

    fn waits_in_vain(&self, view: &ServicesView) -> Option<String> {
        recovery::waits_in_vain(view)
    }

    fn draining_inputs_max(&self, _view: &ServicesView) -> u32 {
        self.inputs_max()
    }

    fn pending(&self, view: &ServicesView) -> String {
        self.owed(view)
    }
}

impl Host {
    /// What the host still owes.
    pub fn duties(&self) -> &Duties {
        &self.duties
    }

    /// The proxies that it was asked to create.
    pub fn proxies(&self) -> &Proxies {
        &self.proxies
    }

    fn fresh_tag(&mut self) -> Tag {
        let tag = self.next_tag;
        self.next_tag += 1;
        tag
    }

    fn fresh_submission(&mut self) -> Submission {
        Submission { worker: self.fresh_tag(), plan: self.fresh_tag() }
    }

    /// A name that no worker of the run has.
    fn fresh_name(&mut self) -> u32 {
        let name = self.next_name;
        self.next_name += 1;
        name
    }

    fn initialize(&mut self) -> Option<Plan> {
        let told = super::observation::Told::Supervisor(SupervisorTold::Initialize);
        (self.supervisor == Seen::Fresh).then(|| Plan::plain(told))
    }
}
