//! Rejected facts: each changes nothing, is owned whole by one diagnostic, and is judged in one order.

use crate::support::RejectedFactKind::*;
use crate::support::Tell::*;
use crate::support::*;

const INITIALIZING: &[Tell] = &[Install(1), Committed(1)];
const STARTING: &[Tell] = &[Install(1), Committed(1), Initialized(1)];
const ACTIVATING: &[Tell] = &[Install(1), Committed(1), Initialized(1), StartAccepted(1)];
const READY: &[Tell] = &[Install(1), Committed(1), Initialized(1), StartAccepted(1), Ready(1)];
const SUCCEEDING: &[Tell] = &[
    Install(1),
    Committed(1),
    Initialized(1),
    StartAccepted(1),
    Ready(1),
    Replace(2),
    Exit(1, 3),
    Committed(2),
];
const PATHS: [&[Tell]; 7] =
    [&[], &[Install(1)], INITIALIZING, STARTING, ACTIVATING, READY, SUCCEEDING];

#[test]
fn a_diagnostic_says_kind_phase_and_the_whole_fact() {
    let mut rig = Rig::after(STARTING);
    rig.tell(StartRejected(9)).says(&[
        "Diagnostic Unknown while Activating: ActivationStart w9 activation9 Rejected \
         [w9 activation9 permit9 p9] x9",
        "Continue",
    ]);
    rig.tell(Stopped(1, 4)).says(&[
        "Diagnostic Unexpected while Activating: Initialization w1 i1 Stopped z4 at 4 p1",
        "Continue",
    ]);
    rig.tell(ForeignEarlyExit(1, 3))
        .says(&["Diagnostic Foreign while Activating: WorkerExit creation1@2 z3 at 3", "Continue"]);
}

#[test]
fn another_proxys_correlation_is_foreign_in_every_phase() {
    for path in PATHS {
        let mut rig = Rig::after(path);
        let facts = [
            ForeignCommitted(1),
            ForeignEarlyExit(1, 3),
            ForeignStartAccepted(1),
            ForeignReady(1),
            ForeignReady(9),
        ];
        facts.into_iter().for_each(|fact| rig.rejects(fact, Foreign));
    }
}

#[test]
fn what_names_nothing_that_is_held_is_unknown() {
    let facts = [Initialized(9), StartAccepted(9), Ready(9), Exit(9, 3), Settled(9), Committed(9)];
    for path in PATHS {
        let mut rig = Rig::after(path);
        facts.into_iter().for_each(|fact| rig.rejects(fact, Unknown));
    }
}

#[test]
fn a_creation_is_known_only_while_it_is_out() {
    let mut rig = Rig::after(INITIALIZING);
    for fact in [Committed(1), FoldRejected(1), HostRejected(1), EarlyExit(1, 3)] {
        rig.rejects(fact, Unknown);
    }
}

#[test]
fn another_attempt_of_a_worker_that_has_one_out_is_wrong() {
    let mut rig = Rig::after(INITIALIZING);
    rig.rejects(InitializedUnder(1, 9), WrongAttempt);
    rig.rejects(StartAcceptedUnder(1, 9), Unexpected);
    let mut rig = rig.and(&[Shutdown]);
    rig.rejects(InitializedUnder(1, 9), WrongAttempt);
    for path in [STARTING, ACTIVATING] {
        let mut rig = Rig::after(path);
        rig.rejects(StartAcceptedUnder(1, 9), WrongAttempt);
        rig.rejects(ReadyUnder(1, 9), WrongAttempt);
        rig.rejects(InitializedUnder(1, 9), Unexpected);
        let mut rig = rig.and(&[Shutdown]);
        rig.rejects(StartAcceptedUnder(1, 9), WrongAttempt);
        rig.rejects(ReadyUnder(1, 9), WrongAttempt);
    }
    let mut rig = Rig::after(READY);
    rig.rejects(ReadyUnder(1, 9), Unexpected);
    rig.rejects(InitializedUnder(1, 9), Unexpected);
}

#[test]
fn a_predecessor_is_held_until_its_settlement_and_has_no_attempt_out() {
    let mut rig = Rig::after(SUCCEEDING);
    let facts = [Initialized(1), InitializedUnder(1, 9), StartAccepted(1), ReadyUnder(1, 9)];
    for fact in facts.into_iter().chain([Exit(1, 3)]) {
        rig.rejects(fact, Unexpected);
    }
    let mut rig = rig.and(&[Settled(1)]);
    for fact in facts.into_iter().chain([Exit(1, 3), Settled(1)]) {
        rig.rejects(fact, Unknown);
    }
}

#[test]
fn a_duplicate_of_a_fact_that_was_taken_is_rejected() {
    let taken: [(&[Tell], Tell); 6] = [
        (&[Install(1)], Committed(1)),
        (INITIALIZING, Initialized(1)),
        (STARTING, StartAccepted(1)),
        (ACTIVATING, Ready(1)),
        (READY, Exit(1, 3)),
        (&[READY, &[Replace(2)]].concat(), Settled(1)),
    ];
    for (path, fact) in taken {
        let mut rig = Rig::after(path).and(&[fact]);
        let lines = rig.tell(fact).lines();
        assert!(lines[0].starts_with("Diagnostic "), "{fact:?} twice: {lines:?}");
    }
}
