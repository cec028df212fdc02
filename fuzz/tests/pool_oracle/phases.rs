//! The table of section 3 and of the drain members, whole: every kind of fact, exactly addressed,
//! in every phase that a member can show. What a phase does not accept is one stale diagnostic and
//! changes nothing.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::pool::observation::*;

/// Every kind of fact about the first worker of the first role, each group under the letter that
/// the table uses for it.
fn facts() -> Vec<(char, Told)> {
    vec![
        ('b', tell::born(0, 0)),
        ('b', tell::unborn(0, 0)),
        ('i', tell::initialized(0, 0)),
        ('i', tell::uninitialized(0, 0)),
        ('i', tell::initialization_stopped(0, 0, crash(5))),
        ('a', tell::begun(0, 0, 0)),
        ('a', tell::unbegun(0, 0, 0)),
        ('r', tell::ready(0, 0, 0)),
        ('r', tell::unready(0, 0, 0)),
        ('x', tell::stopped(0, 0, crash(5))),
        ('d', tell::delivered(0, 0)),
        ('d', tell::undelivered(0, 0, command(0, 0, 1))),
        ('k', tell::completed(0, 0, 1)),
        ('p', tell::prepared(0, 0, 99)),
        ('p', tell::unprepared(0, 0)),
        ('c', tell::scheduled(0, 0, 0)),
        ('c', tell::unscheduled(0, 0, 0)),
        ('t', tell::elapsed(0, 0, 0, 9)),
        ('s', tell::shutdown_accepted(0, 0, 0)),
        ('s', tell::shutdown_rejected(0, 0, 0)),
        ('l', tell::deadline_set(DEADLINE)),
        ('l', tell::deadline_unset(DEADLINE)),
        ('f', tell::deadline_elapsed(DEADLINE, 9)),
    ]
}

/// The generation of the drain deadline in these histories: the restart timer takes the first.
const DEADLINE: u64 = 1;

/// A row of the table: the phase, the letters of the facts that lead to it, and what it accepts.
type Row = (Phase, &'static str, &'static str);

const OPERATING: [Row; 26] = [
    (Phase::Creating, "", "bx"),
    (Phase::CreatingStopKept, "x", "b"),
    (Phase::Initializing, "b", "ix"),
    (Phase::ActivationDispatched, "bi", "ax"),
    (Phase::Activating, "bia", "rx"),
    (Phase::DrainingPreReady, "bI", "sx"),
    (Phase::DrainingPreReadySettled, "bIs", "x"),
    (Phase::DrainingPreReadyStopped, "bIx", "s"),
    (Phase::StoppedInitializing, "bx", "i"),
    (Phase::StoppedDispatched, "bix", "a"),
    (Phase::Idle, "biar", "x"),
    (Phase::BusyDelivering, "biarj", "dkx"),
    (Phase::BusyCompletionFirst, "biarjk", "dx"),
    (Phase::BusyCompletionStop, "biarjkx", "d"),
    (Phase::BusyStopFirst, "biarjx", "dk"),
    (Phase::BusyStopCompletion, "biarjxk", "d"),
    (Phase::BusyAccepted, "biarjd", "kx"),
    (Phase::RecoveringPreparing, "biarx", "p"),
    (Phase::RecoveringScheduling, "biarxp", "ct"),
    (Phase::RecoveringSchedulingElapsed, "biarxpt", "c"),
    (Phase::RecoveringTimer, "biarxpc", "t"),
    (Phase::Stopping, "biarjD", "sx"),
    (Phase::StoppingSettled, "biarjDs", "x"),
    (Phase::StoppingStopped, "biarjDx", "s"),
    (Phase::Retired, "B", ""),
    (Phase::Retired, "biarxP", ""),
];

const DRAINING: [Row; 26] = [
    (Phase::ResolvingCreation, "!", "bx"),
    (Phase::ResolvingCreationStopKept, "x!", "b"),
    (Phase::DrainIdle, "biar!", "sx"),
    (Phase::DrainIdleSettled, "biar!s", "x"),
    (Phase::DrainStopped, "biar!x", "s"),
    (Phase::DrainCreated, "!b", "sx"),
    (Phase::DrainCreatedSettled, "!bs", "x"),
    (Phase::DrainInitializing, "b!", "isx"),
    (Phase::DrainInitializingSettled, "b!s", "ix"),
    (Phase::DrainDispatched, "bi!", "asx"),
    (Phase::DrainDispatchedSettled, "bi!s", "ax"),
    (Phase::DrainActivating, "bia!", "rsx"),
    (Phase::DrainActivatingSettled, "bia!s", "rx"),
    (Phase::DrainDelivering, "biarj!", "dsx"),
    (Phase::DrainDeliveringSettled, "biarj!s", "dx"),
    (Phase::DrainIdle, "biarj!d", "sx"),
    (Phase::DrainIdle, "bi!A", "sx"),
    (Phase::DrainActivating, "bi!a", "rsx"),
    (Phase::DrainIdle, "b!I", "sx"),
    (Phase::DrainStopped, "bia!x", "s"),
    (Phase::AwaitingWorkerPreparation, "biarx!", "p"),
    (Phase::AwaitingRestartSchedule, "biarxp!", "ct"),
    (Phase::AwaitingRestartScheduleElapsed, "biarxp!t", "c"),
    (Phase::DrainIdle, "biarjD!", "sx"),
    (Phase::DrainIdleSettled, "bIs!", "x"),
    (Phase::DrainStopped, "bIx!", "s"),
];

/// The fact behind a letter of a path.
fn step(letter: char) -> Told {
    match letter {
        'B' => tell::unborn(0, 0),
        'I' => tell::uninitialized(0, 0),
        'A' => tell::unbegun(0, 0, 0),
        'D' => tell::undelivered(0, 0, command(0, 0, 1)),
        'P' => tell::unprepared(0, 0),
        'j' => tell::submit(1),
        '!' => Told::Shutdown,
        known => {
            let first = facts().into_iter().find(|(letter, _)| *letter == known);
            first.expect("a letter of the table").1
        }
    }
}

/// A pool of two roles whose second one is only there to keep the drain going.
fn reach(path: &str, deadline: bool) -> History {
    let mut history = History::started(&with(setup(2), |setup| {
        setup.timing = Timing::Constant { delay: 4 };
        if deadline {
            setup.drain = DrainPolicy::RetireActorGraphAfter { deadline: 30 };
            // One ordinal for the restart timer is left out, so that the deadline has number 1.
            let used = path.split('!').next().is_some_and(|before| before.contains('p'));
            setup.sequences.timer = endless(if used { 800 } else { 801 });
        }
    }));
    path.chars().for_each(|letter| history.ok(step(letter)));
    history
}

#[track_caller]
fn check(row: Row, deadline: bool) {
    let (phase, path, mut accepts) = row;
    let with_deadline = format!("{accepts}lf");
    if deadline {
        accepts = &with_deadline;
    }
    for (letter, told) in facts() {
        let mut history = reach(path, deadline);
        assert_eq!(history.phases()[0], phase, "{path}");
        let before = history.view();
        let (said, verdict) = history.tell(told);
        let refusal = say::rejected_fact(FactClass::Stale, told);
        let is_refused = said.iter().any(|said| {
            matches!(said, Said::DeliverDiagnostic { diagnostic, .. } if *diagnostic == refusal)
        });
        assert_eq!(is_refused, !accepts.contains(letter), "{phase:?} {told:?}: {said:?}");
        if is_refused {
            assert_eq!((said.len(), verdict), (1, Verdict::Continue));
            assert_eq!(history.view(), before);
        }
    }
}

#[test]
fn every_operating_phase_accepts_exactly_its_row() {
    for row in OPERATING {
        check(row, false);
    }
}

#[test]
fn every_drain_phase_accepts_exactly_its_row() {
    for row in DRAINING {
        check(row, false);
        check(row, true);
    }
}

#[test]
fn a_role_that_waits_for_a_slot_or_the_source_accepts_its_row() {
    for (_, told) in facts() {
        // Waiting for a slot: the stop only.
        let mut history = History::started(&with(setup(2), |setup| setup.activation_limit = 1));
        history.ok(tell::born(1, 1));
        history.ok(tell::initialized(1, 1));
        history.ok(tell::born(0, 0));
        history.ok(tell::initialized(0, 0));
        assert_eq!(history.phases()[0], Phase::WaitingForActivationAuthorization);
        if told == tell::stopped(0, 0, crash(5)) {
            history.ok(told);
        } else {
            history.refuses(told, FactClass::Stale, 0);
        }
        // Waiting for the source: nothing.
        let mut history = History::idle(&setup(2));
        history.ok(tell::stopped(1, 1, crash(5)));
        history.ok(tell::stopped(0, 0, crash(5)));
        assert_eq!(history.phases()[0], Phase::RecoveringSource);
        history.refuses(told, FactClass::Stale, 0);
        // Drained: nothing.
        history.ok(Told::Shutdown);
        assert_eq!(history.phases()[0], Phase::Drained);
        history.refuses(told, FactClass::Stale, 1);
    }
}

#[test]
fn a_draining_role_that_holds_its_permit_accepts_its_row() {
    for (letter, told) in facts() {
        for settled in [false, true] {
            let mut history = History::started(&with(setup(2), |setup| setup.activation_limit = 1));
            history.ok(tell::born(1, 1));
            history.ok(tell::initialized(1, 1));
            history.ok(tell::born(0, 0));
            history.ok(tell::initialized(0, 0));
            history.ok(Told::Shutdown);
            let mut phase = Phase::DrainHolding;
            if settled {
                history.ok(tell::shutdown_accepted(0, 0, 0));
                phase = Phase::DrainHoldingSettled;
            }
            assert_eq!(history.phases()[0], phase);
            if letter == 'x' || (letter == 's' && !settled) {
                history.ok(told);
            } else {
                history.refuses(told, FactClass::Stale, 0);
            }
        }
    }
}
