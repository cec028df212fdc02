//! What an audit refuses before it installs or builds anything.

use crate::checkout::Checkout;
use predicates::prelude::*;
use predicates::str::contains;
use std::path::Path;

/// A checkout with the committed partitions, and with designs of these contents.
fn checkout(designs: &[(&str, &str)]) -> Checkout {
    let checkout = Checkout::new();
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("partitions.toml");
    checkout.write("ci/partitions.toml", &std::fs::read(committed).expect("it is committed"));
    for (name, content) in designs {
        checkout.write(&format!("ci/designs/{name}.patch"), content.as_bytes());
    }
    checkout
}

#[test]
fn a_partition_that_is_not_there_is_2_and_the_known_ones_are_named() {
    let laws = checkout(&[]).laws("audit pool-jions").assert().code(2);
    laws.stderr(contains("there is no partition `pool-jions`").and(contains("pool-joins")));
}

#[test]
fn a_shard_that_is_none_is_2() {
    checkout(&[]).laws("audit --shard 5/4").assert().code(2).stderr(contains("1/4"));
}

#[test]
fn a_part_is_not_compared_with_the_whole() {
    checkout(&[]).laws("audit --check --shard 1/4").assert().code(2);
    checkout(&[]).laws("audit --write --since HEAD").assert().code(2);
}

#[test]
fn partitions_that_cannot_be_read_are_3() {
    Checkout::new().laws("audit").assert().code(3).stderr(contains("partitions.toml"));
    let broken = checkout(&[]);
    broken.write("ci/partitions.toml", b"[[partition]]\nname = 1\n");
    broken.laws("audit").assert().code(3).stderr(contains("mend the file"));
}

#[test]
fn a_design_without_a_law_or_a_marker_is_3_and_named() {
    let header = "Wrong design: x.\nFor: pool claim 1\nTarget: pool_drain\n\ndiff --git a/x b/x\n";
    let lawless = checkout(&[("pool-drain/x", header)]).laws("audit --designs").assert().code(3);
    lawless.stderr(contains("ci/designs/pool-drain/x.patch"));
    let unknown = checkout(&[]);
    unknown.write("ci/designs/pool-drain/.keep", b"");
    unknown.laws("audit --designs pool-drain/y").assert().code(2);
}
