//! Sets of opcodes.

use super::Opcode;
use std::marker::PhantomData;

/// A set of opcodes, one bit each. Bits of opcodes that do not exist are never set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpcodeMask<O>(u32, PhantomData<O>);

impl<O: Opcode> OpcodeMask<O> {
    /// No opcode.
    pub const EMPTY: Self = Self(0, PhantomData);

    /// Every opcode that exists.
    const ALL_BITS: u32 = {
        assert!(O::ALL.len() <= 32, "a mask has 32 bits");
        ((1_u64 << O::ALL.len()) - 1) as u32
    };

    /// The set whose member with number n is bit n; other bits are dropped.
    pub fn from_bits(bits: u32) -> Self {
        Self(bits & Self::ALL_BITS, PhantomData)
    }

    /// Bit n is the opcode with number n.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Whether `opcode` is in the set.
    pub fn contains(self, opcode: O) -> bool {
        self.0 & (1 << opcode.number()) != 0
    }

    /// The set with `opcode` in it.
    #[must_use]
    pub fn with(self, opcode: O) -> Self {
        Self(self.0 | (1 << opcode.number()), PhantomData)
    }

    /// The members in number order.
    pub fn iter(self) -> impl Iterator<Item = O> {
        O::ALL.iter().copied().filter(move |opcode| self.contains(*opcode))
    }
}
