//! One mutant before all suites.

use super::limited::Limit;
use super::partition::{Machine, Partition};
use super::suites::{Answer, Kill, Question, Suite, Suites};
use crate::outcome::Problem;
use actor_laws_fuzz::checks::Check;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Fate {
    /// A named test or law failed.
    Caught,
    /// Every suite passed.
    Missed,
    /// No suite caught it, and at least one came to no end.
    TimedOut,
    /// It does not compile.
    Unviable,
    /// No suite caught it, and at least one broke: nothing can be said.
    Infrastructure,
}

/// What is recorded of one mutant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Trial {
    /// The mutant's whole name.
    pub(super) mutant: String,
    /// The partition's name.
    pub(super) partition: String,
    /// Its fate.
    pub(super) fate: Fate,
    /// Why it is unviable or nothing can be said.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) why: String,
    /// Whether the changed code ran in any suite.
    pub(super) ran: bool,
    /// What killed it, by suite.
    pub(super) kills: BTreeMap<Suite, Kill>,
    /// Suites whose time was over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) timed_out: Vec<Suite>,
    /// Whether corpus replay or seeds kill it without a check.
    pub(super) without: BTreeMap<Check, bool>,
    /// Seconds that it took.
    pub(super) seconds: f64,
}

impl Trial {
    /// A mutant that does not compile.
    pub(super) fn unviable(mutant: &str, partition: &str, why: &str) -> Self {
        Self { fate: Fate::Unviable, why: why.to_owned(), ..Self::begun(mutant, partition) }
    }

    fn begun(mutant: &str, partition: &str) -> Self {
        Self {
            mutant: mutant.to_owned(),
            partition: partition.to_owned(),
            fate: Fate::Missed,
            why: String::new(),
            ran: false,
            kills: BTreeMap::new(),
            timed_out: Vec::new(),
            without: BTreeMap::new(),
            seconds: 0.0,
        }
    }

    /// Whether it must be tried again alone: nothing caught it, and a suite came to no end or broke.
    pub(super) fn is_unsettled(&self) -> bool {
        matches!(self.fate, Fate::TimedOut | Fate::Infrastructure)
    }
}

/// Tries a mutant.
pub(super) struct Court<'a> {
    pub(super) suites: &'a Suites,
    /// Whether the first kill is enough.
    pub(super) first_kill_only: bool,
    /// What a suite may take on these machines.
    pub(super) limit: &'a (dyn Fn(Suite, &[Machine]) -> Limit + Sync),
}

impl Court<'_> {
    /// Runs all suites on a variant.
    pub(super) fn try_mutant(
        &self,
        variant: u32,
        mutant: &str,
        machines: &[Machine],
        partition: &Partition,
    ) -> Result<Trial, Problem> {
        let started = std::time::Instant::now();
        let mut trial = Trial::begun(mutant, &partition.name);
        for suite in Suite::ALL {
            // Both are tests of the core, and one column of the matrix: own ones speak for all.
            if suite == Suite::Tests && trial.kills.contains_key(&Suite::Own) {
                continue;
            }
            if self.first_kill_only && !trial.kills.is_empty() {
                break;
            }
            let limit = (self.limit)(suite, machines);
            let question = Question { variant, machines, partition, limit };
            let heard = self.suites.ask(suite, &question)?;
            trial.ran |= heard.ran;
            match heard.answer {
                Answer::Killed(kill) => drop(trial.kills.insert(suite, kill)),
                Answer::Passed(_) => {}
                Answer::TimedOut => trial.timed_out.push(suite),
                Answer::Broken(why) => trial.why = why,
            }
        }
        if !self.first_kill_only {
            self.ablate(&mut trial, variant, machines, partition)?;
        }
        trial.fate = trial.judged();
        trial.seconds = started.elapsed().as_secs_f64();
        Ok(trial)
    }

    /// What corpus replay and seeds say without each check. A run that another check has stopped stops
    /// there without this one as well, so only what a check itself has found is run again.
    fn ablate(
        &self,
        trial: &mut Trial,
        variant: u32,
        machines: &[Machine],
        partition: &Partition,
    ) -> Result<(), Problem> {
        for check in Check::ALL {
            let mut killed = false;
            for suite in [Suite::Corpus, Suite::Seeds] {
                let Some(kill) = trial.kills.get(&suite).filter(|_| !killed) else { continue };
                killed = kill.check != check.name() || {
                    let limit = (self.limit)(suite, machines);
                    let question = Question { variant, machines, partition, limit };
                    let heard = self.suites.ask_without(suite, check, &question)?;
                    heard.answer.kill().is_some()
                };
            }
            trial.without.insert(check, killed);
        }
        Ok(())
    }
}

impl Trial {
    fn judged(&self) -> Fate {
        if !self.kills.is_empty() {
            Fate::Caught
        } else if !self.why.is_empty() {
            Fate::Infrastructure
        } else if !self.timed_out.is_empty() {
            Fate::TimedOut
        } else {
            Fate::Missed
        }
    }
}
