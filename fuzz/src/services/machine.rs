//! A supervisor and its proxies as one machine under test.
//!
//! Rules: a proxy comes to be in the step in which the supervisor is told of its birth, unless it was told
//! before that the proxy is gone. A stopped proxy stays, to hand back whatever it is told. Each part keeps
//! its own ledger, whose records are entered here with the machine that they are of.

use super::observation::{
    Id, Proxy, ProxyShown, Said, ServicesSetup, ServicesView, Told, Verdict, birth_taken,
};
use super::rig::{Rejection, ServicesRig};
use super::values::Kind;
use crate::custody::{Ledger, Visit, Witness};
use crate::observation::Seat;
use crate::proxy::core_proxy::CoreProxy;
use crate::proxy::observation as proxy;
use crate::proxy::rig::ProxyRig;
use crate::proxy::values::Kind as ProxyKind;
use crate::run::Machine;
use crate::supervisor::core_supervisor::CoreSupervisor;
use crate::supervisor::custody::Kind as SupervisorKind;
use crate::supervisor::observation as supervisor;
use crate::supervisor::rig::{Choices, SupervisorRig};
use crate::verdict::LawBreach;
use std::rc::Rc;

/// Only a proxy that has come to be can be told anything.
pub const TOLD_TO_NOBODY: &str = "told-to-a-proxy-that-is";

/// A supervisor and its proxies.
#[derive(Debug)]
pub struct Services<S = CoreSupervisor, P = CoreProxy> {
    setup: ServicesSetup,
    seat: Seat,
    ledger: Rc<Ledger<Kind>>,
    supervisor: S,
    supervisor_ledger: Rc<Ledger<SupervisorKind>>,
    proxy_ledger: Rc<Ledger<ProxyKind>>,
    proxies: Vec<(Proxy, P)>,
    shown: Vec<ProxyShown>,
    /// Creations of proxies that were gone before their births were told.
    gone_early: Vec<Id>,
    /// The proxy that was told last; `None` if that was the supervisor.
    told_last: Option<usize>,
    supervisor_said: Vec<supervisor::Said>,
    proxy_said: Vec<proxy::Said>,
}

impl<S, P> Machine<ServicesRig> for Services<S, P>
where
    S: Machine<SupervisorRig>,
    P: Machine<ProxyRig>,
{
    type Token = S::Token;

    fn construct(
        setup: &ServicesSetup,
        seat: Seat,
        ledger: Rc<Ledger<Kind>>,
    ) -> Result<Self, Rejection> {
        let choices = Choices { supervisor: setup.supervisor, keys: setup.keys };
        let supervisor_ledger = Rc::new(Ledger::default());
        let supervisor = S::construct(&choices, seat, Rc::clone(&supervisor_ledger))?;
        Ok(Self {
            setup: *setup,
            seat,
            ledger,
            supervisor,
            supervisor_ledger,
            proxy_ledger: Rc::default(),
            proxies: Vec::new(),
            shown: Vec::new(),
            gone_early: Vec::new(),
            told_last: None,
            supervisor_said: Vec::new(),
            proxy_said: Vec::new(),
        })
    }

    fn step(
        &mut self,
        told: &Told,
        token: Option<S::Token>,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        match told {
            Told::Supervisor(told) => self.step_supervisor(told, token, cut, said),
            Told::Proxy { proxy, told } => self.step_proxy(*proxy, told, cut, said),
        }
    }

    fn take_token(&mut self, told: &Told) -> Option<S::Token> {
        match told {
            Told::Supervisor(told) => self.supervisor.take_token(told),
            Told::Proxy { .. } => None,
        }
    }

    /// Those of the machine that was told last: nothing else has changed.
    fn check_invariants(&self) -> Result<(), LawBreach> {
        match self.told_last {
            None => self.supervisor.check_invariants(),
            Some(place) => self.proxies[place].1.check_invariants(),
        }
    }

    fn view(&self, view: &mut ServicesView) {
        self.supervisor.view(&mut view.supervisor);
        view.proxies.clone_from(&self.shown);
    }

    fn dismantle(self, visit: Visit<'_, Kind>) {
        self.supervisor_ledger.begin();
        self.supervisor.dismantle(&mut |kind, tag| visit(Kind::Supervisor(kind), tag));
        enter(&self.ledger, self.seat, &self.supervisor_ledger, Kind::Supervisor);
        for (proxy, machine) in self.proxies {
            self.proxy_ledger.begin();
            machine.dismantle(&mut |kind, tag| visit(Kind::Proxy(proxy, kind), tag));
            enter(&self.ledger, self.seat, &self.proxy_ledger, |kind| Kind::Proxy(proxy, kind));
        }
    }
}

impl<S, P> Services<S, P>
where
    S: Machine<SupervisorRig>,
    P: Machine<ProxyRig>,
{
    fn step_supervisor(
        &mut self,
        told: &supervisor::Told,
        token: Option<S::Token>,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        self.told_last = None;
        self.supervisor_ledger.begin();
        self.supervisor_said.clear();
        let verdict = self.supervisor.step(told, token, cut, &mut self.supervisor_said)?;
        enter(&self.ledger, self.seat, &self.supervisor_ledger, Kind::Supervisor);
        self.note_birth(told, verdict);
        said.extend(self.supervisor_said.iter().copied().map(Said::Supervisor));
        Ok(Verdict::Supervisor(verdict))
    }

    fn note_birth(&mut self, told: &supervisor::Told, verdict: supervisor::Verdict) {
        if !birth_taken(told, &self.supervisor_said, verdict) {
            return;
        }
        match *told {
            supervisor::Told::ExitBeforeBirth { creation, .. } => self.gone_early.push(creation),
            supervisor::Told::BirthCommitted { creation, proxy }
                if !self.gone_early.contains(&creation) =>
            {
                self.create(proxy);
            }
            _ => {}
        }
    }

    fn create(&mut self, proxy: Proxy) {
        let setup = self.setup.proxy(proxy);
        let built = P::construct(&setup, self.seat, Rc::clone(&self.proxy_ledger));
        let machine = built.unwrap_or_else(|never| match never {});
        let mut shown = ProxyShown { proxy, view: proxy::ProxyView::default() };
        machine.view(&mut shown.view);
        self.proxies.push((proxy, machine));
        self.shown.push(shown);
    }

    fn step_proxy(
        &mut self,
        proxy: Proxy,
        told: &proxy::Told,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        let Some(place) = self.proxies.iter().rposition(|(named, _)| *named == proxy) else {
            return Err(LawBreach::new(TOLD_TO_NOBODY, format!("proxy {proxy} {told:?}")));
        };
        self.told_last = Some(place);
        self.proxy_ledger.begin();
        self.proxy_said.clear();
        let machine = &mut self.proxies[place].1;
        let verdict = machine.step(told, None, cut, &mut self.proxy_said)?;
        machine.view(&mut self.shown[place].view);
        enter(&self.ledger, self.seat, &self.proxy_ledger, |kind| Kind::Proxy(proxy, kind));
        said.extend(self.proxy_said.iter().map(|said| Said::Proxy { proxy, said: *said }));
        Ok(Verdict::Proxy { proxy, verdict })
    }
}

/// Enters what was dropped in one part into the ledger of the run.
fn enter<K: crate::custody::Kind>(
    ledger: &Rc<Ledger<Kind>>,
    seat: Seat,
    part: &Ledger<K>,
    of: impl Fn(K) -> Kind,
) {
    part.read(|dropped| {
        for value in dropped {
            drop(Witness::new(ledger, seat, of(value.kind), value.tag));
        }
    });
}
