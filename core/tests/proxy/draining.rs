//! Draining: each row of the law's shutdown table, what it waits for, and in which orders that comes.

use crate::support::RejectedFactKind::*;
use crate::support::Tell::*;
use crate::support::*;

const CREATING: &[Tell] = &[Install(1)];
const INITIALIZING: &[Tell] = &[Install(1), Committed(1)];
const STARTING: &[Tell] = &[Install(1), Committed(1), Initialized(1)];
const ACTIVATING: &[Tell] = &[Install(1), Committed(1), Initialized(1), StartAccepted(1)];
const READY: &[Tell] = &[Install(1), Committed(1), Initialized(1), StartAccepted(1), Ready(1)];
const STOPPING: &[Tell] =
    &[Install(1), Committed(1), Initialized(1), StartAccepted(1), Ready(1), Replace(2)];

/// Every order of the facts ends in the same leftover, and not before the last one.
#[track_caller]
fn stops_in_every_order(path: &[Tell], facts: &[Tell], leftover: &str) {
    for order in orders(facts) {
        let (last, before) = order.split_last().expect("something is awaited");
        let mut rig = Rig::after(path).and(&[Shutdown]);
        for fact in before {
            rig.tell(*fact).says_nothing();
            assert_eq!(rig.proxy.phase(), Some(ProxyPhase::Draining));
        }
        rig.tell(*last).says(&[leftover]);
        rig.shows_row(ProxyRow::Stopped);
    }
}

fn orders(facts: &[Tell]) -> Vec<Vec<Tell>> {
    if facts.is_empty() {
        return vec![Vec::new()];
    }
    let first = |place: usize| {
        let mut rest = facts.to_vec();
        let fact = rest.remove(place);
        orders(&rest).into_iter().map(move |order| [vec![fact], order].concat())
    };
    (0..facts.len()).flat_map(first).collect()
}

#[test]
fn a_creation_that_is_rejected_ends_the_drain() {
    let unborn = "Stopped Change t1 Unborn b1 p1 by its fold x1";
    stops_in_every_order(CREATING, &[FoldRejected(1)], unborn);
    let mut rig = Rig::after(CREATING).and(&[Shutdown]);
    rig.tell(EarlyExit(1, 3)).says_nothing();
    rig.shows(ProxyView { row: ProxyRow::DrainingCreation, exit_kept: true, ..VIEW });
    rig.rejects(EarlyExit(1, 3), Unexpected);
    rig.tell(HostRejected(1))
        .says(&["Stopped Change t1 Unborn b1 p1 by the host x1, although z3 at 3"]);
}

#[test]
fn a_worker_that_is_born_while_draining_is_initialized_for_its_plan_and_asked_to_stop() {
    let mut rig = Rig::after(CREATING).and(&[Shutdown]);
    rig.tell(Committed(1)).says(&["InitializeWorker w1 i1", "ShutdownWorker w1", "Continue"]);
    let row = ProxyRow::DrainingInitialization;
    rig.shows(ProxyView { row, settlement_owed: true, ..VIEW });
    rig.tell(Initialized(1)).says_nothing();
    rig.shows(ProxyView { row: ProxyRow::DrainingWorker, settlement_owed: true, ..VIEW });
    rig.tell(Exit(1, 5)).says_nothing();
    rig.tell(Settled(1)).says(&["Stopped Change t1 Initialized permit1 p1 (z5 at 5, Accepted)"]);
}

#[test]
fn a_worker_that_exited_before_its_birth_is_only_initialized() {
    let mut rig = Rig::after(CREATING).and(&[Shutdown, EarlyExit(1, 3)]);
    rig.tell(Committed(1)).says(&["InitializeWorker w1 i1", "Continue"]);
    rig.shows(ProxyView { row: ProxyRow::DrainingInitialization, exit_kept: true, ..VIEW });
    rig.rejects(Settled(1), Unexpected);
    rig.tell(Initialized(1)).says(&["Stopped Change t1 Initialized permit1 p1 (z3 at 3)"]);
}

#[test]
fn an_initialization_and_its_pair_come_in_every_order() {
    let facts = |result, settled| [result, settled, Exit(1, 5)];
    let initialized = "Stopped Change t1 Initialized permit1 p1 (z5 at 5, Accepted)";
    stops_in_every_order(INITIALIZING, &facts(Initialized(1), Settled(1)), initialized);
    let rejected = "Stopped Change t1 EffectsRejected f1 p1 (z5 at 5, Rejected [w1] x1)";
    let facts = facts(EffectsRejected(1), SettlementRejected(1));
    stops_in_every_order(INITIALIZING, &facts, rejected);
}

#[test]
fn an_initialization_that_stops_while_draining_is_result_and_exit() {
    let stopped = "Stopped Change t1 StoppedDuringInitialization p1 (z4 at 4, Accepted)";
    stops_in_every_order(INITIALIZING, &[Stopped(1, 4), Settled(1)], stopped);
    let mut rig = Rig::after(INITIALIZING).and(&[Shutdown, Stopped(1, 4)]);
    let row = ProxyRow::DrainingWorker;
    rig.shows(ProxyView { row, exit_kept: true, settlement_owed: true, ..VIEW });
    rig.rejects(Exit(1, 5), Unexpected);
    rig.tell(SettlementRejected(1))
        .says(&["Stopped Change t1 StoppedDuringInitialization p1 (z4 at 4, Rejected [w1] x1)"]);
}

#[test]
fn an_initialization_that_stops_after_the_exit_leaves_both_stops() {
    let both = "Stopped Change t1 StoppedDuringInitialization p1 (z5 at 5, Accepted), its own stop z4 at 4";
    for order in [[Exit(1, 5), Stopped(1, 4), Settled(1)], [Exit(1, 5), Settled(1), Stopped(1, 4)]]
    {
        let mut rig = Rig::after(INITIALIZING).and(&[Shutdown, order[0]]);
        rig.tell(order[1]).says_nothing();
        rig.tell(order[2]).says(&[both]);
    }
    let mut rig = Rig::after(INITIALIZING).and(&[Exit(1, 3), Shutdown]);
    rig.tell(Stopped(1, 4)).says(&[
        "Stopped Change t1 StoppedDuringInitialization p1 (z3 at 3), its own stop z4 at 4",
    ]);
}

#[test]
fn no_activation_begins_while_draining() {
    for path in [INITIALIZING, &[INITIALIZING, &[Exit(1, 3)]].concat()] {
        let lines = Rig::after(path).and(&[Shutdown]).tell(Initialized(1)).lines();
        assert!(lines.iter().all(|line| !line.starts_with("BeginActivation")), "{lines:?}");
    }
}

#[test]
fn a_start_that_is_rejected_ends_the_activations_part() {
    let leftover =
        "Stopped Change t1 StartRejected [w1 activation1 permit1 p1] x1 (z5 at 5, Accepted)";
    stops_in_every_order(STARTING, &[StartRejected(1), Settled(1), Exit(1, 5)], leftover);
    let leftover = "Stopped Change t1 StartRejected [w1 activation1 permit1 p1] x1 (z3 at 3)";
    let mut rig = Rig::after(STARTING).and(&[Exit(1, 3), Shutdown]);
    rig.rejects(Settled(1), Unexpected);
    rig.tell(StartRejected(1)).says(&[leftover]);
}

#[test]
fn a_start_that_is_accepted_while_draining_is_followed_by_its_result() {
    let mut rig = Rig::after(STARTING).and(&[Shutdown]);
    rig.rejects(ReadyAfterCancel(1), Unexpected);
    rig.tell(StartAccepted(1)).says_nothing();
    rig.shows(ProxyView { row: ProxyRow::DrainingActivation, settlement_owed: true, ..VIEW });
    rig.rejects(StartAccepted(1), Unexpected);
    rig.tell(ReadyAfterCancel(1)).says_nothing();
    rig.shows(ProxyView { row: ProxyRow::DrainingWorker, settlement_owed: true, ..VIEW });
    rig.tell(Exit(1, 5)).says_nothing();
    rig.tell(Settled(1)).says(&["Stopped Change t1 Ready proof1 (z5 at 5, Accepted)"]);
}

#[test]
fn a_result_that_races_the_cancel_settles_as_its_twin_after_the_cancel() {
    for ready in [Ready(1), ReadyAfterCancel(1)] {
        let leftover = "Stopped Change t1 Ready proof1 (z5 at 5, Accepted)";
        stops_in_every_order(ACTIVATING, &[ready, Settled(1), Exit(1, 5)], leftover);
    }
    for rejected in [Rejected(1), RejectedAfterCancel(1)] {
        let leftover = "Stopped Change t1 ActivationRejected r1 (z5 at 5, Accepted)";
        stops_in_every_order(ACTIVATING, &[rejected, Settled(1), Exit(1, 5)], leftover);
    }
}

#[test]
fn an_activation_whose_worker_exited_first_waits_for_its_result_only() {
    let mut rig = Rig::after(ACTIVATING).and(&[Exit(1, 3), Shutdown]);
    rig.rejects(Exit(1, 3), Unexpected);
    rig.rejects(Settled(1), Unexpected);
    rig.tell(RejectedAfterCancel(1)).says(&["Stopped Change t1 ActivationRejected r1 (z3 at 3)"]);
}

#[test]
fn a_ready_worker_leaves_its_end() {
    let accepted = "Stopped Worker (z5 at 5, Accepted)";
    stops_in_every_order(READY, &[Settled(1), Exit(1, 5)], accepted);
    let rejected = "Stopped Worker (z5 at 5, Rejected [w1] x1)";
    stops_in_every_order(READY, &[SettlementRejected(1), Exit(1, 5)], rejected);
}

#[test]
fn a_cancelled_replacement_leaves_the_predecessors_end() {
    let leftover = "Stopped Worker (z5 at 5, Accepted)";
    stops_in_every_order(STOPPING, &[Settled(1), Exit(1, 5)], leftover);
    let settled = [STOPPING, &[SettlementRejected(1)]].concat();
    let leftover = "Stopped Worker (z5 at 5, Rejected [w1] x1)";
    stops_in_every_order(&settled, &[Exit(1, 5)], leftover);
    let mut rig = Rig::after(&settled).and(&[Shutdown]);
    rig.rejects(Settled(1), Unexpected);
}

/// A successor's drain also waits for its predecessor's settlement, wherever it stands.
#[test]
fn a_predecessors_settlement_is_awaited_in_every_drain() {
    let of = "Stopped Change t2 of worker1 (z3 at 3, Rejected [w1] x1)";
    let succeeding = [STOPPING, &[Exit(1, 3)]].concat();
    let path = |told: &[Tell]| [succeeding.as_slice(), told].concat();
    let pair = [SettlementRejected(1), Settled(2), Exit(2, 5)];
    let unborn = format!("{of} Unborn b2 p2 by the host x2");
    stops_in_every_order(&path(&[]), &[HostRejected(2), SettlementRejected(1)], &unborn);
    let initialized = format!("{of} Initialized permit2 p2 (z5 at 5, Accepted)");
    let facts = [&[Initialized(2)], &pair[..]].concat();
    stops_in_every_order(&path(&[Committed(2)]), &facts, &initialized);
    let rejected = format!("{of} StartRejected [w2 activation2 permit2 p2] x2 (z5 at 5, Accepted)");
    let facts = [&[StartRejected(2)], &pair[..]].concat();
    stops_in_every_order(&path(&[Committed(2), Initialized(2)]), &facts, &rejected);
    let ready = format!("{of} Ready proof2 (z5 at 5, Accepted)");
    let facts = [&[Ready(2)], &pair[..]].concat();
    stops_in_every_order(&path(&[Committed(2), Initialized(2), StartAccepted(2)]), &facts, &ready);
}

#[test]
fn a_worker_whose_part_is_over_is_held_until_its_pair_and_its_predecessor_are() {
    let path = [STOPPING, &[Exit(1, 3), Committed(2), Shutdown, Initialized(2)]].concat();
    let mut rig = Rig::after(&path).and(&[Settled(2), Exit(2, 5)]);
    let row = ProxyRow::DrainingWorker;
    rig.shows(ProxyView { row, exit_kept: true, predecessor_settlement_owed: true, ..VIEW });
    rig.rejects(Exit(2, 5), Unexpected);
    rig.rejects(Settled(2), Unexpected);
    rig.tell(Settled(1)).says(&[
        "Stopped Change t2 of worker1 (z3 at 3, Accepted) Initialized permit2 p2 (z5 at 5, Accepted)",
    ]);
}

#[test]
fn a_replacement_of_a_worker_that_was_gone_leaves_only_its_evidence() {
    let path = [READY, &[Exit(1, 3), Replace(2)]].concat();
    let leftover = "Stopped Change t2 of worker1 (gone) Unborn b2 p2 by the host x2";
    stops_in_every_order(&path, &[HostRejected(2)], leftover);
}

#[test]
fn a_second_shutdown_has_no_effect() {
    let paths = [CREATING, INITIALIZING, STARTING, ACTIVATING, READY, STOPPING];
    for path in paths {
        let mut rig = Rig::after(path).and(&[Shutdown]);
        let before = format!("{:?}", rig.proxy);
        rig.tell(Shutdown).says_nothing();
        assert_eq!(before, format!("{:?}", rig.proxy));
    }
}
