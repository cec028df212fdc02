//! What an audit says at its end: survivors with their changes, the tables, and how it ends.

use super::equivalents::{self, Equivalents};
use super::mutant::Mutant;
use super::plan::Plan;
use super::selection::Selection;
use super::summary::{self, Row};
use super::trial::{Fate, Trial};
use crate::outcome::{Outcome, Problem};
use crate::workspace::Workspace;
use serde_json::json;
use std::collections::BTreeMap;

/// The registry of equivalents, and the lasting name of each mutant by its whole name.
pub(super) struct Book {
    equivalents: Equivalents,
    names: BTreeMap<String, String>,
}

impl Book {
    /// Reads the registry; a stale entry is an error.
    pub(super) fn load(workspace: &Workspace, plan: &Plan) -> Result<Self, Problem> {
        let equivalents = Equivalents::load(workspace.root())?;
        let names = lasting_names(plan);
        let stale = equivalents.stale(&names.values().cloned().collect::<Vec<_>>());
        if stale.is_empty() {
            return Ok(Self { equivalents, names });
        }
        let what = format!("{} is stale:\n{}", equivalents::FILE, stale.join("\n"));
        Err(Problem::environment(what, "remove or mend these entries"))
    }

    /// The argument that no input can tell a mutant.
    fn why(&self, mutant: &str) -> Option<&str> {
        self.names.get(mutant).and_then(|name| self.equivalents.why(name))
    }
}

/// Each mutant's name without line and column, with the text of its line.
fn lasting_names(plan: &Plan) -> BTreeMap<String, String> {
    let name = |mutant: &Mutant| {
        let text = &plan.sources[&mutant.file].text;
        let line = text.lines().nth(mutant.span.start.line - 1).unwrap_or_default().trim();
        (mutant.name.clone(), format!("{} | {line}", mutant.lasting_name()))
    };
    plan.mutants.iter().map(name).collect()
}

/// What an audit came to.
pub(super) struct Verdict<'a> {
    plan: &'a Plan,
    book: &'a Book,
    trials: &'a [Trial],
    pub(super) rows: Vec<Row>,
    refuted: Vec<String>,
}

impl<'a> Verdict<'a> {
    /// Counts the fates. Every selected mutant must have exactly one.
    pub(super) fn of(
        plan: &'a Plan,
        selection: &Selection,
        trials: &'a [Trial],
        book: &'a Book,
    ) -> Result<Self, Problem> {
        let row = |partition: &usize| {
            let name = &plan.partitions.all[*partition].name;
            let of: Vec<_> = trials.iter().filter(|trial| trial.partition == *name).collect();
            Row::of(name, &of, |mutant| book.why(mutant).is_some())
        };
        let rows: Vec<Row> = selection.partitions.iter().map(row).collect();
        let fates = Row::total(&rows).listed;
        if fates != selection.mutants.len() {
            return Err(Problem::environment(
                format!("{} mutants were selected, {fates} have a fate", selection.mutants.len()),
                "this is a defect of the audit: run it again without --resume and report it",
            ));
        }
        let refuted = book.equivalents.refuted(trials, &book.names);
        Ok(Self { plan, book, trials, rows, refuted })
    }

    /// Survivors are what the audit is for.
    pub(super) fn outcome(&self) -> Outcome {
        let total = Row::total(&self.rows);
        let alive = total.missed + total.timed_out + total.infrastructure + self.refuted.len();
        if alive == 0 { Outcome::Clean } else { Outcome::Survivors }
    }

    fn survivors(&self) -> impl Iterator<Item = &'a Trial> {
        let settled = |fate| matches!(fate, Fate::Unviable | Fate::Caught);
        let living = self.trials.iter().filter(move |trial| !settled(trial.fate));
        living.filter(|trial| self.book.why(&trial.mutant).is_none())
    }

    /// Prints everything: as JSON lines, one a mutant and one for the partitions, or as tables; where the first
    /// kill was enough there is no kill matrix.
    pub(super) fn tell(&self, json: bool, first_kill_only: bool) {
        if json {
            for trial in self.trials {
                println!("{}", json!({ "mutant": trial }));
            }
            println!("{}", json!({ "partitions": self.rows, "refuted": self.refuted }));
            return;
        }
        self.survivors().for_each(|trial| self.survivor(trial));
        anstream::println!("{}\n", summary::fates(&self.rows));
        if !first_kill_only {
            anstream::println!("{}\n", summary::matrix(&self.rows));
            anstream::println!("{}", summary::ablations(&self.rows));
        }
        for refuted in &self.refuted {
            anstream::println!("registered as equivalent, and is not missed: {refuted}");
        }
    }

    /// Prints a mutant that lives, with its change and the tests that are about it.
    fn survivor(&self, trial: &Trial) {
        let ran = if trial.ran { "it ran" } else { "it never ran" };
        anstream::println!("{:?} ({ran}): {} {}", trial.fate, trial.mutant, trial.why);
        anstream::println!("  as the registry names it: {}", self.book.names[&trial.mutant]);
        let mutant = self.plan.mutants.iter().find(|mutant| mutant.name == trial.mutant);
        let changed = |line: &&str| {
            line.starts_with(['-', '+']) && !line.starts_with("---") && !line.starts_with("+++")
        };
        for line in mutant.map_or("", |mutant| &mutant.diff).lines().filter(changed) {
            anstream::println!("    {line}");
        }
        let mut partitions = self.plan.partitions.all.iter();
        let partition = partitions.find(|partition| partition.name == trial.partition);
        let own = partition.map(|partition| partition.own.join(", ")).unwrap_or_default();
        anstream::println!("  nearest tests: {own}");
    }
}
