//! AFL++: one `afl-fuzz` a share. It runs each input that it is given many times before it begins, so it gets
//! those that have features of ours that no earlier one has, and what AFL++ itself has found in this campaign.
//!
//! Rules: the tool is installed by the driver at a pinned version, below the build folder with all that
//! belongs to it. Nothing of AFL++ but its queue is used: what it kept is taken in through the ledger,
//! under names by content, and its own minimizer is never run. `afl-fuzz` and its target processes are
//! one process group that ends as a whole. It is given a second less than its share, for it to end by
//! itself. Where several are at work on one target at once they share their findings by themselves: one is
//! the main instance, the others are secondary ones.

use super::cargo::{binary, cargo, library};
use super::gleaner::{Gleaned, Gleaner};
use super::process::{run_logged, tail};
use super::seeds::sow;
use super::{Share, Tally};
use crate::campaign::{Clock, Intake, Novelty};
use crate::judge::Breach;
use crate::outcome::Problem;
use crate::store::list_files;
use crate::tool::Tool;
use crate::workspace::Workspace;
use actor_laws_fuzz::engine::stats::{self, Stats};
use actor_laws_fuzz::engine::{ANY_TARGET, VARIABLE};
use actor_laws_fuzz::target::Target;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The pinned version of cargo-afl; `fuzz/afl` pins the library to the same one.
const TOOL: Tool = Tool { name: "cargo-afl", version: "0.18.2" };

/// The folder name of the engine's builds and work.
const NAME: &str = "afl";

/// Milliseconds that one input may take; a run takes well below one.
const INPUT_MILLISECONDS_MAX: u32 = 10_000;

/// Seeded scenarios that a share starts from beside the corpus.
const SEEDS: u64 = 16;

/// Settings for a machine that nobody prepared for AFL++.
const SETTINGS: [(&str, &str); 7] = [
    ("AFL_NO_UI", "1"),
    ("AFL_SKIP_CPUFREQ", "1"),
    ("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1"),
    ("AFL_NO_AFFINITY", "1"),
    ("AFL_FAST_CAL", "1"),
    ("AFL_FORKSRV_INIT_TMOUT", "30000"),
    ("AFL_NO_CRASH_README", "1"),
];

/// What stands in the log once afl-fuzz has run all that it was given.
const STARTED: &str = "Entering queue cycle";

/// The setting for ending with the first crash.
const UNTIL_CRASH: (&str, &str) = ("AFL_BENCH_UNTIL_CRASH", "1");

/// The setting that names the library of the mutations that know steps.
const MUTATOR: &str = "AFL_CUSTOM_MUTATOR_LIBRARY";

/// AFL++ with its binary.
#[derive(Debug)]
pub(crate) struct Afl {
    workspace: Workspace,
    fuzzer: PathBuf,
    binary: PathBuf,
    mutator: PathBuf,
    /// Who is at work on which target.
    crew: Mutex<Vec<(&'static str, Role)>>,
}

/// What an instance of afl-fuzz is to the others of its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// It takes in what the others find, and so keeps them in step.
    Main,
    /// It takes in what the main one has; also one that is alone.
    Secondary,
}

/// A place in the crew, until it is dropped.
struct Post<'a> {
    crew: &'a Mutex<Vec<(&'static str, Role)>>,
    target: &'static str,
    role: Role,
}

/// A program with what it is told.
#[derive(Clone, Debug)]
pub(crate) struct Invocation {
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<String>,
    pub(crate) environment: Vec<(&'static str, String)>,
}

/// The installed cargo-afl.
#[derive(Clone, Debug)]
struct Installed {
    program: PathBuf,
    data: PathBuf,
}

/// Whether the tool is installed, at the pinned version.
pub(crate) fn is_installed(workspace: &Workspace) -> bool {
    TOOL.program(workspace).is_file()
}

impl Installed {
    /// Finds the tool, or installs it.
    fn find(workspace: &Workspace) -> Result<Self, Problem> {
        let data = TOOL.folder(workspace).join("data");
        let tool = Self { program: TOOL.program(workspace), data };
        if !tool.program.is_file() {
            for needed in ["cc", "make"] {
                demand(needed)?;
            }
            let is_there = TOOL.install(workspace, |command| {
                command.env("XDG_DATA_HOME", &tool.data);
            });
            if !is_there {
                return Err(unusable("cargo-afl could not be installed"));
            }
        }
        // The runtime belongs to one compiler.
        if tool.fuzzer().is_none() {
            let what = "AFL++ could not be built for this toolchain";
            tool.run(tool.command().args(["config", "--build", "--force"]), what)?;
        }
        Ok(tool)
    }

    /// `cargo afl`, with its data where the tool is.
    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.arg("afl").env("XDG_DATA_HOME", &self.data);
        command
    }

    /// `afl-fuzz` as it was built for this toolchain. It is started without `cargo afl` in between, so
    /// that it is our child.
    fn fuzzer(&self) -> Option<PathBuf> {
        let version = rustc_version();
        let is_ours = |folder: &PathBuf| {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("rustc-") && name.contains(&version)
        };
        let folders = fs::read_dir(self.data.join("afl.rs")).into_iter().flatten().flatten();
        let ours = folders.map(|entry| entry.path()).find(is_ours)?;
        let fuzzer =
            ours.join(format!("afl.rs-{}", TOOL.version)).join("afl").join("bin").join("afl-fuzz");
        fuzzer.is_file().then_some(fuzzer)
    }

    fn run(&self, command: &mut Command, what: &str) -> Result<(), Problem> {
        command.env("XDG_DATA_HOME", &self.data).stdin(Stdio::null()).stdout(Stdio::null());
        let status = command.status();
        status.is_ok_and(|status| status.success()).then_some(()).ok_or_else(|| unusable(what))
    }
}

fn unusable(what: &str) -> Problem {
    Problem::environment(
        what,
        "it needs cc, make and the package registry; `--engine libfuzzer` and \
         `--engine swarm` do not need AFL++",
    )
}

fn rustc_version() -> String {
    let output = Command::new("rustc").arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    text.unwrap_or_default().split_whitespace().nth(1).unwrap_or("unknown").to_owned()
}

fn demand(program: &str) -> Result<(), Problem> {
    let mut probe = Command::new(program);
    probe.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    probe.status().map(drop).map_err(|_| {
        Problem::environment(
            format!("`{program}` is missing, and AFL++ is built from source"),
            "install gcc and make, or use `--engine libfuzzer` or `--engine swarm`",
        )
    })
}

/// The folders and files of one share.
struct Desk {
    seeds: PathBuf,
    out: PathBuf,
    name: String,
    log: PathBuf,
    stats: PathBuf,
}

impl Desk {
    fn new(workspace: &Workspace, share: Share) -> Self {
        let work = workspace.work(NAME, share.target);
        Self {
            seeds: work.join(format!("seeds-{}", share.instance)),
            out: work.join("out"),
            name: format!("s{}", share.instance),
            log: work.join(format!("{}.log", share.instance)),
            stats: work.join(format!("{}.stats", share.instance)),
        }
    }

    /// A folder of this share's output.
    fn folder(&self, name: &str) -> PathBuf {
        self.out.join(&self.name).join(name)
    }

    fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Removes what was taken in, so that no later share takes it over once more.
    fn clear(&self) -> Result<(), Problem> {
        for folder in [&self.out.join(&self.name), &self.seeds] {
            fs::remove_dir_all(folder).map_err(|error| Problem::file(folder, &error))?;
        }
        Ok(())
    }

    fn executions(&self) -> Option<u64> {
        let text = fs::read_to_string(self.folder("fuzzer_stats")).ok()?;
        let line = text.lines().find(|line| line.starts_with("execs_done"))?;
        line.split(':').nth(1)?.trim().parse().ok()
    }

    fn tally(&self) -> Tally {
        let stats = Stats::read(&self.stats);
        // afl-fuzz writes its count now and then, the harness every 64 runs.
        let executions = self.executions().unwrap_or(0).max(stats.runs);
        Tally { executions, stats, startup: Duration::ZERO }
    }
}

impl Afl {
    /// Installs the tool and builds the binary of all targets.
    pub(crate) fn prepare(workspace: &Workspace) -> Result<Self, Problem> {
        let tool = Installed::find(workspace)?;
        let mut build = tool.command();
        build
            .current_dir(workspace.root())
            .args(["build", "--quiet", "--profile", "fuzz", "--package", "actor-laws-afl"])
            .arg("--target-dir")
            .arg(workspace.engine_build(NAME))
            .env("CARGO", cargo())
            .env("RUSTFLAGS", "--cfg=afl_build")
            .env_remove("CARGO_ENCODED_RUSTFLAGS");
        let binary = binary(&mut build, &format!("afl_{ANY_TARGET}"))?;
        let mutator = mutator(workspace)?;
        let fuzzer = tool.fuzzer().ok_or_else(|| {
            Problem::environment(
                format!("cargo-afl {} has no afl-fuzz for this toolchain", TOOL.version),
                "delete target/tools and try again",
            )
        })?;
        let crew = Mutex::default();
        Ok(Self { workspace: workspace.clone(), fuzzer, binary, mutator, crew })
    }

    /// AFL++'s own minimizers that are installed here.
    pub(crate) fn minimizers(&self) -> Vec<PathBuf> {
        let names = ["afl-cmin.py", "afl-cmin.bash", "afl-cmin.awk"];
        let paths = names.map(|name| self.fuzzer.with_file_name(name));
        paths.into_iter().filter(|path| path.is_file()).collect()
    }

    /// A minimizer's command over a target: from one folder into another, which must not be there yet.
    pub(crate) fn minimize(
        &self,
        minimizer: &Path,
        target: &str,
        from: &Path,
        to: &Path,
    ) -> Command {
        let mut command = Command::new(minimizer);
        command.arg("-i").arg(from).arg("-o").arg(to);
        command.args(["-m", "none", "-t", &INPUT_MILLISECONDS_MAX.to_string(), "--"]);
        command.arg(&self.binary).envs(SETTINGS).env(VARIABLE, target);
        command.env("AFL_PATH", self.fuzzer.with_file_name(""));
        command
    }

    /// Runs one share.
    pub(super) fn run(
        &self,
        share: Share,
        clock: &Clock<'_>,
        intake: &mut Intake<'_>,
        live: &dyn Fn(&Tally),
    ) -> Result<Tally, Problem> {
        let began = Instant::now();
        let desk = Desk::new(&self.workspace, share);
        let length = self.fill(&desk, share, clock, intake)?;
        if clock.is_over() {
            return Ok(desk.tally());
        }
        let post = Post::take(&self.crew, share.target);
        let mut command = self.command(share, post.role, clock, &desk, length);
        command.envs(intake.is_until_finding().then_some(UNTIL_CRASH));
        let mut queue = Gleaner::from_start(&desk.folder("queue"));
        let mut crashes = Gleaner::from_start(&desk.folder("crashes"));
        let mut startup = Duration::ZERO;
        let status = run_logged(&mut command, &desk.log, clock, &mut || {
            if startup.is_zero() && desk.log().contains(STARTED) {
                startup = began.elapsed();
            }
            take_in(queue.look(), intake);
            report(crashes.look(), intake);
            live(&desk.tally());
        })?;
        drop(post);
        // One that did not come so far needs a longer share.
        let startup = if startup.is_zero() { began.elapsed() } else { startup };
        take_in(queue.rest()?, intake);
        report(crashes.rest()?, intake);
        let found = settle(&desk, intake)?;
        if !found && status.is_some_and(|status| !status.success()) {
            let what = format!("afl-fuzz ended before its time:\n{}", tail(&desk.log()));
            return Err(Problem::environment(what, format!("read {}", desk.log.display())));
        }
        let tally = Tally { startup, ..desk.tally() };
        desk.clear()?;
        Ok(tally)
    }

    fn command(
        &self,
        share: Share,
        role: Role,
        clock: &Clock<'_>,
        desk: &Desk,
        length: usize,
    ) -> Command {
        let mut command = Command::new(&self.fuzzer);
        command
            .args([role.flag(), &desk.name])
            .arg("-i")
            .arg(&desk.seeds)
            .arg("-o")
            .arg(&desk.out)
            .args(["-V", &clock.remaining().as_secs().saturating_sub(1).max(1).to_string()])
            .args(["-G", &length.to_string(), "-t", &INPUT_MILLISECONDS_MAX.to_string()])
            .args(["-s", &share.stream.process(share.instance, 0).to_string()])
            .arg("--")
            .arg(&self.binary)
            .envs(SETTINGS)
            .env(MUTATOR, &self.mutator)
            .env(VARIABLE, share.target)
            .env(stats::VARIABLE, &desk.stats);
        command
    }

    /// `afl-fuzz` over a target in a folder, from one empty scenario, until it has run so many inputs, for
    /// whoever compares: with the mutations that know steps, or without.
    pub(crate) fn alone(
        &self,
        target: &Target,
        folder: &Path,
        (seed, runs): (u32, u64),
        knows_steps: bool,
    ) -> Result<Invocation, Problem> {
        let seeds = folder.join("in");
        let sown = fs::create_dir_all(&seeds).and_then(|()| fs::write(seeds.join("empty"), [0]));
        sown.map_err(|error| Problem::file(&seeds, &error))?;
        let (seeds, out) = (seeds.to_string_lossy(), folder.join("out"));
        let (length, runs) = (target.input_bytes_max().to_string(), runs.to_string());
        let (seed, timeout) = (seed.to_string(), INPUT_MILLISECONDS_MAX.to_string());
        let (out, binary) = (out.to_string_lossy(), self.binary.to_string_lossy());
        let arguments = [
            "-S", "alone", "-i", &seeds, "-o", &out, "-E", &runs, "-G", &length, "-t", &timeout,
            "-s", &seed, "--", &binary,
        ];
        let mut environment: Vec<_> =
            SETTINGS.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        environment.push((VARIABLE, target.name.to_owned()));
        let mutator = (MUTATOR, self.mutator.to_string_lossy().into_owned());
        environment.extend(knows_steps.then_some(mutator));
        let arguments = arguments.map(str::to_owned).into();
        Ok(Invocation { program: self.fuzzer.clone(), arguments, environment })
    }

    /// Copies what is known, and seeds, to where afl-fuzz starts from; answers the longest useful input.
    fn fill(
        &self,
        desk: &Desk,
        share: Share,
        clock: &Clock<'_>,
        intake: &mut Intake<'_>,
    ) -> Result<usize, Problem> {
        let trouble = |error| Problem::file(&desk.seeds, &error);
        fs::create_dir_all(&desk.seeds).map_err(trouble)?;
        for path in intake.starts() {
            let name = path.file_name().unwrap_or_default();
            let bytes = fs::read(&path).map_err(trouble)?;
            if !intake.has_failed(&bytes) {
                fs::write(desk.seeds.join(name), &bytes).map_err(trouble)?;
            }
        }
        sow(&self.workspace, share, 0, SEEDS, &desk.seeds, clock, intake)
    }
}

impl Role {
    /// The role of one who joins these: where others are at work one of them has to be the main one.
    fn beside(others: &[Self]) -> Self {
        if others.is_empty() || others.contains(&Self::Main) { Self::Secondary } else { Self::Main }
    }

    fn flag(self) -> &'static str {
        match self {
            Self::Main => "-M",
            Self::Secondary => "-S",
        }
    }
}

impl<'a> Post<'a> {
    fn take(crew: &'a Mutex<Vec<(&'static str, Role)>>, target: &'static str) -> Self {
        let mut at_work = crew.lock().unwrap_or_else(PoisonError::into_inner);
        let others = at_work.iter().filter(|(other, _)| *other == target);
        let role = Role::beside(&others.map(|(_, role)| *role).collect::<Vec<_>>());
        at_work.push((target, role));
        drop(at_work);
        Self { crew, target, role }
    }
}

impl Drop for Post<'_> {
    fn drop(&mut self) {
        let mut at_work = self.crew.lock().unwrap_or_else(PoisonError::into_inner);
        let own = (self.target, self.role);
        if let Some(place) = at_work.iter().position(|post| *post == own) {
            at_work.swap_remove(place);
        }
    }
}

/// Builds the library of the mutations that know steps: without AFL++'s instrumentation, whose symbols
/// `afl-fuzz` does not have.
fn mutator(workspace: &Workspace) -> Result<PathBuf, Problem> {
    let mut build = Command::new(cargo());
    build
        .current_dir(workspace.root())
        .args(["build", "--quiet", "--release", "--package", "actor-laws-afl-mutator"])
        .arg("--target-dir")
        .arg(workspace.engine_build(NAME).join("mutator"))
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    library(&mut build, &format!("{prefix}actor_laws_afl_mutator{suffix}"))
}

/// The inputs in one of AFL++'s folders.
fn inputs(folder: &Path) -> Result<Vec<Vec<u8>>, Problem> {
    let trouble = |error| Problem::file(folder, &error);
    let files = list_files(folder).map_err(trouble)?;
    files.iter().map(|path| fs::read(path).map_err(trouble)).collect()
}

/// Offers what AFL++ queued. What it only took over, from the seeds or from another share, is not its
/// discovery.
fn take_in(queue: Vec<Gleaned>, intake: &mut Intake<'_>) {
    for Gleaned { name, bytes } in queue {
        let taken_over = name.contains(",orig:") || name.contains(",sync:");
        let novelty = if taken_over { Novelty::Unknown } else { Novelty::OfEngine };
        intake.offer(&bytes, novelty);
    }
}

fn report(crashes: Vec<Gleaned>, intake: &mut Intake<'_>) {
    crashes.iter().for_each(|crash| intake.report(&crash.bytes, "a crash in AFL++"));
}

/// Records what took too long in AFL++; answers whether it found anything at all.
fn settle(desk: &Desk, intake: &mut Intake<'_>) -> Result<bool, Problem> {
    let hangs = inputs(&desk.folder("hangs"))?;
    let breach = Breach {
        kind: "timeout".into(),
        law: "ends-in-time".into(),
        evidence: format!("more than {INPUT_MILLISECONDS_MAX} ms, told by AFL++"),
    };
    hangs.iter().for_each(|bytes| intake.record(bytes, breach.clone(), ""));
    Ok(!hangs.is_empty() || !inputs(&desk.folder("crashes"))?.is_empty())
}

/// Takes in what a killed campaign left, and empties the folder.
pub(super) fn recover(workspace: &Workspace, intake: &mut Intake<'_>) -> Result<(), Problem> {
    let work = workspace.work(NAME, intake.target());
    if !work.exists() {
        return Ok(());
    }
    for instance in fs::read_dir(work.join("out")).into_iter().flatten().flatten() {
        take_in(Gleaner::from_start(&instance.path().join("queue")).rest()?, intake);
        report(Gleaner::from_start(&instance.path().join("crashes")).rest()?, intake);
    }
    fs::remove_dir_all(&work).map_err(|error| Problem::file(&work, &error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Role::{Main, Secondary};

    #[test]
    fn of_several_at_work_on_one_target_one_is_the_main_one() {
        let crew = Mutex::default();
        let first = Post::take(&crew, "a");
        let elsewhere = Post::take(&crew, "b");
        assert_eq!((first.role, elsewhere.role), (Secondary, Secondary));
        let second = Post::take(&crew, "a");
        let third = Post::take(&crew, "a");
        assert_eq!((second.role, third.role), (Main, Secondary));
        drop(second);
        assert_eq!(Post::take(&crew, "a").role, Main);
        drop((first, third));
        assert_eq!(Post::take(&crew, "a").role, Secondary);
        assert_eq!([Main.flag(), Secondary.flag()], ["-M", "-S"]);
    }
}
