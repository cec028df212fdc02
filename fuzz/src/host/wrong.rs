//! Wrong facts: repeated, of the wrong kind, from the twin, from a foreign pool, out of date.
//!
//! Every one brings fresh values, so custody stays exact; whatever token it carries is a real one.

use super::settle::{class, delivery_rejected, schedule_rejected};
use super::{Duty, Holding, Host, Plan, REMEMBERED, TokenEntry, TokenUse, WorkerRecord};
use crate::observation::pool::{
    Command, Completion, Id, Origin, PreparationRefusal, Role, ShutdownRef, TimerRef, Told,
};

/// How many kinds of facts [`Host::wrong_kind`] knows.
const FACT_KINDS: u8 = 24;

impl Host {
    /// Tells remembered fact `index` (0 is the latest) again, with fresh values.
    pub(super) fn repeat(&mut self, index: u8) -> Option<Plan> {
        let back = usize::from(index).checked_rem(self.remembered_count.min(REMEMBERED))?;
        let mut told = self.remembered[(self.remembered_count - 1 - back) % REMEMBERED];
        if let Told::DeliveryRejected { child, assignment, reason, .. } = told {
            let returned = self.any_command(assignment)?;
            return Some(delivery_rejected(child, assignment, returned, reason));
        }
        if let Told::Completed { completion, .. } = told {
            return self.complete_again(completion.assignment);
        }
        self.refresh(&mut told, TokenUse::None);
        Some(Plan::plain(told))
    }

    /// A command of this assignment that is in the host's hands, its own before the twin's.
    fn any_command(&self, assignment: Id) -> Option<Command> {
        let entry = self.tokens.get(assignment)?;
        match (entry.own, entry.twin) {
            (Holding::Command, _) => Some(entry.command),
            (_, Holding::Command) => Some(entry.command_of(Origin::Twin)),
            (
                Holding::Nothing | Holding::Completion(_),
                Holding::Nothing | Holding::Completion(_),
            ) => None,
        }
    }

    /// A second completion of this assignment: its own that came back, or the twin's.
    fn complete_again(&mut self, assignment: Id) -> Option<Plan> {
        let entry = *self.tokens.get(assignment)?;
        match (entry.own, entry.twin) {
            (Holding::Command | Holding::Completion(_), _) => self.complete(assignment),
            (Holding::Nothing, Holding::Command) => Some(self.complete_as_twin(&entry)),
            (Holding::Nothing, Holding::Nothing | Holding::Completion(_)) => None,
        }
    }

    fn complete_as_twin(&mut self, entry: &TokenEntry) -> Plan {
        let completion = entry.completion_of(Origin::Twin, self.fresh_tag());
        Plan::plain(Told::Completed { child: completion.child, completion })
            .with_token(TokenUse::Complete)
    }

    /// The twin's worker completes assignment `index`, and this pool is told.
    pub(super) fn twin_completion(&mut self, index: u8) -> Option<Plan> {
        let entry = *self.tokens.pick(index, |entry| entry.twin == Holding::Command)?;
        Some(self.complete_as_twin(&entry))
    }

    /// The unsettled delivery `index` is rejected with the twin's command.
    pub(super) fn twin_return(&mut self, index: u8, reason: u8) -> Option<Plan> {
        let (child, assignment) = self.unsettled_delivery(index)?;
        let entry = self.tokens.get(assignment)?;
        if entry.twin != Holding::Command {
            return None;
        }
        let returned = entry.command_of(Origin::Twin);
        Some(delivery_rejected(child, assignment, returned, reason))
    }

    fn unsettled_delivery(&self, index: u8) -> Option<(Id, Id)> {
        let is_delivery = |duty: &Duty| matches!(duty, Duty::Delivery { .. });
        let Duty::Delivery { child, assignment } = self.duties.pick(index, is_delivery)?.duty else {
            return None;
        };
        Some((child, assignment))
    }

    /// A completion of the foreign pool is told for the worker of role `index`.
    pub(super) fn foreign_completion(&mut self, index: u8) -> Option<Plan> {
        let child = self.workers.latest(self.role_at(index))?.child;
        let Command { origin, assignment, child: bound, evidence, .. } =
            self.foreign.commands.pop()?;
        let output = self.fresh_tag();
        let completion = Completion { origin, assignment, child: bound, evidence, output };
        Some(Plan::plain(Told::Completed { child, completion }).with_token(TokenUse::Complete))
    }

    /// The unsettled delivery `index` is rejected with the foreign pool's command, or (odd `code`)
    /// with the command of another assignment.
    pub(super) fn foreign_return(&mut self, index: u8, code: u8, reason: u8) -> Option<Plan> {
        let (child, assignment) = self.unsettled_delivery(index)?;
        let returned = if code.is_multiple_of(2) {
            self.foreign.commands.pop()?
        } else {
            let other = |entry: &TokenEntry| {
                entry.own == Holding::Command && entry.command.assignment != assignment
            };
            self.tokens.pick(code >> 1, other)?.command
        };
        Some(delivery_rejected(child, assignment, returned, reason))
    }

    /// The worker of role `index` reports a completion with an authority that came back.
    pub(super) fn stale_completion(&mut self, index: u8) -> Option<Plan> {
        let assignment = {
            let role = self.role_at(index);
            let is_loose = |entry: &TokenEntry| {
                let assignment = entry.command.assignment;
                let works = |duty: &Duty| matches!(duty, Duty::Job { assignment: job, .. } if *job == assignment);
                entry.own != Holding::Nothing && !self.duties.iter().any(|o| works(&o.duty))
            };
            let is_of_role = |entry: &TokenEntry| {
                self.workers.get(entry.command.child).is_some_and(|record| record.role == role)
            };
            let loose = self
                .tokens
                .pick(index, |entry| is_loose(entry) && is_of_role(entry))
                .or_else(|| self.tokens.pick(index, is_loose))?;
            loose.command.assignment
        };
        self.complete(assignment)
    }

    /// Aims a fact of kind `kind` at the live identity of role `index`; `variant` is the outcome's
    /// detail. Whether anybody waits for it is not looked at.
    pub(super) fn wrong_kind(&mut self, index: u8, kind: u8, variant: u8) -> Option<Plan> {
        let role = self.role_at(index);
        let record = *self.workers.latest(role)?;
        let told = match kind % FACT_KINDS {
            0..=9 => self.wrong_start(&record, kind % FACT_KINDS, variant)?,
            10 => return self.wrong_completion(&record),
            11 => Told::DeliveryAccepted { child: record.child, assignment: record.assignment? },
            12 => return self.wrong_return(&record, variant),
            13..=17 => self.wrong_recovery(role, kind % FACT_KINDS, variant)?,
            18 | 19 => wrong_shutdown(record.shutdown?, kind % FACT_KINDS, variant),
            20..=22 => self.wrong_deadline(kind % FACT_KINDS, variant)?,
            _ => Told::Stopped { worker: record.worker(), stop: self.stop_now(class(variant)) },
        };
        Some(Plan::plain(told))
    }

    fn wrong_start(&mut self, record: &WorkerRecord, kind: u8, reason: u8) -> Option<Told> {
        let WorkerRecord { role, child, attempt, .. } = *record;
        let worker = record.worker();
        let ticket = record.ticket.map(|(ticket, _)| ticket);
        let told = match kind {
            0 => self.birth_committed(record),
            1 => Told::BirthRejected { role, child, submission: self.fresh_tag(), reason },
            2 => {
                let (permit, plan) = (self.fresh_tag(), self.fresh_tag());
                Told::InitializationReady { worker, attempt, permit, plan }
            }
            3 => {
                let (settlement, plan) = (self.fresh_tag(), self.fresh_tag());
                Told::InitializationRejected { worker, attempt, settlement, plan, reason }
            }
            4 => {
                let stop = self.stop_now(class(reason));
                Told::InitializationStopped { worker, attempt, stop, plan: self.fresh_tag() }
            }
            5 => Told::BeginAccepted { worker, ticket: ticket? },
            6 => {
                let (ticket, permit, plan) = (ticket?, self.fresh_tag(), self.fresh_tag());
                Told::BeginRejected { worker, ticket, permit, plan, reason }
            }
            7 => Told::Ready { worker, ticket: ticket? },
            8 => Told::ActivationRejected { worker, ticket: ticket?, reason },
            _ => Told::Stopped { worker, stop: self.stop_now(class(reason)) },
        };
        Some(told)
    }

    fn wrong_completion(&mut self, record: &WorkerRecord) -> Option<Plan> {
        let assignment = record.assignment?;
        self.complete_again(assignment)
    }

    fn wrong_return(&mut self, record: &WorkerRecord, reason: u8) -> Option<Plan> {
        let assignment = record.assignment?;
        let returned = self.any_command(assignment)?;
        Some(delivery_rejected(record.child, assignment, returned, reason))
    }

    fn wrong_recovery(&mut self, role: Role, kind: u8, reason: u8) -> Option<Told> {
        let record = self.roles[self.role_index(role)?];
        let (source, at) = (self.fresh_tag(), self.now);
        let told = match kind {
            13 => {
                let submission = self.fresh_tag();
                Told::Prepared { role, ticket: record.recovery?, source, submission }
            }
            14 => {
                let refusal = PreparationRefusal::WorkerRejected;
                Told::PreparationRejected { role, ticket: record.recovery?, source, refusal, reason }
            }
            15 => {
                let (recovery, timer) = record.timer?;
                Told::RestartScheduleAccepted { recovery, timer }
            }
            16 => {
                let (recovery, timer) = record.timer?;
                schedule_rejected(recovery, timer, at, reason)
            }
            _ => {
                let (recovery, timer) = record.timer?;
                Told::RestartTimerElapsed { recovery, timer, at }
            }
        };
        Some(told)
    }

    /// The drain deadline's own timer, or a restart timer where the deadline's is expected.
    fn wrong_deadline(&self, kind: u8, reason: u8) -> Option<Told> {
        let restart = self.roles.iter().find_map(|role| role.timer).map(|(_, timer)| timer);
        let timer = match reason % 2 {
            0 => self.drain_timer.or(restart)?,
            _ => restart.or(self.drain_timer)?,
        };
        Some(deadline_fact(timer, kind, reason, self.now))
    }
}

fn deadline_fact(timer: TimerRef, kind: u8, reason: u8, at: u64) -> Told {
    match kind {
        20 => Told::DeadlineAccepted { timer },
        21 => {
            Told::DeadlineRejected { timer, returned_timer: timer, returned_deadline: at, reason }
        }
        _ => Told::DeadlineElapsed { timer, at },
    }
}

fn wrong_shutdown(shutdown: ShutdownRef, kind: u8, reason: u8) -> Told {
    match kind {
        18 => Told::ShutdownAccepted { shutdown },
        _ => Told::ShutdownRejected { shutdown, returned: shutdown, reason },
    }
}
