//! Laws about restarts and about what a pool shows.

use super::*;

#[test]
fn a_restart_beyond_the_budget_is_named() {
    bent("restart-budget", |told, said, _, world| {
        let Told::Prepared { ticket, submission, .. } = *told else { return };
        let Some(Said::DeliverDiagnostic {
            diagnostic:
                Diagnostic::RoleFailed { role, failure: RoleFailure::BudgetExhausted { .. } },
            ..
        }) = said.first().copied()
        else {
            return;
        };
        let Some((_, _, evidence)) = world.workers.iter().rfind(|(_, of, _)| *of == role) else {
            return;
        };
        if world.setup.timing != actor_laws_fuzz::pool::observation::Timing::Immediate {
            return;
        }
        let child = Id { pool: world.setup.identity, ordinal: u64::MAX - 7 };
        let birth = Birth::Replacement { recovery: ticket, replaces: *evidence };
        *said = vec![
            Said::CreateWorker { role, child, birth, submission },
            Said::ObserveWorkerCreation { child },
            Said::ObserveWorkerStop { child },
        ];
    });
}

#[test]
fn a_timer_for_another_tick_is_named() {
    bent("one-timer-per-recovery", |_, said, _, _| {
        for said in said {
            if let Said::ScheduleRestart { deadline, .. } = said {
                *deadline = deadline.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_creation_from_another_submission_is_named() {
    bent("creation-after-timer", |_, said, _, _| {
        for said in said {
            if let Said::CreateWorker { birth: Birth::Replacement { .. }, submission, .. } = said {
                *submission += 1;
            }
        }
    });
}

#[test]
fn a_deadline_for_another_tick_is_named() {
    bent("one-drain-deadline", |_, said, _, _| {
        for said in said {
            if let Said::ScheduleDrainDeadline { deadline, .. } = said {
                *deadline = deadline.wrapping_add(1);
            }
        }
    });
}

#[test]
fn a_queue_beyond_every_bound_is_named() {
    shown("backlog-bound", |view, world| {
        if view.queue.len() > world.setup.backlog_capacity as usize / 2
            && let Some(last) = view.queue.last().copied()
        {
            view.queue.resize(64, last);
        }
    });
}

#[test]
fn a_disordered_queue_is_named() {
    shown("queue-ordered", |view, _| {
        view.queue.reverse();
    });
}

#[test]
fn an_idle_worker_beside_a_job_is_named() {
    shown("no-idle-beside-queue", |view, _| {
        if let ([_, ..], [first, ..]) = (&view.queue[..], &mut view.phases[..]) {
            *first = Phase::Idle;
        }
    });
}

#[test]
fn a_cursor_that_moves_by_itself_is_named() {
    shown("cursor-in-ring", |view, _| {
        if view.phases.contains(&Phase::Idle) {
            view.cursor = view.cursor.wrapping_add(1);
        }
    });
}

#[test]
fn a_worker_that_is_shown_as_idle_too_early_is_named() {
    shown("idle-means-ready", |view, _| {
        for phase in &mut view.phases {
            if *phase == Phase::Activating && view.queue.is_empty() {
                *phase = Phase::Idle;
            }
        }
    });
}
