//! Failure drains: a live worker that failed before it was ready is shut down, and its outcome is
//! reported after settlement and exit, in either order.

use crate::support::RejectedFactKind::*;
use crate::support::Tell::*;
use crate::support::*;

const INITIALIZING: &[Tell] = &[Install(1), Committed(1)];
const STARTING: &[Tell] = &[Install(1), Committed(1), Initialized(1)];
const ACTIVATING: &[Tell] = &[Install(1), Committed(1), Initialized(1), StartAccepted(1)];
const REPLACING: &[Tell] = &[
    Install(1),
    Committed(1),
    Initialized(1),
    StartAccepted(1),
    Ready(1),
    Replace(2),
    Exit(1, 3),
    Committed(2),
];

/// Each failure with a worker alive: the way to it, the fact, and what its cause says.
const FAILURES: [(&[Tell], Tell, &str); 3] = [
    (INITIALIZING, EffectsRejected(1), "InitializationRejected f1 p1"),
    (STARTING, StartRejected(1), "StartRejected [w1 activation1 permit1 p1] x1"),
    (ACTIVATING, Rejected(1), "ActivationRejected r1"),
];

const FAILING: ProxyView = ProxyView { row: ProxyRow::Failing, settlement_owed: true, ..VIEW };

#[test]
fn a_failure_shuts_the_worker_down_and_reports_after_both_halves() {
    for (path, failure, cause) in FAILURES {
        for order in [[Settled(1), Exit(1, 5)], [Exit(1, 5), Settled(1)]] {
            let mut rig = Rig::after(path);
            rig.tell(failure).says(&["ShutdownWorker w1", "Continue"]);
            rig.shows(FAILING);
            rig.tell(order[0]).says_nothing();
            let report =
                format!("Report Initial t1 Unavailable worker1 {cause} (z5 at 5, Accepted)");
            rig.tell(order[1]).says(&[&report, "Continue"]);
            rig.shows_row(ProxyRow::EmptyAfter);
        }
    }
}

#[test]
fn a_rejected_settlement_never_stands_for_the_exit() {
    for (path, failure, cause) in FAILURES {
        let mut rig = Rig::after(path).and(&[failure]);
        rig.tell(SettlementRejected(1)).says_nothing();
        rig.shows(ProxyView { settlement_owed: false, ..FAILING });
        let report =
            format!("Report Initial t1 Unavailable worker1 {cause} (z5 at 5, Rejected [w1] x1)");
        rig.tell(Exit(1, 5)).says(&[&report, "Continue"]);
    }
}

#[test]
fn each_half_comes_once() {
    let mut rig = Rig::after(INITIALIZING).and(&[EffectsRejected(1), Exit(1, 5)]);
    rig.shows(ProxyView { exit_kept: true, ..FAILING });
    rig.rejects(Exit(1, 6), Unexpected);
    let mut rig = Rig::after(INITIALIZING).and(&[EffectsRejected(1), Settled(1)]);
    rig.rejects(Settled(1), Unexpected);
    rig.rejects(SettlementRejected(1), Unexpected);
}

#[test]
fn a_worker_that_committed_and_failed_leaves_its_evidence_behind() {
    let mut rig = Rig::after(INITIALIZING).and(&[EffectsRejected(1), Settled(1), Exit(1, 5)]);
    rig.tell(Replace(2)).says(&[
        "CreateWorker creation2 b2 p2",
        "ObserveWorkerCreation creation2",
        "ObserveWorkerExit creation2",
        "Continue",
    ]);
}

#[test]
fn a_shutdown_meanwhile_changes_only_the_phase_and_the_end() {
    for (path, failure, cause) in FAILURES {
        let mut rig = Rig::after(path).and(&[failure, Settled(1)]);
        rig.tell(Shutdown).says_nothing();
        rig.shows_row(ProxyRow::FailingToStop);
        assert_eq!(rig.proxy.phase(), Some(ProxyPhase::Draining));
        rig.tell(Shutdown).says_nothing();
        let leftover =
            format!("Stopped Change t1 Resolved Unavailable worker1 {cause} (z5 at 5, Accepted)");
        rig.tell(Exit(1, 5)).says(&[&leftover]);
    }
}

#[test]
fn a_failed_successor_also_waits_for_its_predecessor() {
    let mut rig = Rig::after(REPLACING);
    rig.tell(EffectsRejected(2)).says(&["ShutdownWorker w2", "Continue"]);
    rig.shows(ProxyView { predecessor_settlement_owed: true, ..FAILING });
    rig.tell(Settled(1)).says_nothing();
    rig.shows(FAILING);
    rig.tell(Settled(2)).says_nothing();
    rig.tell(Exit(2, 5)).says(&[
        "Report Replacement t2 of worker1 (z3 at 3, Accepted) Unavailable worker2 \
         InitializationRejected f2 p2 (z5 at 5, Accepted)",
        "Continue",
    ]);
    rig.shows_row(ProxyRow::EmptyAfter);
}

#[test]
fn a_failed_successor_is_held_until_its_predecessor_is_settled() {
    let mut rig = Rig::after(REPLACING).and(&[EffectsRejected(2), Exit(2, 5)]);
    rig.tell(SettlementRejected(2)).says_nothing();
    let held = ProxyRow::SuccessorHeld;
    rig.shows(ProxyView { row: held, predecessor_settlement_owed: true, ..VIEW });
    rig.tell(Settled(1)).says(&[
        "Report Replacement t2 of worker1 (z3 at 3, Accepted) Unavailable worker2 \
         InitializationRejected f2 p2 (z5 at 5, Rejected [w2] x2)",
        "Continue",
    ]);
}

#[test]
fn a_failed_successor_that_is_to_stop_waits_for_three_facts_in_any_order() {
    let facts = [Settled(1), Settled(2), Exit(2, 5)];
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        .map(|o| o.map(|i| facts[i]));
    for [first, second, third] in orders {
        let mut rig = Rig::after(REPLACING).and(&[EffectsRejected(2), Shutdown]);
        rig.tell(first).says_nothing();
        rig.tell(second).says_nothing();
        // A failure drain has a half of its pair out; a settlement of the predecessor alone is none.
        let row =
            if third == Settled(1) { ProxyRow::DrainingWorker } else { ProxyRow::FailingToStop };
        assert_eq!(rig.proxy.view().row, row);
        rig.tell(third).says(&[
            "Stopped Change t2 of worker1 (z3 at 3, Accepted) Resolved Unavailable worker2 \
             InitializationRejected f2 p2 (z5 at 5, Accepted)",
        ]);
    }
}
