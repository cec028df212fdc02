//! The transition table: every row with every combination of what it has kept times every input,
//! printed from the real fold and compared with the committed `core/tests/transitions/proxy.txt`.
//!
//! The file is the reviewed contract: a change of behaviour is a line of it that a reader must
//! accept. After reading the differences, rewrite it with
//!
//! ```text
//! UPDATE_TRANSITIONS=1 cargo test -p actor-laws --test proxy transitions
//! ```
//!
//! | File | What it holds |
//! |---|---|
//! | `transitions/explore.rs` | the states: all that can be reached, each by a shortest way |
//! | `transitions/table.rs` | one section a state, one line an input |

mod explore;
mod table;

use crate::support::*;
use explore::{Grain, explore};
use std::collections::BTreeSet;
use std::{env, fs, path::PathBuf};

#[test]
fn the_committed_table_is_what_the_fold_does() {
    let printed = table::table();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transitions/proxy.txt");
    if env::var_os("UPDATE_TRANSITIONS").is_some() {
        fs::write(&path, &printed).expect("the table can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == printed, "{}", difference(&committed, &printed));
}

#[test]
fn every_row_is_reached() {
    let rows: BTreeSet<ProxyRow> = explore(Grain::View, Rig::new)
        .into_values()
        .map(|path| Rig::after(&path).proxy.view().row)
        .collect();
    assert_eq!(rows.len(), ProxyRow::Stopped as usize + 1);
}

/// Every shape of every state is told everything on the way: the rig checks that invariants hold, that
/// no value is lost and that a rejected fact changes nothing. Whatever came before, a proxy that is
/// shut down stops once its host has kept its promises.
#[test]
fn every_shape_keeps_the_laws_and_drains() {
    let shapes = explore(Grain::Shape, Rig::new);
    assert!(shapes.len() > 450, "{} shapes are too few to be all", shapes.len());
    shapes.into_values().for_each(|path| drains(Rig::new(), &path));
}

/// The same where no activation can be reserved.
#[test]
fn every_shape_without_activations_keeps_the_laws_and_drains() {
    let rig = || {
        let activations = SequencePlan::NOTHING;
        Rig::with(ProxyCorrelations { activations, ..ProxyCorrelations::PLENTY })
    };
    let shapes = explore(Grain::Shape, rig);
    assert!(shapes.keys().any(|(_, shape)| shape.contains("ActivationUnavailable")));
    assert!(shapes.keys().all(|(view, _)| view.row != ProxyRow::ActivationStarting));
    shapes.into_values().for_each(|path| drains(rig(), &path));
}

/// What a host still owes a proxy, in one order; what the proxy does not await is rejected.
const DUTIES: [Tell; 14] = [
    Tell::Committed(1),
    Tell::Committed(2),
    Tell::Initialized(1),
    Tell::Initialized(2),
    Tell::StartAccepted(1),
    Tell::StartAccepted(2),
    Tell::Ready(1),
    Tell::Ready(2),
    Tell::Exit(1, 8),
    Tell::Exit(2, 8),
    Tell::Settled(1),
    Tell::Settled(2),
    Tell::EarlyExit(1, 8),
    Tell::EarlyExit(2, 8),
];

fn drains(rig: Rig, path: &[Tell]) {
    let mut rig = rig.and(path);
    if rig.proxy.phase().is_none() {
        return;
    }
    let _said = rig.tell(Tell::Shutdown);
    for duty in DUTIES {
        if rig.proxy.phase().is_some() {
            assert_ne!(rig.proxy.phase(), Some(ProxyPhase::Ready), "nothing becomes ready");
            let _said = rig.tell(duty);
        }
    }
    assert_eq!(rig.proxy.phase(), None, "{path:?} and all duties end the proxy: {:?}", rig.proxy);
}

/// The lines that are in one table only.
fn difference(committed: &str, printed: &str) -> String {
    let (old, new): (BTreeSet<_>, BTreeSet<_>) =
        (committed.lines().collect(), printed.lines().collect());
    let gone = old.difference(&new).map(|line| format!("- {line}"));
    let come = new.difference(&old).map(|line| format!("+ {line}"));
    format!(
        "the fold does not do what tests/transitions/proxy.txt says:\n{}\n\
         To accept: UPDATE_TRANSITIONS=1 cargo test -p actor-laws --test proxy transitions",
        gone.chain(come).collect::<Vec<_>>().join("\n")
    )
}
