//! Laws of the queue, of its bounds and of job ownership.

use super::{Checked, PoolLaw};
use crate::pool::member::{Assignment, Member, Work};
use crate::pool::operating::Operating;
use crate::pool::{FifoPool, PoolProtocol};

pub(super) fn queue_is_bounded<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let bound = pool.definition.backlog_capacity.saturating_add(pool.definition.roles.len());
    let found = pool.queued();
    PoolLaw::QueueIsBounded.holds(found <= bound, found as u64, bound as u64)
}

pub(super) fn admission_respects_capacity<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let bound = pool.definition.backlog_capacity;
    let found = pool.operating().map_or(0, |operating| operating.backlog.fresh_len());
    PoolLaw::AdmissionRespectsCapacity.holds(found <= bound, found as u64, bound as u64)
}

/// Whatever was assigned once was admitted before everything that never was, so the returned jobs
/// stand in front, and both runs ascend.
pub(super) fn queue_is_ordered<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let Some(operating) = pool.operating() else { return Ok(()) };
    let mut before = None;
    let mut fresh = false;
    for (obligation, prior_role) in operating.backlog.iter() {
        let place = (obligation.admitted_at, obligation.job);
        let ascends = before.is_none_or(|(at, job)| at < place.0 && job < place.1);
        let returned_first = !fresh || prior_role.is_none();
        let found = before.map_or(0, |(at, _)| at);
        PoolLaw::QueueIsOrdered.holds(ascends && returned_first, place.0, found)?;
        fresh = prior_role.is_none();
        before = Some(place);
    }
    Ok(())
}

/// An assigned job is neither in the queue nor with another member, and it was admitted before every
/// job that was never assigned.
pub(super) fn job_is_owned_once<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let Some(operating) = pool.operating() else { return Ok(()) };
    let fresh = operating.backlog.first_fresh();
    for (position, assignment) in assigned(operating) {
        let at = assignment.obligation.admitted_at;
        // The last ordinal of all is as good as any: without fresh jobs there is no bound.
        let is_older = fresh.is_none_or(|fresh| at < fresh);
        let once = is_older && !operating.backlog.holds_returned(at);
        PoolLaw::JobIsOwnedOnce.holds_at(position, once, at, fresh.unwrap_or(u64::MAX))?;
    }
    let jobs = || assigned(operating).map(|(_, assignment)| assignment.obligation.job);
    match super::correlations::repeated(jobs) {
        Some(job) => PoolLaw::JobIsOwnedOnce.holds(false, job, 1),
        None => Ok(()),
    }
}

pub(super) fn no_idle_beside_queue<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let Some(operating) = pool.operating().filter(|operating| !operating.backlog.is_empty()) else {
        return Ok(());
    };
    let mut members = operating.roster.members().iter();
    match members.position(|member| matches!(member, Member::Ready { work: Work::Idle, .. })) {
        Some(position) => {
            let waiting = operating.backlog.len() as u64;
            PoolLaw::NoIdleBesideQueue.holds_at(position, false, waiting, 0)
        }
        None => Ok(()),
    }
}

pub(super) fn nothing_is_stranded<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let Some(operating) = pool.operating() else { return Ok(()) };
    let waiting = operating.backlog.len() as u64;
    let served = waiting == 0
        || operating.roster.members().iter().any(|member| !matches!(member, Member::Retired));
    PoolLaw::NothingIsStranded.holds(served, waiting, 0)
}

pub(super) fn cursor_is_in_the_ring<P: PoolProtocol>(pool: &FifoPool<P>) -> Checked {
    let (cursor, roles) = (pool.cursor().unwrap_or(0), pool.definition.roles.len());
    PoolLaw::CursorIsInTheRing.holds(cursor < roles, cursor as u64, roles as u64)
}

/// The members that hold an assignment, with their positions.
pub(super) fn assigned<P: PoolProtocol>(
    operating: &Operating<P>,
) -> impl Iterator<Item = (usize, &Assignment<P>)> + Clone {
    operating.roster.members().iter().enumerate().filter_map(|(position, member)| match member {
        Member::Ready { work: Work::Busy(assignment), .. } => Some((position, assignment)),
        Member::Creating(_)
        | Member::Initializing { .. }
        | Member::WaitingForActivationAuthorization(_)
        | Member::ActivationDispatched(_)
        | Member::Activating(_)
        | Member::DrainingPreReady(_)
        | Member::Ready { .. }
        | Member::Recovering(_)
        | Member::Stopping { .. }
        | Member::Retired => None,
    })
}
