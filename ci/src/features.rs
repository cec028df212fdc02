//! What makes an input worth keeping, told without any engine.
//!
//! Rules: a feature is a law cell, a transition from one law cell to the next of the same run, or a
//! statistic of the run in a power-of-two bucket. Features depend on the scenario and the machine alone, not on a
//! compiler, a profile or an engine, so a corpus that keeps them stays good when those change.

use actor_laws_fuzz::run::RunSummary;
use std::collections::HashSet;

/// One feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Feature {
    /// A law cell.
    Cell(u16),
    /// Two law cells, one right after the other.
    Transition(u16, u16),
    /// Steps executed: how many bits the number has.
    Steps(u8),
    /// Inputs told to the machine: how many bits the number has.
    Folds(u8),
    /// Different law cells of the run: how many bits the number has.
    Breadth(u8),
}

/// A set of features.
pub(crate) type FeatureSet = HashSet<Feature>;

/// The features of one run, each once: `path` is the law cells in the order in which it reached them.
pub(crate) fn features(path: &[u16], summary: RunSummary) -> Vec<Feature> {
    let cells: HashSet<Feature> = path.iter().copied().map(Feature::Cell).collect();
    let breadth = u32::try_from(cells.len()).unwrap_or(u32::MAX);
    let transitions: HashSet<Feature> =
        path.windows(2).map(|pair| Feature::Transition(pair[0], pair[1])).collect();
    let statistics = [
        Feature::Steps(bits(summary.steps)),
        Feature::Folds(bits(summary.folds)),
        Feature::Breadth(bits(breadth)),
    ];
    cells.into_iter().chain(transitions).chain(statistics).collect()
}

fn bits(number: u32) -> u8 {
    // At most 32.
    (u32::BITS - number.leading_zeros()) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_has_its_cells_their_transitions_and_its_statistics_each_once() {
        let features = features(&[3, 1, 3, 1, 2], RunSummary { steps: 64, folds: 0 });
        let expected = [
            Feature::Cell(1),
            Feature::Cell(2),
            Feature::Cell(3),
            Feature::Transition(1, 2),
            Feature::Transition(1, 3),
            Feature::Transition(3, 1),
            Feature::Steps(7),
            Feature::Folds(0),
            Feature::Breadth(2),
        ];
        let mut sorted = features;
        sorted.sort();
        assert_eq!(sorted, expected);
    }
}
