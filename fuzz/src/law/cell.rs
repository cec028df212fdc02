//! STUB of the law cells.

/// How many.
pub const CELLS: usize = 441;

/// A set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellSet(std::collections::BTreeSet<usize>);

impl CellSet {
    /// Empty.
    pub fn new() -> Self {
        Self::default()
    }
    /// Marks.
    pub fn insert(&mut self, cell: usize) -> bool {
        self.0.insert(cell)
    }
    /// Has.
    pub fn contains(&self, cell: usize) -> bool {
        self.0.contains(&cell)
    }
    /// Adds.
    pub fn union(&mut self, other: &Self) {
        self.0.extend(&other.0);
    }
    /// Count.
    pub fn len(&self) -> usize {
        self.0.len()
    }
    /// None.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// All.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().copied()
    }
}

/// Name.
pub fn name(cell: usize) -> String {
    format!("stub/{cell}")
}
/// Declared.
pub fn declared() -> impl Iterator<Item = usize> {
    0..CELLS
}
/// Reason.
pub fn unreachable(_cell: usize) -> Option<&'static str> {
    None
}
