//! How delivery, completion and stop of one assignment come together, in whatever order.

use super::cells::Report;
use super::floor::{Account, Waiting};
use super::owed::Owed;
use super::turn::Turn;
use crate::pool::observation::{
    AssignedReturn, Command, Completion, Id, Interruption, Origin, Said, Terminal, Told, Transfer,
    TransferReason,
};

impl Turn<'_> {
    /// Whether a completion consumed the authority of this cell's own assignment.
    pub(super) fn is_authorized(&self, at: usize, completion: &Completion) -> bool {
        let Completion { origin, assignment, child, evidence, .. } = *completion;
        self.is_own_half(at, origin, assignment, child, evidence)
    }

    /// Whether an authority is the other half of the one that this cell retains.
    fn is_own_half(
        &self,
        at: usize,
        origin: Origin,
        assignment: Id,
        child: Id,
        evidence: u32,
    ) -> bool {
        let is_of_this_pool = match origin {
            Origin::Own | Origin::Twin | Origin::Namesake => true,
            Origin::Foreign => false,
        };
        self.floor.cells.all().get(at).is_some_and(|cell| {
            is_of_this_pool
                && cell.assignment == assignment
                && cell.child == child
                && cell.evidence == evidence
        })
    }

    pub(super) fn completed(&mut self, at: usize, completion: Completion) {
        let cell = self.cell(at);
        cell.owed.close(Owed::COMPLETION);
        if cell.owed.any(Owed::DELIVERY) {
            let late = !cell.owed.any(Owed::EXIT);
            cell.report = Some(Report { completion, late });
        } else {
            self.finish(at, completion);
        }
    }

    /// During drain the customer has had the job's outcome, and an acceptance carries nothing.
    pub(super) fn delivered(&mut self, at: usize) {
        let cell = self.cell(at);
        cell.owed.close(Owed::DELIVERY);
        let (is_alive, child) = (cell.lives(), cell.child);
        match cell.report.take() {
            Some(Report { completion, late: false }) => self.finish(at, completion),
            Some(Report { completion, late: true }) => {
                self.interrupt(at);
                self.refuse_stale(Told::Completed { child, completion });
            }
            None if is_alive => {}
            None => self.interrupt(at),
        }
        self.lost_if_gone(at);
    }

    /// The assignment did not reach the worker.
    pub(super) fn undelivered(&mut self, at: usize, returned: Command, reason: u8) {
        let is_draining = self.is_draining();
        let cell = self.cell(at);
        cell.owed.close(Owed::DELIVERY.with(Owed::COMPLETION));
        let (retained, report) = (cell.assignment, cell.report.take());
        if is_draining {
            self.discard(at, Transfer::RejectedDelivery { retained, returned, reason });
            return self.lost_if_gone(at);
        }
        let Command { origin, assignment, child, evidence, .. } = returned;
        let reunited = self.is_own_half(at, origin, assignment, child, evidence);
        let completion = report.map(|report| report.completion);
        match completion {
            None if reunited => self.take_job_back(at),
            Some(completion) if reunited => {
                let values =
                    Transfer::ContradictoryDelivery { retained, returned, reason, completion };
                self.contradicted(at, values, TransferReason::Contradictory);
            }
            None | Some(_) => {
                let values =
                    Transfer::MismatchedDelivery { retained, returned, reason, completion };
                self.contradicted(at, values, TransferReason::Mismatch);
            }
        }
    }

    /// The job was proven not to have been started: it waits again, and the worker has to go.
    fn take_job_back(&mut self, at: usize) {
        if let Some(entry) = self.cell(at).job.take() {
            self.requeue(at, entry);
        }
        if self.cell(at).lives() {
            self.send_away(at);
        } else {
            self.lost_if_gone(at);
        }
    }

    /// The facts exclude each other: nothing is requeued or reused, and the pool ends.
    fn contradicted(&mut self, at: usize, values: Transfer, reason: TransferReason) {
        self.return_assigned(at, AssignedReturn::ContradictoryAssignmentSettlement);
        self.transfer(at, values, reason);
        self.closing = true;
    }

    /// Ends the cell's job with a result.
    fn finish(&mut self, at: usize, completion: Completion) {
        let Some((role, account)) = self.take_job(at) else { return };
        let outcome = Terminal::Completed { job: account.job, role, output: completion.output };
        self.say(Said::DeliverCustomerTerminal { route: account.customer, outcome });
    }

    /// The worker stopped on its job, if it has one.
    pub(super) fn interrupt(&mut self, at: usize) {
        match self.rules.interruption {
            Interruption::Fail => self.return_assigned(at, AssignedReturn::WorkerStopped),
            Interruption::Retry => {
                self.cell(at).owed.close(Owed::COMPLETION);
                if let Some(entry) = self.cell(at).job.take() {
                    self.requeue(at, entry);
                }
            }
        }
    }

    /// Ends the cell's job without a result, if it has one.
    pub(super) fn return_assigned(&mut self, at: usize, reason: AssignedReturn) {
        let Some((role, Account { job, payload, customer, .. })) = self.take_job(at) else {
            return;
        };
        let outcome = Terminal::ReturnedAssigned { job, role, payload, reason };
        self.say(Said::DeliverCustomerTerminal { route: customer, outcome });
    }

    fn take_job(&mut self, at: usize) -> Option<(u8, Account)> {
        let cell = self.cell(at);
        cell.owed.close(Owed::COMPLETION);
        let role = cell.role;
        let entry = cell.job.take()?;
        self.ledger.get(entry).map(|account| (role, *account))
    }

    fn requeue(&mut self, at: usize, entry: usize) {
        let prior = Some(self.cell(at).role);
        if let Some(Account { admitted, .. }) = self.ledger.get(entry).copied() {
            self.floor.enqueue(Waiting { entry, admitted, prior });
        }
    }
}
