//! Which opcodes a run uses, and how often: drawn once per run.

use super::super::{OPCODES, Opcode, OpcodeMask, Step};
use super::Emphasis;
use crate::script::{Class, Prng, Rows};

/// The opcodes that a target leans to: in most runs, and three times as heavy.
const fn favours(emphasis: Emphasis) -> &'static [Opcode] {
    match emphasis {
        Emphasis::Admission => &[Opcode::Submit, Opcode::Complete, Opcode::CutBatch],
        Emphasis::Joins => &[
            Opcode::Submit,
            Opcode::Complete,
            Opcode::StopWorker,
            Opcode::Settle,
            Opcode::TwinReturn,
            Opcode::TwinCompletion,
            Opcode::ForeignReturn,
            Opcode::Withhold,
        ],
        Emphasis::Recovery => &[
            Opcode::Submit,
            Opcode::StopWorker,
            Opcode::ElapseRestartTimer,
            Opcode::AdvanceTime,
            Opcode::Settle,
            Opcode::FinishActivation,
        ],
        Emphasis::Drain => &[
            Opcode::Submit,
            Opcode::StopWorker,
            Opcode::Settle,
            Opcode::ElapseDeadline,
            Opcode::Complete,
            Opcode::Repeat,
        ],
    }
}

/// A weight for each opcode, by number; 0 is off.
pub(super) struct Swarm {
    weights: [u32; OPCODES.len()],
}

impl Swarm {
    /// Calm runs use progress and events only.
    pub(super) fn draw(emphasis: Emphasis, calm: bool, rng: &mut Prng) -> Swarm {
        let wanted = rng.between(1, OPCODES.len() as u32);
        let mut weights = [0; OPCODES.len()];
        for (weight, opcode) in weights.iter_mut().zip(OPCODES) {
            let favoured = favours(emphasis).contains(&opcode);
            let kept = rng.chance(wanted, OPCODES.len() as u32) || favoured && rng.chance(7, 8);
            let drawn = scaled(opcode.class(), favoured, rng.between(1, 100));
            let allowed = !calm || matches!(opcode.class(), Class::Progress | Class::Event);
            *weight = if kept && allowed { drawn } else { 0 };
        }
        let mut swarm = Swarm { weights };
        swarm.ensure_progress(rng);
        swarm
    }

    /// In seven runs of eight some settlement has a share of a tenth to a half; the others take
    /// what the swarm gave, if it gave anything.
    fn ensure_progress(&mut self, rng: &mut Prng) {
        let [oldest, chosen, others @ ..] = &mut self.weights;
        let share = rng.between(1, 10) * others.iter().sum::<u32>() / 10;
        let (left_alone, which) = (rng.chance(1, 8), rng.below(4));
        let nothing = *oldest + *chosen + share == 0;
        match which {
            _ if left_alone && !nothing => {}
            0 => (*oldest, *chosen) = (0, share.max(1)),
            1 => (*oldest, *chosen) = (share.max(1), 0),
            _ => (*oldest, *chosen) = (share / 2 + 1, share / 2 + 1),
        }
    }

    /// Makes stops and faults rare, for a pool that few of them would end.
    pub(super) fn soften(&mut self) {
        for (weight, opcode) in self.weights.iter_mut().zip(OPCODES) {
            if opcode == Opcode::StopWorker || opcode.class() == Class::Fault {
                *weight = weight.div_ceil(8);
            }
        }
    }

    /// An opcode, by weight.
    pub(super) fn pick(&self, rng: &mut Prng) -> Opcode {
        let mut left = rng.below(self.weights.iter().sum());
        for (weight, opcode) in self.weights.iter().zip(OPCODES) {
            if left < *weight {
                return opcode;
            }
            left -= weight;
        }
        Opcode::SettleOldest
    }

    /// Something for the host to do: a job, and now and then a stop; `None` if the run has neither.
    pub(super) fn work(&self, rng: &mut Prng) -> Option<Opcode> {
        let weight = |opcode: Opcode| self.weights[usize::from(opcode.number())];
        let (jobs, stops) = (8 * weight(Opcode::Submit), weight(Opcode::StopWorker));
        if jobs + stops == 0 {
            return None;
        }
        Some(if rng.chance(jobs, jobs + stops) { Opcode::Submit } else { Opcode::StopWorker })
    }

    /// What a rest consists of: the oldest obligation, unless only the other way is on.
    pub(super) fn settlement(&self) -> Opcode {
        let [oldest, chosen, ..] = self.weights;
        if oldest == 0 && chosen > 0 { Opcode::Settle } else { Opcode::SettleOldest }
    }

    /// The opcodes that are off and that `steps` do without.
    pub(super) fn unused(&self, steps: &[Step]) -> OpcodeMask {
        let off = OPCODES.into_iter().zip(self.weights).filter(|(_, weight)| *weight == 0);
        off.filter(|(opcode, _)| !steps.iter().any(|step| step.opcode == *opcode))
            .fold(OpcodeMask::EMPTY, |mask, (opcode, _)| mask.with(opcode))
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
