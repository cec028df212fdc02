//! libFuzzer: one process a share, over the committed corpus and what earlier campaigns kept.
//!
//! Rules: libFuzzer writes into a work folder below the build folder and nowhere else; what it finds
//! there is taken in through the ledger. The flags are chosen so that inputs carry whole scenarios:
//! the length limit is the target's from the first run on (`-len_control=0`), and shorter inputs do
//! not replace longer ones that go deeper (`-reduce_inputs=0`). An edge counts once, not by how often it
//! was taken (`-use_counters=0`): how often a host's loop turned is noise, and it cost three quarters of
//! the executions when it was measured. A failing process never counts as a
//! clean one: its exit code is classified, and an unknown one is a problem.

mod build;
mod output;

use super::process::{run_logged, tail};
use super::seeds::sow;
use super::{Share, Tally};
use crate::campaign::{Clock, Intake, Novelty};
use crate::judge::Breach;
use crate::outcome::Problem;
use crate::store::list_files;
use crate::workspace::Workspace;
use actor_laws_fuzz::engine::VARIABLE;
use actor_laws_fuzz::engine::stats::{self, Stats};
use output::Exit;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) use build::{build_tree, compiler, has_compiler};
pub(crate) use output::executions;

/// The folder name of the engine's builds and work.
const NAME: &str = "libfuzzer";

/// Seconds that one input may take; a run takes well below a millisecond.
const INPUT_SECONDS_MAX: u32 = 10;

/// Memory that a process may take. The machine's state is small and bounded.
const MEMORY_MIB_MAX: u32 = 512;

/// Seeded scenarios that a share starts from beside the corpus.
const SEEDS: u64 = 64;

/// libFuzzer with its binary.
#[derive(Debug)]
pub(crate) struct Libfuzzer {
    workspace: Workspace,
    binary: PathBuf,
}

/// The folders and files of one share.
struct Desk {
    units: PathBuf,
    seeds: PathBuf,
    artifacts: PathBuf,
    log: PathBuf,
    stats: PathBuf,
}

impl Desk {
    fn new(workspace: &Workspace, share: Share) -> Result<Self, Problem> {
        let work = workspace.work(NAME, share.target);
        let desk = Self {
            units: work.join("units"),
            seeds: work.join(format!("seeds-{}", share.instance)),
            artifacts: work.join(format!("artifacts-{}", share.instance)),
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
        let desk = Desk::new(&self.workspace, share)?;
        let length = sow(&self.workspace, share, SEEDS, &desk.seeds, &intake.judge)?;
        let mut command = self.command(share, clock, &desk, length);
        let status = run_logged(&mut command, &desk.log, clock, &mut || live(&tally_of(&desk)))?;
        let log = fs::read_to_string(&desk.log).unwrap_or_default();
        take_in(&desk.units, intake)?;
        settle(&desk, output::classify(status), &log, intake)?;
        let stats = Stats::read(&desk.stats);
        Ok(Tally { executions: output::executions(&log).unwrap_or(stats.runs), stats })
    }

    fn command(&self, share: Share, clock: &Clock<'_>, desk: &Desk, length: usize) -> Command {
        let mut command = Command::new(&self.binary);
        command
            .arg(format!("-max_total_time={}", clock.remaining().as_secs().max(1)))
            .arg(format!("-max_len={length}"))
            .args(["-len_control=0", "-reduce_inputs=0", "-use_counters=0"])
            .args(["-print_final_stats=1", "-verbosity=1", "-print_funcs=0"])
            .arg(format!("-timeout={INPUT_SECONDS_MAX}"))
            .arg(format!("-rss_limit_mb={MEMORY_MIB_MAX}"))
            .arg(format!(
                "-seed={}",
                (share.seed as u32).wrapping_add(share.instance as u32).max(1)
            ))
            .arg(format!("-artifact_prefix={}/", desk.artifacts.display()))
            .args([&desk.units, &desk.seeds])
            .args(
                [self.workspace.kept(share.target), self.workspace.corpus(share.target)]
                    .iter()
                    .filter(|folder| folder.is_dir()),
            )
            .env(VARIABLE, share.target)
            .env(stats::VARIABLE, &desk.stats);
        command
    }
}

fn tally_of(desk: &Desk) -> Tally {
    let stats = Stats::read(&desk.stats);
    Tally { executions: stats.runs, stats }
}

/// Offers every input that libFuzzer wrote.
fn take_in(units: &Path, intake: &mut Intake<'_>) -> Result<(), Problem> {
    let trouble = |error| Problem::file(units, &error);
    for path in list_files(units).map_err(trouble)? {
        // A unit that another share of the target replaced meanwhile is no loss.
        if let Ok(bytes) = fs::read(&path) {
            intake.offer(&bytes, Novelty::OfEngine);
        }
    }
    Ok(())
}

/// Turns the way in which the process ended into findings, or into a problem.
fn settle(desk: &Desk, exit: Exit, log: &str, intake: &mut Intake<'_>) -> Result<(), Problem> {
    let artifacts =
        list_files(&desk.artifacts).map_err(|error| Problem::file(&desk.artifacts, &error))?;
    for path in &artifacts {
        let bytes = fs::read(path).map_err(|error| Problem::file(path, &error))?;
        match exit {
            Exit::Timeout => intake.record(&bytes, &breach("timeout", "ends-in-time"), &tail(log)),
            Exit::Memory => intake.record(&bytes, &breach("memory", "bounded-memory"), &tail(log)),
            Exit::Crash | Exit::Clean | Exit::Unknown => intake.report(&bytes, &tail(log)),
        }
    }
    let explained = exit == Exit::Clean || !artifacts.is_empty();
    explained.then_some(()).ok_or_else(|| {
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
    take_in(&work.join("units"), intake)?;
    fs::remove_dir_all(&work).map_err(|error| Problem::file(&work, &error))
}
