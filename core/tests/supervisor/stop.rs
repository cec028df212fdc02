//! Explicit stops: of a ready, empty, creating, waiting or transferred service, with the shutdown's
//! settlement and the exit in both orders.

use crate::support::outcomes::ready;
use crate::support::*;

const FINISHED: &str =
    "Lifecycle(Life, a, generation1, StopFinished(stop1, Stopped(x1, died#4, Tick(4))))";
const RETIRED: &str = "Lifecycle(Life, a, generation1, EntryRetired(Stop, Elsewhere, []))";
const FAILED: &str =
    "Lifecycle(Life, a, generation1, StopFinished(stop1, Failed(x1, no5, Some(died#4, Tick(4)))))";

fn rejected(n: u64) -> String {
    format!(
        "DeliverDiagnostic(Desk, diagnostic{n}, ShutdownRejected(a, generation1, generation1, x1, Stop(stop1), no5))"
    )
}

fn stopping() -> Rig {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.stop("a", 2).says(&[
        "ShutdownProxy(generation1, x1, Stop(stop1))",
        "Reply(r#2, Stop(Ok(a)))",
        "Continue",
    ]);
    rig
}

#[test]
fn a_stop_is_finished_by_settlement_and_exit_in_either_order() {
    let mut rig = stopping();
    rig.shutdown_accepted("a").says(&["Continue"]);
    rig.exit("a", 4).says(&[FINISHED, RETIRED, "Continue"]);
    let mut rig = stopping();
    rig.exit("a", 4).says(&["Continue"]);
    rig.shutdown_accepted("a").says(&[FINISHED, RETIRED, "Continue"]);
}

#[test]
fn a_rejection_after_the_exit_retires_the_entry_with_its_reason() {
    let mut rig = stopping();
    rig.exit("a", 4).says(&["Continue"]);
    rig.shutdown_rejected("a", 5).says(&[FAILED, RETIRED, &rejected(1), "Continue"]);
    assert_eq!(rig.phase("a"), "absent");
}

#[test]
fn a_rejection_before_the_exit_restores_the_service_with_its_record() {
    let mut rig = stopping();
    rig.shutdown_rejected("a", 5).says(&[
        "Lifecycle(Life, a, generation1, StopFinished(stop1, Failed(x1, no5, None)))",
        &rejected(1),
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "Ready(worker1@1, Committed(operation1))");
    rig.exit("a", 6).says(&[
        "Lifecycle(Life, a, generation1, EntryRetired(StableProxyExit, Elsewhere, []))",
        "DeliverDiagnostic(Desk, diagnostic2, ProxyDied(a, generation1, died#6, Tick(6)))",
        "Continue",
    ]);
}

#[test]
fn a_restored_service_whose_worker_has_stopped_is_empty() {
    let mut rig = stopping();
    rig.stopped("a", 1, 7).says(&["Continue"]);
    rig.stopped("a", 1, 8).rejects(1, "Report(x1, WorkerStopped(worker1@1, stop#8, Tick(8)))");
    rig.shutdown_rejected("a", 5).says(&[
        "Lifecycle(Life, a, generation1, StopFinished(stop1, Failed(x1, no5, None)))",
        "Lifecycle(Life, a, generation1, UnexpectedWorkerStopped(worker1@1, stop#7, Tick(7), KeptEmpty))",
        &rejected(2),
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "Empty(worker1@1, WorkerStopped, Committed(operation1))");
}

#[test]
fn an_absorbed_stop_leaves_with_the_retirement() {
    let mut rig = stopping();
    rig.stopped("a", 1, 7).says(&["Continue"]);
    rig.shutdown_accepted("a").says(&["Continue"]);
    rig.exit("a", 4).says(&[
        FINISHED,
        "Lifecycle(Life, a, generation1, EntryRetired(Stop, Elsewhere, [AbsorbedStop(worker1@1, stop#7, Tick(7))]))",
        "Continue",
    ]);
}

#[test]
fn an_empty_service_stops_like_a_ready_one() {
    let mut rig = setup().start();
    rig.empty("a", 1);
    rig.stop("a", 2).says(&[
        "ShutdownProxy(generation1, x1, Stop(stop1))",
        "Reply(r#2, Stop(Ok(a)))",
        "Continue",
    ]);
    rig.stopped("a", 1, 8).rejects(1, "Report(x1, WorkerStopped(worker1@1, stop#8, Tick(8)))");
    rig.shutdown_rejected("a", 5).says(&[
        "Lifecycle(Life, a, generation1, StopFinished(stop1, Failed(x1, no5, None)))",
        &rejected(2),
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "Empty(worker1@1, WorkerStopped, Committed(operation1))");
    rig.stop("a", 3).says(&[
        "ShutdownProxy(generation1, x1, Stop(stop2))",
        "Reply(r#3, Stop(Ok(a)))",
        "Continue",
    ]);
}

#[test]
fn a_settlement_of_an_earlier_stop_matches_no_later_one() {
    let mut rig = stopping();
    let earlier = rig.card("a");
    rig.shutdown_rejected("a", 5).sets_up();
    rig.stop("a", 3).sets_up();
    rig.tell(facts::shutdown_accepted(&earlier))
        .rejects(2, "ShutdownSettlement(x1, generation1, Stop(stop1), Accepted)");
    rig.shutdown_accepted("a").says(&["Continue"]);
}

#[test]
fn a_start_that_is_creating_returns_its_worker_and_waits_for_the_birth() {
    let begin = |rig: &mut Rig| {
        rig.creating("a", 1);
        rig.stop("a", 2).says(&[
            "Reply(r#2, Stop(Ok(a)))",
            "Lifecycle(Life, a, generation1, WorkerChangeInterrupted(operation1, ExplicitStop(stop1), Present(worker#1, plan#1)))",
            "Continue",
        ]);
    };
    let mut rig = setup().start();
    begin(&mut rig);
    rig.reject_birth("a", 3).says(&[
        "Lifecycle(Life, a, generation1, StopFinished(stop1, NeverBorn))",
        "Lifecycle(Life, a, generation1, EntryRetired(Stop, NeverBorn, []))",
        "DeliverDiagnostic(Desk, diagnostic1, CreationRejected(a, generation1, unborn#3, None))",
        "Continue",
    ]);
    let mut rig = setup().start();
    begin(&mut rig);
    rig.commit("a").says(&["ShutdownProxy(generation1, x1, Stop(stop1))", "Continue"]);
    rig.shutdown_accepted("a").says(&["Continue"]);
    rig.exit("a", 4).says(&[FINISHED, RETIRED, "Continue"]);
    let mut rig = setup().start();
    begin(&mut rig);
    rig.early_exit("a", 4).says(&["Continue"]);
    rig.commit("a").says(&[FINISHED, RETIRED, "Continue"]);
}

#[test]
fn a_waiting_start_returns_its_worker_and_drains_its_proxy() {
    let mut rig = setup().activations(1).start();
    rig.creating("a", 1);
    rig.born("z", 9);
    rig.commit("a").sets_up();
    rig.stop("a", 2).says(&[
        "ShutdownProxy(generation1, x1, Stop(stop1))",
        "Reply(r#2, Stop(Ok(a)))",
        "Lifecycle(Life, a, generation1, WorkerChangeInterrupted(operation1, ExplicitStop(stop1), Present(worker#1, plan#1)))",
        "Continue",
    ]);
    rig.shutdown_rejected("a", 5).says(&[&rejected(1), "Continue"]);
    rig.exit("a", 4).says(&[FAILED, RETIRED, "Continue"]);
}

#[test]
fn a_transferred_start_is_interrupted_when_its_result_comes() {
    let begin = || {
        let mut rig = setup().start();
        rig.born("a", 1);
        rig.stop("a", 2).says(&[
            "ShutdownProxy(generation1, x1, Stop(stop1))",
            "Reply(r#2, Stop(Ok(a)))",
            "Continue",
        ]);
        rig
    };
    let mut rig = begin();
    rig.reject_input("a", 6).says(&[
        "Lifecycle(Life, a, generation1, WorkerChangeInterrupted(operation1, ExplicitStop(stop1), Transferred))",
        "DeliverDiagnostic(Desk, diagnostic1, InputRejected(a, generation1, x1, Start, operation1, worker#1, plan#1, no6))",
        "Continue",
    ]);
    let late = "Lifecycle(Life, a, generation1, WorkerChangeInterrupted(operation1, ExplicitStop(stop1), Late(Initial(Resolved(Ready(worker1@7, proof#7))))))";
    let mut rig = begin();
    rig.accept("a").says(&["Continue"]);
    rig.initial("a", ready(7)).says(&[late, "Continue"]);
    rig.stopped("a", 7, 8).says(&["Continue"]);
    let mut rig = begin();
    rig.accept("a").says(&["Continue"]);
    rig.exit("a", 4).says(&["Continue"]);
    rig.shutdown_rejected("a", 5).says(&[&rejected(1), "Continue"]);
    rig.initial("a", ready(7)).says(&[late, FAILED, RETIRED, "Continue"]);
}

#[test]
fn a_stop_of_a_start_is_never_undone() {
    let mut rig = setup().start();
    rig.awaiting_outcome("a", 1);
    rig.stop("a", 2).sets_up();
    rig.shutdown_rejected("a", 5).says(&[&rejected(1), "Continue"]);
    rig.initial("a", ready(7)).sets_up();
    assert!(rig.phase("a").starts_with("Ending(StopStart(stop1, operation1), "));
    rig.exit("a", 4).says(&[FAILED, RETIRED, "Continue"]);
}
