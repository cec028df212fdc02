//! True settlements: the fact that settles one obligation, in the way that a step chooses.
//!
//! Way 0 lets the services go on; each other one is a failure, modulo how many its kind knows. A refused
//! operation knows rejections only, and what a machine was told already was delivered.

use super::step::{Act, to_proxy, to_supervisor};
use super::{Duty, DutyKind, Host, Obligation, ProxyRecord};
use crate::proxy::observation as proxy;
use crate::services::observation::{Id, Proxy, Said};
use crate::supervisor::observation::{
    self as supervisor, Change, Lifecycle, Request, StopResult, Told, Unreported,
};

/// In which way an obligation is settled.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) choice: u8,
    pub(super) detail: u8,
}

/// The way that lets the services go on.
pub(super) const WELL: Way = Way { choice: 0, detail: 0 };

impl Way {
    fn rejects(self) -> bool {
        !self.choice.is_multiple_of(2)
    }
}

impl Host {
    /// Whether the fact that settles this obligation may be told now.
    pub(super) fn is_due(&self, duty: &Duty) -> bool {
        let of = |proxy: Proxy, may: fn(&ProxyRecord) -> bool| {
            self.proxies.named(proxy).is_some_and(may)
        };
        match *duty {
            Duty::Report { proxy } => of(proxy, ProxyRecord::may_report),
            Duty::Exit { proxy } => of(proxy, ProxyRecord::may_exit),
            Duty::Unreported { proxy } => of(proxy, ProxyRecord::is_unreported),
            Duty::Birth { .. }
            | Duty::Receipt { .. }
            | Duty::Carry { .. }
            | Duty::Settlement { .. }
            | Duty::End { .. }
            | Duty::Schedule { .. }
            | Duty::Timer { .. }
            | Duty::Worker { .. } => true,
        }
    }

    /// The oldest obligation that may be settled, in this way; the drain deadline is never in a hurry.
    pub(super) fn settle_oldest(&mut self, way: Way) -> Option<Act> {
        self.settle_number(0, way, |duty| duty.kind() != DutyKind::Timer)
    }

    /// Settles number `index` of those that `wanted` accepts.
    pub(super) fn settle_number(
        &mut self,
        index: u8,
        way: Way,
        wanted: impl Fn(&Duty) -> bool,
    ) -> Option<Act> {
        let chosen = self.duties.pick(index, |duty| self.is_due(duty) && wanted(duty))?;
        let act = self.settle(chosen, way)?;
        Some(match act {
            Act::Tell(plan) => Act::Tell(plan.settling(chosen.duty)),
            Act::Silent => Act::Silent,
        })
    }

    fn settle(&mut self, Obligation { duty, refused, .. }: Obligation, way: Way) -> Option<Act> {
        let rejects = refused || way.rejects();
        match duty {
            Duty::Birth { creation } => self.settle_birth(creation, rejects),
            Duty::Receipt { proxy } => self.settle_receipt(proxy, rejects, way.detail),
            Duty::Carry { proxy } => self.carry(proxy),
            Duty::Settlement { request } => Some(self.settle_request(request, rejects, way.detail)),
            Duty::End { proxy, .. } => Some(to_proxy(proxy, proxy::Told::Shutdown)),
            Duty::Report { proxy } => self.report(proxy, rejects),
            Duty::Exit { proxy } => {
                let exit = self.proxy_exit();
                Some(to_supervisor(Told::ExitAfterBirth { proxy, exit }))
            }
            Duty::Unreported { proxy } => self.unreported(proxy),
            Duty::Schedule { deadline, after } => Some(to_supervisor(match rejects {
                true => {
                    let reason = way.detail;
                    Told::DeadlineRejected { deadline, returned: deadline, after, reason }
                }
                false => Told::DeadlineAccepted { deadline },
            })),
            Duty::Timer { deadline, at } => {
                self.now = self.now.max(at);
                Some(to_supervisor(Told::DeadlineElapsed { deadline, at: self.now }))
            }
            Duty::Worker { proxy, duty } => {
                Some(self.settle_worker(proxy, duty, refused, way.choice))
            }
        }
    }

    /// A proxy that was said to be gone has been there.
    fn settle_birth(&mut self, creation: Id, rejects: bool) -> Option<Act> {
        let record = self.proxies.created_by(creation)?;
        let (proxy, stage) = (record.proxy, record.stage);
        Some(to_supervisor(if rejects && stage == (super::Stage::Unborn { gone: false }) {
            Told::BirthRejected { creation, rejection: self.fresh_tag() }
        } else {
            Told::BirthCommitted { creation, proxy }
        }))
    }

    fn settle_receipt(&mut self, proxy: Proxy, rejects: bool, reason: u8) -> Option<Act> {
        let flight = self.proxies.named(proxy)?.flight?;
        let (change, operation) = (flight.input.change, flight.input.operation);
        Some(to_supervisor(if rejects && !flight.is_taken {
            Told::InputRejected { proxy, change, operation, returned: flight.input, reason }
        } else {
            Told::InputAccepted { proxy, change, operation }
        }))
    }

    fn carry(&mut self, proxy: Proxy) -> Option<Act> {
        let input = self.proxies.named(proxy)?.flight?.input;
        let (ticket, submission) = (input.operation, input.submission);
        Some(to_proxy(
            proxy,
            match input.change {
                Change::Start => proxy::Told::InstallInitial { ticket, submission },
                Change::Replacement => proxy::Told::Replace { ticket, submission },
            },
        ))
    }

    fn settle_request(&mut self, request: Request, rejects: bool, reason: u8) -> Act {
        let record = self.proxies.named(request.proxy);
        let is_carried =
            record.and_then(|record| record.asked).is_some_and(|asked| asked.is_carried);
        to_supervisor(if rejects && !is_carried {
            Told::ShutdownRejected { request, returned: request, reason }
        } else {
            Told::ShutdownAccepted { request }
        })
    }

    fn report(&mut self, proxy: Proxy, loses: bool) -> Option<Act> {
        if loses {
            self.lose_reports(proxy);
            return Some(Act::Silent);
        }
        let report = *self.proxies.named(proxy)?.reports.front()?;
        Some(to_supervisor(Told::Report { proxy, report }))
    }

    fn unreported(&mut self, proxy: Proxy) -> Option<Act> {
        let record = self.proxies.named(proxy)?;
        let flight = record.flight?;
        let operation = flight.input.operation;
        let rest = match flight.undelivered {
            Some(rest) => rest,
            None if flight.is_taken => Unreported::Left { leftover: record.leftover? },
            None => Unreported::Untouched { submission: flight.input.submission },
        };
        Some(to_supervisor(Told::Unreported { proxy, operation, rest }))
    }

    /// The next report of a proxy cannot be delivered: nor can those after it, and the proxy is ended.
    pub(super) fn lose_reports(&mut self, proxy: Proxy) {
        let Some(record) = self.proxies.named_mut(proxy) else { return };
        record.is_mute = true;
        while let Some(report) = record.reports.pop_front() {
            record.keep_outcome(&report);
        }
        self.duties.drop_all(|duty| *duty == Duty::Report { proxy });
        self.must_end(proxy);
    }

    /// The host ends a proxy, unless it is ending anyway.
    pub(super) fn must_end(&mut self, proxy: Proxy) {
        let Some(record) = self.proxies.named(proxy) else { return };
        let is_owed = self.duties.any(|duty| *duty == Duty::End { proxy, is_asked: false });
        if record.stage == super::Stage::Live && !record.is_ending && !is_owed {
            self.duties.owe(Duty::End { proxy, is_asked: false }, false);
        }
    }
}

/// Whether the entry of the proxy goes on after its shutdown was rejected.
pub(super) fn is_restored(said: &[Said]) -> bool {
    said.iter().any(|said| {
        matches!(
            said,
            Said::Supervisor(supervisor::Said::Lifecycle {
                event: Lifecycle::StopFinished {
                    result: StopResult::Failed { exit: None, .. },
                    ..
                },
                ..
            })
        )
    })
}
