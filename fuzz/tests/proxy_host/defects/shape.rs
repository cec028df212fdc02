//! Laws about the shape of a step.

use super::*;

#[test]
fn an_input_that_is_taken_after_the_end_is_named() {
    bent("handed-back-after-the-end", |_, _, verdict, _| {
        if *verdict == Verdict::HandedBack {
            *verdict = Verdict::Stopped { leftover: Leftover::Nothing };
        }
    });
}

#[test]
fn an_answer_after_the_end_is_named() {
    bent("handed-back-leaves-no-trace", |_, said, verdict, _| {
        if *verdict == Verdict::HandedBack {
            said.push(Said::ShutdownWorker { incarnation: 1_000 });
        }
    });
}

#[test]
fn an_end_without_a_verdict_is_named() {
    bent("verdict-names-end", |_, _, verdict, _| {
        if matches!(verdict, Verdict::Stopped { .. }) {
            *verdict = Verdict::Continue;
        }
    });
}

#[test]
fn disordered_lanes_are_named() {
    bent("lane-order", |told, said, _, _| {
        if *told == Told::Shutdown && said.len() > 1 {
            said.reverse();
        }
    });
}

#[test]
fn a_creation_that_nobody_watches_is_named() {
    bent("creation-observed", |_, said, _, _| {
        said.retain(|said| !matches!(said, Said::ObserveWorkerExit { .. }));
    });
}

#[test]
fn a_second_diagnostic_is_named() {
    bent("one-diagnostic-per-rejected-fact", |_, said, _, _| {
        if let [diagnostic @ Said::Diagnostic { .. }] = said[..] {
            said.push(diagnostic);
        }
    });
}

#[test]
fn a_diagnostic_of_another_fact_is_named() {
    bent("one-diagnostic-per-rejected-fact", |_, said, _, _| {
        for said in said {
            if let Said::Diagnostic { fact, .. } = said {
                *fact = Told::Shutdown;
            }
        }
    });
}

#[test]
fn a_rejected_fact_that_leads_to_an_action_is_named() {
    bent("rejected-fact-is-inert", |told, said, _, _| {
        if let Told::ExitAfterBirth { incarnation, .. } = *told
            && matches!(said[..], [Said::Diagnostic { .. }])
        {
            front(said, Said::ShutdownWorker { incarnation });
        }
    });
}

#[test]
fn a_foreign_fact_under_another_name_is_named() {
    bent("foreign-names-another-proxy", |_, said, _, _| {
        for said in said {
            if let Said::Diagnostic { kind: kind @ MissKind::Foreign, .. } = said {
                *kind = MissKind::Unknown;
            }
        }
    });
}

#[test]
fn a_foreign_fact_that_is_passed_over_is_named() {
    bent("foreign-names-another-proxy", |_, said, _, _| {
        said.retain(|said| !matches!(said, Said::Diagnostic { kind: MissKind::Foreign, .. }));
    });
}

#[test]
fn an_answer_that_names_another_phase_is_named() {
    bent("named-phase-is-shown-phase", |_, said, _, _| {
        for said in said {
            if let Said::Report { report: Report::Unavailable { phase, .. } } = said {
                *phase = ShownPhase::Ready;
            }
        }
    });
}

#[test]
fn a_refusal_that_names_another_phase_is_named() {
    bent("named-phase-is-shown-phase", |_, said, _, _| {
        for said in said {
            if let Said::Report {
                report: Report::Initial { outcome: InitialOutcome::Refused(refused), .. },
            } = said
            {
                refused.phase = ShownPhase::Dormant;
            }
        }
    });
}

#[test]
fn a_service_of_a_draining_proxy_is_named() {
    bent("drain-opens-nothing", |told, said, _, before| {
        if let Told::Service { sender, command } = *told
            && before.row == Row::DrainingWorker
        {
            *said = vec![Said::DeliverService { incarnation: 1_000, sender, command }];
        }
    });
}

#[test]
fn a_report_of_a_draining_proxy_is_named() {
    bent("drain-reports-little", |told, said, _, before| {
        if let Told::ExitAfterBirth { exit, .. } = *told
            && before.row == Row::DrainingWorker
            && said.is_empty()
        {
            let evidence = Id { issuer: 1, ordinal: 1 };
            said.push(Said::Report { report: Report::WorkerStopped { evidence, exit } });
        }
    });
}

#[test]
fn a_shutdown_that_closes_nothing_is_named() {
    shown("drain-is-final", |view| {
        if view.row == Row::FailingToStop {
            view.row = Row::Failing;
        }
    });
}
