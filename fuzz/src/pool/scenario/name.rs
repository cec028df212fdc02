//! Numbers and names of opcodes.

use super::{OPCODES, Opcode};
use crate::script;

/// The opcode of each byte: the byte modulo the number of opcodes. A table, because decoding is
/// the inner loop of a campaign.
static OPCODE_OF_BYTE: [Opcode; 256] = {
    let mut table = [Opcode::SettleOldest; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = OPCODES[byte % OPCODES.len()];
        byte += 1;
    }
    table
};

impl Opcode {
    /// The number, which is the canonical byte.
    pub const fn number(self) -> u8 {
        self as u8
    }

    /// The opcode of any byte.
    pub fn from_byte(byte: u8) -> Opcode {
        OPCODE_OF_BYTE[usize::from(byte)]
    }

    /// The stable name of the text form.
    pub const fn name(self) -> &'static str {
        match self {
            Opcode::SettleOldest => "settle-oldest",
            Opcode::Settle => "settle",
            Opcode::Submit => "submit",
            Opcode::StopWorker => "stop-worker",
            Opcode::Complete => "complete",
            Opcode::FinishActivation => "finish-activation",
            Opcode::ElapseRestartTimer => "elapse-restart-timer",
            Opcode::ElapseDeadline => "elapse-deadline",
            Opcode::Shutdown => "shutdown",
            Opcode::AdvanceTime => "advance-time",
            Opcode::CutBatch => "cut-batch",
            Opcode::Repeat => "repeat",
            Opcode::Distort => "distort",
            Opcode::WrongKind => "wrong-kind",
            Opcode::TwinCompletion => "twin-completion",
            Opcode::TwinReturn => "twin-return",
            Opcode::ForeignCompletion => "foreign-completion",
            Opcode::ForeignReturn => "foreign-return",
            Opcode::Initialize => "initialize",
            Opcode::Withhold => "withhold",
            Opcode::StaleCompletion => "stale-completion",
        }
    }

    /// The opcode that has this name.
    pub fn from_name(name: &str) -> Option<Opcode> {
        OPCODES.into_iter().find(|opcode| opcode.name() == name)
    }
}

impl script::Opcode for Opcode {
    const ALL: &'static [Opcode] = &OPCODES;

    fn number(self) -> u8 {
        self.number()
    }

    fn from_byte(byte: u8) -> Opcode {
        Opcode::from_byte(byte)
    }

    fn name(self) -> &'static str {
        self.name()
    }
}
