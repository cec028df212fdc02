//! A stable proxy, put together for the runner.

use super::core_proxy::CoreProxy;
use super::host::Host;
use super::law::{self, Laws, cell};
use super::observation::{ProxySetup, ProxyView, Said, Supply, Told, Verdict};
use super::oracle::ProxyOracle;
use super::scenario::ProxyScript;
use super::values::{self, Kind};
use crate::custody::Visit;
use crate::run::{Observed, Oracle, Permitted, Rig};
use serde::Serialize;

/// The rig of a stable proxy.
#[derive(Debug)]
pub struct ProxyRig;

/// The construction of a proxy never fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum NeverRejected {}

impl Rig for ProxyRig {
    type Script = ProxyScript;
    type Told = Told;
    type Said = Said;
    type Verdict = Verdict;
    type Rejection = NeverRejected;
    type View = ProxyView;
    type Addressee = cell::Subject;
    type Kind = Kind;
    type Machine = CoreProxy;
    type Host = Host;
    type Oracle = Predictor;
    type Laws = Laws;

    const NAME: &'static str = "proxy";
    const CELLS: usize = cell::CELLS;
    const INPUT_KINDS: usize = cell::INPUT_KINDS.len();
    const ID_FIELD: &'static str = "issuer";

    fn cell_name(cell: usize) -> String {
        cell::name(cell)
    }

    fn unreachable(cell: usize) -> Option<&'static str> {
        cell::unreachable(cell)
    }

    fn input_kind(cell: usize) -> Option<usize> {
        cell::input_kind(cell)
    }

    fn cell_of_step(addressee: cell::Subject, step: &Observed<'_, Self>) -> Option<usize> {
        cell::of_step(addressee, &law::Observed::of(step))
    }

    fn cells_of_outcomes(step: &Observed<'_, Self>, mark: &mut dyn FnMut(usize)) {
        if let Some(cell) = cell::of_miss(&law::Observed::of(step)) {
            mark(cell);
        }
        for said in step.said {
            cell::of_said(said, &mut *mark);
        }
        if let Verdict::Stopped { leftover } = &step.verdict {
            cell::of_leftover(leftover, mark);
        }
    }

    fn cell_of_rejection(rejection: NeverRejected) -> usize {
        match rejection {}
    }

    fn is_handed_back(verdict: Verdict) -> bool {
        verdict == Verdict::HandedBack
    }

    fn identity(setup: &ProxySetup) -> u32 {
        setup.identity
    }

    fn told_values(told: &Told, visit: Visit<'_, Kind>) {
        values::told_values(told, visit);
    }

    fn said_values(said: &Said, visit: Visit<'_, Kind>) {
        values::said_values(said, visit);
    }

    fn verdict_values(verdict: &Verdict, visit: Visit<'_, Kind>) {
        values::verdict_values(verdict, visit);
    }

    fn foreign_setup(setup: &ProxySetup) -> Option<ProxySetup> {
        let identity = setup.identity.wrapping_add(1);
        Some(ProxySetup { identity, creations: Supply::PLENTY, activations: Supply::PLENTY })
    }

    fn shown(view: &ProxyView, _addressee: Option<cell::Subject>) -> String {
        cell::Subject::of(view).to_string()
    }
}

/// The oracle behind the runner's face: it permits one outcome each.
#[derive(Debug)]
pub struct Predictor {
    oracle: ProxyOracle,
    said: Vec<Said>,
}

impl Default for Predictor {
    fn default() -> Self {
        let (creations, activations) = (Supply::PLENTY, Supply::PLENTY);
        let setup = ProxySetup { identity: 1, creations, activations };
        Self { oracle: ProxyOracle::new(&setup), said: Vec::new() }
    }
}

impl Oracle<ProxyRig> for Predictor {
    fn reset(&mut self, setup: &ProxySetup) -> Result<(), NeverRejected> {
        self.oracle.reset(setup);
        Ok(())
    }

    fn addressee(&self, _told: &Told) -> cell::Subject {
        cell::Subject::of(&self.oracle.view())
    }

    fn expect(&mut self, told: &Told, permitted: &mut Permitted<ProxyRig>) {
        self.said.clear();
        let verdict = self.oracle.expect(told, &mut self.said);
        self.said.drain(..).for_each(|said| permitted.say(said));
        permitted.end(verdict);
    }

    fn view(&self, view: &mut ProxyView) {
        *view = self.oracle.view();
    }
}
