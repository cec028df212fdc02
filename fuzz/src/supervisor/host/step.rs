//! What each opcode makes of its operands.
//!
//! An opcode that finds nothing to act on settles the oldest obligation instead; if nothing is owed,
//! the step is skipped. No step is rejected.

use super::settle::Way;
use super::{Choice, Cut, DutyKind, Host, PROXY_DUTIES, Plan, ProxyRecord, Servant};
use crate::script::{Opcode as _, Step};
use crate::supervisor::observation::{Key, Report, Submission, Told};
use crate::supervisor::scenario::Opcode;

/// How many inputs may be told before the supervisor is started.
const TOLD_BEFORE_START_MAX: u8 = 3;

impl Host {
    /// Starts the supervisor if `step` needs a started one. Now and then a step is let through, so that
    /// the supervisor hands its input back.
    pub(super) fn start_first(&mut self, step: Step<Opcode>) -> Option<Plan> {
        let starts = matches!(step.opcode, Opcode::Initialize | Opcode::SettleOldest);
        if self.started || starts || self.is_let_through(step) {
            return None;
        }
        Some(Plan::plain(Told::Initialize))
    }

    fn is_let_through(&mut self, step: Step<Opcode>) -> bool {
        let dice = [step.opcode.number(), step.a, step.b, step.c];
        let sum = dice.iter().fold(0_u8, |sum, die| sum.wrapping_add(*die));
        let through = sum % 4 == 1 && self.told_before_start < TOLD_BEFORE_START_MAX;
        self.told_before_start += u8::from(through);
        through
    }

    /// The input that `step` tells, if any.
    pub(super) fn plan_step(&mut self, step: Step<Opcode>) -> Option<Plan> {
        let plan = match self.plan_opcode(step) {
            None if !acts_on_host_alone(step.opcode) => self.settle_oldest(),
            plan => plan,
        };
        plan.map(|plan| Plan { cut: self.cut.map(|cut| usize::from(cut.place)), ..plan })
    }

    fn plan_opcode(&mut self, step: Step<Opcode>) -> Option<Plan> {
        let Step { a, b, c, .. } = step;
        match step.opcode {
            Opcode::SettleOldest if !self.started => Some(Plan::plain(Told::Initialize)),
            Opcode::SettleOldest => self.settle_oldest(),
            Opcode::Settle => self.settle_any(a, Way { choice: b, detail: c }),
            Opcode::SettleKind => {
                let kind = PROXY_DUTIES[usize::from(a) % PROXY_DUTIES.len()];
                self.settle_kind(b, kind, Way { choice: c, detail: c >> 1 })
            }
            Opcode::Start => Some(self.start(a)),
            Opcode::Replace => Some(self.replace_worker(a)),
            Opcode::Stop => {
                let (key, reply) = (self.key(a), self.fresh_tag());
                Some(Plan::plain(Told::Stop { key, reply }))
            }
            Opcode::Query => {
                let (key, reply) = (self.key(a), self.fresh_tag());
                Some(Plan::plain(Told::Query { key, reply }))
            }
            Opcode::Cancel => self.cancel(Choice::Own, a),
            Opcode::CancelOld => {
                let choice = match a % 4 {
                    0 | 1 => Choice::Old,
                    2 => Choice::Twin,
                    _ => Choice::Foreign,
                };
                self.cancel(choice, b)
            }
            Opcode::ExitProxy => self.exit_proxy(a),
            Opcode::StopWorker => self.stop_worker(a),
            Opcode::Unavailable => {
                let record = self.proxies.pick(a, ProxyRecord::reports)?;
                Some(Plan::plain(self.unavailable(record.proxy, b)))
            }
            Opcode::LoseReport => self.lose_report(a, b),
            Opcode::FinishInput => {
                self.settle_kind(a, DutyKind::Outcome, Way { choice: b, detail: c })
            }
            Opcode::ElapseDeadline => self.settle_kind(0, DutyKind::DeadlineTimer, Way::WELL),
            Opcode::CutBatch => {
                self.cut = Some(Cut { place: a, rest_is_refused: !b.is_multiple_of(2) });
                None
            }
            Opcode::Repeat => self.repeat(a),
            Opcode::Distort => self.distort(a, b, c),
            Opcode::WrongKind => self.wrong_kind(a, b, c),
            Opcode::Withhold => {
                self.duties.withhold(a);
                None
            }
            Opcode::Initialize => Some(Plan::plain(Told::Initialize)),
            Opcode::Shutdown => Some(Plan::plain(Told::Shutdown)),
        }
    }

    fn key(&self, index: u8) -> Key {
        index % self.choices.keys.max(1)
    }

    fn submission(&mut self) -> Submission {
        Submission { worker: self.fresh_tag(), plan: self.fresh_tag() }
    }

    fn start(&mut self, index: u8) -> Plan {
        let (key, submission, reply) = (self.key(index), self.submission(), self.fresh_tag());
        Plan::plain(Told::Start { key, submission, reply })
    }

    fn replace_worker(&mut self, index: u8) -> Plan {
        let (key, submission, reply) = (self.key(index), self.submission(), self.fresh_tag());
        Plan::plain(Told::Replace { key, submission, reply })
    }

    fn cancel(&mut self, choice: Choice, index: u8) -> Option<Plan> {
        if choice == Choice::Twin && !self.company.twin {
            return None;
        }
        let authority = self.authorities.pick(choice, index)?;
        Some(Plan::plain(Told::Cancel { authority, reply: self.fresh_tag() }))
    }

    fn exit_proxy(&mut self, index: u8) -> Option<Plan> {
        let record = self.proxies.pick(index, ProxyRecord::is_live)?;
        self.exit(record.creation)
    }

    fn stop_worker(&mut self, index: u8) -> Option<Plan> {
        let runs =
            |record: &ProxyRecord| record.reports() && matches!(record.servant, Servant::Ready(_));
        let record = self.proxies.pick(index, runs)?;
        let evidence = record.servant.evidence()?;
        let report = Report::WorkerStopped { evidence, exit: self.worker_exit() };
        Some(Plan::plain(Told::Report { proxy: record.proxy, report }))
    }

    /// The proxy reports no more, and the host ends it: at once, or later.
    fn lose_report(&mut self, index: u8, when: u8) -> Option<Plan> {
        let creation = self.proxies.pick(index, ProxyRecord::reports)?.creation;
        self.proxies.of_creation_mut(creation)?.mute = true;
        self.owe_exit(creation);
        if when.is_multiple_of(2) { self.exit(creation) } else { None }
    }
}

/// These tell nothing, and mean to.
fn acts_on_host_alone(opcode: Opcode) -> bool {
    matches!(opcode, Opcode::CutBatch | Opcode::Withhold)
}
