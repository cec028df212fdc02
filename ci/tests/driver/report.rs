//! The report: what is there is shown, what is not is said, and nothing that was kept gets in as markup.

use crate::checkout::Checkout;
use crate::furnished::HOSTILE;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

const PAGE: &str = "target/laws/report.html";

fn page(checkout: &Checkout) -> String {
    std::fs::read_to_string(checkout.path(PAGE)).expect("the page is there")
}

fn json(checkout: &Checkout) -> Value {
    let output = checkout.laws("report --json").output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).expect("JSON and nothing else")
}

/// The mark of a point of the verdict.
fn mark(report: &Value, subject: &str) -> String {
    let points = report["verdict"]["points"].as_array().expect("points");
    let point = points.iter().find(|point| point["subject"] == subject).expect("a point");
    point["mark"].as_str().expect("a mark").to_owned()
}

#[test]
fn a_fresh_checkout_has_a_page_that_says_what_to_run_and_nothing_else_is_written() {
    let checkout = Checkout::new();
    let before = checkout.files("");
    checkout.laws("report").assert().code(0).stdout(contains(PAGE));
    let page = page(&checkout);
    assert!(page.contains("cargo laws fuzz") && page.contains("cargo laws audit"));
    let mut after = checkout.files("");
    after.retain(|path| !path.ends_with("report.html"));
    assert_eq!(after, before);
    let report = json(&checkout);
    assert_eq!(report["verdict"]["mark"], "not-run");
    assert_eq!(mark(&report, "Campaign"), "not-run");
    assert_eq!(mark(&report, "Law cells"), "not-run");
    assert_eq!(report["campaign"], Value::Null);
}

#[test]
fn a_furnished_checkout_is_shown_with_the_verdict_of_its_worst_part() {
    let checkout = Checkout::furnished();
    checkout.laws("report").assert().code(0).stdout(contains("A law is broken"));
    let report = json(&checkout);
    assert_eq!((&report["schema"], &report["verdict"]["mark"]), (&1.into(), &"finding".into()));
    assert_eq!(mark(&report, "Campaign"), "trouble");
    assert_eq!(mark(&report, "Corpus replay"), "clean");
    assert_eq!(mark(&report, "Law cells"), "trouble");
    assert_eq!(mark(&report, "Mutants"), "survivors");
    assert_eq!(report["campaign"]["unknown_lines"], 1);
    assert_eq!(report["campaign"]["courses"][0]["samples"][88]["executions"], 6_400 * 89);
    assert_eq!(report["corpus"][1]["committed"], 12);
    assert_eq!(report["findings"][0]["standing"], "unknown");
    let (reached, page) =
        (report["tables"][0]["cells"].as_array().expect("cells"), page(&checkout));
    assert!(reached.iter().any(|cell| cell["inputs"].as_u64() > Some(1)));
    assert!(page.contains("1 lines of the chronicle are of a kind that is not known here"));
    assert!(page.contains("not reached:"));
}

#[test]
fn what_was_kept_gets_into_the_page_as_text_and_into_json_as_it_is() {
    let checkout = Checkout::furnished();
    checkout.laws("report").assert().code(0);
    let page = page(&checkout);
    assert!(!page.contains("<script") && !page.contains("<img"), "markup got in");
    assert_eq!(page.matches("&#60;script&#62;parent.broken = 1").count(), 3);
    assert!(json(&checkout)["findings"][0]["trace"].as_str().expect("text").contains(HOSTILE));
}

#[cfg(unix)]
#[test]
fn a_survivor_is_shown_with_its_change_where_the_tool_is_installed() {
    let checkout = Checkout::furnished();
    let survivor = |report: Value| report["audit"]["here"]["survivors"][0].clone();
    assert_eq!(survivor(json(&checkout))["diff"], Value::Null);
    checkout.list_mutants();
    let told = survivor(json(&checkout));
    assert_eq!((&told["fate"], &told["ran"]), (&"missed".into(), &true.into()));
    assert!(told["diff"].as_str().expect("a change").contains("-a < b\n+a > b"));
    checkout.laws("report").assert().code(0);
    let page = page(&checkout);
    assert!(
        page.contains("<span class=\"removed\">-a &#60; b</span>") && !page.contains("<script")
    );
}

#[test]
fn a_finding_that_passes_now_breaks_no_law() {
    let checkout = Checkout::furnished();
    let entries = checkout.path("corpus/pool_joins").read_dir().expect("inputs").flatten();
    let passing = entries.map(|entry| entry.path()).next().expect("an input");
    let folder = "target/laws/findings/pool_joins/engine-only-x";
    let record = checkout.path(&format!("{folder}/record.json"));
    let text = std::fs::read_to_string(&record).expect("readable");
    let text = text.replace("\"shape\":null", "\"shape\":[\"a\"]");
    std::fs::write(&record, text).expect("written");
    std::fs::copy(passing, checkout.path(&format!("{folder}/shrunk"))).expect("copied");
    let report = json(&checkout);
    assert_eq!(report["findings"][0]["standing"], "passes");
    assert_eq!(mark(&report, "Findings"), "clean");
}

#[test]
fn a_file_that_is_no_input_is_told_and_hides_nothing() {
    let checkout = Checkout::furnished();
    checkout.write("corpus/pool_joins/bad.txt", b"no scenario\n");
    let report = json(&checkout);
    assert_eq!(mark(&report, "Corpus replay"), "trouble");
    let told = report["corpus"][1]["unusable"][0].as_str().expect("told").to_owned();
    assert!(told.starts_with("corpus/pool_joins/bad.txt: not a scenario"), "{told}");
    assert_eq!(report["corpus"][1]["committed"], 12);
}

#[test]
fn an_unknown_campaign_is_2_and_the_known_ones_are_named() {
    let laws = Checkout::furnished().laws("report --campaign two").assert().code(2);
    laws.stderr(contains("there is no campaign `two`").and(contains("pick from: one")));
    let laws = Checkout::new().laws("report --campaign two").assert().code(2);
    laws.stderr(contains("cargo laws fuzz"));
}

#[test]
fn a_place_that_cannot_be_written_to_is_3_and_another_is_taken() {
    let checkout = Checkout::new();
    checkout.write("file", b"");
    checkout.laws("report --out file/page.html").assert().code(3).stderr(contains("file"));
    checkout.laws("report --json --out a/report.json").assert().code(0);
    let text = std::fs::read(checkout.path("a/report.json")).expect("there");
    let report: Value = serde_json::from_slice(&text).expect("JSON");
    assert!(report["verdict"]["headline"].is_string());
}

#[test]
fn without_tools_for_coverage_the_report_says_what_to_install() {
    let checkout = Checkout::new();
    let mut laws = checkout.laws("report --coverage");
    laws.env("PATH", "/no/such/folder").env_remove("CARGO").assert().code(0);
    assert!(page(&checkout).contains("Not measured: rustc or cargo was not found"));
}

/// A checkout with stand-ins for the compiler and LLVM's tools, and a core of two lines of which one runs.
#[cfg(unix)]
fn with_tools() -> Checkout {
    let checkout = Checkout::new();
    checkout.write("core/src/a.rs", b"one\ntwo\n");
    let source = checkout.path("core/src/a.rs").display().to_string();
    let suite = checkout.path("tools/suite").display().to_string();
    let built = format!(r#"{{"target":{{"name":"suite"}},"executable":"{suite}"}}"#);
    let share = r#"{"count":2,"covered":1}"#;
    let none = r#"{"count":0,"covered":0}"#;
    let summary =
        format!(r#"{{"lines":{share},"regions":{share},"functions":{share},"branches":{none}}}"#);
    let file = format!(r#"{{"filename":"{source}","summary":{summary}}}"#);
    let data = format!(r#"{{"data":[{{"files":[{file}],"totals":{summary}}}]}}"#);
    let version = "release: 1.95.0\nhost: x\nLLVM version: 22.1.2";
    let scripts = [
        ("rustc", format!("case $1 in -vV) echo '{version}';; *) echo /none;; esac")),
        ("cargo", format!("case $1 in build) echo '{built}';; *) echo cargo 1;; esac")),
        (
            "suite",
            "mkdir -p \"$(dirname \"$LLVM_PROFILE_FILE\")\"\n: > \"$LLVM_PROFILE_FILE\"".to_owned(),
        ),
        ("llvm-profdata-22", "exit 0".to_owned()),
        (
            "llvm-cov-22",
            format!(
                "case \"$*\" in *--version) echo LLVM version 22.1.8;;\n*summary-only*) echo '{data}';;\n\
                 *) printf 'SF:{source}\\nDA:1,3\\nDA:2,0\\nend_of_record\\n';; esac"
            ),
        ),
    ];
    for (name, script) in scripts {
        let text = format!("#!/bin/sh\n{script}\n");
        let path = checkout.write(&format!("tools/{name}"), text.as_bytes());
        let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
        std::fs::set_permissions(path, executable).expect("changed");
    }
    checkout
}

#[cfg(unix)]
#[test]
fn coverage_is_measured_by_the_tools_of_the_compilers_llvm_and_ages_with_the_core() {
    let checkout = with_tools();
    let path = format!("{}:/usr/bin:/bin", checkout.path("tools").display());
    let mut laws = checkout.laws("report --json --coverage");
    let output = laws.env("PATH", path).env("CARGO", checkout.path("tools/cargo")).output();
    let output = output.expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON and nothing else");
    let coverage = &report["coverage"];
    assert_eq!(coverage["state"], "measured", "{coverage}");
    assert_eq!(coverage["is_current"], true);
    assert_eq!(coverage["total"]["branches"], Value::Null);
    let file = &coverage["files"][0];
    assert_eq!(
        (&file["path"], &file["figures"]["lines"]["covered"]),
        (&"core/src/a.rs".into(), &1.into())
    );
    assert_eq!(file["uncovered"], serde_json::json!([{ "first": 2, "lines": ["two"] }]));
    checkout.write("core/src/a.rs", b"one\nmore\n");
    assert_eq!(json(&checkout)["coverage"]["is_current"], false);
    checkout.laws("report").assert().code(0);
    assert!(page(&checkout).contains("The core has changed since"));
}
