//! What a ticket shows: read off its file, stored nowhere.

use super::ticket::{Errand, Reason, Service, Ticket};
use crate::supervisor::observation::{
    Base, Change, Ending, EntryPhase, EntryView, Holds, Id, Last, Shown,
};

/// The public phase in an open house.
pub(super) fn shown(ticket: &Ticket) -> Shown {
    if let Some(reason) = ticket.closing {
        return match reason {
            Reason::Asked { .. } => Shown::Stopping,
            Reason::CalledBack => Shown::Cancelling,
            Reason::Failed { .. } => Shown::Retiring,
            Reason::House => Shown::Draining,
        };
    }
    match (ticket.errand, ticket.proxy) {
        (Some(Errand { change: Change::Replacement, .. }), _) => Shown::Replacing,
        (Some(_), None) => Shown::CreatingProxy,
        (Some(_), Some(_)) if ticket.parcel.is_some() => Shown::WaitingForActivationAuthorization,
        (Some(_), Some(_)) => Shown::AwaitingProxyOutcome,
        (None, Some(proxy)) if ticket.service.is_some_and(|service| service.down.is_none()) => {
            Shown::Ready { proxy }
        }
        (None, _) => Shown::Empty,
    }
}

/// Everything that a ticket shows.
pub(super) fn entry(ticket: &Ticket) -> EntryView {
    EntryView {
        key: ticket.key,
        generation: ticket.generation,
        proxy: ticket.proxy,
        phase: phase(ticket),
    }
}

fn phase(ticket: &Ticket) -> EntryPhase {
    match (ticket.closing, ticket.errand) {
        (Some(reason), _) => {
            EntryPhase::Ending { ending: ending(ticket, reason), holds: holds(ticket) }
        }
        (None, Some(Errand { change: Change::Start, operation })) => starting(ticket, operation),
        (None, Some(Errand { change: Change::Replacement, operation })) => {
            replacing(ticket, operation)
        }
        (None, None) => standing(ticket),
    }
}

fn starting(ticket: &Ticket, operation: Id) -> EntryPhase {
    if ticket.open.birth {
        EntryPhase::CreatingProxy { operation, exit_kept: ticket.papers.exit.is_some() }
    } else if ticket.open.receipt {
        EntryPhase::StartAwaitingReceipt { operation }
    } else if ticket.open.outcome {
        EntryPhase::StartAwaitingOutcome { operation }
    } else {
        EntryPhase::StartWaiting { operation }
    }
}

fn replacing(ticket: &Ticket, operation: Id) -> EntryPhase {
    let Service { evidence, down } = service(ticket);
    let base = Base { evidence, ready: down.is_none() };
    if ticket.open.receipt {
        EntryPhase::ReplaceAwaitingReceipt { operation, base }
    } else if ticket.open.outcome {
        EntryPhase::ReplaceAwaitingOutcome { operation, base }
    } else {
        EntryPhase::ReplaceWaiting { operation, base }
    }
}

fn standing(ticket: &Ticket) -> EntryPhase {
    let (Service { evidence, down }, last) = (service(ticket), last(ticket));
    match down {
        None => EntryPhase::Ready { evidence, last },
        Some(why) => EntryPhase::Empty { previous: evidence, why, last },
    }
}

/// A ticket without a start under way has a worker to tell of.
fn service(ticket: &Ticket) -> Service {
    ticket.service.expect("a worker was once ready behind this ticket")
}

fn last(ticket: &Ticket) -> Last {
    let stamp = ticket.stamp.expect("an errand of this ticket has ended");
    if stamp.called_back {
        Last::Cancelled { operation: stamp.operation }
    } else {
        Last::Committed { operation: stamp.operation }
    }
}

fn ending(ticket: &Ticket, reason: Reason) -> Ending {
    match (reason, ticket.errand) {
        (Reason::Asked { stop }, None) => Ending::StopAvailable { stop, last: last(ticket) },
        (Reason::Asked { stop }, Some(Errand { operation, .. })) => {
            Ending::StopStart { stop, operation }
        }
        (Reason::CalledBack, errand) => {
            let Errand { change, operation } = errand.expect("somebody called this errand back");
            Ending::Cancelling { operation, change }
        }
        (Reason::Failed { cause }, _) => Ending::Retiring { cause },
        (Reason::House, errand) => {
            Ending::Drain { operation: errand.map(|errand| (errand.change, errand.operation)) }
        }
    }
}

fn holds(ticket: &Ticket) -> Holds {
    Holds {
        owed: ticket.open.owed(),
        receipt_owed: ticket.open.receipt,
        exit: ticket.papers.exit,
        absorbed: ticket.papers.stops,
        outcome: ticket.papers.outcome,
        input_rejection: ticket.papers.input,
        shutdown_rejection: ticket.papers.refusal,
        stop_reason: ticket.papers.excuse,
    }
}
