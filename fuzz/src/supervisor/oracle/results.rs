//! What becomes of a worker that was handed over: the receipt, then its outcome.

use super::ticket::{Errand, Reason, Service, Ticket};
use super::turn::Turn;
use crate::supervisor::observation::{
    Cause, Change, Diagnostic, EmptyWhy, Evidence, Failure, Id, InitialOutcome, Input,
    InterruptedWorker, Interruption, Lifecycle, Outcome, ReplacementOutcome, StartOutcome,
    Unreported,
};

impl Turn<'_> {
    pub(super) fn hear_receipt(&mut self, at: usize, errand: Errand) -> bool {
        let ticket = self.ticket(at);
        if !ticket.open.receipt || ticket.errand != Some(errand) {
            return false;
        }
        ticket.open.receipt = false;
        ticket.open.outcome = true;
        true
    }

    pub(super) fn hear_input_back(
        &mut self,
        at: usize,
        errand: Errand,
        returned: Input,
        reason: u8,
    ) -> bool {
        let ticket = self.ticket(at);
        if !ticket.open.receipt || ticket.errand != Some(errand) {
            return false;
        }
        ticket.open.receipt = false;
        let Ticket { key, generation, closing, .. } = *ticket;
        let diagnostic = Diagnostic::InputRejected { key, generation, input: returned, reason };
        match closing {
            None => {
                self.raise(diagnostic);
                self.end_in_failure(at, Failure::InputRejected);
            }
            Some(Reason::CalledBack) => ticket.papers.input = Some((returned, reason)),
            Some(Reason::Failed { .. }) => self.raise(diagnostic),
            Some(Reason::Asked { .. } | Reason::House) => {
                self.raise(diagnostic);
                self.interrupt(at, InterruptedWorker::Transferred);
            }
        }
        self.settle(at);
        true
    }

    /// A failed start takes its ticket along; a failed replacement leaves a service that stands.
    fn end_in_failure(&mut self, at: usize, reason: Failure) {
        self.fail_errand(at, reason);
        let ticket = self.ticket(at);
        match ticket.errand {
            Some(Errand { change: Change::Start, .. }) => {
                ticket.errand = None;
                self.close_failed(at, Cause::StartFailed);
            }
            Some(Errand { change: Change::Replacement, .. }) | None => ticket.stamp_errand(false),
        }
    }

    /// Writes that the errand was interrupted by whatever closes the ticket.
    pub(super) fn interrupt(&mut self, at: usize, worker: InterruptedWorker) {
        let Ticket { closing, errand, .. } = *self.ticket(at);
        let Some(Errand { change, operation }) = errand else { return };
        let cause = match closing {
            Some(Reason::Asked { stop }) => Interruption::ExplicitStop { stop },
            Some(Reason::House | Reason::CalledBack | Reason::Failed { .. }) | None => {
                Interruption::SupervisorShutdown { change }
            }
        };
        self.write(at, Lifecycle::WorkerChangeInterrupted { operation, cause, worker });
    }

    fn awaits_outcome(&mut self, at: usize, operation: Id) -> Option<Change> {
        let ticket = self.ticket(at);
        let errand = ticket.errand.filter(|errand| errand.operation == operation)?;
        ticket.open.outcome.then_some(errand.change)
    }

    pub(super) fn hear_initial(&mut self, at: usize, named: Id, outcome: InitialOutcome) -> bool {
        if self.awaits_outcome(at, named) != Some(Change::Start) {
            return false;
        }
        if self.ticket(at).closing.is_some() {
            self.ticket(at).newcomer = ready_initially(outcome);
            self.file_outcome(at, named, Outcome::Initial(outcome));
            return true;
        }
        self.ticket(at).open.outcome = false;
        match ready_initially(outcome) {
            Some(evidence) => self.started(at, named, evidence, outcome),
            None => self.disappoint(at, named, Outcome::Initial(outcome)),
        }
        true
    }

    fn started(&mut self, at: usize, operation: Id, evidence: Evidence, outcome: InitialOutcome) {
        let ticket = self.ticket(at);
        ticket.service = Some(Service { evidence, down: None });
        ticket.stamp_errand(false);
        if let Some(proxy) = ticket.proxy {
            self.write(at, Lifecycle::Started { operation, proxy, outcome });
        }
    }

    /// An outcome that is not what the errand was for.
    fn disappoint(&mut self, at: usize, operation: Id, outcome: Outcome) {
        let Ticket { key, generation, .. } = *self.ticket(at);
        self.raise(Diagnostic::OutcomeFailed { key, generation, operation, outcome });
        self.end_in_failure(at, Failure::OutcomeFailed);
    }

    pub(super) fn hear_successor(
        &mut self,
        at: usize,
        named: Id,
        outcome: ReplacementOutcome,
    ) -> bool {
        if self.awaits_outcome(at, named) != Some(Change::Replacement)
            || !follows(self.ticket(at), outcome)
        {
            return false;
        }
        let ticket = self.ticket(at);
        if ticket.closing.is_some() {
            ticket.newcomer = ready_successor(outcome);
            note_drained(ticket, outcome);
            self.file_outcome(at, named, Outcome::Replacement(outcome));
            return true;
        }
        ticket.open.outcome = false;
        change_service(ticket, outcome);
        if ready_successor(outcome).is_none() {
            self.disappoint(at, named, Outcome::Replacement(outcome));
            return true;
        }
        ticket.stamp_errand(false);
        if let Some(proxy) = ticket.proxy {
            self.write(at, Lifecycle::Replaced { operation: named, proxy, outcome });
        }
        true
    }

    /// What is left of an outcome that no report delivered. Nobody asks for it while the proxy
    /// could still report.
    pub(super) fn hear_rest(&mut self, at: usize, named: Id, rest: Unreported) -> bool {
        let Some(change) = self.awaits_outcome(at, named) else { return false };
        let ticket = self.ticket(at);
        let fits = match rest {
            Unreported::Untouched { .. } | Unreported::Left { .. } => true,
            Unreported::Initial { .. } => change == Change::Start,
            Unreported::Replacement { outcome } => {
                change == Change::Replacement && follows(ticket, outcome)
            }
        };
        if !fits || !ticket.has_lost_proxy() {
            return false;
        }
        if let Unreported::Replacement { outcome } = rest {
            note_drained(ticket, outcome);
        }
        self.file_outcome(at, named, Outcome::Unreported(rest));
        true
    }

    /// An outcome that comes while its ticket is being closed.
    fn file_outcome(&mut self, at: usize, operation: Id, outcome: Outcome) {
        let ticket = self.ticket(at);
        ticket.open.outcome = false;
        let Ticket { key, generation, .. } = *ticket;
        match ticket.closing {
            Some(Reason::CalledBack) => ticket.papers.outcome = Some(outcome),
            Some(Reason::Failed { .. }) | None => {
                self.raise(Diagnostic::OutcomeFailed { key, generation, operation, outcome });
            }
            Some(Reason::Asked { .. } | Reason::House) => {
                self.interrupt(at, InterruptedWorker::Late { outcome });
            }
        }
        self.settle(at);
    }
}

fn ready_initially(outcome: InitialOutcome) -> Option<Evidence> {
    match outcome {
        InitialOutcome::Refused(_) => None,
        InitialOutcome::Resolved(worker) => ready(worker),
    }
}

fn ready_successor(outcome: ReplacementOutcome) -> Option<Evidence> {
    match outcome {
        ReplacementOutcome::Refused(_) | ReplacementOutcome::CancelledBeforeBirth { .. } => None,
        ReplacementOutcome::Resolved { successor, .. } => ready(successor),
    }
}

fn ready(worker: StartOutcome) -> Option<Evidence> {
    match worker {
        StartOutcome::Ready { evidence, .. } => Some(evidence),
        StartOutcome::CreationRejected(_) | StartOutcome::Unavailable { .. } => None,
    }
}

/// Whether the worker that the outcome says was replaced is the one behind the service.
fn follows(ticket: &Ticket, outcome: ReplacementOutcome) -> bool {
    let named = match outcome {
        ReplacementOutcome::Refused(_) => return true,
        ReplacementOutcome::CancelledBeforeBirth { predecessor, .. } => predecessor,
        ReplacementOutcome::Resolved { predecessor, .. } => predecessor.evidence,
    };
    ticket.service.is_some_and(|service| service.evidence == named)
}

/// A predecessor that was drained for its successor runs no more, and its stop has come.
fn note_drained(ticket: &mut Ticket, outcome: ReplacementOutcome) {
    match outcome {
        ReplacementOutcome::Resolved { predecessor, .. } if predecessor.drained.is_some() => {
            ticket.put_down(EmptyWhy::WorkerStopped);
        }
        ReplacementOutcome::Resolved { .. }
        | ReplacementOutcome::Refused(_)
        | ReplacementOutcome::CancelledBeforeBirth { .. } => {}
    }
}

/// Who is behind a standing service after the outcome.
fn change_service(ticket: &mut Ticket, outcome: ReplacementOutcome) {
    let failed = Some(EmptyWhy::ReplacementFailed);
    match outcome {
        ReplacementOutcome::Refused(_) => {}
        ReplacementOutcome::CancelledBeforeBirth { .. }
        | ReplacementOutcome::Resolved { successor: StartOutcome::CreationRejected(_), .. } => {
            ticket.put_down(EmptyWhy::ReplacementFailed);
        }
        ReplacementOutcome::Resolved {
            successor: StartOutcome::Ready { evidence, .. }, ..
        } => {
            ticket.service = Some(Service { evidence, down: None });
        }
        ReplacementOutcome::Resolved {
            successor: StartOutcome::Unavailable { evidence, .. },
            ..
        } => ticket.service = Some(Service { evidence, down: failed }),
    }
}
