//! The draining mode: what each member still waits for, and how a drain ends.
//!
//! Customer ownership has left the pool, so only workers, creations and requests remain. Nothing is
//! recovered, lent, authorized, dispatched or admitted. The pool ends in the fold where the last
//! member drains, or by force at its deadline.
//!
//! | File | Inputs |
//! |---|---|
//! | `turn` | `Submit`, repeated `Shutdown`, late `WorkerCompleted`; how each fold ends |
//! | `birth` | `WorkerBirthResolved` |
//! | `work` | `InitializationSettled`, `ActivationBeginSettled`, `WorkerReady`, `AssignmentSettled` |
//! | `stop` | `WorkerStopped`, `WorkerShutdownSettled` |
//! | `restart` | `WorkerPreparationSettled`, `RestartScheduleSettled`, `RestartTimerElapsed` |
//! | `deadline` | `DrainDeadlineSettled`, `DrainDeadlineElapsed` |

mod birth;
mod deadline;
mod member;
mod restart;
mod stop;
mod turn;
mod work;

pub use member::{DrainMember, DrainShutdown, DrainWork};
pub(crate) use turn::{DrainEnd, DrainTurn};

use super::identity::Slot;
use super::{DrainResidual, PoolProtocol, ResidualMember, TimerCorrelation};
use crate::drain_deadline::DrainDeadline;
use crate::slot_set::SlotSet;
use alloc::vec::Vec;

/// The state of a draining pool.
#[derive(Debug)]
pub(crate) struct Draining<P: PoolProtocol> {
    members: Vec<DrainMember<P>>,
    /// The positions of the members that are not drained.
    undrained: SlotSet,
    pub(crate) deadline: DrainDeadline<TimerCorrelation>,
}

impl<P: PoolProtocol> Draining<P> {
    pub(crate) fn new(
        members: Vec<DrainMember<P>>,
        deadline: DrainDeadline<TimerCorrelation>,
    ) -> Self {
        let mut undrained = SlotSet::new(members.len());
        for (position, member) in members.iter().enumerate() {
            if !member.is_drained() {
                undrained.insert(position);
            }
        }
        Self { members, undrained, deadline }
    }

    pub(crate) fn members(&self) -> &[DrainMember<P>] {
        &self.members
    }

    pub(crate) fn get(&self, slot: Slot) -> Option<&DrainMember<P>> {
        self.members.get(slot)
    }

    /// Takes a member out to consume it; [`Self::put`] must follow in the same fold.
    pub(crate) fn take(&mut self, slot: Slot) -> DrainMember<P> {
        self.members
            .get_mut(slot)
            .map_or(DrainMember::Drained, |member| core::mem::replace(member, DrainMember::Drained))
    }

    pub(crate) fn put(&mut self, slot: Slot, member: DrainMember<P>) {
        if let Some(place) = self.members.get_mut(slot) {
            if member.is_drained() {
                self.undrained.remove(slot);
            }
            *place = member;
        }
    }

    pub(crate) fn is_drained(&self) -> bool {
        self.undrained.is_empty()
    }

    /// Whether the index says that a member is not drained. Only the invariants ask.
    pub(crate) fn shows_undrained(&self, position: usize) -> bool {
        self.undrained.contains(position)
    }

    /// Every member that is not drained, in declaration order, with all that it holds.
    pub(crate) fn into_residual(self, roles: &[P::Role]) -> DrainResidual<P> {
        let members = roles
            .iter()
            .zip(self.members)
            .filter(|(_, member)| !member.is_drained())
            .map(|(role, member)| ResidualMember { role: role.clone(), member })
            .collect();
        DrainResidual { members }
    }
}
