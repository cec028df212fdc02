//! A dynamic supervisor, put together for the runner.

use super::core_supervisor::CoreSupervisor;
use super::custody::{self, Kind};
use super::host::Host;
use super::law::cell::{self, Subject};
use super::law::{self, Laws};
use super::observation::{
    Authority, EntryView, Key, Origin, Said, SupervisorSetup, SupervisorView, Supplies, Supply,
    Told, Verdict,
};
use super::oracle::SupervisorOracle;
use super::scenario::SupervisorScript;
use crate::custody::Visit;
use crate::observation::Seat;
use crate::run::{Observed, Oracle, Permitted, Rig};
use serde::Serialize;

/// The rig of a dynamic supervisor.
#[derive(Debug)]
pub struct SupervisorRig;

/// The construction choices of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Choices {
    /// Those of the supervisor.
    pub supervisor: SupervisorSetup,
    /// How many keys the managers use.
    pub keys: Key,
}

/// Which number is zero that must not be; the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "each names its number")]
pub enum ConstructionFailure {
    ZeroEntries,
    ZeroActivations,
    ZeroDeadline,
}

impl Rig for SupervisorRig {
    type Script = SupervisorScript;
    type Told = Told;
    type Said = Said;
    type Verdict = Verdict;
    type Rejection = ConstructionFailure;
    type View = SupervisorView;
    type Addressee = Subject;
    type Kind = Kind;
    type Machine = CoreSupervisor;
    type Host = Host;
    type Oracle = Predictor;
    type Laws = Laws;

    const NAME: &'static str = "supervisor";
    const CELLS: usize = cell::CELLS;
    const INPUT_KINDS: usize = cell::INPUT_KIND_COUNT;
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

    fn cell_of_step(addressee: Subject, step: &Observed<'_, Self>) -> Option<usize> {
        cell::of_step(addressee, &law::Observed::of(step))
    }

    fn cells_of_outcomes(step: &Observed<'_, Self>, mark: &mut dyn FnMut(usize)) {
        cell::mark_outcomes(&law::Observed::of(step), mark);
    }

    fn cell_of_rejection(rejection: ConstructionFailure) -> usize {
        cell::of_construction(rejection as usize)
    }

    fn is_handed_back(verdict: Verdict) -> bool {
        verdict == Verdict::HandedBack
    }

    fn identity(setup: &Choices) -> u32 {
        setup.supervisor.identity
    }

    fn told_values(told: &Told, visit: Visit<'_, Kind>) {
        custody::told_values(told, visit);
    }

    fn said_values(said: &Said, visit: Visit<'_, Kind>) {
        custody::said_values(said, visit);
    }

    fn token_seat(told: &Told) -> Option<Seat> {
        let Told::Cancel { authority: Authority { origin, .. }, .. } = told else { return None };
        Some(match origin {
            Origin::Own => Seat::Judged,
            Origin::Twin => Seat::Twin,
            Origin::Foreign => Seat::Foreign,
        })
    }

    /// Another identity, plenty of everything, and a deadline, which only a policy issues.
    fn foreign_setup(setup: &Choices) -> Option<Choices> {
        let supplies = Supplies {
            generations: Supply::PLENTY,
            creations: Supply::PLENTY,
            operations: Supply::PLENTY,
            stops: Supply::PLENTY,
            deadlines: Supply::PLENTY,
            diagnostics: Supply::PLENTY,
        };
        let identity = setup.supervisor.identity.wrapping_add(1);
        let supervisor = SupervisorSetup {
            entries: 4,
            activations: 4,
            drain_deadline: Some(1),
            diagnostics_route: Some(0),
            identity,
            supplies,
            ..setup.supervisor
        };
        Some(Choices { supervisor, ..*setup })
    }

    /// The mode, and the row of each entry by its key.
    fn shown(view: &SupervisorView, _addressee: Option<Subject>) -> String {
        let rows = view.entries.iter().map(|entry| {
            let name = Subject::of(entry, view.mode).name();
            format!(" {}:{name}", entry.key)
        });
        format!("{:?}{}", view.mode, rows.collect::<String>())
    }
}

/// The oracle in the runner's words.
#[derive(Debug)]
pub struct Predictor {
    oracle: SupervisorOracle,
    said: Vec<Said>,
}

impl Default for Predictor {
    fn default() -> Self {
        let benign = crate::script::Header::<SupervisorScript>::benign();
        let choices = <SupervisorScript as crate::script::Script>::setup(&benign);
        Self { oracle: SupervisorOracle::new(&choices.supervisor), said: Vec::new() }
    }
}

impl Oracle<SupervisorRig> for Predictor {
    fn reset(&mut self, choices: &Choices) -> Result<(), ConstructionFailure> {
        let SupervisorSetup { entries, activations, drain_deadline, .. } = choices.supervisor;
        if entries == 0 {
            return Err(ConstructionFailure::ZeroEntries);
        }
        if activations == 0 {
            return Err(ConstructionFailure::ZeroActivations);
        }
        if drain_deadline == Some(0) {
            return Err(ConstructionFailure::ZeroDeadline);
        }
        self.oracle.reset(&choices.supervisor);
        Ok(())
    }

    fn addressee(&self, told: &Told) -> Subject {
        let mode = self.oracle.mode();
        let entry: Option<EntryView> = self.oracle.addressee(told);
        entry.map_or(Subject::Supervisor(mode), |entry| Subject::of(&entry, mode))
    }

    fn expect(&mut self, told: &Told, permitted: &mut Permitted<SupervisorRig>) {
        self.said.clear();
        let verdict = self.oracle.expect(told, &mut self.said);
        self.said.drain(..).for_each(|said| permitted.say(said));
        permitted.end(verdict);
    }

    fn view(&self, view: &mut SupervisorView) {
        self.oracle.view(view);
    }
}
