//! The true facts: how an obligation is settled, and in which ways that can go.

use super::outcome::Work;
use super::{BirthState, Duty, DutyKind, Host, Obligation, Plan, ProxyRecord};
use crate::supervisor::observation::{Change, Id, Input, Proxy, ProxyExit, Request, Told};

/// Which way a settlement goes: 0 lets the supervisor go on, others are each way that its kind knows.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) choice: u8,
    pub(super) detail: u8,
}

impl Way {
    pub(super) const WELL: Self = Self { choice: 0, detail: 0 };

    /// Whether a settlement of two ways is a rejection.
    fn rejects(self) -> bool {
        !self.choice.is_multiple_of(2)
    }
}

impl Host {
    /// Settles the oldest obligation in the way that lets the supervisor go on.
    pub(super) fn settle_oldest(&mut self) -> Option<Plan> {
        let oldest = self.duties.oldest()?;
        self.settle(oldest, Way::WELL)
    }

    pub(super) fn settle_any(&mut self, index: u8, way: Way) -> Option<Plan> {
        let obligation = self.duties.pick(index, |_| true)?;
        self.settle(obligation, way)
    }

    pub(super) fn settle_kind(&mut self, index: u8, kind: DutyKind, way: Way) -> Option<Plan> {
        let obligation = self.duties.pick(index, |duty| duty.kind() == kind)?;
        self.settle(obligation, way)
    }

    /// The fact that settles `obligation` that way.
    pub(super) fn settle(&mut self, obligation: Obligation, way: Way) -> Option<Plan> {
        let Obligation { duty, refused, .. } = obligation;
        let rejects = refused || way.rejects();
        let told = match duty {
            Duty::Birth { creation } => self.birth(creation, rejects)?,
            Duty::Input { input } => input_settlement(input, rejects, way.detail),
            Duty::Outcome { proxy, change, operation, submission } => {
                let Way { choice, detail } = way;
                let work = Work { operation, change, submission, choice, detail };
                return self.outcome(duty, proxy, work);
            }
            Duty::Shutdown { request } => shutdown_settlement(request, rejects, way.detail),
            Duty::Exit { creation } => return self.exit(creation),
            Duty::DeadlineSchedule { deadline, after } => {
                schedule_settlement(deadline, after, rejects, way.detail)
            }
            Duty::DeadlineTimer { deadline, at } => {
                Told::DeadlineElapsed { deadline, at: at.max(self.now) }
            }
        };
        Some(Plan::plain(told).settling(duty))
    }

    fn birth(&mut self, creation: Id, rejects: bool) -> Option<Told> {
        let record = self.proxies.of_creation(creation)?;
        let proxy = record.proxy;
        Some(match rejects {
            true => Told::BirthRejected { creation, rejection: self.fresh_tag() },
            false => Told::BirthCommitted { creation, proxy },
        })
    }

    /// By report, or after the exit possibly without one. A proxy that cannot report exits first.
    fn outcome(&mut self, duty: Duty, proxy: Proxy, work: Work) -> Option<Plan> {
        let record = *self.proxies.of_proxy(proxy)?;
        let told = match record.exited {
            false if record.mute => return self.exit(record.creation),
            true if record.mute || !work.detail.is_multiple_of(2) => {
                let operation = work.operation;
                Told::Unreported { proxy, operation, rest: self.unreported(&record, work) }
            }
            true | false => Told::Report { proxy, report: self.outcome_report(&record, work) },
        };
        Some(Plan::plain(told).settling(duty))
    }

    /// The proxy is gone.
    pub(super) fn exit(&mut self, creation: Id) -> Option<Plan> {
        let record = *self.proxies.of_creation(creation)?;
        let told = self.exit_of(&record);
        Some(Plan::plain(told).settling(Duty::Exit { creation }))
    }

    pub(super) fn exit_of(&mut self, record: &ProxyRecord) -> Told {
        let exit = ProxyExit { stop: self.fresh_tag(), at: self.now };
        match record.birth {
            BirthState::Committed => Told::ExitAfterBirth { proxy: record.proxy, exit },
            BirthState::Out | BirthState::Rejected => {
                Told::ExitBeforeBirth { creation: record.creation, exit }
            }
        }
    }
}

pub(super) fn input_settlement(input: Input, rejects: bool, reason: u8) -> Told {
    let Input { proxy, change, operation, .. } = input;
    match rejects {
        true => Told::InputRejected { proxy, change, operation, returned: input, reason },
        false => Told::InputAccepted { proxy, change, operation },
    }
}

pub(super) fn shutdown_settlement(request: Request, rejects: bool, reason: u8) -> Told {
    match rejects {
        true => Told::ShutdownRejected { request, returned: request, reason },
        false => Told::ShutdownAccepted { request },
    }
}

pub(super) fn schedule_settlement(deadline: Id, after: u64, rejects: bool, reason: u8) -> Told {
    match rejects {
        true => Told::DeadlineRejected { deadline, returned: deadline, after, reason },
        false => Told::DeadlineAccepted { deadline },
    }
}

/// The kind of fact that an outcome of this change is.
pub(super) fn other_change(change: Change) -> Change {
    match change {
        Change::Start => Change::Replacement,
        Change::Replacement => Change::Start,
    }
}
