//! Values that the pool compares by hand: equal in every field or not equal.

use crate::support::*;
use std::fmt::Debug;

/// `value` equals its copy, and none of `others`, seen from either side.
#[track_caller]
fn equals_its_copy_alone<T: Clone + Debug + PartialEq>(value: &T, others: &[T]) {
    assert_eq!(*value, value.clone());
    for other in others {
        assert_ne!(value, other);
        assert_ne!(other, value);
    }
}

/// Two workers that were asked to stop.
fn asked() -> Rig {
    let mut rig = setup(&["a", "b"]).deadline(9).idle();
    rig.shutdown().says(&[
        "ShutdownWorker child1/0 a:child1/0:e1 shutdown1",
        "ShutdownWorker child2/1 b:child2/1:e2 shutdown2",
        "ScheduleDrainDeadline timer1/drain in 9",
        "Continue",
    ]);
    rig
}

/// The shutdown request that is out for `role`.
fn request(rig: &Rig, role: Role) -> ShutdownWorker<Test> {
    let id = rig.card(role).shutdown.expect("a shutdown was asked for");
    rig.host.shutdowns[&id].clone()
}

#[test]
fn a_worker_reference_is_its_role_its_nonce_and_its_evidence() {
    let rig = asked();
    let (own, other) = (rig.card("a").reference(), rig.card("b").reference());
    let others = [
        WorkerReference { role: other.role, ..own.clone() },
        WorkerReference { child: other.child, ..own.clone() },
        WorkerReference { evidence: other.evidence, ..own.clone() },
        other,
    ];
    equals_its_copy_alone(&own, &others);
}

#[test]
fn a_shutdown_correlation_is_its_worker_and_its_identity() {
    let rig = asked();
    let (own, other) = (request(&rig, "a").correlation, request(&rig, "b").correlation);
    let others = [
        ShutdownCorrelation { worker: other.worker.clone(), ..own.clone() },
        ShutdownCorrelation { id: other.id, ..own.clone() },
        other,
    ];
    equals_its_copy_alone(&own, &others);
}

#[test]
fn a_shutdown_request_is_its_nonce_and_its_correlation() {
    let rig = asked();
    let (own, other) = (request(&rig, "a"), request(&rig, "b"));
    let others = [
        ShutdownWorker { child: other.child, ..own.clone() },
        ShutdownWorker { correlation: other.correlation.clone(), ..own.clone() },
        other,
    ];
    equals_its_copy_alone(&own, &others);
}

#[test]
fn a_forced_retirement_is_its_roles_and_its_cause() {
    let mut rig = asked();
    rig.deadline_fires(30).sets_up();
    let own = rig.pool.into_ended().expect("the pool has ended").forced.expect("by force");
    let (roles, cause) = (vec!["a", "b"], ResidualCauseKind::DeadlineElapsed);
    assert_eq!(own, ForcedRetirement { roles, cause });
    let (roles, cause) = (vec!["a"], ResidualCauseKind::DeadlineScheduleRejected);
    let others = [
        ForcedRetirement { roles: roles.clone(), ..own.clone() },
        ForcedRetirement { cause, ..own.clone() },
        ForcedRetirement { roles, cause },
    ];
    equals_its_copy_alone(&own, &others);
}
