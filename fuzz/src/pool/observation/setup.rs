//! The construction choices of one pool.

pub use crate::observation::{Lease, SequencePlan};

use super::{Role, Tag, Tick};
use serde::{Serialize, Serializer};
use std::fmt;
use std::ops::{Deref, DerefMut};

/// The most roles that a setup can name: three words of a set that has a bit for each role.
pub const ROLES_MAX: usize = 130;

/// The most roles of a pool that is not wide.
pub const NARROW_MAX: usize = 6;

/// Role labels by position. A narrow pool's take no more room on paper than they ever did.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Labels([Role; ROLES_MAX]);

impl Labels {
    /// These labels, and zeros after them.
    pub fn of(labels: impl IntoIterator<Item = Role>) -> Self {
        let mut all = [0; ROLES_MAX];
        all.iter_mut().zip(labels).for_each(|(place, label)| *place = label);
        Self(all)
    }

    /// The places of a narrow pool, and all up to the last label.
    fn shown(&self) -> &[Role] {
        let named = self.0.iter().rposition(|label| *label != 0).map_or(0, |last| last + 1);
        &self.0[..named.max(NARROW_MAX)]
    }
}

impl Deref for Labels {
    type Target = [Role; ROLES_MAX];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Labels {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl fmt::Debug for Labels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shown().fmt(f)
    }
}

impl Serialize for Labels {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.shown().serialize(serializer)
    }
}

/// One complete pool definition in plain data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PoolSetup {
    /// The instance identity that the host hands to the pool.
    pub identity: u32,
    /// Role labels in declaration order; only the first `role_count` count.
    pub roles: Labels,
    /// How many roles are declared; 0 is the construction error `EmptyRoster`.
    pub role_count: u8,
    /// Activations that may be in flight at once; 0 is the construction error `ZeroActivationLimit`.
    pub activation_limit: u8,
    /// Which stops lead to recovery.
    pub eligibility: Eligibility,
    /// What answers a failure.
    pub reaction: Reaction,
    /// Charges of the restart budget that fit in one window. Unused under `Temporary`.
    pub budget_charges_max: u32,
    /// Length W of the closed window [t - W, t], in ticks. Unused under `Temporary`.
    pub budget_window: u64,
    /// When a recovery's creation goes out. Unused (and not checked) under `Temporary`.
    pub timing: Timing,
    /// The largest recovery ordinal that one role may commit (ordinals start at 1).
    pub recovery_ordinal_max: u32,
    /// Jobs that may wait, counted for new admissions only.
    pub backlog_capacity: u32,
    /// What becomes of a job whose worker stopped.
    pub interruption: Interruption,
    /// How long a drain may take.
    pub drain: DrainPolicy,
    /// Where diagnostics go.
    pub diagnostics: DiagnosticPolicy,
    /// Where each kind of correlation takes its ordinals from.
    pub sequences: Sequences,
    /// The factory rejects this role (an index in declaration order) at construction.
    pub factory_rejects_at: Option<u8>,
}

impl PoolSetup {
    /// The declared role labels in declaration order.
    pub fn roles(&self) -> &[Role] {
        &self.roles[..usize::from(self.role_count).min(ROLES_MAX)]
    }

    /// The first tag that callers and the host may author; those below it are the definition's own.
    pub fn first_free_tag(&self) -> Tag {
        initial_submission(self.role_count.max(NARROW_MAX as u8))
    }
}

/// Which stops lead to recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Eligibility {
    /// Every stop.
    Permanent,
    /// Abnormal stops only.
    Transient,
    /// No stop; there is no worker source.
    Temporary,
}

/// What answers a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Reaction {
    /// The role is retired.
    RetireRole,
    /// The whole pool shuts down.
    StopPool,
}

/// When a recovery's creation goes out, counted from the stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Timing {
    /// In the fold of the preparation.
    Immediate,
    /// After `delay` ticks.
    Constant { delay: u64 },
    /// After `min(delay * n, max)` ticks for recovery ordinal n.
    Linear { delay: u64, max: u64 },
    /// After `min(delay * 2^(n-1), max)` ticks for recovery ordinal n.
    Doubling { delay: u64, max: u64 },
}

/// What becomes of a job whose worker stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Interruption {
    /// It returns to its customer.
    Fail,
    /// It goes back into the queue by its admission ordinal.
    Retry,
}

/// How long a drain may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum DrainPolicy {
    /// For ever.
    WaitForActorGraph,
    /// This many ticks from the moment the host takes the request; 0 is the construction error
    /// `ZeroDeadline`.
    RetireActorGraphAfter { deadline: u64 },
}

/// Where diagnostics go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum DiagnosticPolicy {
    /// To this route.
    DeliverTo { route: u8 },
    /// To the host; any diagnostic ends the pool.
    Terminate,
}

/// One sequence for each kind. A job draws from `job` and `admission` together, a dispatch from
/// `assignment` and `completion` together: both sequences are drawn from on every attempt, and the
/// attempt fails if either draw fails; what the other draw reserved is burned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Sequences {
    /// `JobId`.
    pub job: SequencePlan,
    /// `AdmissionOrdinal`.
    pub admission: SequencePlan,
    /// `AssignmentId`.
    pub assignment: SequencePlan,
    /// The completion pair (retained half and authority).
    pub completion: SequencePlan,
    /// Activation tickets.
    pub activation: SequencePlan,
    /// Recovery tickets.
    pub recovery: SequencePlan,
    /// Birth correlations, the child nonces.
    pub birth: SequencePlan,
    /// Timer generations, of restart timers and of the drain deadline alike.
    pub timer: SequencePlan,
    /// Shutdown correlations.
    pub shutdown: SequencePlan,
    /// Diagnostic correlations.
    pub diagnostic: SequencePlan,
}

/// Why a construction failed; the checks run in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ConstructionFailure {
    /// No role is declared.
    EmptyRoster,
    /// A role is declared twice; `index` is the position of the second declaration.
    DuplicateRole { index: u8 },
    /// The activation limit is zero.
    ZeroActivationLimit,
    /// The drain deadline is zero.
    ZeroDeadline,
    /// A delay is zero, or its maximum is below it.
    InvalidDelay,
    /// The factory rejected the role at this position; `prepared` roles before it are returned.
    FactoryRejected { index: u8, prepared: u8 },
    /// No birth correlation for the role at this position; its submission and the `prepared`
    /// roles before it are returned.
    BirthCorrelationUnavailable { index: u8, prepared: u8, rejection: Unavailable },
}

/// Why a correlation could not be reserved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Unavailable {
    /// No candidate is left.
    Exhausted,
    /// The candidate is not above every earlier one.
    Collision { candidate: u64 },
}

/// The tick of a host that has not told any time yet.
pub const FIRST_TICK: Tick = 0;

/// Names the one worker source of a run (Permanent and Transient only).
pub const WORKER_SOURCE: Tag = 0;

/// Names the submission that the initial factory makes for the role at `role_index`.
pub const fn initial_submission(role_index: u8) -> Tag {
    WORKER_SOURCE + 1 + role_index as Tag
}
