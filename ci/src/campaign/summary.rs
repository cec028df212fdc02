//! What a campaign tells at its end: one line per target, and each finding.

use super::Ledger;
use super::lanes::Report;
use crate::engine::{EngineName, Tally};
use crate::finding::{Finding, Record};
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

/// How much of the evidence is told; the finding has it all.
const EVIDENCE_LETTERS_MAX: usize = 200;

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

/// A finding, and the commands for it.
pub(super) fn finding(workspace: &Workspace, finding: &Finding) -> String {
    let record = &finding.record;
    let evidence: String = record.evidence.chars().take(EVIDENCE_LETTERS_MAX).collect();
    let place = workspace.short(&finding.folder);
    format!(
        "{}: {evidence}\n  steps:   {}\n  inputs:  {}\n  \
         explain: cargo laws explain {place}\n  adopt:   cargo laws adopt {place}",
        headline(finding),
        record.steps(),
        record.count,
    )
}

/// A finding as it is told when it is found.
pub(super) fn headline(finding: &Finding) -> String {
    let Record { target, kind, law, .. } = &finding.record;
    format!("{} {target} {kind}: {law}", bold("FINDING"))
}

/// How many failing inputs stand behind no finding.
pub(super) fn unexamined(ledger: &Ledger) -> String {
    let (target, count) = (ledger.target, ledger.unexamined_count);
    format!("{target}: {count} more inputs fail by these laws and were not shrunk")
}
