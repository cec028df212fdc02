//! `cargo laws audit --designs`: all wrong designs before the engines.

use super::baseline;
use super::design::{self, Design};
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
    // A name that nothing bears is told before anything is built.
    let places = selected(&Design::load_all(workspace.root())?, &arguments.partitions)?;
    let (plan, tree, suites) = build(workspace, progress)?;
    baseline::demand_clean_replay(&plan, &suites)?;
    let libfuzzer = match arguments.engine {
        HuntEngine::Swarm => None,
        HuntEngine::Libfuzzer => Some(tree.build_libfuzzer()?),
    };
    let hunted = hunt_all(&plan, &places, &suites, libfuzzer.as_deref(), progress, arguments)?;
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

/// Builds all designs into one tree, with the program that replays, hunts and shrinks.
pub(super) fn build(
    workspace: &Workspace,
    progress: &Progress,
) -> Result<(Plan, Tree, Suites), Problem> {
    let plan = Plan::of_designs(workspace, Design::load_all(workspace.root())?)?;
    progress.line(&format!("building a tree of {} wrong designs", plan.designs.len()));
    let tree = Tree::new(workspace, "designs");
    let unviable = tree.settle(&plan.sources, &plan.variants_of_designs()?, &|_| ())?;
    plan.demand_viable_designs(&unviable)?;
    let suites = Suites::new(tree.build_hunter()?, workspace.root());
    Ok((plan, tree, suites))
}

/// The places of the designs that are selected: of the partitions, or by their own names.
fn selected(designs: &[Design], names: &[String]) -> Result<Vec<usize>, Problem> {
    let bears = |design: &Design, name: &String| *name == design.name || name == design.partition();
    if let Some(name) = names.iter().find(|name| !designs.iter().any(|d| bears(d, name))) {
        return Err(Problem::usage(
            format!("there is no wrong design `{name}`"),
            format!("name a folder or PARTITION/NAME of {}", design::FOLDER),
        ));
    }
    let is_selected =
        |design: &Design| names.is_empty() || names.iter().any(|name| bears(design, name));
    let designs = designs.iter().enumerate();
    Ok(designs.filter(|(_, design)| is_selected(design)).map(|(place, _)| place).collect())
}

fn hunt_all(
    plan: &Plan,
    places: &[usize],
    suites: &Suites,
    libfuzzer: Option<&Path>,
    progress: &Progress,
    arguments: &AuditArguments,
) -> Result<Vec<Hunted>, Problem> {
    let task = progress.task("wrong designs", places.len() as u64);
    let mut hunted = Vec::new();
    let hunt = |place| hunt::hunt(plan, suites, libfuzzer, place, arguments.seeds);
    side_by_side(places, arguments.jobs(), &hunt, &mut |design| {
        hunted.push(design);
        task.at(hunted.len() as u64, &format!("{} of {}", hunted.len(), places.len()));
        Ok(())
    })?;
    task.done();
    hunted.sort_by(|one, other| one.design.cmp(&other.design));
    Ok(hunted)
}
