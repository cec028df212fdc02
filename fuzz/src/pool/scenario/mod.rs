//! Scenarios: plain-data scripts of what the lifecycle host does to a pool.
//!
//! A scenario is a header (the construction choices and the company that is kept) and steps that
//! go on until the data ends. Every byte string is a legal scenario, and [`Scenario::encode`] is
//! the exact inverse of [`Scenario::decode`] on every scenario that bytes can yield.
//!
//! Layers: `limits` (all bounds), `code` (one total function from byte to value for each header
//! field), `header` (their layout, and the inverse), `rows` (what opcodes and
//! operands are, and the layout as mutators see it), `text` (the form that people read and write),
//! `generate` (seeded swarm scenarios).

mod code;
mod generate;
mod header;
mod limits;
mod line;
mod name;
mod rows;
mod step;
mod text;

pub use generate::Emphasis;
pub(crate) use generate::generate;
pub use limits::{HEADER_BYTES, ROLES_ASKED_MAX, VERSION, WIDE_VERSION};
pub use rows::LAYOUT;
pub use step::*;

pub use crate::family::TextError;
pub use crate::script::{Prng, Supply};

use crate::pool::observation::PoolSetup;
use arbitrary::{Arbitrary, Unstructured};

/// One script: a pool, who keeps it company, and what the host does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The construction choices.
    pub setup: PoolSetup,
    /// Which other machines run beside the judged one.
    pub company: Company,
    /// Opcodes that the host takes as [`Opcode::SettleOldest`]. They keep their numbers and stay
    /// in `steps`.
    pub disabled: OpcodeMask,
    /// What the host does, in order. As many as the data holds; targets cut the tail.
    pub steps: Vec<Step>,
}

/// Which other machines run beside the judged one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Company {
    /// A machine of the same identity is fed the same inputs.
    pub twin: bool,
    /// A machine of another identity runs its own life. Namesakes come with it, where a step wants one.
    pub foreign: bool,
}

impl Scenario {
    /// The scenario of these bytes; total. Missing header bytes read as zero, and a last step that
    /// is cut short is completed with zeros.
    pub fn decode(bytes: &[u8]) -> Scenario {
        let blank = [0; HEADER_BYTES];
        let mut scenario = Scenario {
            setup: header::setup(&blank),
            company: header::company(&blank),
            disabled: header::disabled(&blank),
            steps: Vec::new(),
        };
        scenario.decode_into(bytes);
        scenario
    }

    /// Like [`decode`](Scenario::decode), in place: reuses the memory of `steps`.
    pub fn decode_into(&mut self, bytes: &[u8]) {
        let (header, tail) = match bytes.split_first_chunk::<HEADER_BYTES>() {
            Some((header, tail)) => (*header, tail),
            None => (padded(bytes), &[][..]),
        };
        self.setup = header::setup(&header);
        self.company = header::company(&header);
        self.disabled = header::disabled(&header);
        self.steps.clear();
        let (whole, rest) = tail.as_chunks();
        self.steps.extend(whole.iter().map(|step| Step::from_bytes(*step)));
        if !rest.is_empty() {
            self.steps.push(Step::from_bytes(padded(rest)));
        }
    }

    /// The canonical bytes: `decode(encode(s)) == s` for every `s` that bytes can yield, and equal
    /// scenarios have equal bytes. A setup that no bytes yield is written with the benign choice
    /// in place of each field that cannot be said.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER_BYTES + self.steps.len() * STEP_BYTES);
        self.encode_into(&mut bytes);
        bytes
    }

    /// Like [`encode`](Scenario::encode), appended to `bytes`.
    pub fn encode_into(&self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&self.header());
        let start = bytes.len();
        bytes.resize(start + self.steps.len() * STEP_BYTES, 0);
        let (places, _) = bytes[start..].as_chunks_mut();
        places.iter_mut().zip(&self.steps).for_each(|(place, step)| *place = step.to_bytes());
    }

    /// The same scenario with a roster of `count` roles: the first ones of its declaration order, which goes
    /// on beyond those that it declares.
    #[must_use]
    pub fn with_roles(&self, count: u8) -> Scenario {
        let setup = header::with_roles(self.header(), count);
        Scenario { setup, steps: self.steps.clone(), ..*self }
    }

    fn header(&self) -> header::Header {
        header::encode(&self.setup, self.company, self.disabled)
    }
}

/// The first bytes of an array whose others are zero.
fn padded<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    array
}

/// Takes all the bytes there are, and decodes them: an engine's typed input is the same scenario
/// as its raw bytes.
impl<'a> Arbitrary<'a> for Scenario {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Scenario> {
        Ok(Scenario::decode(u.bytes(u.len())?))
    }

    fn arbitrary_take_rest(u: Unstructured<'a>) -> arbitrary::Result<Scenario> {
        Ok(Scenario::decode(u.take_rest()))
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (0, None)
    }
}
