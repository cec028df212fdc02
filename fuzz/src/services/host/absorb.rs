//! What the host learns from a step: what is settled, and what it has to see to now.

use super::settle::is_restored;
use super::{Asked, Duty, Flight, Host, Plan, Seen, Stage};
use crate::proxy::observation as proxy;
use crate::services::observation::{Id, Leftover, Proxy, Report, Said, Told, Verdict};
use crate::supervisor::observation::{
    self as supervisor, Input, Reply, Request, Said as OfSupervisor, Told as ToSupervisor,
};

impl Host {
    /// Learns what became of a planned input.
    pub(super) fn absorb(&mut self, plan: &Plan, said: &[Said], verdict: Verdict) {
        self.now = self.now.saturating_add(1);
        if let Some(truth) = plan.truth {
            self.duties.settle(|duty| *duty == truth);
        }
        match (&plan.told, verdict) {
            (Told::Supervisor(told), Verdict::Supervisor(verdict)) => {
                self.supervisor_told(told, said, verdict);
            }
            (Told::Proxy { proxy, told }, _) => self.proxy_told(*proxy, told, plan.truth),
            (Told::Supervisor(_), Verdict::Proxy { .. }) => {}
        }
        self.take_on(plan, said);
        if let Verdict::Proxy { proxy, verdict: proxy::Verdict::Stopped { leftover } } = verdict {
            self.proxy_stopped(proxy, leftover);
        }
        if let Verdict::Supervisor(verdict) = verdict {
            self.supervisor_verdict(verdict);
        }
    }

    /// The supervisor was told a fact; it knows it now, unless it has ended.
    fn supervisor_told(
        &mut self,
        told: &ToSupervisor,
        said: &[Said],
        verdict: supervisor::Verdict,
    ) {
        match *told {
            ToSupervisor::Initialize => self.supervisor = Seen::Running,
            ToSupervisor::BirthCommitted { creation, .. } => {
                self.born(creation, verdict != supervisor::Verdict::HandedBack);
            }
            ToSupervisor::BirthRejected { creation, .. } => self.set_stage(creation, Stage::Never),
            ToSupervisor::ExitBeforeBirth { creation, .. } => {
                self.set_stage(creation, Stage::Unborn { gone: true });
            }
            ToSupervisor::ExitAfterBirth { proxy, .. } => self.exit_told(proxy),
            ToSupervisor::InputAccepted { proxy, .. } => {
                if let Some(flight) = self.flight_mut(proxy) {
                    flight.is_accepted = true;
                }
            }
            ToSupervisor::InputRejected { proxy, .. } | ToSupervisor::Unreported { proxy, .. } => {
                self.flight_over(proxy);
            }
            ToSupervisor::Report { proxy, report } => self.report_told(proxy, &report),
            ToSupervisor::ShutdownAccepted { request } => self.request_over(request),
            ToSupervisor::ShutdownRejected { request, .. } => {
                self.request_over(request);
                let proxy = request.proxy;
                self.duties.drop_all(|duty| *duty == Duty::End { proxy, is_asked: true });
                if !is_restored(said) {
                    self.must_end(proxy);
                }
            }
            ToSupervisor::DeadlineRejected { .. } | ToSupervisor::DeadlineElapsed { .. } => {
                self.duties.drop_all(|duty| matches!(duty, Duty::Timer { .. }));
            }
            ToSupervisor::Start { .. }
            | ToSupervisor::Replace { .. }
            | ToSupervisor::Stop { .. }
            | ToSupervisor::Query { .. }
            | ToSupervisor::Cancel { .. }
            | ToSupervisor::Shutdown
            | ToSupervisor::DeadlineAccepted { .. } => {}
        }
    }

    fn set_stage(&mut self, creation: Id, stage: Stage) {
        if let Some(record) = self.proxies.created_by(creation) {
            record.stage = stage;
        }
    }

    /// A proxy that was gone before, or that nobody can be told of any more, never does anything.
    fn born(&mut self, creation: Id, is_taken: bool) {
        let Some(record) = self.proxies.created_by(creation) else { return };
        let is_new = record.stage == Stage::Unborn { gone: false };
        record.stage = if is_new && is_taken { Stage::Live } else { Stage::Never };
    }

    fn exit_told(&mut self, proxy: Proxy) {
        let Some(record) = self.proxies.named_mut(proxy) else { return };
        record.stage = Stage::Gone;
        if record.flight.is_some() {
            self.duties.owe(Duty::Unreported { proxy }, false);
        }
    }

    fn flight_mut(&mut self, proxy: Proxy) -> Option<&mut Flight> {
        self.proxies.named_mut(proxy)?.flight.as_mut()
    }

    /// Nothing is owed of the input any more.
    fn flight_over(&mut self, proxy: Proxy) {
        if let Some(record) = self.proxies.named_mut(proxy) {
            record.flight = None;
        }
        let over =
            |duty: &Duty| *duty == Duty::Carry { proxy } || *duty == Duty::Unreported { proxy };
        self.duties.drop_all(over);
    }

    fn report_told(&mut self, proxy: Proxy, report: &Report) {
        let Some(record) = self.proxies.named_mut(proxy) else { return };
        record.reports.pop_front();
        if record.is_outcome(report) {
            self.flight_over(proxy);
        }
    }

    fn request_over(&mut self, request: Request) {
        if let Some(record) = self.proxies.named_mut(request.proxy) {
            record.asked = None;
        }
    }

    fn proxy_told(&mut self, proxy: Proxy, told: &proxy::Told, truth: Option<Duty>) {
        self.note_life(proxy, told);
        let Some(record) = self.proxies.named_mut(proxy) else { return };
        match told {
            proxy::Told::InstallInitial { .. } | proxy::Told::Replace { .. } => {
                if let Some(flight) = &mut record.flight {
                    flight.is_taken = true;
                }
            }
            proxy::Told::Shutdown => {
                record.is_ending = true;
                if let (Some(asked), Some(Duty::End { is_asked: true, .. })) =
                    (&mut record.asked, truth)
                {
                    asked.is_carried = true;
                }
            }
            _ => {}
        }
    }

    /// What was not carried to it stays where it is; its exit is owed.
    fn proxy_stopped(&mut self, proxy: Proxy, leftover: Leftover) {
        let Some(record) = self.proxies.named_mut(proxy) else { return };
        record.stage = Stage::Stopped;
        record.leftover = Some(leftover);
        let over = |duty: &Duty| matches!(duty, Duty::End { proxy: of, .. } | Duty::Carry { proxy: of } if *of == proxy);
        self.duties.drop_all(over);
        self.duties.owe(Duty::Exit { proxy }, false);
    }

    fn supervisor_verdict(&mut self, verdict: supervisor::Verdict) {
        if !matches!(
            verdict,
            supervisor::Verdict::Stopped | supervisor::Verdict::ForcedRetirement { .. }
        ) {
            return;
        }
        self.supervisor = Seen::Ended;
        self.duties.drop_all(|duty| matches!(duty, Duty::Timer { .. }));
        let live: Vec<Proxy> = self.proxies.iter().map(|record| record.proxy).collect();
        live.into_iter().for_each(|proxy| self.must_end(proxy));
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
            let refused = match creation_of(action) {
                Some(creation) => said
                    .iter()
                    .enumerate()
                    .any(|(number, said)| is_refused(number) && (about(said) == Some(creation))),
                None => is_refused(number),
            };
            match action {
                Said::Supervisor(said) => self.take_on_of_supervisor(said, refused),
                Said::Proxy { proxy, said } => self.take_on_of_proxy(*proxy, said, refused),
            }
        }
    }

    fn take_on_of_supervisor(&mut self, said: &OfSupervisor, refused: bool) {
        match *said {
            OfSupervisor::CreateProxy { creation, .. } => {
                self.proxies.create(creation);
                self.duties.owe(Duty::Birth { creation }, refused);
            }
            OfSupervisor::InstallInitial { input } | OfSupervisor::Replace { input } => {
                self.take_on_input(input, refused);
            }
            OfSupervisor::ShutdownProxy { request } => self.take_on_request(request, refused),
            OfSupervisor::ScheduleDeadline { deadline, after } => {
                self.duties.owe(Duty::Schedule { deadline, after }, refused);
                if !refused {
                    let at = self.now.saturating_add(after);
                    self.duties.owe(Duty::Timer { deadline, at }, false);
                }
            }
            OfSupervisor::Reply { reply, .. } => {
                if let Reply::StartAccepted { key, cancel }
                | Reply::ReplaceAccepted { key, cancel } = reply
                {
                    self.authorities.push((key, cancel.operation));
                }
            }
            OfSupervisor::ObserveProxyCreation { .. }
            | OfSupervisor::ObserveProxyExit { .. }
            | OfSupervisor::Lifecycle { .. }
            | OfSupervisor::DeliverDiagnostic { .. }
            | OfSupervisor::TransferTerminalDiagnostic { .. } => {}
        }
    }

    /// An input to a proxy that has stopped cannot be carried any more.
    fn take_on_input(&mut self, input: Input, refused: bool) {
        let proxy = input.proxy;
        let Some(record) = self.proxies.named_mut(proxy) else { return };
        let flight = Flight { input, is_accepted: false, is_taken: false, undelivered: None };
        record.flight = Some(flight);
        let is_carried = !refused && record.stage == Stage::Live;
        self.duties.owe(Duty::Receipt { proxy }, refused);
        if is_carried {
            self.duties.owe(Duty::Carry { proxy }, false);
        }
    }

    fn take_on_request(&mut self, request: Request, refused: bool) {
        let proxy = request.proxy;
        let Some(record) = self.proxies.named_mut(proxy) else { return };
        record.asked = Some(Asked { request, is_carried: false });
        let is_carried = !refused && record.stage == Stage::Live;
        self.duties.owe(Duty::Settlement { request }, refused);
        if is_carried {
            self.duties.owe(Duty::End { proxy, is_asked: true }, false);
        }
    }

    fn take_on_of_proxy(&mut self, proxy: Proxy, said: &proxy::Said, refused: bool) {
        self.take_on_life(proxy, said, refused);
        let proxy::Said::Report { report } = *said else { return };
        let Some(record) = self.proxies.named_mut(proxy) else { return };
        if refused || record.is_mute {
            record.is_mute = true;
            record.keep_outcome(&report);
            self.must_end(proxy);
        } else {
            record.reports.push_back(report);
            self.duties.owe(Duty::Report { proxy }, false);
        }
    }
}

/// The creation that an action asks for.
fn creation_of(said: &Said) -> Option<Id> {
    match said {
        Said::Supervisor(OfSupervisor::CreateProxy { creation, .. })
        | Said::Proxy { said: proxy::Said::CreateWorker { creation, .. }, .. } => Some(*creation),
        _ => None,
    }
}

/// The creation that an action is about.
fn about(said: &Said) -> Option<Id> {
    match said {
        Said::Supervisor(
            OfSupervisor::ObserveProxyCreation { creation }
            | OfSupervisor::ObserveProxyExit { creation },
        )
        | Said::Proxy {
            said:
                proxy::Said::ObserveWorkerCreation { creation }
                | proxy::Said::ObserveWorkerExit { creation },
            ..
        } => Some(*creation),
        _ => creation_of(said),
    }
}
