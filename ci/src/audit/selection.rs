//! Which mutants an audit tries: all, those of some partitions, of a diff, or of one shard.

use super::mutant;
use super::partition::Partitions;
use super::plan::Plan;
use super::record::Record;
use crate::cli::AuditArguments;
use crate::git;
use crate::outcome::Problem;
use crate::workspace::Workspace;
use std::collections::BTreeSet;

/// What is selected.
#[derive(Debug)]
pub(super) struct Selection {
    /// Places in the list of mutants.
    pub(super) mutants: Vec<usize>,
    /// The partitions that they are in.
    pub(super) partitions: Vec<usize>,
}

impl Selection {
    /// What the command line asks for.
    pub(super) fn of(
        workspace: &Workspace,
        plan: &Plan,
        arguments: &AuditArguments,
    ) -> Result<Self, Problem> {
        let mut wanted = named(&plan.partitions, &arguments.partitions)?;
        if arguments.check {
            keep_recorded(workspace, plan, &mut wanted)?;
        }
        let changed = match &arguments.since {
            Some(revision) => Some(partitions_changed(workspace, plan, revision)?),
            None => None,
        };
        let touched = match &arguments.in_diff {
            Some(diff) => Some(touched(workspace, plan, diff)?),
            None => None,
        };
        let in_diff =
            |place: &usize| touched.as_ref().is_none_or(|t| t.contains(&plan.mutants[*place].name));
        let mut mutants: Vec<usize> = (0..plan.mutants.len())
            .filter(|place| wanted.contains(&plan.assigned[*place]))
            .filter(|place| changed.as_ref().is_none_or(|c| c.contains(&plan.assigned[*place])))
            .filter(in_diff)
            .collect();
        if let Some(shard) = arguments.shard {
            let counted = mutants.into_iter().enumerate();
            mutants = counted.filter(|(at, _)| shard.has(*at)).map(|(_, place)| place).collect();
        }
        let partitions: BTreeSet<_> = mutants.iter().map(|place| plan.assigned[*place]).collect();
        Ok(Self { mutants, partitions: partitions.into_iter().collect() })
    }
}

/// A comparison is with what is committed: partitions without a committed result are told, and left out.
fn keep_recorded(
    workspace: &Workspace,
    plan: &Plan,
    wanted: &mut BTreeSet<usize>,
) -> Result<(), Problem> {
    let record = Record::load(workspace.root())?;
    let name = |place: &usize| plan.partitions.all[*place].name.as_str();
    let (kept, left): (BTreeSet<usize>, BTreeSet<usize>) =
        wanted.iter().partition(|place| record.has_partition(name(place)));
    if !left.is_empty() {
        let names: Vec<_> = left.iter().map(name).collect();
        anstream::eprintln!("without a committed result, so not compared: {}", names.join(", "));
    }
    *wanted = kept;
    Ok(())
}

/// The partitions that have a mutant in a file which differs from the revision.
fn partitions_changed(
    workspace: &Workspace,
    plan: &Plan,
    revision: &str,
) -> Result<BTreeSet<usize>, Problem> {
    let git = |arguments: &[&str]| git::ask(workspace.root(), arguments);
    let head = git(&["rev-parse", "HEAD"]);
    let base = match revision {
        "last" => git(&["merge-base", "HEAD", "origin/main"])
            .filter(|base| Some(base) != head.as_ref())
            .unwrap_or_else(|| "HEAD~1".to_owned()),
        revision => revision.to_owned(),
    };
    let changed = git(&["diff", "--name-only", &base, "--", "core"]).ok_or_else(|| {
        Problem::environment(
            format!("git cannot compare this tree with `{base}`"),
            "fetch that revision, name another, or audit the partitions by name",
        )
    })?;
    let files: BTreeSet<&str> = changed.lines().collect();
    let mutants = plan.mutants.iter().zip(&plan.assigned);
    let touched = mutants.filter(|(mutant, _)| files.contains(mutant.file.as_str()));
    Ok(touched.map(|(_, partition)| *partition).collect())
}

fn touched(
    workspace: &Workspace,
    plan: &Plan,
    diff: &std::path::Path,
) -> Result<BTreeSet<String>, Problem> {
    let listed = mutant::list(workspace, &plan.tool, Some(diff))?;
    Ok(listed.into_iter().map(|mutant| mutant.name).collect())
}

/// The partitions of these names; all, if there is none.
pub(super) fn named(partitions: &Partitions, names: &[String]) -> Result<BTreeSet<usize>, Problem> {
    let all = &partitions.all;
    if names.is_empty() {
        return Ok((0..all.len()).collect());
    }
    let find = |name: &String| {
        all.iter().position(|partition| partition.name == *name).ok_or_else(|| {
            let known: Vec<_> = all.iter().map(|partition| partition.name.as_str()).collect();
            Problem::usage(
                format!("there is no partition `{name}`"),
                format!("pick of {}", known.join(", ")),
            )
        })
    };
    names.iter().map(find).collect()
}
