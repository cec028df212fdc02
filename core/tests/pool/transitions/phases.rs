//! The rows: every phase that a member can be in, each with a recipe that leads there.
//!
//! A recipe uses public inputs only. The observed role is `a`; `b` is brought into the state of the
//! scene first. A drain phase is reached from its operating phase by a shutdown.

use crate::support::facts::Input;
use crate::support::{
    DrainWorkPhase, Fold, JoinPhase, PairPhase, Phase, PoolActions, Rig, Role, Setup,
};
use crate::transitions::hand::Hand;
use crate::transitions::offers::Offer;

/// The observed role.
pub(crate) const A: Role = "a";
/// The other role.
pub(crate) const B: Role = "b";

/// What surrounds the observed member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scene {
    /// `b` is idle, nothing waits. Where `a` waits for slot or source, `b` has it.
    Calm,
    /// `b` works, and one job waits.
    Crowded,
    /// `b` is retired, and one job waits.
    Alone,
    /// `b` is idle, nothing waits, and every stop of a recipe is normal.
    Orderly,
    /// `b` waits for what `a` has: the activation slot, or the worker source.
    Behind,
}

impl Scene {
    /// Whether `b` may go ahead of `a` and take what `a` then waits for.
    fn leaves_b_free(self) -> bool {
        match self {
            Self::Calm | Self::Orderly => true,
            Self::Crowded | Self::Alone | Self::Behind => false,
        }
    }
}

/// Every phase, in the order of the sections.
pub(crate) fn phases() -> Vec<Phase> {
    let mut phases = vec![
        Phase::Creating { stop_kept: false },
        Phase::Creating { stop_kept: true },
        Phase::Initializing,
        Phase::WaitingForActivationAuthorization,
        Phase::ActivationDispatched,
        Phase::Activating,
    ];
    phases.extend(PAIRS.map(|halves| Phase::DrainingPreReady { halves }));
    phases.extend([Phase::StoppedInitializing, Phase::StoppedDispatched, Phase::Idle]);
    phases.extend(JOINS.map(|join| Phase::Busy { join }));
    phases.extend([
        Phase::RecoveringWaitingForSource,
        Phase::RecoveringPreparing,
        Phase::RecoveringScheduling { elapsed: false },
        Phase::RecoveringScheduling { elapsed: true },
        Phase::RecoveringWaitingForTimer,
    ]);
    phases.extend(PAIRS.map(|halves| Phase::Stopping { halves }));
    phases.extend([
        Phase::Retired,
        Phase::ResolvingCreation { stop_kept: false },
        Phase::ResolvingCreation { stop_kept: true },
    ]);
    phases.extend(WORKS.map(|work| Phase::DrainingWorker { work, settled: false }));
    phases.extend(WORKS.map(|work| Phase::DrainingWorker { work, settled: true }));
    phases.extend([
        Phase::DrainingStopped,
        Phase::AwaitingWorkerPreparation,
        Phase::AwaitingRestartSchedule { elapsed: false },
        Phase::AwaitingRestartSchedule { elapsed: true },
        Phase::Drained,
    ]);
    phases
}

const PAIRS: [PairPhase; 3] = [PairPhase::Open, PairPhase::Settled, PairPhase::Stopped];

const JOINS: [JoinPhase; 6] = [
    JoinPhase::Delivering,
    JoinPhase::Accepted,
    JoinPhase::CompletionFirst,
    JoinPhase::CompletionThenStop,
    JoinPhase::StopFirst,
    JoinPhase::StopThenCompletion,
];

const WORKS: [DrainWorkPhase; 7] = [
    DrainWorkPhase::Nothing,
    DrainWorkPhase::Created,
    DrainWorkPhase::Initializing,
    DrainWorkPhase::WaitingForActivation,
    DrainWorkPhase::ActivationDispatched,
    DrainWorkPhase::Activating,
    DrainWorkPhase::Delivering,
];

/// A pool on its way into a phase.
pub(crate) struct Stage {
    pub(crate) rig: Rig,
    /// A recipe has met a mode or a hand that its next input does not fit: it leads nowhere.
    lost: bool,
}

impl Stage {
    /// A pool that has just started.
    pub(crate) fn new(setup: Setup) -> Self {
        let mut stage = Self { rig: setup.constructed(), lost: false };
        stage.step(Input::Initialize);
        stage
    }

    /// Tells one input about `role`, exact as the host has it at hand.
    pub(crate) fn tell(&mut self, role: Role, offer: Offer) {
        let mut hand = Hand::take(&mut self.rig, role);
        let input = offer.input(&mut hand);
        hand.give_back(&mut self.rig);
        let taken = input.is_some_and(|input| self.step(input));
        self.lost |= !taken;
    }

    /// One step without the checks of the rig: a recipe is replayed for every cell.
    fn step(&mut self, input: Input) -> bool {
        let mut actions = PoolActions::default();
        let taken = self.rig.pool.step(input, &mut actions).is_ok();
        actions.drain().for_each(|operation| self.rig.host.take(operation));
        taken
    }
}

/// A fresh pool with `a` in `phase`, or `None` where the recipe does not lead there.
pub(crate) fn stage(setup: Setup, scene: Scene, phase: Phase) -> Option<Rig> {
    let mut stage = Stage::new(setup);
    lead_to(&mut stage, scene, phase);
    match scene {
        Scene::Calm | Scene::Orderly => {}
        Scene::Crowded | Scene::Alone if stage.rig.pool.queued() > 0 => {}
        Scene::Crowded | Scene::Alone => stage.tell(A, Offer::Submit),
        Scene::Behind => follow(&mut stage, phase),
    }
    (!stage.lost && stage.rig.pool.phase(0) == Some(phase)).then_some(stage.rig)
}

/// Brings `a` into `phase`. Every phase has its recipe here.
pub(crate) fn lead_to(stage: &mut Stage, scene: Scene, phase: Phase) {
    match phase {
        Phase::WaitingForActivationAuthorization | Phase::RecoveringWaitingForSource
            if !scene.leaves_b_free() =>
        {
            stage.lost = true;
        }
        Phase::WaitingForActivationAuthorization => wait_for_activation(stage),
        Phase::ResolvingCreation { stop_kept } => {
            shut_down(stage, scene, Phase::Creating { stop_kept });
        }
        Phase::DrainingWorker { work, settled } => {
            drain_worker(stage, scene, work);
            if settled {
                stage.tell(A, Offer::ShutdownDelivered);
            }
        }
        Phase::DrainingStopped => {
            shut_down(stage, scene, Phase::Idle);
            stage.tell(A, Offer::StoppedAbnormally);
        }
        Phase::AwaitingWorkerPreparation => {
            shut_down(stage, scene, Phase::RecoveringPreparing);
        }
        Phase::AwaitingRestartSchedule { elapsed } => {
            shut_down(stage, scene, Phase::RecoveringScheduling { elapsed });
        }
        Phase::Drained => shut_down(stage, scene, Phase::Retired),
        Phase::Creating { .. }
        | Phase::Initializing
        | Phase::ActivationDispatched
        | Phase::Activating
        | Phase::DrainingPreReady { .. }
        | Phase::StoppedInitializing
        | Phase::StoppedDispatched
        | Phase::Idle
        | Phase::Busy { .. }
        | Phase::RecoveringWaitingForSource
        | Phase::RecoveringPreparing
        | Phase::RecoveringScheduling { .. }
        | Phase::RecoveringWaitingForTimer
        | Phase::Stopping { .. }
        | Phase::Retired => {
            set(stage, scene, phase);
            for (role, offer) in steps(phase) {
                let orderly = scene == Scene::Orderly && *offer == Offer::StoppedAbnormally;
                stage.tell(role, if orderly { Offer::StoppedNormally } else { *offer });
            }
        }
    }
}

/// Brings `b` into the state of the scene.
fn set(stage: &mut Stage, scene: Scene, phase: Phase) {
    match scene {
        Scene::Calm | Scene::Orderly => become_ready(stage, B),
        Scene::Crowded => {
            become_ready(stage, B);
            stage.tell(B, Offer::Submit);
            stage.tell(B, Offer::Delivered);
        }
        Scene::Alone => stage.tell(B, Offer::BirthRejected),
        Scene::Behind if phase == Phase::RecoveringPreparing => become_ready(stage, B),
        Scene::Behind => {}
    }
}

/// Lets `b` ask for what `a` has; leads nowhere where `a` has neither slot nor source.
fn follow(stage: &mut Stage, phase: Phase) {
    let waits = if phase == Phase::RecoveringPreparing {
        stage.tell(B, Offer::StoppedAbnormally);
        Phase::RecoveringWaitingForSource
    } else {
        stage.tell(B, Offer::Committed);
        stage.tell(B, Offer::Initialized);
        Phase::WaitingForActivationAuthorization
    };
    stage.lost |= stage.rig.pool.phase(1) != Some(waits);
}

fn become_ready(stage: &mut Stage, role: Role) {
    READY.iter().for_each(|(_, offer)| stage.tell(role, *offer));
}

/// `b` occupies the one activation slot.
fn wait_for_activation(stage: &mut Stage) {
    for role in [B, A] {
        stage.tell(role, Offer::Committed);
        stage.tell(role, Offer::Initialized);
    }
}

fn shut_down(stage: &mut Stage, scene: Scene, phase: Phase) {
    lead_to(stage, scene, phase);
    stage.tell(A, Offer::Shutdown);
}

fn drain_worker(stage: &mut Stage, scene: Scene, work: DrainWorkPhase) {
    let phase = match work {
        DrainWorkPhase::Nothing => Phase::Idle,
        DrainWorkPhase::Created => Phase::Creating { stop_kept: false },
        DrainWorkPhase::Initializing => Phase::Initializing,
        DrainWorkPhase::WaitingForActivation => Phase::WaitingForActivationAuthorization,
        DrainWorkPhase::ActivationDispatched => Phase::ActivationDispatched,
        DrainWorkPhase::Activating => Phase::Activating,
        DrainWorkPhase::Delivering => Phase::Busy { join: JoinPhase::Delivering },
    };
    shut_down(stage, scene, phase);
    if work == DrainWorkPhase::Created {
        stage.tell(A, Offer::Committed);
    }
}

type Steps = &'static [(Role, Offer)];

const READY: [(Role, Offer); 4] =
    [(A, Offer::Committed), (A, Offer::Initialized), (A, Offer::Begun), (A, Offer::Ready)];

/// A list of steps about `a`: some of the way to readiness, then the named ones.
macro_rules! steps {
    ($($offer:ident)*) => { &[$((A, Offer::$offer)),*] };
    (ready, $($offer:ident)*) => {
        &[READY[0], READY[1], READY[2], READY[3] $(, (A, Offer::$offer))*]
    };
}

/// The steps to an operating phase, once the scene is set.
fn steps(phase: Phase) -> Steps {
    match phase {
        Phase::Creating { stop_kept: false } => steps![],
        Phase::Creating { stop_kept: true } => steps![StoppedAbnormally],
        Phase::Initializing => steps![Committed],
        Phase::ActivationDispatched => steps![Committed Initialized],
        Phase::Activating => steps![Committed Initialized Begun],
        Phase::DrainingPreReady { halves } => pre_ready_steps(halves),
        Phase::StoppedInitializing => steps![Committed StoppedAbnormally],
        Phase::StoppedDispatched => steps![Committed Initialized StoppedAbnormally],
        Phase::Idle => steps![ready,],
        Phase::Busy { join } => join_steps(join),
        Phase::RecoveringWaitingForSource => &[
            READY[0],
            READY[1],
            READY[2],
            READY[3],
            (B, Offer::StoppedAbnormally),
            (A, Offer::StoppedAbnormally),
        ],
        Phase::RecoveringPreparing => steps![ready, StoppedAbnormally],
        Phase::RecoveringScheduling { elapsed: false } => {
            steps![ready, StoppedAbnormally Prepared]
        }
        Phase::RecoveringScheduling { elapsed: true } => {
            steps![ready, StoppedAbnormally Prepared RestartTimerElapsed]
        }
        Phase::RecoveringWaitingForTimer => {
            steps![ready, StoppedAbnormally Prepared RestartScheduled]
        }
        Phase::Stopping { halves } => quarantine_steps(halves),
        Phase::Retired => steps![BirthRejected],
        Phase::WaitingForActivationAuthorization
        | Phase::ResolvingCreation { .. }
        | Phase::DrainingWorker { .. }
        | Phase::DrainingStopped
        | Phase::AwaitingWorkerPreparation
        | Phase::AwaitingRestartSchedule { .. }
        | Phase::Drained => unreachable!("a recipe of its own leads to {phase:?}"),
    }
}

fn pre_ready_steps(halves: PairPhase) -> Steps {
    match halves {
        PairPhase::Open => steps![Committed InitializationRejected],
        PairPhase::Settled => steps![Committed InitializationRejected ShutdownDelivered],
        PairPhase::Stopped => steps![Committed InitializationRejected StoppedNormally],
    }
}

fn join_steps(join: JoinPhase) -> Steps {
    match join {
        JoinPhase::Delivering => steps![ready, Submit],
        JoinPhase::Accepted => steps![ready, Submit Delivered],
        JoinPhase::CompletionFirst => steps![ready, Submit Completed],
        JoinPhase::CompletionThenStop => steps![ready, Submit Completed StoppedAbnormally],
        JoinPhase::StopFirst => steps![ready, Submit StoppedAbnormally],
        JoinPhase::StopThenCompletion => steps![ready, Submit StoppedAbnormally Completed],
    }
}

fn quarantine_steps(halves: PairPhase) -> Steps {
    match halves {
        PairPhase::Open => steps![ready, Submit DeliveryReunited],
        PairPhase::Settled => steps![ready, Submit DeliveryReunited ShutdownDelivered],
        PairPhase::Stopped => steps![ready, Submit DeliveryReunited StoppedNormally],
    }
}
