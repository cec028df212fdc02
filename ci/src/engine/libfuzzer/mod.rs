//! libFuzzer: one process a share, over the committed corpus and what earlier campaigns kept.
//!
//! Rules: libFuzzer writes into a work folder below the build folder and nowhere else; what it finds
//! there is taken in through the ledger, while it runs and when it has ended. What the ledger has kept is no
//! longer read from there, so that a share's start costs one run an input. The flags are chosen so that inputs carry whole scenarios:
//! the length limit is the target's from the first run on (`-len_control=0`), and shorter inputs do
//! not replace longer ones that go deeper (`-reduce_inputs=0`). An edge counts once, not by how often it
//! was taken (`-use_counters=0`): how often a host's loop turned is noise, and it cost three quarters of
//! the executions when it was measured. A failing process never counts as a
//! clean one: its exit code is classified, and an unknown one is a problem.
//!
//! A process ends with its first failing input. While there is time, another one goes on from the same
//! units with another seed; a round is the life of one process. Known failing inputs are left out of what
//! it starts from, so a round that ends with one of them came upon it anew, and a share whose rounds do
//! nothing else any more gives its time back.

mod build;
mod output;

use super::gleaner::{Gleaned, Gleaner};
use super::process::{run_logged, tail};
use super::seeds::sow;
use super::{Share, Tally};
use crate::campaign::{Clock, Intake, Novelty};
use crate::judge::Breach;
use crate::outcome::Problem;
use crate::store::{Kind, Store, content_name, entries, kind_of, list_files};
use crate::workspace::Workspace;
use actor_laws_fuzz::engine::VARIABLE;
use actor_laws_fuzz::engine::stats::{self, Stats};
use output::Exit;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

pub(crate) use build::{build_tree, compiler, has_compiler};
pub(crate) use output::executions;

/// The folder name of the engine's builds and work.
const NAME: &str = "libfuzzer";

/// What makes inputs carry whole scenarios; see the rules above.
pub(crate) const WHOLE_SCENARIOS: [&str; 3] =
    ["-len_control=0", "-reduce_inputs=0", "-use_counters=0"];

/// Seconds that one input may take; a run takes well below a millisecond.
const INPUT_SECONDS_MAX: u32 = 10;

/// Memory that a process may take. The machine's state is small and bounded.
const MEMORY_MIB_MAX: u32 = 512;

/// Seeded scenarios that a share starts from beside the corpus.
const SEEDS: u64 = 64;

/// After so many rounds in a row that ended with a known failing input a share ends.
const ROUNDS_IN_VAIN_MAX: u32 = 8;

/// What the folder names of artifacts start with.
const ARTIFACTS: &str = "artifacts-";

/// What stands in the log once libFuzzer has run all that it was given.
const INITED: &str = "\tINITED";

/// What libFuzzer calls an input that failed.
const CRASH: &str = "crash-";

/// libFuzzer with its binary.
#[derive(Debug)]
pub(crate) struct Libfuzzer {
    workspace: Workspace,
    binary: PathBuf,
}

/// How one round ended.
struct End {
    exit: Exit,
    /// Whether it found anything that was not known to fail.
    is_news: bool,
    /// Inputs executed in it, if libFuzzer lived to tell.
    executions: Option<u64>,
    /// What the harness counted in all rounds.
    stats: Stats,
    /// How long it took to get past what it was given.
    startup: Duration,
}

/// The folders and files of one round; those of a share's rounds are the same but for the artifacts.
struct Desk {
    units: PathBuf,
    seeds: PathBuf,
    passing: PathBuf,
    artifacts: PathBuf,
    log: PathBuf,
    stats: PathBuf,
}

impl Desk {
    fn new(workspace: &Workspace, share: Share, round: u64) -> Result<Self, Problem> {
        let work = workspace.work(NAME, share.target);
        let artifacts = format!("{ARTIFACTS}{}-{round}", share.instance);
        let desk = Self {
            units: work.join("units"),
            seeds: work.join(format!("seeds-{}", share.instance)),
            passing: work.join("passing"),
            artifacts: work.join(artifacts),
            log: work.join(format!("{}.log", share.instance)),
            stats: work.join(format!("{}.stats", share.instance)),
        };
        for folder in [&desk.units, &desk.seeds, &desk.artifacts] {
            fs::create_dir_all(folder).map_err(|error| Problem::file(folder, &error))?;
        }
        Ok(desk)
    }
}

impl Libfuzzer {
    /// Builds the binary of all targets.
    pub(crate) fn prepare(workspace: &Workspace) -> Result<Self, Problem> {
        let binary = build::build(workspace, &workspace.engine_build(NAME))?;
        Ok(Self { workspace: workspace.clone(), binary })
    }

    /// Runs one share.
    pub(super) fn run(
        &self,
        share: Share,
        clock: &Clock<'_>,
        intake: &mut Intake<'_>,
        live: &dyn Fn(&Tally),
    ) -> Result<Tally, Problem> {
        let mut tally = Tally::default();
        let mut rounds_in_vain = 0;
        for round in 0.. {
            let desk = Desk::new(&self.workspace, share, round)?;
            let live = |stats: Stats| {
                // libFuzzer's own count comes when a round has ended; until then, the harness's.
                let runs = stats.runs.saturating_sub(tally.stats.runs);
                live(&Tally { executions: tally.executions + runs, stats, ..tally });
            };
            let end = self.run_round(share, round, &desk, clock, intake, &live)?;
            let runs = end.stats.runs.saturating_sub(tally.stats.runs);
            tally.executions += end.executions.unwrap_or(0).max(runs);
            tally.stats = end.stats;
            tally.startup += end.startup;
            rounds_in_vain = if end.is_news { 0 } else { rounds_in_vain + 1 };
            let is_done = end.exit == Exit::Clean || rounds_in_vain == ROUNDS_IN_VAIN_MAX;
            if is_done || clock.is_over() {
                break;
            }
        }
        Ok(tally)
    }

    fn run_round(
        &self,
        share: Share,
        round: u64,
        desk: &Desk,
        clock: &Clock<'_>,
        intake: &mut Intake<'_>,
        live: &dyn Fn(Stats),
    ) -> Result<End, Problem> {
        let began = Instant::now();
        let length = sow(&self.workspace, share, round, SEEDS, &desk.seeds, clock, intake)?;
        if clock.is_over() {
            return Ok(End::unstarted(desk));
        }
        let mut command = self.command(share, round, clock, desk, length);
        command.args(self.known(share, desk, intake)?);
        let mut units = Gleaner::from_now(&desk.units);
        let mut startup = Duration::ZERO;
        let status = run_logged(&mut command, &desk.log, clock, &mut || {
            if startup.is_zero()
                && fs::read_to_string(&desk.log).unwrap_or_default().contains(INITED)
            {
                startup = began.elapsed();
            }
            take_in(units.look(), intake);
            live(Stats::read(&desk.stats));
        })?;
        // One that did not come so far needs a longer share.
        let startup = if startup.is_zero() { began.elapsed() } else { startup };
        let log = fs::read_to_string(&desk.log).unwrap_or_default();
        take_in(units.rest()?, intake);
        let exit = output::classify(status);
        let is_news = settle(desk, exit, &log, intake)?;
        let stats = Stats::read(&desk.stats);
        Ok(End { exit, is_news, executions: output::executions(&log), stats, startup })
    }

    /// The folders of what is known, without the inputs that are known to fail.
    fn known(
        &self,
        share: Share,
        desk: &Desk,
        intake: &Intake<'_>,
    ) -> Result<Vec<PathBuf>, Problem> {
        let folders = [self.workspace.kept(share.target), self.workspace.corpus(share.target)];
        let folders = folders.into_iter().filter(|folder| folder.is_dir());
        drop_kept(&desk.units, &self.workspace.kept(share.target))?;
        if !intake.must_pick() {
            return Ok(folders.collect());
        }
        drop_failing(&desk.units, intake)?;
        drop_failing(&desk.seeds, intake)?;
        folders.map(|folder| without_failing(folder, &desk.passing, intake)).collect()
    }

    fn command(
        &self,
        share: Share,
        round: u64,
        clock: &Clock<'_>,
        desk: &Desk,
        length: usize,
    ) -> Command {
        let mut command = Command::new(&self.binary);
        command
            // The clock ends it to the moment; this is for a driver that cannot.
            .arg(format!("-max_total_time={}", clock.remaining().as_secs() + 2))
            .arg(format!("-max_len={length}"))
            .args(WHOLE_SCENARIOS)
            .args(["-print_final_stats=1", "-verbosity=1", "-print_funcs=0"])
            .arg(format!("-timeout={INPUT_SECONDS_MAX}"))
            .arg(format!("-rss_limit_mb={MEMORY_MIB_MAX}"))
            .arg(format!("-seed={}", share.stream.process(share.instance, round)))
            .arg(format!("-artifact_prefix={}/", desk.artifacts.display()))
            .args([&desk.units, &desk.seeds])
            .env(VARIABLE, share.target)
            .env(stats::VARIABLE, &desk.stats);
        command
    }
}

impl End {
    /// There was no time for the round.
    fn unstarted(desk: &Desk) -> Self {
        let stats = Stats::read(&desk.stats);
        let (executions, startup) = (None, Duration::ZERO);
        Self { exit: Exit::Clean, is_news: false, executions, stats, startup }
    }
}

/// Offers what libFuzzer wrote.
fn take_in(units: Vec<Gleaned>, intake: &mut Intake<'_>) {
    for unit in units {
        intake.offer(&unit.bytes, Novelty::OfEngine);
    }
}

/// Removes what is kept from a folder of the engine's own.
fn drop_kept(folder: &Path, kept: &Path) -> Result<(), Problem> {
    let trouble = |error| Problem::file(folder, &error);
    for path in list_files(folder).map_err(trouble)? {
        // Another share of the target may have removed it meanwhile.
        let Ok(bytes) = fs::read(&path) else { continue };
        if kept.join(content_name(&bytes)).is_file() {
            fs::remove_file(&path).or_else(none_if_missing).map_err(trouble)?;
        }
    }
    Ok(())
}

/// Removes the known failing inputs from a folder of the engine's own.
fn drop_failing(folder: &Path, intake: &Intake<'_>) -> Result<(), Problem> {
    let trouble = |error| Problem::file(folder, &error);
    for path in list_files(folder).map_err(trouble)? {
        if fs::read(&path).is_ok_and(|bytes| intake.has_failed(&bytes)) {
            // Another share of the target may have removed it meanwhile.
            fs::remove_file(&path).or_else(none_if_missing).map_err(trouble)?;
        }
    }
    Ok(())
}

fn none_if_missing(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

/// The folder itself if all in it can be used and nothing is known to fail, else a copy of what is so, below
/// `copies`.
fn without_failing(
    folder: PathBuf,
    copies: &Path,
    intake: &Intake<'_>,
) -> Result<PathBuf, Problem> {
    let load = |path: PathBuf| fs::read(&path).map_err(|error| Problem::file(&path, &error));
    let mut files = entries(&folder).map_err(|error| Problem::file(&folder, &error))?;
    let count = files.len();
    files.retain(|path| kind_of(path) == Kind::File && !intake.is_set_aside(path));
    let is_whole = files.len() == count;
    let inputs = files.into_iter().map(load).collect::<Result<Vec<_>, _>>()?;
    if is_whole && !inputs.iter().any(|bytes| intake.has_failed(bytes)) {
        return Ok(folder);
    }
    let passing = Store::passing(copies.join(content_name(folder.as_os_str().as_encoded_bytes())));
    for bytes in inputs.iter().filter(|bytes| !intake.has_failed(bytes)) {
        passing.keep(bytes).map_err(|error| Problem::file(passing.folder(), &error))?;
    }
    // An input that was copied in an earlier round may have failed since.
    drop_failing(passing.folder(), intake)?;
    fs::create_dir_all(passing.folder())
        .map_err(|error| Problem::file(passing.folder(), &error))?;
    Ok(passing.folder().to_owned())
}

/// Turns the way in which the process ended into findings, or into a problem; answers whether it found
/// anything that was not known to fail.
fn settle(desk: &Desk, exit: Exit, log: &str, intake: &mut Intake<'_>) -> Result<bool, Problem> {
    let artifacts =
        list_files(&desk.artifacts).map_err(|error| Problem::file(&desk.artifacts, &error))?;
    let mut is_news = false;
    for path in &artifacts {
        let bytes = fs::read(path).map_err(|error| Problem::file(path, &error))?;
        is_news |= !intake.has_failed(&bytes);
        match exit {
            Exit::Timeout => intake.record(&bytes, breach("timeout", "ends-in-time"), &tail(log)),
            Exit::Memory => intake.record(&bytes, breach("memory", "bounded-memory"), &tail(log)),
            Exit::Crash | Exit::Clean | Exit::Unknown => intake.report(&bytes, &tail(log)),
        }
    }
    let explained = exit == Exit::Clean || !artifacts.is_empty();
    explained.then_some(is_news).ok_or_else(|| {
        Problem::environment(
            format!("libFuzzer ended without an artifact:\n{}", tail(log)),
            format!("read {}", desk.log.display()),
        )
    })
}

fn breach(kind: &str, law: &str) -> Breach {
    Breach { kind: kind.into(), law: law.into(), evidence: "told by libFuzzer".into() }
}

/// Takes in what a killed campaign left, and empties the folder.
pub(super) fn recover(workspace: &Workspace, intake: &mut Intake<'_>) -> Result<(), Problem> {
    let work = workspace.work(NAME, intake.target());
    if !work.exists() {
        return Ok(());
    }
    take_in(Gleaner::from_start(&work.join("units")).rest()?, intake);
    for folder in fs::read_dir(&work).into_iter().flatten().flatten() {
        if folder.file_name().to_string_lossy().starts_with(ARTIFACTS) {
            report_crashes(&folder.path(), intake)?;
        }
    }
    fs::remove_dir_all(&work).map_err(|error| Problem::file(&work, &error))
}

/// Reports the failing inputs that a killed campaign did not come to.
fn report_crashes(folder: &Path, intake: &mut Intake<'_>) -> Result<(), Problem> {
    for path in list_files(folder).map_err(|error| Problem::file(folder, &error))? {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(CRASH) {
            let bytes = fs::read(&path).map_err(|error| Problem::file(&path, &error))?;
            intake.report(&bytes, "left by a campaign that was ended");
        }
    }
    Ok(())
}
