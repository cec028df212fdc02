//! Diagnostics under both dispositions: the fold completes its own transition, authorizes nothing, and
//! only then shuts down; the fold's own entry comes first.

use crate::support::outcomes::{failed, ready};
use crate::support::*;
use actor_laws::correlation::SequencePlan;

#[test]
fn a_terminal_diagnostic_ends_the_supervisor_after_its_own_transition() {
    let mut rig = setup().terminate().activations(1).start();
    rig.born("a", 1);
    rig.born("b", 2);
    rig.creating("c", 3);
    rig.accept("a").sets_up();
    rig.initial("a", failed(7)).says(&[
        "ShutdownProxy(generation1, x1, Ending)",
        "ShutdownProxy(generation2, x2, Ending)",
        "Lifecycle(Life, a, generation1, StartFailed(operation1, Transferred, OutcomeFailed))",
        "Lifecycle(Life, b, generation2, WorkerChangeInterrupted(operation2, SupervisorShutdown(Start), Present(worker#2, plan#2)))",
        "Lifecycle(Life, c, generation3, WorkerChangeInterrupted(operation3, SupervisorShutdown(Start), Present(worker#3, plan#3)))",
        "TransferTerminalDiagnostic(OutcomeFailed(a, generation1, operation1, Initial(Resolved(Unavailable(worker1@7, ActivationRejected(rejection#7, Exited(stop#7, Tick(7))))))))",
        "Continue",
    ]);
    rig.reject_birth("c", 4).says(&[
        "Lifecycle(Life, c, generation3, EntryRetired(DiagnosticTermination, NeverBorn, []))",
        "TransferTerminalDiagnostic(CreationRejected(c, generation3, unborn#4, None))",
        "Continue",
    ]);
    rig.shutdown_accepted("a").sets_up();
    rig.exit("a", 5).says(&[
        "Lifecycle(Life, a, generation1, EntryRetired(StartFailed, Here(died#5, Tick(5)), []))",
        "Continue",
    ]);
}

#[test]
fn a_diagnostic_of_the_last_entry_ends_the_supervisor_in_that_fold() {
    let mut rig = setup().terminate().deadline(9).start();
    rig.ready("a", 1);
    rig.exit("a", 2).says(&[
        "Lifecycle(Life, a, generation1, EntryRetired(StableProxyExit, Elsewhere, []))",
        "TransferTerminalDiagnostic(ProxyDied(a, generation1, died#2, Tick(2)))",
        "Stopped",
    ]);
}

#[test]
fn the_entry_that_the_input_picked_comes_first_in_each_lane() {
    let mut rig = setup().terminate().start();
    rig.born("a", 1);
    rig.ready("b", 2);
    rig.stop("b", 3).sets_up();
    rig.shutdown_rejected("b", 4).says(&[
        "ShutdownProxy(generation2, x2, Ending)",
        "ShutdownProxy(generation1, x1, Ending)",
        "Lifecycle(Life, b, generation2, StopFinished(stop1, Failed(x2, no4, None)))",
        "TransferTerminalDiagnostic(ShutdownRejected(b, generation2, generation2, x2, Stop(stop1), no4))",
        "Continue",
    ]);
    let mut rig = setup().terminate().start();
    rig.born("a", 1);
    rig.ready("b", 2);
    rig.stopped("b", 9, 4).says(&[
        "ShutdownProxy(generation2, x2, Ending)",
        "ShutdownProxy(generation1, x1, Ending)",
        "TransferTerminalDiagnostic(RejectedFact(Report(x2, WorkerStopped(worker1@9, stop#4, Tick(4)))))",
        "Continue",
    ]);
}

#[test]
fn without_a_correlation_of_its_own_a_diagnostic_is_terminal() {
    let mut rig = setup().correlations(|space| space.diagnostics = lease(1, 1)).start();
    rig.ready("a", 1);
    rig.stopped("a", 9, 2).rejects(1, "Report(x1, WorkerStopped(worker1@9, stop#2, Tick(2)))");
    rig.stopped("a", 9, 3).says(&[
        "ShutdownProxy(generation1, x1, Ending)",
        "TransferTerminalDiagnostic(RejectedFact(Report(x1, WorkerStopped(worker1@9, stop#3, Tick(3)))))",
        "Continue",
    ]);
    rig.stopped("a", 9, 4).says(&[
        "TransferTerminalDiagnostic(RejectedFact(Report(x1, WorkerStopped(worker1@9, stop#4, Tick(4)))))",
        "Continue",
    ]);
}

#[test]
fn a_terminal_diagnostic_can_force_retirement_in_its_fold() {
    let mut rig = setup()
        .terminate()
        .deadline(5)
        .correlations(|space| space.deadlines = SequencePlan::NOTHING)
        .start();
    rig.born("a", 1);
    rig.born("b", 2);
    rig.born("c", 4);
    rig.reject_input("b", 3).says(&[
        "ShutdownProxy(generation2, x2, Ending)",
        "Lifecycle(Life, b, generation2, StartFailed(operation2, Transferred, InputRejected))",
        "TransferTerminalDiagnostic(InputRejected(b, generation2, x2, Start, operation2, worker#2, plan#2, no3))",
        "TransferTerminalDiagnostic(ForcedRetirement(b, generation2, OwedResults(false, false, true, true)))",
        "TransferTerminalDiagnostic(ForcedRetirement(a, generation1, OwedResults(false, true, false, true)))",
        "TransferTerminalDiagnostic(ForcedRetirement(c, generation3, OwedResults(false, true, false, true)))",
        "ForcedRetirement",
    ]);
    let ended = rig.supervisor.into_ended().expect("it has ended");
    let entries = ended.forced.expect("retirement was forced").entries;
    let keys: Vec<_> = entries.iter().map(|entry| entry.identity.key.0).collect();
    assert_eq!(keys, ["a", "b", "c"]);
}

#[test]
fn a_refused_command_can_end_the_supervisor() {
    let mut rig =
        setup().terminate().correlations(|space| space.stops = SequencePlan::NOTHING).start();
    rig.born("a", 1);
    rig.ready("b", 2);
    rig.stop("b", 3).says(&[
        "ShutdownProxy(generation2, x2, Ending)",
        "ShutdownProxy(generation1, x1, Ending)",
        "Reply(r#3, Stop(Err(b, StopUnavailable(Exhausted))))",
        "TransferTerminalDiagnostic(CorrelationUnavailable(b, Stop, Exhausted))",
        "Continue",
    ]);
    rig.accept("a").sets_up();
    rig.initial("a", ready(7)).says(&[
        "Lifecycle(Life, a, generation1, WorkerChangeInterrupted(operation1, SupervisorShutdown(Start), Late(Initial(Resolved(Ready(worker1@7, proof#7))))))",
        "Continue",
    ]);
}
