//! Defects of the state that is shown, and of sizes.

use crate::bent::{is_built, says_and_shows, shows};
use actor_laws_fuzz::supervisor::observation::{EntryPhase, Last, Mode, Told, Verdict};

#[test]
fn one_entry_more_than_the_limit() {
    is_built("entry-capacity", |setup| setup.entries += 1);
}

#[test]
fn a_table_that_is_full_too_early() {
    is_built("at-capacity-means-full", |setup| {
        setup.entries = setup.entries.saturating_sub(1).max(1);
    });
}

#[test]
fn an_entry_that_is_not_shown() {
    shows("table-shows-every-life", |view, told| {
        if matches!(told, Told::Start { .. }) && view.entries.len() > 1 {
            view.entries.pop();
        }
    });
}

#[test]
fn a_phase_that_history_does_not_have() {
    shows("phase-follows-history", |view, told| {
        if !matches!(told, Told::BirthCommitted { .. }) {
            return;
        }
        for entry in &mut view.entries {
            if let EntryPhase::StartAwaitingReceipt { operation } = entry.phase {
                entry.phase = EntryPhase::StartAwaitingOutcome { operation };
            }
        }
    });
}

#[test]
fn a_supervisor_that_drains_without_entries() {
    shows("verdict-names-end", |view, _| {
        if view.mode == Mode::Stopped {
            view.mode = Mode::Draining;
        }
    });
}

/// A supervisor whose last entry is gone and that goes on.
#[test]
fn a_supervisor_that_does_not_end() {
    says_and_shows(
        "ends-with-the-last-entry",
        |fold| {
            if *fold.verdict == Verdict::Stopped {
                *fold.verdict = Verdict::Continue;
            }
        },
        |view, _| {
            if view.mode == Mode::Stopped {
                view.mode = Mode::Draining;
            }
        },
    );
}

#[test]
fn a_record_of_another_operation() {
    shows("one-terminal-operation-kept", |view, told| {
        if matches!(told, Told::Query { .. }) {
            return;
        }
        for entry in &mut view.entries {
            if let EntryPhase::Ready { last, .. } = &mut entry.phase
                && let Last::Committed { operation } = *last
            {
                *last = Last::Cancelled { operation };
            }
        }
    });
}
