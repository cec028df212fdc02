//! Which inputs of a set to keep so that no feature is lost: greedy set cover, and what can be exchanged in it.
//!
//! Rules: each round takes the input that adds the most features not covered yet; among equals the
//! shorter, then the one whose name sorts first. Every input is dropped whose features the others cover, the
//! longest first. Then an input that was not chosen is taken for two or more that it makes superfluous, or
//! for one that is longer, until no such exchange is left. So the choice depends on the inputs alone; and as no
//! chosen one is superfluous, choosing among what was chosen changes nothing.

use crate::features::{Feature, FeatureSet};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap};

/// An input that can be chosen.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// Its content's name.
    pub(crate) name: String,
    /// Its length in bytes.
    pub(crate) length: usize,
    /// What it has.
    pub(crate) features: Vec<Feature>,
}

/// The places of the chosen candidates, in the order of their places.
pub(crate) fn cover(candidates: &[Candidate]) -> Vec<usize> {
    let mut choice = Choice::of(candidates, &greedy(candidates));
    choice.drop_superfluous(choice.chosen.iter().copied().collect());
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|&place| (candidates[place].length, &candidates[place].name));
    while order.iter().fold(false, |changed, &place| changed | choice.exchange(place)) {}
    choice.chosen.into_iter().collect()
}

/// How much a candidate is wanted: gain, then shortness, then the order of names.
type Rank<'a> = (usize, Reverse<usize>, Reverse<&'a str>, usize);

fn rank(candidates: &[Candidate], place: usize, gain: usize) -> Rank<'_> {
    let candidate = &candidates[place];
    (gain, Reverse(candidate.length), Reverse(&candidate.name), place)
}

/// Gains only shrink while features get covered, so a stale rank is an upper bound: the top of the
/// heap is the best one once its gain is up to date.
fn greedy(candidates: &[Candidate]) -> Vec<usize> {
    let mut covered = FeatureSet::new();
    let mut chosen = Vec::new();
    let mut heap: BinaryHeap<Rank<'_>> = (0..candidates.len())
        .map(|place| rank(candidates, place, candidates[place].features.len()))
        .collect();
    while let Some((stale, _, _, place)) = heap.pop() {
        let features = &candidates[place].features;
        let gain = features.iter().filter(|&&feature| !covered.contains(feature)).count();
        if gain < stale {
            heap.push(rank(candidates, place, gain));
        } else if gain > 0 {
            covered.extend(features.iter().copied());
            chosen.push(place);
        }
    }
    chosen
}

/// A cover that is being improved.
struct Choice<'a> {
    candidates: &'a [Candidate],
    chosen: BTreeSet<usize>,
    holders: HashMap<Feature, Holders>,
}

/// Who of the chosen has a feature.
#[derive(Clone, Copy, Debug, Default)]
struct Holders {
    count: usize,
    /// The sum of their places: of a single one, its place.
    places: usize,
}

impl<'a> Choice<'a> {
    fn of(candidates: &'a [Candidate], places: &[usize]) -> Self {
        let mut choice = Self { candidates, chosen: BTreeSet::new(), holders: HashMap::new() };
        places.iter().for_each(|&place| choice.take(place));
        choice
    }

    fn features(&self, place: usize) -> &'a [Feature] {
        &self.candidates[place].features
    }

    fn length(&self, place: usize) -> usize {
        self.candidates[place].length
    }

    fn take(&mut self, place: usize) {
        self.chosen.insert(place);
        for feature in self.features(place) {
            let holders = self.holders.entry(*feature).or_default();
            holders.count += 1;
            holders.places += place;
        }
    }

    fn give(&mut self, place: usize) {
        self.chosen.remove(&place);
        for feature in self.features(place) {
            let holders = self.holders.entry(*feature).or_default();
            holders.count -= 1;
            holders.places -= place;
        }
    }

    fn sort_longest_first(&self, places: &mut [usize]) {
        places.sort_by_key(|&place| rank(self.candidates, place, 0));
    }

    /// Drops, the longest first, each of these whose features the others have; answers which ones.
    fn drop_superfluous(&mut self, mut places: Vec<usize>) -> Vec<usize> {
        self.sort_longest_first(&mut places);
        places.retain(|&place| {
            let is_spare =
                self.features(place).iter().all(|feature| self.holders[feature].count > 1);
            if is_spare {
                self.give(place);
            }
            is_spare
        });
        places
    }

    /// Takes a candidate if it makes two or more of the chosen superfluous, or one that is longer.
    fn exchange(&mut self, place: usize) -> bool {
        let rivals = self.rivals(place);
        if self.chosen.contains(&place) || rivals.is_empty() {
            return false;
        }
        self.take(place);
        let dropped = self.drop_superfluous(rivals);
        let length: usize = dropped.iter().map(|&dropped| self.length(dropped)).sum();
        let is_better = dropped.len() > 1 || (dropped.len() == 1 && self.length(place) < length);
        if !is_better {
            dropped.iter().for_each(|&dropped| self.take(dropped));
            self.give(place);
        }
        is_better
    }

    /// The chosen ones whose own features, those that no other one has, a candidate has all.
    fn rivals(&self, place: usize) -> Vec<usize> {
        let mut offered: BTreeMap<usize, usize> = BTreeMap::new();
        for holders in self.features(place).iter().filter_map(|feature| self.holders.get(feature)) {
            if holders.count == 1 {
                *offered.entry(holders.places).or_default() += 1;
            }
        }
        let rivals = offered.into_iter().filter(|&(rival, count)| self.own(rival) == count);
        rivals.map(|(rival, _)| rival).collect()
    }

    /// How many features a chosen one has that no other one has.
    fn own(&self, place: usize) -> usize {
        let features = self.features(place).iter();
        features.filter(|feature| self.holders[*feature].count == 1).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn candidate(name: &str, length: usize, cells: &[u16]) -> Candidate {
        let features = cells.iter().copied().map(Feature::from).collect();
        Candidate { name: name.into(), length, features }
    }

    fn names(candidates: &[Candidate]) -> Vec<&str> {
        cover(candidates).into_iter().map(|place| candidates[place].name.as_str()).collect()
    }

    #[test]
    fn one_input_that_has_it_all_is_enough() {
        let all = [candidate("a", 1, &[1]), candidate("b", 9, &[1, 2]), candidate("c", 1, &[2])];
        assert_eq!(names(&all), ["b"]);
    }

    #[test]
    fn the_shorter_of_two_equals_is_kept_and_then_the_first_by_name() {
        let all = [candidate("a", 4, &[1]), candidate("c", 2, &[1]), candidate("b", 2, &[1])];
        assert_eq!(names(&all), ["b"]);
    }

    #[test]
    fn an_early_choice_that_later_ones_cover_is_dropped() {
        let all = [
            candidate("greedy", 1, &[1, 2, 3, 4]),
            candidate("left", 1, &[1, 2, 5]),
            candidate("right", 1, &[3, 4, 6]),
        ];
        assert_eq!(names(&all), ["left", "right"]);
    }

    #[test]
    fn one_that_makes_two_superfluous_is_taken_for_them() {
        let all = [
            candidate("1", 1, &[1, 2, 3, 4, 11]),
            candidate("2", 1, &[1, 2, 5, 6, 7]),
            candidate("3", 1, &[3, 4, 8, 9, 10]),
            candidate("4", 1, &[12]),
            candidate("5", 9, &[11, 12]),
        ];
        assert_eq!(names(&all), ["2", "3", "5"]);
    }

    #[test]
    fn a_shorter_one_is_taken_for_a_longer_one_that_it_can_stand_for() {
        let all = [
            candidate("a", 9, &[1, 2, 3, 4, 9]),
            candidate("b", 1, &[2, 3, 7, 8]),
            candidate("c", 1, &[4, 9, 10, 11]),
            candidate("d", 2, &[1]),
        ];
        assert_eq!(names(&all), ["b", "c", "d"]);
    }

    #[test]
    fn nothing_is_lost_and_a_second_choice_changes_nothing() {
        let mut state = 1u64;
        let mut draw = |bound: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % bound
        };
        let all: Vec<_> = (0..200)
            .map(|number| {
                let cells: HashSet<u16> = (0..draw(12)).map(|_| draw(90) as u16).collect();
                let cells: Vec<u16> = cells.into_iter().collect();
                candidate(&format!("{number:03}"), draw(300) as usize, &cells)
            })
            .collect();
        let union = |all: &[Candidate]| -> HashSet<Feature> {
            all.iter().flat_map(|candidate| candidate.features.clone()).collect()
        };
        let kept: Vec<_> = cover(&all).into_iter().map(|place| all[place].clone()).collect();
        assert_eq!(union(&kept), union(&all));
        assert!(kept.len() < all.len());
        assert_eq!(cover(&kept).len(), kept.len());
    }

    #[test]
    fn no_input_needs_no_choice() {
        assert!(cover(&[]).is_empty());
        assert!(cover(&[candidate("empty", 0, &[])]).is_empty());
    }
}
