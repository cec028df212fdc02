//! Construction and the modes around operation: checks in order, all or nothing at every role, the
//! prepared roster taken back, and inputs handed back whole.

use crate::support::*;

/// A failed construction as text; the definition comes back as it was, but for the factory's count.
#[track_caller]
fn fails(setup: &Setup, prepared: &[&str], reason: &str) {
    let error = setup.construct().expect_err("the construction fails");
    let ConstructionError { mut definition, prepared: roster, reason: found } = error;
    let roster: Vec<String> = roster.iter().map(prepared_text).collect();
    assert_eq!((&roster[..], format!("{found:?}").as_str()), (&owned(prepared)[..], reason));
    definition.initial_factory.made = 0;
    assert_eq!(format!("{definition:?}"), format!("{:?}", setup.definition()));
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

fn prepared_text(PreparedWorker { child, submission }: &PreparedWorker<Test>) -> String {
    format!("{child:?} {submission:?}")
}

const OPERATING: RefusalCause = RefusalCause::Mode(PoolMode::Operating);
const DRAINING: RefusalCause = RefusalCause::Mode(PoolMode::Draining);
const STOPPED: RefusalCause = RefusalCause::Mode(PoolMode::Stopped);
const FORCED: RefusalCause = RefusalCause::Mode(PoolMode::ForcedRetirement);
const CONSTRUCTED: RefusalCause = RefusalCause::Mode(PoolMode::Constructed);

#[test]
fn an_empty_roster_is_refused_before_all_else() {
    fails(&setup(&[]).limit(0).deadline(0).delayed(0), &[], "EmptyRoster");
}

#[test]
fn a_role_declared_twice_is_refused_at_its_second_place() {
    let every = setup(&["b", "a", "b", "a"]).limit(0).deadline(0).delayed(0);
    fails(&every, &[], "DuplicateRole { position: 2 }");
    fails(&setup(&["a", "b", "c", "a", "b"]), &[], "DuplicateRole { position: 3 }");
}

#[test]
fn a_zero_activation_limit_is_refused_third() {
    fails(&setup(&["a"]).limit(0).deadline(0).delayed(0), &[], "ZeroActivationLimit");
}

#[test]
fn a_zero_deadline_is_refused_fourth() {
    fails(&setup(&["a"]).deadline(0).delayed(0).refusing("a"), &[], "ZeroDeadline");
}

#[test]
fn a_restart_delay_must_be_positive_and_below_its_maximum() {
    let linear = |delay, max| RestartTiming::Linear { delay: Ticks(delay), max: Ticks(max) };
    let doubling = |delay, max| RestartTiming::Doubling { delay: Ticks(delay), max: Ticks(max) };
    let constant = RestartTiming::Constant { delay: Ticks(0) };
    for timing in [constant, linear(0, 5), linear(6, 5), doubling(0, 5), doubling(6, 5)] {
        let setup = setup(&["a"]).refusing("a").timing(timing);
        fails(&setup.clone().permanent(), &[], "InvalidDelay");
        fails(&setup.transient(), &[], "InvalidDelay");
    }
    for timing in [RestartTiming::Immediate, linear(5, 5), doubling(5, 5), linear(1, 9)] {
        assert_eq!(setup(&["a"]).timing(timing).constructed().pool.mode(), PoolMode::Constructed);
    }
}

#[test]
fn a_temporary_pool_carries_no_delay() {
    let rig = setup(&["a"]).temporary().delayed(0).constructed();
    assert_eq!(rig.pool.mode(), PoolMode::Constructed);
    assert!(!rig.pool.source_is_home(), "there is none");
}

#[test]
fn a_refusing_factory_gives_back_all_that_was_prepared() {
    let roles = ["a", "b", "c"];
    let prepared = ["child1/0@1 s1", "child2/1@1 s2"];
    for (position, role) in roles.into_iter().enumerate() {
        let rejection = format!("f{}", position + 1);
        let reason = format!("FactoryRejected {{ position: {position}, rejection: {rejection} }}");
        fails(&setup(&roles).refusing(role), &prepared[..position], &reason);
    }
}

#[test]
fn an_exhausted_birth_plan_gives_back_all_that_was_prepared() {
    let prepared = ["child1/0@1 s1", "child2/1@1 s2"];
    for position in 0..3 {
        let lease = plan(1, position as u64);
        let reason = format!(
            "BirthCorrelationUnavailable {{ position: {position}, submission: s{}, rejection: \
             Exhausted }}",
            position + 1
        );
        let setup = setup(&["a", "b", "c"]).space(|space| space.births = lease);
        fails(&setup, &prepared[..position], &reason);
    }
}

#[test]
fn a_colliding_birth_gives_back_all_that_was_prepared() {
    let renewal = Lease::new(2, 9).expect("a lease");
    let setup = setup(&["a", "b", "c"]).space(|space| space.births = plan(1, 2).renewed(renewal));
    fails(
        &setup,
        &["child1/0@1 s1", "child2/1@1 s2"],
        "BirthCorrelationUnavailable { position: 2, submission: s3, rejection: Collision { \
         candidate: 2 } }",
    );
}

#[test]
fn the_factory_is_asked_before_the_birth_of_the_same_role() {
    let setup = setup(&["a"]).refusing("a").space(|space| space.births = SequencePlan::NOTHING);
    fails(&setup, &[], "FactoryRejected { position: 0, rejection: f1 }");
}

#[test]
fn initialization_sends_every_creation_in_declaration_order() {
    let mut rig = setup(&["b", "c", "a"]).constructed();
    rig.initialize().says(&[
        "CreateWorker b child1/0 Initial s1",
        "CreateWorker c child2/1 Initial s2",
        "CreateWorker a child3/2 Initial s3",
        "ObserveWorkerCreation child1/0",
        "ObserveWorkerCreation child2/1",
        "ObserveWorkerCreation child3/2",
        "ObserveWorkerStop child1/0",
        "ObserveWorkerStop child2/1",
        "ObserveWorkerStop child3/2",
        "Continue",
    ]);
    for role in ["a", "b", "c"] {
        assert_eq!(rig.phase(role), Phase::Creating { stop_kept: false });
    }
    assert_eq!(rig.pool.cursor(), Some(0));
}

#[test]
fn a_pool_that_has_not_started_gives_its_roster_back() {
    let rig = setup(&["a", "b"]).constructed();
    let (ended, roster) = rig.pool.withdraw().expect("the pool has not started");
    let EndedPool { definition, forced } = ended;
    let roster: Vec<String> = roster.iter().map(prepared_text).collect();
    assert_eq!(roster, ["child1/0@1 s1", "child2/1@1 s2"]);
    assert_eq!(forced, None);
    assert_eq!(definition.roles, ["a", "b"]);
    let restart = definition.recovery.restart().expect("a permanent pool restarts");
    assert_eq!(restart.source, SourceCustody::Home(Source(1)));
}

#[test]
fn a_pool_that_has_started_keeps_its_roster() {
    let rig = setup(&["a"]).start();
    let before = rig.pool_text();
    let pool = rig.pool.withdraw().expect_err("the pool has started");
    assert_eq!(format!("{pool:?}"), before);
    let pool = pool.into_ended().expect_err("and it has not ended");
    assert_eq!(format!("{pool:?}"), before);
}

#[test]
fn a_constructed_pool_hands_back_all_but_initialize() {
    let mut started = setup(&["a"]).instance(2).start();
    started.until_idle("a");
    let card = started.card("a");
    let mut rig = setup(&["a"]).constructed();
    rig.refuse(facts::submit(4)).says(CONSTRUCTED, "Submit r4 p4 c4");
    rig.refuse(PoolInput::Shutdown).says(CONSTRUCTED, "Shutdown");
    rig.refuse(facts::committed(&card)).says(CONSTRUCTED, "Committed a:child1/0@2:e1 w1 i1 plan1");
    rig.refuse(facts::stopped(&card, Normal, 3))
        .says(CONSTRUCTED, "WorkerStopped a:child1/0@2:e1 Normal 3 z3");
    rig.initialize().sets_up();
    assert_eq!(rig.pool.mode(), PoolMode::Operating);
}

#[test]
fn initialize_is_taken_once() {
    let mut rig = setup(&["a"]).start();
    rig.refuse(PoolInput::Initialize).says(OPERATING, "Initialize");
    rig.shutdown().says_nothing();
    rig.refuse(PoolInput::Initialize).says(DRAINING, "Initialize");
}

/// Each kind of input, about a pool whose one role went through every phase.
fn one_of_each_kind(rig: &mut Rig) -> Vec<facts::Input> {
    rig.until_idle("a");
    rig.submit(1).sets_up();
    let mut card = rig.card("a");
    let command = rig.command("a");
    rig.shutdown().sets_up();
    card.shutdown = rig.card("a").shutdown;
    let deadline = rig.host.deadline.expect("the setup has a deadline");
    let completed = facts::completed(&card, command, 5);
    let delivered = facts::delivered(&card);
    let restarting = restarting_elsewhere();
    vec![
        PoolInput::Initialize,
        facts::submit(2),
        PoolInput::Shutdown,
        facts::committed(&card),
        facts::initialized(&card, Plan(1)),
        facts::begun(&card),
        facts::ready(&card),
        facts::stopped(&card, Normal, 9),
        delivered,
        completed,
        facts::shutdown_taken(&card),
        facts::deadline_taken(deadline.timer),
        facts::deadline_elapsed(deadline.timer, 9),
        facts::prepared(&restarting, Source(9), 7),
        facts::scheduled(&restarting),
        facts::timer_elapsed(&restarting, 9),
    ]
}

/// A role of another pool, with a restart timer under way.
fn restarting_elsewhere() -> Card {
    let mut elsewhere = setup(&["a"]).instance(2).delayed(5).idle();
    elsewhere.stop("a", Normal, 1).sets_up();
    elsewhere.prepared("a").sets_up();
    elsewhere.card("a")
}

const ONE_OF_EACH_KIND: [&str; 16] = [
    "Initialize",
    "Submit r2 p2 c2",
    "Shutdown",
    "Committed a:child1/0:e1 w1 i1 plan1",
    "InitializationSettled a:child1/0:e1 i1 ReadyForActivation permit1 plan1",
    "ActivationBeginSettled a:child1/0:e1 ticket1/0 Accepted",
    "WorkerReady a:child1/0:e1 ticket1/0 Ready",
    "WorkerStopped a:child1/0:e1 Normal 9 z9",
    "AssignmentSettled child1/0 assignment1 Accepted",
    "WorkerCompleted child1/0 o5",
    "WorkerShutdownSettled a:child1/0:e1 shutdown1 Accepted",
    "DrainDeadlineSettled timer1/drain Accepted",
    "DrainDeadlineElapsed timer1/drain at 9",
    "WorkerPreparationSettled a recovery1/0@2 source9 Prepared s7",
    "RestartScheduleSettled recovery1/0@2 timer1/0@2 Accepted",
    "RestartTimerElapsed recovery1/0@2 timer1/0@2 at 9",
];

#[test]
fn a_stopped_pool_hands_back_every_input() {
    let mut rig = setup(&["a"]).deadline(20).start();
    let inputs = one_of_each_kind(&mut rig);
    rig.stop("a", Normal, 8).says(&[
        "TransferRejectedFact a Cancelled",
        "  RetainedHalf half of assignment1",
        "Continue",
    ]);
    rig.shutdown_taken("a").says(&["Stopped"]);
    for (input, text) in inputs.into_iter().zip(ONE_OF_EACH_KIND) {
        rig.refuse(input).says(STOPPED, text);
    }
    let ended = rig.pool.into_ended().expect("the pool has ended");
    assert_eq!(ended.forced, None);
    let restart = ended.definition.recovery.restart().expect("a permanent pool restarts");
    assert_eq!(restart.source, SourceCustody::Home(Source(1)));
}

#[test]
fn a_pool_retired_by_force_hands_back_every_input() {
    let mut rig = setup(&["a"]).deadline(20).start();
    let inputs = one_of_each_kind(&mut rig);
    rig.deadline_fires(30).says(&[
        "TransferDrainResidual DeadlineElapsed timer1/drain at 30",
        "  a Worker child1/0 w1 e1 Delivering half of assignment1 Requested shutdown1",
        "ForcedRetirement",
    ]);
    for (input, text) in inputs.into_iter().zip(ONE_OF_EACH_KIND) {
        rig.refuse(input).says(FORCED, text);
    }
    let ended = rig.pool.into_ended().expect("the pool has ended");
    let forced = ForcedRetirement { roles: vec!["a"], cause: ResidualCauseKind::DeadlineElapsed };
    assert_eq!(ended.forced, Some(forced));
}

#[test]
fn a_product_must_be_taken_before_the_next_step() {
    let mut pool = setup(&["a"]).construct().expect("a lawful definition");
    let mut actions = PoolActions::default();
    pool.step(PoolInput::Initialize, &mut actions).expect("the pool starts");
    let (state, product) = (format!("{pool:?}"), format!("{actions:?}"));
    let refused = pool.step(PoolInput::Shutdown, &mut actions).expect_err("the product is there");
    assert_eq!(refused.cause, RefusalCause::UnsettledActions);
    assert_eq!(Text::text(&refused.input), "Shutdown");
    assert_eq!((format!("{pool:?}"), format!("{actions:?}")), (state, product));
    assert_eq!(actions.drain().count(), 3);
    pool.step(PoolInput::Shutdown, &mut actions).expect("the buffer is free again");
    assert!(actions.is_empty(), "a creation is out, so nothing is said");
}

#[test]
fn a_verdict_alone_is_a_product_that_must_be_taken() {
    let mut rig = setup(&["a"]).temporary().idle();
    rig.stop("a", Normal, 1).says_nothing();
    let mut actions = PoolActions::default();
    rig.pool.step(PoolInput::Shutdown, &mut actions).expect("the pool operates");
    assert_eq!((actions.operations().len(), actions.verdict()), (0, Verdict::Stopped));
    let refused = rig.pool.step(facts::submit(1), &mut actions).expect_err("it is not taken");
    assert_eq!(refused.cause, RefusalCause::UnsettledActions);
    assert_eq!(Text::text(&refused.input), "Submit r1 p1 c1");
    assert_eq!(actions.drain().count(), 0);
    let refused = rig.pool.step(refused.input, &mut actions).expect_err("the pool has ended");
    assert_eq!(refused.cause, STOPPED);
}

#[test]
fn the_step_as_a_value_answers_the_same() {
    let pool = setup(&["a"]).construct().expect("a lawful definition");
    let (pool, refused) = pool.fold(PoolInput::Shutdown);
    let refused = refused.expect_err("the pool has not started");
    assert_eq!(refused.cause, CONSTRUCTED);
    let (pool, product) = pool.fold(PoolInput::Initialize);
    let product = product.expect("the pool starts");
    let lines: Vec<String> = product.operations().iter().flat_map(operation_lines).collect();
    assert_eq!(
        lines,
        [
            "CreateWorker a child1/0 Initial s1",
            "ObserveWorkerCreation child1/0",
            "ObserveWorkerStop child1/0"
        ]
    );
    assert_eq!((product.verdict(), pool.mode()), (Verdict::Continue, PoolMode::Operating));
}
