//! The state that a pool shows: its mode and the phase of each member.

use super::{Id, Role};
use serde::Serialize;

/// The pool's mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[repr(u8)]
pub enum Mode {
    /// Built, not started.
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

/// The phase of one member, operating phases first, then drain phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[repr(u8)]
pub enum Phase {
    /// The birth is out.
    Creating,
    /// The birth is out, a stop is kept.
    CreatingStopKept,
    /// The initialization is out.
    Initializing,
    /// It waits for an activation slot.
    WaitingForActivationAuthorization,
    /// The begin settlement is out.
    ActivationDispatched,
    /// The activation result is out.
    Activating,
    /// It failed before ready; its shutdown was asked, both halves are out.
    DrainingPreReady,
    /// The same, the shutdown settlement has come.
    DrainingPreReadySettled,
    /// The same, the stop has come.
    DrainingPreReadyStopped,
    /// It stopped while its initialization was out.
    StoppedInitializing,
    /// It stopped while its begin settlement was out.
    StoppedDispatched,
    /// Ready, without a job.
    Idle,
    /// Nothing has arrived.
    BusyDelivering,
    /// The completion came first.
    BusyCompletionFirst,
    /// Completion, then stop.
    BusyCompletionStop,
    /// The stop came first.
    BusyStopFirst,
    /// Stop, then completion.
    BusyStopCompletion,
    /// The delivery was accepted.
    BusyAccepted,
    /// Waiting for the worker source.
    RecoveringSource,
    /// The preparation is out.
    RecoveringPreparing,
    /// The schedule settlement is out.
    RecoveringScheduling,
    /// The schedule settlement is out, the timer has elapsed.
    RecoveringSchedulingElapsed,
    /// The timer runs.
    RecoveringTimer,
    /// Quarantined; both halves are out.
    Stopping,
    /// The same, the shutdown settlement has come.
    StoppingSettled,
    /// The same, the stop has come.
    StoppingStopped,
    /// Retired for good.
    Retired,
    /// Drain: the birth is out.
    ResolvingCreation,
    /// Drain: the birth is out, a stop is kept.
    ResolvingCreationStopKept,
    /// Drain: a worker with nothing unresolved but shutdown settlement (if any) and stop.
    DrainIdle,
    /// Drain: the same, the shutdown settlement has come.
    DrainIdleSettled,
    /// Drain: a worker that has stopped; its shutdown settlement is out.
    DrainStopped,
    /// Drain: a worker that was born during drain, holding its plan.
    DrainCreated,
    /// Drain: the same, settled.
    DrainCreatedSettled,
    /// Drain: the initialization is out.
    DrainInitializing,
    /// Drain: the same, settled.
    DrainInitializingSettled,
    /// Drain: holding permit and plan.
    DrainHolding,
    /// Drain: the same, settled.
    DrainHoldingSettled,
    /// Drain: the begin settlement is out.
    DrainDispatched,
    /// Drain: the same, settled.
    DrainDispatchedSettled,
    /// Drain: the activation result is out.
    DrainActivating,
    /// Drain: the same, settled.
    DrainActivatingSettled,
    /// Drain: the delivery is out, the retained half is held.
    DrainDelivering,
    /// Drain: the same, settled.
    DrainDeliveringSettled,
    /// Drain: the preparation is out.
    AwaitingWorkerPreparation,
    /// Drain: the schedule is out.
    AwaitingRestartSchedule,
    /// Drain: the schedule is out, the timer has elapsed.
    AwaitingRestartScheduleElapsed,
    /// Drained.
    Drained,
}

/// One job that waits, as the pool shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct QueuedView {
    /// Its job id.
    pub job: Id,
    /// Its admission ordinal.
    pub admitted: u64,
    /// The role it was last assigned to.
    pub prior_role: Option<Role>,
}

/// How one step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// The pool goes on.
    Continue,
    /// The pool has ended.
    Stopped,
    /// The pool has ended by force.
    ForcedRetirement,
    /// The input was handed back whole: the pool has not started or has ended (or was told to
    /// start twice).
    HandedBack,
    /// A payload's clone panicked: the pool is as it was before the call, allocators included, the
    /// input is lost.
    Unwound,
}

/// What a pool shows of its state between two steps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PoolView {
    /// The mode.
    pub mode: Mode,
    /// The phase of each declared role in declaration order (Operating or Draining; else none).
    pub phases: Vec<Phase>,
    /// The position from which the next idle role is looked for (Operating; else 0).
    pub cursor: u8,
    /// Whether the worker source is home (always false under `Temporary`).
    pub source_home: bool,
    /// The waiting jobs in the order in which they will be taken (Operating; else empty).
    pub queue: Vec<QueuedView>,
}

impl PoolView {
    /// The phases of the members, in declaration order.
    pub fn members(&self) -> &[Phase] {
        &self.phases
    }

    /// Which phases the members are in.
    pub fn phase_set(&self) -> PhaseSet {
        let bits = self.members().iter().fold(0, |bits, phase| bits | 1 << *phase as u8);
        PhaseSet(bits)
    }
}

/// A set of phases. Asking it costs less than asking each member again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhaseSet(u64);

impl PhaseSet {
    /// Whether some member is in this phase.
    pub fn has(self, phase: Phase) -> bool {
        self.0 & (1 << phase as u8) != 0
    }

    /// Whether no member is in another phase.
    pub fn has_only(self, phase: Phase) -> bool {
        self.0 & !(1 << phase as u8) == 0
    }
}
