//! Operands of a run: hot or cold, honest or not. The habits are drawn once per run.

use crate::pool::scenario::{Opcode, Step};
use crate::script::Prng;

/// The habits of one run.
pub(super) struct Temper {
    /// Hot operands are below this.
    hot_span: u32,
    /// Operands that are hot, in percent.
    hot: u32,
    /// Outcomes other than the one that lets the pool go on, in percent.
    refusals: u32,
    /// Submissions whose payload panics when cloned, in percent.
    panics: u32,
    /// Stops whose class and tick are anything, in percent; the others are orderly and on time.
    disorder: u32,
    /// Steps of time that are large, in percent.
    leaps: u32,
}

impl Temper {
    pub(super) fn draw(calm: bool, rng: &mut Prng) -> Temper {
        let fault = u32::from(!calm);
        Temper {
            hot_span: rng.pick(&[1, 2, 3, 6]),
            hot: rng.pick(&[0, 50, 90]),
            refusals: fault * rng.pick(&[0, 0, 2, 5, 15, 30]),
            panics: fault * rng.pick(&[0, 0, 0, 10]),
            disorder: fault * rng.pick(&[10, 50, 100]),
            leaps: fault * rng.pick(&[0, 0, 1, 10]),
        }
    }

    /// One step of this opcode.
    pub(super) fn step(&self, opcode: Opcode, rng: &mut Prng) -> Step {
        let [a, b, c] = match opcode {
            Opcode::SettleOldest
            | Opcode::ElapseDeadline
            | Opcode::Shutdown
            | Opcode::Initialize => [0, 0, 0],
            Opcode::Settle | Opcode::FinishActivation => {
                [self.index(rng), self.seldom(self.refusals, rng), small(rng)]
            }
            Opcode::Submit => [self.index(rng), self.seldom(self.panics, rng), 0],
            Opcode::StopWorker => {
                [self.index(rng), self.seldom(self.disorder, rng), self.seldom(20, rng) % 16]
            }
            Opcode::ElapseRestartTimer => [self.index(rng), self.seldom(self.refusals, rng), 0],
            Opcode::AdvanceTime => [small(rng), self.shift(rng), 0],
            Opcode::CutBatch => [small(rng), rng.byte() % 2, 0],
            Opcode::Complete
            | Opcode::Repeat
            | Opcode::TwinCompletion
            | Opcode::ForeignCompletion
            | Opcode::Withhold
            | Opcode::StaleCompletion => [self.index(rng), 0, 0],
            Opcode::TwinReturn | Opcode::ForeignReturn => {
                [self.index(rng), self.index(rng), small(rng)]
            }
            Opcode::Distort | Opcode::WrongKind => [self.index(rng), rng.byte(), rng.byte()],
        };
        Step { opcode, a, b, c }
    }

    /// An index into what is there: among the first few, or anywhere.
    fn index(&self, rng: &mut Prng) -> u8 {
        if rng.chance(self.hot, 100) {
            rng.byte() % self.hot_span.to_le_bytes()[0].max(1)
        } else {
            rng.byte()
        }
    }

    /// Zero, but for `percent` of the cases.
    fn seldom(&self, percent: u32, rng: &mut Prng) -> u8 {
        if rng.chance(percent, 100) { rng.byte() } else { 0 }
    }

    /// By how much a step of time is shifted: up to 8 times, or to the end of time.
    fn shift(&self, rng: &mut Prng) -> u8 {
        if rng.chance(self.leaps, 100) { rng.byte() % 64 } else { rng.byte() % 4 }
    }
}

/// 0 to 7, the small ones more often.
fn small(rng: &mut Prng) -> u8 {
    let (first, second) = (rng.byte() % 8, rng.byte() % 8);
    first.min(second)
}
