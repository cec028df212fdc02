//! The inputs. Those that return affine values take them from the caller; the rig takes them from
//! the host's custody.

use super::{
    Attempt, Blueprint, Card, CustomerRoute, Leftover, Output, Payload, Permit, Plan, Recipient,
    Rejection, Request, Source, StopReason, Test,
};
use actor_laws::pool::{
    ActivationBeginSettlement, ActivationResult, AssignmentCommand, AssignmentSettlement,
    BeginWorkerActivation, DeadlineFact, DeadlineScheduleSettlement, InitializationResult,
    InitializationSettlement, PoolInput, PreparationRefusal, PreparationResult,
    RestartScheduleSettlement, RestartTimerFact, ScheduleDrainDeadline, ScheduleRestart,
    Settlement, ShutdownCorrelation, ShutdownWorker, StopClass, TimerCorrelation,
    WorkerBirthResolution, WorkerCompleted, WorkerIncarnation, WorkerPreparationSettlement,
    WorkerReadyFact, WorkerShutdownSettlement, WorkerStop, WorkerStopFact,
};
use actor_laws::time::Tick;

pub(crate) type Input = PoolInput<Test>;

fn tag(card: &Card) -> u64 {
    card.child.ordinal()
}

pub(crate) fn submit(tag: u64) -> Input {
    PoolInput::Submit(actor_laws::pool::Submission {
        request: Request(tag),
        payload: Payload(tag),
        customer: CustomerRoute(tag),
    })
}

pub(crate) fn committed(card: &Card) -> Input {
    PoolInput::WorkerBirthResolved(WorkerBirthResolution::Committed {
        role: card.role,
        child: card.child,
        worker: WorkerIncarnation { recipient: Recipient(tag(card)), evidence: card.evidence },
        attempt: card.attempt,
        plan: Plan(tag(card)),
    })
}

pub(crate) fn unborn(card: &Card, submission: Blueprint) -> Input {
    PoolInput::WorkerBirthResolved(WorkerBirthResolution::Rejected {
        role: card.role,
        child: card.child,
        submission,
        reason: Rejection(tag(card)),
    })
}

fn initialization(card: &Card, result: InitializationResult<Test>) -> Input {
    let Card { attempt, .. } = *card;
    let worker = card.reference();
    PoolInput::InitializationSettled(InitializationSettlement { worker, attempt, result })
}

pub(crate) fn initialized(card: &Card, plan: Plan) -> Input {
    let permit = Permit(tag(card));
    initialization(card, InitializationResult::ReadyForActivation { permit, plan })
}

pub(crate) fn initialization_rejected(card: &Card, plan: Plan) -> Input {
    let (settlement, reason) = (Leftover(tag(card)), Rejection(tag(card)));
    initialization(card, InitializationResult::Rejected { settlement, plan, reason })
}

pub(crate) fn initialization_stopped(card: &Card, plan: Plan, class: StopClass, at: u64) -> Input {
    let stop = stop(class, at);
    initialization(card, InitializationResult::Stopped { stop, plan })
}

fn begin(card: &Card, result: Settlement<BeginWorkerActivation<Test>, Rejection>) -> Input {
    let ticket = card.ticket.expect("an activation was begun");
    let worker = card.reference();
    PoolInput::ActivationBeginSettled(ActivationBeginSettlement { worker, ticket, result })
}

pub(crate) fn begun(card: &Card) -> Input {
    begin(card, Settlement::Accepted)
}

pub(crate) fn begin_rejected(card: &Card, request: BeginWorkerActivation<Test>) -> Input {
    begin(card, Settlement::Rejected { request, reason: Rejection(tag(card)) })
}

fn activation(card: &Card, result: ActivationResult<Test>) -> Input {
    let ticket = card.ticket.expect("an activation was begun");
    PoolInput::WorkerReady(WorkerReadyFact { worker: card.reference(), ticket, result })
}

pub(crate) fn ready(card: &Card) -> Input {
    activation(card, ActivationResult::Ready)
}

pub(crate) fn activation_rejected(card: &Card) -> Input {
    activation(card, ActivationResult::Rejected { reason: Rejection(tag(card)) })
}

pub(crate) fn stop(class: StopClass, at: u64) -> WorkerStop<Test> {
    WorkerStop { class, at: Tick(at), reason: StopReason(at) }
}

pub(crate) fn stopped(card: &Card, class: StopClass, at: u64) -> Input {
    let stop = stop(class, at);
    PoolInput::WorkerStopped(WorkerStopFact { worker: card.reference(), stop })
}

fn assignment(card: &Card, result: Settlement<AssignmentCommand<Test>, Rejection>) -> Input {
    let Card { child, assignment, .. } = *card;
    let assignment = assignment.expect("a job was assigned");
    PoolInput::AssignmentSettled(AssignmentSettlement { child, assignment, result })
}

pub(crate) fn delivered(card: &Card) -> Input {
    assignment(card, Settlement::Accepted)
}

pub(crate) fn delivery_rejected(card: &Card, returned: AssignmentCommand<Test>) -> Input {
    let reason = Rejection(tag(card));
    assignment(card, Settlement::Rejected { request: returned, reason })
}

/// The worker of `card` reports that `command` ended in `o{output}`.
pub(crate) fn completed(card: &Card, command: AssignmentCommand<Test>, output: u64) -> Input {
    let (_payload, authority) = command.accept();
    let completion = authority.complete(Output(output));
    PoolInput::WorkerCompleted(WorkerCompleted { child: card.child, completion })
}

fn preparation(card: &Card, source: Source, result: PreparationResult<Test>) -> Input {
    let Card { role, recovery, .. } = *card;
    let ticket = recovery.expect("a preparation was asked for");
    let fact = WorkerPreparationSettlement { role, ticket, source, result };
    PoolInput::WorkerPreparationSettled(fact)
}

pub(crate) fn prepared(card: &Card, source: Source, submission: u64) -> Input {
    let submission = Blueprint(submission);
    preparation(card, source, PreparationResult::Prepared { submission })
}

pub(crate) fn preparation_refused(
    card: &Card,
    source: Source,
    refusal: PreparationRefusal,
) -> Input {
    let reason = Rejection(tag(card));
    preparation(card, source, PreparationResult::Refused { refusal, reason })
}

fn schedule(card: &Card, result: Settlement<ScheduleRestart, Rejection>) -> Input {
    let recovery = card.recovery.expect("a recovery is under way");
    let timer = card.timer.expect("a timer was asked for");
    let fact = RestartScheduleSettlement { recovery, timer, result };
    PoolInput::RestartScheduleSettled(fact)
}

pub(crate) fn scheduled(card: &Card) -> Input {
    schedule(card, Settlement::Accepted)
}

pub(crate) fn schedule_rejected(card: &Card, request: ScheduleRestart) -> Input {
    schedule(card, Settlement::Rejected { request, reason: Rejection(tag(card)) })
}

pub(crate) fn timer_elapsed(card: &Card, at: u64) -> Input {
    let recovery = card.recovery.expect("a recovery is under way");
    let timer = card.timer.expect("a timer was asked for");
    PoolInput::RestartTimerElapsed(RestartTimerFact { recovery, timer, at: Tick(at) })
}

fn shutdown(card: &Card, result: Settlement<ShutdownWorker<Test>, Rejection>) -> Input {
    let id = card.shutdown.expect("a shutdown was asked for");
    let shutdown = ShutdownCorrelation { worker: card.reference(), id };
    PoolInput::WorkerShutdownSettled(WorkerShutdownSettlement { shutdown, result })
}

pub(crate) fn shutdown_taken(card: &Card) -> Input {
    shutdown(card, Settlement::Accepted)
}

pub(crate) fn shutdown_rejected(card: &Card, request: ShutdownWorker<Test>) -> Input {
    shutdown(card, Settlement::Rejected { request, reason: Rejection(tag(card)) })
}

pub(crate) fn deadline_taken(timer: TimerCorrelation) -> Input {
    let result = Settlement::Accepted;
    PoolInput::DrainDeadlineSettled(DeadlineScheduleSettlement { timer, result })
}

pub(crate) fn deadline_rejected(request: ScheduleDrainDeadline) -> Input {
    let timer = request.timer;
    let result = Settlement::Rejected { request, reason: Rejection(0) };
    PoolInput::DrainDeadlineSettled(DeadlineScheduleSettlement { timer, result })
}

pub(crate) fn deadline_elapsed(timer: TimerCorrelation, at: u64) -> Input {
    PoolInput::DrainDeadlineElapsed(DeadlineFact { timer, at: Tick(at) })
}

/// The attempt of another initialization.
pub(crate) fn other_attempt(card: &Card) -> Card {
    Card { attempt: Attempt(card.attempt.0 + 100), ..*card }
}
