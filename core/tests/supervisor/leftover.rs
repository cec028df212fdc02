//! What an outcome, reported or not, says about the workers behind the proxy, and what a proxy can have
//! left of a change.

use crate::cancellation::{cancelled_replacement, cancelled_start};
use crate::support::facts;
use crate::support::outcomes::{
    cancelled, drained, failed, gone, left, left_by, ready, refused, replaced,
};
use crate::support::*;
use actor_laws::proxy::{Leftover, ReplacementOutcome, UnreportedWorker};

/// Drained or gone, delivered or not: a resolved outcome has ended its predecessor.
#[test]
fn a_resolved_outcome_leaves_no_predecessor_that_runs() {
    for predecessor in [|| drained(3, 8), || gone(3)] {
        let mut rig = setup().start();
        cancelled_replacement(&mut rig);
        rig.replacement("a", replaced(predecessor(), ready(7))).says(&["Continue"]);
        rig.stopped("a", 3, 21)
            .rejects(1, "Report(x1, WorkerStopped(worker1@3, stop#21, Tick(21)))");
        rig.stopped("a", 7, 22).says(&["Continue"]);
        let (mut left_behind, mut undelivered) = (setup().start(), setup().start());
        for rig in [&mut left_behind, &mut undelivered] {
            cancelled_replacement(rig);
            rig.exit("a", 20).says(&["Continue"]);
        }
        let (_, operation) = left_behind.card("a").emitted();
        left_behind.unreported("a", left(operation, Some(predecessor()), 9)).says(&["Continue"]);
        let outcome = UnreportedInput::Replacement(replaced(predecessor(), ready(7)));
        undelivered.unreported("a", outcome).says(&["Continue"]);
        for rig in [&mut left_behind, &mut undelivered] {
            rig.stopped("a", 3, 21)
                .rejects(1, "Report(x1, WorkerStopped(worker1@3, stop#21, Tick(21)))");
            rig.stopped("a", 7, 22)
                .rejects(2, "Report(x1, WorkerStopped(worker1@7, stop#22, Tick(22)))");
        }
    }
}

/// What an outcome without a successor says about the predecessor is no end of it.
#[test]
fn an_unresolved_outcome_leaves_its_predecessor_running() {
    let rests = [
        || UnreportedInput::Untouched(facts::submission(2)),
        || UnreportedInput::Replacement(cancelled(3, 2)),
        || UnreportedInput::Replacement(ReplacementOutcome::Rejected(refused(2))),
    ];
    for rest in rests {
        let mut rig = setup().start();
        cancelled_replacement(&mut rig);
        rig.exit("a", 20).says(&["Continue"]);
        rig.unreported("a", rest()).says(&["Continue"]);
        rig.stopped("a", 3, 21).says(&["Continue"]);
    }
}

#[test]
fn a_leftover_fits_by_ticket_and_predecessor() {
    let mut start = setup().start();
    cancelled_start(&mut start);
    start.exit("a", 20).says(&["Continue"]);
    let mut rig = setup().start();
    cancelled_replacement(&mut rig);
    rig.exit("a", 20).says(&["Continue"]);
    let (first, second) = (start.card("a").emitted().1, rig.card("a").emitted().1);
    let end = || actor_laws::proxy::WorkerEnd::Exited(facts::worker_exit(9));
    let bare = || left(second, None, 9);
    let itself = UnreportedWorker::Resolved(failed(3));
    let held = UnreportedWorker::Held { outcome: ready(3), end: end() };
    let wrong = [
        UnreportedInput::Left(Leftover::Nothing),
        UnreportedInput::Left(Leftover::Worker(end())),
        bare(),
        left(first, Some(drained(3, 8)), 9),
        left(second, Some(gone(9)), 9),
        left_by(second, Some(gone(3)), itself),
        left_by(second, Some(drained(3, 8)), held),
    ];
    for (n, wrong) in (1..).zip(wrong) {
        let shown = text(&wrong);
        rig.unreported("a", wrong).rejects(n, &format!("Unreported(x1, operation2, {shown})"));
    }
    for (n, wrong) in (1..).zip([left(first, Some(gone(3)), 9), bare()]) {
        let shown = text(&wrong);
        start.unreported("a", wrong).rejects(n, &format!("Unreported(x1, operation1, {shown})"));
    }
    let held = UnreportedWorker::Held { outcome: ready(7), end: end() };
    rig.unreported("a", left_by(second, Some(gone(3)), held)).says(&["Continue"]);
    start.unreported("a", left(first, None, 9)).says(&["Continue"]);
}
