//! Laws of the drain.

use super::{Checked, PoolLaw};
use crate::pool::definition::ActorDrainPolicy;
use crate::pool::drain::{DeadlinePhase, DrainMember, DrainShutdown, Draining};
use crate::pool::machine::State;
use crate::pool::{FifoPool, PoolProtocol};

fn draining<P: PoolProtocol>(pool: &FifoPool<P>) -> Option<&Draining<P>> {
    match &pool.state {
        State::Draining(draining) => Some(draining),
        State::Constructed(_)
        | State::Operating(_)
        | State::Stopped
        | State::ForcedRetirement(_) => None,
    }
}

pub(super) fn drain_asks_every_worker<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let Some(draining) = draining(pool) else { return Ok(()) };
    let unasked = |member: &DrainMember<P>| {
        matches!(member, DrainMember::Worker { shutdown: DrainShutdown::NotRequested, .. })
    };
    match draining.members().iter().position(unasked) {
        Some(position) => PoolLaw::DrainAsksEveryWorker.holds_at(position, false, 0, 1),
        None => Ok(()),
    }
}

pub(super) fn drain_is_unfinished<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let Some(draining) = draining(pool) else { return Ok(()) };
    let left = draining.members().iter().filter(|member| !member.is_drained()).count() as u64;
    PoolLaw::DrainIsUnfinished.holds(left > 0, left, 1)
}

pub(super) fn deadline_follows_policy<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let Some(draining) = draining(pool) else { return Ok(()) };
    let asked = match pool.definition.actor_drain {
        ActorDrainPolicy::WaitForActorGraph => false,
        ActorDrainPolicy::RetireActorGraphAfter { .. } => true,
    };
    let timer = match draining.deadline {
        DeadlinePhase::WaitingWithoutDeadline => None,
        DeadlinePhase::Scheduling { timer } | DeadlinePhase::Waiting { timer } => Some(timer),
    };
    let law = PoolLaw::DeadlineFollowsPolicy;
    law.holds(timer.is_some() == asked, u64::from(timer.is_some()), u64::from(asked))?;
    let generation = timer.map(|timer| timer.generation());
    let mark = pool.allocators.timers();
    law.holds(generation <= mark, generation.unwrap_or(0), mark.unwrap_or(0))
}

pub(super) fn retirement_has_a_cause<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let left = match &pool.state {
        State::ForcedRetirement(forced) => forced.roles.len() as u64,
        State::Constructed(_) | State::Operating(_) | State::Draining(_) | State::Stopped => {
            return Ok(());
        }
    };
    PoolLaw::RetirementHasACause.holds(left > 0, left, 1)
}
