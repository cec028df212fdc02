//! Who gets which job, and when.

use crate::support::*;

const DELIVERING: Phase = Phase::Busy { join: JoinPhase::Delivering };

/// `role` holds job `tag`, delivers it, completes it, and what follows is `next`.
fn serve(rig: &mut Rig, role: Role, tag: u64, next: &[&str]) {
    rig.delivered(role).says_nothing();
    let completed = format!("DeliverCustomerTerminal c{tag} Completed job{tag} {role} o{tag}");
    let expected = [&[&completed[..]], next, &["Continue"]].concat();
    rig.complete(role, tag).says(&expected);
}

// djc/bb8#122
#[test]
fn f01_a_completion_assigns_the_next_job_in_its_own_fold() {
    let mut rig = setup(&["a"]).idle();
    rig.busy("a", 1);
    rig.submit(2).says(&["DeliverAdmission c2 Accepted r2 job2", "Continue"]);
    rig.complete("a", 5).says(&[
        "DeliverCustomerTerminal c1 Completed job1 a o5",
        "DeliverAssignment child1/0 assignment2 p2",
        "Continue",
    ]);
    assert_eq!((rig.phase("a"), rig.pool.queued()), (DELIVERING, 0));
}

/// Both workers are busy, job 3 waits, `a` stops.
fn interrupted(setup: Setup, said: &[&str]) -> Rig {
    let mut rig = setup.idle();
    rig.busy("a", 1);
    rig.busy("b", 2);
    rig.submit(3).says(&["DeliverAdmission c3 Accepted r3 job3", "Continue"]);
    rig.stop("a", Abnormal, 4).says(said);
    rig
}

/// The replacement of `a` becomes ready, and nobody submits anything.
fn replaced(rig: &mut Rig, assignment: &str) {
    rig.prepared("a").says(&[
        "CreateWorker a child3/0 Replacement(recovery1/0 e1) s3",
        "ObserveWorkerCreation child3/0",
        "ObserveWorkerStop child3/0",
        "Continue",
    ]);
    rig.commit("a").says(&["InitializeWorker child3/0 i3 plan3", "Continue"]);
    let begin = "BeginWorkerActivation child3/0 ticket3/0 permit3 plan3";
    rig.initialized("a").says(&[begin, "Continue"]);
    rig.begun("a").says_nothing();
    rig.ready("a").says(&[assignment, "Continue"]);
    assert_eq!(rig.phase("a"), DELIVERING);
}

// djc/bb8#167, slawlor/ractor#118
#[test]
fn f02_a_replacement_gets_the_waiting_job_in_the_fold_that_makes_it_ready() {
    let mut rig = interrupted(
        setup(&["a", "b"]),
        &[
            "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 WorkerStopped",
            "PrepareWorker recovery1/0 a source1",
            "Continue",
        ],
    );
    replaced(&mut rig, "DeliverAssignment child3/0 assignment3 p3");
    assert_eq!(rig.queue(), [""; 0]);
}

#[test]
fn f02_under_retry_a_replacement_gets_the_interrupted_job() {
    let setup = setup(&["a", "b"]).retry();
    let mut rig = interrupted(setup, &["PrepareWorker recovery1/0 a source1", "Continue"]);
    assert_eq!(rig.queue(), ["job1 1 a", "job3 3 -"]);
    replaced(&mut rig, "DeliverAssignment child3/0 assignment3 p1");
    assert_eq!(rig.queue(), ["job3 3 -"]);
}

// slawlor/ractor#118
#[test]
fn f04_waiting_jobs_keep_their_order_over_a_replacement() {
    let mut rig = setup(&["a"]).idle();
    rig.busy("a", 1);
    rig.submit(2).sets_up();
    rig.submit(3).sets_up();
    rig.stop("a", Abnormal, 4).says(&[
        "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 WorkerStopped",
        "PrepareWorker recovery1/0 a source1",
        "Continue",
    ]);
    rig.until("a", DELIVERING);
    rig.submit(4).says(&["DeliverAdmission c4 Accepted r4 job4", "Continue"]);
    assert_eq!(rig.queue(), ["job3 3 -", "job4 4 -"]);
    serve(&mut rig, "a", 2, &["DeliverAssignment child2/0 assignment3 p3"]);
    serve(&mut rig, "a", 3, &["DeliverAssignment child2/0 assignment4 p4"]);
    serve(&mut rig, "a", 4, &[]);
}

#[test]
fn f04_under_retry_the_interrupted_job_comes_before_all_of_them() {
    let mut rig = setup(&["a"]).retry().idle();
    rig.busy("a", 1);
    rig.submit(2).sets_up();
    rig.submit(3).sets_up();
    rig.stop("a", Abnormal, 4).says(&["PrepareWorker recovery1/0 a source1", "Continue"]);
    rig.until("a", DELIVERING);
    rig.submit(4).says(&["DeliverAdmission c4 Accepted r4 job4", "Continue"]);
    serve(&mut rig, "a", 1, &["DeliverAssignment child2/0 assignment3 p2"]);
    serve(&mut rig, "a", 2, &["DeliverAssignment child2/0 assignment4 p3"]);
    serve(&mut rig, "a", 3, &["DeliverAssignment child2/0 assignment5 p4"]);
    serve(&mut rig, "a", 4, &[]);
}

// akka-core#31814
#[test]
fn f05_retried_jobs_keep_their_order() {
    let mut rig = setup(&["a"]).retry().idle();
    rig.busy("a", 1);
    for tag in 2..=4 {
        rig.submit(tag).sets_up();
    }
    for (recovery, at) in [(1, 4), (2, 5)] {
        let prepare = format!("PrepareWorker recovery{recovery}/0 a source1");
        rig.stop("a", Abnormal, at).says(&[&prepare, "Continue"]);
        assert_eq!(rig.queue(), ["job1 1 a", "job2 2 -", "job3 3 -", "job4 4 -"]);
        rig.until("a", Phase::Activating);
        let assignment = format!("DeliverAssignment child{0}/0 assignment{0} p1", recovery + 1);
        rig.ready("a").says(&[&assignment, "Continue"]);
        rig.delivered("a").says_nothing();
    }
    rig.complete("a", 1).says(&[
        "DeliverCustomerTerminal c1 Completed job1 a o1",
        "DeliverAssignment child3/0 assignment4 p2",
        "Continue",
    ]);
    serve(&mut rig, "a", 2, &["DeliverAssignment child3/0 assignment5 p3"]);
    serve(&mut rig, "a", 3, &["DeliverAssignment child3/0 assignment6 p4"]);
    serve(&mut rig, "a", 4, &[]);
    assert!(rig.host.open_jobs.is_empty(), "each job has ended, and the host saw none end twice");
}

// The seed's first finding.
#[test]
fn f06_two_interrupted_jobs_wait_in_the_order_of_their_admission() {
    for order in [["a", "b"], ["b", "a"]] {
        let mut rig = setup(&["a", "b"]).retry().idle();
        rig.busy("a", 1);
        rig.busy("b", 2);
        let [first, second] = order;
        let ticket = rig.card(first).child.position();
        let prepare = format!("PrepareWorker recovery1/{ticket} {first} source1");
        rig.stop(first, Abnormal, 4).says(&[&prepare, "Continue"]);
        rig.stop(second, Abnormal, 5).says_nothing();
        assert_eq!(rig.queue(), ["job1 1 a", "job2 2 b"], "stopped in the order {order:?}");
    }
}

// dashbitco/nimble_pool#15
#[test]
fn f07_a_burst_while_every_worker_starts_begins_no_activation_beyond_the_limit() {
    let roles = ["a", "b", "c"];
    let mut rig = setup(&roles).limit(2).start();
    for tag in 1..=6 {
        let accepted = format!("DeliverAdmission c{tag} Accepted r{tag} job{tag}");
        rig.submit(tag).says(&[&accepted, "Continue"]);
    }
    for (number, role) in (1..).zip(roles) {
        let position = number - 1;
        let initialize =
            format!("InitializeWorker child{number}/{position} i{number} plan{number}");
        rig.commit(role).says(&[&initialize, "Continue"]);
    }
    rig.initialized("a")
        .says(&["BeginWorkerActivation child1/0 ticket1/0 permit1 plan1", "Continue"]);
    rig.initialized("b")
        .says(&["BeginWorkerActivation child2/1 ticket2/1 permit2 plan2", "Continue"]);
    rig.initialized("c").says_nothing();
    rig.begun("a").says_nothing();
    rig.begun("b").says_nothing();
    rig.ready("b").says(&[
        "BeginWorkerActivation child3/2 ticket3/2 permit3 plan3",
        "DeliverAssignment child2/1 assignment1 p1",
        "Continue",
    ]);
    rig.ready("a").says(&["DeliverAssignment child1/0 assignment2 p2", "Continue"]);
    rig.begun("c").says_nothing();
    rig.ready("c").says(&["DeliverAssignment child3/2 assignment3 p3", "Continue"]);
    assert_eq!(rig.host.submissions.len(), roles.len(), "no worker beyond the roster was created");
}

// inaka/worker_pool#94
#[test]
fn f08_a_recovering_role_at_the_cursor_is_skipped() {
    let mut rig = setup(&["a", "b", "c"]).idle();
    rig.busy("a", 1);
    rig.stop("b", Abnormal, 4).says(&["PrepareWorker recovery1/1 b source1", "Continue"]);
    skip(rig);
}

#[test]
fn f08_a_retired_role_at_the_cursor_is_skipped() {
    let mut rig = setup(&["a", "b", "c"]).temporary().idle();
    rig.busy("a", 1);
    rig.stop("b", Abnormal, 4).says_nothing();
    assert_eq!(rig.phase("b"), Phase::Retired);
    skip(rig);
}

/// The cursor stands on `b`, which is lost; `c` is chosen, and the cursor follows it.
fn skip(mut rig: Rig) {
    assert_eq!(rig.pool.cursor(), Some(1));
    rig.submit(2).says(&[
        "DeliverAdmission c2 Accepted r2 job2",
        "DeliverAssignment child3/2 assignment2 p2",
        "Continue",
    ]);
    assert_eq!(rig.pool.cursor(), Some(0), "the successor of c, not of b");
}
