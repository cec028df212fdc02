//! The search for a scenario that fails alike in fewer steps, where none can simply be left out.
//!
//! Rules: a try leaves out some steps, or none, and changes a little of what is left: an opcode, an operand, a
//! byte of the header, the order, or a step in favour of one that was found. The search goes on from whatever fails
//! alike in no more steps, and gives up after so many tries in a row that saved none. It is made several times, and the
//! least result counts. Tries are drawn from fixed seeds, so equal inputs shrink alike.

use super::{Shrinker, canonical, verdict, weight};
use crate::engine::Subject;
use crate::family::Family;
use crate::script::Prng;

/// What the tries of the first walk are drawn from.
const SEED: u64 = 0x51EA;

/// How often the search is made.
const WALKS: u64 = 4;

/// No try leaves out more steps than this, unless it leaves out half of them.
const LEFT_OUT_MAX: u32 = 4;

/// No try changes more places than this.
const CHANGES_MAX: u32 = 5;

/// Operands that say something to most steps.
const SMALL: u32 = 6;

/// The shortest scenario that fails as `bytes` does, of some walks that each end when so many tries in a row were in
/// vain. The canonical form of `bytes` if they do not fail.
pub fn shrink_further(subject: &mut Subject, bytes: &[u8], tries_max: u64) -> Vec<u8> {
    let found = canonical_found(subject, bytes);
    let Some(wanted) = verdict(subject, &found) else { return found };
    let best = found.clone();
    let mut shrinker = Shrinker { subject, wanted, best, runs_left: u64::MAX };
    shrinker.simplify();
    let simple = shrinker.best.clone();
    let mut least = simple.clone();
    for seed in 0..WALKS {
        // The simplest one is not always the one from which most can go.
        shrinker.best = if seed % 2 == 0 { simple.clone() } else { found.clone() };
        shrinker.walk(&found, seed, tries_max);
        if rank(&shrinker.best) < rank(&least) {
            least = shrinker.best.clone();
        }
    }
    least
}

/// Fewer steps, then smaller bytes, then the order of bytes.
fn rank(bytes: &[u8]) -> (usize, u64, &[u8]) {
    (bytes.len(), weight(bytes), bytes)
}

impl Shrinker<'_> {
    /// Tries until nothing more comes of it, and makes the last success simple.
    fn walk(&mut self, found: &[u8], seed: u64, tries_max: u64) {
        let mut draws = Prng::new(SEED + seed);
        self.leave_out_steps();
        let mut tries_left = tries_max;
        while tries_left > 0 && self.steps() > 0 {
            tries_left -= 1;
            let candidate = Draft::of(self, found).changed(&mut draws);
            let steps = self.steps();
            if candidate.len() <= self.best.len() && self.take(candidate) && self.steps() < steps {
                self.leave_out_steps();
                tries_left = tries_max;
            }
        }
        self.simplify();
    }
}

fn canonical_found(subject: &Subject, bytes: &[u8]) -> Vec<u8> {
    let target = subject.target();
    canonical(target.family, &bytes[..bytes.len().min(target.input_bytes_max())])
}

/// A candidate that is being made.
struct Draft<'a> {
    family: &'static Family,
    header: Vec<u8>,
    steps: Vec<Vec<u8>>,
    /// The steps that were found.
    found: Vec<&'a [u8]>,
}

impl<'a> Draft<'a> {
    fn of(shrinker: &Shrinker<'_>, found: &'a [u8]) -> Self {
        let family = shrinker.family();
        let (header, steps) = shrinker.best.split_at(family.header_bytes);
        Self {
            family,
            header: header.to_vec(),
            steps: steps.chunks(family.step_bytes).map(<[u8]>::to_vec).collect(),
            found: found[family.header_bytes..].chunks(family.step_bytes).collect(),
        }
    }

    fn changed(mut self, draws: &mut Prng) -> Vec<u8> {
        let count = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
        let most = if draws.chance(1, 8) { count.div_ceil(2) } else { LEFT_OUT_MAX.min(count) };
        for _ in 0..draws.between(0, most) {
            let place = self.place(draws);
            self.steps.remove(place);
        }
        for _ in 0..draws.below(CHANGES_MAX) {
            self.change(draws);
        }
        let bytes = [self.header, self.steps.concat()].concat();
        canonical(self.family, &bytes)
    }

    /// The place of a step.
    fn place(&self, draws: &mut Prng) -> usize {
        draws.below(u32::try_from(self.steps.len()).unwrap_or(u32::MAX)) as usize
    }

    fn change(&mut self, draws: &mut Prng) {
        let kind = draws.below(8);
        if kind == 0 || self.steps.is_empty() {
            let place = draws.below(self.header.len() as u32) as usize;
            self.header[place] = Self::value(draws);
            return;
        }
        let place = self.place(draws);
        match kind {
            1 => self.steps[place][0] = draws.byte(),
            2 => {
                let other = self.place(draws);
                self.steps.swap(place, other);
            }
            3 | 4 => {
                let other = draws.below(self.found.len() as u32) as usize;
                self.steps[place] = self.found[other].to_vec();
            }
            5 => {
                let step = self.steps.remove(place);
                let other = draws.below(self.steps.len() as u32 + 1) as usize;
                self.steps.insert(other, step);
            }
            _ => {
                let operand = draws.between(1, self.family.step_bytes as u32 - 1) as usize;
                self.steps[place][operand] = Self::value(draws);
            }
        }
    }

    fn value(draws: &mut Prng) -> u8 {
        if draws.chance(1, 2) { draws.byte() } else { draws.below(SMALL) as u8 }
    }
}
