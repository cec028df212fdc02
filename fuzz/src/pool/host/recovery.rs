//! The recovery phase: no new work, no wrong facts, nothing withheld. The host settles all that it
//! owes, shuts the pool down, settles the rest, and the pool must end.
//!
//! Two bounds, both computed from what there can be:
//! - *Before the shutdown* each obligation costs one input; each role can go once through a life
//!   (birth, initialization, begin, activation), once through a quarantine (shutdown, stop) and once
//!   through a recovery (preparation, schedule, timer) and a life again; each job costs a delivery
//!   and a completion, twice if it is retried. A pool whose supplies have run out can restart for
//!   ever (each restart fails and is recovered), so this bound is a courtesy: when it is reached,
//!   the host shuts the pool down.
//! - *After the shutdown* nothing begins any more. Each obligation costs one input (a stop that is
//!   rejected is told up to four times); a role whose creation is out can add a shutdown and a stop,
//!   and the deadline's schedule costs one. A pool that has not ended then is stuck, and so is one
//!   that waits although the host owes nothing.

use super::{Duty, Host, Plan};
use crate::pool::observation::{Mode, Phase, PoolView, Told};

/// Inputs that one role can cost before the shutdown.
const INPUTS_PER_ROLE: u32 = 13;
/// Inputs that one job can cost before the shutdown.
const INPUTS_PER_JOB: u32 = 4;
/// Inputs that one obligation can cost after the shutdown.
const INPUTS_PER_DUTY: u32 = 4;
/// Obligations that one role can add after the shutdown.
const DUTIES_PER_DRAINING_ROLE: u32 = 3;

impl Host {
    /// Nothing is withheld any more, and no batch will be cut.
    pub fn begin_recovery(&mut self) {
        self.duties.release_all();
        self.cut = None;
    }

    /// The next input of the recovery phase; `None` if nothing is owed.
    pub fn recover(&mut self) -> Option<Plan> {
        if !self.started {
            return Some(Plan::plain(Told::Initialize));
        }
        self.settle_oldest()
    }

    /// The most inputs before the shutdown; `view` is the pool as the phase begins.
    pub fn settling_inputs_max(&self, view: &PoolView) -> u32 {
        let roles = self.setup.roles().len() as u32;
        let jobs = view.queue.len() as u32 + roles;
        self.owed() + roles * INPUTS_PER_ROLE + jobs * INPUTS_PER_JOB
    }

    /// The most inputs after the shutdown.
    pub fn draining_inputs_max(&self) -> u32 {
        let roles = self.setup.roles().len() as u32;
        INPUTS_PER_DUTY * (self.owed() + roles * DUTIES_PER_DRAINING_ROLE + 1)
    }

    fn owed(&self) -> u32 {
        self.duties.len() as u32
    }

    /// What an operating pool still waits for although the host owes nothing. A pool to which the
    /// host has broken its promises may wait.
    pub fn waits_in_vain(&self, view: &PoolView) -> Option<String> {
        if self.promises_broken || view.mode != Mode::Operating {
            return None;
        }
        let phases = view.members();
        let waiting = |phase: &&Phase| !matches!(phase, Phase::Idle | Phase::Retired);
        match phases.iter().find(waiting) {
            Some(phase) => Some(format!("nothing is owed, and a member is {phase:?}")),
            None if view.queue.is_empty() => None,
            None => Some(format!("nothing is owed, and {} jobs wait", view.queue.len())),
        }
    }

    /// What is pending, for the verdict.
    pub fn pending(&self, view: &PoolView) -> String {
        let owed: Vec<Duty> = self.duties.iter().map(|obligation| obligation.duty).collect();
        let phases = view.members();
        format!("{:?} with members {phases:?}; the host owes {owed:?}", view.mode)
    }
}
