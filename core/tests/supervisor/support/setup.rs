//! The definition of a rig: every argument has a default that a test overrides.

use super::{Desk, Life, Rig, Test};
use actor_laws::correlation::{InstanceId, Lease, SequencePlan};
use actor_laws::policy::{ActorDrainPolicy, DiagnosticDisposition};
use actor_laws::supervisor::{
    ActivationPolicy, DynamicSupervisor, EntryCapacity, SupervisorCorrelations, UnexpectedExit,
    dynamic,
};
use actor_laws::time::Ticks;

/// Six arguments and what `Initialize` brings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setup {
    entries: usize,
    activations: usize,
    unexpected_exit: UnexpectedExit,
    actor_drain: ActorDrainPolicy,
    diagnostics: DiagnosticDisposition<Desk>,
    pub(crate) instance: u64,
    pub(crate) correlations: SupervisorCorrelations,
}

/// Four entries, four activations, `KeepEmpty`, `WaitForActorGraph`, `DeliverTo`.
pub(crate) fn setup() -> Setup {
    Setup {
        entries: 4,
        activations: 4,
        unexpected_exit: UnexpectedExit::KeepEmpty,
        actor_drain: ActorDrainPolicy::WaitForActorGraph,
        diagnostics: DiagnosticDisposition::DeliverTo { route: Desk },
        instance: 1000,
        correlations: SupervisorCorrelations::PLENTY,
    }
}

/// The ordinals from `first` to `last`.
pub(crate) fn lease(first: u64, last: u64) -> SequencePlan {
    SequencePlan::lease(Lease::new(first, last).expect("the lease is not empty"))
}

impl Setup {
    pub(crate) fn entries(self, entries: usize) -> Self {
        Self { entries, ..self }
    }

    pub(crate) fn activations(self, activations: usize) -> Self {
        Self { activations, ..self }
    }

    pub(crate) fn retire(self) -> Self {
        Self { unexpected_exit: UnexpectedExit::Retire, ..self }
    }

    pub(crate) fn deadline(self, ticks: u64) -> Self {
        let actor_drain = ActorDrainPolicy::RetireActorGraphAfter { deadline: Ticks(ticks) };
        Self { actor_drain, ..self }
    }

    pub(crate) fn terminate(self) -> Self {
        Self { diagnostics: DiagnosticDisposition::Terminate, ..self }
    }

    pub(crate) fn instance(self, instance: u64) -> Self {
        Self { instance, ..self }
    }

    pub(crate) fn correlations(mut self, change: impl FnOnce(&mut SupervisorCorrelations)) -> Self {
        change(&mut self.correlations);
        self
    }

    pub(crate) fn build(self) -> DynamicSupervisor<Test> {
        let supervisor = dynamic(
            EntryCapacity::new(self.entries).expect("the capacity is positive"),
            ActivationPolicy::new(self.activations).expect("the limit is positive"),
            self.unexpected_exit,
            self.actor_drain,
            Life,
            self.diagnostics,
        );
        supervisor.expect("the deadline is positive")
    }

    /// A rig before its `Initialize`.
    pub(crate) fn constructed(self) -> Rig {
        Rig::new(self)
    }

    /// A rig at work.
    pub(crate) fn start(self) -> Rig {
        let mut rig = self.constructed();
        rig.initialize().says(&["Continue"]);
        rig
    }

    pub(crate) fn identity(self) -> InstanceId {
        InstanceId(self.instance)
    }
}
