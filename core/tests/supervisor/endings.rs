//! Endings: what they owe is settled once each and in any order; a rejected shutdown stands for nothing
//! in any of them.

use crate::support::outcomes::{drained, failed, ready, replaced};
use crate::support::*;

/// One ending: how it begins, which change is out, and its closing values.
struct Ending {
    begin: fn(&mut Rig),
    closing: &'static [&'static str],
    /// Whether a shutdown's rejection goes out in the last fold only.
    keeps: bool,
}

/// `a` waits for the slot that `z` holds.
fn waiting(rig: &mut Rig) {
    rig.creating("a", 1);
    rig.born("z", 2);
    rig.commit("a").sets_up();
}

fn endings() -> [Ending; 6] {
    [
        Ending {
            begin: |rig| {
                waiting(rig);
                rig.stop("a", 50).sets_up();
            },
            closing: &[
                "StopFinished(stop1, Failed(x1, no60, Some(died#61, Tick(61))))",
                "EntryRetired(Stop, Elsewhere, [])",
            ],
            keeps: false,
        },
        Ending {
            begin: |rig| {
                waiting(rig);
                rig.cancel(1, 50).sets_up();
            },
            closing: &[
                "OperationCancelled(operation1, Start, Returned)",
                "EntryRetired(Cancellation, Here(died#61, Tick(61)), [])",
            ],
            keeps: true,
        },
        Ending {
            begin: |rig| {
                rig.born("a", 1);
                rig.reject_input("a", 51).sets_up();
            },
            closing: &["EntryRetired(StartFailed, Here(died#61, Tick(61)), [])"],
            keeps: false,
        },
        Ending {
            begin: |rig| {
                rig.awaiting_outcome("a", 1);
                rig.initial("a", failed(7)).sets_up();
            },
            closing: &["EntryRetired(StartFailed, Here(died#61, Tick(61)), [])"],
            keeps: false,
        },
        Ending {
            begin: |rig| {
                rig.ready("a", 1);
                rig.stopped("a", 1, 51).sets_up();
            },
            closing: &["EntryRetired(UnexpectedWorkerExit, Here(died#61, Tick(61)), [])"],
            keeps: false,
        },
        Ending {
            begin: |rig| {
                rig.ready("a", 1);
                rig.shut_down().sets_up();
            },
            closing: &["EntryRetired(SupervisorShutdown, Here(died#61, Tick(61)), [])"],
            keeps: false,
        },
    ]
}

/// A rejected shutdown is never asked again and never stands for the exit.
#[test]
fn a_rejected_shutdown_waits_for_the_exit_in_every_ending() {
    for Ending { begin, closing, keeps } in endings() {
        let mut rig = setup().activations(1).retire().start();
        begin(&mut rig);
        let said = rig.shutdown_rejected("a", 60).lines;
        let diagnosed = |line: &String| line.contains("ShutdownRejected(a, generation1, ");
        assert_eq!(
            (said.len(), said.iter().filter(|line| diagnosed(line)).count()),
            if keeps { (1, 0) } else { (2, 1) }
        );
        let said = rig.exit("a", 61).lines;
        let expected: Vec<String> = closing
            .iter()
            .map(|value| format!("Lifecycle(Life, a, generation1, {value})"))
            .collect();
        assert_eq!(said[..closing.len()], expected, "the closing values, in order");
        let rest = &said[closing.len()..said.len() - 1];
        assert_eq!((rest.len(), rest.iter().all(diagnosed)), (usize::from(keeps), true));
        assert_eq!(rig.phase("a"), "absent");
    }
}

#[test]
fn an_ending_emits_one_shutdown_and_none_after_an_exit() {
    let mut rig = setup().start();
    rig.born("a", 1);
    rig.exit("a", 2).says(&[
        "Lifecycle(Life, a, generation1, StartFailed(operation1, Transferred, ProxyDied))",
        "DeliverDiagnostic(Desk, diagnostic1, ProxyDied(a, generation1, died#2, Tick(2)))",
        "Continue",
    ]);
    rig.shut_down().says(&["Continue"]);
    rig.reject_input("a", 3).says(&[
        "Lifecycle(Life, a, generation1, EntryRetired(StableProxyExit, Elsewhere, []))",
        "DeliverDiagnostic(Desk, diagnostic2, InputRejected(a, generation1, x1, Start, operation1, worker#1, plan#1, no3))",
        "Stopped",
    ]);
}

#[test]
fn an_interrupted_replacement_publishes_its_late_outcome_and_both_stops() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.replacing("a", 2);
    rig.shut_down().says(&["ShutdownProxy(generation1, x1, Ending)", "Continue"]);
    rig.replacement("a", replaced(drained(1, 8), ready(7))).says(&[
        "Lifecycle(Life, a, generation1, WorkerChangeInterrupted(operation2, SupervisorShutdown(Replacement), Late(Replacement(Resolved(Drained(worker1@1, stop#8, Tick(8), Accepted), Ready(worker1@7, proof#7))))))",
        "Continue",
    ]);
    rig.stopped("a", 1, 9).rejects(1, "Report(x1, WorkerStopped(worker1@1, stop#9, Tick(9)))");
    rig.exit("a", 10).says(&["Continue"]);
    rig.stopped("a", 7, 11).says(&["Continue"]);
    rig.shutdown_accepted("a").says(&[
        "Lifecycle(Life, a, generation1, EntryRetired(SupervisorShutdown, Here(died#10, Tick(10)), [AbsorbedStop(worker1@7, stop#11, Tick(11))]))",
        "Stopped",
    ]);
}

#[test]
fn an_unreported_ready_is_no_running_worker() {
    let mut rig = setup().start();
    rig.awaiting_outcome("a", 1);
    rig.stop("a", 2).sets_up();
    rig.exit("a", 3).says(&["Continue"]);
    let outcome = actor_laws::proxy::InitialOutcome::Resolved(ready(7));
    rig.unreported("a", UnreportedInput::Initial(outcome)).says(&[
        "Lifecycle(Life, a, generation1, WorkerChangeInterrupted(operation1, ExplicitStop(stop1), Late(Unreported(Initial(Resolved(Ready(worker1@7, proof#7)))))))",
        "Continue",
    ]);
    rig.stopped("a", 7, 4).rejects(1, "Report(x1, WorkerStopped(worker1@7, stop#4, Tick(4)))");
}
