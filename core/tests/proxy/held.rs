//! Held successors: a complete outcome waits until the predecessor's shutdown is settled.

use crate::support::RejectedFactKind::*;
use crate::support::Tell::*;
use crate::support::*;

/// The successor is being created and its predecessor's settlement is out.
const SUCCEEDING: &[Tell] =
    &[Install(1), Committed(1), Initialized(1), StartAccepted(1), Ready(1), Replace(2), Exit(1, 3)];
const START: &[Tell] = &[Committed(2), Initialized(2), StartAccepted(2)];
const HELD: ProxyView =
    ProxyView { row: ProxyRow::SuccessorHeld, predecessor_settlement_owed: true, ..VIEW };

fn held_ready() -> Rig {
    let mut rig = Rig::after(SUCCEEDING).and(START);
    rig.tell(Ready(2)).says_nothing();
    rig.shows(ProxyView { held_ready: true, ..HELD });
    rig
}

#[test]
fn a_held_ready_takes_no_commands_until_it_is_published() {
    let mut rig = held_ready();
    rig.tell(Service(7)).says(&["Report Unavailable s7 c7 while Replacing", "Continue"]);
    rig.tell(SettlementRejected(1)).says(&[
        "Report Replacement t2 of worker1 (z3 at 3, Rejected [w1] x1) Ready worker2 proof2",
        "Continue",
    ]);
    rig.shows_row(ProxyRow::Ready);
    rig.tell(Service(7)).says(&["DeliverService w2 s7 c7", "Continue"]);
}

#[test]
fn a_held_ready_whose_worker_exits_becomes_unavailable() {
    let mut rig = held_ready();
    rig.tell(Exit(2, 5)).says_nothing();
    rig.shows(HELD);
    rig.rejects(Exit(2, 5), Unknown);
    rig.tell(Settled(1)).says(&[
        "Report Replacement t2 of worker1 (z3 at 3, Accepted) Unavailable worker2 \
         ReadyAfterExit proof2 (z5 at 5)",
        "Continue",
    ]);
    rig.shows_row(ProxyRow::EmptyAfter);
}

#[test]
fn a_held_worker_was_not_asked_to_stop() {
    let mut rig = held_ready();
    rig.rejects(Settled(2), Unexpected);
    rig.rejects(EarlyExit(2, 5), Unknown);
    rig.rejects(Exit(1, 3), Unexpected);
}

/// Every outcome that is complete before the settlement: what leads to it, and what is published.
const OUTCOMES: [(&[Tell], &str, ProxyRow); 8] = [
    (&[FoldRejected(2)], "CreationRejected b2 p2 by its fold x2", ProxyRow::EmptyAfter),
    (
        &[EarlyExit(2, 5), HostRejected(2)],
        "CreationRejected b2 p2 by the host x2, although z5 at 5",
        ProxyRow::EmptyAfter,
    ),
    (
        &[Committed(2), Exit(2, 5), Initialized(2)],
        "Unavailable worker2 InitializedAfterExit permit2 p2 (z5 at 5)",
        ProxyRow::EmptyAfter,
    ),
    (
        &[Committed(2), Stopped(2, 6)],
        "Unavailable worker2 StoppedDuringInitialization p2 (z6 at 6)",
        ProxyRow::EmptyAfter,
    ),
    (
        &[Committed(2), Initialized(2), Exit(2, 5), StartRejected(2)],
        "Unavailable worker2 StartRejected [w2 activation2 permit2 p2] x2 (z5 at 5)",
        ProxyRow::EmptyAfter,
    ),
    (
        &[Committed(2), Initialized(2), StartAccepted(2), Exit(2, 5), Rejected(2)],
        "Unavailable worker2 ActivationRejected r2 (z5 at 5)",
        ProxyRow::EmptyAfter,
    ),
    (
        &[Committed(2), EffectsRejected(2), Settled(2), Exit(2, 5)],
        "Unavailable worker2 InitializationRejected f2 p2 (z5 at 5, Accepted)",
        ProxyRow::EmptyAfter,
    ),
    (
        &[Committed(2), Initialized(2), StartAccepted(2), Ready(2)],
        "Ready worker2 proof2",
        ProxyRow::Ready,
    ),
];

#[test]
fn every_outcome_waits_for_the_predecessors_settlement() {
    for (told, outcome, row) in OUTCOMES {
        let (last, before) = told.split_last().expect("something is told");
        let mut rig = Rig::after(SUCCEEDING).and(before);
        rig.tell(*last).says_nothing();
        rig.shows(ProxyView { held_ready: row == ProxyRow::Ready, ..HELD });
        let report = format!("Report Replacement t2 of worker1 (z3 at 3, Accepted) {outcome}");
        rig.tell(Settled(1)).says(&[&report, "Continue"]);
        rig.shows_row(row);
    }
}

#[test]
fn an_outcome_after_the_settlement_is_published_at_once() {
    for (told, outcome, row) in OUTCOMES {
        let (last, before) = told.split_last().expect("something is told");
        let mut rig = Rig::after(SUCCEEDING).and(&[Settled(1)]).and(before);
        let report = format!("Report Replacement t2 of worker1 (z3 at 3, Accepted) {outcome}");
        rig.tell(*last).says(&[&report, "Continue"]);
        rig.shows_row(row);
    }
}

#[test]
fn a_held_outcome_that_is_over_is_left_over_after_the_settlement() {
    for (told, outcome, row) in OUTCOMES {
        if row == ProxyRow::Ready {
            continue;
        }
        let mut rig = Rig::after(SUCCEEDING).and(told);
        rig.tell(Shutdown).says_nothing();
        let drains = ProxyRow::DrainingWorker;
        rig.shows(ProxyView { row: drains, predecessor_settlement_owed: true, ..VIEW });
        rig.rejects(Exit(2, 9), Unknown);
        let leftover =
            format!("Stopped Change t2 of worker1 (z3 at 3, Accepted) Resolved {outcome}");
        rig.tell(Settled(1)).says(&[&leftover]);
    }
}

#[test]
fn a_held_ready_is_drained_and_left_over_with_its_end() {
    let facts = [Settled(1), Settled(2), Exit(2, 5)];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let [first, second, third] = order.map(|place: usize| facts[place]);
        let mut rig = held_ready();
        rig.tell(Shutdown).says(&["ShutdownWorker w2", "Continue"]);
        rig.tell(first).says_nothing();
        rig.tell(second).says_nothing();
        rig.tell(third)
            .says(&["Stopped Change t2 of worker1 (z3 at 3, Accepted) Held Ready worker2 proof2 \
             (z5 at 5, Accepted)"]);
    }
}

#[test]
fn a_held_ready_that_exited_before_the_shutdown_is_left_over_as_unavailable() {
    let mut rig = held_ready().and(&[Exit(2, 5)]);
    rig.tell(Shutdown).says_nothing();
    rig.tell(Settled(1))
        .says(&["Stopped Change t2 of worker1 (z3 at 3, Accepted) Resolved Unavailable worker2 \
         ReadyAfterExit proof2 (z5 at 5)"]);
}
