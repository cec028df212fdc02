//! `cargo laws audit --designs`: all wrong designs before the engines.

use super::baseline;
use super::design::Design;
use super::hunt::{self, Hunted};
use super::plan::Plan;
use super::record::{self, Record};
use super::side_by_side::side_by_side;
use super::suites::Suites;
use super::tree::Tree;
use crate::cli::{AuditArguments, HuntEngine};
use crate::outcome::{Ending, Outcome, Problem};
use crate::progress::Progress;
use crate::workspace::Workspace;
use std::path::Path;

/// Hunts all designs of the selected partitions.
pub(super) fn run(
    workspace: &Workspace,
    progress: &Progress,
    arguments: &AuditArguments,
) -> Ending {
    let plan = Plan::of_designs(workspace)?;
    progress.line(&format!("building a tree of {} wrong designs", plan.designs.len()));
    let tree = Tree::new(workspace, "designs");
    let unviable = tree.settle(&plan.sources, &plan.variants_of_designs()?, &|_| ())?;
    plan.demand_viable_designs(&unviable)?;
    let suites = Suites::new(tree.build_hunter()?, workspace.root());
    baseline::demand_clean_replay(&plan, &suites)?;
    let libfuzzer = match arguments.engine {
        HuntEngine::Swarm => None,
        HuntEngine::Libfuzzer => Some(tree.build_libfuzzer()?),
    };
    let hunted = hunt_all(&plan, &suites, libfuzzer.as_deref(), progress, arguments)?;
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
    suites: &Suites,
    libfuzzer: Option<&Path>,
    progress: &Progress,
    arguments: &AuditArguments,
) -> Result<Vec<Hunted>, Problem> {
    let places = selected(plan, &arguments.partitions);
    let task = progress.task("wrong designs", places.len() as u64);
    let mut hunted = Vec::new();
    let hunt = |place| hunt::hunt(plan, suites, libfuzzer, place, arguments.seeds);
    side_by_side(&places, arguments.jobs(), &hunt, &mut |design| {
        hunted.push(design);
        task.at(hunted.len() as u64, &format!("{} of {}", hunted.len(), places.len()));
        Ok(())
    })?;
    task.done();
    hunted.sort_by(|one, other| one.design.cmp(&other.design));
    Ok(hunted)
}
