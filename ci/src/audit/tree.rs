//! The audit's own tree: core and fuzz library as they stand, with all variants in the core at once.
//!
//! Rules: the checkout is never written to. A file of the tree is written only if it differs, so that
//! cargo builds again what changed and no more. Lints are capped: a lint is no test, and must not make a
//! mutant unviable.

use super::source::{Bodies, Source};
use crate::engine::cargo::{cargo, executables};
use crate::engine::libfuzzer;
use crate::outcome::Problem;
use crate::workspace::Workspace;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The profile of the root manifest in which mutants are built.
const PROFILE: &str = "mutants";

/// The module of the core that knows which variant runs.
const SWITCH: &str = include_str!("switch.rs.txt");

/// New bodies of functions of the core that run together under one number.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    /// From 1 on.
    pub(super) number: u32,
    /// File, function in it, body.
    pub(super) bodies: Vec<(String, usize, String)>,
}

/// A tree on disk.
#[derive(Debug)]
pub(super) struct Tree {
    root: PathBuf,
    folder: PathBuf,
    build: PathBuf,
}

/// Lines of a written file that belong to a variant.
type LinesOf = BTreeMap<String, Vec<(Range<usize>, u32)>>;

/// What was built.
#[derive(Clone, Debug, Default)]
pub(super) struct Binaries {
    by_name: BTreeMap<String, PathBuf>,
}

/// An error of the compiler, and the variants in which it stands.
#[derive(Debug)]
struct Diagnostic {
    message: String,
    places: Vec<(String, usize)>,
}

impl Tree {
    /// The tree called `name` below the build folder.
    pub(super) fn new(workspace: &Workspace, name: &str) -> Self {
        let folder = workspace.audit().join(name);
        let build = workspace.audit().join(format!("{name}-build"));
        Self { root: workspace.root().to_owned(), folder, build }
    }

    /// The core's sources, by their paths from the root.
    pub(super) fn core_sources(root: &Path) -> Result<BTreeMap<String, Source>, Problem> {
        let mut sources = BTreeMap::new();
        for path in files_below(&root.join("core").join("src"))? {
            let name = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().into_owned();
            let text = fs::read_to_string(&path).map_err(|error| Problem::file(&path, &error))?;
            let source = Source::parse(text).map_err(|error| {
                Problem::environment(format!("{name}: {error}"), "make the core build first")
            })?;
            sources.insert(name, source);
        }
        Ok(sources)
    }

    /// Writes the tree with these variants. Answers which of them do not compile, and why.
    pub(super) fn settle(
        &self,
        sources: &BTreeMap<String, Source>,
        variants: &[Variant],
        told: &dyn Fn(&str),
    ) -> Result<BTreeMap<u32, String>, Problem> {
        let mut unviable = BTreeMap::new();
        loop {
            let lines = self.write(sources, variants, &unviable)?;
            let found = self.unviable(&lines)?;
            if found.is_empty() {
                return Ok(unviable);
            }
            told(&format!("{} variants do not compile", unviable.len() + found.len()));
            unviable.extend(found);
        }
    }

    fn write(
        &self,
        sources: &BTreeMap<String, Source>,
        variants: &[Variant],
        without: &BTreeMap<u32, String>,
    ) -> Result<LinesOf, Problem> {
        let mut bodies: BTreeMap<&str, Bodies> = BTreeMap::new();
        for variant in variants.iter().filter(|variant| !without.contains_key(&variant.number)) {
            for (file, function, body) in &variant.bodies {
                let functions = bodies.entry(file).or_default();
                functions.entry(*function).or_default().push((variant.number, body.clone()));
            }
        }
        let mut lines = LinesOf::new();
        let mut texts = BTreeMap::new();
        for (file, source) in sources {
            let written = source.write(bodies.get(file.as_str()).unwrap_or(&Bodies::new()));
            lines.insert(file.clone(), written.lines);
            texts.insert(file.clone(), written.text);
        }
        if let Some(library) = texts.get_mut("core/src/lib.rs") {
            library.push_str("\n#[doc(hidden)]\npub mod audit;\n");
        }
        texts.insert("core/src/audit.rs".to_owned(), SWITCH.to_owned());
        self.mirror(&texts)?;
        Ok(lines)
    }

    /// Makes the tree what the checkout is, with `texts` in place of what it holds.
    fn mirror(&self, texts: &BTreeMap<String, String>) -> Result<(), Problem> {
        write_if_different(&self.folder.join("Cargo.toml"), manifest(&self.root)?.as_bytes())?;
        copy_if_different(&self.root.join("Cargo.lock"), &self.folder.join("Cargo.lock"))?;
        for package in ["core", "fuzz"] {
            for path in files_below(&self.root.join(package))? {
                let name = path.strip_prefix(&self.root).unwrap_or(&path);
                if !texts.contains_key(name.to_string_lossy().as_ref()) {
                    copy_if_different(&path, &self.folder.join(name))?;
                }
            }
        }
        for (name, text) in texts {
            write_if_different(&self.folder.join(name), text.as_bytes())?;
        }
        self.remove_stale(texts)
    }

    /// Removes files that the checkout no longer has.
    fn remove_stale(&self, texts: &BTreeMap<String, String>) -> Result<(), Problem> {
        for package in ["core", "fuzz"] {
            for path in files_below(&self.folder.join(package))? {
                let name = path.strip_prefix(&self.folder).unwrap_or(&path);
                let wanted = texts.contains_key(name.to_string_lossy().as_ref());
                if !wanted && !self.root.join(name).is_file() {
                    fs::remove_file(&path).map_err(|error| Problem::file(&path, &error))?;
                }
            }
        }
        Ok(())
    }

    /// The variants in which the compiler finds an error.
    fn unviable(&self, lines: &LinesOf) -> Result<BTreeMap<u32, String>, Problem> {
        let (built, messages) = self.cargo(&["check", "-p", "actor-laws"])?;
        let diagnostics: Vec<_> = messages.lines().filter_map(Diagnostic::read).collect();
        let mut unviable = BTreeMap::new();
        for diagnostic in &diagnostics {
            if let Some(number) = diagnostic.variant(lines) {
                unviable.entry(number).or_insert_with(|| diagnostic.message.clone());
            }
        }
        if !built && unviable.is_empty() {
            let first = diagnostics.first().map_or("no message", |first| &first.message);
            return Err(unbuilt(&format!("the audit's tree does not compile: {first}")));
        }
        Ok(unviable)
    }

    /// Builds all suites.
    pub(super) fn build(&self) -> Result<Binaries, Problem> {
        let tests = ["test", "--no-run", "-p", "actor-laws", "--lib", "--tests"];
        let programs = ["build", "-p", "actor-laws-fuzz", "--bin", "suite", "--test", "properties"];
        self.build_each(&[&tests, &programs])
    }

    /// Builds the program that replays and hunts, and no tests.
    pub(super) fn build_hunter(&self) -> Result<Binaries, Problem> {
        self.build_each(&[&["build", "-p", "actor-laws-fuzz", "--bin", "suite"]])
    }

    fn build_each(&self, builds: &[&[&str]]) -> Result<Binaries, Problem> {
        let mut binaries = Binaries::default();
        for arguments in builds {
            let (built, messages) = self.cargo(arguments)?;
            if !built {
                let first = messages.lines().filter_map(Diagnostic::read).next();
                let why = first.map_or_else(|| "see cargo's output".to_owned(), |it| it.message);
                return Err(unbuilt(&format!(
                    "the suites do not compile in the audit's tree: {why}"
                )));
            }
            binaries.by_name.extend(executables(&messages));
        }
        Ok(binaries)
    }

    /// Builds the targets of libFuzzer.
    pub(super) fn build_libfuzzer(&self) -> Result<PathBuf, Problem> {
        let more = ["--cap-lints=allow"];
        libfuzzer::build_tree(&self.folder, &self.build.join("libfuzzer"), PROFILE, &more)
    }

    fn cargo(&self, arguments: &[&str]) -> Result<(bool, String), Problem> {
        let mut command = Command::new(cargo());
        command.args(arguments).args(["--profile", PROFILE, "--quiet"]);
        command.args(["--message-format", "json"]);
        command.current_dir(&self.folder).stdin(Stdio::null()).stderr(Stdio::null());
        command.env("CARGO_TARGET_DIR", &self.build).env("RUSTFLAGS", "--cap-lints allow");
        command.env_remove("CARGO_ENCODED_RUSTFLAGS");
        let output = command.output().map_err(|error| unbuilt(&error.to_string()))?;
        Ok((output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned()))
    }
}

impl Binaries {
    /// The program of this name.
    pub(super) fn path(&self, name: &str) -> Result<&Path, Problem> {
        let path = self.by_name.get(name);
        path.map(PathBuf::as_path).ok_or_else(|| unbuilt(&format!("the build yielded no {name}")))
    }
}

impl Diagnostic {
    /// An error in a line of cargo's messages.
    fn read(line: &str) -> Option<Self> {
        let message: Value = serde_json::from_str(line).ok()?;
        let message = message.get("message")?;
        if message.get("level")?.as_str()? != "error" {
            return None;
        }
        let mut places = Vec::new();
        let spans = message.get("spans")?.as_array()?;
        let primary = spans.iter().filter(|span| span["is_primary"] == true);
        for span in primary.chain(spans) {
            let line = span["line_start"].as_u64()?;
            places.push((span["file_name"].as_str()?.to_owned(), usize::try_from(line).ok()?));
        }
        let code = message.pointer("/code/code").and_then(Value::as_str).unwrap_or("error");
        Some(Self { message: format!("{code}: {}", message["message"].as_str()?), places })
    }

    /// The first variant that one of its places is in.
    fn variant(&self, lines: &LinesOf) -> Option<u32> {
        self.places.iter().find_map(|(file, line)| {
            let owned = lines.get(file)?;
            owned.iter().find(|(range, _)| range.contains(line)).map(|(_, number)| *number)
        })
    }
}

/// The workspace's manifest with the packages of the tree alone.
fn manifest(root: &Path) -> Result<String, Problem> {
    let path = root.join("Cargo.toml");
    let text = fs::read_to_string(&path).map_err(|error| Problem::file(&path, &error))?;
    let wrong =
        |why: String| Problem::environment(format!("Cargo.toml: {why}"), "mend the manifest");
    let mut manifest: toml::Table =
        text.parse().map_err(|why: toml::de::Error| wrong(why.to_string()))?;
    let workspace = manifest.get_mut("workspace").and_then(toml::Value::as_table_mut);
    let workspace = workspace.ok_or_else(|| wrong("it has no [workspace]".to_owned()))?;
    let members = toml::Value::from(vec!["core", "fuzz"]);
    workspace.insert("members".into(), members.clone());
    workspace.insert("default-members".into(), members);
    toml::to_string(&manifest).map_err(|why| wrong(why.to_string()))
}

/// All files below a folder, but for build folders.
pub(super) fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Problem> {
    let trouble = |error: std::io::Error| Problem::file(folder, &error);
    let mut files = Vec::new();
    for entry in folder.read_dir().map_err(trouble)? {
        let path = entry.map_err(trouble)?.path();
        if !path.is_dir() {
            files.push(path);
        } else if !path.ends_with("target") && !path.ends_with("fuzz/afl") {
            files.extend(files_below(&path)?);
        }
    }
    files.sort();
    Ok(files)
}

fn copy_if_different(from: &Path, to: &Path) -> Result<(), Problem> {
    let content = fs::read(from).map_err(|error| Problem::file(from, &error))?;
    write_if_different(to, &content)
}

fn write_if_different(path: &Path, content: &[u8]) -> Result<(), Problem> {
    if fs::read(path).is_ok_and(|found| found == content) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, content));
    written.map_err(|error| Problem::file(path, &error))
}

fn unbuilt(what: &str) -> Problem {
    Problem::environment(
        what,
        "run `cargo laws test --quick` first: the audit needs a tree that passes",
    )
}
