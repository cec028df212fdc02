//! Laws about workers.

use super::*;

/// A creation with both its observations.
fn creation(ordinal: u64, submission: Submission) -> [Said; 3] {
    let creation = Id { issuer: 1, ordinal };
    [
        Said::CreateWorker { creation, submission },
        Said::ObserveWorkerCreation { creation },
        Said::ObserveWorkerExit { creation },
    ]
}

#[test]
fn a_second_creation_is_named() {
    bent("one-worker-at-a-time", |told, said, _, before| {
        if matches!(told, Told::ExitBeforeBirth { .. })
            && before.row == Row::Creating
            && said.is_empty()
        {
            said.extend(creation(1_000, Submission { worker: 1, plan: 2 }));
        }
    });
}

#[test]
fn a_successor_that_is_created_at_acceptance_is_named() {
    bent("predecessor-gone-before-creation", |told, said, _, before| {
        if let Told::Replace { submission, .. } = *told
            && before.row == Row::Ready
            && matches!(said[..], [Said::ShutdownWorker { .. }])
        {
            said.splice(0..0, creation(1_000, submission));
        }
    });
}

#[test]
fn a_creation_of_another_worker_is_named() {
    bent("creation-carries-the-accepted-submission", |_, said, _, _| {
        for said in said {
            if let Said::CreateWorker { submission, .. } = said {
                submission.worker += 1;
            }
        }
    });
}

#[test]
fn a_creation_number_that_is_issued_twice_is_named() {
    bent("correlation-is-fresh", |_, said, _, _| {
        for said in said {
            if let Said::CreateWorker { creation, .. }
            | Said::ObserveWorkerCreation { creation }
            | Said::ObserveWorkerExit { creation } = said
            {
                creation.ordinal = 1;
            }
        }
    });
}

#[test]
fn an_activation_number_of_another_proxy_is_named() {
    bent("correlation-is-fresh", |_, said, _, _| {
        for said in said {
            if let Said::BeginActivation { begin } = said {
                begin.activation.issuer = begin.activation.issuer.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_commit_without_an_initialization_is_named() {
    bent("initialization-follows-commit", |_, said, _, _| {
        said.retain(|said| !matches!(said, Said::InitializeWorker { .. }));
    });
}

#[test]
fn an_initialization_of_another_attempt_is_named() {
    bent("initialization-follows-commit", |_, said, _, _| {
        for said in said {
            if let Said::InitializeWorker { attempt, .. } = said {
                *attempt += 1;
            }
        }
    });
}

#[test]
fn a_begin_with_another_permit_is_named() {
    bent("begin-follows-initialization", |_, said, _, _| {
        for said in said {
            if let Said::BeginActivation { begin } = said {
                begin.permit += 1;
            }
        }
    });
}

#[test]
fn a_begin_after_the_exit_is_named() {
    bent("begin-follows-initialization", |told, said, _, before| {
        if let Told::Initialized { incarnation, permit, plan, .. } = *told
            && before.row == Row::Initializing
            && before.exit_kept
            && matches!(said[..], [] | [Said::Report { .. }])
        {
            let activation = Id { issuer: 1, ordinal: 1_000 };
            let begin = Begin { incarnation, activation, permit, plan };
            front(said, Said::BeginActivation { begin });
        }
    });
}

#[test]
fn a_second_cancel_is_named() {
    bent("one-cancel-in-shutdown", |_, said, _, _| {
        if let Some(cancel @ Said::CancelActivation { .. }) = said.first().copied() {
            front(said, cancel);
        }
    });
}

#[test]
fn a_second_shutdown_is_named() {
    bent("one-shutdown-of-a-living-worker", |_, said, _, _| {
        if let Some(shutdown @ Said::ShutdownWorker { .. }) = said.first().copied() {
            front(said, shutdown);
        }
    });
}

#[test]
fn a_shutdown_of_a_predecessor_again_is_named() {
    bent("one-shutdown-of-a-living-worker", |told, said, _, before| {
        if *told == Told::Shutdown && before.row == Row::StoppingForReplacement {
            front(said, Said::ShutdownWorker { incarnation: 1_000 });
        }
    });
}

#[test]
fn an_awaited_fact_that_is_rejected_is_named() {
    let answers = |told: &Told, before: &ProxyView| {
        let takes = before.row == Row::ActivationStarting && !before.exit_kept;
        let (kind, phase, fact) = (MissKind::Unexpected, ShownPhase::Activating, *told);
        let accepted = matches!(told, Told::StartAccepted { incarnation: 1_000, activation }
            if activation.ordinal == 1 && activation.issuer == 1);
        (takes && accepted).then_some(Said::Diagnostic { kind, phase, fact })
    };
    rejects(Checks::WITHOUT_ORACLE, "awaited-fact-is-taken", Defect { answers, ..Defect::NONE });
}

#[test]
fn a_fact_that_is_not_awaited_and_passed_over_is_named() {
    bent("unawaited-fact-is-rejected", |_, said, _, _| {
        said.retain(|said| !matches!(said, Said::Diagnostic { kind: MissKind::Unexpected, .. }));
    });
}
