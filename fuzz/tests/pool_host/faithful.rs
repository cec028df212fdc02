//! A faithful machine passes, whatever the host does to it.

use crate::machine::{Faithful, OraclePool};
use actor_laws_fuzz::checks::Checks;
use actor_laws_fuzz::pool::family::POOL;
use actor_laws_fuzz::pool::law::cell::{self, CellSet};
use actor_laws_fuzz::pool::run::Runner;
use actor_laws_fuzz::target::{find, of_family};

const SEEDS: u64 = if cfg!(debug_assertions) { 500 } else { 5_000 };

#[test]
fn a_faithful_machine_passes_every_target() {
    let mut runner = Runner::<OraclePool<Faithful>>::of_machine();
    let mut bytes = Vec::new();
    for target in of_family(&POOL) {
        for seed in 0..SEEDS {
            target.generate(seed, &mut bytes);
            if let Err(failure) = runner.run(target, &bytes) {
                panic!("{} seed {seed}: {failure}\n{}", target.name, runner.trace(target, &bytes));
            }
        }
    }
}

#[test]
fn a_faithful_machine_passes_without_an_oracle_as_well() {
    let mut runner = Runner::<OraclePool<Faithful>>::of_machine().checked(Checks::WITHOUT_ORACLE);
    let mut bytes = Vec::new();
    for target in of_family(&POOL) {
        for seed in 0..SEEDS / 4 {
            target.generate(seed, &mut bytes);
            runner.run(target, &bytes).unwrap_or_else(|failure| panic!("seed {seed}: {failure}"));
        }
    }
}

#[test]
fn the_core_passes_every_target() {
    let mut runner = Runner::new();
    let mut bytes = Vec::new();
    for target in of_family(&POOL) {
        for seed in 0..SEEDS {
            target.generate(seed, &mut bytes);
            if let Err(failure) = runner.run(target, &bytes) {
                panic!("{} seed {seed}: {failure}\n{}", target.name, runner.trace(target, &bytes));
            }
        }
    }
}

#[test]
fn a_trace_shows_the_run_and_changes_nothing_about_it() {
    let mut runner = Runner::new();
    let mut bytes = Vec::new();
    let target = find("pool_joins").expect("registered");
    target.generate(7, &mut bytes);
    let summary = runner.run(target, &bytes).expect("the core passes");
    let cells = runner.cells().clone();
    let trace = runner.trace(target, &bytes);
    assert_eq!(trace.steps.len(), summary.folds as usize);
    assert_eq!(trace.failure, None);
    assert_eq!(*runner.cells(), cells);
    let text = trace.to_string();
    assert_eq!(text.lines().count(), trace.steps.len() + 3);
    assert!(text.contains("recovery"), "{text}");
}

#[test]
fn no_cell_that_is_declared_unreachable_is_reached() {
    let mut runner = Runner::new();
    let mut bytes = Vec::new();
    let mut all = CellSet::new();
    for target in of_family(&POOL) {
        for seed in 0..SEEDS {
            target.generate(seed, &mut bytes);
            runner.run(target, &bytes).expect("the core passes");
            all.union(runner.cells());
        }
    }
    let odd: Vec<_> = all.iter().filter(|cell| cell::unreachable(*cell).is_some()).collect();
    assert!(odd.is_empty(), "{:?}", odd.into_iter().map(cell::name).collect::<Vec<_>>());
    assert!(all.len() > cell::CELLS / 3, "only {} of {} cells", all.len(), cell::CELLS);
}
