//! `cargo laws audit`: how much of the core the suites kill.
//!
//! Rules: cargo-mutants says what the mutants are; all of them are compiled into one tree, in which an
//! environment variable chooses the one that runs, so a mutant costs a run and no build. Every
//! listed mutant has exactly one fate. A kill is a named test or law that failed; what came to no end is
//! tried again alone, and is no kill.

mod baseline;
mod compare;
mod design;
mod docket;
mod equivalents;
mod feedback;
mod fuzzer;
mod gallery;
mod hunt;
mod hunts;
mod journal;
mod limited;
mod mutant;
mod partition;
mod plan;
mod record;
mod selection;
mod shown;
mod side_by_side;
mod source;
mod suites;
mod summary;
mod tree;
mod trial;
mod verdict;

pub(crate) use gallery::{Gallery, Verdict as InputVerdict};
#[cfg(test)]
pub(crate) use shown::Here;
pub(crate) use shown::{Design, Partition, Shown, Survivor};

use crate::cli::AuditArguments;
use crate::outcome::{Ending, Outcome, Problem};
use crate::progress::Progress;
use crate::report;
use crate::workspace::Workspace;
use baseline::Baseline;
use docket::Audit;
use partition::Partitions;
use plan::Plan;
use record::Record;
use selection::Selection;
use std::collections::BTreeMap;
use std::time::Instant;
use suites::Suites;
use tree::Tree;
use verdict::{Book, Verdict};

/// Audits, and shows the outcome in the report.
pub(crate) fn run(workspace: &Workspace, arguments: &AuditArguments) -> Ending {
    let ending = audit(workspace, arguments);
    if ending.is_ok() {
        report::refresh(workspace);
    }
    ending
}

fn audit(workspace: &Workspace, arguments: &AuditArguments) -> Ending {
    let _lock = workspace.lock()?;
    let started = Instant::now();
    let progress = Progress::new();
    if arguments.designs {
        return hunts::run(workspace, &progress, arguments);
    }
    if arguments.feedback {
        return feedback::run(workspace, &progress, arguments);
    }
    let partitions = Partitions::load(workspace.root())?;
    // A name that nothing bears is told before anything is installed.
    selection::named(&partitions, &arguments.partitions)?;
    let plan = Plan::read(workspace, partitions)?;
    let selection = Selection::of(workspace, &plan, arguments)?;
    let book = Book::load(workspace, &plan)?;
    if selection.mutants.is_empty() {
        anstream::println!("no mutant is selected");
        return Ok(Outcome::Clean);
    }
    let prepared = Prepared::build(workspace, &plan, &progress, arguments.jobs())?;
    let audit = Audit {
        workspace,
        plan: &plan,
        prepared: &prepared,
        progress: &progress,
        first_kill_only: arguments.survivors,
    };
    if let Some(size) = arguments.compare {
        return compare::run(&audit, size, arguments.jobs(), started.elapsed());
    }
    let trials = audit.try_all(&selection, arguments)?;
    let verdict = Verdict::of(&plan, &selection, &trials, &book)?;
    verdict.tell(arguments.json, arguments.survivors);
    let mut record = Record::load(workspace.root())?;
    let differing = record.differing_rows(&verdict.rows);
    if arguments.write {
        record.take_partitions(verdict.rows.clone());
        record.tool = mutant::TOOL.version.to_owned();
        record.commit = record::commit(workspace.root());
        record.seconds = started.elapsed().as_secs_f64();
        record.jobs = arguments.jobs();
        record.store(workspace.root())?;
    }
    if !arguments.check {
        return Ok(verdict.outcome());
    }
    if differing.is_empty() {
        return Ok(Outcome::Clean);
    }
    anstream::println!("not as committed in {}:\n{}", record::FOLDER, differing.join("\n"));
    Ok(Outcome::Survivors)
}

/// The tree with all variants, built, and its baseline.
struct Prepared {
    unviable: BTreeMap<u32, String>,
    suites: Suites,
    baseline: Baseline,
}

impl Prepared {
    fn build(
        workspace: &Workspace,
        plan: &Plan,
        progress: &Progress,
        jobs: usize,
    ) -> Result<Self, Problem> {
        let told = |text: &str| progress.line(text);
        let tree = Tree::new(workspace, "tree");
        let variants = plan.variants()?;
        told(&format!("{} mutants, {} wrong designs", plan.mutants.len(), plan.designs.len()));
        let unviable = tree.settle(&plan.sources, &variants, &told)?;
        plan.demand_viable_designs(&unviable)?;
        told("building the suites");
        let suites = Suites::new(tree.build()?, workspace.root());
        let baseline = Baseline::run(plan, &suites, jobs, &told)?;
        Ok(Self { unviable, suites, baseline })
    }
}
