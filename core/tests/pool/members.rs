//! The two total matrices: which member takes which fact, in operation and in drain. A fact that a
//! row does not list is rejected whole, and changes nothing.

use crate::support::phases::{self, Dossier, EVERY_FACT, Fact};
use crate::support::*;

/// The facts that an operating member takes.
fn accepted(phase: Phase) -> &'static [Fact] {
    match phase {
        Phase::Creating { stop_kept: false } => &[Fact::Committed, Fact::Unborn, Fact::Stopped],
        Phase::Creating { stop_kept: true } => &[Fact::Committed, Fact::Unborn],
        Phase::Initializing => &[Fact::Initialized, Fact::Stopped],
        Phase::WaitingForActivationAuthorization | Phase::Idle => &[Fact::Stopped],
        Phase::ActivationDispatched => &[Fact::Begun, Fact::Stopped],
        Phase::Activating => &[Fact::Ready, Fact::Stopped],
        Phase::DrainingPreReady { halves } | Phase::Stopping { halves } => match halves {
            PairPhase::Open => &[Fact::ShutdownTaken, Fact::Stopped],
            PairPhase::Settled => &[Fact::Stopped],
            PairPhase::Stopped => &[Fact::ShutdownTaken],
        },
        Phase::StoppedInitializing => &[Fact::Initialized],
        Phase::StoppedDispatched => &[Fact::Begun],
        Phase::Busy { join } => match join {
            JoinPhase::Delivering => &[Fact::Delivered, Fact::Completed, Fact::Stopped],
            JoinPhase::Accepted => &[Fact::Completed, Fact::Stopped],
            JoinPhase::CompletionFirst => &[Fact::Delivered, Fact::Stopped],
            JoinPhase::StopFirst => &[Fact::Delivered, Fact::Completed],
            JoinPhase::CompletionThenStop | JoinPhase::StopThenCompletion => &[Fact::Delivered],
        },
        Phase::RecoveringPreparing => &[Fact::Prepared],
        Phase::RecoveringScheduling { elapsed: false } => &[Fact::Scheduled, Fact::TimerElapsed],
        Phase::RecoveringScheduling { elapsed: true } => &[Fact::Scheduled],
        Phase::RecoveringWaitingForTimer => &[Fact::TimerElapsed],
        Phase::RecoveringWaitingForSource | Phase::Retired | Phase::Drained => &[],
        Phase::ResolvingCreation { stop_kept: false } => {
            &[Fact::Committed, Fact::Unborn, Fact::Stopped]
        }
        Phase::ResolvingCreation { stop_kept: true } => &[Fact::Committed, Fact::Unborn],
        Phase::DrainingWorker { work, settled } => draining(work, settled),
        Phase::DrainingStopped => &[Fact::ShutdownTaken],
        Phase::AwaitingWorkerPreparation => &[Fact::Prepared],
        Phase::AwaitingRestartSchedule { elapsed: false } => &[Fact::Scheduled, Fact::TimerElapsed],
        Phase::AwaitingRestartSchedule { elapsed: true } => &[Fact::Scheduled],
    }
}

fn draining(work: DrainWorkPhase, settled: bool) -> &'static [Fact] {
    match (work, settled) {
        (
            DrainWorkPhase::Nothing
            | DrainWorkPhase::Created
            | DrainWorkPhase::WaitingForActivation,
            false,
        ) => &[Fact::Stopped, Fact::ShutdownTaken],
        (
            DrainWorkPhase::Nothing
            | DrainWorkPhase::Created
            | DrainWorkPhase::WaitingForActivation,
            true,
        ) => &[Fact::Stopped],
        (DrainWorkPhase::Initializing, false) => {
            &[Fact::Initialized, Fact::Stopped, Fact::ShutdownTaken]
        }
        (DrainWorkPhase::Initializing, true) => &[Fact::Initialized, Fact::Stopped],
        (DrainWorkPhase::ActivationDispatched, false) => {
            &[Fact::Begun, Fact::Stopped, Fact::ShutdownTaken]
        }
        (DrainWorkPhase::ActivationDispatched, true) => &[Fact::Begun, Fact::Stopped],
        (DrainWorkPhase::Activating, false) => &[Fact::Ready, Fact::Stopped, Fact::ShutdownTaken],
        (DrainWorkPhase::Activating, true) => &[Fact::Ready, Fact::Stopped],
        (DrainWorkPhase::Delivering, false) => {
            &[Fact::Delivered, Fact::Stopped, Fact::ShutdownTaken]
        }
        (DrainWorkPhase::Delivering, true) => &[Fact::Delivered, Fact::Stopped],
    }
}

/// A rig whose role `a` stands in `phase`, of either mode.
fn rig_in(phase: Phase) -> Rig {
    if phases::OPERATING.contains(&phase) {
        phases::operating(phases::base(), phase)
    } else {
        phases::draining(phases::base(), phase)
    }
}

fn every_phase() -> Vec<Phase> {
    [&phases::OPERATING[..], &phases::every_drain_phase()].concat()
}

/// Whether the member has a worker, or a creation, that a fact can name.
fn holds_a_child(phase: Phase) -> bool {
    match phase {
        Phase::RecoveringWaitingForSource
        | Phase::RecoveringPreparing
        | Phase::RecoveringScheduling { .. }
        | Phase::RecoveringWaitingForTimer
        | Phase::Retired
        | Phase::AwaitingWorkerPreparation
        | Phase::AwaitingRestartSchedule { .. }
        | Phase::Drained => false,
        Phase::Creating { .. }
        | Phase::Initializing
        | Phase::WaitingForActivationAuthorization
        | Phase::ActivationDispatched
        | Phase::Activating
        | Phase::DrainingPreReady { .. }
        | Phase::StoppedInitializing
        | Phase::StoppedDispatched
        | Phase::Idle
        | Phase::Busy { .. }
        | Phase::Stopping { .. }
        | Phase::ResolvingCreation { .. }
        | Phase::DrainingWorker { .. }
        | Phase::DrainingStopped => true,
    }
}

/// Whether the member knows the evidence of its worker's birth.
fn knows_the_birth(phase: Phase) -> bool {
    holds_a_child(phase)
        && !matches!(phase, Phase::Creating { .. } | Phase::ResolvingCreation { .. })
}

#[test]
fn every_member_takes_the_facts_of_its_row() {
    for phase in every_phase() {
        for fact in accepted(phase) {
            let mut rig = rig_in(phase);
            let before = rig.pool_text();
            let input = Dossier::of(&rig, 1).input(*fact);
            let owned = format!("  {}", Text::text(&input).replace("@1", ""));
            let lines = rig.tell(input).lines();
            assert!(!lines.contains(&owned), "{phase:?} takes {fact:?}: {lines:#?}");
            assert_ne!(before, rig.pool_text(), "{phase:?} takes {fact:?}");
        }
    }
}

#[test]
fn every_member_rejects_the_facts_that_its_row_does_not_list() {
    for phase in every_phase() {
        let taken = accepted(phase);
        for fact in EVERY_FACT.into_iter().filter(|fact| !taken.contains(fact)) {
            let mut rig = rig_in(phase);
            let input = Dossier::of(&rig, 1).input(fact);
            rig.rejects(Stale, input);
        }
    }
}

#[test]
fn no_member_takes_a_fact_of_another_pool() {
    for phase in every_phase() {
        for fact in EVERY_FACT {
            let mut rig = rig_in(phase);
            let input = Dossier::complete(2).input(fact);
            let class = if fact == Fact::Completed { Stale } else { Foreign };
            rig.rejects(class, input);
        }
    }
}

const NAMING_A_ROLE: [Fact; 7] = [
    Fact::Committed,
    Fact::Unborn,
    Fact::Initialized,
    Fact::Begun,
    Fact::Ready,
    Fact::Stopped,
    Fact::ShutdownTaken,
];

#[test]
fn no_member_takes_a_fact_that_names_another_role() {
    for phase in every_phase() {
        for fact in NAMING_A_ROLE {
            let mut rig = rig_in(phase);
            let mut dossier = Dossier::of(&rig, 1);
            dossier.card.role = "b";
            let class = if holds_a_child(phase) { WrongWorker } else { Stale };
            rig.rejects(class, dossier.input(fact));
        }
    }
}

#[test]
fn no_member_takes_a_fact_that_names_another_birth() {
    for phase in every_phase() {
        for fact in &NAMING_A_ROLE[2..] {
            let mut rig = rig_in(phase);
            let mut dossier = Dossier::of(&rig, 1);
            dossier.card.evidence = Evidence(70);
            let input = dossier.input(*fact);
            let known = knows_the_birth(phase);
            let kept = *fact == Fact::Stopped && accepted(phase).contains(fact) && !known;
            if kept {
                rig.tell(input).says_nothing();
            } else {
                rig.rejects(if known { WrongWorker } else { Stale }, input);
            }
        }
    }
}

#[test]
fn no_member_takes_a_preparation_for_another_role() {
    for phase in every_phase() {
        let mut rig = rig_in(phase);
        let mut dossier = Dossier::of(&rig, 1);
        dossier.card.role = "b";
        rig.rejects(Stale, dossier.input(Fact::Prepared));
    }
}

#[test]
fn no_member_takes_a_fact_about_an_earlier_nonce() {
    for phase in every_phase() {
        for fact in &NAMING_A_ROLE {
            let mut rig = rig_in(phase);
            let mut dossier = Dossier::of(&rig, 1);
            dossier.card.child =
                setup(&["a", "b"]).space(|space| space.births = plan(8, 9)).start().card("a").child;
            rig.rejects(Stale, dossier.input(*fact));
        }
    }
}
