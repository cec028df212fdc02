//! Laws about restarts: the budget, the clock, the ordinal, the timer.
//!
//! A recovery is committed by the step that takes its prepared worker: at once by the creation, or
//! by the schedule of its timer.

use super::staff::Staff;
use super::{Observed, breach, hold};
use crate::pool::observation::{
    Birth, Diagnostic, DrainPolicy, Id, PoolSetup, Role, RoleFailure, Said, Tag, Tick,
    TimerPurpose, TimerRef, Timing, Told,
};
use crate::verdict::LawBreach;

/// Charges stay within the budget in every window, none is denied that fits, and no stop runs against the clock.
pub(super) const BUDGET: &str = "restart-budget";
/// A timer is set once for each prepared recovery, for the right tick.
pub(super) const TIMER: &str = "one-timer-per-recovery";
/// A delayed creation needs the schedule's acceptance and the timer.
pub(super) const DELAY: &str = "creation-after-timer";
/// The drain deadline is set once, when the policy asks for it.
pub(super) const DRAIN_DEADLINE: &str = "one-drain-deadline";

/// A recovery whose timer was set.
#[derive(Clone, Copy, Debug)]
struct Timed {
    recovery: Id,
    accepted: bool,
    elapsed: bool,
    submission: Tag,
}

/// What is known of the pool's restarts.
#[derive(Debug, Default)]
pub(super) struct RestartBook {
    charges: Vec<Tick>,
    /// By position, like `timed`.
    ordinals: Vec<u32>,
    timed: Vec<Option<Timed>>,
    drain_deadlines: u32,
}

impl RestartBook {
    pub(super) fn reset(&mut self, setup: &PoolSetup) {
        let roles = setup.roles().len();
        self.charges.clear();
        self.ordinals.clear();
        self.ordinals.resize(roles, 0);
        self.timed.clear();
        self.timed.resize(roles, None);
        self.drain_deadlines = 0;
    }

    /// Takes down what a taken fact establishes.
    pub(super) fn hear(&mut self, told: &Told) {
        if let Told::RestartScheduleAccepted { recovery, .. } = *told
            && let Some(timed) = self.find(recovery)
        {
            timed.accepted = true;
        }
        if let Told::RestartTimerElapsed { recovery, .. } = *told
            && let Some(timed) = self.find(recovery)
        {
            timed.elapsed = true;
        }
    }

    fn find(&mut self, recovery: Id) -> Option<&mut Timed> {
        self.timed.iter_mut().flatten().find(|timed| timed.recovery == recovery)
    }

    /// Judges one action.
    pub(super) fn judge(
        &mut self,
        setup: &PoolSetup,
        step: &Observed<'_>,
        said: &Said,
        staff: &Staff,
    ) -> Result<(), LawBreach> {
        if let Said::CreateWorker { role, birth, submission, .. } = *said {
            let Birth::Replacement { recovery, .. } = birth else { return Ok(()) };
            return self.create(setup, step, role, recovery, submission, staff);
        }
        if let Said::ScheduleRestart { recovery, timer, deadline } = *said {
            return self.schedule(setup, step, recovery, timer, deadline, staff);
        }
        if let Said::DeliverDiagnostic { diagnostic, .. }
        | Said::TransferTerminalDiagnostic { diagnostic } = *said
            && let Diagnostic::RoleFailed { failure, .. } = diagnostic
            && let RoleFailure::BudgetExhausted { stop, .. } = failure
        {
            return self.deny(setup, stop.at);
        }
        if let Said::ScheduleDrainDeadline { deadline, .. } = *said {
            self.drain_deadlines += 1;
            let due = setup.drain == DrainPolicy::RetireActorGraphAfter { deadline };
            return hold(due && self.drain_deadlines == 1, DRAIN_DEADLINE, || {
                format!("request {} for {deadline} under {:?}", self.drain_deadlines, setup.drain)
            });
        }
        Ok(())
    }

    fn create(
        &mut self,
        setup: &PoolSetup,
        step: &Observed<'_>,
        role: Role,
        recovery: Id,
        submission: Tag,
        staff: &Staff,
    ) -> Result<(), LawBreach> {
        if setup.timing == Timing::Immediate {
            let prepared = prepared_in(step, recovery);
            hold(prepared == Some(submission), DELAY, || {
                format!("{recovery:?} creates {submission} at {:?}", step.told)
            })?;
            return self.commit(setup, role, staff).map(drop);
        }
        let Some(index) = setup.roles().iter().position(|declared| *declared == role) else {
            return breach(DELAY, format!("role {role} is not declared"));
        };
        let timed = self.timed[index].take();
        let ready = timed.is_some_and(|timed| {
            timed.recovery == recovery
                && timed.accepted
                && timed.elapsed
                && timed.submission == submission
        });
        hold(ready, DELAY, || format!("{recovery:?} creates {submission}: {timed:?}"))
    }

    fn schedule(
        &mut self,
        setup: &PoolSetup,
        step: &Observed<'_>,
        recovery: Id,
        timer: TimerRef,
        deadline: Tick,
        staff: &Staff,
    ) -> Result<(), LawBreach> {
        let TimerPurpose::Restart { role_index } = timer.purpose else {
            return breach(TIMER, format!("{timer:?} restarts nobody"));
        };
        let index = usize::from(role_index);
        let role = setup.roles().get(index).copied();
        let (Some(role), Some(submission)) = (role, prepared_in(step, recovery)) else {
            return breach(TIMER, format!("{recovery:?} is scheduled at {:?}", step.told));
        };
        let (ordinal, stopped_at) = self.commit(setup, role, staff)?;
        let due = delay(setup.timing, ordinal).and_then(|delay| stopped_at.checked_add(delay));
        hold(due == Some(deadline), TIMER, || {
            format!("recovery {ordinal} of the stop at {stopped_at}: {deadline}, {due:?} is due")
        })?;
        self.timed[index] = Some(Timed { recovery, accepted: false, elapsed: false, submission });
        Ok(())
    }

    /// Charges the budget for the stop of `role`; answers the recovery's ordinal and the stop's
    /// tick.
    fn commit(
        &mut self,
        setup: &PoolSetup,
        role: Role,
        staff: &Staff,
    ) -> Result<(u32, Tick), LawBreach> {
        let Some(post) = staff.post_of_role(role) else {
            return breach(BUDGET, format!("role {role} was never created"));
        };
        let Some(stop) = post.stop.filter(|_| !post.regressed) else {
            return breach(BUDGET, format!("no stop to charge, or one from the past: {post:?}"));
        };
        let (at, charged) = self.charged(setup, stop.at);
        hold(charged < setup.budget_charges_max as usize, BUDGET, || {
            format!("charge {} until {at}: {:?}", charged + 1, self.charges)
        })?;
        self.charges.push(at);
        let index = setup.roles().iter().position(|declared| *declared == role).unwrap_or(0);
        self.ordinals[index] += 1;
        let ordinal = self.ordinals[index];
        hold(ordinal <= setup.recovery_ordinal_max, BUDGET, || {
            format!("recovery {ordinal} of role {role}")
        })?;
        Ok((ordinal, stop.at))
    }

    /// When a stop at `tick` is charged, and how many charges are in the window that ends then.
    fn charged(&self, setup: &PoolSetup, tick: Tick) -> (Tick, usize) {
        let at = self.charges.last().map_or(tick, |latest| tick.max(*latest));
        let start = at.saturating_sub(setup.budget_window);
        (at, self.charges.iter().filter(|charge| **charge >= start).count())
    }

    /// A budget is spent only by the charges of its window.
    fn deny(&self, setup: &PoolSetup, tick: Tick) -> Result<(), LawBreach> {
        let (at, charged) = self.charged(setup, tick);
        hold(charged >= setup.budget_charges_max as usize, BUDGET, || {
            format!("spent by {charged} charges until {at}: {:?}", self.charges)
        })
    }
}

/// The submission that this step's input prepared for `recovery`.
fn prepared_in(step: &Observed<'_>, recovery: Id) -> Option<Tag> {
    if let Told::Prepared { ticket, submission, .. } = *step.told
        && ticket == recovery
    {
        return Some(submission);
    }
    None
}

/// The delay of recovery `ordinal`; `None` if restarts are immediate.
fn delay(timing: Timing, ordinal: u32) -> Option<u64> {
    match timing {
        Timing::Immediate => None,
        Timing::Constant { delay } => Some(delay),
        Timing::Linear { delay, max } => Some(delay.saturating_mul(u64::from(ordinal)).min(max)),
        Timing::Doubling { delay, max } => {
            let factor = 1_u64.checked_shl(ordinal - 1).unwrap_or(u64::MAX);
            Some(delay.saturating_mul(factor).min(max))
        }
    }
}
