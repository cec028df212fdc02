//! Services and control: who gets a command, what is refused, and what a shutdown says in its fold.

use crate::support::Tell::*;
use crate::support::*;

const STARTING: &[Tell] = &[Install(1), Committed(1), Initialized(1)];
const ACTIVATING: &[Tell] = &[Install(1), Committed(1), Initialized(1), StartAccepted(1)];
const READY: &[Tell] = &[Install(1), Committed(1), Initialized(1), StartAccepted(1), Ready(1)];
const SUCCESSOR: &[Tell] =
    &[Replace(2), Exit(1, 3), Settled(1), Committed(2), Initialized(2), StartAccepted(2), Ready(2)];

#[test]
fn a_command_goes_to_the_exact_current_worker() {
    let mut rig = Rig::after(READY);
    rig.tell(Service(7)).says(&["DeliverService w1 s7 c7", "Continue"]);
    rig.tell(Service(8)).says(&["DeliverService w1 s8 c8", "Continue"]);
    let mut rig = Rig::after(READY).and(SUCCESSOR);
    rig.tell(Service(9)).says(&["DeliverService w2 s9 c9", "Continue"]);
}

#[test]
fn a_command_that_no_worker_can_take_comes_back_with_the_phase() {
    let phases: [(&[&[Tell]], &str); 9] = [
        (&[], "Dormant"),
        (&[&[Install(1)]], "Creating"),
        (&[&[Install(1), HostRejected(1)]], "Empty"),
        (&[READY, &[Exit(1, 3)]], "Empty"),
        (&[READY, &[Replace(2)]], "Replacing"),
        (&[READY, &[Replace(2), Exit(1, 3), HostRejected(2)]], "Replacing"),
        (&[ACTIVATING, &[Rejected(1)]], "Failing"),
        (&[ACTIVATING, &[Rejected(1), Shutdown]], "Draining"),
        (&[READY, &[Shutdown]], "Draining"),
    ];
    for (path, phase) in phases {
        let report = format!("Report Unavailable s7 c7 while {phase}");
        Rig::after(&path.concat()).tell(Service(7)).says(&[&report, "Continue"]);
    }
}

#[test]
fn a_refused_install_changes_nothing_and_comes_back_whole() {
    let mut rig = Rig::after(READY);
    rig.tell(Install(4)).says(&["Report Initial t4 Rejected b4 p4 while Ready", "Continue"]);
    rig.tell(Service(7)).says(&["DeliverService w1 s7 c7", "Continue"]);
    let mut rig = Rig::after(READY).and(&[Exit(1, 3)]);
    rig.tell(Install(4)).says(&["Report Initial t4 Rejected b4 p4 while Empty", "Continue"]);
}

#[test]
fn a_refused_replacement_changes_nothing_and_comes_back_whole() {
    let mut rig = Rig::new();
    rig.tell(Replace(4)).says(&["Report Replacement t4 Rejected b4 p4 while Dormant", "Continue"]);
    rig.tell(Install(1)).says(&[
        "CreateWorker creation1 b1 p1",
        "ObserveWorkerCreation creation1",
        "ObserveWorkerExit creation1",
        "Continue",
    ]);
    let mut rig = Rig::after(READY).and(&[Shutdown]);
    let refusal = "Report Replacement t4 Rejected b4 p4 while Draining";
    rig.tell(Replace(4)).says(&[refusal, "Continue"]);
    rig.tell(Install(5)).says(&["Report Initial t5 Rejected b5 p5 while Draining", "Continue"]);
}

#[test]
fn a_proxy_without_a_worker_stops_in_the_shutdown_fold() {
    let paths: [&[&[Tell]]; 3] = [&[], &[&[Install(1), HostRejected(1)]], &[READY, &[Exit(1, 3)]]];
    for path in paths {
        let mut rig = Rig::after(&path.concat());
        rig.tell(Shutdown).says(&["Stopped Nothing"]);
        rig.shows_row(ProxyRow::Stopped);
    }
}

/// The way to a state, what a shutdown says there, and where it leads.
type Shutting<'a> = (&'a [&'a [Tell]], &'a [&'a str], ProxyRow);

#[test]
fn a_shutdown_says_in_its_fold_exactly_what_is_still_to_be_asked() {
    let held = [Committed(2), Initialized(2), StartAccepted(2), Ready(2)];
    let folds: [Shutting; 9] = [
        (&[&[Install(1)]], &[], ProxyRow::DrainingCreation),
        (&[&STARTING[..2]], &["ShutdownWorker w1"], ProxyRow::DrainingInitialization),
        (
            &[STARTING],
            &["CancelActivation w1 activation1", "ShutdownWorker w1"],
            ProxyRow::DrainingActivationStart,
        ),
        (
            &[ACTIVATING],
            &["CancelActivation w1 activation1", "ShutdownWorker w1"],
            ProxyRow::DrainingActivation,
        ),
        (&[READY], &["ShutdownWorker w1"], ProxyRow::DrainingWorker),
        (
            &[READY, &[Replace(2)]],
            &["Report Replacement t2 of worker1 CancelledBeforeBirth b2 p2"],
            ProxyRow::DrainingWorker,
        ),
        (
            &[READY, &[Replace(2), Exit(1, 3)], &held],
            &["ShutdownWorker w2"],
            ProxyRow::DrainingWorker,
        ),
        (&[READY, &[Replace(2), Exit(1, 3), HostRejected(2)]], &[], ProxyRow::DrainingWorker),
        (&[ACTIVATING, &[Rejected(1)]], &[], ProxyRow::FailingToStop),
    ];
    for (path, said, row) in folds {
        let mut rig = Rig::after(&path.concat());
        rig.tell(Shutdown).says(&[said, &["Continue"]].concat());
        assert_eq!(rig.proxy.view().row, row);
        rig.tell(Shutdown).says_nothing();
    }
}

#[test]
fn a_worker_that_has_exited_is_not_asked_to_stop() {
    let folds: [Shutting; 3] = [
        (&[&STARTING[..2]], &[], ProxyRow::DrainingInitialization),
        (&[STARTING], &["CancelActivation w1 activation1"], ProxyRow::DrainingActivationStart),
        (&[ACTIVATING], &["CancelActivation w1 activation1"], ProxyRow::DrainingActivation),
    ];
    for (path, said, row) in folds {
        let mut rig = Rig::after(&path.concat()).and(&[Exit(1, 3)]);
        rig.tell(Shutdown).says(&[said, &["Continue"]].concat());
        rig.shows(ProxyView { row, exit_kept: true, ..VIEW });
    }
}
