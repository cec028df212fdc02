//! What becomes of a worker that was handed over: the receipt, then its outcome.

use super::ticket::{Errand, Reason, Service, Ticket};
use super::turn::Turn;
use crate::proxy::observation::UnreportedWorker;
use crate::supervisor::observation::{
    Cause, Change, Diagnostic, EmptyWhy, Evidence, Failure, Id, InitialOutcome, Input,
    InterruptedWorker, Interruption, Leftover, Lifecycle, Outcome, Predecessor, ReplacementOutcome,
    StartOutcome, Unreported,
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
            note_succession(ticket, outcome);
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
            Unreported::Untouched { .. } => true,
            Unreported::Initial { .. } => change == Change::Start,
            Unreported::Replacement { outcome } => {
                change == Change::Replacement && follows(ticket, outcome)
            }
            Unreported::Left { leftover } => is_left_of(ticket, change, named, leftover),
        };
        if !fits || !ticket.has_lost_proxy() {
            return false;
        }
        match rest {
            Unreported::Replacement { outcome } => note_succession(ticket, outcome),
            Unreported::Left { .. } => ticket.put_down(EmptyWhy::WorkerStopped),
            Unreported::Untouched { .. } | Unreported::Initial { .. } => {}
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

/// Whether the worker that the outcome says was replaced is the one behind the service, and was
/// replaced by another.
fn follows(ticket: &Ticket, outcome: ReplacementOutcome) -> bool {
    match outcome {
        ReplacementOutcome::Refused(_) => true,
        ReplacementOutcome::CancelledBeforeBirth { predecessor, .. } => {
            ticket.is_served_by(predecessor)
        }
        ReplacementOutcome::Resolved { predecessor, successor } => {
            ticket.is_served_by(predecessor.evidence) && !is_about(successor, predecessor.evidence)
        }
    }
}

/// Whether a start came to this very worker.
fn is_about(outcome: StartOutcome, worker: Evidence) -> bool {
    match outcome {
        StartOutcome::CreationRejected(_) => false,
        StartOutcome::Ready { evidence, .. } | StartOutcome::Unavailable { evidence, .. } => {
            evidence == worker
        }
    }
}

/// Whether a proxy can have left this of an errand: the errand itself, with the worker behind the
/// service if it was to be replaced. One that held nothing else has taken no errand.
fn is_left_of(ticket: &Ticket, change: Change, named: Id, leftover: Leftover) -> bool {
    let Leftover::Change { ticket: errand, predecessor, worker } = leftover else { return false };
    let is_expected = match (change, predecessor) {
        (Change::Start, None) => true,
        (Change::Replacement, Some(Predecessor { evidence, .. })) => {
            let is_itself = match worker {
                UnreportedWorker::Resolved(outcome) | UnreportedWorker::Held { outcome, .. } => {
                    is_about(outcome, evidence)
                }
                _ => false,
            };
            ticket.is_served_by(evidence) && !is_itself
        }
        (Change::Start, Some(_)) | (Change::Replacement, None) => false,
    };
    is_expected && errand == named
}

/// A worker that was replaced runs no more, however it went.
fn note_succession(ticket: &mut Ticket, outcome: ReplacementOutcome) {
    if let ReplacementOutcome::Resolved { .. } = outcome {
        ticket.put_down(EmptyWhy::WorkerStopped);
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
