//! Every input that can be offered about the service `a`, as well aimed as an input can be.

use super::facts::{self, Card, Input};
use super::outcomes::{
    cancelled, drained, failed_by, gone, left, ready_by, refused, replaced, unborn,
};
use super::{Answer, Key, Rig, Said, Test, setup};
use actor_laws::proxy::{InitialOutcome, Leftover, ProxyPhase, ReplacementOutcome};
use actor_laws::supervisor::*;

/// The worker of a start, and that of a replacement.
pub(crate) const FIRST: u64 = 7;
pub(crate) const SECOND: u64 = 8;
/// A worker that nobody has heard of.
const STRANGER: u64 = 9;
/// The proxy of the blocker.
const OTHER: &str = "z";

/// One input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Start,
    Replace,
    Stop,
    Query,
    CancelLatest,
    CancelFirst,
    ShutDown,
    Committed,
    CommittedTaken,
    BirthRejected,
    EarlyExit,
    Exit,
    InputAccepted,
    InputOtherKind,
    InputRejected,
    InitialReady,
    InitialRefused,
    InitialUnborn,
    InitialFailed,
    ReplacedDrained,
    ReplacedGone,
    ReplaceRefused,
    ReplaceCancelled,
    ReplaceUnborn,
    ReplaceFailed,
    ReplacedStranger,
    ReplacedItself,
    FirstStopped,
    SecondStopped,
    StrangerStopped,
    Unavailable,
    UnreportedUntouched,
    UnreportedInitial,
    UnreportedReplacement,
    UnreportedItself,
    UnreportedLeft,
    UnreportedNothing,
    UnreportedOtherTicket,
    UnreportedStranger,
    ShutdownAccepted,
    ShutdownRejected,
    ShutdownOtherPurpose,
    DeadlineAccepted,
    DeadlineRejected,
    DeadlineElapsed,
}

pub(crate) const STEPS: [Step; 45] = [
    Step::Start,
    Step::Replace,
    Step::Stop,
    Step::Query,
    Step::CancelLatest,
    Step::CancelFirst,
    Step::ShutDown,
    Step::Committed,
    Step::CommittedTaken,
    Step::BirthRejected,
    Step::EarlyExit,
    Step::Exit,
    Step::InputAccepted,
    Step::InputOtherKind,
    Step::InputRejected,
    Step::InitialReady,
    Step::InitialRefused,
    Step::InitialUnborn,
    Step::InitialFailed,
    Step::ReplacedDrained,
    Step::ReplacedGone,
    Step::ReplaceRefused,
    Step::ReplaceCancelled,
    Step::ReplaceUnborn,
    Step::ReplaceFailed,
    Step::ReplacedStranger,
    Step::ReplacedItself,
    Step::FirstStopped,
    Step::SecondStopped,
    Step::StrangerStopped,
    Step::Unavailable,
    Step::UnreportedUntouched,
    Step::UnreportedInitial,
    Step::UnreportedReplacement,
    Step::UnreportedItself,
    Step::UnreportedLeft,
    Step::UnreportedNothing,
    Step::UnreportedOtherTicket,
    Step::UnreportedStranger,
    Step::ShutdownAccepted,
    Step::ShutdownRejected,
    Step::ShutdownOtherPurpose,
    Step::DeadlineAccepted,
    Step::DeadlineRejected,
    Step::DeadlineElapsed,
];

impl Step {
    /// Whether the scene has what the input is about.
    pub(crate) fn applies(self, rig: &Rig) -> bool {
        self != Self::CommittedTaken || rig.known(OTHER).is_some()
    }

    /// Whether it is a fact: then a phase that does not take it leaves it as one diagnostic.
    pub(crate) fn is_fact(self) -> bool {
        self >= Self::Committed
    }

    /// The input, with values tagged `n`.
    pub(crate) fn input(self, rig: &mut Rig, n: u64) -> Input {
        let (key, reply) = (Key("a"), Answer(n));
        let submission = || facts::submission(n);
        match self {
            Self::Start => Input::Start(StartCommand { key, submission: submission(), reply }),
            Self::Replace => {
                Input::Replace(ReplaceCommand { key, submission: submission(), reply })
            }
            Self::Stop => Input::Stop(StopCommand { key, reply }),
            Self::Query => Input::Query(QueryCommand { key, reply }),
            Self::CancelLatest => cancel(rig, rig.authorities(), reply),
            Self::CancelFirst => cancel(rig, 1, reply),
            Self::ShutDown => Input::ShutdownRequested,
            Self::DeadlineAccepted => facts::deadline_accepted(deadline(rig).deadline),
            Self::DeadlineRejected => facts::deadline_rejected(deadline(rig), n),
            Self::DeadlineElapsed => facts::deadline_elapsed(deadline(rig).deadline, n),
            fact => fact.about(rig, n),
        }
    }

    /// A fact about the proxy of `a`.
    fn about(self, rig: &mut Rig, n: u64) -> Input {
        let card = aimed(rig);
        let resolved = InitialOutcome::Resolved;
        match self {
            Self::Committed => facts::committed(&card),
            Self::CommittedTaken => {
                let proxy = rig.card(OTHER).proxy;
                facts::committed(&Card { proxy, ..card })
            }
            Self::BirthRejected => facts::unborn(&card, n),
            Self::EarlyExit => facts::early_exit(&card, n),
            Self::Exit => facts::exit(&card, n),
            Self::InputAccepted => facts::accepted(&card),
            Self::InputOtherKind => facts::accepted(&other_kind(card)),
            Self::InputRejected => {
                let input = returned(rig, &card, n);
                facts::input_rejected(&card, input, n)
            }
            Self::InitialReady => facts::initial(&card, resolved(ready_by(FIRST, n))),
            Self::InitialRefused => facts::initial(&card, InitialOutcome::Rejected(refused(n))),
            Self::InitialUnborn => facts::initial(&card, resolved(unborn(n))),
            Self::InitialFailed => facts::initial(&card, resolved(failed_by(FIRST, n))),
            other => facts_later(other, &card, n),
        }
    }

    /// Tells it.
    pub(crate) fn tell(self, rig: &mut Rig, n: u64) -> Said {
        let input = self.input(rig, n);
        rig.tell(input)
    }
}

/// The facts about replacements, workers, and the proxy's end.
fn facts_later(step: Step, card: &Card, n: u64) -> Input {
    match step {
        Step::ReplacedDrained => {
            facts::replacement(card, replaced(drained(FIRST, n), ready_by(SECOND, n)))
        }
        Step::ReplacedGone => facts::replacement(card, replaced(gone(FIRST), ready_by(SECOND, n))),
        Step::ReplaceRefused => facts::replacement(card, ReplacementOutcome::Rejected(refused(n))),
        Step::ReplaceCancelled => facts::replacement(card, cancelled(FIRST, n)),
        Step::ReplaceUnborn => facts::replacement(card, replaced(drained(FIRST, n), unborn(n))),
        Step::ReplaceFailed => {
            facts::replacement(card, replaced(drained(FIRST, n), failed_by(SECOND, n)))
        }
        Step::ReplacedStranger => {
            facts::replacement(card, replaced(gone(STRANGER), ready_by(SECOND, n)))
        }
        Step::ReplacedItself => {
            facts::replacement(card, replaced(drained(FIRST, n), ready_by(FIRST, n)))
        }
        Step::FirstStopped => facts::stopped(card, FIRST, n),
        Step::SecondStopped => facts::stopped(card, SECOND, n),
        Step::StrangerStopped => facts::stopped(card, STRANGER, n),
        Step::Unavailable => facts::unavailable(card, n, ProxyPhase::Draining),
        Step::ShutdownAccepted => facts::shutdown_accepted(card),
        Step::ShutdownRejected => facts::shutdown_rejected(card, n),
        Step::ShutdownOtherPurpose => facts::shutdown_accepted(&other_purpose(*card)),
        rest => facts::unreported(card, unreported(rest, card, n)),
    }
}

/// What became of an input whose outcome no report delivered.
fn unreported(step: Step, card: &Card, n: u64) -> UnreportedInput<Test> {
    let (kind, operation) = card.emitted();
    let predecessor = match kind {
        ChangeKind::Start => None,
        ChangeKind::Replacement => Some(drained(FIRST, n)),
    };
    match step {
        Step::UnreportedUntouched => UnreportedInput::Untouched(facts::submission(n)),
        Step::UnreportedInitial => UnreportedInput::Initial(InitialOutcome::Rejected(refused(n))),
        Step::UnreportedReplacement => {
            UnreportedInput::Replacement(ReplacementOutcome::Rejected(refused(n)))
        }
        Step::UnreportedItself => {
            UnreportedInput::Replacement(replaced(drained(FIRST, n), failed_by(FIRST, n)))
        }
        Step::UnreportedLeft => left(operation, predecessor, n),
        Step::UnreportedNothing => UnreportedInput::Left(Leftover::Nothing),
        Step::UnreportedOtherTicket => left(other_operation(operation), predecessor, n),
        Step::UnreportedStranger => left(operation, Some(gone(STRANGER)), n),
        early => panic!("{early:?} is no later fact"),
    }
}

/// An operation of the same identity that is not this one.
fn other_operation(operation: OperationId) -> OperationId {
    let operations = BORROWED.with(|borrowed| borrowed.operations);
    let other = operations.into_iter().find(|other| *other != operation);
    other.expect("two operations differ")
}

fn cancel(rig: &mut Rig, order: u64, reply: Answer) -> Input {
    let authority =
        if rig.authorities() == 0 { twin().authority(1) } else { rig.use_authority(order) };
    Input::Cancel(CancelCommand { authority, reply })
}

/// What the host knows about `a`, completed with what a twin of the same identity was given: the same
/// correlations, aimed as well as any.
fn aimed(rig: &Rig) -> Card {
    let known = rig.known("a");
    if let Some(Card { change: Some(_), shutdown: Some(_), .. }) = known {
        return known.expect("it is known");
    }
    let twin = BORROWED.with(|borrowed| borrowed.card);
    let card = known.unwrap_or(twin);
    Card { change: card.change.or(twin.change), shutdown: card.shutdown.or(twin.shutdown), ..card }
}

/// A twin that has given everything out.
fn twin() -> Rig {
    let mut twin = setup().start();
    twin.checks = false;
    twin.born("a", 1);
    twin
}

/// Correlations of a twin, issued once for all.
struct Borrowed {
    /// An input was emitted, and a shutdown for the ending.
    card: Card,
    /// A shutdown for an explicit stop.
    stop: ShutdownPurpose,
    deadline: ScheduleDeadline,
    operations: [OperationId; 2],
}

thread_local! {
    static BORROWED: Borrowed = Borrowed::from_twins();
}

impl Borrowed {
    fn from_twins() -> Self {
        let (mut cancelled, mut stopped) = (twin(), twin());
        cancelled.cancel(1, 2).sets_up();
        stopped.stop("a", 2).sets_up();
        let stop = stopped.card("a").shutdown.expect("a stop asks the proxy");
        let mut drained = setup().deadline(20).start();
        drained.creating("a", 1);
        drained.shut_down().sets_up();
        let deadline = drained.deadline.expect("a deadline is scheduled");
        stopped.born("b", 3);
        let operations = ["a", "b"].map(|key| stopped.card(key).emitted().1);
        Self { card: cancelled.card("a"), stop, deadline, operations }
    }
}

/// The deadline that is out, or a twin's.
fn deadline(rig: &Rig) -> ScheduleDeadline {
    rig.deadline.unwrap_or_else(|| BORROWED.with(|borrowed| borrowed.deadline))
}

fn returned(rig: &mut Rig, card: &Card, n: u64) -> ProxyInputOperation<Test> {
    let (kind, operation) = card.emitted();
    rig.returned(operation).unwrap_or_else(|| {
        let (proxy, submission) = (card.proxy, facts::submission(n));
        ProxyInputOperation { proxy, kind, operation, submission }
    })
}

fn other_kind(card: Card) -> Card {
    let (kind, operation) = card.emitted();
    let kind = match kind {
        ChangeKind::Start => ChangeKind::Replacement,
        ChangeKind::Replacement => ChangeKind::Start,
    };
    Card { change: Some((kind, operation)), ..card }
}

fn other_purpose(card: Card) -> Card {
    let purpose = match card.shutdown {
        Some(ShutdownPurpose::Ending) | None => BORROWED.with(|borrowed| borrowed.stop),
        Some(ShutdownPurpose::Stop(_)) => ShutdownPurpose::Ending,
    };
    Card { shutdown: Some(purpose), ..card }
}

/// A step that leads into a phase, tagged by its place in the recipe.
pub(crate) fn replay(rig: &mut Rig, recipe: &[Step]) {
    for (place, step) in recipe.iter().enumerate() {
        step.tell(rig, 10 + place as u64).sets_up();
    }
}
