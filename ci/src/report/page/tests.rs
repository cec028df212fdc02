//! The page as text; how it looks is tested in a browser, in `ci/tests/browser`.

use super::super::chronicle::tests::{sample, written};
use super::super::coverage::{Figures, File, Stretch};
use super::super::tally::Tally;
use super::super::verdict::Verdict;
use super::*;
use crate::audit::{Design, Here, Shown};
use crate::campaign::event::Event;
use crate::finding::Record;
use actor_laws_fuzz::target::TARGETS;

/// What must not come into a page as it is.
const HOSTILE: &str = "<script>alert('a' & \"b\")</script>";

fn tallies(reached: u32) -> Vec<Tally> {
    let tally = |target: &'static actor_laws_fuzz::target::Target| Tally {
        target: target.name,
        committed: usize::try_from(reached).expect("small"),
        kept: 0,
        failing: Vec::new(),
        unusable: Vec::new(),
        reached: vec![reached; target.family.cells],
    };
    TARGETS.iter().map(tally).collect()
}

fn campaign(end: &str) -> Chronicle {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let end = Event::End { verdict: end.to_owned() };
    let events = [(1.0, sample(2.0, 10)), (2.0, sample(4.0, 30)), (3.0, end)];
    let text = written("the-campaign", &["pool_joins", "services"], &events);
    std::fs::write(folder.path().join("a.jsonl"), text).expect("written");
    Chronicle::find(folder.path(), None).expect("readable").expect("there")
}

fn finding() -> Kept {
    let record = Record {
        target: "pool_joins".into(),
        kind: "wrong".into(),
        law: HOSTILE.into(),
        evidence: HOSTILE.into(),
        shape: None,
        engine: "swarm".into(),
        seed: Some(7),
        commit: Some("0123".into()),
        time: "2026-01-01T00:00:00Z".into(),
        steps_before: 9,
        steps_after: Some(3),
        count: 2,
    };
    let (folder, trace) = ("target/laws/findings/x".to_owned(), HOSTILE.to_owned());
    Kept { folder, standing: Standing::Fails, record, trace }
}

fn survivor() -> Survivor {
    Survivor {
        mutant: "core/src/a.rs:1:1: replace < with >".into(),
        partition: "proxy".into(),
        fate: "missed",
        ran: false,
        why: String::new(),
        diff: Some(format!("--- a\n+++ b\n-old\n+{HOSTILE}\n same")),
        nearest: vec!["proxy rows".into()],
    }
}

fn audit() -> Shown {
    let design = |name: &str, fell| Design {
        name: name.into(),
        stands_for: HOSTILE.into(),
        law: "a-law".into(),
        target: "pool_joins".into(),
        fell,
        seconds: vec![0.001, 0.02, 3.0],
        executions: vec![5, 60, 7_000],
        trace: Some(4),
        note: String::new(),
    };
    let partition = Partition {
        name: "proxy".into(),
        listed: 10,
        unviable: 4,
        caught_by_own: 3,
        caught_by_others: 2,
        missed: 1,
        ..Partition::default()
    };
    let here = Here { tried: 10, viable: 6, caught: 5, equivalent: 0, survivors: vec![survivor()] };
    Shown {
        tool: "1.2.3".into(),
        commit: "0123".into(),
        seconds: 9.0,
        partitions: vec![partition],
        designs: vec![design("proxy/one", true), design("proxy/two", false)],
        here: Some(here),
    }
}

fn coverage() -> Coverage {
    let share = Share { covered: 9, count: 10 };
    let figures = Figures { lines: share, regions: share, functions: share, branches: None };
    let uncovered = vec![Stretch { first: 41, lines: vec![HOSTILE.to_owned(), "}".to_owned()] }];
    Coverage::Measured(Measure {
        time: "2026-01-01T00:00:00Z".into(),
        commit: None,
        rustc: "1.95.0".into(),
        core: "0".into(),
        is_current: false,
        stopped_early: false,
        total: figures,
        files: vec![File { path: "core/src/a.rs".into(), figures, uncovered }],
    })
}

fn report(
    campaign: Option<Chronicle>,
    findings: Vec<Kept>,
    corpus: Vec<Tally>,
    (audit, coverage): (Shown, Coverage),
) -> Report {
    let tables = LawTables::of_all(&corpus);
    let verdict = Verdict::of(campaign.as_ref(), &findings, &corpus, &tables, (&audit, &coverage));
    let time = "2026-01-01T00:00:00Z".to_owned();
    let (schema, commit) = (1, None);
    Report { schema, time, commit, verdict, campaign, corpus, tables, findings, audit, coverage }
}

fn full() -> Report {
    report(Some(campaign("clean")), vec![finding()], tallies(3), (audit(), coverage()))
}

fn empty() -> Report {
    let absent = Coverage::Absent { why: "install LLVM 22".to_owned() };
    report(None, Vec::new(), tallies(0), (Shown::default(), absent))
}

fn page(report: &Report) -> String {
    of(report).expect("it can be filled")
}

/// The levels of the headings, in order.
fn headings(page: &str) -> Vec<usize> {
    let parts = page.split("<h").skip(1);
    parts.filter_map(|part| part.get(..1)?.parse().ok()).collect()
}

#[test]
fn what_comes_from_elsewhere_is_text_and_never_markup() {
    let page = page(&full());
    assert!(!page.contains("<script"), "markup got in");
    let escaped = "&#60;script&#62;alert(&#39;a&#39; &#38; &#34;b&#34;)&#60;/script&#62;";
    // The law twice (its summary counts once), evidence, trace, diff, two designs, and a line of the core.
    assert_eq!(page.matches(escaped).count(), 7);
    assert!(page.contains(&format!("<span class=\"added\">+{escaped}</span>")));
}

#[test]
fn the_verdict_comes_first_and_each_point_leads_to_its_section() {
    let page = page(&full());
    let headline = page.find("A law is broken</p>").expect("a headline");
    assert!(headline < page.find("<h2").expect("a section"));
    for section in ["campaign", "findings", "tables", "audit", "kills", "coverage"] {
        assert!(page.contains(&format!("<a href=\"#{section}\">")), "{section}");
        assert!(page.contains(&format!("<h2 id=\"{section}\">")), "{section}");
    }
}

#[test]
fn a_page_of_everything_shows_everything() {
    let page = page(&full());
    let shown = [
        "the-campaign",
        "pool_joins over time",
        "killed by its own tests",
        "<span class=\"removed\">-old</span>",
        "the changed code never ran",
        "   41  &#60;script",
        "The core has changed since",
        "-Z coverage-options=branch",
        "<span class=\"mark survivors\">lives</span>",
        "cargo laws explain target/laws/findings/x",
    ];
    for text in shown {
        assert!(page.contains(text), "{text}");
    }
    assert_eq!(page.matches("<svg").count(), 4 + 2 + 1);
}

#[test]
fn a_page_of_nothing_says_what_to_run() {
    let page = page(&empty());
    let commands = ["cargo laws fuzz", "cargo laws audit --write", "cargo laws audit --designs"];
    for command in commands {
        assert!(page.contains(command), "{command}");
    }
    assert!(page.contains("Not measured: install LLVM 22"));
    assert!(page.contains("There are no inputs"));
    assert!(!page.contains("<svg"));
}

#[test]
fn a_page_refers_to_nothing_outside_of_it_and_is_of_a_reasonable_size() {
    let page = page(&full());
    for outside in ["http:", "https:", "src=", "url(", "@import", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.len() < 2_000_000, "{}", page.len());
}

#[test]
fn headings_go_down_one_level_at_a_time() {
    for page in [page(&full()), page(&empty())] {
        let levels = headings(&page);
        assert_eq!(levels[0], 1);
        assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{levels:?}");
    }
}

#[test]
fn an_unreached_cell_is_loud_and_named_and_an_unreachable_one_tells_its_reason() {
    let mut corpus = tallies(3);
    let pool = corpus.iter_mut().filter(|tally| tally.target.starts_with("pool_"));
    pool.for_each(|tally| tally.reached.iter_mut().for_each(|count| *count = 0));
    let absent = Coverage::Absent { why: String::new() };
    let page = page(&report(None, Vec::new(), corpus, (Shown::default(), absent)));
    let family = TARGETS[0].family;
    let reachable = family.reachable().count();
    assert_eq!(page.matches("class=\"c unreached\" title=").count(), reachable);
    assert_eq!(page.matches("class=\"c never\" title=").count(), family.cells - reachable);
    assert!(page.contains(&format!("{reachable} not reached:")));
    let reason = (0..family.cells).find_map(family.unreachable).expect("one cannot be reached");
    assert!(page.contains(&format!("cannot be reached: {reason}")), "{reason}");
}

#[test]
fn rates_are_of_the_time_between_two_samples() {
    let campaign = campaign("clean");
    let course = &campaign.courses[0];
    assert_eq!(rates(course, &|sample| sample.executions), [(2.0, 10.0)]);
    assert_eq!(rates(course, &|sample| sample.folds), [(2.0, 400.0)]);
}

#[test]
fn shades_grow_with_each_power_of_ten() {
    let counts = [1, 2, 9, 10, 99, 100, 999, 1_000, u32::MAX];
    assert_eq!(counts.map(shade), ["h1", "h2", "h2", "h3", "h3", "h4", "h4", "h5", "h5"]);
}
