//! The last letters about a ticket, written when every question is answered.

use super::house::Doors;
use super::ticket::{Errand, Papers, Reason, Ticket};
use super::turn::Turn;
use crate::supervisor::observation::{
    CancelledWorker, Cause, Diagnostic, Id, Lifecycle, RetiredProxy, StopResult,
};

impl Turn<'_> {
    /// Writes the last letters and takes the ticket off the desk, if nothing is left to wait for.
    pub(super) fn settle(&mut self, at: usize) {
        if !self.ticket(at).is_done() {
            return;
        }
        let ticket = *self.ticket(at);
        let Some(reason) = ticket.closing else { return };
        let cause = match reason {
            Reason::Asked { stop } => {
                self.write_stop_finished(at, &ticket, stop);
                Cause::Stop
            }
            Reason::CalledBack => {
                self.write_cancelled(at, &ticket);
                Cause::Cancellation
            }
            Reason::Failed { cause } => cause,
            Reason::House => self.closing_cause(),
        };
        let exit = last_trace(&ticket, reason);
        self.write(at, Lifecycle::EntryRetired { cause, exit, absorbed: ticket.papers.stops });
        self.desk.tickets.remove(at);
    }

    fn closing_cause(&self) -> Cause {
        match self.house.doors {
            Doors::Closing { cause } => cause,
            Doors::Unopened | Doors::Open | Doors::Shut | Doors::Abandoned => {
                Cause::SupervisorShutdown
            }
        }
    }

    fn write_stop_finished(&mut self, at: usize, ticket: &Ticket, stop: Id) {
        let result = match (ticket.proxy, ticket.papers.exit, ticket.papers.excuse) {
            (Some(proxy), Some(exit), None) => StopResult::Stopped { proxy, exit },
            (Some(proxy), exit, Some(reason)) => StopResult::Failed { proxy, reason, exit },
            (None, _, _) | (Some(_), None, None) => StopResult::NeverBorn,
        };
        self.write(at, Lifecycle::StopFinished { stop, result });
    }

    fn write_cancelled(&mut self, at: usize, ticket: &Ticket) {
        let Ticket { key, generation, errand, papers, .. } = *ticket;
        if let Some((input, reason)) = papers.input {
            self.raise(Diagnostic::InputRejected { key, generation, input, reason });
        }
        if let Some((request, reason)) = papers.refusal {
            self.raise(Diagnostic::ShutdownRejected { key, generation, request, reason });
        }
        if let Some(Errand { change, operation }) = errand {
            let result = result_of(&papers);
            self.write(at, Lifecycle::OperationCancelled { operation, change, result });
        }
    }
}

/// What became of the worker of an errand that was called back.
fn result_of(papers: &Papers) -> CancelledWorker {
    match (papers.outcome, papers.input) {
        (Some(outcome), _) => CancelledWorker::Resolved { outcome },
        (None, Some(_)) => CancelledWorker::InputRejected,
        (None, None) => CancelledWorker::Returned,
    }
}

/// Where the proxy's end is to be found.
fn last_trace(ticket: &Ticket, reason: Reason) -> RetiredProxy {
    match (ticket.proxy, ticket.papers.exit, reason) {
        (None, _, _) => RetiredProxy::NeverBorn,
        (Some(_), _, Reason::Asked { .. }) | (Some(_), None, _) => RetiredProxy::Elsewhere,
        (Some(_), Some(exit), Reason::CalledBack | Reason::Failed { .. } | Reason::House) => {
            RetiredProxy::Here(exit)
        }
    }
}
