//! Correlations: what draws one, what becomes of a draw that fails, and evidence.

use crate::support::Tell::*;
use crate::support::*;

const INITIALIZING: &[Tell] = &[Install(1), Committed(1)];
const READY: &[Tell] = &[Install(1), Committed(1), Initialized(1), StartAccepted(1), Ready(1)];

fn plan(first: u64, last: u64) -> SequencePlan {
    SequencePlan::lease(Lease::new(first, last).expect("the lease is not empty"))
}

fn creations(creations: SequencePlan) -> Rig {
    Rig::with(ProxyCorrelations { creations, ..ProxyCorrelations::PLENTY })
}

fn activations(activations: SequencePlan) -> Rig {
    Rig::with(ProxyCorrelations { activations, ..ProxyCorrelations::PLENTY })
}

#[test]
fn an_install_without_a_creation_is_refused_and_changes_nothing() {
    let mut rig = creations(SequencePlan::NOTHING);
    rig.tell(Install(1))
        .says(&["Report Initial t1 Rejected b1 p1 while Dormant: Exhausted", "Continue"]);
    rig.shows_row(ProxyRow::Dormant);
    rig.tell(Shutdown).says(&["Stopped Nothing"]);
}

#[test]
fn a_replacement_without_a_creation_leaves_the_ready_worker_alone() {
    let mut rig = creations(plan(1, 1)).and(READY);
    rig.tell(Replace(2))
        .says(&["Report Replacement t2 Rejected b2 p2 while Ready: Exhausted", "Continue"]);
    rig.tell(Service(7)).says(&["DeliverService w1 s7 c7", "Continue"]);
    let mut rig = rig.and(&[Exit(1, 3)]);
    rig.tell(Replace(2))
        .says(&["Report Replacement t2 Rejected b2 p2 while Empty: Exhausted", "Continue"]);
    rig.shows_row(ProxyRow::EmptyAfter);
}

#[test]
fn a_collision_burns_its_candidate() {
    let renewed = plan(1, 2).renewed(Lease::new(2, 3).expect("the lease is not empty"));
    let mut rig = creations(renewed).and(READY).and(&[Exit(1, 3), Replace(2), HostRejected(2)]);
    let refusal = "Report Replacement t3 Rejected b3 p3 while Empty: Collision { candidate: 2 }";
    rig.tell(Replace(3)).says(&[refusal, "Continue"]);
    rig.tell(Replace(4)).says(&[
        "CreateWorker creation3 b4 p4",
        "ObserveWorkerCreation creation3",
        "ObserveWorkerExit creation3",
        "Continue",
    ]);
}

#[test]
fn what_the_phase_refuses_draws_nothing() {
    let mut rig = creations(plan(1, 2)).and(&[Install(1)]);
    rig.tell(Install(5)).says(&["Report Initial t5 Rejected b5 p5 while Creating", "Continue"]);
    rig.tell(Replace(5)).says(&["Report Replacement t5 Rejected b5 p5 while Creating", "Continue"]);
    let mut rig = rig.and(&READY[1..]);
    rig.tell(Install(5)).says(&["Report Initial t5 Rejected b5 p5 while Ready", "Continue"]);
    let mut rig = rig.and(&[Replace(2)]);
    rig.tell(Replace(5))
        .says(&["Report Replacement t5 Rejected b5 p5 while Replacing", "Continue"]);
    rig.tell(Exit(1, 3)).says(&[
        "CreateWorker creation2 b2 p2",
        "ObserveWorkerCreation creation2",
        "ObserveWorkerExit creation2",
        "Continue",
    ]);
}

#[test]
fn the_creation_of_a_successor_is_reserved_at_acceptance() {
    let mut rig = creations(plan(1, 2)).and(READY);
    rig.tell(Replace(2)).says(&["ShutdownWorker w1", "Continue"]);
    let state = format!("{:?}", rig.proxy);
    assert!(state.contains("creation2@1"), "it is reserved: {state}");
    let mut rig = creations(plan(1, 1)).and(READY);
    rig.tell(Replace(2))
        .says(&["Report Replacement t2 Rejected b2 p2 while Ready: Exhausted", "Continue"]);
}

#[test]
fn an_attempt_that_cannot_be_reserved_is_a_failed_start() {
    let mut rig = activations(SequencePlan::NOTHING).and(INITIALIZING);
    rig.tell(Initialized(1)).says(&["ShutdownWorker w1", "Continue"]);
    rig.shows(ProxyView { row: ProxyRow::Failing, settlement_owed: true, ..VIEW });
    rig.tell(Settled(1)).says_nothing();
    rig.tell(Exit(1, 5)).says(&[
        "Report Initial t1 Unavailable worker1 ActivationUnavailable permit1 p1 Exhausted \
         (z5 at 5, Accepted)",
        "Continue",
    ]);
    rig.shows_row(ProxyRow::EmptyAfter);
}

#[test]
fn a_failed_attempt_is_left_over_whole() {
    let mut rig = activations(SequencePlan::NOTHING).and(INITIALIZING).and(&[Initialized(1)]);
    rig.tell(Shutdown).says_nothing();
    rig.tell(Exit(1, 5)).says_nothing();
    rig.tell(SettlementRejected(1)).says(&[
        "Stopped Change t1 Resolved Unavailable worker1 ActivationUnavailable permit1 p1 Exhausted \
         (z5 at 5, Rejected [w1] x1)",
    ]);
}

#[test]
fn an_attempt_that_collides_burns_its_candidate() {
    let renewed = plan(1, 1).renewed(Lease::new(1, 2).expect("the lease is not empty"));
    let mut rig = activations(renewed).and(READY).and(&[Exit(1, 3), Replace(2), Committed(2)]);
    rig.tell(Initialized(2)).says(&["ShutdownWorker w2", "Continue"]);
    let mut rig = rig.and(&[Settled(2)]);
    rig.tell(Exit(2, 5)).says(&[
        "Report Replacement t2 of worker1 (gone) Unavailable worker2 ActivationUnavailable \
         permit2 p2 Collision { candidate: 1 } (z5 at 5, Accepted)",
        "Continue",
    ]);
    let mut rig = rig.and(&[Replace(3), Committed(3)]);
    rig.tell(Initialized(3)).says(&["BeginActivation w3 activation2 permit3 p3", "Continue"]);
}

#[test]
fn nothing_is_drawn_after_the_exit() {
    let mut rig = activations(plan(1, 1)).and(INITIALIZING).and(&[Exit(1, 3), Initialized(1)]);
    rig.tell(Replace(2)).says(&[
        "CreateWorker creation2 b2 p2",
        "ObserveWorkerCreation creation2",
        "ObserveWorkerExit creation2",
        "Continue",
    ]);
    let mut rig = rig.and(&[Committed(2)]);
    rig.tell(Initialized(2)).says(&["BeginActivation w2 activation1 permit2 p2", "Continue"]);
}

#[test]
fn nothing_is_drawn_while_draining() {
    let rig = Rig::after(INITIALIZING).and(&[Shutdown, Initialized(1)]);
    let state = format!("{:?}", rig.proxy);
    let (_, activations) = state.split_once("activations: ").expect("the allocators show");
    let fresh = format!("{:?}", Rig::new().proxy);
    let (_, untouched) = fresh.split_once("activations: ").expect("the allocators show");
    let until_state = |text: &str| text.split_once("state: ").map(|(before, _)| before.to_owned());
    assert_eq!(until_state(activations), until_state(untouched));
}

/// The evidence of the first worker of a proxy of this instance.
fn first_evidence(instance: InstanceId) -> WorkerEvidence {
    let mut proxy = StableProxy::<Test>::new(instance, ProxyCorrelations::PLENTY);
    let mut tell = |input| {
        let mut actions = ProxyActions::default();
        proxy.step(input, &mut actions).expect("it runs");
        actions
    };
    let creating = tell(Rig::new().input(Install(1)));
    let ProxyOperation::CreateWorker(create) = &creating.operations()[0] else {
        panic!("a creation goes out")
    };
    let result = BirthResult::Committed { incarnation: Incarnation(1), attempt: Attempt(1) };
    let birth = WorkerBirth { creation: create.creation, result };
    let _said = tell(ProxyInput::WorkerBirth(birth));
    let stopped = tell(Rig::new().input(Stopped(1, 4)));
    let ProxyOperation::Report(OwnerReport::Initial { outcome, .. }) = &stopped.operations()[0]
    else {
        panic!("the owner is told")
    };
    let InitialOutcome::Resolved(StartOutcome::Unavailable { evidence, .. }) = outcome else {
        panic!("the worker is gone")
    };
    *evidence
}

#[test]
fn first_workers_of_two_proxies_have_unequal_evidence() {
    let (one, other) = (first_evidence(InstanceId(1)), first_evidence(InstanceId(2)));
    assert_ne!(one, other);
    assert_eq!((one.ordinal(), other.ordinal()), (1, 1), "ordinals are for reading");
    assert_eq!((one.instance(), other.instance()), (InstanceId(1), InstanceId(2)));
    assert_eq!(one, first_evidence(InstanceId(1)), "evidence is a function of the history");
}
