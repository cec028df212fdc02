//! Restarts: a prepared worker is admitted or denied, its timer set, its creation sent out.
//!
//! Every check and every reservation comes before anything is committed. A denied recovery spends
//! no charge and no ordinal; the candidates that it drew are retired for good.

use super::Turn;
use crate::pool::definition::{RestartPolicy, SourceCustody};
use crate::pool::identity::Slot;
use crate::pool::member::{Member, PreparedReplacement, Recovering, RecoveryPhase};
use crate::pool::{
    BirthKind, ChildNonce, OwnedOperation, PoolInput, PoolProtocol, PreparationResult,
    RecoveryDenial, RecoveryTicket, RestartScheduleSettlement, RestartTimerFact, RoleFailure,
    ScheduleRestart, Settlement, TimerCorrelation, TimerPurpose, WorkerPreparationSettlement,
};
use crate::time::Tick;
use alloc::boxed::Box;

/// Everything that an admitted recovery has reserved.
struct Admitted {
    child: ChildNonce,
    ordinal: u32,
    charged_at: Tick,
    timer: Option<(TimerCorrelation, Tick)>,
}

impl<P: PoolProtocol> Turn<'_, P> {
    #[cold]
    #[inline(never)]
    pub(super) fn preparation_settled(&mut self, fact: WorkerPreparationSettlement<P>) {
        let Some(slot) = self.recovering_slot(fact.ticket) else {
            return self.reject(PoolInput::WorkerPreparationSettled(fact));
        };
        match self.operating.roster.take(slot) {
            Member::Recovering(recovering)
                if recovering.prepares(fact.ticket) && *self.context.role(slot) == fact.role =>
            {
                self.return_source(fact.source);
                self.prepared(slot, fact.ticket, recovering, fact.result);
            }
            other @ (Member::Creating(_)
            | Member::Initializing { .. }
            | Member::WaitingForActivationAuthorization(_)
            | Member::ActivationDispatched(_)
            | Member::Activating(_)
            | Member::DrainingPreReady(_)
            | Member::Ready { .. }
            | Member::Recovering(_)
            | Member::Stopping { .. }
            | Member::Retired) => {
                self.reject_back(slot, other, PoolInput::WorkerPreparationSettled(fact));
            }
        }
    }

    fn return_source(&mut self, source: P::Source) {
        if let Some(restart) = self.context.definition.recovery.restart_mut() {
            restart.source = SourceCustody::Home(source);
        }
    }

    fn prepared(
        &mut self,
        slot: Slot,
        ticket: RecoveryTicket,
        recovering: Recovering<P>,
        result: PreparationResult<P>,
    ) {
        match result {
            PreparationResult::Prepared { submission } => match self.admit(slot, &recovering) {
                Ok(admitted) => self.commit(slot, ticket, recovering, submission, admitted),
                Err(denial) => {
                    let stop = recovering.stop.stop;
                    self.fail(slot, RoleFailure::RecoveryDenied { stop, submission, denial });
                }
            },
            PreparationResult::Refused { refusal, reason } => {
                let stop = recovering.stop.stop;
                self.fail(slot, RoleFailure::PreparationRefused { stop, refusal, reason });
            }
        }
    }

    /// Clock, budget, ordinal, delay and deadline; then the birth and, if delayed, the timer.
    fn admit(
        &mut self,
        slot: Slot,
        recovering: &Recovering<P>,
    ) -> Result<Admitted, RecoveryDenial> {
        let stop = &recovering.stop;
        if stop.regressed {
            return Err(RecoveryDenial::ClockRegression);
        }
        let charged_at = self.operating.budget.charge_tick(stop.at());
        let ordinal = self.admit_charge(slot, charged_at)?;
        let deadline = self.deadline(stop.at(), ordinal)?;
        let child = self
            .context
            .allocators
            .birth(slot)
            .map_err(RecoveryDenial::BirthCorrelationUnavailable)?;
        let timer = match deadline {
            Some(deadline) => Some((self.reserve_timer(slot)?, deadline)),
            None => None,
        };
        Ok(Admitted { child, ordinal, charged_at, timer })
    }

    /// Whether budget and ordinal have room; answers the ordinal.
    fn admit_charge(&self, slot: Slot, charged_at: Tick) -> Result<u32, RecoveryDenial> {
        let restart = self.restart().ok_or(RecoveryDenial::BudgetExhausted)?;
        if !self.operating.budget.admits(restart.budget, charged_at) {
            return Err(RecoveryDenial::BudgetExhausted);
        }
        let last = self.context.definition.correlations.recovery_ordinal_max;
        let committed = self.operating.recoveries.get(slot).copied().unwrap_or(last);
        committed
            .checked_add(1)
            .filter(|ordinal| *ordinal <= last)
            .ok_or(RecoveryDenial::OrdinalOverflow)
    }

    /// When the creation is due; `None` for at once.
    fn deadline(&self, stopped_at: Tick, ordinal: u32) -> Result<Option<Tick>, RecoveryDenial> {
        match self.restart().and_then(|restart| restart.timing.delay(ordinal)) {
            Some(delay) => {
                stopped_at.checked_add(delay).map(Some).ok_or(RecoveryDenial::DeadlineOverflow)
            }
            None => Ok(None),
        }
    }

    fn reserve_timer(&mut self, slot: Slot) -> Result<TimerCorrelation, RecoveryDenial> {
        self.context
            .allocators
            .timer(TimerPurpose::Restart { position: slot })
            .map_err(RecoveryDenial::TimerCorrelationUnavailable)
    }

    fn restart(&self) -> Option<&RestartPolicy<SourceCustody<P::Source>>> {
        self.context.definition.recovery.restart()
    }

    fn commit(
        &mut self,
        slot: Slot,
        recovery: RecoveryTicket,
        recovering: Recovering<P>,
        submission: P::Submission,
        admitted: Admitted,
    ) {
        let Admitted { child, ordinal, charged_at, timer } = admitted;
        if let Some(policy) = self.restart().map(|restart| restart.budget) {
            self.operating.budget.charge(policy, charged_at);
        }
        if let Some(committed) = self.operating.recoveries.get_mut(slot) {
            *committed = ordinal;
        }
        match timer {
            Some((timer, deadline)) => {
                let request = ScheduleRestart { recovery, timer, deadline };
                self.context.push(OwnedOperation::ScheduleRestart(request));
                let prepared = PreparedReplacement { recovery, child, timer, submission };
                let phase =
                    RecoveryPhase::Scheduling { prepared: Box::new(prepared), elapsed: None };
                let member = Member::Recovering(Recovering { phase, ..recovering });
                self.operating.roster.put(slot, member);
            }
            None => {
                let kind = BirthKind::Replacement { recovery, replaces: recovering.replaces };
                self.create(slot, child, kind, submission);
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn schedule_settled(&mut self, fact: RestartScheduleSettlement<P>) {
        let Some(slot) = self.recovering_slot(fact.recovery) else {
            return self.reject(PoolInput::RestartScheduleSettled(fact));
        };
        match self.operating.roster.take(slot) {
            Member::Recovering(Recovering {
                replaces,
                stop,
                phase: RecoveryPhase::Scheduling { prepared, elapsed },
            }) if prepared.is(fact.recovery, fact.timer) => match fact.result {
                Settlement::Accepted if elapsed.is_some() => {
                    self.create_replacement(slot, replaces, *prepared);
                }
                Settlement::Accepted => {
                    let phase = RecoveryPhase::WaitingForTimer { prepared };
                    let member = Member::Recovering(Recovering { replaces, stop, phase });
                    self.operating.roster.put(slot, member);
                }
                Settlement::Rejected { request, reason } => {
                    let PreparedReplacement { child, submission, .. } = *prepared;
                    let stop = stop.stop;
                    self.fail(
                        slot,
                        RoleFailure::RestartScheduleRejected {
                            stop,
                            submission,
                            child,
                            elapsed,
                            request,
                            reason,
                        },
                    );
                }
            },
            other @ (Member::Creating(_)
            | Member::Initializing { .. }
            | Member::WaitingForActivationAuthorization(_)
            | Member::ActivationDispatched(_)
            | Member::Activating(_)
            | Member::DrainingPreReady(_)
            | Member::Ready { .. }
            | Member::Recovering(_)
            | Member::Stopping { .. }
            | Member::Retired) => {
                self.reject_back(slot, other, PoolInput::RestartScheduleSettled(fact));
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn timer_elapsed(&mut self, fact: RestartTimerFact) {
        let Some(slot) = self.recovering_slot(fact.recovery) else {
            return self.reject(PoolInput::RestartTimerElapsed(fact));
        };
        match self.operating.roster.take(slot) {
            Member::Recovering(Recovering {
                replaces,
                stop,
                phase: RecoveryPhase::Scheduling { prepared, elapsed: None },
            }) if prepared.is(fact.recovery, fact.timer) => {
                let phase = RecoveryPhase::Scheduling { prepared, elapsed: Some(fact) };
                let member = Member::Recovering(Recovering { replaces, stop, phase });
                self.operating.roster.put(slot, member);
            }
            Member::Recovering(Recovering {
                replaces,
                phase: RecoveryPhase::WaitingForTimer { prepared },
                ..
            }) if prepared.is(fact.recovery, fact.timer) => {
                self.create_replacement(slot, replaces, *prepared);
            }
            other @ (Member::Creating(_)
            | Member::Initializing { .. }
            | Member::WaitingForActivationAuthorization(_)
            | Member::ActivationDispatched(_)
            | Member::Activating(_)
            | Member::DrainingPreReady(_)
            | Member::Ready { .. }
            | Member::Recovering(_)
            | Member::Stopping { .. }
            | Member::Retired) => {
                self.reject_back(slot, other, PoolInput::RestartTimerElapsed(fact));
            }
        }
    }

    fn create_replacement(
        &mut self,
        slot: Slot,
        replaces: P::Evidence,
        prepared: PreparedReplacement<P>,
    ) {
        let PreparedReplacement { recovery, child, submission, .. } = prepared;
        self.create(slot, child, BirthKind::Replacement { recovery, replaces }, submission);
    }

    /// The position of a ticket that this pool issued.
    fn recovering_slot(&self, ticket: RecoveryTicket) -> Option<Slot> {
        self.context.slot_of(ticket.instance(), ticket.position())
    }
}
