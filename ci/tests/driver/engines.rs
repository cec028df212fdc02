//! Engines that are processes of their own, played by scripts: what a campaign takes from them while they
//! run, and what it does if they cannot do their work.

use crate::checkout::Checkout;
use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;

/// A checkout whose cargo answers that it built this script as libFuzzer's binary.
fn played_by(script: &str) -> Checkout {
    let checkout = Checkout::new();
    let engine = checkout.write("fake/engine", format!("#!/bin/sh\n{script}\n").as_bytes());
    let message = serde_json::json!({
        "reason": "compiler-artifact",
        "target": { "name": "any_target" },
        "executable": engine,
    });
    let cargo = format!("#!/bin/sh\necho '{message}'\n");
    let cargo = checkout.write("fake/cargo", cargo.as_bytes());
    for program in [engine, cargo] {
        let executable = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(program, executable).expect("changed");
    }
    checkout
}

fn laws(checkout: &Checkout, arguments: &str) -> Command {
    let mut laws = checkout.laws(arguments);
    laws.env("CARGO", checkout.path("fake/cargo")).env("CXX", "true");
    laws
}

fn lines(checkout: &Checkout, event: &str) -> Vec<Value> {
    let path = checkout.files("target/laws/campaigns").remove(0);
    let text = std::fs::read_to_string(path).expect("readable");
    let lines = text.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    lines.filter(|line: &Value| line["event"] == event).collect()
}

#[test]
fn an_engine_that_fails_is_tried_again_and_given_up_and_that_is_3() {
    let checkout = played_by("echo it broke; exit 1");
    let fuzz = "fuzz pool_joins --engine libfuzzer --for 60s --jobs 1 --read-only";
    let fuzz = laws(&checkout, fuzz).assert().code(3);
    fuzz.stderr(contains("it broke").and(contains("given up after 3 times in a row")));
    let told = lines(&checkout, "trouble");
    let told: Vec<_> = told.iter().map(|line| line["message"].as_str().expect("text")).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].starts_with("tried again in 2 s: "), "{told:?}");
    assert!(told[1].starts_with("tried again in 4 s: "), "{told:?}");
    let end = &lines(&checkout, "end")[0];
    assert!(end["at"].as_f64().expect("a number") < 30.0, "{end}");
    assert_eq!(end["verdict"], "environment");
}

#[test]
fn the_others_go_on_when_one_engine_is_given_up() {
    let checkout = played_by("exit 1");
    let fuzz = "fuzz pool_joins --engine all --for 20s --jobs 2 --read-only";
    let fuzz = laws(&checkout, fuzz).assert().code(3);
    fuzz.stderr(contains("without afl: ")).stdout(contains("pool_joins  swarm"));
    assert_eq!(lines(&checkout, "trouble").len(), 3);
    let end = lines(&checkout, "end")[0]["at"].as_f64().expect("a number");
    assert!(end >= 19.9, "{end}");
    let samples = lines(&checkout, "sample");
    assert!(samples.last().expect("a sample")["executions"].as_u64() > Some(0));
}

#[test]
fn an_engine_that_recovers_is_no_trouble_in_the_end() {
    let checkout = played_by(r#"test -e "$0.tried" && exec sleep 60; touch "$0.tried"; exit 1"#);
    let fuzz = "fuzz pool_joins --engine libfuzzer --for 6s --jobs 1 --read-only";
    laws(&checkout, fuzz).assert().code(0);
    assert_eq!(lines(&checkout, "trouble").len(), 1);
}

#[test]
fn what_an_engine_finds_is_taken_in_while_it_runs() {
    let write =
        r#"for folder; do case "$folder" in */units) printf 12345678 > "$folder/new";; esac; done"#;
    let checkout = played_by(&format!("{write}; exec sleep 60"));
    let fuzz = "fuzz pool_joins --engine libfuzzer --for 5s --jobs 1 --read-only";
    laws(&checkout, fuzz).assert().code(0);
    assert_eq!(lines(&checkout, "share").len(), 1);
    let samples = lines(&checkout, "sample");
    let first = samples.iter().find(|line| line["kept"] == 1).expect("it is kept");
    assert!(first["at"].as_f64() < Some(4.0), "{first}");
}
