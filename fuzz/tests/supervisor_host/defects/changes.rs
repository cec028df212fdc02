//! Defects of worker changes: creations, authorizations, and how changes end.

use super::{drop_all, events, publishes, repeat_first, reply};
use crate::bent::{is_built, says};
use actor_laws_fuzz::supervisor::observation::{
    CancelledWorker, Change, EntryPhase, ExitPolicy, Failure, Id, InitialOutcome, Input,
    InterruptedWorker, Lifecycle, ReplacementOutcome, Reply, Report, Said, ShownPhase,
    StartOutcome, Submission, Told,
};
use std::cell::RefCell;

#[test]
fn a_creation_that_nobody_started() {
    says("creation-follows-start", |fold| {
        let Told::BirthCommitted { creation, .. } = *fold.told else { return };
        let mut generation = creation;
        generation.ordinal = creation.ordinal.wrapping_add(1_000);
        let creation = generation;
        let unwatched = Said::CreateProxy { creation, generation };
        let all = [
            unwatched,
            Said::ObserveProxyCreation { creation },
            Said::ObserveProxyExit { creation },
        ];
        if fold.said.iter().any(|said| matches!(said, Said::InstallInitial { .. })) {
            fold.said.splice(0..0, all);
        }
    });
}

#[test]
fn a_worker_that_goes_out_twice() {
    says("worker-transferred-once", |fold| {
        repeat_first(fold, |said| matches!(said, Said::InstallInitial { .. }));
    });
}

#[test]
fn one_input_more_than_the_limit() {
    is_built("activation-limit", |setup| setup.activations += 1);
}

#[test]
fn a_slot_that_is_never_used() {
    is_built("no-free-slot-beside-waiting", |setup| {
        setup.activations = setup.activations.saturating_sub(1).max(1);
    });
}

thread_local! {
    /// The submission of each accepted start of the run.
    static SUBMISSIONS: RefCell<Vec<(Id, Submission)>> = const { RefCell::new(Vec::new()) };
}

/// The last of those that wait goes before the first.
#[test]
fn authorizations_out_of_order() {
    says("lowest-operation-authorized-first", |fold| {
        if *fold.told == Told::Initialize {
            SUBMISSIONS.take();
        }
        if let (Told::Start { submission, .. }, Some(Reply::StartAccepted { cancel, .. })) =
            (*fold.told, reply(fold).copied())
        {
            SUBMISSIONS.with_borrow_mut(|known| known.push((cancel.operation, submission)));
        }
        let last = fold.after.entries.iter().rev().find_map(|entry| match entry.phase {
            EntryPhase::StartWaiting { operation } => Some((entry.proxy?, operation)),
            _ => None,
        });
        let Some((proxy, operation)) = last else { return };
        let submission = SUBMISSIONS.with_borrow(|known| {
            known.iter().find(|(known, _)| *known == operation).map(|(_, submission)| *submission)
        });
        for said in fold.said.iter_mut() {
            if let (Said::InstallInitial { input }, Some(submission)) = (said, submission) {
                *input = Input { proxy, change: Change::Start, operation, submission };
            }
        }
    });
}

#[test]
fn a_proxy_that_is_asked_twice() {
    says("proxy-asked-once", |fold| {
        repeat_first(fold, |said| matches!(said, Said::ShutdownProxy { .. }));
    });
}

#[test]
fn a_deadline_of_another_length() {
    says("drain-deadline-once", |fold| {
        for said in fold.said.iter_mut() {
            if let Said::ScheduleDeadline { after, .. } = said {
                *after = after.wrapping_add(1);
            }
        }
    });
}

/// A cancelled or failed start that is published as started.
#[test]
fn a_start_that_is_realized_by_a_failure() {
    says("realized-only-by-readiness", |fold| {
        let Told::Report { proxy, report: Report::Initial { ticket, outcome } } = *fold.told else {
            return;
        };
        for (_, _, event) in events(fold) {
            if matches!(event, Lifecycle::StartFailed { .. }) {
                *event = Lifecycle::Started { operation: ticket, proxy, outcome };
            }
        }
    });
}

#[test]
fn a_change_that_ends_twice() {
    says("change-ends-once", |fold| {
        repeat_first(fold, |said| {
            publishes(said, |event| matches!(event, Lifecycle::StartFailed { .. }))
        });
    });
}

#[test]
fn a_failure_whose_reason_is_not_so() {
    says("failure-reason-is-so", |fold| {
        for (_, _, event) in events(fold) {
            if let Lifecycle::StartFailed { reason, .. } = event {
                *reason = match *reason {
                    Failure::ProxyDied => Failure::InputRejected,
                    _ => Failure::ProxyDied,
                };
            }
        }
    });
}

#[test]
fn an_interruption_that_hides_the_result() {
    says("interruption-tells-the-result", |fold| {
        for (_, _, event) in events(fold) {
            if let Lifecycle::WorkerChangeInterrupted { worker, .. } = event
                && matches!(worker, InterruptedWorker::Late { .. })
            {
                *worker = InterruptedWorker::Transferred;
            }
        }
    });
}

#[test]
fn a_cancellation_that_hides_the_result() {
    says("cancellation-keeps-the-result", |fold| {
        for (_, _, event) in events(fold) {
            if let Lifecycle::OperationCancelled { result, .. } = event
                && matches!(result, CancelledWorker::Resolved { .. })
            {
                *result = CancelledWorker::InputRejected;
            }
        }
    });
}

#[test]
fn an_unexpected_stop_under_the_other_policy() {
    is_built("unexpected-stop-follows-policy", |setup| {
        setup.unexpected_exit = match setup.unexpected_exit {
            ExitPolicy::KeepEmpty => ExitPolicy::Retire,
            ExitPolicy::Retire => ExitPolicy::KeepEmpty,
        };
    });
}

#[test]
fn an_unavailable_command_in_another_phase() {
    says("unavailable-command-published", |fold| {
        for (_, _, event) in events(fold) {
            if let Lifecycle::CommandUnavailable { phase, .. } = event {
                *phase = match *phase {
                    ShownPhase::Dormant => ShownPhase::Empty,
                    _ => ShownPhase::Dormant,
                };
            }
        }
    });
}

#[test]
fn a_service_behind_another_proxy() {
    says("one-stable-proxy-per-entry", |fold| {
        for (_, _, event) in events(fold) {
            if let Lifecycle::Started { proxy, .. } | Lifecycle::Replaced { proxy, .. } = event {
                *proxy = proxy.wrapping_add(1);
            }
        }
    });
}

/// An outcome of a cancelled change that is hidden loses what it brought.
#[test]
fn an_unavailable_command_that_is_lost() {
    says("custody-kept", |fold| {
        drop_all(fold, |said| {
            publishes(said, |event| matches!(event, Lifecycle::CommandUnavailable { .. }))
        });
    });
}

/// A wrong fact that is taken in silence.
#[test]
fn a_fact_that_nobody_waits_for_is_taken() {
    says("only-owed-facts-are-taken", |fold| {
        let outcome = match *fold.told {
            Told::Report { report: Report::Initial { outcome, .. }, .. } => {
                matches!(outcome, InitialOutcome::Resolved(StartOutcome::Ready { .. }))
            }
            Told::Report { report: Report::Replacement { outcome, .. }, .. } => {
                matches!(outcome, ReplacementOutcome::Resolved { .. })
            }
            _ => false,
        };
        if outcome {
            drop_all(fold, |said| actor_laws_fuzz::supervisor::host::rejected_fact(said).is_some());
        }
    });
}
