//! What the host learns from a step: which of its obligations are settled, which ones it has taken
//! on, which proxies have come to what, which authorities came along.

use super::{BirthState, Duty, DutyKind, Host, Plan, Servant, is_fact};
use crate::supervisor::observation::{
    Diagnostic, Id, Lifecycle, Proxy, Reply, Report, Request, Said, StopResult, Told, Unreported,
    Verdict,
};

/// The fact that this action diagnoses as rejected.
pub fn rejected_fact(said: &Said) -> Option<&Told> {
    let (Said::DeliverDiagnostic { diagnostic, .. }
    | Said::TransferTerminalDiagnostic { diagnostic }) = said
    else {
        return None;
    };
    if let Diagnostic::RejectedFact { fact } = diagnostic { Some(fact) } else { None }
}

impl Host {
    /// Learns what became of `plan`: what was said, and how the step ended.
    pub(super) fn learn(&mut self, plan: &Plan, said: &[Said], verdict: Verdict) {
        self.now = self.now.saturating_add(1);
        let told = &plan.told;
        let rejected = said.iter().any(|said| rejected_fact(said) == Some(told));
        match verdict {
            Verdict::HandedBack => self.handed_back(plan),
            Verdict::Continue | Verdict::Stopped | Verdict::ForcedRetirement { .. } => {
                self.started |= matches!(told, Told::Initialize);
                self.ended = verdict != Verdict::Continue;
                self.absorb(plan, said, rejected);
            }
        }
        if is_fact(told) {
            self.remember(told);
        }
    }

    /// Everything came back whole. A late settlement is over; nothing else changes.
    fn handed_back(&mut self, plan: &Plan) {
        if let Some(truth) = plan.truth {
            self.duties.settle(|duty| *duty == truth);
        }
    }

    fn absorb(&mut self, plan: &Plan, said: &[Said], rejected: bool) {
        let told = &plan.told;
        if rejected {
            self.promises_broken |= plan.truth.is_some();
            if let Some(truth) = plan.truth {
                self.duties.settle(|duty| *duty == truth);
            }
        } else {
            self.fact_taken(told, said);
        }
        self.take_on(plan, said);
    }

    /// The supervisor took the fact: whatever it settles is settled.
    fn fact_taken(&mut self, told: &Told, said: &[Said]) {
        match *told {
            Told::BirthCommitted { creation, proxy } => self.birth_taken(creation, Some(proxy)),
            Told::BirthRejected { creation, .. } => self.birth_taken(creation, None),
            Told::ExitBeforeBirth { creation, .. } => self.exit_taken(creation),
            Told::ExitAfterBirth { proxy, .. } => {
                if let Some(creation) = self.proxies.of_proxy(proxy).map(|record| record.creation) {
                    self.exit_taken(creation);
                }
            }
            Told::InputAccepted { proxy, operation, .. } => {
                if let Some(Duty::Input { input }) = self.input_over(operation) {
                    let (change, submission) = (input.change, input.submission);
                    self.duties.owe(Duty::Outcome { proxy, change, operation, submission }, false);
                }
            }
            Told::InputRejected { operation, .. } => {
                self.input_over(operation);
            }
            Told::Report { proxy, report } => self.report_taken(proxy, &report),
            Told::Unreported { proxy, operation, rest } => {
                self.outcome_over(operation);
                self.unreported_taken(proxy, &rest);
            }
            Told::ShutdownAccepted { request } => self.shutdown_taken(request, false),
            Told::ShutdownRejected { request, .. } => {
                self.shutdown_taken(request, restores(said));
            }
            Told::DeadlineAccepted { .. } => {
                self.duties.settle(|duty| duty.kind() == DutyKind::DeadlineSchedule);
            }
            Told::DeadlineRejected { .. } | Told::DeadlineElapsed { .. } => {
                self.duties.settle(|duty| duty.kind() == DutyKind::DeadlineSchedule);
                self.duties.settle(|duty| duty.kind() == DutyKind::DeadlineTimer);
            }
            Told::Initialize
            | Told::Start { .. }
            | Told::Replace { .. }
            | Told::Stop { .. }
            | Told::Query { .. }
            | Told::Cancel { .. }
            | Told::Shutdown => {}
        }
    }

    fn birth_taken(&mut self, creation: Id, proxy: Option<Proxy>) {
        self.duties.settle(|duty| *duty == Duty::Birth { creation });
        let Some(record) = self.proxies.of_creation_mut(creation) else { return };
        match proxy {
            Some(proxy) => (record.birth, record.proxy) = (BirthState::Committed, proxy),
            None => {
                record.birth = BirthState::Rejected;
                self.duties.settle(|duty| *duty == Duty::Exit { creation });
            }
        }
    }

    fn exit_taken(&mut self, creation: Id) {
        self.duties.settle(|duty| *duty == Duty::Exit { creation });
        if let Some(record) = self.proxies.of_creation_mut(creation) {
            record.exited = true;
        }
    }

    fn input_over(&mut self, operation: Id) -> Option<Duty> {
        self.duties
            .settle(|duty| matches!(duty, Duty::Input { input } if input.operation == operation))
    }

    fn outcome_over(&mut self, operation: Id) {
        self.duties
            .settle(|duty| matches!(duty, Duty::Outcome { operation: o, .. } if *o == operation));
    }

    fn report_taken(&mut self, proxy: Proxy, report: &Report) {
        if let Report::Initial { ticket, .. } | Report::Replacement { ticket, .. } = report {
            self.outcome_over(*ticket);
        }
        let Some(record) = self.proxies.of_proxy_mut(proxy) else { return };
        match report {
            Report::Initial { outcome, .. } => record.hear_initial(outcome),
            Report::Replacement { outcome, .. } => record.hear_replacement(outcome),
            Report::WorkerStopped { evidence, .. } => {
                if record.servant == Servant::Ready(*evidence) {
                    record.lose_worker();
                }
            }
            Report::Unavailable { .. } => {}
        }
    }

    fn unreported_taken(&mut self, proxy: Proxy, rest: &Unreported) {
        let Some(record) = self.proxies.of_proxy_mut(proxy) else { return };
        match rest {
            Unreported::Untouched { .. } | Unreported::Left { .. } => {}
            Unreported::Initial { outcome } => record.hear_initial(outcome),
            Unreported::Replacement { outcome } => record.hear_replacement(outcome),
        }
    }

    /// A proxy that was asked exits. One that was not asked is ended by the host where its entry
    /// waits for that.
    fn shutdown_taken(&mut self, request: Request, is_restored: bool) {
        self.duties.settle(|duty| *duty == Duty::Shutdown { request });
        let Some(record) = self.proxies.of_proxy(request.proxy) else { return };
        if !record.exited && !is_restored {
            self.owe_exit(record.creation);
        }
    }

    pub(super) fn owe_exit(&mut self, creation: Id) {
        if !self.duties.any(|duty| *duty == Duty::Exit { creation }) {
            self.duties.owe(Duty::Exit { creation }, false);
        }
    }

    /// Takes custody of everything that was said. Where the batch was cut, the operation at the cut
    /// is refused, and those after it are refused or applied later as a batch of their own. An
    /// observation stands or falls with its creation.
    fn take_on(&mut self, plan: &Plan, said: &[Said]) {
        let cut = if said.is_empty() { None } else { self.cut.take() };
        let place = plan.cut.filter(|_| cut.is_some()).map(|place| place % said.len());
        let rest_is_refused = cut.is_some_and(|cut| cut.rest_is_refused);
        let is_refused = |number: usize| {
            place.is_some_and(|place| number == place || (number > place && rest_is_refused))
        };
        for (number, action) in said.iter().enumerate() {
            let refused = match action {
                Said::CreateProxy { creation, .. } => {
                    let part = |(place, said)| is_about(said, *creation) && is_refused(place);
                    said.iter().enumerate().any(part)
                }
                _ => is_refused(number),
            };
            self.issued.note_said(action);
            self.take_on_operation(plan, action, refused);
        }
    }

    fn take_on_operation(&mut self, plan: &Plan, said: &Said, refused: bool) {
        match *said {
            Said::CreateProxy { creation, generation } => {
                let Told::Start { key, .. } = plan.told else { return };
                let duties = &self.duties;
                self.proxies.make_room(|record| duties.any(|duty| concerns(duty, record.creation)));
                self.proxies.create(key, generation, creation);
                self.duties.owe(Duty::Birth { creation }, refused);
            }
            Said::InstallInitial { input } | Said::Replace { input } => {
                self.duties.owe(Duty::Input { input }, refused);
            }
            Said::ShutdownProxy { request } => {
                if let Some(record) = self.proxies.of_proxy_mut(request.proxy) {
                    record.request = Some(request);
                }
                self.duties.owe(Duty::Shutdown { request }, refused);
            }
            Said::ScheduleDeadline { deadline, after } => {
                self.duties.owe(Duty::DeadlineSchedule { deadline, after }, refused);
                if !refused {
                    let at = self.now.saturating_add(after);
                    self.duties.owe(Duty::DeadlineTimer { deadline, at }, false);
                }
            }
            Said::Reply { reply, .. } => {
                if let Reply::StartAccepted { key, cancel }
                | Reply::ReplaceAccepted { key, cancel } = reply
                {
                    self.authorities.issued(key, cancel.operation);
                    if let Some(record) = self.proxies.of_key_mut(key) {
                        record.operation = Some(cancel.operation);
                    }
                }
            }
            Said::Lifecycle { generation, event: Lifecycle::EntryRetired { .. }, .. } => {
                if let Some(record) = self.proxies.of_generation_mut(generation) {
                    record.removed = true;
                }
            }
            Said::ObserveProxyCreation { .. }
            | Said::ObserveProxyExit { .. }
            | Said::Lifecycle { .. }
            | Said::DeliverDiagnostic { .. }
            | Said::TransferTerminalDiagnostic { .. } => {}
        }
    }
}

/// Whether the entry of the proxy goes on after its shutdown was rejected.
fn restores(said: &[Said]) -> bool {
    said.iter().any(|said| {
        matches!(said, Said::Lifecycle { event: Lifecycle::StopFinished { result, .. }, .. }
            if matches!(result, StopResult::Failed { exit: None, .. }))
    })
}

fn is_about(said: &Said, creation: Id) -> bool {
    match said {
        Said::CreateProxy { creation: named, .. }
        | Said::ObserveProxyCreation { creation: named }
        | Said::ObserveProxyExit { creation: named } => *named == creation,
        _ => false,
    }
}

fn concerns(duty: &Duty, creation: Id) -> bool {
    matches!(duty, Duty::Birth { creation: named } | Duty::Exit { creation: named } if *named == creation)
}
