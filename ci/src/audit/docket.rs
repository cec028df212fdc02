//! An audit under way: all selected mutants, several side by side, each written down once its fate is
//! known.

use super::Prepared;
use super::baseline;
use super::journal::Journal;
use super::partition::Machine;
use super::plan::Plan;
use super::selection::Selection;
use super::side_by_side::side_by_side;
use super::suites::{Suite, Suites};
use super::tree::Tree;
use super::trial::{Court, Fate, Trial};
use crate::cli::AuditArguments;
use crate::outcome::Problem;
use crate::progress::Progress;
use crate::workspace::Workspace;
use std::collections::BTreeSet;
use std::time::Instant;

/// An audit under way.
pub(super) struct Audit<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) plan: &'a Plan,
    pub(super) prepared: &'a Prepared,
    pub(super) progress: &'a Progress,
    /// Whether the first kill of a mutant is enough.
    pub(super) first_kill_only: bool,
}

impl Audit<'_> {
    /// Tries all selected mutants, but for those that an earlier run of the same audit has tried.
    pub(super) fn try_all(
        &self,
        selection: &Selection,
        arguments: &AuditArguments,
    ) -> Result<Vec<Trial>, Problem> {
        self.run_canaries(selection, arguments.jobs())?;
        // What is known of a mutant differs, so the two are not mixed.
        let name = if self.first_kill_only { "journal-of-survivors" } else { "journal" };
        let path = self.workspace.audit().join(name);
        let key = self.plan.key(self.workspace)?;
        let (mut journal, mut trials) = Journal::open(&path, &key, arguments.resume)?;
        let done: BTreeSet<_> = trials.iter().map(|trial| trial.mutant.clone()).collect();
        let open: Vec<usize> = selection
            .mutants
            .iter()
            .copied()
            .filter(|place| !done.contains(&self.plan.mutants[*place].name))
            .collect();
        let started = Instant::now();
        let task = self.progress.task("mutants", open.len() as u64);
        self.try_side_by_side(&open, arguments.jobs(), &mut |trial| {
            // Only what is settled is written down; the rest is tried again alone.
            if !trial.is_unsettled() {
                journal.record(&trial)?;
            }
            trials.push(trial);
            let tried = trials.len() - done.len();
            let missed = trials.iter().filter(|trial| trial.fate == Fate::Missed).count();
            let left = started.elapsed().mul_f64((open.len() - tried) as f64 / tried as f64);
            let message = format!("{missed} missed, about {} s left", left.as_secs());
            task.at(tried as u64, &message);
            Ok(())
        })?;
        task.done();
        self.retry_alone(&mut trials, &mut journal)?;
        let selected: BTreeSet<_> =
            selection.mutants.iter().map(|place| &self.plan.mutants[*place].name).collect();
        trials.retain(|trial| selected.contains(&trial.mutant));
        Ok(trials)
    }

    fn run_canaries(&self, selection: &Selection, jobs: usize) -> Result<(), Problem> {
        self.progress.line("canaries of the partitions");
        let limit =
            |suite: Suite, machines: &[Machine]| self.prepared.baseline.limit(suite, machines);
        let run = |partition: usize| {
            baseline::run_canaries(self.plan, &self.prepared.suites, partition, &limit)
        };
        side_by_side(&selection.partitions, jobs, &run, &mut Ok)
    }

    fn try_one(&self, place: usize, times: u32) -> Result<Trial, Problem> {
        let mutant = &self.plan.mutants[place];
        let partition = self.plan.partition_of(place);
        let number = Plan::number_of_mutant(place);
        if self.plan.is_alone(place)? {
            return self.try_alone(place, times);
        }
        if let Some(why) = self.prepared.unviable.get(&number) {
            return Ok(Trial::unviable(&mutant.name, &partition.name, why));
        }
        self.court(&self.prepared.suites, times, &|court| {
            court.try_mutant(number, &mutant.name, Machine::of_file(&mutant.file), partition)
        })
    }

    /// Tries a mutant in a tree of its own.
    fn try_alone(&self, place: usize, times: u32) -> Result<Trial, Problem> {
        let mutant = &self.plan.mutants[place];
        let partition = self.plan.partition_of(place);
        let tree = Tree::new(self.workspace, "alone");
        let variant = self.plan.variant_of(place)?;
        let number = variant.number;
        let unviable = tree.settle(&self.plan.sources, &[variant], &|_| ())?;
        if let Some(why) = unviable.get(&number) {
            return Ok(Trial::unviable(&mutant.name, &partition.name, why));
        }
        let suites = Suites::new(tree.build()?, self.workspace.root());
        self.court(&suites, times, &|court| {
            court.try_mutant(number, &mutant.name, Machine::of_file(&mutant.file), partition)
        })
    }

    fn court(
        &self,
        suites: &Suites,
        times: u32,
        hearing: &dyn Fn(&Court<'_>) -> Result<Trial, Problem>,
    ) -> Result<Trial, Problem> {
        let baseline = &self.prepared.baseline;
        let limit = |suite: Suite, machines: &[Machine]| baseline.limit(suite, machines) * times;
        let first_kill_only = self.first_kill_only;
        hearing(&Court { suites, first_kill_only, limit: &limit })
    }

    /// Tries mutants, several side by side.
    pub(super) fn try_side_by_side(
        &self,
        open: &[usize],
        jobs: usize,
        take: &mut dyn FnMut(Trial) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        side_by_side(open, jobs, &|place| self.try_one(place, 1), take)
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
