//! What each opcode makes of its operands.
//!
//! An opcode that finds nothing to act on settles the oldest obligation instead; if nothing is
//! owed, the step is skipped. No step is rejected.

use super::settle::{Outcome, class};
use super::{Cut, Duty, DutyKind, Host, Plan};
use crate::pool::observation::{Stop, Tick, Told};
use crate::pool::scenario::{Opcode, Step};

/// How many inputs may be told before the pool is started.
const TOLD_BEFORE_START_MAX: u8 = 3;

impl Host {
    /// Starts the pool if `step` needs a started one. Now and then a step is let through, so that
    /// the pool hands its input back.
    pub fn preface(&mut self, step: Step) -> Option<Plan> {
        let starts = matches!(step.opcode, Opcode::Initialize | Opcode::SettleOldest);
        if self.started || starts || self.is_let_through(step) {
            return None;
        }
        Some(Plan::plain(Told::Initialize))
    }

    fn is_let_through(&mut self, step: Step) -> bool {
        let dice = [step.opcode as u8, step.a, step.b, step.c];
        let sum = dice.iter().fold(0_u8, |sum, die| sum.wrapping_add(*die));
        let through = sum.is_multiple_of(4) && self.told_before_start < TOLD_BEFORE_START_MAX;
        self.told_before_start += u8::from(through);
        through
    }

    /// The input that `step` tells, if any.
    pub fn plan(&mut self, step: Step) -> Option<Plan> {
        let plan = match self.plan_opcode(step) {
            None if !acts_on_host_alone(step.opcode) => self.settle_oldest(),
            plan => plan,
        };
        plan.map(|plan| Plan { cut: self.cut.map(|cut| usize::from(cut.place)), ..plan })
    }

    fn plan_opcode(&mut self, step: Step) -> Option<Plan> {
        let Step { a, b, c, .. } = step;
        match step.opcode {
            Opcode::SettleOldest if !self.started => Some(Plan::plain(Told::Initialize)),
            Opcode::SettleOldest => self.settle_oldest(),
            Opcode::Settle => self.settle_any(a, Outcome { choice: b, reason: c }),
            Opcode::Submit => Some(self.submit(a, b)),
            Opcode::StopWorker => self.stop_worker(a, b, c),
            Opcode::Complete => self.settle_kind(a, DutyKind::Job, Outcome::ACCEPTED),
            Opcode::FinishActivation => {
                self.settle_kind(a, DutyKind::Activation, Outcome { choice: b, reason: c })
            }
            Opcode::ElapseRestartTimer => self.elapse_restart_timer(a, b),
            Opcode::ElapseDeadline => {
                self.settle_kind(0, DutyKind::DeadlineTimer, Outcome::ACCEPTED)
            }
            Opcode::Shutdown => Some(Plan::plain(Told::Shutdown)),
            Opcode::AdvanceTime => self.advance_time(a, b),
            Opcode::CutBatch => self.cut_batch(a, b),
            Opcode::Repeat => self.repeat(a),
            Opcode::Distort => self.distort(a, b, c),
            Opcode::WrongKind => self.wrong_kind(a, b, c),
            Opcode::TwinCompletion => self.twin_completion(a),
            Opcode::TwinReturn => self.twin_return(a, c),
            Opcode::ForeignCompletion => self.foreign_completion(a),
            Opcode::ForeignReturn => self.foreign_return(a, b, c),
            Opcode::Initialize => Some(Plan::plain(Told::Initialize)),
            Opcode::Withhold => {
                self.duties.withhold(a);
                None
            }
            Opcode::StaleCompletion => self.stale_completion(a),
        }
    }

    fn settle_any(&mut self, index: u8, outcome: Outcome) -> Option<Plan> {
        let obligation = self.duties.pick(index, |_| true)?;
        self.settle(obligation, outcome)
    }

    fn settle_kind(&mut self, index: u8, kind: DutyKind, outcome: Outcome) -> Option<Plan> {
        let obligation = self.duties.pick(index, |duty| duty.kind() == kind)?;
        self.settle(obligation, outcome)
    }

    /// Half of the codes are for payloads that can be cloned at once.
    fn submit(&mut self, customer: u8, code: u8) -> Plan {
        let clone_panics = if code < 128 { 0 } else { 1 + code % 3 };
        let request = self.fresh_tag();
        let payload = self.fresh_tag();
        Plan::plain(Told::Submit { request, payload, clone_panics, customer })
    }

    fn stop_worker(&mut self, index: u8, code: u8, ticks: u8) -> Option<Plan> {
        self.now = self.now.saturating_add(Tick::from(ticks));
        let mut worker = self.workers.live(index)?.worker();
        let at = match (code >> 1) % 8 {
            7 => self.now.saturating_sub(1 + Tick::from(code >> 4)),
            _ => self.now,
        };
        if (code >> 1) % 8 == 6 && self.is_unborn(worker.child) {
            // Chosen before the birth, and chosen wrongly.
            worker.evidence = worker.evidence.wrapping_add(1);
        }
        let stop = Stop { class: class(code), at, reason: self.fresh_tag() };
        Some(Plan::plain(Told::Stopped { worker, stop }))
    }

    fn elapse_restart_timer(&mut self, index: u8, code: u8) -> Option<Plan> {
        let all = !code.is_multiple_of(2);
        let wanted =
            |duty: &Duty| matches!(duty, Duty::RestartTimer { scheduled, .. } if all || *scheduled);
        let obligation = self.duties.pick(index, wanted)?;
        self.settle(obligation, Outcome::ACCEPTED)
    }

    fn advance_time(&mut self, ticks: u8, shift: u8) -> Option<Plan> {
        let ticks = u128::from(ticks) << (shift % 64);
        let ticks = Tick::try_from(ticks).unwrap_or(Tick::MAX);
        self.now = self.now.saturating_add(ticks);
        None
    }

    fn cut_batch(&mut self, place: u8, code: u8) -> Option<Plan> {
        self.cut = Some(Cut { place, rest_is_refused: !code.is_multiple_of(2) });
        None
    }
}

/// These tell nothing, and mean to.
fn acts_on_host_alone(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::AdvanceTime | Opcode::CutBatch | Opcode::Withhold)
}
