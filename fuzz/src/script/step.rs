//! Opcodes and steps: what the host does next.
//!
//! Rules: opcodes are append-only, a number is never reused or moved. Number 0 is "the host settles its
//! oldest obligation", so that running out of input means that the host becomes well behaved. Operands
//! are taken modulo what is there when the step runs, so a step keeps a meaning wherever it stands.

use std::fmt;

/// Bytes of one encoded step: opcode and three operands.
pub const STEP_BYTES: usize = 4;

/// What a step does: the opcodes of one family. [`opcodes!`](crate::opcodes) declares them as a table.
pub trait Opcode: Copy + Eq + fmt::Debug + 'static {
    /// Every opcode, in number order; at most 32.
    const ALL: &'static [Self];

    /// The number, which is the canonical byte.
    fn number(self) -> u8;

    /// The opcode of any byte: the byte modulo the number of opcodes.
    fn from_byte(byte: u8) -> Self {
        Self::ALL[usize::from(byte) % Self::ALL.len()]
    }

    /// The stable name of the text form: letters and hyphens, at most 21.
    fn name(self) -> &'static str;
}

/// The opcode that has this name.
pub(super) fn named<O: Opcode>(name: &str) -> Option<O> {
    O::ALL.iter().copied().find(|opcode| opcode.name() == name)
}

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step<O> {
    /// What to do.
    pub opcode: O,
    /// First operand.
    pub a: u8,
    /// Second operand.
    pub b: u8,
    /// Third operand.
    pub c: u8,
}

impl<O: Opcode> Step<O> {
    /// The step in its benign form: all operands are zero.
    pub fn plain(opcode: O) -> Self {
        Self { opcode, a: 0, b: 0, c: 0 }
    }

    /// The step of these bytes; total.
    pub fn from_bytes(bytes: [u8; STEP_BYTES]) -> Self {
        let [opcode, a, b, c] = bytes;
        Self { opcode: O::from_byte(opcode), a, b, c }
    }

    /// The canonical bytes of the step.
    pub fn to_bytes(self) -> [u8; STEP_BYTES] {
        [self.opcode.number(), self.a, self.b, self.c]
    }
}

/// The step's line in the text form: name and three operands in fixed columns.
impl<O: Opcode> fmt::Display for Step<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<21}{:>4}{:>4}{:>4}", self.opcode.name(), self.a, self.b, self.c)
    }
}
