//! Wrong facts: repeated, of the wrong kind, about the wrong entry, from a foreign supervisor, out
//! of date.
//!
//! Every one brings fresh values, so custody stays exact.

use super::outcome::{Work, phase};
use super::settle::{schedule_settlement, shutdown_settlement};
use super::{BirthState, Host, IdKind, Plan, ProxyRecord, REMEMBERED};
use crate::supervisor::custody::told_values_mut;
use crate::supervisor::observation::{
    Change, Id, Input, Proxy, ProxyExit, Purpose, ReplacementOutcome, Report, Request,
    StartOutcome, Submission, Told,
};

/// How many kinds of facts [`Host::wrong_kind`] knows.
const FACT_KINDS: u8 = 16;
/// The variant, modulo 8, that names ids of the foreign supervisor.
const STRAY: u8 = 7;

/// The variant, modulo 8, in which a worker succeeds itself.
const ITSELF: u8 = 5;

/// What a wrong fact names.
struct Aim {
    record: ProxyRecord,
    creation: Id,
    proxy: Proxy,
    operation: Option<Id>,
    request: Option<Request>,
    deadline: Option<Id>,
}

impl Host {
    /// Tells remembered fact `index` (0 is the latest) again, with fresh values.
    pub(super) fn repeat(&mut self, index: u8) -> Option<Plan> {
        let back = usize::from(index).checked_rem(self.remembered_count.min(REMEMBERED))?;
        let mut told = self.remembered[(self.remembered_count - 1 - back) % REMEMBERED];
        self.refresh(&mut told);
        Some(Plan::plain(told))
    }

    /// A wrong fact brings values of its own; the true ones stay where they are.
    pub(super) fn refresh(&mut self, told: &mut Told) {
        told_values_mut(told, &mut |_, tag| {
            *tag = self.next_tag;
            self.next_tag += 1;
        });
    }

    /// Aims a fact of kind `kind` at proxy `index`, the newest one first; `variant` is the detail.
    /// Whether anybody waits for it is not looked at. Now and then, and where there is no proxy, its ids
    /// are of the foreign supervisor.
    pub(super) fn wrong_kind(&mut self, index: u8, kind: u8, variant: u8) -> Option<Plan> {
        let own = self.proxies.pick(index, |_| true);
        let aim = match own {
            Some(record) if variant % 8 != STRAY => self.aim(record, variant),
            Some(_) | None => self.foreign_aim(own)?,
        };
        let mut told = match kind % FACT_KINDS {
            kind @ 0..=3 => self.wrong_life(&aim, kind, variant),
            kind @ 4..=7 => self.wrong_result(&aim, kind, variant)?,
            8 => self.wrong_worker_stop(&aim, variant),
            9 => self.unavailable(aim.proxy, variant),
            10 => {
                let work = self.work(&aim, variant)?;
                let rest = match variant % 8 {
                    5 => self.left_without_change(variant >> 3),
                    _ => self.unreported(&aim.record, work),
                };
                Told::Unreported { proxy: aim.proxy, operation: work.operation, rest }
            }
            kind @ (11 | 12) => shutdown_settlement(aim.request?, kind == 12, variant),
            kind @ (13 | 14) => {
                let after = self.choices.supervisor.drain_deadline.unwrap_or(1);
                schedule_settlement(aim.deadline?, after, kind == 14, variant)
            }
            _ => Told::DeadlineElapsed { deadline: aim.deadline?, at: self.now },
        };
        self.refresh(&mut told);
        Some(Plan::plain(told))
    }

    /// What the entry of this proxy would take. What it never had is taken from others.
    fn aim(&self, record: ProxyRecord, variant: u8) -> Aim {
        let place = variant >> 3;
        let lent = |kind| self.issued.pick(kind, place);
        let purpose = match lent(IdKind::Stop) {
            Some(stop) if variant.is_multiple_of(2) => Purpose::Stop { stop },
            Some(_) | None => Purpose::Ending,
        };
        let (generation, proxy) = (record.generation, record.proxy);
        Aim {
            record,
            creation: record.creation,
            proxy,
            operation: record.operation.or_else(|| lent(IdKind::Operation)),
            request: record.request.or(Some(Request { generation, proxy, purpose })),
            deadline: lent(IdKind::Deadline)
                .or_else(|| self.foreign.issued.pick(IdKind::Deadline, 0)),
        }
    }

    fn foreign_aim(&self, own: Option<ProxyRecord>) -> Option<Aim> {
        let issued = |kind| self.foreign.issued.pick(kind, 0);
        let (generation, proxy) = (issued(IdKind::Generation)?, self.foreign.proxy?);
        let request = Some(Request { generation, proxy, purpose: Purpose::Ending });
        let creation = issued(IdKind::Creation)?;
        let record = own.unwrap_or_else(|| ProxyRecord::new(0, generation, creation, proxy));
        Some(Aim {
            record,
            creation,
            proxy,
            operation: issued(IdKind::Operation),
            request,
            deadline: issued(IdKind::Deadline),
        })
    }

    fn wrong_life(&mut self, aim: &Aim, kind: u8, variant: u8) -> Told {
        let (creation, proxy) = (aim.creation, aim.proxy);
        let exit = ProxyExit { stop: self.fresh_tag(), at: self.now };
        match kind {
            0 => {
                // Only capabilities that were told: another's would be lost for its true birth.
                let born = |other: &ProxyRecord| {
                    other.birth == BirthState::Committed && other.proxy != proxy
                };
                let other = self.proxies.pick(variant >> 3, born);
                let proxy = match other {
                    Some(other) if variant.is_multiple_of(2) => other.proxy,
                    Some(_) | None => proxy,
                };
                Told::BirthCommitted { creation, proxy }
            }
            1 => Told::BirthRejected { creation, rejection: exit.stop },
            2 => Told::ExitBeforeBirth { creation, exit },
            _ => Told::ExitAfterBirth { proxy, exit },
        }
    }

    fn wrong_result(&mut self, aim: &Aim, kind: u8, variant: u8) -> Option<Told> {
        let proxy = aim.proxy;
        let Work { operation, change, submission, .. } = self.work(aim, variant)?;
        Some(match kind {
            4 => Told::InputAccepted { proxy, change, operation },
            5 => {
                let returned = Input { proxy, change, operation, submission };
                Told::InputRejected { proxy, change, operation, returned, reason: variant }
            }
            kind => {
                let change = if kind == 6 { Change::Start } else { Change::Replacement };
                let work = Work { change, ..self.work(aim, variant)? };
                let mut report = self.outcome_report(&aim.record, work);
                if variant % 8 == ITSELF {
                    succeed_itself(&mut report);
                }
                Told::Report { proxy, report }
            }
        })
    }

    fn work(&mut self, aim: &Aim, variant: u8) -> Option<Work> {
        let change = match variant >> 2 & 1 {
            0 => Change::Start,
            _ => Change::Replacement,
        };
        let submission = Submission { worker: self.fresh_tag(), plan: self.fresh_tag() };
        let (choice, detail) = (variant >> 3, variant);
        Some(Work { operation: aim.operation?, change, submission, choice, detail })
    }

    fn wrong_worker_stop(&mut self, aim: &Aim, variant: u8) -> Told {
        let next = aim.record.next_evidence();
        let known = aim.record.servant.evidence();
        let evidence = match variant % 4 {
            0..=2 => known.unwrap_or(next),
            _ => next,
        };
        let report = Report::WorkerStopped { evidence, exit: self.worker_exit() };
        Told::Report { proxy: aim.proxy, report }
    }

    pub(super) fn unavailable(&mut self, proxy: Proxy, code: u8) -> Told {
        let (sender, command) = (self.fresh_tag(), self.fresh_tag());
        Told::Report { proxy, report: Report::Unavailable { sender, phase: phase(code), command } }
    }
}

/// Names the replaced worker as its own successor.
fn succeed_itself(report: &mut Report) {
    if let Report::Replacement { outcome, .. } = report
        && let ReplacementOutcome::Resolved { predecessor, successor } = outcome
        && let StartOutcome::Ready { evidence, .. } | StartOutcome::Unavailable { evidence, .. } =
            successor
    {
        *evidence = predecessor.evidence;
    }
}
