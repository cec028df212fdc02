//! The end of the operation: one normalization of everything, the drain deadline, and the residual
//! of a retirement that has to be forced.

use super::cells::{Cell, Drawer};
use super::floor::Deadline;
use super::lives::remains;
use super::owed::Owed;
use super::phases;
use super::turn::Turn;
use crate::pool::observation::{
    AssignedReturn, DrainPolicy, Mode, QueuedReturn, Residual, ResidualCause, ResidualShutdown,
    ResidualWork, Said, TimerPurpose, TimerRef, Told, Transfer, Verdict,
};

impl Turn<'_> {
    /// Closes the pool: customers get their outcomes, what was kept goes to the host, every worker
    /// is asked to stop, and only what the host still has to resolve stays open.
    pub(super) fn close(&mut self) -> Verdict {
        self.floor.mode = Mode::Draining;
        self.return_queue(QueuedReturn::PoolShutdown);
        for at in 0..self.floor.cells.count() {
            self.wind_down(at);
        }
        if self.ending() == Verdict::Stopped {
            return Verdict::Stopped;
        }
        match self.request_all().and_then(|()| self.set_deadline()) {
            Ok(()) => self.cancel_activations(),
            Err(cause) => self.force(cause),
        }
        self.ending()
    }

    /// Ends everything in one cell that is not the host's to resolve.
    fn wind_down(&mut self, at: usize) {
        self.end_job(at);
        let cell = self.cell(at);
        if let Some(failure) = cell.failure.take() {
            self.discard(at, remains(failure));
        }
        let owed = self.cell(at).owed;
        let is_pending = owed.any(Owed::BIRTH.with(Owed::PREPARATION).with(Owed::SCHEDULE));
        if is_pending || owed.any(Owed::EXIT) {
            return;
        }
        if owed.any(Owed::ALARM) {
            return self.discard_successor(at, None);
        }
        let assignment = self.cell(at).assignment;
        self.cell(at).owed.keep_only(Owed::FAREWELL);
        if owed.any(Owed::DELIVERY) {
            self.discard(at, Transfer::RetainedHalf { assignment });
        }
    }

    /// A job ends with its customer's outcome; a completion that was kept for it comes too late.
    fn end_job(&mut self, at: usize) {
        self.return_assigned(at, AssignedReturn::PoolShutdown);
        let cell = self.cell(at);
        let child = cell.child;
        if let Some(report) = cell.report.take() {
            self.refuse_stale(Told::Completed { child, completion: report.completion });
        }
    }

    /// Asks every living worker to stop that was not asked before.
    fn request_all(&mut self) -> Result<(), ResidualCause> {
        for at in 0..self.floor.cells.count() {
            let cell = self.cell(at);
            if cell.lives() && cell.request.is_none() {
                self.request_shutdown(at).map_err(|rejection| {
                    ResidualCause::ShutdownCorrelationUnavailable { rejection }
                })?;
            }
        }
        Ok(())
    }

    fn set_deadline(&mut self) -> Result<(), ResidualCause> {
        let deadline = match self.rules.drain {
            DrainPolicy::WaitForActorGraph => return Ok(()),
            DrainPolicy::RetireActorGraphAfter { deadline } => deadline,
        };
        let ordinal = self
            .floor
            .wells
            .timer
            .draw()
            .map_err(|rejection| ResidualCause::DeadlineCorrelationUnavailable { rejection })?;
        let generation = self.id(ordinal);
        let timer = TimerRef { purpose: TimerPurpose::DrainDeadline, generation };
        self.floor.deadline = Some(Deadline { timer, is_set: false });
        self.say(Said::ScheduleDrainDeadline { timer, deadline });
        Ok(())
    }

    fn cancel_activations(&mut self) {
        for at in 0..self.floor.cells.count() {
            let cell = self.cell(at);
            if cell.is_activating() {
                let (child, ticket) = (cell.child, cell.ticket);
                self.say(Said::CancelWorkerActivation { child, ticket });
            }
        }
    }

    /// A fact about the drain deadline. `false`: nothing waits for it.
    pub(super) fn hear_deadline(&mut self, told: &Told) -> bool {
        let Some(deadline) = self.floor.deadline else { return false };
        if let Told::DeadlineAccepted { timer } = *told {
            let is_awaited = timer == deadline.timer && !deadline.is_set;
            self.floor.deadline =
                Some(Deadline { is_set: deadline.is_set || is_awaited, ..deadline });
            return is_awaited;
        }
        let Some(cause) = expiry(&deadline, told) else { return false };
        self.force(cause);
        true
    }

    /// Says what is left of the cells, in declaration order.
    pub(super) fn say_residual(&mut self, cause: ResidualCause) {
        let head = self.said.len();
        self.say(Said::TransferDrainResidual { cause, members: 0 });
        let mut members = 0;
        for at in 0..self.floor.cells.count() {
            let cell = *self.cell(at);
            if !cell.owed.is_nothing() {
                members += 1;
                let (role, phase) = (cell.role, phases::draining(&cell));
                self.say(Said::ResidualMember { role, phase, held: held(&cell) });
            }
        }
        self.said[head] = Said::TransferDrainResidual { cause, members };
    }
}

/// Why a fact about the drain deadline forces the retirement, if it does. The firing is not held
/// up by the settlement of its schedule.
fn expiry(deadline: &Deadline, told: &Told) -> Option<ResidualCause> {
    if let Told::DeadlineElapsed { timer, at } = *told {
        return (timer == deadline.timer).then_some(ResidualCause::DeadlineElapsed { timer, at });
    }
    let Told::DeadlineRejected { timer, returned_timer, returned_deadline, reason } = *told else {
        return None;
    };
    let is_awaited = timer == deadline.timer && !deadline.is_set;
    is_awaited.then_some(ResidualCause::DeadlineScheduleRejected {
        timer: returned_timer,
        deadline: returned_deadline,
        reason,
    })
}

/// Everything that an undrained cell holds.
fn held(cell: &Cell) -> Residual {
    let Cell { child, evidence, recovery, .. } = *cell;
    let has_stopped = !cell.owed.any(Owed::EXIT);
    let stop = cell.parting.filter(|_| has_stopped).map(|parting| parting.stop);
    if cell.owed.any(Owed::BIRTH) {
        Residual::ResolvingCreation { child, stop: cell.early_stop() }
    } else if cell.owed.any(Owed::PREPARATION) {
        Residual::AwaitingWorkerPreparation { ticket: recovery }
    } else if cell.owed.any(Owed::SCHEDULE) {
        let successor = cell.successor;
        Residual::AwaitingRestartSchedule {
            recovery,
            timer: successor.timer,
            submission: successor.submission,
            birth: successor.birth,
            elapsed_at: successor.elapsed_at,
        }
    } else {
        let recipient = Some(cell.recipient).filter(|_| !has_stopped);
        let (work, shutdown) = (unresolved(cell), request_state(cell));
        Residual::Worker { child, evidence, recipient, work, shutdown, stop }
    }
}

fn unresolved(cell: &Cell) -> ResidualWork {
    let Cell { ticket, attempt, assignment, .. } = *cell;
    if cell.owed.any(Owed::INITIALIZATION) {
        return ResidualWork::Initializing { attempt };
    } else if cell.owed.any(Owed::BEGIN) {
        return ResidualWork::ActivationDispatched { ticket };
    } else if cell.owed.any(Owed::READINESS) {
        return ResidualWork::Activating { ticket };
    } else if cell.owed.any(Owed::DELIVERY) {
        return ResidualWork::Delivering { assignment };
    }
    match cell.drawer {
        Drawer::Empty => ResidualWork::Nothing,
        Drawer::Plan(plan) => ResidualWork::Created { plan },
        Drawer::Activation { permit, plan } => ResidualWork::HoldingActivation { permit, plan },
    }
}

fn request_state(cell: &Cell) -> ResidualShutdown {
    match cell.request {
        None => ResidualShutdown::NotRequested,
        Some(id) if cell.owed.any(Owed::FAREWELL) => ResidualShutdown::Requested { id },
        Some(id) => ResidualShutdown::Settled { id },
    }
}
