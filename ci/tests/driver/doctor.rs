//! The doctor on machines that lack something.

use crate::checkout::Checkout;
use predicates::prelude::*;
use predicates::str::{contains, is_match};

/// The doctor's line of a subject that stands like this.
fn line(subject: &str, condition: &str) -> impl Predicate<str> {
    is_match(format!("(?m)^{subject} +{condition} ")).expect("a regular expression")
}

/// What depends on the kernel alone may be degraded on a machine that is fine.
#[test]
fn on_a_machine_that_builds_this_nothing_is_broken() {
    let checkout = Checkout::new();
    let doctor = checkout.laws("doctor").assert().code(0);
    let seen = line("toolchain", "good").and(line("C compiler", "good"));
    doctor.stdout(seen.and(line("build folder", "good")).and(contains(" 0 broken")));
}

#[test]
fn the_doctor_writes_nothing() {
    let checkout = Checkout::new();
    let before = checkout.files("");
    checkout.laws("doctor").assert().code(0);
    assert_eq!(checkout.files(""), before);
}

#[test]
fn without_a_cpp_compiler_a_lane_is_lost_and_named() {
    let checkout = Checkout::new();
    let mut laws = checkout.laws("doctor");
    let doctor = laws.env("CXX", "/no/such/compiler").assert().code(0);
    let told = line(r"C\+\+ compiler", "degraded").and(contains("/no/such/compiler"));
    doctor.stdout(told.and(contains("lost: campaigns of libFuzzer")).and(contains("what to do: ")));
}

#[test]
fn without_a_browser_the_page_goes_untested_and_that_is_told() {
    let checkout = Checkout::new();
    let mut laws = checkout.laws("doctor");
    let doctor = laws.env("LAWS_BROWSER", "/no/such/browser").assert().code(0);
    doctor.stdout(line("browser", "degraded").and(contains("lost: the test of the report's page")));
}

#[test]
fn without_any_tool_nothing_can_be_built_which_is_3() {
    let checkout = Checkout::new();
    let mut laws = checkout.laws("doctor");
    let doctor = laws.env("PATH", "/no/such/folder").env_remove("CARGO").assert().code(3);
    let told = line("toolchain", "broken").and(line("C compiler", "broken"));
    let told = told.and(line("make", "degraded")).and(line("git", "degraded"));
    doctor.stdout(told.and(contains(" 2 broken")));
}

#[cfg(target_os = "linux")]
#[test]
fn a_build_folder_that_cannot_be_written_to_is_3() {
    let checkout = Checkout::new();
    let mut laws = checkout.laws("doctor");
    let doctor = laws.env("CARGO_TARGET_DIR", "/proc/laws").assert().code(3);
    doctor.stdout(line("build folder", "broken").and(contains("CARGO_TARGET_DIR")));
}

#[test]
fn a_tool_that_was_installed_is_told_with_its_version() {
    let checkout = Checkout::new();
    let first_use = contains("will be installed on first use");
    checkout.laws("doctor").assert().code(0).stdout(first_use);
    checkout.write("target/tools/cargo-mutants-1.2.3/bin/cargo-mutants", b"");
    let doctor = checkout.laws("doctor").assert().code(0);
    doctor.stdout(contains("cargo-mutants-1.2.3 is installed"));
}
