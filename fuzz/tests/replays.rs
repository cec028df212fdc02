//! The whole corpus and 4,096 seeded scenarios of each target, as ordinary tests.

use actor_laws_fuzz::cells::CellSet;
use actor_laws_fuzz::engine::Subject;
use actor_laws_fuzz::family::Family;
use actor_laws_fuzz::target::{TARGETS, families, of_family};
use std::path::{Path, PathBuf};

/// Seeded scenarios of each target.
const SEEDS: u64 = 4_096;

/// The inputs of a folder in the order of their names; none if it is not there.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
    let visible = |path: &PathBuf| path.is_file() && !path.ends_with(".gitkeep");
    let mut files: Vec<_> = entries.filter(visible).collect();
    files.sort();
    files
}

fn load(path: &Path, family: &Family) -> Vec<u8> {
    if path.extension().is_none_or(|extension| extension != "txt") {
        return std::fs::read(path).expect("a readable input");
    }
    let text = std::fs::read_to_string(path).expect("a readable text");
    (family.parse_text)(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn demand_pass(subject: &mut Subject, bytes: &[u8], name: &str) {
    if subject.run(bytes).is_err() {
        panic!("{name} fails\n{}", subject.trace(bytes));
    }
}

/// The folder of the committed inputs, or of some of them.
fn corpus(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(folder)
}

/// Runs every input of a folder; answers the law cells that they reach.
fn folder_passes(subject: &mut Subject, folder: &Path) -> CellSet {
    let mut cells = CellSet::new();
    for path in files(folder) {
        let bytes = load(&path, subject.target().family);
        demand_pass(subject, &bytes, &path.display().to_string());
        cells.union(subject.cells());
    }
    cells
}

fn corpus_passes(target: &str) {
    let mut subject = Subject::named(target).expect("registered");
    folder_passes(&mut subject, &corpus(target));
    folder_passes(&mut subject, &corpus("regressions").join(target));
}

/// The names of the reachable law cells of a family that no committed input of its targets reaches.
fn cells_missing(family: &Family) -> Vec<String> {
    let mut reached = CellSet::new();
    for target in of_family(family) {
        let mut subject = Subject::named(target.name).expect("registered");
        reached.union(&folder_passes(&mut subject, &corpus(target.name)));
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

/// Two tests for each target, so that they run side by side and fail by name.
macro_rules! replays {
    ($($target:ident)*) => {
        $(mod $target {
            #[test]
            fn every_committed_input_passes() {
                super::corpus_passes(stringify!($target));
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
