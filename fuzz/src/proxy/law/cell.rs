//! Law cells: each (row, input kind, disposition) that the law table contains, each way in which a
//! fact can miss, and each outcome that the proxy can answer with. Running a scenario marks them.
//!
//! Rules: cells are numbered densely, first the cells of the table in the order subject, kind,
//! disposition, then the misses, then the outcomes. A subject is a row with the halves that are kept
//! or owed, so each order of a pair has cells of its own. A name never changes its meaning; numbers
//! may change when the tables do.

pub use crate::cells::CellSet;

pub use super::kind::{DISPOSITIONS, Disposition, FactGroup, INPUT_KINDS, InputKind};
pub use super::subject::{ROWS, Subject};

use super::kind::{GROUPS, MISSES};
use super::outcome::{self, OUTCOMES};
use super::subject::FLAGS;
use super::table::{Standing, miss_standing, standing};
use crate::proxy::law::Observed;
use crate::proxy::observation::{Leftover, Said};

const KINDS: usize = INPUT_KINDS.len();
const WAYS: usize = DISPOSITIONS.len();
const COMBINATIONS: usize = ROWS.len() * FLAGS * KINDS * WAYS;
const MISS_COMBINATIONS: usize = ROWS.len() * GROUPS.len() * MISSES.len();
/// Marks a combination that the tables do not contain.
const NONE: u16 = u16::MAX;

/// The standing of combination number `index` of the law table.
const fn standing_of(index: usize) -> Standing {
    let way = DISPOSITIONS[index % WAYS];
    let kind = INPUT_KINDS[index / WAYS % KINDS];
    let subject = Subject::of_code(index / WAYS / KINDS);
    if subject.exists() { standing(subject, kind, way) } else { Standing::Absent }
}

/// The standing of combination number `index` of the misses.
const fn miss_standing_of(index: usize) -> Standing {
    let miss = MISSES[index % MISSES.len()];
    let group = GROUPS[index / MISSES.len() % GROUPS.len()];
    miss_standing(ROWS[index / MISSES.len() / GROUPS.len()], group, miss)
}

/// How many cells the law table contains.
const TABLE_CELLS: usize = {
    let (mut index, mut count) = (0, 0);
    while index < COMBINATIONS {
        if !matches!(standing_of(index), Standing::Absent) {
            count += 1;
        }
        index += 1;
    }
    count
};

/// How many ways to miss there are.
const MISS_CELLS: usize = {
    let (mut index, mut count) = (0, 0);
    while index < MISS_COMBINATIONS {
        if !matches!(miss_standing_of(index), Standing::Absent) {
            count += 1;
        }
        index += 1;
    }
    count
};

/// Where the cells of outcomes begin.
const OUTCOME_CELLS: usize = TABLE_CELLS + MISS_CELLS;

/// How many cells there are.
pub const CELLS: usize = OUTCOME_CELLS + OUTCOMES.len();

/// The cell of each combination of the law table.
static CELL_OF: [u16; COMBINATIONS] = {
    let mut cells = [NONE; COMBINATIONS];
    let (mut index, mut next) = (0, 0);
    while index < COMBINATIONS {
        if !matches!(standing_of(index), Standing::Absent) {
            cells[index] = next;
            next += 1;
        }
        index += 1;
    }
    cells
};

/// The combination of each cell of the law table.
static COMBINATION_OF: [u16; TABLE_CELLS] = {
    let mut combinations = [0; TABLE_CELLS];
    let (mut index, mut next) = (0, 0);
    while index < COMBINATIONS {
        if !matches!(standing_of(index), Standing::Absent) {
            combinations[next] = index as u16;
            next += 1;
        }
        index += 1;
    }
    combinations
};

/// The cell of each combination of the misses.
static MISS_CELL_OF: [u16; MISS_COMBINATIONS] = {
    let mut cells = [NONE; MISS_COMBINATIONS];
    let (mut index, mut next) = (0, TABLE_CELLS as u16);
    while index < MISS_COMBINATIONS {
        if !matches!(miss_standing_of(index), Standing::Absent) {
            cells[index] = next;
            next += 1;
        }
        index += 1;
    }
    cells
};

/// The combination of each cell of the misses.
static MISS_COMBINATION_OF: [u16; MISS_CELLS] = {
    let mut combinations = [0; MISS_CELLS];
    let (mut index, mut next) = (0, 0);
    while index < MISS_COMBINATIONS {
        if !matches!(miss_standing_of(index), Standing::Absent) {
            combinations[next] = index as u16;
            next += 1;
        }
        index += 1;
    }
    combinations
};

const fn reason(cell: usize) -> Option<&'static str> {
    let standing = if cell < TABLE_CELLS {
        standing_of(COMBINATION_OF[cell] as usize)
    } else if cell < OUTCOME_CELLS {
        miss_standing_of(MISS_COMBINATION_OF[cell - TABLE_CELLS] as usize)
    } else {
        return OUTCOMES[cell - OUTCOME_CELLS].unreachable;
    };
    match standing {
        Standing::Unreachable(reason) => Some(reason),
        Standing::Reachable | Standing::Absent => None,
    }
}

/// Why a declared cell cannot be reached, if so.
pub fn unreachable(cell: usize) -> Option<&'static str> {
    reason(cell)
}

/// The cell of a step; `None` if the tables do not contain what happened.
pub fn of_step(subject: Subject, step: &Observed<'_>) -> Option<usize> {
    if step.miss.is_some() && of_miss(step).is_none_or(|cell| unreachable(cell).is_some()) {
        return None;
    }
    let kind = InputKind::of(step.told) as usize;
    some_cell(CELL_OF[(subject.code() * KINDS + kind) * WAYS + Disposition::of(step) as usize])
}

/// The cell of the way in which a fact missed, if it did and the tables contain it.
pub fn of_miss(step: &Observed<'_>) -> Option<usize> {
    let (miss, group) = step.miss.zip(FactGroup::of(step.told))?;
    let place = step.before.row as usize * GROUPS.len() + group as usize;
    some_cell(MISS_CELL_OF[place * MISSES.len() + miss as usize])
}

fn some_cell(cell: u16) -> Option<usize> {
    (cell != NONE).then_some(usize::from(cell))
}

/// Visits the cells of an action's outcome.
pub fn of_said(said: &Said, visit: &mut dyn FnMut(usize)) {
    outcome::of_said(said, &mut |outcome| visit(OUTCOME_CELLS + outcome));
}

/// Visits the cells of a leftover.
pub fn of_leftover(leftover: &Leftover, visit: &mut dyn FnMut(usize)) {
    outcome::of_leftover(leftover, &mut |outcome| visit(OUTCOME_CELLS + outcome));
}

/// The number of a cell's input kind in [`INPUT_KINDS`]; `None` for a cell of no input.
pub fn input_kind(cell: usize) -> Option<usize> {
    COMBINATION_OF.get(cell).map(|combination| usize::from(*combination) / WAYS % KINDS)
}

/// The stable name of a cell, such as `Creating+exit/BirthCommitted/accepted`.
pub fn name(cell: usize) -> String {
    if let Some(combination) = COMBINATION_OF.get(cell) {
        let index = usize::from(*combination);
        let way = DISPOSITIONS[index % WAYS].name();
        let kind = INPUT_KINDS[index / WAYS % KINDS];
        return format!("{}/{kind:?}/{way}", Subject::of_code(index / WAYS / KINDS));
    }
    if let Some(combination) = MISS_COMBINATION_OF.get(cell - TABLE_CELLS) {
        let index = usize::from(*combination);
        let miss = MISSES[index % MISSES.len()];
        let group = GROUPS[index / MISSES.len() % GROUPS.len()];
        let row = ROWS[index / MISSES.len() / GROUPS.len()];
        return format!("miss/{row:?}/{group:?}/{miss:?}");
    }
    format!("outcome/{}", OUTCOMES[cell - OUTCOME_CELLS].name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_numbered_as_it_is_listed() {
        for (number, kind) in INPUT_KINDS.into_iter().enumerate() {
            assert_eq!(kind as usize, number);
        }
        for (number, way) in DISPOSITIONS.into_iter().enumerate() {
            assert_eq!(way as usize, number);
        }
        for (number, row) in ROWS.into_iter().enumerate() {
            assert_eq!(row as usize, number);
        }
        for (number, group) in GROUPS.into_iter().enumerate() {
            assert_eq!(group as usize, number);
        }
        for (number, miss) in MISSES.into_iter().enumerate() {
            assert_eq!(miss as usize, number);
        }
        for code in 0..ROWS.len() * FLAGS {
            assert_eq!(Subject::of_code(code).code(), code);
        }
    }

    #[test]
    fn cell_names_are_unique() {
        let mut names: Vec<String> = (0..CELLS).map(name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), CELLS);
    }
}
