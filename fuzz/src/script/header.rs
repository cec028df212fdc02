//! The header of a scenario: version, disabled opcodes, and one byte for each field.

use super::{Field, Opcode, OpcodeMask, Rows, Words};
use crate::family::Older;
use serde::Serialize;
use std::fmt;
use std::marker::PhantomData;

/// Where the first field stands: after the version and the four bytes of the disabled opcodes.
pub const FIRST_FIELD_AT: usize = 5;

/// No family has more fields.
const FIELDS_MAX: usize = 64;

/// The scripts of one family, declared by tables.
///
/// Implement it on an empty type. Tables are append-only: a field keeps its place, and the header its
/// width, for ever; bytes that no field covers are reserved, ignored, and written as zero.
pub trait Script: Sized + 'static {
    /// What the host does; declared by [`opcodes!`](crate::opcodes).
    type Opcode: Opcode + Rows;
    /// The construction choices as the machine's environment sees them: plain data.
    type Setup: Clone + fmt::Debug + PartialEq + Serialize;

    /// Version of the encoding, written into byte 0; every value of that byte is read as this one.
    const VERSION: u8;
    /// Earlier versions of the encoding that can still be read.
    const OLDER: &'static [Older] = &[];
    /// Width of the header in bytes. Leave room for fields to come.
    const HEADER_BYTES: usize;
    /// One header byte each, from byte [`FIRST_FIELD_AT`] on; the first one must be [`COMPANY`].
    const FIELDS: &'static [Field];

    /// The construction choices of a header. Total: any combination of choices has a setup, an invalid one
    /// is a construction that fails.
    fn setup(header: &Header<Self>) -> Self::Setup;
}

/// The first field of every family: which other machines run beside the judged one.
pub const COMPANY: Field =
    Field::new("company", Words::Names(&["twin", "alone", "twin+foreign", "foreign"]));

/// Which other machines run beside the judged one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Company {
    /// A machine of the same identity is fed the same inputs.
    pub twin: bool,
    /// A machine of another identity runs its own life.
    pub foreign: bool,
}

/// The choices of a header, by the place of their field in [`Script::FIELDS`].
pub struct Header<S> {
    /// Canonical bytes; those past the last field are zero.
    bytes: [u8; FIELDS_MAX],
    script: PhantomData<fn() -> S>,
}

impl<S: Script> Header<S> {
    /// The tables are as they must be.
    const IS_SOUND: () = {
        assert!(S::FIELDS.len() <= FIELDS_MAX);
        assert!(S::HEADER_BYTES >= FIRST_FIELD_AT + S::FIELDS.len(), "the header has no room");
        assert!(S::FIELDS[0].choices() == COMPANY.choices(), "the first field is the company");
        let mut place = 0;
        while place < S::FIELDS.len() {
            let field = &S::FIELDS[place];
            assert!(field.choices() > field.rare_choices() && field.choices() <= 256);
            place += 1;
        }
    };

    /// The benign header: the first choice everywhere.
    pub fn benign() -> Self {
        let () = Self::IS_SOUND;
        Self { bytes: [0; FIELDS_MAX], script: PhantomData }
    }

    /// The number of the choice of the field at `place`: common ones from zero, rare ones after them.
    pub fn choice(&self, place: usize) -> usize {
        S::FIELDS[place].choice(self.bytes[place])
    }

    /// The number that the choice of the field at `place` stands for.
    pub fn number(&self, place: usize) -> u64 {
        S::FIELDS[place].number(self.choice(place))
    }

    /// Whether the field at `place` has another choice than the benign one.
    pub fn is_set(&self, place: usize) -> bool {
        self.bytes[place] != 0
    }

    /// Makes a choice.
    ///
    /// # Panics
    ///
    /// If the field at `place` has no such choice.
    pub fn set(&mut self, place: usize, choice: usize) {
        self.bytes[place] = S::FIELDS[place].byte(choice);
    }

    /// Which other machines run beside the judged one.
    pub fn company(&self) -> Company {
        let choice = self.choice(0);
        Company { twin: matches!(choice, 0 | 2), foreign: matches!(choice, 2 | 3) }
    }

    /// How the choice of the field at `place` is written.
    pub(super) fn word(&self, place: usize) -> String {
        S::FIELDS[place].word(self.choice(place))
    }

    /// Reads the bytes of a header; those that are missing read as zero.
    pub(super) fn decode(&mut self, bytes: &[u8]) -> OpcodeMask<S::Opcode> {
        let at = |place: usize| bytes.get(place).copied().unwrap_or(0);
        for (place, field) in S::FIELDS.iter().enumerate() {
            self.bytes[place] = field.byte(field.choice(at(FIRST_FIELD_AT + place)));
        }
        OpcodeMask::from_bits(u32::from_le_bytes([at(1), at(2), at(3), at(4)]))
    }

    /// Appends the canonical bytes.
    pub(super) fn encode(&self, disabled: OpcodeMask<S::Opcode>, bytes: &mut Vec<u8>) {
        let end = bytes.len() + S::HEADER_BYTES;
        bytes.push(S::VERSION);
        bytes.extend_from_slice(&disabled.bits().to_le_bytes());
        bytes.extend_from_slice(&self.bytes[..S::FIELDS.len()]);
        bytes.resize(end, 0);
    }
}

impl<S> Clone for Header<S> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes, script: PhantomData }
    }
}

impl<S> PartialEq for Header<S> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<S> Eq for Header<S> {}

impl<S: Script> fmt::Debug for Header<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = (0..S::FIELDS.len()).map(|place| (S::FIELDS[place].key, self.word(place)));
        f.debug_map().entries(words).finish()
    }
}
