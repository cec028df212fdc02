//! The supervisor itself: its modes, and the one step that takes it from one to the next.

use super::allocation::Allocators;
use super::authorization::authorize;
use super::context::{Context, Desk};
use super::deadline::DeadlineStep;
use super::ending::drain::ShutdownCause;
use super::ending::{DrainPhase, Took};
use super::fact::{Fact, Told, UnavailableReport, sorted};
use super::phase::Phase;
use super::shutdown::{ShutdownEnd, shut_all_down};
use super::table::{Indexed, Table};
use super::{
    DeadlineId, DynamicDiagnostic, DynamicLifecycle, EntryIdentity, Generation, RefusalCause,
    RefusedInput, RetirementForce, SupervisorActions, SupervisorDefinition, SupervisorInput,
    SupervisorProtocol, SupervisorVerdict, command, transition,
};
use crate::Fold;
use crate::correlation::InstanceId;
use crate::drain_deadline::DrainDeadline;
use alloc::vec::Vec;

/// One dynamic supervisor.
///
/// There is one of it: it cannot be copied, and its state changes by its fold alone.
///
/// ```compile_fail,E0277
/// # use actor_laws::supervisor::{DynamicSupervisor, SupervisorProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: SupervisorProtocol>() {
///     copied::<DynamicSupervisor<P>>()
/// }
/// ```
/// ```compile_fail,E0616
/// # use actor_laws::supervisor::{DynamicSupervisor, SupervisorProtocol};
/// fn look<P: SupervisorProtocol>(supervisor: &DynamicSupervisor<P>) {
///     let _state = &supervisor.state;
/// }
/// ```
#[derive(Debug)]
#[must_use = "a supervisor owns its routes and everything that it has accepted"]
pub struct DynamicSupervisor<P: SupervisorProtocol> {
    pub(crate) definition: SupervisorDefinition<P>,
    pub(crate) state: State<P>,
}

/// The state of each mode.
#[derive(Debug)]
pub(crate) enum State<P: SupervisorProtocol> {
    Constructed,
    Operating(Operating<P>),
    Draining(Draining<P>),
    Stopped,
    ForcedRetirement(ForcedRetirement<P>),
}

/// A supervisor at work.
#[derive(Debug)]
pub(crate) struct Operating<P: SupervisorProtocol> {
    pub(crate) allocators: Allocators,
    pub(crate) table: Table<P, Phase<P>>,
}

/// A supervisor that shuts down: every entry ends.
#[derive(Debug)]
pub(crate) struct Draining<P: SupervisorProtocol> {
    pub(crate) allocators: Allocators,
    pub(crate) table: Table<P, DrainPhase<P>>,
    pub(crate) deadline: DrainDeadline<DeadlineId>,
}

/// What a forced retirement leaves to the host.
#[derive(Debug)]
#[must_use = "it owns every unresolved entry"]
pub struct ForcedRetirement<P: SupervisorProtocol> {
    /// Why retirement was forced.
    pub force: RetirementForce<P>,
    /// The unresolved entries by generation, each with all that it holds.
    pub entries: Vec<UnresolvedEntry<P>>,
}

/// One entry that was unresolved when retirement was forced.
#[derive(Debug)]
#[must_use = "it owns what has come"]
pub struct UnresolvedEntry<P: SupervisorProtocol> {
    /// Which life of which service.
    pub identity: EntryIdentity<P::Key>,
    /// What it ends by, what it is owed, and all that it holds.
    pub phase: DrainPhase<P>,
}

/// What an ended supervisor leaves.
#[derive(Debug)]
#[must_use = "it owns the routes"]
pub struct EndedSupervisor<P: SupervisorProtocol> {
    /// The definition, with the routes.
    pub definition: SupervisorDefinition<P>,
    /// What a forced retirement left.
    pub forced: Option<ForcedRetirement<P>>,
}

impl<P: SupervisorProtocol> DynamicSupervisor<P> {
    pub(crate) fn constructed(definition: SupervisorDefinition<P>) -> Self {
        Self { definition, state: State::Constructed }
    }

    /// The definition.
    #[must_use]
    pub fn definition(&self) -> &SupervisorDefinition<P> {
        &self.definition
    }

    /// The instance identity, while it runs.
    #[must_use]
    pub fn instance(&self) -> Option<InstanceId> {
        match &self.state {
            State::Operating(Operating { allocators, .. })
            | State::Draining(Draining { allocators, .. }) => Some(allocators.instance()),
            State::Constructed | State::Stopped | State::ForcedRetirement(_) => None,
        }
    }

    /// Takes an ended supervisor apart.
    ///
    /// # Errors
    ///
    /// The supervisor itself, unchanged, as long as it has not ended.
    pub fn into_ended(self) -> Result<EndedSupervisor<P>, Self> {
        let Self { definition, state } = self;
        match state {
            State::Stopped => Ok(EndedSupervisor { definition, forced: None }),
            State::ForcedRetirement(forced) => {
                Ok(EndedSupervisor { definition, forced: Some(forced) })
            }
            state @ (State::Constructed | State::Operating(_) | State::Draining(_)) => {
                Err(Self { definition, state })
            }
        }
    }

    /// Only `Initialize` starts a supervisor.
    fn start(&mut self, input: SupervisorInput<P>) -> Result<(), RefusedInput<P>> {
        let SupervisorInput::Initialize { instance, correlations } = input else {
            return Err(RefusedInput { input, cause: RefusalCause::NotInitialized });
        };
        let allocators = Allocators::new(instance, &correlations);
        self.state = State::Operating(Operating { allocators, table: Table::new() });
        Ok(())
    }
}

/// What an input to an operating supervisor leads to, beside its own transition.
enum Turn {
    Open,
    /// Global shutdown; the input picked this entry.
    Closing(ShutdownCause, Option<Generation>),
}

/// A retirement that is forced, by a fold whose input picked the entry `own` or none.
struct Forced<P: SupervisorProtocol> {
    table: Table<P, DrainPhase<P>>,
    own: Option<Generation>,
    force: RetirementForce<P>,
}

/// What an input to a draining supervisor leads to.
enum DrainEnd<P: SupervisorProtocol> {
    Open,
    Drained,
    Forced(RetirementForce<P>),
}

impl<P: SupervisorProtocol> Operating<P> {
    /// The fold's own transition; then authorization, unless it ends operation.
    fn take(
        &mut self,
        told: Told<P>,
        definition: &SupervisorDefinition<P>,
        actions: &mut SupervisorActions<P>,
    ) -> Turn {
        let (Self { allocators, table }, mut terminated) = (self, false);
        let mut context = Context { definition, allocators, actions, terminated: &mut terminated };
        let own = match told {
            Told::Shutdown => return Turn::Closing(ShutdownCause::Requested, None),
            Told::Command(command) => command::operate(command, table, &mut context),
            Told::Fact(fact) => tell(fact, table, &mut context, transition::take),
            Told::Unavailable(report) => command_unavailable(report, table, &mut context),
            Told::Deadline(fact) => {
                reject(fact, &mut context);
                None
            }
        };
        if *context.terminated {
            return Turn::Closing(ShutdownCause::Diagnostic, own);
        }
        authorize(table, &mut context);
        Turn::Open
    }
}

impl<P: SupervisorProtocol> Draining<P> {
    fn take(
        &mut self,
        told: Told<P>,
        definition: &SupervisorDefinition<P>,
        actions: &mut SupervisorActions<P>,
    ) -> DrainEnd<P> {
        let (Self { allocators, table, deadline }, mut terminated) = (self, false);
        let mut context = Context { definition, allocators, actions, terminated: &mut terminated };
        match told {
            Told::Shutdown => {}
            Told::Command(command) => command::refuse(command, table, &mut context),
            Told::Fact(fact) => {
                let _own = tell(fact, table, &mut context, DrainPhase::take);
            }
            Told::Unavailable(report) => {
                let _own = command_unavailable(report, table, &mut context);
            }
            Told::Deadline(fact) => match deadline.take(fact) {
                DeadlineStep::Open => {}
                DeadlineStep::Forced(force) => return DrainEnd::Forced(force),
                DeadlineStep::Rejected(fact) => reject(fact, &mut context),
            },
        }
        if table.is_empty() { DrainEnd::Drained } else { DrainEnd::Open }
    }
}

/// How phases of one mode take a fact.
type Taking<Phase, P> = fn(Phase, Fact<P>, &mut Desk<'_, P>) -> Took<Phase, P>;

/// Takes the entry that a fact's source picks on by `take`; answers which it was. A fact that nothing
/// takes leaves as one diagnostic, whole.
fn tell<P: SupervisorProtocol, Phase: Indexed<P>>(
    fact: Fact<P>,
    table: &mut Table<P, Phase>,
    context: &mut Context<'_, P>,
    take: Taking<Phase, P>,
) -> Option<Generation> {
    let picked = fact.picks(table);
    if fact.repeats_a_proxy(table) {
        reject(fact, context);
        return picked;
    }
    let Some(entry) = picked.and_then(|generation| table.take(generation)) else {
        reject(fact, context);
        return None;
    };
    let rejected =
        entry.change(|identity, phase| match take(phase, fact, &mut context.desk(identity)) {
            Ok(next) => (next, None),
            Err((phase, fact)) => (Some(phase), Some(fact)),
        });
    if let Some(fact) = rejected {
        reject(fact, context);
    }
    picked
}

/// A service command that came back is published once, whole; it takes no entry on.
fn command_unavailable<P: SupervisorProtocol, Phase: Indexed<P>>(
    report: UnavailableReport<P>,
    table: &Table<P, Phase>,
    context: &mut Context<'_, P>,
) -> Option<Generation> {
    let picked = table.by_proxy(&report.proxy);
    match picked.and_then(|generation| Some(table.get(generation)?.identity(generation))) {
        Some(identity) => {
            let UnavailableReport { proxy: _, service, phase } = report;
            let event = DynamicLifecycle::CommandUnavailable { service, phase };
            context.publish(identity, event);
        }
        None => reject(report, context),
    }
    picked
}

fn reject<P: SupervisorProtocol>(
    fact: impl Into<SupervisorInput<P>>,
    context: &mut Context<'_, P>,
) {
    context.diagnose(DynamicDiagnostic::RejectedFact { fact: fact.into() });
}

impl<P: SupervisorProtocol> DynamicSupervisor<P> {
    /// Ends operation after the fold's own transition.
    fn shut_down(
        &mut self,
        cause: ShutdownCause,
        own: Option<Generation>,
        actions: &mut SupervisorActions<P>,
    ) {
        let operating = match core::mem::replace(&mut self.state, State::Stopped) {
            State::Operating(operating) => operating,
            other @ (State::Constructed
            | State::Draining(_)
            | State::Stopped
            | State::ForcedRetirement(_)) => {
                self.state = other;
                return actions.conclude(None);
            }
        };
        let (Operating { mut allocators, table }, mut terminated) = (operating, false);
        let definition = &self.definition;
        let mut context = Context {
            definition,
            allocators: &mut allocators,
            actions,
            terminated: &mut terminated,
        };
        match shut_all_down(table, cause, own, &mut context) {
            ShutdownEnd::Stopped => actions.conclude(Some(SupervisorVerdict::Stopped)),
            ShutdownEnd::Draining(table, deadline) => {
                self.state = State::Draining(Draining { allocators, table, deadline });
                actions.conclude(None);
            }
            ShutdownEnd::Forced(table, force) => {
                self.force(allocators, Forced { table, own, force }, actions);
            }
        }
    }

    /// Ends with every unresolved entry whole; one diagnostic classifies each.
    fn force(
        &mut self,
        mut allocators: Allocators,
        forced: Forced<P>,
        actions: &mut SupervisorActions<P>,
    ) {
        let (definition, mut terminated) = (&self.definition, false);
        let allocators = &mut allocators;
        let mut context = Context { definition, allocators, actions, terminated: &mut terminated };
        let Forced { table, own, force } = forced;
        for (generation, entry) in table.own_first(own) {
            let (identity, owed) = (entry.identity(generation), entry.phase.owed());
            context.diagnose(DynamicDiagnostic::ForcedRetirement { identity, owed });
        }
        let unresolved = table.into_entries();
        let entries = unresolved.map(|(identity, phase)| UnresolvedEntry { identity, phase });
        let entries = entries.collect();
        self.state = State::ForcedRetirement(ForcedRetirement { force, entries });
        actions.conclude(Some(SupervisorVerdict::ForcedRetirement));
    }

    fn end_drain(&mut self, end: DrainEnd<P>, actions: &mut SupervisorActions<P>) {
        match end {
            DrainEnd::Open => actions.conclude(None),
            DrainEnd::Drained => {
                self.state = State::Stopped;
                actions.conclude(Some(SupervisorVerdict::Stopped));
            }
            DrainEnd::Forced(force) => match core::mem::replace(&mut self.state, State::Stopped) {
                State::Draining(Draining { allocators, table, .. }) => {
                    self.force(allocators, Forced { table, own: None, force }, actions);
                }
                other @ (State::Constructed
                | State::Operating(_)
                | State::Stopped
                | State::ForcedRetirement(_)) => {
                    self.state = other;
                    actions.conclude(None);
                }
            },
        }
    }
}

impl<P: SupervisorProtocol> Fold for DynamicSupervisor<P> {
    type Input = SupervisorInput<P>;
    type Actions = SupervisorActions<P>;
    type Refusal = RefusedInput<P>;

    fn step(
        &mut self,
        input: SupervisorInput<P>,
        actions: &mut SupervisorActions<P>,
    ) -> Result<(), RefusedInput<P>> {
        if !actions.is_empty() {
            return Err(RefusedInput { input, cause: RefusalCause::ActionsPending });
        }
        let begun = |input| RefusedInput { input, cause: RefusalCause::AlreadyInitialized };
        match &mut self.state {
            State::Constructed => self.start(input)?,
            State::Operating(operating) => {
                match operating.take(sorted(input).map_err(begun)?, &self.definition, actions) {
                    Turn::Open => actions.conclude(None),
                    Turn::Closing(cause, own) => self.shut_down(cause, own, actions),
                }
            }
            State::Draining(draining) => {
                let told = sorted(input).map_err(begun)?;
                let end = draining.take(told, &self.definition, actions);
                self.end_drain(end, actions);
            }
            State::Stopped | State::ForcedRetirement(_) => {
                return Err(RefusedInput { input, cause: RefusalCause::Ended });
            }
        }
        Ok(())
    }
}
