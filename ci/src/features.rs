//! What makes an input worth keeping, told without any engine.
//!
//! Rules: a feature is a law cell, a transition from the kind of one input to that of the next, or a
//! statistic of the run in a power-of-two bucket. Features depend on the scenario and the machine alone,
//! not on a compiler, a profile or an engine, so a corpus that keeps them stays good when those change.
//! They are numbered densely and for every family of machines alike, so that a set of them is a row of
//! bits and telling that nothing is new costs next to nothing. Features of two families are not compared.

use actor_laws_fuzz::cells::{CELLS_MAX, CellSet};
use actor_laws_fuzz::family::{Family, INPUT_KINDS_MAX};
use actor_laws_fuzz::verdict::RunSummary;

/// Buckets of one statistic: how many bits a 32-bit number has.
const BUCKETS: usize = u32::BITS as usize + 1;

/// How many statistics there are.
const STATISTICS: usize = 3;

const TRANSITIONS_AT: usize = CELLS_MAX;
const STATISTICS_AT: usize = TRANSITIONS_AT + INPUT_KINDS_MAX * INPUT_KINDS_MAX;
const FEATURES: usize = STATISTICS_AT + STATISTICS * BUCKETS;

/// One feature, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Feature(usize);

/// A set of features.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct FeatureSet {
    words: Vec<u64>,
    len: usize,
}

/// What a run shows of itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown<'a> {
    /// What its cells mean.
    pub(crate) family: &'static Family,
    /// The law cells that it reached.
    pub(crate) cells: &'a CellSet,
    /// Its law cells in the order in which it reached them.
    pub(crate) path: &'a [u16],
    /// Its totals.
    pub(crate) summary: RunSummary,
}

impl Feature {
    fn cell(cell: usize) -> Self {
        Self(cell)
    }

    fn transition(from: usize, to: usize) -> Self {
        Self(TRANSITIONS_AT + from * INPUT_KINDS_MAX + to)
    }

    /// Statistic number `statistic` has this value.
    fn statistic(statistic: usize, value: u32) -> Self {
        let bits = (u32::BITS - value.leading_zeros()) as usize;
        Self(STATISTICS_AT + statistic * BUCKETS + bits)
    }
}

impl Shown<'_> {
    /// Its features; one may come more than once.
    pub(crate) fn features(&self) -> impl Iterator<Item = Feature> {
        let breadth = u32::try_from(self.cells.len()).unwrap_or(u32::MAX);
        let statistics = [self.summary.steps, self.summary.folds, breadth];
        let input_kind = self.family.input_kind;
        let kinds = || self.path.iter().filter_map(move |&cell| input_kind(usize::from(cell)));
        let transitions =
            kinds().zip(kinds().skip(1)).map(|(from, to)| Feature::transition(from, to));
        let statistics =
            statistics.into_iter().enumerate().map(|(at, value)| Feature::statistic(at, value));
        self.cells.iter().map(Feature::cell).chain(transitions).chain(statistics)
    }
}

impl Default for FeatureSet {
    fn default() -> Self {
        Self::new()
    }
}

impl FeatureSet {
    /// The empty set.
    pub(crate) fn new() -> Self {
        Self { words: vec![0; FEATURES.div_ceil(64)], len: 0 }
    }

    /// Adds a feature; answers whether it is new.
    pub(crate) fn insert(&mut self, Feature(number): Feature) -> bool {
        let (word, bit) = (&mut self.words[number / 64], 1 << (number % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        self.len += usize::from(is_new);
        is_new
    }

    /// Adds features; answers those that are new, each once.
    pub(crate) fn extend(&mut self, features: impl IntoIterator<Item = Feature>) -> Vec<Feature> {
        features.into_iter().filter(|&feature| self.insert(feature)).collect()
    }

    /// Whether the feature is in it.
    pub(crate) fn contains(&self, Feature(number): Feature) -> bool {
        self.words[number / 64] & (1 << (number % 64)) != 0
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many of them are law cells.
    pub(crate) fn cells(&self) -> usize {
        (0..CELLS_MAX).filter(|&cell| self.contains(Feature::cell(cell))).count()
    }
}

impl std::fmt::Debug for FeatureSet {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "FeatureSet of {}", self.len)
    }
}

#[cfg(test)]
impl From<u16> for Feature {
    fn from(cell: u16) -> Self {
        Self::cell(usize::from(cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actor_laws_fuzz::target::TARGETS;

    #[test]
    fn a_run_has_its_cells_the_transitions_of_its_kinds_and_its_statistics() {
        let family = TARGETS[0].family;
        let cell_of = |kind| {
            (0..family.cells).find(|&cell| (family.input_kind)(cell) == kind).expect("declared")
        };
        let path = [cell_of(Some(1)), cell_of(None), cell_of(Some(2)), cell_of(Some(1))];
        let mut cells = CellSet::default();
        for cell in path {
            cells.insert(cell);
        }
        let path = path.map(|cell| u16::try_from(cell).expect("cells have 16 bits"));
        let summary = RunSummary { steps: 64, folds: 0 };
        let mut set = FeatureSet::new();
        let shown = Shown { family, cells: &cells, path: &path, summary };
        assert_eq!(set.extend(shown.features()).len(), 8);
        assert_eq!(set.cells(), 3);
        assert!(set.contains(Feature::transition(1, 2)) && set.contains(Feature::transition(2, 1)));
        assert!(!set.contains(Feature::transition(1, 1)));
        assert!(
            set.contains(Feature::statistic(0, 127)) && !set.contains(Feature::statistic(0, 63))
        );
        assert!(set.contains(Feature::statistic(1, 0)) && set.contains(Feature::statistic(2, 3)));
    }

    #[test]
    fn no_two_features_share_a_number_and_the_last_one_fits() {
        let last = INPUT_KINDS_MAX - 1;
        assert_ne!(Feature::cell(CELLS_MAX - 1), Feature::transition(0, 0));
        assert_ne!(Feature::transition(last, last), Feature::statistic(0, 0));
        assert!(FeatureSet::new().insert(Feature::statistic(STATISTICS - 1, u32::MAX)));
    }

    #[test]
    fn what_is_known_adds_nothing() {
        let mut set = FeatureSet::new();
        assert_eq!(set.extend([Feature(1), Feature(1), Feature(2)]), [Feature(1), Feature(2)]);
        assert!(set.extend([Feature(2), Feature(1)]).is_empty());
        assert_eq!(set.len(), 2);
    }
}
