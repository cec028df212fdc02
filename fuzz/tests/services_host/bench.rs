//! The real machines, the real laws, and a host that can be made to lie between two honest steps.

use actor_laws_fuzz::custody::Ledger;
use actor_laws_fuzz::observation::Seat;
use actor_laws_fuzz::run::{Host as _, Laws as _, Machine as _, Observed, Rig};
use actor_laws_fuzz::script::Company;
use actor_laws_fuzz::services::host::{Host, Plan};
use actor_laws_fuzz::services::law::Laws;
use actor_laws_fuzz::services::machine::Services;
use actor_laws_fuzz::services::observation::{Said, ServicesSetup, ServicesView, Told};
use actor_laws_fuzz::services::rig::ServicesRig;
use actor_laws_fuzz::services::scenario::{Opcode, Step, benign_setup};
use actor_laws_fuzz::verdict::LawBreach;
use std::rc::Rc;

/// One run by hand.
pub(crate) struct Bench {
    setup: ServicesSetup,
    machine: Services,
    laws: Laws,
    pub(crate) host: Host,
    pub(crate) view: ServicesView,
    pub(crate) said: Vec<Said>,
}

impl Bench {
    /// Services of the benign setup, changed.
    pub(crate) fn new(change: impl FnOnce(&mut ServicesSetup)) -> Self {
        let mut setup = benign_setup();
        change(&mut setup);
        let machine = Services::construct(&setup, Seat::Judged, Rc::new(Ledger::default()));
        let mut bench = Self {
            setup,
            machine: machine.expect("a valid setup"),
            laws: Laws::default(),
            host: Host::default(),
            view: ServicesView::default(),
            said: Vec::new(),
        };
        bench.laws.reset(&setup);
        bench.host.reset(&setup, Company { twin: false, foreign: false });
        bench.machine.view(&mut bench.view);
        bench
    }

    /// One honest step of the host; answers what was told.
    pub(crate) fn step(&mut self, opcode: Opcode, [a, b, c]: [u8; 3]) -> Option<Told> {
        let step = Step { opcode, a, b, c };
        if let Some(plan) = self.host.preface(step) {
            self.follow(&plan).unwrap_or_else(|breach| panic!("{breach:?}"));
        }
        let plan = self.host.plan(step)?;
        self.follow(&plan).unwrap_or_else(|breach| panic!("{:?}: {breach:?}", plan.told));
        Some(plan.told)
    }

    /// `times` settlements of the oldest obligation, well.
    pub(crate) fn settle(&mut self, times: usize) {
        for _ in 0..times {
            self.step(Opcode::SettleOldest, [0; 3]);
        }
    }

    /// Tells something that the host would not, and judges it.
    pub(crate) fn lie(&mut self, told: Told) -> Result<(), LawBreach> {
        self.judge(&Plan::plain(told)).map(|_| ())
    }

    fn follow(&mut self, plan: &Plan) -> Result<(), LawBreach> {
        let before = self.judge(plan)?;
        let (said, setup) = (std::mem::take(&mut self.said), self.setup);
        let verdict = before.1;
        let observed = Observed::<ServicesRig> {
            setup: &setup,
            told: &plan.told,
            said: &said,
            verdict,
            before: &before.0,
            after: &self.view,
        };
        self.host.observe(plan, &observed);
        self.said = said;
        Ok(())
    }

    fn judge(
        &mut self,
        plan: &Plan,
    ) -> Result<(ServicesView, <ServicesRig as Rig>::Verdict), LawBreach> {
        self.said.clear();
        let token = self.machine.take_token(&plan.told);
        let verdict = self.machine.step(&plan.told, token, plan.cut, &mut self.said)?;
        let before = self.view.clone();
        self.machine.view(&mut self.view);
        self.laws.judge(&Observed {
            setup: &self.setup,
            told: &plan.told,
            said: &self.said,
            verdict,
            before: &before,
            after: &self.view,
        })?;
        Ok((before, verdict))
    }
}
