//! Mutation that knows steps: what an engine does to a scenario that it found worth keeping.
//!
//! Rules: a mutation is a function of the scenario and a seed. It works in the engine's own buffer and
//! allocates nothing once a process has run for a while. Whatever comes out is whole steps behind a whole header, as far
//! as there is room, and never longer than what the target runs. Bytes of choices and opcodes are
//! canonical; what a mutation does not mean to change keeps its meaning.
//!
//! | Module | What it is |
//! |---|---|
//! | `draft` | a scenario in a buffer, and moving steps about in it |
//! | `kind` | the kinds of mutation, each of which changes one thing |
//! | `draw` | fresh steps, operands and choices |
//! | `splice` | two scenarios become one |
//! | `hook` | what libFuzzer calls, and which mutations the environment asks for |

mod draft;
mod draw;
mod hook;
mod kind;
mod splice;
#[cfg(test)]
mod tests;

pub use hook::{Bytewise, Mutations, VARIABLE, cross_over, mutate};

use crate::script::Prng;
use crate::target::Target;
use draft::Draft;
use kind::Kind;

/// In one of so many mutations a seeded scenario of the target takes part.
const SOWN_ONE_IN: u32 = 3;

/// Kinds that are tried before a scenario is left as it is.
const TRIES_MAX: usize = 16;

/// Mutates the scenarios of one target.
#[derive(Debug)]
pub struct Mutator {
    target: &'static Target,
    /// The seeded scenario that takes part; kept for its memory.
    sown: Vec<u8>,
}

impl Mutator {
    /// The mutator of this target's scenarios.
    pub fn new(target: &'static Target) -> Self {
        Self { target, sown: Vec::new() }
    }

    /// Changes the scenario of the first `length` bytes in place; answers its new length, which is at most
    /// that of the buffer and of the longest input in which every byte counts.
    pub fn mutate(&mut self, buffer: &mut [u8], length: usize, seed: u64) -> usize {
        let mut rng = Prng::new(seed);
        let mut draft = self.draft(buffer, length);
        if rng.chance(1, SOWN_ONE_IN) {
            self.sow(&mut draft, &mut rng);
        } else {
            change(&mut draft, &mut rng);
        }
        // One change in two cases, two in a quarter of them, and so on.
        while rng.chance(1, 2) {
            change(&mut draft, &mut rng);
        }
        draft.length()
    }

    /// Writes a scenario into `buffer` that takes after both; answers its length, which is bounded as that
    /// of a mutation is.
    pub fn splice(&mut self, one: &[u8], other: &[u8], buffer: &mut [u8], seed: u64) -> usize {
        let mut rng = Prng::new(seed);
        let length = one.len().min(buffer.len());
        buffer[..length].copy_from_slice(&one[..length]);
        let mut draft = self.draft(buffer, length);
        splice::splice(&mut draft, other, &mut rng);
        if rng.chance(1, 2) {
            change(&mut draft, &mut rng);
        }
        draft.length()
    }

    fn draft<'a>(&self, buffer: &'a mut [u8], length: usize) -> Draft<'a> {
        let most = buffer.len().min(self.target.input_bytes_max());
        Draft::new(self.target.family, &mut buffer[..most], length)
    }

    /// Takes a seeded scenario in place of the whole, or of a part.
    fn sow(&mut self, draft: &mut Draft<'_>, rng: &mut Prng) {
        self.target.generate(rng.bits(), &mut self.sown);
        if rng.chance(1, 2) {
            draft.replace(&self.sown);
        } else {
            splice::splice(draft, &self.sown, rng);
        }
    }
}

/// Changes one thing, of whatever kind there is something to change.
fn change(draft: &mut Draft<'_>, rng: &mut Prng) {
    // A draft without room for any change stays as it is: the engine sees that nothing is new.
    let _ = (0..TRIES_MAX).any(|_| Kind::draw(rng).apply(draft, rng));
}
