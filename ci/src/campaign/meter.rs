//! How much work was done on a target: by each engine, and in all.
//!
//! Rules: counts never fall, whatever an engine says while it runs and when it ends.

use super::event::Sample;
use crate::engine::{EngineName, Tally};
use std::collections::BTreeMap;

/// What engines have done.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Work {
    /// Seconds of engines, summed over shares.
    pub(super) seconds: f64,
    /// Inputs executed, by the engines' own count.
    pub(super) executions: u64,
    /// Inputs that the harness counted.
    pub(super) runs: u64,
    /// Steps of scenarios.
    pub(super) steps: u64,
    /// Checked folds.
    pub(super) folds: u64,
}

/// The work on one target.
#[derive(Debug, Default)]
pub(super) struct Meter {
    /// What a campaign that is resumed had come to.
    before: Option<Sample>,
    /// By the engine and the number of the share.
    shares: BTreeMap<(EngineName, usize), Work>,
    sampled_at: f64,
}

/// What a ledger counts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    /// Law cells reached by everything known.
    pub(super) cells: usize,
    /// Features of everything known.
    pub(super) features: usize,
    /// Inputs known.
    pub(super) inputs: usize,
    /// Inputs kept by this campaign.
    pub(super) kept: usize,
    /// Inputs copied into the committed corpus by this campaign.
    pub(super) promoted: usize,
    /// Findings so far.
    pub(super) findings: usize,
}

impl Work {
    fn of(seconds: f64, tally: &Tally) -> Self {
        let Tally { executions, stats, .. } = *tally;
        Self { seconds, executions, runs: stats.runs, steps: stats.steps, folds: stats.folds }
    }

    fn add(self, other: Self) -> Self {
        Self {
            seconds: self.seconds + other.seconds,
            executions: self.executions + other.executions,
            runs: self.runs + other.runs,
            steps: self.steps + other.steps,
            folds: self.folds + other.folds,
        }
    }

    /// The greater of each.
    fn at_least(self, other: Self) -> Self {
        Self {
            seconds: self.seconds.max(other.seconds),
            executions: self.executions.max(other.executions),
            runs: self.runs.max(other.runs),
            steps: self.steps.max(other.steps),
            folds: self.folds.max(other.folds),
        }
    }
}

impl Meter {
    /// Goes on from what a campaign had come to.
    pub(super) fn from(before: Option<Sample>) -> Self {
        Self { before, ..Self::default() }
    }

    /// Takes in what a share has come to so far.
    pub(super) fn update(&mut self, engine: EngineName, share: usize, seconds: f64, tally: &Tally) {
        let work = self.shares.entry((engine, share)).or_default();
        *work = work.at_least(Work::of(seconds, tally));
    }

    /// What an engine has done, since the campaign was resumed if it was.
    pub(super) fn of_engine(&self, engine: EngineName) -> Work {
        let shares = self.shares.iter().filter(|((of, _), _)| *of == engine);
        shares.fold(Work::default(), |sum, (_, work)| sum.add(*work))
    }

    /// Whether a sample is due, if one has to come after `interval`; if so the next one is due later.
    pub(super) fn is_due(&mut self, now: f64, interval: f64) -> bool {
        let is_due = now - self.sampled_at >= interval;
        if is_due {
            self.sampled_at = now;
        }
        is_due
    }

    /// How far the target is.
    pub(super) fn sample(&self, target: &str, engine: EngineName, now: Standing) -> Sample {
        let before = self.before.clone().unwrap_or_default();
        let work = self.shares.values().fold(Work::default(), |sum, work| sum.add(*work));
        Sample {
            target: target.to_owned(),
            engine: engine.to_string(),
            seconds: before.seconds + work.seconds,
            executions: before.executions + work.executions,
            steps: before.steps + work.steps,
            folds: before.folds + work.folds,
            cells: now.cells.max(before.cells),
            features: now.features.max(before.features),
            inputs: now.inputs.max(before.inputs),
            kept: before.kept + now.kept,
            promoted: before.promoted + now.promoted,
            findings: now.findings.max(before.findings),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use EngineName::{Afl, Swarm};
    use actor_laws_fuzz::engine::stats::Stats;

    fn tally(executions: u64) -> Tally {
        let stats = Stats { runs: executions, steps: 10 * executions, folds: executions };
        Tally { executions, stats, ..Tally::default() }
    }

    #[test]
    fn counts_add_up_over_shares_and_never_fall() {
        let mut meter = Meter::default();
        meter.update(Swarm, 0, 1.0, &tally(50));
        meter.update(Afl, 1, 2.0, &tally(7));
        meter.update(Swarm, 0, 1.5, &Tally::default());
        assert_eq!(meter.of_engine(Swarm).executions, 50);
        assert_eq!(meter.of_engine(Swarm).seconds, 1.5);
        let sample = meter.sample("a", Afl, Standing::default());
        assert_eq!((sample.executions, sample.steps, sample.seconds), (57, 570, 3.5));
        assert_eq!((sample.target.as_str(), sample.engine.as_str()), ("a", "afl"));
    }

    #[test]
    fn a_resumed_campaign_goes_on_from_what_it_had_come_to() {
        let before = Sample { executions: 5, kept: 2, cells: 9, inputs: 4, ..Sample::default() };
        let mut meter = Meter::from(Some(before));
        meter.update(Swarm, 3, 1.0, &tally(1));
        let now = Standing { cells: 8, kept: 1, inputs: 6, ..Standing::default() };
        let sample = meter.sample("a", Swarm, now);
        assert_eq!((sample.executions, sample.kept), (6, 3));
        assert_eq!((sample.cells, sample.inputs), (9, 6));
    }

    #[test]
    fn samples_are_due_at_intervals() {
        let mut meter = Meter::default();
        let due = [0.5, 1.0, 1.5, 2.1].map(|now| meter.is_due(now, 1.0));
        assert_eq!(due, [false, true, false, true]);
    }
}
