//! The pool itself: its modes, and the one step that takes it from one to the next.

use super::allocation::Allocators;
use super::construction::{PreparedWorker, prepare};
use super::context::{Context, RunningDefinition};
use super::definition::{FifoPoolDefinition, SourceCustody};
use super::drain::{DrainEnd, DrainTurn, Draining};
use super::member::{Creating, Member};
use super::operating::{Operating, TurnEnd};
use super::shutdown::{ShutdownEnd, normalize};
use super::{
    BirthKind, ConstructionError, CreateWorker, OwnedOperation, PoolActions, PoolInput,
    PoolProtocol, RefusalCause, RefusedInput, ResidualCause, ResidualCauseKind, Verdict,
};
use crate::Fold;
use crate::correlation::InstanceId;
use alloc::vec::Vec;

/// One FIFO worker pool.
///
/// There is one of it: it cannot be copied, and its state changes by its fold alone.
///
/// ```compile_fail,E0277
/// # use actor_laws::pool::{FifoPool, PoolProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<FifoPool<P>>()
/// }
/// ```
/// ```compile_fail,E0616
/// # use actor_laws::pool::{FifoPool, PoolProtocol};
/// fn look<P: PoolProtocol>(pool: &FifoPool<P>) {
///     let _allocators = &pool.allocators;
/// }
/// ```
/// ```compile_fail,E0382
/// # use actor_laws::Fold;
/// # use actor_laws::pool::{FifoPool, PoolInput, PoolProtocol};
/// fn fork<P: PoolProtocol>(pool: FifoPool<P>) {
///     let (_stopping, _said) = pool.fold(PoolInput::Shutdown);
///     let (_started, _said) = pool.fold(PoolInput::Initialize);
/// }
/// ```
#[derive(Debug)]
#[must_use = "a pool owns its definition and everything that it has accepted"]
pub struct FifoPool<P: PoolProtocol> {
    pub(crate) instance: InstanceId,
    pub(crate) definition: RunningDefinition<P>,
    pub(crate) allocators: Allocators,
    pub(crate) state: State<P>,
}

/// The state of each mode.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a pool operates nearly all its life")]
pub(crate) enum State<P: PoolProtocol> {
    /// The roster is prepared, nothing has gone out.
    Constructed(Vec<PreparedWorker<P>>),
    Operating(Operating<P>),
    Draining(Draining<P>),
    Stopped,
    ForcedRetirement(ForcedRetirement<P>),
}

/// What a pool that was retired by force still knows: the residual itself went to the host.
#[derive(Debug)]
pub struct ForcedRetirement<P: PoolProtocol> {
    /// The roles whose members had not drained, in declaration order.
    pub roles: Vec<P::Role>,
    /// Why retirement was forced.
    pub cause: ResidualCauseKind,
}

impl<P: PoolProtocol> Clone for ForcedRetirement<P> {
    fn clone(&self) -> Self {
        Self { roles: self.roles.clone(), cause: self.cause }
    }
}

impl<P: PoolProtocol> PartialEq for ForcedRetirement<P> {
    fn eq(&self, other: &Self) -> bool {
        (self.cause, &self.roles) == (other.cause, &other.roles)
    }
}

impl<P: PoolProtocol> Eq for ForcedRetirement<P> {}

/// The mode of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PoolMode {
    /// Prepared, not started.
    Constructed,
    /// At work.
    Operating,
    /// Shutting down.
    Draining,
    /// Ended.
    Stopped,
    /// Ended by force.
    ForcedRetirement,
}

/// What an ended pool leaves: its definition, with the worker source if that is home.
#[derive(Debug)]
#[must_use = "it owns the definition and the worker source"]
pub struct EndedPool<P: PoolProtocol> {
    /// The definition.
    pub definition: FifoPoolDefinition<P, SourceCustody<P::Source>>,
    /// What a forced retirement left.
    pub forced: Option<ForcedRetirement<P>>,
}

impl<P: PoolProtocol> FifoPool<P> {
    /// Prepares the whole roster: every worker definition and every nonce, or nothing.
    ///
    /// `instance` must be unique among the machines of the host; every correlation carries it.
    ///
    /// # Errors
    ///
    /// [`ConstructionError`], which owns the definition and all that had been prepared.
    pub fn construct(
        instance: InstanceId,
        definition: FifoPoolDefinition<P>,
    ) -> Result<Self, ConstructionError<P>> {
        let prepared = prepare(instance, definition)?;
        Ok(Self {
            instance,
            definition: prepared.definition,
            allocators: prepared.allocators,
            state: State::Constructed(prepared.roster),
        })
    }

    /// Takes the prepared roster back, whole. Only a pool that has not started has one.
    ///
    /// # Errors
    ///
    /// The pool itself, unchanged, once it has started.
    pub fn withdraw(self) -> Result<(EndedPool<P>, Vec<PreparedWorker<P>>), Self> {
        match self.state {
            State::Constructed(roster) => {
                Ok((EndedPool { definition: self.definition, forced: None }, roster))
            }
            State::Operating(_)
            | State::Draining(_)
            | State::Stopped
            | State::ForcedRetirement(_) => Err(self),
        }
    }

    /// Takes an ended pool apart.
    ///
    /// # Errors
    ///
    /// The pool itself, unchanged, as long as it has not ended.
    pub fn into_ended(self) -> Result<EndedPool<P>, Self> {
        match self.state {
            State::Stopped => Ok(EndedPool { definition: self.definition, forced: None }),
            State::ForcedRetirement(forced) => {
                Ok(EndedPool { definition: self.definition, forced: Some(forced) })
            }
            State::Constructed(_) | State::Operating(_) | State::Draining(_) => Err(self),
        }
    }

    /// The mode.
    #[must_use]
    pub fn mode(&self) -> PoolMode {
        match self.state {
            State::Constructed(_) => PoolMode::Constructed,
            State::Operating(_) => PoolMode::Operating,
            State::Draining(_) => PoolMode::Draining,
            State::Stopped => PoolMode::Stopped,
            State::ForcedRetirement(_) => PoolMode::ForcedRetirement,
        }
    }

    /// The instance identity.
    #[must_use]
    pub fn instance(&self) -> InstanceId {
        self.instance
    }

    /// The definition, with the custody of the worker source.
    #[must_use]
    pub fn definition(&self) -> &FifoPoolDefinition<P, SourceCustody<P::Source>> {
        &self.definition
    }

    #[cold]
    #[inline(never)]
    fn start(
        &mut self,
        input: PoolInput<P>,
        actions: &mut PoolActions<P>,
    ) -> Result<(), PoolInput<P>> {
        let (State::Constructed(roster), PoolInput::Initialize) = (&mut self.state, &input) else {
            return Err(input);
        };
        let roster = core::mem::take(roster);
        self.initialize(roster, actions);
        Ok(())
    }

    /// Every role enters Creating and all creations go out. Nothing can fail: construction has
    /// reserved everything.
    fn initialize(&mut self, roster: Vec<PreparedWorker<P>>, actions: &mut PoolActions<P>) {
        let members = self
            .definition
            .roles
            .iter()
            .zip(roster)
            .map(|(role, PreparedWorker { child, submission })| {
                let (role, kind) = (role.clone(), BirthKind::Initial);
                let create = CreateWorker { role, child, kind, submission };
                actions.push(OwnedOperation::CreateWorker(create));
                actions.push(OwnedOperation::ObserveWorkerCreation { child });
                actions.push(OwnedOperation::ObserveWorkerStop { child });
                Member::Creating(Creating { child, prior_stop: None })
            })
            .collect();
        self.state = State::Operating(Operating::new(members));
        actions.conclude(Verdict::Continue);
    }

    /// Every mode but `Operating`.
    #[cold]
    #[inline(never)]
    fn step_elsewhere(
        &mut self,
        input: PoolInput<P>,
        actions: &mut PoolActions<P>,
    ) -> Result<(), RefusedInput<P>> {
        let mode = self.mode();
        let taken = match mode {
            PoolMode::Constructed => self.start(input, actions),
            PoolMode::Draining => self.drain(input, actions),
            PoolMode::Operating | PoolMode::Stopped | PoolMode::ForcedRetirement => Err(input),
        };
        taken.map_err(|input| RefusedInput { input, cause: RefusalCause::Mode(mode) })
    }

    #[cold]
    #[inline(never)]
    fn shut_down(&mut self, actions: &mut PoolActions<P>) {
        let State::Operating(operating) = core::mem::replace(&mut self.state, State::Stopped)
        else {
            return;
        };
        let mut context = Context {
            instance: self.instance,
            definition: &mut self.definition,
            allocators: &mut self.allocators,
            actions,
        };
        match normalize(operating, &mut context) {
            ShutdownEnd::Draining(draining) => {
                self.state = State::Draining(draining);
                actions.conclude(Verdict::Continue);
            }
            ShutdownEnd::Stopped => actions.conclude(Verdict::Stopped),
            ShutdownEnd::Forced(draining, cause) => self.force(draining, cause, actions),
        }
    }

    fn drain(
        &mut self,
        input: PoolInput<P>,
        actions: &mut PoolActions<P>,
    ) -> Result<(), PoolInput<P>> {
        let State::Draining(draining) = &mut self.state else { return Err(input) };
        let context = Context {
            instance: self.instance,
            definition: &mut self.definition,
            allocators: &mut self.allocators,
            actions,
        };
        match (DrainTurn { context, draining, forced: None }).take(input)? {
            DrainEnd::Open => actions.conclude(Verdict::Continue),
            DrainEnd::Drained => {
                self.state = State::Stopped;
                actions.conclude(Verdict::Stopped);
            }
            DrainEnd::Forced(cause) => {
                if let State::Draining(draining) =
                    core::mem::replace(&mut self.state, State::Stopped)
                {
                    self.force(draining, cause, actions);
                }
            }
        }
        Ok(())
    }

    /// Every unresolved member goes to the host in one residual; nothing is fabricated.
    fn force(
        &mut self,
        draining: Draining<P>,
        cause: ResidualCause<P>,
        actions: &mut PoolActions<P>,
    ) {
        let kind = cause.kind();
        let residual = draining.into_residual(&self.definition.roles);
        let roles = residual.members.iter().map(|member| member.role.clone()).collect();
        actions.push(OwnedOperation::TransferDrainResidual { residual, cause });
        self.state = State::ForcedRetirement(ForcedRetirement { roles, cause: kind });
        actions.conclude(Verdict::ForcedRetirement);
    }
}

impl<P: PoolProtocol> Fold for FifoPool<P> {
    type Input = PoolInput<P>;
    type Actions = PoolActions<P>;
    type Refusal = RefusedInput<P>;

    #[inline]
    fn step(
        &mut self,
        input: PoolInput<P>,
        actions: &mut PoolActions<P>,
    ) -> Result<(), RefusedInput<P>> {
        if !actions.is_empty() {
            return Err(RefusedInput { input, cause: RefusalCause::UnsettledActions });
        }
        let State::Operating(operating) = &mut self.state else {
            return self.step_elsewhere(input, actions);
        };
        let context = Context {
            instance: self.instance,
            definition: &mut self.definition,
            allocators: &mut self.allocators,
            actions,
        };
        match operating.take(context, input) {
            TurnEnd::Open => actions.conclude(Verdict::Continue),
            TurnEnd::Closing => self.shut_down(actions),
            TurnEnd::AlreadyStarted => {
                let (input, cause) = (PoolInput::Initialize, RefusalCause::Mode(self.mode()));
                return Err(RefusedInput { input, cause });
            }
        }
        Ok(())
    }
}
