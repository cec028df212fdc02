//! What a family supplies to be run: the traits that everything around a machine implements.
//!
//! | Trait | Who it is | What it must not know |
//! |---|---|---|
//! | [`Rig`] | the vocabulary and the tables of a family | - |
//! | [`Machine`] | the machine under test, behind plain data | the host, the oracle |
//! | [`Host`] | plans inputs, takes custody of what the machine says | the inside of the machine |
//! | [`Oracle`] | predicts every step, in other words | the core |
//! | [`Laws`] | judges the observed history | the oracle, the core |

use super::Permitted;
use crate::custody::{Kind, Ledger, Visit};
use crate::observation::Seat;
use crate::script::{Company, Script, Step};
use crate::verdict::LawBreach;
use serde::Serialize;
use std::fmt;
use std::rc::Rc;

/// The construction choices of a rig's machine.
pub type SetupOf<R> = <<R as Rig>::Script as Script>::Setup;

/// A step of a rig's scripts.
pub type StepOf<R> = Step<<<R as Rig>::Script as Script>::Opcode>;

/// Plain data that is compared, shown in traces and written as JSON.
///
/// Enums of inputs and actions carry `#[serde(tag = "input")]` and `#[serde(tag = "action")]`.
pub trait Data: Clone + PartialEq + fmt::Debug + Serialize + 'static {}

impl<T: Clone + PartialEq + fmt::Debug + Serialize + 'static> Data for T {}

/// One family, put together for the [`Runner`](super::Runner). Implement it on an empty type.
pub trait Rig: Sized + 'static {
    /// The family's scripts.
    type Script: Script;
    /// What a machine can be told. Plain data: authored values are tags, correlations are ids.
    type Told: Data;
    /// What a machine says: one action. A step's actions stand in the one authored order.
    type Said: Data;
    /// How a step ended, beside the actions.
    type Verdict: Data + Copy;
    /// Why a construction failed.
    type Rejection: Data + Copy;
    /// What a machine shows of its state between two steps. `Default` is a blank that is overwritten.
    type View: Data + Default;
    /// Whom an input addresses and in which phase that is, as fine as the law tables distinguish it.
    type Addressee: Data + Copy;
    /// The kinds of values in custody.
    type Kind: Kind;
    /// The core's machine.
    type Machine: Machine<Self>;
    /// The lifecycle host.
    type Host: Host<Self>;
    /// The oracle.
    type Oracle: Oracle<Self>;
    /// The books that the laws keep of one run.
    type Laws: Laws<Self>;

    /// Stable name of the family: the folder below `fuzz/src/`.
    const NAME: &'static str;
    /// How many law cells there are; [`law_cells!`](crate::law_cells) counts them.
    const CELLS: usize;
    /// How many kinds of inputs there are.
    const INPUT_KINDS: usize;

    /// The stable name of a cell.
    fn cell_name(cell: usize) -> String;

    /// Why a declared cell cannot be reached, if so.
    fn unreachable(cell: usize) -> Option<&'static str>;

    /// The number of a cell's input kind; `None` for the cell of an outcome.
    fn input_kind(cell: usize) -> Option<usize>;

    /// The cell of a step in the law tables: addressee before the step, kind of the input, disposition.
    /// `None` if the tables have no such cell, which breaks `disposition-in-law-tables`.
    fn cell_of_step(addressee: Self::Addressee, step: &Observed<'_, Self>) -> Option<usize>;

    /// The cells of outcomes that a step reached, beside [`cell_of_step`](Self::cell_of_step).
    fn cells_of_outcomes(step: &Observed<'_, Self>, mark: &mut dyn FnMut(usize)) {
        let _ = (step, mark);
    }

    /// The cell of a failed construction.
    fn cell_of_rejection(rejection: Self::Rejection) -> usize;

    /// Whether the verdict says that the input was handed back whole, so that no value has entered.
    fn is_handed_back(verdict: Self::Verdict) -> bool;

    /// The identity of the machine, which shortens its own ids in traces (`#5`, others `#5@2`).
    fn identity(setup: &SetupOf<Self>) -> u32;

    /// Visits every value that the definition brings into a machine. The default is none.
    fn setup_values(setup: &SetupOf<Self>, visit: Visit<'_, Self::Kind>) {
        let _ = (setup, visit);
    }

    /// Visits every value that an input brings along. Exhaustive: a field that is forgotten here shows up
    /// as a value that came from nowhere.
    fn told_values(told: &Self::Told, visit: Visit<'_, Self::Kind>);

    /// Visits every value that an action carries away; not those that it only names. Exhaustive.
    fn said_values(said: &Self::Said, visit: Visit<'_, Self::Kind>);

    /// Which machine of the run issued the affine value that an input carries; `None` if it carries none.
    /// The default is for families whose machines issue no affine value.
    fn token_seat(told: &Self::Told) -> Option<Seat> {
        let _ = told;
        None
    }

    /// The setup of the foreign machine: another identity, and plenty of everything. The default is
    /// for families without a foreign machine.
    fn foreign_setup(setup: &SetupOf<Self>) -> Option<SetupOf<Self>> {
        let _ = setup;
        None
    }

    /// The state of an addressee, or of the machine as a whole, for the columns of a trace. Called only
    /// for recorded runs, with the view before and after.
    fn shown(view: &Self::View, addressee: Option<Self::Addressee>) -> String;
}

/// A machine under test.
///
/// The host speaks plain data. The implementation keeps the real values behind them: it makes a
/// [`Witness`](crate::custody::Witness) for each tag that it is told about, which reports its own drop, keeps the
/// real correlations by their ids, and keeps every affine token that the machine emits until it is asked
/// for or the run ends. What leaves the machine as a tag alone is released or dropped
/// [silently](Ledger::silently).
pub trait Machine<R: Rig>: Sized {
    /// An affine value of this machine that can be handed to another instance; `()` if there is none.
    type Token;

    /// Builds a machine. Whatever a failed construction returns is released, not dropped. `seat` is the
    /// place that it takes in the run; its witnesses carry it.
    ///
    /// # Errors
    ///
    /// Why the construction failed.
    fn construct(
        setup: &SetupOf<R>,
        seat: Seat,
        ledger: Rc<Ledger<R::Kind>>,
    ) -> Result<Self, R::Rejection>;

    /// Learns the correlations that `foreign` has issued so far, so that the host can tell them here.
    fn meet(&mut self, foreign: &Self) {
        let _ = foreign;
    }

    /// Tells the machine one input and appends all that it says to `said`, in its authored order.
    ///
    /// `token` is the real affine value behind the input; `None` if [`Rig::token_seat`] says none.
    /// `cut` is the place in the action batch (modulo its length) at which the environment rejects an
    /// operation: settle the batch through the machine's own batch settlement.
    ///
    /// # Errors
    ///
    /// A breach that only the adapter can see: a batch settlement that loses, reorders or invents an
    /// operation, an input that is handed back and is not the input that was told.
    fn step(
        &mut self,
        told: &R::Told,
        token: Option<Self::Token>,
        cut: Option<usize>,
        said: &mut Vec<R::Said>,
    ) -> Result<R::Verdict, LawBreach>;

    /// Takes the real affine value behind an input out of this machine's keeping. Each machine knows its own
    /// tokens by their ids, whatever seat `told` names. The default is for machines without tokens.
    fn take_token(&mut self, told: &R::Told) -> Option<Self::Token> {
        let _ = told;
        None
    }

    /// Recomputes the machine's own invariants.
    ///
    /// # Errors
    ///
    /// The invariant that does not hold, under a law's name that begins with `core-`.
    fn check_invariants(&self) -> Result<(), LawBreach>;

    /// Shows the state. Overwrites everything in `view` and reuses its memory.
    fn view(&self, view: &mut R::View);

    /// Takes the ended machine apart: visits (and releases) every value that its final state hands out.
    /// What it drops instead is what it kept.
    fn dismantle(self, visit: Visit<'_, R::Kind>);
}

/// An input, and what it is to the host.
pub struct Plan<R: Rig> {
    /// What the machine is told.
    pub told: R::Told,
    /// The obligation that it truly settles.
    pub truth: Option<<R::Host as Host<R>>::Duty>,
    /// Where the action batch is cut, modulo its length.
    pub cut: Option<usize>,
}

impl<R: Rig> Plan<R> {
    /// An input that settles nothing the host owes.
    pub fn plain(told: R::Told) -> Self {
        Self { told, truth: None, cut: None }
    }

    /// The same input, as the true settlement of `duty`.
    #[must_use]
    pub fn settling(self, duty: <R::Host as Host<R>>::Duty) -> Self {
        Self { truth: Some(duty), ..self }
    }
}

/// The lifecycle host: takes custody of every operation that the machine says, and settles it late, partly,
/// in any order, or wrongly on purpose. It never looks into the machine; what it knows it was told by
/// actions. It never repairs the machine's state.
pub trait Host<R: Rig>: Default {
    /// One thing that the host owes.
    type Duty: Copy + fmt::Debug;

    /// A new machine was built; all that was known is forgotten, its memory is kept.
    fn reset(&mut self, setup: &SetupOf<R>, company: Company);

    /// The next input that brings a fresh foreign machine to where it has issued one of everything; `None`
    /// when it is there. `said` is what it answered to the input before (empty at first); the host
    /// enters the foreign ids in its books. The foreign machine is never judged.
    fn prime(&mut self, said: &[R::Said]) -> Option<R::Told> {
        let _ = said;
        None
    }

    /// An input that goes before `step`, such as the one that starts the machine.
    fn preface(&mut self, step: StepOf<R>) -> Option<Plan<R>> {
        let _ = step;
        None
    }

    /// The input that `step` tells; `None` if it tells nothing. No step is rejected: one that finds
    /// nothing to act on settles the oldest obligation instead.
    fn plan(&mut self, step: StepOf<R>) -> Option<Plan<R>>;

    /// Learns what became of an input: takes on new obligations, drops those that were settled, notices
    /// the end.
    fn observe(&mut self, plan: &Plan<R>, step: &Observed<'_, R>);

    /// Whether the machine has ended.
    fn ended(&self) -> bool;

    /// Whether the twin is still told what the judged machine is told. It leaves step for good once
    /// an input carries a token of the twin's own.
    fn twin_in_step(&self) -> bool;

    /// The recovery phase begins: nothing is withheld any more, no wrong fact, no cut.
    fn begin_recovery(&mut self);

    /// The next input of the recovery phase, which settles the oldest obligation; `None` if nothing is owed.
    fn recover(&mut self) -> Option<Plan<R>>;

    /// The input that asks the machine to end; `None` once that was asked or the machine has ended.
    fn shutdown(&mut self, view: &R::View) -> Option<Plan<R>>;

    /// Whether the machine is on its way to its end, or there, so that nothing is settled before the shutdown.
    fn is_closing(&self, view: &R::View) -> bool;

    /// The most inputs of the recovery phase before the shutdown, computed from what there can be. A
    /// courtesy: when it is reached, the machine is shut down.
    fn settling_inputs_max(&self, view: &R::View) -> u32;

    /// What a machine still waits for although the host owes nothing; `None` if it waits for nothing, or
    /// may wait because the host has broken its promises. `Some` breaks `must-settle`.
    fn waits_in_vain(&self, view: &R::View) -> Option<String>;

    /// The most inputs after the shutdown, computed from what there can be. A machine that has not
    /// ended then, or to which nothing is owed before that, breaks `must-end`.
    fn draining_inputs_max(&self, view: &R::View) -> u32;

    /// What is pending, for the verdict.
    fn pending(&self, view: &R::View) -> String;
}

/// Predicts the complete observable trace, written separately and in other words. It imports the family's
/// observation and nothing else. `Default` is an oracle of no machine.
pub trait Oracle<R: Rig>: Default {
    /// A new machine is built.
    ///
    /// # Errors
    ///
    /// Why its construction must fail.
    fn reset(&mut self, setup: &SetupOf<R>) -> Result<(), R::Rejection>;

    /// Whom the input addresses, before it is told.
    fn addressee(&self, told: &R::Told) -> R::Addressee;

    /// Predicts what becomes of the input: one permitted outcome, or several where a race allows them.
    /// See [`Permitted`] for how they are written.
    fn expect(&mut self, told: &R::Told, permitted: &mut Permitted<R>);

    /// The machine took the permitted outcome of this number, counted from 0. An oracle that permits
    /// one outcome each has moved on in [`expect`](Self::expect) already.
    fn took(&mut self, outcome: usize) {
        let _ = outcome;
    }

    /// Shows the state that the machine must show now. Overwrites everything in `view`.
    fn view(&self, view: &mut R::View);
}

/// One observed step.
pub struct Observed<'a, R: Rig> {
    /// The construction choices.
    pub setup: &'a SetupOf<R>,
    /// What the machine was told.
    pub told: &'a R::Told,
    /// What it said.
    pub said: &'a [R::Said],
    /// How the step ended.
    pub verdict: R::Verdict,
    /// What it showed before.
    pub before: &'a R::View,
    /// What it shows now.
    pub after: &'a R::View,
}

/// The laws of the observed history: what must hold after every step, recomputed from what was observed.
pub trait Laws<R: Rig>: Default {
    /// A new run begins.
    fn reset(&mut self, setup: &SetupOf<R>);

    /// Judges one step, before the oracle is compared, so that a broken law is named for itself.
    ///
    /// # Errors
    ///
    /// The first law that broke.
    fn judge(&mut self, step: &Observed<'_, R>) -> Result<(), LawBreach>;

    /// Visits the values that may end inside the machine in this step, which was just judged. Called
    /// only if something was dropped. A permit lasts for this step; what leaves anyway is no breach. The
    /// default is for machines in which no value ends.
    fn may_end(&self, step: &Observed<'_, R>, visit: Visit<'_, R::Kind>) {
        let _ = (step, visit);
    }
}
