//! The transition table: every phase of a member times every input, printed from the real fold and
//! compared with the committed `core/tests/transitions/pool.txt`.
//!
//! The file is the reviewed contract: a change of behaviour is a line of it that a reader must
//! accept. After reading the differences, rewrite it with
//!
//! ```text
//! UPDATE_TRANSITIONS=1 cargo test -p actor-laws --test pool transitions
//! ```
//!
//! | File | What it holds |
//! |---|---|
//! | `transitions/phases.rs` | the rows: every phase, with the recipe that leads there |
//! | `transitions/offers.rs` | the columns: every kind of input, once for each result |
//! | `transitions/hand.rs` | the correlations and values that a fact is built from |
//! | `transitions/twin.rs` | where these come from when the pool has never asked for them |
//! | `transitions/row.rs` | one cell: an input, and everything that follows from it |
//! | `transitions/table.rs` | the sections: the full matrix, and the cells that vary |

mod hand;
mod offers;
mod phases;
mod row;
mod table;
mod twin;

use crate::support::{InputKind, Phase};
use std::collections::BTreeSet;
use std::{env, fs, path::PathBuf};

#[test]
fn the_committed_table_is_what_the_fold_does() {
    let printed = table::table();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transitions/pool.txt");
    if env::var_os("UPDATE_TRANSITIONS").is_some() {
        fs::write(&path, &printed).expect("the table can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == printed, "{}", difference(&committed, &printed));
}

#[test]
fn every_kind_of_input_is_offered_in_every_phase() {
    let kinds: Vec<InputKind> = offers::OFFERS.iter().map(|offer| offer.name().0).collect();
    assert!(kinds.is_sorted(), "the offers stand in the order of their kinds");
    let distinct: BTreeSet<InputKind> = kinds.into_iter().collect();
    assert_eq!(distinct.len(), InputKind::DrainDeadlineElapsed as usize + 1, "no kind is missing");
    for (phase, rows) in table::full_matrix() {
        let rows = rows.unwrap_or_else(|| panic!("no recipe leads to {phase:?}"));
        assert_eq!(rows.len(), offers::OFFERS.len(), "{phase:?} is offered everything");
    }
}

#[test]
fn no_cell_leaves_the_table() {
    let matrix = table::full_matrix();
    let phases: BTreeSet<Phase> = matrix.iter().map(|(phase, _)| *phase).collect();
    assert_eq!(phases.len(), matrix.len(), "each phase has one section");
    let rows = || matrix.iter().flat_map(|(_, rows)| rows.iter().flatten());
    let reached: BTreeSet<Phase> = rows().filter_map(|row| row.phase).collect();
    let unlisted: Vec<&Phase> = reached.difference(&phases).collect();
    assert!(unlisted.is_empty(), "a cell reaches {unlisted:?}, which has no section");
}

/// The lines that are in one table only; line by line where no line came or went.
fn difference(committed: &str, printed: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (committed.lines().collect(), printed.lines().collect());
    let lines: Vec<String> = if old.len() == new.len() {
        let pairs = old.iter().zip(&new).filter(|(old, new)| old != new);
        pairs.flat_map(|(old, new)| [format!("- {old}"), format!("+ {new}")]).collect()
    } else {
        let gone = old.iter().filter(|line| !new.contains(line)).map(|line| format!("- {line}"));
        let come = new.iter().filter(|line| !old.contains(line)).map(|line| format!("+ {line}"));
        gone.chain(come).collect()
    };
    format!(
        "the fold does not do what tests/transitions/pool.txt says:\n{}\n\
         To accept: UPDATE_TRANSITIONS=1 cargo test -p actor-laws --test pool transitions",
        lines.join("\n")
    )
}
