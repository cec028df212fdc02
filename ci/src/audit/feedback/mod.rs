//! `cargo laws audit --feedback`: what law cells as feedback, and mutations that know steps, are worth to
//! libFuzzer; and to AFL++, where it is installed.
//!
//! Rules: every process starts from an empty corpus and a seed, and runs the same binary; the environment tells
//! it what to do without. Processes end after so many inputs, not after so much time, so the figures do not
//! depend on the machine's speed; seconds do, and with AFL++, which goes by the clock, a little of all. Both
//! halves, the cells of one target a family and the hunts for twenty wrong designs, belong to one run; AFL++
//! does the first one only.

mod kill;
mod reach;
mod setting;

use super::design::Design;
use super::fuzzer::{self, Bounds};
use super::hunt::Hunter;
use super::plan::Plan;
use super::record;
use super::side_by_side::side_by_side;
use super::suites::Suites;
use super::tree::Tree;
use crate::cli::AuditArguments;
use crate::engine::afl::{self, Afl, Invocation};
use crate::engine::libfuzzer;
use crate::outcome::{Ending, Outcome, Problem};
use crate::progress::Progress;
use crate::workspace::Workspace;
use actor_laws_fuzz::engine::VARIABLE;
use actor_laws_fuzz::target::{self, Target};
use kill::Kill;
use reach::Reach;
use setting::Setting;
use std::fmt;
use std::path::Path;
use std::time::Duration;

/// The committed result.
const FILE: &str = "ci/audit/feedback.md";

/// The targets whose law cells are to be reached: one a family.
const TARGETS: [&str; 4] =
    ["pool_recovery", "proxy_service", "supervisor_unexpected_exit", "services"];

/// The wrong designs that are hunted: of each family those that take the swarm longest, of different kinds.
const DESIGNS: [&str; 20] = [
    "settlement/forgotten-evidence-of-an-authority",
    "pool-activation/birth-by-role",
    "settlement/assignment-clock-counts-a-kept-stop",
    "pool-drain/forgotten-withdrawal-of-shutdowns",
    "pool-admission/neighbours-only",
    "pool-recovery/window-begins-anew",
    "proxy/settlement-in-failure-drain-is-own",
    "proxy/command-to-the-held-successor",
    "settlement/arm-attempt-of-a-draining-initialization",
    "proxy/held-left-as-ready",
    "supervisor-cancellation/rejections-in-reverse",
    "supervisor-exit/restored-after-exit",
    "supervisor-replacement/any-predecessor",
    "supervisor-commands/arm-stop-of-a-waiting-replacement",
    "supervisor-start/proxy-of-two-entries",
    "supervisor-exit/reordered-retired-before-replacement-failed",
    "supervisor-shutdown/firing-before-schedule",
    "proxy/command-to-the-stopping-predecessor",
    "supervisor-exit/settlement-after-exit-refused",
    "supervisor-shutdown/unavailable-command-refused",
];

/// Seconds that a process may take beyond all reason.
const SECONDS_MAX: u32 = 600;

const LIMIT: Duration = Duration::from_secs(SECONDS_MAX as u64);

/// The engine of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum EngineOf {
    Libfuzzer,
    Afl,
}

impl fmt::Display for EngineOf {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Libfuzzer => "libfuzzer",
            Self::Afl => "afl",
        })
    }
}

/// One process.
#[derive(Clone, Copy, Debug)]
enum Trial {
    /// How many cells of this target are reached.
    Reach(EngineOf, &'static Target, Setting, u32),
    /// How soon the design at this place of the plan falls.
    Kill(usize, Setting, u32),
}

/// What it came to.
enum Found {
    Reach(Reach),
    Kill(Kill),
}

/// What all processes share.
struct Bench<'a> {
    plan: &'a Plan,
    suites: &'a Suites,
    libfuzzer: &'a Path,
    afl: Option<&'a Afl>,
    /// Inputs that a process runs at most to find a wrong design, and AFL++ to reach law cells.
    runs: u64,
    /// Inputs that libFuzzer runs to reach law cells.
    cell_runs: u64,
}

/// Compares.
pub(super) fn run(
    workspace: &Workspace,
    progress: &Progress,
    arguments: &AuditArguments,
) -> Ending {
    let designs = Design::load_all(workspace.root())?;
    let places = places(&designs)?;
    let plan = Plan::of_designs(workspace, designs)?;
    progress.line(&format!("building a tree of {} wrong designs", plan.designs.len()));
    let tree = Tree::new(workspace, "designs");
    let unviable = tree.settle(&plan.sources, &plan.variants_of_designs()?, &|_| ())?;
    plan.demand_viable_designs(&unviable)?;
    let suites = Suites::new(tree.build_hunter()?, workspace.root());
    let binary = tree.build_libfuzzer()?;
    let afl = afl::is_installed(workspace).then(|| Afl::prepare(workspace)).transpose()?;
    let AuditArguments { runs, cell_runs, .. } = *arguments;
    let (libfuzzer, afl) = (binary.as_path(), afl.as_ref());
    let bench = Bench { plan: &plan, suites: &suites, libfuzzer, afl, runs, cell_runs };
    let (reaches, kills) = bench.try_all(&places, progress, arguments)?;
    let tables = tables(&reaches, &kills);
    anstream::println!("{tables}");
    if arguments.write {
        let path = workspace.root().join(FILE);
        let page = page(workspace, arguments, &tables);
        std::fs::write(&path, page).map_err(|error| Problem::file(&path, &error))?;
    }
    Ok(Outcome::Clean)
}

/// The places of the designs that are hunted.
fn places(designs: &[Design]) -> Result<Vec<usize>, Problem> {
    let find = |name: &&str| {
        let place = designs.iter().position(|design| design.name == **name);
        place.ok_or_else(|| {
            Problem::environment(
                format!("there is no wrong design `{name}`"),
                "name another one in ci/src/audit/feedback/mod.rs",
            )
        })
    };
    DESIGNS.iter().map(find).collect()
}

impl Bench<'_> {
    fn try_all(
        &self,
        places: &[usize],
        progress: &Progress,
        arguments: &AuditArguments,
    ) -> Result<(Vec<Reach>, Vec<Kill>), Problem> {
        let engines = [EngineOf::Libfuzzer, EngineOf::Afl];
        let engines = &engines[..1 + usize::from(self.afl.is_some())];
        let trials = trials(engines, places, arguments.seeds)?;
        let task = progress.task("processes", trials.len() as u64);
        let (mut reaches, mut kills) = (Vec::new(), Vec::new());
        side_by_side(&trials, arguments.jobs(), &|trial| self.run(trial), &mut |found| {
            match found {
                Found::Reach(reach) => reaches.push(reach),
                Found::Kill(kill) => kills.push(kill),
            }
            let done = reaches.len() + kills.len();
            task.at(done as u64, &format!("{done} of {}", trials.len()));
            Ok(())
        })?;
        task.done();
        let number = |name: &str| TARGETS.iter().position(|target| *target == name);
        reaches.sort_by_key(|reach| (reach.engine, number(reach.target.name)));
        let number = |name: &str| DESIGNS.iter().position(|design| *design == name);
        kills.sort_by_key(|kill| number(&kill.design));
        Ok((reaches, kills))
    }

    fn run(&self, trial: Trial) -> Result<Found, Problem> {
        match trial {
            Trial::Reach(engine, target, setting, seed) => {
                reach::run(self, engine, target, setting, seed).map(Found::Reach)
            }
            Trial::Kill(place, setting, seed) => self.hunt(place, setting, seed).map(Found::Kill),
        }
    }

    /// What is started to reach law cells from an empty corpus in a folder.
    fn invocation(
        &self,
        engine: EngineOf,
        target: &Target,
        folder: &Path,
        setting: Setting,
        seed: u32,
    ) -> Result<Invocation, Problem> {
        if let (EngineOf::Afl, Some(afl)) = (engine, self.afl) {
            return afl.alone(target, folder, (seed, self.runs), setting.knows_steps());
        }
        let own = [
            format!("-seed={seed}"),
            format!("-runs={}", self.cell_runs),
            format!("-max_len={}", target.input_bytes_max()),
            format!("-artifact_prefix={}/", folder.display()),
        ];
        let fixed = libfuzzer::WHOLE_SCENARIOS.map(str::to_owned);
        Ok(Invocation {
            program: self.libfuzzer.to_owned(),
            arguments: own.into_iter().chain(fixed).collect(),
            environment: vec![(VARIABLE, target.name.to_owned())],
        })
    }

    fn hunt(&self, place: usize, setting: Setting, seed: u32) -> Result<Kill, Problem> {
        let hunter = Hunter::of(self.plan, self.suites, place)?;
        let bounds = Bounds { seconds: SECONDS_MAX, runs: Some(self.runs) };
        let design = hunter.design();
        let names = (design.target.as_str(), design.law.as_str());
        let environment = setting.environment();
        let question = hunter.question();
        let (chase, _) = fuzzer::chase(
            self.libfuzzer,
            self.suites,
            &question,
            names,
            seed,
            bounds,
            &environment,
        )?;
        let (design, target) = (design.name.clone(), design.target.clone());
        Ok(Kill { design, target, setting, chase })
    }
}

/// Every process, the settings of one seed side by side, so that they share whatever else the machine does.
fn trials(engines: &[EngineOf], places: &[usize], seeds: u32) -> Result<Vec<Trial>, Problem> {
    let mut trials = Vec::new();
    for seed in 1..=seeds {
        for name in TARGETS {
            let target = target::find(name).ok_or_else(|| {
                Problem::environment(format!("`{name}` is no target"), "name another one")
            })?;
            for &engine in engines {
                let trial = |setting| Trial::Reach(engine, target, setting, seed);
                trials.extend(Setting::ALL.map(trial));
            }
        }
        for place in places {
            trials.extend(Setting::ALL.map(|setting| Trial::Kill(*place, setting, seed)));
        }
    }
    Ok(trials)
}

fn tables(reaches: &[Reach], kills: &[Kill]) -> String {
    format!(
        "{}\n\n{}\n\n{}\n\n{} runs for cells",
        reach::table(reaches),
        kill::table(kills),
        kill::sums(kills),
        reach::runs(reaches)
    )
}

fn page(workspace: &Workspace, arguments: &AuditArguments, tables: &str) -> String {
    let AuditArguments { seeds, runs, cell_runs, .. } = arguments;
    let commit = record::commit(workspace.root());
    format!(
        "# Feedback and mutation\n\n\
         Written by `cargo laws audit --feedback --seeds {seeds} --runs {runs} --cell-runs {cell_runs} --write`, commit \
         {commit}. libFuzzer and AFL++, from an empty corpus, {seeds} seeds; {cell_runs} inputs a process of \
         libFuzzer that reaches cells, {runs} one of AFL++, at most {runs} one that hunts; medians of the seeds. *neither*: \
         edges and the engine's own byte mutations; *cells*: law cells as further features; *mutator*: mutations that know \
         steps beside those of bytes; *both* is the default.\n\n\
         libFuzzer's inputs are the same on every machine; seconds are not, and include all that ran beside.\n\n\
         First the law cells reached; *level* is the number of cells that every process of a target came to. Then \
         the inputs and the seconds until the law of a wrong design named it; a hunt that came to no end counts with \
         all its inputs and seconds.\n\n\
         ```text\n{tables}\n```\n"
    )
}

/// The middle one; the upper of two.
fn median(numbers: impl Iterator<Item = u64>) -> Option<u64> {
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied()
}

/// A number, or a dash for none.
fn shown(number: Option<u64>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn twenty_designs_of_all_families_are_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the checkout");
        let designs = Design::load_all(root).expect("well-formed");
        let places = places(&designs).expect("each is there");
        assert_eq!(places.iter().collect::<BTreeSet<_>>().len(), 20);
        let family = |place: &usize| {
            let target = target::find(&designs[*place].target).expect("registered");
            target.family.name
        };
        let families: BTreeSet<_> = places.iter().map(family).collect();
        let all: BTreeSet<_> = target::families().map(|family| family.name).collect();
        assert_eq!(families, all);
        let of_targets = TARGETS.map(|name| target::find(name).expect("registered").family.name);
        assert_eq!(of_targets.into_iter().collect::<BTreeSet<_>>(), all);
    }

    #[test]
    fn every_setting_tries_everything_with_every_seed() {
        let engines = [EngineOf::Libfuzzer, EngineOf::Afl];
        let trials = trials(&engines, &[3, 5], 2).expect("registered");
        assert_eq!(trials.len(), 2 * 4 * (2 * TARGETS.len() + 2));
    }

    #[test]
    fn the_median_of_nothing_is_none() {
        assert_eq!(median([].into_iter()), None);
        assert_eq!(median([3, 1, 2].into_iter()), Some(2));
    }
}
