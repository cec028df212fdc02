//! What runs elsewhere names what is here: the workflows in `.github`, and the build for ClusterFuzzLite.
//! That their command lines are those of the driver is tested where the command line is.

use actor_laws_fuzz::target::TARGETS;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn workflows() -> Vec<(String, String)> {
    let entries = root().join(".github/workflows").read_dir().expect("a folder");
    let load = |entry: std::fs::DirEntry| {
        let text = std::fs::read_to_string(entry.path()).expect("a workflow");
        (entry.file_name().to_string_lossy().into_owned(), text)
    };
    let workflows: Vec<_> = entries.map(|entry| load(entry.expect("readable"))).collect();
    assert_eq!(workflows.len(), 4);
    workflows
}

/// The names of a workflow's jobs: the keys that stand two deep below `jobs:`.
fn jobs(text: &str) -> usize {
    let below = text.split("\njobs:\n").nth(1).expect("jobs");
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    below.lines().filter(is_name).count()
}

#[test]
fn every_action_is_pinned_to_a_commit_and_named_with_its_version() {
    for (name, text) in workflows() {
        let uses: Vec<_> = text.lines().filter_map(|line| line.split("uses: ").nth(1)).collect();
        assert!(!uses.is_empty(), "{name}");
        for action in uses {
            let (_, pin) = action.split_once('@').expect("a pinned action");
            let (commit, version) = pin.split_once(" # v").expect("a version");
            assert!(commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()));
            assert!(version.starts_with(|letter: char| letter.is_ascii_digit()), "{action}");
        }
    }
}

#[test]
fn every_workflow_may_only_read_and_every_job_has_a_time_limit() {
    for (name, text) in workflows() {
        assert!(text.contains("\npermissions:\n  contents: read\n\n"), "{name}");
        assert_eq!(text.matches("permissions:").count(), 1, "{name}");
        assert!(jobs(&text) > 0, "{name}");
        assert_eq!(text.matches("\n    timeout-minutes: ").count(), jobs(&text), "{name}");
    }
}

#[test]
fn the_parts_of_the_audit_are_all_parts() {
    let workflows = workflows();
    let (_, text) = workflows.iter().find(|(name, _)| name == "audit.yml").expect("there");
    assert!(text.contains("part: [1, 2, 3, 4]\n"));
    assert!(text.contains("--shard ${{ matrix.part }}/4 "));
}

#[test]
fn the_parts_of_the_campaign_are_all_parts_of_one_seed() {
    let workflows = workflows();
    let (_, text) = workflows.iter().find(|(name, _)| name == "campaign.yml").expect("there");
    assert!(text.contains("part: [1, 2]\n"));
    assert!(text.contains("--shard ${{ matrix.part }}/2 --seed ${{ github.run_id }}\n"));
}

/// The entries of the script's list, `NAME:LENGTH`.
fn entries_of_build(script: &str) -> BTreeSet<String> {
    let list = script.split("\nTARGETS=(\n").nth(1).and_then(|rest| rest.split("\n)").next());
    list.expect("the list").lines().map(|line| line.trim().to_owned()).collect()
}

#[test]
fn clusterfuzzlite_builds_every_target_with_its_length_and_nothing_else() {
    let path = root().join(".clusterfuzzlite/build.sh");
    let script = std::fs::read_to_string(path).expect("the script");
    let registered = TARGETS.iter();
    let registered =
        registered.map(|target| format!("{}:{}", target.name, target.input_bytes_max()));
    assert_eq!(entries_of_build(&script), registered.collect());
}

#[test]
fn clusterfuzzlites_build_is_a_script_that_refuses_what_it_cannot_build() {
    let mut script = Command::new("bash");
    script.arg(root().join(".clusterfuzzlite/build.sh")).env("SANITIZER", "memory");
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir(folder.path().join("actor-laws")).expect("created");
    script.env("SRC", folder.path()).env("OUT", folder.path());
    let output = script.output().expect("bash runs");
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("SANITIZER=memory"));
}
