//! The life of one worker, from its creation to its stop: birth, initialization, activation, exit.
//!
//! One set of consequences serves the operating and the draining pool. What differs is whether a
//! worker's start is still wanted; if it is not, what comes back goes to the host.

use super::cells::{Drawer, Parting};
use super::owed::Owed;
use super::turn::Turn;
use crate::pool::observation::{
    Birth, Diagnostic, Id, KeptStop, ResidualCause, RoleFailure, Said, ShutdownRef, Stop, Tag,
    Tick, Told, Transfer, TransferReason, WorkerFailure,
};

/// What a stop has to wait for before its worker is lost for good.
const BEFORE_LOSS: Owed =
    Owed::INITIALIZATION.with(Owed::BEGIN).with(Owed::DELIVERY).with(Owed::FAREWELL);

impl Turn<'_> {
    /// Sends out a creation.
    pub(super) fn create(&mut self, at: usize, child: Id, birth: Birth, submission: Tag) {
        let cell = self.cell(at);
        cell.expect(child);
        let role = cell.role;
        self.say(Said::CreateWorker { role, child, birth, submission });
        self.say(Said::ObserveWorkerCreation { child });
        self.say(Said::ObserveWorkerStop { child });
    }

    pub(super) fn born(
        &mut self,
        at: usize,
        recipient: Tag,
        evidence: u32,
        attempt: u32,
        plan: Tag,
    ) {
        let cell = self.cell(at);
        cell.owed.close(Owed::BIRTH);
        cell.recipient = recipient;
        cell.evidence = evidence;
        cell.attempt = attempt;
        if let Some(parting) = cell.parting {
            if parting.named == evidence {
                self.accept_stop_time(parting.stop.at);
                self.discard(at, Transfer::Plan { plan });
                return self.lost(at);
            }
            self.disown_stop(at);
        }
        self.start_life(at, plan);
    }

    /// A stop that was kept proves to be another worker's: the birth goes on without it.
    fn disown_stop(&mut self, at: usize) {
        let cell = self.cell(at);
        let Some(KeptStop { worker, stop }) = cell.early_stop() else { return };
        cell.parting = None;
        cell.owed.open(Owed::EXIT);
        self.refuse(&Told::Stopped { worker, stop });
    }

    /// A worker that is born into a draining pool starts nothing and is asked to stop.
    fn start_life(&mut self, at: usize, plan: Tag) {
        if self.is_draining() {
            self.cell(at).drawer = Drawer::Plan(plan);
            if let Err(rejection) = self.request_shutdown(at) {
                self.force(ResidualCause::ShutdownCorrelationUnavailable { rejection });
            }
            return;
        }
        let cell = self.cell(at);
        cell.owed.open(Owed::INITIALIZATION);
        let (child, attempt) = (cell.child, cell.attempt);
        self.say(Said::InitializeWorker { child, attempt, plan });
    }

    pub(super) fn unborn(&mut self, at: usize, submission: Tag, reason: u8) {
        let stop = self.cell(at).early_stop();
        if !self.is_draining() {
            let failure = RoleFailure::CreationRejected { submission, reason, stop };
            return self.role_failed(at, failure);
        }
        self.cell(at).vacate();
        let why = match stop {
            Some(_) => TransferReason::Contradictory,
            None => TransferReason::Cancelled,
        };
        self.transfer(at, Transfer::UnbornSubmission { submission, reason, stop }, why);
    }

    /// Whether the start of this worker is still wanted.
    fn is_wanted(&mut self, at: usize) -> bool {
        !self.is_draining() && self.cell(at).lives()
    }

    pub(super) fn initialized(&mut self, at: usize, permit: Tag, plan: Tag) {
        self.cell(at).owed.close(Owed::INITIALIZATION);
        if self.is_wanted(at) {
            self.cell(at).drawer = Drawer::Activation { permit, plan };
        } else {
            self.discard(at, Transfer::Activation { permit, plan });
            self.lost_if_gone(at);
        }
    }

    pub(super) fn stopped_in_initialization(&mut self, at: usize, stop: Stop, plan: Tag) {
        let cell = self.cell(at);
        cell.owed.close(Owed::INITIALIZATION);
        let (is_alive, evidence) = (cell.lives(), cell.evidence);
        if is_alive {
            self.discard(at, Transfer::Plan { plan });
            self.stopped(at, stop, evidence);
        } else {
            self.discard(at, Transfer::StoppedInitialization { stop, plan });
            self.lost(at);
        }
    }

    /// An accepted begin leaves the activation to be waited for, also during drain.
    pub(super) fn begun(&mut self, at: usize) {
        let cell = self.cell(at);
        cell.owed.close(Owed::BEGIN);
        if cell.lives() {
            cell.owed.open(Owed::READINESS);
        }
        self.lost_if_gone(at);
    }

    /// The worker's start has failed, which answers `question`.
    pub(super) fn failed(&mut self, at: usize, question: Owed, failure: WorkerFailure) {
        self.cell(at).owed.close(question);
        if self.is_wanted(at) {
            self.cell(at).failure = Some(failure);
            self.send_away(at);
        } else {
            self.discard(at, remains(failure));
            self.lost_if_gone(at);
        }
    }

    pub(super) fn stopped(&mut self, at: usize, stop: Stop, named: u32) {
        let regressed = stop.at < self.floor.clock;
        let cell = self.cell(at);
        cell.owed.close(Owed::EXIT);
        let on_request = cell.request.is_some();
        cell.parting = Some(Parting { stop, named, on_request, regressed });
        if cell.owed.any(Owed::BIRTH) {
            return;
        }
        self.accept_stop_time(stop.at);
        if self.is_draining() {
            self.release(at);
        } else {
            self.unseat(at);
        }
    }

    /// A kept stop moves the clock only when its birth has proven it; any other does at once.
    fn accept_stop_time(&mut self, tick: Tick) {
        self.floor.clock = self.floor.clock.max(tick);
    }

    /// The worker of an operating pool has stopped: what it needed is given up, except what a
    /// settlement that is still open will bring.
    fn unseat(&mut self, at: usize) {
        self.empty_drawer(at);
        let cell = self.cell(at);
        let (child, ticket) = (cell.child, cell.ticket);
        if cell.owed.any(Owed::BEGIN.with(Owed::READINESS)) {
            cell.owed.close(Owed::READINESS);
            self.say(Said::CancelWorkerActivation { child, ticket });
        }
        if !self.cell(at).owed.any(Owed::DELIVERY) {
            self.interrupt(at);
        }
        self.lost_if_gone(at);
    }

    /// The worker of a draining pool has stopped: all that is unresolved is released.
    fn release(&mut self, at: usize) {
        self.empty_drawer(at);
        let cell = self.cell(at);
        let (is_delivering, assignment) = (cell.owed.any(Owed::DELIVERY), cell.assignment);
        cell.owed.keep_only(Owed::FAREWELL);
        if is_delivering {
            self.discard(at, Transfer::RetainedHalf { assignment });
        }
    }

    fn empty_drawer(&mut self, at: usize) {
        match std::mem::replace(&mut self.cell(at).drawer, Drawer::Empty) {
            Drawer::Empty => {}
            Drawer::Plan(plan) => self.discard(at, Transfer::Plan { plan }),
            Drawer::Activation { permit, plan } => {
                self.discard(at, Transfer::Activation { permit, plan });
            }
        }
    }

    /// The shutdown request is settled.
    pub(super) fn requested_exit(&mut self, at: usize) {
        self.cell(at).owed.close(Owed::FAREWELL);
        self.lost_if_gone(at);
    }

    /// The shutdown request came back. That settles it, and is never taken for the stop.
    pub(super) fn request_rejected(&mut self, at: usize, returned: ShutdownRef, reason: u8) {
        let role = self.cell(at).role;
        self.raise(Diagnostic::WorkerShutdownRejected { role, returned, reason });
        self.requested_exit(at);
    }

    pub(super) fn lost_if_gone(&mut self, at: usize) {
        let cell = self.cell(at);
        if !cell.owed.any(Owed::EXIT.with(BEFORE_LOSS)) {
            self.lost(at);
        }
    }

    /// The worker is gone and everything about it is settled.
    fn lost(&mut self, at: usize) {
        let cell = self.cell(at);
        let role = cell.role;
        cell.owed = Owed::NOTHING;
        cell.request = None;
        if let Some(failure) = cell.failure.take() {
            self.raise(Diagnostic::WorkerFailed { role, failure });
        }
        if !self.is_draining() {
            self.bereaved = Some(at);
        }
    }
}

/// What a failed start leaves for the host when nobody is told about the failure itself.
pub(super) fn remains(failure: WorkerFailure) -> Transfer {
    match failure {
        WorkerFailure::InitializationRejected { settlement, plan, reason } => {
            Transfer::RejectedInitialization { settlement, plan, reason }
        }
        WorkerFailure::BeginRejected { permit, plan, reason } => {
            Transfer::ReturnedBegin { permit, plan, reason }
        }
        WorkerFailure::ActivationRejected { reason } => Transfer::RejectedActivation { reason },
        WorkerFailure::TicketUnavailable { permit, plan, rejection } => {
            Transfer::UnticketedActivation { permit, plan, rejection }
        }
    }
}
