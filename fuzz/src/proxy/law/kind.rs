//! The columns of the law table: kinds of inputs, groups of facts, and what an input came to.

use super::Observed;
use crate::proxy::observation::{
    InitialOutcome, MissKind, ReplacementOutcome, Report, Said, Settled, Told, Verdict,
};

/// The kinds of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "each kind is documented at the input of its name")]
pub enum InputKind {
    Service,
    Install,
    Replace,
    Shutdown,
    BirthCommitted,
    BirthRejected,
    Initialized,
    EffectsRejected,
    InitializationStopped,
    StartAccepted,
    StartRejected,
    ActivationReady,
    ActivationRejected,
    ReadyAfterCancel,
    RejectedAfterCancel,
    ExitBeforeBirth,
    ExitAfterBirth,
    ShutdownAccepted,
    ShutdownRejected,
}

/// Every input kind.
pub const INPUT_KINDS: [InputKind; 19] = {
    use InputKind::*;
    [
        Service,
        Install,
        Replace,
        Shutdown,
        BirthCommitted,
        BirthRejected,
        Initialized,
        EffectsRejected,
        InitializationStopped,
        StartAccepted,
        StartRejected,
        ActivationReady,
        ActivationRejected,
        ReadyAfterCancel,
        RejectedAfterCancel,
        ExitBeforeBirth,
        ExitAfterBirth,
        ShutdownAccepted,
        ShutdownRejected,
    ]
};

impl InputKind {
    /// The kind of an input.
    pub fn of(told: &Told) -> Self {
        match told {
            Told::Service { .. } => Self::Service,
            Told::InstallInitial { .. } => Self::Install,
            Told::Replace { .. } => Self::Replace,
            Told::Shutdown => Self::Shutdown,
            Told::BirthCommitted { .. } => Self::BirthCommitted,
            Told::BirthRejected { .. } => Self::BirthRejected,
            Told::Initialized { .. } => Self::Initialized,
            Told::EffectsRejected { .. } => Self::EffectsRejected,
            Told::InitializationStopped { .. } => Self::InitializationStopped,
            Told::StartAccepted { .. } => Self::StartAccepted,
            Told::StartRejected { .. } => Self::StartRejected,
            Told::ActivationReady { .. } => Self::ActivationReady,
            Told::ActivationRejected { .. } => Self::ActivationRejected,
            Told::ReadyAfterCancel { .. } => Self::ReadyAfterCancel,
            Told::RejectedAfterCancel { .. } => Self::RejectedAfterCancel,
            Told::ExitBeforeBirth { .. } => Self::ExitBeforeBirth,
            Told::ExitAfterBirth { .. } => Self::ExitAfterBirth,
            Told::ShutdownSettled { settlement: Settled::Accepted, .. } => Self::ShutdownAccepted,
            Told::ShutdownSettled { settlement: Settled::Rejected { .. }, .. } => {
                Self::ShutdownRejected
            }
        }
    }
}

/// Facts that miss in the same ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "the groups are the columns of the law table")]
pub enum FactGroup {
    Birth,
    EarlyExit,
    Initialization,
    Start,
    Result,
    LateResult,
    Exit,
    Settlement,
}

pub(super) const GROUPS: [FactGroup; 8] = {
    use FactGroup::*;
    [Birth, EarlyExit, Initialization, Start, Result, LateResult, Exit, Settlement]
};

impl FactGroup {
    /// The group of a fact; `None` for other inputs.
    pub(super) fn of(told: &Told) -> Option<Self> {
        Some(match told {
            Told::Service { .. }
            | Told::InstallInitial { .. }
            | Told::Replace { .. }
            | Told::Shutdown => return None,
            Told::BirthCommitted { .. } | Told::BirthRejected { .. } => Self::Birth,
            Told::Initialized { .. }
            | Told::EffectsRejected { .. }
            | Told::InitializationStopped { .. } => Self::Initialization,
            Told::StartAccepted { .. } | Told::StartRejected { .. } => Self::Start,
            Told::ActivationReady { .. } | Told::ActivationRejected { .. } => Self::Result,
            Told::ReadyAfterCancel { .. } | Told::RejectedAfterCancel { .. } => Self::LateResult,
            Told::ExitBeforeBirth { .. } => Self::EarlyExit,
            Told::ExitAfterBirth { .. } => Self::Exit,
            Told::ShutdownSettled { .. } => Self::Settlement,
        })
    }
}

pub(super) const MISSES: [MissKind; 4] =
    [MissKind::Foreign, MissKind::Unknown, MissKind::WrongAttempt, MissKind::Unexpected];

/// What an input came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Disposition {
    /// It was taken.
    Accepted,
    /// It was taken, and settled the shutdown of a replaced predecessor.
    AcceptedForPredecessor,
    /// It was diagnosed as a rejected fact.
    RejectedFact,
    /// A control was refused by the phase.
    Refused,
    /// A control was refused for want of a correlation.
    RefusedCorrelation,
    /// A command went to the worker.
    Delivered,
    /// A command came back.
    Answered,
    /// It had no effect and no answer.
    Ignored,
    /// It was handed back whole.
    HandedBack,
}

/// Every disposition.
pub const DISPOSITIONS: [Disposition; 9] = [
    Disposition::Accepted,
    Disposition::AcceptedForPredecessor,
    Disposition::RejectedFact,
    Disposition::Refused,
    Disposition::RefusedCorrelation,
    Disposition::Delivered,
    Disposition::Answered,
    Disposition::Ignored,
    Disposition::HandedBack,
];

impl Disposition {
    /// What the input of a step came to.
    pub fn of(step: &Observed<'_>) -> Self {
        if step.verdict == Verdict::HandedBack {
            return Self::HandedBack;
        }
        if step.miss.is_some() {
            return Self::RejectedFact;
        }
        if let Some(way) = step.said.iter().find_map(answer) {
            return way;
        }
        let (before, after) = (step.before, step.after);
        match step.told {
            Told::Shutdown if before == after => Self::Ignored,
            Told::ShutdownSettled { .. }
                if before.predecessor_settlement_owed && !after.predecessor_settlement_owed =>
            {
                Self::AcceptedForPredecessor
            }
            _ => Self::Accepted,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::AcceptedForPredecessor => "accepted-for-predecessor",
            Self::RejectedFact => "rejected-fact",
            Self::Refused => "refused",
            Self::RefusedCorrelation => "refused-correlation",
            Self::Delivered => "delivered",
            Self::Answered => "answered",
            Self::Ignored => "ignored",
            Self::HandedBack => "handed-back",
        }
    }
}

/// The disposition that an answer shows.
fn answer(said: &Said) -> Option<Disposition> {
    let report = match said {
        Said::DeliverService { .. } => return Some(Disposition::Delivered),
        Said::Report { report } => report,
        _ => return None,
    };
    let refused = match report {
        Report::Unavailable { .. } => return Some(Disposition::Answered),
        Report::Initial { outcome: InitialOutcome::Refused(refused), .. }
        | Report::Replacement { outcome: ReplacementOutcome::Refused(refused), .. } => refused,
        Report::Initial { .. } | Report::Replacement { .. } | Report::WorkerStopped { .. } => {
            return None;
        }
    };
    Some(match refused.creation {
        None => Disposition::Refused,
        Some(_) => Disposition::RefusedCorrelation,
    })
}
