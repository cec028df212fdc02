//! What a supervisor shows of its state, in plain form.

use super::protocol::Witnessed;
use super::{STATE_READS_ALIKE, ids, show};
use crate::supervisor::observation::{
    Base, EmptyWhy, Ending, EntryPhase, EntryView, Force, Holds, Last, Mode, SupervisorView,
};
use crate::verdict::LawBreach;
use actor_laws::supervisor::{
    self as core, DynamicSupervisor, EmptyReason, EndingView, LastOperation, RetirementForce,
    ServiceState, SupervisorMode,
};

/// Overwrites `view`.
pub(super) fn show(supervisor: &DynamicSupervisor<Witnessed>, view: &mut SupervisorView) {
    view.mode = match supervisor.mode() {
        SupervisorMode::Constructed => Mode::Constructed,
        SupervisorMode::Operating => Mode::Operating,
        SupervisorMode::Draining => Mode::Draining,
        SupervisorMode::Stopped => Mode::Stopped,
        SupervisorMode::ForcedRetirement => Mode::ForcedRetirement,
    };
    view.entries.clear();
    view.entries.extend(supervisor.entries().map(|entry| self::entry(&entry)));
}

/// What is told at once must be what is told one by one.
pub(super) fn demand_one_reading(
    supervisor: &DynamicSupervisor<Witnessed>,
) -> Result<(), LawBreach> {
    let count = supervisor.entries().count();
    let counts = supervisor.len() == count && supervisor.is_empty() == (count == 0);
    let lives = matches!(supervisor.mode(), SupervisorMode::Operating | SupervisorMode::Draining);
    let belongs = supervisor.instance().is_some() == lives;
    let compares = supervisor.forced().is_none_or(|forced| forced.force.eq(&forced.force));
    if counts && belongs && compares {
        return Ok(());
    }
    let evidence = format!(
        "{count} entries and {} told, empty: {}, of {:?} while {:?}, force equals itself: {compares}",
        supervisor.len(),
        supervisor.is_empty(),
        supervisor.instance(),
        supervisor.mode(),
    );
    Err(LawBreach::new(STATE_READS_ALIKE, evidence))
}

pub(super) fn force(force: &RetirementForce<Witnessed>) -> Force {
    match force {
        RetirementForce::DeadlineElapsed { deadline, at } => {
            Force::DeadlineElapsed { deadline: ids::deadline(*deadline), at: at.0 }
        }
        RetirementForce::ScheduleRejected { request, reason } => Force::ScheduleRejected {
            returned: ids::deadline(request.deadline),
            after: request.after.0,
            reason: *reason,
        },
        RetirementForce::DeadlineUnavailable(reason) => {
            Force::DeadlineUnavailable(super::show_outcome::unavailable(*reason))
        }
    }
}

fn entry(entry: &core::EntryView<'_, Witnessed>) -> EntryView {
    EntryView {
        key: *entry.key,
        generation: ids::generation(entry.generation),
        proxy: entry.proxy.copied(),
        phase: phase(&entry.phase),
    }
}

fn phase(phase: &core::EntryPhase<'_, Witnessed>) -> EntryPhase {
    let operation_of = ids::operation;
    match phase {
        core::EntryPhase::CreatingProxy { operation, exit_kept } => {
            EntryPhase::CreatingProxy { operation: operation_of(*operation), exit_kept: *exit_kept }
        }
        core::EntryPhase::StartWaiting { operation } => {
            EntryPhase::StartWaiting { operation: operation_of(*operation) }
        }
        core::EntryPhase::StartAwaitingReceipt { operation } => {
            EntryPhase::StartAwaitingReceipt { operation: operation_of(*operation) }
        }
        core::EntryPhase::StartAwaitingOutcome { operation } => {
            EntryPhase::StartAwaitingOutcome { operation: operation_of(*operation) }
        }
        core::EntryPhase::Ready { evidence, last: kept } => {
            EntryPhase::Ready { evidence: ids::evidence(*evidence), last: last(*kept) }
        }
        core::EntryPhase::Empty { previous, why: reason, last: kept } => EntryPhase::Empty {
            previous: ids::evidence(*previous),
            why: why(*reason),
            last: last(*kept),
        },
        core::EntryPhase::ReplaceWaiting { operation, base: kept } => {
            EntryPhase::ReplaceWaiting { operation: operation_of(*operation), base: base(*kept) }
        }
        core::EntryPhase::ReplaceAwaitingReceipt { operation, base: kept } => {
            EntryPhase::ReplaceAwaitingReceipt {
                operation: operation_of(*operation),
                base: base(*kept),
            }
        }
        core::EntryPhase::ReplaceAwaitingOutcome { operation, base: kept } => {
            EntryPhase::ReplaceAwaitingOutcome {
                operation: operation_of(*operation),
                base: base(*kept),
            }
        }
        core::EntryPhase::Ending { ending: by, holds: kept } => {
            EntryPhase::Ending { ending: ending(*by), holds: holds(kept) }
        }
    }
}

fn last(last: LastOperation) -> Last {
    match last {
        LastOperation::Committed(operation) => {
            Last::Committed { operation: ids::operation(operation) }
        }
        LastOperation::Cancelled(operation) => {
            Last::Cancelled { operation: ids::operation(operation) }
        }
    }
}

fn why(why: EmptyReason) -> EmptyWhy {
    match why {
        EmptyReason::WorkerStopped => EmptyWhy::WorkerStopped,
        EmptyReason::ReplacementFailed => EmptyWhy::ReplacementFailed,
    }
}

fn base(base: ServiceState) -> Base {
    Base { evidence: ids::evidence(base.evidence()), ready: base.running().is_some() }
}

fn ending(ending: EndingView) -> Ending {
    match ending {
        EndingView::StopAvailable { stop, last: kept } => {
            Ending::StopAvailable { stop: ids::stop(stop), last: last(kept) }
        }
        EndingView::StopStart { stop, operation } => {
            Ending::StopStart { stop: ids::stop(stop), operation: ids::operation(operation) }
        }
        EndingView::Cancelling { operation, kind } => {
            Ending::Cancelling { operation: ids::operation(operation), change: show::change(kind) }
        }
        EndingView::Retiring { cause } => Ending::Retiring { cause: show::cause(cause) },
        EndingView::Drain { operation } => Ending::Drain {
            operation: operation
                .map(|(kind, operation)| (show::change(kind), ids::operation(operation))),
        },
    }
}

fn holds(holds: &core::Holds<'_, Witnessed>) -> Holds {
    Holds {
        owed: show::owed(holds.owed),
        receipt_owed: holds.receipt_owed,
        exit: holds.exit.map(show::proxy_exit),
        absorbed: show::absorbed(holds.absorbed),
        outcome: holds.outcome.map(show::late),
        input_rejection: holds.input_rejection.map(|(input, reason)| (show::input(input), *reason)),
        shutdown_rejection: holds
            .shutdown_rejection
            .map(|(request, reason)| (show::request(request), *reason)),
        stop_reason: holds.stop_reason.copied(),
    }
}
