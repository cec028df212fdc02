//! What a campaign makes of failing inputs.

use crate::checkout::Checkout;
use crate::shrinking::failing_bytes;
use actor_laws_fuzz::engine::{CANARY, Subject};
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Findings of one kind and law that a command keeps for a target.
const ALIKE_MAX: usize = 10;

/// Failing inputs of one kind and law that a campaign shrinks for a target.
const SHRUNK_MAX: u64 = 32;

fn records(checkout: &Checkout) -> Vec<(PathBuf, Value)> {
    let mut files = checkout.files("target/laws/findings/canary");
    files.retain(|path| path.ends_with("record.json"));
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("readable");
        let folder = path.parent().expect("a folder").to_owned();
        (folder, serde_json::from_str(&text).expect("JSON"))
    };
    files.into_iter().map(read).collect()
}

fn counts(records: &[(PathBuf, Value)]) -> u64 {
    records.iter().map(|(_, record)| record["count"].as_u64().expect("a number")).sum()
}

#[test]
fn a_campaign_goes_on_after_a_finding_and_tells_shapes_apart() {
    let checkout = Checkout::new();
    let started = Instant::now();
    let fuzz = "fuzz canary --engine swarm --for 3s --jobs 2 --seed 1";
    let fuzz = checkout.laws(fuzz).assert().code(1);
    assert!(started.elapsed() >= Duration::from_millis(2_900));
    let records = records(&checkout);
    let unique: BTreeSet<_> = records
        .iter()
        .map(|(_, record)| format!("{} {} {}", record["kind"], record["law"], record["shape"]))
        .collect();
    assert_eq!(unique.len(), records.len());
    assert!(counts(&records) > records.len() as u64, "duplicates are counted");
    for (folder, record) in &records {
        let told = format!("cargo laws explain target/laws/findings/canary/{}", name(folder));
        assert!(String::from_utf8_lossy(&fuzz.get_output().stdout).contains(&told), "{told}");
        demand_whole(folder, record);
    }
}

fn name(folder: &std::path::Path) -> String {
    folder.file_name().expect("a name").to_string_lossy().into_owned()
}

fn demand_whole(folder: &std::path::Path, record: &Value) {
    let size = |name: &str| std::fs::metadata(folder.join(name)).expect("there").len();
    assert!(size("shrunk") < size("found"));
    let law = record["law"].as_str().expect("a name");
    let trace = std::fs::read_to_string(folder.join("run.trace")).expect("there");
    assert!(trace.contains(law) && trace.contains("target canary"));
    assert_eq!((&record["target"], &record["engine"]), (&"canary".into(), &"swarm".into()));
    assert_eq!((&record["seed"], &record["commit"]), (&1.into(), &Value::Null));
    assert!(record["steps_after"].as_u64() < record["steps_before"].as_u64());
    let time = record["time"].as_str().expect("a time");
    assert!(time.len() == 20 && time.starts_with("20") && time.ends_with('Z'), "{time}");
}

#[test]
fn a_later_campaign_counts_what_is_known() {
    let checkout = Checkout::new();
    let fuzz = "fuzz canary --engine swarm --for 30s --jobs 1 --stop-on-finding --seed";
    checkout.laws(&format!("{fuzz} 1")).assert().code(1);
    let first = records(&checkout);
    checkout.laws(&format!("{fuzz} 1")).assert().code(1).stdout(contains("inputs:  2"));
    let second = records(&checkout);
    assert_eq!((first.len(), counts(&first)), (1, 1));
    assert_eq!((second.len(), counts(&second)), (1, 2));
    assert_eq!(first[0].1["time"], second[0].1["time"]);
}

#[test]
fn of_one_kind_and_law_only_so_many_inputs_are_shrunk_and_the_others_are_told() {
    let checkout = Checkout::new();
    let mut canary = Subject::named(CANARY).expect("always there");
    let mut bytes = Vec::new();
    let mut failing = 0;
    for seed in 0..250 {
        canary.target().generate(seed, &mut bytes);
        if canary.run(&bytes).is_err() {
            failing += 1;
            checkout.write(&format!("corpus/canary/{seed}"), &bytes);
        }
    }
    let fuzz = "fuzz canary --engine swarm --for 60s --stop-on-finding";
    let fuzz = checkout.laws(fuzz).assert().code(1);
    let records = records(&checkout);
    let shrunk = counts(&records);
    assert!(failing > shrunk, "{failing} fail");
    let rest = failing - shrunk;
    let told = format!("canary: {rest} more inputs fail by these laws and were not shrunk");
    fuzz.stdout(contains(told));
    let mut of_law = BTreeMap::<_, (u64, usize)>::new();
    for (_, record) in &records {
        let (inputs, findings) = of_law.entry(record["law"].to_string()).or_default();
        *inputs += record["count"].as_u64().expect("a number");
        *findings += 1;
    }
    let is_enough =
        |&(inputs, findings): &(u64, usize)| inputs == SHRUNK_MAX || findings == ALIKE_MAX;
    assert!(of_law.values().any(is_enough), "{of_law:?}");
    let is_bounded =
        |&(inputs, findings): &(u64, usize)| inputs <= SHRUNK_MAX && findings <= ALIKE_MAX;
    assert!(of_law.values().all(is_bounded), "{of_law:?}");
}

#[test]
fn an_engine_runs_although_a_committed_input_fails() {
    let checkout = Checkout::new();
    checkout.write("corpus/canary/known", &failing_bytes());
    let fuzz = checkout.laws("fuzz canary --engine swarm --for 1s --jobs 1").assert().code(1);
    fuzz.stdout(contains("FINDING").and(contains("canary  swarm       0.0").not()));
    let by: BTreeSet<_> =
        records(&checkout).iter().map(|(_, record)| record["engine"].to_string()).collect();
    assert!(by.contains("\"replay\""), "{by:?}");
}
