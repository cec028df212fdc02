//! The restart window: N charges in a closed window of W ticks, one budget for the whole pool.

use crate::support::*;

const ROLES: [Role; 4] = ["a", "b", "c", "d"];

/// One stop and whether it is restarted.
#[derive(Clone, Copy, Debug)]
enum Stop {
    Allowed(u64),
    Denied(u64),
}

use Stop::{Allowed, Denied};

/// Each stop is another role's; all of them share the one budget.
fn stops_of_different_roles(charges_max: u32, window: u64, stops: &[Stop]) {
    let roles = &ROLES[..stops.len()];
    let mut rig = setup(roles).budget(charges_max, window).idle();
    let mut restarts = Restarts::of(roles);
    for (role, stop) in roles.iter().zip(stops) {
        restarts.expect(&mut rig, role, *stop);
    }
}

/// All stops are one role's, up to the first that is denied: that one retires the role.
fn stops_of_one_role(charges_max: u32, window: u64, stops: &[Stop]) {
    let mut rig = setup(&["a"]).budget(charges_max, window).idle();
    let mut restarts = Restarts::of(&["a"]);
    for stop in stops {
        restarts.expect(&mut rig, "a", *stop);
        match stop {
            Allowed(_) => rig.until_idle("a"),
            Denied(_) => return assert_eq!(rig.phase("a"), Phase::Retired),
        }
    }
}

/// How far the ordinals of a rig have come.
struct Restarts {
    recoveries: usize,
    children: usize,
    submissions: usize,
    denials: usize,
}

impl Restarts {
    fn of(roles: &[Role]) -> Self {
        let (children, submissions) = (roles.len(), roles.len());
        Self { recoveries: 0, children, submissions, denials: 0 }
    }

    /// `role` stops, a replacement is prepared, and the window decides.
    fn expect(&mut self, rig: &mut Rig, role: Role, stop: Stop) {
        let (Allowed(at) | Denied(at)) = stop;
        let predecessor = rig.card(role);
        let position = predecessor.child.position();
        self.recoveries += 1;
        self.submissions += 1;
        let prepare =
            format!("PrepareWorker recovery{}/{position} {role} source1", self.recoveries);
        rig.stop(role, Abnormal, at).says(&[&prepare, "Continue"]);
        let lines = match stop {
            Allowed(_) => self.creation(role, position, predecessor.evidence),
            Denied(_) => self.denial(role, at),
        };
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        rig.prepared(role).says(&lines);
    }

    fn creation(&mut self, role: Role, position: usize, replaces: Evidence) -> Vec<String> {
        self.children += 1;
        let child = format!("child{}/{position}", self.children);
        let recovery = format!("recovery{}/{position}", self.recoveries);
        let kind = format!("Replacement({recovery} {replaces:?})");
        vec![
            format!("CreateWorker {role} {child} {kind} s{}", self.submissions),
            format!("ObserveWorkerCreation {child}"),
            format!("ObserveWorkerStop {child}"),
            "Continue".to_owned(),
        ]
    }

    fn denial(&mut self, role: Role, at: u64) -> Vec<String> {
        self.denials += 1;
        vec![
            format!("DeliverDiagnostic d1 diagnostic{} RoleFailed {role}", self.denials),
            format!("  RecoveryDenied [Abnormal {at} z{at}] s{} BudgetExhausted", self.submissions),
            "Continue".to_owned(),
        ]
    }
}

/// The stops of one role and those of different roles are charged alike.
fn judged(charges_max: u32, window: u64, stops: &[Stop]) {
    stops_of_different_roles(charges_max, window, stops);
    stops_of_one_role(charges_max, window, stops);
}

#[test]
fn w1_a_charge_exactly_at_the_edge_still_counts() {
    judged(2, 10, &[Allowed(0), Allowed(5), Denied(10)]);
}

#[test]
fn w2_one_tick_behind_the_edge_a_charge_counts_no_more() {
    judged(2, 10, &[Allowed(0), Allowed(5), Allowed(11)]);
}

#[test]
fn w3_the_window_moves_with_each_stop() {
    judged(2, 10, &[Allowed(0), Allowed(9), Allowed(11), Denied(12)]);
}

#[test]
fn w4_stops_that_are_far_enough_apart_are_restarted_for_ever() {
    let ticks: Vec<Stop> = (0..100).map(|number| Allowed(9 * number)).collect();
    stops_of_one_role(2, 10, &ticks);
}

#[test]
fn w5_without_a_budget_the_first_stop_is_denied() {
    for window in [0, 10, u64::MAX] {
        judged(0, window, &[Denied(0)]);
    }
}

#[test]
fn w6_a_window_of_no_length_is_one_tick() {
    judged(2, 0, &[Allowed(7), Allowed(7), Denied(7), Allowed(8)]);
}

#[test]
fn w7_a_denial_charges_nothing() {
    judged(1, 10, &[Allowed(0), Denied(5), Allowed(11)]);
}
