//! Law cells: each (phase of the addressee, input kind, disposition) that the law tables contain,
//! and each outcome that the pool can answer with. Running a scenario marks them.
//!
//! Rules: cells are numbered densely, first the cells of the tables in the order subject, kind,
//! disposition, then the outcomes. Marking is one bit. A name never changes its meaning; numbers
//! may change when the tables do.

pub use crate::cells::CellSet;

use super::outcome::{self, OUTCOMES};
use super::table::{Standing, standing};
use crate::pool::law::Observed;
use crate::pool::observation::{Admission, ConstructionFailure, Mode, Phase, Said, Told, Verdict};

/// The kinds of inputs, in the order of [`Told`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "each kind is documented at the input of its name")]
pub enum InputKind {
    Initialize,
    Submit,
    Shutdown,
    BirthCommitted,
    BirthRejected,
    InitializationReady,
    InitializationRejected,
    InitializationStopped,
    BeginAccepted,
    BeginRejected,
    Ready,
    ActivationRejected,
    Stopped,
    DeliveryAccepted,
    DeliveryRejected,
    Completed,
    Prepared,
    PreparationRejected,
    RestartScheduleAccepted,
    RestartScheduleRejected,
    RestartTimerElapsed,
    ShutdownAccepted,
    ShutdownRejected,
    DeadlineAccepted,
    DeadlineRejected,
    DeadlineElapsed,
}

/// Every input kind.
pub const INPUT_KINDS: [InputKind; 26] = {
    use InputKind::*;
    [
        Initialize,
        Submit,
        Shutdown,
        BirthCommitted,
        BirthRejected,
        InitializationReady,
        InitializationRejected,
        InitializationStopped,
        BeginAccepted,
        BeginRejected,
        Ready,
        ActivationRejected,
        Stopped,
        DeliveryAccepted,
        DeliveryRejected,
        Completed,
        Prepared,
        PreparationRejected,
        RestartScheduleAccepted,
        RestartScheduleRejected,
        RestartTimerElapsed,
        ShutdownAccepted,
        ShutdownRejected,
        DeadlineAccepted,
        DeadlineRejected,
        DeadlineElapsed,
    ]
};

impl InputKind {
    /// The kind of an input.
    pub fn of(told: &Told) -> Self {
        match told {
            Told::Initialize => Self::Initialize,
            Told::Submit { .. } => Self::Submit,
            Told::Shutdown => Self::Shutdown,
            Told::BirthCommitted { .. } => Self::BirthCommitted,
            Told::BirthRejected { .. } => Self::BirthRejected,
            Told::InitializationReady { .. } => Self::InitializationReady,
            Told::InitializationRejected { .. } => Self::InitializationRejected,
            Told::InitializationStopped { .. } => Self::InitializationStopped,
            Told::BeginAccepted { .. } => Self::BeginAccepted,
            Told::BeginRejected { .. } => Self::BeginRejected,
            Told::Ready { .. } => Self::Ready,
            Told::ActivationRejected { .. } => Self::ActivationRejected,
            Told::Stopped { .. } => Self::Stopped,
            Told::DeliveryAccepted { .. } => Self::DeliveryAccepted,
            Told::DeliveryRejected { .. } => Self::DeliveryRejected,
            Told::Completed { .. } => Self::Completed,
            Told::Prepared { .. } => Self::Prepared,
            Told::PreparationRejected { .. } => Self::PreparationRejected,
            Told::RestartScheduleAccepted { .. } => Self::RestartScheduleAccepted,
            Told::RestartScheduleRejected { .. } => Self::RestartScheduleRejected,
            Told::RestartTimerElapsed { .. } => Self::RestartTimerElapsed,
            Told::ShutdownAccepted { .. } => Self::ShutdownAccepted,
            Told::ShutdownRejected { .. } => Self::ShutdownRejected,
            Told::DeadlineAccepted { .. } => Self::DeadlineAccepted,
            Told::DeadlineRejected { .. } => Self::DeadlineRejected,
            Told::DeadlineElapsed { .. } => Self::DeadlineElapsed,
        }
    }
}

/// What an input came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Disposition {
    /// It was taken, and the pool goes on (or drains on, to the end).
    Accepted,
    /// A submission was answered with a refusal.
    Refused,
    /// It was diagnosed as a rejected fact, whatever else that led to.
    RejectedFact,
    /// It had no effect and no answer.
    Ignored,
    /// It was handed back whole.
    HandedBack,
    /// It was taken, and an operating pool shut down.
    ShutDown,
    /// It was taken, and the pool ended by force.
    Forced,
    /// A clone panicked: the step never happened.
    Unwound,
}

/// Every disposition.
pub const DISPOSITIONS: [Disposition; 8] = [
    Disposition::Accepted,
    Disposition::Refused,
    Disposition::RejectedFact,
    Disposition::Ignored,
    Disposition::HandedBack,
    Disposition::ShutDown,
    Disposition::Forced,
    Disposition::Unwound,
];

impl Disposition {
    /// What the input of a step came to.
    pub fn of(step: &Observed<'_>) -> Self {
        match step.verdict {
            Verdict::HandedBack => return Self::HandedBack,
            Verdict::Unwound => return Self::Unwound,
            Verdict::Continue | Verdict::Stopped | Verdict::ForcedRetirement => {}
        }
        if step.rejections > 0 {
            Self::RejectedFact
        } else if step.verdict == Verdict::ForcedRetirement {
            Self::Forced
        } else if step.before.mode == Mode::Operating && step.after.mode != Mode::Operating {
            Self::ShutDown
        } else if step.said.iter().any(is_refusal) {
            Self::Refused
        } else if *step.told == Told::Shutdown {
            Self::Ignored
        } else {
            Self::Accepted
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Refused => "refused",
            Self::RejectedFact => "rejected-fact",
            Self::Ignored => "ignored",
            Self::HandedBack => "handed-back",
            Self::ShutDown => "shut-down",
            Self::Forced => "forced",
            Self::Unwound => "unwound",
        }
    }
}

fn is_refusal(said: &Said) -> bool {
    matches!(said, Said::DeliverAdmission { outcome: Admission::Rejected { .. }, .. })
}

/// Whom an input addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A member in this phase.
    Member(Phase),
    /// The pool itself, or nobody in it, in this mode.
    Pool(Mode),
}

/// Every mode.
const MODES: [Mode; 5] =
    [Mode::Constructed, Mode::Operating, Mode::Draining, Mode::Stopped, Mode::ForcedRetirement];

/// Every phase, in declaration order.
pub const PHASES: [Phase; PHASE_COUNT] = {
    use Phase::*;
    [
        Creating,
        CreatingStopKept,
        Initializing,
        WaitingForActivationAuthorization,
        ActivationDispatched,
        Activating,
        DrainingPreReady,
        DrainingPreReadySettled,
        DrainingPreReadyStopped,
        StoppedInitializing,
        StoppedDispatched,
        Idle,
        BusyDelivering,
        BusyCompletionFirst,
        BusyCompletionStop,
        BusyStopFirst,
        BusyStopCompletion,
        BusyAccepted,
        RecoveringSource,
        RecoveringPreparing,
        RecoveringScheduling,
        RecoveringSchedulingElapsed,
        RecoveringTimer,
        Stopping,
        StoppingSettled,
        StoppingStopped,
        Retired,
        ResolvingCreation,
        ResolvingCreationStopKept,
        DrainIdle,
        DrainIdleSettled,
        DrainStopped,
        DrainCreated,
        DrainCreatedSettled,
        DrainInitializing,
        DrainInitializingSettled,
        DrainHolding,
        DrainHoldingSettled,
        DrainDispatched,
        DrainDispatchedSettled,
        DrainActivating,
        DrainActivatingSettled,
        DrainDelivering,
        DrainDeliveringSettled,
        AwaitingWorkerPreparation,
        AwaitingRestartSchedule,
        AwaitingRestartScheduleElapsed,
        Drained,
    ]
};

const PHASE_COUNT: usize = Phase::Drained as usize + 1;
const SUBJECTS: usize = PHASE_COUNT + MODES.len();
const KINDS: usize = INPUT_KINDS.len();
const WAYS: usize = DISPOSITIONS.len();
const COMBINATIONS: usize = SUBJECTS * KINDS * WAYS;
/// Marks a combination that the tables do not contain.
const NONE: u16 = u16::MAX;

/// The subject number `index`.
const fn subject(index: usize) -> Subject {
    if index < PHASE_COUNT {
        Subject::Member(PHASES[index])
    } else {
        Subject::Pool(MODES[index - PHASE_COUNT])
    }
}

/// The standing of combination number `index`.
const fn standing_of(index: usize) -> Standing {
    let way = DISPOSITIONS[index % WAYS];
    let kind = INPUT_KINDS[index / WAYS % KINDS];
    standing(subject(index / WAYS / KINDS), kind, way)
}

/// How many cells the tables contain.
const TABLE_CELLS: usize = {
    let (mut index, mut count) = (0, 0);
    while index < COMBINATIONS {
        if !matches!(standing_of(index), Standing::Absent) {
            count += 1;
        }
        index += 1;
    }
    count
};

/// How many cells there are.
pub const CELLS: usize = TABLE_CELLS + OUTCOMES.len();

/// The cell of each combination.
static CELL_OF: [u16; COMBINATIONS] = {
    let mut cells = [NONE; COMBINATIONS];
    let (mut index, mut next) = (0, 0);
    while index < COMBINATIONS {
        if !matches!(standing_of(index), Standing::Absent) {
            cells[index] = next;
            next += 1;
        }
        index += 1;
    }
    cells
};

/// The combination of each cell.
static COMBINATION_OF: [u16; TABLE_CELLS] = {
    let mut combinations = [0; TABLE_CELLS];
    let (mut index, mut next) = (0, 0);
    while index < COMBINATIONS {
        if !matches!(standing_of(index), Standing::Absent) {
            combinations[next] = index as u16;
            next += 1;
        }
        index += 1;
    }
    combinations
};

/// Which cells of the tables cannot be reached.
static IS_UNREACHABLE: [bool; TABLE_CELLS] = {
    let mut unreachable = [false; TABLE_CELLS];
    let (mut index, mut next) = (0, 0);
    while index < COMBINATIONS {
        let standing = standing_of(index);
        if !matches!(standing, Standing::Absent) {
            unreachable[next] = matches!(standing, Standing::Unreachable(_));
            next += 1;
        }
        index += 1;
    }
    unreachable
};

/// Whether the tables say that the cell of a step can be reached; costs a look-up.
pub(crate) fn is_reachable(cell: usize) -> bool {
    !IS_UNREACHABLE.get(cell).copied().unwrap_or(false)
}

/// The cell of a step; `None` if the law tables do not contain it.
pub fn of_step(subject: Subject, step: &Observed<'_>) -> Option<usize> {
    let place = match subject {
        Subject::Member(phase) => phase as usize,
        Subject::Pool(mode) => PHASE_COUNT + mode as usize,
    };
    let kind = InputKind::of(step.told) as usize;
    let cell = CELL_OF[(place * KINDS + kind) * WAYS + Disposition::of(step) as usize];
    (cell != NONE).then_some(usize::from(cell))
}

/// The cell of an action's outcome, if it has one.
pub fn of_said(said: &Said) -> Option<usize> {
    outcome::of_said(said).map(|outcome| TABLE_CELLS + outcome)
}

/// The cell of a failed construction.
pub fn of_construction(failure: ConstructionFailure) -> usize {
    TABLE_CELLS + outcome::of_construction(failure)
}

/// The number of a cell's input kind in [`INPUT_KINDS`]; `None` for the cell of an outcome.
pub fn input_kind(cell: usize) -> Option<usize> {
    COMBINATION_OF.get(cell).map(|combination| usize::from(*combination) / WAYS % KINDS)
}

/// The stable name of a cell, such as `BusyAccepted/Completed/accepted`.
pub fn name(cell: usize) -> String {
    let Some(combination) = COMBINATION_OF.get(cell) else {
        return format!("outcome/{}", OUTCOMES[cell - TABLE_CELLS].name);
    };
    let index = usize::from(*combination);
    let way = DISPOSITIONS[index % WAYS].name();
    let kind = INPUT_KINDS[index / WAYS % KINDS];
    match subject(index / WAYS / KINDS) {
        Subject::Member(phase) => format!("{phase:?}/{kind:?}/{way}"),
        Subject::Pool(mode) => format!("pool-{mode:?}/{kind:?}/{way}"),
    }
}

/// Every cell that the law tables contain, reachable or not.
pub fn declared() -> impl Iterator<Item = usize> {
    0..CELLS
}

/// Why a declared cell cannot be reached, if so.
pub fn unreachable(cell: usize) -> Option<&'static str> {
    let Some(combination) = COMBINATION_OF.get(cell) else {
        return OUTCOMES[cell - TABLE_CELLS].unreachable;
    };
    match standing_of(usize::from(*combination)) {
        Standing::Unreachable(reason) => Some(reason),
        Standing::Reachable | Standing::Absent => None,
    }
}
