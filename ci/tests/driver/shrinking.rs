//! One failing input, shrunk by the built program.

use crate::checkout::Checkout;
use actor_laws_fuzz::engine::{CANARY, Subject};
use actor_laws_fuzz::verdict::Failure;
use predicates::prelude::*;
use predicates::str::contains;

/// The first seeded scenario that makes the canary fail.
pub(crate) fn failing_bytes() -> Vec<u8> {
    let mut canary = Subject::named(CANARY).expect("always there");
    let mut bytes = Vec::new();
    let found = (0..200).any(|seed| {
        canary.target().generate(seed, &mut bytes);
        canary.run(&bytes).is_err()
    });
    assert!(found, "the canary fails");
    bytes
}

fn failure(bytes: &[u8]) -> Failure {
    let mut canary = Subject::named(CANARY).expect("always there");
    canary.run(bytes).expect_err("it fails")
}

fn steps(bytes: &[u8]) -> usize {
    let family = Subject::named(CANARY).expect("always there").target().family;
    (bytes.len() - family.header_bytes) / family.step_bytes
}

/// The one file of a folder whose name ends so.
fn the_only(checkout: &Checkout, folder: &str, extension: &str) -> std::path::PathBuf {
    let mut files = checkout.files(folder);
    files.retain(|path| path.extension().is_some_and(|found| found == extension));
    assert_eq!(files.len(), 1, "{files:?}");
    files.remove(0)
}

#[test]
fn a_failing_input_is_shrunk_beside_itself_and_its_text_alike() {
    let checkout = Checkout::new();
    let found = failing_bytes();
    checkout.write("in/canary/a", &found);
    let shrink = checkout.laws("minimize --crash in/canary/a --tries 50").assert().code(0);
    let path = the_only(&checkout, "in/canary", "shrunk");
    let shrunk = std::fs::read(&path).expect("readable");
    assert!(shrunk.len() < found.len() / 4, "{} bytes", shrunk.len());
    let (before, after) = (failure(&found), failure(&shrunk));
    assert_eq!((before.law, before.kind), (after.law, after.kind));
    let told = format!(
        "{}: {}\nsteps: {} before, {} after\nin/canary/{}\n",
        before.kind,
        before.law,
        steps(&found),
        steps(&shrunk),
        path.file_name().expect("a file").to_string_lossy(),
    );
    shrink.stdout(told);

    let text = checkout.laws("explain in/canary/a --as text").assert().code(0);
    checkout.write("text/a.txt", &text.get_output().stdout);
    checkout.laws("minimize --crash text/a.txt --target canary --tries 50").assert().code(0);
    let same = the_only(&checkout, "text", "shrunk");
    assert_eq!(same.file_name(), path.file_name());
    assert_eq!(std::fs::read(same).expect("readable"), shrunk);
}

#[test]
fn a_shrunk_input_goes_where_it_is_told_in_the_form_that_the_name_asks_for() {
    let checkout = Checkout::new();
    checkout.write("in/canary/a", &failing_bytes());
    checkout.laws("minimize --crash in/canary/a --tries 50 --out out/canary/b").assert().code(0);
    checkout
        .laws("minimize --crash in/canary/a --tries 50 --out out/canary/b.txt")
        .assert()
        .code(0);
    let convert = checkout.laws("explain out/canary/b.txt --as bytes").assert().code(0);
    let bytes = std::fs::read(checkout.path("out/canary/b")).expect("written");
    assert_eq!(convert.get_output().stdout, bytes);
    assert_eq!(checkout.files("in").len(), 1);
    checkout.laws("replay out").assert().code(1).stdout(contains("0 passed, 2 failed"));
}

#[test]
fn an_input_that_passes_is_a_matter_of_usage_and_nothing_is_written() {
    let checkout = Checkout::new();
    checkout.write("in/pool_drain/a", b"12345678");
    let shrink = checkout.laws("minimize --crash in/pool_drain/a").assert().code(2);
    shrink.stderr(contains("passes in pool_drain").and(contains("give an input that fails")));
    assert_eq!(checkout.files("in").len(), 1);
}

#[test]
fn a_crash_is_shrunk_alone_and_only_a_crash_is() {
    let checkout = Checkout::new();
    checkout.write("in/x", b"1234");
    for arguments in [
        "minimize pool_drain --crash in/x",
        "minimize --grow --crash in/x",
        "minimize --out x",
        "minimize --target canary",
        "minimize --crash in/x",
    ] {
        checkout.laws(arguments).assert().code(2);
    }
    checkout.laws("minimize --crash in/none --target canary").assert().code(3);
}
