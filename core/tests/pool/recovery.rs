//! Recovery: which stops lead to one, how the worker source is lent, the budget window, and the clock
//! of stops.

use crate::support::*;

const PREPARE: &str = "PrepareWorker recovery1/0 a source1";
const DENIED_BY_CLOCK: &str = "ClockRegression";

/// The role's prepared worker is created; the role's position is in `child`.
#[track_caller]
fn recovers(rig: &mut Rig, role: Role, lends: Option<&str>) {
    let card = rig.card(role);
    let said = rig.prepared(role).lines();
    let born = rig.card(role);
    assert_ne!(born.child, card.child, "a fresh nonce");
    let (recovery, evidence) = (card.recovery.expect("a recovery"), card.evidence);
    let create = format!(
        "CreateWorker {role} {:?} Replacement({recovery:?} {evidence:?}) {:?}",
        born.child, rig.host.submissions[&born.child]
    );
    let mut expected = vec![
        create.replace("@1", ""),
        format!("ObserveWorkerCreation {:?}", born.child).replace("@1", ""),
        format!("ObserveWorkerStop {:?}", born.child).replace("@1", ""),
    ];
    expected.extend(lends.map(str::to_owned));
    expected.push("Continue".to_owned());
    assert_eq!(said, expected);
}

/// The role's prepared worker is denied; `diagnostic` numbers the diagnostic.
#[track_caller]
fn denied(rig: &mut Rig, role: Role, stop: &str, denial: &str, diagnostic: u64) {
    let said = rig.prepared(role).lines();
    let submission = said[1].split_whitespace().nth(4).expect("a submission").to_owned();
    let head = format!("DeliverDiagnostic d1 diagnostic{diagnostic} RoleFailed {role}");
    let failure = format!("  RecoveryDenied [{stop}] {submission} {denial}");
    assert_eq!(said, [head.as_str(), failure.as_str(), "Continue"]);
    assert!(submission.starts_with('s'), "{submission}");
    assert_eq!(rig.phase(role), Phase::Retired);
    assert!(rig.pool.source_is_home());
}

/// A policy, and whether it recovers from a normal and from an abnormal stop.
type Row = (fn(Setup) -> Setup, bool, bool);

#[test]
fn the_policy_and_the_class_of_the_stop_decide_whether_a_role_recovers() {
    let rows: [Row; 3] = [
        (Setup::permanent, true, true),
        (Setup::transient, false, true),
        (Setup::temporary, false, false),
    ];
    for (policy, normal, abnormal) in rows {
        for reaction in [FailureReaction::RetireRole, FailureReaction::StopPool] {
            for (class, recovers) in [(Normal, normal), (Abnormal, abnormal)] {
                let mut rig = policy(setup(&["a"])).reaction(reaction).idle();
                let said = rig.stop("a", class, 4);
                if recovers {
                    said.says(&[PREPARE, "Continue"]);
                    assert_eq!(rig.phase("a"), Phase::RecoveringPreparing);
                } else {
                    said.says_nothing();
                    assert_eq!(rig.phase("a"), Phase::Retired);
                }
            }
        }
    }
}

#[test]
fn a_replacement_is_a_fresh_birth_that_names_what_it_replaces() {
    let mut rig = setup(&["a"]).idle();
    rig.stop("a", Normal, 4).says(&[PREPARE, "Continue"]);
    assert!(!rig.pool.source_is_home());
    rig.prepared("a").says(&[
        "CreateWorker a child2/0 Replacement(recovery1/0 e1) s2",
        "ObserveWorkerCreation child2/0",
        "ObserveWorkerStop child2/0",
        "Continue",
    ]);
    assert!(rig.pool.source_is_home());
    assert_eq!(rig.phase("a"), Phase::Creating { stop_kept: false });
    rig.until_idle("a");
    rig.stop("a", Normal, 5).says(&["PrepareWorker recovery2/0 a source1", "Continue"]);
    rig.prepared("a").says(&[
        "CreateWorker a child3/0 Replacement(recovery2/0 e2) s3",
        "ObserveWorkerCreation child3/0",
        "ObserveWorkerStop child3/0",
        "Continue",
    ]);
}

#[test]
fn roles_that_wait_for_the_source_get_it_in_declaration_order() {
    let mut rig = setup(&["a", "b", "c"]).idle();
    rig.stop("b", Abnormal, 1).says(&["PrepareWorker recovery1/1 b source1", "Continue"]);
    rig.stop("c", Abnormal, 2).says_nothing();
    rig.stop("a", Abnormal, 3).says_nothing();
    assert_eq!(rig.phase("c"), Phase::RecoveringWaitingForSource);
    recovers(&mut rig, "b", Some("PrepareWorker recovery2/0 a source1"));
    recovers(&mut rig, "a", Some("PrepareWorker recovery3/2 c source1"));
    recovers(&mut rig, "c", None);
}

#[test]
fn a_refused_preparation_lends_the_source_on_in_the_same_fold() {
    let mut rig = setup(&["a", "b"]).idle();
    rig.stop("b", Abnormal, 1).sets_up();
    rig.stop("a", Abnormal, 2).says_nothing();
    rig.refuse_preparation("b", PreparationRefusal::WorkerRejected).says(&[
        "PrepareWorker recovery2/0 a source1",
        "DeliverDiagnostic d1 diagnostic1 RoleFailed b",
        "  PreparationRefused [Abnormal 1 z1] WorkerRejected x2",
        "Continue",
    ]);
}

#[test]
fn the_source_is_not_lent_in_a_fold_that_shuts_the_pool_down() {
    let mut rig = setup(&["a", "b"]).stop_pool().idle();
    rig.stop("b", Abnormal, 1).sets_up();
    rig.stop("a", Abnormal, 2).says_nothing();
    rig.refuse_preparation("b", PreparationRefusal::Corrupt).says(&[
        "DeliverDiagnostic d1 diagnostic1 RoleFailed b",
        "  PreparationRefused [Abnormal 1 z1] Corrupt x2",
        "Stopped",
    ]);
    assert!(rig.pool.source_is_home());
}

#[test]
fn a_waiting_role_whose_ticket_fails_leaves_the_source_to_the_next() {
    let collides = |space: &mut CorrelationSpace| {
        space.recoveries = plan(2, 2).renewed(Lease::new(1, 9).expect("a lease"));
    };
    let mut rig = setup(&["a", "b", "c", "d"]).space(collides).idle();
    rig.stop("d", Abnormal, 1).says(&["PrepareWorker recovery2/3 d source1", "Continue"]);
    for role in ["a", "b", "c"] {
        rig.stop(role, Abnormal, 2).says_nothing();
    }
    rig.prepared("d").says(&[
        "CreateWorker d child5/3 Replacement(recovery2/3 e4) s5",
        "ObserveWorkerCreation child5/3",
        "ObserveWorkerStop child5/3",
        "PrepareWorker recovery3/2 c source1",
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  RecoveryTicketUnavailable [Abnormal 2 z2] Collision(1)",
        "DeliverDiagnostic d1 diagnostic2 RoleFailed b",
        "  RecoveryTicketUnavailable [Abnormal 2 z2] Collision(2)",
        "Continue",
    ]);
    assert_eq!((rig.phase("a"), rig.phase("b")), (Phase::Retired, Phase::Retired));
}

#[test]
fn a_waiting_role_whose_ticket_fails_stops_the_pool_where_the_reaction_says_so() {
    let once = |space: &mut CorrelationSpace| space.recoveries = plan(1, 1);
    let mut rig = setup(&["a", "b", "c"]).stop_pool().space(once).idle();
    rig.stop("c", Abnormal, 1).sets_up();
    rig.stop("b", Abnormal, 2).says_nothing();
    rig.stop("a", Abnormal, 3).says_nothing();
    rig.prepared("c").says(&[
        "CreateWorker c child4/2 Replacement(recovery1/2 e3) s4",
        "ObserveWorkerCreation child4/2",
        "ObserveWorkerStop child4/2",
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  RecoveryTicketUnavailable [Abnormal 3 z3] Exhausted",
        "Continue",
    ]);
    assert_eq!((rig.phase("a"), rig.phase("b")), (Phase::Drained, Phase::Drained));
    assert_eq!(rig.phase("c"), Phase::ResolvingCreation { stop_kept: false });
}

/// One row of the budget table: each stop is another role's; `false` where it is denied.
#[track_caller]
fn budget(charges: u32, window: u64, stops: &[(u64, bool)]) {
    let roles = ["a", "b", "c", "d", "e", "f"];
    let mut rig = setup(&roles[..stops.len()]).budget(charges, window).idle();
    let mut diagnostics = 0;
    for (role, (at, allowed)) in roles.into_iter().zip(stops) {
        rig.stop(role, Abnormal, *at).sets_up();
        if *allowed {
            recovers(&mut rig, role, None);
        } else {
            diagnostics += 1;
            let stop = format!("Abnormal {at} z{at}");
            denied(&mut rig, role, &stop, "BudgetExhausted", diagnostics);
        }
    }
}

#[test]
fn w1_a_charge_exactly_at_the_edge_still_counts() {
    budget(2, 10, &[(0, true), (5, true), (10, false)]);
}

#[test]
fn w2_a_charge_beyond_the_edge_does_not_count() {
    budget(2, 10, &[(0, true), (5, true), (11, true)]);
}

#[test]
fn w3_the_window_slides() {
    budget(2, 10, &[(0, true), (9, true), (11, true), (12, false)]);
}

#[test]
fn w4_a_steady_pace_is_allowed_for_ever() {
    let mut rig = setup(&["a"]).budget(2, 10).idle();
    for at in (0..200).step_by(9) {
        rig.stop("a", Abnormal, at).sets_up();
        recovers(&mut rig, "a", None);
        rig.until_idle("a");
    }
}

#[test]
fn w5_an_empty_budget_denies_the_first() {
    budget(0, 10, &[(0, false), (50, false)]);
    budget(0, 0, &[(7, false)]);
}

#[test]
fn w6_an_empty_window_is_one_tick() {
    budget(2, 0, &[(4, true), (4, true), (4, false), (5, true)]);
}

#[test]
fn w7_a_denial_charges_nothing() {
    budget(1, 10, &[(0, true), (5, false), (11, true)]);
}

#[test]
fn a_window_longer_than_the_clock_starts_at_the_epoch() {
    budget(2, u64::MAX, &[(0, true), (3, true), (u64::MAX - 1, false)]);
}

#[test]
fn one_budget_serves_all_roles() {
    let mut rig = setup(&["a", "b"]).budget(1, 10).idle();
    rig.stop("a", Abnormal, 1).sets_up();
    recovers(&mut rig, "a", None);
    rig.stop("b", Abnormal, 2).sets_up();
    denied(&mut rig, "b", "Abnormal 2 z2", "BudgetExhausted", 1);
}

#[test]
fn a_charge_stays_spent_if_its_creation_is_rejected() {
    let mut rig = setup(&["a", "b"]).budget(1, 10).idle();
    rig.stop("a", Abnormal, 1).sets_up();
    recovers(&mut rig, "a", None);
    rig.reject_birth("a").says(&[
        "DeliverDiagnostic d1 diagnostic1 RoleFailed a",
        "  CreationRejected s3 x3 no stop",
        "Continue",
    ]);
    rig.stop("b", Abnormal, 2).sets_up();
    denied(&mut rig, "b", "Abnormal 2 z2", "BudgetExhausted", 2);
}

#[test]
fn a_stop_that_had_to_wait_is_charged_with_the_newest_charge() {
    let mut rig = setup(&["a", "b", "c"]).budget(1, 0).idle();
    rig.stop("a", Abnormal, 5).sets_up();
    rig.stop("c", Abnormal, 6).says_nothing();
    rig.stop("b", Abnormal, 9).says_nothing();
    recovers(&mut rig, "a", Some("PrepareWorker recovery2/1 b source1"));
    recovers(&mut rig, "b", Some("PrepareWorker recovery3/2 c source1"));
    denied(&mut rig, "c", "Abnormal 6 z6", "BudgetExhausted", 1);
}

#[test]
fn a_stop_that_had_to_wait_is_due_by_its_own_tick() {
    let mut rig = setup(&["a", "b", "c"]).budget(2, 0).delayed(5).idle();
    rig.stop("a", Abnormal, 5).sets_up();
    rig.stop("c", Abnormal, 6).says_nothing();
    rig.stop("b", Abnormal, 9).says_nothing();
    rig.prepared("a").sets_up();
    rig.prepared("b").sets_up();
    rig.prepared("c").says(&["ScheduleRestart recovery3/2 timer3/2 at 11", "Continue"]);
}

/// `b` stops at a tick below the clock, `told` before: its recovery fails, and nothing else does.
#[track_caller]
fn regresses(mut rig: Rig, at: u64) {
    rig.stop("b", Abnormal, at).sets_up();
    rig.until("b", Phase::RecoveringPreparing);
    let said = rig.prepared("b").lines();
    let denial = format!("[Abnormal {at} z{at}]");
    assert!(said[0].ends_with("RoleFailed b"), "{said:#?}");
    assert!(said[1].starts_with(&format!("  RecoveryDenied {denial}")), "{said:#?}");
    assert!(said[1].ends_with(DENIED_BY_CLOCK), "{said:#?}");
    assert_eq!((said.len(), said[2].as_str()), (3, "Continue"));
    assert_eq!(rig.phase("b"), Phase::Retired);
    rig.stop("c", Abnormal, at.max(30)).sets_up();
    recovers(&mut rig, "c", None);
}

#[track_caller]
fn does_not_regress(mut rig: Rig, at: u64) {
    rig.stop("b", Abnormal, at).sets_up();
    rig.until("b", Phase::RecoveringPreparing);
    recovers(&mut rig, "b", None);
}

/// `a` is creating, `b` and `c` are idle.
fn creating() -> Rig {
    let mut rig = setup(&["a", "b", "c"]).start();
    rig.until_idle("b");
    rig.until_idle("c");
    rig
}

#[test]
fn a_stop_below_an_accepted_one_is_a_clock_regression() {
    let stopped = || {
        let mut rig = setup(&["a", "b", "c"]).idle();
        rig.stop("a", Abnormal, 30).sets_up();
        recovers(&mut rig, "a", None);
        rig
    };
    regresses(stopped(), 29);
    does_not_regress(stopped(), 30);
}

#[test]
fn a_regression_is_found_before_the_budget() {
    let mut rig = setup(&["a", "b"]).budget(1, 100).idle();
    rig.stop("a", Abnormal, 30).sets_up();
    recovers(&mut rig, "a", None);
    rig.stop("b", Abnormal, 29).sets_up();
    denied(&mut rig, "b", "Abnormal 29 z29", DENIED_BY_CLOCK, 1);
}

#[test]
fn a_stop_that_retires_its_role_moves_the_clock() {
    let mut rig = setup(&["a", "b", "c"]).transient().idle();
    rig.stop("a", Normal, 30).says_nothing();
    regresses(rig, 29);
}

#[test]
fn a_rejected_stop_does_not_move_the_clock() {
    let mut rig = setup(&["a", "b", "c"]).idle();
    let other = Card { evidence: Evidence(9), ..rig.card("a") };
    rig.rejects(WrongWorker, facts::stopped(&other, Abnormal, 30));
    does_not_regress(rig, 1);
}

#[test]
fn a_stop_kept_in_a_join_moves_the_clock_when_it_comes() {
    let mut rig = setup(&["a", "b", "c"]).idle();
    rig.submit(1).sets_up();
    rig.stop("a", Abnormal, 30).says_nothing();
    regresses(rig, 29);
    let mut rig = setup(&["a", "b", "c"]).idle();
    rig.submit(1).sets_up();
    rig.complete("a", 5).says_nothing();
    rig.stop("a", Abnormal, 30).says_nothing();
    regresses(rig, 29);
}

#[test]
fn a_stop_kept_in_a_shutdown_pair_moves_the_clock_when_it_comes() {
    let mut rig = creating();
    rig.until("a", Phase::Initializing);
    rig.reject_initialization("a").sets_up();
    rig.stop("a", Abnormal, 30).says_nothing();
    regresses(rig, 29);
    let mut rig = setup(&["a", "b", "c"]).idle();
    rig.submit(1).sets_up();
    rig.busy("b", 2);
    rig.busy("c", 3);
    rig.reject_delivery("a").sets_up();
    rig.stop("a", Abnormal, 30).says_nothing();
    regresses(rig, 29);
}

#[test]
fn a_stop_inside_an_initialization_moves_the_clock_once() {
    let mut rig = creating();
    rig.until("a", Phase::Initializing);
    rig.stop_initialization("a", Abnormal, 30).sets_up();
    recovers(&mut rig, "a", None);
    regresses(rig, 29);
    let mut rig = creating();
    rig.until("a", Phase::Initializing);
    rig.stop("a", Abnormal, 10).says_nothing();
    rig.stop_initialization("a", Abnormal, 30).sets_up();
    recovers(&mut rig, "a", None);
    does_not_regress(rig, 10);
}

#[test]
fn a_stop_kept_before_its_birth_moves_the_clock_at_the_commit() {
    let mut rig = creating();
    rig.stop("a", Abnormal, 30).says_nothing();
    does_not_regress(rig, 29);
    let mut rig = creating();
    rig.stop("a", Abnormal, 30).says_nothing();
    rig.commit("a").sets_up();
    recovers(&mut rig, "a", None);
    regresses(rig, 29);
}

#[test]
fn a_kept_stop_of_another_birth_never_moves_the_clock() {
    let mut rig = creating();
    let other = Card { evidence: Evidence(9), ..rig.card("a") };
    rig.tell(facts::stopped(&other, Abnormal, 30)).says_nothing();
    rig.commit("a").sets_up();
    does_not_regress(rig, 1);
    let mut rig = creating();
    rig.stop("a", Abnormal, 30).says_nothing();
    rig.reject_birth("a").sets_up();
    does_not_regress(rig, 1);
}

#[test]
fn a_stop_kept_before_its_birth_is_judged_when_it_comes() {
    let mut rig = creating();
    rig.stop("a", Abnormal, 29).says_nothing();
    rig.stop("c", Abnormal, 30).sets_up();
    recovers(&mut rig, "c", None);
    rig.commit("a").sets_up();
    recovers(&mut rig, "a", None);
    let mut rig = creating();
    rig.stop("c", Abnormal, 30).sets_up();
    recovers(&mut rig, "c", None);
    rig.stop("a", Abnormal, 29).says_nothing();
    rig.commit("a").sets_up();
    denied(&mut rig, "a", "Abnormal 29 z29", DENIED_BY_CLOCK, 1);
}
