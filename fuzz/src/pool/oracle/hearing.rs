//! Which cell waits for a fact, and what the answer is passed to.

use super::owed::Owed;
use super::turn::Turn;
use crate::pool::observation::{ReturnedSchedule, Told, WorkerFailure};

impl Turn<'_> {
    /// Passes a fact to whoever waits for it, or refuses it.
    pub(super) fn hear(&mut self, told: &Told) {
        let heard = match self.waiting(told) {
            Some(at) => {
                self.answer(at, told);
                true
            }
            None => self.hear_deadline(told),
        };
        if !heard {
            self.refuse(told);
        }
    }

    /// The cell that waits for exactly this fact: its question is open, and everything that the
    /// fact says about where it comes from is what the cell asked about.
    fn waiting(&self, told: &Told) -> Option<usize> {
        let cells = &self.floor.cells;
        match *told {
            Told::Initialize | Told::Submit { .. } | Told::Shutdown => None,
            Told::DeadlineAccepted { .. }
            | Told::DeadlineRejected { .. }
            | Told::DeadlineElapsed { .. } => None,
            Told::BirthCommitted { role, child, .. } | Told::BirthRejected { role, child, .. } => {
                cells.expecting(role, child)
            }
            Told::InitializationReady { worker, attempt, .. }
            | Told::InitializationRejected { worker, attempt, .. }
            | Told::InitializationStopped { worker, attempt, .. } => {
                cells.initializing(&worker, attempt)
            }
            Told::BeginAccepted { worker, ticket } | Told::BeginRejected { worker, ticket, .. } => {
                cells.activating(&worker, ticket, Owed::BEGIN)
            }
            Told::Ready { worker, ticket } | Told::ActivationRejected { worker, ticket, .. } => {
                cells.activating(&worker, ticket, Owed::READINESS)
            }
            Told::Stopped { worker, .. } => cells.awaiting(&worker, Owed::EXIT),
            Told::DeliveryAccepted { child, assignment }
            | Told::DeliveryRejected { child, assignment, .. } => {
                cells.delivering(child, assignment)
            }
            Told::Completed { child, completion } => {
                self.floor.cells.working(child).filter(|at| self.is_authorized(*at, &completion))
            }
            Told::Prepared { role, ticket, .. }
            | Told::PreparationRejected { role, ticket, .. } => cells.preparing(role, ticket),
            Told::RestartScheduleAccepted { recovery, timer }
            | Told::RestartScheduleRejected { recovery, timer, .. } => {
                cells.timing(recovery, timer, Owed::SCHEDULE)
            }
            Told::RestartTimerElapsed { recovery, timer, .. } => {
                cells.timing(recovery, timer, Owed::ALARM)
            }
            Told::ShutdownAccepted { shutdown } | Told::ShutdownRejected { shutdown, .. } => {
                cells.requested(&shutdown)
            }
        }
    }

    /// What follows from a fact for the cell that waited for it.
    fn answer(&mut self, at: usize, told: &Told) {
        match *told {
            Told::Initialize | Told::Submit { .. } | Told::Shutdown => {}
            Told::DeadlineAccepted { .. }
            | Told::DeadlineRejected { .. }
            | Told::DeadlineElapsed { .. } => {}
            Told::BirthCommitted { recipient, evidence, attempt, plan, .. } => {
                self.born(at, recipient, evidence, attempt, plan);
            }
            Told::BirthRejected { submission, reason, .. } => self.unborn(at, submission, reason),
            Told::InitializationReady { permit, plan, .. } => self.initialized(at, permit, plan),
            Told::InitializationRejected { settlement, plan, reason, .. } => {
                let failure = WorkerFailure::InitializationRejected { settlement, plan, reason };
                self.failed(at, Owed::INITIALIZATION, failure);
            }
            Told::InitializationStopped { stop, plan, .. } => {
                self.stopped_in_initialization(at, stop, plan);
            }
            Told::BeginAccepted { .. } => self.begun(at),
            Told::BeginRejected { permit, plan, reason, .. } => {
                self.failed(at, Owed::BEGIN, WorkerFailure::BeginRejected { permit, plan, reason });
            }
            Told::Ready { .. } => self.cell(at).owed.close(Owed::READINESS),
            Told::ActivationRejected { reason, .. } => {
                self.failed(at, Owed::READINESS, WorkerFailure::ActivationRejected { reason });
            }
            Told::Stopped { worker, stop } => self.stopped(at, stop, worker.evidence),
            Told::DeliveryAccepted { .. } => self.delivered(at),
            Told::DeliveryRejected { returned, reason, .. } => {
                self.undelivered(at, returned, reason);
            }
            Told::Completed { completion, .. } => self.completed(at, completion),
            Told::Prepared { source, submission, .. } => self.prepared(at, source, submission),
            Told::PreparationRejected { source, refusal, reason, .. } => {
                self.unprepared(at, source, refusal, reason);
            }
            Told::RestartScheduleAccepted { .. } => self.restart_set(at),
            Told::RestartScheduleRejected {
                returned_recovery: recovery,
                returned_timer: timer,
                returned_deadline: deadline,
                reason,
                ..
            } => {
                self.restart_unset(at, ReturnedSchedule { recovery, timer, deadline, reason });
            }
            Told::RestartTimerElapsed { at: tick, .. } => self.restart_due(at, tick),
            Told::ShutdownAccepted { .. } => self.requested_exit(at),
            Told::ShutdownRejected { returned, reason, .. } => {
                self.request_rejected(at, returned, reason);
            }
        }
    }
}
