//! A campaign: one engine over some targets within a given time (`cargo laws fuzz`).
//!
//! Rules:
//! - First the committed corpus and what earlier campaigns kept are replayed. An input that fails already
//!   is a finding, and no engine starts from it.
//! - An input that adds features, ours or the engine's, is kept below the build folder for the
//!   campaigns to come. An input that adds law cells over the committed corpus is also copied into
//!   `corpus/<target>/`, unless the campaign is read-only. Nothing else touches the checkout.
//! - A finding is shrunk, kept and told at once, and the campaign goes on. With `--stop-on-finding` it ends
//!   its target's time, which goes to the targets that are left.
//! - Whatever the campaign has told as kept is on disk before it is told; killing the campaign loses
//!   none of it, and the next campaign takes in what the killed engine left.

mod clock;
pub(crate) mod event;
mod intake;
mod lanes;
mod ledger;
mod summary;

pub(crate) use clock::{Clock, Interrupt};
pub(crate) use intake::Intake;
pub(crate) use ledger::{Ledger, Novelty};

use crate::cli::FuzzArguments;
use crate::engine::{Engine, EngineName, libfuzzer};
use crate::input::targets_or_all;
use crate::outcome::{Ending, Outcome, Problem};
use crate::progress::Progress;
use crate::workspace::Workspace;
use intake::locked;
use lanes::Report;
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// Runs a campaign.
pub(crate) fn run(workspace: &Workspace, arguments: &FuzzArguments) -> Ending {
    let targets = targets_or_all(&arguments.targets)?;
    let _lock = workspace.lock()?;
    let progress = Progress::new();
    let engine = ready(workspace, arguments.engine, &progress)?;
    let seed = arguments.seed.unwrap_or_else(fresh_seed);
    let ledgers = open(workspace, &targets, arguments, &engine, seed)?;
    progress.line(&format!(
        "{} over {} for {:?}, {} jobs, --seed {seed}",
        engine.name(),
        targets.join(" "),
        arguments.time,
        arguments.jobs(),
    ));
    for ledger in &ledgers {
        progress.line(&format!("  {}", locked(ledger).loaded()));
    }
    let interrupt = Interrupt::install();
    let plan = lanes::Plan { jobs: arguments.jobs(), time: arguments.time, seed };
    let reports = lanes::run(&plan, &engine, &ledgers, &interrupt, &progress);
    progress.clear();
    for ledger in &ledgers {
        engine.recover(workspace, &mut Intake::new(ledger))?;
    }
    let ledgers: Vec<Ledger> = ledgers.into_iter().map(unlocked).collect();
    Ok(conclude(workspace, engine.name(), &ledgers, &reports))
}

/// The engine that was asked for, or the swarm where that one cannot be built.
fn ready(workspace: &Workspace, name: EngineName, progress: &Progress) -> Result<Engine, Problem> {
    if name == EngineName::Libfuzzer && !libfuzzer::has_compiler() {
        progress.line(
            "no C++ compiler (`c++`, or the one that CXX names), so no libFuzzer: using the swarm. \
             Install g++ or clang++ for coverage-guided campaigns.",
        );
        return Engine::prepare(EngineName::Swarm, workspace);
    }
    if name != EngineName::Swarm {
        progress.line(&format!("building the {name} targets"));
    }
    Engine::prepare(name, workspace)
}

/// Replays what is known of each target, all targets side by side.
fn open(
    workspace: &Workspace,
    targets: &[&'static str],
    arguments: &FuzzArguments,
    engine: &Engine,
    seed: u64,
) -> Result<Vec<Mutex<Ledger>>, Problem> {
    let open_one = |target| {
        let FuzzArguments { read_only, stop_on_finding, .. } = *arguments;
        let ledger = Mutex::new(Ledger::open(workspace, target, read_only, stop_on_finding)?);
        engine.recover(workspace, &mut Intake::new(&ledger))?;
        locked(&ledger).begin(&engine.name().to_string(), seed);
        Ok(ledger)
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            targets.iter().map(|&target| scope.spawn(move || open_one(target))).collect();
        threads.into_iter().map(|thread| thread.join().expect("opening does not panic")).collect()
    })
}

fn conclude(
    workspace: &Workspace,
    engine: EngineName,
    ledgers: &[Ledger],
    reports: &[Report],
) -> Outcome {
    anstream::println!("\n{}", summary::table(engine, ledgers, reports));
    let findings: Vec<_> = ledgers.iter().flat_map(|ledger| &ledger.findings).collect();
    for finding in &findings {
        anstream::println!("\n{}", summary::finding(workspace, finding));
    }
    for ledger in ledgers.iter().filter(|ledger| ledger.unexamined_count > 0) {
        anstream::println!("\n{}", summary::unexamined(ledger));
    }
    let mut troubles = reports.iter().filter_map(|report| report.trouble.as_ref());
    for trouble in troubles.clone() {
        anstream::eprintln!("{}", crate::progress::error(trouble));
    }
    match troubles.next() {
        Some(trouble) if findings.is_empty() => trouble.outcome(),
        _ => Outcome::of_findings(findings.len()),
    }
}

fn unlocked(ledger: Mutex<Ledger>) -> Ledger {
    ledger.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_nanos() as u64 & 0xffff_ffff
}
