//! Laws of correlations: what lives was issued, and nothing lives twice.

use super::queue::assigned;
use super::{Checked, PoolLaw};
use crate::pool::drain::{DrainMember, DrainShutdown, DrainWork};
use crate::pool::machine::State;
use crate::pool::member::{
    Activation, Member, PreReadyDrain, PreReadyOutstanding, Recovering, RecoveryPhase, ShutdownPair,
};
use crate::pool::{FifoPool, PoolProtocol};
use alloc::vec::Vec;

/// How many values are compared pair by pair; more are sorted first.
const PAIRWISE: usize = 16;

/// A value that comes twice.
pub(super) fn repeated<I: Iterator<Item = u64> + Clone>(values: impl Fn() -> I) -> Option<u64> {
    if values().nth(PAIRWISE).is_some() {
        let mut sorted: Vec<u64> = values().collect();
        sorted.sort_unstable();
        return sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
    }
    let mut rest = values();
    while let Some(value) = rest.next() {
        if rest.clone().any(|other| other == value) {
            return Some(value);
        }
    }
    None
}

/// Ordinals of a kind only grow, so one that was issued is not above the kind's high-water mark. A
/// mark is never lowered, so what was retired can never be issued again.
pub(super) fn correlations_were_issued<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    match &pool.state {
        State::Operating(operating) => {
            let mut members = operating.roster.members().iter().enumerate();
            members.try_for_each(|(position, member)| member_was_issued(pool, position, member))?;
            assigned_was_issued(pool)
        }
        State::Draining(draining) => {
            let mut members = draining.members().iter().enumerate();
            members.try_for_each(|(position, member)| drain_was_issued(pool, position, member))
        }
        State::Constructed(_) | State::Stopped | State::ForcedRetirement(_) => Ok(()),
    }
}

fn issued(position: usize, ordinal: Option<u64>, mark: Option<u64>) -> Checked {
    let Some(ordinal) = ordinal else { return Ok(()) };
    let law = PoolLaw::CorrelationsWereIssued;
    law.holds_at(position, Some(ordinal) <= mark, ordinal, mark.unwrap_or(0))
}

fn member_was_issued<P: PoolProtocol>(
    pool: &FifoPool<P>,
    position: usize,
    member: &Member<P>,
) -> Checked {
    let marks = &pool.allocators;
    issued(position, member.holds().map(|(child, _)| child.ordinal()), marks.births())?;
    issued(position, ticket(member), marks.activations())?;
    issued(position, recovery(member), marks.recoveries())?;
    issued(position, shutdown(member), marks.shutdowns())
}

fn ticket<P: PoolProtocol>(member: &Member<P>) -> Option<u64> {
    match member {
        Member::ActivationDispatched(Activation { ticket, .. })
        | Member::Activating(Activation { ticket, .. })
        | Member::DrainingPreReady(PreReadyDrain::StoppedFirst {
            outstanding: PreReadyOutstanding::Begin { ticket },
            ..
        }) => Some(ticket.ordinal()),
        Member::Creating(_)
        | Member::Initializing { .. }
        | Member::WaitingForActivationAuthorization(_)
        | Member::DrainingPreReady(_)
        | Member::Ready { .. }
        | Member::Recovering(_)
        | Member::Stopping { .. }
        | Member::Retired => None,
    }
}

fn recovery<P: PoolProtocol>(member: &Member<P>) -> Option<u64> {
    match member {
        Member::Recovering(Recovering { phase, .. }) => match phase {
            RecoveryPhase::WaitingForSource => None,
            RecoveryPhase::Preparing { ticket } => Some(ticket.ordinal()),
            RecoveryPhase::Scheduling { prepared, .. }
            | RecoveryPhase::WaitingForTimer { prepared } => Some(prepared.recovery.ordinal()),
        },
        Member::Creating(_)
        | Member::Initializing { .. }
        | Member::WaitingForActivationAuthorization(_)
        | Member::ActivationDispatched(_)
        | Member::Activating(_)
        | Member::DrainingPreReady(_)
        | Member::Ready { .. }
        | Member::Stopping { .. }
        | Member::Retired => None,
    }
}

/// A shutdown that was asked. One that could not be reserved is never committed: it shows as the
/// highest ordinal of all, which nobody issued.
fn shutdown<P: PoolProtocol>(member: &Member<P>) -> Option<u64> {
    match member {
        Member::DrainingPreReady(PreReadyDrain::ShutdownAsked { pair, .. })
        | Member::Stopping { pair, .. } => match pair {
            ShutdownPair::Unreserved => Some(u64::MAX),
            ShutdownPair::Open { id }
            | ShutdownPair::Settled { id }
            | ShutdownPair::Stopped { id, .. } => Some(id.ordinal()),
        },
        Member::Creating(_)
        | Member::Initializing { .. }
        | Member::WaitingForActivationAuthorization(_)
        | Member::ActivationDispatched(_)
        | Member::Activating(_)
        | Member::DrainingPreReady(PreReadyDrain::StoppedFirst { .. })
        | Member::Ready { .. }
        | Member::Recovering(_)
        | Member::Retired => None,
    }
}

fn assigned_was_issued<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let Some(operating) = pool.operating() else { return Ok(()) };
    let marks = &pool.allocators;
    assigned(operating).try_for_each(|(position, assignment)| {
        issued(position, Some(assignment.obligation.job), marks.jobs())?;
        issued(position, Some(assignment.obligation.admitted_at), marks.admissions())?;
        issued(position, Some(assignment.ordinal()), marks.assignments())
    })
}

fn drain_was_issued<P: PoolProtocol>(
    pool: &FifoPool<P>,
    position: usize,
    member: &DrainMember<P>,
) -> Checked {
    let marks = &pool.allocators;
    issued(position, member.holds().map(|(child, _)| child.ordinal()), marks.births())?;
    match member {
        DrainMember::Worker { work, shutdown, .. } => {
            let shutdown = match shutdown {
                DrainShutdown::NotRequested => None,
                DrainShutdown::Requested(id) | DrainShutdown::Settled(id) => Some(id.ordinal()),
            };
            issued(position, shutdown, marks.shutdowns())?;
            work_was_issued(pool, position, work)
        }
        DrainMember::StoppedWorker { shutdown, .. } => {
            issued(position, Some(shutdown.ordinal()), marks.shutdowns())
        }
        DrainMember::AwaitingWorkerPreparation { ticket } => {
            issued(position, Some(ticket.ordinal()), marks.recoveries())
        }
        DrainMember::AwaitingRestartSchedule { prepared, .. } => {
            issued(position, Some(prepared.timer.generation()), marks.timers())
        }
        DrainMember::ResolvingCreation { .. } | DrainMember::Drained => Ok(()),
    }
}

fn work_was_issued<P: PoolProtocol>(
    pool: &FifoPool<P>,
    position: usize,
    work: &DrainWork<P>,
) -> Checked {
    match work {
        DrainWork::ActivationDispatched { ticket } | DrainWork::Activating { ticket } => {
            issued(position, Some(ticket.ordinal()), pool.allocators.activations())
        }
        DrainWork::Delivering { retained } => {
            let assignment = retained.assignment().ordinal();
            issued(position, Some(assignment), pool.allocators.assignments())
        }
        DrainWork::Nothing
        | DrainWork::Created { .. }
        | DrainWork::Initializing { .. }
        | DrainWork::WaitingForActivation { .. } => Ok(()),
    }
}
