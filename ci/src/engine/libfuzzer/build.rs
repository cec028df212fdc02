//! Builds libFuzzer targets with plain cargo on the stable toolchain.
//!
//! Rules: the flags are those of `cargo fuzz build --sanitizer none`: the sanitizer-coverage pass and
//! `--cfg fuzzing`, no sanitizer (the code under test has no `unsafe`). Comparisons are not traced: operands
//! are taken modulo what is there, so there is no magic value to find, and tracing cost 60 % of the
//! executions when it was measured. `--target` is given so that
//! build scripts are not instrumented. The build folder is its own.

use crate::engine::cargo::{binary, cargo, unbuilt};
use crate::outcome::Problem;
use crate::workspace::Workspace;
use actor_laws_fuzz::engine::ANY_TARGET;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Coverage by edges with inline counters.
const FLAGS: [&str; 6] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
];

/// The C++ compiler of this machine, by name.
pub(crate) fn compiler() -> OsString {
    std::env::var_os("CXX").unwrap_or_else(|| "c++".into())
}

/// Whether libFuzzer itself can be built here.
pub(crate) fn has_compiler() -> bool {
    let mut probe = Command::new(compiler());
    probe.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    probe.status().is_ok_and(|status| status.success())
}

/// Builds the binary of all targets.
pub(super) fn build(workspace: &Workspace, folder: &Path) -> Result<PathBuf, Problem> {
    build_tree(workspace.root(), folder, "fuzz", &[])
}

/// Builds the binary of all targets of a tree, in a profile of its manifest, with more flags.
pub(crate) fn build_tree(
    root: &Path,
    folder: &Path,
    profile: &str,
    more: &[&str],
) -> Result<PathBuf, Problem> {
    let mut command = Command::new(cargo());
    command
        .current_dir(root)
        .args(["build", "--quiet", "--profile", profile, "--package", "actor-laws-fuzz"])
        .args(["--target", &host_triple()?])
        .arg("--target-dir")
        .arg(folder)
        .env_remove("RUSTFLAGS")
        .env("CARGO_ENCODED_RUSTFLAGS", [&FLAGS[..], more].concat().join("\u{1f}"));
    binary(&mut command, ANY_TARGET)
}

fn host_triple() -> Result<String, Problem> {
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|error| unbuilt(&format!("rustc: {error}")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let triple = text.lines().find_map(|line| line.strip_prefix("host: "));
    triple.map(str::to_owned).ok_or_else(|| unbuilt("rustc does not name its host"))
}

#[cfg(test)]
mod tests {
    use super::FLAGS;

    #[test]
    fn clusterfuzzlite_builds_with_the_same_flags() {
        let script = include_str!("../../../../.clusterfuzzlite/build.sh");
        let lines: Vec<_> = script.lines().map(str::trim).collect();
        for flag in FLAGS {
            assert!(lines.contains(&flag), "{flag}");
        }
    }
}
