//! Laws of endings, of the drain and of its deadline.

use super::seen::{Seen, SeenBorn, SeenEnding, seen};
use super::{Checked, SupervisorLaw};
use crate::drain_deadline::DrainDeadline;
use crate::policy::ActorDrainPolicy;
use crate::supervisor::ending::owed::ShutdownResult;
use crate::supervisor::machine::State;
use crate::supervisor::{
    DynamicSupervisor, Generation, OwedResults, RetirementForce, SupervisorProtocol,
};

/// Every ending entry whose proxy was born.
fn each_born<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
    check: impl Fn(&Seen<'_, P>, &SeenEnding<'_, P>, &SeenBorn<'_, P>) -> Checked,
) -> Checked {
    seen(supervisor).try_for_each(|entry| match &entry.ending {
        Some(ending) => match &ending.born {
            Some(born) => check(&entry, ending, born),
            None => Ok(()),
        },
        None => Ok(()),
    })
}

pub(super) fn input_fits_ending<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    each_born(supervisor, |entry, ending, born| {
        let Some(emitted) = born.work.owed() else { return Ok(()) };
        let fits = ending.names_input && entry.operation == Some(emitted.operation);
        let bound = entry.operation.map_or(0, |operation| operation.ordinal());
        let (law, generation) = (SupervisorLaw::InputFitsEnding, entry.generation);
        law.holds_at(generation, fits, emitted.operation.ordinal(), bound)
    })
}

pub(super) fn shutdown_fits_ending<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    each_born(supervisor, |entry, ending, born| {
        let fits = match born.shutdown {
            ShutdownResult::Out(purpose) => *purpose == ending.purpose(),
            ShutdownResult::NotAsked | ShutdownResult::Rejected(_) | ShutdownResult::Settled => {
                true
            }
        };
        SupervisorLaw::ShutdownFitsEnding.holds_at(entry.generation, fits, 0, 0)
    })
}

pub(super) fn ending_is_owed<P: SupervisorProtocol>(supervisor: &DynamicSupervisor<P>) -> Checked {
    seen(supervisor).try_for_each(|entry| {
        let owed = entry.ending.is_none_or(|ending| ending.owed != OwedResults::default());
        SupervisorLaw::EndingIsOwed.holds_at(entry.generation, owed, 0, 1)
    })
}

pub(super) fn stops_are_absorbed_once<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    each_born(supervisor, |entry, _, born| {
        let workers = || {
            let absorbed = born.absorbed.iter().map(|stop| stop.evidence);
            absorbed.chain(born.running)
        };
        let twice = |worker| workers().filter(|other| *other == worker).count() > 1;
        let once = !workers().any(twice) && born.absorbed.len() <= 2;
        let (law, found) = (SupervisorLaw::StopsAreAbsorbedOnce, born.absorbed.len() as u64);
        law.holds_at(entry.generation, once, found, 2)
    })
}

pub(super) fn ending_asks_its_proxy<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    if let State::ForcedRetirement(forced) = &supervisor.state
        && let RetirementForce::DeadlineUnavailable(_) = forced.force
    {
        return Ok(());
    }
    each_born(supervisor, |entry, ending, born| {
        let asked = !matches!(born.shutdown, ShutdownResult::NotAsked);
        let law = SupervisorLaw::EndingAsksItsProxy;
        law.holds_at(entry.generation, asked == ending.asks, asked.into(), 1)
    })
}

pub(super) fn drain_is_unfinished<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    let State::Draining(draining) = &supervisor.state else { return Ok(()) };
    SupervisorLaw::DrainIsUnfinished.holds(!draining.table.is_empty(), 0, 1)
}

pub(super) fn deadline_follows_policy<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    let State::Draining(draining) = &supervisor.state else { return Ok(()) };
    let law = SupervisorLaw::DeadlineFollowsPolicy;
    match (draining.deadline, supervisor.definition.actor_drain) {
        (DrainDeadline::Unlimited, ActorDrainPolicy::WaitForActorGraph) => Ok(()),
        (
            DrainDeadline::Scheduling(deadline) | DrainDeadline::Scheduled(deadline),
            ActorDrainPolicy::RetireActorGraphAfter { .. },
        ) => {
            let mark = draining.allocators.deadlines();
            let own = deadline.instance() == draining.allocators.instance();
            let issued = own && Some(deadline.ordinal()) <= mark;
            law.holds(issued, deadline.ordinal(), mark.unwrap_or(0))
        }
        (DrainDeadline::Unlimited, ActorDrainPolicy::RetireActorGraphAfter { .. }) => {
            law.holds(false, 0, 1)
        }
        (
            DrainDeadline::Scheduling(_) | DrainDeadline::Scheduled(_),
            ActorDrainPolicy::WaitForActorGraph,
        ) => law.holds(false, 1, 0),
    }
}

pub(super) fn retirement_has_a_cause<P: SupervisorProtocol>(
    supervisor: &DynamicSupervisor<P>,
) -> Checked {
    let State::ForcedRetirement(forced) = &supervisor.state else { return Ok(()) };
    let limited = match supervisor.definition.actor_drain {
        ActorDrainPolicy::WaitForActorGraph => false,
        ActorDrainPolicy::RetireActorGraphAfter { .. } => true,
    };
    let found = forced.entries.len() as u64;
    let law = SupervisorLaw::RetirementHasACause;
    law.holds(limited && found > 0, found, limited.into())?;
    in_order(forced.entries.iter().map(|entry| entry.identity.generation))
}

/// The residual stands by generation.
fn in_order(generations: impl Iterator<Item = Generation> + Clone) -> Checked {
    let mut pairs = generations.clone().zip(generations.skip(1));
    pairs.try_for_each(|(former, latter)| {
        let law = SupervisorLaw::RetirementHasACause;
        law.holds_at(latter, former < latter, former.ordinal(), latter.ordinal())
    })
}
