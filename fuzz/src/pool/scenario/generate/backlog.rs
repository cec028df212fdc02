//! How much the host of a generated run owes, roughly: what has no effect is not generated so often.

use crate::pool::observation::{Eligibility, PoolSetup};
use crate::pool::scenario::Opcode;

/// Settlements from a creation to an idle worker: birth, initialization, begin, readiness.
const BIRTH: u32 = 4;
/// Settlements from a stop to the creation of the next worker: preparation, schedule, timer.
const RECOVERY: u32 = 3;
/// Settlements of a job: its delivery and its completion.
const JOB: u32 = 2;

/// An estimate of what is owed.
pub(super) struct Backlog {
    owed: u32,
    /// No more than this: whatever comes on top is refused, or waits for what is owed.
    most: u32,
    /// What a stop makes the host owe.
    stop: u32,
}

impl Backlog {
    /// So many roles are to be born.
    pub(super) fn of_births(setup: &PoolSetup, roles: u8) -> Self {
        let stop = match setup.eligibility {
            Eligibility::Permanent | Eligibility::Transient => RECOVERY + BIRTH,
            Eligibility::Temporary => 0,
        };
        let roles = u32::from(roles);
        Self { owed: BIRTH * roles, most: JOB * roles, stop }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.owed == 0
    }

    /// The part of `wanted` settlements that finds something to settle.
    pub(super) fn at_most(&self, wanted: u32) -> u32 {
        wanted.min(self.owed)
    }

    /// Takes down what a step does to it.
    pub(super) fn count(&mut self, opcode: Opcode) {
        if Self::is_reduced_by(opcode) {
            self.owed = self.owed.saturating_sub(1);
            return;
        }
        let more = match opcode {
            Opcode::Submit => JOB,
            Opcode::StopWorker => self.stop,
            _ => 0,
        };
        self.owed = self.owed.max(self.most.min(self.owed + more));
    }

    /// Whether a step settles something, if only because it finds nothing else to do.
    pub(super) fn is_reduced_by(opcode: Opcode) -> bool {
        match opcode {
            Opcode::SettleOldest
            | Opcode::Settle
            | Opcode::Complete
            | Opcode::FinishActivation
            | Opcode::ElapseRestartTimer
            | Opcode::ElapseDeadline
            | Opcode::TwinCompletion
            | Opcode::TwinReturn
            | Opcode::ForeignCompletion
            | Opcode::ForeignReturn
            | Opcode::StaleCompletion
            | Opcode::Distort => true,
            Opcode::Submit
            | Opcode::StopWorker
            | Opcode::Shutdown
            | Opcode::AdvanceTime
            | Opcode::CutBatch
            | Opcode::Repeat
            | Opcode::WrongKind
            | Opcode::Initialize
            | Opcode::Withhold => false,
        }
    }
}
