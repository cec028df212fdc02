//! An audit under way: all selected mutants, several side by side, each written down once its fate is
//! known.

use super::Prepared;
use super::baseline;
use super::journal::Journal;
use super::partition::Machine;
use super::plan::Plan;
use super::selection::Selection;
use super::suites::{Suite, Suites};
use super::tree::Tree;
use super::trial::{Court, Fate, Trial};
use crate::cli::AuditArguments;
use crate::outcome::Problem;
use crate::progress::{Progress, Task};
use crate::workspace::Workspace;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// An audit under way.
pub(super) struct Audit<'a> {
    pub(super) workspace: &'a Workspace,
    pub(super) plan: &'a Plan,
    pub(super) prepared: &'a Prepared,
    pub(super) progress: &'a Progress,
}

impl Audit<'_> {
    /// Tries all selected mutants, those first that no earlier run of the same audit has tried.
    pub(super) fn try_all(
        &self,
        selection: &Selection,
        arguments: &AuditArguments,
    ) -> Result<Vec<Trial>, Problem> {
        self.run_canaries(selection)?;
        let path = self.workspace.audit().join("journal");
        let key = self.plan.key(self.workspace)?;
        let (mut journal, mut trials) = Journal::open(&path, &key, arguments.resume)?;
        let done: BTreeSet<_> = trials.iter().map(|trial| trial.mutant.clone()).collect();
        let open: Vec<usize> = selection
            .mutants
            .iter()
            .copied()
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
        let limit =
            |suite: Suite, machines: &[Machine]| self.prepared.baseline.limit(suite, machines);
        for partition in &selection.partitions {
            baseline::run_canaries(self.plan, &self.prepared.suites, *partition, &limit)?;
        }
        Ok(())
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
        session: &dyn Fn(&Court<'_>) -> Result<Trial, Problem>,
    ) -> Result<Trial, Problem> {
        let baseline = &self.prepared.baseline;
        let limit = |suite: Suite, machines: &[Machine]| baseline.limit(suite, machines) * times;
        session(&Court { suites, limit: &limit })
    }

    /// Tries mutants in several threads, each the next that is open.
    pub(super) fn try_side_by_side(
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
