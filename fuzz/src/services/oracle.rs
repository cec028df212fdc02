//! What a supervisor and its proxies must say: one supervisor's oracle, and one proxy's oracle for each
//! proxy. They know nothing of each other.

use super::law::phase::Phase;
use super::observation::{
    Id, Proxy, ProxyShown, Said, ServicesSetup, ServicesView, Told, Verdict, birth_taken,
};
use super::rig::{Rejection, ServicesRig, has_ended, rejection_of};
use crate::proxy::observation as proxy;
use crate::proxy::oracle::ProxyOracle;
use crate::run::{self, Permitted};
use crate::supervisor::observation as supervisor;
use crate::supervisor::oracle::SupervisorOracle;

/// Predicts a supervisor and its proxies.
#[derive(Debug)]
pub struct Predictor {
    setup: ServicesSetup,
    supervisor: SupervisorOracle,
    proxies: Vec<(Proxy, ProxyOracle)>,
    gone_early: Vec<Id>,
    shown: ServicesView,
    supervisor_said: Vec<supervisor::Said>,
    proxy_said: Vec<proxy::Said>,
}

impl Default for Predictor {
    fn default() -> Self {
        let setup = super::scenario::benign_setup();
        Self {
            setup,
            supervisor: SupervisorOracle::new(&setup.supervisor),
            proxies: Vec::new(),
            gone_early: Vec::new(),
            shown: ServicesView::default(),
            supervisor_said: Vec::new(),
            proxy_said: Vec::new(),
        }
    }
}

impl run::Oracle<ServicesRig> for Predictor {
    fn reset(&mut self, setup: &ServicesSetup) -> Result<(), Rejection> {
        self.setup = *setup;
        self.supervisor.reset(&setup.supervisor);
        self.proxies.clear();
        self.gone_early.clear();
        self.shown.proxies.clear();
        self.supervisor.view(&mut self.shown.supervisor);
        rejection_of(setup).map_or(Ok(()), Err)
    }

    fn addressee(&self, told: &Told) -> Phase {
        let mode = self.shown.supervisor.mode;
        let entry = match told {
            Told::Supervisor(told) => self.supervisor.addressee(told),
            Told::Proxy { proxy, .. } => self.shown.entry_of(*proxy).copied(),
        };
        let entry = entry.filter(|_| !has_ended(mode));
        entry.map_or_else(|| Phase::of_nobody(mode), |entry| Phase::of(&entry))
    }

    fn expect(&mut self, told: &Told, permitted: &mut Permitted<ServicesRig>) {
        match told {
            Told::Supervisor(told) => self.expect_of_supervisor(told, permitted),
            Told::Proxy { proxy, told } => self.expect_of_proxy(*proxy, told, permitted),
        }
    }

    fn view(&self, view: &mut ServicesView) {
        view.clone_from(&self.shown);
    }
}

impl Predictor {
    fn expect_of_supervisor(
        &mut self,
        told: &supervisor::Told,
        permitted: &mut Permitted<ServicesRig>,
    ) {
        self.supervisor_said.clear();
        let verdict = self.supervisor.expect(told, &mut self.supervisor_said);
        self.supervisor.view(&mut self.shown.supervisor);
        if birth_taken(told, &self.supervisor_said, verdict) {
            self.note_birth(told);
        }
        self.supervisor_said.iter().for_each(|said| permitted.say(Said::Supervisor(*said)));
        permitted.end(Verdict::Supervisor(verdict));
    }

    fn note_birth(&mut self, told: &supervisor::Told) {
        match *told {
            supervisor::Told::ExitBeforeBirth { creation, .. } => self.gone_early.push(creation),
            supervisor::Told::BirthCommitted { creation, proxy }
                if !self.gone_early.contains(&creation) =>
            {
                let oracle = ProxyOracle::new(&self.setup.proxy(proxy));
                self.shown.proxies.push(ProxyShown { proxy, view: oracle.view() });
                self.proxies.push((proxy, oracle));
            }
            _ => {}
        }
    }

    fn expect_of_proxy(
        &mut self,
        proxy: Proxy,
        told: &proxy::Told,
        permitted: &mut Permitted<ServicesRig>,
    ) {
        let Some(place) = self.proxies.iter().rposition(|(named, _)| *named == proxy) else {
            return;
        };
        self.proxy_said.clear();
        let oracle = &mut self.proxies[place].1;
        let verdict = oracle.expect(told, &mut self.proxy_said);
        self.shown.proxies[place].view = oracle.view();
        self.proxy_said.iter().for_each(|said| permitted.say(Said::Proxy { proxy, said: *said }));
        permitted.end(Verdict::Proxy { proxy, verdict });
    }
}
