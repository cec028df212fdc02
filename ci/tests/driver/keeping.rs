//! What campaigns keep, what they leave alone, and what survives a kill.

use crate::checkout::Checkout;
use predicates::str::contains;
use rustix::process::{Pid, Signal, kill_process};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn bears_the_name_of_its_content(path: &Path) -> bool {
    let digest = Sha256::digest(std::fs::read(path).expect("readable"));
    let name: String = digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    path.ends_with(name)
}

#[test]
fn a_campaign_keeps_what_is_new_and_the_next_one_starts_from_it() {
    let checkout = Checkout::new();
    checkout.laws("fuzz pool_joins --engine swarm --for 1s").assert().code(0);
    let kept = checkout.files("target/laws/corpus/pool_joins");
    let committed = checkout.files("corpus/pool_joins");
    assert!(!kept.is_empty() && !committed.is_empty() && committed.len() <= kept.len());
    assert!(kept.iter().chain(&committed).all(|path| bears_the_name_of_its_content(path)));
    let next = checkout.laws("fuzz pool_joins --engine swarm --for 1s").assert().code(0);
    let loaded = format!("{} inputs loaded", kept.len() + committed.len());
    next.stderr(contains(loaded));
}

#[test]
fn a_read_only_campaign_leaves_the_committed_corpus_as_it_is() {
    let checkout = Checkout::new();
    checkout.laws("fuzz pool_joins --engine swarm --for 1s --read-only").assert().code(0);
    assert!(checkout.files("corpus").is_empty());
    assert!(!checkout.files("target/laws/corpus/pool_joins").is_empty());
}

#[test]
fn one_seed_gives_one_campaign_by_the_swarm() {
    let first_inputs = |checkout: &Checkout| {
        checkout.laws("fuzz pool_drain --engine swarm --for 1s --jobs 1 --seed 7").assert().code(0);
        let files = checkout.files("corpus/pool_drain");
        files.iter().map(|path| path.file_name().expect("a file").to_owned()).collect::<Vec<_>>()
    };
    let (one, other) = (first_inputs(&Checkout::new()), first_inputs(&Checkout::new()));
    let common = one.iter().filter(|name| other.contains(name)).count();
    // A slower run may stop earlier, so one is a part of the other.
    assert_eq!(common, one.len().min(other.len()));
}

#[test]
fn replay_and_explain_write_nothing() {
    let checkout = Checkout::new();
    checkout.write("corpus/pool_drain/x", b"12345678");
    let before = checkout.files("");
    checkout.laws("replay").assert().code(0);
    checkout.laws("explain corpus/pool_drain/x").assert().code(0);
    checkout.laws("explain corpus/pool_drain/x --json").assert().code(0);
    checkout.laws("explain corpus/pool_drain/x --as text").assert().code(0);
    assert_eq!(checkout.files(""), before);
}

#[test]
fn the_text_form_of_an_input_replays_like_its_bytes() {
    let checkout = Checkout::new();
    checkout.laws("fuzz pool_drain --engine swarm --for 1s").assert().code(0);
    let input = checkout.files("corpus/pool_drain").remove(0);
    let input = input.file_name().expect("a file").to_string_lossy().into_owned();
    let convert = |file: &str, form: &str| {
        let output = checkout.laws(&format!("explain {file} --as {form}")).assert().code(0);
        output.get_output().stdout.clone()
    };
    let text = convert(&format!("corpus/pool_drain/{input}"), "text");
    checkout.write("in/pool_drain/same.txt", &text);
    let bytes = convert("in/pool_drain/same.txt", "bytes");
    checkout.write("in/pool_drain/same", &bytes);
    assert_eq!(convert("in/pool_drain/same", "text"), text);
    checkout.laws("replay in").assert().code(0).stdout(contains("2 passed"));
}

#[test]
fn minimizing_keeps_the_cells_and_a_second_time_changes_nothing() {
    let checkout = Checkout::new();
    checkout.laws("fuzz pool_joins --engine swarm --for 1s").assert().code(0);
    checkout.laws("minimize pool_joins --grow").assert().code(0);
    let first = checkout.files("corpus/pool_joins");
    checkout.laws("minimize pool_joins --grow").assert().code(0);
    assert_eq!(checkout.files("corpus/pool_joins"), first);
    assert!(first.iter().all(|path| bears_the_name_of_its_content(path)));
}

#[test]
fn two_campaigns_in_one_checkout_do_not_mix() {
    let checkout = Checkout::new();
    let mut first = start_campaign(&checkout);
    wait_for_kept(&checkout);
    let second = checkout.laws("fuzz pool_joins --engine swarm --for 1s").assert().code(3);
    second.stderr(contains("another campaign"));
    first.kill().expect("killed");
    first.wait().expect("ended");
}

#[test]
fn a_killed_campaign_leaves_whole_files_only_and_the_next_one_goes_on() {
    let checkout = Checkout::new();
    let mut campaign = start_campaign(&checkout);
    wait_for_kept(&checkout);
    campaign.kill().expect("killed");
    campaign.wait().expect("ended");
    let kept = visible(&checkout);
    assert!(kept.iter().all(|path| bears_the_name_of_its_content(path)));
    checkout.laws("fuzz pool_joins --engine swarm --for 1s").assert().code(0);
    assert!(kept.iter().all(|path| path.exists()));
    let hidden = checkout.files("target/laws/corpus/pool_joins").len() - visible(&checkout).len();
    assert_eq!(hidden, 0, "unfinished files are swept away");
}

#[test]
fn an_interrupted_campaign_still_tells_what_it_did() {
    let checkout = Checkout::new();
    let campaign = start_campaign(&checkout);
    wait_for_kept(&checkout);
    let pid = Pid::from_raw(campaign.id().cast_signed()).expect("a process");
    kill_process(pid, Signal::INT).expect("it runs");
    let output = campaign.wait_with_output().expect("ended");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).contains("folds/s"));
}

fn start_campaign(checkout: &Checkout) -> std::process::Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_laws"));
    command.current_dir(checkout.path("")).env_remove("CARGO_TARGET_DIR");
    command.args("fuzz pool_joins --engine swarm --for 60s".split(' '));
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("started")
}

fn wait_for_kept(checkout: &Checkout) {
    let until = Instant::now() + Duration::from_secs(30);
    while visible(checkout).is_empty() {
        assert!(Instant::now() < until, "a campaign keeps something in 30 s");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn visible(checkout: &Checkout) -> Vec<std::path::PathBuf> {
    let mut files = checkout.files("target/laws/corpus/pool_joins");
    files.retain(|path| !path.file_name().unwrap_or_default().as_encoded_bytes().starts_with(b"."));
    files
}
