//! The mutants that cargo-mutants lists: the tool at a pinned version, and its list.
//!
//! Rules: the tool decides what a mutant is and names it; the driver only builds and runs them
//! its own way. The list is the tool's own answer for the committed `mutants.toml`.

use crate::outcome::Problem;
use crate::tool::Tool;
use crate::workspace::Workspace;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// cargo-mutants. A new version may list other mutants, so scores are comparable within one only.
pub(super) const TOOL: Tool = Tool { name: "cargo-mutants", version: "27.1.0" };

/// One listed mutant.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Mutant {
    /// Its whole name, with file, line and column.
    pub(super) name: String,
    /// The file, from the root.
    pub(super) file: String,
    /// Where the replaced text is.
    pub(super) span: Span,
    /// What stands there instead.
    pub(super) replacement: String,
    /// The function around it.
    pub(super) function: Option<FunctionName>,
    /// The change, as a unified diff.
    #[serde(default)]
    pub(super) diff: String,
}

/// The function of a mutant.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct FunctionName {
    /// With the type that it belongs to.
    pub(super) function_name: String,
}

/// A stretch of text.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Span {
    pub(super) start: Place,
    pub(super) end: Place,
}

/// A place in a text, counted from 1.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Mutant {
    /// The function's name, empty for a mutant outside of functions.
    pub(super) fn function(&self) -> &str {
        self.function.as_ref().map_or("", |function| &function.function_name)
    }

    /// The name without line and column, which an edit above does not change.
    pub(super) fn lasting_name(&self) -> String {
        let description = self.name.splitn(4, ':').nth(3).unwrap_or(&self.name).trim();
        format!("{}: {description}", self.file)
    }
}

/// The installed tool; installs it if it is not there.
pub(super) fn install(workspace: &Workspace) -> Result<PathBuf, Problem> {
    let program = TOOL.program(workspace);
    if program.is_file() || TOOL.install(workspace, |_| ()) {
        return Ok(program);
    }
    Err(Problem::environment(
        "cargo-mutants could not be installed",
        "read the message above; the network is needed once",
    ))
}

/// The mutants of the core, all of them or those that a diff touches.
pub(super) fn list(
    workspace: &Workspace,
    tool: &Path,
    in_diff: Option<&Path>,
) -> Result<Vec<Mutant>, Problem> {
    let mut command = Command::new(tool);
    command.args(["mutants", "--config", "mutants.toml", "--list", "--json"]);
    if let Some(diff) = in_diff {
        let diff = std::path::absolute(diff).map_err(|error| Problem::file(diff, &error))?;
        command.arg("--in-diff").arg(diff);
    }
    let output = command.current_dir(workspace.root()).stdin(Stdio::null()).output();
    let output = output.map_err(|error| Problem::file(tool, &error))?;
    if !output.status.success() {
        return Err(unlisted(&String::from_utf8_lossy(&output.stderr)));
    }
    read(&output.stdout).map_err(|error| unlisted(&error.to_string()))
}

/// The tool prints nothing at all where a diff touches no mutant.
fn read(json: &[u8]) -> serde_json::Result<Vec<Mutant>> {
    if json.trim_ascii().is_empty() { Ok(Vec::new()) } else { serde_json::from_slice(json) }
}

fn unlisted(why: &str) -> Problem {
    Problem::environment(
        format!("cargo-mutants {} lists no mutants: {}", TOOL.version, why.trim()),
        "check `mutants.toml`, and that a diff given by --in-diff is one of this tree",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTED: &str = r#"[{"name": "core/src/a.rs:4:9: replace A::f -> u8 with 1", "file": "core/src/a.rs",
        "span": {"start": {"line": 4, "column": 9}, "end": {"line": 4, "column": 12}}, "replacement": "1",
        "function": {"function_name": "A::f", "return_type": "-> u8"}, "genre": "FnValue", "diff": "-"}]"#;

    #[test]
    fn the_tools_list_is_read() {
        let mutants = read(LISTED.as_bytes()).expect("well-formed");
        assert_eq!(mutants.len(), 1);
        assert_eq!(mutants[0].function(), "A::f");
        assert_eq!(mutants[0].lasting_name(), "core/src/a.rs: replace A::f -> u8 with 1");
        assert!(read(b"\n").expect("nothing is listed").is_empty());
        assert!(read(b"{").is_err());
    }
}
