//! Laws about the state that a supervisor shows after a step.

use super::answers::is_record;
use super::book::Book;
use super::row::{is_row, of_view};
use super::{Observed, hold};
use crate::supervisor::observation::{
    Ending, EntryPhase, EntryView, Evidence, Mode, Reply, Said, StartRefusal, SupervisorSetup,
    SupervisorView,
};
use crate::verdict::LawBreach;

/// The table never holds more entries than its limit, whatever their phases.
pub(super) const CAPACITY: &str = "entry-capacity";
/// The table shows exactly the entries that were accepted and not removed, by generation, one a key.
pub(super) const TABLE: &str = "table-shows-every-life";
/// Each entry shows the phase and the debts that the history says.
pub(super) const PHASE: &str = "phase-follows-history";
/// No fold ends with a free slot and a waiting entry.
pub(super) const NO_IDLE_SLOT: &str = "no-free-slot-beside-waiting";
/// A start is refused as at capacity exactly where the table is full.
pub(super) const FULL: &str = "at-capacity-means-full";
/// A draining supervisor without entries has ended.
pub(super) const ENDS_EMPTY: &str = "ends-with-the-last-entry";
/// One terminal operation is kept, exactly the last one.
pub(super) const RETENTION: &str = "one-terminal-operation-kept";

/// Judges what a supervisor shows.
pub(super) fn judge(
    book: &Book,
    setup: &SupervisorSetup,
    step: &Observed<'_>,
) -> Result<(), LawBreach> {
    let view = step.after;
    let limit = usize::from(setup.entries);
    hold(view.entries.len() <= limit, CAPACITY, || format!("{} entries", view.entries.len()))?;
    at_capacity(limit, step)?;
    table(book, view)?;
    view.entries.iter().try_for_each(|entry| phase(book, entry, view.mode))?;
    if view.mode == Mode::Operating {
        let free = book.open_inputs() < usize::from(setup.activations);
        hold(!free || book.lowest_waiting().is_none(), NO_IDLE_SLOT, || {
            format!("{:?} waits", book.lowest_waiting())
        })?;
    }
    let lingers = view.mode == Mode::Draining && view.entries.is_empty();
    hold(!lingers, ENDS_EMPTY, || "nothing is left".to_owned())
}

fn at_capacity(limit: usize, step: &Observed<'_>) -> Result<(), LawBreach> {
    let refused = step.said.iter().any(|said| {
        matches!(said, Said::Reply { reply, .. }
            if matches!(reply, Reply::StartRejected { reason: StartRefusal::AtCapacity, .. }))
    });
    hold(!refused || step.before.entries.len() == limit, FULL, || format!("{:?}", step.before))
}

fn table(book: &Book, view: &SupervisorView) -> Result<(), LawBreach> {
    let ascending = view.entries.windows(2).all(|pair| pair[0].generation < pair[1].generation);
    let known = |entry: &EntryView| {
        book.iter().any(|life| {
            let same = life.key == entry.key && life.generation == entry.generation;
            same && life.proxy() == entry.proxy
        })
    };
    let exact = view.entries.len() == book.len() && view.entries.iter().all(known);
    let distinct = view
        .entries
        .iter()
        .enumerate()
        .all(|(place, entry)| view.entries[..place].iter().all(|other| other.key != entry.key));
    hold(ascending && exact && distinct, TABLE, || {
        format!("{:?} instead of {:?}", view.entries, book.iter().collect::<Vec<_>>())
    })
}

fn phase(book: &Book, entry: &EntryView, mode: Mode) -> Result<(), LawBreach> {
    let Some(life) = book.iter().find(|life| life.generation == entry.generation) else {
        return Ok(());
    };
    let row = of_view(entry, mode);
    hold(is_row(life, row, mode), PHASE, || format!("{entry:?} of {life:?}"))?;
    let kept = match entry.phase {
        EntryPhase::Ready { last, .. }
        | EntryPhase::Empty { last, .. }
        | EntryPhase::Ending { ending: Ending::StopAvailable { last, .. }, .. } => Some(last),
        _ => None,
    };
    hold(kept.is_none_or(|kept| is_record(life.last, kept)), RETENTION, || {
        format!("{kept:?} instead of {:?}", life.last)
    })?;
    hold(evidence_is_so(entry, life.evidence), PHASE, || format!("{entry:?} of {life:?}"))
}

/// The retained worker is the last one that the outcomes name.
fn evidence_is_so(entry: &EntryView, known: Option<Evidence>) -> bool {
    match entry.phase {
        EntryPhase::Ready { evidence, .. } => known == Some(evidence),
        EntryPhase::Empty { previous, .. } => known == Some(previous),
        EntryPhase::ReplaceWaiting { base, .. }
        | EntryPhase::ReplaceAwaitingReceipt { base, .. }
        | EntryPhase::ReplaceAwaitingOutcome { base, .. } => known == Some(base.evidence),
        EntryPhase::CreatingProxy { .. }
        | EntryPhase::StartWaiting { .. }
        | EntryPhase::StartAwaitingReceipt { .. }
        | EntryPhase::StartAwaitingOutcome { .. }
        | EntryPhase::Ending { .. } => true,
    }
}
