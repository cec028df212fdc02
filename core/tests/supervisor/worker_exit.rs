//! Unexpected worker exits under both policies.

use crate::support::*;

#[test]
fn keep_empty_keeps_the_service_with_its_record() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.stopped("a", 1, 3).says(&[
        "Lifecycle(Life, a, generation1, UnexpectedWorkerStopped(worker1@1, stop#3, Tick(3), KeptEmpty))",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "Empty(worker1@1, WorkerStopped, Committed(operation1))");
    rig.stopped("a", 1, 4).rejects(1, "Report(x1, WorkerStopped(worker1@1, stop#4, Tick(4)))");
}

#[test]
fn retire_drains_the_entry_with_one_shutdown() {
    let mut rig = setup().retire().start();
    rig.ready("a", 1);
    rig.stopped("a", 1, 3).says(&[
        "ShutdownProxy(generation1, x1, Ending)",
        "Lifecycle(Life, a, generation1, UnexpectedWorkerStopped(worker1@1, stop#3, Tick(3), Retiring))",
        "Continue",
    ]);
    rig.stopped("a", 1, 4).rejects(1, "Report(x1, WorkerStopped(worker1@1, stop#4, Tick(4)))");
    rig.shutdown_accepted("a").says(&["Continue"]);
    rig.exit("a", 5).says(&[
        "Lifecycle(Life, a, generation1, EntryRetired(UnexpectedWorkerExit, Here(died#5, Tick(5)), []))",
        "Continue",
    ]);
}

#[test]
fn the_stop_of_another_worker_changes_nothing() {
    let mut rig = setup().retire().start();
    rig.ready("a", 1);
    rig.stopped("a", 2, 3).rejects(1, "Report(x1, WorkerStopped(worker1@2, stop#3, Tick(3)))");
    assert_eq!(rig.phase("a"), "Ready(worker1@1, Committed(operation1))");
}
