//! One fold of a draining pool.

use super::{DeadlinePhase, DrainMember, DrainShutdown, DrainWork, Draining};
use crate::pool::context::Context;
use crate::pool::definition::SourceCustody;
use crate::pool::identity::Slot;
use crate::pool::rejection::{HeldWorker, classify};
use crate::pool::{
    ActivationBeginSettlement, ActivationResult, AdmissionOutcome, AdmissionRejection,
    AssignmentSettlement, ChildNonce, DeadlineFact, DeadlineScheduleSettlement,
    InitializationResult, InitializationSettlement, InstalledWorker, OwnedOperation,
    PoolDiagnostic, PoolInput, PoolProtocol, PreReadyFailure, PreparationResult, RecoveryTicket,
    ResidualCause, RestartScheduleSettlement, RestartTimerFact, Settlement, ShutdownId, Submission,
    TransferReason, TransferredValues, WorkerBirthResolution, WorkerIncarnation,
    WorkerPreparationSettlement, WorkerReadyFact, WorkerReference, WorkerShutdownSettlement,
    WorkerStop, WorkerStopFact,
};
use alloc::boxed::Box;

/// One fold of a draining pool under way.
#[derive(Debug)]
pub(crate) struct DrainTurn<'fold, P: PoolProtocol> {
    pub(crate) context: Context<'fold, P>,
    pub(crate) draining: &'fold mut Draining<P>,
    /// Set by the step that must force the pool's retirement.
    pub(crate) forced: Option<ResidualCause<P>>,
}

/// How a drain fold leaves the pool.
#[derive(Debug)]
pub(crate) enum DrainEnd<P: PoolProtocol> {
    /// Members are left.
    Open,
    /// Every member has drained.
    Drained,
    /// Retirement is forced.
    Forced(ResidualCause<P>),
}

/// A draining worker whose awaited fact has come: what was unresolved at it is resolved.
struct Held<P: PoolProtocol> {
    worker: InstalledWorker<P>,
    shutdown: DrainShutdown,
}

impl<P: PoolProtocol> DrainTurn<'_, P> {
    /// Takes one input, or answers it back if this mode admits none of its kind.
    pub(crate) fn take(mut self, input: PoolInput<P>) -> Result<DrainEnd<P>, PoolInput<P>> {
        match input {
            PoolInput::Initialize => return Err(PoolInput::Initialize),
            PoolInput::Submit(submission) => self.refuse(submission),
            PoolInput::Shutdown => {}
            PoolInput::WorkerBirthResolved(fact) => self.birth_resolved(fact),
            PoolInput::InitializationSettled(fact) => self.initialization_settled(fact),
            PoolInput::ActivationBeginSettled(fact) => self.begin_settled(fact),
            PoolInput::WorkerReady(fact) => self.activation_ended(fact),
            PoolInput::WorkerStopped(fact) => self.worker_stopped(fact),
            PoolInput::AssignmentSettled(fact) => self.assignment_settled(fact),
            PoolInput::WorkerCompleted(_) => self.reject(input),
            PoolInput::WorkerPreparationSettled(fact) => self.preparation_settled(fact),
            PoolInput::RestartScheduleSettled(fact) => self.schedule_settled(fact),
            PoolInput::RestartTimerElapsed(fact) => self.timer_elapsed(fact),
            PoolInput::WorkerShutdownSettled(fact) => self.shutdown_settled(fact),
            PoolInput::DrainDeadlineSettled(fact) => self.deadline_settled(fact),
            PoolInput::DrainDeadlineElapsed(fact) => self.deadline_elapsed(fact),
        }
        Ok(match self.forced {
            Some(cause) => DrainEnd::Forced(cause),
            None if self.draining.is_drained() => DrainEnd::Drained,
            None => DrainEnd::Open,
        })
    }

    fn refuse(&mut self, submission: Submission<P>) {
        let Submission { request, payload, customer: route } = submission;
        let reason = AdmissionRejection::ShuttingDown;
        let outcome = AdmissionOutcome::Rejected { request, payload, reason };
        self.context.push(OwnedOperation::DeliverAdmission { route, outcome });
    }

    fn birth_resolved(&mut self, fact: WorkerBirthResolution<P>) {
        let (role, child) = fact.named();
        let known = self.slot_of(child).filter(|slot| self.context.role(*slot) == role);
        let Some(slot) = known else {
            return self.reject(PoolInput::WorkerBirthResolved(fact));
        };
        match self.draining.take(slot) {
            DrainMember::ResolvingCreation { child: awaited, prior_stop } if awaited == child => {
                self.creation_resolved(slot, prior_stop, fact);
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.reject_back(slot, other, PoolInput::WorkerBirthResolved(fact));
            }
        }
    }

    fn creation_resolved(
        &mut self,
        slot: Slot,
        prior_stop: Option<Box<WorkerStopFact<P>>>,
        fact: WorkerBirthResolution<P>,
    ) {
        match fact {
            WorkerBirthResolution::Committed { child, worker, plan, .. } => match prior_stop {
                None => self.born(slot, child, worker, plan),
                Some(prior) if prior.worker.evidence == worker.evidence => {
                    self.draining.put(slot, DrainMember::Drained);
                    self.transfer(slot, TransferredValues::Plan(plan));
                }
                Some(prior) => {
                    // The stop was another worker's: the birth goes on as if it had not come.
                    self.born(slot, child, worker, plan);
                    self.reject(PoolInput::WorkerStopped(*prior));
                }
            },
            WorkerBirthResolution::Rejected { submission, reason, .. } => {
                self.unborn(slot, submission, reason, prior_stop.map(|prior| prior.stop));
            }
        }
    }

    /// A worker that is born during drain starts nothing and is asked to stop at once.
    fn born(
        &mut self,
        slot: Slot,
        child: ChildNonce,
        incarnation: WorkerIncarnation<P>,
        plan: P::Plan,
    ) {
        let worker = InstalledWorker { child, incarnation };
        let shutdown = match self.context.allocators.shutdown() {
            Ok(id) => {
                self.context.request_shutdown(slot, &worker, id);
                DrainShutdown::Requested(id)
            }
            Err(rejection) => {
                self.forced = Some(ResidualCause::ShutdownCorrelationUnavailable(rejection));
                DrainShutdown::NotRequested
            }
        };
        let work = DrainWork::Created { plan };
        self.draining.put(slot, DrainMember::Worker { worker, work, shutdown });
    }

    fn unborn(
        &mut self,
        slot: Slot,
        submission: P::Submission,
        reason: P::Rejection,
        stop: Option<WorkerStop<P>>,
    ) {
        self.draining.put(slot, DrainMember::Drained);
        let why = match stop {
            Some(_) => TransferReason::Contradictory,
            None => TransferReason::Cancelled,
        };
        let values = TransferredValues::UnbornSubmission { submission, reason, stop };
        self.context.transfer(slot, values, why);
    }

    fn initialization_settled(&mut self, fact: InitializationSettlement<P>) {
        let awaits = |work: &DrainWork<P>| match work {
            DrainWork::Initializing { attempt } => *attempt == fact.attempt,
            DrainWork::Nothing
            | DrainWork::Created { .. }
            | DrainWork::WaitingForActivation { .. }
            | DrainWork::ActivationDispatched { .. }
            | DrainWork::Activating { .. }
            | DrainWork::Delivering { .. } => false,
        };
        let Some((slot, held)) = self.take_awaiting(&fact.worker, awaits) else {
            return self.reject(PoolInput::InitializationSettled(fact));
        };
        let Held { worker, shutdown } = held;
        match fact.result {
            InitializationResult::Stopped { stop, plan } => {
                self.transfer(slot, TransferredValues::Plan(plan));
                self.stopped(slot, worker, DrainWork::Nothing, shutdown, stop);
            }
            result @ (InitializationResult::ReadyForActivation { .. }
            | InitializationResult::Rejected { .. }) => {
                self.transfer(slot, TransferredValues::initialization(result));
                self.keep(slot, worker, DrainWork::Nothing, shutdown);
            }
        }
    }

    fn begin_settled(&mut self, fact: ActivationBeginSettlement<P>) {
        let awaits = |work: &DrainWork<P>| match work {
            DrainWork::ActivationDispatched { ticket } => *ticket == fact.ticket,
            DrainWork::Nothing
            | DrainWork::Created { .. }
            | DrainWork::Initializing { .. }
            | DrainWork::WaitingForActivation { .. }
            | DrainWork::Activating { .. }
            | DrainWork::Delivering { .. } => false,
        };
        let Some((slot, held)) = self.take_awaiting(&fact.worker, awaits) else {
            return self.reject(PoolInput::ActivationBeginSettled(fact));
        };
        let work = match fact.result {
            Settlement::Accepted => DrainWork::Activating { ticket: fact.ticket },
            Settlement::Rejected { request, reason } => {
                let failure = PreReadyFailure::BeginRejected { request, reason };
                self.transfer(slot, TransferredValues::Failure(failure));
                DrainWork::Nothing
            }
        };
        self.keep(slot, held.worker, work, held.shutdown);
    }

    fn activation_ended(&mut self, fact: WorkerReadyFact<P>) {
        let awaits = |work: &DrainWork<P>| match work {
            DrainWork::Activating { ticket } => *ticket == fact.ticket,
            DrainWork::Nothing
            | DrainWork::Created { .. }
            | DrainWork::Initializing { .. }
            | DrainWork::WaitingForActivation { .. }
            | DrainWork::ActivationDispatched { .. }
            | DrainWork::Delivering { .. } => false,
        };
        let Some((slot, held)) = self.take_awaiting(&fact.worker, awaits) else {
            return self.reject(PoolInput::WorkerReady(fact));
        };
        if let ActivationResult::Rejected { reason } = fact.result {
            let failure = PreReadyFailure::ActivationRejected { reason };
            self.transfer(slot, TransferredValues::Failure(failure));
        }
        self.keep(slot, held.worker, DrainWork::Nothing, held.shutdown);
    }

    fn assignment_settled(&mut self, fact: AssignmentSettlement<P>) {
        let Some(slot) = self.slot_of(fact.child) else {
            return self.reject(PoolInput::AssignmentSettled(fact));
        };
        match self.draining.take(slot) {
            DrainMember::Worker { worker, work: DrainWork::Delivering { retained }, shutdown }
                if worker.child == fact.child && retained.assignment() == fact.assignment =>
            {
                if let Settlement::Rejected { request: returned, reason } = fact.result {
                    let completion = None;
                    let values = TransferredValues::RejectedDelivery {
                        retained,
                        returned,
                        reason,
                        completion,
                    };
                    self.transfer(slot, values);
                }
                self.keep(slot, worker, DrainWork::Nothing, shutdown);
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.reject_back(slot, other, PoolInput::AssignmentSettled(fact));
            }
        }
    }

    fn worker_stopped(&mut self, fact: WorkerStopFact<P>) {
        let Some(slot) = self.slot_of(fact.worker.child) else {
            return self.reject(PoolInput::WorkerStopped(fact));
        };
        let role = self.context.role(slot);
        match self.draining.take(slot) {
            DrainMember::ResolvingCreation { child, prior_stop: None }
                if child == fact.worker.child && *role == fact.worker.role =>
            {
                let prior_stop = Some(Box::new(fact));
                self.draining.put(slot, DrainMember::ResolvingCreation { child, prior_stop });
            }
            DrainMember::Worker { worker, work, shutdown } if worker.is(role, &fact.worker) => {
                self.stopped(slot, worker, work, shutdown, fact.stop);
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.reject_back(slot, other, PoolInput::WorkerStopped(fact));
            }
        }
    }

    /// A stop releases all that is unresolved; what the pool holds of it goes to the host.
    fn stopped(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        work: DrainWork<P>,
        shutdown: DrainShutdown,
        stop: WorkerStop<P>,
    ) {
        if let Some(values) = work.into_values() {
            self.transfer(slot, values);
        }
        let InstalledWorker { child, incarnation } = worker;
        let member = match shutdown {
            DrainShutdown::Requested(shutdown) => {
                let evidence = incarnation.evidence;
                DrainMember::StoppedWorker { child, evidence, stop, shutdown }
            }
            DrainShutdown::Settled(_) | DrainShutdown::NotRequested => DrainMember::Drained,
        };
        self.draining.put(slot, member);
    }

    fn preparation_settled(&mut self, fact: WorkerPreparationSettlement<P>) {
        let Some(slot) = self.recovering_slot(fact.ticket) else {
            return self.reject(PoolInput::WorkerPreparationSettled(fact));
        };
        let awaited = match self.draining.get(slot) {
            Some(DrainMember::AwaitingWorkerPreparation { ticket }) => {
                *ticket == fact.ticket && *self.context.role(slot) == fact.role
            }
            Some(
                DrainMember::ResolvingCreation { .. }
                | DrainMember::Worker { .. }
                | DrainMember::StoppedWorker { .. }
                | DrainMember::AwaitingRestartSchedule { .. }
                | DrainMember::Drained,
            )
            | None => false,
        };
        if !awaited {
            return self.reject(PoolInput::WorkerPreparationSettled(fact));
        }
        self.draining.put(slot, DrainMember::Drained);
        if let Some(restart) = self.context.definition.recovery.restart_mut() {
            restart.source = SourceCustody::Home(fact.source);
        }
        let values = match fact.result {
            PreparationResult::Prepared { submission } => {
                TransferredValues::PreparedSubmission(submission)
            }
            PreparationResult::Refused { refusal, reason } => {
                TransferredValues::RefusedPreparation { refusal, reason }
            }
        };
        self.transfer(slot, values);
    }

    fn schedule_settled(&mut self, fact: RestartScheduleSettlement<P>) {
        let Some(slot) = self.recovering_slot(fact.recovery) else {
            return self.reject(PoolInput::RestartScheduleSettled(fact));
        };
        match self.draining.take(slot) {
            DrainMember::AwaitingRestartSchedule { prepared, elapsed }
                if prepared.is(fact.recovery, fact.timer) =>
            {
                let returned = match fact.result {
                    Settlement::Accepted => None,
                    Settlement::Rejected { request, reason } => Some((request, reason)),
                };
                let prepared = *prepared;
                self.draining.put(slot, DrainMember::Drained);
                let values = TransferredValues::Replacement { prepared, elapsed, returned };
                self.transfer(slot, values);
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.reject_back(slot, other, PoolInput::RestartScheduleSettled(fact));
            }
        }
    }

    fn timer_elapsed(&mut self, fact: RestartTimerFact) {
        let Some(slot) = self.recovering_slot(fact.recovery) else {
            return self.reject(PoolInput::RestartTimerElapsed(fact));
        };
        match self.draining.take(slot) {
            DrainMember::AwaitingRestartSchedule { prepared, elapsed: None }
                if prepared.is(fact.recovery, fact.timer) =>
            {
                let elapsed = Some(fact);
                let member = DrainMember::AwaitingRestartSchedule { prepared, elapsed };
                self.draining.put(slot, member);
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.reject_back(slot, other, PoolInput::RestartTimerElapsed(fact));
            }
        }
    }

    fn shutdown_settled(&mut self, fact: WorkerShutdownSettlement<P>) {
        let named = &fact.shutdown;
        let Some(slot) = self.slot_of(named.worker.child) else {
            return self.reject(PoolInput::WorkerShutdownSettled(fact));
        };
        let role = self.context.role(slot);
        match self.draining.take(slot) {
            DrainMember::Worker { worker, work, shutdown: DrainShutdown::Requested(id) }
                if id == named.id && worker.is(role, &named.worker) =>
            {
                self.keep(slot, worker, work, DrainShutdown::Settled(id));
                self.note_settlement(slot, fact);
            }
            DrainMember::StoppedWorker { child, evidence, shutdown, .. }
                if is_settled_by(role, child, &evidence, shutdown, &fact) =>
            {
                self.draining.put(slot, DrainMember::Drained);
                self.note_settlement(slot, fact);
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.reject_back(slot, other, PoolInput::WorkerShutdownSettled(fact));
            }
        }
    }

    fn note_settlement(&mut self, slot: Slot, fact: WorkerShutdownSettlement<P>) {
        if let Settlement::Rejected { request, reason } = fact.result {
            let role = self.context.role(slot).clone();
            self.diagnose(PoolDiagnostic::WorkerShutdownRejected { role, request, reason });
        }
    }

    fn deadline_settled(&mut self, fact: DeadlineScheduleSettlement<P>) {
        match (self.draining.deadline, fact.result) {
            (DeadlinePhase::Scheduling { timer }, Settlement::Accepted) if timer == fact.timer => {
                self.draining.deadline = DeadlinePhase::Waiting { timer };
            }
            (DeadlinePhase::Scheduling { timer }, Settlement::Rejected { request, reason })
                if timer == fact.timer =>
            {
                self.forced = Some(ResidualCause::DeadlineScheduleRejected { request, reason });
            }
            (
                DeadlinePhase::WaitingWithoutDeadline
                | DeadlinePhase::Scheduling { .. }
                | DeadlinePhase::Waiting { .. },
                result,
            ) => {
                let fact = DeadlineScheduleSettlement { timer: fact.timer, result };
                self.reject(PoolInput::DrainDeadlineSettled(fact));
            }
        }
    }

    /// A firing proves its schedule, so it takes effect before the schedule is settled too.
    fn deadline_elapsed(&mut self, fact: DeadlineFact) {
        match self.draining.deadline {
            DeadlinePhase::Scheduling { timer } | DeadlinePhase::Waiting { timer }
                if timer == fact.timer =>
            {
                self.forced = Some(ResidualCause::DeadlineElapsed(fact));
            }
            DeadlinePhase::WaitingWithoutDeadline
            | DeadlinePhase::Scheduling { .. }
            | DeadlinePhase::Waiting { .. } => {
                self.reject(PoolInput::DrainDeadlineElapsed(fact));
            }
        }
    }

    /// Takes out the worker that a fact names, if it still waits for such a fact.
    fn take_awaiting(
        &mut self,
        named: &WorkerReference<P>,
        awaits: impl FnOnce(&DrainWork<P>) -> bool,
    ) -> Option<(Slot, Held<P>)> {
        let slot = self.slot_of(named.child)?;
        let role = self.context.role(slot);
        match self.draining.take(slot) {
            DrainMember::Worker { worker, work, shutdown }
                if worker.is(role, named) && awaits(&work) =>
            {
                Some((slot, Held { worker, shutdown }))
            }
            other @ (DrainMember::ResolvingCreation { .. }
            | DrainMember::Worker { .. }
            | DrainMember::StoppedWorker { .. }
            | DrainMember::AwaitingWorkerPreparation { .. }
            | DrainMember::AwaitingRestartSchedule { .. }
            | DrainMember::Drained) => {
                self.draining.put(slot, other);
                None
            }
        }
    }

    fn keep(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        work: DrainWork<P>,
        shutdown: DrainShutdown,
    ) {
        self.draining.put(slot, DrainMember::Worker { worker, work, shutdown });
    }

    fn slot_of(&self, child: ChildNonce) -> Option<Slot> {
        self.context.slot_of(child.instance(), child.position())
    }

    fn recovering_slot(&self, ticket: RecoveryTicket) -> Option<Slot> {
        self.context.slot_of(ticket.instance(), ticket.position())
    }

    fn transfer(&mut self, slot: Slot, values: TransferredValues<P>) {
        self.context.transfer(slot, values, TransferReason::Cancelled);
    }

    /// A drain is under way already, so it makes no difference where the diagnostic went.
    fn diagnose(&mut self, diagnostic: PoolDiagnostic<P>) {
        let _fate = self.context.diagnose(diagnostic);
    }

    fn reject(&mut self, fact: PoolInput<P>) {
        let class = classify(self.context.instance, &fact, |child| {
            let slot = child.position();
            let (child, evidence) = self.draining.get(slot)?.holds()?;
            Some(HeldWorker { role: self.context.role(slot), child, evidence })
        });
        self.diagnose(PoolDiagnostic::RejectedFact { class, fact });
    }

    fn reject_back(&mut self, slot: Slot, member: DrainMember<P>, fact: PoolInput<P>) {
        self.draining.put(slot, member);
        self.reject(fact);
    }
}

/// Whether a settlement is the one that a stopped worker still waits for.
fn is_settled_by<P: PoolProtocol>(
    role: &P::Role,
    child: ChildNonce,
    evidence: &P::Evidence,
    shutdown: ShutdownId,
    fact: &WorkerShutdownSettlement<P>,
) -> bool {
    let named = &fact.shutdown;
    shutdown == named.id
        && child == named.worker.child
        && *evidence == named.worker.evidence
        && *role == named.worker.role
}

impl<P: PoolProtocol> DrainWork<P> {
    /// What the pool holds of the unresolved work.
    fn into_values(self) -> Option<TransferredValues<P>> {
        match self {
            Self::Created { plan } => Some(TransferredValues::Plan(plan)),
            Self::WaitingForActivation { permit, plan } => {
                Some(TransferredValues::Activation { permit, plan })
            }
            Self::Delivering { retained } => Some(TransferredValues::RetainedHalf(retained)),
            Self::Nothing
            | Self::Initializing { .. }
            | Self::ActivationDispatched { .. }
            | Self::Activating { .. } => None,
        }
    }
}
