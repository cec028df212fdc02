//! A set of small positions with a logarithmic "first member at or after".
//!
//! A 64-way tree of bit words: membership is one bit, each level above says which words below are
//! not empty. Up to 64 positions fit in the root word and need no allocation; 10,000 take three
//! levels. The sets are indexes over the members of a roster: they are written in one place, from
//! the member itself, and the invariants recompute them.

use alloc::vec::Vec;

const WORD_BITS: usize = 64;

/// A set of positions below a fixed bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SlotSet {
    /// The root word: positions themselves where there are at most 64, else non-empty children.
    root: u64,
    /// The levels below the root, leaves first; empty where the root is the leaf.
    levels: Vec<Vec<u64>>,
}

impl SlotSet {
    /// The empty set over positions below `bound`.
    pub(crate) fn new(bound: usize) -> Self {
        let mut levels = Vec::new();
        let mut width = bound;
        while width > WORD_BITS {
            width = width.div_ceil(WORD_BITS);
            levels.push(alloc::vec![0; width]);
        }
        Self { root: 0, levels }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.root == 0
    }

    #[inline]
    pub(crate) fn insert(&mut self, position: usize) {
        if self.levels.is_empty() {
            self.root |= bit(position);
        } else {
            self.insert_below(position);
        }
    }

    fn insert_below(&mut self, position: usize) {
        let mut index = position;
        for level in &mut self.levels {
            level[index / WORD_BITS] |= bit(index);
            index /= WORD_BITS;
        }
        self.root |= bit(index);
    }

    #[inline]
    pub(crate) fn remove(&mut self, position: usize) {
        if self.levels.is_empty() {
            self.root &= !bit(position);
        } else {
            self.remove_below(position);
        }
    }

    fn remove_below(&mut self, position: usize) {
        let mut index = position;
        for level in &mut self.levels {
            let word = &mut level[index / WORD_BITS];
            *word &= !bit(index);
            if *word != 0 {
                return;
            }
            index /= WORD_BITS;
        }
        self.root &= !bit(index);
    }

    #[inline]
    pub(crate) fn contains(&self, position: usize) -> bool {
        self.leaf(position / WORD_BITS) & bit(position) != 0
    }

    /// The 64 positions from `64 * word` on, a bit each.
    #[inline]
    pub(crate) fn leaf(&self, word: usize) -> u64 {
        self.levels.first().map_or(self.root, |leaves| leaves[word])
    }

    /// The smallest member at or after `position`.
    #[inline]
    pub(crate) fn first_from(&self, position: usize) -> Option<usize> {
        if self.is_empty() {
            None
        } else if self.levels.is_empty() {
            if position < WORD_BITS { lowest(self.root, position) } else { None }
        } else {
            self.climb(position)
        }
    }

    /// Climbs to the lowest level that has a member at or after `position`, and descends from there.
    fn climb(&self, position: usize) -> Option<usize> {
        let mut index = position;
        for (height, level) in self.levels.iter().enumerate() {
            let word = level.get(index / WORD_BITS).copied().unwrap_or(0);
            if let Some(found) = lowest(word, index) {
                return Some(self.descend(height, found));
            }
            index = index / WORD_BITS + 1;
        }
        let found = if index < WORD_BITS { lowest(self.root, index)? } else { return None };
        Some(self.descend(self.levels.len(), found))
    }

    /// The smallest member at or after `position`, or else the smallest of all.
    #[inline]
    pub(crate) fn first_from_wrapping(&self, position: usize) -> Option<usize> {
        self.first_from(position).or_else(|| self.first_from(0))
    }

    /// The members, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let mut next = self.first_from(0);
        core::iter::from_fn(move || {
            let found = next?;
            next = self.first_from(found + 1);
            Some(found)
        })
    }

    /// Follows the lowest bits from a non-empty word of the level at `height` down to a position.
    fn descend(&self, height: usize, found: usize) -> usize {
        self.levels[..height]
            .iter()
            .rev()
            .fold(found, |index, level| index * WORD_BITS + level[index].trailing_zeros() as usize)
    }
}

fn bit(index: usize) -> u64 {
    1 << (index % WORD_BITS)
}

/// The lowest member of `word` at or after `index`, as an index of the same level.
fn lowest(word: u64, index: usize) -> Option<usize> {
    let rest = word & (u64::MAX << (index % WORD_BITS));
    (rest != 0).then(|| index / WORD_BITS * WORD_BITS + rest.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::SlotSet;
    use alloc::collections::BTreeSet;

    #[test]
    fn agrees_with_an_ordered_set_at_every_height() {
        for bound in [1, 63, 64, 65, 4096, 4097, 10_000] {
            let (mut set, mut model) = (SlotSet::new(bound), BTreeSet::new());
            let mut draw: usize = 1;
            for _ in 0..4_000 {
                draw = draw.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
                let position = (draw >> 33) % bound;
                if draw & 4096 == 0 {
                    set.insert(position);
                    model.insert(position);
                } else {
                    set.remove(position);
                    model.remove(&position);
                }
                let probe = (draw >> 13) % (bound + 1);
                assert_eq!(set.first_from(probe), model.range(probe..).next().copied());
                assert_eq!(set.contains(position), model.contains(&position));
                assert_eq!(set.is_empty(), model.is_empty());
            }
            assert!(set.iter().eq(model.iter().copied()));
            assert_eq!(set.first_from_wrapping(bound), model.first().copied());
        }
    }
}
