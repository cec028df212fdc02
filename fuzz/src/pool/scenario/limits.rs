//! All bounds of the scenario format, in one place.
//!
//! They shape what a byte means and never whether it is legal: no byte string is rejected. The
//! tables are append-only where a committed input may name an entry; their first entry is what a
//! missing byte means, so it is the benign one.

use crate::pool::observation::Role;

/// Version of the encoding that [`encode`](super::Scenario::encode) writes into byte 0. Every value of
/// that byte but [`WIDE_VERSION`] is read as this one.
pub const VERSION: u8 = 1;

/// The version of wide pools: it has one field more, and is written only where that field says something.
pub const WIDE_VERSION: u8 = 2;

/// Width of the header in bytes; bytes that are missing read as zero.
pub const HEADER_BYTES: usize = 48;

/// The most roles that a byte can ask for (0 is a rare code of its own).
pub const ROLES_ASKED_MAX: u8 = 6;

/// Roles that a wide pool declares beyond the others. With 1 to 6 of those they make 59 to 64, 65 to 70,
/// 95 to 100 and 125 to 130 roles, so that each number is made in one way, and the bounds of words lie
/// within.
pub(super) const FURTHER_ROLES: [u8; 5] = [0, 58, 64, 94, 124];

/// Role labels. There is a prime number of them, so every stride visits all; none is a position.
pub(super) const LABELS: [Role; 7] = [11, 22, 33, 44, 55, 66, 77];

/// Which position repeats which earlier one, for the construction error `DuplicateRole`.
pub(super) const DUPLICATES: [(u8, u8); 15] = [
    (1, 0),
    (2, 0),
    (2, 1),
    (3, 0),
    (3, 1),
    (3, 2),
    (4, 0),
    (4, 1),
    (4, 2),
    (4, 3),
    (5, 0),
    (5, 1),
    (5, 2),
    (5, 3),
    (5, 4),
];

/// The largest activation limit that a byte can ask for (0 is a rare code of its own).
pub(super) const ACTIVATION_LIMIT_MAX: u8 = 3;

/// Charges of the restart budget.
pub(super) const BUDGETS: [u32; 6] = [4, 0, 1, 2, 3, 64];

/// Lengths of the restart window, in ticks.
pub(super) const WINDOWS: [u64; 8] = [16, 0, 1, 3, 64, 1_000, 1 << 32, u64::MAX];

/// Restart delays, in ticks (0 is a rare code of its own).
pub(super) const DELAYS: [u64; 12] =
    [1, 2, 3, 5, 8, 50, 1 << 32, 1 << 62, 1 << 63, u64::MAX / 3, u64::MAX - 1, u64::MAX];

/// Caps of a growing delay, as multiples of the delay (saturating); the first entry is no cap at
/// all (below the delay is a rare code of its own).
pub(super) const CAP_MULTIPLES: [u64; 6] = [u64::MAX, 1, 2, 3, 5, 8];

/// Drain deadlines, in ticks (0 is a rare code of its own).
pub(super) const DEADLINES: [u64; 8] = [20, 1, 2, 5, 100, 1 << 40, u64::MAX - 1, u64::MAX];

/// The largest recovery ordinals; the first entry stands for every code that names no other.
pub(super) const RECOVERY_ORDINALS: [u32; 4] = [u32::MAX, 1, 2, 3];

/// How many backlog capacities there are: 0 to 8.
pub(super) const BACKLOGS: u8 = 9;

/// The backlog capacity that byte 0 means.
pub(super) const BACKLOG_BENIGN: u8 = 4;

/// Codes of a sequence's shape ...
pub(super) const SUPPLY_CODES: u8 = 32;

/// ... of which those from here on are scarce, one for each shape.
pub(super) const SUPPLY_SCARCE_FROM: u8 = 23;
