//! True settlements: the fact that settles one obligation, with the outcome that a step chooses.
//!
//! Outcome 0 lets the pool go on; each other one is a rejection, modulo how many its kind knows. A
//! refused operation knows rejections only.

use super::{BirthState, Duty, Holding, Host, Obligation, Plan, TokenUse, WorkerRecord};
use crate::pool::observation::{
    Command, Id, Origin, PreparationRefusal, Stop, StopClass, Tag, Tick, Told,
};

/// How an obligation is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// 0: accepted.
    pub(super) choice: u8,
    /// The reason of a rejection.
    pub(super) reason: u8,
}

impl Outcome {
    /// The one that lets the pool go on.
    pub(super) const ACCEPTED: Self = Self { choice: 0, reason: 0 };

    fn is_accepted(self) -> bool {
        self.choice == 0
    }
}

const REFUSALS: [PreparationRefusal; 4] = [
    PreparationRefusal::WorkerRejected,
    PreparationRefusal::SourceRejected,
    PreparationRefusal::Corrupt,
    PreparationRefusal::NotAttempted,
];

impl Host {
    /// The oldest obligation, settled so that the pool can go on. Obligations that nobody can see
    /// to any more are given up.
    pub(super) fn settle_oldest(&mut self) -> Option<Plan> {
        while let Some(obligation) = self.duties.oldest() {
            if let Some(plan) = self.settle(obligation, Outcome::ACCEPTED) {
                return Some(plan);
            }
            self.duties.settle(|duty| *duty == obligation.duty);
        }
        None
    }

    /// The fact that settles `obligation`; `None` if it cannot be settled any more.
    pub(super) fn settle(&mut self, obligation: Obligation, outcome: Outcome) -> Option<Plan> {
        let duty = obligation.duty;
        let outcome = match (obligation.refused, outcome.choice) {
            (true, 0) => Outcome { choice: 4, ..outcome },
            (true, _) | (false, _) => outcome,
        };
        let plan = match duty {
            Duty::Birth { child, submission, .. } => self.settle_birth(child, submission, outcome),
            Duty::Initialization { child, plan } => {
                self.settle_initialization(child, plan, outcome, obligation.refused)
            }
            Duty::Begin { child, ticket, permit, plan } => {
                self.settle_begin(child, ticket, (permit, plan), outcome)
            }
            Duty::Activation { child, ticket } => self.settle_activation(child, ticket, outcome),
            Duty::Delivery { child, assignment } => {
                self.settle_delivery(child, assignment, outcome, obligation.refused)
            }
            Duty::Job { assignment, .. } => self.complete(assignment),
            Duty::Stop { child } => self.stop_asked(child, outcome),
            Duty::Preparation { .. }
            | Duty::Schedule { .. }
            | Duty::RestartTimer { .. }
            | Duty::Shutdown { .. }
            | Duty::DeadlineSchedule { .. }
            | Duty::DeadlineTimer { .. } => Some(Plan::plain(self.settle_service(duty, outcome))),
        };
        plan.map(|plan| plan.settling(duty))
    }

    fn settle_birth(&mut self, child: Id, submission: Tag, outcome: Outcome) -> Option<Plan> {
        let record = *self.workers.get(child)?;
        let told = if outcome.is_accepted() {
            self.birth_committed(&record)
        } else {
            Told::BirthRejected { role: record.role, child, submission, reason: outcome.reason }
        };
        Some(Plan::plain(told))
    }

    pub(super) fn birth_committed(&mut self, record: &WorkerRecord) -> Told {
        let WorkerRecord { role, child, evidence, attempt, .. } = *record;
        let recipient = self.fresh_tag();
        Told::BirthCommitted { role, child, recipient, evidence, attempt, plan: self.fresh_tag() }
    }

    fn settle_initialization(
        &mut self,
        child: Id,
        plan: Tag,
        outcome: Outcome,
        refused: bool,
    ) -> Option<Plan> {
        let record = *self.workers.get(child)?;
        let (worker, attempt, reason) = (record.worker(), record.attempt, outcome.reason);
        let stops = outcome.choice.is_multiple_of(2) && record.is_live() && !refused;
        let told = if outcome.is_accepted() {
            Told::InitializationReady { worker, attempt, permit: self.fresh_tag(), plan }
        } else if stops {
            let stop = self.stop_now(class(reason));
            Told::InitializationStopped { worker, attempt, stop, plan }
        } else {
            let settlement = self.fresh_tag();
            Told::InitializationRejected { worker, attempt, settlement, plan, reason }
        };
        Some(Plan::plain(told))
    }

    fn settle_begin(
        &self,
        child: Id,
        ticket: Id,
        (permit, plan): (Tag, Tag),
        outcome: Outcome,
    ) -> Option<Plan> {
        let worker = self.workers.get(child)?.worker();
        Some(Plan::plain(if outcome.is_accepted() {
            Told::BeginAccepted { worker, ticket }
        } else {
            Told::BeginRejected { worker, ticket, permit, plan, reason: outcome.reason }
        }))
    }

    fn settle_activation(&self, child: Id, ticket: Id, outcome: Outcome) -> Option<Plan> {
        let worker = self.workers.get(child)?.worker();
        Some(Plan::plain(if outcome.is_accepted() {
            Told::Ready { worker, ticket }
        } else {
            Told::ActivationRejected { worker, ticket, reason: outcome.reason }
        }))
    }

    /// A rejection needs the command. If a wrong fact has spent that, all the host can say is that
    /// the delivery was accepted, and that is no truth for an operation that was refused.
    fn settle_delivery(
        &mut self,
        child: Id,
        assignment: Id,
        outcome: Outcome,
        refused: bool,
    ) -> Option<Plan> {
        let held = self.tokens.get(assignment).filter(|entry| entry.own == Holding::Command);
        let returned = held.map(|entry| entry.command);
        match returned {
            Some(returned) if refused || !outcome.is_accepted() => {
                Some(delivery_rejected(child, assignment, returned, outcome.reason))
            }
            Some(_) | None => {
                self.promises_broken |= refused;
                Some(Plan::plain(Told::DeliveryAccepted { child, assignment }))
            }
        }
    }

    /// The worker of `assignment` reports its completion, with the authority that the host holds.
    pub(super) fn complete(&mut self, assignment: Id) -> Option<Plan> {
        let entry = *self.tokens.get(assignment)?;
        let (token, output) = match entry.own {
            Holding::Nothing => return None,
            Holding::Command => (TokenUse::Complete, self.fresh_tag()),
            Holding::Completion(output) => (TokenUse::Completion, output),
        };
        let completion = entry.completion_of(Origin::Own, output);
        let told = Told::Completed { child: completion.child, completion };
        Some(Plan::plain(told).with_token(token))
    }

    fn stop_asked(&mut self, child: Id, outcome: Outcome) -> Option<Plan> {
        let record = *self.workers.get(child)?;
        if !record.is_live() {
            return None;
        }
        let class = if outcome.is_accepted() { StopClass::Normal } else { class(outcome.choice) };
        let stop = self.stop_now(class);
        Some(Plan::plain(Told::Stopped { worker: record.worker(), stop }))
    }

    pub(super) fn stop_now(&mut self, class: StopClass) -> Stop {
        Stop { class, at: self.now, reason: self.fresh_tag() }
    }

    /// Settlements that belong to no worker's life.
    fn settle_service(&mut self, duty: Duty, outcome: Outcome) -> Told {
        let (accepted, reason) = (outcome.is_accepted(), outcome.reason);
        match duty {
            Duty::Preparation { ticket, role, source } if accepted => {
                Told::Prepared { role, ticket, source, submission: self.fresh_tag() }
            }
            Duty::Preparation { ticket, role, source } => {
                let refusal = REFUSALS[usize::from(outcome.choice - 1) % REFUSALS.len()];
                Told::PreparationRejected { role, ticket, source, refusal, reason }
            }
            Duty::Schedule { recovery, timer, .. } if accepted => {
                Told::RestartScheduleAccepted { recovery, timer }
            }
            Duty::Schedule { recovery, timer, deadline } => {
                schedule_rejected(recovery, timer, deadline, reason)
            }
            Duty::RestartTimer { recovery, timer, deadline, .. } => {
                Told::RestartTimerElapsed { recovery, timer, at: self.wait_until(deadline) }
            }
            Duty::Shutdown { shutdown } if accepted => Told::ShutdownAccepted { shutdown },
            Duty::Shutdown { shutdown } => {
                Told::ShutdownRejected { shutdown, returned: shutdown, reason }
            }
            Duty::DeadlineSchedule { timer, .. } if accepted => Told::DeadlineAccepted { timer },
            Duty::DeadlineSchedule { timer, deadline } => Told::DeadlineRejected {
                timer,
                returned_timer: timer,
                returned_deadline: deadline,
                reason,
            },
            Duty::DeadlineTimer { timer, at } => {
                Told::DeadlineElapsed { timer, at: self.wait_until(at) }
            }
            Duty::Birth { .. }
            | Duty::Initialization { .. }
            | Duty::Begin { .. }
            | Duty::Activation { .. }
            | Duty::Delivery { .. }
            | Duty::Job { .. }
            | Duty::Stop { .. } => unreachable!("{duty:?} belongs to a worker's life"),
        }
    }

    /// Time passes until `deadline` at least.
    fn wait_until(&mut self, deadline: Tick) -> Tick {
        self.now = self.now.max(deadline);
        self.now
    }

    /// Whether the birth of `child` is not told yet.
    pub(super) fn is_unborn(&self, child: Id) -> bool {
        self.workers.get(child).is_some_and(|record| record.birth == BirthState::Out)
    }
}

pub(super) fn delivery_rejected(child: Id, assignment: Id, returned: Command, reason: u8) -> Plan {
    Plan::plain(Told::DeliveryRejected { child, assignment, returned, reason })
        .with_token(TokenUse::Command)
}

pub(super) fn schedule_rejected(
    recovery: Id,
    timer: crate::pool::observation::TimerRef,
    deadline: Tick,
    reason: u8,
) -> Told {
    Told::RestartScheduleRejected {
        recovery,
        timer,
        returned_recovery: recovery,
        returned_timer: timer,
        returned_deadline: deadline,
        reason,
    }
}

/// An odd number is an abnormal stop.
pub(super) fn class(number: u8) -> StopClass {
    if number.is_multiple_of(2) { StopClass::Normal } else { StopClass::Abnormal }
}
