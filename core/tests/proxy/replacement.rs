//! Replacements: the exact predecessor is drained first, and the successor is freshly created in the
//! fold of its exit.

use crate::support::RejectedFactKind::*;
use crate::support::Tell::*;
use crate::support::*;

const READY: &[Tell] = &[Install(1), Committed(1), Initialized(1), StartAccepted(1), Ready(1)];
const STOPPING: &[Tell] =
    &[Install(1), Committed(1), Initialized(1), StartAccepted(1), Ready(1), Replace(2)];
const START: &[Tell] = &[Committed(2), Initialized(2), StartAccepted(2)];
const CREATE: [&str; 4] = [
    "CreateWorker creation2 b2 p2",
    "ObserveWorkerCreation creation2",
    "ObserveWorkerExit creation2",
    "Continue",
];

#[test]
fn a_replacement_of_a_ready_worker_asks_it_to_stop_and_creates_nothing() {
    let mut rig = Rig::after(READY);
    rig.tell(Replace(2)).says(&["ShutdownWorker w1", "Continue"]);
    let row = ProxyRow::StoppingForReplacement;
    rig.shows(ProxyView { row, settlement_owed: true, ..VIEW });
    rig.rejects(Committed(2), Unknown);
    rig.rejects(EarlyExit(2, 3), Unknown);
}

#[test]
fn the_exit_of_the_predecessor_creates_the_successor() {
    let mut rig = Rig::after(STOPPING);
    rig.tell(Settled(1)).says_nothing();
    rig.shows_row(ProxyRow::StoppingForReplacement);
    rig.rejects(Settled(1), Unexpected);
    rig.rejects(SettlementRejected(1), Unexpected);
    rig.tell(Exit(1, 3)).says(&CREATE);
    rig.shows_row(ProxyRow::Creating);
    let mut rig = Rig::after(STOPPING);
    rig.tell(Exit(1, 3)).says(&CREATE);
    let row = ProxyRow::Creating;
    rig.shows(ProxyView { row, predecessor_settlement_owed: true, ..VIEW });
    rig.rejects(Exit(1, 3), Unexpected);
}

#[test]
fn the_exit_of_the_predecessor_travels_with_the_outcome() {
    for order in [[Settled(1), Exit(1, 3)], [Exit(1, 3), Settled(1)]] {
        let mut rig = Rig::after(STOPPING).and(&order).and(START);
        rig.tell(Ready(2)).says(&[
            "Report Replacement t2 of worker1 (z3 at 3, Accepted) Ready worker2 proof2",
            "Continue",
        ]);
        rig.shows_row(ProxyRow::Ready);
        rig.tell(Service(7)).says(&["DeliverService w2 s7 c7", "Continue"]);
        rig.rejects(Exit(1, 3), Unknown);
    }
}

#[test]
fn the_predecessors_settlement_is_taken_wherever_the_successor_stands() {
    for told in 0..=START.len() {
        for settled in [Settled(1), SettlementRejected(1)] {
            let mut rig = Rig::after(STOPPING).and(&[Exit(1, 3)]).and(&START[..told]);
            assert!(rig.proxy.view().predecessor_settlement_owed);
            rig.rejects(Settled(2), if told == 0 { Unknown } else { Unexpected });
            rig.tell(settled).says_nothing();
            assert!(!rig.proxy.view().predecessor_settlement_owed);
            rig.rejects(settled, Unknown);
        }
    }
}

#[test]
fn a_rejected_settlement_of_the_predecessor_is_no_exit() {
    let mut rig = Rig::after(STOPPING);
    rig.tell(SettlementRejected(1)).says_nothing();
    rig.shows_row(ProxyRow::StoppingForReplacement);
    rig.tell(Exit(1, 3)).says(&CREATE);
    let mut rig = rig.and(START);
    rig.tell(Ready(2)).says(&[
        "Report Replacement t2 of worker1 (z3 at 3, Rejected [w1] x1) Ready worker2 proof2",
        "Continue",
    ]);
}

#[test]
fn a_worker_that_is_gone_is_replaced_in_one_fold() {
    let mut rig = Rig::after(READY).and(&[Exit(1, 3)]);
    rig.tell(Replace(2)).says(&CREATE);
    let mut rig = rig.and(START);
    rig.tell(Ready(2))
        .says(&["Report Replacement t2 of worker1 (gone) Ready worker2 proof2", "Continue"]);
}

#[test]
fn a_successor_that_is_not_born_leaves_the_predecessors_evidence() {
    let mut rig = Rig::after(STOPPING).and(&[Settled(1), Exit(1, 3)]);
    rig.tell(FoldRejected(2)).says(&[
        "Report Replacement t2 of worker1 (z3 at 3, Accepted) CreationRejected b2 p2 by its fold x2",
        "Continue",
    ]);
    rig.shows_row(ProxyRow::EmptyAfter);
    rig.tell(Replace(3)).says(&[
        "CreateWorker creation3 b3 p3",
        "ObserveWorkerCreation creation3",
        "ObserveWorkerExit creation3",
        "Continue",
    ]);
    let mut rig = rig;
    rig.tell(HostRejected(3)).says(&[
        "Report Replacement t3 of worker1 (gone) CreationRejected b3 p3 by the host x3",
        "Continue",
    ]);
}

#[test]
fn a_successor_that_fails_is_the_next_ones_predecessor() {
    let mut rig = Rig::after(STOPPING).and(&[Settled(1), Exit(1, 3), Committed(2)]);
    rig.tell(Stopped(2, 6)).says(&[
        "Report Replacement t2 of worker1 (z3 at 3, Accepted) Unavailable worker2 \
         StoppedDuringInitialization p2 (z6 at 6)",
        "Continue",
    ]);
    let mut rig = rig.and(&[Replace(3)]);
    rig.tell(HostRejected(3)).says(&[
        "Report Replacement t3 of worker2 (gone) CreationRejected b3 p3 by the host x3",
        "Continue",
    ]);
}

#[test]
fn every_outcome_of_a_start_also_ends_a_replacement() {
    let outcomes: [(&[Tell], &str); 4] = [
        (
            &[EarlyExit(2, 5), HostRejected(2)],
            "CreationRejected b2 p2 by the host x2, although z5 at 5",
        ),
        (
            &[EarlyExit(2, 5), Committed(2), Initialized(2)],
            "Unavailable worker2 InitializedAfterExit permit2 p2 (z5 at 5)",
        ),
        (
            &[Committed(2), Initialized(2), Exit(2, 5), StartRejected(2)],
            "Unavailable worker2 StartRejected [w2 activation2 permit2 p2] x2 (z5 at 5)",
        ),
        (
            &[Committed(2), Initialized(2), StartAccepted(2), Exit(2, 5), Ready(2)],
            "Unavailable worker2 ReadyAfterExit proof2 (z5 at 5)",
        ),
    ];
    for (told, outcome) in outcomes {
        let (last, before) = told.split_last().expect("something is told");
        let mut rig = Rig::after(STOPPING).and(&[Exit(1, 3), Settled(1)]).and(before);
        let report = format!("Report Replacement t2 of worker1 (z3 at 3, Accepted) {outcome}");
        rig.tell(*last).says(&[&report, "Continue"]);
        rig.shows_row(ProxyRow::EmptyAfter);
    }
}
