//! Commands that meet in one checkout, and commands that do not meet.

use crate::checkout::Checkout;
use crate::estate::{Estate, KEPT, inputs};
use crate::running::{Running, Victim, wait_until};
use crate::scenarios::TARGET;
use predicates::prelude::*;
use predicates::str::contains;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Everything in a checkout but what the commands print.
fn content(checkout: &Checkout) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = checkout.files("");
    files.retain(|path| !path.ends_with("output") && !path.ends_with("errors"));
    files.into_iter().map(|path| (path.clone(), std::fs::read(path).expect("readable"))).collect()
}

/// A campaign that has kept something, and is held where it stands.
fn held_campaign(checkout: &Checkout) -> Running {
    let running = Running::start(checkout, &format!("fuzz {TARGET} --engine swarm --for 60s"), &[]);
    wait_until("it keeps something", || !inputs(checkout, KEPT).is_empty());
    running.hold();
    running
}

#[test]
fn what_would_meet_a_campaign_in_its_checkout_says_so_and_changes_nothing() {
    let checkout = Checkout::new();
    let first = held_campaign(&checkout);
    let before = content(&checkout);
    let said = |command: &str| {
        let said = contains("another campaign or minimization is running in this checkout");
        checkout.laws(command).assert().code(3).stderr(said.and(contains("what to do")));
    };
    let second = format!("fuzz {TARGET} --engine swarm --for 1s");
    for command in [second.as_str(), "minimize", "minimize --grow", "audit", "migrate"] {
        said(command);
        assert_eq!(content(&checkout), before, "{command}");
    }
    first.release();
    first.kill(Victim::Group);
    checkout.laws(&second).assert().code(0);
}

#[test]
fn another_build_folder_is_no_way_around_a_campaign() {
    let checkout = Checkout::new();
    let first = held_campaign(&checkout);
    let elsewhere = checkout.path("elsewhere");
    for command in [format!("fuzz {TARGET} --engine swarm --for 1s"), "minimize".to_owned()] {
        let mut laws = checkout.laws(&command);
        laws.env("CARGO_TARGET_DIR", &elsewhere)
            .assert()
            .code(3)
            .stderr(contains("in this checkout"));
    }
    first.release();
    first.kill(Victim::Group);
}

#[test]
fn what_only_reads_runs_beside_a_campaign() {
    let checkout = Checkout::new();
    let first = held_campaign(&checkout);
    checkout.laws("replay target/laws/corpus").assert().code(0);
    let input = inputs(&checkout, KEPT).remove(0);
    let name = input.file_name().expect("named").to_string_lossy().into_owned();
    checkout.laws(&format!("explain {KEPT}/{name}")).assert().code(0);
    checkout.laws(&format!("adopt {KEPT}/{name}")).assert().code(0);
    first.release();
    first.kill(Victim::Group);
}

#[test]
fn campaigns_in_two_checkouts_do_not_know_of_each_other() {
    let checkouts = [Checkout::new(), Checkout::new()];
    let campaign = format!("fuzz {TARGET} --engine swarm --jobs 1 --for 2s");
    let running = checkouts.each_ref().map(|checkout| Running::start(checkout, &campaign, &[]));
    for running in running {
        assert_eq!(running.end().code(), Some(0));
    }
    for checkout in &checkouts {
        let mut estate = Estate::default();
        estate.inspect(checkout);
        assert!(estate.inputs() > 0);
    }
}
