//! `cargo laws audit --compare N`: the same sample of mutants before this audit and before plain
//! cargo-mutants with its default settings.
//!
//! Rules: both run one after the other on the same machine in one command. cargo-mutants' baseline is not
//! counted against it; this audit's set-up is counted, by the sample's share of all mutants. Where
//! the two disagree on a mutant's fate, that is shown.

use super::docket::Audit;
use super::mutant::Mutant;
use super::plan::Plan;
use super::trial::{Fate, Trial};
use crate::outcome::{Ending, Outcome, Problem};
use crate::table::Table;
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Compares on a sample.
pub(super) fn run(audit: &Audit<'_>, size: usize, jobs: usize, set_up: Duration) -> Ending {
    let sample = sample(audit.plan, size);
    let started = Instant::now();
    let mut trials = Vec::new();
    audit.try_side_by_side(&sample, jobs, &mut |trial| {
        trials.push(trial);
        Ok(())
    })?;
    let own = started.elapsed();
    let share = set_up.mul_f64(sample.len() as f64 / audit.plan.mutants.len() as f64);
    audit.progress.line("the same mutants, by cargo-mutants with default settings");
    let (theirs, fates) = plain(audit, &sample)?;
    tell(&trials, &fates);
    let rate = |time: Duration| sample.len() as f64 * 60.0 / time.as_secs_f64();
    let (own_rate, their_rate) = (rate(own + share), rate(theirs));
    anstream::println!(
        "{} mutants: cargo laws audit {own_rate:.1} a minute with {jobs} side by side, set-up included; \
         cargo mutants {their_rate:.1} a minute, baseline left out; ratio {:.1}",
        sample.len(),
        own_rate / their_rate
    );
    Ok(Outcome::Clean)
}

/// Mutants evenly spread over the list.
fn sample(plan: &Plan, size: usize) -> Vec<usize> {
    let all = plan.mutants.len();
    let size = size.clamp(1, all);
    (0..size).map(|place| place * all / size + all / size / 2).collect()
}

/// What plain cargo-mutants says of a sample, and how long it took without its baseline.
fn plain(
    audit: &Audit<'_>,
    sample: &[usize],
) -> Result<(Duration, BTreeMap<String, String>), Problem> {
    let folder = audit.workspace.audit().join("compare");
    let trouble = |error: std::io::Error| Problem::file(&folder, &error);
    std::fs::create_dir_all(&folder).map_err(trouble)?;
    let mut command = Command::new(&audit.plan.tool);
    command
        .args(["mutants", "--no-config", "--no-shuffle", "-p", "actor-laws", "--output"])
        .arg(&folder);
    for place in sample {
        command.arg("--re").arg(exactly(&audit.plan.mutants[*place]));
    }
    command.current_dir(audit.workspace.root()).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().map_err(trouble)?;
    let path = folder.join("mutants.out").join("outcomes.json");
    let text = std::fs::read_to_string(&path).map_err(|error| Problem::file(&path, &error))?;
    let outcomes: Value = serde_json::from_str(&text).map_err(|error| {
        Problem::environment(format!("{}: {error}", path.display()), "run the comparison again")
    })?;
    Ok(read(&outcomes))
}

/// A regular expression for one mutant's name.
fn exactly(mutant: &Mutant) -> String {
    let special = |letter: char| r"\.+*?()|[]{}^$#&-~".contains(letter);
    let escape = |letter| if special(letter) { format!("\\{letter}") } else { letter.to_string() };
    format!("^{}$", mutant.name.chars().map(escape).collect::<String>())
}

fn read(outcomes: &Value) -> (Duration, BTreeMap<String, String>) {
    let mut time = Duration::ZERO;
    let mut fates = BTreeMap::new();
    for outcome in outcomes["outcomes"].as_array().into_iter().flatten() {
        let Some(name) = outcome.pointer("/scenario/Mutant/name").and_then(Value::as_str) else {
            continue;
        };
        let phases = outcome["phase_results"].as_array().into_iter().flatten();
        let seconds: f64 = phases.filter_map(|phase| phase["duration"].as_f64()).sum();
        time += Duration::from_secs_f64(seconds);
        fates.insert(name.to_owned(), outcome["summary"].as_str().unwrap_or("?").to_owned());
    }
    (time, fates)
}

fn tell(trials: &[Trial], fates: &BTreeMap<String, String>) {
    let mut counts: BTreeMap<(Fate, &str), usize> = BTreeMap::new();
    for trial in trials {
        let theirs = fates.get(&trial.mutant).map_or("not run", String::as_str);
        *counts.entry((trial.fate, theirs)).or_default() += 1;
    }
    let mut table = Table::new(&["cargo laws audit", "cargo mutants", "mutants"]);
    for ((own, theirs), count) in counts {
        table.row(vec![format!("{own:?}"), theirs.to_owned(), count.to_string()]);
    }
    anstream::println!("{table}");
}
