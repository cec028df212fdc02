//! Wrong facts: repeated, of the wrong kind, from the twin, from a foreign pool or a namesake, out of date.
//!
//! Every one brings fresh values, so custody stays exact; whatever token it carries is a real one.

use super::settle::{class, delivery_rejected, schedule_rejected};
use super::{
    Alike, Duty, ForeignWorker, Holding, Host, IdKind, Plan, REMEMBERED, TokenEntry, TokenUse,
    WorkerRecord,
};
use crate::pool::observation::{
    Command, Completion, Id, Origin, PreparationRefusal, Role, ShutdownRef, Tag, TimerRef, Told,
    Worker,
};

/// How many kinds of facts [`Host::wrong_kind`] knows.
const FACT_KINDS: u8 = 23;
/// The variant, modulo 8, that is about the foreign pool.
const STRAY: u8 = 7;

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
            return self.complete_again(&completion);
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

    /// A completion again. What consumed the authority of another pool is not to be had twice.
    fn complete_again(&mut self, completion: &Completion) -> Option<Plan> {
        match completion.origin {
            Origin::Own | Origin::Twin => self.complete_twice(completion.assignment),
            Origin::Foreign | Origin::Namesake => None,
        }
    }

    /// A second completion of this assignment: its own that came back, or the twin's.
    fn complete_twice(&mut self, assignment: Id) -> Option<Plan> {
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
        let Duty::Delivery { child, assignment } = self.duties.pick(index, is_delivery)?.duty
        else {
            return None;
        };
        Some((child, assignment))
    }

    /// A completion of the foreign pool is told for the worker of role `index`. For half of the codes it
    /// is one of a namesake, if the worker had an assignment and there is a namesake.
    pub(super) fn foreign_completion(&mut self, index: u8) -> Option<Plan> {
        let record = *self.workers.latest(self.role_at(index))?;
        let plan = self.complete_as_foreign(record.child)?;
        let alike = record.assignment.filter(|_| index >= 128);
        Some(Plan { alike: alike.map(|assignment| alike_of(&record, assignment, 0)), ..plan })
    }

    fn complete_as_foreign(&mut self, child: Id) -> Option<Plan> {
        let Command { origin, assignment, child: bound, evidence, .. } =
            self.foreign.commands.pop()?;
        let output = self.fresh_tag();
        let completion = Completion { origin, assignment, child: bound, evidence, output };
        Some(Plan::plain(Told::Completed { child, completion }).with_token(TokenUse::Complete))
    }

    /// The unsettled delivery `index` is rejected with the foreign pool's command, or (odd `code`)
    /// with the command of another assignment. For half of the even codes it is a namesake's, if there is
    /// one.
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
        let record = self.workers.get(child).filter(|_| code % 4 == 2);
        let alike = record.map(|record| alike_of(record, assignment, returned.execution));
        Some(Plan { alike, ..delivery_rejected(child, assignment, returned, reason) })
    }

    /// The worker of role `index` reports a completion with an authority that came back; failing
    /// that, the worker of another role.
    pub(super) fn stale_completion(&mut self, index: u8) -> Option<Plan> {
        let role = self.role_at(index);
        let is_of_role = |entry: &TokenEntry| {
            self.workers.get(entry.command.child).is_some_and(|record| record.role == role)
        };
        let loose = self.tokens.pick(index, |entry| self.is_loose(entry) && is_of_role(entry));
        match loose.map(|entry| entry.command.assignment) {
            Some(assignment) => self.complete(assignment),
            None => self.complete_loose(index),
        }
    }

    fn complete_loose(&mut self, index: u8) -> Option<Plan> {
        let loose = self.tokens.pick(index, |entry| self.is_loose(entry))?;
        self.complete(loose.command.assignment)
    }

    /// The host holds the authority, and no worker has the job.
    fn is_loose(&self, entry: &TokenEntry) -> bool {
        let works = |duty: &Duty| matches!(duty, Duty::Job { assignment, .. } if *assignment == entry.command.assignment);
        entry.own != Holding::Nothing && !self.duties.iter().any(|owed| works(&owed.duty))
    }

    /// Aims a fact of kind `kind` at the live identity of role `index`; `variant` is the outcome's
    /// detail. Whether anybody waits for it is not looked at. What the worker never had (a ticket, an
    /// assignment, ...) is taken from those that had one. Now and then, and before the pool is
    /// started, the fact is about a worker of the foreign pool.
    pub(super) fn wrong_kind(&mut self, index: u8, kind: u8, variant: u8) -> Option<Plan> {
        let role = self.role_at(index);
        let own = self.workers.latest(role).copied();
        let aim = match own {
            Some(record) if variant % 8 != STRAY => self.aim(role, record, variant),
            Some(_) | None => self.foreign_aim()?,
        };
        let told = match kind % FACT_KINDS {
            kind @ 0..=8 => self.wrong_start(&aim, kind, variant)?,
            9 => Told::Stopped { worker: aim.worker, stop: self.stop_now(class(variant)) },
            10 => return self.wrong_completion(&aim, variant),
            11 => Told::DeliveryAccepted { child: aim.worker.child, assignment: aim.assignment? },
            12 => return self.wrong_return(&aim, variant),
            kind @ 13..=17 => self.wrong_recovery(&aim, kind, variant)?,
            kind @ (18 | 19) => wrong_shutdown(aim.shutdown?, kind, variant),
            kind => deadline_fact(aim.drain_timer?, kind, variant, self.now),
        };
        Some(Plan::plain(told))
    }

    fn aim(&self, role: Role, record: WorkerRecord, variant: u8) -> Aim {
        let place = variant >> 3;
        let worker = record.worker();
        let lent = |kind| self.issued.pick(kind, place);
        let known = self.role_index(role).map(|index| self.roles[index]).unwrap_or_default();
        let any_timer = self.issued.pick_timer(place);
        let shutdown = lent(IdKind::Shutdown).map(|id| ShutdownRef { worker, id });
        Aim {
            worker,
            attempt: record.attempt,
            ticket: record.ticket.map(|(ticket, _)| ticket).or_else(|| lent(IdKind::Ticket)),
            assignment: record.assignment.or_else(|| lent(IdKind::Assignment)),
            recovery: known.recovery.or_else(|| lent(IdKind::Recovery)),
            timed: known.timer.or_else(|| lent(IdKind::Recovery).zip(any_timer)),
            shutdown: record.shutdown.or(shutdown),
            drain_timer: self.drain_timer.filter(|_| variant.is_multiple_of(2)).or(any_timer),
        }
    }

    fn foreign_aim(&self) -> Option<Aim> {
        let ForeignWorker { worker, attempt } = self.foreign.worker?;
        let issued = |kind| self.foreign.issued.pick(kind, 0);
        let timer = self.foreign.issued.pick_timer(0);
        Some(Aim {
            worker,
            attempt,
            ticket: issued(IdKind::Ticket),
            assignment: issued(IdKind::Assignment),
            recovery: issued(IdKind::Recovery),
            timed: issued(IdKind::Recovery).zip(timer),
            shutdown: issued(IdKind::Shutdown).map(|id| ShutdownRef { worker, id }),
            drain_timer: timer,
        })
    }

    fn wrong_start(&mut self, aim: &Aim, kind: u8, reason: u8) -> Option<Told> {
        let Aim { worker, attempt, ticket, .. } = *aim;
        let Worker { role, child, evidence } = worker;
        let told = match kind {
            0 => {
                let (recipient, plan) = (self.fresh_tag(), self.fresh_tag());
                Told::BirthCommitted { role, child, recipient, evidence, attempt, plan }
            }
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
            _ => Told::ActivationRejected { worker, ticket: ticket?, reason },
        };
        Some(told)
    }

    /// A completion for the aimed worker: of its own assignment, else with an authority that is
    /// nobody's work any more, else a foreign one.
    fn wrong_completion(&mut self, aim: &Aim, variant: u8) -> Option<Plan> {
        let child = aim.worker.child;
        let own = aim.assignment.and_then(|assignment| self.complete_twice(assignment));
        let plan = match own.or_else(|| self.complete_loose(variant)) {
            Some(plan) => plan,
            None => self.complete_as_foreign(child)?,
        };
        let Told::Completed { completion, .. } = plan.told else { return Some(plan) };
        Some(Plan { told: Told::Completed { child, completion }, ..plan })
    }

    /// A rejected delivery for the aimed worker, with whatever command is at hand.
    fn wrong_return(&mut self, aim: &Aim, reason: u8) -> Option<Plan> {
        let assignment = aim.assignment?;
        let own = self.any_command(assignment).or_else(|| {
            let held = |entry: &TokenEntry| entry.own == Holding::Command;
            Some(self.tokens.pick(reason >> 3, held)?.command)
        });
        let returned = match own {
            Some(returned) => returned,
            None => self.foreign.commands.pop()?,
        };
        Some(delivery_rejected(aim.worker.child, assignment, returned, reason))
    }

    fn wrong_recovery(&mut self, aim: &Aim, kind: u8, reason: u8) -> Option<Told> {
        let role = aim.worker.role;
        let (source, at) = (self.fresh_tag(), self.now);
        let told = match kind {
            13 => {
                let submission = self.fresh_tag();
                Told::Prepared { role, ticket: aim.recovery?, source, submission }
            }
            14 => {
                let refusal = PreparationRefusal::WorkerRejected;
                Told::PreparationRejected { role, ticket: aim.recovery?, source, refusal, reason }
            }
            15 => {
                let (recovery, timer) = aim.timed?;
                Told::RestartScheduleAccepted { recovery, timer }
            }
            16 => {
                let (recovery, timer) = aim.timed?;
                schedule_rejected(recovery, timer, at, reason)
            }
            _ => {
                let (recovery, timer) = aim.timed?;
                Told::RestartTimerElapsed { recovery, timer, at }
            }
        };
        Some(told)
    }
}

/// The authority of this assignment, had the worker been born with other evidence.
fn alike_of(record: &WorkerRecord, assignment: Id, execution: Tag) -> Alike {
    let WorkerRecord { role, child, evidence, .. } = *record;
    let (origin, evidence) = (Origin::Namesake, evidence.wrapping_add(1));
    Alike { role, command: Command { origin, assignment, child, evidence, execution } }
}

/// What a fact of the wrong kind can name.
struct Aim {
    worker: Worker,
    attempt: u32,
    ticket: Option<Id>,
    assignment: Option<Id>,
    recovery: Option<Id>,
    timed: Option<(Id, TimerRef)>,
    shutdown: Option<ShutdownRef>,
    drain_timer: Option<TimerRef>,
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
