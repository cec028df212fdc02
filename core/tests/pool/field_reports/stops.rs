//! What a stop, or a creation that fails, leads to: exactly once.

use crate::support::*;

const COMPLETED: &str = "DeliverCustomerTerminal c1 Completed job1 a o5";
const RETURNED: &str = "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 WorkerStopped";
const PREPARE: &str = "PrepareWorker recovery1/0 a source1";
const STALE: &str = "DeliverDiagnostic d1 diagnostic1 RejectedFact Stale";
const LATE: &str = "  WorkerCompleted child1/0 o5";

#[derive(Clone, Copy, Debug)]
enum Event {
    Delivery,
    Completion,
    Stop,
}

use Event::{Completion, Delivery, Stop};

/// What one order of the three facts says, fact by fact. `None` stands for what the stop makes of the
/// job: a return under `Fail`, nothing but a place in the queue under `Retry`.
type Order = ([Event; 3], [&'static [Option<&'static str>]; 3]);

const JOB: Option<&str> = None;

const ORDERS: [Order; 6] = [
    ([Delivery, Completion, Stop], [&[], &[Some(COMPLETED)], &[Some(PREPARE)]]),
    ([Completion, Delivery, Stop], [&[], &[Some(COMPLETED)], &[Some(PREPARE)]]),
    ([Completion, Stop, Delivery], [&[], &[], &[Some(COMPLETED), Some(PREPARE)]]),
    ([Delivery, Stop, Completion], [&[], &[JOB, Some(PREPARE)], &[Some(STALE), Some(LATE)]]),
    ([Stop, Delivery, Completion], [&[], &[JOB, Some(PREPARE)], &[Some(STALE), Some(LATE)]]),
    ([Stop, Completion, Delivery], [&[], &[], &[JOB, Some(PREPARE), Some(STALE), Some(LATE)]]),
];

fn tell(rig: &mut Rig, event: Event) -> Said {
    match event {
        Delivery => rig.delivered("a"),
        Completion => rig.complete("a", 5),
        Stop => rig.stop("a", Abnormal, 4),
    }
}

/// Plays one order to its end; answers the rig.
fn play(setup: Setup, (events, products): &Order, interrupted: Option<&'static str>) -> Rig {
    let mut rig = setup.idle();
    rig.submit(1).sets_up();
    for (event, product) in events.iter().zip(products) {
        let mut lines: Vec<&str> = product.iter().filter_map(|line| line.or(interrupted)).collect();
        lines.push("Continue");
        tell(&mut rig, *event).says(&lines);
    }
    rig
}

fn stop_wins((_, products): &Order) -> bool {
    products.iter().any(|product| product.contains(&JOB))
}

// basho/riak_core#298
#[test]
fn f03_delivery_completion_and_stop_in_any_order_end_the_job_once() {
    for order in &ORDERS {
        let mut rig = play(setup(&["a"]), order, Some(RETURNED));
        assert!(rig.host.open_jobs.is_empty(), "the job has ended: {order:?}");
        rig.until_idle("a");
        rig.submit(2).says(&[
            "DeliverAdmission c2 Accepted r2 job2",
            "DeliverAssignment child2/0 assignment2 p2",
            "Continue",
        ]);
    }
}

#[test]
fn f03_under_retry_the_stop_puts_the_job_back_once() {
    for order in &ORDERS {
        let mut rig = play(setup(&["a"]).retry(), order, None);
        rig.until("a", Phase::Activating);
        let (queue, said): (&[&str], &[&str]) = if stop_wins(order) {
            (&["job1 1 a"], &["DeliverAssignment child2/0 assignment2 p1", "Continue"])
        } else {
            (&[], &["Continue"])
        };
        assert_eq!(rig.queue(), queue, "{order:?}");
        rig.ready("a").says(said);
        assert_eq!(rig.queue(), [""; 0], "nothing is left over: {order:?}");
    }
}

/// The stop, before or after the delivery is settled; answers what the deciding fact said.
fn stopped_job(setup: &Setup, class: StopClass, delivered_first: bool) -> (Rig, Said) {
    let mut rig = setup.clone().idle();
    rig.submit(1).sets_up();
    let said = if delivered_first {
        rig.delivered("a").says_nothing();
        rig.stop("a", class, 4)
    } else {
        rig.stop("a", class, 4).says_nothing();
        rig.delivered("a")
    };
    (rig, said)
}

// inaka/worker_pool#93, #141
#[test]
fn f09_a_stop_before_or_after_the_delivery_returns_the_job_once() {
    for class in [Normal, Abnormal] {
        for delivered_first in [false, true] {
            let (rig, said) = stopped_job(&setup(&["a"]), class, delivered_first);
            said.says(&[RETURNED, PREPARE, "Continue"]);
            assert!(rig.host.open_jobs.is_empty());
        }
    }
}

#[test]
fn f09_under_retry_it_puts_the_job_back_once_with_its_role() {
    for class in [Normal, Abnormal] {
        for delivered_first in [false, true] {
            let (rig, said) = stopped_job(&setup(&["a"]).retry(), class, delivered_first);
            said.says(&[PREPARE, "Continue"]);
            assert_eq!(rig.queue(), ["job1 1 a"]);
        }
    }
}

#[test]
fn f09_a_role_that_is_not_recovered_still_returns_the_job_once() {
    for delivered_first in [false, true] {
        let setup = setup(&["a"]).transient();
        let (rig, said) = stopped_job(&setup, Normal, delivered_first);
        said.says(&[RETURNED, "Continue"]);
        assert_eq!(rig.phase("a"), Phase::Retired);
    }
}

// akka.net#2241
#[test]
fn f10_a_second_stop_of_one_worker_is_one_diagnostic_and_no_second_recovery() {
    let mut rig = setup(&["a"]).idle();
    let card = rig.card("a");
    rig.stop("a", Abnormal, 4).says(&[PREPARE, "Continue"]);
    rig.rejects(Stale, facts::stopped(&card, Abnormal, 5));
    rig.prepared("a").says(&[
        "CreateWorker a child2/0 Replacement(recovery1/0 e1) s2",
        "ObserveWorkerCreation child2/0",
        "ObserveWorkerStop child2/0",
        "Continue",
    ]);
    rig.rejects(Stale, facts::stopped(&card, Abnormal, 6));
    rig.until_idle("a");
    rig.rejects(Stale, facts::stopped(&card, Abnormal, 7));
    rig.submit(1).says(&[
        "DeliverAdmission c1 Accepted r1 job1",
        "DeliverAssignment child2/0 assignment1 p1",
        "Continue",
    ]);
}

// deadpool#18
#[test]
fn f11_the_queue_lives_until_the_last_creation_is_rejected() {
    let mut rig = setup(&["a", "b"]).start();
    rig.submit(1).sets_up();
    rig.submit(2).sets_up();
    rig.reject_birth("a").says(&[
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  CreationRejected s1 x1 no stop",
        "Continue",
    ]);
    rig.submit(3).says(&["DeliverAdmission c3 Accepted r3 job3", "Continue"]);
    rig.reject_birth("b").says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 NoRecoverableWorkers",
        "DeliverCustomerTerminal c2 ReturnedQueued job2 p2 NoRecoverableWorkers",
        "DeliverCustomerTerminal c3 ReturnedQueued job3 p3 NoRecoverableWorkers",
        "DeliverDiagnostic d1 diagnostic2 RoleFailed b",
        "  CreationRejected s2 x2 no stop",
        "Continue",
    ]);
    let rejected = "DeliverAdmission c4 Rejected r4 p4 NoRecoverableWorkers";
    rig.submit(4).says(&[rejected, "Continue"]);
    rig.shutdown().says(&["Stopped"]);
}

#[test]
fn f11_under_stop_pool_the_first_rejected_creation_shuts_down() {
    let mut rig = setup(&["a", "b"]).stop_pool().start();
    rig.submit(1).sets_up();
    rig.reject_birth("a").says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 PoolShutdown",
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  CreationRejected s1 x1 no stop",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), Phase::Drained);
    rig.reject_birth("b").says(&[
        "TransferRejectedFact b Cancelled",
        "  UnbornSubmission s2 x2 no stop",
        "Stopped",
    ]);
}

// actor-ts#729
#[test]
fn f12_a_stop_is_taken_however_full_the_backlog_is() {
    let mut rig = setup(&["a"]).retry().capacity(1).idle();
    rig.busy("a", 1);
    rig.submit(2).sets_up();
    let full = "DeliverAdmission c3 Rejected r3 p3 BacklogFull";
    rig.submit(3).says(&[full, "Continue"]);
    rig.stop("a", Abnormal, 4).says(&[PREPARE, "Continue"]);
    assert_eq!(rig.queue(), ["job1 1 a", "job2 2 -"], "one more than may be admitted");
    rig.submit(3).says(&[full, "Continue"]);
    rig.until("a", Phase::Activating);
    rig.ready("a").says(&["DeliverAssignment child2/0 assignment2 p1", "Continue"]);
    rig.submit(3).says(&[full, "Continue"]);
}
