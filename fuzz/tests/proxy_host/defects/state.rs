//! Laws about what is shown.

use super::*;

#[test]
fn a_worker_that_is_shown_ready_before_it_is_reported_is_named() {
    shown("installed-is-not-ready", |view| {
        if view.row == Row::Activating && !view.exit_kept {
            view.row = Row::Ready;
        }
    });
}

#[test]
fn a_proxy_that_forgets_that_it_had_a_worker_is_named() {
    shown("empty-after-a-commit", |view| {
        if view.row == Row::EmptyAfter {
            view.row = Row::EmptyInitial;
        }
    });
}

#[test]
fn a_failed_worker_that_is_not_asked_to_stop_is_named() {
    bent("drained-worker-is-asked", |told, said, _, _| {
        if matches!(told, Told::EffectsRejected { .. }) {
            said.retain(|said| !matches!(said, Said::ShutdownWorker { .. }));
        }
    });
}

#[test]
fn an_outcome_that_is_not_reported_is_named() {
    bent("change-is-under-way", |_, said, _, _| {
        said.retain(|said| {
            let mut said = *said;
            !matches!(outcome(&mut said), Some(StartOutcome::Unavailable { .. }))
        });
    });
}

#[test]
fn a_settlement_that_is_not_shown_as_owed_is_named() {
    shown("view-shows-settlements-owed", |view| view.settlement_owed = false);
}

#[test]
fn a_predecessors_settlement_that_is_not_shown_as_owed_is_named() {
    shown("view-shows-settlements-owed", |view| view.predecessor_settlement_owed = false);
}

#[test]
fn an_exit_that_is_not_shown_is_named() {
    shown("view-shows-kept-exit", |view| view.exit_kept = false);
}

#[test]
fn a_held_successor_that_is_not_shown_is_named() {
    shown("view-shows-kept-exit", |view| view.held_ready = false);
}
