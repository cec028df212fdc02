//! Outcomes of installs and replacements, and what a proxy leaves when it stops.

use super::{
    Begin, CreationRefusal, Evidence, Exit, Settled, Submission, Tag, Ticket, Unavailable,
};
use serde::Serialize;

/// The phases that others see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum ShownPhase {
    Dormant,
    Creating,
    Initializing,
    Activating,
    Ready,
    Empty,
    Replacing,
    Failing,
    Draining,
}

/// An install or replacement that was refused; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Refused {
    /// The submission, whole.
    pub submission: Submission,
    /// The phase that refused it.
    pub phase: ShownPhase,
    /// The allocator's answer, if the phase would have taken it.
    pub creation: Option<Unavailable>,
}

/// How an install ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum InitialOutcome {
    Refused(Refused),
    Resolved(StartOutcome),
}

/// How a replacement ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ReplacementOutcome {
    Refused(Refused),
    CancelledBeforeBirth { predecessor: Evidence, submission: Submission },
    Resolved { predecessor: Predecessor, successor: StartOutcome },
}

/// The worker that a replacement replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Predecessor {
    /// The worker.
    pub evidence: Evidence,
    /// Its end and what became of its shutdown, if it was drained for the replacement.
    pub drained: Option<(Exit, Settled)>,
}

/// What became of a worker that was to be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum StartOutcome {
    CreationRejected(Unborn),
    Ready { evidence: Evidence, proof: Tag },
    Unavailable { evidence: Evidence, cause: Cause },
}

/// A worker that was never born; an early exit contradicts that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Unborn {
    /// The submission, whole.
    pub submission: Submission,
    /// Why.
    pub why: CreationRefusal,
    /// An exit that had come before.
    pub early_exit: Option<Exit>,
}

/// How a worker came to its end: after a shutdown that was settled so, or by itself before any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct End {
    /// Its exit.
    pub exit: Exit,
    /// What became of its shutdown, if it was asked.
    pub shutdown: Option<Settled>,
}

/// What a worker failed by before it was ready, with its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Cause {
    InitializationRejected {
        failure: Tag,
        plan: Tag,
        end: End,
    },
    /// `own`: the initialization's own stop, if the exit had come before it.
    StoppedDuringInitialization {
        plan: Tag,
        exit: Exit,
        own: Option<Exit>,
    },
    InitializedAfterExit {
        permit: Tag,
        plan: Tag,
        exit: Exit,
    },
    /// It was always asked to stop.
    ActivationUnavailable {
        permit: Tag,
        plan: Tag,
        reason: Unavailable,
        end: End,
    },
    StartRejected {
        request: Begin,
        reason: Tag,
        end: End,
    },
    ActivationRejected {
        rejection: Tag,
        end: End,
    },
    ReadyAfterExit {
        proof: Tag,
        exit: Exit,
    },
}

/// What a proxy still owned when it stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Leftover {
    /// It held no worker.
    Nothing,
    /// The end of a worker that had been ready, or of the predecessor of a cancelled replacement.
    Worker(End),
    /// An install (`predecessor` is `None`) or replacement that ended unreported.
    Change { ticket: Ticket, predecessor: Option<Predecessor>, worker: UnreportedWorker },
}

/// What became of the worker of an unreported change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum UnreportedWorker {
    /// It was never born.
    Unborn(Unborn),
    /// Its initialization succeeded and it was never activated.
    Initialized { permit: Tag, plan: Tag, end: End },
    /// Its initialization was rejected.
    EffectsRejected { failure: Tag, plan: Tag, end: End },
    /// It stopped in its initialization by `own`; `end` is there if that was not its end.
    InitializationStopped { own: Exit, plan: Tag, end: Option<End>, shutdown: Option<Settled> },
    /// Its activation was not begun.
    StartRejected { request: Begin, reason: Tag, end: End },
    /// It became ready.
    Ready { proof: Tag, end: End },
    /// Its activation was rejected.
    ActivationRejected { rejection: Tag, end: End },
    /// Its outcome was complete, and was never reported.
    Resolved(StartOutcome),
    /// It was ready and held back, and was drained.
    Held { outcome: StartOutcome, end: End },
}
