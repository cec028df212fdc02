//! What a proxy can be told: services, control, and the host's facts.

use super::{Exit, Id, Incarnation, Submission, Tag, Ticket};
use serde::Serialize;

/// Who rejected a creation, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CreationRefusal {
    /// Who.
    pub by: Refuser,
    /// Why.
    pub reason: Tag,
}

/// Who rejected a creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Refuser {
    /// The worker's own fold.
    Fold,
    /// The host.
    Host,
}

/// A request to begin an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Begin {
    /// The worker.
    pub incarnation: Incarnation,
    /// The attempt.
    pub activation: Id,
    /// The one-shot permit.
    pub permit: Tag,
    /// The activation work.
    pub plan: Tag,
}

/// What became of a worker shutdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Settled {
    /// It was delivered.
    Accepted,
    /// It was not; the request comes back.
    Rejected {
        /// The worker that the request names.
        request: Incarnation,
        /// Why.
        reason: Tag,
    },
}

/// One input of a proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "input")]
pub enum Told {
    /// A client's command.
    Service { sender: Tag, command: Tag },
    /// The owner installs the first worker.
    InstallInitial { ticket: Ticket, submission: Submission },
    /// The owner replaces the worker.
    Replace { ticket: Ticket, submission: Submission },
    /// The owner ends the proxy.
    Shutdown,
    /// A worker was born.
    BirthCommitted { creation: Id, incarnation: Incarnation, attempt: u32 },
    /// A worker was not born; its submission comes back.
    BirthRejected { creation: Id, submission: Submission, why: CreationRefusal },
    /// Initialization succeeded.
    Initialized { incarnation: Incarnation, attempt: u32, permit: Tag, plan: Tag },
    /// Initialization failed; the worker lives.
    EffectsRejected { incarnation: Incarnation, attempt: u32, failure: Tag, plan: Tag },
    /// The worker stopped during initialization.
    InitializationStopped { incarnation: Incarnation, attempt: u32, exit: Exit, plan: Tag },
    /// The activation has begun.
    StartAccepted { incarnation: Incarnation, activation: Id },
    /// The activation was not begun; the request comes back.
    StartRejected { incarnation: Incarnation, activation: Id, request: Begin, reason: Tag },
    /// The activation succeeded.
    ActivationReady { incarnation: Incarnation, activation: Id, proof: Tag },
    /// The activation failed.
    ActivationRejected { incarnation: Incarnation, activation: Id, rejection: Tag },
    /// The activation succeeded after a cancel.
    ReadyAfterCancel { incarnation: Incarnation, activation: Id, proof: Tag },
    /// The activation failed after a cancel.
    RejectedAfterCancel { incarnation: Incarnation, activation: Id, rejection: Tag },
    /// A worker is gone whose birth is not told yet.
    ExitBeforeBirth { creation: Id, exit: Exit },
    /// A worker is gone.
    ExitAfterBirth { incarnation: Incarnation, exit: Exit },
    /// A worker shutdown was delivered, or not.
    ShutdownSettled { incarnation: Incarnation, settlement: Settled },
}
