//! Defects of the product's shape, of answers and of diagnostics.

use super::{diagnostics, drop_all, events, next, operates, publishes, repeat_first, reply};
use crate::bent::{says, says_against_oracle, shows};
use actor_laws_fuzz::supervisor::host::rejected_fact;
use actor_laws_fuzz::supervisor::observation::{
    Authority, Diagnostic, Lifecycle, Mode, Origin, Reply, Said, Shown, StartRefusal, Told, Verdict,
};

const SCHEDULE: fn(&Told) -> Said = |told| {
    let issuer = match told {
        Told::BirthCommitted { creation, .. } => creation.issuer,
        _ => 0,
    };
    let deadline = actor_laws_fuzz::supervisor::observation::Id { issuer, ordinal: 1 };
    Said::ScheduleDeadline { deadline, after: 1 }
};

#[test]
fn lanes_out_of_order() {
    says("lane-order", |fold| {
        if fold.said.len() > 1 {
            fold.said.reverse();
        }
    });
}

#[test]
fn others_before_their_turn() {
    says("entries-in-order-within-a-lane", |fold| {
        let first = fold.said.iter().position(|said| publishes(said, |_| true));
        if *fold.told == Told::Shutdown
            && let Some(first) = first
        {
            let last = fold.said.iter().rposition(|said| publishes(said, |_| true));
            fold.said[first..=last.unwrap_or(first)].reverse();
        }
    });
}

#[test]
fn a_creation_that_nobody_watches() {
    says("creation-observed", |fold| {
        drop_all(fold, |said| matches!(said, Said::ObserveProxyExit { .. }));
    });
}

#[test]
fn an_input_before_the_start_is_admitted() {
    says("handed-back-outside-life", |fold| {
        if fold.before.mode == Mode::Constructed && *fold.verdict == Verdict::HandedBack {
            *fold.verdict = Verdict::Continue;
        }
    });
}

#[test]
fn an_input_that_is_handed_back_leaves_a_trace() {
    says("handed-back-leaves-no-trace", |fold| {
        if *fold.verdict == Verdict::HandedBack {
            fold.said.push(SCHEDULE(fold.told));
        }
    });
}

#[test]
fn an_end_that_the_mode_does_not_show() {
    says("verdict-names-end", |fold| {
        if matches!(fold.told, Told::Query { .. }) && operates(fold) {
            *fold.verdict = Verdict::Stopped;
        }
    });
}

#[test]
fn a_rejected_fact_that_is_diagnosed_twice() {
    says("one-diagnostic-per-rejected-fact", |fold| {
        repeat_first(fold, |said| rejected_fact(said).is_some());
    });
}

#[test]
fn a_rejected_fact_that_has_an_effect() {
    says("rejected-fact-is-inert", |fold| {
        if fold.said.iter().any(|said| rejected_fact(said).is_some()) {
            fold.said.push(SCHEDULE(fold.told));
        }
    });
}

#[test]
fn a_diagnostic_that_goes_astray() {
    says("diagnostic-disposition", |fold| {
        for said in fold.said.iter_mut() {
            if let Said::DeliverDiagnostic { route, .. } = said {
                *route = route.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_draining_supervisor_that_opens_something() {
    says("drain-opens-nothing", |fold| {
        if fold.before.mode == Mode::Draining && *fold.verdict == Verdict::Continue {
            fold.said.push(SCHEDULE(fold.told));
        }
    });
}

#[test]
fn an_authorization_in_the_fold_that_shuts_down() {
    says("no-authorization-in-shutdown", |fold| {
        let Told::BirthRejected { .. } = fold.told else { return };
        let begins = fold.before.mode == Mode::Operating && fold.after.mode == Mode::Draining;
        let submission = events(fold).find_map(|(_, _, event)| match event {
            Lifecycle::StartFailed { operation, present: Some(submission), .. } => {
                Some((*operation, *submission))
            }
            _ => None,
        });
        if let Some((operation, submission)) = submission.filter(|_| begins) {
            let change = actor_laws_fuzz::supervisor::observation::Change::Start;
            let input = actor_laws_fuzz::supervisor::observation::Input {
                proxy: 1,
                change,
                operation,
                submission,
            };
            fold.said.insert(0, Said::InstallInitial { input });
        }
    });
}

#[test]
fn a_lifecycle_value_on_another_route() {
    says("one-lifecycle-route", |fold| {
        for said in fold.said.iter_mut() {
            if let Said::Lifecycle { route, .. } = said {
                *route = route.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_correlation_that_is_issued_again() {
    says("correlations-fresh", |fold| {
        for said in fold.said.iter_mut() {
            if let Said::DeliverDiagnostic { correlation, .. } = said {
                correlation.ordinal = 1;
            }
        }
    });
}

#[test]
fn a_command_without_an_answer() {
    says("command-answered-once", |fold| {
        if matches!(fold.told, Told::Query { .. }) {
            drop_all(fold, |said| matches!(said, Said::Reply { .. }));
        }
    });
}

#[test]
fn an_acceptance_of_another_key() {
    says("acceptance-reserves-all", |fold| {
        if let Some(Reply::StartAccepted { key, .. }) = reply(fold) {
            *key = key.wrapping_add(1);
        }
    });
}

#[test]
fn a_refusal_whose_reason_is_not_so() {
    says("refusal-reason-is-so", |fold| {
        if let Some(Reply::StartRejected { reason, .. }) = reply(fold)
            && *reason == StartRefusal::AlreadyExists
        {
            *reason = StartRefusal::AtCapacity;
        }
    });
}

#[test]
fn a_query_that_shows_another_phase() {
    says("query-is-read-only", |fold| {
        if let Some(Reply::Known { phase, .. }) = reply(fold) {
            *phase = match *phase {
                Shown::CreatingProxy => Shown::Empty,
                _ => Shown::CreatingProxy,
            };
        }
    });
}

#[test]
fn a_stale_cancel_that_is_called_draining() {
    says("cancel-is-exact", |fold| {
        if let Some(reply) = reply(fold)
            && let Reply::Stale { authority } = *reply
        {
            *reply = Reply::Draining { authority };
        }
    });
}

#[test]
fn a_refused_command_that_changes_what_is_shown() {
    shows("refused-command-is-inert", |view, told| {
        if matches!(told, Told::Stop { .. })
            && view.mode == Mode::Draining
            && let Some(entry) = view.entries.first_mut()
        {
            entry.key = entry.key.wrapping_add(1);
        }
    });
}

#[test]
fn a_second_start_of_a_key() {
    says("one-mutation-per-entry", |fold| {
        let Told::Start { key, .. } = *fold.told else { return };
        if let Some(reply) = reply(fold)
            && matches!(reply, Reply::StartRejected { reason: StartRefusal::AlreadyExists, .. })
        {
            let operation = actor_laws_fuzz::supervisor::observation::Id { issuer: 0, ordinal: 1 };
            let cancel = Authority { origin: Origin::Own, key, operation };
            *reply = Reply::StartAccepted { key, cancel };
        }
    });
}

#[test]
fn a_diagnostic_that_is_not_so() {
    says("diagnostic-is-whole-and-so", |fold| {
        for diagnostic in diagnostics(fold) {
            if let Diagnostic::InputRejected { reason, .. } = diagnostic {
                *reason = reason.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_correlation_that_only_the_oracle_knows() {
    says_against_oracle("oracle-actions", |fold| {
        for said in fold.said.iter_mut() {
            if let Said::DeliverDiagnostic { correlation, .. } = said {
                *correlation = next(*correlation);
            }
        }
    });
}
