//! Seeded swarm scenarios: which pool, which opcodes, in which rhythm.
//!
//! All that makes a run special is drawn once per run, before its first step: a random subset of
//! opcodes with unequal weights, how hot the operands are, how often the host says no, when it
//! shuts down, how long it misbehaves before it settles some of what it owes. Redrawing per step
//! would make all runs alike.
//!
//! The host advances only when obligations are settled, so most runs begin with a warm-up that
//! brings the roles to `Idle`; some have chaos from the first step, some have no faults at all.
//!
//! A step that settles nothing tells nothing. So a run keeps an estimate of what its host owes, rests
//! no longer than that, and mostly gives the host new work instead of a settlement too many.

mod backlog;
mod operand;
mod pool;
mod swarm;
mod wide;

use super::{Opcode, Scenario, Step};
use crate::pool::observation::{DiagnosticPolicy, Eligibility, PoolSetup, Reaction};
use crate::script::Prng;
use backlog::Backlog;
use operand::Temper;
use swarm::Swarm;
use wide::Crowd;

/// What generated scenarios lean to. Every target can decode every scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emphasis {
    /// Small backlogs, many jobs, job and dispatch correlations that fail.
    Admission,
    /// Deliveries that stay open while completions and stops arrive; twins and foreigners.
    Joins,
    /// Stops, budgets, timers, births that fail, a source that several roles want.
    Recovery,
    /// A shutdown after some state is built up, deadlines, late facts.
    Drain,
}

/// Writes the scenario of `seed` over `bytes`: at most `steps_max` steps, canonical encoding.
pub(crate) fn generate(emphasis: Emphasis, steps_max: usize, seed: u64, bytes: &mut Vec<u8>) {
    let mut rng = Prng::new(seed ^ ((emphasis as u64 + 1) << 56));
    let mut scenario = Scenario::decode(&[]);
    let calm = rng.chance(1, 8);
    let is_wide = wide::is_wide(seed);
    pool::choose(emphasis, (calm, is_wide), &mut rng, &mut scenario);
    let steps_max = u32::try_from(steps_max).unwrap_or(u32::MAX);
    let mut run = Run::draw(emphasis, calm, steps_max, &mut rng);
    if is_fragile(&scenario.setup) && rng.chance(3, 4) {
        run.swarm.soften();
    }
    if is_wide {
        run.crowd = Some(Crowd::draw(&scenario.setup, &mut rng));
    }
    run.fill(&mut rng, &mut scenario);
    bytes.clear();
    scenario.encode_into(bytes);
}

/// What is drawn once for the steps of one run.
struct Run {
    swarm: Swarm,
    temper: Temper,
    rhythm: Rhythm,
    steps: usize,
    /// Warm-up steps for each role.
    warmup: u32,
    /// The step at which the host shuts the pool down, if the plan says so.
    shutdown_at: Option<usize>,
    /// The members that the run of a wide pool is about.
    crowd: Option<Crowd>,
}

/// How long the host misbehaves, and how long it then settles what it owes.
struct Rhythm {
    /// Steps of one stretch of chaos.
    chaos: u32,
    /// Settlements after it.
    rest: u32,
    /// What a settlement is: the oldest obligation, or obligation 0 accepted.
    settle: Opcode,
}

impl Run {
    fn draw(emphasis: Emphasis, calm: bool, steps_max: u32, rng: &mut Prng) -> Run {
        let swarm = Swarm::draw(emphasis, calm, rng);
        let steps = draw_steps(steps_max, rng);
        Run {
            temper: Temper::draw(calm, rng),
            rhythm: Rhythm::draw(emphasis, &swarm, rng),
            steps: steps as usize,
            warmup: draw_warmup(calm, rng),
            shutdown_at: draw_shutdown(emphasis, calm, steps, rng),
            swarm,
            crowd: None,
        }
    }

    fn fill(&self, rng: &mut Prng, scenario: &mut Scenario) {
        let mut backlog = self.begin(scenario);
        while scenario.steps.len() < self.steps {
            self.chaos(&mut backlog, rng, &mut scenario.steps);
            self.rest(&mut backlog, rng, &mut scenario.steps);
        }
        scenario.steps.truncate(self.steps);
        self.shut_down(&mut scenario.steps);
        if rng.chance(1, 8) {
            scenario.disabled = self.swarm.unused(&scenario.steps);
        }
    }

    /// The first steps, and what is owed after them.
    fn begin(&self, scenario: &mut Scenario) -> Backlog {
        let Scenario { setup, steps, .. } = scenario;
        let roles = self.crowd.as_ref().map_or(setup.role_count, Crowd::len);
        let mut backlog = Backlog::of_births(setup, roles);
        match &self.crowd {
            Some(crowd) => crowd.raise(&mut backlog, steps),
            None => self.warm_up(u32::from(roles), &mut backlog, steps),
        }
        backlog
    }

    fn shut_down(&self, steps: &mut [Step]) {
        if self.crowd.is_some() {
            wide::end(self.shutdown_at, steps);
        } else if let Some(step) = self.shutdown_at.and_then(|at| steps.get_mut(at)) {
            *step = plain(Opcode::Shutdown);
        }
    }

    /// Brings the roles to `Idle`: initialize, then settle what each of them waits for.
    fn warm_up(&self, roles: u32, backlog: &mut Backlog, steps: &mut Vec<Step>) {
        if self.warmup > 0 {
            let settlements = backlog.at_most(self.warmup * roles);
            steps.push(plain(Opcode::Initialize));
            self.settle(settlements, backlog, steps);
        }
    }

    /// One stretch of chaos, of about the drawn length.
    fn chaos(&self, backlog: &mut Backlog, rng: &mut Prng, steps: &mut Vec<Step>) {
        for _ in 0..rng.between(1, 2 * self.rhythm.chaos) {
            let picked = self.swarm.pick(rng);
            let is_idle = backlog.is_empty() && Backlog::is_reduced_by(picked);
            let opcode = match is_idle && rng.chance(15, 16) {
                true => self.swarm.work(rng).unwrap_or(picked),
                false => picked,
            };
            backlog.count(opcode);
            let step = self.temper.step(opcode, rng);
            let aimed = self.crowd.as_ref().map(|crowd| crowd.aim(step, rng));
            steps.push(aimed.unwrap_or(step));
        }
    }

    /// The rest after it: as long as something is owed.
    fn rest(&self, backlog: &mut Backlog, rng: &mut Prng, steps: &mut Vec<Step>) {
        let wanted = rng.below(2 * self.rhythm.rest + 1);
        self.settle(backlog.at_most(wanted), backlog, steps);
    }

    fn settle(&self, settlements: u32, backlog: &mut Backlog, steps: &mut Vec<Step>) {
        for _ in 0..settlements {
            backlog.count(self.rhythm.settle);
            let of_crowd = self.crowd.as_ref().map(Crowd::settlement);
            steps.push(of_crowd.unwrap_or(plain(self.rhythm.settle)));
        }
    }
}

impl Rhythm {
    /// Joins want deliveries that stay open long; every other target wants the pool to go on.
    fn draw(emphasis: Emphasis, swarm: &Swarm, rng: &mut Prng) -> Rhythm {
        let rests = match emphasis {
            Emphasis::Joins => [0, 0, 1, 2, 4, 8],
            Emphasis::Admission | Emphasis::Drain => [0, 1, 2, 4, 6, 10],
            Emphasis::Recovery => [0, 2, 4, 6, 8, 12],
        };
        Rhythm {
            chaos: rng.pick(&[1, 2, 4, 8, 16, 32]),
            rest: rng.pick(&rests),
            settle: swarm.settlement(),
        }
    }
}

/// Whether a few stops, or a single failure, end the interesting part of this pool's life.
fn is_fragile(setup: &PoolSetup) -> bool {
    setup.eligibility == Eligibility::Temporary
        || setup.reaction == Reaction::StopPool
        || setup.diagnostics == DiagnosticPolicy::Terminate
}

/// A step in its benign form.
fn plain(opcode: Opcode) -> Step {
    Step { opcode, a: 0, b: 0, c: 0 }
}

/// Mostly the upper half up to the target's limit: building a pool costs as much as many of its steps,
/// and what it does late is rare otherwise. One of 16 is short.
fn draw_steps(steps_max: u32, rng: &mut Prng) -> u32 {
    let short = rng.chance(1, 16);
    let (least, most) = if short { (1, 63) } else { (steps_max / 2, steps_max) };
    rng.between(least.min(steps_max), most.min(steps_max))
}

/// A role needs about four settlements from creation to idle. One run of five has none.
fn draw_warmup(calm: bool, rng: &mut Prng) -> u32 {
    let warmup = rng.pick(&[0, 2, 4, 5, 6]);
    if calm { warmup.max(4) } else { warmup }
}

/// A third of the drain runs shuts down early, a third after some state is built up, the rest late
/// or never; elsewhere shutdown is rare and late, because it ends the interesting part.
fn draw_shutdown(emphasis: Emphasis, calm: bool, steps: u32, rng: &mut Prng) -> Option<usize> {
    let percents = match emphasis {
        Emphasis::Drain if !calm => rng.pick(&[(0, 20), (15, 30), (25, 60), (40, 80), (60, 95)]),
        Emphasis::Drain | Emphasis::Admission | Emphasis::Joins | Emphasis::Recovery => (70, 98),
    };
    let wanted = match emphasis {
        Emphasis::Drain => rng.chance(15, 16),
        Emphasis::Admission | Emphasis::Joins | Emphasis::Recovery => rng.chance(1, 6),
    };
    let at = u64::from(steps) * u64::from(rng.between(percents.0, percents.1)) / 100;
    wanted.then_some(at as usize)
}
