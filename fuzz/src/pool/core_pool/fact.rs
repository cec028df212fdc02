//! Real inputs as plain ones: what a diagnostic owns, and what is handed back.

use super::{CorePool, Witnessed, ids};
use crate::pool::observation::{
    self as plain, Command, Completion, KeptStop, PreparationRefusal, ShutdownRef, Stop, StopClass,
    Told,
};
use actor_laws::pool::{
    self as core, ActivationBeginSettlement, ActivationResult, AssignmentCommand,
    AssignmentSettlement, CompletionEvidence, DeadlineScheduleSettlement, InitializationResult,
    InitializationSettlement, PoolInput, PreparationResult, RestartScheduleSettlement, Settlement,
    ShutdownCorrelation, WorkerBirthResolution, WorkerPreparationSettlement, WorkerReference,
    WorkerShutdownSettlement, WorkerStop, WorkerStopFact,
};

impl CorePool {
    /// The plain form of a real input. `told` is what the pool was told in this step; authorities
    /// cannot be inspected, so a command is known by it, and its payload by its witness.
    pub(super) fn told(&self, input: &PoolInput<Witnessed>, told: &Told) -> Told {
        match input {
            PoolInput::Initialize => Told::Initialize,
            PoolInput::Submit(submission) => Told::Submit {
                request: submission.request.0.tag(),
                payload: submission.payload.0.tag(),
                clone_panics: clone_panics(told),
                customer: submission.customer,
            },
            PoolInput::Shutdown => Told::Shutdown,
            PoolInput::WorkerBirthResolved(fact) => birth(fact),
            PoolInput::InitializationSettled(fact) => initialization(fact),
            PoolInput::ActivationBeginSettled(fact) => begin(fact),
            PoolInput::WorkerReady(fact) => {
                let (worker, ticket) = (worker(&fact.worker), ids::ticket(fact.ticket));
                match fact.result {
                    ActivationResult::Ready => Told::Ready { worker, ticket },
                    ActivationResult::Rejected { reason } => {
                        Told::ActivationRejected { worker, ticket, reason }
                    }
                }
            }
            PoolInput::WorkerStopped(fact) => {
                let KeptStop { worker, stop } = kept_stop(fact);
                Told::Stopped { worker, stop }
            }
            PoolInput::AssignmentSettled(fact) => delivery(fact, told),
            PoolInput::WorkerCompleted(fact) => Told::Completed {
                child: ids::child(fact.child),
                completion: self.completion(&fact.completion),
            },
            PoolInput::WorkerPreparationSettled(fact) => preparation(fact),
            PoolInput::RestartScheduleSettled(fact) => schedule(fact),
            PoolInput::RestartTimerElapsed(fact) => Told::RestartTimerElapsed {
                recovery: ids::recovery(fact.recovery),
                timer: ids::timer(fact.timer),
                at: fact.at.0,
            },
            PoolInput::WorkerShutdownSettled(fact) => shutdown(fact),
            PoolInput::DrainDeadlineSettled(fact) => deadline(fact),
            PoolInput::DrainDeadlineElapsed(fact) => {
                Told::DeadlineElapsed { timer: ids::timer(fact.timer), at: fact.at.0 }
            }
        }
    }

    /// The plain form of a completion, known by its output.
    pub(super) fn completion(&self, evidence: &CompletionEvidence<Witnessed>) -> Completion {
        let output = evidence.output().tag();
        let known = self.books.completions.iter().rfind(|completion| completion.output == output);
        *known.unwrap_or_else(|| panic!("a completion with output {output} was never told"))
    }
}

/// The plain form of a command that came back in the step that was told `told`.
pub(super) fn returned(command: &AssignmentCommand<Witnessed>, told: &Told) -> Command {
    let Told::DeliveryRejected { returned, .. } = *told else {
        panic!("a command comes back although {told:?} brought none")
    };
    Command { execution: command.payload().0.tag(), ..returned }
}

/// How often the payload's clones panic is the ledger's business; the input is known to be this one.
fn clone_panics(told: &Told) -> u8 {
    if let Told::Submit { clone_panics, .. } = *told { clone_panics } else { 0 }
}

pub(super) fn worker(worker: &WorkerReference<Witnessed>) -> plain::Worker {
    let WorkerReference { role, child, evidence } = *worker;
    plain::Worker { role, child: ids::child(child), evidence }
}

pub(super) fn stop(stop: &WorkerStop<Witnessed>) -> Stop {
    let class = match stop.class {
        core::StopClass::Normal => StopClass::Normal,
        core::StopClass::Abnormal => StopClass::Abnormal,
    };
    Stop { class, at: stop.at.0, reason: stop.reason.tag() }
}

pub(super) fn kept_stop(fact: &WorkerStopFact<Witnessed>) -> KeptStop {
    KeptStop { worker: worker(&fact.worker), stop: stop(&fact.stop) }
}

pub(super) fn refusal(refusal: core::PreparationRefusal) -> PreparationRefusal {
    match refusal {
        core::PreparationRefusal::WorkerRejected => PreparationRefusal::WorkerRejected,
        core::PreparationRefusal::SourceRejected => PreparationRefusal::SourceRejected,
        core::PreparationRefusal::Corrupt => PreparationRefusal::Corrupt,
        core::PreparationRefusal::NotAttempted => PreparationRefusal::NotAttempted,
    }
}

pub(super) fn shutdown_reference(correlation: &ShutdownCorrelation<Witnessed>) -> ShutdownRef {
    ShutdownRef { worker: worker(&correlation.worker), id: ids::shutdown(correlation.id) }
}

fn birth(fact: &WorkerBirthResolution<Witnessed>) -> Told {
    match fact {
        WorkerBirthResolution::Committed { role, child, worker, attempt, plan } => {
            Told::BirthCommitted {
                role: *role,
                child: ids::child(*child),
                recipient: worker.recipient.tag(),
                evidence: worker.evidence,
                attempt: *attempt,
                plan: plan.tag(),
            }
        }
        WorkerBirthResolution::Rejected { role, child, submission, reason } => {
            Told::BirthRejected {
                role: *role,
                child: ids::child(*child),
                submission: submission.tag(),
                reason: *reason,
            }
        }
    }
}

fn initialization(fact: &InitializationSettlement<Witnessed>) -> Told {
    let (worker, attempt) = (worker(&fact.worker), fact.attempt);
    match &fact.result {
        InitializationResult::ReadyForActivation { permit, plan } => {
            let (permit, plan) = (permit.tag(), plan.tag());
            Told::InitializationReady { worker, attempt, permit, plan }
        }
        InitializationResult::Rejected { settlement, plan, reason } => {
            let (settlement, plan, reason) = (settlement.tag(), plan.tag(), *reason);
            Told::InitializationRejected { worker, attempt, settlement, plan, reason }
        }
        InitializationResult::Stopped { stop: stopped, plan } => {
            let (stop, plan) = (stop(stopped), plan.tag());
            Told::InitializationStopped { worker, attempt, stop, plan }
        }
    }
}

fn begin(fact: &ActivationBeginSettlement<Witnessed>) -> Told {
    let (worker, ticket) = (worker(&fact.worker), ids::ticket(fact.ticket));
    match &fact.result {
        Settlement::Accepted => Told::BeginAccepted { worker, ticket },
        Settlement::Rejected { request, reason } => Told::BeginRejected {
            worker,
            ticket,
            permit: request.permit.tag(),
            plan: request.plan.tag(),
            reason: *reason,
        },
    }
}

fn delivery(fact: &AssignmentSettlement<Witnessed>, told: &Told) -> Told {
    let (child, assignment) = (ids::child(fact.child), ids::assignment(fact.assignment));
    match &fact.result {
        Settlement::Accepted => Told::DeliveryAccepted { child, assignment },
        Settlement::Rejected { request, reason } => {
            let returned = returned(request, told);
            Told::DeliveryRejected { child, assignment, returned, reason: *reason }
        }
    }
}

fn preparation(fact: &WorkerPreparationSettlement<Witnessed>) -> Told {
    let (role, ticket, source) = (fact.role, ids::recovery(fact.ticket), fact.source.tag());
    match &fact.result {
        PreparationResult::Prepared { submission } => {
            Told::Prepared { role, ticket, source, submission: submission.tag() }
        }
        PreparationResult::Refused { refusal: by, reason } => {
            let (refusal, reason) = (refusal(*by), *reason);
            Told::PreparationRejected { role, ticket, source, refusal, reason }
        }
    }
}

fn schedule(fact: &RestartScheduleSettlement<Witnessed>) -> Told {
    let (recovery, timer) = (ids::recovery(fact.recovery), ids::timer(fact.timer));
    match &fact.result {
        Settlement::Accepted => Told::RestartScheduleAccepted { recovery, timer },
        Settlement::Rejected { request, reason } => Told::RestartScheduleRejected {
            recovery,
            timer,
            returned_recovery: ids::recovery(request.recovery),
            returned_timer: ids::timer(request.timer),
            returned_deadline: request.deadline.0,
            reason: *reason,
        },
    }
}

fn shutdown(fact: &WorkerShutdownSettlement<Witnessed>) -> Told {
    let shutdown = shutdown_reference(&fact.shutdown);
    match &fact.result {
        Settlement::Accepted => Told::ShutdownAccepted { shutdown },
        Settlement::Rejected { request, reason } => {
            let returned = shutdown_reference(&request.correlation);
            Told::ShutdownRejected { shutdown, returned, reason: *reason }
        }
    }
}

fn deadline(fact: &DeadlineScheduleSettlement<Witnessed>) -> Told {
    let timer = ids::timer(fact.timer);
    match &fact.result {
        Settlement::Accepted => Told::DeadlineAccepted { timer },
        Settlement::Rejected { request, reason } => Told::DeadlineRejected {
            timer,
            returned_timer: ids::timer(request.timer),
            returned_deadline: request.deadline.0,
            reason: *reason,
        },
    }
}
