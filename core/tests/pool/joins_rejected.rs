//! Rejected deliveries: reunion of both halves, contradiction with a completion, mismatch of halves,
//! and the quarantine of the worker.

use crate::support::*;

const PREPARE: &str = "PrepareWorker recovery1/0 a source1";
const ASK_A: &str = "ShutdownWorker child1/0 a:child1/0:e1 shutdown1";
const ASK_B: &str = "ShutdownWorker child2/1 b:child2/1:e2 shutdown1";
const CONTRADICTED: &str =
    "DeliverCustomerTerminal c1 ReturnedAssigned job1 a p1 ContradictoryAssignmentSettlement";
const POLICIES: [Interruption; 2] = [Interruption::Fail, Interruption::Retry];

/// What has come before the rejection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    Nothing,
    Stop,
    Completion,
    CompletionThenStop,
    StopThenCompletion,
}

const EVERY_BEFORE: [Before; 5] = [
    Before::Nothing,
    Before::Stop,
    Before::Completion,
    Before::CompletionThenStop,
    Before::StopThenCompletion,
];

impl Before {
    fn tell(self, rig: &mut Rig) {
        match self {
            Self::Nothing => {}
            Self::Stop => rig.stop("a", Abnormal, 4).says_nothing(),
            Self::Completion => rig.complete("a", 5).says_nothing(),
            Self::CompletionThenStop => {
                rig.complete("a", 5).says_nothing();
                rig.stop("a", Abnormal, 4).says_nothing();
            }
            Self::StopThenCompletion => {
                rig.stop("a", Abnormal, 4).says_nothing();
                rig.complete("a", 5).says_nothing();
            }
        }
    }

    fn has_stop(self) -> bool {
        matches!(self, Self::Stop | Self::CompletionThenStop | Self::StopThenCompletion)
    }

    fn completion(self) -> &'static str {
        match self {
            Self::Nothing | Self::Stop => "no completion",
            Self::Completion | Self::CompletionThenStop | Self::StopThenCompletion => {
                "completion o5"
            }
        }
    }
}

/// Two roles; job 1 is with `a`, which is told what came before.
fn assigned(policy: Interruption, before: Before) -> Rig {
    let mut rig = setup(&["a", "b"]).interruption(policy).idle();
    rig.submit(1).sets_up();
    before.tell(&mut rig);
    rig
}

/// A genuine duplicate of the command that `a` got: from a second pool of the same identity that was
/// fed the same inputs.
fn duplicate() -> AssignmentCommand<Test> {
    let mut twin = assigned(Interruption::Fail, Before::Nothing);
    twin.command("a")
}

#[test]
fn a_reunion_puts_the_job_back_and_quarantines_the_worker_under_both_policies() {
    for policy in POLICIES {
        let mut rig = setup(&["a"]).interruption(policy).capacity(0).idle();
        rig.submit(1).sets_up();
        rig.reject_delivery("a").says(&[ASK_A, "Continue"]);
        assert_eq!(rig.queue(), ["job1 1 a"]);
        assert_eq!(rig.phase("a"), Phase::Stopping { halves: PairPhase::Open });
    }
}

#[test]
fn a_reunion_after_the_stop_recovers_once_under_both_policies() {
    for policy in POLICIES {
        let mut rig = setup(&["a"]).interruption(policy).capacity(0).idle();
        rig.submit(1).sets_up();
        rig.stop("a", Normal, 4).says_nothing();
        rig.reject_delivery("a").says(&[PREPARE, "Continue"]);
        assert_eq!(rig.queue(), ["job1 1 a"]);
        assert_eq!(rig.phase("a"), Phase::RecoveringPreparing);
    }
}

#[test]
fn a_rejected_job_goes_to_another_idle_role_in_the_same_fold() {
    for policy in POLICIES {
        let mut rig = assigned(policy, Before::Nothing);
        rig.reject_delivery("a").says(&[
            "DeliverAssignment child2/1 assignment2 p1",
            ASK_A,
            "Continue",
        ]);
        let mut rig = assigned(policy, Before::Stop);
        rig.reject_delivery("a").says(&[
            "DeliverAssignment child2/1 assignment2 p1",
            PREPARE,
            "Continue",
        ]);
    }
}

#[test]
fn a_rejected_job_goes_back_by_its_ordinal() {
    let mut rig = setup(&["a", "b"]).idle();
    for tag in 1..=4 {
        rig.submit(tag).sets_up();
    }
    rig.reject_delivery("b").says(&["ShutdownWorker child2/1 b:child2/1:e2 shutdown1", "Continue"]);
    rig.reject_delivery("a").says(&["ShutdownWorker child1/0 a:child1/0:e1 shutdown2", "Continue"]);
    assert_eq!(rig.queue(), ["job1 1 a", "job2 2 b", "job3 3 -", "job4 4 -"]);
}

#[test]
fn a_genuine_duplicate_of_the_authority_reunites_too() {
    let mut rig = assigned(Interruption::Fail, Before::Nothing);
    rig.reject_delivery_with("a", duplicate()).says(&[
        "DeliverAssignment child2/1 assignment2 p1",
        ASK_A,
        "Continue",
    ]);
    let spent = rig.card("a");
    assert_eq!(rig.phase("a"), Phase::Stopping { halves: PairPhase::Open });
    let command = rig.host.commands.remove(&spent.assignment.expect("it had a job"));
    let completed = facts::completed(&spent, command.expect("the other copy"), 5);
    rig.rejects(Stale, completed);
}

#[test]
fn a_rejection_against_a_completion_is_a_contradiction_that_ends_the_pool() {
    for policy in POLICIES {
        for before in
            EVERY_BEFORE.into_iter().filter(|before| before.completion() != "no completion")
        {
            let mut rig = assigned(policy, before);
            let said = rig.reject_delivery_with("a", duplicate());
            contradicts(&rig, said, before, "Contradictory", "[command p1]");
        }
    }
}

/// The job returned, the facts are with the host, and the pool drains: a worker that has not stopped
/// is asked to, one that has is drained.
#[track_caller]
fn contradicts(rig: &Rig, said: Said, before: Before, reason: &str, returned: &str) {
    let completion = before.completion();
    let head = format!("TransferRejectedFact a {reason}");
    let owned = format!("  RejectedDelivery half of assignment1 {returned} x1 {completion}");
    if before.has_stop() {
        said.says(&[CONTRADICTED, ASK_B, &head, &owned, "Continue"]);
        assert_eq!(rig.phase("a"), Phase::Drained);
    } else {
        let ask_b = "ShutdownWorker child2/1 b:child2/1:e2 shutdown2";
        said.says(&[CONTRADICTED, ASK_A, ask_b, &head, &owned, "Continue"]);
        let work = DrainWorkPhase::Nothing;
        assert_eq!(rig.phase("a"), Phase::DrainingWorker { work, settled: false });
    }
}

#[test]
fn a_returned_authority_of_another_pool_is_a_mismatch_that_ends_the_pool() {
    for policy in POLICIES {
        for before in EVERY_BEFORE {
            let mut foreign = setup(&["a"]).instance(2).idle();
            foreign.submit(8).sets_up();
            let mut rig = assigned(policy, before);
            let said = rig.reject_delivery_with("a", foreign.command("a"));
            contradicts(&rig, said, before, "Mismatch", "[command p8]");
        }
    }
}

#[test]
fn a_returned_authority_of_an_earlier_assignment_is_a_mismatch() {
    for before in EVERY_BEFORE {
        let mut twin = setup(&["a", "b"]).idle();
        twin.submit(1).sets_up();
        twin.submit(2).sets_up();
        let mut rig = assigned(Interruption::Retry, before);
        let said = rig.reject_delivery_with("a", twin.command("b"));
        contradicts(&rig, said, before, "Mismatch", "[command p2]");
    }
}

#[test]
fn a_returned_authority_of_another_birth_is_a_mismatch() {
    let mut twin = setup(&["a", "b"]).start();
    let other = Card { evidence: Evidence(77), ..twin.card("a") };
    twin.tell(facts::committed(&other)).sets_up();
    twin.tell(facts::initialized(&other, Plan(1))).sets_up();
    let other = Card { ticket: twin.card("a").ticket, ..other };
    twin.tell(facts::begun(&other)).sets_up();
    twin.tell(facts::ready(&other)).sets_up();
    twin.submit(1).sets_up();
    let mut rig = assigned(Interruption::Fail, Before::Nothing);
    let said = rig.reject_delivery_with("a", twin.command("a"));
    contradicts(&rig, said, Before::Nothing, "Mismatch", "[command p1]");
}

#[test]
fn the_execution_payload_is_not_judged() {
    let mut twin = setup(&["a", "b"]).idle();
    twin.submit(8).sets_up();
    let mut rig = assigned(Interruption::Fail, Before::Nothing);
    rig.reject_delivery_with("a", twin.command("a")).says(&[
        "DeliverAssignment child2/1 assignment2 p1",
        ASK_A,
        "Continue",
    ]);
}

#[test]
fn a_rejection_for_another_assignment_or_worker_is_a_rejected_fact() {
    let mut rig = setup(&["a", "b"]).idle();
    rig.submit(1).sets_up();
    rig.submit(2).sets_up();
    let (a, b) = (rig.card("a"), rig.card("b"));
    let (of_a, of_b) = (rig.command("a"), rig.command("b"));
    let crossed = Card { assignment: b.assignment, ..a };
    rig.rejects(Stale, facts::delivery_rejected(&crossed, of_b));
    let crossed = Card { assignment: a.assignment, ..b };
    rig.rejects(Stale, facts::delivery_rejected(&crossed, of_a));
    let mut foreign = setup(&["a"]).instance(2).idle();
    foreign.submit(1).sets_up();
    let crossed = Card { assignment: foreign.card("a").assignment, ..a };
    rig.rejects(Foreign, facts::delivery_rejected(&crossed, foreign.command("a")));
}

#[test]
fn a_second_rejection_is_stale() {
    let mut rig = setup(&["a"]).idle();
    rig.submit(1).sets_up();
    rig.reject_delivery("a").says(&[ASK_A, "Continue"]);
    rig.rejects(Stale, facts::delivery_rejected(&rig.card("a"), duplicate()));
    rig.rejects(Stale, facts::delivered(&rig.card("a")));
}

#[test]
fn a_quarantined_worker_recovers_once_both_halves_are_in() {
    for stop_first in [true, false] {
        let mut rig = setup(&["a"]).transient().idle();
        rig.submit(1).sets_up();
        rig.reject_delivery("a").says(&[ASK_A, "Continue"]);
        if stop_first {
            rig.stop("a", Normal, 4).says_nothing();
            assert_eq!(rig.phase("a"), Phase::Stopping { halves: PairPhase::Stopped });
            rig.rejects(Stale, facts::stopped(&rig.card("a"), Abnormal, 5));
            rig.shutdown_taken("a").says(&[PREPARE, "Continue"]);
        } else {
            rig.shutdown_taken("a").says_nothing();
            assert_eq!(rig.phase("a"), Phase::Stopping { halves: PairPhase::Settled });
            rig.rejects(Stale, facts::shutdown_taken(&rig.card("a")));
            rig.stop("a", Normal, 4).says(&[PREPARE, "Continue"]);
        }
        assert_eq!(rig.queue(), ["job1 1 a"]);
        rig.rejects(Stale, facts::shutdown_taken(&rig.card("a")));
        rig.rejects(Stale, facts::stopped(&rig.card("a"), Abnormal, 5));
    }
}

#[test]
fn a_rejected_quarantine_is_one_half_and_never_the_stop() {
    let rejected = [
        "DeliverDiagnostic d1 diagnostic1 WorkerShutdownRejected a",
        "  [ShutdownWorker child1/0 a:child1/0:e1 shutdown1] x1",
        "Continue",
    ];
    let mut rig = setup(&["a"]).idle();
    rig.submit(1).sets_up();
    rig.reject_delivery("a").says(&[ASK_A, "Continue"]);
    rig.reject_shutdown("a").says(&rejected);
    assert_eq!(rig.phase("a"), Phase::Stopping { halves: PairPhase::Settled });
    rig.stop("a", Abnormal, 4).says(&[PREPARE, "Continue"]);
    let mut rig = setup(&["a"]).idle();
    rig.submit(1).sets_up();
    rig.reject_delivery("a").says(&[ASK_A, "Continue"]);
    rig.stop("a", Abnormal, 4).says_nothing();
    rig.reject_shutdown("a").says(&[PREPARE, rejected[0], rejected[1], "Continue"]);
}

#[test]
fn a_quarantined_role_keeps_the_queue_until_it_retires() {
    let mut rig = setup(&["a"]).temporary().idle();
    rig.submit(1).sets_up();
    rig.reject_delivery("a").says(&[ASK_A, "Continue"]);
    rig.submit(2).says(&["DeliverAdmission c2 Accepted r2 job2", "Continue"]);
    rig.stop("a", Normal, 4).says_nothing();
    rig.shutdown_taken("a").says(&[
        "DeliverCustomerTerminal c1 ReturnedQueued job1 p1 NoRecoverableWorkers",
        "DeliverCustomerTerminal c2 ReturnedQueued job2 p2 NoRecoverableWorkers",
        "Continue",
    ]);
    assert_eq!(rig.phase("a"), Phase::Retired);
}

#[test]
fn a_completion_of_a_quarantined_worker_is_stale() {
    let mut rig = setup(&["a"]).idle();
    rig.submit(1).sets_up();
    rig.reject_delivery("a").says(&[ASK_A, "Continue"]);
    rig.rejects(Stale, facts::completed(&rig.card("a"), duplicate(), 5));
    assert_eq!(rig.queue(), ["job1 1 a"]);
}
