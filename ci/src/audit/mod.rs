//! `cargo laws audit`: how much of the core the suites kill.
//!
//! Rules: cargo-mutants says what the mutants are; all of them are compiled into one tree, in which an
//! environment variable chooses the one that runs, so a mutant costs a run and no build. Every
//! listed mutant has exactly one fate. A kill is a named test or law that failed; what came to no end is
//! tried again alone, and is no kill.

mod baseline;
mod design;
mod equivalents;
mod journal;
mod limited;
mod mutant;
mod partition;
mod plan;
mod selection;
mod source;
mod suites;
mod summary;
mod tree;
mod trial;

use crate::cli::AuditArguments;
use crate::outcome::{Ending, Outcome, Problem};
use crate::progress::{Progress, Task};
use crate::workspace::Workspace;
use baseline::Baseline;
use equivalents::Equivalents;
use journal::Journal;
use partition::Machine;
use plan::Plan;
use selection::Selection;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use suites::{Suite, Suites};
use summary::Row;
use tree::Tree;
use trial::{Court, Fate, Trial};

/// Audits.
pub(crate) fn run(workspace: &Workspace, arguments: &AuditArguments) -> Ending {
    let _lock = workspace.lock()?;
    let progress = Progress::new();
    let plan = Plan::read(workspace)?;
    let selection = Selection::of(workspace, &plan, arguments)?;
    let equivalents = Equivalents::load(workspace.root())?;
    let names = lasting_names(&plan);
    demand_fresh(&equivalents, &names)?;
    let prepared = Prepared::build(workspace, &plan, &progress)?;
    let audit = Audit { workspace, plan: &plan, prepared: &prepared, progress: &progress };
    let trials = audit.try_all(&selection, arguments)?;
    conclude(&plan, &selection, &trials, &equivalents, &names)
}

/// The tree with all variants, built, and its baseline.
struct Prepared {
    unviable: BTreeMap<u32, String>,
    suites: Suites,
    baseline: Baseline,
}

impl Prepared {
    fn build(workspace: &Workspace, plan: &Plan, progress: &Progress) -> Result<Self, Problem> {
        let told = |text: &str| progress.line(text);
        let tree = Tree::new(workspace, "tree");
        let variants = plan.variants()?;
        told(&format!("{} mutants, {} wrong designs", plan.mutants.len(), plan.designs.len()));
        let unviable = tree.settle(&plan.sources, &variants, &told)?;
        let lame = (0..plan.designs.len()).find_map(|place| {
            let why = unviable.get(&plan.number_of_design(place))?;
            Some(format!("{}: {why}", plan.designs[place].name))
        });
        if let Some(lame) = lame {
            return Err(Problem::environment(lame, "write the patch anew: it must compile"));
        }
        told("building the suites");
        let suites = Suites::new(tree.build()?, workspace.root());
        let baseline = Baseline::run(plan, &suites, &told)?;
        Ok(Self { unviable, suites, baseline })
    }
}

/// An audit under way.
struct Audit<'a> {
    workspace: &'a Workspace,
    plan: &'a Plan,
    prepared: &'a Prepared,
    progress: &'a Progress,
}

impl Audit<'_> {
    /// Tries all selected mutants, those first that no earlier run of the same audit has tried.
    fn try_all(
        &self,
        selection: &Selection,
        arguments: &AuditArguments,
    ) -> Result<Vec<Trial>, Problem> {
        self.run_canaries(selection)?;
        let path = self.workspace.audit().join("journal");
        let key = self.plan.key(self.workspace)?;
        let (mut journal, mut trials) = Journal::open(&path, &key, arguments.resume)?;
        let done: Vec<_> = trials.iter().map(|trial| trial.mutant.clone()).collect();
        let open: Vec<usize> = selection.mutants.iter().copied()
            .filter(|place| !done.contains(&self.plan.mutants[*place].name))
            .collect();
        let task = self.progress.task("mutants", open.len() as u64);
        self.try_side_by_side(&open, arguments.jobs(), &mut |trial| {
            // Only what is settled is written down; the rest is tried again alone.
            if !trial.is_unsettled() {
                journal.record(&trial)?;
            }
            trials.push(trial);
            self.tell(&task, &trials);
            Ok(())
        })?;
        task.done();
        self.retry_alone(&mut trials, &mut journal)?;
        let selected: Vec<_> =
            selection.mutants.iter().map(|place| &self.plan.mutants[*place].name).collect();
        trials.retain(|trial| selected.contains(&&trial.mutant));
        Ok(trials)
    }

    fn tell(&self, task: &Task, trials: &[Trial]) {
        let missed = trials.iter().filter(|trial| trial.fate == Fate::Missed).count();
        task.at(trials.len() as u64, &format!("{} missed", missed));
    }

    fn run_canaries(&self, selection: &Selection) -> Result<(), Problem> {
        let limit = |suite: Suite, machines: &[Machine]| self.prepared.baseline.limit(suite, machines);
        for partition in &selection.partitions {
            baseline::run_canaries(self.plan, &self.prepared.suites, *partition, &limit)?;
        }
        Ok(())
    }

    fn try_one(&self, place: usize, times: u32) -> Result<Trial, Problem> {
        let mutant = &self.plan.mutants[place];
        let partition = self.plan.partition_of(place);
        let number = Plan::number_of_mutant(place);
        if let Some(why) = self.prepared.unviable.get(&number) {
            return Ok(Trial::unviable(&mutant.name, &partition.name, why));
        }
        let limit = |suite: Suite, machines: &[Machine]| {
            self.prepared.baseline.limit(suite, machines) * times
        };
        let court = Court { suites: &self.prepared.suites, limit: &limit };
        court.try_mutant(number, &mutant.name, Machine::of_file(&mutant.file), partition)
    }

    /// Tries mutants in several threads, each the next that is open.
    fn try_side_by_side(
        &self,
        open: &[usize],
        jobs: usize,
        take: &mut dyn FnMut(Trial) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let sender = sender.clone();
                let next = &next;
                scope.spawn(move || {
                    while let Some(place) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if sender.send(self.try_one(*place, 1)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            receiver.into_iter().try_for_each(|trial| take(trial?))
        })
    }

    /// Tries again, one at a time and with three times the limit, what came to no end or broke.
    fn retry_alone(&self, trials: &mut [Trial], journal: &mut Journal) -> Result<(), Problem> {
        for trial in trials.iter_mut().filter(|trial| trial.is_unsettled()) {
            self.progress.line(&format!("again, alone: {}", trial.mutant));
            let place = self.plan.mutants.iter().position(|mutant| mutant.name == trial.mutant);
            *trial = self.try_one(place.expect("it was listed"), 3)?;
            journal.record(trial)?;
        }
        Ok(())
    }
}

/// Each mutant's name without line and column, with the text of its line.
fn lasting_names(plan: &Plan) -> BTreeMap<String, String> {
    let name = |mutant: &mutant::Mutant| {
        let text = &plan.sources[&mutant.file].text;
        let line = text.lines().nth(mutant.span.start.line - 1).unwrap_or_default().trim();
        (mutant.name.clone(), format!("{} | {line}", mutant.lasting_name()))
    };
    plan.mutants.iter().map(name).collect()
}

fn demand_fresh(
    equivalents: &Equivalents,
    names: &BTreeMap<String, String>,
) -> Result<(), Problem> {
    let stale = equivalents.stale(&names.values().cloned().collect::<Vec<_>>());
    if stale.is_empty() {
        return Ok(());
    }
    let what = format!("{} is stale:\n{}", equivalents::FILE, stale.join("\n"));
    Err(Problem::environment(what, "remove or mend these entries"))
}

/// Prints what the audit came to.
fn conclude(
    plan: &Plan,
    selection: &Selection,
    trials: &[Trial],
    equivalents: &Equivalents,
    names: &BTreeMap<String, String>,
) -> Ending {
    let rows: Vec<Row> = selection.partitions.iter().map(|partition| {
        let name = &plan.partitions.all[*partition].name;
        let of: Vec<_> = trials.iter().filter(|trial| trial.partition == *name).collect();
        Row::of(name, &of, equivalents, names)
    }).collect();
    let total = Row::total(&rows);
    if total.listed != selection.mutants.len() {
        return Err(Problem::environment(
            format!("{} mutants were selected, {} have a fate", selection.mutants.len(), total.listed),
            "this is a defect of the audit: run it again without --resume and report it",
        ));
    }
    for trial in trials.iter().filter(|trial| trial.fate != Fate::Unviable && trial.fate != Fate::Caught) {
        let registered = names.get(&trial.mutant).and_then(|name| equivalents.why(name));
        if registered.is_none() {
            survivor(plan, trial, &names[&trial.mutant]);
        }
    }
    anstream::println!("{}\n", summary::fates(&rows));
    anstream::println!("{}\n", summary::matrix(&rows));
    anstream::println!("{}", summary::ablations(&rows));
    let refuted = equivalents.refuted(trials, names);
    for refuted in &refuted {
        anstream::println!("registered as equivalent, and is not missed: {refuted}");
    }
    let alive = total.missed + total.timed_out + total.infrastructure + refuted.len();
    Ok(if alive == 0 { Outcome::Clean } else { Outcome::Survivors })
}

/// Prints a mutant that lives, with its change and its own tests.
fn survivor(plan: &Plan, trial: &Trial, name: &str) {
    let ran = if trial.ran { "it ran" } else { "it never ran" };
    anstream::println!("{:?} ({ran}): {} {}", trial.fate, trial.mutant, trial.why);
    anstream::println!("  registry: {name}");
    let mutant = plan.mutants.iter().find(|mutant| mutant.name == trial.mutant);
    for line in mutant.map_or("", |mutant| &mutant.diff).lines() {
        if line.starts_with(['-', '+']) && !line.starts_with("---") && !line.starts_with("+++") {
            anstream::println!("    {line}");
        }
    }
    let partition = plan.partitions.all.iter().find(|partition| partition.name == trial.partition);
    let own = partition.map(|partition| partition.own.join(", ")).unwrap_or_default();
    anstream::println!("  nearest tests: {own}");
}
