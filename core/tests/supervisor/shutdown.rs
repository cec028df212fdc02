//! Global shutdown: from every phase, repeated, with pending creations and late results.

use crate::support::explore::phases;
use crate::support::outcomes::{drained, ready, replaced};
use crate::support::*;

fn retired(key: &str, generation: u64, exit: &str) -> String {
    format!(
        "Lifecycle(Life, {key}, generation{generation}, EntryRetired(SupervisorShutdown, {exit}, []))"
    )
}

#[test]
fn a_supervisor_without_entries_ends_at_once() {
    let mut rig = setup().deadline(5).start();
    rig.shut_down().says(&["Stopped"]);
    assert_eq!(rig.supervisor.mode(), SupervisorMode::Stopped);
}

#[test]
fn every_entry_drains_once_and_repeating_does_nothing() {
    let mut rig = setup().start();
    rig.ready("b", 1);
    rig.born("a", 2);
    rig.creating("c", 3);
    rig.shut_down().says(&[
        "ShutdownProxy(generation1, x1, Ending)",
        "ShutdownProxy(generation2, x2, Ending)",
        "Lifecycle(Life, c, generation3, WorkerChangeInterrupted(operation3, SupervisorShutdown(Start), Present(worker#3, plan#3)))",
        "Continue",
    ]);
    let state = rig.state();
    rig.shut_down().says(&["Continue"]);
    assert_eq!(rig.state(), state, "a repeated shutdown does nothing");
    rig.exit("b", 4).says(&["Continue"]);
    rig.shutdown_accepted("b").says(&[&retired("b", 1, "Here(died#4, Tick(4))"), "Continue"]);
    rig.accept("a").says(&["Continue"]);
    rig.initial("a", ready(7)).says(&[
        "Lifecycle(Life, a, generation2, WorkerChangeInterrupted(operation2, SupervisorShutdown(Start), Late(Initial(Resolved(Ready(worker1@7, proof#7))))))",
        "Continue",
    ]);
    rig.shutdown_rejected("a", 8).says(&[
        "DeliverDiagnostic(Desk, diagnostic1, ShutdownRejected(a, generation2, generation2, x2, Ending, no8))",
        "Continue",
    ]);
    rig.exit("a", 9).says(&[&retired("a", 2, "Here(died#9, Tick(9))"), "Continue"]);
    rig.reject_birth("c", 10).says(&[
        &retired("c", 3, "NeverBorn"),
        "DeliverDiagnostic(Desk, diagnostic2, CreationRejected(c, generation3, unborn#10, None))",
        "Stopped",
    ]);
}

#[test]
fn a_pending_creation_is_shut_down_when_it_commits() {
    let mut rig = setup().start();
    rig.creating("a", 1);
    rig.shut_down().sets_up();
    rig.commit("a").says(&["ShutdownProxy(generation1, x1, Ending)", "Continue"]);
    rig.shutdown_accepted("a").says(&["Continue"]);
    rig.exit("a", 2).says(&[&retired("a", 1, "Here(died#2, Tick(2))"), "Stopped"]);
}

#[test]
fn a_pending_creation_whose_proxy_died_early_ends_with_its_birth() {
    let mut rig = setup().start();
    rig.creating("a", 1);
    rig.early_exit("a", 2).sets_up();
    rig.shut_down().sets_up();
    rig.commit("a").says(&[&retired("a", 1, "Here(died#2, Tick(2))"), "Stopped"]);
}

#[test]
fn a_pending_stop_keeps_its_own_closing_values() {
    let mut rig = setup().start();
    rig.creating("a", 1);
    rig.stop("a", 2).sets_up();
    rig.shut_down().says(&["Continue"]);
    rig.query("a", 3).says(&["Reply(r#3, Query(Known(a, Draining)))", "Continue"]);
    rig.commit("a").says(&["ShutdownProxy(generation1, x1, Stop(stop1))", "Continue"]);
    rig.exit("a", 4).says(&["Continue"]);
    rig.shutdown_accepted("a").says(&[
        "Lifecycle(Life, a, generation1, StopFinished(stop1, Stopped(x1, died#4, Tick(4))))",
        "Lifecycle(Life, a, generation1, EntryRetired(Stop, Elsewhere, []))",
        "Stopped",
    ]);
}

#[test]
fn a_drain_restores_nothing() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.stop("a", 2).sets_up();
    rig.shut_down().says(&["Continue"]);
    rig.shutdown_rejected("a", 3).says(&[
        "DeliverDiagnostic(Desk, diagnostic1, ShutdownRejected(a, generation1, generation1, x1, Stop(stop1), no3))",
        "Continue",
    ]);
    rig.exit("a", 4).says(&[
        "Lifecycle(Life, a, generation1, StopFinished(stop1, Failed(x1, no3, Some(died#4, Tick(4)))))",
        "Lifecycle(Life, a, generation1, EntryRetired(Stop, Elsewhere, []))",
        "Stopped",
    ]);
}

#[test]
fn a_cancellation_keeps_its_closing_values_through_the_shutdown() {
    let mut rig = setup().start();
    rig.born("a", 1);
    rig.cancel(1, 2).sets_up();
    rig.shut_down().says(&["Continue"]);
    rig.reject_input("a", 3).says(&["Continue"]);
    rig.exit("a", 4).says(&["Continue"]);
    rig.shutdown_accepted("a").says(&[
        "Lifecycle(Life, a, generation1, OperationCancelled(operation1, Start, InputRejected))",
        "Lifecycle(Life, a, generation1, EntryRetired(Cancellation, Here(died#4, Tick(4)), []))",
        "DeliverDiagnostic(Desk, diagnostic1, InputRejected(a, generation1, x1, Start, operation1, worker#1, plan#1, no3))",
        "Stopped",
    ]);
}

#[test]
fn a_ready_worker_of_a_draining_entry_is_absorbed() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.shut_down().sets_up();
    rig.stopped("a", 1, 2).says(&["Continue"]);
    rig.shutdown_accepted("a").says(&["Continue"]);
    rig.exit("a", 3).says(&[
        "Lifecycle(Life, a, generation1, EntryRetired(SupervisorShutdown, Here(died#3, Tick(3)), [AbsorbedStop(worker1@1, stop#2, Tick(2))]))",
        "Stopped",
    ]);
}

/// Gives `a` the first of what it still owes, or the last.
fn settle_one(rig: &mut Rig, last: bool) -> Option<Said> {
    let entry = rig.supervisor.entries().find(|entry| *entry.key == Key("a"))?;
    let EntryPhase::Ending { holds, .. } = entry.phase else { panic!("every entry ends") };
    let OwedResults { birth, worker_result, shutdown_settlement, proxy_exit } = holds.owed;
    let receipt = holds.receipt_owed;
    let replacement = rig.card("a").change.is_some_and(|(kind, _)| kind == ChangeKind::Replacement);
    let owed = [birth, worker_result, shutdown_settlement, proxy_exit];
    let mut places = owed.iter().enumerate().filter(|(_, owed)| **owed).map(|(place, _)| place);
    let place = if last { places.next_back() } else { places.next() };
    Some(match place.expect("an ending entry is owed something") {
        0 => rig.commit("a"),
        1 if receipt => rig.accept("a"),
        1 if replacement => rig.replacement("a", replaced(drained(7, 95), ready(96))),
        1 => rig.initial("a", ready(96)),
        2 => rig.shutdown_accepted("a"),
        _ => rig.exit("a", 97),
    })
}

/// From every phase that inputs reach, a shutdown comes to its end once everything owed has come, in
/// either order; each entry retires once, as its last value, and nothing becomes available.
#[test]
fn every_phase_comes_to_its_end() {
    let mut ended = 0;
    for phase in phases() {
        for last in [false, true] {
            let mut rig = phase.scene.rig(&phase.recipe);
            let mut said = rig.shut_down().lines;
            while let Some(more) = settle_one(&mut rig, last) {
                said.extend(more.lines);
            }
            let of_a: Vec<&String> =
                said.iter().filter(|line| line.starts_with("Lifecycle(Life, a, ")).collect();
            let retired = |line: &&String| line.contains(", EntryRetired(");
            if phase.phase.contains("absent") {
                assert!(of_a.is_empty(), "{}", phase.phase);
                continue;
            }
            assert_eq!(
                of_a.iter().copied().filter(|line| retired(line)).count(),
                1,
                "{}",
                phase.phase
            );
            assert!(of_a.last().is_some_and(retired), "it is the last value of {}", phase.phase);
            let live = [", Started(", ", Replaced("];
            assert!(!of_a.iter().any(|line| live.iter().any(|mark| line.contains(mark))));
            ended += 1;
        }
    }
    assert!(ended > 500, "{ended} drains have ended");
}
