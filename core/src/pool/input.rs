//! The complete input of a pool.

use super::{
    ActivationBeginSettlement, AssignmentSettlement, DeadlineFact, DeadlineScheduleSettlement,
    InitializationSettlement, PoolMode, PoolProtocol, RestartScheduleSettlement, RestartTimerFact,
    WorkerBirthResolution, WorkerCompleted, WorkerPreparationSettlement, WorkerReadyFact,
    WorkerShutdownSettlement, WorkerStopFact,
};

/// A job that a customer offers. Before acceptance it is the customer's; a rejection returns it.
///
/// ```compile_fail,E0382
/// # use actor_laws::pool::{PoolInput, PoolProtocol, Submission};
/// fn twice<P: PoolProtocol>(submission: Submission<P>) -> [PoolInput<P>; 2] {
///     [PoolInput::Submit(submission), PoolInput::Submit(submission)]
/// }
/// ```
/// ```compile_fail,E0277
/// # use actor_laws::pool::{PoolProtocol, Submission};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<Submission<P>>()
/// }
/// ```
#[derive(Debug)]
#[must_use = "it owns the request, the payload and the route"]
pub struct Submission<P: PoolProtocol> {
    /// The caller's own correlation, echoed in the answer.
    pub request: P::Request,
    /// The job.
    pub payload: P::Payload,
    /// Where the answer and the outcome go.
    pub customer: P::CustomerRoute,
}

/// Everything that a pool can be told.
///
/// ```compile_fail,E0277
/// # use actor_laws::pool::{PoolInput, PoolProtocol};
/// fn copied<T: Clone>() {}
/// fn copy<P: PoolProtocol>() {
///     copied::<PoolInput<P>>()
/// }
/// ```
#[derive(Debug)]
pub enum PoolInput<P: PoolProtocol> {
    /// Start: every prepared creation goes out.
    Initialize,
    /// A customer offers a job.
    Submit(Submission<P>),
    /// Stop.
    Shutdown,
    /// A creation ended.
    WorkerBirthResolved(WorkerBirthResolution<P>),
    /// An initialization ended.
    InitializationSettled(InitializationSettlement<P>),
    /// An activation was begun, or not.
    ActivationBeginSettled(ActivationBeginSettlement<P>),
    /// A begun activation ended.
    WorkerReady(WorkerReadyFact<P>),
    /// A worker stopped.
    WorkerStopped(WorkerStopFact<P>),
    /// An assignment was delivered, or not.
    AssignmentSettled(AssignmentSettlement<P>),
    /// A worker completed an assignment.
    WorkerCompleted(WorkerCompleted<P>),
    /// The worker source answered.
    WorkerPreparationSettled(WorkerPreparationSettlement<P>),
    /// A restart timer was set, or not.
    RestartScheduleSettled(RestartScheduleSettlement<P>),
    /// A restart timer elapsed.
    RestartTimerElapsed(RestartTimerFact),
    /// A shutdown request was delivered, or not.
    WorkerShutdownSettled(WorkerShutdownSettlement<P>),
    /// The drain deadline was set, or not.
    DrainDeadlineSettled(DeadlineScheduleSettlement<P>),
    /// The drain deadline elapsed.
    DrainDeadlineElapsed(DeadlineFact),
}

/// An input that was not admitted. Nothing has changed; the input is whole.
#[derive(Debug)]
#[must_use = "it owns the input"]
pub struct RefusedInput<P: PoolProtocol> {
    /// The input.
    pub input: PoolInput<P>,
    /// Why.
    pub cause: RefusalCause,
}

/// Why an input was not admitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalCause {
    /// This mode admits no such input: a pool admits `Initialize` once, before everything else, and
    /// nothing after its end.
    Mode(PoolMode),
    /// The action buffer still holds an earlier product.
    UnsettledActions,
}

/// The kind of an input, without its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each kind is documented at the input of its name")]
pub enum InputKind {
    Initialize,
    Submit,
    Shutdown,
    WorkerBirthResolved,
    InitializationSettled,
    ActivationBeginSettled,
    WorkerReady,
    WorkerStopped,
    AssignmentSettled,
    WorkerCompleted,
    WorkerPreparationSettled,
    RestartScheduleSettled,
    RestartTimerElapsed,
    WorkerShutdownSettled,
    DrainDeadlineSettled,
    DrainDeadlineElapsed,
}

impl<P: PoolProtocol> PoolInput<P> {
    /// The kind of the input.
    #[must_use]
    pub fn kind(&self) -> InputKind {
        match self {
            Self::Initialize => InputKind::Initialize,
            Self::Submit(_) => InputKind::Submit,
            Self::Shutdown => InputKind::Shutdown,
            Self::WorkerBirthResolved(_) => InputKind::WorkerBirthResolved,
            Self::InitializationSettled(_) => InputKind::InitializationSettled,
            Self::ActivationBeginSettled(_) => InputKind::ActivationBeginSettled,
            Self::WorkerReady(_) => InputKind::WorkerReady,
            Self::WorkerStopped(_) => InputKind::WorkerStopped,
            Self::AssignmentSettled(_) => InputKind::AssignmentSettled,
            Self::WorkerCompleted(_) => InputKind::WorkerCompleted,
            Self::WorkerPreparationSettled(_) => InputKind::WorkerPreparationSettled,
            Self::RestartScheduleSettled(_) => InputKind::RestartScheduleSettled,
            Self::RestartTimerElapsed(_) => InputKind::RestartTimerElapsed,
            Self::WorkerShutdownSettled(_) => InputKind::WorkerShutdownSettled,
            Self::DrainDeadlineSettled(_) => InputKind::DrainDeadlineSettled,
            Self::DrainDeadlineElapsed(_) => InputKind::DrainDeadlineElapsed,
        }
    }
}
