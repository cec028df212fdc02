//! Rejected facts: foreign, duplicate, of the wrong kind, operation, generation or source. Each changes
//! nothing and leaves as one diagnostic that owns it whole.

use crate::support::facts::Card;
use crate::support::outcomes::{gone, ready, replaced};
use crate::support::*;
use actor_laws::proxy::InitialOutcome;
use actor_laws::settlement::Settlement;

/// The same phase of a supervisor with another identity, and of one with the same identity that is one
/// operation ahead.
fn others(prepare: fn(&mut Rig)) -> [Card; 2] {
    let mut foreign = setup().instance(2).start();
    prepare(&mut foreign);
    let mut ahead = setup().start();
    ahead.creating("z", 80);
    prepare(&mut ahead);
    [foreign.card("a"), ahead.card("a")]
}

#[test]
fn a_birth_needs_the_exact_creation() {
    let mut rig = setup().start();
    rig.creating("a", 1);
    let [foreign, ahead] = others(|rig| rig.creating("a", 1));
    rig.tell(facts::committed(&foreign)).rejects(1, "ProxyBirth(creation1@2, Committed(x1))");
    rig.tell(facts::unborn(&ahead, 2)).rejects(2, "ProxyBirth(creation2, Rejected(unborn#2))");
    rig.tell(facts::early_exit(&foreign, 3))
        .rejects(3, "ProxyExit(BeforeBirth(creation1@2), died#3, Tick(3))");
    rig.commit("a").sets_up();
    rig.commit("a").rejects(4, "ProxyBirth(creation1, Committed(x1))");
    rig.early_exit("a", 4).rejects(5, "ProxyExit(BeforeBirth(creation1), died#4, Tick(4))");
}

#[test]
fn a_capability_that_is_in_the_table_is_born_no_second_time() {
    let mut rig = setup().start();
    rig.born("a", 1);
    rig.creating("b", 2);
    let twice = Card { proxy: Proxy(1), ..rig.card("b") };
    rig.tell(facts::committed(&twice)).rejects(1, "ProxyBirth(creation2, Committed(x1))");
    assert_eq!(rig.phase("b"), "CreatingProxy(operation2, false)");
    rig.stop("b", 3).sets_up();
    rig.early_exit("b", 4).sets_up();
    rig.tell(facts::committed(&twice)).rejects(2, "ProxyBirth(creation2, Committed(x1))");
    rig.reject_birth("b", 5).sets_up();
}

#[test]
fn an_input_settlement_needs_kind_and_operation() {
    let mut rig = setup().start();
    rig.born("a", 1);
    let [foreign, ahead] = others(|rig| rig.born("a", 1));
    rig.tell(facts::accepted(&foreign))
        .rejects(1, "InputSettlement(x1, Start, operation1@2, Accepted)");
    let ahead = Card { proxy: Proxy(1), ..ahead };
    rig.tell(facts::accepted(&ahead))
        .rejects(2, "InputSettlement(x1, Start, operation2, Accepted)");
    let (_, operation) = rig.card("a").emitted();
    let other = Card { change: Some((ChangeKind::Replacement, operation)), ..rig.card("a") };
    rig.tell(facts::accepted(&other))
        .rejects(3, "InputSettlement(x1, Replacement, operation1, Accepted)");
    let elsewhere = Card { proxy: Proxy(9), ..rig.card("a") };
    rig.tell(facts::accepted(&elsewhere))
        .rejects(4, "InputSettlement(x9, Start, operation1, Accepted)");
    rig.accept("a").says(&["Continue"]);
    rig.accept("a").rejects(5, "InputSettlement(x1, Start, operation1, Accepted)");
}

#[test]
fn an_outcome_needs_kind_and_ticket() {
    let mut rig = setup().start();
    rig.awaiting_outcome("a", 1);
    let [foreign, _] = others(|rig| rig.born("a", 1));
    let outcome = InitialOutcome::Resolved(ready(7));
    rig.tell(facts::initial(&foreign, outcome))
        .rejects(1, "Report(x1, Initial(operation1@2, Resolved(Ready(worker1@7, proof#7))))");
    rig.replacement("a", replaced(gone(1), ready(8))).rejects(
        2,
        "Report(x1, Replacement(operation1, Resolved(Gone(worker1@1), Ready(worker1@8, proof#8))))",
    );
    rig.initial("a", ready(9)).sets_up();
    rig.initial("a", ready(10))
        .rejects(3, "Report(x1, Initial(operation1, Resolved(Ready(worker1@10, proof#10))))");
}

#[test]
fn an_unreported_outcome_counts_in_endings_only_and_only_after_the_exit() {
    let untouched = || UnreportedInput::Untouched(facts::submission(1));
    let shown = "Unreported(x1, operation1, Untouched(worker#1, plan#1))";
    let mut rig = setup().start();
    rig.awaiting_outcome("a", 1);
    rig.unreported("a", untouched()).rejects(1, shown);
    rig.cancel(1, 2).sets_up();
    rig.unreported("a", untouched()).rejects(2, shown);
    rig.exit("a", 3).sets_up();
    let [foreign, _] = others(|rig| rig.born("a", 1));
    rig.tell(facts::unreported(&foreign, untouched()))
        .rejects(3, "Unreported(x1, operation1@2, Untouched(worker#1, plan#1))");
    rig.unreported("a", untouched()).says(&["Continue"]);
    rig.unreported("a", UnreportedInput::Untouched(facts::submission(8)))
        .rejects(4, "Unreported(x1, operation1, Untouched(worker#8, plan#8))");
}

#[test]
fn a_shutdown_settlement_needs_generation_and_purpose() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.stop("a", 2).sets_up();
    let [foreign, _] = others(|rig| {
        rig.ready("a", 1);
        rig.stop("a", 2).sets_up();
    });
    let generation = Card { generation: foreign.generation, ..rig.card("a") };
    rig.tell(facts::shutdown_accepted(&generation))
        .rejects(1, "ShutdownSettlement(x1, generation1@2, Stop(stop1), Accepted)");
    let purpose = Card { shutdown: foreign.shutdown, ..rig.card("a") };
    rig.tell(facts::shutdown_accepted(&purpose))
        .rejects(2, "ShutdownSettlement(x1, generation1, Stop(stop1@2), Accepted)");
    let ending = Card { shutdown: Some(ShutdownPurpose::Ending), ..rig.card("a") };
    rig.tell(facts::shutdown_accepted(&ending))
        .rejects(3, "ShutdownSettlement(x1, generation1, Ending, Accepted)");
    rig.shutdown_accepted("a").says(&["Continue"]);
    rig.shutdown_accepted("a")
        .rejects(4, "ShutdownSettlement(x1, generation1, Stop(stop1), Accepted)");
}

#[test]
fn what_a_rejection_brings_back_is_not_judged() {
    let mut rig = setup().start();
    rig.born("a", 1);
    let card = rig.card("a");
    let (_, operation) = card.emitted();
    let other = ProxyInputOperation {
        proxy: Proxy(44),
        kind: ChangeKind::Replacement,
        operation,
        submission: facts::submission(44),
    };
    rig.tell(facts::input_rejected(&card, other, 5)).says(&[
        "ShutdownProxy(generation1, x1, Ending)",
        "Lifecycle(Life, a, generation1, StartFailed(operation1, Transferred, InputRejected))",
        "DeliverDiagnostic(Desk, diagnostic1, InputRejected(a, generation1, x44, Replacement, operation1, worker#44, plan#44, no5))",
        "Continue",
    ]);
    let Card { generation, proxy, .. } = card;
    let request = ShutdownProxy { generation, proxy: Proxy(45), purpose: ShutdownPurpose::Ending };
    let settlement = Settlement::Rejected { request, reason: Reason(6) };
    let purpose = ShutdownPurpose::Ending;
    rig.tell(SupervisorInput::ShutdownSettlement { proxy, generation, purpose, settlement }).says(&[
        "DeliverDiagnostic(Desk, diagnostic2, ShutdownRejected(a, generation1, generation1, x45, Ending, no6))",
        "Continue",
    ]);
}
