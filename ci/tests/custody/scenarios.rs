//! Scenarios, what they show, and draws from a seed.

use actor_laws_fuzz::engine::Subject;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// The target of all campaigns here.
pub(crate) const TARGET: &str = "pool_joins";

/// The seeded scenario of this number.
pub(crate) fn seeded(seed: u64) -> Vec<u8> {
    let subject = Subject::named(TARGET).expect("registered");
    let mut bytes = Vec::new();
    subject.target().generate(seed, &mut bytes);
    bytes
}

/// The name of a content.
pub(crate) fn name(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// What an input shows: its cells, how one kind of input follows another, and its totals in powers of two.
pub(crate) fn features(subject: &mut Subject, bytes: &[u8]) -> BTreeSet<String> {
    let summary = subject.run(bytes).expect("the core keeps its laws");
    let family = subject.target().family;
    let cells = subject.cells().iter().map(|cell| format!("cell {cell}"));
    let kinds: Vec<_> =
        subject.path().iter().filter_map(|&cell| (family.input_kind)(cell.into())).collect();
    let pairs = kinds.windows(2).map(|pair| format!("pair {pair:?}"));
    let totals = [summary.steps, summary.folds, subject.cells().len() as u32];
    let totals = totals.iter().enumerate();
    let totals = totals.map(|(at, total)| {
        format!("total {at} {}", total.checked_ilog2().map_or(0, |bits| bits + 1))
    });
    cells.chain(pairs).chain(totals).collect()
}

/// Numbers that only look random.
pub(crate) struct Draws(u64);

impl Draws {
    /// The same ones for the same seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// One below a bound.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}
