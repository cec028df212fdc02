//! The core's supervisor with one defect: built otherwise, saying or showing something else.

use actor_laws_fuzz::checks::Checks;
use actor_laws_fuzz::custody::{Ledger, Visit};
use actor_laws_fuzz::observation::Seat;
use actor_laws_fuzz::run::{Machine, Runner};
use actor_laws_fuzz::supervisor::core_supervisor::{CoreSupervisor, Token};
use actor_laws_fuzz::supervisor::custody::Kind;
use actor_laws_fuzz::supervisor::family::SUPERVISOR;
use actor_laws_fuzz::supervisor::law::catalogue;
use actor_laws_fuzz::supervisor::observation::{
    Said, SupervisorSetup, SupervisorView, Told, Verdict,
};
use actor_laws_fuzz::supervisor::rig::{Choices, ConstructionFailure, SupervisorRig};
use actor_laws_fuzz::target::of_family;
use actor_laws_fuzz::verdict::LawBreach;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Seeds of each target that a defect may take to show itself.
const SEEDS: u64 = 3_000;

/// One step as a defect sees it, after the core has taken it.
pub(crate) struct Fold<'a> {
    pub(crate) told: &'a Told,
    pub(crate) said: &'a mut Vec<Said>,
    pub(crate) verdict: &'a mut Verdict,
    pub(crate) before: &'a SupervisorView,
    pub(crate) after: &'a SupervisorView,
}

/// How a defective machine changes what is said and how the step ended.
pub(crate) type Bend = fn(&mut Fold<'_>);
/// How it changes what it shows.
pub(crate) type Show = fn(&mut SupervisorView, &Told);
/// How it is built otherwise.
pub(crate) type Twist = fn(&mut SupervisorSetup);

thread_local! {
    static BEND: Cell<Bend> = const { Cell::new(|_| {}) };
    static SHOW: Cell<Show> = const { Cell::new(|_, _| {}) };
    static TWIST: Cell<Twist> = const { Cell::new(|_| {}) };
}

/// A machine with the defect of its thread.
#[derive(Debug)]
struct Bent {
    core: CoreSupervisor,
    told: RefCell<Told>,
    before: SupervisorView,
    after: SupervisorView,
}

impl Machine<SupervisorRig> for Bent {
    type Token = Token;

    fn construct(
        choices: &Choices,
        seat: Seat,
        ledger: Rc<Ledger<Kind>>,
    ) -> Result<Self, ConstructionFailure> {
        let mut choices = *choices;
        TWIST.get()(&mut choices.supervisor);
        let core = CoreSupervisor::construct(&choices, seat, ledger)?;
        let told = RefCell::new(Told::Shutdown);
        let (before, after) = (SupervisorView::default(), SupervisorView::default());
        Ok(Self { core, told, before, after })
    }

    fn meet(&mut self, foreign: &Self) {
        self.core.meet(&foreign.core);
    }

    fn step(
        &mut self,
        told: &Told,
        token: Option<Token>,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        self.told.replace(*told);
        self.core.view(&mut self.before);
        let mut verdict = self.core.step(told, token, cut, said)?;
        self.core.view(&mut self.after);
        let (before, after) = (&self.before, &self.after);
        BEND.get()(&mut Fold { told, said, verdict: &mut verdict, before, after });
        Ok(verdict)
    }

    fn take_token(&mut self, told: &Told) -> Option<Token> {
        self.core.take_token(told)
    }

    fn check_invariants(&self) -> Result<(), LawBreach> {
        self.core.check_invariants()
    }

    fn view(&self, view: &mut SupervisorView) {
        self.core.view(view);
        SHOW.get()(view, &self.told.borrow());
    }

    fn dismantle(self, visit: Visit<'_, Kind>) {
        self.core.dismantle(visit);
    }
}

/// The first failure of the machine is of this law.
fn is_rejected_by(law: &str, checks: Checks) {
    let listed = catalogue::find(law).is_some()
        || actor_laws_fuzz::run::names::LAWS.iter().any(|(name, _)| *name == law);
    assert!(listed, "`{law}` is in no catalogue");
    let mut runner = Runner::<SupervisorRig, Bent>::default().checked(checks);
    let mut bytes = Vec::new();
    for seed in 0..SEEDS {
        for target in of_family(&SUPERVISOR) {
            target.generate(seed, &mut bytes);
            let Err(failure) = runner.run(target, &bytes) else { continue };
            let trace = runner.trace(target, &bytes);
            assert_eq!(failure.law, law, "{} seed {seed}: {failure}\n{trace}", target.name);
            return;
        }
    }
    panic!("the defect never showed itself; `{law}` was to name it");
}

/// A machine that says something else is rejected by `law`.
pub(crate) fn says(law: &str, bend: Bend) {
    BEND.set(bend);
    is_rejected_by(law, Checks::WITHOUT_ORACLE);
}

/// The same, where the oracle judges what no law does.
pub(crate) fn says_against_oracle(law: &str, bend: Bend) {
    BEND.set(bend);
    is_rejected_by(law, Checks::ALL);
}

/// A machine that shows something else is rejected by `law`.
pub(crate) fn shows(law: &str, show: Show) {
    SHOW.set(show);
    is_rejected_by(law, Checks::WITHOUT_ORACLE);
}

/// A machine that says and shows something else is rejected by `law`.
pub(crate) fn says_and_shows(law: &str, bend: Bend, show: Show) {
    SHOW.set(show);
    says(law, bend);
}

/// A machine that is built otherwise is rejected by `law`.
pub(crate) fn is_built(law: &str, twist: Twist) {
    TWIST.set(twist);
    is_rejected_by(law, Checks::WITHOUT_ORACLE);
}
