//! The registry of targets, the engines' files and the corpus name the same targets.

use actor_laws_fuzz::engine::{ANY_TARGET, CANARY};
use actor_laws_fuzz::suite::SUITE;
use actor_laws_fuzz::target::TARGETS;
use std::collections::BTreeSet;
use std::path::PathBuf;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn registered() -> BTreeSet<String> {
    TARGETS.iter().map(|target| target.name.to_owned()).collect()
}

fn registered_and_canary() -> BTreeSet<String> {
    registered().into_iter().chain([CANARY.to_owned()]).collect()
}

/// The targets, the canary, and the binary that runs any of them.
fn runnable() -> BTreeSet<String> {
    registered_and_canary().into_iter().chain([ANY_TARGET.to_owned()]).collect()
}

/// All that, and the binary that runs whole suites.
fn libfuzzer_binaries() -> BTreeSet<String> {
    runnable().into_iter().chain([SUITE.to_owned()]).collect()
}

/// The names in a folder, without extensions.
fn names(folder: &str) -> BTreeSet<String> {
    let entries = root().join(folder).read_dir().expect("a folder of the checkout");
    let paths = entries.map(|entry| entry.expect("readable").path());
    paths.map(|path| path.file_stem().expect("named").to_string_lossy().into_owned()).collect()
}

/// The names of a manifest's binaries.
fn binaries(manifest: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join(manifest)).expect("a manifest");
    let sections = text.split("[[bin]]").skip(1);
    let name = |section: &str| section.split('"').nth(1).expect("a quoted name").to_owned();
    sections.map(name).collect()
}

#[test]
fn every_target_is_a_libfuzzer_binary_and_nothing_else_is_but_the_suite() {
    assert_eq!(names("fuzz/fuzz_targets"), libfuzzer_binaries());
    assert_eq!(binaries("fuzz/Cargo.toml"), libfuzzer_binaries());
}

#[test]
fn every_target_is_an_afl_binary_and_nothing_else_is() {
    let prefixed = runnable().iter().map(|name| format!("afl_{name}")).collect();
    let mut files = names("fuzz/afl/src");
    assert!(files.remove("lib"));
    assert_eq!(files, runnable());
    assert_eq!(binaries("fuzz/afl/Cargo.toml"), prefixed);
}

#[test]
fn each_target_file_names_its_own_target() {
    for name in registered_and_canary() {
        for folder in ["fuzz/fuzz_targets", "fuzz/afl/src"] {
            let path = root().join(folder).join(format!("{name}.rs"));
            let text = std::fs::read_to_string(&path).expect("a target file");
            assert_eq!(text.matches(&format!("\"{name}\"")).count(), 2, "{}", path.display());
        }
    }
}

#[test]
fn every_folder_of_the_corpus_is_of_a_target() {
    let mut folders = names("corpus");
    folders.retain(|name| !name.starts_with('.') && name != "README" && name != "regressions");
    assert!(folders.is_subset(&registered()), "{folders:?}");
}

#[test]
fn plain_cargo_fuzz_finds_the_corpus() {
    let link = root().join("fuzz/corpus").canonicalize().expect("a link");
    assert_eq!(link, root().join("corpus").canonicalize().expect("a folder"));
}
