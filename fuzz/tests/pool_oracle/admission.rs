//! Admission and fill.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::pool::observation::*;

#[test]
fn an_idle_worker_gets_the_job_at_once() {
    let mut history = History::idle(&setup(2));
    history.says(tell::submit(1), &[say::accepted(1, 0), say::assign(0, 0, 1)]);
    assert_eq!(history.phases(), [Phase::BusyDelivering, Phase::Idle]);
    assert_eq!(history.view().cursor, 1);
}

#[test]
fn the_cursor_goes_round_and_skips_who_is_busy() {
    let mut history = History::idle(&setup(3));
    history.says(tell::submit(1), &[say::accepted(1, 0), say::assign(0, 0, 1)]);
    history.says(tell::submit(2), &[say::accepted(2, 1), say::assign(1, 1, 2)]);
    history.ok(tell::delivered(0, 0));
    history.says(tell::completed(0, 0, 1), &[say::completed(0, 0, 1)]);
    history.says(tell::submit(3), &[say::accepted(3, 2), say::assign(2, 2, 3)]);
    assert_eq!(history.view().cursor, 0);
    history.ok(tell::delivered(2, 2));
    history.says(tell::completed(2, 2, 3), &[say::completed(2, 2, 3)]);
    history.says(tell::submit(4), &[say::accepted(4, 3), say::assign(0, 3, 4)]);
    // Worker 1 is still busy: the ring goes on to worker 2.
    history.says(tell::submit(5), &[say::accepted(5, 4), say::assign(2, 4, 5)]);
}

#[test]
fn jobs_wait_up_to_the_capacity() {
    let mut history = History::started(&setup(1));
    history.says(tell::submit(1), &[say::accepted(1, 0)]);
    history.says(tell::submit(2), &[say::accepted(2, 1)]);
    history.says(tell::submit(3), &[say::rejected(3, AdmissionRefusal::BacklogFull)]);
    assert_eq!(history.queue(), [(job(0), None), (job(1), None)]);
    let admitted: Vec<u64> = history.view().queue.iter().map(|job| job.admitted).collect();
    assert_eq!(admitted, [200, 201]);
}

#[test]
fn a_full_backlog_draws_nothing() {
    let mut history = History::idle(&with(setup(1), |setup| setup.backlog_capacity = 0));
    history.says(tell::submit(1), &[say::accepted(1, 0), say::assign(0, 0, 1)]);
    history.says(tell::submit(2), &[say::rejected(2, AdmissionRefusal::BacklogFull)]);
    history.ok(tell::delivered(0, 0));
    history.ok(tell::completed(0, 0, 1));
    history.says(tell::submit(3), &[say::accepted(3, 1), say::assign(0, 1, 3)]);
}

#[test]
fn the_refusals_come_in_their_order() {
    // Every role retired comes before a full backlog.
    let mut history = History::started(&with(setup(1), |setup| setup.backlog_capacity = 0));
    history.says(tell::submit(1), &[say::rejected(1, AdmissionRefusal::BacklogFull)]);
    history.ok(tell::unborn(0, 0));
    history.says(tell::submit(2), &[say::rejected(2, AdmissionRefusal::NoRecoverableWorkers)]);
    // A draining pool says so before anything else.
    let mut history = History::idle(&setup(1));
    history.ok(Told::Shutdown);
    history.says(tell::submit(1), &[say::rejected(1, AdmissionRefusal::ShuttingDown)]);
    assert_eq!(history.phases(), [Phase::DrainIdle]);
}

#[test]
fn a_job_pair_is_drawn_from_both_sequences() {
    let mut history = History::started(&with(setup(1), |setup| {
        setup.backlog_capacity = 10;
        setup.sequences.job = colliding(100, 1);
    }));
    history.says(tell::submit(1), &[say::accepted(1, 0)]);
    history.says(tell::submit(2), &[say::rejected(2, AdmissionRefusal::JobCorrelationUnavailable)]);
    history.says(tell::submit(3), &[say::accepted(3, 1)]);
    let admitted: Vec<u64> = history.view().queue.iter().map(|job| job.admitted).collect();
    assert_eq!(admitted, [200, 202], "the failed attempt burned an admission ordinal");
}

#[test]
fn an_admission_ordinal_can_be_what_is_missing() {
    let mut history = History::started(&with(setup(1), |setup| {
        setup.sequences.admission = short(200, 1);
    }));
    history.says(tell::submit(1), &[say::accepted(1, 0)]);
    history.says(tell::submit(2), &[say::rejected(2, AdmissionRefusal::JobCorrelationUnavailable)]);
    assert_eq!(history.queue(), [(job(0), None)]);
}

#[test]
fn a_dispatch_that_fails_does_not_fall_back_to_the_queue() {
    for fail in [
        (|setup: &mut PoolSetup| setup.sequences.assignment = short(300, 1)) as fn(&mut PoolSetup),
        |setup| setup.sequences.completion = short(400, 1),
    ] {
        let mut history = History::idle(&with(setup(2), fail));
        history.says(tell::submit(1), &[say::accepted(1, 0), say::assign(0, 0, 1)]);
        let refused = say::rejected(2, AdmissionRefusal::DispatchCorrelationUnavailable);
        history.says(tell::submit(2), &[refused]);
        assert_eq!(history.view().queue, []);
        assert_eq!(history.phases(), [Phase::BusyDelivering, Phase::Idle]);
        assert_eq!(history.view().cursor, 1);
    }
}

#[test]
fn a_clone_that_panics_undoes_the_submission() {
    let mut history = History::idle(&setup(1));
    let before = history.view();
    history.ends(tell::fused(1, 2), Verdict::Unwound, &[]);
    assert_eq!(history.view(), before);
    // Neither the job pair nor the dispatch triple was drawn.
    history.says(tell::submit(2), &[say::accepted(2, 0), say::assign(0, 0, 2)]);
}

#[test]
fn a_failing_draw_comes_before_the_clone() {
    let mut history = History::idle(&with(setup(1), |setup| {
        setup.sequences.completion = short(400, 1);
        setup.sequences.job = short(100, 2);
    }));
    history.ok(tell::submit(1));
    history.ok(tell::delivered(0, 0));
    history.ok(tell::completed(0, 0, 1));
    let refused = say::rejected(2, AdmissionRefusal::DispatchCorrelationUnavailable);
    history.says(tell::fused(2, 1), &[refused]);
    let refused = say::rejected(3, AdmissionRefusal::JobCorrelationUnavailable);
    history.says(tell::fused(3, 1), &[refused]);
}

#[test]
fn a_queued_payload_is_cloned_only_when_its_turn_comes() {
    let mut history = History::started(&setup(1));
    history.says(tell::fused(1, 2), &[say::accepted(1, 0)]);
    history.says(tell::submit(2), &[say::accepted(2, 1)]);
    history.ok(tell::born(0, 0));
    history.ok(tell::initialized(0, 0));
    history.ok(tell::begun(0, 0, 0));
    let before = history.view();
    // Each attempt burns the fuse, and is undone otherwise.
    history.ends(tell::ready(0, 0, 0), Verdict::Unwound, &[]);
    assert_eq!(history.view(), before);
    history.ends(tell::ready(0, 0, 0), Verdict::Unwound, &[]);
    assert_eq!(history.view(), before);
    history.says(tell::ready(0, 0, 0), &[say::assign(0, 0, 1)]);
    assert_eq!(history.queue(), [(job(1), None)]);
}

#[test]
fn an_undone_fill_gives_back_what_its_fold_drew() {
    // Two fresh workers become available in one fold only through a failing head, so let the first
    // head be returned and the second one burst: the whole fold is undone, draws included.
    let mut history = History::started(&with(setup(1), |setup| {
        setup.sequences.assignment = colliding(300, 1);
        setup.backlog_capacity = 3;
    }));
    history.settle_in(0, 0, 0);
    history.ok(tell::submit(1));
    history.ok(tell::submit(2));
    history.ok(tell::fused(3, 1));
    history.ok(tell::delivered(0, 0));
    let before = history.view();
    // Job 2's dispatch collides and is returned, then job 3 bursts.
    history.ends(tell::completed(0, 0, 1), Verdict::Unwound, &[]);
    assert_eq!(history.view(), before);
    let returned = say::returned_queued(1, 2, QueuedReturn::DispatchCorrelationUnavailable);
    let expected = [say::completed(0, 0, 1), returned, say::assign(0, 1, 3)];
    history.says(tell::completed(0, 0, 1), &expected);
}

#[test]
fn a_fold_that_shuts_down_clones_nothing() {
    let mut history = History::idle(&with(setup(1), |setup| {
        setup.diagnostics = DiagnosticPolicy::Terminate;
    }));
    history.ok(tell::submit(1));
    history.ok(tell::fused(2, 5));
    let stale = say::rejected_fact(FactClass::Stale, tell::ready(0, 0, 0));
    history.says(
        tell::ready(0, 0, 0),
        &[
            say::returned_queued(1, 2, QueuedReturn::PoolShutdown),
            say::returned_assigned(0, 0, 1, AssignedReturn::PoolShutdown),
            say::shut_down(0, 0, 0),
            say::terminal(stale),
        ],
    );
}

#[test]
fn a_head_without_dispatch_leaves_by_its_history() {
    let mut history = History::idle(&with(setup(1), |setup| {
        setup.interruption = Interruption::Retry;
        setup.sequences.assignment = short(300, 1);
    }));
    history.ok(tell::submit(1));
    history.ok(tell::submit(2));
    history.ok(tell::delivered(0, 0));
    history.says(tell::stopped(0, 0, crash(1)), &[say::prepare(0, 0)]);
    assert_eq!(history.queue(), [(job(0), Some(role(0))), (job(1), None)]);
    history.ok(tell::prepared(0, 0, 99));
    history.ok(tell::born(0, 1));
    history.ok(tell::initialized(0, 1));
    history.ok(tell::begun(0, 1, 1));
    history.says(
        tell::ready(0, 1, 1),
        &[
            say::returned_assigned(0, 0, 1, AssignedReturn::RetryPreparationRejected),
            say::returned_queued(1, 2, QueuedReturn::DispatchCorrelationUnavailable),
        ],
    );
    assert_eq!(history.phases(), [Phase::Idle]);
    assert_eq!(history.view().cursor, 0);
}

#[test]
fn a_stranded_queue_returns_in_admission_order() {
    let mut history = History::started(&setup(2));
    history.ok(tell::submit(1));
    history.ok(tell::submit(2));
    history.ok(tell::unborn(1, 1));
    let failure = RoleFailure::CreationRejected { submission: 77, reason: 1, stop: None };
    history.says(
        tell::unborn(0, 0),
        &[
            say::returned_queued(0, 1, QueuedReturn::NoRecoverableWorkers),
            say::returned_queued(1, 2, QueuedReturn::NoRecoverableWorkers),
            say::tell_desk(1, say::role_failed(0, failure)),
        ],
    );
    assert_eq!(history.phases(), [Phase::Retired, Phase::Retired]);
    history.ends(Told::Shutdown, Verdict::Stopped, &[]);
}
