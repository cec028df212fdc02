//! Fresh steps, operands and choices: what makes sense is likely, and all that can be said is possible.

use super::draft::StepBytes;
use crate::script::{Class, HeaderByte, Layout, Operand, Prng};

/// A step of an opcode, by weight.
pub(super) fn step(layout: &Layout, rng: &mut Prng) -> StepBytes {
    step_of(layout, opcode(layout, rng), rng)
}

/// A step of this opcode with fresh operands.
pub(super) fn step_of(layout: &Layout, opcode: u8, rng: &mut Prng) -> StepBytes {
    let [a, b, c] = (layout.operands)(opcode).map(|kind| operand(kind, rng));
    [opcode, a, b, c]
}

/// An opcode: those without which nothing happens are common, those that end a run are rare.
pub(super) fn opcode(layout: &Layout, rng: &mut Prng) -> u8 {
    let weight = |opcode: u8| match (layout.class)(opcode) {
        Class::Progress => 10,
        Class::Event => 4,
        Class::Fault => 3,
        Class::Suppressor => 1,
    };
    let mut left = rng.below((0..layout.opcodes).map(weight).sum());
    for opcode in 0..layout.opcodes {
        match left.checked_sub(weight(opcode)) {
            Some(rest) => left = rest,
            None => return opcode,
        }
    }
    0
}

/// An operand: the first few of what there is, the outcome that lets the machine go on, little time; and
/// anything else now and then.
pub(super) fn operand(kind: Operand, rng: &mut Prng) -> u8 {
    match kind {
        Operand::Unused => 0,
        Operand::Index(_) if rng.chance(3, 4) => rng.byte() % 4,
        Operand::Index(_) | Operand::Any(_) => rng.byte(),
        Operand::Outcome(_) if rng.chance(2, 3) => 0,
        Operand::Outcome(_) => rng.byte(),
        Operand::Detail(_) => rng.byte() % 8 * (rng.byte() % 2),
        Operand::Ticks(_) => rng.byte() % 16,
        Operand::Shift(_) if rng.chance(1, 16) => rng.byte() % 64,
        Operand::Shift(_) => rng.byte() % 4,
    }
}

/// The byte of a choice: a rare one in one of sixteen cases, if there is one.
pub(super) fn choice(byte: HeaderByte, rng: &mut Prng) -> u8 {
    if byte.rare > 0 && rng.chance(1, 16) {
        return u8::MAX - below(byte.rare, rng);
    }
    below(byte.common, rng)
}

fn below(bound: u8, rng: &mut Prng) -> u8 {
    rng.below(bound.into()).to_le_bytes()[0]
}
