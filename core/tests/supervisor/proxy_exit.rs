//! The death of a proxy in every phase that is not ending.

use crate::support::outcomes::{gone, ready, refused, replaced};
use crate::support::*;
use actor_laws::proxy::ReplacementOutcome;

const DIED: &str =
    "DeliverDiagnostic(Desk, diagnostic1, ProxyDied(a, generation1, died#9, Tick(9)))";
const RETIRED: &str =
    "Lifecycle(Life, a, generation1, EntryRetired(StableProxyExit, Elsewhere, []))";

#[test]
fn an_available_service_is_gone_at_once() {
    for empty in [false, true] {
        let mut rig = setup().start();
        rig.ready("a", 1);
        if empty {
            rig.stopped("a", 1, 2).sets_up();
        }
        rig.exit("a", 9).says(&[RETIRED, DIED, "Continue"]);
        assert_eq!(rig.phase("a"), "absent");
    }
}

#[test]
fn a_waiting_start_fails_with_its_worker() {
    let mut rig = setup().activations(1).start();
    rig.creating("a", 1);
    rig.born("z", 2);
    rig.commit("a").sets_up();
    rig.exit("a", 9).says(&[
        "Lifecycle(Life, a, generation1, StartFailed(operation1, Present(worker#1, plan#1), ProxyDied))",
        RETIRED,
        DIED,
        "Continue",
    ]);
}

#[test]
fn a_waiting_replacement_fails_with_its_worker() {
    let mut rig = setup().activations(1).start();
    rig.ready("a", 1);
    rig.born("z", 2);
    rig.replace("a", 3).sets_up();
    rig.exit("a", 9).says(&[
        "Lifecycle(Life, a, generation1, ReplacementFailed(operation3, Present(worker#3, plan#3), ProxyDied))",
        RETIRED,
        DIED,
        "Continue",
    ]);
}

#[test]
fn a_transferred_start_fails_at_once_and_its_result_goes_to_the_diagnostics() {
    let failed = "Lifecycle(Life, a, generation1, StartFailed(operation1, Transferred, ProxyDied))";
    let mut rig = setup().start();
    rig.born("a", 1);
    rig.exit("a", 9).says(&[failed, DIED, "Continue"]);
    rig.reject_input("a", 3).says(&[
        RETIRED,
        "DeliverDiagnostic(Desk, diagnostic2, InputRejected(a, generation1, x1, Start, operation1, worker#1, plan#1, no3))",
        "Continue",
    ]);
    let mut rig = setup().start();
    rig.awaiting_outcome("a", 1);
    rig.exit("a", 9).says(&[failed, DIED, "Continue"]);
    rig.initial("a", ready(7)).says(&[
        RETIRED,
        "DeliverDiagnostic(Desk, diagnostic2, OutcomeFailed(a, generation1, operation1, Initial(Resolved(Ready(worker1@7, proof#7)))))",
        "Continue",
    ]);
    let mut rig = setup().start();
    rig.born("a", 1);
    rig.exit("a", 9).says(&[failed, DIED, "Continue"]);
    rig.accept("a").says(&["Continue"]);
    rig.unreported("a", UnreportedInput::Untouched(facts::submission(1))).says(&[
        RETIRED,
        "DeliverDiagnostic(Desk, diagnostic2, OutcomeFailed(a, generation1, operation1, Unreported(Untouched(worker#1, plan#1))))",
        "Continue",
    ]);
}

#[test]
fn a_transferred_replacement_fails_at_once_and_its_result_goes_to_the_diagnostics() {
    let failed =
        "Lifecycle(Life, a, generation1, ReplacementFailed(operation2, Transferred, ProxyDied))";
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.replace("a", 2).sets_up();
    rig.exit("a", 9).says(&[failed, DIED, "Continue"]);
    rig.accept("a").says(&["Continue"]);
    rig.replacement("a", ReplacementOutcome::Rejected(refused(2))).says(&[
        RETIRED,
        "DeliverDiagnostic(Desk, diagnostic2, OutcomeFailed(a, generation1, operation2, Replacement(Rejected(RefusedChange(worker#2, plan#2, Draining, Phase)))))",
        "Continue",
    ]);
}

#[test]
fn a_dead_proxy_is_asked_nothing_and_exits_once() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.replacing("a", 2);
    rig.exit("a", 9).sets_up();
    rig.exit("a", 8).rejects(2, "ProxyExit(AfterBirth(x1), died#8, Tick(8))");
    rig.replacement("a", replaced(gone(9), ready(7))).rejects(
        3,
        "Report(x1, Replacement(operation2, Resolved(Gone(worker1@9), Ready(worker1@7, proof#7))))",
    );
    rig.unreported("a", UnreportedInput::Initial(actor_laws::proxy::InitialOutcome::Rejected(refused(5))))
        .rejects(
            4,
            "Unreported(x1, operation2, Initial(Rejected(RefusedChange(worker#5, plan#5, Draining, Phase))))",
        );
}
