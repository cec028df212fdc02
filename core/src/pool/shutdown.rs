//! Shutdown: one normalization takes every job and every member out of operation.
//!
//! In one fold it closes admission, returns every queued and every assigned job once, turns each
//! member into its drain member, and asks each committed worker to stop. Every shutdown of the fold
//! and the drain deadline are reserved before one request goes out: if one of them cannot be, none
//! goes out and retirement is forced in the same fold, after the customers have their outcomes.

use super::context::Context;
use super::definition::ActorDrainPolicy;
use super::drain::{DrainMember, DrainShutdown, DrainWork, Draining};
use super::identity::Slot;
use super::member::{
    Activation, Assignment, AssignmentJoin, AwaitingAuthorization, Creating, InstalledWorker,
    Member, PreReadyDrain, Recovering, RecoveryPhase, ShutdownPair, Work,
};
use super::operating::Operating;
use super::{
    ActivationTicket, AssignedReturnReason, ChildNonce, OwnedOperation, PoolDiagnostic,
    PoolProtocol, QueuedReturnReason, ResidualCause, ScheduleDrainDeadline, ShutdownId,
    TimerCorrelation, TimerPurpose, TransferReason, TransferredValues, WorkerCompleted,
};
use crate::drain_deadline::DrainDeadline;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// How a shutdown fold leaves the pool.
#[derive(Debug)]
pub(crate) enum ShutdownEnd<P: PoolProtocol> {
    /// Members are left to wait for.
    Draining(Draining<P>),
    /// Nothing is left to wait for.
    Stopped,
    /// A correlation was missing.
    Forced(Draining<P>, ResidualCause<P>),
}

/// The normalization under way.
struct Normalization<'turn, 'fold, P: PoolProtocol> {
    context: &'turn mut Context<'fold, P>,
    /// Activations that the shutdown takes away, in declaration order.
    cancellations: Vec<(ChildNonce, ActivationTicket)>,
}

/// Takes an operating pool out of operation.
pub(crate) fn normalize<P: PoolProtocol>(
    mut operating: Operating<P>,
    context: &mut Context<'_, P>,
) -> ShutdownEnd<P> {
    while let Some(queued) = operating.backlog.pop() {
        context.return_queued(queued.obligation, QueuedReturnReason::PoolShutdown);
    }
    let mut normalization = Normalization { context, cancellations: Vec::new() };
    let members = (0..).zip(operating.roster.into_members());
    let members = members.map(|(slot, member)| normalization.drain(slot, member)).collect();
    normalization.conclude(Draining::new(members, DrainDeadline::Unlimited))
}

impl<P: PoolProtocol> Normalization<'_, '_, P> {
    fn drain(&mut self, slot: Slot, member: Member<P>) -> DrainMember<P> {
        match member {
            Member::Creating(Creating { child, prior_stop }) => {
                let prior_stop = prior_stop.map(|prior| Box::new(prior.into_fact()));
                DrainMember::ResolvingCreation { child, prior_stop }
            }
            Member::Initializing { worker, attempt } => {
                unasked(worker, DrainWork::Initializing { attempt })
            }
            Member::WaitingForActivationAuthorization(waiting) => {
                let AwaitingAuthorization { worker, permit, plan } = waiting;
                unasked(worker, DrainWork::WaitingForActivation { permit, plan })
            }
            Member::ActivationDispatched(Activation { worker, ticket }) => {
                self.cancellations.push((worker.child, ticket));
                unasked(worker, DrainWork::ActivationDispatched { ticket })
            }
            Member::Activating(Activation { worker, ticket }) => {
                self.cancellations.push((worker.child, ticket));
                unasked(worker, DrainWork::Activating { ticket })
            }
            Member::DrainingPreReady(drain) => self.drain_pre_ready(slot, drain),
            Member::Ready { worker, work: Work::Idle } => unasked(worker, DrainWork::Nothing),
            Member::Ready { worker, work: Work::Busy(assignment) } => {
                self.drain_busy(slot, worker, assignment)
            }
            Member::Recovering(Recovering { phase, .. }) => self.drain_recovery(slot, phase),
            Member::Stopping { worker, pair } => asked(worker, pair),
            Member::Retired => DrainMember::Drained,
        }
    }

    fn drain_pre_ready(&mut self, slot: Slot, drain: PreReadyDrain<P>) -> DrainMember<P> {
        match drain {
            PreReadyDrain::ShutdownAsked { worker, failure, pair } => {
                self.transfer(slot, TransferredValues::Failure(*failure));
                asked(worker, pair)
            }
            // The settlement that is still out belongs to the host from now on.
            PreReadyDrain::StoppedFirst { .. } => DrainMember::Drained,
        }
    }

    fn drain_busy(
        &mut self,
        slot: Slot,
        worker: InstalledWorker<P>,
        assignment: Assignment<P>,
    ) -> DrainMember<P> {
        let Assignment { obligation, retained, join } = assignment;
        self.context.return_assigned(slot, obligation, AssignedReturnReason::PoolShutdown);
        let delivered = matches!(join, AssignmentJoin::DeliveryAcceptedAwaitingTerminal);
        let (completion, stop) = join.into_terminal();
        if let Some(completion) = completion {
            let fact = WorkerCompleted { child: worker.child, completion: *completion };
            let _fate = self.context.diagnose(PoolDiagnostic::stale_completion(fact));
        }
        if stop.is_some() {
            self.transfer(slot, TransferredValues::RetainedHalf(retained.detach(&worker)));
            DrainMember::Drained
        } else if delivered {
            unasked(worker, DrainWork::Nothing)
        } else {
            let retained = retained.detach(&worker);
            unasked(worker, DrainWork::Delivering { retained })
        }
    }

    fn drain_recovery(&mut self, slot: Slot, phase: RecoveryPhase<P>) -> DrainMember<P> {
        match phase {
            RecoveryPhase::WaitingForSource => DrainMember::Drained,
            RecoveryPhase::Preparing { ticket } => {
                DrainMember::AwaitingWorkerPreparation { ticket }
            }
            RecoveryPhase::Scheduling { prepared, elapsed } => {
                DrainMember::AwaitingRestartSchedule { prepared, elapsed }
            }
            RecoveryPhase::WaitingForTimer { prepared } => {
                let prepared = *prepared;
                let values =
                    TransferredValues::Replacement { prepared, elapsed: None, returned: None };
                self.transfer(slot, values);
                DrainMember::Drained
            }
        }
    }

    /// Reserves every shutdown and the deadline; then all requests go out, or none.
    fn conclude(mut self, mut draining: Draining<P>) -> ShutdownEnd<P> {
        let reserved = self.reserve_all(&draining);
        match reserved {
            Err(cause) => {
                self.withdraw(&mut draining);
                ShutdownEnd::Forced(draining, cause)
            }
            Ok((requests, deadline)) => {
                self.emit(&mut draining, requests);
                if let Some((request, phase)) = deadline {
                    self.context.push(OwnedOperation::ScheduleDrainDeadline(request));
                    draining.deadline = phase;
                }
                if draining.is_drained() {
                    ShutdownEnd::Stopped
                } else {
                    ShutdownEnd::Draining(draining)
                }
            }
        }
    }

    #[expect(
        clippy::type_complexity,
        reason = "the shutdowns, and the deadline where there is one"
    )]
    fn reserve_all(
        &mut self,
        draining: &Draining<P>,
    ) -> Result<
        (Vec<(Slot, ShutdownId)>, Option<(ScheduleDrainDeadline, DrainDeadline<TimerCorrelation>)>),
        ResidualCause<P>,
    > {
        let unasked = (0..).zip(draining.members()).filter(|(_, member)| is_unasked(member));
        let allocators = &mut self.context.allocators;
        let requests = unasked
            .map(|(slot, _)| allocators.shutdown().map(|id| (slot, id)))
            .collect::<Result<_, _>>()
            .map_err(ResidualCause::ShutdownCorrelationUnavailable)?;
        Ok((requests, self.reserve_deadline(draining)?))
    }

    /// Reserves the deadline's timer where a policy asks for one and a member is left.
    fn reserve_deadline(
        &mut self,
        draining: &Draining<P>,
    ) -> Result<Option<(ScheduleDrainDeadline, DrainDeadline<TimerCorrelation>)>, ResidualCause<P>>
    {
        match self.context.definition.actor_drain {
            ActorDrainPolicy::RetireActorGraphAfter { deadline } if !draining.is_drained() => {
                let timer = self
                    .context
                    .allocators
                    .timer(TimerPurpose::DrainDeadline)
                    .map_err(ResidualCause::DeadlineCorrelationUnavailable)?;
                let request = ScheduleDrainDeadline { timer, deadline };
                Ok(Some((request, DrainDeadline::Scheduling(timer))))
            }
            ActorDrainPolicy::RetireActorGraphAfter { .. }
            | ActorDrainPolicy::WaitForActorGraph => Ok(None),
        }
    }

    fn emit(&mut self, draining: &mut Draining<P>, requests: Vec<(Slot, ShutdownId)>) {
        for (child, ticket) in core::mem::take(&mut self.cancellations) {
            self.context.push(OwnedOperation::CancelWorkerActivation { child, ticket });
        }
        for (slot, id) in requests {
            let member = match draining.take(slot) {
                DrainMember::Worker { worker, work, shutdown: DrainShutdown::NotRequested } => {
                    self.context.request_shutdown(slot, &worker, id);
                    let shutdown = DrainShutdown::Requested(id);
                    DrainMember::Worker { worker, work, shutdown }
                }
                other @ (DrainMember::ResolvingCreation { .. }
                | DrainMember::Worker { .. }
                | DrainMember::StoppedWorker { .. }
                | DrainMember::AwaitingWorkerPreparation { .. }
                | DrainMember::AwaitingRestartSchedule { .. }
                | DrainMember::Drained) => other,
            };
            draining.put(slot, member);
        }
    }

    /// No shutdown of this fold goes out, those that its earlier steps asked for included.
    fn withdraw(&mut self, draining: &mut Draining<P>) {
        for child in self.context.actions.withdraw_shutdowns() {
            let slot = child.position();
            let member = match draining.take(slot) {
                DrainMember::Worker { worker, work, .. } => unasked(worker, work),
                other @ (DrainMember::ResolvingCreation { .. }
                | DrainMember::StoppedWorker { .. }
                | DrainMember::AwaitingWorkerPreparation { .. }
                | DrainMember::AwaitingRestartSchedule { .. }
                | DrainMember::Drained) => other,
            };
            draining.put(slot, member);
        }
    }

    fn transfer(&mut self, slot: Slot, values: TransferredValues<P>) {
        self.context.transfer(slot, values, TransferReason::Cancelled);
    }
}

/// A worker that has not been asked to stop.
fn unasked<P: PoolProtocol>(worker: InstalledWorker<P>, work: DrainWork<P>) -> DrainMember<P> {
    DrainMember::Worker { worker, work, shutdown: DrainShutdown::NotRequested }
}

fn is_unasked<P: PoolProtocol>(member: &DrainMember<P>) -> bool {
    matches!(member, DrainMember::Worker { shutdown: DrainShutdown::NotRequested, .. })
}

/// A worker that was asked to stop, with the half that has come.
fn asked<P: PoolProtocol>(worker: InstalledWorker<P>, pair: ShutdownPair<P>) -> DrainMember<P> {
    let work = DrainWork::Nothing;
    match pair {
        ShutdownPair::Unreserved => unasked(worker, work),
        ShutdownPair::Open { id } => {
            DrainMember::Worker { worker, work, shutdown: DrainShutdown::Requested(id) }
        }
        ShutdownPair::Settled { id } => {
            DrainMember::Worker { worker, work, shutdown: DrainShutdown::Settled(id) }
        }
        ShutdownPair::Stopped { id: shutdown, stop } => {
            let InstalledWorker { child, incarnation } = worker;
            let (evidence, stop) = (incarnation.evidence, stop.stop);
            DrainMember::StoppedWorker { child, evidence, stop, shutdown }
        }
    }
}
