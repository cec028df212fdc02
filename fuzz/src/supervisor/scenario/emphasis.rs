//! What the scenarios of each target lean to.

use super::{Opcode, SupervisorScript, at};
use crate::script::{Closing, Emphasis};

/// Mostly plenty, since what is short ends the part of the run that others need.
const SUPPLY: &[usize] =
    &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
/// One run in six ends with its first diagnostic.
const DIAGNOSTICS: &[usize] = &[0, 0, 1, 1, 2, 3];
const COMPANY: &[usize] = &[0, 1, 1, 2, 2, 3];

const fn supply(kind: usize) -> (usize, &'static [usize]) {
    (at::SUPPLIES + kind, SUPPLY)
}

/// Cancels before the transfer, old authorities, retention.
pub static CANCELLATION: Emphasis<SupervisorScript> = Emphasis {
    salt: 1,
    favours: &[
        Opcode::Start,
        Opcode::Replace,
        Opcode::Cancel,
        Opcode::CancelOld,
        Opcode::Query,
        Opcode::Settle,
    ],
    choices: &[
        (0, &[0, 2, 2, 2, 3, 1]),
        (at::ENTRIES, &[0, 1, 1, 2, 2, 3, 4, 5]),
        (at::ACTIVATIONS, &[0, 0, 0, 1, 1, 2]),
        (at::DIAGNOSTICS, DIAGNOSTICS),
        (at::KEYS, &[0, 1, 1, 2, 2, 3, 5, 7]),
        supply(0),
        supply(1),
        supply(2),
        supply(3),
        supply(4),
        supply(5),
    ],
    warm_up: &[(Opcode::Start, 1, 4), (Opcode::SettleOldest, 0, 6)],
    rests: &[0, 0, 1, 2, 4, 8],
    closing: Some(Closing {
        opcode: Opcode::Shutdown,
        chance: (1, 3),
        spans: &[(40, 60), (60, 80), (80, 95), (90, 99)],
    }),
};

/// Cancels after the transfer: every order of every kind of result.
pub static TRANSFERRED_CANCELLATION: Emphasis<SupervisorScript> = Emphasis {
    salt: 2,
    favours: &[
        Opcode::Start,
        Opcode::Replace,
        Opcode::Cancel,
        Opcode::Settle,
        Opcode::SettleKind,
        Opcode::FinishInput,
        Opcode::LoseReport,
        Opcode::Stop,
        Opcode::WrongKind,
        Opcode::Distort,
        Opcode::Withhold,
    ],
    choices: &[
        (0, COMPANY),
        (at::ENTRIES, &[0, 1, 1, 2, 2, 3]),
        (at::ACTIVATIONS, &[0, 1, 2]),
        (at::DIAGNOSTICS, DIAGNOSTICS),
        (at::KEYS, &[0, 1, 1, 2, 2, 3]),
        supply(0),
        supply(1),
        supply(2),
        supply(3),
        supply(4),
        supply(5),
    ],
    warm_up: &[(Opcode::Start, 1, 3), (Opcode::SettleOldest, 1, 6), (Opcode::Cancel, 0, 1)],
    rests: &[0, 0, 0, 1, 2, 4],
    closing: Some(Closing {
        opcode: Opcode::Shutdown,
        chance: (1, 4),
        spans: &[(30, 60), (60, 80), (80, 95), (90, 99)],
    }),
};

/// The global shutdown from every phase, and its deadline.
pub static SHUTDOWN: Emphasis<SupervisorScript> = Emphasis {
    salt: 3,
    favours: &[
        Opcode::Start,
        Opcode::Replace,
        Opcode::Stop,
        Opcode::Cancel,
        Opcode::Settle,
        Opcode::SettleKind,
        Opcode::FinishInput,
        Opcode::ElapseDeadline,
        Opcode::Repeat,
        Opcode::WrongKind,
        Opcode::Withhold,
    ],
    choices: &[
        (0, COMPANY),
        (at::ENTRIES, &[0, 1, 2, 3, 4, 5, 5]),
        (at::ACTIVATIONS, &[0, 1, 2]),
        (at::DEADLINE, &[0, 0, 0, 1, 2, 3, 4, 5]),
        (at::DIAGNOSTICS, DIAGNOSTICS),
        (at::KEYS, &[0, 2, 3, 4, 5, 6, 7]),
        (at::SUPPLIES + 4, &[0, 0, 0, 0, 1, 6]),
        supply(0),
        supply(1),
        supply(2),
        supply(3),
        supply(5),
    ],
    warm_up: &[(Opcode::Start, 1, 6), (Opcode::SettleOldest, 0, 12), (Opcode::Replace, 0, 2)],
    rests: &[0, 0, 1, 2, 4, 8],
    closing: Some(Closing {
        opcode: Opcode::Shutdown,
        chance: (3, 4),
        spans: &[(5, 20), (10, 40), (30, 60), (50, 90)],
    }),
};

/// Workers that stop, proxies that die, services that are used again.
pub static UNEXPECTED_EXIT: Emphasis<SupervisorScript> = Emphasis {
    salt: 4,
    favours: &[
        Opcode::Start,
        Opcode::Replace,
        Opcode::Stop,
        Opcode::ExitProxy,
        Opcode::StopWorker,
        Opcode::LoseReport,
        Opcode::Settle,
        Opcode::FinishInput,
        Opcode::Unavailable,
        Opcode::Repeat,
        Opcode::WrongKind,
        Opcode::Withhold,
    ],
    choices: &[
        (0, COMPANY),
        (at::ENTRIES, &[0, 1, 2, 2, 3, 4]),
        (at::ACTIVATIONS, &[0, 0, 0, 1, 2]),
        (at::UNEXPECTED_EXIT, &[0, 1]),
        (at::DIAGNOSTICS, DIAGNOSTICS),
        (at::KEYS, &[0, 1, 2, 3, 5]),
        supply(0),
        supply(1),
        supply(2),
        supply(3),
        supply(4),
        supply(5),
    ],
    warm_up: &[(Opcode::Start, 1, 4), (Opcode::SettleOldest, 2, 12)],
    rests: &[0, 0, 1, 2, 4, 8],
    closing: Some(Closing {
        opcode: Opcode::Shutdown,
        chance: (1, 3),
        spans: &[(40, 60), (60, 80), (80, 95), (90, 99)],
    }),
};
