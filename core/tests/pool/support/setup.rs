//! The definition builder. Every policy has a default that a test overrides by one call.

use super::{DiagnosticRoute, Factory, Rig, Role, Source, Test};
use actor_laws::correlation::{InstanceId, Lease, SequencePlan};
use actor_laws::pool::{
    ActorDrainPolicy, ConstructionError, CorrelationSpace, DiagnosticDisposition, FailureReaction,
    FifoPool, FifoPoolDefinition, Interruption, RecoveryPolicy, RestartBudgetPolicy, RestartPolicy,
    RestartTiming,
};
use actor_laws::time::Ticks;

/// Which stops recover; the setup adds the restart policy and the reaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Eligibility {
    Permanent,
    Transient,
    Temporary,
}

/// A definition under construction.
#[derive(Clone, Debug)]
#[must_use]
pub(crate) struct Setup {
    instance: u64,
    roles: Vec<Role>,
    refuses: Option<Role>,
    activation_limit: usize,
    eligibility: Eligibility,
    budget: RestartBudgetPolicy,
    timing: RestartTiming,
    reaction: FailureReaction,
    backlog_capacity: usize,
    interruption: Interruption,
    actor_drain: ActorDrainPolicy,
    diagnostics: DiagnosticDisposition<DiagnosticRoute>,
    correlations: CorrelationSpace,
}

/// Permanent recovery at once, 100 charges in 100 ticks, `RetireRole`; 10 jobs may wait; `Fail`;
/// activation slots for all; no drain deadline; diagnostics to `d1`; correlations without end.
pub(crate) fn setup(roles: &[Role]) -> Setup {
    Setup {
        instance: 1,
        roles: roles.to_vec(),
        refuses: None,
        activation_limit: roles.len().max(1),
        eligibility: Eligibility::Permanent,
        budget: RestartBudgetPolicy { charges_max: 100, window: Ticks(100) },
        timing: RestartTiming::Immediate,
        reaction: FailureReaction::RetireRole,
        backlog_capacity: 10,
        interruption: Interruption::Fail,
        actor_drain: ActorDrainPolicy::WaitForActorGraph,
        diagnostics: DiagnosticDisposition::DeliverTo { route: DiagnosticRoute(1) },
        correlations: CorrelationSpace::PLENTY,
    }
}

/// A plan of the ordinals `first..=last`; none at all where `first > last`.
pub(crate) fn plan(first: u64, last: u64) -> SequencePlan {
    Lease::new(first, last).map_or(SequencePlan::NOTHING, SequencePlan::lease)
}

impl Setup {
    pub(crate) fn instance(self, instance: u64) -> Self {
        Self { instance, ..self }
    }

    /// The factory refuses `role`.
    pub(crate) fn refusing(self, role: Role) -> Self {
        Self { refuses: Some(role), ..self }
    }

    pub(crate) fn limit(self, activation_limit: usize) -> Self {
        Self { activation_limit, ..self }
    }

    pub(crate) fn permanent(self) -> Self {
        Self { eligibility: Eligibility::Permanent, ..self }
    }

    pub(crate) fn transient(self) -> Self {
        Self { eligibility: Eligibility::Transient, ..self }
    }

    pub(crate) fn temporary(self) -> Self {
        Self { eligibility: Eligibility::Temporary, ..self }
    }

    pub(crate) fn budget(self, charges_max: u32, window: u64) -> Self {
        Self { budget: RestartBudgetPolicy { charges_max, window: Ticks(window) }, ..self }
    }

    pub(crate) fn timing(self, timing: RestartTiming) -> Self {
        Self { timing, ..self }
    }

    /// Every restart is delayed by `delay` ticks.
    pub(crate) fn delayed(self, delay: u64) -> Self {
        self.timing(RestartTiming::Constant { delay: Ticks(delay) })
    }

    pub(crate) fn reaction(self, reaction: FailureReaction) -> Self {
        Self { reaction, ..self }
    }

    pub(crate) fn stop_pool(self) -> Self {
        self.reaction(FailureReaction::StopPool)
    }

    pub(crate) fn capacity(self, backlog_capacity: usize) -> Self {
        Self { backlog_capacity, ..self }
    }

    pub(crate) fn interruption(self, interruption: Interruption) -> Self {
        Self { interruption, ..self }
    }

    pub(crate) fn retry(self) -> Self {
        self.interruption(Interruption::Retry)
    }

    pub(crate) fn deadline(self, deadline: u64) -> Self {
        let actor_drain = ActorDrainPolicy::RetireActorGraphAfter { deadline: Ticks(deadline) };
        Self { actor_drain, ..self }
    }

    pub(crate) fn terminate(self) -> Self {
        Self { diagnostics: DiagnosticDisposition::Terminate, ..self }
    }

    /// Changes the plans of the correlations.
    pub(crate) fn space(mut self, change: impl FnOnce(&mut CorrelationSpace)) -> Self {
        change(&mut self.correlations);
        self
    }

    pub(crate) fn capacity_and_roles(&self) -> usize {
        self.backlog_capacity + self.roles.len()
    }

    pub(crate) fn definition(&self) -> FifoPoolDefinition<Test> {
        FifoPoolDefinition {
            initial_factory: Factory { made: 0, refuses: self.refuses },
            roles: self.roles.clone(),
            activation_limit: self.activation_limit,
            recovery: self.recovery(),
            backlog_capacity: self.backlog_capacity,
            interruption: self.interruption,
            actor_drain: self.actor_drain,
            diagnostics: self.diagnostics,
            correlations: self.correlations,
        }
    }

    fn recovery(&self) -> RecoveryPolicy<Source> {
        let Self { budget, timing, reaction, .. } = *self;
        let restart = RestartPolicy { source: Source(1), budget, timing };
        match self.eligibility {
            Eligibility::Permanent => RecoveryPolicy::Permanent { restart, reaction },
            Eligibility::Transient => RecoveryPolicy::Transient { restart, reaction },
            Eligibility::Temporary => RecoveryPolicy::Temporary { reaction },
        }
    }

    pub(crate) fn construct(&self) -> Result<FifoPool<Test>, ConstructionError<Test>> {
        FifoPool::construct(InstanceId(self.instance), self.definition())
    }

    /// A rig whose pool has not started.
    pub(crate) fn constructed(self) -> Rig {
        let pool = self.construct().expect("the setup is a lawful definition");
        Rig::new(pool, self.capacity_and_roles())
    }

    /// A rig whose pool has started: every role is Creating.
    pub(crate) fn start(self) -> Rig {
        let mut rig = self.constructed();
        rig.initialize().sets_up();
        rig
    }

    /// A rig whose roles are all idle.
    pub(crate) fn idle(self) -> Rig {
        let roles = self.roles.clone();
        let mut rig = self.start();
        for role in roles {
            rig.until_idle(role);
        }
        rig
    }
}
