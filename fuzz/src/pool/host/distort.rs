//! Distortion: the fact that would settle an obligation, with one field replaced.
//!
//! The replaced field is one that matching looks at. Ids are replaced by ids that some pool issued,
//! since nothing else can be told.

use super::settle::Outcome;
use super::{Host, IdKind, Plan, TokenUse};
use crate::pool::observation::{Id, Role, ShutdownRef, Tick, TimerRef, Told, Worker};

/// A field that matching looks at.
enum Field<'a> {
    Role(&'a mut Role),
    Id(IdKind, &'a mut Id),
    Evidence(&'a mut u32),
    Attempt(&'a mut u32),
    Timer(&'a mut TimerRef),
    Tick(&'a mut Tick),
}

impl Host {
    /// Tells the fact that would settle obligation `index`, distorted.
    pub(super) fn distort(&mut self, index: u8, field: u8, value: u8) -> Option<Plan> {
        let obligation = self.duties.pick(index, |_| true)?;
        let outcome = Outcome { choice: value >> 6, reason: value };
        let plan = self.settle(obligation, outcome)?;
        let mut told = plan.told;
        // Its purpose belongs to a timer's identity, so a timer is replaced as a whole.
        let mut count = 0;
        visit_fields(&mut told, &mut |_| count += 1);
        let chosen = usize::from(field).checked_rem(count)?;
        let mut number = 0;
        let mut changed = false;
        visit_fields(&mut told, &mut |field| {
            if number == chosen {
                changed = self.replace(field, value);
            }
            number += 1;
        });
        self.refresh(&mut told, plan.token);
        changed.then_some(Plan { told, truth: None, ..plan })
    }

    /// A wrong fact brings values of its own; the true ones stay where they are. The token is the
    /// true one: it comes back if the fact is rejected.
    pub(super) fn refresh(&mut self, told: &mut Told, token: TokenUse) {
        if token == TokenUse::None {
            crate::pool::custody::told_values_mut(told, |_, tag| {
                *tag = self.next_tag;
                self.next_tag += 1;
            });
        }
    }

    fn replace(&self, field: Field<'_>, value: u8) -> bool {
        let index = value >> 2;
        match field {
            Field::Role(role) => change(role, self.role_at(index)),
            Field::Id(kind, id) => {
                let issued =
                    if value.is_multiple_of(4) { &self.foreign.issued } else { &self.issued };
                issued.pick(kind, index).is_some_and(|other| change(id, other))
            }
            Field::Evidence(evidence) | Field::Attempt(evidence) => {
                let other = evidence.wrapping_add(u32::from(index % 4)).wrapping_sub(2);
                change(evidence, other)
            }
            Field::Timer(timer) => {
                let issued =
                    if value.is_multiple_of(4) { &self.foreign.issued } else { &self.issued };
                issued.pick_timer(index).is_some_and(|other| change(timer, other))
            }
            Field::Tick(tick) => {
                let other = tick.saturating_sub(Tick::from(index));
                change(tick, other)
            }
        }
    }
}

/// Whether `place` has another value now.
fn change<T: PartialEq>(place: &mut T, other: T) -> bool {
    let changed = *place != other;
    *place = other;
    changed
}

fn visit_fields(told: &mut Told, visit: &mut impl FnMut(Field<'_>)) {
    match told {
        Told::Initialize | Told::Submit { .. } | Told::Shutdown => {}
        Told::BirthCommitted { role, child, evidence, attempt, .. } => {
            visit(Field::Role(role));
            visit(Field::Id(IdKind::Child, child));
            visit(Field::Evidence(evidence));
            visit(Field::Attempt(attempt));
        }
        Told::BirthRejected { role, child, .. } => {
            visit(Field::Role(role));
            visit(Field::Id(IdKind::Child, child));
        }
        Told::InitializationReady { worker, attempt, .. }
        | Told::InitializationRejected { worker, attempt, .. } => {
            worker_fields(worker, visit);
            visit(Field::Attempt(attempt));
        }
        Told::InitializationStopped { worker, attempt, stop, .. } => {
            worker_fields(worker, visit);
            visit(Field::Attempt(attempt));
            visit(Field::Tick(&mut stop.at));
        }
        Told::BeginAccepted { worker, ticket }
        | Told::BeginRejected { worker, ticket, .. }
        | Told::Ready { worker, ticket }
        | Told::ActivationRejected { worker, ticket, .. } => {
            worker_fields(worker, visit);
            visit(Field::Id(IdKind::Ticket, ticket));
        }
        Told::Stopped { worker, stop } => {
            worker_fields(worker, visit);
            visit(Field::Tick(&mut stop.at));
        }
        Told::DeliveryAccepted { child, assignment }
        | Told::DeliveryRejected { child, assignment, .. } => {
            visit(Field::Id(IdKind::Child, child));
            visit(Field::Id(IdKind::Assignment, assignment));
        }
        Told::Completed { child, .. } => visit(Field::Id(IdKind::Child, child)),
        Told::Prepared { .. }
        | Told::PreparationRejected { .. }
        | Told::RestartScheduleAccepted { .. }
        | Told::RestartScheduleRejected { .. }
        | Told::RestartTimerElapsed { .. }
        | Told::ShutdownAccepted { .. }
        | Told::ShutdownRejected { .. }
        | Told::DeadlineAccepted { .. }
        | Told::DeadlineRejected { .. }
        | Told::DeadlineElapsed { .. } => visit_service_fields(told, visit),
    }
}

/// The fields of facts that belong to no worker's life.
fn visit_service_fields(told: &mut Told, visit: &mut impl FnMut(Field<'_>)) {
    match told {
        Told::Prepared { role, ticket, .. } | Told::PreparationRejected { role, ticket, .. } => {
            visit(Field::Role(role));
            visit(Field::Id(IdKind::Recovery, ticket));
        }
        Told::RestartScheduleAccepted { recovery, timer } => timer_fields(recovery, timer, visit),
        Told::RestartScheduleRejected {
            recovery,
            timer,
            returned_recovery,
            returned_timer,
            returned_deadline,
            ..
        } => {
            timer_fields(recovery, timer, visit);
            timer_fields(returned_recovery, returned_timer, visit);
            visit(Field::Tick(returned_deadline));
        }
        Told::RestartTimerElapsed { recovery, timer, at } => {
            timer_fields(recovery, timer, visit);
            visit(Field::Tick(at));
        }
        Told::ShutdownAccepted { shutdown } => shutdown_fields(shutdown, visit),
        Told::ShutdownRejected { shutdown, returned, .. } => {
            shutdown_fields(shutdown, visit);
            shutdown_fields(returned, visit);
        }
        Told::DeadlineAccepted { timer } => visit(Field::Timer(timer)),
        Told::DeadlineRejected { timer, returned_timer, returned_deadline, .. } => {
            visit(Field::Timer(timer));
            visit(Field::Timer(returned_timer));
            visit(Field::Tick(returned_deadline));
        }
        Told::DeadlineElapsed { timer, at } => {
            visit(Field::Timer(timer));
            visit(Field::Tick(at));
        }
        _ => {}
    }
}

fn worker_fields(worker: &mut Worker, visit: &mut impl FnMut(Field<'_>)) {
    visit(Field::Role(&mut worker.role));
    visit(Field::Id(IdKind::Child, &mut worker.child));
    visit(Field::Evidence(&mut worker.evidence));
}

fn shutdown_fields(shutdown: &mut ShutdownRef, visit: &mut impl FnMut(Field<'_>)) {
    worker_fields(&mut shutdown.worker, visit);
    visit(Field::Id(IdKind::Shutdown, &mut shutdown.id));
}

fn timer_fields(recovery: &mut Id, timer: &mut TimerRef, visit: &mut impl FnMut(Field<'_>)) {
    visit(Field::Id(IdKind::Recovery, recovery));
    visit(Field::Timer(timer));
}
