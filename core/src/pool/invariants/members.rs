//! Laws of the roster: its members, activation slots, the worker source and the restart budget.

use super::queue::assigned;
use super::{Checked, PoolLaw};
use crate::pool::definition::SourceCustody;
use crate::pool::drain::DrainMember;
use crate::pool::machine::State;
use crate::pool::member::{Member, Recovering, RecoveryPhase};
use crate::pool::{FifoPool, PoolProtocol};

pub(super) fn roster_is_declared<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let declared = pool.definition.roles.len();
    let found = match &pool.state {
        State::Constructed(roster) => roster.len(),
        State::Operating(operating) => operating.roster.members().len(),
        State::Draining(draining) => draining.members().len(),
        State::Stopped | State::ForcedRetirement(_) => declared,
    };
    let law = PoolLaw::RosterIsDeclared;
    law.holds(found == declared && declared > 0, found as u64, declared as u64)
}

pub(super) fn nonce_belongs_to_its_role<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    (0..pool.definition.roles.len()).try_for_each(|position| {
        let held = match &pool.state {
            State::Operating(operating) => {
                operating.roster.members().get(position).and_then(Member::holds)
            }
            State::Draining(draining) => {
                draining.members().get(position).and_then(DrainMember::holds)
            }
            State::Constructed(_) | State::Stopped | State::ForcedRetirement(_) => None,
        };
        let Some((child, _)) = held else { return Ok(()) };
        let own = child.position() == position && child.instance() == pool.instance;
        let found = child.position() as u64;
        PoolLaw::NonceBelongsToItsRole.holds_at(position, own, found, position as u64)
    })
}

pub(super) fn indexes_agree<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let disagreement = match &pool.state {
        State::Operating(operating) => operating.roster.index_disagreement(),
        State::Draining(draining) => draining.index_disagreement(),
        State::Constructed(_) | State::Stopped | State::ForcedRetirement(_) => None,
    };
    match disagreement {
        Some(position) => PoolLaw::IndexesAgree.holds_at(position, false, 0, 1),
        None => Ok(()),
    }
}

pub(super) fn assignment_is_unique<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let Some(operating) = pool.operating() else { return Ok(()) };
    let assignments = || assigned(operating).map(|(_, assignment)| assignment.ordinal());
    match super::correlations::repeated(assignments) {
        Some(assignment) => PoolLaw::AssignmentIsUnique.holds(false, assignment, 1),
        None => Ok(()),
    }
}

/// Occupancy is the members that occupy a slot; there is no counter that could disagree with them.
fn occupied<P: PoolProtocol>(members: &[Member<P>]) -> usize {
    let occupies = |member: &&Member<P>| {
        matches!(member, Member::ActivationDispatched(_) | Member::Activating(_))
    };
    members.iter().filter(occupies).count()
}

pub(super) fn activation_limit_holds<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let Some(operating) = pool.operating() else { return Ok(()) };
    let (found, limit) = (occupied(operating.roster.members()), pool.definition.activation_limit);
    PoolLaw::ActivationLimitHolds.holds(found <= limit, found as u64, limit as u64)
}

pub(super) fn no_slot_is_withheld<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let Some(operating) = pool.operating() else { return Ok(()) };
    let members = operating.roster.members();
    let waits = |member: &Member<P>| matches!(member, Member::WaitingForActivationAuthorization(_));
    let Some(position) = members.iter().position(waits) else { return Ok(()) };
    let (found, limit) = (occupied(members), pool.definition.activation_limit);
    PoolLaw::NoSlotIsWithheld.holds_at(position, found >= limit, found as u64, limit as u64)
}

pub(super) fn source_is_lent_once<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let lent = pool.definition.recovery.restart().is_some_and(|restart| match restart.source {
        SourceCustody::Lent => true,
        SourceCustody::Home(_) => false,
    });
    let (preparing, waiting) = match &pool.state {
        State::Operating(operating) => recovering(operating.roster.members()),
        State::Draining(draining) => (preparing(draining.members()), 0),
        State::Constructed(_) => (0, 0),
        // The source of an ended pool may be with the host: a forced retirement does not wait.
        State::Stopped | State::ForcedRetirement(_) => return Ok(()),
    };
    let law = PoolLaw::SourceIsLentOnce;
    law.holds(preparing == usize::from(lent), preparing as u64, u64::from(lent))?;
    law.holds(waiting == 0 || lent, waiting as u64, u64::from(lent))
}

/// How many members have a preparation out, and how many wait for the source.
fn recovering<P: PoolProtocol>(members: &[Member<P>]) -> (usize, usize) {
    let phases = || {
        members.iter().filter_map(|member| match member {
            Member::Recovering(Recovering { phase, .. }) => Some(phase),
            Member::Creating(_)
            | Member::Initializing { .. }
            | Member::WaitingForActivationAuthorization(_)
            | Member::ActivationDispatched(_)
            | Member::Activating(_)
            | Member::DrainingPreReady(_)
            | Member::Ready { .. }
            | Member::Stopping { .. }
            | Member::Retired => None,
        })
    };
    let preparing = phases().filter(|phase| matches!(phase, RecoveryPhase::Preparing { .. }));
    let waiting = phases().filter(|phase| matches!(phase, RecoveryPhase::WaitingForSource));
    (preparing.count(), waiting.count())
}

fn preparing<P: PoolProtocol>(members: &[DrainMember<P>]) -> usize {
    let prepares =
        |member: &&DrainMember<P>| matches!(member, DrainMember::AwaitingWorkerPreparation { .. });
    members.iter().filter(prepares).count()
}

pub(super) fn budget_holds<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let (Some(operating), Some(restart)) = (pool.operating(), pool.definition.recovery.restart())
    else {
        return Ok(());
    };
    let law = PoolLaw::BudgetHolds;
    let mut newest = None;
    for charge in operating.budget.charges() {
        let ascends = newest.is_none_or(|before| before <= charge);
        law.holds(ascends, charge.0, newest.unwrap_or(charge).0)?;
        newest = Some(charge);
    }
    let Some(newest) = newest else { return Ok(()) };
    let start = newest.saturating_sub(restart.budget.window);
    let spent = operating.budget.charges().filter(|charge| *charge >= start).count() as u64;
    let bound = u64::from(restart.budget.charges_max);
    law.holds(spent <= bound, spent, bound)
}

pub(super) fn recovery_ordinals_hold<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let Some(operating) = pool.operating() else { return Ok(()) };
    let last = pool.definition.correlations.recovery_ordinal_max;
    operating.recoveries.iter().enumerate().try_for_each(|(position, ordinal)| {
        let (found, bound) = (u64::from(*ordinal), u64::from(last));
        PoolLaw::RecoveryOrdinalsHold.holds_at(position, *ordinal <= last, found, bound)
    })
}
