//! Laws of the drain.

use super::{Checked, Inspection, PoolLaw};
use crate::drain_deadline::DrainDeadline;
use crate::pool::PoolProtocol;
use crate::pool::TimerCorrelation;
use crate::pool::definition::ActorDrainPolicy;
use crate::pool::drain::{DrainMember, DrainShutdown, DrainWork, Draining};

/// What the pass over the members counts.
#[derive(Debug, Default)]
struct Tally {
    /// Members that are not drained.
    left: u64,
    preparing: u64,
}

impl<P: PoolProtocol> Inspection<'_, P> {
    pub(super) fn draining(&self, draining: &Draining<P>) -> Checked {
        self.members_are_declared(draining.members().len())?;
        let mut tally = Tally::default();
        for (position, member) in draining.members().iter().enumerate() {
            let agrees = draining.shows_undrained(position) != member.is_drained();
            self.holds_at(PoolLaw::IndexesAgree, position, agrees, 0, 1)?;
            self.drain_member(position, member, &mut tally)?;
        }
        self.source_is_lent_once(tally.preparing, 0)?;
        self.holds(PoolLaw::DrainIsUnfinished, tally.left > 0, tally.left, 1)?;
        self.deadline_follows_policy(draining.deadline)
    }

    fn drain_member(&self, position: usize, member: &DrainMember<P>, tally: &mut Tally) -> Checked {
        let marks = &self.pool.allocators;
        tally.left += 1;
        match member {
            DrainMember::ResolvingCreation { child, .. } => self.nonce(position, *child),
            DrainMember::Worker { worker, work, shutdown } => {
                self.nonce(position, worker.child)?;
                self.shutdown(position, *shutdown)?;
                self.work(position, work)
            }
            DrainMember::StoppedWorker { child, shutdown, .. } => {
                self.nonce(position, *child)?;
                self.issued(position, shutdown.ordinal(), marks.shutdowns())
            }
            DrainMember::AwaitingWorkerPreparation { ticket } => {
                tally.preparing += 1;
                self.issued(position, ticket.ordinal(), marks.recoveries())
            }
            DrainMember::AwaitingRestartSchedule { prepared, .. } => {
                self.issued(position, prepared.timer.generation(), marks.timers())
            }
            DrainMember::Drained => {
                tally.left -= 1;
                Ok(())
            }
        }
    }

    fn shutdown(&self, position: usize, shutdown: DrainShutdown) -> Checked {
        match shutdown {
            DrainShutdown::NotRequested => {
                self.holds_at(PoolLaw::DrainAsksEveryWorker, position, false, 0, 1)
            }
            DrainShutdown::Requested(id) | DrainShutdown::Settled(id) => {
                self.issued(position, id.ordinal(), self.pool.allocators.shutdowns())
            }
        }
    }

    fn work(&self, position: usize, work: &DrainWork<P>) -> Checked {
        let marks = &self.pool.allocators;
        match work {
            DrainWork::ActivationDispatched { ticket } | DrainWork::Activating { ticket } => {
                self.issued(position, ticket.ordinal(), marks.activations())
            }
            DrainWork::Delivering { retained } => {
                self.issued(position, retained.assignment().ordinal(), marks.assignments())
            }
            DrainWork::Nothing
            | DrainWork::Created { .. }
            | DrainWork::Initializing { .. }
            | DrainWork::WaitingForActivation { .. } => Ok(()),
        }
    }

    fn deadline_follows_policy(&self, deadline: DrainDeadline<TimerCorrelation>) -> Checked {
        let asked = match self.pool.definition.actor_drain {
            ActorDrainPolicy::WaitForActorGraph => false,
            ActorDrainPolicy::RetireActorGraphAfter { .. } => true,
        };
        let timer = match deadline {
            DrainDeadline::Unlimited => None,
            DrainDeadline::Scheduling(timer) | DrainDeadline::Scheduled(timer) => Some(timer),
        };
        let law = PoolLaw::DeadlineFollowsPolicy;
        self.holds(law, timer.is_some() == asked, u64::from(timer.is_some()), u64::from(asked))?;
        let generation = timer.map(|timer| timer.generation());
        let mark = self.pool.allocators.timers();
        self.holds(law, generation <= mark, generation.unwrap_or(0), mark.unwrap_or(0))
    }
}
