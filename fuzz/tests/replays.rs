//! The whole corpus and 4,096 seeded scenarios of each target, as ordinary tests.

use actor_laws_fuzz::cells::CellSet;
use actor_laws_fuzz::engine::Subject;
use actor_laws_fuzz::family::Family;
use actor_laws_fuzz::suite::corpus;
use actor_laws_fuzz::target::{self, TARGETS, families, of_family};
use std::path::Path;

/// Seeded scenarios of each target.
const SEEDS: u64 = 4_096;

fn demand_pass(subject: &mut Subject, bytes: &[u8], name: &str) {
    if subject.run(bytes).is_err() {
        panic!("{name} fails\n{}", subject.trace(bytes));
    }
}

/// Runs every input of a folder; answers the law cells that they reach.
fn folder_passes(subject: &mut Subject, folder: &Path) -> CellSet {
    let mut cells = CellSet::new();
    for path in corpus::files(folder) {
        let bytes = corpus::load(&path, subject.target().family).expect("an input");
        demand_pass(subject, &bytes, &path.display().to_string());
        cells.union(subject.cells());
    }
    cells
}

/// Bytes in another form than the canonical one change their meaning when an opcode or a choice is added.
fn corpus_is_canonical(target: &str) {
    let family = target::find(target).expect("registered").family;
    for path in corpus::files(&corpus::folder().join(target)) {
        let bytes = corpus::load(&path, family).expect("an input");
        let canonical = (family.parse_text)(&(family.to_text)(&bytes)).expect("its own text");
        assert_eq!(bytes, canonical, "{}: run `cargo laws migrate`", path.display());
        let version = bytes[0];
        assert!(version == family.version || family.wider.contains(&version));
    }
}

fn corpus_passes(target: &str) {
    let mut subject = Subject::named(target).expect("registered");
    folder_passes(&mut subject, &corpus::folder().join(target));
    folder_passes(&mut subject, &corpus::regressions(&corpus::folder(), target));
}

/// The names of the reachable law cells of a family that no committed input of its targets reaches.
fn cells_missing(family: &Family) -> Vec<String> {
    let mut reached = CellSet::new();
    for target in of_family(family) {
        let mut subject = Subject::named(target.name).expect("registered");
        reached.union(&folder_passes(&mut subject, &corpus::folder().join(target.name)));
    }
    let missing = family.reachable().filter(|cell| !reached.contains(*cell));
    missing.map(family.cell_name).collect()
}

fn seeds_pass(target: &str) {
    let mut subject = Subject::named(target).expect("registered");
    let mut bytes = Vec::new();
    for seed in 0..SEEDS {
        subject.target().generate(seed, &mut bytes);
        demand_pass(&mut subject, &bytes, &format!("{target}, seed {seed}"));
    }
}

/// Three tests for each target, so that they run side by side and fail by name.
macro_rules! replays {
    ($($target:ident)*) => {
        $(mod $target {
            #[test]
            fn every_committed_input_passes() {
                super::corpus_passes(stringify!($target));
            }

            #[test]
            fn every_committed_input_is_canonical() {
                super::corpus_is_canonical(stringify!($target));
            }

            #[test]
            fn every_seeded_scenario_passes() {
                super::seeds_pass(stringify!($target));
            }
        })*

        #[test]
        fn every_target_is_replayed() {
            let replayed = [$(stringify!($target)),*];
            assert_eq!(TARGETS.each_ref().map(|target| target.name), replayed);
        }
    };
}

#[test]
fn the_committed_corpus_reaches_every_reachable_law_cell() {
    for family in families() {
        let name = family.name;
        assert_eq!(cells_missing(family), [""; 0], "no input reaches these cells of {name}");
    }
}

replays!(
    pool_admission
    pool_joins
    pool_recovery
    pool_drain
    proxy_service
    proxy_shutdown
    supervisor_cancellation
    supervisor_transferred_cancellation
    supervisor_shutdown
    supervisor_unexpected_exit
    services
);
