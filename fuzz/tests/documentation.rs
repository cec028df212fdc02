//! What the core's documentation claims is checked: every law and every suite that it names exists, and
//! every claim is watched by the laws that it names.

use actor_laws_fuzz::{pool, proxy, supervisor};
use std::path::PathBuf;

/// One machine's documentation, and what its table of claims may name.
struct Documented {
    machine: &'static str,
    text: &'static str,
    claims: u8,
    /// The laws of a state.
    of_state: Vec<String>,
    /// The claims that a law of the history watches, by its name.
    of_history: fn(&str) -> Option<&'static [u8]>,
    /// The claims that laws of the history watch, one entry a law.
    watched: Vec<&'static [u8]>,
}

macro_rules! documented {
    ($machine:ident, $claims:literal) => {
        Documented {
            machine: stringify!($machine),
            text: include_str!(concat!("../../core/src/", stringify!($machine), "/mod.rs")),
            claims: $claims,
            of_state: actor_laws::$machine::invariants::LAWS
                .iter()
                .map(|law| format!("{law:?}"))
                .collect(),
            of_history: |name| $machine::law::catalogue::find(name).map(|law| law.claims),
            watched: $machine::law::catalogue::LAWS.iter().map(|law| law.claims).collect(),
        }
    };
}

fn machines() -> [Documented; 3] {
    [documented!(pool, 16), documented!(proxy, 7), documented!(supervisor, 13)]
}

impl Documented {
    /// The rows of the table of claims: number, and the names in backticks of the last column.
    fn rows(&self) -> Vec<(u8, Vec<&'static str>)> {
        let rows = self.text.lines().filter_map(|line| line.strip_prefix("//! | "));
        rows.filter_map(|row| {
            let mut columns = row.split(" | ");
            let number = columns.next()?.parse().ok()?;
            let names = columns.nth(1)?.split('`').skip(1).step_by(2).collect();
            Some((number, names))
        })
        .collect()
    }

    /// Whether a file of the machine's suites has this name, or a test in one.
    fn is_suite(&self, name: &str) -> bool {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../core/tests");
        let folder = folder.join(self.machine);
        let texts = [folder.clone(), folder.join("transitions")].into_iter().flat_map(texts);
        folder.join(format!("{name}.rs")).is_file()
            || texts.into_iter().any(|text| text.contains(&format!("fn {name}(")))
    }

    /// A type that the documentation links to is held by the compiler.
    fn is_link(name: &str) -> bool {
        name.starts_with(char::is_uppercase)
            && PAGES.iter().any(|text| text.contains(&format!("[`{name}`]")))
    }
}

/// The documentation of every machine.
const PAGES: [&str; 3] = [
    include_str!("../../core/src/pool/mod.rs"),
    include_str!("../../core/src/proxy/mod.rs"),
    include_str!("../../core/src/supervisor/mod.rs"),
];

/// The sources in a folder; none if there is no such folder.
fn texts(folder: PathBuf) -> Vec<String> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    entries.filter_map(|entry| std::fs::read_to_string(entry.path()).ok()).collect()
}

#[test]
fn every_claim_has_a_row_and_names_its_watchers() {
    for documented in machines() {
        let rows = documented.rows();
        let numbers: Vec<u8> = rows.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (1..=documented.claims).collect::<Vec<u8>>());
        assert!(rows.iter().all(|(_, names)| !names.is_empty()), "{}", documented.machine);
    }
}

#[test]
fn everything_named_exists_and_a_named_law_watches_its_claim() {
    for documented in machines() {
        for (number, names) in documented.rows() {
            for name in names {
                let machine = documented.machine;
                match (documented.of_history)(name) {
                    Some(claims) => {
                        assert!(claims.contains(&number), "{machine}: {name} and claim {number}");
                    }
                    None => assert!(
                        documented.of_state.iter().any(|law| law == name)
                            || documented.is_suite(name)
                            || Documented::is_link(name),
                        "{machine}: {name} is no law and no suite"
                    ),
                }
            }
        }
    }
}

#[test]
fn every_claim_is_watched_by_a_law_of_the_history() {
    for documented in machines() {
        for claim in 1..=documented.claims {
            let watched = documented.watched.iter().any(|claims| claims.contains(&claim));
            assert!(watched, "{}: claim {claim}", documented.machine);
        }
    }
}
