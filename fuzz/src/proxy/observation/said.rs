//! What a proxy says: the actions of one fold, in lane order, and how the fold ended.
//!
//! The lanes, in the one authored order, are the variants of [`Said`] in declaration order.

use super::{
    Begin, Evidence, Exit, Id, Incarnation, InitialOutcome, Leftover, ReplacementOutcome,
    ShownPhase, Submission, Tag, Ticket, Told,
};
use serde::Serialize;

/// One action of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "action")]
pub enum Said {
    /// Create a worker.
    CreateWorker { creation: Id, submission: Submission },
    /// Watch for its birth.
    ObserveWorkerCreation { creation: Id },
    /// Watch for its exit.
    ObserveWorkerExit { creation: Id },
    /// Start its initialization.
    InitializeWorker { incarnation: Incarnation, attempt: u32 },
    /// Begin its activation.
    BeginActivation { begin: Begin },
    /// Cancel its activation.
    CancelActivation { incarnation: Incarnation, activation: Id },
    /// Ask it to stop.
    ShutdownWorker { incarnation: Incarnation },
    /// Hand it a service command.
    DeliverService { incarnation: Incarnation, sender: Tag, command: Tag },
    /// Tell the owner.
    Report { report: Report },
    /// Hand a rejected fact to the host.
    Diagnostic { kind: MissKind, phase: ShownPhase, fact: Told },
}

/// A report to the owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "report")]
pub enum Report {
    /// How an install ended.
    Initial { ticket: Ticket, outcome: InitialOutcome },
    /// How a replacement ended.
    Replacement { ticket: Ticket, outcome: ReplacementOutcome },
    /// A ready worker is gone.
    WorkerStopped { evidence: Evidence, exit: Exit },
    /// A command that no worker can take.
    Unavailable { sender: Tag, phase: ShownPhase, command: Tag },
}

/// How a fact missed, in the order in which it is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum MissKind {
    /// It carries another proxy's correlation.
    Foreign,
    /// What it names is nothing that the proxy holds.
    Unknown,
    /// It names a worker that is held, with another attempt.
    WrongAttempt,
    /// Nothing of its kind is awaited.
    Unexpected,
}

/// How a fold ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Verdict {
    /// The proxy goes on.
    Continue,
    /// The proxy has stopped.
    Stopped {
        /// What it still owned.
        leftover: Leftover,
    },
    /// The proxy had ended before; the input came back whole and nothing was said.
    HandedBack,
}
