//! Products that break the law, step by step next to the oracle: each must be told apart at the very
//! step at which it goes wrong, and the good product beside it must not.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::proxy::observation::*;

/// One step of a machine under judgement: what it was told, and its complete product.
#[derive(Clone)]
struct Step {
    told: Told,
    said: Vec<Said>,
    verdict: Verdict,
}

fn step(told: Told, said: &[Said]) -> Step {
    Step { told, said: said.to_vec(), verdict: Verdict::Continue }
}

fn end(told: Told, leftover: Leftover) -> Step {
    Step { told, said: vec![], verdict: Verdict::Stopped { leftover } }
}

/// The first step whose product is not the one that the oracle predicts.
fn judge(steps: &[Step]) -> Result<(), usize> {
    let mut history = History::new();
    for (at, step) in steps.iter().enumerate() {
        if history.tell(step.told) != (step.said.clone(), step.verdict) {
            return Err(at);
        }
    }
    Ok(())
}

/// The good steps pass; with its last product exchanged for each of the wrong ones they do not.
#[track_caller]
fn only(good: &[Step], wrong: &[Step]) {
    assert_eq!(judge(good), Ok(()));
    let last = good.len() - 1;
    for step in wrong {
        let mut steps = good.to_vec();
        steps[last] = step.clone();
        assert_eq!(judge(&steps), Err(last), "passed: {:?} {:?}", step.said, step.verdict);
    }
}

/// A whole life: an install, a replacement that waits for the predecessor's settlement, a shutdown.
fn life() -> Vec<Step> {
    let end_of_1 = Leftover::Worker(drained(1));
    vec![
        step(tell::install(0, 0), &say::create(0)),
        step(tell::committed(0), &[say::initialize(0)]),
        step(tell::initialized(0), &[say::activate(0, 0)]),
        step(tell::begun(0, 0), &[]),
        step(tell::ready(0, 0), &[say::installed(ready(0))]),
        step(tell::SERVICE, &[say::deliver(0)]),
        step(tell::replace(1, 1), &[say::shutdown(0)]),
        step(tell::gone(0), &say::create(1)),
        step(tell::committed(1), &[say::initialize(1)]),
        step(tell::initialized(1), &[say::activate(1, 1)]),
        step(tell::begun(1, 1), &[]),
        step(tell::ready(1, 1), &[]),
        step(tell::settled(0), &[say::replaced(1, made_room(0), ready(1))]),
        step(tell::gone(0), &[say::miss(MissKind::Unknown, ShownPhase::Ready, tell::gone(0))]),
        step(Told::Shutdown, &[say::shutdown(1)]),
        step(tell::gone(1), &[]),
        end(tell::settled(1), end_of_1),
        Step { told: tell::SERVICE, said: vec![], verdict: Verdict::HandedBack },
    ]
}

/// The first steps of the life.
fn until(count: usize) -> Vec<Step> {
    life()[..count].to_vec()
}

#[test]
fn a_missing_an_added_and_an_exchanged_action_is_seen_at_each_step() {
    let life = life();
    assert_eq!(judge(&life), Ok(()));
    let extra = say::no_service(ShownPhase::Dormant);
    for at in 0..life.len() {
        let mut with_extra = life.clone();
        with_extra[at].said.push(extra);
        assert_eq!(judge(&with_extra), Err(at));
        if life[at].said.is_empty() {
            continue;
        }
        let mut without = life.clone();
        without[at].said.remove(0);
        assert_eq!(judge(&without), Err(at));
        let mut exchanged = life.clone();
        exchanged[at].said[0] = extra;
        assert_eq!(judge(&exchanged), Err(at));
    }
}

#[test]
fn a_wrong_verdict_is_seen_at_each_step() {
    let life = life();
    for at in 0..life.len() {
        for verdict in [
            Verdict::Continue,
            Verdict::HandedBack,
            Verdict::Stopped { leftover: Leftover::Nothing },
        ] {
            let mut steps = life.clone();
            let is_right = steps[at].verdict == verdict;
            steps[at].verdict = verdict;
            assert_eq!(judge(&steps), if is_right { Ok(()) } else { Err(at) });
        }
    }
}

#[test]
fn actions_out_of_lane_order_are_seen() {
    let mut creation = say::create(0);
    creation.swap(0, 1);
    only(&until(1), &[step(tell::install(0, 0), &creation)]);
    let mut good = until(3);
    good.push(step(Told::Shutdown, &[say::cancel(0, 0), say::shutdown(0)]));
    only(&good, &[step(Told::Shutdown, &[say::shutdown(0), say::cancel(0, 0)])]);
}

#[test]
fn a_service_before_readiness_is_seen() {
    let mut good = until(4);
    good.push(step(tell::SERVICE, &[say::no_service(ShownPhase::Activating)]));
    only(&good, &[step(tell::SERVICE, &[say::deliver(0)]), step(tell::SERVICE, &[])]);
}

#[test]
fn a_service_to_the_predecessor_is_seen() {
    let mut good = until(13);
    good.push(step(tell::SERVICE, &[say::deliver(1)]));
    only(&good, &[step(tell::SERVICE, &[say::deliver(0)])]);
}

#[test]
fn a_successor_before_the_predecessors_exit_is_seen() {
    let mut said = vec![say::shutdown(0)];
    only(
        &until(7),
        &[step(tell::replace(1, 1), &say::create(1)), {
            said.splice(0..0, say::create(1));
            step(tell::replace(1, 1), &said)
        }],
    );
}

#[test]
fn an_outcome_before_the_predecessors_settlement_is_seen() {
    let early = say::replaced(1, gone(0), ready(1));
    only(&until(12), &[step(tell::ready(1, 1), &[early])]);
}

#[test]
fn a_replacements_exit_reported_as_a_stop_is_seen() {
    let mut said = say::create(1);
    said.push(say::stopped(0));
    only(&until(8), &[step(tell::gone(0), &said), step(tell::gone(0), &[say::stopped(0)])]);
}

#[test]
fn a_predecessor_without_its_end_is_seen() {
    let settled = tell::settled(0);
    let other = Predecessor { drained: Some((exit(1), Settled::Accepted)), ..made_room(0) };
    only(
        &until(13),
        &[
            step(settled, &[say::replaced(1, gone(0), ready(1))]),
            step(settled, &[say::replaced(1, other, ready(1))]),
            step(settled, &[say::replaced(1, made_room(1), ready(1))]),
            step(settled, &[say::replaced(0, made_room(0), ready(1))]),
            step(settled, &[say::replaced(1, made_room(0), ready(0))]),
            step(settled, &[say::installed(ready(1))]),
        ],
    );
}

#[test]
fn a_second_shutdown_of_the_same_worker_is_seen() {
    let mut good = until(7);
    good.push(step(Told::Shutdown, &[say::cancelled(1, 0, 1)]));
    only(
        &good,
        &[
            step(Told::Shutdown, &[say::shutdown(0), say::cancelled(1, 0, 1)]),
            step(Told::Shutdown, &[say::cancelled(1, 1, 1)]),
            step(Told::Shutdown, &[]),
        ],
    );
}

#[test]
fn a_failure_told_before_the_drain_is_seen() {
    let mut good = until(2);
    good.push(step(tell::failed(0), &[say::shutdown(0)]));
    let early = say::installed(unavailable(0, by::failure(0, exited(0))));
    only(
        &good,
        &[
            step(tell::failed(0), &[early]),
            step(tell::failed(0), &[say::shutdown(0), early]),
            step(tell::failed(0), &[]),
        ],
    );
    // A rejected settlement never stands for the exit.
    good.push(step(tell::unsettled(0), &[]));
    let end = End { exit: exit(0), shutdown: Some(not_delivered(0)) };
    let early = say::installed(unavailable(0, by::failure(0, end)));
    only(&good, &[step(tell::unsettled(0), &[early])]);
}

#[test]
fn an_activation_of_a_worker_that_has_exited_is_seen() {
    let mut good = until(2);
    good.push(step(tell::gone(0), &[]));
    let outcome = say::installed(unavailable(0, by::lateness(0)));
    good.push(step(tell::initialized(0), &[outcome]));
    let failure = say::installed(unavailable(0, by::failure(0, exited(0))));
    only(
        &good,
        &[
            step(tell::initialized(0), &[say::activate(0, 0)]),
            step(tell::initialized(0), &[say::shutdown(0)]),
            step(tell::initialized(0), &[failure]),
            step(tell::initialized(0), &[]),
        ],
    );
}

#[test]
fn an_activation_while_draining_is_seen() {
    let mut good = until(2);
    good.push(step(Told::Shutdown, &[say::shutdown(0)]));
    good.push(step(tell::initialized(0), &[]));
    only(&good, &[step(tell::initialized(0), &[say::activate(0, 0)])]);
}

#[test]
fn a_published_result_after_the_shutdown_is_seen() {
    let mut good = until(4);
    good.push(step(Told::Shutdown, &[say::cancel(0, 0), say::shutdown(0)]));
    good.push(step(tell::ready(0, 0), &[]));
    only(&good, &[step(tell::ready(0, 0), &[say::installed(ready(0))])]);
}

#[test]
fn a_stop_before_everything_is_settled_is_seen() {
    let mut good = until(16);
    only(&good, &[end(tell::gone(1), Leftover::Worker(exited(1)))]);
    good.push(life()[16].clone());
    let settled = tell::settled(1);
    only(
        &good,
        &[
            step(settled, &[]),
            end(settled, Leftover::Nothing),
            end(settled, Leftover::Worker(exited(1))),
            end(settled, Leftover::Worker(drained(0))),
        ],
    );
}

#[test]
fn a_leftover_of_the_wrong_kind_is_seen() {
    let mut good = until(1);
    good.push(step(Told::Shutdown, &[]));
    let unborn = UnreportedWorker::Unborn(unborn(0));
    good.push(end(tell::unborn(0), left::install(unborn)));
    let resolved =
        UnreportedWorker::Resolved(StartOutcome::CreationRejected(super::words::unborn(0)));
    only(
        &good,
        &[
            end(tell::unborn(0), left::install(resolved)),
            end(tell::unborn(0), left::replacement(0, gone(0), unborn)),
            end(tell::unborn(0), Leftover::Nothing),
        ],
    );
}

#[test]
fn a_miss_of_the_wrong_kind_phase_or_fact_is_seen() {
    let (told, phase) = (tell::gone(0), ShownPhase::Ready);
    only(
        &until(14),
        &[
            step(told, &[say::miss(MissKind::Unexpected, phase, told)]),
            step(told, &[say::miss(MissKind::Unknown, ShownPhase::Replacing, told)]),
            step(told, &[say::miss(MissKind::Unknown, phase, tell::gone(1))]),
            step(told, &[]),
        ],
    );
}
