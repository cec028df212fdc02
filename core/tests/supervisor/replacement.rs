//! Replacement: of a ready and of an empty service, and everything that it can come to.

use crate::support::outcomes::{
    cancelled, drained, failed, gone, ready, refused, replaced, unborn,
};
use crate::support::*;
use actor_laws::proxy::ReplacementOutcome;

#[test]
fn an_accepted_replacement_hands_its_worker_over_and_keeps_its_base() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.replace("a", 2).says(&[
        "Replace(x1, Replacement, operation2, worker#2, plan#2)",
        "Reply(r#2, Replace(Ok(a, CancelAuthority)))",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "ReplaceAwaitingReceipt(operation2, Ready(worker1@1))");
    rig.accept("a").says(&["Continue"]);
    rig.replacement("a", replaced(drained(1, 8), ready(7))).says(&[
        "Lifecycle(Life, a, generation1, Replaced(operation2, x1, Resolved(Drained(worker1@1, stop#8, Tick(8), Accepted), Ready(worker1@7, proof#7))))",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "Ready(worker1@7, Committed(operation2))");
}

#[test]
fn an_empty_service_is_replaced_with_its_previous_worker_as_predecessor() {
    let mut rig = setup().start();
    rig.empty("a", 1);
    rig.replacing("a", 2);
    assert_eq!(
        rig.phase("a"),
        "ReplaceAwaitingOutcome(operation2, Empty(worker1@1, WorkerStopped))"
    );
    rig.replacement("a", replaced(gone(1), ready(7))).says(&[
        "Lifecycle(Life, a, generation1, Replaced(operation2, x1, Resolved(Gone(worker1@1), Ready(worker1@7, proof#7))))",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "Ready(worker1@7, Committed(operation2))");
}

#[test]
fn a_rejected_input_restores_the_base() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.replace("a", 2).sets_up();
    rig.reject_input("a", 3).says(&[
        "Lifecycle(Life, a, generation1, ReplacementFailed(operation2, Transferred, InputRejected))",
        "DeliverDiagnostic(Desk, diagnostic1, InputRejected(a, generation1, x1, Replacement, operation2, worker#2, plan#2, no3))",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "Ready(worker1@1, Committed(operation2))");
}

/// The replacement fails by `outcome` and leaves `a` in `phase`.
#[track_caller]
fn fails(empty: bool, outcome: ReplacementOutcome<Served>, line: &str, phase: &str) {
    let mut rig = setup().start();
    rig.ready("a", 1);
    if empty {
        rig.stopped("a", 1, 9).sets_up();
    }
    rig.replacing("a", 2);
    let diagnostic = format!(
        "DeliverDiagnostic(Desk, diagnostic1, OutcomeFailed(a, generation1, operation2, Replacement({line})))"
    );
    rig.replacement("a", outcome).says(&[
        "Lifecycle(Life, a, generation1, ReplacementFailed(operation2, Transferred, OutcomeFailed))",
        &diagnostic,
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), phase);
}

#[test]
fn a_refused_replacement_leaves_its_base() {
    let line = "Rejected(RefusedChange(worker#2, plan#2, Draining, Phase))";
    let outcome = || ReplacementOutcome::Rejected(refused(2));
    fails(false, outcome(), line, "Ready(worker1@1, Committed(operation2))");
    fails(true, outcome(), line, "Empty(worker1@1, WorkerStopped, Committed(operation2))");
}

#[test]
fn a_successor_that_was_never_born_leaves_the_predecessor() {
    let line = "CancelledBeforeBirth(worker1@1, worker#2, plan#2)";
    let empty = "Empty(worker1@1, ReplacementFailed, Committed(operation2))";
    fails(false, cancelled(1, 2), line, empty);
    let why = "Empty(worker1@1, WorkerStopped, Committed(operation2))";
    fails(true, cancelled(1, 2), line, why);
    let unborn_line = "CreationRejected(UnbornWorker(worker#2, plan#2, HostRejected(no2), None))";
    fails(
        false,
        replaced(drained(1, 8), unborn(2)),
        &format!("Resolved(Drained(worker1@1, stop#8, Tick(8), Accepted), {unborn_line})"),
        empty,
    );
    fails(
        true,
        replaced(gone(1), unborn(2)),
        &format!("Resolved(Gone(worker1@1), {unborn_line})"),
        why,
    );
}

#[test]
fn a_successor_that_failed_is_the_previous_worker_from_then_on() {
    let line = "Resolved(Gone(worker1@1), Unavailable(worker1@7, ActivationRejected(rejection#7, Exited(stop#7, Tick(7)))))";
    let phase = "Empty(worker1@7, ReplacementFailed, Committed(operation2))";
    fails(true, replaced(gone(1), failed(7)), line, phase);
    let line = "Resolved(Drained(worker1@1, stop#8, Tick(8), Accepted), Unavailable(worker1@7, ActivationRejected(rejection#7, Exited(stop#7, Tick(7)))))";
    fails(false, replaced(drained(1, 8), failed(7)), line, phase);
}

#[test]
fn an_outcome_about_another_predecessor_changes_nothing() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.replacing("a", 2);
    let state = rig.phase("a");
    rig.replacement("a", replaced(gone(9), ready(7))).rejects(
        1,
        "Report(x1, Replacement(operation2, Resolved(Gone(worker1@9), Ready(worker1@7, proof#7))))",
    );
    rig.replacement("a", cancelled(9, 5)).rejects(
        2,
        "Report(x1, Replacement(operation2, CancelledBeforeBirth(worker1@9, worker#5, plan#5)))",
    );
    assert_eq!(rig.phase("a"), state);
}

#[test]
fn a_successor_that_is_its_own_predecessor_changes_nothing() {
    for empty in [false, true] {
        let mut rig = setup().start();
        rig.ready("a", 1);
        if empty {
            rig.stopped("a", 1, 9).sets_up();
        }
        rig.replacing("a", 2);
        let state = rig.phase("a");
        rig.replacement("a", replaced(drained(1, 8), ready(1))).rejects(
            1,
            "Report(x1, Replacement(operation2, Resolved(Drained(worker1@1, stop#8, Tick(8), Accepted), Ready(worker1@1, proof#1))))",
        );
        rig.replacement("a", replaced(gone(1), failed(1))).rejects(
            2,
            "Report(x1, Replacement(operation2, Resolved(Gone(worker1@1), Unavailable(worker1@1, ActivationRejected(rejection#1, Exited(stop#1, Tick(1)))))))",
        );
        assert_eq!(rig.phase("a"), state);
    }
}

/// Whether it is called gone or drained is not compared with a stop that was told before.
#[test]
fn a_stop_in_an_outcome_is_not_compared_with_one_reported_before() {
    for (stopped, line, predecessor) in [
        (false, "Gone(worker1@1)", gone(1)),
        (true, "Drained(worker1@1, stop#8, Tick(8), Accepted)", drained(1, 8)),
    ] {
        let mut rig = setup().start();
        rig.ready("a", 1);
        rig.replacing("a", 2);
        if stopped {
            rig.stopped("a", 1, 9).sets_up();
        }
        let replaced_line = format!(
            "Lifecycle(Life, a, generation1, Replaced(operation2, x1, Resolved({line}, Ready(worker1@7, proof#7))))"
        );
        rig.replacement("a", replaced(predecessor, ready(7))).says(&[&replaced_line, "Continue"]);
    }
}

#[test]
fn a_base_whose_worker_stops_becomes_empty_whatever_the_policy() {
    let mut rig = setup().retire().start();
    rig.ready("a", 1);
    rig.replace("a", 2).sets_up();
    let stopped = |stop: u64| {
        format!(
            "Lifecycle(Life, a, generation1, UnexpectedWorkerStopped(worker1@1, stop#{stop}, Tick({stop}), KeptEmpty))"
        )
    };
    rig.stopped("a", 1, 5).says(&[&stopped(5), "Continue"]);
    assert_eq!(
        rig.phase("a"),
        "ReplaceAwaitingReceipt(operation2, Empty(worker1@1, WorkerStopped))"
    );
    rig.stopped("a", 1, 6).rejects(1, "Report(x1, WorkerStopped(worker1@1, stop#6, Tick(6)))");
    rig.accept("a").sets_up();
    rig.replacement("a", ReplacementOutcome::Rejected(refused(2))).sets_up();
    assert_eq!(rig.phase("a"), "Empty(worker1@1, WorkerStopped, Committed(operation2))");
}

#[test]
fn a_called_back_replacement_keeps_a_base_that_has_become_empty() {
    let mut rig = setup().activations(1).start();
    rig.ready("a", 1);
    rig.born("z", 2);
    rig.replace("a", 3).sets_up();
    rig.stopped("a", 1, 5).says(&[
        "Lifecycle(Life, a, generation1, UnexpectedWorkerStopped(worker1@1, stop#5, Tick(5), KeptEmpty))",
        "Continue",
    ]);
    rig.cancel(3, 6)
        .says(&["Reply(r#6, Cancel(Returned(CancelAuthority, worker#3, plan#3)))", "Continue"]);
    assert_eq!(rig.phase("a"), "Empty(worker1@1, WorkerStopped, Cancelled(operation3))");
}
