//! Distortion: the fact that would settle an obligation, with one field replaced.
//!
//! The replaced field is one that matching looks at, or what a rejection brings back, which nobody
//! judges. Ids are replaced by ids that some proxy issued, since nothing else can be told; the name
//! of a worker that is being born stays fresh, as the host promises.

use super::issued::IdKind;
use super::{Host, Plan};
use crate::proxy::observation::{Id, Incarnation, Settled, Told};
use crate::proxy::values::told_values_mut;

/// A field that can be replaced.
enum Field<'a> {
    Id(IdKind, &'a mut Id),
    Worker(&'a mut Incarnation),
    Attempt(&'a mut u32),
}

impl Host {
    /// Tells the fact that would settle obligation `index`, distorted.
    pub(super) fn distort(&mut self, index: u8, field: u8, value: u8) -> Option<Plan> {
        let obligation = self.duties.pick(index, |_| true)?;
        let mut told = self.settle(obligation, value >> 6).told;
        let mut count = 0;
        visit_fields(&mut told, &mut |_| count += 1);
        let chosen = usize::from(field).checked_rem(count)?;
        let mut number = 0;
        let mut changed = false;
        visit_fields(&mut told, &mut |field| {
            if number == chosen {
                changed = self.replace_field(field, value);
            }
            number += 1;
        });
        self.refresh(&mut told);
        changed.then_some(Plan::plain(told))
    }

    /// A wrong fact brings values of its own; the true ones stay where they are.
    pub(super) fn refresh(&mut self, told: &mut Told) {
        told_values_mut(told, &mut |_, tag| {
            *tag = self.next_tag;
            self.next_tag += 1;
        });
    }

    fn replace_field(&self, field: Field<'_>, value: u8) -> bool {
        let back = (value >> 2) % 16;
        let issued = if value.is_multiple_of(4) { &self.foreign.issued } else { &self.issued };
        match field {
            Field::Id(kind, id) => issued.back(kind, back).is_some_and(|other| change(id, other)),
            Field::Worker(worker) if value.is_multiple_of(4) => {
                self.foreign.worker.is_some_and(|(other, _)| change(worker, other))
            }
            Field::Worker(worker) => {
                self.workers.back(back).is_some_and(|other| change(worker, other.incarnation))
            }
            Field::Attempt(attempt) => {
                let other = attempt.wrapping_add(u32::from(back % 4)).wrapping_sub(2);
                change(attempt, other)
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
        Told::Service { .. }
        | Told::InstallInitial { .. }
        | Told::Replace { .. }
        | Told::Shutdown => {}
        Told::BirthCommitted { creation, attempt, .. } => {
            visit(Field::Id(IdKind::Creation, creation));
            visit(Field::Attempt(attempt));
        }
        Told::BirthRejected { creation, .. } | Told::ExitBeforeBirth { creation, .. } => {
            visit(Field::Id(IdKind::Creation, creation));
        }
        Told::Initialized { incarnation, attempt, .. }
        | Told::EffectsRejected { incarnation, attempt, .. }
        | Told::InitializationStopped { incarnation, attempt, .. } => {
            visit(Field::Worker(incarnation));
            visit(Field::Attempt(attempt));
        }
        Told::StartRejected { incarnation, activation, request, .. } => {
            visit(Field::Worker(incarnation));
            visit(Field::Id(IdKind::Activation, activation));
            visit(Field::Worker(&mut request.incarnation));
            visit(Field::Id(IdKind::Activation, &mut request.activation));
        }
        Told::StartAccepted { incarnation, activation }
        | Told::ActivationReady { incarnation, activation, .. }
        | Told::ActivationRejected { incarnation, activation, .. }
        | Told::ReadyAfterCancel { incarnation, activation, .. }
        | Told::RejectedAfterCancel { incarnation, activation, .. } => {
            visit(Field::Worker(incarnation));
            visit(Field::Id(IdKind::Activation, activation));
        }
        Told::ExitAfterBirth { incarnation, .. } => visit(Field::Worker(incarnation)),
        Told::ShutdownSettled { incarnation, settlement } => {
            visit(Field::Worker(incarnation));
            if let Settled::Rejected { request, .. } = settlement {
                visit(Field::Worker(request));
            }
        }
    }
}
