//! The oracle's own laws, and the shape of a step.

use super::*;
use actor_laws_fuzz::pool::law::catalogue::{
    DETERMINISM, NO_PANIC, ORACLE_ACTIONS, ORACLE_CONSTRUCTION, ORACLE_STATE, ORACLE_VERDICT,
};

#[test]
fn a_construction_that_fails_for_another_reason_is_named() {
    struct Bent;
    impl Defect for Bent {
        fn construct(setup: &PoolSetup) -> Option<ConstructionFailure> {
            (setup.activation_limit == 0).then_some(ConstructionFailure::ZeroDeadline)
        }
    }
    is_rejected_by::<Bent>(ORACLE_CONSTRUCTION);
}

#[test]
fn a_forgotten_shutdown_is_named() {
    bent(ORACLE_ACTIONS, |_, said, _, _| {
        said.retain(|said| !matches!(said, Said::ShutdownWorker { .. }));
    });
}

#[test]
fn a_wrong_reason_in_a_diagnostic_is_named() {
    bent(ORACLE_ACTIONS, |_, said, _, _| {
        for said in said {
            if let Said::DeliverDiagnostic {
                diagnostic:
                    Diagnostic::RoleFailed {
                        failure: RoleFailure::CreationRejected { reason, .. }, ..
                    },
                ..
            } = said
            {
                *reason = reason.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_contradiction_that_forgets_whom_its_stop_named_is_named() {
    bent(ORACLE_ACTIONS, |_, said, _, _| {
        for said in said {
            if let Some(kept) = contradicting_stop(said) {
                kept.worker.evidence = 0;
            }
        }
    });
}

/// The stop that a rejected birth of an operating pool contradicts.
fn contradicting_stop(said: &mut Said) -> Option<&mut KeptStop> {
    let (Said::DeliverDiagnostic { diagnostic, .. }
    | Said::TransferTerminalDiagnostic { diagnostic }) = said
    else {
        return None;
    };
    let Diagnostic::RoleFailed { failure: RoleFailure::CreationRejected { stop, .. }, .. } =
        diagnostic
    else {
        return None;
    };
    stop.as_mut()
}

#[test]
fn a_step_that_pretends_to_be_undone_is_named() {
    bent(ORACLE_VERDICT, |told, _, verdict, world| {
        if world.before.mode == Mode::Draining && *told == Told::Shutdown {
            *verdict = Verdict::Unwound;
        }
    });
}

#[test]
fn a_source_that_is_shown_as_lent_is_named() {
    shown(ORACLE_STATE, |view, _| {
        view.source_home = false;
    });
}

#[test]
fn a_twin_that_says_something_else_is_named() {
    bent(DETERMINISM, |_, said, _, world| {
        if world.seat == Origin::Twin {
            said.retain(|said| !matches!(said, Said::InitializeWorker { .. }));
        }
    });
}

#[test]
fn a_panic_is_named() {
    struct Panics;
    impl Defect for Panics {
        fn ignores(told: &Told, _: &World) -> bool {
            // Without a message on the terminal.
            if matches!(told, Told::Ready { .. }) {
                std::panic::resume_unwind(Box::new("the machine gave up"));
            }
            false
        }
    }
    is_rejected_by::<Panics>(NO_PANIC);
}

// Shape.

#[test]
fn an_ended_pool_that_takes_input_is_named() {
    bent("handed-back-outside-life", |_, _, verdict, world| {
        if *verdict == Verdict::HandedBack && world.before.mode == Mode::Stopped {
            *verdict = Verdict::Continue;
        }
    });
}

#[test]
fn a_pool_that_starts_with_anything_is_named() {
    bent("handed-back-outside-life", |_, _, verdict, world| {
        if world.before.mode == Mode::Constructed && *verdict == Verdict::HandedBack {
            *verdict = Verdict::Continue;
        }
    });
}

#[test]
fn an_undone_step_that_speaks_is_named() {
    bent("undone-step-leaves-no-trace", |_, said, verdict, _| {
        if *verdict == Verdict::Unwound {
            let child = Id { pool: 1, ordinal: 1 };
            said.push(Said::CancelWorkerActivation { child, ticket: child });
        }
    });
}

#[test]
fn a_verdict_without_an_end_is_named() {
    bent("verdict-names-end", |told, _, verdict, _| {
        if matches!(told, Told::ShutdownAccepted { .. }) {
            *verdict = Verdict::Stopped;
        }
    });
}

#[test]
fn a_disordered_product_is_named() {
    bent("lane-order", |_, said, _, _| {
        said.reverse();
    });
}

#[test]
fn an_unobserved_creation_is_named() {
    bent("creation-observed", |_, said, _, _| {
        let is_observation = |said: &Said| matches!(said, Said::ObserveWorkerStop { .. });
        if let Some(place) = said.iter().position(is_observation) {
            said.remove(place);
        }
    });
}

#[test]
fn a_fact_that_is_diagnosed_twice_is_named() {
    bent("one-diagnostic-per-rejected-fact", |_, said, _, _| {
        if let Some(Said::DeliverDiagnostic { route, correlation, diagnostic }) =
            said.last().copied()
            && let Diagnostic::RejectedFact { .. } = diagnostic
        {
            let correlation = next(correlation);
            said.push(Said::DeliverDiagnostic { route, correlation, diagnostic });
        }
    });
}

#[test]
fn a_rejected_fact_with_an_effect_is_named() {
    bent("rejected-fact-is-inert", |told, said, _, _| {
        let is_rejection = |said: &Said| {
            matches!(said,
            Said::DeliverDiagnostic { diagnostic: Diagnostic::RejectedFact { fact, .. }, .. }
                if fact == told)
        };
        if said.len() == 1 && is_rejection(&said[0]) {
            let child = Id { pool: 1, ordinal: 1 };
            insert(said, 0, Said::CancelWorkerActivation { child, ticket: child });
        }
    });
}

#[test]
fn a_diagnostic_to_another_route_is_named() {
    bent("diagnostic-disposition", |_, said, _, _| {
        for said in said {
            if let Said::DeliverDiagnostic { route, .. } = said {
                *route = route.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_drain_that_opens_something_is_named() {
    bent("drain-opens-nothing", |_, said, _, world| {
        if world.before.mode == Mode::Draining && said.is_empty() {
            let (ticket, role) = (Id { pool: 1, ordinal: 1 }, world.setup.roles[0]);
            said.push(Said::PrepareWorker { ticket, role, source: 0 });
        }
    });
}

#[test]
fn a_dispatch_beside_a_shutdown_is_named() {
    bent("no-dispatch-in-shutdown", |told, said, _, world| {
        if world.before.mode == Mode::Operating && *told == Told::Shutdown {
            let id = Id { pool: world.setup.identity, ordinal: 1 };
            let command = Command {
                origin: Origin::Own,
                assignment: id,
                child: id,
                evidence: 1,
                execution: 9,
            };
            let place = before(said, |said| {
                !matches!(
                    said,
                    Said::CancelWorkerActivation { .. } | Said::DeliverCustomerTerminal { .. }
                )
            });
            insert(said, place, Said::DeliverAssignment { child: id, assignment: id, command });
        }
    });
}

#[test]
fn a_residual_that_hides_a_member_is_named() {
    bent("forced-residual-complete", |_, said, _, _| {
        if let Some(Said::ResidualMember { .. }) = said.last() {
            said.pop();
        }
    });
}
