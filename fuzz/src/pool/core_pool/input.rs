//! Plain inputs as real ones: a witness for each tag, an issued value for each id.

use super::ids::Registers;
use super::{Payload, Request, Token, Witnessed};
use crate::pool::custody::{Kind, Ledger, Witness};
use crate::pool::observation::{self as plain, Id, Origin, ShutdownRef, Stop, Tag, TimerRef, Told};
use actor_laws::pool::{
    ActivationBeginSettlement, ActivationResult, AssignmentSettlement, BeginWorkerActivation,
    DeadlineFact, DeadlineScheduleSettlement, InitializationResult, InitializationSettlement,
    PoolInput, PreparationRefusal, PreparationResult, RestartScheduleSettlement, RestartTimerFact,
    ScheduleDrainDeadline, ScheduleRestart, Settlement, ShutdownCorrelation, ShutdownWorker,
    StopClass, Submission, WorkerBirthResolution, WorkerCompleted, WorkerIncarnation,
    WorkerPreparationSettlement, WorkerReadyFact, WorkerReference, WorkerShutdownSettlement,
    WorkerStop, WorkerStopFact,
};
use actor_laws::time::{Tick, Ticks};
use std::rc::Rc;

type Input = PoolInput<Witnessed>;

/// What makes real inputs of plain ones.
#[derive(Clone, Copy)]
pub(super) struct Maker<'a> {
    pub(super) ledger: &'a Rc<Ledger>,
    pub(super) seat: Origin,
    pub(super) ids: &'a Registers,
}

impl Maker<'_> {
    /// The real input behind `told`.
    ///
    /// # Panics
    ///
    /// If the host tells an id that nobody has issued, or a token that is not there.
    pub(super) fn input(self, told: &Told, token: Option<Token>) -> Input {
        match *told {
            Told::Initialize => Input::Initialize,
            Told::Submit { request, payload, customer, .. } => Input::Submit(Submission {
                request: Request(self.value(Kind::Request, request)),
                payload: Payload(self.value(Kind::Payload, payload)),
                customer,
            }),
            Told::Shutdown => Input::Shutdown,
            Told::BirthCommitted { .. } | Told::BirthRejected { .. } => self.birth(told),
            Told::InitializationReady { .. }
            | Told::InitializationRejected { .. }
            | Told::InitializationStopped { .. } => self.initialization(told),
            Told::BeginAccepted { .. } | Told::BeginRejected { .. } => self.begin(told),
            Told::Ready { worker, ticket } => {
                self.activation(worker, ticket, ActivationResult::Ready)
            }
            Told::ActivationRejected { worker, ticket, reason } => {
                self.activation(worker, ticket, ActivationResult::Rejected { reason })
            }
            Told::Stopped { worker, stop } => Input::WorkerStopped(WorkerStopFact {
                worker: self.worker(worker),
                stop: self.stop(stop),
            }),
            Told::DeliveryAccepted { .. } | Told::DeliveryRejected { .. } => {
                self.delivery(told, token)
            }
            Told::Completed { child, .. } => {
                let Some(Token::Completion(completion)) = token else {
                    panic!("{told:?} without its completion")
                };
                let child = self.ids.children.find(child);
                Input::WorkerCompleted(WorkerCompleted { child, completion })
            }
            Told::Prepared { .. } | Told::PreparationRejected { .. } => self.preparation(told),
            Told::RestartScheduleAccepted { .. } | Told::RestartScheduleRejected { .. } => {
                self.schedule(told)
            }
            Told::RestartTimerElapsed { recovery, timer, at } => {
                let recovery = self.ids.recoveries.find(recovery);
                let timer = self.ids.timer(timer);
                Input::RestartTimerElapsed(RestartTimerFact { recovery, timer, at: Tick(at) })
            }
            Told::ShutdownAccepted { .. } | Told::ShutdownRejected { .. } => self.shutdown(told),
            Told::DeadlineAccepted { .. } | Told::DeadlineRejected { .. } => self.deadline(told),
            Told::DeadlineElapsed { timer, at } => Input::DrainDeadlineElapsed(DeadlineFact {
                timer: self.ids.timer(timer),
                at: Tick(at),
            }),
        }
    }

    fn value(&self, kind: Kind, tag: Tag) -> Witness {
        Witness::new(self.ledger, self.seat, kind, tag)
    }

    fn worker(&self, worker: plain::Worker) -> WorkerReference<Witnessed> {
        let plain::Worker { role, child, evidence } = worker;
        WorkerReference { role, child: self.ids.children.find(child), evidence }
    }

    fn stop(&self, stop: Stop) -> WorkerStop<Witnessed> {
        let class = match stop.class {
            plain::StopClass::Normal => StopClass::Normal,
            plain::StopClass::Abnormal => StopClass::Abnormal,
        };
        let reason = self.value(Kind::StopReason, stop.reason);
        WorkerStop { class, at: Tick(stop.at), reason }
    }

    fn birth(&self, told: &Told) -> Input {
        Input::WorkerBirthResolved(match *told {
            Told::BirthCommitted { role, child, recipient, evidence, attempt, plan } => {
                let recipient = self.value(Kind::Recipient, recipient);
                WorkerBirthResolution::Committed {
                    role,
                    child: self.ids.children.find(child),
                    worker: WorkerIncarnation { recipient, evidence },
                    attempt,
                    plan: self.value(Kind::Plan, plan),
                }
            }
            Told::BirthRejected { role, child, submission, reason } => {
                let child = self.ids.children.find(child);
                let submission = self.value(Kind::Submission, submission);
                WorkerBirthResolution::Rejected { role, child, submission, reason }
            }
            ref other => unreachable!("{other:?} is no birth"),
        })
    }

    fn initialization(&self, told: &Told) -> Input {
        let (worker, attempt, result) = match *told {
            Told::InitializationReady { worker, attempt, permit, plan } => {
                let permit = self.value(Kind::Permit, permit);
                let plan = self.value(Kind::Plan, plan);
                (worker, attempt, InitializationResult::ReadyForActivation { permit, plan })
            }
            Told::InitializationRejected { worker, attempt, settlement, plan, reason } => {
                let settlement = self.value(Kind::Settlement, settlement);
                let plan = self.value(Kind::Plan, plan);
                (worker, attempt, InitializationResult::Rejected { settlement, plan, reason })
            }
            Told::InitializationStopped { worker, attempt, stop, plan } => {
                let plan = self.value(Kind::Plan, plan);
                let stop = self.stop(stop);
                (worker, attempt, InitializationResult::Stopped { stop, plan })
            }
            ref other => unreachable!("{other:?} is no initialization"),
        };
        let worker = self.worker(worker);
        Input::InitializationSettled(InitializationSettlement { worker, attempt, result })
    }

    fn begin(&self, told: &Told) -> Input {
        let (worker, ticket, result) = match *told {
            Told::BeginAccepted { worker, ticket } => (worker, ticket, Settlement::Accepted),
            Told::BeginRejected { worker, ticket, permit, plan, reason } => {
                let request = BeginWorkerActivation {
                    child: self.ids.children.find(worker.child),
                    ticket: self.ids.tickets.find(ticket),
                    permit: self.value(Kind::Permit, permit),
                    plan: self.value(Kind::Plan, plan),
                };
                (worker, ticket, Settlement::Rejected { request, reason })
            }
            ref other => unreachable!("{other:?} is no begin settlement"),
        };
        let (worker, ticket) = (self.worker(worker), self.ids.tickets.find(ticket));
        Input::ActivationBeginSettled(ActivationBeginSettlement { worker, ticket, result })
    }

    fn activation(
        &self,
        worker: plain::Worker,
        ticket: Id,
        result: ActivationResult<Witnessed>,
    ) -> Input {
        let (worker, ticket) = (self.worker(worker), self.ids.tickets.find(ticket));
        Input::WorkerReady(WorkerReadyFact { worker, ticket, result })
    }

    fn delivery(&self, told: &Told, token: Option<Token>) -> Input {
        let (child, assignment, result) = match (*told, token) {
            (Told::DeliveryAccepted { child, assignment }, None) => {
                (child, assignment, Settlement::Accepted)
            }
            (
                Told::DeliveryRejected { child, assignment, reason, .. },
                Some(Token::Command(request)),
            ) => (child, assignment, Settlement::Rejected { request, reason }),
            (other, _) => panic!("{other:?} without its command"),
        };
        let child = self.ids.children.find(child);
        let assignment = self.ids.assignments.find(assignment);
        Input::AssignmentSettled(AssignmentSettlement { child, assignment, result })
    }

    fn preparation(&self, told: &Told) -> Input {
        let (role, ticket, source, result) = match *told {
            Told::Prepared { role, ticket, source, submission } => {
                let submission = self.value(Kind::Submission, submission);
                (role, ticket, source, PreparationResult::Prepared { submission })
            }
            Told::PreparationRejected { role, ticket, source, refusal, reason } => {
                let refusal = core_refusal(refusal);
                (role, ticket, source, PreparationResult::Refused { refusal, reason })
            }
            ref other => unreachable!("{other:?} is no preparation"),
        };
        let source = self.value(Kind::Source, source);
        let ticket = self.ids.recoveries.find(ticket);
        Input::WorkerPreparationSettled(WorkerPreparationSettlement {
            role,
            ticket,
            source,
            result,
        })
    }

    fn schedule_request(&self, recovery: Id, timer: TimerRef, deadline: u64) -> ScheduleRestart {
        let recovery = self.ids.recoveries.find(recovery);
        ScheduleRestart { recovery, timer: self.ids.timer(timer), deadline: Tick(deadline) }
    }

    fn schedule(&self, told: &Told) -> Input {
        let (recovery, timer, result) = match *told {
            Told::RestartScheduleAccepted { recovery, timer } => {
                (recovery, timer, Settlement::Accepted)
            }
            Told::RestartScheduleRejected {
                recovery,
                timer,
                returned_recovery,
                returned_timer,
                returned_deadline,
                reason,
            } => {
                let request =
                    self.schedule_request(returned_recovery, returned_timer, returned_deadline);
                (recovery, timer, Settlement::Rejected { request, reason })
            }
            ref other => unreachable!("{other:?} is no restart schedule"),
        };
        let recovery = self.ids.recoveries.find(recovery);
        let timer = self.ids.timer(timer);
        Input::RestartScheduleSettled(RestartScheduleSettlement { recovery, timer, result })
    }

    fn shutdown_reference(&self, shutdown: ShutdownRef) -> ShutdownCorrelation<Witnessed> {
        let id = self.ids.shutdowns.find(shutdown.id);
        ShutdownCorrelation { worker: self.worker(shutdown.worker), id }
    }

    fn shutdown(&self, told: &Told) -> Input {
        let (shutdown, result) = match *told {
            Told::ShutdownAccepted { shutdown } => (shutdown, Settlement::Accepted),
            Told::ShutdownRejected { shutdown, returned, reason } => {
                let correlation = self.shutdown_reference(returned);
                let request = ShutdownWorker { child: correlation.worker.child, correlation };
                (shutdown, Settlement::Rejected { request, reason })
            }
            ref other => unreachable!("{other:?} is no shutdown settlement"),
        };
        let shutdown = self.shutdown_reference(shutdown);
        Input::WorkerShutdownSettled(WorkerShutdownSettlement { shutdown, result })
    }

    fn deadline(&self, told: &Told) -> Input {
        let (timer, result) = match *told {
            Told::DeadlineAccepted { timer } => (timer, Settlement::Accepted),
            Told::DeadlineRejected { timer, returned_timer, returned_deadline, reason } => {
                let request = ScheduleDrainDeadline {
                    timer: self.ids.timer(returned_timer),
                    deadline: Ticks(returned_deadline),
                };
                (timer, Settlement::Rejected { request, reason })
            }
            ref other => unreachable!("{other:?} is no deadline settlement"),
        };
        let timer = self.ids.timer(timer);
        Input::DrainDeadlineSettled(DeadlineScheduleSettlement { timer, result })
    }
}

fn core_refusal(refusal: plain::PreparationRefusal) -> PreparationRefusal {
    match refusal {
        plain::PreparationRefusal::WorkerRejected => PreparationRefusal::WorkerRejected,
        plain::PreparationRefusal::SourceRejected => PreparationRefusal::SourceRejected,
        plain::PreparationRefusal::Corrupt => PreparationRefusal::Corrupt,
        plain::PreparationRefusal::NotAttempted => PreparationRefusal::NotAttempted,
    }
}
