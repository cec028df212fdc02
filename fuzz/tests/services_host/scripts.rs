//! The format, the generator, and what the steps of scripts come to.

use super::bench::Bench;
use actor_laws_fuzz::run::Runner;
use actor_laws_fuzz::script::audit;
use actor_laws_fuzz::services::family::SERVICES;
use actor_laws_fuzz::services::observation::{Row, Told};
use actor_laws_fuzz::services::rig::ServicesRig;
use actor_laws_fuzz::services::scenario::{Opcode, Scenario, ServicesScript, Step};
use actor_laws_fuzz::supervisor::observation::{Told as SupervisorTold, Unreported};
use actor_laws_fuzz::target::of_family;
use std::collections::BTreeSet;

#[test]
fn the_format_is_sound() {
    audit::demand_sound_format::<ServicesScript>();
}

#[test]
fn the_generator_is_sound() {
    let target = of_family(&SERVICES).next().expect("registered");
    audit::demand_sound_generator::<ServicesScript>(target);
}

#[test]
fn old_bytes_keep_their_meaning() {
    let mut bytes = vec![0; 24];
    bytes[5..16].copy_from_slice(&[1, 9, 1, 2, 1, 2, 1, 4, 3, 8, 255]);
    bytes.extend([0, 1, 2, 3, 2, 9, 8, 7, 13, 1, 0, 0, 18, 4, 0, 0]);
    let scenario = Scenario::decode(&bytes);
    let words: Vec<String> = scenario.to_text().lines().map(str::to_owned).collect();
    let steps = [
        Step { opcode: Opcode::SettleOldest, a: 1, b: 2, c: 3 },
        Step { opcode: Opcode::SettleKind, a: 9, b: 8, c: 7 },
        Step { opcode: Opcode::EndProxy, a: 1, b: 0, c: 0 },
        Step { opcode: Opcode::Withhold, a: 4, b: 0, c: 0 },
    ];
    assert_eq!(scenario.steps, steps);
    let tells =
        |key: &str, word: &str| words.iter().any(|line| line.split_whitespace().eq([key, word]));
    for (key, word) in [
        ("company", "alone"),
        ("identity", "10"),
        ("entries", "1"),
        ("activations", "3"),
        ("unexpected-exit", "retire"),
        ("drain-deadline", "20"),
        ("diagnostics", "terminate"),
        ("keys", "5"),
        ("operations", "two"),
        ("worker-creations", "collides-after-four"),
    ] {
        assert!(tells(key, word), "{key} {word} in {words:?}");
    }
}

#[test]
fn every_opcode_tells_something_or_changes_the_host() {
    let mut told = BTreeSet::new();
    let mut runner = Runner::<ServicesRig>::default();
    let target = of_family(&SERVICES).next().expect("registered");
    let mut bytes = Vec::new();
    for seed in 0..300 {
        target.generate(seed, &mut bytes);
        for step in runner.trace(target, &bytes).steps {
            let script = step.script.unwrap_or_default();
            let opcode = script.split_whitespace().next().unwrap_or_default().to_owned();
            told.insert((opcode, variant(&step.told)));
        }
    }
    let tells = |opcode: &str, variant: &str| told.iter().any(|(o, v)| o == opcode && v == variant);
    for (opcode, variant) in [
        ("start", "Start"),
        ("replace", "Replace"),
        ("stop", "Stop"),
        ("query", "Query"),
        ("cancel", "Cancel"),
        ("cancel-old", "Cancel"),
        ("shutdown", "Shutdown"),
        ("serve", "Service"),
        ("exit-worker", "ExitAfterBirth"),
        ("exit-worker", "ExitBeforeBirth"),
        ("end-proxy", "Shutdown"),
        ("end-proxy", "ExitBeforeBirth"),
        ("elapse-deadline", "DeadlineElapsed"),
        ("settle-kind", "BirthCommitted"),
        ("settle-proxy", "ShutdownSettled"),
    ] {
        assert!(tells(opcode, variant), "{opcode} tells no {variant}");
    }
}

fn variant(told: &Told) -> String {
    let text = match told {
        Told::Supervisor(told) => format!("{told:?}"),
        Told::Proxy { told, .. } => format!("{told:?}"),
    };
    text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

/// A start that is sent; `row` is its proxy's after so many settlements.
fn started(settlements: usize, row: Row) -> Bench {
    let mut bench = Bench::new(|_| {});
    bench.step(Opcode::Start, [0; 3]);
    bench.settle(settlements);
    assert_eq!(bench.view.proxy(1).map(|shown| shown.row), Some(row));
    bench
}

/// Settles everything well and answers what the supervisor was told without a report.
fn unreported(bench: &mut Bench) -> Vec<Unreported> {
    let mut found = Vec::new();
    while let Some(told) = bench.step(Opcode::SettleOldest, [0; 3]) {
        if let Told::Supervisor(SupervisorTold::Unreported { rest, .. }) = told {
            found.push(rest);
        }
    }
    assert!(bench.host.duties().is_empty() && bench.view.supervisor.entries.is_empty());
    found
}

#[test]
fn an_accepted_input_of_a_dead_proxy_comes_back_untouched() {
    let mut bench = started(2, Row::Dormant);
    bench.step(Opcode::EndProxy, [0; 3]);
    assert!(matches!(unreported(&mut bench)[..], [Unreported::Untouched { .. }]));
}

#[test]
fn what_a_dead_proxy_has_made_of_an_input_is_left() {
    let mut bench = started(4, Row::Initializing);
    bench.step(Opcode::EndProxy, [0; 3]);
    assert!(matches!(unreported(&mut bench)[..], [Unreported::Left { .. }]));
}

#[test]
fn a_lost_outcome_ends_the_proxy_and_is_told_afterwards() {
    let mut bench = started(7, Row::Ready);
    assert_eq!(bench.step(Opcode::LoseReport, [0; 3]), None);
    assert!(matches!(unreported(&mut bench)[..], [Unreported::Initial { .. }]));
}

#[test]
fn a_batch_that_is_cut_at_a_report_ends_the_proxy_as_well() {
    let mut bench = started(6, Row::Activating);
    bench.step(Opcode::CutBatch, [0; 3]);
    assert!(matches!(unreported(&mut bench)[..], [Unreported::Initial { .. }]));
}
