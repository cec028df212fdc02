//! Building an engine's binary with cargo.
//!
//! Rules: one binary runs any target, so that the optimizer works once. What was built is read off
//! cargo's messages: a build that yields no binary is a problem, whatever its exit code says.

use crate::outcome::Problem;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The cargo that runs us, or the one on the path.
pub(crate) fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs a build, and finds its binary called `name`.
pub(super) fn binary(build: &mut Command, name: &str) -> Result<PathBuf, Problem> {
    build.args(["--message-format", "json-render-diagnostics", "--bin", name]);
    let output = build.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| unbuilt(&error.to_string()))?;
    if !output.status.success() {
        return Err(unbuilt("cargo could not build the engine's targets"));
    }
    locate(name, &executables(&String::from_utf8_lossy(&output.stdout)))
}

/// Runs a build, and finds the library of this file name that a program can load.
pub(super) fn library(build: &mut Command, file_name: &str) -> Result<PathBuf, Problem> {
    build.args(["--message-format", "json-render-diagnostics", "--lib"]);
    let output = build.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| unbuilt(&error.to_string()))?;
    if !output.status.success() {
        return Err(unbuilt("cargo could not build the engine's mutator"));
    }
    let built = files(&String::from_utf8_lossy(&output.stdout));
    let library = built.into_iter().find(|path| path.file_name().is_some_and(|n| n == file_name));
    library
        .filter(|path| path.is_file())
        .ok_or_else(|| unbuilt(&format!("the build yielded no {file_name}")))
}

/// The files that cargo's messages name.
fn files(messages: &str) -> Vec<PathBuf> {
    let files = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        let names = message.get("filenames")?.as_array()?;
        Some(names.iter().filter_map(|name| name.as_str().map(PathBuf::from)).collect::<Vec<_>>())
    };
    messages.lines().filter_map(files).flatten().collect()
}

fn locate(name: &str, built: &BTreeMap<String, PathBuf>) -> Result<PathBuf, Problem> {
    let path = built.get(name).filter(|path| path.is_file());
    path.cloned().ok_or_else(|| unbuilt(&format!("the build yielded no binary {name}")))
}

/// The binaries that cargo's messages name.
pub(crate) fn executables(messages: &str) -> BTreeMap<String, PathBuf> {
    let executable = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        let path = message.get("executable")?.as_str()?;
        Some((message.pointer("/target/name")?.as_str()?.to_owned(), PathBuf::from(path)))
    };
    messages.lines().filter_map(executable).collect()
}

/// A build that did not come to a binary.
pub(super) fn unbuilt(what: &str) -> Problem {
    Problem::environment(
        what,
        "read the message above; `--engine swarm` needs no build and no C++ compiler",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn binaries_are_read_off_cargos_messages() {
        let messages = concat!(
            r#"{"reason":"compiler-artifact","target":{"name":"core"},"executable":null}"#,
            "\nnot json\n",
            r#"{"reason":"compiler-artifact","target":{"name":"any_target"},"executable":"/b/x"}"#,
            "\n",
            r#"{"reason":"build-finished","success":true}"#,
        );
        let built = executables(messages);
        assert_eq!(built.len(), 1);
        assert_eq!(built["any_target"], Path::new("/b/x"));
    }

    #[test]
    fn libraries_are_read_off_cargos_messages() {
        let messages = concat!(
            r#"{"reason":"compiler-artifact","filenames":["/b/libx.rlib"],"executable":null}"#,
            "\nnot json\n",
            r#"{"reason":"compiler-artifact","filenames":["/b/liby.so","/b/liby.d"]}"#,
        );
        assert_eq!(files(messages), ["/b/libx.rlib", "/b/liby.so", "/b/liby.d"].map(PathBuf::from));
    }

    #[test]
    fn a_build_that_yields_no_binary_is_a_problem() {
        assert!(locate("any_target", &BTreeMap::new()).is_err());
    }
}
