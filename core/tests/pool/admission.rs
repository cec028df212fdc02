//! Admission: assigned at once, queued, or handed back whole; refusals before allocations, and what
//! an allocation that fails retires.

use crate::support::*;

const ACCEPTED_AT_A: [&str; 3] = [
    "DeliverAdmission c1 Accepted r1 job1",
    "DeliverAssignment child1/0 assignment1 p1",
    "Continue",
];

/// Offers job `tag`; the answer is a rejection for `reason` that changes nothing at all.
#[track_caller]
fn changes_nothing(rig: &mut Rig, tag: u64, reason: &str) {
    let before = rig.pool_text();
    rejected(rig, tag, reason);
    assert_eq!(before, rig.pool_text(), "{reason} comes before any allocation");
}

/// Offers job `tag`; the answer is a rejection for `reason`, and nothing is cloned for it.
#[track_caller]
fn rejected(rig: &mut Rig, tag: u64, reason: &str) {
    let cloned = clones();
    let answer = format!("DeliverAdmission c{tag} Rejected r{tag} p{tag} {reason}");
    rig.submit(tag).says(&[&answer, "Continue"]);
    assert_eq!(clones(), cloned, "a rejected job is not cloned");
}

#[track_caller]
fn queued(rig: &mut Rig, tag: u64, job: &str) {
    rig.submit(tag).says(&[&format!("DeliverAdmission c{tag} Accepted r{tag} {job}"), "Continue"]);
}

#[test]
fn an_idle_worker_gets_the_job_after_its_acceptance() {
    let mut rig = setup(&["a", "b"]).idle();
    rig.submit(1).says(&ACCEPTED_AT_A);
    assert_eq!(rig.phase("a"), Phase::Busy { join: JoinPhase::Delivering });
    assert_eq!((rig.phase("b"), rig.pool.cursor()), (Phase::Idle, Some(1)));
    assert_eq!(clones(), 1, "the worker gets a clone, the pool keeps the original");
}

#[test]
fn a_job_waits_while_every_worker_is_still_starting() {
    let mut rig = setup(&["a"]).capacity(2).start();
    queued(&mut rig, 1, "job1");
    queued(&mut rig, 2, "job2");
    changes_nothing(&mut rig, 3, "BacklogFull");
    assert_eq!(rig.queue(), ["job1 1 -", "job2 2 -"]);
    assert_eq!(clones(), 0, "a waiting job is not cloned");
}

#[test]
fn capacity_zero_allows_immediate_assignment_only() {
    let mut rig = setup(&["a"]).capacity(0).start();
    changes_nothing(&mut rig, 9, "BacklogFull");
    rig.until_idle("a");
    rig.submit(1).says(&ACCEPTED_AT_A);
    changes_nothing(&mut rig, 2, "BacklogFull");
}

#[test]
fn the_queue_takes_exactly_its_capacity() {
    let mut rig = setup(&["a"]).capacity(2).idle();
    rig.submit(1).says(&ACCEPTED_AT_A);
    queued(&mut rig, 2, "job2");
    queued(&mut rig, 3, "job3");
    changes_nothing(&mut rig, 4, "BacklogFull");
    rig.delivered("a").says_nothing();
    rig.complete("a", 5).says(&[
        "DeliverCustomerTerminal c1 Completed job1 a o5",
        "DeliverAssignment child1/0 assignment2 p2",
        "Continue",
    ]);
    queued(&mut rig, 4, "job4");
    changes_nothing(&mut rig, 5, "BacklogFull");
}

#[test]
fn two_requests_on_one_route_are_told_apart() {
    let mut rig = setup(&["a"]).start();
    for request in [1, 2] {
        let submission = Submission {
            request: Request(request),
            payload: Payload(7),
            customer: CustomerRoute(3),
        };
        let answer = format!("DeliverAdmission c3 Accepted r{request} job{request}");
        rig.tell(PoolInput::Submit(submission)).says(&[&answer, "Continue"]);
    }
}

#[test]
fn a_retry_beyond_the_capacity_leaves_no_room_for_new_jobs() {
    let mut rig = setup(&["a"]).capacity(0).retry().idle();
    rig.busy("a", 1);
    rig.stop("a", Abnormal, 1).says(&["PrepareWorker recovery1/0 a source1", "Continue"]);
    assert_eq!(rig.queue(), ["job1 1 a"]);
    changes_nothing(&mut rig, 2, "BacklogFull");
}

#[test]
fn a_recovering_role_keeps_the_queue_open() {
    let mut rig = setup(&["a"]).idle();
    rig.stop("a", Normal, 1).sets_up();
    queued(&mut rig, 1, "job1");
    assert_eq!(rig.queue(), ["job1 1 -"]);
}

#[test]
fn without_a_recoverable_role_nothing_is_admitted() {
    let none = |space: &mut CorrelationSpace| space.jobs = SequencePlan::NOTHING;
    let mut rig = setup(&["a", "b"]).temporary().capacity(0).space(none).idle();
    rig.stop("a", Normal, 1).says_nothing();
    rig.stop("b", Abnormal, 1).says_nothing();
    changes_nothing(&mut rig, 1, "NoRecoverableWorkers");
}

#[test]
fn a_draining_pool_admits_nothing() {
    let mut rig = setup(&["a"]).capacity(0).idle();
    rig.shutdown().says(&["ShutdownWorker child1/0 a:child1/0:e1 shutdown1", "Continue"]);
    changes_nothing(&mut rig, 1, "ShuttingDown");
}

#[test]
fn a_full_backlog_is_found_before_missing_correlations() {
    let none = |space: &mut CorrelationSpace| space.jobs = SequencePlan::NOTHING;
    let mut rig = setup(&["a"]).capacity(0).space(none).start();
    changes_nothing(&mut rig, 1, "BacklogFull");
}

/// Every way in which the job pair fails once, and the pair that the next job gets.
fn failing_pairs() -> [(SequencePlan, SequencePlan, &'static str); 3] {
    let collides = plan(1, 1).renewed(Lease::new(1, 9).expect("a lease"));
    [
        (collides, SequencePlan::PLENTY, "job2 3"),
        (SequencePlan::PLENTY, collides, "job3 2"),
        (collides, collides, "job2 2"),
    ]
}

#[test]
fn a_colliding_job_pair_rejects_a_waiting_job_and_retires_both_candidates() {
    for (jobs, admissions, third) in failing_pairs() {
        let pair =
            |space: &mut CorrelationSpace| (space.jobs, space.admissions) = (jobs, admissions);
        let mut rig = setup(&["a"]).space(pair).start();
        queued(&mut rig, 1, "job1");
        rejected(&mut rig, 2, "JobCorrelationUnavailable");
        rig.submit(3).sets_up();
        assert_eq!(rig.queue(), ["job1 1 -".to_owned(), format!("{third} -")]);
    }
}

#[test]
fn a_colliding_job_pair_rejects_an_immediate_job_and_draws_no_dispatch() {
    for (jobs, admissions, third) in failing_pairs() {
        let pair =
            |space: &mut CorrelationSpace| (space.jobs, space.admissions) = (jobs, admissions);
        let mut rig = setup(&["a", "b"]).space(pair).idle();
        rig.submit(1).says(&ACCEPTED_AT_A);
        rejected(&mut rig, 2, "JobCorrelationUnavailable");
        assert_eq!((rig.phase("b"), rig.pool.cursor()), (Phase::Idle, Some(1)));
        let job = third.split(' ').next().expect("a job and its ordinal");
        rig.submit(3).says(&[
            &format!("DeliverAdmission c3 Accepted r3 {job}"),
            "DeliverAssignment child2/1 assignment2 p3",
            "Continue",
        ]);
    }
}

#[test]
fn an_exhausted_job_pair_rejects_for_good() {
    for (jobs, admissions) in [(1, 9), (9, 1), (1, 1)] {
        let pair = |space: &mut CorrelationSpace| {
            (space.jobs, space.admissions) = (plan(1, jobs), plan(1, admissions));
        };
        let mut rig = setup(&["a", "b"]).space(pair).idle();
        rig.submit(1).says(&ACCEPTED_AT_A);
        rejected(&mut rig, 2, "JobCorrelationUnavailable");
        rejected(&mut rig, 3, "JobCorrelationUnavailable");
        assert_eq!(rig.pool.queued(), 0);
    }
}

#[test]
fn a_failing_dispatch_rejects_the_job_instead_of_queueing_it() {
    let collides = plan(1, 1).renewed(Lease::new(1, 9).expect("a lease"));
    let plenty = SequencePlan::PLENTY;
    for (assignments, completions, third) in
        [(collides, plenty, 2), (plenty, collides, 3), (collides, collides, 2)]
    {
        let triple = |space: &mut CorrelationSpace| {
            (space.assignments, space.completions) = (assignments, completions);
        };
        let mut rig = setup(&["a", "b"]).space(triple).idle();
        rig.submit(1).says(&ACCEPTED_AT_A);
        rejected(&mut rig, 2, "DispatchCorrelationUnavailable");
        assert_eq!((rig.phase("b"), rig.pool.cursor()), (Phase::Idle, Some(1)));
        assert_eq!(rig.pool.queued(), 0);
        rig.submit(3).says(&[
            "DeliverAdmission c3 Accepted r3 job3",
            &format!("DeliverAssignment child2/1 assignment{third} p3"),
            "Continue",
        ]);
    }
}

#[test]
fn exhausted_dispatches_reject_at_an_idle_worker_only() {
    let none = |space: &mut CorrelationSpace| space.completions = SequencePlan::NOTHING;
    let mut rig = setup(&["a"]).space(none).start();
    queued(&mut rig, 1, "job1");
    rig.until("a", Phase::Activating);
    rig.ready("a").says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 DispatchCorrelationUnavailable",
        "Continue",
    ]);
    rejected(&mut rig, 2, "DispatchCorrelationUnavailable");
    rejected(&mut rig, 3, "DispatchCorrelationUnavailable");
    assert_eq!(rig.phase("a"), Phase::Idle);
}

#[test]
fn an_unwinding_clone_leaves_the_pool_as_it_was() {
    let mut rig = setup(&["a", "b"]).idle();
    rig.unwinds(1, facts::submit(1));
    rig.submit(1).says(&ACCEPTED_AT_A);
    rig.unwinds(2, facts::submit(2));
    rig.submit(2).says(&[
        "DeliverAdmission c2 Accepted r2 job2",
        "DeliverAssignment child2/1 assignment2 p2",
        "Continue",
    ]);
}

#[test]
fn a_clone_that_would_panic_is_not_made_for_a_rejected_job() {
    let none = |space: &mut CorrelationSpace| space.assignments = SequencePlan::NOTHING;
    let mut rig = setup(&["a"]).space(none).idle();
    arm(1);
    rejected(&mut rig, 1, "DispatchCorrelationUnavailable");
    disarm();
    let none = |space: &mut CorrelationSpace| space.admissions = SequencePlan::NOTHING;
    let mut rig = setup(&["a"]).space(none).idle();
    arm(1);
    rejected(&mut rig, 1, "JobCorrelationUnavailable");
    disarm();
}
