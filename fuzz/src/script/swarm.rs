//! Seeded swarm scenarios: which machine, which opcodes, in which rhythm.
//!
//! All that makes a run special is drawn once per run, before its first step: the construction
//! choices, a random subset of opcodes with unequal weights, how hot the operands are, how often the host says no,
//! how long it misbehaves before it settles some of what it owes, when it closes the machine. Redrawing
//! per step would make all runs alike. Most runs begin with a warm-up; one of eight is calm: progress and
//! ordinary events only, and a valid construction.

use super::{Class, Opcode, OpcodeMask, Operand, Prng, Rows, Scenario, Script, Step};

/// What the scenarios of one target lean to.
#[derive(Debug)]
pub struct Emphasis<S: Script> {
    /// Tells the seeds of the family's targets apart: unique within the family, from 1, never changed.
    pub salt: u64,
    /// Opcodes in most runs, and three times as heavy.
    pub favours: &'static [S::Opcode],
    /// Fields by their place, and the choices to draw from, each as likely as it stands often. A field
    /// that is not named is benign in half of the runs, else any common choice.
    pub choices: &'static [(usize, &'static [usize])],
    /// What most runs begin with, in order: an opcode, and the least and most times that it comes.
    /// Operands are drawn as everywhere; calm runs draw benign ones.
    pub warm_up: &'static [(S::Opcode, u32, u32)],
    /// Settlements after one stretch of chaos, drawn once per run: about so many.
    pub rests: &'static [u32; 6],
    /// When the host closes the machine, which ends the part of the run that others need.
    pub closing: Option<Closing<S>>,
}

/// When, and how often, the host closes the machine.
#[derive(Debug)]
pub struct Closing<S: Script> {
    /// The opcode that does so.
    pub opcode: S::Opcode,
    /// In so many runs of so many.
    pub chance: (u32, u32),
    /// At which part of the run, in percent: one of these spans, and anywhere in it.
    pub spans: &'static [(u32, u32); 4],
}

/// Writes the scenario of `seed` over `bytes`: at most `steps_max` steps, canonical encoding.
pub fn generate<S: Script>(
    emphasis: &Emphasis<S>,
    steps_max: usize,
    seed: u64,
    bytes: &mut Vec<u8>,
) {
    let mut rng = Prng::new(seed ^ (emphasis.salt << 56));
    let mut scenario = Scenario::<S>::decode(&[]);
    let calm = rng.chance(1, 8);
    choose(emphasis, calm, &mut rng, &mut scenario);
    let swarm = Swarm::draw(emphasis.favours, calm, &mut rng);
    let steps_max = u32::try_from(steps_max).unwrap_or(u32::MAX);
    fill(emphasis, &swarm, draw_steps(steps_max, &mut rng), &mut rng, &mut scenario);
    bytes.clear();
    scenario.encode_into(bytes);
}

/// Chooses construction and company. One run of 48 that is not calm has a rare choice somewhere.
fn choose<S: Script>(e: &Emphasis<S>, calm: bool, rng: &mut Prng, scenario: &mut Scenario<S>) {
    for (place, field) in S::FIELDS.iter().enumerate() {
        let common = field.choices() - field.rare_choices();
        let choice = match e.choices.iter().find(|(named, _)| *named == place) {
            Some((_, choices)) => choices[below(choices.len(), rng)],
            None if rng.chance(1, 2) => 0,
            None => below(common, rng),
        };
        scenario.header.set(place, choice);
    }
    if !calm && rng.chance(1, 48) {
        let place = below(S::FIELDS.len(), rng);
        scenario.header.set(place, below(S::FIELDS[place].choices(), rng));
    }
}

fn below(bound: usize, rng: &mut Prng) -> usize {
    rng.below(u32::try_from(bound).unwrap_or(u32::MAX)) as usize
}

/// Mostly from 64 to the target's limit, so that runs get deep; one of 16 is short.
fn draw_steps(steps_max: u32, rng: &mut Prng) -> usize {
    let short = rng.chance(1, 16);
    let (least, most) = if short { (1, 63) } else { (64, steps_max) };
    rng.between(least.min(steps_max), most.min(steps_max)) as usize
}

fn fill<S: Script>(
    e: &Emphasis<S>,
    swarm: &Swarm<S::Opcode>,
    count: usize,
    rng: &mut Prng,
    scenario: &mut Scenario<S>,
) {
    let steps = &mut scenario.steps;
    if swarm.is_calm || rng.chance(4, 5) {
        for &(opcode, least, most) in e.warm_up {
            for _ in 0..rng.between(least, most) {
                let temper = if swarm.is_calm { &Temper::BENIGN } else { &swarm.temper };
                steps.push(temper.step(opcode, rng));
            }
        }
    }
    let (chaos, rest) = (rng.pick(&[1, 2, 4, 8, 16, 32]), rng.pick(e.rests));
    while steps.len() < count {
        let stretch = rng.between(1, 2 * chaos);
        steps.extend((0..stretch).map(|_| swarm.temper.step(swarm.pick(rng), rng)));
        let rest = rng.below(2 * rest + 1);
        steps.extend((0..rest).map(|_| Step::plain(S::Opcode::from_byte(0))));
    }
    steps.truncate(count);
    close(e, rng, steps);
    if rng.chance(1, 8) {
        scenario.disabled = swarm.unused(&scenario.steps);
    }
}

fn close<S: Script>(e: &Emphasis<S>, rng: &mut Prng, steps: &mut [Step<S::Opcode>]) {
    let Some(Closing { opcode, chance: (times, of), spans }) = &e.closing else { return };
    let (from, to) = rng.pick(spans);
    let place = steps.len() * rng.between(from, to) as usize / 100;
    if rng.chance(*times, *of)
        && let Some(step) = steps.get_mut(place)
    {
        *step = Step::plain(*opcode);
    }
}

/// Which opcodes a run uses, how often, and with what operands: drawn once per run.
struct Swarm<O: 'static> {
    /// A weight for each opcode, by number; 0 is off.
    weights: Vec<u32>,
    temper: Temper,
    is_calm: bool,
    opcodes: &'static [O],
}

impl<O: Opcode + Rows> Swarm<O> {
    fn draw(favours: &[O], calm: bool, rng: &mut Prng) -> Self {
        let count = u32::try_from(O::ALL.len()).unwrap_or(u32::MAX);
        let wanted = rng.between(1, count);
        let draw = |&opcode: &O| {
            let favoured = favours.contains(&opcode);
            let kept = rng.chance(wanted, count) || favoured && rng.chance(7, 8);
            let weight = scaled(opcode.class(), favoured, rng.between(1, 100));
            let allowed = !calm || matches!(opcode.class(), Class::Progress | Class::Event);
            if kept && allowed { weight } else { 0 }
        };
        let weights = O::ALL.iter().map(draw).collect();
        let temper = Temper::draw(calm, rng);
        let mut swarm = Self { weights, temper, is_calm: calm, opcodes: O::ALL };
        swarm.ensure_progress(rng);
        swarm
    }

    /// In seven runs of eight, opcodes of progress have a share of a tenth to a half; the others take
    /// what the swarm gave, if it gave anything.
    fn ensure_progress(&mut self, rng: &mut Prng) {
        let is_progress = |place: usize| self.opcodes[place].class() == Class::Progress;
        let total: u32 = self.weights.iter().sum();
        if total > 0 && rng.chance(1, 8) {
            return;
        }
        let kept: Vec<usize> =
            (0..self.weights.len()).filter(|place| is_progress(*place)).collect();
        let others: u32 = total - kept.iter().map(|place| self.weights[*place]).sum::<u32>();
        let share = rng.between(1, 10) * others / 10;
        let chosen = 1 + below(kept.len(), rng);
        for (turn, place) in kept.iter().enumerate() {
            let weight = share / u32::try_from(chosen).unwrap_or(1) + 1;
            self.weights[*place] = if turn < chosen { weight } else { 0 };
        }
    }

    /// An opcode, by weight.
    fn pick(&self, rng: &mut Prng) -> O {
        let mut left = rng.below(self.weights.iter().sum());
        for (weight, opcode) in self.weights.iter().zip(self.opcodes) {
            if left < *weight {
                return *opcode;
            }
            left -= weight;
        }
        O::from_byte(0)
    }

    /// The opcodes that are off and that `steps` do without.
    fn unused(&self, steps: &[Step<O>]) -> OpcodeMask<O> {
        let off = self.opcodes.iter().zip(&self.weights).filter(|(_, weight)| **weight == 0);
        off.filter(|(opcode, _)| !steps.iter().any(|step| step.opcode == **opcode))
            .fold(OpcodeMask::EMPTY, |mask, (opcode, _)| mask.with(*opcode))
    }
}

/// Suppressors are far lighter than the rest, else every run is short.
fn scaled(class: Class, favoured: bool, weight: u32) -> u32 {
    match (class, favoured) {
        (Class::Suppressor, true) => weight.div_ceil(12),
        (Class::Suppressor, false) => weight.div_ceil(25),
        (Class::Progress | Class::Event | Class::Fault, true) => 3 * weight,
        (Class::Progress | Class::Event | Class::Fault, false) => weight,
    }
}

/// The habits of one run's operands.
struct Temper {
    /// Hot operands are below this.
    hot_span: u8,
    /// Operands that are hot, in percent.
    hot: u32,
    /// Outcomes other than the one that lets the machine go on, in percent.
    refusals: u32,
    /// Details, ticks and shifts that are no zero, in percent.
    variety: u32,
    /// Shifts that are large, in percent.
    leaps: u32,
}

impl Temper {
    const BENIGN: Self = Self { hot_span: 1, hot: 0, refusals: 0, variety: 0, leaps: 0 };

    fn draw(calm: bool, rng: &mut Prng) -> Self {
        let fault = u32::from(!calm);
        Self {
            hot_span: rng.pick(&[1, 2, 3, 6]),
            hot: rng.pick(&[0, 50, 90]),
            refusals: fault * rng.pick(&[0, 0, 2, 5, 15, 30]),
            variety: rng.pick(&[10, 50, 100]),
            leaps: fault * rng.pick(&[0, 0, 1, 10]),
        }
    }

    fn step<O: Rows>(&self, opcode: O, rng: &mut Prng) -> Step<O> {
        let [a, b, c] = opcode.operands().map(|operand| self.operand(operand, rng));
        Step { opcode, a, b, c }
    }

    fn operand(&self, operand: Operand, rng: &mut Prng) -> u8 {
        match operand {
            Operand::Unused => 0,
            Operand::Index(_) if rng.chance(self.hot, 100) => rng.byte() % self.hot_span,
            Operand::Index(_) | Operand::Any(_) => rng.byte(),
            Operand::Outcome(_) => seldom(self.refusals, rng, 255),
            Operand::Detail(_) => seldom(self.variety, rng, 7),
            Operand::Ticks(_) => seldom(self.variety, rng, 15),
            Operand::Shift(_) if rng.chance(self.leaps, 100) => rng.byte() % 64,
            Operand::Shift(_) => seldom(self.variety, rng, 3),
        }
    }
}

/// Zero, but for `percent` of the cases; then anything up to `most`.
fn seldom(percent: u32, rng: &mut Prng, most: u32) -> u8 {
    if rng.chance(percent, 100) { rng.between(0, most).to_le_bytes()[0] } else { 0 }
}
