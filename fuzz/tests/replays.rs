//! The whole corpus and 4,096 seeded scenarios of each target, as ordinary tests.

use actor_laws_fuzz::engine::Subject;
use actor_laws_fuzz::pool::law::cell::{self, CellSet};
use actor_laws_fuzz::pool::scenario::Scenario;
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

fn load(path: &Path) -> Vec<u8> {
    if path.extension().is_none_or(|extension| extension != "txt") {
        return std::fs::read(path).expect("a readable input");
    }
    let text = std::fs::read_to_string(path).expect("a readable text");
    let scenario = Scenario::parse_text(&text);
    scenario.unwrap_or_else(|error| panic!("{}: {error}", path.display())).encode()
}

fn demand_pass(subject: &mut Subject, bytes: &[u8], name: &str) {
    if subject.run(bytes).is_err() {
        panic!("{name} fails\n{}", subject.trace(bytes));
    }
}

fn corpus_passes(target: &str) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    let mut subject = Subject::named(target).expect("registered");
    for folder in [corpus.join(target), corpus.join("regressions").join(target)] {
        for path in files(&folder) {
            demand_pass(&mut subject, &load(&path), &path.display().to_string());
        }
    }
}

/// The law cells that the committed inputs of one target reach.
fn corpus_cells(target: &str) -> CellSet {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus").join(target);
    let mut subject = Subject::named(target).expect("registered");
    let mut cells = CellSet::new();
    for path in files(&folder) {
        demand_pass(&mut subject, &load(&path), &path.display().to_string());
        cells.union(subject.cells());
    }
    cells
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
        fn the_committed_corpus_reaches_every_reachable_law_cell() {
            let mut reached = CellSet::new();
            $(reached.union(&corpus_cells(stringify!($target)));)*
            let missing: Vec<String> = cell::declared()
                .filter(|cell| !reached.contains(*cell) && cell::unreachable(*cell).is_none())
                .map(cell::name)
                .collect();
            assert_eq!(missing, [""; 0], "no committed input reaches these law cells");
        }

        #[test]
        fn every_target_is_replayed() {
            let replayed = [$(stringify!($target)),*];
            let targets = actor_laws_fuzz::target::TARGETS.iter().map(|target| target.name);
            assert!(targets.eq(replayed));
        }
    };
}

replays!(pool_admission pool_joins pool_recovery pool_drain);
