//! What becomes of a role whose worker is lost: the loan of the worker source, the window of
//! charges, the restart timer, and the reaction to a failure.

use super::cells::{Parting, Successor};
use super::owed::Owed;
use super::turn::Turn;
use crate::pool::observation::{
    Birth, Diagnostic, Eligibility, Id, PreparationRefusal, Reaction, ReturnedSchedule,
    RoleFailure, Said, StopClass, Tag, Tick, TimerPurpose, TimerRef, Timing, Transfer, Unavailable,
};

/// What a recovery has been granted, before anything of it is committed.
struct Grant {
    charged_at: Tick,
    ordinal: u32,
    birth: Id,
    /// The restart timer, if the restart is delayed.
    timer: Option<TimerRef>,
    /// When the successor may be created.
    deadline: Tick,
}

impl Turn<'_> {
    /// Looks after a role whose worker was lost in this step.
    pub(super) fn recover(&mut self, at: usize) {
        let Some(parting) = self.cell(at).parting else { return };
        let class = if parting.on_request { StopClass::Abnormal } else { parting.stop.class };
        let is_eligible = match self.rules.eligibility {
            Eligibility::Permanent => true,
            Eligibility::Transient => class == StopClass::Abnormal,
            Eligibility::Temporary => false,
        };
        if !is_eligible {
            self.cell(at).vacate();
        } else if self.floor.source.is_some() {
            self.lend_to(at);
        }
    }

    /// Lends the source to the first role that waits for it; one whose ticket fails drops out.
    pub(super) fn lend(&mut self) {
        for at in 0..self.floor.cells.count() {
            if self.floor.source.is_none() || self.closing {
                return;
            }
            let cell = self.cell(at);
            if cell.owed.is_nothing() && cell.parting.is_some() {
                self.lend_to(at);
            }
        }
    }

    fn lend_to(&mut self, at: usize) {
        let Some(parting) = self.cell(at).parting else { return };
        match self.floor.wells.recovery.draw() {
            Ok(ordinal) => {
                let ticket = self.id(ordinal);
                self.issued.recoveries.enter(ordinal, at);
                let Some(source) = self.floor.source.take() else { return };
                let cell = self.cell(at);
                cell.recovery = ticket;
                cell.owed.open(Owed::PREPARATION);
                let role = cell.role;
                self.say(Said::PrepareWorker { ticket, role, source });
            }
            Err(rejection) => {
                let stop = parting.stop;
                self.role_failed(at, RoleFailure::RecoveryTicketUnavailable { stop, rejection });
            }
        }
    }

    /// A failure that the reaction answers.
    pub(super) fn role_failed(&mut self, at: usize, failure: RoleFailure) {
        let cell = self.cell(at);
        cell.vacate();
        let role = cell.role;
        self.raise(Diagnostic::RoleFailed { role, failure });
        match self.rules.reaction {
            Reaction::RetireRole => {}
            Reaction::StopPool => self.closing = true,
        }
    }

    fn source_comes_home(&mut self, at: usize, source: Tag) {
        self.floor.source = Some(source);
        self.source_returned = true;
        self.cell(at).owed.close(Owed::PREPARATION);
    }

    pub(super) fn unprepared(
        &mut self,
        at: usize,
        source: Tag,
        refusal: PreparationRefusal,
        reason: u8,
    ) {
        self.source_comes_home(at, source);
        if self.is_draining() {
            return self.discard(at, Transfer::RefusedPreparation { refusal, reason });
        }
        let Some(parting) = self.cell(at).parting else { return };
        let stop = parting.stop;
        self.role_failed(at, RoleFailure::PreparationRefused { stop, refusal, reason });
    }

    pub(super) fn prepared(&mut self, at: usize, source: Tag, submission: Tag) {
        self.source_comes_home(at, source);
        if self.is_draining() {
            return self.discard(at, Transfer::PreparedSubmission { submission });
        }
        let Some(parting) = self.cell(at).parting else { return };
        match self.grant(at, &parting, submission) {
            Ok(grant) => self.replace(at, submission, grant),
            Err(failure) => self.role_failed(at, failure),
        }
    }

    /// Everything that a recovery needs, in the order in which it can fail. Candidates that were
    /// drawn for a recovery that fails are burned.
    fn grant(
        &mut self,
        at: usize,
        parting: &Parting,
        submission: Tag,
    ) -> Result<Grant, RoleFailure> {
        let stop = parting.stop;
        if parting.regressed {
            return Err(RoleFailure::ClockRegression { stop, submission });
        }
        let charged_at =
            self.charge_tick(stop.at).ok_or(RoleFailure::BudgetExhausted { stop, submission })?;
        let ordinal = self
            .next_recovery(at)
            .ok_or(RoleFailure::RecoveryOrdinalOverflow { stop, submission })?;
        let delay = delay(self.rules.timing, ordinal);
        let deadline = stop.at.checked_add(delay.unwrap_or(0));
        let deadline = deadline.ok_or(RoleFailure::DeadlineOverflow { stop, submission })?;
        let birth = self.floor.wells.birth.draw().map_err(|rejection| {
            RoleFailure::BirthCorrelationUnavailable { stop, submission, rejection }
        })?;
        self.issued.births.enter(birth, at);
        let timer = match delay {
            None => None,
            Some(_) => Some(self.restart_timer(at).map_err(|rejection| {
                RoleFailure::TimerCorrelationUnavailable { stop, submission, rejection }
            })?),
        };
        Ok(Grant { charged_at, ordinal, birth: self.id(birth), timer, deadline })
    }

    /// The tick that one more charge would be booked at, if the closed window up to it has room.
    fn charge_tick(&self, stopped_at: Tick) -> Option<Tick> {
        let charges = &self.floor.charges;
        let tick = charges.last().map_or(stopped_at, |newest| stopped_at.max(*newest));
        let opens = tick.saturating_sub(self.rules.budget_window);
        let spent = charges.iter().rev().take_while(|charge| **charge >= opens).count();
        let spent = u32::try_from(spent).unwrap_or(u32::MAX);
        (spent < self.rules.budget_charges_max).then_some(tick)
    }

    fn next_recovery(&mut self, at: usize) -> Option<u32> {
        let ordinal = self.cell(at).recoveries.checked_add(1)?;
        (ordinal <= self.rules.recovery_ordinal_max).then_some(ordinal)
    }

    fn restart_timer(&mut self, at: usize) -> Result<TimerRef, Unavailable> {
        let ordinal = self.floor.wells.timer.draw()?;
        self.issued.timers.enter(ordinal, at);
        let role_index = u8::try_from(at).unwrap_or(u8::MAX);
        let purpose = TimerPurpose::Restart { role_index };
        Ok(TimerRef { purpose, generation: self.id(ordinal) })
    }

    /// Commits a recovery: books the charge, then creates the successor or sets its timer.
    fn replace(&mut self, at: usize, submission: Tag, grant: Grant) {
        let Grant { charged_at, ordinal, birth, timer, deadline } = grant;
        let opens = charged_at.saturating_sub(self.rules.budget_window);
        let outdated = self.floor.charges.partition_point(|charge| *charge < opens);
        self.floor.charges.drain(..outdated);
        self.floor.charges.push(charged_at);
        let cell = self.cell(at);
        cell.recoveries = ordinal;
        let recovery = cell.recovery;
        let Some(timer) = timer else {
            return self.create_successor(at, birth, submission);
        };
        cell.successor = Successor { submission, birth, timer, elapsed_at: None };
        cell.owed.open(Owed::SCHEDULE.with(Owed::ALARM));
        self.say(Said::ScheduleRestart { recovery, timer, deadline });
    }

    fn create_successor(&mut self, at: usize, child: Id, submission: Tag) {
        let cell = self.cell(at);
        let (recovery, replaces) = (cell.recovery, cell.evidence);
        self.create(at, child, Birth::Replacement { recovery, replaces }, submission);
    }

    fn create_prepared(&mut self, at: usize) {
        let Successor { submission, birth, .. } = self.cell(at).successor;
        self.create_successor(at, birth, submission);
    }

    /// The restart timer is set; it may have elapsed already.
    pub(super) fn restart_set(&mut self, at: usize) {
        let is_draining = self.is_draining();
        let cell = self.cell(at);
        cell.owed.close(Owed::SCHEDULE);
        let is_due = !cell.owed.any(Owed::ALARM);
        if is_draining {
            self.discard_successor(at, None);
        } else if is_due {
            self.create_prepared(at);
        }
    }

    /// The restart timer could not be set.
    pub(super) fn restart_unset(&mut self, at: usize, returned: ReturnedSchedule) {
        if self.is_draining() {
            return self.discard_successor(at, Some(returned));
        }
        let Some(Parting { stop, .. }) = self.cell(at).parting else { return };
        let Successor { submission, birth, elapsed_at, .. } = self.cell(at).successor;
        let failure =
            RoleFailure::RestartScheduleRejected { stop, submission, birth, elapsed_at, returned };
        self.role_failed(at, failure);
    }

    /// The restart timer has elapsed. Until it is known to be set, that is kept.
    pub(super) fn restart_due(&mut self, at: usize, tick: Tick) {
        let cell = self.cell(at);
        cell.owed.close(Owed::ALARM);
        if cell.owed.any(Owed::SCHEDULE) {
            cell.successor.elapsed_at = Some(tick);
        } else {
            self.create_prepared(at);
        }
    }

    /// Hands a prepared successor to the host, with all that has come about its timer.
    pub(super) fn discard_successor(&mut self, at: usize, returned: Option<ReturnedSchedule>) {
        let cell = self.cell(at);
        cell.vacate();
        let recovery = cell.recovery;
        let Successor { submission, birth, timer, elapsed_at } = cell.successor;
        self.discard(
            at,
            Transfer::Replacement { submission, birth, recovery, timer, elapsed_at, returned },
        );
    }
}

/// How long a restart is delayed, if it is.
fn delay(timing: Timing, ordinal: u32) -> Option<u64> {
    match timing {
        Timing::Immediate => None,
        Timing::Constant { delay } => Some(delay),
        Timing::Linear { delay, max } => Some(delay.saturating_mul(u64::from(ordinal)).min(max)),
        Timing::Doubling { delay, max } => {
            let factor = 1_u64.checked_shl(ordinal.saturating_sub(1)).unwrap_or(u64::MAX);
            Some(delay.saturating_mul(factor).min(max))
        }
    }
}
