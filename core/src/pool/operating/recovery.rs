//! Recovery: what a stop leads to, once, and how the one worker source is shared.
//!
//! An eligible stop asks the worker source for a replacement; while the source is out, other
//! eligible roles wait without a ticket, and the first of them in declaration order gets it in the
//! fold that brings it home. A stop that is not eligible retires the role. A failure is one
//! diagnostic, answered by the definition's reaction.

use super::Turn;
use crate::pool::definition::{FailureReaction, RecoveryPolicy, SourceCustody};
use crate::pool::identity::Slot;
use crate::pool::member::{AcceptedStop, Member, PreReadyDrain, Recovering, RecoveryPhase};
use crate::pool::{
    OwnedOperation, PoolDiagnostic, PoolProtocol, PrepareWorker, RoleFailure, StopClass,
};

impl<P: PoolProtocol> Turn<'_, P> {
    /// Evaluates recovery from one stop. In a fold that shuts the pool down nothing is recovered.
    pub(super) fn recover(
        &mut self,
        slot: Slot,
        replaces: P::Evidence,
        stop: AcceptedStop<P>,
        class: StopClass,
    ) {
        if self.closing || !self.is_eligible(class) {
            self.operating.roster.put(slot, Member::Retired);
        } else {
            let phase = RecoveryPhase::WaitingForSource;
            self.lend(slot, Recovering { replaces, stop, phase });
        }
    }

    /// A worker that nobody had asked to stop has ended: its stop keeps its own class.
    pub(super) fn recover_ended(
        &mut self,
        slot: Slot,
        replaces: P::Evidence,
        stop: AcceptedStop<P>,
    ) {
        let class = stop.class();
        self.recover(slot, replaces, stop, class);
    }

    /// The settlement that a stop before ready had left open has come.
    pub(super) fn recover_after_settlement(&mut self, slot: Slot, drain: PreReadyDrain<P>) {
        match drain {
            PreReadyDrain::StoppedFirst { evidence, stop, .. } => {
                self.recover_ended(slot, evidence, stop);
            }
            PreReadyDrain::ShutdownAsked { .. } => {
                self.operating.roster.put(slot, Member::DrainingPreReady(drain));
            }
        }
    }

    /// In the fold that brings the source home, lends it to the first role that waits for it.
    #[cold]
    #[inline(never)]
    pub(super) fn lend_to_waiting(&mut self) {
        let mut from = 0;
        while !self.closing
            && self.source_is_home()
            && let Some(slot) = self.operating.roster.next_awaiting_source(from)
        {
            if let Member::Recovering(recovering) = self.operating.roster.take(slot) {
                self.lend(slot, recovering);
            }
            from = slot + 1;
        }
    }

    fn lend(&mut self, slot: Slot, recovering: Recovering<P>) {
        if !self.source_is_home() {
            return self.operating.roster.put(slot, Member::Recovering(recovering));
        }
        match self.context.allocators.recovery(slot) {
            Ok(ticket) => {
                if let Some(source) = self.take_source() {
                    let role = self.context.role(slot).clone();
                    let request = PrepareWorker { ticket, role, source };
                    self.context.push(OwnedOperation::PrepareWorker(request));
                }
                let phase = RecoveryPhase::Preparing { ticket };
                let member = Member::Recovering(Recovering { phase, ..recovering });
                self.operating.roster.put(slot, member);
            }
            Err(rejection) => {
                let stop = recovering.stop.stop;
                self.fail(slot, RoleFailure::RecoveryTicketUnavailable { stop, rejection });
            }
        }
    }

    /// Retires a role without a live worker and lets the reaction answer.
    pub(super) fn fail(&mut self, slot: Slot, failure: RoleFailure<P>) {
        self.operating.roster.put(slot, Member::Retired);
        let role = self.context.role(slot).clone();
        self.diagnose(PoolDiagnostic::RoleFailed { role, failure });
        self.closing |= self.context.definition.recovery.reaction() == FailureReaction::StopPool;
    }

    /// Whether a stop of `class` would ask for a ticket in this very fold.
    pub(super) fn recovers_at_once(&self, class: StopClass) -> bool {
        self.is_eligible(class) && self.source_is_home()
    }

    fn is_eligible(&self, class: StopClass) -> bool {
        match &self.context.definition.recovery {
            RecoveryPolicy::Permanent { .. } => true,
            RecoveryPolicy::Transient { .. } => class == StopClass::Abnormal,
            RecoveryPolicy::Temporary { .. } => false,
        }
    }

    fn source_is_home(&self) -> bool {
        match self.context.definition.recovery.restart() {
            Some(restart) => matches!(restart.source, SourceCustody::Home(_)),
            None => false,
        }
    }

    fn take_source(&mut self) -> Option<P::Source> {
        let restart = self.context.definition.recovery.restart_mut()?;
        match core::mem::replace(&mut restart.source, SourceCustody::Lent) {
            SourceCustody::Home(source) => Some(source),
            SourceCustody::Lent => None,
        }
    }
}
