//! The law cells of one family, counted and numbered at compile time from its law tables.

/// How a combination of addressee, input kind and disposition stands in the law tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// They contain it.
    Reachable,
    /// They contain it, and it cannot happen, for this reason.
    Unreachable(&'static str),
    /// They do not contain it.
    Absent,
}

/// Declares the law cells of a family; call it once in a module of its own.
///
/// Given are the visibility of what it yields, the names of addressees (phases), of input kinds and of dispositions, a `const fn` that says
/// how each combination of their numbers [stands](Standing), and the outcomes beside the tables: names,
/// each with the reason why it cannot be reached, if so. Cells are numbered densely, first those of the
/// tables in the order addressee, kind, disposition, then the outcomes.
///
/// It yields `CELLS`, `INPUT_KINDS`, and the functions `of(addressee, kind, disposition) -> Option<usize>`,
/// `of_outcome(outcome) -> usize`, `name(cell)` (such as `Ready/Exit/accepted` or `outcome/NAME`), `unreachable(cell)`
/// and `input_kind(cell)`, which are what [`Rig`](crate::run::Rig) asks for.
#[macro_export]
macro_rules! law_cells {
    (
        visibility: $visibility:vis,
        addressees: $addressees:expr,
        kinds: $kinds:expr,
        dispositions: $dispositions:expr,
        standing: $standing:path,
        outcomes: $outcomes:expr $(,)?
    ) => {
        const ADDRESSEE_NAMES: &[&str] = &$addressees;
        const KIND_NAMES: &[&str] = &$kinds;
        const DISPOSITION_NAMES: &[&str] = &$dispositions;
        const OUTCOMES: &[(&str, Option<&str>)] = &$outcomes;
        const WAYS: usize = DISPOSITION_NAMES.len();
        const COMBINATIONS: usize = ADDRESSEE_NAMES.len() * INPUT_KINDS * WAYS;

        /// How many kinds of inputs there are.
        $visibility const INPUT_KINDS: usize = KIND_NAMES.len();

        /// How many law cells there are.
        $visibility const CELLS: usize = TABLE_CELLS + OUTCOMES.len();

        const fn standing_of(index: usize) -> $crate::cells::Standing {
            $standing(index / WAYS / INPUT_KINDS, index / WAYS % INPUT_KINDS, index % WAYS)
        }

        const TABLE_CELLS: usize = {
            let (mut index, mut count) = (0, 0);
            while index < COMBINATIONS {
                if !matches!(standing_of(index), $crate::cells::Standing::Absent) {
                    count += 1;
                }
                index += 1;
            }
            assert!(count + OUTCOMES.len() <= $crate::cells::CELLS_MAX);
            count
        };

        /// The cell of each combination; `u16::MAX` where there is none.
        static CELL_OF: [u16; COMBINATIONS] = {
            let mut cells = [u16::MAX; COMBINATIONS];
            let (mut index, mut next) = (0, 0);
            while index < COMBINATIONS {
                if !matches!(standing_of(index), $crate::cells::Standing::Absent) {
                    cells[index] = next;
                    next += 1;
                }
                index += 1;
            }
            cells
        };

        /// The combination of each cell of the tables.
        static COMBINATION_OF: [usize; TABLE_CELLS] = {
            let mut combinations = [0; TABLE_CELLS];
            let mut index = 0;
            while index < COMBINATIONS {
                if CELL_OF[index] != u16::MAX {
                    combinations[CELL_OF[index] as usize] = index;
                }
                index += 1;
            }
            combinations
        };

        /// The cell of a combination, if the tables contain it.
        $visibility fn of(addressee: usize, kind: usize, disposition: usize) -> Option<usize> {
            let cell = CELL_OF[(addressee * INPUT_KINDS + kind) * WAYS + disposition];
            (cell != u16::MAX).then_some(usize::from(cell))
        }

        /// The cell of an outcome.
        $visibility fn of_outcome(outcome: usize) -> usize {
            TABLE_CELLS + outcome
        }

        /// The stable name of a cell.
        $visibility fn name(cell: usize) -> String {
            let Some(&index) = COMBINATION_OF.get(cell) else {
                return format!("outcome/{}", OUTCOMES[cell - TABLE_CELLS].0);
            };
            let addressee = ADDRESSEE_NAMES[index / WAYS / INPUT_KINDS];
            let kind = KIND_NAMES[index / WAYS % INPUT_KINDS];
            format!("{addressee}/{kind}/{}", DISPOSITION_NAMES[index % WAYS])
        }

        /// Why a declared cell cannot be reached, if so.
        $visibility fn unreachable(cell: usize) -> Option<&'static str> {
            let Some(&index) = COMBINATION_OF.get(cell) else {
                return OUTCOMES[cell - TABLE_CELLS].1;
            };
            match standing_of(index) {
                $crate::cells::Standing::Unreachable(reason) => Some(reason),
                $crate::cells::Standing::Reachable | $crate::cells::Standing::Absent => None,
            }
        }

        /// The number of a cell's input kind; `None` for the cell of an outcome.
        $visibility fn input_kind(cell: usize) -> Option<usize> {
            COMBINATION_OF.get(cell).map(|index| index / WAYS % INPUT_KINDS)
        }
    };
}
