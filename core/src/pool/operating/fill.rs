//! Fill: waiting jobs go to idle roles, smallest ordinal first, from the cursor on.
//!
//! At most one job can be dispatched in one fold: either the queue was empty and one interrupted job
//! came back to it, or nobody was idle and one role became so. What the fill will do is therefore
//! foreseen before the fold commits anything: each head is cloned and its dispatch triple drawn on
//! a copy, until one succeeds. A head whose triple fails leaves with one terminal outcome. A clone
//! that panics finds the pool untouched. The steady path needs no plan: a completion whose next head
//! will get its triple hands that job over where it is (`joins`).
//!
//! A clone is made only if the fold really comes to its fill, so whether an earlier step of the fold
//! will start a shutdown is asked first, on copies of the allocators.

use super::Turn;
use crate::pool::allocation::DispatchSequences;
use crate::pool::definition::{DiagnosticDisposition, FailureReaction};
use crate::pool::{AssignedReturnReason, PoolProtocol, QueuedReturnReason, StopClass};

/// What the fill of one fold will do, with everything that it needs prepared.
#[derive(Debug)]
pub(super) struct FillPlan<P: PoolProtocol> {
    /// So many heads leave because their dispatch triples failed.
    undispatchable: usize,
    /// The execution payload of the head after them; its triple will be reserved.
    execution: Option<P::Payload>,
}

impl<P: PoolProtocol> Turn<'_, P> {
    /// Foresees the fill of a fold that frees a role.
    #[cold]
    #[inline(never)]
    pub(super) fn foresee_fill(&mut self) {
        if !self.operating.backlog.is_empty() {
            let heads = self.operating.backlog.iter().map(|(obligation, _)| &obligation.payload);
            self.fill = Some(FillPlan::prepare(self.context.allocators.dispatches, heads));
        }
    }

    /// Foresees the fill of a fold that puts `payload` back into the queue.
    pub(super) fn foresee_retry(&self, payload: &P::Payload) -> Option<FillPlan<P>> {
        // An idle role means an empty queue, so the returned job is the only head.
        let sequences = self.context.allocators.dispatches;
        self.operating
            .roster
            .has_idle()
            .then(|| FillPlan::prepare(sequences, core::iter::once(payload)))
    }

    /// Carries out what was foreseen: the same draws, now on the pool's own sequences.
    #[cold]
    #[inline(never)]
    pub(super) fn carry_out(&mut self) {
        let Some(plan) = self.fill.take() else { return };
        for _ in 0..plan.undispatchable {
            let _burned = self.context.allocators.dispatches.reserve();
            self.return_undispatchable();
        }
        if let Some(execution) = plan.execution
            && let Ok(triple) = self.context.allocators.dispatches.reserve()
            && let Some(slot) = self.operating.roster.next_idle(self.operating.cursor)
            && let Some(head) = self.operating.backlog.pop_to_dispatch()
        {
            self.dispatch(slot, head, execution, triple);
        }
    }

    fn return_undispatchable(&mut self) {
        let Some(head) = self.operating.backlog.pop() else { return };
        match head.prior_role {
            Some(slot) => {
                let reason = AssignedReturnReason::RetryPreparationRejected;
                self.context.return_assigned(slot, head.obligation, reason);
            }
            None => {
                let reason = QueuedReturnReason::DispatchCorrelationUnavailable;
                self.context.return_queued(head.obligation, reason);
            }
        }
    }

    /// Whether the authorizations of a fold that frees one slot leave the pool operating.
    pub(super) fn authorization_stays_open(&self) -> bool {
        let mut trial = *self.context.allocators;
        let mut from = 0;
        while let Some(slot) = self.operating.roster.next_awaiting_authorization(from) {
            if trial.activation(slot).is_ok() {
                return true;
            }
            if trial.shutdown().is_err() {
                return false;
            }
            from = slot + 1;
        }
        true
    }

    /// Whether recovering from a stop of `class`, after `diagnostics` others, leaves it operating.
    pub(super) fn recovery_stays_open(&self, class: StopClass, diagnostics: usize) -> bool {
        let fails = self.recovers_at_once(class) && !self.context.allocators.will_recover();
        if fails && self.context.definition.recovery.reaction() == FailureReaction::StopPool {
            return false;
        }
        self.diagnostics_stay_open(diagnostics + usize::from(fails))
    }

    /// Whether a quarantine leaves the pool operating.
    pub(super) fn quarantine_stays_open(&self) -> bool {
        let mut trial = *self.context.allocators;
        trial.shutdown().is_ok()
    }

    fn diagnostics_stay_open(&self, count: usize) -> bool {
        let mut trial = *self.context.allocators;
        match &self.context.definition.diagnostics {
            DiagnosticDisposition::DeliverTo { .. } => {
                (0..count).all(|_| trial.diagnostic().is_ok())
            }
            DiagnosticDisposition::Terminate => count == 0,
        }
    }
}

impl<P: PoolProtocol> FillPlan<P> {
    fn prepare<'heads>(
        mut sequences: DispatchSequences,
        heads: impl Iterator<Item = &'heads P::Payload>,
    ) -> Self
    where
        P::Payload: 'heads,
    {
        let mut undispatchable = 0;
        for payload in heads {
            let execution = payload.clone();
            if sequences.reserve().is_ok() {
                return Self { undispatchable, execution: Some(execution) };
            }
            undispatchable += 1;
        }
        Self { undispatchable, execution: None }
    }
}
