//! The scripts of a supervisor: its opcodes, its construction choices, and what each target leans to.

mod emphasis;
mod opcode;

pub use emphasis::*;
pub use opcode::Opcode;

use crate::script::{COMPANY, Field, Header, Script, Words};
use crate::supervisor::observation::{ExitPolicy, Lease, SupervisorSetup, Supplies, Supply};
use crate::supervisor::rig::Choices;

/// The scripts of a supervisor.
#[derive(Debug)]
pub struct SupervisorScript;

/// Where fields stand.
pub(crate) mod at {
    pub(crate) const IDENTITY: usize = 1;
    pub(crate) const ENTRIES: usize = 2;
    pub(crate) const ACTIVATIONS: usize = 3;
    pub(crate) const UNEXPECTED_EXIT: usize = 4;
    pub(crate) const DEADLINE: usize = 5;
    pub(crate) const DIAGNOSTICS: usize = 6;
    pub(crate) const LIFECYCLE_ROUTE: usize = 7;
    pub(crate) const KEYS: usize = 8;
    /// Six fields, in the order of [`Supplies`](super::Supplies).
    pub(crate) const SUPPLIES: usize = 9;
}

/// How a supply behaves: plenty, scarce, or in the way of what it has issued.
pub(crate) const SUPPLY: Words = Words::Names(&[
    "plenty",
    "nothing",
    "one",
    "two",
    "three",
    "four",
    "collides-after-one",
    "collides-after-two",
    "collides-after-four",
    "collides-twice-after-three",
    "ends-at-the-top",
    "renewed-after-a-gap",
]);

const fn supply_field(key: &'static str) -> Field {
    Field::new(key, SUPPLY)
}

impl Script for SupervisorScript {
    type Opcode = Opcode;
    type Setup = Choices;

    const VERSION: u8 = 1;
    const HEADER_BYTES: usize = 32;
    const FIELDS: &'static [Field] = &[
        COMPANY,
        Field::new("identity", Words::Range(1, 200)).rarely(Words::Numbers(&[0, (1 << 27) - 1])),
        Field::new("entries", Words::Numbers(&[3, 1, 2, 4, 5, 6])).rarely(Words::Numbers(&[0])),
        Field::new("activations", Words::Numbers(&[1, 2, 3])).rarely(Words::Numbers(&[0])),
        Field::new("unexpected-exit", Words::Names(&["keep-empty", "retire"])),
        Field::new("drain-deadline", Words::Names(&["wait", "1", "5", "20", "2^40", "max"]))
            .rarely(Words::Names(&["zero"])),
        Field::new("diagnostics", Words::Names(&["to-0", "to-1", "to-7", "terminate"])),
        Field::new("lifecycle-route", Words::Range(0, 3)),
        Field::new("keys", Words::Numbers(&[4, 1, 2, 3, 5, 6, 7, 8])),
        supply_field("generations"),
        supply_field("creations"),
        supply_field("operations"),
        supply_field("stops"),
        supply_field("deadlines"),
        supply_field("diagnostic-ids"),
    ];

    fn setup(header: &Header<Self>) -> Choices {
        let small = |place| header.number(place) as u8;
        let supply = |kind: usize| supply(header.choice(at::SUPPLIES + kind));
        Choices {
            supervisor: SupervisorSetup {
                entries: small(at::ENTRIES),
                activations: small(at::ACTIVATIONS),
                unexpected_exit: match header.choice(at::UNEXPECTED_EXIT) {
                    0 => ExitPolicy::KeepEmpty,
                    _ => ExitPolicy::Retire,
                },
                drain_deadline: deadline(header.choice(at::DEADLINE)),
                lifecycle_route: small(at::LIFECYCLE_ROUTE),
                diagnostics_route: [Some(0), Some(1), Some(7), None]
                    [header.choice(at::DIAGNOSTICS)],
                identity: header.number(at::IDENTITY) as u32,
                supplies: Supplies {
                    generations: supply(0),
                    creations: supply(1),
                    operations: supply(2),
                    stops: supply(3),
                    deadlines: supply(4),
                    diagnostics: supply(5),
                },
            },
            keys: small(at::KEYS),
        }
    }
}

fn deadline(choice: usize) -> Option<u64> {
    [None, Some(1), Some(5), Some(20), Some(1 << 40), Some(u64::MAX), Some(0)][choice]
}

/// The supply of a choice.
pub(crate) fn supply(choice: usize) -> Supply {
    let lease = |first, last| Some(Lease { first, last });
    let (lease, renewal) = match choice {
        0 => return Supply::PLENTY,
        1 => (None, None),
        few @ 2..=5 => (lease(1, few as u64 - 1), None),
        6 => (lease(1, 1), lease(1, u64::MAX)),
        7 => (lease(1, 2), lease(2, u64::MAX)),
        8 => (lease(1, 4), lease(4, u64::MAX)),
        9 => (lease(5, 7), lease(6, u64::MAX)),
        10 => (lease(u64::MAX - 2, u64::MAX), None),
        _ => (lease(1, 2), lease(1 << 40, u64::MAX)),
    };
    Supply { lease, renewal }
}
