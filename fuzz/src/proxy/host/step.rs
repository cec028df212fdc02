//! What each opcode makes of its operands.
//!
//! An opcode that finds nothing to act on settles the oldest obligation instead; if nothing is
//! owed, the step is skipped. No step is rejected.

use super::settle::WELL;
use super::{Cut, DUTY_KINDS, Host, Plan};
use crate::proxy::observation::{Id, Submission, Tick, Ticket, Told};
use crate::proxy::scenario::{Opcode, Step};

impl Host {
    /// The input that `step` tells, if any.
    pub(super) fn plan_step(&mut self, step: Step) -> Option<Plan> {
        let plan = match self.plan_opcode(step) {
            None if !acts_on_host_alone(step.opcode) => self.settle_oldest(WELL),
            plan => plan,
        };
        plan.map(|plan| Plan { cut: self.cut.map(|cut| usize::from(cut.place)), ..plan })
    }

    fn plan_opcode(&mut self, step: Step) -> Option<Plan> {
        let Step { a, b, c, .. } = step;
        match step.opcode {
            Opcode::SettleOldest => self.settle_oldest(a),
            Opcode::FailOldest => self.settle_oldest(1 + a % 3),
            Opcode::Settle => self.settle_any(a, b),
            Opcode::SettleKind => self.settle_kind(a, b, c),
            Opcode::Serve => Some(self.serve()),
            Opcode::Install => Some(self.install()),
            Opcode::Replace => Some(self.replace()),
            Opcode::Shutdown => Some(Plan::plain(Told::Shutdown)),
            Opcode::ExitWorker => self.exit_worker(a, b),
            Opcode::Repeat => self.repeat(a),
            Opcode::Distort => self.distort(a, b, c),
            Opcode::WrongFact => self.wrong_fact(a, b, c),
            Opcode::ForeignFact => self.foreign_fact(b, c),
            Opcode::ReplayTicket => Some(self.replay_ticket(a, b)),
            Opcode::CutBatch => self.cut_batch(a, b),
            Opcode::AdvanceTime => self.advance_time(a, b),
            Opcode::Withhold => {
                self.duties.withhold(a);
                None
            }
            Opcode::Release => {
                self.duties.release_all();
                None
            }
        }
    }

    fn settle_any(&mut self, index: u8, way: u8) -> Option<Plan> {
        let obligation = self.duties.pick(index, |_| true)?;
        Some(self.settle(obligation, way))
    }

    fn settle_kind(&mut self, kind: u8, way: u8, index: u8) -> Option<Plan> {
        let kind = DUTY_KINDS[usize::from(kind) % DUTY_KINDS.len()];
        let obligation = self.duties.pick(index, |duty| duty.kind() == kind)?;
        Some(self.settle(obligation, way))
    }

    fn serve(&mut self) -> Plan {
        Plan::plain(Told::Service { sender: self.fresh_tag(), command: self.fresh_tag() })
    }

    fn install(&mut self) -> Plan {
        let ticket = self.fresh_ticket();
        Plan::plain(Told::InstallInitial { ticket, submission: self.fresh_submission() })
    }

    fn replace(&mut self) -> Plan {
        let ticket = self.fresh_ticket();
        Plan::plain(Told::Replace { ticket, submission: self.fresh_submission() })
    }

    pub(super) fn fresh_submission(&mut self) -> Submission {
        Submission { worker: self.fresh_tag(), plan: self.fresh_tag() }
    }

    /// The owner uses a ticket again; the proxy does not look at tickets.
    fn replay_ticket(&mut self, back: u8, control: u8) -> Plan {
        let ticket = self.old_ticket(back);
        let submission = self.fresh_submission();
        Plan::plain(if control.is_multiple_of(2) {
            Told::Replace { ticket, submission }
        } else {
            Told::InstallInitial { ticket, submission }
        })
    }

    /// Ticket number `back` from the newest on, modulo how many there are; a fresh one if none.
    fn old_ticket(&mut self, back: u8) -> Ticket {
        let issued = self.next_ticket - 1;
        match u64::from(back).checked_rem(issued) {
            Some(back) => Id { issuer: super::OWNER, ordinal: issued - back },
            None => self.fresh_ticket(),
        }
    }

    /// A live worker is gone: before its birth is told, or at any time after it.
    fn exit_worker(&mut self, index: u8, ticks: u8) -> Option<Plan> {
        self.now = self.now.saturating_add(Tick::from(ticks));
        let record = *self.workers.live(index)?;
        Some(Plan::plain(self.exit_of(&record)))
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
    matches!(opcode, Opcode::AdvanceTime | Opcode::CutBatch | Opcode::Withhold | Opcode::Release)
}
