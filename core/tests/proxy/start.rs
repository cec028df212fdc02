//! Install, birth, initialization, activation: installed is not ready, and one permit begins once.

use crate::support::RejectedFactKind::*;
use crate::support::Tell::*;
use crate::support::*;

const CREATING: &[Tell] = &[Install(1)];
const INITIALIZING: &[Tell] = &[Install(1), Committed(1)];
const STARTING: &[Tell] = &[Install(1), Committed(1), Initialized(1)];
const ACTIVATING: &[Tell] = &[Install(1), Committed(1), Initialized(1), StartAccepted(1)];

#[test]
fn an_install_goes_out_with_its_observations() {
    let mut rig = Rig::new();
    rig.tell(Install(1)).says(&[
        "CreateWorker creation1 b1 p1",
        "ObserveWorkerCreation creation1",
        "ObserveWorkerExit creation1",
        "Continue",
    ]);
    rig.shows_row(ProxyRow::Creating);
}

#[test]
fn a_whole_start_says_exactly_this() {
    let mut rig = Rig::after(CREATING);
    rig.tell(Committed(1)).says(&["InitializeWorker w1 i1", "Continue"]);
    rig.shows_row(ProxyRow::Initializing);
    rig.tell(Initialized(1)).says(&["BeginActivation w1 activation1 permit1 p1", "Continue"]);
    rig.shows_row(ProxyRow::ActivationStarting);
    rig.tell(StartAccepted(1)).says_nothing();
    rig.shows_row(ProxyRow::Activating);
    rig.tell(Ready(1)).says(&["Report Initial t1 Ready worker1 proof1", "Continue"]);
    rig.shows_row(ProxyRow::Ready);
}

#[test]
fn installed_is_not_ready() {
    let phases: [(&[Tell], &str); 4] = [
        (CREATING, "Creating"),
        (INITIALIZING, "Initializing"),
        (STARTING, "Activating"),
        (ACTIVATING, "Activating"),
    ];
    for (path, phase) in phases {
        let report = format!("Report Unavailable s7 c7 while {phase}");
        Rig::after(path).tell(Service(7)).says(&[&report, "Continue"]);
    }
}

#[test]
fn a_rejected_birth_gives_worker_and_plan_back() {
    let mut rig = Rig::after(CREATING);
    rig.tell(FoldRejected(1))
        .says(&["Report Initial t1 CreationRejected b1 p1 by its fold x1", "Continue"]);
    rig.shows_row(ProxyRow::EmptyInitial);
    let mut rig = Rig::after(CREATING);
    rig.tell(HostRejected(1))
        .says(&["Report Initial t1 CreationRejected b1 p1 by the host x1", "Continue"]);
    rig.shows_row(ProxyRow::EmptyInitial);
}

#[test]
fn nothing_leads_out_of_an_empty_proxy_that_never_had_a_worker() {
    let mut rig = Rig::after(&[Install(1), HostRejected(1)]);
    rig.tell(Install(2)).says(&["Report Initial t2 Rejected b2 p2 while Empty", "Continue"]);
    rig.tell(Replace(3)).says(&["Report Replacement t3 Rejected b3 p3 while Empty", "Continue"]);
    rig.tell(Shutdown).says(&["Stopped Nothing"]);
}

#[test]
fn an_early_exit_contradicts_a_rejected_birth() {
    let mut rig = Rig::after(CREATING);
    rig.tell(EarlyExit(1, 3)).says_nothing();
    rig.shows(ProxyView { row: ProxyRow::Creating, exit_kept: true, ..VIEW });
    rig.rejects(EarlyExit(1, 4), Unexpected);
    rig.tell(HostRejected(1)).says(&[
        "Report Initial t1 CreationRejected b1 p1 by the host x1, although z3 at 3",
        "Continue",
    ]);
    rig.shows_row(ProxyRow::EmptyInitial);
}

#[test]
fn a_worker_that_exited_before_its_birth_is_initialized_for_its_plan_and_never_ready() {
    let mut rig = Rig::after(&[Install(1), EarlyExit(1, 3)]);
    rig.tell(Committed(1)).says(&["InitializeWorker w1 i1", "Continue"]);
    rig.shows(ProxyView { row: ProxyRow::Initializing, exit_kept: true, ..VIEW });
    rig.tell(Initialized(1)).says(&[
        "Report Initial t1 Unavailable worker1 InitializedAfterExit permit1 p1 (z3 at 3)",
        "Continue",
    ]);
    rig.shows_row(ProxyRow::EmptyAfter);
}

#[test]
fn any_initialization_result_after_the_exit_is_the_outcome_at_once() {
    let exited = [Install(1), Committed(1), Exit(1, 3)];
    let outcomes = [
        (Initialized(1), "InitializedAfterExit permit1 p1 (z3 at 3)"),
        (EffectsRejected(1), "InitializationRejected f1 p1 (z3 at 3)"),
        (Stopped(1, 4), "StoppedDuringInitialization p1 (z3 at 3), its own stop z4 at 4"),
        (Stopped(1, 3), "StoppedDuringInitialization p1 (z3 at 3), its own stop z3 at 3"),
    ];
    for (result, outcome) in outcomes {
        let mut rig = Rig::after(&exited);
        let report = format!("Report Initial t1 Unavailable worker1 {outcome}");
        rig.tell(result).says(&[&report, "Continue"]);
        rig.shows_row(ProxyRow::EmptyAfter);
    }
}

#[test]
fn a_stop_of_the_initialization_is_the_exit() {
    let mut rig = Rig::after(INITIALIZING);
    rig.tell(Stopped(1, 4)).says(&[
        "Report Initial t1 Unavailable worker1 StoppedDuringInitialization p1 (z4 at 4)",
        "Continue",
    ]);
    rig.shows_row(ProxyRow::EmptyAfter);
    rig.rejects(Exit(1, 4), Unknown);
}

#[test]
fn a_start_or_result_after_the_exit_is_the_outcome_at_once() {
    let outcomes: [(&[Tell], Tell, &str); 3] = [
        (STARTING, StartRejected(1), "StartRejected [w1 activation1 permit1 p1] x1 (z3 at 3)"),
        (ACTIVATING, Rejected(1), "ActivationRejected r1 (z3 at 3)"),
        (ACTIVATING, Ready(1), "ReadyAfterExit proof1 (z3 at 3)"),
    ];
    for (path, tell, outcome) in outcomes {
        let mut rig = Rig::after(path);
        rig.tell(Exit(1, 3)).says_nothing();
        let report = format!("Report Initial t1 Unavailable worker1 {outcome}");
        rig.tell(tell).says(&[&report, "Continue"]);
        rig.shows_row(ProxyRow::EmptyAfter);
    }
}

#[test]
fn an_accepted_start_still_waits_for_its_result_after_the_exit() {
    let mut rig = Rig::after(STARTING).and(&[Exit(1, 3)]);
    rig.tell(StartAccepted(1)).says_nothing();
    rig.shows(ProxyView { row: ProxyRow::Activating, exit_kept: true, ..VIEW });
    rig.tell(Ready(1)).says(&[
        "Report Initial t1 Unavailable worker1 ReadyAfterExit proof1 (z3 at 3)",
        "Continue",
    ]);
}

#[test]
fn a_result_counts_only_while_the_activation_runs() {
    let mut rig = Rig::after(STARTING);
    for early in [Ready(1), Rejected(1), ReadyAfterCancel(1), RejectedAfterCancel(1)] {
        rig.rejects(early, Unexpected);
    }
    let mut rig = Rig::after(ACTIVATING);
    rig.rejects(StartAccepted(1), Unexpected);
    rig.rejects(StartRejected(1), Unexpected);
}

#[test]
fn results_after_a_cancel_count_only_where_something_was_cancelled() {
    for path in [ACTIVATING, &[ACTIVATING, &[Exit(1, 3)]].concat()] {
        let mut rig = Rig::after(path);
        rig.rejects(ReadyAfterCancel(1), Unexpected);
        rig.rejects(RejectedAfterCancel(1), Unexpected);
    }
}

#[test]
fn a_permit_begins_one_activation() {
    let mut rig = Rig::after(STARTING);
    rig.rejects(Initialized(1), Unexpected);
    let mut rig = Rig::after(ACTIVATING).and(&[Ready(1)]);
    rig.rejects(Initialized(1), Unexpected);
    rig.rejects(Ready(1), Unexpected);
}
