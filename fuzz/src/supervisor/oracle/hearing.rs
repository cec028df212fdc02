//! Facts: whether a ticket has a question open that this fact answers, and what it then does.

use super::ticket::{Errand, Reason, Ticket};
use super::turn::Turn;
use crate::supervisor::observation::{
    Absorbed, Cause, Change, Diagnostic, EmptyWhy, ExitPolicy, Failure, Id, Lifecycle, Proxy,
    ProxyExit, Report, Request, StopResult, Tag, Told,
};

impl Turn<'_> {
    /// Passes a fact to the ticket of its source. `false` if the ticket does not wait for it.
    pub(super) fn hear_at(&mut self, at: usize, told: &Told) -> bool {
        match *told {
            Told::BirthCommitted { proxy, .. } => self.hear_birth(at, proxy),
            Told::BirthRejected { rejection, .. } => self.hear_no_birth(at, rejection),
            Told::ExitBeforeBirth { exit, .. } => self.keep_early_exit(at, exit),
            Told::ExitAfterBirth { exit, .. } => self.hear_exit(at, exit),
            Told::InputAccepted { change, operation, .. } => {
                self.hear_receipt(at, Errand { change, operation })
            }
            Told::InputRejected { change, operation, returned, reason, .. } => {
                self.hear_input_back(at, Errand { change, operation }, returned, reason)
            }
            Told::Report { report, .. } => self.hear_report(at, report),
            Told::Unreported { operation, rest, .. } => self.hear_rest(at, operation, rest),
            Told::ShutdownAccepted { request } => self.hear_stop_asked(at, request),
            Told::ShutdownRejected { request, returned, reason } => {
                self.hear_stop_refused(at, request, returned, reason)
            }
            Told::Initialize
            | Told::Start { .. }
            | Told::Replace { .. }
            | Told::Stop { .. }
            | Told::Query { .. }
            | Told::Cancel { .. }
            | Told::Shutdown
            | Told::DeadlineAccepted { .. }
            | Told::DeadlineRejected { .. }
            | Told::DeadlineElapsed { .. } => false,
        }
    }

    /// A proxy's name can be on one ticket only.
    fn hear_birth(&mut self, at: usize, proxy: Proxy) -> bool {
        if self.desk.of_proxy(proxy).is_some() {
            return false;
        }
        let ticket = self.ticket(at);
        ticket.open.birth = false;
        ticket.proxy = Some(proxy);
        match (ticket.papers.exit, ticket.closing) {
            (None, None) => ticket.open.exit = true,
            (None, Some(_)) => {
                ticket.open.exit = true;
                self.ask_to_stop(at);
            }
            (Some(exit), None) => {
                ticket.papers.exit = None;
                self.lose_proxy(at, exit);
            }
            (Some(_), Some(_)) => {}
        }
        self.settle(at);
        true
    }

    fn hear_no_birth(&mut self, at: usize, rejection: Tag) -> bool {
        let ticket = self.ticket(at);
        ticket.open.birth = false;
        let Ticket { key, generation, closing, .. } = *ticket;
        let early_exit = ticket.papers.exit;
        if closing.is_none() {
            self.fail_errand(at, Failure::CreationRejected);
            self.ticket(at).closing = Some(Reason::Failed { cause: Cause::StartFailed });
        }
        self.raise(Diagnostic::CreationRejected { key, generation, rejection, early_exit });
        self.settle(at);
        true
    }

    fn keep_early_exit(&mut self, at: usize, exit: ProxyExit) -> bool {
        let ticket = self.ticket(at);
        let is_first = ticket.papers.exit.is_none();
        ticket.papers.exit.get_or_insert(exit);
        is_first
    }

    fn hear_exit(&mut self, at: usize, exit: ProxyExit) -> bool {
        let ticket = self.ticket(at);
        if !ticket.open.exit {
            return false;
        }
        ticket.open.exit = false;
        if ticket.closing.is_none() {
            self.lose_proxy(at, exit);
        } else {
            ticket.papers.exit = Some(exit);
        }
        self.settle(at);
        true
    }

    /// The proxy of a ticket that nobody was closing is gone.
    fn lose_proxy(&mut self, at: usize, exit: ProxyExit) {
        let Ticket { key, generation, .. } = *self.ticket(at);
        self.raise(Diagnostic::ProxyDied { key, generation, exit });
        self.fail_errand(at, Failure::ProxyDied);
        self.ticket(at).closing = Some(Reason::Failed { cause: Cause::StableProxyExit });
    }

    /// Writes that the errand failed, and gives the worker back if it lies here.
    pub(super) fn fail_errand(&mut self, at: usize, reason: Failure) {
        let ticket = self.ticket(at);
        let Some(Errand { change, operation }) = ticket.errand else { return };
        let present = ticket.parcel.take();
        self.write(
            at,
            match change {
                Change::Start => Lifecycle::StartFailed { operation, present, reason },
                Change::Replacement => Lifecycle::ReplacementFailed { operation, present, reason },
            },
        );
    }

    fn hear_report(&mut self, at: usize, report: Report) -> bool {
        match report {
            Report::Initial { ticket, outcome } => self.hear_initial(at, ticket, outcome),
            Report::Replacement { ticket, outcome } => self.hear_successor(at, ticket, outcome),
            Report::WorkerStopped { evidence, exit } => {
                self.hear_worker_stop(at, Absorbed { evidence, exit })
            }
            Report::Unavailable { sender, phase, command } => {
                self.write(at, Lifecycle::CommandUnavailable { sender, phase, command });
                true
            }
        }
    }

    fn hear_worker_stop(&mut self, at: usize, stop: Absorbed) -> bool {
        let retires = self.rules.unexpected_exit == ExitPolicy::Retire;
        let ticket = self.ticket(at);
        if ticket.closing.is_some() {
            return ticket.absorb(stop);
        }
        if !ticket.runs(stop.evidence) {
            return false;
        }
        let kept = ticket.errand.is_some() || !retires;
        ticket.put_down(EmptyWhy::WorkerStopped);
        self.write_unexpected(at, stop, kept);
        if !kept {
            self.close_failed(at, Cause::UnexpectedWorkerExit);
        }
        true
    }

    fn write_unexpected(&mut self, at: usize, stop: Absorbed, kept: bool) {
        let Absorbed { evidence, exit } = stop;
        self.write(at, Lifecycle::UnexpectedWorkerStopped { evidence, exit, kept });
    }

    /// Begins to close a ticket whose proxy lives.
    pub(super) fn close_failed(&mut self, at: usize, cause: Cause) {
        self.ticket(at).closing = Some(Reason::Failed { cause });
        self.ask_to_stop(at);
    }

    /// Whether this very request is out. Takes the question back if it is.
    fn answers_stop(&mut self, at: usize, request: Request) -> bool {
        let ticket = self.ticket(at);
        let is_asked = ticket.open.shutdown == Some(request.purpose)
            && ticket.generation == request.generation
            && ticket.proxy == Some(request.proxy);
        if is_asked {
            ticket.open.shutdown = None;
        }
        is_asked
    }

    fn hear_stop_asked(&mut self, at: usize, request: Request) -> bool {
        let is_answer = self.answers_stop(at, request);
        if is_answer {
            self.settle(at);
        }
        is_answer
    }

    fn hear_stop_refused(
        &mut self,
        at: usize,
        request: Request,
        returned: Request,
        reason: u8,
    ) -> bool {
        if !self.answers_stop(at, request) {
            return false;
        }
        let is_open = !self.is_closing();
        let ticket = self.ticket(at);
        let Ticket { key, generation, closing, errand, .. } = *ticket;
        if matches!(closing, Some(Reason::CalledBack)) {
            ticket.papers.refusal = Some((returned, reason));
            self.settle(at);
            return true;
        }
        let can_restore = is_open && errand.is_none() && ticket.open.exit;
        self.raise(Diagnostic::ShutdownRejected { key, generation, request: returned, reason });
        match closing {
            Some(Reason::Asked { stop }) if can_restore => self.restore(at, stop, reason),
            Some(Reason::Asked { .. }) => self.ticket(at).papers.excuse = Some(reason),
            Some(Reason::CalledBack | Reason::Failed { .. } | Reason::House) | None => {}
        }
        self.settle(at);
        true
    }

    /// The stop of a standing service has failed, and the service stands as before; but its worker
    /// may have stopped meanwhile.
    fn restore(&mut self, at: usize, stop: Id, reason: u8) {
        let ticket = self.ticket(at);
        let Some(proxy) = ticket.proxy else { return };
        ticket.closing = None;
        let [absorbed, _] = std::mem::take(&mut ticket.papers.stops);
        let result = StopResult::Failed { proxy, reason, exit: None };
        self.write(at, Lifecycle::StopFinished { stop, result });
        if let Some(absorbed) = absorbed {
            self.write_unexpected(at, absorbed, true);
        }
    }
}
