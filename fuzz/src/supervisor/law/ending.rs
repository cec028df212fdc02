//! Endings: an entry is removed once, when nothing is owed to it, with its closing values in order;
//! and the global shutdown drains each entry once.

use super::book::{Book, Life};
use super::change::never_born;
use super::{Observed, breach, hold};
use crate::supervisor::observation::{
    Cause, Diagnostic, Force, Id, Lifecycle, Mode, Owed, Purpose, RetiredProxy, Said, StopResult,
    SupervisorSetup, Told, Verdict,
};
use crate::verdict::LawBreach;

/// An entry is removed only when every fact and settlement that is owed to it has come.
pub(super) const NOTHING_OWED: &str = "removed-when-nothing-is-owed";
/// An entry that waits for nothing any more is removed in that fold.
pub(super) const REMOVED_AT_ONCE: &str = "removed-at-once";
/// EntryRetired is exactly one per removal, and the last lifecycle value of its entry.
pub(super) const RETIRED_ONCE: &str = "retired-once-and-last";
/// The cause of a removal is what ended the entry.
pub(super) const CAUSE: &str = "retirement-cause-is-so";
/// A proxy's end is in exactly one published value, and absorbed stops are published once.
pub(super) const EXIT_PLACE: &str = "proxy-exit-published-once";
/// An explicit stop ends as its shutdown and the proxy's exit say.
pub(super) const STOP_RESULT: &str = "stop-result-is-so";
/// OperationCancelled stands directly before the EntryRetired(Cancellation) of its entry.
pub(super) const CANCELLATION_PAIR: &str = "cancellation-is-a-pair";
/// The global shutdown hands out every worker that is here and asks every born proxy once.
pub(super) const DRAINS_EACH: &str = "shutdown-drains-each-entry-once";
/// A forced retirement has its cause.
pub(super) const FORCE: &str = "forced-by-the-exact-deadline";

/// Judges one action.
pub(super) fn judge(book: &mut Book, step: &Observed<'_>, said: &Said) -> Result<(), LawBreach> {
    let Said::Lifecycle { generation, event, .. } = *said else {
        return Ok(());
    };
    let by_diagnostic = book.ended_by_diagnostic;
    let Some(life) = book.of_generation_mut(generation) else {
        return breach(RETIRED_ONCE, format!("{said:?} is about nobody"));
    };
    match event {
        Lifecycle::StopFinished { stop, result } => finish_stop(life, step, stop, result),
        Lifecycle::EntryRetired { cause, exit, absorbed } => {
            retire(life, step, said, cause, by_diagnostic)?;
            closing_exit(life, exit)?;
            hold(absorbed == life.absorbed, EXIT_PLACE, || {
                format!("{absorbed:?} instead of {:?}", life.absorbed)
            })
        }
        _ => Ok(()),
    }
}

fn finish_stop(
    life: &mut Life,
    step: &Observed<'_>,
    stop: Id,
    result: StopResult,
) -> Result<(), LawBreach> {
    let Some(known) = life.stop.filter(|known| known.id == Some(stop)) else {
        return breach(STOP_RESULT, format!("{stop:?} is not under way in {life:?}"));
    };
    let of_stop = life.refusal.filter(|refusal| refusal.asked == Purpose::Stop { stop });
    let reason = of_stop.map(|refusal| refusal.reason);
    let due = match result {
        StopResult::NeverBorn => never_born(life),
        StopResult::Stopped { proxy, exit } => {
            let ends = life.exit == Some(exit) && life.proxy() == Some(proxy);
            ends && reason.is_none() && life.request.is_none()
        }
        StopResult::Failed { proxy, reason: told, exit } => {
            let fits = reason == Some(told) && life.proxy() == Some(proxy) && life.exit == exit;
            let restores = known.of_available && step.before.mode == Mode::Operating;
            fits && (exit.is_some() || restores)
        }
    };
    hold(due, STOP_RESULT, || format!("{result:?} in {life:?}"))?;
    life.exit_is_out = life.exit.is_some();
    if matches!(result, StopResult::Failed { exit: None, .. }) {
        life.stop = None;
    }
    Ok(())
}

fn retire(
    life: &Life,
    step: &Observed<'_>,
    said: &Said,
    cause: Cause,
    by_diagnostic: bool,
) -> Result<(), LawBreach> {
    hold(life.owed() == Owed::default(), NOTHING_OWED, || format!("{said:?} of {life:?}"))?;
    hold(life.work.is_none(), super::change::ENDS_ONCE, || format!("{:?} never ended", life.work))?;
    let due = match cause {
        Cause::Stop => life.stop.is_some() && is_finished(life, step),
        Cause::Cancellation => life.cancelled.is_some(),
        Cause::StartFailed | Cause::UnexpectedWorkerExit => life.retiring == Some(cause),
        Cause::StableProxyExit => {
            life.retiring == Some(cause) || (life.exit.is_some() && !life.is_ending())
        }
        Cause::SupervisorShutdown => life.is_drained && !by_diagnostic,
        Cause::DiagnosticTermination => life.is_drained && by_diagnostic,
    };
    hold(due, CAUSE, || format!("{cause:?} of {life:?}"))?;
    let place = step.said.iter().position(|other| std::ptr::eq(other, said)).unwrap_or(0);
    let of_entry = |other: &&Said| matches!(other, Said::Lifecycle { generation, .. } if *generation == life.generation);
    let last = !step.said[place + 1..].iter().any(|other| of_entry(&other));
    hold(last, RETIRED_ONCE, || format!("{:?}", step.said))?;
    let paired = place.checked_sub(1).map(|before| &step.said[before]).is_some_and(|before| {
        of_entry(&before)
            && matches!(before, Said::Lifecycle { event: Lifecycle::OperationCancelled { .. }, .. })
    });
    hold(paired == (cause == Cause::Cancellation), CANCELLATION_PAIR, || format!("{:?}", step.said))
}

/// StopFinished went out in this fold.
fn is_finished(life: &Life, step: &Observed<'_>) -> bool {
    step.said.iter().any(|said| {
        matches!(said, Said::Lifecycle { generation, event: Lifecycle::StopFinished { .. }, .. }
            if *generation == life.generation)
    })
}

fn closing_exit(life: &Life, place: RetiredProxy) -> Result<(), LawBreach> {
    let elsewhere = life.exit_is_out || !life.is_ending() || has_died(life);
    let due = match place {
        RetiredProxy::NeverBorn => never_born(life),
        RetiredProxy::Elsewhere => !never_born(life) && elsewhere,
        RetiredProxy::Here(exit) => !never_born(life) && !elsewhere && life.exit == Some(exit),
    };
    hold(due, EXIT_PLACE, || format!("{place:?} of {life:?}"))
}

fn has_died(life: &Life) -> bool {
    life.retiring == Some(Cause::StableProxyExit)
}

/// Judges what a fold leaves of the entries, and enters it.
pub(super) fn judge_fold(
    book: &mut Book,
    setup: &SupervisorSetup,
    step: &Observed<'_>,
) -> Result<(), LawBreach> {
    for said in step.said {
        if let Said::Lifecycle { generation, event: Lifecycle::EntryRetired { .. }, .. } = said {
            book.remove(*generation);
        }
    }
    if step.begins_shutdown() {
        drain_all(book, step)?;
    }
    for life in book.iter_mut() {
        if life.exit.is_some() && life.proxy().is_some() && !life.is_ending() {
            life.retiring = Some(Cause::StableProxyExit);
        }
        let waits = life.owed() != Owed::default() || !life.is_ending();
        hold(waits, REMOVED_AT_ONCE, || format!("nothing is owed to {life:?}"))?;
    }
    forced(book, setup, step)
}

/// Every entry that was not ending is one that drains now.
fn drain_all(book: &mut Book, step: &Observed<'_>) -> Result<(), LawBreach> {
    let is_unavailable =
        matches!(step.verdict, Verdict::ForcedRetirement { force: Force::DeadlineUnavailable(_) });
    for life in book.iter_mut() {
        let died = life.exit.is_some() && life.proxy().is_some();
        if life.is_ending() || died {
            continue;
        }
        life.is_drained = true;
        let here = life.work.is_some_and(|work| !work.is_out);
        hold(!here, DRAINS_EACH, || format!("{:?} is still here", life.work))?;
        let asked = step.said.iter().any(|said| {
            matches!(said, Said::ShutdownProxy { request }
                if request.generation == life.generation && request.purpose == Purpose::Ending)
        });
        let due = life.proxy().is_some() && !is_unavailable;
        hold(asked == due, DRAINS_EACH, || format!("asked: {asked}, {life:?}"))?;
    }
    Ok(())
}

fn forced(book: &Book, setup: &SupervisorSetup, step: &Observed<'_>) -> Result<(), LawBreach> {
    let Verdict::ForcedRetirement { force } = step.verdict else { return Ok(()) };
    let due = match (force, *step.told) {
        (
            Force::DeadlineElapsed { deadline, at },
            Told::DeadlineElapsed { deadline: told, at: when },
        ) => deadline == told && at == when && book.deadline.is_some_and(|known| known.id == told),
        (
            Force::ScheduleRejected { returned, after, reason },
            Told::DeadlineRejected { deadline, returned: back, after: wait, reason: why },
        ) => {
            let known = book.deadline.is_some_and(|known| known.id == deadline);
            known && (returned, after, reason) == (back, wait, why)
        }
        (Force::DeadlineUnavailable(_), _) => {
            step.begins_shutdown() && setup.drain_deadline.is_some() && book.deadline.is_none()
        }
        (Force::DeadlineElapsed { .. } | Force::ScheduleRejected { .. }, _) => false,
    };
    hold(due, FORCE, || format!("{force:?} at {:?}", step.told))?;
    let classified = step.said.iter().filter(|said| is_classification(said)).count();
    hold(classified == book.len() && classified > 0, super::diagnostic::FORCED, || {
        format!("{classified} of {} entries: {:?}", book.len(), step.said)
    })
}

fn is_classification(said: &Said) -> bool {
    matches!(said, Said::DeliverDiagnostic { diagnostic, .. }
        | Said::TransferTerminalDiagnostic { diagnostic }
        if matches!(diagnostic, Diagnostic::ForcedRetirement { .. }))
}
