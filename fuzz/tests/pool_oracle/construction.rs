//! Construction and start.

use super::history::*;
use super::words::*;
use actor_laws_fuzz::pool::observation::*;
use actor_laws_fuzz::pool::oracle::PoolOracle;

#[track_caller]
fn fails(change: impl FnOnce(&mut PoolSetup), failure: ConstructionFailure) {
    let broken = with(setup(3), change);
    assert_eq!(PoolOracle::new(&broken).err(), Some(failure));
    // A reset that fails leaves a pool that has ended.
    let mut history = History::started(&setup(2));
    assert_eq!(history.oracle.reset(&broken), Err(failure));
    history.ends(Told::Initialize, Verdict::HandedBack, &[]);
    assert_eq!(history.oracle.mode(), Mode::Stopped);
}

#[test]
fn each_check_has_its_failure() {
    fails(|setup| setup.role_count = 0, ConstructionFailure::EmptyRoster);
    fails(|setup| setup.roles[2] = 20, ConstructionFailure::DuplicateRole { index: 2 });
    fails(|setup| setup.activation_limit = 0, ConstructionFailure::ZeroActivationLimit);
    fails(
        |setup| setup.drain = DrainPolicy::RetireActorGraphAfter { deadline: 0 },
        ConstructionFailure::ZeroDeadline,
    );
    for timing in [
        Timing::Constant { delay: 0 },
        Timing::Linear { delay: 0, max: 1 },
        Timing::Linear { delay: 2, max: 1 },
        Timing::Doubling { delay: 0, max: 0 },
        Timing::Doubling { delay: 9, max: 8 },
    ] {
        fails(|setup| setup.timing = timing, ConstructionFailure::InvalidDelay);
    }
}

#[test]
fn checks_run_in_their_order() {
    let mut broken = with(setup(3), |setup| {
        setup.role_count = 0;
        setup.roles[1] = 20;
        setup.activation_limit = 0;
        setup.drain = DrainPolicy::RetireActorGraphAfter { deadline: 0 };
        setup.timing = Timing::Constant { delay: 0 };
        setup.factory_rejects_at = Some(0);
        setup.sequences.birth = short(700, 1);
    });
    let mut next = |change: &dyn Fn(&mut PoolSetup), failure| {
        assert_eq!(PoolOracle::new(&broken).err(), Some(failure));
        change(&mut broken);
    };
    next(&|setup| setup.role_count = 3, ConstructionFailure::EmptyRoster);
    next(&|setup| setup.roles[1] = 21, ConstructionFailure::DuplicateRole { index: 1 });
    next(&|setup| setup.activation_limit = 1, ConstructionFailure::ZeroActivationLimit);
    next(&|setup| setup.drain = DrainPolicy::WaitForActorGraph, ConstructionFailure::ZeroDeadline);
    next(&|setup| setup.timing = Timing::Immediate, ConstructionFailure::InvalidDelay);
    next(
        &|setup| setup.factory_rejects_at = None,
        ConstructionFailure::FactoryRejected { index: 0, prepared: 0 },
    );
    let rejection = Unavailable::Exhausted;
    next(
        &|setup| setup.sequences.birth = endless(1),
        ConstructionFailure::BirthCorrelationUnavailable { index: 1, prepared: 1, rejection },
    );
    assert!(PoolOracle::new(&broken).is_ok());
}

#[test]
fn factory_and_births_fail_at_any_role() {
    for index in 0..3 {
        fails(
            |setup| setup.factory_rejects_at = Some(index),
            ConstructionFailure::FactoryRejected { index, prepared: index },
        );
    }
    let rejection = Unavailable::Collision { candidate: 700 };
    fails(
        |setup| setup.sequences.birth = colliding(700, 2),
        ConstructionFailure::BirthCorrelationUnavailable { index: 2, prepared: 2, rejection },
    );
    // The factory of a role comes before its birth correlation.
    fails(
        |setup| {
            setup.factory_rejects_at = Some(1);
            setup.sequences.birth = short(700, 1);
        },
        ConstructionFailure::FactoryRejected { index: 1, prepared: 1 },
    );
}

#[test]
fn a_delay_is_checked_only_where_there_is_recovery() {
    let temporary = with(setup(1), |setup| {
        setup.eligibility = Eligibility::Temporary;
        setup.timing = Timing::Constant { delay: 0 };
    });
    assert!(PoolOracle::new(&temporary).is_ok());
}

#[test]
fn before_the_start_everything_is_handed_back() {
    let mut history = History::of(&setup(2));
    for told in [
        tell::fused(1, 1),
        Told::Shutdown,
        tell::born(0, 0),
        tell::stopped(0, 0, crash(1)),
        tell::completed(0, 0, 1),
        tell::deadline_elapsed(0, 1),
    ] {
        history.ends(told, Verdict::HandedBack, &[]);
    }
    let view = history.view();
    assert_eq!(
        view,
        PoolView {
            mode: Mode::Constructed,
            phases: Vec::new(),
            cursor: 0,
            source_home: true,
            queue: Vec::new(),
        }
    );
}

#[test]
fn the_start_sends_out_every_creation_once() {
    let mut history = History::of(&setup(3));
    let births = [0, 1, 2].map(|at| (at, at as u64, Birth::Initial, initial_submission(at as u8)));
    history.says(Told::Initialize, &say::creations(&births));
    assert_eq!(history.phases(), [Phase::Creating; 3]);
    history.ends(Told::Initialize, Verdict::HandedBack, &[]);
    assert_eq!(history.phases(), [Phase::Creating; 3]);
}

#[test]
fn a_temporary_pool_has_no_source() {
    let temporary = with(setup(1), |setup| setup.eligibility = Eligibility::Temporary);
    assert!(!History::started(&temporary).view().source_home);
}

#[test]
fn a_worker_starts_step_by_step() {
    let mut history = History::started(&setup(1));
    history.says(tell::born(0, 0), &[say::initialize(0)]);
    history.says(tell::initialized(0, 0), &[say::begin(0, 0)]);
    history.says(tell::begun(0, 0, 0), &[]);
    history.says(tell::ready(0, 0, 0), &[]);
    assert_eq!(history.phases(), [Phase::Idle]);
}

#[test]
fn a_reset_forgets_the_run_before() {
    let mut history = History::idle(&setup(2));
    for n in 0..3 {
        history.ok(tell::submit(n));
    }
    history.ok(tell::stopped(0, 0, crash(9)));
    history.oracle.reset(&setup(2)).expect("a sound setup");
    let mut fresh = History::of(&setup(2));
    for told in [Told::Initialize, tell::born(0, 0), tell::submit(1), Told::Shutdown] {
        assert_eq!(history.tell(told), fresh.tell(told));
        assert_eq!(history.view(), fresh.view());
    }
}
