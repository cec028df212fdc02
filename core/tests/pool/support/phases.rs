//! Rigs whose role `a` stands in a given phase, and the facts that can be told about it there.
//!
//! Role `b` is idle, or occupies the one activation slot where `a` has to wait for it. Everything that
//! `a` went through is the same in each rig, so the correlations of one name the same in another.

use super::facts::{self, Input};
use super::{Abnormal, AssignmentCommand, Card, Rig, Setup, Test, setup};
use actor_laws::pool::{
    DrainWorkPhase, JoinPhase, MemberPhase as Phase, PairPhase, PoolMode, TimerCorrelation,
};
use std::sync::OnceLock;

/// Every phase of an operating member.
pub(crate) const OPERATING: [Phase; 27] = [
    Phase::Creating { stop_kept: false },
    Phase::Creating { stop_kept: true },
    Phase::Initializing,
    Phase::WaitingForActivationAuthorization,
    Phase::ActivationDispatched,
    Phase::Activating,
    Phase::DrainingPreReady { halves: PairPhase::Open },
    Phase::DrainingPreReady { halves: PairPhase::Settled },
    Phase::DrainingPreReady { halves: PairPhase::Stopped },
    Phase::StoppedInitializing,
    Phase::StoppedDispatched,
    Phase::Idle,
    Phase::Busy { join: JoinPhase::Delivering },
    Phase::Busy { join: JoinPhase::Accepted },
    Phase::Busy { join: JoinPhase::CompletionFirst },
    Phase::Busy { join: JoinPhase::CompletionThenStop },
    Phase::Busy { join: JoinPhase::StopFirst },
    Phase::Busy { join: JoinPhase::StopThenCompletion },
    Phase::RecoveringWaitingForSource,
    Phase::RecoveringPreparing,
    Phase::RecoveringScheduling { elapsed: false },
    Phase::RecoveringScheduling { elapsed: true },
    Phase::RecoveringWaitingForTimer,
    Phase::Stopping { halves: PairPhase::Open },
    Phase::Stopping { halves: PairPhase::Settled },
    Phase::Stopping { halves: PairPhase::Stopped },
    Phase::Retired,
];

/// The setup of these rigs; a test may change what does not matter to the phases.
pub(crate) fn base() -> Setup {
    setup(&["a", "b"]).limit(1).delayed(5)
}

/// A rig of `setup` whose role `a` stands in `phase`, while the pool operates.
#[track_caller]
pub(crate) fn operating(setup: Setup, phase: Phase) -> Rig {
    let mut rig = start(setup, phase);
    reach(&mut rig, phase);
    assert_eq!((rig.pool.mode(), rig.phase("a")), (PoolMode::Operating, phase));
    rig
}

fn start(setup: Setup, phase: Phase) -> Rig {
    let setup = if phase == Phase::Retired { setup.temporary() } else { setup };
    let mut rig = setup.start();
    if phase == Phase::WaitingForActivationAuthorization {
        rig.until("b", Phase::ActivationDispatched);
    } else {
        rig.until_idle("b");
    }
    if phase == Phase::RecoveringWaitingForSource {
        rig.stop("b", Abnormal, 1).sets_up();
    }
    rig
}

fn reach(rig: &mut Rig, phase: Phase) {
    match phase {
        Phase::Creating { stop_kept } => {
            if stop_kept {
                rig.stop("a", Abnormal, 4).sets_up();
            }
        }
        Phase::DrainingPreReady { halves } => {
            rig.until("a", Phase::Activating);
            rig.reject_activation("a").sets_up();
            reach_pair(rig, halves);
        }
        Phase::StoppedInitializing => {
            rig.until("a", Phase::Initializing);
            rig.stop("a", Abnormal, 4).sets_up();
        }
        Phase::StoppedDispatched => {
            rig.until("a", Phase::ActivationDispatched);
            rig.stop("a", Abnormal, 4).sets_up();
        }
        Phase::Busy { join } => reach_join(rig, join),
        Phase::Stopping { halves } => {
            rig.until_idle("a");
            rig.submit(1).sets_up();
            rig.reject_delivery("a").sets_up();
            reach_pair(rig, halves);
        }
        Phase::RecoveringWaitingForSource
        | Phase::RecoveringPreparing
        | Phase::RecoveringScheduling { .. }
        | Phase::RecoveringWaitingForTimer
        | Phase::Retired => reach_recovery(rig, phase),
        Phase::Initializing
        | Phase::WaitingForActivationAuthorization
        | Phase::ActivationDispatched
        | Phase::Activating
        | Phase::Idle => rig.until("a", phase),
        Phase::ResolvingCreation { .. }
        | Phase::DrainingWorker { .. }
        | Phase::DrainingStopped
        | Phase::AwaitingWorkerPreparation
        | Phase::AwaitingRestartSchedule { .. }
        | Phase::Drained => panic!("{phase:?} is no phase of an operating member"),
    }
}

fn reach_pair(rig: &mut Rig, halves: PairPhase) {
    match halves {
        PairPhase::Open => {}
        PairPhase::Settled => rig.shutdown_taken("a").sets_up(),
        PairPhase::Stopped => rig.stop("a", Abnormal, 4).sets_up(),
    }
}

fn reach_join(rig: &mut Rig, join: JoinPhase) {
    rig.until_idle("a");
    rig.submit(1).sets_up();
    match join {
        JoinPhase::Delivering => {}
        JoinPhase::Accepted => rig.delivered("a").sets_up(),
        JoinPhase::CompletionFirst => rig.complete("a", 5).sets_up(),
        JoinPhase::CompletionThenStop => {
            rig.complete("a", 5).sets_up();
            rig.stop("a", Abnormal, 4).sets_up();
        }
        JoinPhase::StopFirst => rig.stop("a", Abnormal, 4).sets_up(),
        JoinPhase::StopThenCompletion => {
            rig.stop("a", Abnormal, 4).sets_up();
            rig.complete("a", 5).sets_up();
        }
    }
}

fn reach_recovery(rig: &mut Rig, phase: Phase) {
    rig.until_idle("a");
    rig.stop("a", Abnormal, 4).sets_up();
    if phase == (Phase::RecoveringScheduling { elapsed: true }) {
        rig.prepared("a").sets_up();
        rig.timer("a", 9).sets_up();
    } else {
        rig.until("a", phase);
    }
}

/// A rig of `setup` whose role `a` stands in the drain phase `phase`.
#[track_caller]
pub(crate) fn draining(setup: Setup, phase: Phase) -> Rig {
    let mut rig = operating(setup, origin(phase));
    rig.shutdown().sets_up();
    if let Phase::DrainingWorker { work, settled } = phase {
        if work == DrainWorkPhase::Created {
            rig.commit("a").sets_up();
        }
        if settled {
            rig.shutdown_taken("a").sets_up();
        }
    } else if phase == Phase::DrainingStopped {
        rig.stop("a", Abnormal, 4).sets_up();
    }
    assert_eq!((rig.pool.mode(), rig.phase("a")), (PoolMode::Draining, phase));
    rig
}

/// The operating phase from which a shutdown leads to a drain phase.
fn origin(phase: Phase) -> Phase {
    if let Phase::ResolvingCreation { stop_kept } = phase {
        Phase::Creating { stop_kept }
    } else if let Phase::AwaitingRestartSchedule { elapsed } = phase {
        Phase::RecoveringScheduling { elapsed }
    } else if let Phase::DrainingWorker { work, .. } = phase {
        origin_of_work(work)
    } else if phase == Phase::DrainingStopped {
        Phase::Idle
    } else if phase == Phase::AwaitingWorkerPreparation {
        Phase::RecoveringPreparing
    } else {
        assert_eq!(phase, Phase::Drained, "a phase of a draining member");
        Phase::Retired
    }
}

fn origin_of_work(work: DrainWorkPhase) -> Phase {
    match work {
        DrainWorkPhase::Nothing => Phase::Idle,
        DrainWorkPhase::Created => Phase::Creating { stop_kept: false },
        DrainWorkPhase::Initializing => Phase::Initializing,
        DrainWorkPhase::WaitingForActivation => Phase::WaitingForActivationAuthorization,
        DrainWorkPhase::ActivationDispatched => Phase::ActivationDispatched,
        DrainWorkPhase::Activating => Phase::Activating,
        DrainWorkPhase::Delivering => Phase::Busy { join: JoinPhase::Delivering },
    }
}

/// Every phase of a draining member.
pub(crate) fn every_drain_phase() -> Vec<Phase> {
    let works = [
        DrainWorkPhase::Nothing,
        DrainWorkPhase::Created,
        DrainWorkPhase::Initializing,
        DrainWorkPhase::WaitingForActivation,
        DrainWorkPhase::ActivationDispatched,
        DrainWorkPhase::Activating,
        DrainWorkPhase::Delivering,
    ];
    let workers = works
        .into_iter()
        .flat_map(|work| [false, true].map(|settled| Phase::DrainingWorker { work, settled }));
    let others = [
        Phase::ResolvingCreation { stop_kept: false },
        Phase::ResolvingCreation { stop_kept: true },
        Phase::DrainingStopped,
        Phase::AwaitingWorkerPreparation,
        Phase::AwaitingRestartSchedule { elapsed: false },
        Phase::AwaitingRestartSchedule { elapsed: true },
        Phase::Drained,
    ];
    workers.chain(others).collect()
}

/// The kinds of facts about a worker or its recovery, each in its plain form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    Committed,
    Unborn,
    Initialized,
    Begun,
    Ready,
    Stopped,
    Delivered,
    Completed,
    Prepared,
    Scheduled,
    TimerElapsed,
    ShutdownTaken,
    DeadlineTaken,
    DeadlineElapsed,
}

pub(crate) const EVERY_FACT: [Fact; 14] = [
    Fact::Committed,
    Fact::Unborn,
    Fact::Initialized,
    Fact::Begun,
    Fact::Ready,
    Fact::Stopped,
    Fact::Delivered,
    Fact::Completed,
    Fact::Prepared,
    Fact::Scheduled,
    Fact::TimerElapsed,
    Fact::ShutdownTaken,
    Fact::DeadlineTaken,
    Fact::DeadlineElapsed,
];

/// Everything that can be said about `a`: its own correlations, and where it has none of a kind the
/// one that it would have got.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dossier {
    pub(crate) card: Card,
    deadline: TimerCorrelation,
    instance: u64,
}

impl Dossier {
    /// The dossier of role `a` in `rig`; what is missing comes from a pool of identity `instance`.
    pub(crate) fn of(rig: &Rig, instance: u64) -> Self {
        let (own, complete) = (rig.card("a"), Self::complete(instance));
        let card = Card {
            ticket: own.ticket.or(complete.card.ticket),
            assignment: own.assignment.or(complete.card.assignment),
            recovery: own.recovery.or(complete.card.recovery),
            timer: own.timer.or(complete.card.timer),
            shutdown: own.shutdown.or(complete.card.shutdown),
            ..own
        };
        Self { card, ..complete }
    }

    /// The dossier of a role that went through everything, in a pool of identity 1 or 2.
    pub(crate) fn complete(instance: u64) -> Self {
        static COMPLETE: [OnceLock<Dossier>; 2] = [const { OnceLock::new() }; 2];
        *COMPLETE[instance as usize - 1].get_or_init(|| Self::went_through_everything(instance))
    }

    fn went_through_everything(instance: u64) -> Self {
        let base = || base().instance(instance);
        let mut rig = operating(base(), Phase::Stopping { halves: PairPhase::Stopped });
        rig.shutdown_taken("a").sets_up();
        rig.prepared("a").sets_up();
        let mut ending = operating(base().deadline(9), Phase::Idle);
        ending.shutdown().sets_up();
        let deadline = ending.host.deadline.expect("the setup has a deadline").timer;
        Self { card: rig.card("a"), deadline, instance }
    }

    /// A genuine duplicate of the first command that `a` gets.
    fn command(&self) -> AssignmentCommand<Test> {
        let busy = Phase::Busy { join: JoinPhase::Delivering };
        operating(base().instance(self.instance), busy).command("a")
    }

    pub(crate) fn input(&self, fact: Fact) -> Input {
        let card = &self.card;
        match fact {
            Fact::Committed => facts::committed(card),
            Fact::Unborn => facts::unborn(card, super::Blueprint(70)),
            Fact::Initialized => facts::initialized(card, super::Plan(70)),
            Fact::Begun => facts::begun(card),
            Fact::Ready => facts::ready(card),
            Fact::Stopped => facts::stopped(card, Abnormal, 70),
            Fact::Delivered => facts::delivered(card),
            Fact::Completed => facts::completed(card, self.command(), 70),
            Fact::Prepared => facts::prepared(card, super::Source(70), 70),
            Fact::Scheduled => facts::scheduled(card),
            Fact::TimerElapsed => facts::timer_elapsed(card, 70),
            Fact::ShutdownTaken => facts::shutdown_taken(card),
            Fact::DeadlineTaken => facts::deadline_taken(self.deadline),
            Fact::DeadlineElapsed => facts::deadline_elapsed(self.deadline, 70),
        }
    }
}
