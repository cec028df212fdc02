//! What a campaign tells at its end: one line per target, and each finding.

use super::Ledger;
use super::lanes::Report;
use crate::engine::{EngineName, Tally};
use crate::finding::Finding;
use crate::progress::{bold, thousands};
use crate::table::Table;
use crate::workspace::Workspace;

/// The columns of the table.
const COLUMNS: [&str; 11] = [
    "target",
    "engine",
    "seconds",
    "runs",
    "runs/s",
    "folds",
    "folds/s",
    "steps/run",
    "cells",
    "kept",
    "findings",
];

/// How much of a breach is told; the trace beside the finding has it all.
const BREACH_LETTERS_MAX: usize = 200;

/// One line per target.
pub(super) fn table(engine: EngineName, ledgers: &[Ledger], reports: &[Report]) -> Table {
    let mut table = Table::new(&COLUMNS);
    for ledger in ledgers {
        table.row(row(engine, ledger, reports));
    }
    table
}

fn row(engine: EngineName, ledger: &Ledger, reports: &[Report]) -> Vec<String> {
    let mine = reports.iter().filter(|report| report.target == ledger.target);
    let seconds = mine.clone().fold(0.0, |sum, report| sum + report.seconds);
    let mut total = Tally::default();
    mine.for_each(|report| {
        total.executions += report.tally.executions;
        total.stats.add(report.tally.stats);
    });
    let (cells, cells_new) = ledger.cells();
    vec![
        ledger.target.into(),
        engine.to_string(),
        format!("{seconds:.1}"),
        thousands(total.executions),
        rate(total.executions, seconds),
        thousands(total.stats.folds),
        rate(total.stats.folds, seconds),
        per(total.stats.steps, total.stats.runs),
        format!("{cells}/{} (+{cells_new})", ledger.cells_declared()),
        format!("{} ({} to corpus)", ledger.kept_count, ledger.promoted_count),
        ledger.findings.len().to_string(),
    ]
}

fn rate(count: u64, seconds: f64) -> String {
    if seconds > 0.0 { thousands((count as f64 / seconds) as u64) } else { "-".into() }
}

fn per(count: u64, of: u64) -> String {
    if of == 0 { "-".into() } else { format!("{:.1}", count as f64 / of as f64) }
}

/// A finding, and the command that explains it.
pub(super) fn finding(workspace: &Workspace, finding: &Finding) -> String {
    let breach: String = finding.breach.to_string().chars().take(BREACH_LETTERS_MAX).collect();
    format!(
        "{} {} {breach}\n  input:   {}\n  explain: cargo laws explain {}",
        bold("FINDING"),
        finding.target,
        workspace.short(&finding.path),
        workspace.short(&finding.path),
    )
}
