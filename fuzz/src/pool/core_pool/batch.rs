//! What a step said: shown, noted, kept, and settled as a batch where the host wants it cut.

use super::{BATCH_SETTLEMENT, CorePool, Operation, PRODUCT_READS_ALIKE, Witnessed, ids};
use crate::pool::observation::{Said, Told, Verdict};
use crate::run::product::{Reading, are_told_apart};
use crate::verdict::LawBreach;
use actor_laws::pool::{self as core, AppliedOperation, PoolActions};
use actor_laws::settlement::{BatchSettlement, Environment, RejectedOperation};

impl CorePool {
    /// Shows and takes over everything that the step said.
    pub(super) fn conclude(
        &mut self,
        told: &Told,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        let verdict = match self.actions.verdict() {
            core::Verdict::Continue => Verdict::Continue,
            core::Verdict::Stopped => Verdict::Stopped,
            core::Verdict::ForcedRetirement => Verdict::ForcedRetirement,
        };
        let mut actions = std::mem::take(&mut self.actions);
        demand_one_reading(&actions)?;
        let count = actions.operations().len();
        let settled = match cut {
            Some(place) if count > 0 => self.settle(&mut actions, place % count, told, said),
            Some(_) | None => {
                for operation in actions.drain() {
                    self.show_and_note(&operation, told, said);
                    self.books.keep.stow(operation, told, &self.ledger);
                }
                Ok(())
            }
        };
        self.actions = actions;
        settled.map(|()| verdict)
    }

    fn show_and_note(&mut self, operation: &Operation, told: &Told, said: &mut Vec<Said>) {
        if let (Operation::InitializeWorker(initialize), Told::BirthCommitted { evidence, .. }) =
            (operation, told)
        {
            self.books.evidence.push((ids::child(initialize.child), *evidence));
        }
        self.show(operation, told, said);
        self.note(operation);
    }

    /// Applies the batch until the operation at `place` is rejected, and checks that the settlement
    /// has everything: the applied prefix, the rejected operation, the whole rest, in order.
    fn settle(
        &mut self,
        actions: &mut PoolActions<Witnessed>,
        place: usize,
        told: &Told,
        said: &mut Vec<Said>,
    ) -> Result<(), LawBreach> {
        let count = actions.operations().len();
        let mut customs = Customs { pool: self, told, said, place, asked: 0 };
        let settlement = actions.settle(&mut customs);
        let BatchSettlement::Partial { applied, rejected, not_attempted } = settlement else {
            let evidence = format!("nothing was rejected at {place} of {count}");
            return Err(LawBreach::new(BATCH_SETTLEMENT, evidence));
        };
        let shares = (applied.len(), not_attempted.len());
        for record in applied {
            self.books.keep.stow_record(record, told, &self.ledger);
        }
        for operation in std::iter::once(rejected.operation).chain(not_attempted) {
            self.show_and_note(&operation, told, said);
            self.books.keep.stow(operation, told, &self.ledger);
        }
        if shares == (place, count - place - 1) && rejected.reason == place {
            return Ok(());
        }
        let evidence = format!("cut at {place} of {count}, settled as {shares:?}");
        Err(LawBreach::new(BATCH_SETTLEMENT, evidence))
    }
}

fn demand_one_reading(actions: &PoolActions<Witnessed>) -> Result<(), LawBreach> {
    let reading = Reading {
        operations: actions.operations(),
        lane_of: &Operation::lane,
        lane: &|lane| actions.lane(lane),
        has_verdict: actions.verdict() != core::Verdict::Continue,
        is_empty: actions.is_empty(),
    };
    let contradiction = reading.contradiction().or_else(|| misread_requests(actions.operations()));
    contradiction.map_or(Ok(()), |evidence| Err(LawBreach::new(PRODUCT_READS_ALIKE, evidence)))
}

/// No worker is asked twice, so the requests of one product differ from each other and in all their parts.
fn misread_requests(operations: &[Operation]) -> Option<String> {
    let requests = || {
        operations.iter().filter_map(|operation| match operation {
            Operation::ShutdownWorker(request) => Some(request),
            _ => None,
        })
    };
    let are_told_apart = are_told_apart(requests())
        && self::are_told_apart(requests().map(|request| &request.correlation))
        && self::are_told_apart(requests().map(|request| &request.correlation.worker));
    (!are_told_apart).then(|| "the shutdown requests compare otherwise than they read".to_owned())
}

/// An environment that rejects the operation at one place, and that one alone: whoever goes on applying
/// after a rejection is not kept from it.
struct Customs<'a> {
    pool: &'a mut CorePool,
    told: &'a Told,
    said: &'a mut Vec<Said>,
    place: usize,
    /// Operations that were handed to it, the rejected one included.
    asked: usize,
}

impl Environment<Operation> for Customs<'_> {
    type Reason = usize;

    fn apply(
        &mut self,
        operation: Operation,
    ) -> Result<AppliedOperation<Witnessed>, RejectedOperation<Operation, usize>> {
        let place = self.asked;
        self.asked += 1;
        if place == self.place {
            return Err(RejectedOperation { operation, reason: place });
        }
        self.pool.show_and_note(&operation, self.told, self.said);
        Ok(self.record(operation))
    }
}

impl Customs<'_> {
    /// The record of an operation that crossed the boundary. What it moved stays with the host.
    fn record(&mut self, operation: Operation) -> AppliedOperation<Witnessed> {
        match operation {
            Operation::TransferRejectedFact { fact, reason } => {
                AppliedOperation::RejectedFactTransferred { fact, reason }
            }
            Operation::TransferTerminalDiagnostic { diagnostic } => {
                AppliedOperation::TerminalDiagnosticTransferred { diagnostic }
            }
            Operation::TransferDrainResidual { residual, cause } => {
                AppliedOperation::DrainResidualTransferred { residual, cause }
            }
            other => {
                let record = brief(&other);
                self.pool.books.keep.stow(other, self.told, &self.pool.ledger);
                record
            }
        }
    }
}

/// The record of an operation whose values do not stay with it.
fn brief(operation: &Operation) -> AppliedOperation<Witnessed> {
    match operation {
        Operation::CreateWorker(create) => {
            AppliedOperation::WorkerCreationSubmitted { child: create.child }
        }
        Operation::ObserveWorkerCreation { child } => {
            AppliedOperation::WorkerCreationObservationStarted { child: *child }
        }
        Operation::ObserveWorkerStop { child } => {
            AppliedOperation::WorkerStopObservationStarted { child: *child }
        }
        Operation::InitializeWorker(initialize) => {
            let core::InitializeWorker { child, attempt, .. } = *initialize;
            AppliedOperation::WorkerInitializationSubmitted { child, attempt }
        }
        Operation::BeginWorkerActivation(begin) => {
            let core::BeginWorkerActivation { child, ticket, .. } = *begin;
            AppliedOperation::WorkerActivationBeginDelivered { child, ticket }
        }
        Operation::CancelWorkerActivation { child, ticket } => {
            AppliedOperation::WorkerActivationCancelDelivered { child: *child, ticket: *ticket }
        }
        Operation::DeliverAdmission { outcome, .. } => {
            let (core::AdmissionOutcome::Accepted { request, .. }
            | core::AdmissionOutcome::Rejected { request, .. }) = outcome;
            AppliedOperation::AdmissionDelivered { request: request.clone() }
        }
        Operation::DeliverCustomerTerminal { outcome, .. } => {
            AppliedOperation::CustomerTerminalDelivered { job: outcome.job() }
        }
        Operation::DeliverAssignment(deliver) => {
            let core::DeliverAssignment { child, assignment, .. } = *deliver;
            AppliedOperation::AssignmentDelivered { child, assignment }
        }
        Operation::PrepareWorker(prepare) => {
            AppliedOperation::WorkerPreparationRequested { ticket: prepare.ticket }
        }
        Operation::ScheduleRestart(schedule) => {
            let core::ScheduleRestart { recovery, timer, .. } = *schedule;
            AppliedOperation::RestartScheduleSubmitted { recovery, timer }
        }
        Operation::ShutdownWorker(shutdown) => AppliedOperation::WorkerShutdownDelivered {
            child: shutdown.child,
            correlation: shutdown.correlation.clone(),
        },
        Operation::ScheduleDrainDeadline(schedule) => {
            AppliedOperation::DrainDeadlineScheduleSubmitted { timer: schedule.timer }
        }
        Operation::DeliverDiagnostic { correlation, .. } => {
            AppliedOperation::DiagnosticDelivered { correlation: *correlation }
        }
        Operation::TransferRejectedFact { .. }
        | Operation::TransferTerminalDiagnostic { .. }
        | Operation::TransferDrainResidual { .. }
        | Operation::ReportCompletionToParent { .. } => {
            unreachable!("{operation:?} keeps its values")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::custody::Ledger;
    use crate::pool::machine::PoolUnderTest;
    use crate::pool::observation::Origin;
    use crate::pool::scenario::Scenario;
    use actor_laws::Fold;
    use std::rc::Rc;

    #[test]
    fn the_environment_rejects_one_operation_and_takes_what_a_settlement_offers_after_it() {
        let (setup, ledger) = (Scenario::decode(&[]).setup, Rc::new(Ledger::default()));
        let mut pool = CorePool::construct(&setup, Origin::Own, ledger).expect("a valid setup");
        let mut actions = PoolActions::default();
        pool.pool.step(core::PoolInput::Initialize, &mut actions).expect("it is not started");
        let (told, mut said) = (Told::Initialize, Vec::new());
        let mut customs =
            Customs { pool: &mut pool, told: &told, said: &mut said, place: 1, asked: 0 };
        let taken: Vec<bool> =
            actions.drain().map(|operation| customs.apply(operation).is_ok()).collect();
        assert_eq!(taken, [true, false, true]);
    }
}
