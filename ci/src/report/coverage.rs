//! Coverage of the core by the committed corpus.
//!
//! Rules: the program `suite` is built with the compiler's own instrumentation into a build folder of its own,
//! replays the corpus once, and LLVM's tools of the same LLVM read what it wrote. What was measured is kept,
//! with a digest of the core's sources that says whether it is still of this core. Where something is
//! missing, one sentence says what to do, and nothing fails.

use crate::engine::cargo::{cargo, executables};
use crate::git;
use crate::llvm::{self, LlvmTools, Toolchain, Tools};
use crate::progress::Progress;
use crate::store::{Durability, write_whole};
use crate::workspace::Workspace;
use actor_laws_fuzz::suite::SUITE;
use actor_laws_fuzz::target::TARGETS;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What is measured.
const SOURCES: &str = "core/src";

/// What is known of the coverage.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub(crate) enum Coverage {
    /// It was measured.
    Measured(Measure),
    /// It was not.
    Absent {
        /// Why, and what to do, in one sentence.
        why: String,
    },
}

/// One measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Measure {
    /// When, UTC, RFC 3339.
    pub(crate) time: String,
    /// The commit that the checkout stood at; null without git.
    pub(crate) commit: Option<String>,
    /// The compiler's version.
    pub(crate) rustc: String,
    /// A digest of the core's sources.
    pub(crate) core: String,
    /// Whether the core is still the one that was measured.
    #[serde(skip_deserializing)]
    pub(crate) is_current: bool,
    /// Whether an input failed, so that those after it did not run.
    pub(crate) stopped_early: bool,
    /// All files together.
    pub(crate) total: Figures,
    /// Each file.
    pub(crate) files: Vec<File>,
}

/// The coverage of one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct File {
    /// From the root of the checkout.
    pub(crate) path: String,
    /// How much of it ran.
    pub(crate) figures: Figures,
    /// The lines that no input ran.
    pub(crate) uncovered: Vec<Stretch>,
}

/// How much ran.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Figures {
    /// Lines with code.
    pub(crate) lines: Share,
    /// Stretches of code without a branch, which are finer than lines.
    pub(crate) regions: Share,
    /// Functions.
    pub(crate) functions: Share,
    /// Both ways of each condition; null where the compiler does not count them.
    pub(crate) branches: Option<Share>,
}

/// A part of a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Share {
    /// Those that ran.
    pub(crate) covered: u64,
    /// All of them.
    pub(crate) count: u64,
}

/// Lines that follow each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stretch {
    /// The number of the first, counted from 1.
    pub(crate) first: usize,
    /// What stands there.
    pub(crate) lines: Vec<String>,
}

impl Share {
    /// In percent with one digit, rounded down: 100.0 means all.
    pub(crate) fn percent(&self) -> String {
        let tenths = 1000 * self.covered / self.count.max(1);
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

impl Coverage {
    /// Measures, and keeps what was measured.
    pub(super) fn measure(workspace: &Workspace) -> Self {
        match measured(workspace) {
            Ok(measure) => Self::Measured(measure),
            Err(why) => Self::Absent { why },
        }
    }

    /// What was measured last, if anything was.
    pub(super) fn last(workspace: &Workspace) -> Self {
        let text = std::fs::read(workspace.coverage()).ok();
        let measure = text.and_then(|text| serde_json::from_slice::<Measure>(&text).ok());
        let Some(measure) = measure else {
            let why = fitting().err().unwrap_or_else(|| {
                "it was not measured yet: `cargo laws report --coverage` does, in some minutes"
                    .to_owned()
            });
            return Self::Absent { why };
        };
        let is_current = digest(workspace.root()) == measure.core;
        Self::Measured(Measure { is_current, ..measure })
    }
}

/// The compiler and the tools that fit it, or what to do.
fn fitting() -> Result<(Toolchain, Tools), String> {
    let toolchain = llvm::toolchain();
    let remedy = llvm::remedy(toolchain.as_ref());
    let Some(toolchain) = toolchain else {
        return Err("rustc or cargo was not found: install Rust with rustup".to_owned());
    };
    match toolchain.llvm_tools() {
        LlvmTools::Fitting(tools) => Ok((toolchain, tools)),
        LlvmTools::Unfit { major } => {
            let found = major.map_or_else(|| "of unknown version".to_owned(), |m| m.to_string());
            let needed = toolchain.llvm_major;
            Err(format!("the LLVM tools here are {found}, the compiler needs {needed}: {remedy}"))
        }
        LlvmTools::Missing => Err(format!("llvm-cov and llvm-profdata were not found: {remedy}")),
    }
}

fn measured(workspace: &Workspace) -> Result<Measure, String> {
    let (toolchain, tools) = fitting()?;
    let bench = Bench { workspace, toolchain, tools };
    let progress = Progress::new();
    progress.line("building the suite with instrumentation; the first time some minutes");
    let suite = bench.build()?;
    progress.line("replaying the committed corpus for coverage");
    let stopped_early = bench.replay(&suite)?;
    let measure = bench.read(&suite, stopped_early)?;
    let text = serde_json::to_vec_pretty(&measure).map_err(|error| error.to_string())?;
    let kept = write_whole(&workspace.coverage(), &text, Durability::Passing);
    kept.map_err(|error| format!("{}: {error}", workspace.coverage().display()))?;
    Ok(measure)
}

/// Where coverage is measured.
struct Bench<'a> {
    workspace: &'a Workspace,
    toolchain: Toolchain,
    tools: Tools,
}

impl Bench<'_> {
    fn folder(&self) -> PathBuf {
        self.workspace.engine_build("coverage")
    }

    fn raw_profiles(&self) -> PathBuf {
        self.folder().join("profiles")
    }

    fn profile(&self) -> PathBuf {
        self.folder().join("core.profdata")
    }

    /// Stable compilers count lines and regions, a nightly one branches as well.
    fn flags(&self) -> &'static str {
        if self.toolchain.release.contains("nightly") {
            "-C instrument-coverage -Z coverage-options=branch"
        } else {
            "-C instrument-coverage"
        }
    }

    /// The instrumented program. A target is named, so that no build script and no macro is instrumented.
    fn build(&self) -> Result<PathBuf, String> {
        let mut command = Command::new(cargo());
        command.args(["build", "--quiet", "--package", "actor-laws-fuzz", "--bin", SUITE]);
        command.args(["--profile", "mutants", "--message-format", "json-render-diagnostics"]);
        command.args(["--target", &self.toolchain.host]);
        command.env("CARGO_TARGET_DIR", self.folder()).env("RUSTFLAGS", self.flags());
        command.env_remove("CARGO_ENCODED_RUSTFLAGS").current_dir(self.workspace.root());
        command.stdin(Stdio::null()).stderr(Stdio::inherit());
        let output = command.output().map_err(|error| format!("cargo: {error}"))?;
        let built = executables(&String::from_utf8_lossy(&output.stdout));
        let program = built.get(SUITE).filter(|path| output.status.success() && path.is_file());
        program.cloned().ok_or_else(|| "the instrumented suite could not be built".to_owned())
    }

    /// Replays the corpus; answers whether an input failed, with which the suite ends.
    fn replay(&self, suite: &Path) -> Result<bool, String> {
        let folder = self.raw_profiles();
        // What an earlier measurement left is of another core.
        let _ = std::fs::remove_dir_all(&folder);
        let targets: Vec<_> = TARGETS.iter().map(|target| target.name).collect();
        let mut command = Command::new(suite);
        command.args(["corpus", "--targets", &targets.join(","), "--corpus"]);
        command.arg(self.workspace.root().join("corpus"));
        command.env("LLVM_PROFILE_FILE", folder.join("%p.profraw"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::inherit());
        let status = command.status().map_err(|error| format!("{}: {error}", suite.display()))?;
        match status.code() {
            Some(0) => Ok(false),
            Some(1) => Ok(true),
            _ => Err(format!("the replay of the corpus ended with {status}")),
        }
    }

    fn read(&self, suite: &Path, stopped_early: bool) -> Result<Measure, String> {
        let raw = self.raw_profiles().join("");
        let raw: Vec<_> =
            profiles_in(&raw).map_err(|error| format!("{}: {error}", raw.display()))?;
        let mut merge = Command::new(&self.tools.profdata);
        merge.args(["merge", "--sparse", "--output"]).arg(self.profile()).args(raw);
        said(&mut merge)?;
        let figures = figures(&said(self.export(suite).arg("--summary-only"))?)?;
        let lines = uncovered(&said(self.export(suite).arg("--format=lcov"))?);
        let root = self.workspace.root();
        let (total, files) = figures;
        let file = |(path, figures): (String, Figures)| {
            let numbers = lines.get(&path).map(Vec::as_slice).unwrap_or_default();
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let short = self.workspace.short(Path::new(&path)).to_string();
            File { path: short, figures, uncovered: stretches(numbers, &text) }
        };
        Ok(Measure {
            time: super::now(),
            commit: git::ask(root, &["rev-parse", "HEAD"]),
            rustc: self.toolchain.release.clone(),
            core: digest(root),
            is_current: true,
            stopped_early,
            total,
            files: files.into_iter().map(file).collect(),
        })
    }

    fn export(&self, suite: &Path) -> Command {
        let mut export = Command::new(&self.tools.cov);
        export.arg("export").arg(suite).arg("--instr-profile").arg(self.profile());
        export.arg(self.workspace.root().join(SOURCES));
        export
    }
}

fn profiles_in(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    folder.read_dir()?.map(|entry| Ok(entry?.path())).collect()
}

/// What a tool prints, or why it failed.
fn said(command: &mut Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let first =
        String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned();
    Err(format!("{name} failed: {first}"))
}

/// The figures of all files together and of each, by its whole path, from llvm-cov's summary.
fn figures(json: &str) -> Result<(Figures, Vec<(String, Figures)>), String> {
    let told = |what: &dyn std::fmt::Display| format!("llvm-cov told what cannot be read: {what}");
    let value: Value = serde_json::from_str(json).map_err(|error| told(&error))?;
    let data = value.pointer("/data/0").ok_or_else(|| told(&"no data"))?;
    let files = data["files"].as_array().ok_or_else(|| told(&"no files"))?;
    let file =
        |file: &Value| Some((file["filename"].as_str()?.to_owned(), summary(&file["summary"])));
    Ok((summary(&data["totals"]), files.iter().filter_map(file).collect()))
}

fn summary(value: &Value) -> Figures {
    let share = |name: &str| {
        let number = |part: &str| value[name][part].as_u64().unwrap_or_default();
        Share { covered: number("covered"), count: number("count") }
    };
    let branches = share("branches");
    Figures {
        lines: share("lines"),
        regions: share("regions"),
        functions: share("functions"),
        branches: Some(branches).filter(|branches| branches.count > 0),
    }
}

/// The numbers of the lines that never ran, by file, from a trace in the form of lcov.
fn uncovered(lcov: &str) -> BTreeMap<String, Vec<usize>> {
    let mut files: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut here = String::new();
    for line in lcov.lines() {
        if let Some(path) = line.strip_prefix("SF:") {
            here = path.to_owned();
        } else if let Some((number, "0")) = line.strip_prefix("DA:").and_then(|l| l.split_once(','))
        {
            files.entry(here.clone()).or_default().extend(number.parse::<usize>());
        }
    }
    files
}

/// Line numbers as stretches of lines that follow each other, with what stands there.
fn stretches(numbers: &[usize], text: &str) -> Vec<Stretch> {
    let lines: Vec<_> = text.lines().collect();
    let mut stretches: Vec<Stretch> = Vec::new();
    for &number in numbers {
        let line = lines.get(number.saturating_sub(1)).copied().unwrap_or_default().to_owned();
        match stretches.last_mut().filter(|last| last.first + last.lines.len() == number) {
            Some(last) => last.lines.push(line),
            None => stretches.push(Stretch { first: number, lines: vec![line] }),
        }
    }
    stretches
}

/// What names the state of the core.
fn digest(root: &Path) -> String {
    let mut digest = Sha256::new();
    let folder = root.join(SOURCES);
    for path in crate::input::files_below(&folder).unwrap_or_default() {
        digest.update(path.strip_prefix(&folder).unwrap_or(&path).to_string_lossy().as_bytes());
        digest.update(Sha256::digest(std::fs::read(&path).unwrap_or_default()));
    }
    digest.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUMMARY: &str = r#"{"data":[{"files":[{"filename":"/r/core/src/a.rs","summary":{
        "branches":{"count":0,"covered":0},"functions":{"count":2,"covered":1},
        "lines":{"count":10,"covered":9},"regions":{"count":4,"covered":3}}}],
        "totals":{"branches":{"count":8,"covered":6},"functions":{"count":2,"covered":1},
        "lines":{"count":10,"covered":9},"regions":{"count":4,"covered":3}}}],"type":"x"}"#;

    #[test]
    fn figures_are_read_and_branches_only_where_they_are_counted() {
        let (total, files) = figures(SUMMARY).expect("well-formed");
        assert_eq!(total.branches, Some(Share { covered: 6, count: 8 }));
        let [(path, file)] = &files[..] else { panic!("{files:?}") };
        assert_eq!((path.as_str(), file.branches), ("/r/core/src/a.rs", None));
        assert_eq!(file.lines, Share { covered: 9, count: 10 });
        assert!(figures("{}").is_err() && figures("no json").is_err());
    }

    #[test]
    fn lines_that_never_ran_are_told_in_stretches_with_their_text() {
        let lcov = "SF:/r/a.rs\nFN:1,f\nDA:1,4\nDA:2,0\nDA:3,0\nDA:5,0\nend_of_record\n\
            SF:/r/b.rs\nDA:1,10\nend_of_record\n";
        let files = uncovered(lcov);
        assert_eq!(files.len(), 1);
        let told = stretches(&files["/r/a.rs"], "one\n two\nthree\nfour\nfive\n");
        let stretch = |first, lines: &[&str]| Stretch {
            first,
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
        };
        assert_eq!(told, [stretch(2, &[" two", "three"]), stretch(5, &["five"])]);
    }

    #[test]
    fn a_share_is_rounded_down_so_that_only_all_is_a_hundred() {
        let percent = |covered, count| Share { covered, count }.percent();
        assert_eq!(percent(1999, 2000), "99.9");
        assert_eq!(percent(2000, 2000), "100.0");
        assert_eq!(percent(0, 0), "0.0");
    }

    #[test]
    fn a_digest_changes_with_the_core() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join(SOURCES).join("a.rs");
        let mut seen = vec![digest(folder.path())];
        for content in ["one", "two"] {
            write_whole(&path, content.as_bytes(), Durability::Passing).expect("written");
            seen.push(digest(folder.path()));
        }
        seen.dedup();
        assert_eq!(seen.len(), 3);
    }
}
