//! What a campaign tells at its end: one line per target and engine, and each finding.

use super::aside::SetAside;
use super::intake::locked;
use super::lanes::Site;
use super::ledger::{Brought, Ledger};
use super::meter::{Meter, Work};
use crate::engine::EngineName;
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

/// How many files that were set aside are named; the chronicle has them all.
const ASIDE_MAX: usize = 20;

/// One line per target and engine; the cells and findings are those of the target.
pub(super) fn table(engines: &[EngineName], sites: &[Site]) -> Table {
    let mut table = Table::new(&COLUMNS);
    for site in sites {
        for &engine in engines {
            table.row(row(engine, &locked(&site.ledger), &locked(&site.meter)));
        }
    }
    table
}

fn row(engine: EngineName, ledger: &Ledger, meter: &Meter) -> Vec<String> {
    let Work { seconds, executions, runs, steps, folds } = meter.of_engine(engine);
    let Brought { kept, promoted, cells } = ledger.brought_by(&engine.to_string());
    let standing = ledger.standing();
    vec![
        ledger.target.into(),
        engine.to_string(),
        format!("{seconds:.1}"),
        thousands(executions),
        rate(executions, seconds),
        thousands(folds),
        rate(folds, seconds),
        per(steps, runs),
        format!("{}/{} (+{cells})", standing.cells, ledger.cells_declared()),
        format!("{kept} ({promoted} to corpus)"),
        standing.findings.to_string(),
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

/// A file that is not used.
pub(super) fn set_aside(workspace: &Workspace, aside: &SetAside) -> String {
    format!("set aside: {}: {}", workspace.short(&aside.file), aside.why)
}

/// The files that were not used; nothing if all were.
pub(super) fn all_set_aside(workspace: &Workspace, aside: &[SetAside]) -> Option<String> {
    let lines = aside.iter().take(ASIDE_MAX).map(|aside| set_aside(workspace, aside));
    let mut lines: Vec<_> = lines.collect();
    if aside.len() > ASIDE_MAX {
        lines.push(format!("and {} more; the chronicle names them", aside.len() - ASIDE_MAX));
    }
    lines.push(format!("{} files were set aside and not used", aside.len()));
    (!aside.is_empty()).then(|| lines.join("\n"))
}
