//! What a step said: shown, noted, and settled as a batch where the host wants it cut.

use super::{
    BATCH_SETTLEMENT, CoreProxy, Operation, PRODUCT_READS_ALIKE, Witnessed, outcome, show,
};
use crate::proxy::observation::{Said, Verdict};
use crate::run::product::Reading;
use crate::verdict::LawBreach;
use actor_laws::product::InLane as _;
use actor_laws::proxy::{self as core, AppliedProxyOperation, ProxyActions, ProxyVerdict};
use actor_laws::settlement::{BatchSettlement, Environment, RejectedOperation};

impl CoreProxy {
    /// Shows and takes over everything that the step said.
    pub(super) fn conclude(
        &mut self,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        let mut actions = std::mem::take(&mut self.actions);
        demand_one_reading(&actions)?;
        let count = actions.operations().len();
        let settled = match cut {
            Some(place) if count > 0 => self.settle(&mut actions, place % count, said),
            Some(_) | None => {
                let (operations, verdict) = actions.take();
                for operation in operations {
                    self.take_over(operation, said);
                }
                Ok(verdict)
            }
        };
        self.actions = actions;
        Ok(self.verdict(settled?))
    }

    fn verdict(&self, verdict: Option<ProxyVerdict<Witnessed>>) -> Verdict {
        let Some(ProxyVerdict::Stopped { leftover }) = verdict else { return Verdict::Continue };
        let shown = outcome::leftover(&leftover);
        self.ledger.silently(|| drop(leftover));
        Verdict::Stopped { leftover: shown }
    }

    /// Shows an operation, and takes down what it issues; its values are the host's by their tags.
    fn take_over(&mut self, operation: Operation, said: &mut Vec<Said>) {
        self.show_and_note(&operation, said);
        self.ledger.silently(|| drop(operation));
    }

    fn show_and_note(&mut self, operation: &Operation, said: &mut Vec<Said>) {
        said.push(show::said(operation));
        match operation {
            Operation::CreateWorker(create) => self.ids.note_creation(create.creation),
            Operation::BeginActivation(begin) => self.ids.note_activation(begin.activation),
            Operation::ObserveWorkerCreation { .. }
            | Operation::ObserveWorkerExit { .. }
            | Operation::InitializeWorker { .. }
            | Operation::CancelActivation { .. }
            | Operation::ShutdownWorker(_)
            | Operation::DeliverService(_)
            | Operation::Report(_)
            | Operation::Diagnostic(_) => {}
        }
    }

    /// Applies the batch until the operation at `place` is rejected, and checks that the settlement
    /// has everything: the applied prefix, the rejected operation, the whole rest, in order.
    fn settle(
        &mut self,
        actions: &mut ProxyActions<Witnessed>,
        place: usize,
        said: &mut Vec<Said>,
    ) -> Result<Option<ProxyVerdict<Witnessed>>, LawBreach> {
        let count = actions.operations().len();
        let mut customs = Customs { proxy: self, said, place, asked: 0 };
        let (settlement, verdict) = actions.settle(&mut customs);
        let BatchSettlement::Partial { applied, rejected, not_attempted } = settlement else {
            let evidence = format!("nothing was rejected at {place} of {count}");
            return Err(LawBreach::new(BATCH_SETTLEMENT, evidence));
        };
        let shares = (applied.len(), not_attempted.len());
        self.ledger.silently(|| drop(applied));
        for operation in std::iter::once(rejected.operation).chain(not_attempted) {
            self.take_over(operation, said);
        }
        if shares == (place, count - place - 1) && rejected.reason == place {
            return Ok(verdict);
        }
        let evidence = format!("cut at {place} of {count}, settled as {shares:?}");
        Err(LawBreach::new(BATCH_SETTLEMENT, evidence))
    }
}

fn demand_one_reading(actions: &ProxyActions<Witnessed>) -> Result<(), LawBreach> {
    let reading = Reading {
        operations: actions.operations(),
        lane_of: &|operation: &Operation| operation.lane(),
        lane: &|lane| actions.lane(lane),
        has_verdict: actions.verdict().is_some(),
        is_empty: actions.is_empty(),
    };
    let contradiction = reading.contradiction();
    contradiction.map_or(Ok(()), |evidence| Err(LawBreach::new(PRODUCT_READS_ALIKE, evidence)))
}

/// An environment that rejects the operation at one place, and that one alone: whoever goes on applying
/// after a rejection is not kept from it.
struct Customs<'a> {
    proxy: &'a mut CoreProxy,
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
    ) -> Result<AppliedProxyOperation<Witnessed>, RejectedOperation<Operation, usize>> {
        let place = self.asked;
        self.asked += 1;
        if place == self.place {
            return Err(RejectedOperation { operation, reason: place });
        }
        self.proxy.show_and_note(&operation, self.said);
        Ok(self.record(operation))
    }
}

impl Customs<'_> {
    /// The record of an operation that crossed the boundary. What it moved stays with the host.
    fn record(&mut self, operation: Operation) -> AppliedProxyOperation<Witnessed> {
        if let Operation::Diagnostic(diagnostic) = operation {
            return AppliedProxyOperation::DiagnosticTransferred { diagnostic };
        }
        let record = brief(&operation);
        self.proxy.ledger.silently(|| drop(operation));
        record
    }
}

/// The record of an operation whose values do not stay with it.
fn brief(operation: &Operation) -> AppliedProxyOperation<Witnessed> {
    match operation {
        Operation::CreateWorker(create) => {
            AppliedProxyOperation::WorkerCreationSubmitted { creation: create.creation }
        }
        Operation::ObserveWorkerCreation { creation } => {
            AppliedProxyOperation::WorkerCreationObservationStarted { creation: *creation }
        }
        Operation::ObserveWorkerExit { creation } => {
            AppliedProxyOperation::WorkerExitObservationStarted { creation: *creation }
        }
        Operation::InitializeWorker { incarnation, attempt } => {
            let (incarnation, attempt) = (*incarnation, *attempt);
            AppliedProxyOperation::WorkerInitializationSubmitted { incarnation, attempt }
        }
        Operation::BeginActivation(begin) => AppliedProxyOperation::ActivationBeginDelivered {
            incarnation: begin.incarnation,
            activation: begin.activation,
        },
        Operation::CancelActivation { incarnation, activation } => {
            let (incarnation, activation) = (*incarnation, *activation);
            AppliedProxyOperation::ActivationCancelDelivered { incarnation, activation }
        }
        Operation::ShutdownWorker(shutdown) => {
            AppliedProxyOperation::WorkerShutdownDelivered { incarnation: shutdown.incarnation }
        }
        Operation::DeliverService(deliver) => {
            AppliedProxyOperation::ServiceDelivered { incarnation: deliver.incarnation }
        }
        Operation::Report(report) => match report {
            core::OwnerReport::Initial { ticket, .. } => {
                AppliedProxyOperation::InitialOutcomeReported { ticket: *ticket }
            }
            core::OwnerReport::Replacement { ticket, .. } => {
                AppliedProxyOperation::ReplacementOutcomeReported { ticket: *ticket }
            }
            core::OwnerReport::WorkerStopped { evidence, .. } => {
                AppliedProxyOperation::WorkerStopReported { evidence: *evidence }
            }
            core::OwnerReport::Unavailable { .. } => AppliedProxyOperation::UnavailabilityReported,
        },
        Operation::Diagnostic(_) => unreachable!("{operation:?} keeps its values"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::custody::Ledger;
    use crate::observation::Seat;
    use crate::proxy::core_proxy::input::Maker;
    use crate::proxy::observation::{Id, Submission, Told};
    use crate::proxy::scenario::ProxyScript;
    use crate::run::Machine;
    use crate::script::{Header, Script};
    use actor_laws::Fold;
    use std::rc::Rc;

    #[test]
    fn the_environment_rejects_one_operation_and_takes_what_a_settlement_offers_after_it() {
        let setup = ProxyScript::setup(&Header::benign());
        let ledger = Rc::new(Ledger::default());
        let Ok(mut proxy) = CoreProxy::construct(&setup, Seat::Judged, Rc::clone(&ledger));
        let ticket = Id { issuer: 0, ordinal: 1 };
        let told = Told::InstallInitial { ticket, submission: Submission { worker: 1, plan: 2 } };
        let maker = Maker { ledger: &ledger, seat: Seat::Judged, ids: &proxy.ids };
        let mut actions = ProxyActions::default();
        proxy.proxy.step(maker.input(&told), &mut actions).expect("it is empty");
        let mut said = Vec::new();
        let mut customs = Customs { proxy: &mut proxy, said: &mut said, place: 1, asked: 0 };
        let (operations, _) = actions.take();
        let taken: Vec<bool> =
            operations.map(|operation| customs.apply(operation).is_ok()).collect();
        assert_eq!(taken, [true, false, true]);
    }
}
