//! Fill: waiting jobs go to idle roles, smallest ordinal first, from the cursor on; heads that cannot
//! be dispatched leave; a clone that panics leaves everything as it was.

use crate::support::*;

/// The first draw is 3, the next three collide, then 4, 5 and so on are issued.
fn fails_three_times(space: &mut CorrelationSpace) {
    space.assignments = plan(3, 3).renewed(Lease::new(1, 9).expect("a lease"));
}

/// Ends the role's job.
#[track_caller]
fn finish(rig: &mut Rig, role: Role) {
    if rig.phase(role) == (Phase::Busy { join: JoinPhase::Delivering }) {
        rig.delivered(role).says_nothing();
    }
    rig.complete(role, 0).sets_up();
}

#[track_caller]
fn assigns(rig: &mut Rig, tag: u64, role: Role) {
    let child = format!("{:?}", rig.card(role).child).replace("@1", "");
    let (assignment, job) = (format!("assignment{tag}"), format!("job{tag}"));
    rig.submit(tag).says(&[
        &format!("DeliverAdmission c{tag} Accepted r{tag} {job}"),
        &format!("DeliverAssignment {child} {assignment} p{tag}"),
        "Continue",
    ]);
}

#[test]
fn roles_take_turns_in_declaration_order() {
    let mut rig = setup(&["b", "c", "a"]).idle();
    for (tag, role) in (1..).zip(["b", "c", "a", "b", "c", "a"]) {
        assigns(&mut rig, tag, role);
        finish(&mut rig, role);
    }
    assert_eq!(rig.pool.cursor(), Some(0));
}

#[test]
fn the_first_idle_role_at_or_after_the_cursor_is_chosen() {
    let roles = ["a", "b", "c"];
    for cursor in 0..3 {
        for retired in 0..8_usize {
            let mut rig = setup(&roles).temporary().idle();
            for (tag, role) in (1..).zip(&roles[..cursor]) {
                assigns(&mut rig, tag, role);
                finish(&mut rig, role);
            }
            let is_idle = |position: usize| retired & (1 << position) == 0;
            for position in (0..3).filter(|position| !is_idle(*position)) {
                rig.stop(roles[position], Normal, 1).says_nothing();
            }
            let chosen = (cursor..cursor + 3).map(|position| position % 3).find(|at| is_idle(*at));
            match chosen {
                Some(position) => {
                    assigns(&mut rig, cursor as u64 + 1, roles[position]);
                    assert_eq!(rig.pool.cursor(), Some((position + 1) % 3));
                }
                None => rig
                    .submit(9)
                    .says(&["DeliverAdmission c9 Rejected r9 p9 NoRecoverableWorkers", "Continue"]),
            }
        }
    }
}

#[test]
fn a_recovering_role_at_the_cursor_is_skipped() {
    let mut rig = setup(&["a", "b", "c"]).idle();
    assigns(&mut rig, 1, "a");
    rig.stop("b", Abnormal, 1).sets_up();
    assert_eq!(rig.pool.cursor(), Some(1));
    assigns(&mut rig, 2, "c");
    assert_eq!(rig.pool.cursor(), Some(0));
}

#[test]
fn a_completion_and_the_next_assignment_are_one_fold() {
    let mut rig = setup(&["a"]).idle();
    rig.busy("a", 1);
    rig.submit(2).sets_up();
    rig.submit(3).sets_up();
    rig.complete("a", 5).says(&[
        "DeliverCustomerTerminal c1 Completed job1 a o5",
        "DeliverAssignment child1/0 assignment2 p2",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), Phase::Busy { join: JoinPhase::Delivering });
    assert_eq!(rig.queue(), ["job3 3 -"]);
}

#[test]
fn a_ready_worker_with_work_waiting_is_never_idle() {
    let mut rig = setup(&["a", "b"]).start();
    rig.submit(1).sets_up();
    rig.submit(2).sets_up();
    rig.until("b", Phase::Activating);
    rig.ready("b").says(&["DeliverAssignment child2/1 assignment1 p1", "Continue"]);
    assert_eq!(rig.phase("b"), Phase::Busy { join: JoinPhase::Delivering });
    assert_eq!(rig.pool.cursor(), Some(0));
    rig.until("a", Phase::Activating);
    rig.ready("a").says(&["DeliverAssignment child1/0 assignment2 p2", "Continue"]);
    assert_eq!((rig.pool.queued(), rig.pool.cursor()), (0, Some(1)));
}

#[test]
fn an_interrupted_job_goes_to_another_idle_role_in_the_same_fold() {
    let mut rig = setup(&["a", "b"]).retry().idle();
    rig.busy("a", 1);
    rig.stop("a", Abnormal, 1).says(&[
        "DeliverAssignment child2/1 assignment2 p1",
        "PrepareWorker recovery1/0 a source1",
        "Continue",
    ]);
    assert_eq!((rig.pool.queued(), rig.pool.cursor()), (0, Some(0)));
}

#[test]
fn heads_that_cannot_be_dispatched_leave_in_order_and_the_next_is_assigned() {
    let mut rig = setup(&["a"]).space(fails_three_times).idle();
    rig.submit(1).says(&[
        "DeliverAdmission c1 Accepted r1 job1",
        "DeliverAssignment child1/0 assignment3 p1",
        "Continue",
    ]);
    rig.delivered("a").says_nothing();
    for tag in 2..=6 {
        rig.submit(tag).sets_up();
    }
    rig.complete("a", 5).says(&[
        "DeliverCustomerTerminal c1 Completed job1 a o5",
        "DeliverCustomerTerminal c2 ReturnedQueued job2 p2 DispatchCorrelationUnavailable",
        "DeliverCustomerTerminal c3 ReturnedQueued job3 p3 DispatchCorrelationUnavailable",
        "DeliverCustomerTerminal c4 ReturnedQueued job4 p4 DispatchCorrelationUnavailable",
        "DeliverAssignment child1/0 assignment4 p5",
        "Continue",
    ]);
    assert_eq!(rig.queue(), ["job6 6 -"]);
}

#[test]
fn a_retried_head_that_cannot_be_dispatched_returns_with_its_prior_role() {
    let mut rig = setup(&["a"]).retry().space(fails_three_times).idle();
    rig.busy("a", 1);
    rig.submit(2).sets_up();
    rig.stop("a", Normal, 1).sets_up();
    assert_eq!(rig.queue(), ["job1 1 a", "job2 2 -"]);
    let cloned = clones();
    rig.until("a", Phase::Activating);
    rig.ready("a").says(&[
        "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 RetryPreparationRejected",
        "DeliverCustomerTerminal c2 ReturnedQueued job2 p2 DispatchCorrelationUnavailable",
        "Continue",
    ]);
    assert_eq!(clones(), cloned + 2, "a head is cloned before its correlations are drawn");
    assert_eq!((rig.phase("a"), rig.pool.cursor()), (Phase::Idle, Some(0)));
}

#[test]
fn a_retry_that_cannot_be_dispatched_at_once_returns_beside_the_idle_role() {
    let once = |space: &mut CorrelationSpace| space.completions = plan(1, 1);
    let mut rig = setup(&["a", "b"]).retry().space(once).idle();
    rig.busy("a", 1);
    rig.stop("a", Normal, 1).says(&[
        "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 RetryPreparationRejected",
        "PrepareWorker recovery1/0 a source1",
        "Continue",
    ]);
    assert_eq!((rig.phase("b"), rig.pool.cursor()), (Phase::Idle, Some(1)));
}

#[test]
fn a_clone_that_panics_at_readiness_leaves_the_pool_as_it_was() {
    let mut rig = setup(&["a"]).start();
    rig.submit(1).sets_up();
    rig.until("a", Phase::Activating);
    rig.unwinds(1, facts::ready(&rig.card("a")));
    rig.ready("a").says(&["DeliverAssignment child1/0 assignment1 p1", "Continue"]);
}

#[test]
fn a_clone_that_panics_at_a_later_head_leaves_the_pool_as_it_was() {
    let mut rig = setup(&["a"]).space(fails_three_times).idle();
    let mut twin = setup(&["a"]).space(fails_three_times).idle();
    for rig in [&mut rig, &mut twin] {
        rig.busy("a", 1);
        rig.submit(2).sets_up();
        rig.submit(3).sets_up();
    }
    let card = rig.card("a");
    let completed = facts::completed(&card, rig.command("a"), 5);
    rig.unwinds(3, completed);
    assert_eq!(rig.queue(), ["job2 2 -", "job3 3 -"]);
    rig.tell(facts::completed(&card, twin.command("a"), 6)).says(&[
        "DeliverCustomerTerminal c1 Completed job1 a o6",
        "DeliverCustomerTerminal c2 ReturnedQueued job2 p2 DispatchCorrelationUnavailable",
        "DeliverCustomerTerminal c3 ReturnedQueued job3 p3 DispatchCorrelationUnavailable",
        "Continue",
    ]);
}

#[test]
fn a_clone_that_panics_at_an_interruption_leaves_the_pool_as_it_was() {
    let mut rig = setup(&["a", "b"]).retry().idle();
    rig.busy("a", 1);
    rig.unwinds(1, facts::stopped(&rig.card("a"), Abnormal, 4));
    rig.stop("a", Abnormal, 3).says(&[
        "DeliverAssignment child2/1 assignment2 p1",
        "PrepareWorker recovery1/0 a source1",
        "Continue",
    ]);
}

#[test]
fn a_clone_that_panics_at_a_late_acceptance_leaves_the_pool_as_it_was() {
    let mut rig = setup(&["a", "b"]).retry().idle();
    rig.submit(1).sets_up();
    rig.stop("a", Abnormal, 4).says_nothing();
    rig.unwinds(1, facts::delivered(&rig.card("a")));
    rig.delivered("a").says(&[
        "DeliverAssignment child2/1 assignment2 p1",
        "PrepareWorker recovery1/0 a source1",
        "Continue",
    ]);
}

#[test]
fn a_clone_that_panics_at_a_rejected_delivery_leaves_the_pool_as_it_was() {
    let mut rig = setup(&["a", "b"]).idle();
    let mut twin = setup(&["a", "b"]).idle();
    for rig in [&mut rig, &mut twin] {
        rig.submit(1).sets_up();
    }
    let command = rig.command("a");
    rig.unwinds(1, facts::delivery_rejected(&rig.card("a"), command));
    rig.reject_delivery_with("a", twin.command("a")).says(&[
        "DeliverAssignment child2/1 assignment2 p1",
        "ShutdownWorker child1/0 a:child1/0:e1 shutdown1",
        "Continue",
    ]);
}

#[test]
fn a_completion_before_its_delivery_fills_when_the_delivery_is_accepted() {
    let mut rig = setup(&["a"]).idle();
    rig.submit(1).sets_up();
    rig.submit(2).sets_up();
    rig.complete("a", 5).says_nothing();
    rig.unwinds(2, facts::delivered(&rig.card("a")));
    rig.delivered("a").says(&[
        "DeliverCustomerTerminal c1 Completed job1 a o5",
        "DeliverAssignment child1/0 assignment2 p2",
        "Continue",
    ]);
}

#[test]
fn nothing_is_cloned_where_the_reaction_stops_the_pool_before_the_fill() {
    let none = |space: &mut CorrelationSpace| space.recoveries = SequencePlan::NOTHING;
    let mut rig = setup(&["a", "b"]).retry().stop_pool().space(none).idle();
    rig.busy("a", 1);
    arm(1);
    rig.stop("a", Abnormal, 4).says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 PoolShutdown",
        "ShutdownWorker child2/1 b:child2/1:e2 shutdown1",
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  RecoveryTicketUnavailable [Abnormal 4 z4] Exhausted",
        "Continue",
    ]);
    disarm();
}

#[test]
fn nothing_is_cloned_where_a_diagnostic_ends_the_pool_before_the_fill() {
    let mut rig = setup(&["a", "b"]).retry().terminate().idle();
    rig.submit(1).sets_up();
    rig.stop("a", Abnormal, 4).says_nothing();
    rig.complete("a", 5).says_nothing();
    arm(1);
    rig.delivered("a").says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 PoolShutdown",
        "ShutdownWorker child2/1 b:child2/1:e2 shutdown1",
        "TransferTerminalDiagnostic RejectedFact Stale",
        "  WorkerCompleted child1/0 o5",
        "Continue",
    ]);
    disarm();
}

/// Job 1 is with `a`, which has stopped and then completed; `b` is idle.
fn stopped_then_completed(setup: Setup) -> Rig {
    let mut rig = setup.retry().idle();
    rig.submit(1).sets_up();
    rig.stop("a", Abnormal, 4).says_nothing();
    rig.complete("a", 5).says_nothing();
    rig
}

const STALE: [&str; 2] =
    ["DeliverDiagnostic d1 diagnostic1 RejectedFact Stale", "  WorkerCompleted child1/0 o5"];
const NO_TICKET: &str = "  RecoveryTicketUnavailable [Abnormal 4 z4] Exhausted";
const RETRIED_AT_B: &str = "DeliverAssignment child2/1 assignment2 p1";

#[test]
fn nothing_is_cloned_where_the_second_diagnostic_of_the_fold_has_no_correlation() {
    let few = |space: &mut CorrelationSpace| {
        (space.recoveries, space.diagnostics) = (SequencePlan::NOTHING, plan(1, 1));
    };
    let mut rig = stopped_then_completed(setup(&["a", "b"]).space(few));
    arm(1);
    rig.delivered("a").says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 PoolShutdown",
        "ShutdownWorker child2/1 b:child2/1:e2 shutdown1",
        STALE[0],
        STALE[1],
        "TransferTerminalDiagnostic RoleFailed a",
        NO_TICKET,
        "Continue",
    ]);
    disarm();
}

#[test]
fn a_retry_is_dispatched_where_every_diagnostic_of_the_fold_is_delivered() {
    let few = |space: &mut CorrelationSpace| {
        (space.recoveries, space.diagnostics) = (SequencePlan::NOTHING, plan(1, 2));
    };
    let mut rig = stopped_then_completed(setup(&["a", "b"]).space(few));
    rig.delivered("a").says(&[
        RETRIED_AT_B,
        STALE[0],
        STALE[1],
        "DeliverDiagnostic d1 diagnostic2 RoleFailed a",
        NO_TICKET,
        "Continue",
    ]);
}

#[test]
fn a_retry_is_dispatched_where_the_role_retires_without_a_ticket() {
    let none = |space: &mut CorrelationSpace| space.recoveries = SequencePlan::NOTHING;
    let stopping = || setup(&["a", "b"]).stop_pool().space(none);
    let mut rig = stopped_then_completed(stopping().temporary());
    rig.delivered("a").says(&[RETRIED_AT_B, STALE[0], STALE[1], "Continue"]);
    let mut rig = stopping().transient().retry().idle();
    rig.busy("a", 1);
    rig.stop("a", Normal, 4).says(&[RETRIED_AT_B, "Continue"]);
}

#[test]
fn a_retry_is_dispatched_where_the_role_has_to_wait_for_the_source() {
    let once = |space: &mut CorrelationSpace| space.recoveries = plan(1, 1);
    let mut rig = setup(&["a", "b", "c"]).retry().stop_pool().space(once).idle();
    rig.busy("a", 1);
    rig.stop("c", Abnormal, 4).sets_up();
    rig.stop("a", Abnormal, 4).says(&[RETRIED_AT_B, "Continue"]);
    assert_eq!(rig.phase("a"), Phase::RecoveringWaitingForSource);
}

#[test]
fn a_retry_is_dispatched_where_a_retired_role_is_only_diagnosed() {
    let collides = |space: &mut CorrelationSpace| {
        space.recoveries = plan(1, 1).renewed(Lease::new(1, 1).expect("a lease"));
    };
    let mut rig = setup(&["a", "b", "c"]).retry().space(collides).idle();
    rig.stop("c", Abnormal, 1).sets_up();
    rig.prepared("c").sets_up();
    rig.busy("a", 1);
    rig.stop("a", Abnormal, 4).says(&[
        RETRIED_AT_B,
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  RecoveryTicketUnavailable [Abnormal 4 z4] Collision(1)",
        "Continue",
    ]);
}

#[test]
fn nothing_is_cloned_where_a_quarantine_cannot_be_asked() {
    let none = |space: &mut CorrelationSpace| space.shutdowns = SequencePlan::NOTHING;
    let mut rig = setup(&["a", "b"]).space(none).idle();
    rig.submit(1).sets_up();
    arm(1);
    rig.reject_delivery("a").says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 PoolShutdown",
        "TransferDrainResidual ShutdownCorrelationUnavailable Exhausted",
        "  a Worker child1/0 w1 e1 Nothing NotRequested",
        "  b Worker child2/1 w2 e2 Nothing NotRequested",
        "ForcedRetirement",
    ]);
    disarm();
}

#[test]
fn nothing_is_cloned_where_an_authorization_ends_the_pool_before_the_fill() {
    let none = |space: &mut CorrelationSpace| {
        (space.activations, space.shutdowns) = (plan(1, 1), SequencePlan::NOTHING);
    };
    let mut rig = setup(&["a", "b"]).limit(1).space(none).start();
    rig.submit(1).sets_up();
    rig.until("a", Phase::Activating);
    rig.until("b", Phase::WaitingForActivationAuthorization);
    arm(1);
    rig.ready("a").says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 PoolShutdown",
        "TransferRejectedFact b Cancelled",
        "  Failure TicketUnavailable permit2 plan2 Exhausted",
        "TransferDrainResidual ShutdownCorrelationUnavailable Exhausted",
        "  a Worker child1/0 w1 e1 Nothing NotRequested",
        "  b Worker child2/1 w2 e2 Nothing NotRequested",
        "ForcedRetirement",
    ]);
    disarm();
}

#[test]
fn a_failing_authorization_that_leaves_the_pool_operating_does_not_keep_the_fill_back() {
    let once = |space: &mut CorrelationSpace| space.activations = plan(1, 1);
    let mut rig = setup(&["a", "b"]).limit(1).space(once).start();
    rig.submit(1).sets_up();
    rig.until("a", Phase::Activating);
    rig.until("b", Phase::WaitingForActivationAuthorization);
    rig.ready("a").says(&[
        "DeliverAssignment child1/0 assignment1 p1",
        "ShutdownWorker child2/1 b:child2/1:e2 shutdown1",
        "Continue",
    ]);
    assert_eq!(rig.phase("b"), Phase::DrainingPreReady { halves: PairPhase::Open });
}

#[test]
fn a_role_far_beyond_one_word_of_the_index_is_found_around_the_ring() {
    let names: Vec<Role> =
        (0..130).map(|at| &*Box::leak(format!("n{at}").into_boxed_str())).collect();
    let mut rig = setup(&names).temporary().idle();
    for (tag, role) in (1..).zip(&names[..128]) {
        assigns(&mut rig, tag, role);
    }
    rig.stop("n128", Normal, 1).says_nothing();
    assigns(&mut rig, 129, "n129");
    assert_eq!(rig.pool.cursor(), Some(0));
    finish(&mut rig, "n70");
    assigns(&mut rig, 130, "n70");
}
