//! Writes that fail in the middle, wherever they would go.

use crate::checkout::Checkout;
use crate::estate::Estate;
use crate::scenarios::TARGET;
use actor_laws_fuzz::engine::CANARY;
use std::process::Command;

/// The driver, in which no file gets longer than 512 bytes: a longer write stops there and then fails.
fn laws_with_short_files(checkout: &Checkout, arguments: &str) -> std::process::Output {
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    let mut command = Command::new("dash");
    command.args(["-c", limited, "dash", env!("CARGO_BIN_EXE_laws")]).args(arguments.split(' '));
    command.current_dir(checkout.path("")).env_remove("CARGO_TARGET_DIR");
    command.output().expect("a shell")
}

#[test]
fn a_write_that_fails_in_the_middle_is_told_and_leaves_nothing() {
    let checkout = Checkout::new();
    let campaign = format!("fuzz {TARGET} {CANARY} --engine swarm --jobs 1 --seed 1 --for");
    let output = laws_with_short_files(&checkout, &format!("{campaign} 2s"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("File too large") && said.contains("what to do"), "{said}");
    assert!(matches!(output.status.code(), Some(0 | 1 | 3)), "{:?}\n{said}", output.status);
    checkout.write("errors", b"");
    let mut estate = Estate::default();
    estate.inspect(&checkout);
    checkout.laws(&format!("{campaign} 2s")).assert().code(1);
    estate.inspect(&checkout);
    assert!(estate.inputs() > 0 && estate.findings() > 0);
}

#[test]
fn a_minimization_that_cannot_write_removes_nothing() {
    let checkout = Checkout::new();
    let kept = "target/laws/corpus/pool_joins";
    checkout
        .laws(&format!("fuzz {TARGET} --engine swarm --read-only --seed 1 --for 2s"))
        .assert()
        .code(0);
    let longest = checkout.files(kept).into_iter();
    let longest = longest.map(|path| path.metadata().expect("there").len()).max();
    assert!(longest > Some(512), "{longest:?}");
    let before = checkout.files("corpus");
    let output = laws_with_short_files(&checkout, &format!("minimize {TARGET} --grow"));
    assert_eq!(output.status.code(), Some(3));
    let mut after = checkout.files("corpus");
    after.retain(|path| !before.contains(path));
    assert!(before.iter().all(|path| path.exists()));
    let mut estate = Estate::default();
    checkout.write("errors", b"");
    estate.inspect(&checkout);
    checkout.laws(&format!("minimize {TARGET} --grow")).assert().code(0);
}
