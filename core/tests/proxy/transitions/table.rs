//! The table as text: one section a state, one line an input; the rejected facts of a state together.

use super::explore::{Grain, Key, OFFERS, explore, state_text};
use crate::support::*;
use std::collections::BTreeMap;

/// The whole table as text.
pub(crate) fn table() -> String {
    let states = explore(Grain::View, Rig::new);
    let sections = states.iter().map(|(key, path)| section(key, path));
    HEADER.chars().chain(sections.flat_map(|text| text.chars().collect::<Vec<_>>())).collect()
}

fn section((view, replaces): &Key, path: &[Tell]) -> String {
    let path_text: Vec<String> = path.iter().map(|tell| name(*tell)).collect();
    let mut text = format!("\n-- {} --\n", title(view, replaces));
    text.push_str(&format!("after: {}\n", path_text.join(", ")));
    let mut rejected: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for offer in OFFERS {
        match cell(path, offer) {
            Cell::Line(line) => text.push_str(&line),
            Cell::Rejected(kind) => rejected.entry(kind).or_default().push(name(offer)),
        }
    }
    for (kind, names) in rejected {
        text.push_str(&format!("F {kind}: {}\n", names.join(", ")));
    }
    text
}

/// What follows from one input.
enum Cell {
    Line(String),
    /// One diagnostic that owns the whole fact, in the phase that rejected it; nothing changes.
    Rejected(String),
}

fn cell(path: &[Tell], offer: Tell) -> Cell {
    let mut rig = Rig::after(path);
    let (before, phase) = (state_text(&rig), rig.proxy.phase());
    let fact = input_line(&rig.input(offer));
    let Ok(said) = rig.offer(offer) else {
        return Cell::Line(format!("{:<28} | {:<52} | handed back whole\n", name(offer), "="));
    };
    let lines = said.lines();
    let changed = before != state_text(&rig);
    if let Some(kind) = rejection(&lines, phase, &fact).filter(|_| !changed) {
        return Cell::Rejected(kind);
    }
    let after = if changed { view_text(&rig.proxy.view()) } else { "=".to_owned() };
    Cell::Line(format!("{:<28} | {after:<52} | {}\n", name(offer), lines.join("; ")))
}

fn rejection(lines: &[String], phase: Option<ProxyPhase>, fact: &str) -> Option<String> {
    let [diagnostic, verdict] = lines else { return None };
    let rest = diagnostic.strip_prefix("Diagnostic ")?;
    let (kind, rest) = rest.split_once(" while ")?;
    let whole = rest == format!("{:?}: {fact}", phase?);
    (whole && verdict == "Continue").then(|| kind.to_owned())
}

/// The input without the marks of code.
fn name(tell: Tell) -> String {
    format!("{tell:?}").replace(['(', ','], " ").replace([')'], "").replace("  ", " ")
}

fn title(view: &ProxyView, replaces: &str) -> String {
    let view = view_text(view);
    if replaces.is_empty() { view } else { format!("{view}: {replaces}") }
}

fn view_text(view: &ProxyView) -> String {
    let ProxyView { row, exit_kept, settlement_owed, predecessor_settlement_owed, held_ready } =
        view;
    let flags = [
        (*exit_kept, "exit kept"),
        (*settlement_owed, "settlement owed"),
        (*predecessor_settlement_owed, "predecessor's owed"),
        (*held_ready, "held ready"),
    ];
    let set: Vec<&str> = flags.iter().filter(|(set, _)| *set).map(|(_, name)| *name).collect();
    if set.is_empty() { format!("{row:?}") } else { format!("{row:?} ({})", set.join(", ")) }
}

const HEADER: &str = "\
# The transitions of the stable proxy, printed by `core/tests/proxy/transitions.rs` from the real fold.
#
# One section a state that can be reached: the row, what it has kept and what is owed, and whom its
# change replaces; then a shortest way to it, from a fresh proxy. Each line offers one input there.
# Columns: the input; the row that follows (`=`: nothing changes, hidden state included); the complete
# product, the verdict last.
#
# Inputs name the change or the worker that they are about; a second number is the tick of an exit, or
# the attempt that is named instead of the worker's own. Worker 9 was never born.
#
# F    nothing changes: the product is one diagnostic of this kind, which owns the whole fact and names
#      the phase, and the proxy goes on.
";
