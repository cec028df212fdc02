//! Laws about the state that a pool shows after a step.

use super::staff::Staff;
use super::{Observed, hold};
use crate::pool::observation::{Mode, Phase, PoolSetup, PoolView};
use crate::verdict::LawBreach;

/// The queue is never longer than the backlog's capacity and the roles together.
pub(super) const BOUND: &str = "backlog-bound";
/// Admission ordinals strictly increase along the queue.
pub(super) const ORDERED: &str = "queue-ordered";
/// No job waits beside an idle worker.
pub(super) const NO_IDLE: &str = "no-idle-beside-queue";
/// The cursor is a position of the ring, and the one that the dispatches left.
pub(super) const RING: &str = "cursor-in-ring";
/// The pool shows a worker as idle exactly if it is ready, free and not on its way out.
pub(super) const IDLE: &str = "idle-means-ready";

/// Judges what an operating pool shows.
pub(super) fn judge(
    setup: &PoolSetup,
    step: &Observed<'_>,
    staff: &Staff,
) -> Result<(), LawBreach> {
    staff.judge_roster(setup, step)?;
    if step.after.mode == Mode::Operating {
        judge_operating(setup, step.after, staff)
    } else {
        Ok(())
    }
}

fn judge_operating(setup: &PoolSetup, view: &PoolView, staff: &Staff) -> Result<(), LawBreach> {
    let bound = setup.backlog_capacity as usize + setup.roles().len();
    hold(view.queue.len() <= bound, BOUND, || format!("{} wait", view.queue.len()))?;
    let ordered = view.queue.windows(2).all(|pair| pair[0].admitted < pair[1].admitted);
    hold(ordered, ORDERED, || format!("{:?}", view.queue))?;
    let idle = view.phase_set().has(Phase::Idle);
    hold(view.queue.is_empty() || !idle, NO_IDLE, || format!("{:?}", view.queue))?;
    let cursor = usize::from(view.cursor);
    hold(cursor < setup.roles().len() && cursor == staff.cursor(), RING, || {
        format!("the cursor is {cursor}, the dispatches left {}", staff.cursor())
    })?;
    let shown = view.members().iter().enumerate();
    let odd = shown.clone().find(|(at, phase)| (**phase == Phase::Idle) != staff.is_idle(*at));
    hold(odd.is_none(), IDLE, || format!("{odd:?} in {:?}", view.members()))
}
