//! The allocators of one pool: every correlation that it ever issues is drawn here.

use super::definition::CorrelationSpace;
use super::identity::Slot;
use super::{
    ActivationTicket, AssignmentId, ChildNonce, DiagnosticId, RecoveryTicket, ShutdownId,
    TimerCorrelation, TimerPurpose,
};
use crate::correlation::{InstanceId, Reservation, Sequence};

/// One sequence a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allocators {
    instance: InstanceId,
    admissions: AdmissionSequences,
    pub(crate) dispatches: DispatchSequences,
    activations: Sequence,
    recoveries: Sequence,
    births: Sequence,
    timers: Sequence,
    shutdowns: Sequence,
    diagnostics: Sequence,
}

/// Job identity and admission ordinal: one attempt draws from both.
#[derive(Clone, Copy, Debug)]
struct AdmissionSequences {
    jobs: Sequence,
    ordinals: Sequence,
}

/// Assignment and completion pair: one attempt draws from both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DispatchSequences {
    assignments: Sequence,
    completions: Sequence,
}

/// What one admission reserved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AdmissionPair {
    pub(crate) job: u64,
    pub(crate) ordinal: u64,
}

/// What one dispatch reserved.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DispatchTriple {
    pub(crate) assignment: u64,
    pub(crate) completion: u64,
}

impl Allocators {
    pub(crate) fn new(instance: InstanceId, space: &CorrelationSpace) -> Self {
        Self {
            instance,
            admissions: AdmissionSequences {
                jobs: Sequence::new(space.jobs),
                ordinals: Sequence::new(space.admissions),
            },
            dispatches: DispatchSequences {
                assignments: Sequence::new(space.assignments),
                completions: Sequence::new(space.completions),
            },
            activations: Sequence::new(space.activations),
            recoveries: Sequence::new(space.recoveries),
            births: Sequence::new(space.births),
            timers: Sequence::new(space.timers),
            shutdowns: Sequence::new(space.shutdowns),
            diagnostics: Sequence::new(space.diagnostics),
        }
    }

    /// Draws a job and its admission ordinal; if either fails, both candidates are retired.
    #[inline]
    pub(crate) fn admission(&mut self) -> Reservation<AdmissionPair> {
        let AdmissionSequences { jobs, ordinals } = &mut self.admissions;
        let (job, ordinal) = Sequence::reserve_pair(jobs, ordinals)?;
        Ok(AdmissionPair { job, ordinal })
    }

    /// Whether an admission and its dispatch would both succeed. Draws nothing.
    #[inline]
    pub(crate) fn will_admit_and_dispatch(&self) -> bool {
        self.admissions.jobs.will_reserve()
            && self.admissions.ordinals.will_reserve()
            && self.dispatches.will_reserve()
    }

    pub(crate) fn activation(&mut self, slot: Slot) -> Reservation<ActivationTicket> {
        Ok(ActivationTicket::new(self.instance, slot, self.activations.reserve()?))
    }

    pub(crate) fn recovery(&mut self, slot: Slot) -> Reservation<RecoveryTicket> {
        Ok(RecoveryTicket::new(self.instance, slot, self.recoveries.reserve()?))
    }

    pub(crate) fn will_recover(&self) -> bool {
        self.recoveries.will_reserve()
    }

    pub(crate) fn birth(&mut self, slot: Slot) -> Reservation<ChildNonce> {
        Ok(ChildNonce::new(self.instance, slot, self.births.reserve()?))
    }

    pub(crate) fn timer(&mut self, timer: TimerPurpose) -> Reservation<TimerCorrelation> {
        Ok(TimerCorrelation::new(self.instance, timer, self.timers.reserve()?))
    }

    pub(crate) fn shutdown(&mut self) -> Reservation<ShutdownId> {
        Ok(ShutdownId::new(self.instance, self.shutdowns.reserve()?))
    }

    pub(crate) fn diagnostic(&mut self) -> Reservation<DiagnosticId> {
        Ok(DiagnosticId::new(self.instance, self.diagnostics.reserve()?))
    }

    #[inline]
    pub(crate) fn assignment(&self, triple: DispatchTriple) -> AssignmentId {
        AssignmentId::new(self.instance, triple.assignment)
    }
}

/// The highest ordinal that was issued of each kind; only the invariants ask.
impl Allocators {
    pub(crate) fn jobs(&self) -> Option<u64> {
        self.admissions.jobs.high_water()
    }

    pub(crate) fn admissions(&self) -> Option<u64> {
        self.admissions.ordinals.high_water()
    }

    pub(crate) fn assignments(&self) -> Option<u64> {
        self.dispatches.assignments.high_water()
    }

    pub(crate) fn activations(&self) -> Option<u64> {
        self.activations.high_water()
    }

    pub(crate) fn recoveries(&self) -> Option<u64> {
        self.recoveries.high_water()
    }

    pub(crate) fn births(&self) -> Option<u64> {
        self.births.high_water()
    }

    pub(crate) fn timers(&self) -> Option<u64> {
        self.timers.high_water()
    }

    pub(crate) fn shutdowns(&self) -> Option<u64> {
        self.shutdowns.high_water()
    }
}

impl DispatchSequences {
    /// Whether the next attempt will succeed. Draws nothing.
    #[inline]
    pub(crate) fn will_reserve(&self) -> bool {
        self.assignments.will_reserve() && self.completions.will_reserve()
    }

    /// Draws an assignment and its completion pair; if either fails, both candidates are retired.
    #[inline]
    pub(crate) fn reserve(&mut self) -> Reservation<DispatchTriple> {
        let Self { assignments, completions } = self;
        let (assignment, completion) = Sequence::reserve_pair(assignments, completions)?;
        Ok(DispatchTriple { assignment, completion })
    }
}
