//! The drain deadline, and what a forced retirement leaves.

use crate::support::facts::{deadline_accepted, deadline_elapsed, deadline_rejected};
use crate::support::outcomes::ready;
use crate::support::*;
use actor_laws::correlation::{SequencePlan, Unavailable};
use actor_laws::time::Tick;

const SCHEDULED: &str = "ScheduleDeadline(deadline1, Ticks(20))";
const INTERRUPTED: &str = "Lifecycle(Life, b, generation2, WorkerChangeInterrupted(operation2, SupervisorShutdown(Start), Present(worker#2, plan#2)))";

/// `a` is ready, `b` is creating, and the supervisor drains.
fn draining() -> (Rig, ScheduleDeadline) {
    let mut rig = setup().deadline(20).start();
    rig.ready("a", 1);
    rig.creating("b", 2);
    rig.shut_down().says(&[
        "ShutdownProxy(generation1, x1, Ending)",
        INTERRUPTED,
        SCHEDULED,
        "Continue",
    ]);
    let deadline = rig.deadline.expect("a deadline is scheduled");
    (rig, deadline)
}

fn forced(rig: Rig) -> ForcedRetirement<Test> {
    assert_eq!(rig.supervisor.mode(), SupervisorMode::ForcedRetirement);
    let ended = rig.supervisor.into_ended().expect("it has ended");
    ended.forced.expect("retirement was forced")
}

const RESIDUAL: [&str; 2] = [
    "DeliverDiagnostic(Desk, diagnostic1, ForcedRetirement(a, generation1, OwedResults(false, false, true, true)))",
    "DeliverDiagnostic(Desk, diagnostic2, ForcedRetirement(b, generation2, OwedResults(true, false, false, false)))",
];

#[test]
fn the_exact_firing_forces_retirement_even_before_its_schedule_is_settled() {
    for settled in [false, true] {
        let (mut rig, ScheduleDeadline { deadline, .. }) = draining();
        if settled {
            rig.tell(deadline_accepted(deadline)).says(&["Continue"]);
        }
        rig.tell(deadline_elapsed(deadline, 30)).says(&[
            RESIDUAL[0],
            RESIDUAL[1],
            "ForcedRetirement",
        ]);
        let ForcedRetirement { force, entries } = forced(rig);
        assert_eq!(force, RetirementForce::DeadlineElapsed { deadline, at: Tick(30) });
        let keys: Vec<Key> = entries.iter().map(|entry| entry.identity.key).collect();
        assert_eq!(keys, [Key("a"), Key("b")], "each unresolved entry is there, by generation");
    }
}

#[test]
fn a_rejected_schedule_forces_retirement_and_comes_back() {
    let (mut rig, request) = draining();
    rig.tell(deadline_rejected(request, 3)).says(&[RESIDUAL[0], RESIDUAL[1], "ForcedRetirement"]);
    let force = RetirementForce::ScheduleRejected { request, reason: Reason(3) };
    assert_eq!(forced(rig).force, force);
}

#[test]
fn a_schedule_is_settled_once_and_only_its_own_timer_counts() {
    let (mut rig, request) = draining();
    let ScheduleDeadline { deadline, .. } = request;
    let mut other = setup().instance(2).deadline(20).start();
    other.creating("a", 1);
    other.shut_down().sets_up();
    let foreign = other.deadline.expect("it is scheduled").deadline;
    rig.tell(deadline_elapsed(foreign, 4)).rejects(1, "DeadlineElapsed(deadline1@2, Tick(4))");
    rig.tell(deadline_accepted(foreign)).rejects(2, "DeadlineSchedule(deadline1@2, Accepted)");
    rig.tell(deadline_accepted(deadline)).says(&["Continue"]);
    rig.tell(deadline_accepted(deadline)).rejects(3, "DeadlineSchedule(deadline1, Accepted)");
    rig.tell(deadline_rejected(request, 5))
        .rejects(4, "DeadlineSchedule(deadline1, Rejected(deadline1, Ticks(20), no5))");
}

#[test]
fn deadline_facts_are_rejected_while_none_is_out() {
    let (_, ScheduleDeadline { deadline, .. }) = draining();
    let mut rig = setup().start();
    rig.ready("a", 1);
    rig.tell(deadline_elapsed(deadline, 4)).rejects(1, "DeadlineElapsed(deadline1, Tick(4))");
    rig.shut_down().says(&["ShutdownProxy(generation1, x1, Ending)", "Continue"]);
    rig.tell(deadline_accepted(deadline)).rejects(2, "DeadlineSchedule(deadline1, Accepted)");
}

#[test]
fn an_unsettled_schedule_does_not_hold_the_end_up() {
    let mut rig = setup().deadline(20).start();
    rig.ready("a", 1);
    rig.shut_down().sets_up();
    rig.shutdown_accepted("a").sets_up();
    rig.exit("a", 2).says(&[
        "Lifecycle(Life, a, generation1, EntryRetired(SupervisorShutdown, Here(died#2, Tick(2)), []))",
        "Stopped",
    ]);
}

#[test]
fn a_deadline_that_cannot_be_reserved_forces_retirement_before_any_drain_shutdown() {
    let mut rig =
        setup().deadline(20).correlations(|space| space.deadlines = SequencePlan::NOTHING).start();
    rig.ready("a", 1);
    rig.creating("b", 2);
    rig.born("c", 3);
    rig.stop("c", 4).sets_up();
    rig.shut_down().says(&[
        INTERRUPTED,
        "DeliverDiagnostic(Desk, diagnostic1, ForcedRetirement(a, generation1, OwedResults(false, false, false, true)))",
        "DeliverDiagnostic(Desk, diagnostic2, ForcedRetirement(b, generation2, OwedResults(true, false, false, false)))",
        "DeliverDiagnostic(Desk, diagnostic3, ForcedRetirement(c, generation3, OwedResults(false, true, true, true)))",
        "ForcedRetirement",
    ]);
    let unavailable = Unavailable::Exhausted;
    assert_eq!(forced(rig).force, RetirementForce::DeadlineUnavailable(unavailable));
}

#[test]
fn a_residual_owns_everything_that_has_come() {
    let mut rig = setup().deadline(20).start();
    rig.awaiting_outcome("a", 1);
    rig.cancel(1, 2).sets_up();
    rig.initial("a", ready(7)).sets_up();
    rig.stopped("a", 7, 3).sets_up();
    rig.shutdown_rejected("a", 4).sets_up();
    rig.shut_down().says(&[SCHEDULED, "Continue"]);
    let deadline = rig.deadline.expect("it is scheduled").deadline;
    rig.tell(deadline_elapsed(deadline, 5)).says(&[
        "DeliverDiagnostic(Desk, diagnostic1, ForcedRetirement(a, generation1, OwedResults(false, false, false, true)))",
        "ForcedRetirement",
    ]);
    assert_eq!(
        rig.phase("a"),
        "Ending(Cancelling(operation1, Start), Holds(OwedResults(false, false, false, true), false, None, [AbsorbedStop(worker1@7, stop#3, Tick(3))], Some(Initial(Resolved(Ready(worker1@7, proof#7)))), None, Some((generation1, x1, Ending, no4)), None))",
    );
    let ForcedRetirement { mut entries, .. } = forced(rig);
    let entry = entries.pop().expect("one entry was unresolved");
    let DrainPhase::Ending(ending) = entry.phase else { panic!("it was ending before") };
    let Ending::Cancelling(owing) = ending else { panic!("it was being cancelled") };
    let Owing { ends, custody: Custody::Born(born) } = *owing else { panic!("it was born") };
    assert_eq!((ends.kind, born.proxy), (ChangeKind::Start, Proxy(1)));
    let WorkerResult::Arrived(_, ArrivedResult::Resolved(outcome)) = born.work else {
        panic!("its outcome has come")
    };
    assert_eq!(text(&outcome), "Initial(Resolved(Ready(worker1@7, proof#7)))");
    assert_eq!(born.absorbed.len(), 1);
}

#[test]
fn a_force_equals_itself_alone() {
    let (_, request) = draining();
    let mut foreign = setup().instance(2).deadline(20).start();
    foreign.creating("a", 1);
    foreign.shut_down().sets_up();
    let other = foreign.deadline.expect("it is scheduled").deadline;
    let ScheduleDeadline { deadline, after } = request;
    let elapsed =
        |deadline, at| RetirementForce::<Test>::DeadlineElapsed { deadline, at: Tick(at) };
    let rejected = |request, reason| RetirementForce::ScheduleRejected { request, reason };
    let unavailable = RetirementForce::DeadlineUnavailable;
    let forces = [
        elapsed(deadline, 30),
        elapsed(other, 30),
        elapsed(deadline, 31),
        rejected(request, Reason(3)),
        rejected(ScheduleDeadline { deadline: other, after }, Reason(3)),
        rejected(request, Reason(4)),
        unavailable(Unavailable::Exhausted),
        unavailable(Unavailable::Collision { candidate: 1 }),
    ];
    for (one, this) in forces.iter().enumerate() {
        for (two, that) in forces.iter().enumerate() {
            assert_eq!(this == that, one == two, "{this:?} and {that:?}");
        }
    }
}
