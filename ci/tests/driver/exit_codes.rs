//! The documented exit codes, through the real program.

use crate::checkout::Checkout;
use predicates::prelude::*;
use predicates::str::contains;

/// An input that makes the canary fail, found by a campaign.
fn failing_input(checkout: &Checkout) -> std::path::PathBuf {
    let fuzz = "fuzz canary --engine swarm --for 30s --jobs 1 --seed 1 --stop-on-finding";
    checkout.laws(fuzz).assert().code(1);
    let findings = checkout.files("target/laws/findings/canary");
    let input = findings.into_iter().find(|path| path.ends_with("found"));
    input.expect("the finding is stored")
}

#[test]
fn help_documents_every_code() {
    let checkout = Checkout::new();
    let documented = contains("0  clean").and(contains("1  finding")).and(contains("2  usage"));
    let documented = documented.and(contains("3  environment")).and(contains("4  survivors"));
    checkout.laws("--help").assert().code(0).stdout(documented);
}

#[test]
fn a_clean_campaign_is_0_and_tells_its_numbers() {
    let checkout = Checkout::new();
    let laws = checkout.laws("fuzz pool_joins --engine swarm --for 1s --jobs 2").assert().code(0);
    laws.stdout(contains("pool_joins").and(contains("folds/s")).and(contains("steps/run")));
}

#[test]
fn a_finding_is_1_stored_with_its_trace_and_explained_by_the_printed_command() {
    let checkout = Checkout::new();
    let input = failing_input(&checkout);
    let names = checkout.files("target/laws/findings/canary");
    let names: Vec<_> = names.iter().map(|path| name(path)).collect();
    assert_eq!(names, ["found", "record.json", "run.trace", "shrunk"]);
    let folder = name(input.parent().expect("a folder"));
    let explain = format!("explain target/laws/findings/canary/{folder}/shrunk");
    checkout
        .laws(&explain)
        .assert()
        .code(1)
        .stdout(contains("target canary").and(contains("the law `")));
}

fn name(path: &std::path::Path) -> String {
    path.file_name().expect("a file").to_string_lossy().into_owned()
}

#[test]
fn the_canary_leaves_nothing_but_its_finding() {
    let checkout = Checkout::new();
    failing_input(&checkout);
    assert!(checkout.files("corpus").is_empty());
    assert!(checkout.files("target/laws/corpus").is_empty());
}

#[test]
fn a_failing_replay_is_1_prints_the_trace_and_goes_on() {
    let checkout = Checkout::new();
    let input = std::fs::read(failing_input(&checkout)).expect("readable");
    checkout.write("in/canary/a", &input);
    checkout.write("in/canary/b", b"");
    let replay = checkout.laws("replay in").assert().code(1);
    replay.stdout(contains("FAILED").and(contains("1 passed, 1 failed, 0 unusable")));
}

#[test]
fn a_committed_input_that_fails_is_a_finding_before_any_engine_runs() {
    let checkout = Checkout::new();
    let input = std::fs::read(failing_input(&checkout)).expect("readable");
    checkout.write("corpus/canary/known", &input);
    let fuzz =
        checkout.laws("fuzz canary --engine swarm --for 60s --stop-on-finding").assert().code(1);
    fuzz.stdout(contains("FINDING").and(contains("canary  swarm       0.0")));
}

#[test]
fn a_wrong_command_line_is_2() {
    let checkout = Checkout::new();
    for arguments in [
        "",
        "no-such-verb",
        "fuzz --for 0s",
        "fuzz --engine other",
        "fuzz nothing",
        "fuzz --until-idle 0s",
        "fuzz --shard 3/2",
        "fuzz pool_joins --resume",
        "fuzz --resume --fresh",
        "explain",
        "explain x --json --as text",
        "replay --profile other",
        "minimize nothing",
        "audit --shard 5/4",
        "audit --check --write",
        "audit --seeds 1",
        "test --slow",
        "doctor --quick",
        "completions",
        "completions tcsh",
        "man --out",
    ] {
        checkout.laws(arguments).assert().code(2);
    }
    checkout.laws("fuzz nothing").assert().stderr(contains("pool_admission"));
}

#[test]
fn an_input_without_a_target_is_a_matter_of_usage_to_explain_and_unusable_to_replay() {
    let checkout = Checkout::new();
    checkout.write("in/x", b"1234");
    checkout.laws("explain in/x").assert().code(2).stderr(contains("--target"));
    checkout.laws("replay in/x").assert().code(3).stdout(contains("--target"));
    checkout.laws("explain in/x --target pool_drain").assert().code(0);
    checkout.laws("replay in/x --target pool_drain").assert().code(0);
}

#[test]
fn a_file_that_cannot_be_an_input_is_3_and_named() {
    let checkout = Checkout::new();
    let large = checkout.write("in/pool_drain/large", b"");
    let file = std::fs::File::options().write(true).open(large).expect("opened");
    file.set_len(1 << 30).expect("grown");
    checkout.write("in/pool_drain/bad.txt", b"no scenario");
    checkout.write("in/pool_drain/good", b"");
    let replay = checkout.laws("replay in").assert().code(3);
    let named = contains("in/pool_drain/large: oversized").and(contains("in/pool_drain/bad.txt"));
    replay.stdout(named.and(contains("1 passed, 0 failed, 2 unusable")));
    checkout.laws("replay in/none").assert().code(3).stderr(contains("in/none"));
    checkout.laws("explain in/none").assert().code(3).stderr(contains("what to do"));
}

#[test]
fn nothing_to_replay_is_3_and_not_a_success() {
    let checkout = Checkout::new();
    checkout.write("corpus/.gitkeep", b"");
    checkout.laws("replay").assert().code(3).stderr(contains("no input"));
}

#[test]
fn without_a_cpp_compiler_a_campaign_says_so_and_uses_the_swarm() {
    let checkout = Checkout::new();
    let mut laws = checkout.laws("fuzz pool_joins --for 1s");
    laws.env("CXX", "/no/such/compiler");
    laws.assert().code(0).stderr(contains("no C++ compiler")).stdout(contains("swarm"));
}

#[test]
fn completions_and_the_manual_are_0_and_come_on_standard_output() {
    let checkout = Checkout::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let laws = checkout.laws(&format!("completions {shell}")).assert().code(0);
        laws.stdout(contains("minimize")).stderr("");
    }
    checkout.laws("man").assert().code(0).stdout(contains(".TH laws 1")).stderr("");
    checkout.laws("man --out made/pages").assert().code(0).stdout("");
    let page = std::fs::read_to_string(checkout.path("made/pages/laws-fuzz.1")).expect("a page");
    assert!(page.contains("cargo laws fuzz"));
    assert!(!checkout.path("made/pages/laws-become-engine.1").exists());
}

#[test]
fn a_manual_that_cannot_be_written_is_3() {
    let checkout = Checkout::new();
    checkout.write("file", b"");
    checkout.laws("man --out file/pages").assert().code(3).stderr(contains("what to do"));
}

#[test]
fn a_second_campaign_an_audit_or_a_minimization_waits_for_the_first_and_says_so_which_is_3() {
    let checkout = Checkout::new();
    let file = std::fs::File::create(checkout.write("target/laws/lock", b"")).expect("created");
    file.lock().expect("nobody else holds it");
    for verb in ["fuzz pool_joins --engine swarm --for 1s", "audit", "minimize"] {
        checkout.laws(verb).assert().code(3).stderr(contains("is running in this checkout"));
    }
}
