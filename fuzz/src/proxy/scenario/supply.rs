//! Where correlations come from, in words. Append-only.

use crate::proxy::observation::{Lease, Supply};

const SUPPLIES: [(&str, Supply); 12] = [
    ("plenty", Supply::PLENTY),
    ("nothing", Supply { lease: None, renewal: None }),
    ("one", exhausts(1)),
    ("two", exhausts(2)),
    ("three", exhausts(3)),
    ("collides-after-one", renewed((1, 1), (1, u64::MAX))),
    ("collides-after-two", renewed((1, 2), (2, u64::MAX))),
    ("collides-after-three", renewed((1, 3), (3, u64::MAX))),
    ("collides-twice", renewed((1, 2), (1, u64::MAX))),
    ("collides-and-ends", renewed((1, 2), (2, 3))),
    ("ends-at-the-top", renewed((u64::MAX - 1, u64::MAX), (u64::MAX, u64::MAX))),
    ("jumps", renewed((7, 8), (1 << 40, u64::MAX))),
];

/// The words.
pub(super) const NAMES: &[&str] = &{
    let mut names = [""; SUPPLIES.len()];
    let mut place = 0;
    while place < names.len() {
        names[place] = SUPPLIES[place].0;
        place += 1;
    }
    names
};

const fn exhausts(last: u64) -> Supply {
    Supply { lease: Some(Lease { first: 1, last }), renewal: None }
}

const fn renewed(lease: (u64, u64), renewal: (u64, u64)) -> Supply {
    let lease = Some(Lease { first: lease.0, last: lease.1 });
    Supply { lease, renewal: Some(Lease { first: renewal.0, last: renewal.1 }) }
}

/// The supply of a word's number.
pub(super) fn of(choice: usize) -> Supply {
    SUPPLIES[choice % SUPPLIES.len()].1
}
