//! Admission, and the fill that hands waiting jobs to idle workers around the ring.

use super::floor::{Account, Waiting};
use super::owed::Owed;
use super::turn::{Burst, Turn};
use crate::pool::observation::{
    Admission, AdmissionRefusal, AssignedReturn, Command, Id, Origin, QueuedReturn, Said, Tag,
    Terminal, Told,
};

/// A submission.
#[derive(Clone, Copy, Debug)]
pub(super) struct Request {
    pub(super) request: Tag,
    pub(super) payload: Tag,
    pub(super) customer: u8,
    /// How many attempts to clone the payload panic.
    pub(super) fuse: u8,
}

impl Request {
    /// Reads a submission.
    pub(super) fn of(told: &Told) -> Option<Self> {
        let Told::Submit { request, payload, clone_panics: fuse, customer } = *told else {
            return None;
        };
        Some(Self { request, payload, customer, fuse })
    }
}

impl Turn<'_> {
    pub(super) fn refuse_admission(&mut self, asked: Request, reason: AdmissionRefusal) {
        let Request { request, payload, customer, .. } = asked;
        let outcome = Admission::Rejected { request, payload, reason };
        self.say(Said::DeliverAdmission { route: customer, outcome });
    }

    /// Takes a submission in, or refuses it.
    pub(super) fn admit(&mut self, asked: Request) -> Result<(), Burst> {
        if self.is_deserted() {
            self.refuse_admission(asked, AdmissionRefusal::NoRecoverableWorkers);
            return Ok(());
        }
        let idle = self.floor.cells.idle_from(self.floor.cursor);
        let waiting = u32::try_from(self.floor.queue.len()).unwrap_or(u32::MAX);
        if idle.is_none() && waiting >= self.rules.backlog_capacity {
            self.refuse_admission(asked, AdmissionRefusal::BacklogFull);
            return Ok(());
        }
        let Some((job, admitted)) = self.floor.wells.draw_job() else {
            self.refuse_admission(asked, AdmissionRefusal::JobCorrelationUnavailable);
            return Ok(());
        };
        let Request { payload, customer, fuse, .. } = asked;
        let account = Account { job: self.id(job), admitted, payload, customer, fuse };
        match idle {
            Some(at) => self.admit_at_once(asked, account, at),
            None => {
                let entry = self.accept(asked, account);
                self.floor.enqueue(Waiting { entry, admitted, prior: None });
                Ok(())
            }
        }
    }

    /// With an idle worker the job does not fall back to the queue, whatever fails.
    fn admit_at_once(&mut self, asked: Request, account: Account, at: usize) -> Result<(), Burst> {
        let Some(assignment) = self.floor.wells.draw_dispatch() else {
            self.refuse_admission(asked, AdmissionRefusal::DispatchCorrelationUnavailable);
            return Ok(());
        };
        if account.fuse > 0 {
            return Err(Burst { entry: None });
        }
        let entry = self.accept(asked, account);
        self.assign(at, entry, self.id(assignment));
        Ok(())
    }

    /// Enters a job into the ledger and answers its customer.
    fn accept(&mut self, asked: Request, account: Account) -> usize {
        let entry = self.ledger.len();
        self.ledger.push(account);
        let outcome = Admission::Accepted { request: asked.request, job: account.job };
        self.say(Said::DeliverAdmission { route: asked.customer, outcome });
        entry
    }

    /// Hands a job to an idle worker, and moves the cursor past it.
    fn assign(&mut self, at: usize, entry: usize, assignment: Id) {
        let Some(Account { payload, .. }) = self.ledger.get(entry).copied() else { return };
        let cell = self.cell(at);
        cell.owed.open(Owed::DELIVERY.with(Owed::COMPLETION));
        cell.job = Some(entry);
        cell.assignment = assignment;
        let (child, evidence) = (cell.child, cell.evidence);
        self.floor.cursor = (at + 1) % self.floor.cells.count().max(1);
        let origin = Origin::Own;
        let command = Command { origin, assignment, child, evidence, execution: payload };
        self.say(Said::DeliverAssignment { child, assignment, command });
    }

    /// Hands waiting jobs to idle workers until there are no more of the ones or the others.
    pub(super) fn fill(&mut self) -> Result<(), Burst> {
        while let Some(head) = self.floor.queue.first().copied()
            && let Some(at) = self.floor.cells.idle_from(self.floor.cursor)
        {
            self.copy_payload(head.entry)?;
            self.floor.queue.remove(0);
            match self.floor.wells.draw_dispatch() {
                Some(assignment) => self.assign(at, head.entry, self.id(assignment)),
                None => self.return_unassignable(head),
            }
        }
        Ok(())
    }

    fn copy_payload(&self, entry: usize) -> Result<(), Burst> {
        match self.ledger.get(entry) {
            Some(account) if account.fuse > 0 => Err(Burst { entry: Some(entry) }),
            Some(_) | None => Ok(()),
        }
    }

    /// A head that could not be assigned leaves, with the outcome that its history asks for.
    fn return_unassignable(&mut self, head: Waiting) {
        let Some(role) = head.prior else {
            return self.return_queued(head, QueuedReturn::DispatchCorrelationUnavailable);
        };
        if let Some(Account { job, payload, customer, .. }) = self.ledger.get(head.entry).copied() {
            let reason = AssignedReturn::RetryPreparationRejected;
            let outcome = Terminal::ReturnedAssigned { job, role, payload, reason };
            self.say(Said::DeliverCustomerTerminal { route: customer, outcome });
        }
    }

    fn return_queued(&mut self, waiting: Waiting, reason: QueuedReturn) {
        if let Some(Account { job, payload, customer, .. }) =
            self.ledger.get(waiting.entry).copied()
        {
            let outcome = Terminal::ReturnedQueued { job, payload, reason };
            self.say(Said::DeliverCustomerTerminal { route: customer, outcome });
        }
    }

    /// Returns every waiting job in admission order.
    pub(super) fn return_queue(&mut self, reason: QueuedReturn) {
        for place in 0..self.floor.queue.len() {
            self.return_queued(self.floor.queue[place], reason);
        }
        self.floor.queue.clear();
    }

    /// Nobody is left who could ever take a job.
    fn is_deserted(&self) -> bool {
        self.floor.cells.all().iter().all(|cell| cell.is_vacant())
    }

    /// Nobody will ever take what still waits.
    pub(super) fn return_stranded(&mut self) {
        if !self.floor.queue.is_empty() && self.is_deserted() {
            self.return_queue(QueuedReturn::NoRecoverableWorkers);
        }
    }
}
