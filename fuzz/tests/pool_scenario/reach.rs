//! Every opcode and every boundary value of every construction choice can be said in bytes.

use actor_laws_fuzz::pool::observation::{
    DiagnosticPolicy, DrainPolicy, Eligibility, Interruption, PoolSetup, Reaction, SequencePlan,
    Timing,
};
use actor_laws_fuzz::pool::scenario::{Company, HEADER_BYTES, OPCODES, Scenario, Supply};
use std::collections::BTreeSet;

/// Every scenario that differs from one of a few headers in one byte.
fn scenarios() -> impl Iterator<Item = Scenario> {
    let around = [0, 1, 2, 3, 5];
    let places = (0..HEADER_BYTES).flat_map(|at| (0..=u8::MAX).map(move |value| (at, value)));
    places.flat_map(move |(at, value)| {
        around.into_iter().map(move |around| {
            let mut bytes = [around; HEADER_BYTES];
            bytes[at] = value;
            Scenario::decode(&bytes)
        })
    })
}

/// The distinct values of one aspect, over [`scenarios`].
fn reached<T: PartialEq>(aspect: impl Fn(&PoolSetup) -> T) -> Vec<T> {
    let mut values = Vec::new();
    for scenario in scenarios() {
        let value = aspect(&scenario.setup);
        if !values.contains(&value) {
            values.push(value);
        }
    }
    values
}

#[track_caller]
fn assert_reached<T: PartialEq + std::fmt::Debug>(
    aspect: impl Fn(&PoolSetup) -> T,
    wanted: impl IntoIterator<Item = T>,
) {
    let values = reached(aspect);
    for value in wanted {
        assert!(values.contains(&value), "{value:?} cannot be said");
    }
}

#[test]
fn members() {
    assert_reached(|s| s.role_count, 0..=6);
    assert_reached(|s| s.role_count, [61, 65, 66, 67, 68, 69, 70, 97, 127]);
    assert_reached(|s| s.activation_limit, 0..=3);
    assert_reached(|s| s.identity, [0, 1, 2, 254, u32::MAX]);
    assert_reached(|s| s.factory_rejects_at, [None, Some(0), Some(1), Some(5)]);
}

#[test]
fn recovery() {
    use Eligibility::{Permanent, Temporary, Transient};
    assert_reached(|s| s.eligibility, [Permanent, Transient, Temporary]);
    assert_reached(|s| s.reaction, [Reaction::RetireRole, Reaction::StopPool]);
    assert_reached(|s| s.budget_charges_max, [0, 1, 2, 3, 4, 64]);
    assert_reached(|s| s.budget_window, [0, 1, 16, 1_000, u64::MAX]);
    assert_reached(|s| s.recovery_ordinal_max, [1, 2, 3, u32::MAX]);
}

#[test]
fn timing() {
    let constants = [0, 1, 5, u64::MAX - 1, u64::MAX].map(|delay| Timing::Constant { delay });
    assert_reached(|s| s.timing, constants);
    let kinds = [1, 2, 3, 5].map(|around| {
        let kind = Scenario::decode(&[around; HEADER_BYTES]).setup.timing;
        std::mem::discriminant(&kind)
    });
    assert_eq!(kinds[0], kinds[3]);
    assert_reached(|s| std::mem::discriminant(&s.timing), kinds);
    let grows = |s: &PoolSetup| match s.timing {
        Timing::Linear { delay, max } | Timing::Doubling { delay, max } => Some(delay.cmp(&max)),
        Timing::Immediate | Timing::Constant { .. } => None,
    };
    use std::cmp::Ordering::{Equal, Greater, Less};
    assert_reached(grows, [None, Some(Less), Some(Equal), Some(Greater)]);
}

#[test]
fn service() {
    assert_reached(|s| s.backlog_capacity, 0..=8);
    assert_reached(|s| s.interruption, [Interruption::Fail, Interruption::Retry]);
    let deadlines = [0, 1, 20, u64::MAX];
    let deadlines = deadlines.map(|deadline| DrainPolicy::RetireActorGraphAfter { deadline });
    assert_reached(|s| s.drain, deadlines);
    assert_reached(|s| s.drain, [DrainPolicy::WaitForActorGraph]);
    let routes = [0, 1, 255].map(|route| DiagnosticPolicy::DeliverTo { route });
    assert_reached(|s| s.diagnostics, routes);
    assert_reached(|s| s.diagnostics, [DiagnosticPolicy::Terminate]);
}

#[test]
fn every_shape_of_every_sequence() {
    let sequence = |index: usize, scenario: &Scenario| -> SequencePlan {
        let s = scenario.setup.sequences;
        let first = [s.job, s.admission, s.assignment, s.completion, s.activation];
        let last = [s.recovery, s.birth, s.timer, s.shutdown, s.diagnostic];
        first.into_iter().chain(last).nth(index).expect("there are ten")
    };
    for index in 0..10 {
        for (shape, k) in shapes() {
            let said = (0..=u8::MAX).any(|code| {
                let mut bytes = [0; HEADER_BYTES];
                let place = HEADER_BYTES - 20 + 2 * index;
                bytes[place..place + 2].copy_from_slice(&[code, k]);
                sequence(index, &Scenario::decode(&bytes)) == shape.plan(k)
            });
            assert!(said, "sequence {index} cannot be {shape:?} {k}");
        }
    }
}

fn shapes() -> impl Iterator<Item = (Supply, u8)> {
    let shapes = [Supply::Plenty].into_iter().chain(Supply::SCARCE);
    shapes.flat_map(|shape| (0..=15).chain([99, 255]).map(move |k| (shape, k)))
}

#[test]
fn every_shape_is_a_plan_of_closed_ranges_and_fails_when_it_says() {
    let nothing = Supply::Nothing.plan(0);
    assert!(nothing.lease.last < nothing.lease.first && nothing.renewal.is_none());
    for (shape, k) in shapes().filter(|(shape, _)| *shape != Supply::Nothing) {
        let plan = shape.plan(k);
        let leases = [Some(plan.lease), plan.renewal];
        assert!(leases.into_iter().flatten().all(|lease| lease.first <= lease.last));
        let drawn = u64::from(k) + 1;
        let first_failure = (plan.lease.last - plan.lease.first).checked_add(1);
        let renewal_fails = plan.renewal.is_none_or(|renewal| renewal.first <= plan.lease.last);
        let exact = first_failure == Some(drawn);
        assert_eq!(exact, shape != Supply::Plenty, "{shape:?} {k}");
        assert_eq!(renewal_fails, shape != Supply::Jumps, "{shape:?} {k}");
    }
}

#[test]
fn declaration_orders_are_distinct_labels_in_many_orders() {
    let mut orders = BTreeSet::new();
    for order in 0..=u8::MAX {
        let mut bytes = [0; HEADER_BYTES];
        (bytes[6], bytes[7]) = (5, order);
        let setup = Scenario::decode(&bytes).setup;
        let labels: BTreeSet<u8> = setup.roles().iter().copied().collect();
        assert_eq!(labels.len(), 6);
        assert!(labels.iter().all(|label| *label >= 6), "a label is no position");
        orders.insert(setup.roles);
    }
    assert_eq!(orders.len(), 42);
    assert!(orders.iter().any(|order| !order.is_sorted()));
}

#[test]
fn every_repetition_of_a_role() {
    let mut pairs = BTreeSet::new();
    for code in 0..=u8::MAX {
        let mut bytes = [0; HEADER_BYTES];
        (bytes[6], bytes[8]) = (5, code);
        let setup = Scenario::decode(&bytes).setup;
        let roles = setup.roles();
        let pair =
            (0..6).find_map(|at| Some((at, roles[..at].iter().position(|r| *r == roles[at])?)));
        pairs.extend(pair);
    }
    assert_eq!(pairs.len(), 15);
}

#[test]
fn company_and_every_disabled_opcode() {
    let companies: Vec<Company> = scenarios().map(|scenario| scenario.company).collect();
    for (twin, foreign) in [(true, false), (false, false), (true, true), (false, true)] {
        assert!(companies.contains(&Company { twin, foreign }));
    }
    for opcode in OPCODES {
        let number = usize::from(opcode.number());
        let mut bytes = [0; HEADER_BYTES];
        bytes[2 + number / 8] = 1 << (number % 8);
        let disabled = Scenario::decode(&bytes).disabled;
        assert_eq!(disabled.iter().collect::<Vec<_>>(), [opcode]);
    }
}
