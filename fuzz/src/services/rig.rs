//! A supervisor with its proxies, put together for the runner.

use super::host::Host;
use super::law::phase::Phase;
use super::law::{Laws, cell};
use super::machine::Services;
use super::observation::{Said, ServicesSetup, ServicesView, Told, Verdict};
use super::oracle::Predictor;
use super::scenario::ServicesScript;
use super::values::{self, Kind};
use crate::custody::Visit;
use crate::observation::Seat;
use crate::run::{Observed, Rig};
use crate::supervisor::observation as supervisor;
use crate::supervisor::rig::{Choices, ConstructionFailure, SupervisorRig};

/// The rig of a supervisor with its proxies.
#[derive(Debug)]
pub struct ServicesRig;

/// Why a construction failed: the supervisor's reason, since a proxy's never fails.
pub type Rejection = ConstructionFailure;

impl Rig for ServicesRig {
    type Script = ServicesScript;
    type Told = Told;
    type Said = Said;
    type Verdict = Verdict;
    type Rejection = Rejection;
    type View = ServicesView;
    type Addressee = Phase;
    type Kind = Kind;
    type Machine = Services;
    type Host = Host;
    type Oracle = Predictor;
    type Laws = Laws;

    const NAME: &'static str = "services";
    const CELLS: usize = cell::CELLS;
    const INPUT_KINDS: usize = cell::INPUT_KINDS;
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

    fn cell_of_step(addressee: Phase, step: &Observed<'_, Self>) -> Option<usize> {
        cell::of_step(addressee, step)
    }

    fn cells_of_outcomes(step: &Observed<'_, Self>, mark: &mut dyn FnMut(usize)) {
        cell::pairs_of_step(step, mark);
    }

    fn cell_of_rejection(rejection: Rejection) -> usize {
        cell::of_construction(rejection)
    }

    fn is_handed_back(verdict: Verdict) -> bool {
        verdict.is_handed_back()
    }

    fn identity(setup: &ServicesSetup) -> u32 {
        setup.supervisor.identity
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

    fn token_seat(told: &Told) -> Option<Seat> {
        match told {
            Told::Supervisor(told) => SupervisorRig::token_seat(told),
            Told::Proxy { .. } => None,
        }
    }

    fn shown(view: &ServicesView, addressee: Option<Phase>) -> String {
        let phase = addressee.map_or("-", Phase::name);
        let rows: Vec<String> = view
            .proxies
            .iter()
            .map(|shown| format!("{}:{:?}", shown.proxy, shown.view.row))
            .collect();
        format!("{phase} {:?} {}", view.supervisor.mode, rows.join(" "))
    }
}

/// Why a construction must fail, if it must: the supervisor's oracle knows.
pub fn rejection_of(setup: &ServicesSetup) -> Option<Rejection> {
    use crate::run::Oracle;
    let choices = Choices { supervisor: setup.supervisor, keys: setup.keys };
    crate::supervisor::rig::Predictor::default().reset(&choices).err()
}

/// The mode of the supervisor after which nothing begins any more.
pub fn has_ended(mode: supervisor::Mode) -> bool {
    matches!(mode, supervisor::Mode::Stopped | supervisor::Mode::ForcedRetirement)
}
