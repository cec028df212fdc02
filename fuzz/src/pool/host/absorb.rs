//! What the host learns from a step: which of its obligations are settled, which ones it has taken
//! on, which values and tokens came back.

use super::{BirthState, Carried, Duty, DutyKind, Holding, Host, Plan, is_fact};
use crate::pool::observation::{
    Command, Completion, Diagnostic, Id, Origin, Said, ShutdownRef, Tag, TimerPurpose, Told,
    Transfer, Verdict,
};

/// The fact that this action diagnoses as rejected.
pub fn rejected_fact(said: &Said) -> Option<&Told> {
    let (Said::DeliverDiagnostic { diagnostic, .. }
    | Said::TransferTerminalDiagnostic { diagnostic }) = said
    else {
        return None;
    };
    if let Diagnostic::RejectedFact { fact, .. } = diagnostic { Some(fact) } else { None }
}

impl Host {
    /// Learns what became of `plan`: what was said, how the step ended, and whether the input was
    /// diagnosed as a rejected fact.
    pub fn observe(&mut self, plan: &Plan, said: &[Said], verdict: Verdict, rejected: bool) {
        let told = &plan.told;
        self.spend_token(told);
        match verdict {
            Verdict::Unwound => self.unwound(plan),
            Verdict::HandedBack => self.handed_back(plan),
            Verdict::Continue | Verdict::Stopped | Verdict::ForcedRetirement => {
                self.started |= matches!(told, Told::Initialize);
                self.ended = verdict != Verdict::Continue;
                self.absorb(plan, said, rejected);
            }
        }
        if is_fact(told) {
            self.remember(told);
        }
    }

    /// A token goes in. The twin cannot be told of one that is not its own as well, so it falls out
    /// of step for the rest of the run; what the host holds of it stays a stock of duplicates.
    fn spend_token(&mut self, told: &Told) {
        let Some(token) = Carried::by(told) else { return };
        self.twin_in_step &= token.origin() == Origin::Own;
        match token {
            Carried::Command(command) => self.tokens.spend(command, self.twin_in_step),
            Carried::Completion(completion) => {
                self.tokens.spend(command_of(&completion), self.twin_in_step);
            }
        }
    }

    /// A token comes back.
    fn regain_token(&mut self, token: Carried) {
        let (command, holding) = match token {
            Carried::Command(command) => (command, Holding::Command),
            Carried::Completion(completion) => {
                (command_of(&completion), Holding::Completion(completion.output))
            }
        };
        self.tokens.regain(command, holding, self.twin_in_step);
    }

    /// The call never happened, but what it carried is lost: the truth is still owed, with values
    /// that are authored anew. A lost token cannot be authored anew.
    fn unwound(&mut self, plan: &Plan) {
        self.promises_broken |= Carried::by(&plan.told).is_some();
        let Some(truth) = plan.truth else { return };
        if truth.kind() == DutyKind::Job {
            self.duties.settle(|duty| *duty == truth);
            return;
        }
        let fresh = self.next_tag;
        self.next_tag += 2;
        self.duties.change(|duty| {
            if *duty == truth {
                renew(duty, fresh);
            }
        });
    }

    /// Everything came back whole. A late settlement is over; nothing else changes.
    fn handed_back(&mut self, plan: &Plan) {
        if let Some(token) = Carried::by(&plan.told) {
            self.regain_token(token);
        }
        if let Some(truth) = plan.truth {
            self.duties.settle(|duty| *duty == truth);
        }
    }

    fn absorb(&mut self, plan: &Plan, said: &[Said], rejected: bool) {
        let told = &plan.told;
        if rejected {
            self.promises_broken |= plan.truth.is_some();
            self.true_fact_rejected(plan);
        } else {
            let is_stop = matches!(told, Told::Stopped { .. });
            self.promises_broken |= is_fact(told) && !is_stop && plan.truth.is_none();
            self.fact_taken(told);
        }
        self.take_on(plan, said);
    }

    /// A truth that the pool rejects is over, but for a stop that was asked for.
    fn true_fact_rejected(&mut self, plan: &Plan) {
        match plan.truth {
            Some(Duty::Stop { child }) => self.duties.retry_stop(child),
            Some(truth) => {
                self.duties.settle(|duty| *duty == truth);
                if let Told::BirthCommitted { child, .. } = plan.told {
                    self.set_birth(child, BirthState::Committed);
                }
            }
            None => {}
        }
    }

    fn set_birth(&mut self, child: Id, birth: BirthState) {
        if let Some(record) = self.workers.get_mut(child) {
            record.birth = birth;
        }
    }

    /// The pool took the fact: whatever it settles is settled.
    fn fact_taken(&mut self, told: &Told) {
        match *told {
            Told::Initialize | Told::Submit { .. } | Told::Shutdown => {}
            Told::BirthCommitted { child, recipient, evidence, attempt, .. } => {
                self.duties
                    .settle(|duty| matches!(duty, Duty::Birth { child: c, .. } if *c == child));
                if let Some(record) = self.workers.get_mut(child) {
                    record.birth = BirthState::Committed;
                    record.recipient = Some(recipient);
                    record.evidence = evidence;
                    record.attempt = attempt;
                }
            }
            Told::BirthRejected { child, .. } => {
                self.duties
                    .settle(|duty| matches!(duty, Duty::Birth { child: c, .. } if *c == child));
                self.set_birth(child, BirthState::Rejected);
            }
            Told::InitializationReady { worker, .. }
            | Told::InitializationRejected { worker, .. } => {
                self.initialization_taken(worker.child);
            }
            Told::InitializationStopped { worker, stop, .. } => {
                self.initialization_taken(worker.child);
                self.stop_taken(worker.child, stop.reason);
            }
            Told::BeginAccepted { worker, ticket } => self.begin_taken(worker.child, ticket, true),
            Told::BeginRejected { worker, ticket, .. } => {
                self.begin_taken(worker.child, ticket, false);
            }
            Told::Ready { ticket, .. } | Told::ActivationRejected { ticket, .. } => {
                self.activation_over(ticket);
            }
            Told::Stopped { worker, stop } => self.stop_taken(worker.child, stop.reason),
            Told::DeliveryAccepted { assignment, .. } => self.delivery_over(assignment),
            Told::DeliveryRejected { assignment, .. } => {
                self.delivery_over(assignment);
                self.job_over(assignment);
            }
            Told::Completed { completion, .. } if completion.origin == Origin::Own => {
                self.job_over(completion.assignment);
            }
            Told::Completed { .. } => {}
            Told::Prepared { ticket, .. } | Told::PreparationRejected { ticket, .. } => {
                self.duties.settle(
                    |duty| matches!(duty, Duty::Preparation { ticket: t, .. } if *t == ticket),
                );
            }
            Told::RestartScheduleAccepted { recovery, .. } => self.schedule_taken(recovery, true),
            Told::RestartScheduleRejected { recovery, .. } => self.schedule_taken(recovery, false),
            Told::RestartTimerElapsed { recovery, .. } => self.restart_timer_over(recovery),
            Told::ShutdownAccepted { shutdown } | Told::ShutdownRejected { shutdown, .. } => {
                self.shutdown_taken(shutdown);
            }
            Told::DeadlineAccepted { .. } => {
                self.duties.settle(|duty| duty.kind() == DutyKind::DeadlineSchedule);
            }
            Told::DeadlineRejected { .. } => {
                self.duties.settle(|duty| duty.kind() == DutyKind::DeadlineSchedule);
                self.duties.settle(|duty| duty.kind() == DutyKind::DeadlineTimer);
            }
            Told::DeadlineElapsed { .. } => {
                self.duties.settle(|duty| duty.kind() == DutyKind::DeadlineTimer);
            }
        }
    }

    fn initialization_taken(&mut self, child: Id) {
        self.duties
            .settle(|duty| matches!(duty, Duty::Initialization { child: c, .. } if *c == child));
    }

    /// An activation that has begun has one result, unless it was cancelled before.
    fn begin_taken(&mut self, child: Id, ticket: Id, accepted: bool) {
        self.duties.settle(|duty| matches!(duty, Duty::Begin { ticket: t, .. } if *t == ticket));
        let record = self.workers.get(child);
        let cancelled = record.is_some_and(|record| record.ticket == Some((ticket, true)));
        if accepted && !cancelled {
            self.duties.owe(Duty::Activation { child, ticket }, false);
        }
    }

    fn activation_over(&mut self, ticket: Id) {
        self.duties
            .settle(|duty| matches!(duty, Duty::Activation { ticket: t, .. } if *t == ticket));
    }

    fn stop_taken(&mut self, child: Id, reason: Tag) {
        self.duties.settle(|duty| *duty == Duty::Stop { child });
        if let Some(record) = self.workers.get_mut(child) {
            record.stop = record.stop.or(Some(reason));
        }
    }

    fn delivery_over(&mut self, assignment: Id) {
        self.duties.settle(
            |duty| matches!(duty, Duty::Delivery { assignment: a, .. } if *a == assignment),
        );
    }

    fn job_over(&mut self, assignment: Id) {
        self.duties
            .settle(|duty| matches!(duty, Duty::Job { assignment: a, .. } if *a == assignment));
    }

    /// A timer that could not be set does not elapse.
    fn schedule_taken(&mut self, recovery: Id, accepted: bool) {
        self.duties
            .settle(|duty| matches!(duty, Duty::Schedule { recovery: r, .. } if *r == recovery));
        if !accepted {
            self.restart_timer_over(recovery);
            return;
        }
        self.duties.change(|duty| {
            if let Duty::RestartTimer { recovery: r, scheduled, .. } = duty {
                *scheduled |= *r == recovery;
            }
        });
    }

    fn restart_timer_over(&mut self, recovery: Id) {
        self.duties.settle(
            |duty| matches!(duty, Duty::RestartTimer { recovery: r, .. } if *r == recovery),
        );
    }

    fn shutdown_taken(&mut self, shutdown: ShutdownRef) {
        self.duties
            .settle(|duty| matches!(duty, Duty::Shutdown { shutdown: s } if s.id == shutdown.id));
    }

    /// Takes custody of everything that was said. Where the batch was cut, the operation at the cut
    /// is refused, and those after it are refused or applied later as a batch of their own.
    fn take_on(&mut self, plan: &Plan, said: &[Said]) {
        let operations = said.iter().filter(|said| is_operation(said)).count();
        let cut = if operations == 0 { None } else { self.cut.take() };
        let place = plan.cut.filter(|_| cut.is_some()).map(|place| place % operations);
        let rest_is_refused = cut.is_some_and(|cut| cut.rest_is_refused);
        let mut number = 0;
        for said in said {
            let refused =
                place.is_some_and(|place| number == place || (number > place && rest_is_refused));
            self.issued.note_said(said);
            self.take_on_operation(said, refused);
            self.take_back(said);
            number += usize::from(is_operation(said));
        }
    }

    fn take_on_operation(&mut self, said: &Said, refused: bool) {
        match *said {
            Said::CreateWorker { role, child, submission, .. } => {
                let roles = self.roles.len();
                self.workers.make_room(roles, |worker| self.duties.concern(worker));
                self.workers.create(role, child, self.next_evidence);
                self.next_evidence += 1;
                self.duties.owe(Duty::Birth { role, child, submission }, refused);
            }
            Said::InitializeWorker { child, plan, .. } => {
                self.duties.owe(Duty::Initialization { child, plan }, refused);
            }
            Said::BeginWorkerActivation { child, ticket, permit, plan } => {
                if let Some(record) = self.workers.get_mut(child) {
                    record.ticket = Some((ticket, false));
                }
                self.duties.owe(Duty::Begin { child, ticket, permit, plan }, refused);
            }
            Said::CancelWorkerActivation { child, ticket } => {
                if let Some(record) = self.workers.get_mut(child) {
                    record.ticket = Some((ticket, true));
                }
                self.activation_over(ticket);
            }
            Said::DeliverAssignment { child, assignment, command } => {
                self.take_on_assignment(child, assignment, command, refused);
            }
            Said::PrepareWorker { ticket, role, source } => {
                if let Some(index) = self.role_index(role) {
                    self.roles[index].recovery = Some(ticket);
                }
                self.duties.owe(Duty::Preparation { ticket, role, source }, refused);
            }
            Said::ScheduleRestart { recovery, timer, deadline } => {
                if let TimerPurpose::Restart { role_index } = timer.purpose
                    && let Some(role) = self.roles.get_mut(usize::from(role_index))
                {
                    role.timer = Some((recovery, timer));
                }
                self.duties.owe(Duty::Schedule { recovery, timer, deadline }, refused);
                if !refused {
                    let scheduled = false;
                    self.duties
                        .owe(Duty::RestartTimer { recovery, timer, deadline, scheduled }, false);
                }
            }
            Said::ShutdownWorker { child, shutdown } => {
                self.take_on_shutdown(child, shutdown, refused);
            }
            Said::ScheduleDrainDeadline { timer, deadline } => {
                self.drain_timer = Some(timer);
                self.duties.owe(Duty::DeadlineSchedule { timer, deadline }, refused);
                if !refused {
                    let at = self.now.saturating_add(deadline);
                    self.duties.owe(Duty::DeadlineTimer { timer, at }, false);
                }
            }
            Said::ObserveWorkerCreation { .. }
            | Said::ObserveWorkerStop { .. }
            | Said::DeliverAdmission { .. }
            | Said::DeliverCustomerTerminal { .. }
            | Said::TransferRejectedFact { .. }
            | Said::DeliverDiagnostic { .. }
            | Said::TransferTerminalDiagnostic { .. }
            | Said::TransferDrainResidual { .. }
            | Said::ResidualMember { .. } => {}
        }
    }

    /// A worker has the job as soon as its delivery was attempted.
    fn take_on_assignment(&mut self, child: Id, assignment: Id, command: Command, refused: bool) {
        self.tokens.receive(command, self.twin_in_step);
        if let Some(record) = self.workers.get_mut(child) {
            record.assignment = Some(assignment);
        }
        self.duties.owe(Duty::Delivery { child, assignment }, refused);
        if !refused {
            self.duties.owe(Duty::Job { child, assignment }, false);
        }
    }

    fn take_on_shutdown(&mut self, child: Id, shutdown: ShutdownRef, refused: bool) {
        self.duties.owe(Duty::Shutdown { shutdown }, refused);
        if let Some(record) = self.workers.get_mut(child) {
            record.shutdown = Some(shutdown);
            if record.is_live() {
                self.duties.owe(Duty::Stop { child }, false);
            }
        }
    }

    /// Takes back tokens, and learns of stops that were not taken after all.
    fn take_back(&mut self, said: &Said) {
        if let Some(fact) = rejected_fact(said) {
            if let Some(token) = Carried::by(fact) {
                self.regain_token(token);
            }
            if let Told::Stopped { worker, stop }
            | Told::InitializationStopped { worker, stop, .. } = fact
            {
                self.stop_not_taken(worker.child, stop.reason);
            }
        }
        if let Said::TransferRejectedFact { values, .. } = said {
            self.take_back_transfer(values);
        }
    }

    fn take_back_transfer(&mut self, values: &Transfer) {
        if let Transfer::RejectedDelivery { returned, .. } = values {
            self.regain_token(Carried::Command(*returned));
        }
        if let Transfer::ContradictoryDelivery { returned, completion, .. } = values {
            self.regain_token(Carried::Completion(*completion));
            self.regain_token(Carried::Command(*returned));
        }
        if let Transfer::MismatchedDelivery { returned, completion, .. } = values {
            completion.iter().for_each(|c| self.regain_token(Carried::Completion(*c)));
            self.regain_token(Carried::Command(*returned));
        }
    }

    fn stop_not_taken(&mut self, child: Id, reason: Tag) {
        let Some(record) = self.workers.get_mut(child) else { return };
        if record.stop != Some(reason) {
            return;
        }
        record.stop = None;
        self.promises_broken = true;
        if record.shutdown.is_some() && self.duties.iter().all(|o| o.duty != Duty::Stop { child }) {
            self.duties.owe(Duty::Stop { child }, false);
        }
    }
}

/// Whether the action is an operation of its own; a residual's members are not.
fn is_operation(said: &Said) -> bool {
    !matches!(said, Said::ResidualMember { .. })
}

fn command_of(completion: &Completion) -> Command {
    let Completion { origin, assignment, child, evidence, .. } = *completion;
    Command { origin, assignment, child, evidence, execution: 0 }
}

/// Replaces the values that were lost by the ones from `fresh` on.
fn renew(duty: &mut Duty, fresh: Tag) {
    match duty {
        Duty::Birth { submission, .. } => *submission = fresh,
        Duty::Initialization { plan, .. } => *plan = fresh,
        Duty::Begin { permit, plan, .. } => (*permit, *plan) = (fresh, fresh + 1),
        Duty::Preparation { source, .. } => *source = fresh,
        Duty::Activation { .. }
        | Duty::Delivery { .. }
        | Duty::Job { .. }
        | Duty::Schedule { .. }
        | Duty::RestartTimer { .. }
        | Duty::Shutdown { .. }
        | Duty::Stop { .. }
        | Duty::DeadlineSchedule { .. }
        | Duty::DeadlineTimer { .. } => {}
    }
}
