//! Sets of law cells, for every family of machines alike.
//!
//! Rules: a cell is a number below the count of its family's cells, and no family has more than
//! [`CELLS_MAX`]. Which cell a number means, the [family](crate::family::Family) says.

mod table;

pub use table::Standing;

/// No family has more law cells: what engines are told of cells is sized by it.
pub const CELLS_MAX: usize = 4_096;

const WORDS: usize = CELLS_MAX / 64;

/// A set of cells, one bit each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellSet {
    words: [u64; WORDS],
}

impl Default for CellSet {
    fn default() -> Self {
        Self { words: [0; WORDS] }
    }
}

impl CellSet {
    /// The empty set.
    pub fn new() -> Self {
        Self::default()
    }

    /// Removes every cell.
    pub fn clear(&mut self) {
        self.words = [0; WORDS];
    }

    /// Adds a cell; answers whether it is new.
    pub fn insert(&mut self, cell: usize) -> bool {
        let bit = 1 << (cell % 64);
        let word = &mut self.words[cell / 64];
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Whether the cell is in the set.
    pub fn contains(&self, cell: usize) -> bool {
        self.words[cell / 64] & (1 << (cell % 64)) != 0
    }

    /// Adds every cell of `other`.
    pub fn union(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Every cell, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words
            .iter()
            .enumerate()
            .flat_map(|(index, word)| Bits(*word).map(move |bit| 64 * index + bit))
    }
}

/// The positions of the bits of a word.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let position = self.0.trailing_zeros() as usize;
        self.0 &= self.0.wrapping_sub(1);
        (position < 64).then_some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_the_first_and_the_last_cell_and_lists_them_ascending() {
        let mut set = CellSet::new();
        assert!(set.is_empty());
        assert!(set.insert(CELLS_MAX - 1) && set.insert(0) && !set.insert(0));
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, CELLS_MAX - 1]);
        assert!(set.contains(CELLS_MAX - 1) && !set.contains(1));
        let mut other = CellSet::new();
        other.insert(64);
        other.union(&set);
        assert_eq!((other.len(), set.len()), (3, 2));
        other.clear();
        assert!(other.is_empty());
    }
}
