//! Building an engine's binaries with cargo.
//!
//! Rules: what was built is read off cargo's messages: a build that yields no binary is a problem,
//! whatever its exit code says.

use crate::outcome::Problem;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Where the binary of each target is.
pub(super) type Binaries = BTreeMap<&'static str, PathBuf>;

/// The cargo that runs us, or the one on the path.
pub(crate) fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Runs a build, and finds the binary of each target; `prefix` stands before a target in its name.
pub(super) fn binaries(
    build: &mut Command,
    targets: &[&'static str],
    prefix: &str,
) -> Result<Binaries, Problem> {
    build.args(["--message-format", "json-render-diagnostics"]);
    build.args(targets.iter().flat_map(|target| ["--bin".into(), format!("{prefix}{target}")]));
    let output = build.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| unbuilt(&error.to_string()))?;
    if !output.status.success() {
        return Err(unbuilt("cargo could not build the engine's targets"));
    }
    let built = executables(&String::from_utf8_lossy(&output.stdout));
    targets.iter().map(|&target| locate(target, prefix, &built)).collect()
}

fn locate(
    target: &'static str,
    prefix: &str,
    built: &BTreeMap<String, PathBuf>,
) -> Result<(&'static str, PathBuf), Problem> {
    let path = built.get(&format!("{prefix}{target}")).filter(|path| path.is_file());
    let path = path.ok_or_else(|| unbuilt(&format!("the build yielded no binary for {target}")))?;
    Ok((target, path.clone()))
}

/// The binaries that cargo's messages name.
fn executables(messages: &str) -> BTreeMap<String, PathBuf> {
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
            r#"{"reason":"compiler-artifact","target":{"name":"pool_joins"},"executable":"/b/x"}"#,
            "\n",
            r#"{"reason":"build-finished","success":true}"#,
        );
        let built = executables(messages);
        assert_eq!(built.len(), 1);
        assert_eq!(built["pool_joins"], Path::new("/b/x"));
    }

    #[test]
    fn a_build_that_yields_no_binary_is_a_problem() {
        assert!(locate("pool_joins", "", &BTreeMap::new()).is_err());
    }
}
