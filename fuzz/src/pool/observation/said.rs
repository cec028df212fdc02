//! What a pool says: the actions of one fold, in lane order.
//!
//! The lanes, in the one authored order, are the variants of [`Said`] in declaration order
//! (`ResidualMember` belongs to the `TransferDrainResidual` before it). Within a lane actions stand
//! in the order of the steps that caused them, roles in declaration order where one step touches
//! several.

use super::{
    Command, Completion, Id, KeptStop, Phase, PreparationRefusal, Role, ShutdownRef, Stop, Tag,
    Tick, TimerRef, Told, Unavailable,
};
use serde::Serialize;

/// One action of a fold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "action")]
pub enum Said {
    /// Create a worker.
    CreateWorker { role: Role, child: Id, birth: Birth, submission: Tag },
    /// Watch for its birth.
    ObserveWorkerCreation { child: Id },
    /// Watch for its stop.
    ObserveWorkerStop { child: Id },
    /// Start its initialization.
    InitializeWorker { child: Id, attempt: u32, plan: Tag },
    /// Start its activation.
    BeginWorkerActivation { child: Id, ticket: Id, permit: Tag, plan: Tag },
    /// Cancel its activation.
    CancelWorkerActivation { child: Id, ticket: Id },
    /// Answer a submission.
    DeliverAdmission { route: u8, outcome: Admission },
    /// End a job.
    DeliverCustomerTerminal { route: u8, outcome: Terminal },
    /// Hand a job to a worker. The command's origin is always the pool that says it.
    DeliverAssignment { child: Id, assignment: Id, command: Command },
    /// Lend the worker source.
    PrepareWorker { ticket: Id, role: Role, source: Tag },
    /// Set a restart timer.
    ScheduleRestart { recovery: Id, timer: TimerRef, deadline: Tick },
    /// Ask a worker to stop.
    ShutdownWorker { child: Id, shutdown: ShutdownRef },
    /// Set the drain deadline, in ticks from the moment the host takes the request.
    ScheduleDrainDeadline { timer: TimerRef, deadline: u64 },
    /// Hand values to the host.
    TransferRejectedFact { role: Role, values: Transfer, reason: TransferReason },
    /// Deliver a diagnostic under its own correlation.
    DeliverDiagnostic { route: u8, correlation: Id, diagnostic: Diagnostic },
    /// Hand a diagnostic to the host (no correlation).
    TransferTerminalDiagnostic { diagnostic: Diagnostic },
    /// Forced retirement: `members` entries of [`Said::ResidualMember`] follow.
    TransferDrainResidual { cause: ResidualCause, members: u8 },
    /// One member that had not drained, in declaration order.
    ResidualMember { role: Role, phase: Phase, held: Residual },
}

/// What kind of birth a creation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Birth {
    /// The roster's own.
    Initial,
    /// A recovery's.
    Replacement { recovery: Id, replaces: u32 },
}

/// The answer to a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Admission {
    /// The pool owns the job now.
    Accepted { request: Tag, job: Id },
    /// The pool never owned it.
    Rejected { request: Tag, payload: Tag, reason: AdmissionRefusal },
}

/// Why a submission was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum AdmissionRefusal {
    /// The pool is draining.
    ShuttingDown,
    /// Every role is retired.
    NoRecoverableWorkers,
    /// No worker is idle and the backlog is full.
    BacklogFull,
    /// The pair of job correlations could not be reserved.
    JobCorrelationUnavailable,
    /// A worker is idle and the dispatch triple could not be reserved.
    DispatchCorrelationUnavailable,
}

/// How a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Terminal {
    /// With a result.
    Completed { job: Id, role: Role, output: Tag },
    /// Out of the queue.
    ReturnedQueued { job: Id, payload: Tag, reason: QueuedReturn },
    /// Out of a worker's hands (or as a retry that could not be prepared, with its prior role).
    ReturnedAssigned { job: Id, role: Role, payload: Tag, reason: AssignedReturn },
}

/// Why a queued job returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum QueuedReturn {
    /// The pool shut down.
    PoolShutdown,
    /// Every role is retired.
    NoRecoverableWorkers,
    /// Its dispatch triple could not be reserved, and it had never been assigned.
    DispatchCorrelationUnavailable,
}

/// Why an assigned job returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum AssignedReturn {
    /// The pool shut down.
    PoolShutdown,
    /// Its worker stopped, under `Fail`.
    WorkerStopped,
    /// Its dispatch triple could not be reserved, and it had been assigned before.
    RetryPreparationRejected,
    /// The facts about its assignment exclude each other.
    ContradictoryAssignmentSettlement,
}

/// Why values went to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum TransferReason {
    /// A stop made them useless.
    Unused,
    /// The pool shuts down: all from the normalization on, later drain folds included.
    Cancelled,
    /// They exclude each other.
    Contradictory,
    /// A returned authority does not match the retained half.
    Mismatch,
}

/// The values of one transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Transfer {
    /// The plan of a worker that had already stopped.
    Plan { plan: Tag },
    /// A permit and its plan.
    Activation { permit: Tag, plan: Tag },
    /// A rejected initialization.
    RejectedInitialization { settlement: Tag, plan: Tag, reason: u8 },
    /// A stop that an initialization reported, with its plan, when another stop had come first.
    StoppedInitialization { stop: Stop, plan: Tag },
    /// A begin request that came back.
    ReturnedBegin { permit: Tag, plan: Tag, reason: u8 },
    /// An activation that was rejected during drain.
    RejectedActivation { reason: u8 },
    /// A permit and plan whose activation ticket could not be reserved.
    UnticketedActivation { permit: Tag, plan: Tag, rejection: Unavailable },
    /// The retained half of an assignment whose delivery is still unsettled.
    RetainedHalf { assignment: Id },
    /// A delivery that was rejected during drain, with the retained half.
    RejectedDelivery { retained: Id, returned: Command, reason: u8 },
    /// A rejected delivery whose returned authority matches, although the completion had come.
    ContradictoryDelivery { retained: Id, returned: Command, reason: u8, completion: Completion },
    /// A rejected delivery whose returned authority does not match; a kept completion goes along.
    MismatchedDelivery {
        retained: Id,
        returned: Command,
        reason: u8,
        completion: Option<Completion>,
    },
    /// A submission that was not born during drain; with a kept stop the two contradict.
    UnbornSubmission { submission: Tag, reason: u8, stop: Option<KeptStop> },
    /// A submission that was prepared during drain.
    PreparedSubmission { submission: Tag },
    /// The reason of a preparation that was refused during drain.
    RefusedPreparation { refusal: PreparationRefusal, reason: u8 },
    /// A prepared replacement, its kept timer, and the schedule request if that came back.
    Replacement {
        submission: Tag,
        birth: Id,
        recovery: Id,
        timer: TimerRef,
        elapsed_at: Option<Tick>,
        returned: Option<ReturnedSchedule>,
    },
}

/// A schedule request that came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReturnedSchedule {
    /// The recovery that asked.
    pub recovery: Id,
    /// The timer.
    pub timer: TimerRef,
    /// When it should have elapsed.
    pub deadline: Tick,
    /// Why it came back.
    pub reason: u8,
}

/// One diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Diagnostic {
    /// A fact that matches nothing; it owns the whole fact.
    RejectedFact { class: FactClass, fact: FactOf },
    /// A worker that failed before it was ready (leaves with the member's pre-ready drain).
    WorkerFailed { role: Role, failure: WorkerFailure },
    /// A failure that the reaction answers.
    RoleFailed { role: Role, failure: RoleFailure },
    /// A shutdown request that was rejected.
    WorkerShutdownRejected { role: Role, returned: ShutdownRef, reason: u8 },
}

/// The fact inside a diagnostic: exactly as it was told.
pub type FactOf = Told;

/// How a rejected fact is classified. A completion is always `Stale`. Any other fact is `Foreign`
/// if one of its correlations (child, ticket, assignment, recovery, timer generation, shutdown id;
/// returned values do not count) carries another pool's identity; else `WrongWorker` if it names
/// the child nonce that its member holds now, but another role or other evidence; else `Stale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum FactClass {
    /// Nothing waits for it (any more).
    Stale,
    /// Another pool's.
    Foreign,
    /// The nonce is live, the role or the evidence is not its own.
    WrongWorker,
}

/// Why a worker failed before it was ready; it owns what came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum WorkerFailure {
    /// Its initialization was rejected.
    InitializationRejected { settlement: Tag, plan: Tag, reason: u8 },
    /// Its activation was not begun.
    BeginRejected { permit: Tag, plan: Tag, reason: u8 },
    /// Its activation was rejected.
    ActivationRejected { reason: u8 },
    /// Its activation ticket could not be reserved.
    TicketUnavailable { permit: Tag, plan: Tag, rejection: Unavailable },
}

/// A failure that the reaction answers; it owns what came back, the stop included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RoleFailure {
    /// A creation was rejected; with a kept stop the two contradict.
    CreationRejected { submission: Tag, reason: u8, stop: Option<KeptStop> },
    /// No recovery ticket.
    RecoveryTicketUnavailable { stop: Stop, rejection: Unavailable },
    /// The worker source did not prepare a worker.
    PreparationRefused { stop: Stop, refusal: PreparationRefusal, reason: u8 },
    /// The stop is older than one that was accepted before it.
    ClockRegression { stop: Stop, submission: Tag },
    /// The window has no room for another charge.
    BudgetExhausted { stop: Stop, submission: Tag },
    /// The role's recovery ordinal is at its maximum.
    RecoveryOrdinalOverflow { stop: Stop, submission: Tag },
    /// Stop plus delay is no tick.
    DeadlineOverflow { stop: Stop, submission: Tag },
    /// No birth correlation.
    BirthCorrelationUnavailable { stop: Stop, submission: Tag, rejection: Unavailable },
    /// No restart timer; the reserved birth is burned.
    TimerCorrelationUnavailable { stop: Stop, submission: Tag, rejection: Unavailable },
    /// The restart schedule was rejected; a kept timer goes along.
    RestartScheduleRejected {
        stop: Stop,
        submission: Tag,
        birth: Id,
        elapsed_at: Option<Tick>,
        returned: ReturnedSchedule,
    },
}

/// Why retirement was forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ResidualCause {
    /// A shutdown correlation could not be reserved.
    ShutdownCorrelationUnavailable { rejection: Unavailable },
    /// The deadline's timer could not be reserved.
    DeadlineCorrelationUnavailable { rejection: Unavailable },
    /// The deadline's schedule was rejected; the request comes along.
    DeadlineScheduleRejected { timer: TimerRef, deadline: u64, reason: u8 },
    /// The deadline elapsed; the fact comes along.
    DeadlineElapsed { timer: TimerRef, at: Tick },
}

/// Everything that one undrained member held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Residual {
    /// A creation that is not resolved.
    ResolvingCreation { child: Id, stop: Option<KeptStop> },
    /// A worker that has not stopped, or whose shutdown is not settled.
    Worker {
        /// The child nonce.
        child: Id,
        /// The birth evidence.
        evidence: u32,
        /// The recipient; `None` once the worker has stopped.
        recipient: Option<Tag>,
        /// What is still unresolved at it.
        work: ResidualWork,
        /// How far its shutdown is.
        shutdown: ResidualShutdown,
        /// Its stop, if that has come.
        stop: Option<Stop>,
    },
    /// A preparation that is not settled.
    AwaitingWorkerPreparation { ticket: Id },
    /// A schedule that is not settled, with the prepared replacement and a kept timer.
    AwaitingRestartSchedule {
        recovery: Id,
        timer: TimerRef,
        submission: Tag,
        birth: Id,
        elapsed_at: Option<Tick>,
    },
}

/// What is unresolved at a draining worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ResidualWork {
    /// Nothing.
    Nothing,
    /// It was born during drain and holds its plan.
    Created { plan: Tag },
    /// Its initialization.
    Initializing { attempt: u32 },
    /// It holds permit and plan.
    HoldingActivation { permit: Tag, plan: Tag },
    /// Its begin settlement.
    ActivationDispatched { ticket: Id },
    /// Its activation result.
    Activating { ticket: Id },
    /// Its delivery; it holds the retained half.
    Delivering { assignment: Id },
}

/// How far a draining worker's shutdown is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ResidualShutdown {
    /// It could not be asked.
    NotRequested,
    /// It was asked, the settlement is out.
    Requested { id: Id },
    /// It was asked and the settlement has come.
    Settled { id: Id },
}
