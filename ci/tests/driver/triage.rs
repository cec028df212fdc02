//! What is done with a finding: reading it, making a test of it, adopting it.

use crate::checkout::Checkout;
use crate::shrinking::failing_bytes;
use actor_laws_fuzz::engine::{CANARY, Subject};
use predicates::prelude::*;
use predicates::str::{contains, starts_with};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::SystemTime;

/// A checkout with one finding of the canary, and the path of that from the root.
fn found() -> (Checkout, String) {
    let checkout = Checkout::new();
    checkout.write("corpus/canary/known", &failing_bytes());
    checkout.laws("fuzz canary --engine swarm --for 60s --stop-on-finding").assert().code(1);
    let record = checkout.files("target/laws/findings").into_iter();
    let record = record.clone().find(|path| path.ends_with("record.json")).expect("a finding");
    let folder = record.parent().expect("a folder").strip_prefix(checkout.path(""));
    let folder = folder.expect("below the root").to_str().expect("plain").to_owned();
    (checkout, folder)
}

fn law() -> String {
    let mut canary = Subject::named(CANARY).expect("always there");
    canary.run(&failing_bytes()).expect_err("it fails").law.to_owned()
}

#[test]
fn a_finding_is_explained_by_its_record_and_its_shortest_trace() {
    let (checkout, folder) = found();
    let law = law();
    let trace = checkout.laws(&format!("explain {folder}/shrunk")).assert().code(1);
    let trace = String::from_utf8(trace.get_output().stdout.clone()).expect("text");
    for path in [folder.clone(), format!("{folder}/record.json")] {
        let explain = checkout.laws(&format!("explain {path}")).assert().code(1);
        let record = starts_with(format!("finding  wrong: {law}\n"))
            .and(contains("by replay\n"))
            .and(contains("inputs   1\n"))
            .and(contains("as found, 4 shrunk\n"));
        explain.stdout(record.and(predicates::str::ends_with(trace.clone())));
    }
    let json = checkout.laws(&format!("explain {folder} --json")).assert().code(1);
    let lines = String::from_utf8(json.get_output().stdout.clone()).expect("text");
    let lines: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let kinds: Vec<_> = lines.iter().map(|line| line["record"].as_str().expect("named")).collect();
    assert_eq!((kinds[0], kinds[1], kinds[kinds.len() - 1]), ("finding", "run", "verdict"));
    assert_eq!(lines[0]["law"], law.as_str());
    assert_eq!(lines[0]["count"], 1);
}

#[test]
fn a_finding_that_only_an_engine_saw_is_explained_by_what_that_one_said_and_not_run() {
    let checkout = Checkout::new();
    let record = br#"{ "target": "pool_joins", "kind": "timeout", "law": "ends-in-time",
        "evidence": "told by libFuzzer", "shape": null, "engine": "libfuzzer", "seed": 7,
        "commit": null, "time": "2026-01-01T00:00:00Z", "steps_before": 3, "steps_after": null,
        "count": 2 }"#;
    checkout.write("x/record.json", record);
    checkout.write("x/run.trace", b"the end of the log\n");
    let explain = checkout.laws("explain x").assert().code(1);
    explain.stdout(contains("timeout: ends-in-time").and(contains("the end of the log\n")));
    checkout.write("x/record.json", b"{}");
    checkout.laws("explain x").assert().code(3).stderr(contains("record.json"));
}

#[test]
fn a_finding_becomes_a_regression_with_one_command_and_replays_run_it() {
    let (checkout, folder) = found();
    let law = law();
    checkout.laws(&format!("adopt {folder}")).assert().code(2).stderr(contains("must fail"));
    let adopt = format!("adopt {folder} --target pool_admission");
    for _ in 0..2 {
        checkout.laws(&adopt).assert().code(0).stdout(contains("now: passes"));
    }
    checkout.laws(&format!("{adopt} --name a-name")).assert().code(0);
    let regressions = checkout.files("corpus/regressions/pool_admission");
    assert_eq!(regressions.len(), 2);
    assert!(regressions[1].ends_with(format!("{law}-a-name.txt")), "{regressions:?}");
    let text = checkout.laws(&format!("explain {folder} --as text")).assert().code(0);
    for path in &regressions {
        assert_eq!(std::fs::read(path).expect("readable"), text.get_output().stdout);
    }
    let replay = checkout.laws("replay corpus/regressions").assert().code(0);
    replay.stdout(contains("2 passed, 0 failed, 0 unusable"));
}

#[test]
fn adopting_replaces_nothing_and_leads_nowhere_else() {
    let checkout = Checkout::new();
    checkout.write("in/pool_drain/a", b"12345678");
    checkout.write("corpus/regressions/pool_drain/passes-taken.txt", b"another");
    let adopt = "adopt in/pool_drain/a --name";
    checkout.laws(&format!("{adopt} taken")).assert().code(2).stderr(contains("--name"));
    checkout.laws(&format!("{adopt} ../x")).assert().code(2).stderr(contains("hyphens"));
    assert_eq!(checkout.files("corpus").len(), 1);
    checkout.laws("adopt in/pool_drain/a").assert().code(0);
    assert_eq!(checkout.files("corpus").len(), 2);
}

#[test]
fn a_generated_test_compiles_fails_by_the_law_and_passes_on_the_core() {
    let (checkout, folder) = found();
    let generate = |target: &str| {
        let arguments = format!("explain {folder} --as test --target {target}");
        let test = checkout.laws(&arguments).assert().code(0);
        checkout.write(&format!("{target}.rs"), &test.get_output().stdout)
    };
    let fails = run(&compile(&generate("canary")));
    let said = String::from_utf8_lossy(&fails.stdout).into_owned();
    assert!(!fails.status.success(), "{said}");
    assert!(said.contains(&law()) && said.contains("0 passed; 1 failed"), "{said}");
    let passes = run(&compile(&generate("pool_admission")));
    let said = String::from_utf8_lossy(&passes.stdout).into_owned();
    assert!(passes.status.success() && said.contains("1 passed; 0 failed"), "{said}");
}

/// Compiles a test file against the library that this very program was built with.
fn compile(source: &Path) -> PathBuf {
    let own = std::env::current_exe().expect("this program");
    let dependencies = own.parent().expect("a folder");
    let program = source.with_extension("test");
    let mut said = Vec::new();
    // A build folder may hold the library for several sets of flags and versions of the compiler.
    for library in libraries(dependencies) {
        let mut command = Command::new(std::env::var_os("RUSTC").unwrap_or("rustc".into()));
        command.args(["--test", "--edition", "2024", "-o"]).arg(&program).arg(source);
        command.arg("--extern").arg(format!("actor_laws_fuzz={}", library.display()));
        command.arg("-L").arg(format!("dependency={}", dependencies.display()));
        let output = command.output().expect("rustc runs");
        if output.status.success() {
            return program;
        }
        said.push(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    panic!("the test does not compile:\n{}", said.join("\n"))
}

/// The builds of the library, the newest first.
fn libraries(folder: &Path) -> Vec<PathBuf> {
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("libactor_laws_fuzz-") && name.ends_with(".rlib")
    };
    let age = |path: &PathBuf| {
        let changed = path.metadata().and_then(|metadata| metadata.modified());
        changed.unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let entries = folder.read_dir().expect("a folder").flatten();
    let mut libraries: Vec<_> = entries.map(|entry| entry.path()).filter(is_library).collect();
    libraries.sort_by_key(age);
    libraries.reverse();
    libraries
}

fn run(program: &Path) -> Output {
    Command::new(program).output().expect("it runs")
}
