//! The corpus in the present form, by the built program.

use crate::checkout::Checkout;
use actor_laws_fuzz::target;
use predicates::prelude::*;
use predicates::str::contains;
use sha2::{Digest, Sha256};

fn seeded(seed: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    target::find("pool_drain").expect("registered").generate(seed, &mut bytes);
    bytes
}

fn named(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// A checkout with an input that is not canonical, one that is, one that somebody named, and a regression.
fn loose_checkout() -> Checkout {
    let checkout = Checkout::new();
    let mut loose = seeded(1);
    loose[0] = 200;
    checkout.write(&format!("corpus/pool_drain/{}", named(&loose)), &loose);
    checkout.write(&format!("corpus/pool_drain/{}", named(&seeded(2))), &seeded(2));
    checkout.write("corpus/pool_drain/by-hand", &loose);
    let family = target::find("pool_drain").expect("registered").family;
    let text = format!("# Why it is here.\n{}", (family.to_text)(&seeded(3)));
    checkout.write("corpus/regressions/pool_drain/a-name.txt", text.as_bytes());
    checkout
}

#[test]
fn a_check_tells_what_would_be_rewritten_and_writes_nothing() {
    let checkout = loose_checkout();
    let before = checkout.files("corpus");
    let told = predicates::str::is_match("pool_drain +4 +2 +0").expect("a regular expression");
    checkout.laws("migrate pool_drain --check").assert().code(1).stdout(told);
    assert_eq!(checkout.files("corpus"), before);
}

#[test]
fn inputs_become_canonical_under_their_names_and_texts_stay_as_they_were_written() {
    let checkout = loose_checkout();
    let regression = checkout.path("corpus/regressions/pool_drain/a-name.txt");
    let text = std::fs::read(&regression).expect("readable");
    checkout.laws("migrate").assert().code(0);
    let mut expected = [named(&seeded(1)), named(&seeded(2)), "by-hand".to_owned()];
    expected.sort();
    let files = checkout.files("corpus/pool_drain");
    let names: Vec<_> =
        files.iter().map(|path| path.file_name().expect("named").to_string_lossy()).collect();
    assert_eq!(names, expected);
    let by_hand = checkout.path("corpus/pool_drain/by-hand");
    assert_eq!(std::fs::read(by_hand).expect("readable"), seeded(1));
    assert_eq!(std::fs::read(regression).expect("readable"), text);
    checkout.laws("migrate --check").assert().code(0);
    checkout.laws("replay").assert().code(0);
}

#[test]
fn what_cannot_be_read_is_named_and_left_which_is_3() {
    let checkout = loose_checkout();
    let bad = checkout.write("corpus/regressions/pool_drain/bad.txt", b"version 9\n");
    let migrate = checkout.laws("migrate").assert().code(3);
    migrate.stderr(contains("bad.txt: left as it is").and(contains("line 1")));
    assert_eq!(std::fs::read(bad).expect("readable"), b"version 9\n");
    assert!(checkout.path("corpus/pool_drain").join(named(&seeded(1))).is_file());
}

#[test]
fn a_version_that_nobody_wrote_is_2() {
    let migrate = loose_checkout().laws("migrate --from 9").assert().code(2);
    migrate.stderr(contains("cannot be read in version 9").and(contains("version 1")));
}

#[test]
fn an_ended_migration_keeps_others_from_the_folder() {
    let checkout = loose_checkout();
    checkout.write("corpus/pool_drain/.migration.json", br#"{"from":0,"files":["by-hand"]}"#);
    for command in ["minimize", "migrate"] {
        checkout.laws(command).assert().code(3).stderr(contains("cargo laws migrate --from 0"));
    }
}

#[test]
fn a_minimization_names_what_it_removes_and_what_it_puts_in_its_place() {
    let checkout = Checkout::new();
    let mut loose = seeded(1);
    loose[0] = 200;
    checkout.write(&format!("corpus/pool_drain/{}", named(&loose)), &loose);
    let removed = contains(format!("removed corpus/pool_drain/{}\n", named(&loose)));
    let added = contains(format!("added   corpus/pool_drain/{}\n", named(&seeded(1))));
    checkout.laws("minimize pool_drain").assert().code(0).stdout(added.and(removed));
    let nothing = contains("added").or(contains("removed")).not();
    checkout.laws("minimize pool_drain").assert().code(0).stdout(nothing);
}
