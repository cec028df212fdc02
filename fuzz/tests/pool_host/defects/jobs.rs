//! Laws about jobs.

use super::*;

#[test]
fn an_answer_to_another_route_is_named() {
    bent("admission-echo", |_, said, _, _| {
        for said in said {
            if let Said::DeliverAdmission { route, .. } = said {
                *route = route.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_refusal_for_no_reason_is_named() {
    bent("refusal-reason", |_, said, _, _| {
        for said in said {
            if let Said::DeliverAdmission { outcome: Admission::Rejected { reason, .. }, .. } = said
                && *reason == AdmissionRefusal::BacklogFull
            {
                *reason = AdmissionRefusal::NoRecoverableWorkers;
            }
        }
    });
}

#[test]
fn a_job_beyond_the_backlog_is_named() {
    bent("backlog-admission", |_, said, _, world| {
        for said in said {
            if let Said::DeliverAdmission { outcome, .. } = said
                && let Admission::Rejected {
                    request, reason: AdmissionRefusal::BacklogFull, ..
                } = *outcome
            {
                let job = Id { pool: world.setup.identity, ordinal: u64::MAX };
                *outcome = Admission::Accepted { request, job };
            }
        }
    });
}

#[test]
fn a_job_that_ends_twice_is_named() {
    bent("one-terminal-outcome", |_, said, _, _| {
        let is_end = |said: &Said| {
            matches!(
                said,
                Said::DeliverCustomerTerminal { outcome: Terminal::Completed { .. }, .. }
            )
        };
        if let Some(place) = said.iter().position(is_end) {
            insert(said, place, said[place]);
        }
    });
}

#[test]
fn an_outcome_for_another_customer_is_named() {
    bent("outcome-owner", |_, said, _, _| {
        for said in said {
            if let Said::DeliverCustomerTerminal { route, .. } = said {
                *route = route.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_return_for_no_reason_is_named() {
    bent("outcome-place-and-reason", |_, said, _, _| {
        for said in said {
            if let Said::DeliverCustomerTerminal {
                outcome: Terminal::ReturnedQueued { reason, .. },
                ..
            } = said
            {
                *reason = QueuedReturn::NoRecoverableWorkers;
            }
        }
    });
}

#[test]
fn an_assigned_job_that_returns_as_another_roles_is_named() {
    bent("outcome-place-and-reason", |_, said, _, _| {
        for said in said {
            if let Said::DeliverCustomerTerminal {
                outcome: Terminal::ReturnedAssigned { role, .. },
                ..
            } = said
            {
                *role = role.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_completion_by_another_role_is_named() {
    bent("completion-authority", |_, said, _, _| {
        for said in said {
            if let Said::DeliverCustomerTerminal {
                outcome: Terminal::Completed { role, .. }, ..
            } = said
            {
                *role = role.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_completion_before_its_delivery_is_named() {
    bent("completion-authority", |told, said, verdict, world| {
        if let Told::Completed { child, completion } = *told
            && said.is_empty()
            && *verdict == Verdict::Continue
            && world.before.mode == Mode::Operating
        {
            let known = world.workers.iter().rfind(|(known, ..)| *known == child);
            let role = known.map_or(0, |(_, role, _)| *role);
            let job = Id { pool: world.setup.identity, ordinal: completion.assignment.ordinal };
            let outcome = Terminal::Completed { job, role, output: completion.output };
            said.push(Said::DeliverCustomerTerminal { route: 0, outcome });
        }
    });
}

/// The evidence that the worker was truly born with.
fn true_evidence(told: u32) -> u32 {
    told.wrapping_sub(1)
}

#[test]
fn a_completion_with_an_authority_of_other_evidence_is_named() {
    struct Overlooks;
    impl Defect for Overlooks {
        fn mistakes(told: &Told) -> Told {
            let mut told = *told;
            if let Told::Completed { completion, .. } = &mut told
                && completion.origin == Origin::Namesake
            {
                completion.evidence = true_evidence(completion.evidence);
            }
            told
        }
    }
    is_rejected_without_oracle::<Overlooks>("completion-authority");
}

#[test]
fn a_job_that_waits_again_for_a_command_of_other_evidence_is_named() {
    struct Overlooks;
    impl Defect for Overlooks {
        fn mistakes(told: &Told) -> Told {
            let mut told = *told;
            if let Told::DeliveryRejected { returned, .. } = &mut told
                && returned.origin == Origin::Namesake
            {
                returned.evidence = true_evidence(returned.evidence);
            }
            told
        }
    }
    is_rejected_by::<Overlooks>("retry-cause");
}

#[test]
fn jobs_that_overtake_are_named() {
    bent("admission-order", |_, said, _, _| {
        let places: Vec<usize> = (0..said.len())
            .filter(|place| {
                matches!(
                    said[*place],
                    Said::DeliverCustomerTerminal { outcome: Terminal::ReturnedQueued { .. }, .. }
                )
            })
            .collect();
        if let [first, .., last] = places[..] {
            said.swap(first, last);
        }
    });
}

#[test]
fn a_job_that_is_retried_under_fail_is_named() {
    struct Retries;
    impl Defect for Retries {
        fn understands(setup: &PoolSetup) -> PoolSetup {
            PoolSetup { interruption: Interruption::Retry, ..*setup }
        }
    }
    is_rejected_by::<Retries>("retry-cause");
}

#[test]
fn a_job_that_is_not_shown_is_named() {
    shown("accepted-jobs-balance", |view, _| {
        view.queue.pop();
    });
}

#[test]
fn a_job_that_a_shutdown_forgets_is_named() {
    bent("shutdown-returns-all", |_, said, _, _| {
        said.retain(|said| {
            !matches!(
                said,
                Said::DeliverCustomerTerminal {
                    outcome: Terminal::ReturnedAssigned {
                        reason: AssignedReturn::PoolShutdown,
                        ..
                    },
                    ..
                }
            )
        });
    });
}

#[test]
fn a_stranded_job_is_named() {
    bent("stranded-jobs-return", |_, said, _, _| {
        said.retain(|said| {
            !matches!(
                said,
                Said::DeliverCustomerTerminal {
                    outcome: Terminal::ReturnedQueued {
                        reason: QueuedReturn::NoRecoverableWorkers,
                        ..
                    },
                    ..
                }
            )
        });
    });
}
