//! Defects of endings and of the global shutdown.

use super::{diagnostics, drop_all, events, publishes, repeat_first};
use crate::bent::says;
use actor_laws_fuzz::supervisor::observation::{
    Cause, Diagnostic, Force, Lifecycle, RetiredProxy, Said, StopResult, Told, Verdict,
};

/// Whether the value is the removal of an entry.
fn retires(event: &Lifecycle) -> bool {
    matches!(event, Lifecycle::EntryRetired { .. })
}

#[test]
fn an_entry_that_is_removed_too_early() {
    says("removed-when-nothing-is-owed", |fold| {
        let request = fold.said.iter().find_map(|said| match said {
            Said::ShutdownProxy { request } => Some(*request),
            _ => None,
        });
        let (Told::Cancel { authority, .. }, Some(request)) = (*fold.told, request) else { return };
        let exit = RetiredProxy::Elsewhere;
        let event =
            Lifecycle::EntryRetired { cause: Cause::Cancellation, exit, absorbed: [None; 2] };
        let (route, key, generation) = (0, authority.key, request.generation);
        let place = fold.said.iter().rposition(|said| matches!(said, Said::Reply { .. }));
        let said = Said::Lifecycle { route, key, generation, event };
        fold.said.insert(place.map_or(0, |place| place + 1), said);
    });
}

#[test]
fn an_entry_that_lingers() {
    says("removed-at-once", |fold| drop_all(fold, |said| publishes(said, retires)));
}

#[test]
fn an_entry_that_is_removed_twice() {
    says("retired-once-and-last", |fold| repeat_first(fold, |said| publishes(said, retires)));
}

#[test]
fn a_removal_for_another_cause() {
    says("retirement-cause-is-so", |fold| {
        for (_, _, event) in events(fold) {
            if let Lifecycle::EntryRetired { cause, .. } = event {
                *cause = match *cause {
                    Cause::StartFailed => Cause::UnexpectedWorkerExit,
                    _ => Cause::StartFailed,
                };
            }
        }
    });
}

#[test]
fn an_exit_that_is_said_to_be_elsewhere() {
    says("proxy-exit-published-once", |fold| {
        for (_, _, event) in events(fold) {
            if let Lifecycle::EntryRetired { exit, .. } = event
                && matches!(exit, RetiredProxy::Here(_))
            {
                *exit = RetiredProxy::Elsewhere;
            }
        }
    });
}

#[test]
fn a_stop_that_ends_otherwise() {
    says("stop-result-is-so", |fold| {
        for (_, _, event) in events(fold) {
            if let Lifecycle::StopFinished { result, .. } = event
                && !matches!(result, StopResult::NeverBorn)
            {
                *result = StopResult::NeverBorn;
            }
        }
    });
}

#[test]
fn a_cancellation_without_its_first_half() {
    says("cancellation-is-a-pair", |fold| {
        drop_all(fold, |said| {
            publishes(said, |event| matches!(event, Lifecycle::OperationCancelled { .. }))
        });
    });
}

#[test]
fn a_shutdown_that_forgets_a_proxy() {
    says("shutdown-drains-each-entry-once", |fold| {
        if *fold.told == Told::Shutdown {
            drop_all(fold, |said| matches!(said, Said::ShutdownProxy { .. }));
        }
    });
}

#[test]
fn a_force_that_was_not() {
    says("forced-by-the-exact-deadline", |fold| {
        if let Verdict::ForcedRetirement { force: Force::DeadlineElapsed { at, .. } } = fold.verdict
        {
            *at = at.wrapping_add(1);
        }
    });
}

#[test]
fn an_unresolved_entry_that_is_classified_otherwise() {
    says("forced-retirement-classifies-entries", |fold| {
        for diagnostic in diagnostics(fold) {
            if let Diagnostic::ForcedRetirement { owed, .. } = diagnostic {
                owed.worker_result = !owed.worker_result;
            }
        }
    });
}
