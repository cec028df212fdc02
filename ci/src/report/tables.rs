//! The law tables of a family, with how many inputs reach each cell.
//!
//! Rules: a table is read off the names of its cells, `PHASE/INPUT/DISPOSITION`; names of another shape
//! (`miss/...`, `pair/...`) are tables of their own, and `outcome/...` is a list. Rows and columns stand in the
//! order of the cells, columns of inputs in that of the input kinds. Nothing here knows a machine.

use super::tally::Tally;
use actor_laws_fuzz::family::Family;
use actor_laws_fuzz::target::{families, of_family};
use serde::Serialize;
use std::collections::BTreeMap;

/// The law cells of one family.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LawTables {
    /// The family.
    pub(crate) family: &'static str,
    /// Its targets.
    pub(crate) targets: Vec<&'static str>,
    /// Inputs of all its targets.
    pub(crate) inputs: usize,
    /// Its cells, in their order.
    pub(crate) cells: Vec<Cell>,
}

/// One law cell.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Cell {
    /// Its stable name.
    pub(crate) name: String,
    /// How many inputs reach it.
    pub(crate) inputs: u32,
    /// Why it cannot be reached, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unreachable: Option<&'static str>,
    /// The number of its input kind.
    #[serde(skip)]
    kind: Option<usize>,
}

impl LawTables {
    /// The tables of all families.
    pub(super) fn of_all(tallies: &[Tally]) -> Vec<Self> {
        families().map(|family| Self::of(family, tallies)).collect()
    }

    fn of(family: &'static Family, tallies: &[Tally]) -> Self {
        let targets: Vec<_> = of_family(family).map(|target| target.name).collect();
        let of_it = tallies.iter().filter(|tally| targets.contains(&tally.target));
        let reached = |cell: usize| of_it.clone().map(|tally| tally.reached[cell]).sum();
        let cell = |number| Cell {
            name: (family.cell_name)(number),
            inputs: reached(number),
            unreachable: (family.unreachable)(number),
            kind: (family.input_kind)(number),
        };
        let cells = (0..family.cells).map(cell).collect();
        let inputs = of_it.clone().map(Tally::inputs).sum();
        Self { family: family.name, targets, inputs, cells }
    }

    /// The cells that can be reached.
    pub(crate) fn reachable(&self) -> usize {
        self.cells.iter().filter(|cell| cell.unreachable.is_none()).count()
    }

    /// The reachable cells that some input reaches.
    pub(crate) fn reached(&self) -> usize {
        let is_reached = |cell: &&Cell| cell.unreachable.is_none() && cell.inputs > 0;
        self.cells.iter().filter(is_reached).count()
    }

    /// The reachable cells that none does.
    pub(crate) fn unreached(&self) -> Vec<&str> {
        let missing =
            self.cells.iter().filter(|cell| cell.unreachable.is_none() && cell.inputs == 0);
        missing.map(|cell| cell.name.as_str()).collect()
    }

    /// The reasons why cells cannot be reached, each with its cells.
    pub(crate) fn reasons(&self) -> Vec<(&'static str, Vec<&str>)> {
        let mut reasons: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for cell in &self.cells {
            if let Some(reason) = cell.unreachable {
                reasons.entry(reason).or_default().push(cell.name.as_str());
            }
        }
        reasons.into_iter().collect()
    }

    /// The tables in which the cells stand.
    pub(crate) fn grids(&self) -> Vec<Grid<'_>> {
        let mut grids: Vec<Grid<'_>> = Vec::new();
        for cell in &self.cells {
            let place = Place::of(&cell.name);
            let known = grids.iter().position(|grid| grid.table == place.table);
            let known = known.unwrap_or_else(|| {
                grids.push(Grid { table: place.table, columns: Vec::new(), rows: Vec::new() });
                grids.len() - 1
            });
            grids[known].take(place, cell);
        }
        grids.iter_mut().for_each(Grid::settle);
        grids
    }
}

/// Where a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place<'a> {
    table: Kind,
    row: &'a str,
    column: &'a str,
    way: &'a str,
}

/// What a table is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What each phase does with each input.
    Inputs,
    /// How facts miss, by phase.
    Misses,
    /// Phases of two machines at the same time.
    Pairs,
    /// What the machine can answer.
    Outcomes,
}

impl<'a> Place<'a> {
    fn of(name: &'a str) -> Self {
        let (first, rest) = name.split_once('/').unwrap_or((name, ""));
        let (second, third) = rest.split_once('/').unwrap_or((rest, ""));
        let beside = |table| {
            let (column, way) = third.split_once('/').unwrap_or((third, ""));
            Self { table, row: second, column, way }
        };
        match first {
            "outcome" => Self { table: Kind::Outcomes, row: rest, column: "inputs", way: "" },
            "miss" => beside(Kind::Misses),
            "pair" => beside(Kind::Pairs),
            row => Self { table: Kind::Inputs, row, column: second, way: third },
        }
    }
}

/// One table.
#[derive(Debug)]
pub(crate) struct Grid<'a> {
    /// What it is about.
    pub(crate) table: Kind,
    /// Its columns, by their names.
    pub(crate) columns: Vec<&'a str>,
    /// Its rows.
    pub(crate) rows: Vec<Row<'a>>,
}

/// A row of a table.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// What stands in it: column and way, then the cell.
    entries: Vec<(&'a str, &'a str, &'a Cell)>,
}

impl<'a> Grid<'a> {
    fn take(&mut self, place: Place<'a>, cell: &'a Cell) {
        if !self.columns.contains(&place.column) {
            self.columns.push(place.column);
        }
        if self.rows.last().is_none_or(|row| row.name != place.row) {
            self.rows.push(Row { name: place.row, entries: Vec::new() });
        }
        let row = self.rows.last_mut().expect("it was pushed");
        row.entries.push((place.column, place.way, cell));
    }

    /// Puts the columns of inputs in the order of the input kinds.
    fn settle(&mut self) {
        let entries = || self.rows.iter().flat_map(|row| &row.entries);
        let kind = |column: &str| entries().find(|(at, ..)| *at == column)?.2.kind;
        let mut columns: Vec<_> = self.columns.iter().map(|&name| (kind(name), name)).collect();
        columns.sort_by_key(|(kind, _)| *kind);
        self.columns = columns.into_iter().map(|(_, name)| name).collect();
    }

    /// Its ways, in the order in which they come, each with the shortest letters that tell them apart.
    pub(crate) fn ways(&self) -> Vec<(&'a str, String)> {
        let mut ways = Vec::new();
        for (_, way, _) in self.rows.iter().flat_map(|row| &row.entries) {
            if !way.is_empty() && !ways.contains(way) {
                ways.push(*way);
            }
        }
        ways.iter().map(|way| (*way, letters(way, &ways))).collect()
    }
}

/// The first letters of a name's words; of a single word its shortest beginning, of at least two letters,
/// that no other single word has.
fn letters(name: &str, all: &[&str]) -> String {
    if name.contains('-') {
        return name.split('-').filter_map(|word| word.chars().next()).collect();
    }
    let words = || all.iter().filter(|other| !other.contains('-'));
    let is_alone =
        |beginning: &&str| words().filter(|other| other.starts_with(*beginning)).count() == 1;
    let beginnings = (2..=name.len()).filter_map(|length| name.get(..length));
    beginnings.into_iter().find(is_alone).unwrap_or(name).to_owned()
}

impl<'a> Row<'a> {
    /// The ways and cells of a column.
    pub(crate) fn at(&self, column: &str) -> impl Iterator<Item = (&'a str, &'a Cell)> {
        let here = self.entries.iter().filter(move |(at, ..)| *at == column);
        here.map(|(_, way, cell)| (*way, *cell))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actor_laws_fuzz::target::TARGETS;

    fn empty() -> Vec<Tally> {
        let tally = |target: &'static actor_laws_fuzz::target::Target| Tally {
            target: target.name,
            committed: 1,
            kept: 0,
            failing: Vec::new(),
            unusable: Vec::new(),
            reached: vec![1; target.family.cells],
        };
        TARGETS.iter().map(tally).collect()
    }

    #[test]
    fn every_cell_of_every_family_stands_in_its_tables_once() {
        for tables in LawTables::of_all(&empty()) {
            let grids = tables.grids();
            let mut standing = Vec::new();
            for grid in &grids {
                for row in &grid.rows {
                    let cells = grid.columns.iter().flat_map(|column| row.at(column));
                    standing.extend(cells.map(|(_, cell)| cell.name.as_str()));
                }
            }
            let mut names: Vec<_> = tables.cells.iter().map(|cell| cell.name.as_str()).collect();
            names.sort_unstable();
            standing.sort_unstable();
            assert_eq!(standing, names, "{}", tables.family);
            assert!(grids.iter().any(|grid| grid.table == Kind::Inputs), "{}", tables.family);
        }
    }

    #[test]
    fn columns_of_inputs_stand_in_the_order_of_their_kinds() {
        let tables = LawTables::of_all(&empty());
        let pool = tables.iter().find(|tables| tables.family == "pool").expect("a family");
        let grids = pool.grids();
        let grid = grids.iter().find(|grid| grid.table == Kind::Inputs).expect("a table");
        assert_eq!(grid.columns[..3], ["Initialize", "Submit", "Shutdown"]);
    }

    #[test]
    fn what_is_reached_counts_the_inputs_of_all_targets() {
        let tables = LawTables::of_all(&empty());
        let pool = tables.iter().find(|tables| tables.family == "pool").expect("a family");
        assert_eq!((pool.inputs, pool.targets.len(), pool.cells[0].inputs), (4, 4, 4));
        assert_eq!(pool.reached(), pool.reachable());
        assert!(pool.unreached().is_empty());
        let unreachable: usize = pool.reasons().iter().map(|(_, cells)| cells.len()).sum();
        assert_eq!(unreachable + pool.reachable(), pool.cells.len());
    }

    #[test]
    fn a_cell_that_nothing_reaches_is_named() {
        let mut tallies = empty();
        for tally in tallies.iter_mut().filter(|tally| tally.target.starts_with("pool_")) {
            let family = actor_laws_fuzz::target::find(tally.target).expect("a target").family;
            let cell = family.reachable().next().expect("a reachable cell");
            tally.reached[cell] = 0;
        }
        let tables = LawTables::of_all(&tallies);
        let pool = tables.iter().find(|tables| tables.family == "pool").expect("a family");
        assert_eq!((pool.unreached().len(), pool.reachable() - pool.reached()), (1, 1));
    }

    #[test]
    fn ways_are_told_apart_by_few_letters_in_every_table() {
        let all = ["refused", "rejected", "accepted", "accepted-for-predecessor"];
        assert_eq!(all.map(|way| letters(way, &all)), ["ref", "rej", "ac", "afp"]);
        assert_eq!(letters("a", &["a", "ab"]), "a");
        for tables in LawTables::of_all(&empty()) {
            for grid in tables.grids() {
                let mut letters: Vec<_> = grid.ways().into_iter().map(|way| way.1).collect();
                let count = letters.len();
                letters.sort();
                letters.dedup();
                assert_eq!(letters.len(), count, "{} {:?}", tables.family, grid.table);
            }
        }
    }
}
