//! Operations: creations, inputs, shutdowns and the deadline go out once, exactly, and only where
//! something asks for them.

use super::book::{Birth, Book, Deadline, OpenInput};
use super::{Observed, breach, hold};
use crate::supervisor::observation::{
    Change, Id, Input, Mode, Purpose, Request, Said, SupervisorSetup, Told,
};
use crate::verdict::LawBreach;

/// A creation follows exactly one accepted start.
pub(super) const ONE_CREATION: &str = "creation-follows-start";
/// A worker goes out once, whole, to its own proxy, under its own operation.
pub(super) const TRANSFERRED_ONCE: &str = "worker-transferred-once";
/// Inputs are authorized in the order of their operations.
pub(super) const AUTHORIZATION_ORDER: &str = "lowest-operation-authorized-first";
/// Unresolved inputs stay within the limit.
pub(super) const ACTIVATION_LIMIT: &str = "activation-limit";
/// A proxy is asked to stop once for each purpose, exactly, while it lives and nothing else asks.
pub(super) const ONE_SHUTDOWN: &str = "proxy-asked-once";
/// The drain deadline is set once, as the policy asks.
pub(super) const DEADLINE: &str = "drain-deadline-once";

/// Judges one action.
pub(super) fn judge(
    book: &mut Book,
    setup: &SupervisorSetup,
    step: &Observed<'_>,
    said: &Said,
) -> Result<(), LawBreach> {
    match *said {
        Said::CreateProxy { generation, .. } => {
            let known = book.of_generation_mut(generation).is_some();
            hold(known && matches!(step.told, Told::Start { .. }), ONE_CREATION, || {
                format!("{said:?} at {:?}", step.told)
            })
        }
        Said::InstallInitial { input } => authorize(book, setup, input, Change::Start),
        Said::Replace { input } => authorize(book, setup, input, Change::Replacement),
        Said::ShutdownProxy { request } => shutdown(book, step, request),
        Said::ScheduleDeadline { deadline, after } => schedule(book, setup, step, deadline, after),
        Said::ObserveProxyCreation { .. }
        | Said::ObserveProxyExit { .. }
        | Said::Reply { .. }
        | Said::Lifecycle { .. }
        | Said::DeliverDiagnostic { .. }
        | Said::TransferTerminalDiagnostic { .. } => Ok(()),
    }
}

fn authorize(
    book: &mut Book,
    setup: &SupervisorSetup,
    input: Input,
    lane: Change,
) -> Result<(), LawBreach> {
    let lowest = book.lowest_waiting();
    let Some(life) = book.of_proxy_mut(input.proxy) else {
        return breach(TRANSFERRED_ONCE, format!("{input:?} goes to nobody"));
    };
    let exact = life.work.is_some_and(|work| {
        let due = Input {
            proxy: input.proxy,
            change: work.change,
            operation: work.operation,
            submission: work.submission,
        };
        !work.is_out && input == due && work.change == lane
    });
    let free = life.is_waiting() && life.open.is_none();
    hold(exact && free, TRANSFERRED_ONCE, || format!("{input:?} of {life:?}"))?;
    hold(lowest == Some(input.operation), AUTHORIZATION_ORDER, || {
        format!("{:?} goes before {lowest:?}", input.operation)
    })?;
    if let Some(work) = &mut life.work {
        work.is_out = true;
    }
    life.open = Some(OpenInput { input, is_accepted: false });
    life.result = None;
    let open = book.open_inputs();
    hold(open <= usize::from(setup.activations), ACTIVATION_LIMIT, || format!("{open} are out"))
}

fn shutdown(book: &mut Book, step: &Observed<'_>, request: Request) -> Result<(), LawBreach> {
    let Some(life) = book.of_generation_mut(request.generation) else {
        return breach(ONE_SHUTDOWN, format!("{request:?} is of nobody"));
    };
    let exact = life.birth == Birth::Committed(request.proxy)
        && life.exit.is_none()
        && life.request.is_none();
    let fits = match request.purpose {
        Purpose::Stop { stop } => {
            life.stop.is_some_and(|known| known.id.is_none_or(|id| id == stop))
        }
        Purpose::Ending => !life.asked_ending && (life.stop.is_none() || step.begins_shutdown()),
    };
    hold(exact && fits, ONE_SHUTDOWN, || format!("{request:?} of {life:?}"))?;
    life.request = Some(request);
    match request.purpose {
        Purpose::Ending => life.asked_ending = true,
        Purpose::Stop { stop } => {
            if let Some(known) = &mut life.stop {
                known.id = Some(stop);
            }
        }
    }
    Ok(())
}

fn schedule(
    book: &mut Book,
    setup: &SupervisorSetup,
    step: &Observed<'_>,
    id: Id,
    after: u64,
) -> Result<(), LawBreach> {
    let due = setup.drain_deadline == Some(after)
        && book.deadline.is_none()
        && step.begins_shutdown()
        && step.after.mode == Mode::Draining;
    hold(due, DEADLINE, || format!("{id:?} after {after} at {:?}", step.told))?;
    book.deadline = Some(Deadline { id, after, is_accepted: false });
    Ok(())
}
