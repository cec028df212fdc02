//! What the generated scenarios of each target lean to.

use super::{Opcode, ProxyScript, at};
use crate::script::{Closing, Emphasis};

/// Runs with a foreign proxy are common, so that its facts can be told.
const COMPANIES: &[usize] = &[0, 2, 2, 2, 3, 1];
/// Mostly plenty.
const SUPPLIES: &[usize] = &[0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// Installs, replacements, services in every phase, exits in every order, held successors.
pub static SERVICE: Emphasis<ProxyScript> = Emphasis {
    salt: 1,
    favours: &[Opcode::Replace, Opcode::SettleKind, Opcode::ExitWorker, Opcode::WrongFact],
    choices: &[(at::COMPANY, COMPANIES), (at::CREATIONS, SUPPLIES), (at::ACTIVATIONS, SUPPLIES)],
    warm_up: &[
        (Opcode::Install, 1, 1),
        (Opcode::SettleOldest, 0, 4),
        (Opcode::Replace, 0, 1),
        (Opcode::Withhold, 0, 1),
    ],
    rests: &[0, 0, 1, 2, 4, 6],
    closing: Some(Closing {
        opcode: Opcode::Shutdown,
        chance: (1, 4),
        spans: &[(50, 90), (70, 95), (80, 98), (90, 99)],
    }),
};

/// Shutdown from every row, and what comes after it.
pub static SHUTDOWN: Emphasis<ProxyScript> = Emphasis {
    salt: 2,
    favours: &[
        Opcode::SettleKind,
        Opcode::ExitWorker,
        Opcode::WrongFact,
        Opcode::Replace,
        Opcode::Repeat,
    ],
    choices: &[(at::COMPANY, COMPANIES), (at::CREATIONS, SUPPLIES), (at::ACTIVATIONS, SUPPLIES)],
    warm_up: &[
        (Opcode::Install, 1, 1),
        (Opcode::SettleOldest, 3, 4),
        (Opcode::Replace, 0, 1),
        (Opcode::Withhold, 0, 1),
        (Opcode::SettleOldest, 0, 5),
        (Opcode::FailOldest, 0, 1),
    ],
    rests: &[0, 0, 0, 0, 1, 2],
    closing: Some(Closing {
        opcode: Opcode::Shutdown,
        chance: (7, 8),
        spans: &[(2, 12), (8, 20), (12, 30), (20, 70)],
    }),
};
