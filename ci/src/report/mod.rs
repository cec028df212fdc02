//! `cargo laws report`: one page of all that was run, which needs no network.
//!
//! Rules: what a page shows is one value, and JSON is that same value; the page adds drawings and nothing else.
//! Everything is read from what is there: chronicles of campaigns, inputs, findings, audits. What is
//! missing is said to be, with the command for it. Only coverage, which takes a build, has to be asked for.

mod chronicle;
mod coverage;
mod findings;
mod page;
mod plot;
mod tables;
mod tally;
mod verdict;

use crate::audit::Shown;
use crate::cli::ReportArguments;
use crate::git;
use crate::outcome::{Ending, Outcome, Problem};
use crate::store::{Durability, write_whole};
use crate::workspace::Workspace;
use chronicle::Chronicle;
use coverage::Coverage;
use findings::Kept;
use serde::Serialize;
use std::path::Path;
use std::time::SystemTime;
use tables::LawTables;
use tally::Tally;
use verdict::Verdict;

/// The version of the JSON form; it grows when a reader of older ones would misread new ones.
const SCHEMA: u32 = 1;

/// All that a page shows.
#[derive(Clone, Debug, Serialize)]
struct Report {
    /// The version of this form.
    schema: u32,
    /// When it was made, UTC, RFC 3339.
    time: String,
    /// The commit that the checkout stood at; null without git.
    commit: Option<String>,
    /// What it all comes to.
    verdict: Verdict,
    /// The campaign; null if none has left a chronicle.
    campaign: Option<Chronicle>,
    /// The inputs of each target.
    corpus: Vec<Tally>,
    /// The law cells of each family.
    tables: Vec<LawTables>,
    /// The findings on this machine.
    findings: Vec<Kept>,
    /// Mutants and wrong designs.
    audit: Shown,
    /// Coverage of the core by the committed corpus.
    coverage: Coverage,
}

/// Makes the report.
pub(crate) fn run(workspace: &Workspace, arguments: &ReportArguments) -> Ending {
    // A name that no campaign bears is told before anything is run.
    let campaign = Chronicle::find(&workspace.campaigns(), arguments.campaign.as_deref())?;
    let coverage =
        if arguments.coverage { Coverage::measure(workspace) } else { Coverage::last(workspace) };
    let report = Report::of(workspace, campaign, coverage)?;
    let text = if arguments.json { report.json() } else { report.page()? };
    let default = workspace.report();
    match arguments.out.as_deref() {
        None if arguments.json => print!("{text}"),
        out => {
            let path = out.unwrap_or(&default);
            write(path, &text)?;
            anstream::println!("{}: {}", report.verdict.headline, workspace.short(path));
        }
    }
    Ok(report.outcome())
}

/// Makes the page anew from what is there, and tells where it is; what goes wrong is told as well, and nothing
/// comes of it.
pub(crate) fn refresh(workspace: &Workspace) {
    match refreshed(workspace) {
        Ok(()) => anstream::eprintln!("report: {}", workspace.short(&workspace.report())),
        Err(problem) => anstream::eprintln!("the report was not written: {problem}"),
    }
}

fn refreshed(workspace: &Workspace) -> Result<(), Problem> {
    let campaign = Chronicle::find(&workspace.campaigns(), None)?;
    let report = Report::of(workspace, campaign, Coverage::last(workspace))?;
    write(&workspace.report(), &report.page()?)
}

impl Report {
    fn of(
        workspace: &Workspace,
        campaign: Option<Chronicle>,
        coverage: Coverage,
    ) -> Result<Self, Problem> {
        let corpus = Tally::all(workspace)?;
        let tables = LawTables::of_all(&corpus);
        let findings = Kept::all(workspace)?;
        let audit = Shown::read(workspace)?;
        let verdict =
            Verdict::of(campaign.as_ref(), &findings, &corpus, &tables, (&audit, &coverage));
        Ok(Self {
            schema: SCHEMA,
            time: now(),
            commit: git::ask(workspace.root(), &["rev-parse", "HEAD"]),
            verdict,
            campaign,
            corpus,
            tables,
            findings,
            audit,
            coverage,
        })
    }

    fn json(&self) -> String {
        let text = serde_json::to_string_pretty(self).expect("plain data");
        format!("{text}\n")
    }

    fn page(&self) -> Result<String, Problem> {
        page::of(self).map_err(|error| {
            Problem::environment(
                format!("the page cannot be filled: {error}"),
                "this is a defect of the report: `cargo laws report --json` has the same content",
            )
        })
    }

    /// An input of the corpus that fails is a finding of this command; all else was found by others.
    fn outcome(&self) -> Outcome {
        Outcome::of_findings(self.corpus.iter().map(|tally| tally.failing.len()).sum())
    }
}

fn write(path: &Path, text: &str) -> Result<(), Problem> {
    let written = write_whole(path, text.as_bytes(), Durability::Passing);
    written.map_err(|error| Problem::file(path, &error))
}

/// The present, UTC, RFC 3339.
fn now() -> String {
    humantime::format_rfc3339_seconds(SystemTime::now()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_made_anew_in_an_empty_checkout_and_trouble_with_it_is_a_problem() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let workspace = Workspace::at(folder.path(), "target".as_ref());
        refreshed(&workspace).expect("written");
        let page = std::fs::read_to_string(workspace.report()).expect("there");
        assert!(page.contains("cargo laws fuzz") && page.contains("cargo laws audit"));
        std::fs::write(folder.path().join("file"), "").expect("written");
        let unwritable = Workspace::at(folder.path(), "file".as_ref());
        assert!(refreshed(&unwritable).is_err());
        refresh(&unwritable);
    }
}
