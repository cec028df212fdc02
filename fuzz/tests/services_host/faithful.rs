//! Faithful machines pass, in whatever order the host carries things between them.

use actor_laws_fuzz::cells::CellSet;
use actor_laws_fuzz::checks::Checks;
use actor_laws_fuzz::run::Runner;
use actor_laws_fuzz::services::family::SERVICES;
use actor_laws_fuzz::services::law::cell;
use actor_laws_fuzz::services::rig::ServicesRig;
use actor_laws_fuzz::target::of_family;

const SEEDS: u64 = if cfg!(debug_assertions) { 1_000 } else { 20_000 };

#[test]
fn the_core_passes_and_reaches_no_unreachable_cell() {
    let mut runner = Runner::<ServicesRig>::default();
    let mut bytes = Vec::new();
    let mut all = CellSet::new();
    for target in of_family(&SERVICES) {
        for seed in 0..SEEDS {
            target.generate(seed, &mut bytes);
            if let Err(failure) = runner.run(target, &bytes) {
                panic!("{} seed {seed}: {failure}\n{}", target.name, runner.trace(target, &bytes));
            }
            all.union(runner.cells());
        }
    }
    let odd = all.iter().filter(|cell| cell::unreachable(*cell).is_some()).map(cell::name);
    assert_eq!(odd.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn the_core_passes_without_an_oracle_as_well() {
    let mut runner = Runner::<ServicesRig>::default().checked(Checks::WITHOUT_ORACLE);
    let mut bytes = Vec::new();
    for target in of_family(&SERVICES) {
        for seed in 0..SEEDS / 4 {
            target.generate(seed, &mut bytes);
            runner.run(target, &bytes).unwrap_or_else(|failure| panic!("seed {seed}: {failure}"));
        }
    }
}
