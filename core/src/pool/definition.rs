//! The complete definition of one pool, every policy included.
//!
//! A definition is one literal: leaving a policy out does not compile, and there are no defaults.
//!
//! ```compile_fail,E0063
//! # use actor_laws::pool::{FifoPoolDefinition, PoolProtocol};
//! fn without_recovery<P: PoolProtocol>(given: FifoPoolDefinition<P>) -> FifoPoolDefinition<P> {
//!     FifoPoolDefinition {
//!         initial_factory: given.initial_factory,
//!         roles: given.roles,
//!         activation_limit: 1,
//!         backlog_capacity: 0,
//!         interruption: given.interruption,
//!         actor_drain: given.actor_drain,
//!         diagnostics: given.diagnostics,
//!         correlations: given.correlations,
//!     }
//! }
//! ```
//! ```compile_fail,E0063
//! # use actor_laws::pool::{FifoPoolDefinition, PoolProtocol};
//! fn without_interruption<P: PoolProtocol>(given: FifoPoolDefinition<P>) -> FifoPoolDefinition<P> {
//!     FifoPoolDefinition {
//!         initial_factory: given.initial_factory,
//!         roles: given.roles,
//!         activation_limit: 1,
//!         recovery: given.recovery,
//!         backlog_capacity: 0,
//!         actor_drain: given.actor_drain,
//!         diagnostics: given.diagnostics,
//!         correlations: given.correlations,
//!     }
//! }
//! ```
//! ```compile_fail,E0063
//! # use actor_laws::pool::{FifoPoolDefinition, PoolProtocol};
//! fn without_actor_drain<P: PoolProtocol>(given: FifoPoolDefinition<P>) -> FifoPoolDefinition<P> {
//!     FifoPoolDefinition {
//!         initial_factory: given.initial_factory,
//!         roles: given.roles,
//!         activation_limit: 1,
//!         recovery: given.recovery,
//!         backlog_capacity: 0,
//!         interruption: given.interruption,
//!         diagnostics: given.diagnostics,
//!         correlations: given.correlations,
//!     }
//! }
//! ```
//! ```compile_fail,E0063
//! # use actor_laws::pool::{FifoPoolDefinition, PoolProtocol};
//! fn without_diagnostics<P: PoolProtocol>(given: FifoPoolDefinition<P>) -> FifoPoolDefinition<P> {
//!     FifoPoolDefinition {
//!         initial_factory: given.initial_factory,
//!         roles: given.roles,
//!         activation_limit: 1,
//!         recovery: given.recovery,
//!         backlog_capacity: 0,
//!         interruption: given.interruption,
//!         actor_drain: given.actor_drain,
//!         correlations: given.correlations,
//!     }
//! }
//! ```
//! ```compile_fail,E0277
//! # use actor_laws::pool::{FifoPoolDefinition, PoolProtocol};
//! fn by_default<T: Default>() {}
//! fn defaulted<P: PoolProtocol>() {
//!     by_default::<FifoPoolDefinition<P>>()
//! }
//! ```
//! ```compile_fail,E0026
//! # use actor_laws::pool::RecoveryPolicy;
//! fn source_of_a_temporary_pool<S>(recovery: RecoveryPolicy<S>) -> Option<S> {
//!     match recovery {
//!         RecoveryPolicy::Temporary { source, .. } => Some(source),
//!         RecoveryPolicy::Permanent { .. } | RecoveryPolicy::Transient { .. } => None,
//!     }
//! }
//! ```

use super::PoolProtocol;
use crate::correlation::SequencePlan;
pub use crate::policy::{ActorDrainPolicy, DiagnosticDisposition};
use crate::time::Ticks;
use alloc::vec::Vec;

/// Everything that one pool is made of.
///
/// `S` is the place of the worker source: the source itself at construction, and
/// [`SourceCustody`] while a pool keeps the definition.
#[derive(Debug)]
pub struct FifoPoolDefinition<P: PoolProtocol, S = <P as PoolProtocol>::Source> {
    /// Makes the initial roster, role by role in declaration order.
    pub initial_factory: P::Factory,
    /// The roles in declaration order; at least one, each once.
    pub roles: Vec<P::Role>,
    /// Activations that may be in flight at once; at least 1.
    pub activation_limit: usize,
    /// Which stops lead to recovery, and what answers a failure.
    pub recovery: RecoveryPolicy<S>,
    /// Jobs that may wait, counted at new admissions only; 0 allows immediate assignment only.
    pub backlog_capacity: usize,
    /// What becomes of a job whose worker stopped after its delivery.
    pub interruption: Interruption,
    /// How long a drain may take.
    pub actor_drain: ActorDrainPolicy,
    /// Where diagnostics go.
    pub diagnostics: DiagnosticDisposition<P::DiagnosticRoute>,
    /// Where each kind of correlation takes its ordinals from.
    pub correlations: CorrelationSpace,
}

/// Which stops lead to recovery, with everything that recovery needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecoveryPolicy<S> {
    /// Every stop does.
    Permanent {
        /// How a role is restarted.
        restart: RestartPolicy<S>,
        /// What answers a failure.
        reaction: FailureReaction,
    },
    /// Abnormal stops do.
    Transient {
        /// How a role is restarted.
        restart: RestartPolicy<S>,
        /// What answers a failure.
        reaction: FailureReaction,
    },
    /// No stop does; there is no worker source.
    Temporary {
        /// What answers a failure.
        reaction: FailureReaction,
    },
}

/// How roles are restarted, one at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestartPolicy<S> {
    /// Prepares the replacement worker.
    pub source: S,
    /// How many restarts the whole pool may spend, and in which time.
    pub budget: RestartBudgetPolicy,
    /// When the replacement is created.
    pub timing: RestartTiming,
}

/// At most `charges_max` restarts of the whole pool in every closed window of `window` ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RestartBudgetPolicy {
    /// Charges that fit in one window; 0 allows no restart.
    pub charges_max: u32,
    /// The length of the window; both ends are inside it.
    pub window: Ticks,
}

/// When a replacement is created, counted from the stop. `n` is the role's recovery ordinal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestartTiming {
    /// In the fold that gets the prepared worker.
    Immediate,
    /// After `delay`, at least one tick.
    Constant {
        /// The delay.
        delay: Ticks,
    },
    /// After `min(delay * n, max)`.
    Linear {
        /// The delay of the first recovery, at least one tick.
        delay: Ticks,
        /// The largest delay, at least `delay`.
        max: Ticks,
    },
    /// After `min(delay * 2^(n-1), max)`.
    Doubling {
        /// The delay of the first recovery, at least one tick.
        delay: Ticks,
        /// The largest delay, at least `delay`.
        max: Ticks,
    },
}

/// What answers a failure of a role's topology.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureReaction {
    /// The role is retired; the others go on.
    RetireRole,
    /// The whole pool shuts down.
    StopPool,
}

/// What becomes of a job whose worker stopped after its delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// It returns to its customer.
    Fail,
    /// It goes back into the queue, by its admission ordinal. Execution is at least once.
    Retry,
}

/// Where each kind of correlation takes its ordinals from, and how far recoveries are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CorrelationSpace {
    /// Job identities; drawn together with `admissions`.
    pub jobs: SequencePlan,
    /// Admission ordinals; drawn together with `jobs`.
    pub admissions: SequencePlan,
    /// Assignments; drawn together with `completions`.
    pub assignments: SequencePlan,
    /// Completion pairs; drawn together with `assignments`.
    pub completions: SequencePlan,
    /// Activation tickets.
    pub activations: SequencePlan,
    /// Recovery tickets.
    pub recoveries: SequencePlan,
    /// Child nonces.
    pub births: SequencePlan,
    /// Timer generations.
    pub timers: SequencePlan,
    /// Shutdown identities.
    pub shutdowns: SequencePlan,
    /// Diagnostic identities.
    pub diagnostics: SequencePlan,
    /// The last recovery ordinal that one role may commit; ordinals start at 1.
    pub recovery_ordinal_max: u32,
}

impl CorrelationSpace {
    /// Every kind counts from 1 and never ends.
    pub const PLENTY: Self = Self {
        jobs: SequencePlan::PLENTY,
        admissions: SequencePlan::PLENTY,
        assignments: SequencePlan::PLENTY,
        completions: SequencePlan::PLENTY,
        activations: SequencePlan::PLENTY,
        recoveries: SequencePlan::PLENTY,
        births: SequencePlan::PLENTY,
        timers: SequencePlan::PLENTY,
        shutdowns: SequencePlan::PLENTY,
        diagnostics: SequencePlan::PLENTY,
        recovery_ordinal_max: u32::MAX,
    };
}

/// Where the one worker source is.
#[derive(Debug, PartialEq, Eq)]
pub enum SourceCustody<S> {
    /// With the pool.
    Home(S),
    /// With a preparation request.
    Lent,
}

impl<S> RecoveryPolicy<S> {
    /// What answers a failure.
    #[must_use]
    pub fn reaction(&self) -> FailureReaction {
        match self {
            Self::Permanent { reaction, .. }
            | Self::Transient { reaction, .. }
            | Self::Temporary { reaction } => *reaction,
        }
    }

    /// How roles are restarted; `None` under `Temporary`.
    #[must_use]
    pub fn restart(&self) -> Option<&RestartPolicy<S>> {
        match self {
            Self::Permanent { restart, .. } | Self::Transient { restart, .. } => Some(restart),
            Self::Temporary { .. } => None,
        }
    }

    pub(crate) fn restart_mut(&mut self) -> Option<&mut RestartPolicy<S>> {
        match self {
            Self::Permanent { restart, .. } | Self::Transient { restart, .. } => Some(restart),
            Self::Temporary { .. } => None,
        }
    }

    fn map_source<T>(self, map: impl FnOnce(S) -> T) -> RecoveryPolicy<T> {
        match self {
            Self::Permanent { restart, reaction } => {
                RecoveryPolicy::Permanent { restart: restart.map_source(map), reaction }
            }
            Self::Transient { restart, reaction } => {
                RecoveryPolicy::Transient { restart: restart.map_source(map), reaction }
            }
            Self::Temporary { reaction } => RecoveryPolicy::Temporary { reaction },
        }
    }
}

impl<S> RestartPolicy<S> {
    fn map_source<T>(self, map: impl FnOnce(S) -> T) -> RestartPolicy<T> {
        let Self { source, budget, timing } = self;
        RestartPolicy { source: map(source), budget, timing }
    }
}

impl<P: PoolProtocol, S> FifoPoolDefinition<P, S> {
    /// The same definition with the source in another custody.
    pub(crate) fn map_source<T>(self, map: impl FnOnce(S) -> T) -> FifoPoolDefinition<P, T> {
        FifoPoolDefinition {
            initial_factory: self.initial_factory,
            roles: self.roles,
            activation_limit: self.activation_limit,
            recovery: self.recovery.map_source(map),
            backlog_capacity: self.backlog_capacity,
            interruption: self.interruption,
            actor_drain: self.actor_drain,
            diagnostics: self.diagnostics,
            correlations: self.correlations,
        }
    }
}
