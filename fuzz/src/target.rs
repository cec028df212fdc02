//! STUB of the registry.
use crate::scenario::STEP_BYTES;

/// A target.
#[derive(Debug)]
pub struct Target {
    /// Name.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// Steps.
    pub steps_max: usize,
}

const fn target(name: &'static str) -> Target {
    Target { name, about: "stub", steps_max: 96 }
}

/// Every target.
pub static TARGETS: [Target; 4] =
    [target("pool_admission"), target("pool_joins"), target("pool_recovery"), target("pool_drain")];

/// Finds one.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}

impl Target {
    /// The longest input.
    pub fn input_bytes_max(&self) -> usize {
        16 + self.steps_max * STEP_BYTES
    }

    /// A seeded input.
    pub fn generate(&self, seed: u64, bytes: &mut Vec<u8>) {
        bytes.clear();
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        while bytes.len() < self.input_bytes_max() {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            bytes.extend_from_slice(&state.to_le_bytes());
        }
        bytes.truncate(self.input_bytes_max());
    }
}
