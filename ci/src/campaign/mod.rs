//! A campaign: engines over some targets within a given time (`cargo laws fuzz`).
//!
//! Rules:
//! - First the committed corpus and what earlier campaigns kept are replayed. An input that fails already
//!   is a finding, and no engine starts from it. A file that is no input is set aside and named.
//! - An input that adds features, ours or the engine's, is kept below the build folder for the
//!   campaigns to come. An input that adds law cells over the committed corpus is also copied into
//!   `corpus/<target>/`, unless the campaign is read-only. Nothing else touches the checkout.
//! - A finding is shrunk, kept and told at once, and the campaign goes on. With `--stop-on-finding` it ends
//!   its target's time, which goes to the targets that are left.
//! - Whatever the campaign has told as kept is on disk before it is told; killing the campaign loses
//!   none of it, and the next campaign takes in what the killed engine left. A campaign that was killed
//!   or interrupted can be resumed: its chronicle says what it was and how far it came.
//! - A campaign ends with its time, with the user's wish, when nothing new came for long enough, when no
//!   engine can do its work, or when nothing can be kept. Each of these is told.

mod aside;
mod chronicle;
mod clock;
mod definition;
pub(crate) mod event;
mod intake;
mod lanes;
mod ledger;
mod meter;
mod schedule;
mod stream;
mod summary;

pub(crate) use clock::Clock;
pub(crate) use intake::Intake;
pub(crate) use ledger::{Ledger, Novelty};
pub(crate) use stream::Stream;

use crate::cli::FuzzArguments;
use crate::engine::{self, Engine, EngineName, libfuzzer};
use crate::finding::{Origin, now};
use crate::git;
use crate::outcome::{Ending, Outcome, Problem};
use crate::progress::Progress;
use crate::report;
use crate::workspace::Workspace;
use aside::SetAside;
use chronicle::Chronicle;
use clock::Halt;
use definition::{Definition, Past};
use event::Event;
use intake::locked;
use lanes::{Plan, Site, Yard};
use ledger::Conduct;
use meter::Meter;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The verdict of a campaign that the user ended.
const INTERRUPTED: &str = "interrupted";

/// A campaign, ready to begin or to go on.
struct Campaign<'a> {
    workspace: &'a Workspace,
    definition: Definition,
    past: Option<Past>,
    engines: Vec<Engine>,
    is_fresh: bool,
    is_json: bool,
    halt: Arc<Halt>,
    progress: Progress,
}

/// Runs a campaign, and shows it in the report.
pub(crate) fn run(workspace: &Workspace, arguments: &FuzzArguments) -> Ending {
    let ending = begin_or_resume(workspace, arguments);
    if ending.is_ok() {
        report::refresh(workspace);
    }
    ending
}

fn begin_or_resume(workspace: &Workspace, arguments: &FuzzArguments) -> Ending {
    // What is wrong with the command line is told before anything is waited for or built.
    let asked = Definition::new(arguments)?;
    let _lock = workspace.lock()?;
    let progress = Progress::new();
    let (definition, past) = if arguments.resume {
        let (definition, past) = definition::unfinished(workspace, &progress)?;
        (definition, Some(past))
    } else {
        (asked, None)
    };
    let engines = ready(workspace, &definition.engines, &progress)?;
    let halt = Arc::new(Halt::new(definition.until_idle));
    let (is_fresh, is_json) = (arguments.fresh, arguments.json);
    let campaign =
        Campaign { workspace, definition, past, engines, is_fresh, is_json, halt, progress };
    campaign.run()
}

/// The engines that were asked for, as far as they can be had. Where libFuzzer alone was asked for and cannot
/// be built here, the swarm.
fn ready(
    workspace: &Workspace,
    names: &[EngineName],
    progress: &Progress,
) -> Result<Vec<Engine>, Problem> {
    if names == [EngineName::Libfuzzer] && !libfuzzer::has_compiler() {
        progress.line(
            "no C++ compiler (`c++`, or the one that CXX names), so no libFuzzer: using the swarm. \
             Install g++ or clang++ for coverage-guided campaigns.",
        );
        return Engine::prepare(EngineName::Swarm, workspace).map(|engine| vec![engine]);
    }
    let mut engines = Vec::new();
    let mut lack = None;
    for &name in names {
        match prepare(name, workspace, progress) {
            Ok(engine) => engines.push(engine),
            Err(problem) if names.len() == 1 => return Err(problem),
            Err(problem) => {
                progress.line(&format!("without {name}: {problem}"));
                lack = Some(problem);
            }
        }
    }
    match lack {
        Some(problem) if engines.is_empty() => Err(problem),
        Some(_) | None => Ok(engines),
    }
}

fn prepare(
    name: EngineName,
    workspace: &Workspace,
    progress: &Progress,
) -> Result<Engine, Problem> {
    if name == EngineName::Libfuzzer && !libfuzzer::has_compiler() {
        return Err(Problem::environment(
            "no C++ compiler (`c++`, or the one that CXX names), so no libFuzzer",
            "install g++ or clang++",
        ));
    }
    if name != EngineName::Swarm {
        progress.line(&format!("building the {name} targets"));
    }
    Engine::prepare(name, workspace)
}

impl Campaign<'_> {
    fn run(&self) -> Ending {
        let chronicle = self.begin()?;
        let ending = self.work(&chronicle);
        let verdict = match &ending {
            _ if self.halt.is_interrupted() => INTERRUPTED,
            Ok(Outcome::Clean) => "clean",
            Ok(Outcome::Finding) => "finding",
            Ok(_) | Err(_) => "environment",
        };
        chronicle.tell(Event::End { verdict: verdict.to_owned() });
        self.say(&format!("chronicle: {}", self.workspace.short(chronicle.path())));
        ending
    }

    /// Begins the chronicle, or goes on with it.
    fn begin(&self) -> Result<Chronicle<'_>, Problem> {
        let Self { workspace, definition, past, is_json, .. } = self;
        let Some(past) = past else {
            let chronicle = Chronicle::begin(workspace, definition.seed, &self.halt, *is_json)?;
            chronicle.tell(definition.line(chronicle.id(), &self.engine_names(), workspace));
            return Ok(chronicle);
        };
        let chronicle = Chronicle::resume(&past.path, past.seconds, &self.halt, *is_json)?;
        let commit = git::ask(workspace.root(), &["rev-parse", "HEAD"]);
        chronicle.tell(Event::Resumed { time: now(), commit });
        Ok(chronicle)
    }

    fn work(&self, chronicle: &Chronicle<'_>) -> Ending {
        let aside = self.workspace.aside(&chronicle.id());
        if self.is_fresh {
            self.set_known_aside(&aside)?;
        }
        self.halt.listen();
        let sites = self.open(&aside)?;
        self.introduce(&sites, chronicle);
        self.halt.news();
        chronicle.start();
        let plan = self.plan();
        let yard = Yard::new(self.workspace, plan, &sites, &self.halt, &self.progress, chronicle);
        let troubles = yard.run();
        self.progress.clear();
        for site in &sites {
            self.recover(&site.ledger)?;
            lanes::tell_findings(self.workspace, site, &self.progress, chronicle);
        }
        Ok(self.conclude(&sites, &troubles))
    }

    /// Moves away what earlier campaigns kept or left of the targets.
    fn set_known_aside(&self, place: &Path) -> Result<(), Problem> {
        for &target in &self.definition.targets {
            let works = EngineName::ALL.map(|engine| {
                let name = engine.to_string();
                (self.workspace.work(&name, target), place.join("work").join(name))
            });
            let kept = (self.workspace.kept(target), place.join("corpus"));
            for (folder, place) in std::iter::once(kept).chain(works) {
                if folder.symlink_metadata().is_ok() {
                    let shifted = aside::shift(&folder, &place);
                    let place = shifted.map_err(|error| Problem::file(&folder, &error))?;
                    let (folder, place) =
                        (self.workspace.short(&folder), self.workspace.short(&place));
                    self.progress.line(&format!("{folder} was moved to {place}"));
                }
            }
        }
        Ok(())
    }

    /// Replays what is known of each target, all targets side by side.
    fn open(&self, aside: &Path) -> Result<Vec<Site>, Problem> {
        let open = |target| move || self.open_one(target, aside);
        std::thread::scope(|scope| {
            let targets = self.definition.targets.iter();
            let threads: Vec<_> = targets.map(|&target| scope.spawn(open(target))).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("opening does not panic"))
                .collect()
        })
    }

    fn open_one(&self, target: &'static str, aside: &Path) -> Result<Site, Problem> {
        let Definition { read_only, stop_on_finding, .. } = self.definition;
        let conduct = Conduct { read_only, until_finding: stop_on_finding, aside };
        let ledger = Ledger::open(self.workspace, target, conduct, Arc::clone(&self.halt))?;
        let ledger = Mutex::new(ledger);
        self.recover(&ledger)?;
        let mut before = None;
        if let Some(past) = &self.past {
            locked(&ledger).remember(past.findings(self.workspace, target));
            before = past.samples.get(target).cloned();
        }
        Ok(Site { target, ledger, meter: Mutex::new(Meter::from(before)) })
    }

    /// Takes in what killed engines left, whichever they were.
    fn recover(&self, ledger: &Mutex<Ledger>) -> Result<(), Problem> {
        for engine in EngineName::ALL {
            let origin = Origin { engine: engine.to_string(), ..self.origin() };
            let mut intake = Intake::new(ledger, &self.halt, origin);
            engine::recover(engine, self.workspace, &mut intake)?;
        }
        Ok(())
    }

    fn origin(&self) -> Origin {
        Origin { seed: Some(self.definition.seed), ..Origin::replay(self.workspace.root()) }
    }

    /// Tells what the campaign is and what it starts from.
    fn introduce(&self, sites: &[Site], chronicle: &Chronicle<'_>) {
        let Definition { targets, time, jobs, seed, shard, .. } = &self.definition;
        let names: Vec<_> = self.engine_names().iter().map(ToString::to_string).collect();
        let shard = shard.map(|shard| format!(" --shard {shard}")).unwrap_or_default();
        self.progress.line(&format!(
            "{} over {} for {time:?}, {jobs} jobs, --seed {seed}{shard}",
            names.join(" "),
            targets.join(" "),
        ));
        if let Some(past) = &self.past {
            let left = self.left().as_secs_f64();
            self.progress.line(&format!("resumed after {:.1} s, {left:.1} s left", past.seconds));
        }
        for site in sites {
            self.introduce_one(site, chronicle);
            lanes::tell_findings(self.workspace, site, &self.progress, chronicle);
        }
    }

    fn introduce_one(&self, site: &Site, chronicle: &Chronicle<'_>) {
        let ledger = locked(&site.ledger);
        self.progress.line(&format!("  {}", ledger.loaded()));
        let standing = ledger.standing();
        chronicle.tell(Event::Opened {
            target: site.target.to_owned(),
            inputs: standing.inputs,
            cells: standing.cells,
            cells_reachable: ledger.cells_declared(),
            features: standing.features,
        });
        for aside in &ledger.aside {
            self.progress.line(&summary::set_aside(self.workspace, aside));
            chronicle.tell(Event::SetAside {
                target: site.target.to_owned(),
                file: self.workspace.short(&aside.file).to_string(),
                why: aside.why.clone(),
            });
        }
    }

    fn left(&self) -> Duration {
        let gone = self.past.as_ref().map_or(0.0, |past| past.seconds);
        self.definition.time.saturating_sub(Duration::try_from_secs_f64(gone).unwrap_or_default())
    }

    fn plan(&self) -> Plan<'_> {
        let Definition { seed, shard, jobs, time, .. } = self.definition;
        let (legs, shares) =
            self.past.as_ref().map_or((0, 0), |past| (past.resumed + 1, past.shares));
        Plan {
            jobs,
            whole: time,
            time: self.left(),
            stream: Stream::new(seed, legs, shard),
            shares,
            origin: self.origin(),
            engines: &self.engines,
        }
    }

    fn engine_names(&self) -> Vec<EngineName> {
        self.engines.iter().map(Engine::name).collect()
    }

    /// Tells what the campaign came to.
    fn conclude(&self, sites: &[Site], troubles: &[Problem]) -> Outcome {
        if self.halt.is_idle() {
            self.say("\nnothing new for so long that it ended before its time");
        }
        if !self.is_json {
            self.say(&format!("\n{}", summary::table(&self.engine_names(), sites)));
        }
        let findings = self.tell_findings(sites);
        self.tell_set_aside(sites);
        for trouble in troubles {
            anstream::eprintln!("{}", crate::progress::error(trouble));
        }
        match self.halt.loss().or(troubles.first()) {
            Some(trouble) if findings == 0 => trouble.outcome(),
            _ => Outcome::of_findings(findings),
        }
    }

    /// Tells all findings; answers how many there are.
    fn tell_findings(&self, sites: &[Site]) -> usize {
        let mut count = 0;
        for site in sites {
            let ledger = locked(&site.ledger);
            for finding in &ledger.findings {
                self.say(&format!("\n{}", summary::finding(self.workspace, finding)));
                count += 1;
            }
            if ledger.unexamined_count > 0 {
                self.say(&format!("\n{}", summary::unexamined(&ledger)));
            }
        }
        count
    }

    fn tell_set_aside(&self, sites: &[Site]) {
        let of_site = |site: &Site| locked(&site.ledger).aside.clone();
        let aside: Vec<SetAside> = sites.iter().flat_map(of_site).collect();
        if let Some(text) = summary::all_set_aside(self.workspace, &aside) {
            self.say(&format!("\n{text}"));
        }
    }

    /// Says something to the user: where results go, unless those are for programs.
    fn say(&self, text: &str) {
        if self.is_json {
            anstream::eprintln!("{text}");
        } else {
            anstream::println!("{text}");
        }
    }
}
