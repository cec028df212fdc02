//! Starts: from the acceptance to Started, and every way in which a start fails.

use crate::support::outcomes::{failed, ready, refused, unborn};
use crate::support::*;
use actor_laws::proxy::InitialOutcome;

#[test]
fn an_accepted_start_creates_its_proxy_and_claims_nothing_about_readiness() {
    let mut rig = setup().start();
    rig.start("a", 1).says(&[
        "CreateProxy(creation1, generation1)",
        "ObserveProxyCreation(creation1)",
        "ObserveProxyExit(creation1)",
        "Reply(r#1, Start(Ok(a, CancelAuthority)))",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "CreatingProxy(operation1, false)");
}

#[test]
fn a_birth_emits_the_input_and_ready_publishes_started_once() {
    let mut rig = setup().start();
    rig.creating("a", 1);
    rig.commit("a").says(&["InstallInitial(x1, Start, operation1, worker#1, plan#1)", "Continue"]);
    assert_eq!(rig.phase("a"), "StartAwaitingReceipt(operation1)");
    rig.accept("a").says(&["Continue"]);
    assert_eq!(rig.phase("a"), "StartAwaitingOutcome(operation1)");
    rig.initial("a", ready(7)).says(&[
        "Lifecycle(Life, a, generation1, Started(operation1, x1, Resolved(Ready(worker1@7, proof#7))))",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "Ready(worker1@7, Committed(operation1))");
}

#[test]
fn a_rejected_birth_removes_the_entry() {
    let mut rig = setup().start();
    rig.creating("a", 1);
    rig.reject_birth("a", 2).says(&[
        "Lifecycle(Life, a, generation1, StartFailed(operation1, Present(worker#1, plan#1), CreationRejected))",
        "Lifecycle(Life, a, generation1, EntryRetired(StartFailed, NeverBorn, []))",
        "DeliverDiagnostic(Desk, diagnostic1, CreationRejected(a, generation1, unborn#2, None))",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "absent");
}

#[test]
fn an_early_exit_is_kept_once_and_goes_along_with_a_rejected_birth() {
    let mut rig = setup().start();
    rig.creating("a", 1);
    rig.early_exit("a", 3).says(&["Continue"]);
    assert_eq!(rig.phase("a"), "CreatingProxy(operation1, true)");
    rig.early_exit("a", 4).rejects(1, "ProxyExit(BeforeBirth(creation1), died#4, Tick(4))");
    rig.reject_birth("a", 2).says(&[
        "Lifecycle(Life, a, generation1, StartFailed(operation1, Present(worker#1, plan#1), CreationRejected))",
        "Lifecycle(Life, a, generation1, EntryRetired(StartFailed, NeverBorn, []))",
        "DeliverDiagnostic(Desk, diagnostic2, CreationRejected(a, generation1, unborn#2, Some(died#3, Tick(3))))",
        "Continue",
    ]);
}

#[test]
fn a_birth_after_its_exit_is_a_proxy_death() {
    let mut rig = setup().start();
    rig.creating("a", 1);
    rig.early_exit("a", 3).sets_up();
    rig.commit("a").says(&[
        "Lifecycle(Life, a, generation1, StartFailed(operation1, Present(worker#1, plan#1), ProxyDied))",
        "Lifecycle(Life, a, generation1, EntryRetired(StableProxyExit, Elsewhere, []))",
        "DeliverDiagnostic(Desk, diagnostic1, ProxyDied(a, generation1, died#3, Tick(3)))",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "absent");
}

#[test]
fn a_rejected_input_fails_the_start_without_a_retry() {
    let mut rig = setup().start();
    rig.born("a", 1);
    rig.reject_input("a", 5).says(&[
        "ShutdownProxy(generation1, x1, Ending)",
        "Lifecycle(Life, a, generation1, StartFailed(operation1, Transferred, InputRejected))",
        "DeliverDiagnostic(Desk, diagnostic1, InputRejected(a, generation1, x1, Start, operation1, worker#1, plan#1, no5))",
        "Continue",
    ]);
    assert!(rig.phase("a").starts_with("Ending(Retiring(StartFailed), "));
    rig.shutdown_accepted("a").says(&["Continue"]);
    rig.exit("a", 6).says(&[
        "Lifecycle(Life, a, generation1, EntryRetired(StartFailed, Here(died#6, Tick(6)), []))",
        "Continue",
    ]);
}

/// Whatever the outcome is, if it is not ready.
#[track_caller]
fn fails(outcome: InitialOutcome<Served>, line: &str) {
    let mut rig = setup().start();
    rig.awaiting_outcome("a", 1);
    let diagnostic = format!(
        "DeliverDiagnostic(Desk, diagnostic1, OutcomeFailed(a, generation1, operation1, Initial({line})))"
    );
    rig.initial_outcome("a", outcome).says(&[
        "ShutdownProxy(generation1, x1, Ending)",
        "Lifecycle(Life, a, generation1, StartFailed(operation1, Transferred, OutcomeFailed))",
        &diagnostic,
        "Continue",
    ]);
    rig.exit("a", 6).says(&["Continue"]);
    rig.shutdown_accepted("a").says(&[
        "Lifecycle(Life, a, generation1, EntryRetired(StartFailed, Here(died#6, Tick(6)), []))",
        "Continue",
    ]);
}

#[test]
fn any_other_outcome_than_ready_fails_the_start() {
    fails(
        InitialOutcome::Rejected(refused(1)),
        "Rejected(RefusedChange(worker#1, plan#1, Draining, Phase))",
    );
    fails(
        InitialOutcome::Resolved(unborn(1)),
        "Resolved(CreationRejected(UnbornWorker(worker#1, plan#1, HostRejected(no1), None)))",
    );
    fails(
        InitialOutcome::Resolved(failed(8)),
        "Resolved(Unavailable(worker1@8, ActivationRejected(rejection#8, Exited(stop#8, Tick(8)))))",
    );
}

#[test]
fn an_outcome_before_its_receipt_is_rejected() {
    let mut rig = setup().start();
    rig.born("a", 1);
    rig.initial("a", ready(7))
        .rejects(1, "Report(x1, Initial(operation1, Resolved(Ready(worker1@7, proof#7))))");
    assert_eq!(rig.phase("a"), "StartAwaitingReceipt(operation1)");
}

#[test]
fn a_key_can_start_once_and_the_table_bounds_every_entry() {
    let mut rig = setup().entries(1).start();
    rig.creating("a", 1);
    rig.start("a", 2)
        .says(&["Reply(r#2, Start(Err(a, worker#2, plan#2, AlreadyExists)))", "Continue"]);
    rig.start("b", 3)
        .says(&["Reply(r#3, Start(Err(b, worker#3, plan#3, AtCapacity)))", "Continue"]);
    let state = rig.state();
    rig.start("a", 4)
        .says(&["Reply(r#4, Start(Err(a, worker#4, plan#4, AlreadyExists)))", "Continue"]);
    assert_eq!(rig.state(), state, "a rejection changes nothing");
}
