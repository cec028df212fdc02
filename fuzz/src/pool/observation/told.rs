//! What a pool can be told: commands, and facts that the lifecycle host reports.

use super::{Id, Role, Tag, Tick};
use serde::Serialize;

/// The exact worker that a fact names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Worker {
    /// Its role.
    pub role: Role,
    /// The creator-local child nonce: the birth correlation that the pool issued.
    pub child: Id,
    /// The birth evidence that the host authored at the commit.
    pub evidence: u32,
}

/// Whether a worker stopped in an orderly way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum StopClass {
    /// By its own decision.
    Normal,
    /// In any other way.
    Abnormal,
}

/// The end of a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Stop {
    /// How it stopped.
    pub class: StopClass,
    /// When it stopped.
    pub at: Tick,
    /// Names this stop.
    pub reason: Tag,
}

/// A stop with the worker that it named: the whole fact, kept while no birth has told its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct KeptStop {
    /// The worker that it named.
    pub worker: Worker,
    /// The stop.
    pub stop: Stop,
}

/// Which machine of a run issued an affine value: the one that is judged, its twin (same identity,
/// same inputs), a pool of another identity, or a namesake (same identity, another life).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Origin {
    /// The judged pool.
    Own,
    /// The twin. Its values match the judged pool's: they are genuine duplicates.
    Twin,
    /// The pool of another identity.
    Foreign,
    /// A pool of the same identity whose worker was born with other evidence. Its values match the
    /// judged pool's in all but that.
    Namesake,
}

/// An assignment command: the execution copy of a payload, and the completion authority of the
/// assignment. Authorities cannot be inspected; the host knows which one it is by its book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Command {
    /// Who issued the authority.
    pub origin: Origin,
    /// The assignment whose authority this is.
    pub assignment: Id,
    /// The child nonce of the worker that the authority is bound to.
    pub child: Id,
    /// The birth evidence that the authority is bound to.
    pub evidence: u32,
    /// The payload whose copy this is.
    pub execution: Tag,
}

/// A consumed completion authority and the worker's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Completion {
    /// Who issued the authority.
    pub origin: Origin,
    /// The assignment whose authority was consumed.
    pub assignment: Id,
    /// The child nonce of the worker that the authority was bound to.
    pub child: Id,
    /// The birth evidence that the authority was bound to.
    pub evidence: u32,
    /// The result.
    pub output: Tag,
}

/// Identifies one shutdown request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ShutdownRef {
    /// The worker that was asked.
    pub worker: Worker,
    /// The reserved identity of the request.
    pub id: Id,
}

/// Identifies one timer: whose it is, and its generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TimerRef {
    /// What the timer is for.
    pub purpose: TimerPurpose,
    /// The reserved generation.
    pub generation: Id,
}

/// What a timer is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum TimerPurpose {
    /// The delayed restart of the role at this position in declaration order.
    Restart { role_index: u8 },
    /// The drain deadline.
    DrainDeadline,
}

/// Why the worker source did not prepare a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum PreparationRefusal {
    /// The worker was rejected.
    WorkerRejected,
    /// The source was rejected.
    SourceRejected,
    /// The answer could not be read.
    Corrupt,
    /// The request was never attempted.
    NotAttempted,
}

/// One input of the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "input")]
pub enum Told {
    /// Start: all creations go out.
    Initialize,
    /// A customer's job.
    Submit {
        /// The caller's own correlation.
        request: Tag,
        /// The job.
        payload: Tag,
        /// How many attempts to clone this payload panic before the first one succeeds.
        clone_panics: u8,
        /// The customer's route.
        customer: u8,
    },
    /// Stop the pool.
    Shutdown,
    /// A worker was born; its plan comes back.
    BirthCommitted { role: Role, child: Id, recipient: Tag, evidence: u32, attempt: u32, plan: Tag },
    /// A worker was not born; its submission comes back.
    BirthRejected { role: Role, child: Id, submission: Tag, reason: u8 },
    /// Initialization succeeded.
    InitializationReady { worker: Worker, attempt: u32, permit: Tag, plan: Tag },
    /// Initialization failed.
    InitializationRejected { worker: Worker, attempt: u32, settlement: Tag, plan: Tag, reason: u8 },
    /// The worker stopped during initialization.
    InitializationStopped { worker: Worker, attempt: u32, stop: Stop, plan: Tag },
    /// The activation has begun.
    BeginAccepted { worker: Worker, ticket: Id },
    /// The activation was not begun; the request comes back.
    BeginRejected { worker: Worker, ticket: Id, permit: Tag, plan: Tag, reason: u8 },
    /// The activation succeeded.
    Ready { worker: Worker, ticket: Id },
    /// The activation failed.
    ActivationRejected { worker: Worker, ticket: Id, reason: u8 },
    /// A worker stopped.
    Stopped { worker: Worker, stop: Stop },
    /// An assignment was delivered.
    DeliveryAccepted { child: Id, assignment: Id },
    /// An assignment was not delivered; a command comes back.
    DeliveryRejected { child: Id, assignment: Id, returned: Command, reason: u8 },
    /// A worker reports a completion; `child` is attached by the host.
    Completed { child: Id, completion: Completion },
    /// The worker source prepared a worker.
    Prepared { role: Role, ticket: Id, source: Tag, submission: Tag },
    /// The worker source did not.
    PreparationRejected {
        role: Role,
        ticket: Id,
        source: Tag,
        refusal: PreparationRefusal,
        reason: u8,
    },
    /// A restart timer is set.
    RestartScheduleAccepted { recovery: Id, timer: TimerRef },
    /// A restart timer could not be set; the request (`returned_*`) comes back.
    RestartScheduleRejected {
        recovery: Id,
        timer: TimerRef,
        returned_recovery: Id,
        returned_timer: TimerRef,
        returned_deadline: Tick,
        reason: u8,
    },
    /// A restart timer elapsed.
    RestartTimerElapsed { recovery: Id, timer: TimerRef, at: Tick },
    /// A shutdown request was delivered.
    ShutdownAccepted { shutdown: ShutdownRef },
    /// A shutdown request was not delivered; the request (`returned`) comes back.
    ShutdownRejected { shutdown: ShutdownRef, returned: ShutdownRef, reason: u8 },
    /// The drain deadline is set.
    DeadlineAccepted { timer: TimerRef },
    /// The drain deadline could not be set; the request (`returned_*`) comes back.
    DeadlineRejected {
        timer: TimerRef,
        returned_timer: TimerRef,
        returned_deadline: u64,
        reason: u8,
    },
    /// The drain deadline elapsed.
    DeadlineElapsed { timer: TimerRef, at: Tick },
}
