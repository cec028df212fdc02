//! What the generated scenarios lean to.

use super::{Opcode, ServicesScript, at};
use crate::script::{Closing, Emphasis};

/// Every second run has a twin.
const COMPANIES: &[usize] = &[0, 1];
/// Mostly plenty, since what is short ends the part of the run that others need.
const SUPPLIES: &[usize] = &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8];

/// Changes, commands and exits in every phase of an entry and every row of its proxy.
pub static SERVICES: Emphasis<ServicesScript> = Emphasis {
    salt: 1,
    favours: &[
        Opcode::SettleKind,
        Opcode::SettleProxy,
        Opcode::Replace,
        Opcode::Serve,
        Opcode::ExitWorker,
        Opcode::EndProxy,
        Opcode::Stop,
        Opcode::Cancel,
    ],
    choices: &[
        (0, COMPANIES),
        (at::ENTRIES, &[0, 0, 1, 1, 2, 3]),
        (at::ACTIVATIONS, &[0, 0, 1, 2]),
        (at::UNEXPECTED_EXIT, &[0, 0, 1]),
        (at::DEADLINE, &[0, 0, 0, 1, 2, 3]),
        (at::DIAGNOSTICS, &[0, 0, 0, 0, 0, 1]),
        (at::OPERATIONS, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 5, 8]),
        (at::WORKER_CREATIONS, SUPPLIES),
        (at::WORKER_ACTIVATIONS, SUPPLIES),
    ],
    warm_up: &[(Opcode::Start, 1, 3), (Opcode::SettleOldest, 0, 24), (Opcode::Replace, 0, 1)],
    rests: &[0, 1, 2, 4, 8, 16],
    closing: Some(Closing {
        opcode: Opcode::Shutdown,
        chance: (1, 2),
        spans: &[(10, 40), (40, 70), (70, 95), (90, 99)],
    }),
};
