//! The swarm: seeded scenarios in this process, one after the other, without instrumentation.
//!
//! Rules: a share runs consecutive seeds from a start of its own, so the shares of a campaign do not
//! meet and one campaign seed gives the same scenarios every time. Only what looks new to the share is
//! offered, so the ledger is seldom locked.

use super::{Share, Tally};
use crate::campaign::{Clock, Intake, Novelty};
use crate::features::FeatureSet;

/// How far apart the seeds of two shares start.
const SEEDS_PER_SHARE: u64 = 1 << 40;

/// Runs between two words about how far it is.
const RUNS_PER_WORD: u64 = 32;

/// Runs seeds until the clock stops.
pub(super) fn run(
    share: Share,
    clock: &Clock<'_>,
    intake: &mut Intake<'_>,
    live: &dyn Fn(&Tally),
) -> Tally {
    let mut known = FeatureSet::new();
    let mut tally = Tally::default();
    let mut bytes = Vec::new();
    let first = share.seed.wrapping_add(SEEDS_PER_SHARE.wrapping_mul(share.instance as u64));
    while !clock.is_over() {
        intake.judge.generate(first.wrapping_add(tally.executions), &mut bytes);
        tally.executions += 1;
        judge_one(intake, &bytes, &mut known, &mut tally);
        if tally.executions.is_multiple_of(RUNS_PER_WORD) {
            live(&tally);
        }
    }
    tally
}

fn judge_one(intake: &mut Intake<'_>, bytes: &[u8], known: &mut FeatureSet, tally: &mut Tally) {
    match intake.judge.run(bytes) {
        Ok(summary) => {
            tally.stats.count(summary);
            if !known.extend(intake.judge.shown(summary).features()).is_empty() {
                intake.offer(bytes, Novelty::Unknown);
            }
        }
        Err(_) => intake.report(bytes, ""),
    }
}
