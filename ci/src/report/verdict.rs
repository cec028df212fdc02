//! What it all comes to, first of all: one headline, and one line for each thing that was looked at.
//!
//! Rules: a broken law outranks survivors of an audit, those outrank trouble, and trouble outranks what is
//! clean. What was not run is said to be not run and is never counted as clean.

use super::chronicle::Chronicle;
use super::coverage::Coverage;
use super::findings::{Kept, Standing};
use super::tables::LawTables;
use super::tally::Tally;
use crate::audit::Shown;
use crate::progress::thousands;
use serde::Serialize;

/// How a thing stands; the later outranks the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Mark {
    /// It was not run.
    NotRun,
    /// It ran, and nothing was found.
    Clean,
    /// Something kept it from its work, or left a gap.
    Trouble,
    /// A mutant or a wrong design lives.
    Survivors,
    /// A law is broken.
    Finding,
}

/// What it all comes to.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Verdict {
    /// The worst of the points.
    pub(crate) mark: Mark,
    /// The same as a sentence.
    pub(crate) headline: &'static str,
    /// What was looked at.
    pub(crate) points: Vec<Point>,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Point {
    /// How it stands.
    pub(crate) mark: Mark,
    /// What it is.
    pub(crate) subject: &'static str,
    /// The section that shows it.
    pub(crate) section: &'static str,
    /// What is to be said of it.
    pub(crate) told: String,
}

impl Mark {
    /// As a word that stands beside the colour.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::NotRun => "not run",
            Self::Clean => "ok",
            Self::Trouble => "trouble",
            Self::Survivors => "survivors",
            Self::Finding => "finding",
        }
    }

    /// The class of its colours, which is also its name in JSON.
    pub(super) fn class(self) -> &'static str {
        match self {
            Self::NotRun => "not-run",
            Self::Clean => "clean",
            Self::Trouble => "trouble",
            Self::Survivors => "survivors",
            Self::Finding => "finding",
        }
    }

    fn headline(self) -> &'static str {
        match self {
            Self::NotRun => "Nothing was run yet",
            Self::Clean => "No law is broken",
            Self::Trouble => "No law is broken, but not everything could run or was reached",
            Self::Survivors => "No law is broken, but a mutant or a wrong design survives",
            Self::Finding => "A law is broken",
        }
    }
}

impl Verdict {
    /// Judges everything.
    pub(super) fn of(
        campaign: Option<&Chronicle>,
        findings: &[Kept],
        tallies: &[Tally],
        tables: &[LawTables],
        (audit, coverage): (&Shown, &Coverage),
    ) -> Self {
        let points = vec![
            of_campaign(campaign, findings),
            of_findings(findings),
            of_corpus(tallies),
            of_tables(tables),
            of_mutants(audit),
            of_designs(audit),
            of_coverage(coverage),
        ];
        let mark = worst(&points);
        Self { mark, headline: mark.headline(), points }
    }
}

/// The worst of all. That no finding lies here says nothing where nothing was run.
fn worst(points: &[Point]) -> Mark {
    let marks = |is_wanted: fn(&Point) -> bool| {
        points.iter().filter(move |point| is_wanted(point)).map(|point| point.mark)
    };
    let was_run = marks(|point| point.subject != FINDINGS).any(|mark| mark != Mark::NotRun);
    let worst = marks(|_| true).max().unwrap_or(Mark::NotRun);
    if worst == Mark::Clean && !was_run { Mark::NotRun } else { worst }
}

/// The point of the findings that lie on this machine.
const FINDINGS: &str = "Findings";

fn point(mark: Mark, subject: &'static str, section: &'static str, told: String) -> Point {
    Point { mark, subject, section, told }
}

fn of_campaign(campaign: Option<&Chronicle>, findings: &[Kept]) -> Point {
    let told = |mark, told| point(mark, "Campaign", "campaign", told);
    let Some(campaign) = campaign else {
        return told(Mark::NotRun, "none has left a chronicle here; run `cargo laws fuzz`".into());
    };
    let (mark, end) = end_of(campaign, findings);
    let last = || campaign.courses.iter().filter_map(|course| course.last());
    let executions = last().map(|sample| sample.executions).sum();
    let folds = last().map(|sample| sample.folds).sum();
    let (executions, folds) = (thousands(executions), thousands(folds));
    let targets = campaign.campaign.targets.len();
    told(mark, format!("{end}: {executions} executions and {folds} folds over {targets} targets"))
}

fn end_of(campaign: &Chronicle, findings: &[Kept]) -> (Mark, &'static str) {
    let has_passed =
        |folder: &str| findings.iter().any(|kept| kept.folder == folder && !kept.is_open());
    let troubled = campaign.courses.iter().any(|course| !course.troubles.is_empty());
    match campaign.end.as_deref() {
        _ if campaign.is_of_canary() => match campaign.findings().next() {
            Some(_) => (Mark::Clean, "found the canary, as it must"),
            None => (Mark::Trouble, "did not find the canary"),
        },
        Some("finding") if campaign.findings().next().is_none() => {
            (Mark::Finding, "found something, and did not tell what")
        }
        Some("finding") if campaign.findings().all(|found| has_passed(&found.folder)) => {
            (Mark::Clean, "found what no longer fails")
        }
        Some("finding") => (Mark::Finding, "found something"),
        Some("environment") => (Mark::Trouble, "could not do all its work"),
        None => (Mark::Trouble, "has no end: it runs still, or it was killed"),
        Some(_) if troubled => (Mark::Trouble, "met trouble"),
        Some("interrupted") => (Mark::Clean, "was ended early, and found nothing"),
        Some("clean") => (Mark::Clean, "found nothing"),
        Some(_) => (Mark::Trouble, "ended in a way that is not known here"),
    }
}

fn of_findings(findings: &[Kept]) -> Point {
    let told = |mark, told| point(mark, FINDINGS, "findings", told);
    let of = |standing| findings.iter().filter(|kept| kept.standing == standing).count();
    let open = findings.iter().filter(|kept| kept.is_open()).count();
    let (passing, canary) = (of(Standing::Passes), of(Standing::Canary));
    let beside = match (passing, canary) {
        (0, 0) => String::new(),
        (passing, 0) => format!("; passing now: {passing}"),
        (0, canary) => format!("; of the canary: {canary}"),
        (passing, canary) => format!("; passing now: {passing}; of the canary: {canary}"),
    };
    let mark = if open == 0 { Mark::Clean } else { Mark::Finding };
    told(mark, format!("open on this machine: {open}{beside}"))
}

fn of_corpus(tallies: &[Tally]) -> Point {
    let told = |mark, told| point(mark, "Corpus replay", "tables", told);
    let committed = tallies.iter().map(|tally| tally.committed).sum::<usize>();
    let kept = tallies.iter().map(|tally| tally.kept).sum::<usize>();
    let failing = tallies.iter().map(|tally| tally.failing.len()).sum::<usize>();
    let unusable = tallies.iter().map(|tally| tally.unusable.len()).sum::<usize>();
    let inputs = format!(
        "{} committed inputs and {} that campaigns kept",
        thousands(committed as u64),
        thousands(kept as u64)
    );
    match (committed + kept, failing, unusable) {
        (0, _, 0) => told(Mark::NotRun, "there are no inputs".into()),
        (_, 0, 0) => told(Mark::Clean, format!("{inputs}: none fails")),
        (_, 0, _) => told(Mark::Trouble, format!("{unusable} files are no inputs; {inputs} pass")),
        _ => told(Mark::Finding, format!("{failing} inputs fail, of {inputs}")),
    }
}

fn of_tables(tables: &[LawTables]) -> Point {
    let told = |mark, told| point(mark, "Law cells", "tables", told);
    let reachable = tables.iter().map(LawTables::reachable).sum::<usize>();
    let reached = tables.iter().map(LawTables::reached).sum::<usize>();
    let share = format!("{} of {}", thousands(reached as u64), thousands(reachable as u64));
    match (reached, reachable - reached) {
        (0, _) => told(Mark::NotRun, "no input reaches any".into()),
        (_, 0) => told(Mark::Clean, format!("{share} that can be reached are reached")),
        (_, missing) => {
            let missing = thousands(missing as u64);
            told(Mark::Trouble, format!("{share} are reached; {missing} that can be are not"))
        }
    }
}

fn of_mutants(audit: &Shown) -> Point {
    let told = |mark, told| point(mark, "Mutants", "audit", told);
    let total = audit.total();
    let here = audit.here.as_ref().map_or(0, |here| here.survivors.len());
    if total.listed == 0 && audit.here.is_none() {
        return told(Mark::NotRun, "none were tried; run `cargo laws audit`".into());
    }
    let caught = thousands(total.caught() as u64);
    let killable = thousands(total.killable() as u64);
    let partitions = audit.partitions.len();
    let text = format!(
        "{caught} of {killable} killed in {partitions} committed partitions; alive after the last audit here: {here}"
    );
    let mark = if total.alive() + here == 0 { Mark::Clean } else { Mark::Survivors };
    told(mark, text)
}

fn of_designs(audit: &Shown) -> Point {
    let told = |mark, told| point(mark, "Wrong designs", "kills", told);
    let (all, fell) = (audit.designs.len(), audit.designs.iter().filter(|one| one.fell).count());
    let mark = match (all, all - fell) {
        (0, _) => {
            return told(Mark::NotRun, "none were hunted; run `cargo laws audit --designs`".into());
        }
        (_, 0) => Mark::Clean,
        _ => Mark::Survivors,
    };
    told(mark, format!("{fell} of {all} fall to their law on every seed and to the corpus"))
}

fn of_coverage(coverage: &Coverage) -> Point {
    let told = |mark, told| point(mark, "Coverage", "coverage", told);
    match coverage {
        Coverage::Absent { why } => told(Mark::NotRun, why.clone()),
        Coverage::Measured(measure) => {
            let old = if measure.is_current { "" } else { "; the core has changed since" };
            let lines = measure.total.lines;
            let (share, covered, count) = (lines.percent(), lines.covered, lines.count);
            told(
                Mark::Clean,
                format!("{share} % of the core's lines run ({covered} of {count}){old}"),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::chronicle::tests::{sample, written};
    use super::*;
    use crate::audit::Design;
    use crate::campaign::event::Event;
    use actor_laws_fuzz::engine::CANARY;

    fn campaign(target: &str, events: &[(f64, Event)]) -> Chronicle {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.jsonl");
        std::fs::write(path, written("a", &[target], events)).expect("written");
        Chronicle::find(folder.path(), None).expect("readable").expect("there")
    }

    fn end(verdict: &str) -> (f64, Event) {
        (9.0, Event::End { verdict: verdict.to_owned() })
    }

    fn finding(target: &str) -> (f64, Event) {
        let (kind, law) = ("wrong".to_owned(), "a law".to_owned());
        let (target, engine) = (target.to_owned(), "swarm".to_owned());
        (8.0, Event::Finding { target, engine, kind, law, folder: "x".to_owned() })
    }

    #[test]
    fn an_end_is_judged_by_what_it_says() {
        let mark = |events: &[(f64, Event)]| end_of(&campaign("pool_joins", events), &[]).0;
        assert_eq!(mark(&[end("clean")]), Mark::Clean);
        assert_eq!(mark(&[end("interrupted")]), Mark::Clean);
        assert_eq!(mark(&[finding("pool_joins"), end("finding")]), Mark::Finding);
        assert_eq!(mark(&[end("finding")]), Mark::Finding);
        assert_eq!(mark(&[end("environment")]), Mark::Trouble);
        assert_eq!(mark(&[]), Mark::Trouble);
        assert_eq!(mark(&[end("of tomorrow")]), Mark::Trouble);
        let target = "pool_joins".to_owned();
        let trouble =
            Event::Trouble { target, engine: "afl".to_owned(), message: "no `cc`".to_owned() };
        assert_eq!(mark(&[(1.0, trouble), end("clean")]), Mark::Trouble);
    }

    #[test]
    fn a_canary_must_be_found() {
        let found = campaign(CANARY, &[finding(CANARY), end("finding")]);
        assert_eq!(end_of(&found, &[]).0, Mark::Clean);
        assert_eq!(end_of(&campaign(CANARY, &[end("clean")]), &[]).0, Mark::Trouble);
    }

    #[test]
    fn where_nothing_was_run_nothing_is_clean_but_the_empty_list_of_findings() {
        let absent = Coverage::Absent { why: "install LLVM".into() };
        let verdict = Verdict::of(None, &[], &[], &[], (&Shown::default(), &absent));
        let not_run = verdict.points.iter().filter(|point| point.mark == Mark::NotRun);
        assert_eq!((not_run.count(), verdict.points.len()), (6, 7));
        assert_eq!((verdict.mark, verdict.headline), (Mark::NotRun, "Nothing was run yet"));
        assert!(verdict.points.iter().any(|point| point.told == "install LLVM"));
    }

    #[test]
    fn the_worst_point_is_the_verdict_and_a_living_design_is_a_survivor() {
        let design = |fell| Design {
            name: "pool/a".into(),
            stands_for: "claim 1".into(),
            law: "l".into(),
            target: "pool_joins".into(),
            fell,
            seconds: vec![0.1],
            executions: vec![5],
            trace: Some(3),
            note: String::new(),
        };
        let told = [(1.0, sample(2.0, 1_500)), end("clean")];
        let campaign = campaign("pool_joins", &told);
        let absent = Coverage::Absent { why: String::new() };
        let mark = |fell| {
            let audit = Shown { designs: vec![design(fell)], ..Shown::default() };
            Verdict::of(Some(&campaign), &[], &[], &[], (&audit, &absent))
        };
        let (clean, survivors) = (mark(true), mark(false));
        assert_eq!((clean.mark, survivors.mark), (Mark::Clean, Mark::Survivors));
        assert!(clean.points[0].told.contains("1,500 executions and 60,000 folds"));
        assert!(survivors.headline.contains("survives"), "{}", survivors.headline);
    }
}
