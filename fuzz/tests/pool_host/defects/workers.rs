//! Laws about workers.

use super::*;

#[test]
fn a_correlation_that_is_issued_twice_is_named() {
    bent("fresh-correlations", |_, said, _, _| {
        for said in said {
            if let Said::DeliverAdmission { outcome: Admission::Accepted { job, .. }, .. } = said {
                job.ordinal = 1;
            }
        }
    });
}

#[test]
fn a_foreign_correlation_is_named() {
    bent("fresh-correlations", |_, said, _, _| {
        for said in said {
            if let Said::BeginWorkerActivation { ticket, .. } = said {
                ticket.pool = ticket.pool.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_disordered_roster_is_named() {
    bent("roster-in-order", |told, said, _, world| {
        if *told == Told::Initialize && world.setup.role_count > 1 && said.len() > 1 {
            let roles = world.setup.roles;
            for (said, role) in said.iter_mut().zip([roles[1], roles[0]]) {
                if let Said::CreateWorker { role: place, .. } = said {
                    *place = role;
                }
            }
        }
    });
}

#[test]
fn a_creation_without_its_recovery_is_named() {
    bent("one-creation-per-recovery", |_, said, _, _| {
        for said in said {
            if let Said::CreateWorker { birth: Birth::Replacement { replaces, .. }, .. } = said {
                *replaces = replaces.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_second_recovery_of_one_stop_is_named() {
    bent("one-recovery-per-stop", |_, said, _, _| {
        let is_preparation = |said: &Said| matches!(said, Said::PrepareWorker { .. });
        if let Some(place) = said.iter().position(is_preparation)
            && let Said::PrepareWorker { ticket, role, source } = said[place]
        {
            let ticket = next(ticket);
            insert(said, place + 1, Said::PrepareWorker { ticket, role, source });
        }
    });
}

#[test]
fn an_initialization_of_another_attempt_is_named() {
    bent("initialization-follows-commit", |_, said, _, _| {
        for said in said {
            if let Said::InitializeWorker { attempt, .. } = said {
                *attempt = attempt.wrapping_add(1);
            }
        }
    });
}

#[test]
fn one_activation_too_many_is_named() {
    bent("activation-limit", |_, said, _, _| {
        let is_begin = |said: &Said| matches!(said, Said::BeginWorkerActivation { .. });
        if let Some(place) = said.iter().position(is_begin)
            && let Said::BeginWorkerActivation { child, ticket, permit, plan } = said[place]
        {
            let ticket = next(ticket);
            insert(said, place + 1, Said::BeginWorkerActivation { child, ticket, permit, plan });
        }
    });
}

#[test]
fn a_second_cancellation_is_named() {
    bent("one-cancel-per-ticket", |_, said, _, _| {
        let is_cancel = |said: &Said| matches!(said, Said::CancelWorkerActivation { .. });
        if let Some(place) = said.iter().position(is_cancel) {
            insert(said, place, said[place]);
        }
    });
}

#[test]
fn a_second_shutdown_request_is_named() {
    bent("one-shutdown-per-worker", |_, said, _, _| {
        let is_shutdown = |said: &Said| matches!(said, Said::ShutdownWorker { .. });
        if let Some(place) = said.iter().position(is_shutdown)
            && let Said::ShutdownWorker { child, shutdown } = said[place]
        {
            let shutdown = ShutdownRef { id: next(shutdown.id), ..shutdown };
            insert(said, place + 1, Said::ShutdownWorker { child, shutdown });
        }
    });
}

#[test]
fn a_shutdown_of_the_wrong_birth_is_named() {
    bent("one-shutdown-per-worker", |_, said, _, _| {
        for said in said {
            if let Said::ShutdownWorker { shutdown: ShutdownRef { worker, .. }, .. } = said {
                let evidence = worker.evidence.wrapping_add(1);
                *worker = Worker { evidence, ..*worker };
            }
        }
    });
}

/// Gives the first assignment to another worker.
fn divert(said: &mut [Said], world: &World, wanted: impl Fn(Phase) -> bool) {
    let is_assignment = |said: &&mut Said| matches!(said, Said::DeliverAssignment { .. });
    let Some(Said::DeliverAssignment { child, command, .. }) = said.iter_mut().find(is_assignment)
    else {
        return;
    };
    if let Some((other, _, evidence)) = world.worker_in(wanted) {
        *child = other;
        *command = Command { child: other, evidence, ..*command };
    }
}

#[test]
fn an_assignment_to_a_starting_worker_is_named() {
    bent("assign-ready-only", |_, said, _, world| {
        divert(said, world, |phase| phase == Phase::Initializing);
    });
}

#[test]
fn an_assignment_to_a_busy_worker_is_named() {
    bent("one-assignment-per-worker", |told, said, _, world| {
        if matches!(told, Told::Submit { .. }) {
            divert(said, world, |phase| phase == Phase::BusyDelivering);
        }
    });
}

#[test]
fn an_assignment_past_the_cursor_is_named() {
    bent("cursor-order", |told, said, _, world| {
        let count = world.before.members().len();
        let cursor = usize::from(world.before.cursor);
        let idle: Vec<usize> = (0..count)
            .map(|step| (cursor + step) % count)
            .filter(|position| world.before.phases[*position] == Phase::Idle)
            .collect();
        if let (Told::Submit { .. }, [_, second, ..]) = (told, &idle[..])
            && let Some((second, ..)) = world.worker_at(*second)
        {
            divert(said, world, |_| true);
            for said in said {
                if let Said::DeliverAssignment { child, command, .. } = said {
                    let evidence = world
                        .workers
                        .iter()
                        .rfind(|(known, ..)| *known == second)
                        .map_or(0, |w| w.2);
                    *child = second;
                    *command = Command { child: second, evidence, ..*command };
                }
            }
        }
    });
}
