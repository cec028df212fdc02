//! Each law is made to fail once, by a machine with a defect, and the verdict carries its name.

use crate::machine::{Defect, OraclePool, World};
use actor_laws_fuzz::law::catalogue::{self, ORACLE_ACTIONS, ORACLE_CONSTRUCTION, ORACLE_STATE};
use actor_laws_fuzz::law::catalogue::{DETERMINISM, NO_PANIC, ORACLE_VERDICT};
use actor_laws_fuzz::observation::pool::{
    Admission, AdmissionRefusal, AssignedReturn, Birth, Command, ConstructionFailure, Diagnostic,
    Id, Mode, Origin, Phase, PoolSetup, PoolView, QueuedReturn, QueuedView, RoleFailure, Said,
    ShutdownRef, Terminal, Told, Verdict, Worker,
};
use actor_laws_fuzz::run::{Judgement, Runner};
use actor_laws_fuzz::target::TARGETS;

/// Seeds that a defect may take to show itself, on each target.
const SEEDS: u64 = 4_000;

/// The first failure of a machine with this defect is of this law.
pub(crate) fn is_rejected_by<D: Defect>(law: &str) {
    rejects::<D>(Judgement::WithOracle, law);
}

/// The same, where no oracle judges.
pub(crate) fn is_rejected_without_oracle<D: Defect>(law: &str) {
    rejects::<D>(Judgement::LawsAlone, law);
}

fn rejects<D: Defect>(judgement: Judgement, law: &str) {
    assert!(catalogue::find(law).is_some(), "`{law}` is not in the catalogue");
    let mut runner = Runner::<OraclePool<D>>::of_machine().judged(judgement);
    let mut bytes = Vec::new();
    for seed in 0..SEEDS {
        for target in &TARGETS {
            target.generate(seed, &mut bytes);
            if let Err(failure) = runner.run(target, &bytes) {
                let trace = || runner_trace::<D>(judgement, target, &bytes);
                assert_eq!(failure.law, law, "{} seed {seed}: {failure}\n{}", target.name, trace());
                return;
            }
        }
    }
    panic!("the defect never showed itself; `{law}` was to name it");
}

fn runner_trace<D: Defect>(
    judgement: Judgement,
    target: &'static actor_laws_fuzz::target::Target,
    bytes: &[u8],
) -> String {
    let mut runner = Runner::<OraclePool<D>>::of_machine().judged(judgement);
    runner.trace(target, bytes).to_string()
}

fn next(id: Id) -> Id {
    Id { ordinal: id.ordinal.wrapping_add(1_000), ..id }
}

/// Puts an action where its lane begins.
fn insert(said: &mut Vec<Said>, place: usize, action: Said) {
    said.insert(place.min(said.len()), action);
}

/// The place before the first action that `is_later` accepts.
fn before(said: &[Said], is_later: impl Fn(&Said) -> bool) -> usize {
    said.iter().position(is_later).unwrap_or(said.len())
}

/// A test whose machine bends what is said.
macro_rules! bends {
    ($test:ident, $law:expr, |$told:ident, $said:ident, $verdict:ident, $world:ident| $body:block) => {
        #[test]
        #[allow(unused_variables, reason = "a defect looks at what it needs")]
        fn $test() {
            struct Bent;
            impl Defect for Bent {
                fn bend(
                    $told: &Told,
                    $said: &mut Vec<Said>,
                    $verdict: &mut Verdict,
                    $world: &World,
                ) {
                    $body
                }
            }
            is_rejected_by::<Bent>($law);
        }
    };
}

/// A test whose machine bends what it shows.
macro_rules! shows {
    ($test:ident, $law:expr, |$view:ident, $world:ident| $body:block) => {
        #[test]
        #[allow(unused_variables, reason = "a defect looks at what it needs")]
        fn $test() {
            struct Bent;
            impl Defect for Bent {
                fn show($view: &mut PoolView, $world: &World) {
                    $body
                }
            }
            is_rejected_by::<Bent>($law);
        }
    };
}

// The oracle's own laws name what no other law sees.

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

bends!(a_forgotten_shutdown_is_named, ORACLE_ACTIONS, |told, said, verdict, world| {
    said.retain(|said| !matches!(said, Said::ShutdownWorker { .. }));
});

bends!(a_wrong_reason_in_a_diagnostic_is_named, ORACLE_ACTIONS, |told, said, verdict, world| {
    for said in said {
        if let Said::DeliverDiagnostic {
            diagnostic:
                Diagnostic::RoleFailed { failure: RoleFailure::CreationRejected { reason, .. }, .. },
            ..
        } = said
        {
            *reason = reason.wrapping_add(1);
        }
    }
});

bends!(a_step_that_pretends_to_be_undone_is_named, ORACLE_VERDICT, |told, said, verdict, world| {
    if world.before.mode == Mode::Draining && *told == Told::Shutdown {
        *verdict = Verdict::Unwound;
    }
});

shows!(a_source_that_is_shown_as_lent_is_named, ORACLE_STATE, |view, world| {
    view.source_home = false;
});

bends!(a_twin_that_says_something_else_is_named, DETERMINISM, |told, said, verdict, world| {
    if world.seat == Origin::Twin {
        said.retain(|said| !matches!(said, Said::InitializeWorker { .. }));
    }
});

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

bends!(
    an_ended_pool_that_takes_input_is_named,
    "handed-back-outside-life",
    |told, said, verdict, world| {
        if *verdict == Verdict::HandedBack && world.before.mode == Mode::Stopped {
            *verdict = Verdict::Continue;
        }
    }
);

bends!(
    a_pool_that_starts_with_anything_is_named,
    "handed-back-outside-life",
    |told, said, verdict, world| {
        if world.before.mode == Mode::Constructed && *verdict == Verdict::HandedBack {
            *verdict = Verdict::Continue;
        }
    }
);

bends!(
    an_undone_step_that_speaks_is_named,
    "undone-step-leaves-no-trace",
    |told, said, verdict, world| {
        if *verdict == Verdict::Unwound {
            let child = Id { pool: 1, ordinal: 1 };
            said.push(Said::CancelWorkerActivation { child, ticket: child });
        }
    }
);

bends!(a_verdict_without_an_end_is_named, "verdict-names-end", |told, said, verdict, world| {
    if matches!(told, Told::ShutdownAccepted { .. }) {
        *verdict = Verdict::Stopped;
    }
});

bends!(a_disordered_product_is_named, "lane-order", |told, said, verdict, world| {
    said.reverse();
});

bends!(an_unobserved_creation_is_named, "creation-observed", |told, said, verdict, world| {
    let is_observation = |said: &Said| matches!(said, Said::ObserveWorkerStop { .. });
    if let Some(place) = said.iter().position(is_observation) {
        said.remove(place);
    }
});

bends!(
    a_fact_that_is_diagnosed_twice_is_named,
    "one-diagnostic-per-rejected-fact",
    |told, said, verdict, world| {
        if let Some(Said::DeliverDiagnostic { route, correlation, diagnostic }) =
            said.last().copied()
            && let Diagnostic::RejectedFact { .. } = diagnostic
        {
            let correlation = next(correlation);
            said.push(Said::DeliverDiagnostic { route, correlation, diagnostic });
        }
    }
);

bends!(
    a_rejected_fact_with_an_effect_is_named,
    "rejected-fact-is-inert",
    |told, said, verdict, world| {
        let is_rejection = |said: &Said| {
            matches!(said,
            Said::DeliverDiagnostic { diagnostic: Diagnostic::RejectedFact { fact, .. }, .. }
                if fact == told)
        };
        if said.len() == 1 && is_rejection(&said[0]) {
            let child = Id { pool: 1, ordinal: 1 };
            insert(said, 0, Said::CancelWorkerActivation { child, ticket: child });
        }
    }
);

bends!(
    a_diagnostic_to_another_route_is_named,
    "diagnostic-disposition",
    |told, said, verdict, world| {
        for said in said {
            if let Said::DeliverDiagnostic { route, .. } = said {
                *route = route.wrapping_add(1);
            }
        }
    }
);

bends!(
    a_drain_that_opens_something_is_named,
    "drain-opens-nothing",
    |told, said, verdict, world| {
        if world.before.mode == Mode::Draining && said.is_empty() {
            let (ticket, role) = (Id { pool: 1, ordinal: 1 }, world.setup.roles[0]);
            said.push(Said::PrepareWorker { ticket, role, source: 0 });
        }
    }
);

bends!(
    a_dispatch_beside_a_shutdown_is_named,
    "no-dispatch-in-shutdown",
    |told, said, verdict, world| {
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
    }
);

bends!(
    a_residual_that_hides_a_member_is_named,
    "forced-residual-complete",
    |told, said, verdict, world| {
        if let Some(Said::ResidualMember { .. }) = said.last() {
            said.pop();
        }
    }
);

// Workers.

bends!(
    a_correlation_that_is_issued_twice_is_named,
    "fresh-correlations",
    |told, said, verdict, world| {
        for said in said {
            if let Said::DeliverAdmission { outcome: Admission::Accepted { job, .. }, .. } = said {
                job.ordinal = 1;
            }
        }
    }
);

bends!(a_foreign_correlation_is_named, "fresh-correlations", |told, said, verdict, world| {
    for said in said {
        if let Said::BeginWorkerActivation { ticket, .. } = said {
            ticket.pool = ticket.pool.wrapping_add(1);
        }
    }
});

bends!(a_disordered_roster_is_named, "roster-in-order", |told, said, verdict, world| {
    if *told == Told::Initialize && world.setup.role_count > 1 && said.len() > 1 {
        let roles = world.setup.roles;
        for (said, role) in said.iter_mut().zip([roles[1], roles[0]]) {
            if let Said::CreateWorker { role: place, .. } = said {
                *place = role;
            }
        }
    }
});

bends!(
    a_creation_without_its_recovery_is_named,
    "one-creation-per-recovery",
    |told, said, verdict, world| {
        for said in said {
            if let Said::CreateWorker { birth: Birth::Replacement { replaces, .. }, .. } = said {
                *replaces = replaces.wrapping_add(1);
            }
        }
    }
);

bends!(
    a_second_recovery_of_one_stop_is_named,
    "one-recovery-per-stop",
    |told, said, verdict, world| {
        let is_preparation = |said: &Said| matches!(said, Said::PrepareWorker { .. });
        if let Some(place) = said.iter().position(is_preparation)
            && let Said::PrepareWorker { ticket, role, source } = said[place]
        {
            let ticket = next(ticket);
            insert(said, place + 1, Said::PrepareWorker { ticket, role, source });
        }
    }
);

bends!(
    an_initialization_of_another_attempt_is_named,
    "initialization-follows-commit",
    |told, said, verdict, world| {
        for said in said {
            if let Said::InitializeWorker { attempt, .. } = said {
                *attempt = attempt.wrapping_add(1);
            }
        }
    }
);

bends!(one_activation_too_many_is_named, "activation-limit", |told, said, verdict, world| {
    let is_begin = |said: &Said| matches!(said, Said::BeginWorkerActivation { .. });
    if let Some(place) = said.iter().position(is_begin)
        && let Said::BeginWorkerActivation { child, ticket, permit, plan } = said[place]
    {
        let ticket = next(ticket);
        insert(said, place + 1, Said::BeginWorkerActivation { child, ticket, permit, plan });
    }
});

bends!(a_second_cancellation_is_named, "one-cancel-per-ticket", |told, said, verdict, world| {
    let is_cancel = |said: &Said| matches!(said, Said::CancelWorkerActivation { .. });
    if let Some(place) = said.iter().position(is_cancel) {
        insert(said, place, said[place]);
    }
});

bends!(
    a_second_shutdown_request_is_named,
    "one-shutdown-per-worker",
    |told, said, verdict, world| {
        let is_shutdown = |said: &Said| matches!(said, Said::ShutdownWorker { .. });
        if let Some(place) = said.iter().position(is_shutdown)
            && let Said::ShutdownWorker { child, shutdown } = said[place]
        {
            let shutdown = ShutdownRef { id: next(shutdown.id), ..shutdown };
            insert(said, place + 1, Said::ShutdownWorker { child, shutdown });
        }
    }
);

bends!(
    a_shutdown_of_the_wrong_birth_is_named,
    "one-shutdown-per-worker",
    |told, said, verdict, world| {
        for said in said {
            if let Said::ShutdownWorker { shutdown: ShutdownRef { worker, .. }, .. } = said {
                let evidence = worker.evidence.wrapping_add(1);
                *worker = Worker { evidence, ..*worker };
            }
        }
    }
);

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

bends!(
    an_assignment_to_a_starting_worker_is_named,
    "assign-ready-only",
    |told, said, verdict, world| {
        divert(said, world, |phase| phase == Phase::Initializing);
    }
);

bends!(
    an_assignment_to_a_busy_worker_is_named,
    "one-assignment-per-worker",
    |told, said, verdict, world| {
        if matches!(told, Told::Submit { .. }) {
            divert(said, world, |phase| phase == Phase::BusyDelivering);
        }
    }
);

bends!(an_assignment_past_the_cursor_is_named, "cursor-order", |told, said, verdict, world| {
    let count = usize::from(world.before.role_count);
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
                let evidence =
                    world.workers.iter().rfind(|(known, ..)| *known == second).map_or(0, |w| w.2);
                *child = second;
                *command = Command { child: second, evidence, ..*command };
            }
        }
    }
});

// Jobs.

bends!(an_answer_to_another_route_is_named, "admission-echo", |told, said, verdict, world| {
    for said in said {
        if let Said::DeliverAdmission { route, .. } = said {
            *route = route.wrapping_add(1);
        }
    }
});

bends!(a_refusal_for_no_reason_is_named, "refusal-reason", |told, said, verdict, world| {
    for said in said {
        if let Said::DeliverAdmission { outcome: Admission::Rejected { reason, .. }, .. } = said
            && *reason == AdmissionRefusal::BacklogFull
        {
            *reason = AdmissionRefusal::NoRecoverableWorkers;
        }
    }
});

bends!(a_job_beyond_the_backlog_is_named, "backlog-admission", |told, said, verdict, world| {
    for said in said {
        if let Said::DeliverAdmission { outcome, .. } = said
            && let Admission::Rejected { request, reason: AdmissionRefusal::BacklogFull, .. } =
                *outcome
        {
            let job = Id { pool: world.setup.identity, ordinal: u64::MAX };
            *outcome = Admission::Accepted { request, job };
        }
    }
});

bends!(a_job_that_ends_twice_is_named, "one-terminal-outcome", |told, said, verdict, world| {
    let is_end = |said: &Said| {
        matches!(said, Said::DeliverCustomerTerminal { outcome: Terminal::Completed { .. }, .. })
    };
    if let Some(place) = said.iter().position(is_end) {
        insert(said, place, said[place]);
    }
});

bends!(an_outcome_for_another_customer_is_named, "outcome-owner", |told, said, verdict, world| {
    for said in said {
        if let Said::DeliverCustomerTerminal { route, .. } = said {
            *route = route.wrapping_add(1);
        }
    }
});

bends!(
    a_return_for_no_reason_is_named,
    "outcome-place-and-reason",
    |told, said, verdict, world| {
        for said in said {
            if let Said::DeliverCustomerTerminal {
                outcome: Terminal::ReturnedQueued { reason, .. },
                ..
            } = said
            {
                *reason = QueuedReturn::NoRecoverableWorkers;
            }
        }
    }
);

bends!(
    an_assigned_job_that_returns_as_another_roles_is_named,
    "outcome-place-and-reason",
    |told, said, verdict, world| {
        for said in said {
            if let Said::DeliverCustomerTerminal {
                outcome: Terminal::ReturnedAssigned { role, .. },
                ..
            } = said
            {
                *role = role.wrapping_add(1);
            }
        }
    }
);

bends!(
    a_completion_by_another_role_is_named,
    "completion-authority",
    |told, said, verdict, world| {
        for said in said {
            if let Said::DeliverCustomerTerminal {
                outcome: Terminal::Completed { role, .. }, ..
            } = said
            {
                *role = role.wrapping_add(1);
            }
        }
    }
);

bends!(
    a_completion_before_its_delivery_is_named,
    "completion-authority",
    |told, said, verdict, world| {
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
    }
);

bends!(jobs_that_overtake_are_named, "admission-order", |told, said, verdict, world| {
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

#[test]
fn a_job_that_is_retried_under_fail_is_named() {
    struct Retries;
    impl Defect for Retries {
        fn bend(_: &Told, said: &mut Vec<Said>, _: &mut Verdict, _: &World) {
            said.retain(|said| {
                !matches!(
                    said,
                    Said::DeliverCustomerTerminal {
                        outcome: Terminal::ReturnedAssigned {
                            reason: AssignedReturn::WorkerStopped,
                            ..
                        },
                        ..
                    }
                )
            });
        }

        fn show(view: &mut PoolView, world: &World) {
            // All jobs that could have been retried are shown as waiting.
            let stopped = (0..usize::from(view.role_count)).any(|at| {
                world.before.phases[at] == Phase::BusyAccepted
                    && matches!(
                        view.phases[at],
                        Phase::RecoveringPreparing | Phase::RecoveringSource | Phase::Retired
                    )
            });
            if stopped && view.queue.is_empty() && view.mode == Mode::Operating {
                let pool = world.setup.identity;
                view.queue.extend((1..=64).map(|ordinal| QueuedView {
                    job: Id { pool, ordinal },
                    admitted: ordinal,
                    prior_role: None,
                }));
                view.queue.truncate(world.setup.backlog_capacity as usize + 1);
                let idle = view.phases.contains(&Phase::Idle);
                if idle {
                    view.queue.clear();
                }
            }
        }
    }
    is_rejected_by::<Retries>("retry-cause");
}

shows!(a_job_that_is_not_shown_is_named, "accepted-jobs-balance", |view, world| {
    view.queue.pop();
});

bends!(
    a_job_that_a_shutdown_forgets_is_named,
    "shutdown-returns-all",
    |told, said, verdict, world| {
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
    }
);

bends!(a_stranded_job_is_named, "stranded-jobs-return", |told, said, verdict, world| {
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

// Restarts.

bends!(a_restart_beyond_the_budget_is_named, "restart-budget", |told, said, verdict, world| {
    let Told::Prepared { ticket, submission, .. } = *told else { return };
    let Some(Said::DeliverDiagnostic {
        diagnostic: Diagnostic::RoleFailed { role, failure: RoleFailure::BudgetExhausted { .. } },
        ..
    }) = said.first().copied()
    else {
        return;
    };
    let Some((_, _, evidence)) = world.workers.iter().rfind(|(_, of, _)| *of == role) else {
        return;
    };
    if world.setup.timing != actor_laws_fuzz::observation::pool::Timing::Immediate {
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

bends!(
    a_timer_for_another_tick_is_named,
    "one-timer-per-recovery",
    |told, said, verdict, world| {
        for said in said {
            if let Said::ScheduleRestart { deadline, .. } = said {
                *deadline = deadline.wrapping_add(1);
            }
        }
    }
);

bends!(
    a_creation_from_another_submission_is_named,
    "creation-after-timer",
    |told, said, verdict, world| {
        for said in said {
            if let Said::CreateWorker { birth: Birth::Replacement { .. }, submission, .. } = said {
                *submission += 1;
            }
        }
    }
);

bends!(a_deadline_for_another_tick_is_named, "one-drain-deadline", |told, said, verdict, world| {
    for said in said {
        if let Said::ScheduleDrainDeadline { deadline, .. } = said {
            *deadline = deadline.wrapping_add(1);
        }
    }
});

// State.

shows!(a_queue_beyond_every_bound_is_named, "backlog-bound", |view, world| {
    if view.queue.len() > world.setup.backlog_capacity as usize / 2
        && let Some(last) = view.queue.last().copied()
    {
        view.queue.resize(64, last);
    }
});

shows!(a_disordered_queue_is_named, "queue-ordered", |view, world| {
    view.queue.reverse();
});

shows!(an_idle_worker_beside_a_job_is_named, "no-idle-beside-queue", |view, world| {
    if !view.queue.is_empty() {
        view.phases[0] = Phase::Idle;
    }
});

shows!(a_cursor_that_moves_by_itself_is_named, "cursor-in-ring", |view, world| {
    if view.phases.contains(&Phase::Idle) {
        view.cursor = view.cursor.wrapping_add(1);
    }
});

shows!(a_worker_that_is_shown_as_idle_too_early_is_named, "idle-means-ready", |view, world| {
    for phase in &mut view.phases {
        if *phase == Phase::Activating && view.queue.is_empty() {
            *phase = Phase::Idle;
        }
    }
});

/// Every law of the catalogue but those that only the core's adapter can break is named above.
#[test]
fn the_catalogue_has_unique_names_and_claims() {
    for (index, law) in catalogue::LAWS.iter().enumerate() {
        assert!(!law.claims.is_empty(), "`{}` watches nothing", law.name);
        assert!(law.claims.iter().all(|claim| (1..=16).contains(claim)));
        let again = catalogue::LAWS[..index].iter().any(|other| other.name == law.name);
        assert!(!again, "`{}` is listed twice", law.name);
    }
    for claim in 1..=16 {
        let watched = catalogue::LAWS.iter().any(|law| law.claims.contains(&claim));
        assert!(watched, "nothing watches claim {claim}");
    }
}
