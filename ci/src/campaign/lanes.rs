//! How a campaign works its time off: as many lanes as jobs, which take one turn after the other as the
//! schedule says.
//!
//! Rules: everything that happens is told as it happens, in the chronicle and on the screen. An engine that
//! could not do its work is tried again after a while; after a trouble it is looked at whether files can be
//! written at all, because an engine that finds the disk full seldom says so.

use super::chronicle::Chronicle;
use super::clock::{Clock, Halt};
use super::event::{Event, Sample};
use super::intake::{Intake, locked};
use super::ledger::Ledger;
use super::meter::Meter;
use super::schedule::{Fate, Next, Observation, Pair, Schedule, TROUBLES_MAX, Turn};
use super::stream::Stream;
use super::summary;
use crate::engine::{Engine, EngineName, Share, Tally};
use crate::finding::Origin;
use crate::outcome::Problem;
use crate::progress::{Progress, thousands};
use crate::workspace::Workspace;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// The longest that a lane waits before it asks again.
const WAIT_MAX: f64 = 0.1;

/// A campaign has about so many samples of each target that is always at work.
const SAMPLES: f64 = 200.0;

/// The part of its time so far that a campaign waits for the next sample: most is reached at first.
const SAMPLE_PART: f64 = 0.1;

/// Seconds between two samples, at least.
const SAMPLE_EVERY: f64 = 0.1;

/// How much is written to see whether anything can be.
const PROBE_BYTES: usize = 1 << 16;

/// What is to be done.
#[derive(Clone, Debug)]
pub(super) struct Plan<'a> {
    /// How many turns run side by side.
    pub(super) jobs: usize,
    /// The time of the campaign.
    pub(super) whole: Duration,
    /// The time that is left of it.
    pub(super) time: Duration,
    /// What all randomness comes from.
    pub(super) stream: Stream,
    /// How many shares were begun before.
    pub(super) shares: usize,
    /// What each input that is found comes from, but for the engine.
    pub(super) origin: Origin,
    /// The engines.
    pub(super) engines: &'a [Engine],
}

/// What the lanes have in common.
pub(super) struct Yard<'a> {
    workspace: &'a Workspace,
    plan: Plan<'a>,
    sites: &'a [Site],
    halt: &'a Halt,
    progress: &'a Progress,
    chronicle: &'a Chronicle<'a>,
    started: Instant,
    shares: AtomicUsize,
    schedule: Mutex<Schedule>,
    troubles: Mutex<BTreeMap<(&'static str, EngineName), Problem>>,
}

/// A target, what is known of it, and the work done on it.
#[derive(Debug)]
pub(super) struct Site {
    /// The target.
    pub(super) target: &'static str,
    /// What is known and kept.
    pub(super) ledger: Mutex<Ledger>,
    /// The work.
    pub(super) meter: Mutex<Meter>,
}

impl<'a> Yard<'a> {
    /// A yard in which nothing runs yet.
    pub(super) fn new(
        workspace: &'a Workspace,
        plan: Plan<'a>,
        sites: &'a [Site],
        halt: &'a Halt,
        progress: &'a Progress,
        chronicle: &'a Chronicle<'a>,
    ) -> Self {
        let targets: Vec<_> = sites.iter().map(|site| site.target).collect();
        let engines: Vec<_> = plan.engines.iter().map(Engine::name).collect();
        let schedule = Schedule::new(&targets, &engines, plan.jobs, plan.time.as_secs_f64());
        Self {
            workspace,
            shares: AtomicUsize::new(plan.shares),
            plan,
            sites,
            halt,
            progress,
            chronicle,
            started: Instant::now(),
            schedule: Mutex::new(schedule),
            troubles: Mutex::default(),
        }
    }

    /// Works the time off; answers what kept engines from their work to the end.
    pub(super) fn run(self) -> Vec<Problem> {
        std::thread::scope(|scope| {
            for _ in 0..self.plan.jobs {
                scope.spawn(|| while self.work_off_one() {});
            }
        });
        let troubles = self.troubles.into_inner();
        troubles.unwrap_or_else(std::sync::PoisonError::into_inner).into_values().collect()
    }

    fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Does what the schedule says; `false` if that is nothing any more.
    fn work_off_one(&self) -> bool {
        match self.next() {
            Next::Turn(turn) => self.take(turn),
            Next::Wait(seconds) => {
                std::thread::sleep(Duration::from_secs_f64(seconds.clamp(0.01, WAIT_MAX)));
            }
            Next::Over => return false,
        }
        true
    }

    fn next(&self) -> Next {
        if self.halt.is_wanted() {
            return Next::Over;
        }
        let mut schedule = locked(&self.schedule);
        for site in self.sites {
            if locked(&site.ledger).ended().load(Ordering::Relaxed) {
                schedule.retire(site.target);
            }
        }
        schedule.next(self.now())
    }

    fn site(&self, target: &str) -> &Site {
        let found = self.sites.iter().find(|site| site.target == target);
        found.expect("every turn is of a target with a ledger")
    }

    fn engine(&self, name: EngineName) -> &Engine {
        let found = self.plan.engines.iter().find(|engine| engine.name() == name);
        found.expect("every turn is of an engine of the campaign")
    }

    fn take(&self, turn: Turn) {
        let Pair { target, engine } = turn.pair;
        let instance = self.shares.fetch_add(1, Ordering::Relaxed);
        let share = Share { target, instance, stream: self.plan.stream };
        self.chronicle.tell(Event::Share {
            target: target.to_owned(),
            engine: engine.to_string(),
            seconds: turn.seconds,
        });
        let site = self.site(target);
        self.sample(site, engine);
        let (observation, trouble) = self.run_share(share, turn, site);
        self.tell_findings(site);
        self.sample(site, engine);
        let mut schedule = locked(&self.schedule);
        let Some(trouble) = trouble else {
            schedule.observe(turn, self.now(), observation);
            locked(&self.troubles).remove(&(target, engine));
            return;
        };
        let fate = schedule.fail(turn, self.now(), observation);
        drop(schedule);
        self.tell_trouble(turn.pair, trouble, fate);
    }

    fn run_share(&self, share: Share, turn: Turn, site: &Site) -> (Observation, Option<Problem>) {
        let (engine, started) = (turn.pair.engine, Instant::now());
        let ended = locked(&site.ledger).ended();
        let clock = Clock::new(Duration::from_secs_f64(turn.seconds), &ended, self.halt);
        let label = format!("{} {engine}", share.target);
        let task = self.progress.task(&label, (turn.seconds * 1e3) as u64);
        let update = |tally: &Tally| {
            let seconds = started.elapsed().as_secs_f64();
            locked(&site.meter).update(engine, share.instance, seconds, tally);
        };
        let live = |tally: &Tally| {
            let runs = format!("{} runs", thousands(tally.executions));
            task.at(started.elapsed().as_millis() as u64, &runs);
            update(tally);
            self.tell_findings(site);
            if locked(&site.meter).is_due(self.now(), self.interval()) {
                self.sample(site, engine);
            }
        };
        let origin = Origin { engine: engine.to_string(), ..self.plan.origin.clone() };
        let mut intake = Intake::new(&site.ledger, self.halt, origin);
        let result = self.engine(engine).run(share, &clock, &mut intake, &live);
        let seconds = started.elapsed().as_secs_f64();
        task.done();
        let (tally, trouble) = match result {
            Ok(tally) => (tally, None),
            Err(trouble) => (Tally::default(), Some(trouble)),
        };
        update(&tally);
        let (startup, news) = (tally.startup.as_secs_f64(), intake.news());
        (Observation { seconds, startup, news }, trouble)
    }

    /// Seconds between samples now.
    fn interval(&self) -> f64 {
        (self.plan.whole.as_secs_f64() / SAMPLES).min(self.now() * SAMPLE_PART).max(SAMPLE_EVERY)
    }

    /// Tells how far a target is.
    fn sample(&self, site: &Site, engine: EngineName) {
        let sample = site.sample(engine);
        self.chronicle.tell(Event::Sample(sample));
    }

    /// Tells what was found since the last time.
    fn tell_findings(&self, site: &Site) {
        tell_findings(self.workspace, site, self.progress, self.chronicle);
    }

    fn tell_trouble(&self, pair: Pair, trouble: Problem, fate: Fate) {
        let Pair { target, engine } = pair;
        let then = match fate {
            Fate::Again(seconds) => format!("tried again in {seconds} s"),
            Fate::GivenUp => format!("given up after {TROUBLES_MAX} times in a row; others go on"),
        };
        self.progress.line(&format!("trouble with {engine} on {target}, {then}: {trouble}"));
        self.chronicle.tell(Event::Trouble {
            target: target.to_owned(),
            engine: engine.to_string(),
            message: format!("{then}: {trouble}"),
        });
        locked(&self.troubles).insert((target, engine), trouble);
        self.probe();
    }

    /// Looks whether files can be written.
    fn probe(&self) {
        let folder = self.workspace.campaigns();
        let probed = tempfile::tempfile_in(&folder);
        let probed = probed
            .and_then(|mut file| file.write_all(&vec![1; PROBE_BYTES]).and_then(|()| file.flush()));
        if let Err(error) = probed {
            self.halt.lose(Problem::file(&folder, &error));
        }
    }
}

impl Site {
    /// How far it is.
    pub(super) fn sample(&self, engine: EngineName) -> Sample {
        let standing = locked(&self.ledger).standing();
        locked(&self.meter).sample(self.target, engine, standing)
    }
}

/// Tells what was found on a target since the last time.
pub(super) fn tell_findings(
    workspace: &Workspace,
    site: &Site,
    progress: &Progress,
    chronicle: &Chronicle<'_>,
) {
    let untold = locked(&site.ledger).take_untold();
    for (finding, engine) in untold {
        progress.line(&summary::headline(&finding));
        chronicle.tell(Event::Finding {
            target: site.target.to_owned(),
            engine,
            kind: finding.record.kind.clone(),
            law: finding.record.law.clone(),
            folder: workspace.short(&finding.folder).to_string(),
        });
    }
}
