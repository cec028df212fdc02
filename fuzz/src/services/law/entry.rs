//! Entries and what stands behind them: an entry shows what its proxy and its worker are, as far as it
//! can know, and goes only when nothing of it is left.

use super::book::{Book, Born, Service, Worker};
use super::phase::{Phase, Standing};
use super::{cell, hold};
use crate::run::Observed;
use crate::services::observation::{EntryPhase, EntryView, Evidence, Row, ServicesView};
use crate::services::rig::{ServicesRig, has_ended};
use crate::supervisor::observation::Mode;
use crate::verdict::LawBreach;

/// When an entry is gone, so are its proxy and every worker behind it.
pub(super) const NOBODY_OUTLIVES: &str = "nobody-outlives-the-entry";
/// When an entry is gone, nothing is on its way to or from its proxy.
pub(super) const OWES_NOTHING: &str = "removed-entry-owes-nothing";
/// What there is of proxies, and of traffic with them, fits into the capacity.
pub(super) const CAPACITY: &str = "capacity-covers-what-is-left";
/// At most one worker stands behind an entry.
pub(super) const ONE_WORKER: &str = "one-worker-behind-an-entry";
/// An entry that shows Ready has a proxy that serves with that worker, or a report of its stop is under way, or
/// the proxy is being ended.
pub(super) const READY_MEANS_READY: &str = "ready-means-ready";
/// An entry that shows Empty names the worker that was last. Nobody lives behind it, but for that worker itself
/// on its way out, if its proxy is being ended and has called a replacement off.
pub(super) const EMPTY_MEANS_EMPTY: &str = "empty-means-empty";
/// An entry and its proxy are in phases that can be at the same time.
pub(super) const POSSIBLE_PAIR: &str = "entry-and-proxy-agree";
/// When the supervisor has stopped, nothing is left inside any machine.
pub(super) const NOTHING_LEFT: &str = "nothing-left-at-the-end";

/// Judges the state after a step.
pub(super) fn judge(book: &mut Book, step: &Observed<'_, ServicesRig>) -> Result<(), LawBreach> {
    let after = step.after;
    for entry in &step.before.supervisor.entries {
        if !has(after, entry) {
            removed(book, entry)?;
        }
    }
    within_capacity(book, step)?;
    for service in &book.services {
        one_worker(service)?;
    }
    if !has_ended(after.supervisor.mode) {
        return after.supervisor.entries.iter().try_for_each(|entry| agrees(book, entry, after));
    }
    nothing_left(book, step)
}

fn has(view: &ServicesView, entry: &EntryView) -> bool {
    view.supervisor.entries.iter().any(|other| other.generation == entry.generation)
}

/// An entry is gone.
fn removed(book: &Book, entry: &EntryView) -> Result<(), LawBreach> {
    let service = book.services.iter().rfind(|service| service.generation == entry.generation);
    let Some(service) = service else { return Ok(()) };
    let living = service.workers.iter().find(|worker| worker.born != Born::Over);
    hold(!service.lives() && living.is_none(), NOBODY_OUTLIVES, || {
        format!("{entry:?} is gone, and there is {:?} with {living:?}", service.born)
    })?;
    hold(service.flight.is_none() && service.request.is_none(), OWES_NOTHING, || {
        format!("{entry:?} is gone before {:?}, {:?}", service.flight, service.request)
    })
}

fn within_capacity(book: &Book, step: &Observed<'_, ServicesRig>) -> Result<(), LawBreach> {
    let count = book.services.iter().filter(|service| is_in_play(service)).count();
    hold(count <= usize::from(step.setup.supervisor.entries), CAPACITY, || {
        format!("{count} for {} entries", step.setup.supervisor.entries)
    })
}

/// Whether there is a proxy, or something is on its way to or from one.
fn is_in_play(service: &Service) -> bool {
    service.lives() || service.flight.is_some() || service.request.is_some()
}

fn one_worker(service: &Service) -> Result<(), LawBreach> {
    let living = service.workers.iter().filter(|worker| worker.lives()).count();
    hold(living <= 1, ONE_WORKER, || format!("{:?}", service.workers))
}

/// An entry and its proxy.
fn agrees(book: &mut Book, entry: &EntryView, view: &ServicesView) -> Result<(), LawBreach> {
    let pair = Standing::of(entry, view).and_then(|at| cell::of_pair(Phase::of(entry), at));
    hold(pair.is_some(), POSSIBLE_PAIR, || {
        format!("{:?} with {:?}", Phase::of(entry), Standing::of(entry, view))
    })?;
    let Some(service) = entry.proxy.and_then(|proxy| book.of(proxy)) else { return Ok(()) };
    let row = entry.proxy.and_then(|proxy| view.proxy(proxy)).map(|shown| shown.row);
    match entry.phase {
        EntryPhase::Ready { evidence, .. } => ready(service, evidence, row, entry),
        EntryPhase::ReplaceWaiting { base, .. }
        | EntryPhase::ReplaceAwaitingReceipt { base, .. }
        | EntryPhase::ReplaceAwaitingOutcome { base, .. } => {
            let is_taken = service.flight.is_some_and(|flight| flight.is_taken);
            match (base.ready, is_taken) {
                (true, false) => ready(service, base.evidence, row, entry),
                (false, false) => empty(service, base.evidence, entry),
                (_, true) => Ok(()),
            }
        }
        EntryPhase::Empty { previous, .. } => empty(service, previous, entry),
        EntryPhase::CreatingProxy { .. }
        | EntryPhase::StartWaiting { .. }
        | EntryPhase::StartAwaitingReceipt { .. }
        | EntryPhase::StartAwaitingOutcome { .. }
        | EntryPhase::Ending { .. } => Ok(()),
    }
}

fn ready(
    service: &Service,
    evidence: Evidence,
    row: Option<Row>,
    entry: &EntryView,
) -> Result<(), LawBreach> {
    let worker = service.evident(evidence);
    let fits = worker.is_some_and(|worker| {
        let serves = worker.born == Born::Yes && !worker.is_asked && row == Some(Row::Ready);
        let was_ready = worker.is_reported;
        was_ready && (serves || service.stop_is_under_way(evidence) || service.is_ending)
    });
    hold(fits, READY_MEANS_READY, || format!("{entry:?} with {row:?} and {worker:?}"))
}

fn empty(service: &Service, previous: Evidence, entry: &EntryView) -> Result<(), LawBreach> {
    let worker = service.evident(previous);
    let is_going = |worker: &Worker| worker.creation == previous && worker.is_asked;
    let living = service.workers.iter().find(|worker| worker.lives());
    let is_right = living.is_none_or(|worker| is_going(worker) && service.is_ending);
    hold(worker.is_some() && is_right, EMPTY_MEANS_EMPTY, || {
        format!("{entry:?} after {worker:?} with {living:?}")
    })
}

fn nothing_left(book: &Book, step: &Observed<'_, ServicesRig>) -> Result<(), LawBreach> {
    let ends = step.after.supervisor.mode != step.before.supervisor.mode;
    if !ends || step.after.supervisor.mode != Mode::Stopped {
        return Ok(());
    }
    let living = book.services.iter().find(|service| is_in_play(service));
    let inside = book.inside();
    hold(living.is_none() && inside.is_none(), NOTHING_LEFT, || {
        format!("{living:?} and {inside:?}")
    })
}
