//! Laws: what must hold after every step, recomputed from what was observed.
//!
//! Rules: the laws of the composition come first, which only a look at both machines shows; then those of the
//! two machines are judged of each machine alone, by their own books. A law sees inputs, actions, verdicts and views, never the
//! oracle and never the inside of a machine. Each law of the composition has a stable name, listed in
//! [`catalogue`].

mod book;
mod border;
pub mod catalogue;
pub mod cell;
mod command;
mod entry;
pub mod kind;
pub mod pair;
pub mod phase;
pub mod table;

use super::observation::{Proxy, ProxyView, Said, ServicesSetup, Told, Verdict};
use super::rig::ServicesRig;
use crate::proxy::observation as proxy;
use crate::proxy::rig::ProxyRig;
use crate::proxy::{self as proxies};
use crate::run::{self, Observed};
use crate::supervisor::observation as supervisor;
use crate::supervisor::rig::{Choices, SupervisorRig};
use crate::supervisor::{self as supervisors};
use crate::verdict::LawBreach;
use book::Book;

/// The books that the laws keep of one run.
#[derive(Debug, Default)]
pub struct Laws {
    choices: Option<Choices>,
    book: Book,
    supervisor: supervisors::law::Laws,
    proxies: Vec<(Proxy, proxies::law::Laws)>,
    supervisor_said: Vec<supervisor::Said>,
    proxy_said: Vec<proxy::Said>,
}

impl run::Laws<ServicesRig> for Laws {
    fn reset(&mut self, setup: &ServicesSetup) {
        let choices = Choices { supervisor: setup.supervisor, keys: setup.keys };
        self.choices = Some(choices);
        run::Laws::<SupervisorRig>::reset(&mut self.supervisor, &choices);
        self.proxies.clear();
        self.book.reset();
    }

    fn judge(&mut self, step: &Observed<'_, ServicesRig>) -> Result<(), LawBreach> {
        command::judge(&mut self.book, step)?;
        border::judge(&mut self.book, step)?;
        entry::judge(&mut self.book, step)?;
        match (step.told, step.verdict) {
            (Told::Supervisor(told), Verdict::Supervisor(verdict)) => {
                self.judge_supervisor(step, told, verdict)
            }
            (Told::Proxy { proxy, told }, Verdict::Proxy { verdict, .. }) => {
                self.judge_proxy(step, *proxy, told, verdict)
            }
            (Told::Supervisor(_), Verdict::Proxy { .. })
            | (Told::Proxy { .. }, Verdict::Supervisor(_)) => Ok(()),
        }
    }
}

impl Laws {
    fn judge_supervisor(
        &mut self,
        step: &Observed<'_, ServicesRig>,
        told: &supervisor::Told,
        verdict: supervisor::Verdict,
    ) -> Result<(), LawBreach> {
        let Some(choices) = &self.choices else { return Ok(()) };
        self.supervisor_said.clear();
        let said = step.said.iter().filter_map(|said| match said {
            Said::Supervisor(said) => Some(*said),
            Said::Proxy { .. } => None,
        });
        self.supervisor_said.extend(said);
        let observed = Observed::<SupervisorRig> {
            setup: choices,
            told,
            said: &self.supervisor_said,
            verdict,
            before: &step.before.supervisor,
            after: &step.after.supervisor,
        };
        run::Laws::judge(&mut self.supervisor, &observed)
    }

    fn judge_proxy(
        &mut self,
        step: &Observed<'_, ServicesRig>,
        proxy: Proxy,
        told: &proxy::Told,
        verdict: proxy::Verdict,
    ) -> Result<(), LawBreach> {
        self.proxy_said.clear();
        let said = step.said.iter().filter_map(|said| match said {
            Said::Proxy { said, .. } => Some(*said),
            Said::Supervisor(_) => None,
        });
        self.proxy_said.extend(said);
        let none = ProxyView::default();
        let (before, after) = (step.before.proxy(proxy), step.after.proxy(proxy));
        let observed = Observed::<ProxyRig> {
            setup: &step.setup.proxy(proxy),
            told,
            said: &self.proxy_said,
            verdict,
            before: before.as_ref().unwrap_or(&none),
            after: after.as_ref().unwrap_or(&none),
        };
        let place = self.proxies.iter().rposition(|(named, _)| *named == proxy);
        let place = place.unwrap_or_else(|| {
            self.proxies.push((proxy, proxies::law::Laws::default()));
            self.proxies.len() - 1
        });
        run::Laws::judge(&mut self.proxies[place].1, &observed)
    }
}

/// A breach of `law`.
fn breach<T>(law: &'static str, evidence: impl Into<String>) -> Result<T, LawBreach> {
    Err(LawBreach::new(law, evidence))
}

/// Holds `condition` to be so, or the law is broken.
fn hold(
    condition: bool,
    law: &'static str,
    evidence: impl FnOnce() -> String,
) -> Result<(), LawBreach> {
    if condition { Ok(()) } else { breach(law, evidence()) }
}
