//! Answers: each command has exactly one, with a reason that is so; and what an acceptance means for
//! the book.

use super::book::{Book, Cancelled, LastRecord, Life, Stop, Work};
use super::row::shown;
use super::{Observed, breach, hold};
use crate::supervisor::observation::{
    Authority, Cause, Change, Ending, EntryPhase, EntryView, Id, Key, Last, Mode, Origin,
    ReplaceRefusal, Reply, Said, Shown, StartRefusal, StopRefusal, Submission, Tag, Told,
};
use crate::verdict::LawBreach;

/// Each command is answered once, on its route, with what it brought; nothing else is answered.
pub(super) const ANSWERED_ONCE: &str = "command-answered-once";
/// An accepted change reserves everything that it needs, and echoes its key.
pub(super) const ADMISSION: &str = "acceptance-reserves-all";
/// A refusal's reason is so.
pub(super) const REFUSAL: &str = "refusal-reason-is-so";
/// A query shows the present phase, and nothing else happens.
pub(super) const QUERY: &str = "query-is-read-only";
/// A cancel is answered by what became of its exact operation.
pub(super) const CANCEL: &str = "cancel-is-exact";
/// A refused command and a cancel that is too late change nothing.
pub(super) const REFUSED_INERT: &str = "refused-command-is-inert";
/// At most one mutation owns an entry at a time.
pub(super) const ONE_MUTATION: &str = "one-mutation-per-entry";

/// Judges the answer of one step.
pub(super) fn judge(book: &mut Book, step: &Observed<'_>) -> Result<(), LawBreach> {
    let mut replies = step.said.iter().filter_map(|said| match said {
        Said::Reply { route, reply } => Some((*route, reply)),
        _ => None,
    });
    let (first, second) = (replies.next(), replies.next());
    let due = route_of(step.told);
    let exact = first.map(|(route, _)| route) == due && second.is_none();
    hold(exact, ANSWERED_ONCE, || format!("{:?} was answered by {:?}", step.told, step.said))?;
    match first {
        Some((_, reply)) => answer(book, step, reply),
        None => Ok(()),
    }
}

fn route_of(told: &Told) -> Option<Tag> {
    match *told {
        Told::Start { reply, .. }
        | Told::Replace { reply, .. }
        | Told::Stop { reply, .. }
        | Told::Query { reply, .. }
        | Told::Cancel { reply, .. } => Some(reply),
        _ => None,
    }
}

fn answer(book: &mut Book, step: &Observed<'_>, reply: &Reply) -> Result<(), LawBreach> {
    match (*step.told, *reply) {
        (Told::Start { key, submission, .. }, reply) => start(book, step, key, submission, &reply),
        (Told::Replace { key, submission, .. }, reply) => {
            replace(book, step, key, submission, &reply)
        }
        (Told::Stop { key, .. }, reply) => stop(book, step, key, &reply),
        (Told::Query { key, .. }, reply) => query(step, key, &reply),
        (Told::Cancel { authority, .. }, reply) => cancel(book, step, authority, &reply),
        (told, reply) => breach(ANSWERED_ONCE, format!("{told:?} was answered by {reply:?}")),
    }
}

fn entry<'a>(step: &Observed<'a>, key: Key) -> Option<&'a EntryView> {
    step.before.entries.iter().find(|entry| entry.key == key)
}

fn is_draining(step: &Observed<'_>) -> bool {
    step.before.mode == Mode::Draining
}

fn start(
    book: &mut Book,
    step: &Observed<'_>,
    key: Key,
    submission: Submission,
    reply: &Reply,
) -> Result<(), LawBreach> {
    match *reply {
        Reply::StartAccepted { key: echoed, cancel } => {
            let free = entry(step, key).is_none() && !is_draining(step);
            hold(free, ONE_MUTATION, || format!("{key} was there: {:?}", step.before))?;
            let created = step.said.iter().find_map(|said| match *said {
                Said::CreateProxy { creation, generation } => Some((creation, generation)),
                _ => None,
            });
            let is_own = echoed == key && is_for(cancel, key);
            let Some((creation, generation)) = created.filter(|_| is_own) else {
                return breach(ADMISSION, format!("{:?} after {:?}", step.said, step.told));
            };
            let mut life = Life::new(key, generation, creation);
            life.work = Some(work(cancel, Change::Start, submission));
            book.add(life);
            Ok(())
        }
        Reply::StartRejected { key: echoed, submission: returned, reason } => {
            hold(echoed == key && returned == submission, ANSWERED_ONCE, || format!("{reply:?}"))?;
            let so = match reason {
                StartRefusal::ShuttingDown => is_draining(step),
                StartRefusal::AlreadyExists => entry(step, key).is_some() && !is_draining(step),
                StartRefusal::AtCapacity => entry(step, key).is_none() && !is_draining(step),
                StartRefusal::Generation(_)
                | StartRefusal::Creation(_)
                | StartRefusal::Operation(_) => entry(step, key).is_none() && !is_draining(step),
            };
            hold(so, REFUSAL, || format!("{reply:?} in {:?}", step.before))?;
            inert(step)
        }
        _ => breach(ANSWERED_ONCE, format!("{:?} was answered by {reply:?}", step.told)),
    }
}

fn is_for(cancel: Authority, key: Key) -> bool {
    cancel.key == key && cancel.origin == Origin::Own
}

fn work(cancel: Authority, change: Change, submission: Submission) -> Work {
    Work { operation: cancel.operation, change, submission, is_out: false }
}

/// The fold changed nothing, unless a diagnostic ended the operation.
fn inert(step: &Observed<'_>) -> Result<(), LawBreach> {
    let same = step.before == step.after || step.begins_shutdown();
    hold(same, REFUSED_INERT, || format!("{:?} became {:?}", step.before, step.after))
}

fn replace(
    book: &mut Book,
    step: &Observed<'_>,
    key: Key,
    submission: Submission,
    reply: &Reply,
) -> Result<(), LawBreach> {
    let known = entry(step, key);
    let is_available = known.is_some_and(|entry| available(&entry.phase));
    match *reply {
        Reply::ReplaceAccepted { key: echoed, cancel } => {
            let free = is_available && !is_draining(step);
            hold(free, ONE_MUTATION, || format!("{key} was no base: {:?}", step.before))?;
            let is_own = echoed == key && is_for(cancel, key);
            let Some(life) = book.of_key_mut(key).filter(|_| is_own) else {
                return breach(ADMISSION, format!("{:?} after {:?}", step.said, step.told));
            };
            life.work = Some(work(cancel, Change::Replacement, submission));
            life.last = None;
            Ok(())
        }
        Reply::ReplaceRejected { key: echoed, submission: returned, reason } => {
            hold(echoed == key && returned == submission, ANSWERED_ONCE, || format!("{reply:?}"))?;
            let so = match reason {
                ReplaceRefusal::ShuttingDown => is_draining(step),
                ReplaceRefusal::Unknown => known.is_none() && !is_draining(step),
                ReplaceRefusal::Unavailable => {
                    known.is_some() && !is_available && !is_draining(step)
                }
                ReplaceRefusal::Operation(_) => is_available && !is_draining(step),
            };
            hold(so, REFUSAL, || format!("{reply:?} in {:?}", step.before))?;
            inert(step)
        }
        _ => breach(ANSWERED_ONCE, format!("{:?} was answered by {reply:?}", step.told)),
    }
}

fn available(phase: &EntryPhase) -> bool {
    matches!(phase, EntryPhase::Ready { .. } | EntryPhase::Empty { .. })
}

/// How an explicit stop finds an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stoppable {
    Absent,
    Starting,
    Available,
    Stopping,
    Busy,
}

fn stoppable(entry: Option<&EntryView>) -> Stoppable {
    let Some(entry) = entry else { return Stoppable::Absent };
    match entry.phase {
        EntryPhase::CreatingProxy { .. }
        | EntryPhase::StartWaiting { .. }
        | EntryPhase::StartAwaitingReceipt { .. }
        | EntryPhase::StartAwaitingOutcome { .. } => Stoppable::Starting,
        EntryPhase::Ready { .. } | EntryPhase::Empty { .. } => Stoppable::Available,
        EntryPhase::Ending {
            ending: Ending::StopAvailable { .. } | Ending::StopStart { .. },
            ..
        } => Stoppable::Stopping,
        EntryPhase::ReplaceWaiting { .. }
        | EntryPhase::ReplaceAwaitingReceipt { .. }
        | EntryPhase::ReplaceAwaitingOutcome { .. }
        | EntryPhase::Ending { .. } => Stoppable::Busy,
    }
}

fn stop(book: &mut Book, step: &Observed<'_>, key: Key, reply: &Reply) -> Result<(), LawBreach> {
    let found = stoppable(entry(step, key));
    let takes = matches!(found, Stoppable::Starting | Stoppable::Available);
    match *reply {
        Reply::StopAccepted { key: echoed } => {
            let free = takes && !is_draining(step);
            hold(free, ONE_MUTATION, || format!("{key} takes no stop: {:?}", step.before))?;
            let Some(life) = book.of_key_mut(key).filter(|_| echoed == key) else {
                return breach(ADMISSION, format!("{:?} after {:?}", step.said, step.told));
            };
            life.stop = Some(Stop { id: None, of_available: found == Stoppable::Available });
            Ok(())
        }
        Reply::StopRejected { key: echoed, reason } => {
            hold(echoed == key, ANSWERED_ONCE, || format!("{reply:?}"))?;
            let so = match reason {
                StopRefusal::ShuttingDown => is_draining(step),
                StopRefusal::Unknown => found == Stoppable::Absent && !is_draining(step),
                StopRefusal::AlreadyStopping => found == Stoppable::Stopping && !is_draining(step),
                StopRefusal::Unavailable => found == Stoppable::Busy && !is_draining(step),
                StopRefusal::Stop(_) => takes && !is_draining(step),
            };
            hold(so, REFUSAL, || format!("{reply:?} in {:?}", step.before))?;
            inert(step)
        }
        _ => breach(ANSWERED_ONCE, format!("{:?} was answered by {reply:?}", step.told)),
    }
}

fn query(step: &Observed<'_>, key: Key, reply: &Reply) -> Result<(), LawBreach> {
    let due = match entry(step, key) {
        None => Reply::Unknown { key },
        Some(entry) => Reply::Known { key, phase: shown(entry, step.before.mode) },
    };
    let silent = step.said.len() == 1 && step.before == step.after;
    hold(*reply == due && silent, QUERY, || format!("{:?} instead of {due:?}", step.said))
}

/// What a cancel must find.
enum Found {
    Here { life: Id, change: Change, submission: Submission },
    Out { life: Id, change: Change, phase: Shown },
    Committed { phase: Shown },
    Cancelled,
    Draining,
    Stale,
}

fn cancel(
    book: &mut Book,
    step: &Observed<'_>,
    authority: Authority,
    reply: &Reply,
) -> Result<(), LawBreach> {
    let found = find(book, step, authority);
    let due = match found {
        Found::Here { submission, .. } => Reply::Returned { authority, submission },
        Found::Out { phase, .. } => Reply::Pending { authority, phase },
        Found::Committed { phase } => Reply::Committed { authority, phase },
        Found::Cancelled => Reply::Cancelled { authority },
        Found::Draining => Reply::Draining { authority },
        Found::Stale => Reply::Stale { authority },
    };
    hold(*reply == due, CANCEL, || format!("{reply:?} instead of {due:?} in {:?}", step.before))?;
    match found {
        Found::Here { life, change, .. } => {
            call_back(book, life, change, authority.operation, true)
        }
        Found::Out { life, change, .. } => {
            call_back(book, life, change, authority.operation, false)
        }
        Found::Committed { .. } | Found::Cancelled | Found::Draining | Found::Stale => {
            return inert(step);
        }
    }
    Ok(())
}

/// A replacement that was here is undone; everything else ends its entry.
fn call_back(book: &mut Book, life: Id, change: Change, operation: Id, was_here: bool) {
    let Some(life) = book.of_generation_mut(life) else { return };
    life.work = None;
    if was_here && change == Change::Replacement {
        life.last = Some(LastRecord { operation, was_called_back: true });
    } else {
        life.cancelled = Some(Cancelled { operation, change, was_here });
    }
}

/// The operation under way goes before the last record; the issuer is part of the operation.
fn find(book: &Book, step: &Observed<'_>, authority: Authority) -> Found {
    if is_draining(step) {
        return Found::Draining;
    }
    let operation = authority.operation;
    let (Some(life), Some(entry)) = (book.of_key(authority.key), entry(step, authority.key)) else {
        return Found::Stale;
    };
    if let Some(work) = life.work.filter(|work| work.operation == operation) {
        return under_way(life, work, entry);
    }
    if life.cancelled.is_some_and(|cancelled| cancelled.operation == operation) {
        return Found::Cancelled;
    }
    let owed = life.open.is_some_and(|open| open.input.operation == operation);
    if let Some(cause) = life.retiring {
        let is_owed = owed && cause == Cause::StableProxyExit;
        return if is_owed { Found::Draining } else { Found::Stale };
    }
    match life.last.filter(|last| last.operation == operation) {
        Some(last) if last.was_called_back => Found::Cancelled,
        Some(_) => Found::Committed { phase: shown(entry, Mode::Operating) },
        None => stopped_start(entry, operation),
    }
}

fn under_way(life: &Life, work: Work, entry: &EntryView) -> Found {
    let Work { change, submission, is_out, .. } = work;
    if life.stop.is_some() {
        return Found::Draining;
    }
    let life = life.generation;
    match is_out {
        true => Found::Out { life, change, phase: shown(entry, Mode::Operating) },
        false => Found::Here { life, change, submission },
    }
}

/// A stop keeps the operation of the start that it interrupted.
fn stopped_start(entry: &EntryView, operation: Id) -> Found {
    match entry.phase {
        EntryPhase::Ending { ending: Ending::StopStart { operation: known, .. }, .. }
            if known == operation =>
        {
            Found::Draining
        }
        _ => Found::Stale,
    }
}

/// Whether the shown record is the one of the book.
pub(super) fn is_record(last: Option<LastRecord>, shown: Last) -> bool {
    let due = match shown {
        Last::Committed { operation } => LastRecord { operation, was_called_back: false },
        Last::Cancelled { operation } => LastRecord { operation, was_called_back: true },
    };
    last == Some(due)
}
