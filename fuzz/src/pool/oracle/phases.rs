//! Which phase a cell shows, read off its open questions and letters.

use super::cells::{Cell, Drawer};
use super::owed::Owed;
use crate::pool::observation::Phase;

/// The phase that a cell of an operating pool shows.
pub(super) fn operating(cell: &Cell) -> Phase {
    let present = cell.owed.any(Owed::EXIT);
    if cell.owed.any(Owed::BIRTH) {
        if present { Phase::Creating } else { Phase::CreatingStopKept }
    } else if cell.job.is_some() {
        busy(cell, present)
    } else if cell.request.is_some() && cell.owed.any(Owed::EXIT.with(Owed::FAREWELL)) {
        leaving(cell, present)
    } else if present {
        starting(cell)
    } else {
        absent(cell)
    }
}

fn busy(cell: &Cell, present: bool) -> Phase {
    if !cell.owed.any(Owed::DELIVERY) {
        return Phase::BusyAccepted;
    }
    match cell.report {
        None if present => Phase::BusyDelivering,
        None => Phase::BusyStopFirst,
        Some(report) if report.late => Phase::BusyStopCompletion,
        Some(_) if present => Phase::BusyCompletionFirst,
        Some(_) => Phase::BusyCompletionStop,
    }
}

fn leaving(cell: &Cell, present: bool) -> Phase {
    let unsettled = cell.owed.any(Owed::FAREWELL);
    match (cell.failure.is_some(), present, unsettled) {
        (true, true, true) => Phase::DrainingPreReady,
        (true, true, false) => Phase::DrainingPreReadySettled,
        (true, false, _) => Phase::DrainingPreReadyStopped,
        (false, true, true) => Phase::Stopping,
        (false, true, false) => Phase::StoppingSettled,
        (false, false, _) => Phase::StoppingStopped,
    }
}

fn starting(cell: &Cell) -> Phase {
    if cell.owed.any(Owed::INITIALIZATION) {
        Phase::Initializing
    } else if cell.owed.any(Owed::BEGIN) {
        Phase::ActivationDispatched
    } else if cell.owed.any(Owed::READINESS) {
        Phase::Activating
    } else if cell.drawer == Drawer::Empty {
        Phase::Idle
    } else {
        Phase::WaitingForActivationAuthorization
    }
}

fn absent(cell: &Cell) -> Phase {
    let alarm = cell.owed.any(Owed::ALARM);
    if cell.owed.any(Owed::INITIALIZATION) {
        Phase::StoppedInitializing
    } else if cell.owed.any(Owed::BEGIN) {
        Phase::StoppedDispatched
    } else if cell.owed.any(Owed::PREPARATION) {
        Phase::RecoveringPreparing
    } else if cell.owed.any(Owed::SCHEDULE) {
        if alarm { Phase::RecoveringScheduling } else { Phase::RecoveringSchedulingElapsed }
    } else if alarm {
        Phase::RecoveringTimer
    } else if cell.parting.is_some() {
        Phase::RecoveringSource
    } else {
        Phase::Retired
    }
}

/// The phase that a cell of a draining pool shows.
pub(super) fn draining(cell: &Cell) -> Phase {
    let present = cell.owed.any(Owed::EXIT);
    if cell.owed.is_nothing() {
        Phase::Drained
    } else if cell.owed.any(Owed::BIRTH) {
        if present { Phase::ResolvingCreation } else { Phase::ResolvingCreationStopKept }
    } else if cell.owed.any(Owed::PREPARATION) {
        Phase::AwaitingWorkerPreparation
    } else if cell.owed.any(Owed::SCHEDULE) {
        let alarm = cell.owed.any(Owed::ALARM);
        if alarm { Phase::AwaitingRestartSchedule } else { Phase::AwaitingRestartScheduleElapsed }
    } else if present {
        let (unsettled, settled) = draining_worker(cell);
        let is_settled = cell.request.is_some() && !cell.owed.any(Owed::FAREWELL);
        if is_settled { settled } else { unsettled }
    } else {
        Phase::DrainStopped
    }
}

/// The phases of a living worker before and after its shutdown request is settled.
fn draining_worker(cell: &Cell) -> (Phase, Phase) {
    if cell.owed.any(Owed::INITIALIZATION) {
        (Phase::DrainInitializing, Phase::DrainInitializingSettled)
    } else if cell.owed.any(Owed::BEGIN) {
        (Phase::DrainDispatched, Phase::DrainDispatchedSettled)
    } else if cell.owed.any(Owed::READINESS) {
        (Phase::DrainActivating, Phase::DrainActivatingSettled)
    } else if cell.owed.any(Owed::DELIVERY) {
        (Phase::DrainDelivering, Phase::DrainDeliveringSettled)
    } else {
        match cell.drawer {
            Drawer::Empty => (Phase::DrainIdle, Phase::DrainIdleSettled),
            Drawer::Plan(_) => (Phase::DrainCreated, Phase::DrainCreatedSettled),
            Drawer::Activation { .. } => (Phase::DrainHolding, Phase::DrainHoldingSettled),
        }
    }
}
