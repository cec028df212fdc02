//! Where the parts of a family's scenarios stand, for whoever changes their bytes.
//!
//! Rules: a layout is derived from the same tables that decode, so it cannot disagree with them. It speaks of
//! bytes and numbers, not of a family's types, so that one mutator serves all families.

use super::{Class, FIRST_FIELD_AT, Opcode, Operand, Rows, Script};
use std::ops::Range;

/// The parts of a family's scenarios.
#[derive(Debug)]
pub struct Layout {
    /// The bytes of the header in which each opcode has a bit that disables it, by its number from the
    /// least significant one on.
    pub disabled: Range<usize>,
    /// Bytes of the header that are a choice each.
    pub choices: usize,
    /// The choice of a number below `choices`.
    pub choice: fn(usize) -> HeaderByte,
    /// How many opcodes there are; number 0 settles the oldest obligation.
    pub opcodes: u8,
    /// What the opcode of a byte does to a run as a whole.
    pub class: fn(u8) -> Class,
    /// What the operands of a byte's opcode are.
    pub operands: fn(u8) -> [Operand; 3],
}

/// One byte of a header that is a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeaderByte {
    /// Where it stands.
    pub at: usize,
    /// How many common choices there are: bytes from zero, the benign one first; at least one.
    pub common: u8,
    /// How many rare choices there are: bytes from 255 down.
    pub rare: u8,
}

impl Layout {
    /// The layout of a script that is declared by tables.
    pub const fn of<S: Script>() -> Self {
        Self {
            disabled: 1..FIRST_FIELD_AT,
            choices: S::FIELDS.len(),
            choice: field::<S>,
            ..Self::of_steps::<S::Opcode>()
        }
    }

    /// The layout of steps alone, below a header without choices.
    pub const fn of_steps<O: Opcode + Rows>() -> Self {
        Self {
            disabled: 0..0,
            choices: 0,
            choice: |_| HeaderByte { at: 0, common: 1, rare: 0 },
            opcodes: O::ALL.len() as u8,
            class: |byte| O::from_byte(byte).class(),
            operands: |byte| O::from_byte(byte).operands(),
        }
    }
}

fn field<S: Script>(number: usize) -> HeaderByte {
    let field = &S::FIELDS[number];
    // A field has at most 256 choices, so more than 255 common ones lack the last one here.
    let common = field.choices() - field.rare_choices();
    let narrow = |choices: usize| u8::try_from(choices).unwrap_or(u8::MAX);
    HeaderByte {
        at: FIRST_FIELD_AT + number,
        common: narrow(common),
        rare: narrow(field.rare_choices()),
    }
}
