//! How a shutdown ends.

use crate::support::*;

const SHUTDOWN_A: &str = "ShutdownWorker child1/0 a:child1/0:e1 shutdown1";
const SHUTDOWN_B: &str = "ShutdownWorker child2/1 b:child2/1:e2 shutdown2";

// sidekiq#622, #4112
#[test]
fn f13_a_shutdown_returns_every_job_once_whatever_its_stage() {
    let mut rig = setup(&["a", "b"]).idle();
    rig.busy("a", 1);
    rig.submit(2).sets_up();
    rig.complete("b", 5).says_nothing();
    rig.submit(3).sets_up();
    rig.shutdown().says(&[
        "DeliverCustomerTerminal c3 ReturnedQueued job3 p3 PoolShutdown",
        "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 PoolShutdown",
        "DeliverCustomerTerminal c2 ReturnedAssigned job2 b p2 PoolShutdown",
        SHUTDOWN_A,
        SHUTDOWN_B,
        "DeliverDiagnostic d1 diagnostic1 RejectedFact Stale",
        "  WorkerCompleted child2/1 o5",
        "Continue",
    ]);
    rig.delivered("b").says_nothing();
    assert!(rig.host.open_jobs.is_empty(), "nothing is left to return");
}

// tqwewe/kameo#362
#[test]
fn f14_a_submission_while_draining_comes_back_with_its_payload() {
    let mut rig = setup(&["a"]).idle();
    rig.shutdown().says(&[SHUTDOWN_A, "Continue"]);
    let rejected = "DeliverAdmission c1 Rejected r1 p1 ShuttingDown";
    rig.submit(1).says(&[rejected, "Continue"]);
    assert_eq!(rig.pool.mode(), PoolMode::Draining);
}

// deadpool#89
#[test]
fn f15_a_completion_after_the_shutdown_is_stale_and_its_worker_takes_no_work() {
    let mut rig = setup(&["a"]).idle();
    rig.busy("a", 1);
    rig.submit(2).sets_up();
    rig.shutdown().says(&[
        "DeliverCustomerTerminal c2 ReturnedQueued job2 p2 PoolShutdown",
        "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 PoolShutdown",
        SHUTDOWN_A,
        "Continue",
    ]);
    let (card, command) = (rig.card("a"), rig.command("a"));
    rig.rejects(Stale, facts::completed(&card, command, 5));
    rig.submit(3).says(&["DeliverAdmission c3 Rejected r3 p3 ShuttingDown", "Continue"]);
    rig.shutdown_taken("a").says_nothing();
    rig.stop("a", Normal, 6).says(&["Stopped"]);
}

const FIRED: &str = "TransferDrainResidual DeadlineElapsed timer1/drain at 20";
const SCHEDULE: &str = "ScheduleDrainDeadline timer1/drain in 20";

// db_connection#356
#[test]
fn f16_the_deadline_may_fire_before_its_schedule_is_settled() {
    let mut rig = setup(&["a"]).deadline(20).idle();
    rig.busy("a", 1);
    rig.shutdown().says(&[
        "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 PoolShutdown",
        SHUTDOWN_A,
        SCHEDULE,
        "Continue",
    ]);
    rig.deadline_fires(20).says(&[
        FIRED,
        "  a Worker child1/0 w1 e1 Nothing Requested shutdown1",
        "ForcedRetirement",
    ]);
    let timer = rig.host.deadline.expect("a deadline was asked for").timer;
    let late = rig.refuse(facts::deadline_taken(timer));
    let cause = RefusalCause::Mode(PoolMode::ForcedRetirement);
    late.says(cause, "DrainDeadlineSettled timer1/drain Accepted");
}

// dotnet/orleans#10044
#[test]
fn f17_a_worker_that_never_stops_is_left_at_the_deadline() {
    let mut rig = setup(&["a"]).deadline(20).idle();
    rig.shutdown().says(&[SHUTDOWN_A, SCHEDULE, "Continue"]);
    rig.deadline_taken().says_nothing();
    rig.shutdown_taken("a").says_nothing();
    rig.deadline_fires(20).says(&[
        FIRED,
        "  a Worker child1/0 w1 e1 Nothing Settled shutdown1",
        "ForcedRetirement",
    ]);
}

#[test]
fn f17_without_a_deadline_the_pool_waits_for_it() {
    let mut rig = setup(&["a"]).idle();
    rig.shutdown().says(&[SHUTDOWN_A, "Continue"]);
    rig.shutdown_taken("a").says_nothing();
    for _ in 0..8 {
        rig.shutdown().says_nothing();
    }
    assert_eq!(rig.pool.mode(), PoolMode::Draining);
    rig.stop("a", Abnormal, 1_000_000).says(&["Stopped"]);
}

// erlang/otp#770
#[test]
fn f18_the_residual_lists_exactly_the_members_that_are_unresolved() {
    let roles = ["a", "b", "c"];
    for unresolved in 1..=roles.len() {
        let mut rig = setup(&roles).deadline(20).idle();
        rig.shutdown().says(&[
            SHUTDOWN_A,
            SHUTDOWN_B,
            "ShutdownWorker child3/2 c:child3/2:e3 shutdown3",
            SCHEDULE,
            "Continue",
        ]);
        let (drained, left) = roles.split_at(roles.len() - unresolved);
        for role in drained {
            rig.stop(role, Normal, 4).says_nothing();
            rig.shutdown_taken(role).says_nothing();
        }
        let residual: Vec<String> = left
            .iter()
            .map(|role| {
                let child = rig.card(role).child;
                let (number, position) = (child.ordinal(), child.position());
                format!(
                    "  {role} Worker child{number}/{position} w{number} e{number} Nothing \
                     Requested shutdown{number}"
                )
            })
            .collect();
        let mut said: Vec<&str> = vec![FIRED];
        said.extend(residual.iter().map(String::as_str));
        said.push("ForcedRetirement");
        rig.deadline_fires(20).says(&said);
    }
}

// slawlor/ractor#353
#[test]
fn f19_a_drain_with_only_assigned_work_waits_for_the_last_worker() {
    let mut rig = setup(&["a", "b"]).idle();
    rig.busy("a", 1);
    rig.busy("b", 2);
    rig.shutdown().says(&[
        "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 PoolShutdown",
        "DeliverCustomerTerminal c2 ReturnedAssigned job2 b p2 PoolShutdown",
        SHUTDOWN_A,
        SHUTDOWN_B,
        "Continue",
    ]);
    rig.shutdown_taken("a").says_nothing();
    rig.shutdown_taken("b").says_nothing();
    rig.stop("b", Normal, 4).says_nothing();
    assert_eq!(rig.pool.mode(), PoolMode::Draining);
    rig.stop("a", Normal, 5).says(&["Stopped"]);
}
