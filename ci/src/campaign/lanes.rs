//! How the time of a campaign is shared: lanes that take one share after the other.
//!
//! Rules: there are as many lanes as jobs, and every target gets the same number of shares, the
//! smallest that fills every lane to the end. A lane that takes a share gives it its part of the time
//! that is then left, so time that an ended target did not use goes to the others, and the campaign
//! as a whole takes the time it was given.

use super::intake::locked;
use super::{Clock, Intake, Interrupt, Ledger, summary};
use crate::engine::{Engine, Share, Tally};
use crate::outcome::Problem;
use crate::progress::{Progress, thousands};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a campaign may use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// How many shares run side by side.
    pub(super) jobs: usize,
    /// The time for all.
    pub(super) time: Duration,
    /// What all randomness starts from.
    pub(super) seed: u64,
}

/// What became of one share.
#[derive(Debug)]
pub(super) struct Report {
    /// The target.
    pub(super) target: &'static str,
    /// How long the engine ran.
    pub(super) seconds: f64,
    /// What it did.
    pub(super) tally: Tally,
    /// What kept it from its work.
    pub(super) trouble: Option<Problem>,
}

/// What the lanes have in common.
struct Yard<'a> {
    plan: &'a Plan,
    started: Instant,
    queue: Mutex<VecDeque<Share>>,
    reports: Mutex<Vec<Report>>,
    engine: &'a Engine,
    ledgers: &'a [Mutex<Ledger>],
    interrupt: &'a Interrupt,
    progress: &'a Progress,
}

/// Runs every share; the reports come in the order in which shares ended.
pub(super) fn run(
    plan: &Plan,
    engine: &Engine,
    ledgers: &[Mutex<Ledger>],
    interrupt: &Interrupt,
    progress: &Progress,
) -> Vec<Report> {
    let targets: Vec<_> = ledgers.iter().map(|ledger| locked(ledger).target).collect();
    let yard = Yard {
        plan,
        started: Instant::now(),
        queue: Mutex::new(shares(&targets, plan.jobs, plan.seed)),
        reports: Mutex::default(),
        engine,
        ledgers,
        interrupt,
        progress,
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.jobs {
            scope.spawn(|| while yard.work_off_one() {});
        }
    });
    yard.reports.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// Every target the same number of times, so that the number of shares is a multiple of the lanes.
fn shares(targets: &[&'static str], jobs: usize, seed: u64) -> VecDeque<Share> {
    let rounds = jobs / greatest_common_divisor(targets.len(), jobs);
    let share = |instance| targets.iter().map(move |&target| Share { target, instance, seed });
    (0..rounds).flat_map(share).collect()
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a.max(1) } else { greatest_common_divisor(b, a % b) }
}

/// The part of the time left that the next of `waiting` shares gets.
fn slice(left: Duration, waiting: usize, jobs: usize) -> Duration {
    let rounds = waiting.div_ceil(jobs).max(1);
    left / u32::try_from(rounds).unwrap_or(u32::MAX)
}

impl Yard<'_> {
    /// Takes the next share and runs it; `false` if none is left.
    fn work_off_one(&self) -> bool {
        let Some((share, time)) = self.next() else { return false };
        let ledger = self.ledger(share.target);
        let ended: Arc<AtomicBool> = locked(ledger).ended();
        let clock = Clock::new(time, &ended, self.interrupt);
        let report = self.run_share(share, time, &clock, ledger);
        self.reports.lock().unwrap_or_else(PoisonError::into_inner).push(report);
        true
    }

    fn next(&self) -> Option<(Share, Duration)> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.retain(|share| !locked(self.ledger(share.target)).ended().load(Ordering::Relaxed));
        let left = self.plan.time.saturating_sub(self.started.elapsed());
        let time = slice(left, queue.len(), self.plan.jobs);
        (!self.interrupt.is_wanted() && !time.is_zero())
            .then(|| queue.pop_front())?
            .map(|share| (share, time))
    }

    fn ledger(&self, target: &str) -> &Mutex<Ledger> {
        let found = self.ledgers.iter().find(|ledger| locked(ledger).target == target);
        found.expect("every share is of a target with a ledger")
    }

    /// Tells what was found since the last time.
    fn tell(&self, ledger: &Mutex<Ledger>) {
        for finding in locked(ledger).take_untold() {
            self.progress.line(&summary::headline(finding));
        }
    }

    fn run_share(
        &self,
        share: Share,
        time: Duration,
        clock: &Clock<'_>,
        ledger: &Mutex<Ledger>,
    ) -> Report {
        let started = Instant::now();
        let label = format!("{} {}", share.target, self.engine.name());
        let task = self.progress.task(&label, time.as_millis() as u64);
        let live = |tally: &Tally| {
            let runs = format!("{} runs", thousands(tally.executions));
            task.at(started.elapsed().as_millis() as u64, &runs);
            self.tell(ledger);
        };
        let result = self.engine.run(share, clock, &mut Intake::new(ledger), &live);
        self.tell(ledger);
        let seconds = started.elapsed().as_secs_f64();
        task.done();
        let (tally, trouble) = match result {
            Ok(tally) => (tally, None),
            Err(trouble) => (Tally::default(), Some(trouble)),
        };
        Report { target: share.target, seconds, tally, trouble }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_fill_every_lane_with_every_target_alike() {
        for (targets, jobs, count) in [(4, 2, 4), (1, 2, 2), (3, 2, 6), (4, 1, 4), (2, 8, 8)] {
            let names = &["a", "b", "c", "d"][..targets];
            let shares = shares(names, jobs, 1);
            assert_eq!(shares.len(), count, "{targets} targets, {jobs} jobs");
            for name in names {
                assert_eq!(
                    shares.iter().filter(|share| share.target == *name).count(),
                    count / targets
                );
            }
        }
    }

    #[test]
    fn slices_add_up_to_the_time_of_the_campaign() {
        let minute = Duration::from_secs(60);
        assert_eq!(slice(minute, 4, 2), minute / 2);
        assert_eq!(slice(minute, 3, 2), minute / 2);
        assert_eq!(slice(minute / 2, 2, 2), minute / 2);
        assert_eq!(slice(minute / 2, 1, 2), minute / 2);
    }
}
