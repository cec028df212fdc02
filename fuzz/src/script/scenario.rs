//! Scenarios: bytes to scripts and back.

use super::{Header, Opcode, OpcodeMask, STEP_BYTES, Script, Step};
use arbitrary::{Arbitrary, Unstructured};
use std::fmt;

/// One script: a machine, who keeps it company, and what the host does.
pub struct Scenario<S: Script> {
    /// The construction choices and the company.
    pub header: Header<S>,
    /// Opcodes that the host takes as opcode zero. They keep their numbers and stay in `steps`.
    pub disabled: OpcodeMask<S::Opcode>,
    /// What the host does, in order. As many as the data holds; targets cut the tail.
    pub steps: Vec<Step<S::Opcode>>,
}

impl<S: Script> Scenario<S> {
    /// The scenario of these bytes; total. Missing header bytes read as zero, and a last step that is
    /// cut short is completed with zeros.
    pub fn decode(bytes: &[u8]) -> Self {
        let (header, disabled) = (Header::benign(), OpcodeMask::EMPTY);
        let mut scenario = Self { header, disabled, steps: Vec::new() };
        scenario.decode_into(bytes);
        scenario
    }

    /// Like [`decode`](Self::decode), in place: reuses the memory of `steps`.
    pub fn decode_into(&mut self, bytes: &[u8]) {
        let (header, tail) = bytes.split_at(S::HEADER_BYTES.min(bytes.len()));
        self.disabled = self.header.decode(header);
        self.steps.clear();
        let (whole, rest) = tail.as_chunks::<STEP_BYTES>();
        self.steps.extend(whole.iter().map(|step| Step::from_bytes(*step)));
        if !rest.is_empty() {
            let mut last = [0; STEP_BYTES];
            last[..rest.len()].copy_from_slice(rest);
            self.steps.push(Step::from_bytes(last));
        }
    }

    /// The canonical bytes: `decode(encode(s)) == s`, and equal scenarios have equal bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(S::HEADER_BYTES + self.steps.len() * STEP_BYTES);
        self.encode_into(&mut bytes);
        bytes
    }

    /// Like [`encode`](Self::encode), appended to `bytes`.
    pub fn encode_into(&self, bytes: &mut Vec<u8>) {
        self.header.encode(self.disabled, bytes);
        self.steps.iter().for_each(|step| bytes.extend_from_slice(&step.to_bytes()));
    }

    /// The step that the host takes at `place`: a disabled opcode stands for opcode zero.
    pub fn step(&self, place: usize) -> Step<S::Opcode> {
        let step = self.steps[place];
        let opcode =
            if self.disabled.contains(step.opcode) { S::Opcode::from_byte(0) } else { step.opcode };
        Step { opcode, ..step }
    }
}

impl<S: Script> Clone for Scenario<S> {
    fn clone(&self) -> Self {
        let Self { header, disabled, steps } = self;
        Self { header: header.clone(), disabled: *disabled, steps: steps.clone() }
    }
}

impl<S: Script> PartialEq for Scenario<S> {
    fn eq(&self, other: &Self) -> bool {
        (&self.header, self.disabled, &self.steps) == (&other.header, other.disabled, &other.steps)
    }
}

impl<S: Script> fmt::Debug for Scenario<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scenario")
            .field("header", &self.header)
            .field("disabled", &self.disabled)
            .field("steps", &self.steps)
            .finish()
    }
}

/// Takes all the bytes there are, and decodes them: an engine's typed input is the same scenario as
/// its raw bytes.
impl<'a, S: Script> Arbitrary<'a> for Scenario<S> {
    fn arbitrary(u: &mut Unstructured<'a>) -> arbitrary::Result<Self> {
        Ok(Self::decode(u.bytes(u.len())?))
    }

    fn arbitrary_take_rest(u: Unstructured<'a>) -> arbitrary::Result<Self> {
        Ok(Self::decode(u.take_rest()))
    }

    fn size_hint(_depth: usize) -> (usize, Option<usize>) {
        (0, None)
    }
}
