//! What a campaign tells as it goes on, how it shares its time, and how it goes on after it was ended.

use crate::checkout::Checkout;
use crate::shrinking::failing_bytes;
use predicates::prelude::*;
use predicates::str::contains;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A committed corpus.
const COMMITTED: &str = "../corpus/proxy_shutdown";

/// The lines of some JSON lines.
fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn chronicles(checkout: &Checkout) -> Vec<PathBuf> {
    checkout.files("target/laws/campaigns")
}

/// The lines of the only chronicle; a torn last line is none.
fn chronicle(checkout: &Checkout) -> Vec<Value> {
    let files = chronicles(checkout);
    assert_eq!(files.len(), 1, "{files:?}");
    let text = std::fs::read_to_string(&files[0]).expect("readable");
    let whole = text.rfind('\n').map_or(0, |place| place + 1);
    lines(&text[..whole])
}

fn of<'a>(lines: &'a [Value], event: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["event"] == event).collect()
}

fn number(line: &Value, key: &str) -> f64 {
    line[key].as_f64().unwrap_or_else(|| panic!("{key} of {line}"))
}

fn start(checkout: &Checkout, arguments: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_laws"));
    command.current_dir(checkout.path("")).env_remove("CARGO_TARGET_DIR");
    command.args(arguments.split(' ')).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("started")
}

/// Waits until a campaign's chronicle has a line of this event after so many seconds.
fn wait_for(checkout: &Checkout, event: &str, at: f64) {
    let until = Instant::now() + Duration::from_secs(30);
    let is_there = || {
        !chronicles(checkout).is_empty()
            && of(&chronicle(checkout), event).iter().any(|line| number(line, "at") >= at)
    };
    while !is_there() {
        assert!(Instant::now() < until, "a campaign tells in 30 s");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_campaign_tells_the_same_lines_on_standard_output_and_in_its_chronicle() {
    let checkout = Checkout::new();
    let fuzz = "fuzz pool_joins pool_drain --engine swarm --for 3s --jobs 2 --seed 5 --json";
    let fuzz = checkout.laws(fuzz).assert().code(0).stderr(contains("chronicle: target/laws/"));
    let told = lines(&String::from_utf8_lossy(&fuzz.get_output().stdout));
    assert_eq!(told, chronicle(&checkout));
    let first = &told[0];
    assert_eq!((&first["event"], &first["schema"]), (&"campaign".into(), &1.into()));
    assert_eq!((&first["seed"], &first["jobs"]), (&5.into(), &2.into()));
    assert_eq!(first["engines"], serde_json::json!(["swarm"]));
    assert_eq!(first["targets"], serde_json::json!(["pool_joins", "pool_drain"]));
    let id = first["id"].as_str().expect("a name");
    assert!(id.ends_with("-5") && chronicles(&checkout)[0].ends_with(format!("{id}.jsonl")));
    let last = told.last().expect("a line");
    assert_eq!((&last["event"], &last["verdict"]), (&"end".into(), &"clean".into()));
    assert_eq!(of(&told, "opened").len(), 2);
    demand_curve(&told, "pool_joins");
    demand_curve(&told, "pool_drain");
}

/// The counts of a target begin at what was there, never fall, and come to something.
fn demand_curve(told: &[Value], target: &str) {
    let samples = of(told, "sample");
    let samples: Vec<_> = samples.iter().filter(|line| line["target"] == target).collect();
    assert!(samples.len() >= 3, "{samples:?}");
    let counts = [
        "at",
        "seconds",
        "executions",
        "steps",
        "folds",
        "cells",
        "features",
        "inputs",
        "kept",
        "promoted",
        "findings",
    ];
    for pair in samples.windows(2) {
        for count in counts {
            assert!(number(pair[0], count) <= number(pair[1], count), "{count}: {pair:?}");
        }
    }
    let (first, last) = (samples[0], samples[samples.len() - 1]);
    assert_eq!(number(first, "executions"), 0.0);
    for count in ["executions", "steps", "folds", "cells", "features", "kept"] {
        assert!(number(last, count) > 0.0, "{count}: {last}");
    }
    let shares = of(told, "share");
    let shares: f64 = shares
        .iter()
        .filter(|line| line["target"] == target)
        .map(|line| number(line, "seconds"))
        .sum();
    assert!((shares - number(last, "seconds")).abs() < 0.5, "{shares} s, {last}");
}

#[test]
fn without_json_standard_output_is_the_table_and_where_the_chronicle_is() {
    let checkout = Checkout::new();
    let fuzz = checkout.laws("fuzz pool_joins --engine swarm --for 1s").assert().code(0);
    let path = chronicles(&checkout).remove(0);
    let name = path.file_name().expect("a file").to_string_lossy().into_owned();
    let told = contains(format!("chronicle: target/laws/campaigns/{name}"));
    fuzz.stdout(told.and(contains("folds/s")).and(contains("\"event\"").not()));
}

#[test]
fn a_finding_is_told_when_it_is_found_and_is_the_verdict() {
    let checkout = Checkout::new();
    let fuzz = "fuzz canary --engine swarm --for 30s --seed 1 --stop-on-finding";
    checkout.laws(fuzz).assert().code(1);
    let lines = chronicle(&checkout);
    let finding = of(&lines, "finding")[0];
    assert_eq!((&finding["target"], &finding["engine"]), (&"canary".into(), &"swarm".into()));
    let folder = finding["folder"].as_str().expect("a folder");
    assert!(checkout.path(folder).join("record.json").is_file());
    assert_eq!(lines.last().expect("a line")["verdict"], "finding");
}

#[test]
fn every_target_gets_its_turn_in_a_campaign_that_is_short() {
    let checkout = Checkout::new();
    checkout.laws("fuzz --engine swarm --for 6s --jobs 2 --read-only").assert().code(0);
    let lines = chronicle(&checkout);
    let shares = of(&lines, "share");
    let had: BTreeSet<_> = shares.iter().map(|line| line["target"].to_string()).collect();
    assert_eq!(had.len(), actor_laws_fuzz::target::TARGETS.len());
    let end = number(lines.last().expect("a line"), "at");
    assert!(end >= 5.9, "{end}");
}

#[test]
fn a_campaign_until_idle_ends_before_its_time_and_says_so() {
    let checkout = Checkout::new();
    // With what is committed nearly all is known, so that news are rare from the beginning.
    for path in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(COMMITTED)).expect("x")
    {
        let path = path.expect("readable").path();
        let name = path.file_name().expect("a file").to_string_lossy().into_owned();
        checkout.write(&format!("corpus/proxy_shutdown/{name}"), &std::fs::read(&path).expect("x"));
    }
    let fuzz = "fuzz proxy_shutdown --engine swarm --for 600s --jobs 1 --seed 1 --until-idle 1s";
    let fuzz = checkout.laws(fuzz).assert().code(0).stdout(contains("nothing new for so long"));
    drop(fuzz);
    let lines = chronicle(&checkout);
    assert_eq!((&lines[0]["until_idle"], &lines[0]["seconds"]), (&1.0.into(), &600.0.into()));
    let gains = of(&lines, "sample");
    // What a sample tells was reached at some time since the one before.
    let last_gain = gains.windows(2).filter(|pair| pair[0]["features"] != pair[1]["features"]);
    let last_gain = last_gain.map(|pair| number(pair[0], "at")).fold(0.0, f64::max);
    let end = number(lines.last().expect("a line"), "at");
    assert!(end < 600.0 && end - last_gain >= 1.0, "{last_gain} {end}");
}

#[test]
fn a_killed_campaign_is_resumed_for_the_time_that_it_had_left() {
    let checkout = Checkout::new();
    let fuzz = "fuzz pool_joins services --engine swarm --for 5s --jobs 1 --seed 9 --read-only";
    let mut campaign = start(&checkout, fuzz);
    wait_for(&checkout, "sample", 1.5);
    campaign.kill().expect("killed");
    campaign.wait().expect("ended");
    let before = chronicle(&checkout);
    let torn = std::fs::read(&chronicles(&checkout)[0]).expect("readable");
    let torn = [&torn[..], br#"{"at":1.9,"event":"sam"#].concat();
    std::fs::write(&chronicles(&checkout)[0], torn).expect("written");
    checkout.laws("fuzz --resume").assert().code(0).stderr(contains("resumed after"));
    let after = chronicle(&checkout);
    assert_eq!(after[..before.len()], before);
    assert_eq!(after[before.len()]["event"], "resumed");
    assert_eq!(after[before.len()]["at"], before.last().expect("a line")["at"]);
    let last = after.last().expect("a line");
    assert_eq!((&last["event"], &last["verdict"]), (&"end".into(), &"clean".into()));
    assert!(number(last, "at") >= 4.9, "{last}");
    let granted: f64 =
        of(&after[before.len()..], "share").iter().map(|share| number(share, "seconds")).sum();
    let left = 5.0 - number(before.last().expect("a line"), "at");
    assert!(granted <= left + 0.01, "{granted} of {left}");
    demand_rising(&after);
    checkout.laws("fuzz --resume").assert().code(3).stderr(contains("no campaign to go on with"));
}

fn demand_rising(lines: &[Value]) {
    for target in ["pool_joins", "services"] {
        let samples = of(lines, "sample");
        let samples: Vec<_> = samples.iter().filter(|line| line["target"] == target).collect();
        for pair in samples.windows(2) {
            for count in ["at", "executions", "cells", "features", "inputs", "kept"] {
                assert!(number(pair[0], count) <= number(pair[1], count), "{count}: {pair:?}");
            }
        }
    }
}

#[test]
fn an_interrupted_campaign_says_so_ends_by_what_was_found_and_can_be_resumed() {
    let checkout = Checkout::new();
    let campaign = start(&checkout, "fuzz canary --engine swarm --for 60s --jobs 1 --seed 1");
    wait_for(&checkout, "finding", 0.0);
    let pid = Pid::from_raw(campaign.id().cast_signed()).expect("a process");
    kill_process(pid, Signal::TERM).expect("it runs");
    let output = campaign.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(chronicle(&checkout).last().expect("a line")["verdict"], "interrupted");
    let again = start(&checkout, "fuzz --resume");
    wait_for(&checkout, "resumed", 0.0);
    let shares = of(&chronicle(&checkout), "share").len();
    let until = Instant::now() + Duration::from_secs(20);
    while of(&chronicle(&checkout), "share").len() == shares {
        assert!(Instant::now() < until, "it goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
    let pid = Pid::from_raw(again.id().cast_signed()).expect("a process");
    kill_process(pid, Signal::INT).expect("it runs");
    let output = again.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(1), "what was found before is still found");
}

#[test]
fn without_a_killed_campaign_there_is_nothing_to_resume() {
    let checkout = Checkout::new();
    let nothing = checkout.laws("fuzz --resume").assert().code(3);
    nothing.stderr(contains("no campaign to go on with").and(contains("cargo laws fuzz")));
    checkout.write("target/laws/campaigns/20260101T000000-1.jsonl", b"no JSON\n");
    let damaged = checkout.laws("fuzz --resume").assert().code(3);
    damaged.stderr(contains("20260101T000000-1.jsonl: passed over"));
}

#[test]
fn a_fresh_campaign_starts_from_the_committed_corpus_and_deletes_nothing() {
    let checkout = Checkout::new();
    checkout.laws("fuzz pool_joins services --engine swarm --for 1s --read-only").assert().code(0);
    let kept = checkout.files("target/laws/corpus/pool_joins");
    let others = checkout.files("target/laws/corpus/services");
    checkout.write("target/laws/work/afl/pool_joins/out/s0/queue/id:1", b"left");
    let fresh = "fuzz pool_joins --engine swarm --for 1s --read-only --fresh";
    let fresh = checkout.laws(fresh).assert().code(0);
    fresh.stderr(contains("pool_joins: 0 inputs loaded").and(contains("was moved to")));
    let aside = checkout.files("target/laws/aside");
    assert_eq!(aside.len(), kept.len() + 1, "all that was kept, and what an engine left");
    for path in &kept {
        let name = path.file_name().expect("a file");
        assert!(aside.iter().any(|moved| moved.ends_with(name)), "{}", path.display());
    }
    assert_eq!(checkout.files("target/laws/corpus/services"), others);
}

#[test]
fn damaged_files_are_named_and_survived() {
    let checkout = Checkout::new();
    checkout.laws("fuzz pool_joins --engine swarm --for 1s --read-only").assert().code(0);
    let kept = checkout.files("target/laws/corpus/pool_joins");
    std::fs::remove_dir_all(checkout.path("target/laws/campaigns")).expect("removed");
    std::fs::write(&kept[0], b"torn").expect("written");
    checkout.write("target/laws/corpus/pool_joins/a folder/file", b"foreign");
    let large = std::fs::File::create(checkout.write("corpus/pool_joins/large", b"")).expect("x");
    large.set_len(1 << 30).expect("grown");
    std::os::unix::fs::symlink("/no/such", checkout.path("corpus/pool_joins/link")).expect("x");
    checkout.write("corpus/pool_joins/named", b"12345678");
    checkout.write("corpus/regressions/pool_joins/bad.txt", b"no scenario");
    let fuzz = checkout.laws("fuzz pool_joins --engine swarm --for 1s --read-only");
    let fuzz = { fuzz }.assert().code(0).stdout(contains("5 files were set aside and not used"));
    fuzz.stderr(contains("set aside: corpus/pool_joins/large: oversized"));
    let lines = chronicle(&checkout);
    let files: BTreeSet<_> =
        of(&lines, "set-aside").iter().map(|line| line["file"].to_string()).collect();
    let torn = kept[0].file_name().expect("a file").to_string_lossy().into_owned();
    let expected = [
        "corpus/pool_joins/large".to_owned(),
        "corpus/pool_joins/link".to_owned(),
        "corpus/regressions/pool_joins/bad.txt".to_owned(),
        "target/laws/corpus/pool_joins/a folder".to_owned(),
        format!("target/laws/corpus/pool_joins/{torn}"),
    ];
    assert_eq!(files, expected.iter().map(|file| format!("\"{file}\"")).collect());
    let aside = checkout.files("target/laws/aside");
    assert!(aside.iter().any(|path| path.ends_with("corpus/pool_joins/a folder/file")));
    assert!(aside.iter().any(|path| path.ends_with(&torn)));
    assert_eq!(checkout.files("corpus").len(), 4, "the checkout is the user's");
    let again = checkout.laws("fuzz pool_joins --engine swarm --for 1s --read-only");
    { again }.assert().code(0).stdout(contains("3 files were set aside"));
}

#[test]
fn a_finding_outlives_damaged_files() {
    let checkout = Checkout::new();
    checkout.write("corpus/canary/known", &failing_bytes());
    checkout.write("corpus/canary/bad.txt", b"no scenario");
    let fuzz = "fuzz canary --engine swarm --for 9s --stop-on-finding";
    let fuzz = checkout.laws(fuzz).assert().code(1);
    fuzz.stdout(contains("FINDING").and(contains("1 files were set aside")));
}

#[test]
fn a_folder_that_cannot_be_read_is_3_and_the_chronicle_ends() {
    let checkout = Checkout::new();
    checkout.write("corpus/pool_joins", b"a file where a folder must be");
    let fuzz = checkout.laws("fuzz pool_joins --engine swarm --for 60s").assert().code(3);
    fuzz.stderr(contains("corpus/pool_joins"));
    assert_eq!(chronicle(&checkout).last().expect("a line")["verdict"], "environment");
}

#[test]
fn where_nothing_can_be_kept_a_campaign_ends_at_once_and_says_it_once() {
    let checkout = Checkout::new();
    checkout.write("target/laws/corpus/note", b"");
    let place = checkout.path("target/laws/corpus/pool_joins");
    std::os::unix::fs::symlink("/no/such/disk", place).expect("linked");
    let started = Instant::now();
    let fuzz = "fuzz pool_joins --engine swarm --for 60s --jobs 2 --read-only";
    let fuzz = checkout.laws(fuzz).assert().code(3);
    assert!(started.elapsed() < Duration::from_secs(30));
    let told = String::from_utf8_lossy(&fuzz.get_output().stderr).into_owned();
    assert_eq!(told.matches("target/laws/corpus/pool_joins").count(), 1, "{told}");
    let lines = chronicle(&checkout);
    let last = lines.last().expect("a line");
    assert_eq!((&last["event"], &last["verdict"]), (&"end".into(), &"environment".into()));
    let samples = of(&lines, "sample");
    assert!(samples.iter().all(|line| number(line, "kept") == 0.0));
}

#[test]
fn shards_of_one_seed_keep_different_inputs() {
    let first = |shard: &str| {
        let checkout = Checkout::new();
        let fuzz =
            format!("fuzz pool_drain --engine swarm --for 1s --jobs 1 --seed 7 --read-only{shard}");
        checkout.laws(&fuzz).assert().code(0);
        let files = checkout.files("target/laws/corpus/pool_drain");
        let names = files.iter().map(|path| path.file_name().expect("a file").to_owned());
        names.collect::<BTreeSet<_>>()
    };
    let (one, two) = (first(" --shard 1/2"), first(" --shard 2/2"));
    assert!(!one.is_empty() && !two.is_empty());
    assert!(one.is_disjoint(&two));
}

#[test]
fn all_engines_go_on_without_those_that_cannot_be_had() {
    let checkout = Checkout::new();
    let mut laws = checkout.laws("fuzz pool_joins --engine all --for 1s --read-only");
    // A path without compilers and package tools: neither libFuzzer nor AFL++ can be built.
    laws.env("CXX", "/no/such/compiler").env("PATH", "").env("CARGO", "/no/such/cargo");
    let laws = laws.assert().code(0);
    let told = String::from_utf8_lossy(&laws.get_output().stderr).into_owned();
    assert_eq!(told.matches("without libfuzzer: ").count(), 1, "{told}");
    assert_eq!(told.matches("without afl: ").count(), 1, "{told}");
    assert_eq!(chronicle(&checkout)[0]["engines"], serde_json::json!(["swarm"]));
    let mut alone = checkout.laws("fuzz pool_joins --engine afl --for 1s");
    alone.env("PATH", "").env("CARGO", "/no/such/cargo");
    alone.assert().code(3).stderr(contains("what to do"));
}
