//! The law's table: every phase of an operating supervisor's entry, and every fact about its proxy.
//!
//! The source has picked the entry; here the phase compares operation, kind and evidence. A row is one
//! function, a cell delegates, and a fact that a row does not take comes back with the phase unchanged.

use super::context::Desk;
use super::ending::owed::{NotOwed, WorkerResult};
use super::fact::Fact;
use super::outcome::replaces;
use super::phase::{
    Available, Creating, Phase, ReplaceEmitted, ReplaceWaiting, StartEmitted, StartWaiting,
};
use super::{ChangeKind, SupervisorProtocol};
use super::{birth, ending, outcome, proxy_exit, receipt, worker_exit};

/// The next phase, `None` for an entry that is gone; or the fact that changed nothing.
pub(crate) type Transition<P> = Result<Option<Phase<P>>, NotOwed<Phase<P>, P>>;

/// Takes one entry on by one fact.
pub(crate) fn take<P: SupervisorProtocol>(
    phase: Phase<P>,
    fact: Fact<P>,
    desk: &mut Desk<'_, P>,
) -> Transition<P> {
    match phase {
        Phase::CreatingProxy(entry) => creating(entry, fact, desk),
        Phase::StartWaiting(entry) => start_waiting(entry, fact, desk),
        Phase::StartAwaitingReceipt(entry) => start_awaiting_receipt(entry, fact, desk),
        Phase::StartAwaitingOutcome(entry) => start_awaiting_outcome(entry, fact, desk),
        Phase::Available(entry) => available(entry, fact, desk),
        Phase::ReplaceWaiting(entry) => replace_waiting(entry, fact, desk),
        Phase::ReplaceAwaitingReceipt(entry) => replace_awaiting_receipt(entry, fact, desk),
        Phase::ReplaceAwaitingOutcome(entry) => replace_awaiting_outcome(entry, fact, desk),
        Phase::Ending(ending) => ending::take_operating(ending, fact, desk),
    }
}

fn creating<P: SupervisorProtocol>(
    entry: Creating<P>,
    fact: Fact<P>,
    desk: &mut Desk<'_, P>,
) -> Transition<P> {
    match fact {
        Fact::Birth(fact) => Ok(birth::resolved(entry, fact, desk)),
        Fact::Exit(fact) => proxy_exit::before_birth(entry, fact),
        Fact::InputSettled(_)
        | Fact::Initial(_)
        | Fact::Replacement(_)
        | Fact::WorkerStopped(_)
        | Fact::Unreported(_)
        | Fact::ShutdownSettled(_) => Err((Phase::CreatingProxy(entry), fact)),
    }
}

fn start_waiting<P: SupervisorProtocol>(
    entry: StartWaiting<P>,
    fact: Fact<P>,
    desk: &mut Desk<'_, P>,
) -> Transition<P> {
    match fact {
        Fact::Exit(fact) => Ok(proxy_exit::of_waiting_start(entry, fact, desk)),
        Fact::Birth(_)
        | Fact::InputSettled(_)
        | Fact::Initial(_)
        | Fact::Replacement(_)
        | Fact::WorkerStopped(_)
        | Fact::Unreported(_)
        | Fact::ShutdownSettled(_) => Err((Phase::StartWaiting(entry), fact)),
    }
}

fn start_awaiting_receipt<P: SupervisorProtocol>(
    entry: StartEmitted<P>,
    fact: Fact<P>,
    desk: &mut Desk<'_, P>,
) -> Transition<P> {
    match fact {
        Fact::InputSettled(fact) if fact.names(ChangeKind::Start, entry.operation) => {
            Ok(Some(receipt::start_settled(entry, fact, desk)))
        }
        Fact::Exit(fact) => Ok(proxy_exit::of_start(entry, WorkerResult::Receipt, fact, desk)),
        Fact::Birth(_)
        | Fact::InputSettled(_)
        | Fact::Initial(_)
        | Fact::Replacement(_)
        | Fact::WorkerStopped(_)
        | Fact::Unreported(_)
        | Fact::ShutdownSettled(_) => Err((Phase::StartAwaitingReceipt(entry), fact)),
    }
}

fn start_awaiting_outcome<P: SupervisorProtocol>(
    entry: StartEmitted<P>,
    fact: Fact<P>,
    desk: &mut Desk<'_, P>,
) -> Transition<P> {
    match fact {
        Fact::Initial(fact) if fact.ticket == entry.operation => {
            Ok(Some(outcome::start_resolved(entry, fact, desk)))
        }
        Fact::Exit(fact) => Ok(proxy_exit::of_start(entry, WorkerResult::Outcome, fact, desk)),
        Fact::Birth(_)
        | Fact::InputSettled(_)
        | Fact::Initial(_)
        | Fact::Replacement(_)
        | Fact::WorkerStopped(_)
        | Fact::Unreported(_)
        | Fact::ShutdownSettled(_) => Err((Phase::StartAwaitingOutcome(entry), fact)),
    }
}

/// Ready and empty: only a ready service has a worker whose stop it can be told.
fn available<P: SupervisorProtocol>(
    entry: Available<P>,
    fact: Fact<P>,
    desk: &mut Desk<'_, P>,
) -> Transition<P> {
    match fact {
        Fact::WorkerStopped(fact) if entry.service.running() == Some(fact.evidence) => {
            Ok(Some(worker_exit::stopped(entry, fact, desk)))
        }
        Fact::Exit(fact) => Ok(proxy_exit::of_available(fact, desk)),
        Fact::Birth(_)
        | Fact::InputSettled(_)
        | Fact::Initial(_)
        | Fact::Replacement(_)
        | Fact::WorkerStopped(_)
        | Fact::Unreported(_)
        | Fact::ShutdownSettled(_) => Err((Phase::Available(entry), fact)),
    }
}

fn replace_waiting<P: SupervisorProtocol>(
    entry: ReplaceWaiting<P>,
    fact: Fact<P>,
    desk: &mut Desk<'_, P>,
) -> Transition<P> {
    match fact {
        Fact::WorkerStopped(fact) if entry.base.running() == Some(fact.evidence) => {
            let base = worker_exit::base_stopped(entry.base, fact, desk);
            Ok(Some(Phase::ReplaceWaiting(ReplaceWaiting { base, ..entry })))
        }
        Fact::Exit(fact) => Ok(proxy_exit::of_waiting_replacement(entry, fact, desk)),
        Fact::Birth(_)
        | Fact::InputSettled(_)
        | Fact::Initial(_)
        | Fact::Replacement(_)
        | Fact::WorkerStopped(_)
        | Fact::Unreported(_)
        | Fact::ShutdownSettled(_) => Err((Phase::ReplaceWaiting(entry), fact)),
    }
}

fn replace_awaiting_receipt<P: SupervisorProtocol>(
    entry: ReplaceEmitted<P>,
    fact: Fact<P>,
    desk: &mut Desk<'_, P>,
) -> Transition<P> {
    match fact {
        Fact::InputSettled(fact) if fact.names(ChangeKind::Replacement, entry.operation) => {
            Ok(Some(receipt::replacement_settled(entry, fact, desk)))
        }
        Fact::WorkerStopped(fact) if entry.base.running() == Some(fact.evidence) => {
            let base = worker_exit::base_stopped(entry.base, fact, desk);
            Ok(Some(Phase::ReplaceAwaitingReceipt(ReplaceEmitted { base, ..entry })))
        }
        Fact::Exit(fact) => {
            Ok(proxy_exit::of_replacement(entry, WorkerResult::Receipt, fact, desk))
        }
        Fact::Birth(_)
        | Fact::InputSettled(_)
        | Fact::Initial(_)
        | Fact::Replacement(_)
        | Fact::WorkerStopped(_)
        | Fact::Unreported(_)
        | Fact::ShutdownSettled(_) => Err((Phase::ReplaceAwaitingReceipt(entry), fact)),
    }
}

fn replace_awaiting_outcome<P: SupervisorProtocol>(
    entry: ReplaceEmitted<P>,
    fact: Fact<P>,
    desk: &mut Desk<'_, P>,
) -> Transition<P> {
    match fact {
        Fact::Replacement(fact)
            if fact.ticket == entry.operation && replaces(&fact.outcome, entry.base.evidence()) =>
        {
            Ok(Some(outcome::replacement_resolved(entry, fact, desk)))
        }
        Fact::WorkerStopped(fact) if entry.base.running() == Some(fact.evidence) => {
            let base = worker_exit::base_stopped(entry.base, fact, desk);
            Ok(Some(Phase::ReplaceAwaitingOutcome(ReplaceEmitted { base, ..entry })))
        }
        Fact::Exit(fact) => {
            Ok(proxy_exit::of_replacement(entry, WorkerResult::Outcome, fact, desk))
        }
        Fact::Birth(_)
        | Fact::InputSettled(_)
        | Fact::Initial(_)
        | Fact::Replacement(_)
        | Fact::WorkerStopped(_)
        | Fact::Unreported(_)
        | Fact::ShutdownSettled(_) => Err((Phase::ReplaceAwaitingOutcome(entry), fact)),
    }
}
