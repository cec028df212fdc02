//! The swarm: seeded scenarios in this process, one after the other, without instrumentation.
//!
//! Rules: of each target the scenarios are run in the order of their numbers, each once, whichever share of
//! the campaign comes to it. So one campaign seed gives the same scenarios every time, however the time is
//! shared. Only what looks new to the share is offered, so the ledger is seldom locked.

use super::{Share, Tally};
use crate::campaign::{Clock, Intake, Novelty};
use crate::features::FeatureSet;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between two words about how far it is.
const WORD_EVERY: Duration = Duration::from_millis(100);

/// The swarm, with how far it is.
#[derive(Debug, Default)]
pub(crate) struct Swarm {
    /// The place of each target's next scenario.
    next: Mutex<HashMap<&'static str, Arc<AtomicU64>>>,
}

impl Swarm {
    /// Runs scenarios until the clock stops.
    pub(super) fn run(
        &self,
        share: Share,
        clock: &Clock<'_>,
        intake: &mut Intake<'_>,
        live: &dyn Fn(&Tally),
    ) -> Tally {
        let next = self.next(share.target);
        let mut known = FeatureSet::new();
        let mut tally = Tally::default();
        let mut bytes = Vec::new();
        let mut next_word = Instant::now() + WORD_EVERY;
        while !clock.is_over() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            intake.judge.generate(share.stream.scenario(place), &mut bytes);
            tally.executions += 1;
            judge_one(intake, &bytes, &mut known, &mut tally);
            if Instant::now() >= next_word {
                next_word = Instant::now() + WORD_EVERY;
                live(&tally);
            }
        }
        tally
    }

    fn next(&self, target: &'static str) -> Arc<AtomicU64> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(next.entry(target).or_default())
    }
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
