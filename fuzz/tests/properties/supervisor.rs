//! Properties of a dynamic supervisor.

use crate::machine::{self, Machine};
use crate::properties;
use actor_laws_fuzz::family::Family;
use actor_laws_fuzz::script::Step;
use actor_laws_fuzz::supervisor::family::SUPERVISOR;
use actor_laws_fuzz::supervisor::scenario::{Opcode, SupervisorScript};
use proptest::prelude::*;

struct Supervisor;

impl Machine for Supervisor {
    const FAMILY: &'static Family = &SUPERVISOR;
    const STEPS_MAX: usize = 128;
    const ISSUER: &'static str = "issuer";

    fn named(bytes: &[u8], identity: u32) -> Vec<u8> {
        machine::with_identity::<SupervisorScript>(machine::honest(bytes, borrows), identity)
    }

    fn accompanied(bytes: &[u8], in_company: bool) -> Vec<u8> {
        machine::with_company::<SupervisorScript>(machine::honest(bytes, borrows), in_company)
    }
}

/// Whether a step needs another supervisor's values.
fn borrows(step: &Step<Opcode>) -> bool {
    match step.opcode {
        Opcode::CancelOld | Opcode::Distort | Opcode::WrongKind => true,
        Opcode::SettleOldest
        | Opcode::Settle
        | Opcode::SettleKind
        | Opcode::Start
        | Opcode::Replace
        | Opcode::Stop
        | Opcode::Query
        | Opcode::Cancel
        | Opcode::ExitProxy
        | Opcode::StopWorker
        | Opcode::Unavailable
        | Opcode::LoseReport
        | Opcode::FinishInput
        | Opcode::ElapseDeadline
        | Opcode::CutBatch
        | Opcode::Repeat
        | Opcode::Withhold
        | Opcode::Initialize
        | Opcode::Shutdown => false,
    }
}

properties!(Supervisor, 128);
