//! The core's dynamic supervisor as a machine under test: plain data outside, real values and opaque
//! correlations inside.
//!
//! Rules: every value that the supervisor is told is a fresh [`Witness`](crate::custody::Witness) of its
//! tag. What it emits is shown in plain form and then belongs to the host: its real values are discarded
//! silently, except for cancel authorities, which are kept until the host asks for them.

mod bank;
mod batch;
mod ids;
mod law_name;
mod make;
mod make_outcome;
mod protocol;
mod show;
mod show_outcome;
mod show_reply;
mod state;

pub use protocol::{LifecycleRoute, Service, Witnessed};

use crate::custody::{Ledger, Visit};
use crate::observation::Seat;
use crate::run::Machine;
use crate::supervisor::custody::{Kind, held_values};
use crate::supervisor::observation::{
    Authority, ExitPolicy, Id, Key, Said, SupervisorSetup, SupervisorView, Told, Verdict,
};
use crate::supervisor::rig::{Choices, ConstructionFailure, SupervisorRig};
use crate::verdict::LawBreach;
use actor_laws::Fold;
use actor_laws::policy::{ActorDrainPolicy, DiagnosticDisposition};
use actor_laws::supervisor::{
    ActivationPolicy, CancelAuthority, DynamicSupervisor, EntryCapacity, SupervisorActions,
    SupervisorInput, SupervisorOperation, UnexpectedExit, dynamic,
};
use actor_laws::time::Ticks;
use ids::Registers;
use make::Maker;
use std::rc::Rc;

type Operation = SupervisorOperation<Witnessed>;

/// A cancel authority.
pub type Token = CancelAuthority<Witnessed>;

/// An input that is handed back is the input that was told.
pub const HANDED_BACK_WHOLE: &str = "handed-back-whole";
/// Settling a batch loses, reorders and invents no operation.
pub const BATCH_SETTLEMENT: &str = "batch-settlement-whole";
/// A product says the same however it is read: whole, lane by lane, and asked whether it is empty.
pub const PRODUCT_READS_ALIKE: &str = "product-reads-alike";
/// A supervisor says the same of itself however it is asked: its entries one by one, their count, whether there
/// are any, what forced its retirement, and of which instance it is while it lives.
pub const STATE_READS_ALIKE: &str = "state-reads-alike";

/// One supervisor of the core.
#[derive(Debug)]
pub struct CoreSupervisor {
    supervisor: DynamicSupervisor<Witnessed>,
    actions: SupervisorActions<Witnessed>,
    ledger: Rc<Ledger<Kind>>,
    seat: Seat,
    setup: SupervisorSetup,
    ids: Registers,
    /// Authorities that the host has not asked for, by what they were issued for.
    authorities: Vec<(Key, Id, Token)>,
}

impl Machine<SupervisorRig> for CoreSupervisor {
    type Token = Token;

    fn construct(
        choices: &Choices,
        seat: Seat,
        ledger: Rc<Ledger<Kind>>,
    ) -> Result<Self, ConstructionFailure> {
        let setup = choices.supervisor;
        Ok(Self {
            supervisor: construct(&setup)?,
            actions: SupervisorActions::default(),
            ledger,
            seat,
            setup,
            ids: Registers::default(),
            authorities: Vec::new(),
        })
    }

    fn meet(&mut self, foreign: &Self) {
        self.ids.meet(&foreign.ids);
    }

    fn step(
        &mut self,
        told: &Told,
        token: Option<Token>,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        let Self { supervisor, actions, ledger, seat, ids, setup, .. } = self;
        let maker = Maker { ledger, seat: *seat, ids, setup };
        match supervisor.step(maker.input(told, token), actions) {
            Ok(()) => self.conclude(told, cut, said),
            Err(refused) => self.take_back(refused.input, told),
        }
    }

    fn take_token(&mut self, told: &Told) -> Option<Token> {
        let Told::Cancel { authority, .. } = told else { return None };
        let Authority { key, operation, .. } = authority;
        let place = self.authorities.iter().rposition(|(k, o, _)| k == key && o == operation)?;
        Some(self.authorities.remove(place).2)
    }

    fn check_invariants(&self) -> Result<(), LawBreach> {
        law_name::check(&self.supervisor)?;
        state::demand_one_reading(&self.supervisor)
    }

    fn view(&self, view: &mut SupervisorView) {
        state::show(&self.supervisor, view);
    }

    fn dismantle(self, visit: Visit<'_, Kind>) {
        let mut view = SupervisorView::default();
        state::show(&self.supervisor, &mut view);
        let Self { supervisor, authorities, ledger, .. } = self;
        drop(authorities);
        // What does not come apart keeps what it holds.
        let Ok(ended) = supervisor.into_ended() else { return };
        let Some(forced) = ended.forced else { return };
        if forced.entries.len() == view.entries.len() {
            view.entries.iter().for_each(|entry| held_values(entry, visit));
            ledger.silently(|| drop(forced));
        }
    }
}

/// Which of the numbers is zero, if any, in the order of the arguments.
fn construct(setup: &SupervisorSetup) -> Result<DynamicSupervisor<Witnessed>, ConstructionFailure> {
    let entries = EntryCapacity::new(usize::from(setup.entries))
        .map_err(|_| ConstructionFailure::ZeroEntries)?;
    let activation = ActivationPolicy::new(usize::from(setup.activations))
        .map_err(|_| ConstructionFailure::ZeroActivations)?;
    let unexpected_exit = match setup.unexpected_exit {
        ExitPolicy::KeepEmpty => UnexpectedExit::KeepEmpty,
        ExitPolicy::Retire => UnexpectedExit::Retire,
    };
    let actor_drain = match setup.drain_deadline {
        None => ActorDrainPolicy::WaitForActorGraph,
        Some(ticks) => ActorDrainPolicy::RetireActorGraphAfter { deadline: Ticks(ticks) },
    };
    let diagnostics = match setup.diagnostics_route {
        Some(route) => DiagnosticDisposition::DeliverTo { route },
        None => DiagnosticDisposition::Terminate,
    };
    let lifecycle = LifecycleRoute(setup.lifecycle_route);
    dynamic(entries, activation, unexpected_exit, actor_drain, lifecycle, diagnostics)
        .map_err(|_| ConstructionFailure::ZeroDeadline)
}

impl CoreSupervisor {
    /// The input comes back; it must be the one that was told.
    fn take_back(
        &mut self,
        input: SupervisorInput<Witnessed>,
        told: &Told,
    ) -> Result<Verdict, LawBreach> {
        let back = show::told(&input, told);
        let ledger = Rc::clone(&self.ledger);
        ledger.silently(|| {
            if let (SupervisorInput::Cancel(command), Told::Cancel { authority, .. }) =
                (input, told)
            {
                self.keep(*authority, command.authority);
            }
        });
        if back == *told {
            return Ok(Verdict::HandedBack);
        }
        Err(LawBreach::new(HANDED_BACK_WHOLE, format!("told {told:?}, handed back {back:?}")))
    }

    fn keep(&mut self, authority: Authority, token: Token) {
        self.authorities.push((authority.key, authority.operation, token));
    }
}
