//! From creation to the initialization settlement, with a stop in every order.

use crate::support::*;

const INITIALIZE: &str = "InitializeWorker child1/0 i1 plan1";
const PREPARE: &str = "PrepareWorker recovery1/0 a source1";
const PLAN_UNUSED: [&str; 2] = ["TransferRejectedFact a Unused", "  Plan plan1"];

fn initializing(setup: Setup) -> Rig {
    let mut rig = setup.start();
    rig.commit("a").says(&[INITIALIZE, "Continue"]);
    rig
}

#[test]
fn a_committed_birth_starts_its_initialization() {
    let mut rig = setup(&["a"]).start();
    let first = rig.card("a");
    rig.commit("a").says(&[INITIALIZE, "Continue"]);
    assert_eq!(rig.phase("a"), Phase::Initializing);
    rig.rejects(Stale, facts::committed(&first));
    rig.rejects(Stale, facts::unborn(&first, Blueprint(8)));
}

#[test]
fn a_birth_after_its_stop_starts_nothing_and_recovers() {
    let mut rig = setup(&["a"]).start();
    rig.stop("a", Abnormal, 4).says_nothing();
    assert_eq!(rig.phase("a"), Phase::Creating { stop_kept: true });
    rig.commit("a").says(&[PREPARE, PLAN_UNUSED[0], PLAN_UNUSED[1], "Continue"]);
    assert_eq!(rig.phase("a"), Phase::RecoveringPreparing);
}

#[test]
fn a_birth_after_its_stop_keeps_the_class_of_the_stop() {
    let mut rig = setup(&["a"]).transient().start();
    rig.stop("a", Normal, 4).says_nothing();
    rig.commit("a").says(&[PLAN_UNUSED[0], PLAN_UNUSED[1], "Continue"]);
    assert_eq!(rig.phase("a"), Phase::Retired);
}

#[test]
fn a_kept_stop_of_another_birth_is_rejected_at_the_commit() {
    let mut rig = setup(&["a"]).start();
    let other = Card { evidence: Evidence(9), ..rig.card("a") };
    rig.tell(facts::stopped(&other, Abnormal, 4)).says_nothing();
    rig.commit("a").says(&[
        INITIALIZE,
        "DeliverDiagnostic d1 diagnostic1 RejectedFact WrongWorker",
        "  WorkerStopped a:child1/0:e9 Abnormal 4 z4",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), Phase::Initializing);
}

#[test]
fn one_stop_is_kept_before_the_birth() {
    let mut rig = setup(&["a"]).start();
    rig.stop("a", Abnormal, 4).says_nothing();
    rig.rejects(Stale, facts::stopped(&rig.card("a"), Normal, 5));
    let other = Card { evidence: Evidence(9), ..rig.card("a") };
    rig.rejects(Stale, facts::stopped(&other, Normal, 5));
}

#[test]
fn a_creation_fact_must_name_role_and_nonce() {
    let mut rig = setup(&["a", "b"]).start();
    let (a, b) = (rig.card("a"), rig.card("b"));
    let crossed = Card { role: "b", ..a };
    rig.rejects(WrongWorker, facts::committed(&crossed));
    rig.rejects(WrongWorker, facts::unborn(&crossed, Blueprint(8)));
    rig.rejects(WrongWorker, facts::stopped(&crossed, Normal, 5));
    rig.rejects(WrongWorker, facts::stopped(&Card { role: "z", ..b }, Normal, 5));
    let foreign = setup(&["a"]).instance(2).start().card("a");
    rig.rejects(Foreign, facts::committed(&foreign));
    rig.rejects(Foreign, facts::unborn(&foreign, Blueprint(8)));
    rig.rejects(Foreign, facts::stopped(&foreign, Normal, 5));
}

#[test]
fn a_rejected_creation_retires_the_role_and_never_recovers() {
    let mut rig = setup(&["a", "b"]).start();
    rig.submit(1).sets_up();
    rig.reject_birth("a").says(&[
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  CreationRejected s1 x1 no stop",
        "Continue",
    ]);
    assert_eq!((rig.phase("a"), rig.queue()), (Phase::Retired, vec!["job1 1 -".to_owned()]));
    rig.reject_birth("b").says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 NoRecoverableWorkers",
        "DeliverDiagnostic d1 diagnostic2 RoleFailed b",
        "  CreationRejected s2 x2 no stop",
        "Continue",
    ]);
}

#[test]
fn a_rejected_creation_stops_the_pool_where_the_reaction_says_so() {
    let mut rig = setup(&["a", "b"]).stop_pool().start();
    rig.submit(1).sets_up();
    rig.reject_birth("a").says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 PoolShutdown",
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  CreationRejected s1 x1 no stop",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), Phase::Drained);
    assert_eq!(rig.phase("b"), Phase::ResolvingCreation { stop_kept: false });
}

#[test]
fn a_rejected_creation_with_a_kept_stop_owns_both_facts() {
    let mut rig = setup(&["a"]).start();
    let named = Card { evidence: Evidence(9), ..rig.card("a") };
    rig.tell(facts::stopped(&named, Abnormal, 4)).says_nothing();
    rig.reject_birth("a").says(&[
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  CreationRejected s1 x1 stop [WorkerStopped a:child1/0:e9 Abnormal 4 z4]",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), Phase::Retired);
}

#[test]
fn a_stopped_initialization_counts_as_the_stop() {
    let mut rig = initializing(setup(&["a"]));
    rig.stop_initialization("a", Normal, 4).says(&[
        PREPARE,
        PLAN_UNUSED[0],
        PLAN_UNUSED[1],
        "Continue",
    ]);
    rig.rejects(Stale, facts::stopped(&rig.card("a"), Normal, 4));
    let mut rig = initializing(setup(&["a"]).transient());
    rig.stop_initialization("a", Normal, 4).says(&[PLAN_UNUSED[0], PLAN_UNUSED[1], "Continue"]);
    assert_eq!(rig.phase("a"), Phase::Retired);
}

fn stopped_initializing() -> Rig {
    let mut rig = initializing(setup(&["a"]));
    rig.stop("a", Abnormal, 4).says_nothing();
    assert_eq!(rig.phase("a"), Phase::StoppedInitializing);
    rig
}

#[test]
fn an_initialization_that_settles_after_the_stop_goes_to_the_host_whichever_it_is() {
    let mut rig = stopped_initializing();
    rig.initialized("a").says(&[
        PREPARE,
        "TransferRejectedFact a Unused",
        "  Activation permit1 plan1",
        "Continue",
    ]);
    let mut rig = stopped_initializing();
    rig.reject_initialization("a").says(&[
        PREPARE,
        "TransferRejectedFact a Unused",
        "  Failure InitializationRejected leftover1 plan1 x1",
        "Continue",
    ]);
    let mut rig = stopped_initializing();
    rig.stop_initialization("a", Normal, 9).says(&[
        PREPARE,
        "TransferRejectedFact a Unused",
        "  StoppedInitialization [Normal 9 z9] plan1",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), Phase::RecoveringPreparing);
}

#[test]
fn the_first_stop_decides_even_if_the_initialization_tells_another() {
    let mut rig = initializing(setup(&["a"]).transient());
    rig.stop("a", Normal, 4).says_nothing();
    rig.stop_initialization("a", Abnormal, 4).says(&[
        "TransferRejectedFact a Unused",
        "  StoppedInitialization [Abnormal 4 z4] plan1",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), Phase::Retired);
}

#[test]
fn an_initialization_must_name_its_worker_and_attempt() {
    let mut rig = initializing(setup(&["a"]));
    let card = rig.card("a");
    rig.rejects(Stale, facts::initialized(&facts::other_attempt(&card), Plan(7)));
    let other = Card { evidence: Evidence(9), ..card };
    rig.rejects(WrongWorker, facts::initialized(&other, Plan(7)));
    rig.rejects(WrongWorker, facts::initialized(&Card { role: "b", ..card }, Plan(7)));
    let foreign = setup(&["a"]).instance(2).start().card("a");
    rig.rejects(Foreign, facts::initialized(&foreign, Plan(7)));
    let mut rig = stopped_initializing();
    let card = rig.card("a");
    rig.rejects(Stale, facts::initialized(&facts::other_attempt(&card), Plan(7)));
    rig.rejects(WrongWorker, facts::initialized(&other, Plan(7)));
}

#[test]
fn a_stop_must_name_its_worker() {
    let mut rig = initializing(setup(&["a"]));
    let card = rig.card("a");
    rig.rejects(WrongWorker, facts::stopped(&Card { evidence: Evidence(9), ..card }, Normal, 1));
    rig.rejects(WrongWorker, facts::stopped(&Card { role: "b", ..card }, Normal, 1));
    rig.stop("a", Normal, 1).says_nothing();
    rig.initialized("a").sets_up();
    rig.until_idle("a");
    rig.rejects(Stale, facts::stopped(&card, Normal, 2));
    rig.stop("a", Normal, 2).says(&["PrepareWorker recovery2/0 a source1", "Continue"]);
}

#[test]
fn a_nonce_or_ticket_that_no_declared_role_could_have_is_stale() {
    let mut larger = larger_twin();
    let (job, commands) = (larger.card("c"), [larger.command("c"), larger_twin().command("c")]);
    larger.reject_delivery_with("c", larger_twin().command("c")).sets_up();
    let asked = larger.card("c");
    larger.stop("c", Abnormal, 1).sets_up();
    larger.shutdown_taken("c").sets_up();
    larger.prepared("c").sets_up();
    let card = Card { assignment: job.assignment, shutdown: asked.shutdown, ..larger.card("c") };
    // Its position is right behind the last role, or further off.
    for (roles, command) in [&["a", "b"][..], &["a"]].into_iter().zip(commands) {
        let mut rig = setup(roles).start();
        rig.rejects(Stale, facts::committed(&card));
        rig.rejects(Stale, facts::unborn(&card, Blueprint(8)));
        rig.rejects(Stale, facts::initialized(&card, Plan(8)));
        rig.rejects(Stale, facts::begun(&card));
        rig.rejects(Stale, facts::ready(&card));
        rig.rejects(Stale, facts::stopped(&card, Normal, 8));
        rig.rejects(Stale, facts::delivered(&card));
        rig.rejects(Stale, facts::completed(&card, command, 8));
        rig.rejects(Stale, facts::shutdown_taken(&card));
        rig.rejects(Stale, facts::prepared(&card, Source(8), 8));
        rig.rejects(Stale, facts::scheduled(&card));
        rig.rejects(Stale, facts::timer_elapsed(&card, 8));
    }
}

/// A pool of the same identity with more roles, each with a job.
fn larger_twin() -> Rig {
    let mut larger = setup(&["a", "b", "c"]).delayed(5).idle();
    for tag in 1..=3 {
        larger.submit(tag).sets_up();
    }
    larger
}
