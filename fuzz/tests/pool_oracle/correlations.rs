//! Sequences: order, exhaustion and collision of every kind.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::pool::observation::*;

/// Submits with nobody idle and an endless backlog, and answers the job ordinals (or the refusal).
fn jobs_of(job: SequencePlan, count: u32) -> Vec<Option<u64>> {
    let mut history = History::started(&with(setup(1), |setup| {
        setup.backlog_capacity = u32::MAX;
        setup.sequences.job = job;
    }));
    (0..count)
        .map(|n| match history.tell(tell::submit(n)).0.as_slice() {
            [Said::DeliverAdmission { outcome: Admission::Accepted { job, .. }, .. }] => {
                Some(job.ordinal)
            }
            _refused => None,
        })
        .collect()
}

fn plan(lease: (u64, u64), renewal: Option<(u64, u64)>) -> SequencePlan {
    let lease = Lease { first: lease.0, last: lease.1 };
    SequencePlan { lease, renewal: renewal.map(|(first, last)| Lease { first, last }) }
}

#[test]
fn a_sequence_is_its_lease_then_its_renewal_then_nothing() {
    let drawn = jobs_of(plan((5, 6), Some((9, 10))), 6);
    assert_eq!(drawn, [Some(5), Some(6), Some(9), Some(10), None, None]);
    let drawn = jobs_of(plan((0, 0), None), 3);
    assert_eq!(drawn, [Some(0), None, None]);
}

#[test]
fn a_renewal_collides_until_it_has_passed_the_mark() {
    let drawn = jobs_of(plan((5, 7), Some((6, 9))), 8);
    assert_eq!(drawn, [Some(5), Some(6), Some(7), None, None, Some(8), Some(9), None]);
    let drawn = jobs_of(plan((5, 7), Some((1, 2))), 6);
    assert_eq!(drawn, [Some(5), Some(6), Some(7), None, None, None]);
}

#[test]
fn nothing_wraps() {
    let drawn = jobs_of(plan((u64::MAX - 1, u64::MAX), Some((0, u64::MAX))), 4);
    assert_eq!(drawn, [Some(u64::MAX - 1), Some(u64::MAX), None, None]);
}

#[test]
fn diagnostics_are_numbered_in_causal_order_and_unnumbered_under_terminate() {
    let mut history = History::idle(&with(setup(1), |setup| {
        setup.sequences.diagnostic = colliding(1000, 1);
    }));
    history.refuses(tell::begun(0, 0, 0), FactClass::Stale, 0);
    // The collision closes the pool, the next draw is good again.
    let stale = say::rejected_fact(FactClass::Stale, tell::begun(0, 0, 0));
    history.says(tell::begun(0, 0, 0), &[say::shut_down(0, 0, 0), say::terminal(stale)]);
    history.says(tell::begun(0, 0, 0), &[say::tell_desk(1, stale)]);
}

#[test]
fn a_step_with_a_delivered_and_a_terminal_diagnostic_keeps_the_lanes() {
    let mut history = History::started(&with(setup(1), |setup| {
        setup.sequences.diagnostic = short(1000, 1);
    }));
    history.ok(tell::born(0, 0));
    history.ok(tell::uninitialized(0, 0));
    history.ok(tell::stopped(0, 0, crash(1)));
    let failure = WorkerFailure::InitializationRejected {
        settlement: 78,
        plan: super::words::plan(0),
        reason: 2,
    };
    let rejected = say::tell_desk(0, say::shutdown_rejected(0, 0, 0));
    let expected = [rejected, say::terminal(say::worker_failed(0, failure))];
    history.ends(tell::shutdown_rejected(0, 0, 0), Verdict::Stopped, &expected);
}

#[test]
fn a_birth_of_a_recovery_collides_or_runs_out() {
    let cases = [
        (short(700, 1), Unavailable::Exhausted),
        (colliding(700, 1), Unavailable::Collision { candidate: 700 }),
    ];
    for (births, rejection) in cases {
        let mut history = History::idle(&with(setup(1), |setup| setup.sequences.birth = births));
        history.ok(tell::stopped(0, 0, crash(1)));
        let failure =
            RoleFailure::BirthCorrelationUnavailable { stop: crash(1), submission: 99, rejection };
        let failed = say::tell_desk(0, say::role_failed(0, failure));
        history.says(tell::prepared(0, 0, 99), &[failed]);
        assert_eq!(history.phases(), [Phase::Retired]);
    }
}
