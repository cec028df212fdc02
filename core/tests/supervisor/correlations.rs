//! Correlations: fresh for every accepted change, and every kind failing.

use crate::support::*;
use actor_laws::correlation::{Lease, SequencePlan};

/// Ordinal 1, then a renewal that begins at 1 again: the second draw collides.
fn colliding() -> SequencePlan {
    lease(1, 1).renewed(Lease::new(1, 9).expect("the lease is not empty"))
}

/// A start fails by a kind whose plan is `change`; what was drawn before it stays burned.
#[track_caller]
fn start_fails(change: fn(&mut SupervisorCorrelations), kind: &str, reason: &str) {
    let mut rig = setup().correlations(change).start();
    let answer =
        format!("Reply(r#1, Start(Err(a, worker#1, plan#1, {kind}Unavailable({reason}))))");
    let diagnostic = format!(
        "DeliverDiagnostic(Desk, diagnostic1, CorrelationUnavailable(a, {kind}, {reason}))"
    );
    rig.start("a", 1).says(&[&answer, &diagnostic, "Continue"]);
    assert!(rig.supervisor.is_empty(), "nothing was admitted");
}

#[test]
fn a_start_stops_at_the_first_kind_that_fails() {
    start_fails(|space| space.generations = SequencePlan::NOTHING, "Generation", "Exhausted");
    start_fails(|space| space.creations = SequencePlan::NOTHING, "Creation", "Exhausted");
    start_fails(|space| space.operations = SequencePlan::NOTHING, "Operation", "Exhausted");
}

#[test]
fn what_was_drawn_before_the_failure_stays_burned() {
    let mut rig = setup()
        .correlations(|space| {
            space.operations = lease(5, 5).renewed(Lease::new(1, 9).expect("not empty"));
        })
        .start();
    rig.start("a", 1).says(&[
        "CreateProxy(creation1, generation1)",
        "ObserveProxyCreation(creation1)",
        "ObserveProxyExit(creation1)",
        "Reply(r#1, Start(Ok(a, CancelAuthority)))",
        "Continue",
    ]);
    rig.start("b", 2).says(&[
        "Reply(r#2, Start(Err(b, worker#2, plan#2, OperationUnavailable(Collision(1)))))",
        "DeliverDiagnostic(Desk, diagnostic1, CorrelationUnavailable(b, Operation, Collision(1)))",
        "Continue",
    ]);
    for n in 3..7 {
        rig.start("b", n).sets_up();
    }
    rig.start("b", 7).says(&[
        "CreateProxy(creation7, generation7)",
        "ObserveProxyCreation(creation7)",
        "ObserveProxyExit(creation7)",
        "Reply(r#7, Start(Ok(b, CancelAuthority)))",
        "Continue",
    ]);
}

#[test]
fn a_collision_is_reported_with_its_candidate() {
    let mut rig = setup().correlations(|space| space.generations = colliding()).start();
    rig.creating("a", 1);
    rig.start("b", 2).says(&[
        "Reply(r#2, Start(Err(b, worker#2, plan#2, GenerationUnavailable(Collision(1)))))",
        "DeliverDiagnostic(Desk, diagnostic1, CorrelationUnavailable(b, Generation, Collision(1)))",
        "Continue",
    ]);
    rig.start("b", 3).says(&[
        "CreateProxy(creation2, generation2)",
        "ObserveProxyCreation(creation2)",
        "ObserveProxyExit(creation2)",
        "Reply(r#3, Start(Ok(b, CancelAuthority)))",
        "Continue",
    ]);
}

#[test]
fn a_replacement_without_an_operation_leaves_the_service_as_it_was() {
    let mut rig = setup().correlations(|space| space.operations = lease(1, 1)).start();
    rig.ready("a", 1);
    rig.replace("a", 2).says(&[
        "Reply(r#2, Replace(Err(a, worker#2, plan#2, OperationUnavailable(Exhausted))))",
        "DeliverDiagnostic(Desk, diagnostic1, CorrelationUnavailable(a, Operation, Exhausted))",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "Ready(worker1@1, Committed(operation1))");
}

#[test]
fn a_stop_without_a_correlation_leaves_every_phase_as_it_was() {
    let phases: [fn(&mut Rig); 5] = [
        |rig| rig.creating("a", 1),
        |rig| rig.born("a", 1),
        |rig| rig.awaiting_outcome("a", 1),
        |rig| rig.ready("a", 1),
        |rig| rig.empty("a", 1),
    ];
    for prepare in phases {
        let mut rig = setup().correlations(|space| space.stops = SequencePlan::NOTHING).start();
        prepare(&mut rig);
        let phase = rig.phase("a");
        rig.stop("a", 2).says(&[
            "Reply(r#2, Stop(Err(a, StopUnavailable(Exhausted))))",
            "DeliverDiagnostic(Desk, diagnostic1, CorrelationUnavailable(a, Stop, Exhausted))",
            "Continue",
        ]);
        assert_eq!(rig.phase("a"), phase);
    }
}

#[test]
fn a_waiting_start_without_a_stop_correlation_keeps_waiting() {
    let mut rig =
        setup().activations(1).correlations(|space| space.stops = SequencePlan::NOTHING).start();
    rig.born("z", 1);
    rig.born("a", 2);
    rig.stop("a", 3).sets_up();
    assert_eq!(rig.phase("a"), "StartWaiting(operation2)");
}

#[test]
fn checks_come_before_reservations() {
    let mut rig = setup().entries(1).correlations(|space| space.operations = lease(1, 1)).start();
    rig.creating("a", 1);
    rig.start("a", 2)
        .says(&["Reply(r#2, Start(Err(a, worker#2, plan#2, AlreadyExists)))", "Continue"]);
    rig.start("b", 3)
        .says(&["Reply(r#3, Start(Err(b, worker#3, plan#3, AtCapacity)))", "Continue"]);
    rig.replace("a", 4)
        .says(&["Reply(r#4, Replace(Err(a, worker#4, plan#4, Unavailable)))", "Continue"]);
}
