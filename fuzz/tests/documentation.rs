//! What the core's documentation claims is checked: every law that it names exists, and every claim is
//! watched by the laws that it names.

use actor_laws::pool::invariants::LAWS as CORE_LAWS;
use actor_laws_fuzz::pool::law::catalogue::{LAWS, find};

const POOL: &str = include_str!("../../core/src/pool/mod.rs");

/// The rows of the table of claims: number, and the names in backticks of the last column.
fn claims() -> Vec<(u8, Vec<&'static str>)> {
    let rows = POOL.lines().filter_map(|line| line.strip_prefix("//! | "));
    rows.filter_map(|row| {
        let mut columns = row.split(" | ");
        let number = columns.next()?.parse().ok()?;
        let names = columns.nth(1)?.split('`').skip(1).step_by(2).collect();
        Some((number, names))
    })
    .collect()
}

#[test]
fn all_sixteen_claims_name_their_watchers() {
    let claims = claims();
    let numbers: Vec<u8> = claims.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, (1..=16).collect::<Vec<u8>>());
    assert!(claims.iter().all(|(_, names)| !names.is_empty()));
}

#[test]
fn every_named_law_exists_and_watches_its_claim() {
    let core: Vec<String> = CORE_LAWS.iter().map(|law| format!("{law:?}")).collect();
    for (number, names) in claims() {
        for name in names {
            match find(name) {
                Some(law) => assert!(law.claims.contains(&number), "{name} and claim {number}"),
                None => assert!(core.iter().any(|law| law == name), "{name} is no law"),
            }
        }
    }
}

#[test]
fn every_claim_is_watched_by_a_law_of_the_history() {
    for claim in 1..=16 {
        assert!(LAWS.iter().any(|law| law.claims.contains(&claim)), "claim {claim}");
    }
}
