//! Suites: what they run, in which order, where they stop, and what they say.

use actor_laws_fuzz::engine::{CANARY, Subject, shrink_further};
use actor_laws_fuzz::pool::scenario::Scenario;
use actor_laws_fuzz::suite::{Arguments, Kill, Order, Verdict, corpus, hunt, replay, shorten};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn arguments(line: &str) -> Arguments {
    Arguments::parse(line.split_whitespace().map(str::to_owned)).expect("a suite")
}

/// The first seeds of the canary's scenarios that fail, with their laws.
fn failing_seeds(seeds: u64) -> Vec<(u64, &'static str)> {
    let mut canary = Subject::named(CANARY).expect("always there");
    let mut bytes = Vec::new();
    let failing = (0..seeds).filter_map(|seed| {
        canary.target().generate(seed, &mut bytes);
        canary.run(&bytes).err().map(|failure| (seed, failure.law))
    });
    failing.collect()
}

#[test]
fn targets_take_turns_and_the_first_failure_ends_the_suite() {
    let (seed, law) = failing_seeds(50)[0];
    let replayed = replay(&arguments("seeds --targets proxy_service,canary,pool_joins --count 50"));
    let replayed = replayed.expect("it runs");
    // Three targets a round, and two of the last one.
    assert_eq!(replayed.runs, 3 * seed + 2);
    let kill = replayed.kill.expect("the canary is found");
    let Kill { law: found, ref kind, target, ref input, check, .. } = kill;
    assert_eq!((found, kind.as_str(), target, check), (law, "wrong", CANARY, "laws"));
    assert_eq!(*input, format!("seed {seed}"));
    assert_eq!(replayed.named, Some(kill));
}

#[test]
fn a_law_that_is_wanted_is_searched_beyond_others() {
    let failing = failing_seeds(400);
    let first = failing[0].1;
    let (seed, wanted) = *failing.iter().find(|(_, law)| *law != first).expect("another law");
    let replayed =
        replay(&arguments(&format!("seeds --targets canary --count 400 --law {wanted}")));
    let replayed = replayed.expect("it runs");
    assert_eq!(replayed.runs, seed + 1);
    assert_eq!(replayed.kill.expect("found first").law, first);
    let named = replayed.named.expect("found later");
    assert_eq!((named.law, named.input), (wanted, format!("seed {seed}")));
}

#[test]
fn a_law_that_nothing_breaks_lets_the_suite_go_to_its_end() {
    let replayed = replay(&arguments("seeds --targets canary --count 40 --law no-such-law"));
    let replayed = replayed.expect("it runs");
    assert_eq!((replayed.runs, replayed.named), (40, None));
    assert!(replayed.kill.is_some());
}

#[test]
fn the_whole_corpus_of_a_target_is_run_and_only_that() {
    let expected = corpus::inputs(&corpus::folder(), "pool_joins").len();
    let replayed = replay(&arguments("corpus --targets pool_joins")).expect("it runs");
    assert!(expected > 0 && replayed.folds > 0);
    assert_eq!((replayed.runs, replayed.kill), (expected as u64, None));
}

/// A corpus with one regression of the canary, which fails, in text.
fn folder_of_canary(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut bytes = Vec::new();
    let canary = Subject::named(CANARY).expect("always there").target();
    canary.generate(failing_seeds(50)[0].0, &mut bytes);
    let regressions = folder.join("regressions").join(CANARY);
    std::fs::create_dir_all(&regressions).expect("a folder of the build");
    let text = (canary.family.to_text)(&bytes);
    std::fs::write(regressions.join("found.txt"), text).expect("a file of the build");
    folder
}

#[test]
fn a_regression_in_text_fails_under_its_name() {
    let folder = folder_of_canary("regression");
    let order = Order::Corpus { targets: vec![CANARY.to_owned()], folder };
    let replayed = replay(&Arguments { order, ..arguments("corpus --targets canary") });
    let kill = replayed.expect("it runs").kill.expect("it fails");
    assert_eq!(kill.input, "regressions/canary/found.txt");
}

#[test]
fn a_suite_of_nothing_or_of_no_target_cannot_be_run() {
    let refused = |line: &str| replay(&arguments(line)).expect_err("it cannot be run");
    assert_eq!(refused("corpus --targets pool_joins --corpus nowhere"), "there is nothing to run");
    assert_eq!(refused("seeds --targets pool_joins --count 0"), "there is nothing to run");
    assert_eq!(refused("seeds --targets pool --count 1"), "`pool` is no target");
}

#[test]
fn a_hunt_begins_where_it_is_told_and_ends_with_the_shortest_scenario() {
    let first = 3 << 40;
    let mut canary = Subject::named(CANARY).expect("always there");
    let mut bytes = Vec::new();
    let seed = (first..).find(|seed| {
        canary.target().generate(*seed, &mut bytes);
        canary.run(&bytes).is_err()
    });
    let seed = seed.expect("it is found");
    let hunted = hunt(&arguments("hunt --target canary --seed 3 --seconds 60")).expect("it runs");
    assert_eq!(hunted.executions, seed - first + 1);
    let shortest = hunted.named.expect("it is found");
    assert_eq!(shortest.kill.input, format!("seed {seed}"));
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(shortest.found, digits);
    let family = canary.target().family;
    let least = (family.parse_text)(&shortest.scenario).expect("a text");
    let digits: String = least.iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(shortest.bytes, digits);
    let failure = canary.run(&least).expect_err("it fails alike");
    assert_eq!((failure.law, failure.step + 1), (shortest.kill.law, shortest.trace_steps));
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_given_input_is_shrunk_and_both_verdicts_are_told() {
    let mut canary = Subject::named(CANARY).expect("always there");
    let (seed, law) = failing_seeds(50)[0];
    let mut bytes = Vec::new();
    canary.target().generate(seed, &mut bytes);
    let file = std::env::temp_dir().join(format!("{}-shrunk-by-the-suite", std::process::id()));
    std::fs::write(&file, &bytes).expect("written");
    let shortened = |target: &str, tries| {
        let input = file.display().to_string();
        let words = ["shrink", "--target", target, "--input", &input, "--tries", tries];
        let arguments = Arguments::parse(words.map(str::to_owned)).expect("a suite");
        shorten(&arguments).expect("it runs")
    };
    let least = shrink_further(&mut canary, &bytes, 100);
    let verdict = |bytes: &[u8]| {
        let family = canary.target().family;
        let steps = (bytes.len() - family.header_bytes) / family.step_bytes;
        Some(Verdict { law, kind: "wrong".to_owned(), steps, length: bytes.len() })
    };
    let all = shortened(CANARY, "100");
    assert_eq!((all.before, all.after), (verdict(&bytes), verdict(&least)));
    assert_eq!(all.bytes, hexadecimal(&least));
    let passing = shortened("pool_admission", "100");
    assert_eq!((passing.before, passing.after), (None, None));
    std::fs::remove_file(file).expect("removed");
}

#[test]
fn a_hunt_that_finds_nothing_gives_up_in_time() {
    let ordered = arguments("hunt --target proxy_service --seed 0 --seconds 0");
    let hunted = hunt(&ordered).expect("it runs");
    assert_eq!((hunted.executions, hunted.kill, hunted.named), (0, None, None));
    let ordered = arguments("hunt --target proxy_service --seed 16777216 --seconds 1");
    assert_eq!(hunt(&ordered), Err("there is no start 16777216".to_owned()));
    let ordered = arguments("seeds --targets proxy_service --count 1");
    assert_eq!(hunt(&ordered), Err("no hunt is ordered".to_owned()));
}

/// The first failing seed of the canary's scenarios with so many roles.
fn failing_seed_with_roles(roles: u8) -> (u64, Vec<u8>) {
    let mut canary = Subject::named(CANARY).expect("always there");
    let mut bytes = Vec::new();
    let failing = (0..).find_map(|seed| {
        canary.target().generate(seed, &mut bytes);
        let fixed = Scenario::decode(&bytes).with_roles(roles).encode();
        canary.run(&fixed).is_err().then_some((seed, fixed))
    });
    failing.expect("it is found")
}

#[test]
fn a_choice_can_be_fixed_for_all_scenarios_of_a_hunt() {
    for roles in [1, 2] {
        let line = format!("hunt --target canary --seed 0 --seconds 60 --with roles={roles}");
        let hunted = hunt(&arguments(&line)).expect("it runs");
        let (seed, bytes) = failing_seed_with_roles(roles);
        let shortest = hunted.named.expect("it is found");
        assert_eq!((hunted.executions, &hunted.kill), (seed + 1, &Some(shortest.kill.clone())));
        assert_eq!(shortest.kill.input, format!("seed {seed} with roles={roles}"));
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(shortest.found, digits);
    }
}

#[test]
fn a_choice_that_a_family_does_not_have_cannot_be_fixed() {
    let refused = |target: &str, with: &str| {
        let line = format!("hunt --target {target} --seed 0 --seconds 1 --with {with}");
        hunt(&arguments(&line)).expect_err("it cannot be fixed")
    };
    assert_eq!(refused("pool_joins", "workers=1"), "`workers` is no choice of pool");
    assert_eq!(refused("proxy_service", "roles=1"), "`roles` is no choice of proxy");
    assert_eq!(refused("pool_joins", "roles=0"), "`roles=0` is not from 1 to 6");
    assert_eq!(refused("pool_joins", "roles=7"), "`roles=7` is not from 1 to 6");
    let refused = suite("hunt --target services --seed 0 --seconds 1 --with roles=1");
    assert_eq!((refused.status.code(), refused.stdout), (Some(2), Vec::new()));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("usage: suite"));
}

fn suite(line: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_suite"));
    command.args(line.split_whitespace()).output().expect("the binary of this package")
}

#[test]
fn the_process_answers_one_line_and_an_exit_code() {
    let passed = suite("seeds --targets proxy_service --count 3");
    assert_eq!(passed.status.code(), Some(0));
    let line = String::from_utf8(passed.stdout).expect("text");
    assert!(line.starts_with(r#"{"runs":3,"folds":"#), "{line}");
    assert!(line.ends_with("\"kill\":null,\"named\":null}\n"), "{line}");

    let killed = suite("hunt --target canary --seed 0 --seconds 60");
    assert_eq!(killed.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&killed.stdout).expect("one line of JSON");
    let keys = |value: &Value| -> Vec<String> {
        let mut keys: Vec<_> = value.as_object().expect("an object").keys().cloned().collect();
        keys.sort();
        keys
    };
    assert_eq!(keys(&report), ["executions", "folds", "kill", "named", "runs", "seconds"]);
    let of_kill = ["check", "evidence", "input", "kind", "law", "step", "target"];
    assert_eq!(keys(&report["kill"]), of_kill);
    for key in of_kill.iter().chain(&["trace_steps", "scenario", "bytes", "found"]) {
        assert!(!report["named"][key].is_null(), "{key}");
    }

    let refused = suite("seeds --targets nobody --count 1");
    assert_eq!((refused.status.code(), refused.stdout), (Some(2), Vec::new()));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("`nobody` is no target"));
}
