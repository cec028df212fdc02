//! `cargo laws audit --designs`: all wrong designs before the engines.

use super::Prepared;
use super::design::Design;
use super::hunt::{self, Hunted};
use super::plan::Plan;
use super::record::{self, Record};
use super::side_by_side::side_by_side;
use super::tree::Tree;
use crate::cli::{AuditArguments, HuntEngine};
use crate::outcome::{Ending, Outcome, Problem};
use crate::progress::Progress;
use crate::workspace::Workspace;
use std::path::{Path, PathBuf};

/// Hunts all designs of the selected partitions.
pub(super) fn run(
    workspace: &Workspace,
    plan: &Plan,
    prepared: &Prepared,
    progress: &Progress,
    arguments: &AuditArguments,
) -> Ending {
    let libfuzzer = match arguments.engine {
        HuntEngine::Swarm => None,
        HuntEngine::Libfuzzer => Some(build_libfuzzer(workspace, plan, progress)?),
    };
    let hunted = hunt_all(plan, prepared, libfuzzer.as_deref(), progress, arguments)?;
    if arguments.json {
        hunted.iter().for_each(|design| println!("{}", serde_json::json!({ "design": design })));
    } else {
        anstream::println!("{}", hunt::table(&hunted));
    }
    let alive = hunted.iter().filter(|design| !design.fell()).count();
    anstream::println!("{} wrong designs, {alive} of them live", hunted.len());
    let mut record = Record::load(workspace.root())?;
    let differing = record.differing_designs(&hunted);
    if arguments.write {
        record.take_designs(hunted);
        record.store(workspace.root())?;
    }
    if arguments.check && !differing.is_empty() {
        anstream::println!("not as committed in {}:\n{}", record::FOLDER, differing.join("\n"));
        return Ok(Outcome::Survivors);
    }
    Ok(if alive == 0 { Outcome::Clean } else { Outcome::Survivors })
}

/// Builds libFuzzer's targets over a tree of the designs alone: what can't run must not be what libFuzzer
/// counts the edges of.
fn build_libfuzzer(
    workspace: &Workspace,
    plan: &Plan,
    progress: &Progress,
) -> Result<PathBuf, Problem> {
    progress.line("building libFuzzer's targets");
    let tree = Tree::new(workspace, "designs");
    let variants = plan.variants_of_designs()?;
    let unviable = tree.settle(&plan.sources, &variants, &|_| ())?;
    match unviable.values().next() {
        None => tree.build_libfuzzer(),
        Some(why) => {
            Err(Problem::environment(why.as_str(), "write the patch anew: it must compile"))
        }
    }
}

/// The places of the designs that are selected: of the partitions, or by their own names.
fn selected(plan: &Plan, names: &[String]) -> Vec<usize> {
    let is_selected = |design: &Design| {
        names.is_empty() || names.iter().any(|n| *n == design.name || n == design.partition())
    };
    let designs = plan.designs.iter().enumerate();
    designs.filter(|(_, design)| is_selected(design)).map(|(place, _)| place).collect()
}

fn hunt_all(
    plan: &Plan,
    prepared: &Prepared,
    libfuzzer: Option<&Path>,
    progress: &Progress,
    arguments: &AuditArguments,
) -> Result<Vec<Hunted>, Problem> {
    let places = selected(plan, &arguments.partitions);
    let task = progress.task("wrong designs", places.len() as u64);
    let mut hunted = Vec::new();
    let hunt = |place| hunt::hunt(plan, &prepared.suites, libfuzzer, place, arguments.seeds);
    side_by_side(&places, arguments.jobs(), &hunt, &mut |design| {
        hunted.push(design);
        task.at(hunted.len() as u64, &format!("{} of {}", hunted.len(), places.len()));
        Ok(())
    })?;
    task.done();
    hunted.sort_by(|one, other| one.design.cmp(&other.design));
    Ok(hunted)
}
