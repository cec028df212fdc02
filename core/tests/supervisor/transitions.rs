//! The transition table: every phase of an entry that inputs reach times every command and fact, printed
//! from the real fold and compared with the committed `core/tests/transitions/supervisor.txt`.
//!
//! The file is the reviewed contract: a change of behaviour is a line of it that a reader must accept.
//! After reading the differences, rewrite it with
//!
//! ```text
//! UPDATE_TRANSITIONS=1 cargo test -p actor-laws --test supervisor transitions
//! ```
//!
//! The file shows the phases that differ in more than what has come of a drain; the other tests here run
//! through all of them.

use crate::support::explore::{Reached, Scene, phases, shape, untagged};
use crate::support::step::{STEPS, Step};
use crate::support::{Rig, Setup, SupervisorMode, text};
use std::sync::OnceLock;
use std::{env, fs, path::PathBuf};

/// The tag of what is offered.
const OFFERED: u64 = 99;

/// One cell: an offered input, and everything that follows from it.
struct Row {
    step: Step,
    /// What `a` becomes; `=` if nothing at all has changed, hidden state included.
    after: String,
    /// The complete product, the verdict last.
    said: Vec<String>,
    /// The offered input.
    told: String,
}

/// Every phase that inputs reach, with all its cells.
fn matrix() -> &'static [(&'static Reached, Vec<Row>)] {
    static MATRIX: OnceLock<Vec<(&Reached, Vec<Row>)>> = OnceLock::new();
    MATRIX.get_or_init(|| {
        let phases = phases().iter();
        phases.map(|phase| (phase, rows(phase, |setup| setup).collect())).collect()
    })
}

/// The cells of one phase, under a changed definition.
fn rows(phase: &Reached, change: fn(Setup) -> Setup) -> impl Iterator<Item = Row> {
    let Reached { scene, recipe, .. } = phase.clone();
    STEPS.into_iter().filter_map(move |step| row(scene.rig_with(change, &recipe), step))
}

/// Offers one input in one phase.
fn row(mut rig: Rig, step: Step) -> Option<Row> {
    if !step.applies(&rig) {
        return None;
    }
    let input = step.input(&mut rig, OFFERED);
    let told = text(&input);
    let before = rig.state_without_diagnostics();
    let said = rig.tell(input).lines;
    let unchanged = before == rig.state_without_diagnostics();
    let after = if unchanged { "=".to_owned() } else { shape(&rig) };
    Some(Row { step, after, said, told })
}

impl Row {
    /// Nothing has changed and one diagnostic owns the fact whole.
    fn is_rejected(&self) -> bool {
        let [line, verdict] = &self.said[..] else { return false };
        let whole = line.ends_with(&format!(", RejectedFact({}))", self.told));
        line.starts_with("DeliverDiagnostic(")
            && whole
            && verdict == "Continue"
            && self.after == "="
    }

    fn text(&self) -> String {
        let Self { step, after, said, .. } = self;
        format!("{:<21} | {after} | {}\n", format!("{step:?}"), untagged(&said.join("; ")))
    }
}

/// The phases of the file: in a drain only what the drain itself ends, and stops, which it keeps from
/// restoring; of these the ones without absorbed stops.
fn is_printed(phase: &Reached) -> bool {
    let drained = phase.phase.strip_prefix("Draining: ");
    drained.is_none_or(|row| {
        let own = row.starts_with("Drain(") || row.starts_with("StopAvailable(");
        (own && !row.contains("absorbed")) || row.starts_with("absent")
    })
}

fn table() -> String {
    let mut printed = HEADER.to_owned();
    for (phase, rows) in matrix().iter().filter(|(phase, _)| is_printed(phase)) {
        let Reached { phase: name, scene: Scene { name: scene, .. }, recipe, .. } = phase;
        printed.push_str(&format!("\n-- {name} --\nby {recipe:?}, {scene}\n"));
        let (mut rejected, mut refused) = (Vec::new(), Vec::new());
        for row in rows {
            match row {
                row if row.is_rejected() => rejected.push(row.step),
                row if phase.mode == SupervisorMode::Draining && is_refused(row) => {
                    refused.push(row.step);
                }
                row => printed.push_str(&row.text()),
            }
        }
        if !refused.is_empty() {
            printed.push_str(&format!("D-                    | = | {refused:?}\n"));
        }
        printed.push_str(&format!("F-                    | = | {rejected:?}\n"));
    }
    printed
}

/// What a drain answers to every command about a present entry.
fn is_refused(row: &Row) -> bool {
    let answers = ["ShuttingDown", "Cancel(Draining(CancelAuthority))", "Known(a, Draining)"];
    let command = !row.step.is_fact() && row.step != Step::ShutDown;
    command
        && row.after == "="
        && row.said.len() == 2
        && answers.iter().any(|answer| row.said[0].contains(answer))
}

const HEADER: &str = "\
# The transitions of an entry `a` of the dynamic supervisor, printed by
# `core/tests/supervisor/transitions.rs` from the real fold.
#
# A section is one phase: its row, what the entry is owed and holds, and the inputs that led there. A
# line offers one input, exact where the entry waits for such a fact and else aimed at it. Columns: the
# input; what `a` becomes (`=`: nothing at all, hidden state included); the complete product, the verdict
# last. Values are shown without the numbers that name them.
#
# F-  nothing changes: the product is one diagnostic that owns the offered fact whole.
# D-  nothing changes: a draining supervisor refuses a change (ShuttingDown), shows Draining, and gives
#     an authority back (Draining).
";

#[test]
fn the_committed_table_is_what_the_fold_does() {
    let printed = table();
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/transitions/supervisor.txt");
    if env::var_os("UPDATE_TRANSITIONS").is_some() {
        fs::write(&path, &printed).expect("the table can be written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == printed, "{}", difference(&committed, &printed));
}

/// The lines that are in one table only.
fn difference(committed: &str, printed: &str) -> String {
    let (old, new): (Vec<_>, Vec<_>) = (committed.lines().collect(), printed.lines().collect());
    let gone = old.iter().filter(|line| !new.contains(line)).map(|line| format!("- {line}"));
    let come = new.iter().filter(|line| !old.contains(line)).map(|line| format!("+ {line}"));
    format!(
        "the fold does not do what tests/transitions/supervisor.txt says:\n{}\n\
         To accept: UPDATE_TRANSITIONS=1 cargo test -p actor-laws --test supervisor transitions",
        gone.chain(come).collect::<Vec<_>>().join("\n")
    )
}

/// Every phase, with its cells, in which the supervisor still operates.
fn operating() -> impl Iterator<Item = &'static (&'static Reached, Vec<Row>)> {
    matrix().iter().filter(|(phase, _)| phase.mode == SupervisorMode::Operating)
}

#[test]
fn every_command_is_answered_once_in_every_phase() {
    for (phase, rows) in matrix() {
        for row in rows.iter().filter(|row| !row.step.is_fact() && row.step != Step::ShutDown) {
            let replies = row.said.iter().filter(|line| line.starts_with("Reply(r#99, ")).count();
            assert_eq!(replies, 1, "{:?} in {}", row.step, phase.phase);
        }
    }
}

#[test]
fn a_query_and_a_command_that_came_back_change_nothing_in_any_phase() {
    for (phase, rows) in matrix() {
        let silent = rows.iter().filter(|row| matches!(row.step, Step::Query | Step::Unavailable));
        for row in silent {
            assert_eq!((row.after.as_str(), row.said.len()), ("=", 2), "{}", phase.phase);
        }
    }
}

#[test]
fn a_fact_that_changes_nothing_leaves_as_one_whole_diagnostic_in_every_phase() {
    let mut rejected = 0;
    for (phase, rows) in matrix() {
        let inert = rows.iter().filter(|row| row.step.is_fact() && row.after == "=");
        for row in inert.filter(|row| row.step != Step::Unavailable) {
            assert!(row.is_rejected(), "{:?} in {}", row.step, phase.phase);
            rejected += 1;
        }
    }
    assert!(rejected > 1_000, "{rejected} cells reject a fact");
}

#[test]
fn a_late_ready_publishes_neither_started_nor_replaced() {
    for (phase, rows) in matrix() {
        let ending = !phase.phase.contains("AwaitingOutcome");
        for row in rows.iter().filter(|_| ending) {
            let late = |line: &String| line.contains(", Started(") || line.contains(", Replaced(");
            assert!(!row.said.iter().any(late), "{:?} in {}", row.step, phase.phase);
        }
    }
}

#[test]
fn a_rejected_fact_under_terminate_is_a_shutdown_with_that_diagnostic() {
    let (mut seen, mut reordered) = (0, 0);
    for (phase, rows) in operating() {
        if phase.diagnosed {
            continue;
        }
        let rig = phase.scene.rig_with(Setup::terminate, &phase.recipe);
        let generation = rig.known("a").map(|card| text(&card.generation));
        let shutdown = row(rig, Step::ShutDown);
        let shutdown = shutdown.expect("a shutdown applies");
        // Cells of one phase differ in the fact alone: a fourth of them shows the shutdown.
        for rejected in rows.iter().filter(|row| row.is_rejected()).step_by(4) {
            let rig = phase.scene.rig_with(Setup::terminate, &phase.recipe);
            let mut terminal = row(rig, rejected.step).expect("it applies");
            let line = format!("TransferTerminalDiagnostic(RejectedFact({}))", terminal.told);
            let place = terminal.said.iter().position(|said| *said == line);
            terminal.said.remove(place.expect("the fact leaves terminally"));
            let expected = match &generation {
                Some(generation) if picks(phase, rejected.step) => {
                    own_first(&shutdown.said, generation)
                }
                _ => shutdown.said.clone(),
            };
            reordered += u32::from(expected != shutdown.said);
            assert_eq!(terminal.said, expected, "{:?} in {}", rejected.step, phase.phase);
            assert_eq!(terminal.after, shutdown.after);
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen} cells end the supervisor");
    assert!(reordered > 4, "{reordered} cells bring `a` before an older entry");
}

/// Whether a fact that `a` does not take has picked it all the same: by its creation until the birth,
/// by its proxy afterwards.
fn picks(phase: &Reached, step: Step) -> bool {
    let absent = phase.phase.starts_with("absent");
    let unborn = phase.phase.starts_with("CreatingProxy") || phase.phase.contains("owes birth");
    let deadline =
        matches!(step, Step::DeadlineAccepted | Step::DeadlineRejected | Step::DeadlineElapsed);
    let creation = matches!(
        step,
        Step::Committed | Step::CommittedTaken | Step::BirthRejected | Step::EarlyExit
    );
    !absent && !deadline && creation == unborn
}

/// A product in which what is about `a`, of this generation, comes first in each lane.
fn own_first(said: &[String], generation: &str) -> Vec<String> {
    let lane = |line: &str| line.split('(').next().map(str::to_owned);
    let shutdown = format!("ShutdownProxy({generation}, ");
    let is_own =
        |line: &str| line.starts_with("Lifecycle(Life, a, ") || line.starts_with(&shutdown);
    let lanes = said.chunk_by(|one, other| lane(one) == lane(other));
    let ordered = lanes.flat_map(|lane| {
        let (own, others): (Vec<_>, Vec<_>) = lane.iter().cloned().partition(|line| is_own(line));
        own.into_iter().chain(others)
    });
    ordered.collect()
}
