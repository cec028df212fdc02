//! What a step said: shown, noted, kept, and settled as a batch where the host wants it cut.

use super::protocol::Witnessed;
use super::{BATCH_SETTLEMENT, CoreSupervisor, Operation, PRODUCT_READS_ALIKE, show, state};
use crate::run::product::Reading;
use crate::supervisor::observation::{Authority, Origin, Said, Told, Verdict};
use crate::verdict::LawBreach;
use actor_laws::product::InLane as _;
use actor_laws::settlement::{BatchSettlement, Environment, RejectedOperation};
use actor_laws::supervisor::{
    AppliedOperation, CancelAnswer, DynamicLifecycle, EntryPhase, InterruptionCause, OperationId,
    Reply, ShutdownPurpose, SupervisorActions, SupervisorVerdict,
};

impl CoreSupervisor {
    /// Shows and takes over everything that the step said.
    pub(super) fn conclude(
        &mut self,
        told: &Told,
        cut: Option<usize>,
        said: &mut Vec<Said>,
    ) -> Result<Verdict, LawBreach> {
        let mut actions = std::mem::take(&mut self.actions);
        demand_one_reading(&actions)?;
        let count = actions.operations().len();
        let settled = match cut {
            Some(place) if count > 0 => self.settle(&mut actions, place % count, told, said),
            Some(_) | None => {
                let (operations, verdict) = actions.take();
                for operation in operations {
                    self.take_over(operation, told, said);
                }
                Ok(verdict)
            }
        };
        self.actions = actions;
        Ok(self.verdict(settled?))
    }

    fn verdict(&self, verdict: Option<SupervisorVerdict>) -> Verdict {
        match (verdict, self.supervisor.forced()) {
            (None, _) => Verdict::Continue,
            (Some(SupervisorVerdict::ForcedRetirement), Some(forced)) => {
                Verdict::ForcedRetirement { force: state::force(&forced.force) }
            }
            (Some(SupervisorVerdict::Stopped | SupervisorVerdict::ForcedRetirement), _) => {
                Verdict::Stopped
            }
        }
    }

    /// Shows an operation and takes down what it issues; its values are the host's by their tags, but
    /// for authorities.
    fn take_over(&mut self, operation: Operation, told: &Told, said: &mut Vec<Said>) {
        self.show_and_note(&operation, told, said);
        self.stow(operation, told);
    }

    fn show_and_note(&mut self, operation: &Operation, told: &Told, said: &mut Vec<Said>) {
        let issued = self.issued(operation, told);
        said.push(show::said(operation, told, issued));
        self.note(operation);
    }

    /// The authority of a receipt: its entry shows the operation.
    fn issued(&mut self, operation: &Operation, told: &Told) -> Option<Authority> {
        let Operation::Reply { reply, .. } = operation else { return None };
        if !matches!(reply, Reply::Start(Ok(_)) | Reply::Replace(Ok(_))) {
            return None;
        }
        let (Told::Start { key, .. } | Told::Replace { key, .. }) = *told else { return None };
        let entry = self.supervisor.entries().find(|entry| *entry.key == key)?;
        let operation = operation_of(&entry.phase)?;
        self.ids.operations.note(operation);
        let operation = super::ids::operation(operation);
        Some(Authority { origin: Origin::Own, key, operation })
    }

    /// Takes down what the supervisor has issued, to recognise it when it is told back.
    fn note(&mut self, operation: &Operation) {
        match operation {
            Operation::CreateProxy { creation, generation } => {
                self.ids.creations.note(*creation);
                self.ids.generations.note(*generation);
            }
            Operation::ShutdownProxy(request) => {
                if let ShutdownPurpose::Stop(stop) = request.purpose {
                    self.ids.stops.note(stop);
                }
            }
            Operation::Lifecycle { event, .. } => match event.event {
                DynamicLifecycle::StopFinished { stop, .. }
                | DynamicLifecycle::WorkerChangeInterrupted {
                    cause: InterruptionCause::ExplicitStop { stop },
                    ..
                } => self.ids.stops.note(stop),
                _ => {}
            },
            Operation::ScheduleDeadline(schedule) => self.ids.deadlines.note(schedule.deadline),
            Operation::ObserveProxyCreation { .. }
            | Operation::ObserveProxyExit { .. }
            | Operation::InstallInitial(_)
            | Operation::Replace(_)
            | Operation::Reply { .. }
            | Operation::DeliverDiagnostic { .. }
            | Operation::TransferTerminalDiagnostic { .. } => {}
        }
    }

    /// Keeps an authority, discards the rest.
    fn stow(&mut self, operation: Operation, told: &Told) {
        let ledger = std::rc::Rc::clone(&self.ledger);
        let Operation::Reply { route, reply } = operation else {
            return ledger.silently(|| drop(operation));
        };
        ledger.silently(|| {
            drop(route);
            self.stow_reply(reply, told);
        });
    }

    fn stow_reply(&mut self, reply: Reply<Witnessed>, told: &Told) {
        match reply {
            Reply::Start(Ok(receipt)) | Reply::Replace(Ok(receipt)) => {
                let place = self.ids.operations.newest();
                if let Some(operation) = place {
                    let operation = super::ids::operation(operation);
                    let (key, origin) = (receipt.key, Origin::Own);
                    self.keep(Authority { origin, key, operation }, receipt.cancel);
                }
            }
            Reply::Cancel(answer) => {
                let (CancelAnswer::Returned { authority: token, .. }
                | CancelAnswer::Pending { authority: token, .. }
                | CancelAnswer::Committed { authority: token, .. }
                | CancelAnswer::Cancelled { authority: token }
                | CancelAnswer::Stale { authority: token }
                | CancelAnswer::Draining { authority: token }) = answer;
                if let Told::Cancel { authority, .. } = told {
                    self.keep(*authority, token);
                }
            }
            Reply::Start(Err(_)) | Reply::Replace(Err(_)) | Reply::Stop(_) | Reply::Query(_) => {}
        }
    }

    /// Applies the batch until the operation at `place` is rejected, and checks that the settlement
    /// has everything: the applied prefix, the rejected operation, the whole rest, in order.
    fn settle(
        &mut self,
        actions: &mut SupervisorActions<Witnessed>,
        place: usize,
        told: &Told,
        said: &mut Vec<Said>,
    ) -> Result<Option<SupervisorVerdict>, LawBreach> {
        let count = actions.operations().len();
        let mut customs = Customs { supervisor: self, told, said, place, asked: 0 };
        let (settlement, verdict) = actions.settle(&mut customs);
        let BatchSettlement::Partial { applied, rejected, not_attempted } = settlement else {
            let evidence = format!("nothing was rejected at {place} of {count}");
            return Err(LawBreach::new(BATCH_SETTLEMENT, evidence));
        };
        let shares = (applied.len(), not_attempted.len());
        self.ledger.silently(|| drop(applied));
        for operation in std::iter::once(rejected.operation).chain(not_attempted) {
            self.take_over(operation, told, said);
        }
        if shares == (place, count - place - 1) && rejected.reason == place {
            return Ok(verdict);
        }
        let evidence = format!("cut at {place} of {count}, settled as {shares:?}");
        Err(LawBreach::new(BATCH_SETTLEMENT, evidence))
    }
}

/// The operation that an entry shows as under way.
fn operation_of(phase: &EntryPhase<'_, Witnessed>) -> Option<OperationId> {
    match phase {
        EntryPhase::CreatingProxy { operation, .. }
        | EntryPhase::StartWaiting { operation }
        | EntryPhase::StartAwaitingReceipt { operation }
        | EntryPhase::StartAwaitingOutcome { operation }
        | EntryPhase::ReplaceWaiting { operation, .. }
        | EntryPhase::ReplaceAwaitingReceipt { operation, .. }
        | EntryPhase::ReplaceAwaitingOutcome { operation, .. } => Some(*operation),
        EntryPhase::Ready { .. } | EntryPhase::Empty { .. } | EntryPhase::Ending { .. } => None,
    }
}

fn demand_one_reading(actions: &SupervisorActions<Witnessed>) -> Result<(), LawBreach> {
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
    supervisor: &'a mut CoreSupervisor,
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
        self.supervisor.show_and_note(&operation, self.told, self.said);
        Ok(self.record(operation))
    }
}

impl Customs<'_> {
    /// The record of an operation that crossed the boundary. What it moved stays with the host.
    fn record(&mut self, operation: Operation) -> AppliedOperation<Witnessed> {
        match operation {
            Operation::TransferTerminalDiagnostic { diagnostic } => {
                AppliedOperation::TerminalDiagnosticTransferred { diagnostic }
            }
            Operation::ShutdownProxy(request) => {
                AppliedOperation::ProxyShutdownSubmitted { request }
            }
            other => {
                let record = brief(&other);
                self.supervisor.stow(other, self.told);
                record
            }
        }
    }
}

/// The record of an operation whose values do not stay with it.
fn brief(operation: &Operation) -> AppliedOperation<Witnessed> {
    match operation {
        Operation::CreateProxy { creation, .. } => {
            AppliedOperation::ProxyCreationSubmitted { creation: *creation }
        }
        Operation::ObserveProxyCreation { creation } => {
            AppliedOperation::ProxyCreationObservationStarted { creation: *creation }
        }
        Operation::ObserveProxyExit { creation } => {
            AppliedOperation::ProxyExitObservationStarted { creation: *creation }
        }
        Operation::InstallInitial(input) | Operation::Replace(input) => {
            let (proxy, kind, operation) = (input.proxy, input.kind, input.operation);
            AppliedOperation::ProxyInputSubmitted { proxy, kind, operation }
        }
        Operation::Reply { .. } => AppliedOperation::ReplyDelivered,
        Operation::Lifecycle { event, .. } => {
            AppliedOperation::LifecycleDelivered { identity: event.identity.clone() }
        }
        Operation::DeliverDiagnostic { correlation, .. } => {
            AppliedOperation::DiagnosticDelivered { correlation: *correlation }
        }
        Operation::ScheduleDeadline(schedule) => {
            AppliedOperation::DeadlineScheduleSubmitted { deadline: schedule.deadline }
        }
        Operation::ShutdownProxy(_) | Operation::TransferTerminalDiagnostic { .. } => {
            unreachable!("{operation:?} keeps its values")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::custody::Ledger;
    use crate::observation::Seat;
    use crate::run::Machine;
    use crate::script::{Header, Script};
    use crate::supervisor::core_supervisor::make::Maker;
    use crate::supervisor::observation::Submission;
    use crate::supervisor::scenario::SupervisorScript;
    use actor_laws::Fold;
    use std::rc::Rc;

    #[test]
    fn the_environment_rejects_one_operation_and_takes_what_a_settlement_offers_after_it() {
        let choices = SupervisorScript::setup(&Header::benign());
        let ledger = Rc::new(Ledger::default());
        let built = CoreSupervisor::construct(&choices, Seat::Judged, Rc::clone(&ledger));
        let mut supervisor = built.expect("a valid setup");
        let mut said = Vec::new();
        supervisor.step(&Told::Initialize, None, None, &mut said).expect("it is not started");
        let told = Told::Start { key: 1, submission: Submission { worker: 1, plan: 2 }, reply: 3 };
        let CoreSupervisor { ids, setup, .. } = &supervisor;
        let maker = Maker { ledger: &ledger, seat: Seat::Judged, ids, setup };
        let mut actions = SupervisorActions::default();
        let input = maker.input(&told, None);
        supervisor.supervisor.step(input, &mut actions).expect("it is started");
        let mut customs = Customs {
            supervisor: &mut supervisor,
            told: &told,
            said: &mut said,
            place: 1,
            asked: 0,
        };
        let (operations, _) = actions.take();
        let taken: Vec<bool> =
            operations.map(|operation| customs.apply(operation).is_ok()).collect();
        assert_eq!(taken, [true, false, true, true]);
    }
}
