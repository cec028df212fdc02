//! Exits of ready workers: one report, and the identity stays.

use crate::support::RejectedFactKind::*;
use crate::support::Tell::*;
use crate::support::*;

const READY: &[Tell] = &[Install(1), Committed(1), Initialized(1), StartAccepted(1), Ready(1)];

#[test]
fn a_ready_worker_that_exits_is_reported_once() {
    let mut rig = Rig::after(READY);
    rig.tell(Exit(1, 3)).says(&["Report WorkerStopped worker1 z3 at 3", "Continue"]);
    rig.shows_row(ProxyRow::EmptyAfter);
    rig.rejects(Exit(1, 3), Unknown);
    rig.rejects(Settled(1), Unknown);
    rig.tell(Service(7)).says(&["Report Unavailable s7 c7 while Empty", "Continue"]);
}

#[test]
fn a_ready_worker_was_never_asked_to_stop() {
    let mut rig = Rig::after(READY);
    rig.rejects(Settled(1), Unexpected);
    rig.rejects(SettlementRejected(1), Unexpected);
    rig.rejects(EarlyExit(1, 3), Unknown);
}

#[test]
fn an_exit_is_kept_once_while_the_worker_starts() {
    let kept: [(&[Tell], ProxyRow); 3] = [
        (&READY[..2], ProxyRow::Initializing),
        (&READY[..3], ProxyRow::ActivationStarting),
        (&READY[..4], ProxyRow::Activating),
    ];
    for (path, row) in kept {
        let mut rig = Rig::after(path);
        rig.tell(Exit(1, 3)).says_nothing();
        rig.shows(ProxyView { row, exit_kept: true, ..VIEW });
        rig.rejects(Exit(1, 4), Unexpected);
        rig.rejects(EarlyExit(1, 4), Unknown);
    }
}

#[test]
fn an_exit_names_the_creation_only_while_that_is_out() {
    let mut rig = Rig::after(&READY[..1]);
    rig.rejects(Exit(1, 3), Unknown);
    rig.rejects(EarlyExit(2, 3), Unknown);
    rig.tell(EarlyExit(1, 3)).says_nothing();
}
