//! Cancellation: exact and by phase, before and after the transfer, and the six orders in which a
//! transferred cancellation is resolved with each kind of worker result.

use crate::support::facts;
use crate::support::outcomes::{
    cancelled, drained, failed, gone, left, left_by, ready, refused, replaced, unborn,
};
use crate::support::*;
use actor_laws::proxy::{InitialOutcome, Leftover, ReplacementOutcome, UnreportedWorker};

#[test]
fn a_start_is_returned_before_its_birth_and_retired_without_a_proxy() {
    let mut rig = setup().start();
    rig.creating("a", 1);
    rig.cancel(1, 2)
        .says(&["Reply(r#2, Cancel(Returned(CancelAuthority, worker#1, plan#1)))", "Continue"]);
    rig.reject_birth("a", 3).says(&[
        "Lifecycle(Life, a, generation1, OperationCancelled(operation1, Start, Returned))",
        "Lifecycle(Life, a, generation1, EntryRetired(Cancellation, NeverBorn, []))",
        "DeliverDiagnostic(Desk, diagnostic1, CreationRejected(a, generation1, unborn#3, None))",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), "absent");
}

#[test]
fn a_late_birth_of_a_cancelled_start_is_shut_down_once() {
    let mut rig = setup().start();
    rig.creating("a", 1);
    rig.cancel(1, 2).sets_up();
    rig.commit("a").says(&["ShutdownProxy(generation1, x1, Ending)", "Continue"]);
    rig.shutdown_accepted("a").says(&["Continue"]);
    rig.exit("a", 4).says(&[
        "Lifecycle(Life, a, generation1, OperationCancelled(operation1, Start, Returned))",
        "Lifecycle(Life, a, generation1, EntryRetired(Cancellation, Here(died#4, Tick(4)), []))",
        "Continue",
    ]);
}

#[test]
fn a_kept_early_exit_stays_kept_and_closes_with_the_birth() {
    for rejected in [false, true] {
        let mut rig = setup().start();
        rig.creating("a", 1);
        rig.early_exit("a", 3).sets_up();
        rig.cancel(1, 2).sets_up();
        let cancelled =
            "Lifecycle(Life, a, generation1, OperationCancelled(operation1, Start, Returned))";
        if rejected {
            rig.reject_birth("a", 4).says(&[
                cancelled,
                "Lifecycle(Life, a, generation1, EntryRetired(Cancellation, NeverBorn, []))",
                "DeliverDiagnostic(Desk, diagnostic1, CreationRejected(a, generation1, unborn#4, Some(died#3, Tick(3))))",
                "Continue",
            ]);
        } else {
            rig.commit("a").says(&[
                cancelled,
                "Lifecycle(Life, a, generation1, EntryRetired(Cancellation, Here(died#3, Tick(3)), []))",
                "Continue",
            ]);
        }
    }
}

#[test]
fn a_waiting_start_is_returned_and_its_proxy_drained() {
    let mut rig = setup().activations(1).start();
    rig.born("z", 1);
    rig.born("a", 2);
    rig.cancel(2, 3).says(&[
        "ShutdownProxy(generation2, x2, Ending)",
        "Reply(r#3, Cancel(Returned(CancelAuthority, worker#2, plan#2)))",
        "Continue",
    ]);
    rig.exit("a", 4).says(&["Continue"]);
    rig.shutdown_rejected("a", 5).says(&[
        "Lifecycle(Life, a, generation2, OperationCancelled(operation2, Start, Returned))",
        "Lifecycle(Life, a, generation2, EntryRetired(Cancellation, Here(died#4, Tick(4)), []))",
        "DeliverDiagnostic(Desk, diagnostic1, ShutdownRejected(a, generation2, generation2, x2, Ending, no5))",
        "Continue",
    ]);
}

#[test]
fn a_waiting_replacement_is_returned_and_its_base_restored() {
    let mut rig = setup().activations(1).start();
    rig.ready("a", 1);
    rig.born("z", 2);
    rig.replace("a", 3).sets_up();
    rig.cancel(3, 4)
        .says(&["Reply(r#4, Cancel(Returned(CancelAuthority, worker#3, plan#3)))", "Continue"]);
    assert_eq!(rig.phase("a"), "Ready(worker1@1, Cancelled(operation3))");
    rig.cancel(3, 5).says(&["Reply(r#5, Cancel(Cancelled(CancelAuthority)))", "Continue"]);
    rig.cancel(1, 6).says(&["Reply(r#6, Cancel(Stale(CancelAuthority)))", "Continue"]);
}

#[test]
fn the_one_record_is_kept_until_the_next_accepted_change() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.cancel(1, 2)
        .says(&["Reply(r#2, Cancel(Committed(CancelAuthority, Ready(x1))))", "Continue"]);
    rig.stopped("a", 1, 3).sets_up();
    rig.cancel(1, 4).says(&["Reply(r#4, Cancel(Committed(CancelAuthority, Empty)))", "Continue"]);
    rig.stop("a", 5).sets_up();
    rig.cancel(1, 6)
        .says(&["Reply(r#6, Cancel(Committed(CancelAuthority, Stopping)))", "Continue"]);
    rig.shutdown_rejected("a", 7).sets_up();
    rig.cancel(1, 8).says(&["Reply(r#8, Cancel(Committed(CancelAuthority, Empty)))", "Continue"]);
    rig.replace("a", 9).sets_up();
    rig.cancel(1, 10).says(&["Reply(r#10, Cancel(Stale(CancelAuthority)))", "Continue"]);
}

#[test]
fn a_failed_replacement_is_committed_all_the_same() {
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.replacing("a", 2);
    rig.replacement("a", ReplacementOutcome::Rejected(refused(2))).sets_up();
    rig.cancel(2, 3)
        .says(&["Reply(r#3, Cancel(Committed(CancelAuthority, Ready(x1))))", "Continue"]);
    rig.cancel(1, 4).says(&["Reply(r#4, Cancel(Stale(CancelAuthority)))", "Continue"]);
}

#[test]
fn a_replayed_authority_is_answered_by_what_its_operation_has_become() {
    let mut rig = setup().start();
    rig.born("a", 1);
    rig.cancel(1, 2).says(&[
        "ShutdownProxy(generation1, x1, Ending)",
        "Reply(r#2, Cancel(Pending(CancelAuthority, AwaitingProxyOutcome)))",
        "Continue",
    ]);
    rig.cancel(1, 3).says(&["Reply(r#3, Cancel(Cancelled(CancelAuthority)))", "Continue"]);
    rig.reject_input("a", 4).sets_up();
    rig.exit("a", 5).sets_up();
    rig.cancel(1, 6).says(&["Reply(r#6, Cancel(Cancelled(CancelAuthority)))", "Continue"]);
    rig.shutdown_accepted("a").sets_up();
    rig.cancel(1, 7).says(&["Reply(r#7, Cancel(Stale(CancelAuthority)))", "Continue"]);
}

#[test]
fn an_interrupted_start_is_draining_for_its_own_authority() {
    let mut stopped = setup().start();
    stopped.born("a", 1);
    stopped.stop("a", 2).sets_up();
    stopped.cancel(1, 3).says(&["Reply(r#3, Cancel(Draining(CancelAuthority)))", "Continue"]);
    let mut dead = setup().start();
    dead.born("a", 1);
    dead.exit("a", 2).sets_up();
    dead.cancel(1, 3).says(&["Reply(r#3, Cancel(Draining(CancelAuthority)))", "Continue"]);
    let mut failed = setup().start();
    failed.born("a", 1);
    failed.reject_input("a", 2).sets_up();
    failed.cancel(1, 3).says(&["Reply(r#3, Cancel(Stale(CancelAuthority)))", "Continue"]);
}

#[test]
fn an_authority_of_another_supervisor_is_stale_and_comes_back() {
    let mut rig = setup().start();
    rig.creating("a", 1);
    let mut foreign = setup().instance(2).start();
    foreign.creating("a", 1);
    let state = rig.state();
    let authority = foreign.authority(1);
    rig.cancel_with(authority, 2).says(&["Reply(r#2, Cancel(Stale(CancelAuthority)))", "Continue"]);
    assert_eq!(rig.state(), state, "nothing has changed");
}

/// The three facts that a transferred cancellation waits for.
#[derive(Clone, Copy, Debug)]
enum Half {
    Worker,
    Settlement,
    Exit,
}

const ORDERS: [[Half; 3]; 6] = [
    [Half::Worker, Half::Settlement, Half::Exit],
    [Half::Worker, Half::Exit, Half::Settlement],
    [Half::Settlement, Half::Worker, Half::Exit],
    [Half::Settlement, Half::Exit, Half::Worker],
    [Half::Exit, Half::Worker, Half::Settlement],
    [Half::Exit, Half::Settlement, Half::Worker],
];

/// One kind of worker result: how it is told, and how it is shown.
struct Kind {
    tell: fn(&mut Rig) -> Said,
    /// The result as OperationCancelled shows it.
    shown: &'static str,
    /// Whether it comes after the exit only.
    after_exit: bool,
}

/// Cancels what `prepare` leads to and resolves it in every order with every kind.
fn resolves_in_every_order(
    prepare: fn(&mut Rig),
    change: &str,
    kinds: &[Kind],
    rejected_shutdown: bool,
) {
    for (order, kind) in ORDERS.iter().flat_map(|order| kinds.iter().map(move |kind| (order, kind)))
    {
        let place = |half: fn(&Half) -> bool| order.iter().position(half).expect("it is there");
        let exit_first =
            place(|half| matches!(half, Half::Exit)) < place(|half| matches!(half, Half::Worker));
        if kind.after_exit && !exit_first {
            continue;
        }
        let mut rig = setup().start();
        prepare(&mut rig);
        let tell = |rig: &mut Rig, half: Half| match half {
            Half::Worker => (kind.tell)(rig),
            Half::Settlement if rejected_shutdown => rig.shutdown_rejected("a", 60),
            Half::Settlement => rig.shutdown_accepted("a"),
            Half::Exit => rig.exit("a", 61),
        };
        let [first, second, third] = *order;
        tell(&mut rig, first).says(&["Continue"]);
        tell(&mut rig, second).says(&["Continue"]);
        let said = tell(&mut rig, third).lines;
        assert_eq!(said, closing(change, kind.shown, rejected_shutdown), "{order:?}");
        assert_eq!(rig.phase("a"), "absent");
    }
}

/// The whole product of the fold that resolves the last half.
fn closing(change: &str, shown: &str, rejected_shutdown: bool) -> Vec<String> {
    let (input, result) = match shown.strip_prefix("InputRejected ") {
        Some(input) => (Some(input), "InputRejected".to_owned()),
        None => (None, format!("Resolved({shown})")),
    };
    let mut diagnostics = Vec::new();
    diagnostics.extend(input.map(|input| format!("InputRejected(a, generation1, {input})")));
    let shutdown = "ShutdownRejected(a, generation1, generation1, x1, Ending, no60)";
    diagnostics.extend(rejected_shutdown.then(|| shutdown.to_owned()));
    let numbered = (1..).zip(diagnostics);
    let diagnostics =
        numbered.map(|(n, owned)| format!("DeliverDiagnostic(Desk, diagnostic{n}, {owned})"));
    let lifecycle = [
        format!("Lifecycle(Life, a, generation1, OperationCancelled({change}, {result}))"),
        "Lifecycle(Life, a, generation1, EntryRetired(Cancellation, Here(died#61, Tick(61)), []))"
            .to_owned(),
    ];
    let continues = ["Continue".to_owned()];
    lifecycle.into_iter().chain(diagnostics).chain(continues).collect()
}

fn cancelled_start(rig: &mut Rig) {
    rig.awaiting_outcome("a", 1);
    rig.cancel(1, 50).sets_up();
}

const START: &str = "operation1, Start";

fn start_kinds() -> [Kind; 7] {
    let kind = |tell, shown| Kind { tell, shown, after_exit: false };
    let unreported = |tell, shown| Kind { tell, shown, after_exit: true };
    [
        kind(|rig| rig.initial("a", ready(7)), "Initial(Resolved(Ready(worker1@7, proof#7)))"),
        kind(
            |rig| rig.initial_outcome("a", InitialOutcome::Rejected(refused(1))),
            "Initial(Rejected(RefusedChange(worker#1, plan#1, Draining, Phase)))",
        ),
        kind(
            |rig| rig.initial("a", unborn(1)),
            "Initial(Resolved(CreationRejected(UnbornWorker(worker#1, plan#1, HostRejected(no1), None))))",
        ),
        kind(
            |rig| rig.initial("a", failed(7)),
            "Initial(Resolved(Unavailable(worker1@7, ActivationRejected(rejection#7, Exited(stop#7, Tick(7))))))",
        ),
        unreported(
            |rig| rig.unreported("a", UnreportedInput::Untouched(facts::submission(1))),
            "Unreported(Untouched(worker#1, plan#1))",
        ),
        unreported(
            |rig| rig.unreported("a", UnreportedInput::Initial(InitialOutcome::Resolved(ready(7)))),
            "Unreported(Initial(Resolved(Ready(worker1@7, proof#7))))",
        ),
        unreported(
            |rig| {
                let (_, operation) = rig.card("a").emitted();
                rig.unreported("a", left(operation, None, 8))
            },
            "Unreported(Left(Change(UnreportedChange(operation1, None, Ready(proof#8, Exited(stop#8, Tick(8)))))))",
        ),
    ]
}

#[test]
fn a_cancelled_start_resolves_alike_in_all_six_orders() {
    resolves_in_every_order(cancelled_start, START, &start_kinds(), false);
    resolves_in_every_order(cancelled_start, START, &start_kinds(), true);
}

fn cancelled_emission(rig: &mut Rig) {
    rig.born("a", 1);
    rig.cancel(1, 50).sets_up();
}

#[test]
fn a_rejected_input_resolves_a_cancelled_start_in_all_six_orders() {
    let rejected = [Kind {
        tell: |rig| rig.reject_input("a", 5),
        shown: "InputRejected x1, Start, operation1, worker#1, plan#1, no5",
        after_exit: false,
    }];
    resolves_in_every_order(cancelled_emission, START, &rejected, false);
    resolves_in_every_order(cancelled_emission, START, &rejected, true);
}

fn cancelled_replacement(rig: &mut Rig) {
    rig.ready("a", 3);
    rig.replacing("a", 2);
    rig.cancel(2, 50).sets_up();
}

const REPLACEMENT: &str = "operation2, Replacement";

fn replacement_kinds() -> [Kind; 8] {
    let kind = |tell, shown| Kind { tell, shown, after_exit: false };
    [
        kind(
            |rig| rig.replacement("a", replaced(drained(3, 8), ready(7))),
            "Replacement(Resolved(Drained(worker1@3, stop#8, Tick(8), Accepted), Ready(worker1@7, proof#7)))",
        ),
        kind(
            |rig| rig.replacement("a", ReplacementOutcome::Rejected(refused(2))),
            "Replacement(Rejected(RefusedChange(worker#2, plan#2, Draining, Phase)))",
        ),
        kind(
            |rig| rig.replacement("a", cancelled(3, 2)),
            "Replacement(CancelledBeforeBirth(worker1@3, worker#2, plan#2))",
        ),
        kind(
            |rig| rig.replacement("a", replaced(drained(3, 8), unborn(2))),
            "Replacement(Resolved(Drained(worker1@3, stop#8, Tick(8), Accepted), CreationRejected(UnbornWorker(worker#2, plan#2, HostRejected(no2), None))))",
        ),
        kind(
            |rig| rig.replacement("a", replaced(drained(3, 8), failed(7))),
            "Replacement(Resolved(Drained(worker1@3, stop#8, Tick(8), Accepted), Unavailable(worker1@7, ActivationRejected(rejection#7, Exited(stop#7, Tick(7))))))",
        ),
        Kind {
            tell: |rig| rig.unreported("a", UnreportedInput::Replacement(cancelled(3, 2))),
            shown: "Unreported(Replacement(CancelledBeforeBirth(worker1@3, worker#2, plan#2)))",
            after_exit: true,
        },
        Kind {
            tell: |rig| rig.unreported("a", UnreportedInput::Untouched(facts::submission(2))),
            shown: "Unreported(Untouched(worker#2, plan#2))",
            after_exit: true,
        },
        Kind {
            tell: |rig| {
                let (_, operation) = rig.card("a").emitted();
                rig.unreported("a", left(operation, Some(drained(3, 8)), 9))
            },
            shown: "Unreported(Left(Change(UnreportedChange(operation2, Some(Drained(worker1@3, stop#8, Tick(8), Accepted)), Ready(proof#9, Exited(stop#9, Tick(9)))))))",
            after_exit: true,
        },
    ]
}

#[test]
fn a_cancelled_replacement_resolves_alike_in_all_six_orders() {
    resolves_in_every_order(cancelled_replacement, REPLACEMENT, &replacement_kinds(), false);
    resolves_in_every_order(cancelled_replacement, REPLACEMENT, &replacement_kinds(), true);
}

fn cancelled_replacement_emission(rig: &mut Rig) {
    rig.ready("a", 3);
    rig.replace("a", 2).sets_up();
    rig.cancel(2, 50).sets_up();
}

#[test]
fn a_rejected_input_resolves_a_cancelled_replacement_in_all_six_orders() {
    let rejected = [Kind {
        tell: |rig| rig.reject_input("a", 5),
        shown: "InputRejected x1, Replacement, operation2, worker#2, plan#2, no5",
        after_exit: false,
    }];
    let emission = cancelled_replacement_emission;
    resolves_in_every_order(emission, REPLACEMENT, &rejected, false);
    resolves_in_every_order(emission, REPLACEMENT, &rejected, true);
}

#[test]
fn a_cancelled_replacement_holds_on_to_its_predecessor() {
    let mut rig = setup().start();
    cancelled_replacement(&mut rig);
    let other = replaced(gone(9), ready(7));
    rig.replacement("a", other).rejects(
        1,
        "Report(x1, Replacement(operation2, Resolved(Gone(worker1@9), Ready(worker1@7, proof#7))))",
    );
    rig.replacement("a", replaced(drained(3, 8), ready(7))).says(&["Continue"]);
}

#[test]
fn stops_of_running_workers_are_absorbed_once_each_until_the_retirement() {
    let mut rig = setup().start();
    cancelled_replacement(&mut rig);
    rig.stopped("a", 7, 20).rejects(1, "Report(x1, WorkerStopped(worker1@7, stop#20, Tick(20)))");
    rig.stopped("a", 3, 21).says(&["Continue"]);
    rig.stopped("a", 3, 22).rejects(2, "Report(x1, WorkerStopped(worker1@3, stop#22, Tick(22)))");
    rig.replacement("a", replaced(drained(3, 8), ready(3))).rejects(
        3,
        "Report(x1, Replacement(operation2, Resolved(Drained(worker1@3, stop#8, Tick(8), Accepted), Ready(worker1@3, proof#3))))",
    );
    rig.replacement("a", replaced(gone(3), ready(7))).says(&["Continue"]);
    rig.stopped("a", 7, 23).says(&["Continue"]);
    rig.shutdown_accepted("a").says(&["Continue"]);
    rig.exit("a", 24).says(&[
        "Lifecycle(Life, a, generation1, OperationCancelled(operation2, Replacement, Resolved(Replacement(Resolved(Gone(worker1@3), Ready(worker1@7, proof#7))))))",
        "Lifecycle(Life, a, generation1, EntryRetired(Cancellation, Here(died#24, Tick(24)), [AbsorbedStop(worker1@3, stop#21, Tick(21)), AbsorbedStop(worker1@7, stop#23, Tick(23))]))",
        "Continue",
    ]);
}

/// Drained or gone, delivered or not: a resolved outcome has ended its predecessor.
#[test]
fn a_resolved_outcome_leaves_no_predecessor_that_runs() {
    for predecessor in [|| drained(3, 8), || gone(3)] {
        let mut rig = setup().start();
        cancelled_replacement(&mut rig);
        rig.replacement("a", replaced(predecessor(), ready(7))).says(&["Continue"]);
        rig.stopped("a", 3, 21)
            .rejects(1, "Report(x1, WorkerStopped(worker1@3, stop#21, Tick(21)))");
        rig.stopped("a", 7, 22).says(&["Continue"]);
        let (mut left_behind, mut undelivered) = (setup().start(), setup().start());
        for rig in [&mut left_behind, &mut undelivered] {
            cancelled_replacement(rig);
            rig.exit("a", 20).says(&["Continue"]);
        }
        let (_, operation) = left_behind.card("a").emitted();
        left_behind.unreported("a", left(operation, Some(predecessor()), 9)).says(&["Continue"]);
        let outcome = UnreportedInput::Replacement(replaced(predecessor(), ready(7)));
        undelivered.unreported("a", outcome).says(&["Continue"]);
        for rig in [&mut left_behind, &mut undelivered] {
            rig.stopped("a", 3, 21)
                .rejects(1, "Report(x1, WorkerStopped(worker1@3, stop#21, Tick(21)))");
            rig.stopped("a", 7, 22)
                .rejects(2, "Report(x1, WorkerStopped(worker1@7, stop#22, Tick(22)))");
        }
    }
}

/// What an outcome without a successor says about the predecessor is no end of it.
#[test]
fn an_unresolved_outcome_leaves_its_predecessor_running() {
    let rests = [
        || UnreportedInput::Untouched(facts::submission(2)),
        || UnreportedInput::Replacement(cancelled(3, 2)),
        || UnreportedInput::Replacement(ReplacementOutcome::Rejected(refused(2))),
    ];
    for rest in rests {
        let mut rig = setup().start();
        cancelled_replacement(&mut rig);
        rig.exit("a", 20).says(&["Continue"]);
        rig.unreported("a", rest()).says(&["Continue"]);
        rig.stopped("a", 3, 21).says(&["Continue"]);
    }
}

#[test]
fn a_leftover_fits_by_ticket_and_predecessor() {
    let mut start = setup().start();
    cancelled_start(&mut start);
    start.exit("a", 20).says(&["Continue"]);
    let mut rig = setup().start();
    cancelled_replacement(&mut rig);
    rig.exit("a", 20).says(&["Continue"]);
    let (first, second) = (start.card("a").emitted().1, rig.card("a").emitted().1);
    let end = || actor_laws::proxy::WorkerEnd::Exited(facts::worker_exit(9));
    let bare = || left(second, None, 9);
    let itself = UnreportedWorker::Resolved(failed(3));
    let held = UnreportedWorker::Held { outcome: ready(3), end: end() };
    let wrong = [
        UnreportedInput::Left(Leftover::Nothing),
        UnreportedInput::Left(Leftover::Worker(end())),
        bare(),
        left(first, Some(drained(3, 8)), 9),
        left(second, Some(gone(9)), 9),
        left_by(second, Some(gone(3)), itself),
        left_by(second, Some(drained(3, 8)), held),
    ];
    for (n, wrong) in (1..).zip(wrong) {
        let shown = text(&wrong);
        rig.unreported("a", wrong).rejects(n, &format!("Unreported(x1, operation2, {shown})"));
    }
    for (n, wrong) in (1..).zip([left(first, Some(gone(3)), 9), bare()]) {
        let shown = text(&wrong);
        start.unreported("a", wrong).rejects(n, &format!("Unreported(x1, operation1, {shown})"));
    }
    let held = UnreportedWorker::Held { outcome: ready(7), end: end() };
    rig.unreported("a", left_by(second, Some(gone(3)), held)).says(&["Continue"]);
    start.unreported("a", left(first, None, 9)).says(&["Continue"]);
}
