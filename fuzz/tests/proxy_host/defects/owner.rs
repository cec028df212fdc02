//! Laws about clients and the owner.

use super::*;

#[test]
fn a_command_without_an_answer_is_named() {
    bent("service-answered-once", |told, said, _, _| {
        if matches!(told, Told::Service { .. }) {
            said.clear();
        }
    });
}

#[test]
fn a_command_that_comes_back_changed_is_named() {
    bent("service-answered-once", |_, said, _, _| {
        for said in said {
            if let Said::Report { report: Report::Unavailable { command, .. } } = said {
                *command += 1;
            }
        }
    });
}

#[test]
fn a_command_to_another_worker_is_named() {
    bent("service-to-the-ready-worker-only", |_, said, _, _| {
        for said in said {
            if let Said::DeliverService { incarnation, .. } = said {
                *incarnation += 1;
            }
        }
    });
}

#[test]
fn a_command_before_ready_is_named() {
    bent("service-to-the-ready-worker-only", |told, said, _, before| {
        if let Told::Service { sender, command } = *told
            && before.row == Row::Activating
        {
            *said = vec![Said::DeliverService { incarnation: 1_000, sender, command }];
        }
    });
}

#[test]
fn a_change_that_is_taken_without_an_answer_is_named() {
    bent("change-taken-in-its-rows", |told, said, _, before| {
        if matches!(told, Told::InstallInitial { .. }) && before.row == Row::Ready {
            said.clear();
        }
    });
}

#[test]
fn a_refusal_for_another_reason_is_named() {
    bent("change-taken-in-its-rows", |_, said, _, _| {
        for said in said {
            if let Said::Report {
                report: Report::Replacement { outcome: ReplacementOutcome::Refused(refused), .. },
            } = said
            {
                refused.creation = Some(Unavailable::Exhausted);
            }
        }
    });
}

#[test]
fn an_outcome_under_another_ticket_is_named() {
    bent("change-answered-once", |_, said, _, _| {
        for said in said {
            if let Said::Report {
                report: Report::Initial { ticket, outcome: InitialOutcome::Resolved(_) },
            } = said
            {
                ticket.ordinal += 1;
            }
        }
    });
}

#[test]
fn a_second_outcome_is_named() {
    bent("change-answered-once", |_, said, _, _| {
        if let [first] = said[..]
            && outcome(&mut said[0]).is_some()
        {
            said.push(first);
        }
    });
}

#[test]
fn a_refusal_that_returns_another_submission_is_named() {
    bent("change-answered-once", |_, said, _, _| {
        for said in said {
            if let Said::Report {
                report: Report::Initial { outcome: InitialOutcome::Refused(refused), .. },
            } = said
            {
                refused.submission.plan += 1;
            }
        }
    });
}

#[test]
fn a_refusal_with_an_effect_is_named() {
    bent("refusal-changes-nothing", |told, said, _, before| {
        if matches!(told, Told::Replace { .. }) && before.row == Row::Initializing {
            front(said, Said::ShutdownWorker { incarnation: 1_000 });
        }
    });
}

#[test]
fn an_exit_of_a_ready_worker_that_is_passed_over_is_named() {
    bent("ready-worker-stop-reported-once", |_, said, _, _| {
        said.retain(|said| !matches!(said, Said::Report { report: Report::WorkerStopped { .. } }));
    });
}

#[test]
fn a_stop_of_another_worker_is_named() {
    bent("ready-worker-stop-reported-once", |_, said, _, _| {
        for said in said {
            if let Said::Report { report: Report::WorkerStopped { evidence, .. } } = said {
                evidence.ordinal += 1;
            }
        }
    });
}

#[test]
fn a_replacement_that_is_called_cancelled_is_named() {
    bent("cancelled-before-birth-only", |_, said, _, _| {
        for said in said {
            if let Said::Report { report: Report::Replacement { outcome, .. } } = said
                && let ReplacementOutcome::Resolved { predecessor, successor } = outcome
                && let StartOutcome::CreationRejected(unborn) = successor
            {
                *outcome = ReplacementOutcome::CancelledBeforeBirth {
                    predecessor: predecessor.evidence,
                    submission: unborn.submission,
                };
            }
        }
    });
}

#[test]
fn an_outcome_without_a_creation_is_named() {
    bent("outcome-is-of-a-worker", |told, said, _, before| {
        if let Told::InstallInitial { ticket, submission } = *told
            && before.row == Row::Dormant
        {
            let why = CreationRefusal { by: Refuser::Host, reason: 7 };
            let unborn = Unborn { submission, why, early_exit: None };
            let outcome = InitialOutcome::Resolved(StartOutcome::CreationRejected(unborn));
            *said = vec![Said::Report { report: Report::Initial { ticket, outcome } }];
        }
    });
}
