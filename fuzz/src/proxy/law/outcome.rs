//! Outcome cells: each report and leftover, with its cause and the way in which its worker ended.

use crate::proxy::observation::{
    Cause, End, InitialOutcome, Leftover, Predecessor, Refused, Refuser, ReplacementOutcome,
    Report, Said, Settled, ShownPhase, StartOutcome, Unavailable, Unborn, UnreportedWorker,
};

/// One outcome cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    pub(super) name: &'static str,
    pub(super) unreachable: Option<&'static str>,
}

const fn outcome(name: &'static str) -> Outcome {
    Outcome { name, unreachable: None }
}

const fn never(name: &'static str, reason: &'static str) -> Outcome {
    Outcome { name, unreachable: Some(reason) }
}

const ALWAYS_ASKED: &str = "a worker of this leftover was always asked to stop";
const TAKES_INSTALL: &str = "Dormant takes an install, or lacks a correlation";
const TAKES_REPLACEMENT: &str = "Ready takes a replacement, or lacks a correlation";
const FIRST: &str = "the first ordinal of its kind is above every earlier one: there is none";
const SERVES: &str = "a ready worker takes commands";

/// Nine cells, one a phase, of a group that one phase or more never answers with.
macro_rules! phases {
    ($group:literal, $($phase:literal $(never $reason:ident)?),* $(,)?) => {
        [$(phases!(@ concat!($group, "/", $phase) $(, $reason)?)),*]
    };
    (@ $name:expr) => { outcome($name) };
    (@ $name:expr, $reason:ident) => { never($name, $reason) };
}

const UNAVAILABLE: [Outcome; 9] = phases!(
    "unavailable",
    "Dormant", "Creating", "Initializing", "Activating", "Ready" never SERVES, "Empty", "Replacing",
    "Failing", "Draining",
);
const INITIAL_REFUSED: [Outcome; 9] = phases!(
    "initial/refused",
    "Dormant" never TAKES_INSTALL, "Creating", "Initializing", "Activating", "Ready", "Empty",
    "Replacing", "Failing", "Draining",
);
const REPLACEMENT_REFUSED: [Outcome; 9] = phases!(
    "replacement/refused",
    "Dormant", "Creating", "Initializing", "Activating", "Ready" never TAKES_REPLACEMENT, "Empty",
    "Replacing", "Failing", "Draining",
);

/// The groups that are repeated for installs, replacements and leftovers: starts that failed.
macro_rules! starts {
    ($group:literal) => {
        [
            outcome(concat!($group, "/creation-rejected/fold")),
            outcome(concat!($group, "/creation-rejected/host")),
            outcome(concat!($group, "/creation-rejected/contradicted")),
            outcome(concat!($group, "/initialization-rejected/exited")),
            outcome(concat!($group, "/initialization-rejected/drained")),
            outcome(concat!($group, "/stopped-during-initialization")),
            outcome(concat!($group, "/stopped-during-initialization/after-exit")),
            outcome(concat!($group, "/initialized-after-exit")),
            outcome(concat!($group, "/activation-unavailable/exhausted")),
            outcome(concat!($group, "/activation-unavailable/collision")),
            outcome(concat!($group, "/start-rejected/exited")),
            outcome(concat!($group, "/start-rejected/drained")),
            outcome(concat!($group, "/activation-rejected/exited")),
            outcome(concat!($group, "/activation-rejected/drained")),
            outcome(concat!($group, "/ready-after-exit")),
            outcome(concat!($group, "/ready")),
        ]
    };
}

const STARTS: usize = 16;
const INITIAL: [Outcome; STARTS] = {
    let mut cells = starts!("initial");
    cells[COLLISION].unreachable = Some(FIRST);
    cells
};
const REPLACEMENT: [Outcome; STARTS] = starts!("replacement");
const RESOLVED: [Outcome; STARTS] = {
    let mut cells = starts!("leftover/resolved");
    cells[READY].unreachable = Some("a ready outcome that is held back is drained, as Held");
    cells
};
const COLLISION: usize = 9;
const READY: usize = 15;

const OTHERS: [Outcome; 31] = [
    outcome("initial/refused/correlation-exhausted"),
    never("initial/refused/correlation-collision", FIRST),
    outcome("replacement/refused/correlation-exhausted"),
    outcome("replacement/refused/correlation-collision"),
    outcome("replacement/cancelled-before-birth"),
    outcome("worker-stopped"),
    // 6: the predecessor of a reported replacement, and of an unreported one
    outcome("replacement/predecessor/gone"),
    outcome("replacement/predecessor/drained-accepted"),
    outcome("replacement/predecessor/drained-rejected"),
    outcome("leftover/predecessor/none"),
    outcome("leftover/predecessor/gone"),
    outcome("leftover/predecessor/drained-accepted"),
    outcome("leftover/predecessor/drained-rejected"),
    // 13: leftovers
    outcome("leftover/nothing"),
    never("leftover/worker/exited", ALWAYS_ASKED),
    outcome("leftover/worker/drained"),
    outcome("leftover/unborn"),
    outcome("leftover/unborn/contradicted"),
    outcome("leftover/initialized/exited"),
    outcome("leftover/initialized/drained"),
    outcome("leftover/effects-rejected/exited"),
    outcome("leftover/effects-rejected/drained"),
    never("leftover/initialization-stopped", ALWAYS_ASKED),
    outcome("leftover/initialization-stopped/asked"),
    outcome("leftover/initialization-stopped/after-exit"),
    outcome("leftover/start-rejected"),
    outcome("leftover/ready"),
    outcome("leftover/activation-rejected"),
    outcome("leftover/held"),
    outcome("end/drained-accepted"),
    outcome("end/drained-rejected"),
];

const INITIAL_AT: usize = 27;
const REPLACEMENT_AT: usize = INITIAL_AT + STARTS;
const RESOLVED_AT: usize = REPLACEMENT_AT + STARTS;
const OTHERS_AT: usize = RESOLVED_AT + STARTS;
const COUNT: usize = OTHERS_AT + OTHERS.len();

/// Every outcome cell.
pub(super) const OUTCOMES: [Outcome; COUNT] = {
    let mut cells = [outcome(""); COUNT];
    let mut place = 0;
    while place < COUNT {
        cells[place] = match place {
            0..9 => UNAVAILABLE[place],
            9..18 => INITIAL_REFUSED[place - 9],
            18..27 => REPLACEMENT_REFUSED[place - 18],
            INITIAL_AT..REPLACEMENT_AT => INITIAL[place - INITIAL_AT],
            REPLACEMENT_AT..RESOLVED_AT => REPLACEMENT[place - REPLACEMENT_AT],
            RESOLVED_AT..OTHERS_AT => RESOLVED[place - RESOLVED_AT],
            _ => OTHERS[place - OTHERS_AT],
        };
        place += 1;
    }
    cells
};

/// Visits the outcome cells of an action.
pub(super) fn of_said(said: &Said, visit: &mut impl FnMut(usize)) {
    let Said::Report { report } = said else { return };
    match report {
        Report::Unavailable { phase, .. } => visit(phase_number(*phase)),
        Report::WorkerStopped { .. } => visit(OTHERS_AT + 5),
        Report::Initial { outcome: InitialOutcome::Refused(refused), .. } => {
            visit(refusal(refused, 9, OTHERS_AT));
        }
        Report::Initial { outcome: InitialOutcome::Resolved(outcome), .. } => {
            of_start(INITIAL_AT, outcome, visit);
        }
        Report::Replacement { outcome, .. } => of_replacement(outcome, visit),
    }
}

fn of_replacement(outcome: &ReplacementOutcome, visit: &mut impl FnMut(usize)) {
    match outcome {
        ReplacementOutcome::Refused(refused) => visit(refusal(refused, 18, OTHERS_AT + 2)),
        ReplacementOutcome::CancelledBeforeBirth { .. } => visit(OTHERS_AT + 4),
        ReplacementOutcome::Resolved { predecessor, successor } => {
            visit(OTHERS_AT + 6 + of_predecessor(predecessor));
            of_start(REPLACEMENT_AT, successor, visit);
        }
    }
}

/// Visits the outcome cells of a leftover.
pub(super) fn of_leftover(leftover: &Leftover, visit: &mut impl FnMut(usize)) {
    match leftover {
        Leftover::Nothing => visit(OTHERS_AT + 13),
        Leftover::Worker(end) => {
            let place = of_end(end, visit);
            visit(OTHERS_AT + 14 + place);
        }
        Leftover::Change { predecessor, worker, .. } => {
            let predecessor = predecessor.as_ref().map_or(0, |found| 1 + of_predecessor(found));
            visit(OTHERS_AT + 9 + predecessor);
            of_unreported(worker, visit);
        }
    }
}

fn of_unreported(worker: &UnreportedWorker, visit: &mut impl FnMut(usize)) {
    let place = match worker {
        UnreportedWorker::Unborn(unborn) => 16 + usize::from(unborn.early_exit.is_some()),
        UnreportedWorker::Initialized { end, .. } => 18 + of_end(end, visit),
        UnreportedWorker::EffectsRejected { end, .. } => 20 + of_end(end, visit),
        UnreportedWorker::InitializationStopped { end: Some(end), .. } => {
            of_end(end, visit);
            24
        }
        UnreportedWorker::InitializationStopped { end: None, shutdown, .. } => {
            22 + usize::from(shutdown.is_some())
        }
        UnreportedWorker::StartRejected { end, .. } => {
            of_end(end, visit);
            25
        }
        UnreportedWorker::Ready { end, .. } => {
            of_end(end, visit);
            26
        }
        UnreportedWorker::ActivationRejected { end, .. } => {
            of_end(end, visit);
            27
        }
        UnreportedWorker::Resolved(outcome) => return of_start(RESOLVED_AT, outcome, visit),
        UnreportedWorker::Held { end, .. } => {
            of_end(end, visit);
            28
        }
    };
    visit(OTHERS_AT + place);
}

fn phase_number(phase: ShownPhase) -> usize {
    phase as usize
}

fn refusal(refused: &Refused, phases_at: usize, correlation_at: usize) -> usize {
    match refused.creation {
        None => phases_at + phase_number(refused.phase),
        Some(Unavailable::Exhausted) => correlation_at,
        Some(Unavailable::Collision { .. }) => correlation_at + 1,
    }
}

fn of_predecessor(predecessor: &Predecessor) -> usize {
    match predecessor.drained {
        None => 0,
        Some((_, Settled::Accepted)) => 1,
        Some((_, Settled::Rejected { .. })) => 2,
    }
}

fn of_start(at: usize, outcome: &StartOutcome, visit: &mut impl FnMut(usize)) {
    let place = match outcome {
        StartOutcome::CreationRejected(unborn) => of_unborn(unborn),
        StartOutcome::Ready { .. } => READY,
        StartOutcome::Unavailable { cause, .. } => 3 + of_cause(cause, visit),
    };
    visit(at + place);
}

fn of_unborn(unborn: &Unborn) -> usize {
    match (unborn.early_exit, unborn.why.by) {
        (Some(_), _) => 2,
        (None, Refuser::Fold) => 0,
        (None, Refuser::Host) => 1,
    }
}

fn of_cause(cause: &Cause, visit: &mut impl FnMut(usize)) -> usize {
    match cause {
        Cause::InitializationRejected { end, .. } => of_end(end, visit),
        Cause::StoppedDuringInitialization { own, .. } => 2 + usize::from(own.is_some()),
        Cause::InitializedAfterExit { .. } => 4,
        Cause::ActivationUnavailable { reason, end, .. } => {
            of_end(end, visit);
            5 + usize::from(*reason != Unavailable::Exhausted)
        }
        Cause::StartRejected { end, .. } => 7 + of_end(end, visit),
        Cause::ActivationRejected { end, .. } => 9 + of_end(end, visit),
        Cause::ReadyAfterExit { .. } => 11,
    }
}

/// 0 if the worker exited by itself, 1 if it was asked to; how that was settled has its own cell.
fn of_end(end: &End, visit: &mut impl FnMut(usize)) -> usize {
    match end.shutdown {
        None => return 0,
        Some(Settled::Accepted) => visit(OTHERS_AT + 29),
        Some(Settled::Rejected { .. }) => visit(OTHERS_AT + 30),
    }
    1
}
