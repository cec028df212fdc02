//! Which inputs of a set to keep so that no feature is lost: greedy set cover.
//!
//! Rules: each round takes the input that adds the most features not covered yet; among equals the
//! shorter, then the one whose name sorts first. Afterwards every input is dropped whose features
//! the others cover, the longest first. So the choice depends on the inputs alone, and choosing
//! among what was chosen changes nothing.

use crate::features::{Feature, FeatureSet};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

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
    let mut chosen = greedy(candidates);
    drop_redundant(candidates, &mut chosen);
    chosen.sort_unstable();
    chosen
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

fn drop_redundant(candidates: &[Candidate], chosen: &mut Vec<usize>) {
    let mut holders: HashMap<Feature, usize> = HashMap::new();
    for feature in chosen.iter().flat_map(|&place| &candidates[place].features) {
        *holders.entry(*feature).or_default() += 1;
    }
    let mut order = chosen.clone();
    order.sort_by_key(|&place| rank(candidates, place, 0));
    for place in order {
        let features = &candidates[place].features;
        if features.iter().all(|feature| holders[feature] > 1) {
            features.iter().for_each(|feature| *holders.entry(*feature).or_default() -= 1);
            chosen.retain(|&kept| kept != place);
        }
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
