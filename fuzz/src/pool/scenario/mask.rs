//! Sets of opcodes.

use super::{OPCODES, Opcode};

/// A set of opcodes, one bit each. Bits of opcodes that do not exist are never set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpcodeMask(u32);

impl OpcodeMask {
    /// No opcode.
    pub const EMPTY: OpcodeMask = OpcodeMask(0);

    /// The set whose member with number n is bit n; other bits are dropped.
    pub fn from_bits(bits: u32) -> OpcodeMask {
        OpcodeMask(bits & ((1 << OPCODES.len()) - 1))
    }

    /// Bit n is the opcode with number n.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Whether `opcode` is in the set.
    pub fn contains(self, opcode: Opcode) -> bool {
        self.0 & (1 << opcode.number()) != 0
    }

    /// The set with `opcode` in it.
    #[must_use]
    pub fn with(self, opcode: Opcode) -> OpcodeMask {
        OpcodeMask(self.0 | (1 << opcode.number()))
    }

    /// The members in number order.
    pub fn iter(self) -> impl Iterator<Item = Opcode> {
        OPCODES.into_iter().filter(move |opcode| self.contains(*opcode))
    }
}
