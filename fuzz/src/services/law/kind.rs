//! The kinds of inputs that the composition tells apart, and what each comes to.

use crate::proxy::observation::{self as proxy, InitialOutcome, ReplacementOutcome, Report};
use crate::run::Observed;
use crate::services::observation::{Said, StartOutcome, Told, is_rejection};
use crate::services::rig::ServicesRig;
use crate::supervisor::observation::{self as supervisor, Reply, Unreported};

/// What an input comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disposition {
    /// The machine takes it; a command is accepted, a service command delivered.
    Taken,
    /// A command is refused, a service command comes back as unavailable.
    Refused,
    /// The machine has ended.
    HandedBack,
    /// It is diagnosed as a rejected fact. The tables have no such cell: the host tells the truth.
    Rejected,
}

/// Every disposition, in order.
pub const DISPOSITIONS: [Disposition; 4] =
    [Disposition::Taken, Disposition::Refused, Disposition::HandedBack, Disposition::Rejected];

/// Names of dispositions, in order.
pub const DISPOSITION_NAMES: [&str; 4] = ["taken", "refused", "handed-back", "rejected"];

/// The kinds of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is an input of the observation, reports by what they tell")]
pub enum Kind {
    Initialize,
    Start,
    Replace,
    Stop,
    Query,
    Cancel,
    Shutdown,
    DeadlineAccepted,
    DeadlineRejected,
    DeadlineElapsed,
    BirthCommitted,
    BirthRejected,
    ExitBeforeBirth,
    ExitAfterBirth,
    InputAccepted,
    InputRejected,
    InitialRefused,
    InitialUnborn,
    InitialReady,
    InitialUnavailable,
    ReplacementRefused,
    ReplacementCancelled,
    ReplacementUnborn,
    ReplacementReady,
    ReplacementUnavailable,
    WorkerStopped,
    CommandUnavailable,
    Untouched,
    InitialUndelivered,
    ReplacementUndelivered,
    Left,
    ShutdownAccepted,
    ShutdownRejected,
    Service,
    CarriedInput,
    CarriedShutdown,
    WorkerFact,
}

/// Every kind, in order.
pub const KINDS: [Kind; 37] = [
    Kind::Initialize,
    Kind::Start,
    Kind::Replace,
    Kind::Stop,
    Kind::Query,
    Kind::Cancel,
    Kind::Shutdown,
    Kind::DeadlineAccepted,
    Kind::DeadlineRejected,
    Kind::DeadlineElapsed,
    Kind::BirthCommitted,
    Kind::BirthRejected,
    Kind::ExitBeforeBirth,
    Kind::ExitAfterBirth,
    Kind::InputAccepted,
    Kind::InputRejected,
    Kind::InitialRefused,
    Kind::InitialUnborn,
    Kind::InitialReady,
    Kind::InitialUnavailable,
    Kind::ReplacementRefused,
    Kind::ReplacementCancelled,
    Kind::ReplacementUnborn,
    Kind::ReplacementReady,
    Kind::ReplacementUnavailable,
    Kind::WorkerStopped,
    Kind::CommandUnavailable,
    Kind::Untouched,
    Kind::InitialUndelivered,
    Kind::ReplacementUndelivered,
    Kind::Left,
    Kind::ShutdownAccepted,
    Kind::ShutdownRejected,
    Kind::Service,
    Kind::CarriedInput,
    Kind::CarriedShutdown,
    Kind::WorkerFact,
];

/// Names of kinds, in order.
pub const KIND_NAMES: [&str; 37] = [
    "Initialize",
    "Start",
    "Replace",
    "Stop",
    "Query",
    "Cancel",
    "Shutdown",
    "DeadlineAccepted",
    "DeadlineRejected",
    "DeadlineElapsed",
    "BirthCommitted",
    "BirthRejected",
    "ExitBeforeBirth",
    "ExitAfterBirth",
    "InputAccepted",
    "InputRejected",
    "InitialRefused",
    "InitialUnborn",
    "InitialReady",
    "InitialUnavailable",
    "ReplacementRefused",
    "ReplacementCancelled",
    "ReplacementUnborn",
    "ReplacementReady",
    "ReplacementUnavailable",
    "WorkerStopped",
    "CommandUnavailable",
    "Untouched",
    "InitialUndelivered",
    "ReplacementUndelivered",
    "Left",
    "ShutdownAccepted",
    "ShutdownRejected",
    "Service",
    "CarriedInput",
    "CarriedShutdown",
    "WorkerFact",
];

impl Kind {
    /// The kind of an input.
    pub fn of(told: &Told) -> Self {
        match told {
            Told::Supervisor(told) => Self::of_supervisor(told),
            Told::Proxy { told, .. } => match told {
                proxy::Told::Service { .. } => Self::Service,
                proxy::Told::InstallInitial { .. } | proxy::Told::Replace { .. } => {
                    Self::CarriedInput
                }
                proxy::Told::Shutdown => Self::CarriedShutdown,
                proxy::Told::BirthCommitted { .. }
                | proxy::Told::BirthRejected { .. }
                | proxy::Told::Initialized { .. }
                | proxy::Told::EffectsRejected { .. }
                | proxy::Told::InitializationStopped { .. }
                | proxy::Told::StartAccepted { .. }
                | proxy::Told::StartRejected { .. }
                | proxy::Told::ActivationReady { .. }
                | proxy::Told::ActivationRejected { .. }
                | proxy::Told::ReadyAfterCancel { .. }
                | proxy::Told::RejectedAfterCancel { .. }
                | proxy::Told::ExitBeforeBirth { .. }
                | proxy::Told::ExitAfterBirth { .. }
                | proxy::Told::ShutdownSettled { .. } => Self::WorkerFact,
            },
        }
    }

    fn of_supervisor(told: &supervisor::Told) -> Self {
        match told {
            supervisor::Told::Initialize => Self::Initialize,
            supervisor::Told::Start { .. } => Self::Start,
            supervisor::Told::Replace { .. } => Self::Replace,
            supervisor::Told::Stop { .. } => Self::Stop,
            supervisor::Told::Query { .. } => Self::Query,
            supervisor::Told::Cancel { .. } => Self::Cancel,
            supervisor::Told::Shutdown => Self::Shutdown,
            supervisor::Told::DeadlineAccepted { .. } => Self::DeadlineAccepted,
            supervisor::Told::DeadlineRejected { .. } => Self::DeadlineRejected,
            supervisor::Told::DeadlineElapsed { .. } => Self::DeadlineElapsed,
            supervisor::Told::BirthCommitted { .. } => Self::BirthCommitted,
            supervisor::Told::BirthRejected { .. } => Self::BirthRejected,
            supervisor::Told::ExitBeforeBirth { .. } => Self::ExitBeforeBirth,
            supervisor::Told::ExitAfterBirth { .. } => Self::ExitAfterBirth,
            supervisor::Told::InputAccepted { .. } => Self::InputAccepted,
            supervisor::Told::InputRejected { .. } => Self::InputRejected,
            supervisor::Told::Report { report, .. } => Self::of_report(report),
            supervisor::Told::Unreported { rest, .. } => match rest {
                Unreported::Untouched { .. } => Self::Untouched,
                Unreported::Initial { .. } => Self::InitialUndelivered,
                Unreported::Replacement { .. } => Self::ReplacementUndelivered,
                Unreported::Left { .. } => Self::Left,
            },
            supervisor::Told::ShutdownAccepted { .. } => Self::ShutdownAccepted,
            supervisor::Told::ShutdownRejected { .. } => Self::ShutdownRejected,
        }
    }

    fn of_report(report: &Report) -> Self {
        match report {
            Report::Initial { outcome: InitialOutcome::Refused(_), .. } => Self::InitialRefused,
            Report::Initial { outcome: InitialOutcome::Resolved(outcome), .. } => match outcome {
                StartOutcome::CreationRejected(_) => Self::InitialUnborn,
                StartOutcome::Ready { .. } => Self::InitialReady,
                StartOutcome::Unavailable { .. } => Self::InitialUnavailable,
            },
            Report::Replacement { outcome, .. } => match outcome {
                ReplacementOutcome::Refused(_) => Self::ReplacementRefused,
                ReplacementOutcome::CancelledBeforeBirth { .. } => Self::ReplacementCancelled,
                ReplacementOutcome::Resolved { successor, .. } => match successor {
                    StartOutcome::CreationRejected(_) => Self::ReplacementUnborn,
                    StartOutcome::Ready { .. } => Self::ReplacementReady,
                    StartOutcome::Unavailable { .. } => Self::ReplacementUnavailable,
                },
            },
            Report::WorkerStopped { .. } => Self::WorkerStopped,
            Report::Unavailable { .. } => Self::CommandUnavailable,
        }
    }
}

impl Disposition {
    /// What the input of a step came to.
    pub fn of(step: &Observed<'_, ServicesRig>) -> Self {
        if step.verdict.is_handed_back() {
            return Self::HandedBack;
        }
        let is_rejected = |said: &Said| match (said, step.told) {
            (Said::Supervisor(said), Told::Supervisor(told)) => is_rejection(said, told),
            (Said::Proxy { said: proxy::Said::Diagnostic { .. }, .. }, _) => true,
            _ => false,
        };
        if step.said.iter().any(is_rejected) {
            Self::Rejected
        } else if step.said.iter().any(|said| refuses(step.told, said)) {
            Self::Refused
        } else {
            Self::Taken
        }
    }
}

fn refuses(told: &Told, said: &Said) -> bool {
    match said {
        Said::Supervisor(supervisor::Said::Reply { reply, .. }) => matches!(
            reply,
            Reply::StartRejected { .. }
                | Reply::ReplaceRejected { .. }
                | Reply::StopRejected { .. }
                | Reply::Unknown { .. }
                | Reply::Stale { .. }
                | Reply::Draining { .. }
        ),
        Said::Proxy {
            said:
                proxy::Said::Report {
                    report:
                        Report::Unavailable { .. }
                        | Report::Initial { outcome: InitialOutcome::Refused(_), .. }
                        | Report::Replacement { outcome: ReplacementOutcome::Refused(_), .. },
                },
            ..
        } => matches!(Kind::of(told), Kind::Service | Kind::CarriedInput),
        _ => false,
    }
}
