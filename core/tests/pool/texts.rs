//! What the pool's values say of themselves.

use crate::support::*;
use actor_laws::pool::invariants::{LawViolation, PoolLaw};

#[test]
fn a_violation_names_its_law_its_member_and_its_evidence() {
    let (law, found, bound) = (PoolLaw::QueueIsBounded, 13, 12);
    let violation = LawViolation { law, position: None, found, bound };
    assert_eq!(violation.to_string(), "QueueIsBounded is broken: found 13, held against 12");
    let (law, position) = (PoolLaw::JobIsOwnedOnce, Some(3));
    let violation = LawViolation { law, position, found: 5, bound: 4 };
    assert_eq!(
        violation.to_string(),
        "JobIsOwnedOnce is broken by the member at position 3: found 5, held against 4"
    );
}

#[test]
fn an_authority_says_what_it_is_and_shows_nothing() {
    let mut rig = setup(&["a"]).idle();
    rig.busy("a", 1);
    let (payload, authority) = rig.command("a").accept();
    assert_eq!(payload, Payload(1));
    assert_eq!(format!("{authority:?}"), "CompletionAuthority");
}
