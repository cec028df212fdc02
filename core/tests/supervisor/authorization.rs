//! Authorization: emitted inputs hold slots until their result, the lowest waiting operation goes first,
//! and no fold ends with a free slot beside a waiting entry.

use crate::support::outcomes::{failed, ready, refused};
use crate::support::*;
use actor_laws::proxy::ReplacementOutcome;

/// `a`, `b` and `c` are started in this order and born in the order of `births`.
fn started(activations: usize, births: [&'static str; 3]) -> Rig {
    let mut rig = setup().activations(activations).start();
    for (key, n) in [("a", 1), ("b", 2), ("c", 3)] {
        rig.creating(key, n);
    }
    for key in births {
        rig.commit(key).sets_up();
    }
    rig
}

#[test]
fn one_slot_serves_operations_in_their_order_not_in_that_of_births() {
    let mut rig = started(1, ["c", "b", "a"]);
    assert_eq!(rig.phase("c"), "StartAwaitingReceipt(operation3)");
    rig.accept("c").says(&["Continue"]);
    rig.initial("c", ready(3)).says(&[
        "InstallInitial(x1, Start, operation1, worker#1, plan#1)",
        "Lifecycle(Life, c, generation3, Started(operation3, x3, Resolved(Ready(worker1@3, proof#3))))",
        "Continue",
    ]);
    rig.reject_input("a", 9).says(&[
        "InstallInitial(x2, Start, operation2, worker#2, plan#2)",
        "ShutdownProxy(generation1, x1, Ending)",
        "Lifecycle(Life, a, generation1, StartFailed(operation1, Transferred, InputRejected))",
        "DeliverDiagnostic(Desk, diagnostic1, InputRejected(a, generation1, x1, Start, operation1, worker#1, plan#1, no9))",
        "Continue",
    ]);
}

#[test]
fn two_slots_serve_two_and_the_third_waits() {
    let mut rig = started(2, ["a", "b", "c"]);
    assert_eq!(rig.phase("b"), "StartAwaitingReceipt(operation2)");
    assert_eq!(rig.phase("c"), "StartWaiting(operation3)");
    rig.accept("a").says(&["Continue"]);
    rig.initial("a", failed(4)).says(&[
        "InstallInitial(x3, Start, operation3, worker#3, plan#3)",
        "ShutdownProxy(generation1, x1, Ending)",
        "Lifecycle(Life, a, generation1, StartFailed(operation1, Transferred, OutcomeFailed))",
        "DeliverDiagnostic(Desk, diagnostic1, OutcomeFailed(a, generation1, operation1, Initial(Resolved(Unavailable(worker1@4, ActivationRejected(rejection#4, Exited(stop#4, Tick(4))))))))",
        "Continue",
    ]);
}

#[test]
fn a_replacement_waits_its_turn_behind_an_older_start() {
    let mut rig = setup().activations(1).start();
    rig.ready("a", 1);
    rig.born("b", 2);
    rig.creating("c", 3);
    rig.replace("a", 4).says(&["Reply(r#4, Replace(Ok(a, CancelAuthority)))", "Continue"]);
    rig.commit("c").says(&["Continue"]);
    rig.accept("b").sets_up();
    rig.initial("b", ready(2)).says(&[
        "InstallInitial(x3, Start, operation3, worker#3, plan#3)",
        "Lifecycle(Life, b, generation2, Started(operation2, x2, Resolved(Ready(worker1@2, proof#2))))",
        "Continue",
    ]);
    rig.accept("c").sets_up();
    rig.initial("c", ready(3)).says(&[
        "Replace(x1, Replacement, operation4, worker#4, plan#4)",
        "Lifecycle(Life, c, generation3, Started(operation3, x3, Resolved(Ready(worker1@3, proof#3))))",
        "Continue",
    ]);
    rig.accept("a").sets_up();
    rig.replacement("a", ReplacementOutcome::Rejected(refused(4))).sets_up();
    assert_eq!(rig.phase("a"), "Ready(worker1@1, Committed(operation4))");
}

#[test]
fn an_ending_holds_its_slot_until_the_result_has_come() {
    let mut rig = started(1, ["a", "b", "c"]);
    rig.cancel(1, 8).says(&[
        "ShutdownProxy(generation1, x1, Ending)",
        "Reply(r#8, Cancel(Pending(CancelAuthority, AwaitingProxyOutcome)))",
        "Continue",
    ]);
    rig.exit("a", 9).says(&["Continue"]);
    rig.shutdown_accepted("a").says(&["Continue"]);
    rig.accept("a").says(&["Continue"]);
    rig.unreported("a", UnreportedInput::Untouched(crate::support::facts::submission(1))).says(&[
        "InstallInitial(x2, Start, operation2, worker#2, plan#2)",
        "Lifecycle(Life, a, generation1, OperationCancelled(operation1, Start, Resolved(Unreported(Untouched(worker#1, plan#1)))))",
        "Lifecycle(Life, a, generation1, EntryRetired(Cancellation, Here(died#9, Tick(9)), []))",
        "Continue",
    ]);
}

#[test]
fn a_dead_proxy_holds_its_slot_until_the_result_has_come() {
    let mut rig = started(1, ["a", "b", "c"]);
    rig.exit("a", 9).says(&[
        "Lifecycle(Life, a, generation1, StartFailed(operation1, Transferred, ProxyDied))",
        "DeliverDiagnostic(Desk, diagnostic1, ProxyDied(a, generation1, died#9, Tick(9)))",
        "Continue",
    ]);
    assert_eq!(rig.phase("b"), "StartWaiting(operation2)");
    rig.reject_input("a", 8).says(&[
        "InstallInitial(x2, Start, operation2, worker#2, plan#2)",
        "Lifecycle(Life, a, generation1, EntryRetired(StableProxyExit, Elsewhere, []))",
        "DeliverDiagnostic(Desk, diagnostic2, InputRejected(a, generation1, x1, Start, operation1, worker#1, plan#1, no8))",
        "Continue",
    ]);
}

#[test]
fn a_waiting_entry_that_leaves_frees_no_slot() {
    let mut rig = started(1, ["a", "b", "c"]);
    rig.cancel(2, 8).says(&[
        "ShutdownProxy(generation2, x2, Ending)",
        "Reply(r#8, Cancel(Returned(CancelAuthority, worker#2, plan#2)))",
        "Continue",
    ]);
    assert_eq!(rig.phase("c"), "StartWaiting(operation3)");
}

#[test]
fn a_drain_authorizes_nothing() {
    let mut rig = started(1, ["a", "b", "c"]);
    rig.shut_down().says(&[
        "ShutdownProxy(generation1, x1, Ending)",
        "ShutdownProxy(generation2, x2, Ending)",
        "ShutdownProxy(generation3, x3, Ending)",
        "Lifecycle(Life, b, generation2, WorkerChangeInterrupted(operation2, SupervisorShutdown(Start), Present(worker#2, plan#2)))",
        "Lifecycle(Life, c, generation3, WorkerChangeInterrupted(operation3, SupervisorShutdown(Start), Present(worker#3, plan#3)))",
        "Continue",
    ]);
    rig.reject_input("a", 9).says(&[
        "Lifecycle(Life, a, generation1, WorkerChangeInterrupted(operation1, SupervisorShutdown(Start), Transferred))",
        "DeliverDiagnostic(Desk, diagnostic1, InputRejected(a, generation1, x1, Start, operation1, worker#1, plan#1, no9))",
        "Continue",
    ]);
}
