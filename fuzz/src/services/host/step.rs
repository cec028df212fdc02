//! What each opcode makes of its operands.
//!
//! An opcode that finds nothing to act on settles the oldest obligation instead; if nothing may be told,
//! the step is skipped. No step is rejected.

use super::settle::{WELL, Way};
use super::{Cut, DUTY_KINDS, Duty, DutyKind, Host, Plan, Stage};
use crate::proxy::observation as proxy;
use crate::services::observation::{Proxy, Tick, Told};
use crate::services::scenario::{Opcode, Step};
use crate::supervisor::observation::{
    self as supervisor, Authority, Key, Origin, ProxyExit, Told as ToSupervisor,
};

/// What a step comes to.
#[expect(clippy::large_enum_variant, reason = "it lives for one step, and is mostly the large one")]
pub(super) enum Act {
    /// An input.
    Tell(Plan),
    /// Something that nobody is told.
    Silent,
}

impl Host {
    /// The input that `step` tells, if any.
    pub(super) fn plan_step(&mut self, step: Step) -> Option<Plan> {
        let act = self.act(step).or_else(|| self.settle_oldest(WELL));
        let Act::Tell(plan) = act? else { return None };
        Some(Plan { cut: self.cut.map(|cut| usize::from(cut.place)), ..plan })
    }

    fn act(&mut self, step: Step) -> Option<Act> {
        let Step { a, b, c, .. } = step;
        match step.opcode {
            Opcode::SettleOldest => self.settle_oldest(Way { choice: a, detail: b }),
            Opcode::Settle => self.settle_number(a, Way { choice: b, detail: c }, |_| true),
            Opcode::SettleKind => {
                let kind = DUTY_KINDS[usize::from(a) % DUTY_KINDS.len()];
                self.settle_number(c, Way { choice: b, detail: c }, |duty| duty.kind() == kind)
            }
            Opcode::SettleProxy => self.settle_proxy(a, b, c),
            Opcode::Start
            | Opcode::Replace
            | Opcode::Stop
            | Opcode::Query
            | Opcode::Cancel
            | Opcode::CancelOld
            | Opcode::Shutdown => self.command(step).map(to_supervisor),
            Opcode::Serve => self.serve(a),
            Opcode::ExitWorker => self.exit_worker(a, b),
            Opcode::EndProxy => self.end_proxy(a),
            Opcode::LoseReport => self.lose_report_of(a),
            Opcode::ElapseDeadline => {
                self.settle_number(a, WELL, |duty| duty.kind() == DutyKind::Timer)
            }
            Opcode::CutBatch | Opcode::AdvanceTime | Opcode::Withhold => {
                self.act_alone(step);
                Some(Act::Silent)
            }
        }
    }

    /// What changes nothing but the host.
    fn act_alone(&mut self, step: Step) {
        let Step { a, b, .. } = step;
        match step.opcode {
            Opcode::CutBatch => {
                self.cut = Some(Cut { place: a, rest_is_refused: !b.is_multiple_of(2) });
            }
            Opcode::AdvanceTime => {
                let ticks = Tick::try_from(u128::from(a) << (b % 64)).unwrap_or(Tick::MAX);
                self.now = self.now.saturating_add(ticks);
            }
            _ => {
                self.duties.withhold(a);
            }
        }
    }

    fn settle_proxy(&mut self, index: u8, choice: u8, number: u8) -> Option<Act> {
        let busy = |proxy| self.duties.any(|duty| duty.proxy() == Some(proxy));
        let proxy = self.proxies.back(index, |record| busy(record.proxy))?.proxy;
        let way = Way { choice, detail: number };
        self.settle_number(number, way, |duty| duty.proxy() == Some(proxy))
    }

    fn key(&self, choice: u8) -> Key {
        choice % self.setup.keys.max(1)
    }

    fn command(&mut self, step: Step) -> Option<ToSupervisor> {
        let key = self.key(step.a);
        Some(match step.opcode {
            Opcode::Start => ToSupervisor::Start {
                key,
                submission: self.fresh_submission(),
                reply: self.fresh_tag(),
            },
            Opcode::Replace => ToSupervisor::Replace {
                key,
                submission: self.fresh_submission(),
                reply: self.fresh_tag(),
            },
            Opcode::Stop => ToSupervisor::Stop { key, reply: self.fresh_tag() },
            Opcode::Query => ToSupervisor::Query { key, reply: self.fresh_tag() },
            Opcode::Shutdown => ToSupervisor::Shutdown,
            opcode => return self.cancel(step.a, opcode == Opcode::CancelOld),
        })
    }

    fn cancel(&mut self, index: u8, from_oldest: bool) -> Option<ToSupervisor> {
        let count = self.authorities.len();
        let place = usize::from(index).checked_rem(count)?;
        let place = if from_oldest { place } else { count - 1 - place };
        let (key, operation) = self.authorities[place];
        let authority = Authority { origin: Origin::Own, key, operation };
        Some(ToSupervisor::Cancel { authority, reply: self.fresh_tag() })
    }

    /// A client knows the proxy, whatever has become of it.
    fn serve(&mut self, index: u8) -> Option<Act> {
        let proxy = self.proxies.back(index, super::ProxyRecord::is_there)?.proxy;
        let told = proxy::Told::Service { sender: self.fresh_tag(), command: self.fresh_tag() };
        Some(to_proxy(proxy, told))
    }

    /// A proxy dies: the host ends it, or says that it was gone before its birth.
    fn end_proxy(&mut self, index: u8) -> Option<Act> {
        let creatable = |creation| {
            let refused = |o: &&super::Obligation| o.duty == Duty::Birth { creation } && o.refused;
            self.duties.iter().find(refused).is_none()
        };
        let mortal = |record: &super::ProxyRecord| match record.stage {
            Stage::Unborn { gone } => !gone && creatable(record.creation),
            Stage::Live => !record.is_ending,
            Stage::Never | Stage::Stopped | Stage::Gone => false,
        };
        let record = self.proxies.back(index, mortal)?;
        let (proxy, creation) = (record.proxy, record.creation);
        if record.stage == Stage::Live {
            return Some(to_proxy(proxy, proxy::Told::Shutdown));
        }
        let exit = self.proxy_exit();
        Some(to_supervisor(ToSupervisor::ExitBeforeBirth { creation, exit }))
    }

    fn lose_report_of(&mut self, index: u8) -> Option<Act> {
        let proxy = self.proxies.back(index, |record| !record.reports.is_empty())?.proxy;
        self.lose_reports(proxy);
        Some(Act::Silent)
    }

    pub(super) fn proxy_exit(&mut self) -> ProxyExit {
        ProxyExit { stop: self.fresh_tag(), at: self.now }
    }
}

/// The supervisor is told.
pub(super) fn to_supervisor(told: supervisor::Told) -> Act {
    Act::Tell(Plan::plain(Told::Supervisor(told)))
}

/// A proxy is told.
pub(super) fn to_proxy(proxy: Proxy, told: proxy::Told) -> Act {
    Act::Tell(Plan::plain(Told::Proxy { proxy, told }))
}
